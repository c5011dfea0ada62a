"""Bivouacking: five encampments that move with the race and are never lost."""

from __future__ import annotations

from tests.scenario import box, rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_five_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Bivouacking Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 5


@rule("BIV-1", "CMP-14")
def test_five_encampments_are_placed_in_his_regions_during_redeployment() -> None:
    """After the tokens, they deal five encampments out over regions they hold."""
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs, 2 in hand : moor 1, cave 1   <- to move
        Bob  Hill Elves : hill 1
    """)
    redeployed = given.play("end", "redeploy moor:3 cave:1")
    assert redeployed.phase == "encamp"
    assert redeployed.view().left == 5
    assert redeployed.legal == ["encamp moor", "encamp cave", "done"]
    assert redeployed.refusal("encamp hill") == "not_your_region"
    assert redeployed.refusal("encamp moor:3 cave:3") == "wrong_sum"
    after = redeployed.play("encamp moor:2 cave:3")
    assert after.region("moor") == "Ann 3 + 2 encampment"
    assert after.region("cave") == "Ann 1 + 3 encampment"
    assert after.to_move == "Bob"


@rule("BIV-1")
def test_no_encampment_is_placed_while_he_conquers() -> None:
    """Encampments belong to the redeployment, not to the conquest of a region."""
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs, 5 in hand                    <- to move
        Bob  Hill Elves : hill 1
    """)
    after = given.play("conquer moor", "conquer cave")
    assert after.region("moor") == "Ann 2"
    assert after.region("cave") == "Ann 2"
    assert after.play("end", "redeploy moor:4 cave:1").phase == "encamp"


@rule("BIV-2", "CON-2")
def test_each_encampment_counts_as_one_token_in_defence() -> None:
    """Two encampments beside one token make a region as strong as three tokens."""
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs : cave 1 + 2 encampment, moor 1 + encampment
        Bob  Forest Elves, 6 in hand : bog 1                <- to move
    """)
    assert given.cost("cave") == 5
    assert given.cost("moor") == 4
    assert given.cost_parts("cave") == {"base": 2, "tokens": 1, "marker_encampment": 2}


@rule("BIV-3", "SOR-5")
def test_an_encampment_keeps_a_lone_token_from_being_alone() -> None:
    """Sorcerers cannot replace a token that has an encampment beside it."""
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs : cave 1 + encampment, hill 1
        Bob  Forest Sorcerers, 1 in hand : bog 1            <- to move
    """)
    assert given.refusal("substitute cave") == "not_substitutable"
    assert given.play("substitute hill").region("hill") == "Bob 1"


@rule("BIV-4")
def test_all_five_encampments_may_share_one_region() -> None:
    """Several encampments may stand in one region, even all of them."""
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs : moor 1, cave 1              <- to move
        Bob  Hill Elves : bog 1
    """)
    after = given.play("expand", "end", "encamp cave:5")
    assert after.region("cave") == "Ann 1 + 5 encampment"
    assert after.region("moor") == "Ann 1"
    assert after.play("expand").cost("cave") == 2 + 1 + 5
    (marker,) = box().power("bivouacking").traits.markers
    assert marker.count == marker.per_region == 5


@rule("BIV-5")
def test_each_turn_encampments_may_move_to_other_regions() -> None:
    """At each redeployment they take them up and place them anew."""
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs : moor 1 + 4 encampment, cave 1 + encampment, bog 1   <- to move
        Bob  Hill Elves : hill 1
    """)
    pitching = given.play("expand", "end")
    assert pitching.view().left == 5
    after = pitching.play("encamp bog:3 cave:2")
    assert after.region("moor") == "Ann 1"
    assert after.region("cave") == "Ann 1 + 2 encampment"
    assert after.region("bog") == "Ann 1 + 3 encampment"


@rule("RUL-28")
def test_placing_each_encampment_is_optional() -> None:
    """They may keep some or all of them aside, and have them again at their next redeployment."""
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs : moor 1 + 2 encampment, cave 1                       <- to move
        Bob  Hill Elves : hill 1
    """)
    some = given.play("expand", "end", "encamp cave:1")
    assert some.region("cave") == "Ann 1 + encampment"
    assert some.region("moor") == "Ann 1"
    assert some.to_move == "Bob"
    none = given.play("expand", "end", "done")
    assert none.region("moor") == "Ann 1"
    assert none.play("expand", "end", "expand", "end").view().left == 5


@rule("BIV-6", "BIV-7")
def test_encampments_of_a_lost_region_are_put_back_at_the_end_of_the_attackers_turn() -> None:
    """No encampment is lost; the owner puts them in other regions after the attacker's turn."""
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs : moor 1 + encampment, cave 2 + 3 encampment, hill 1
        Bob  Forest Elves, 9 in hand : bog 1                                        <- to move
    """)
    taken = given.play("conquer cave")
    assert taken.region("cave") == "Bob 7"
    assert taken.race("orcs").displaced == 3
    withdrawn = taken.play("end", "redeploy bog:3 cave:7")
    assert (withdrawn.to_move, withdrawn.phase) == ("Ann", "withdraw")
    putting_back = withdrawn.play("withdraw hill:1")
    assert (putting_back.to_move, putting_back.phase) == ("Ann", "reencamp")
    assert putting_back.view().left == 3
    assert putting_back.legal == ["encamp moor", "encamp hill", "done"]
    after = putting_back.play("encamp moor:1 hill:2")
    assert after.region("moor") == "Ann 1 + 2 encampment"
    assert after.region("hill") == "Ann 2 + 2 encampment"
    assert (after.to_move, after.phase) == ("Ann", "ready")
    assert after.race("orcs").displaced == 0


@rule("BIV-7")
def test_only_the_encampments_of_lost_regions_move() -> None:
    """The other encampments stay where they are, and what they kept aside does not come in now."""
    given = scenario("""
        map  valley
        Ann  Bivouacking Orcs : fen 1 + encampment, down 1 + encampment, grove 1 + encampment
        Bob  Forest Elves, 9 in hand : field 1                                      <- to move
    """)
    after = given.play("conquer fen", "conquer down", "end", "redeploy field:2 fen:4 down:4")
    assert after.phase == "reencamp"
    assert after.view().left == 2  # two of five displaced, two aside
    after = after.play("encamp grove:2")
    assert after.region("grove") == "Ann 1 + 3 encampment"


@rule("BIV-7", "RUL-28")
def test_an_encampment_of_a_lost_region_may_be_kept_aside() -> None:
    """Putting each back is optional; it is there again at their next redeployment."""
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs : moor 1, cave 1 + 5 encampment
        Bob  Forest Elves, 9 in hand : bog 1                                        <- to move
    """)
    after = given.play("conquer cave", "end", "redeploy bog:2 cave:8", "done")
    assert after.region("moor") == "Ann 1"
    assert (after.to_move, after.phase) == ("Ann", "ready")
    assert after.play("expand", "end").view().left == 5


@rule("RUL-6")
def test_encampments_without_a_region_wait_for_the_next_redeployment() -> None:
    """The owner of no region keeps them aside until they redeploy again."""
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs : cave 3 + 2 encampment
        Bob  Forest Elves, 9 in hand : bog 1                                        <- to move
    """)
    after = given.play("conquer cave", "end", "redeploy bog:3 cave:7")
    assert (after.to_move, after.phase) == ("Ann", "ready")
    assert after.hand("orcs") == 2
    after = after.play("expand", "conquer moor", "end")
    assert after.phase == "encamp"
    assert after.view().left == 5
    assert after.play("encamp moor:5").region("moor") == "Ann 2 + 5 encampment"


@rule("BIV-8")
def test_all_encampments_leave_the_board_on_decline() -> None:
    """They defend nothing any more when the race is in decline."""
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs : moor 1 + 2 encampment, cave 2 + 3 encampment        <- to move
        Bob  Hill Elves : bog 1
    """)
    after = given.play("decline")
    assert after.region("moor") == "Ann 1"
    assert after.region("cave") == "Ann 1"
    assert after.play("expand").cost("cave") == 3


@rule("EXP-4", "BIV-5")
def test_encampments_of_an_abandoned_region_come_back_to_the_owner() -> None:
    """They place them with the others at the redeployment of that turn."""
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs : moor 1 + 5 encampment, cave 1                       <- to move
        Bob  Hill Elves : bog 1
    """)
    left = given.play("abandon moor")
    assert left.region("moor") == "empty"
    assert left.play("expand", "end", "encamp cave:5").region("cave") == "Ann 2 + 5 encampment"


@rule("RUL-48")
def test_amazons_who_empty_a_region_take_its_encampments_aside() -> None:
    """When the four tokens leave and a region is given up, its encampments go aside."""
    given = scenario("""
        map  valley
        Ann  Bivouacking Amazons : shore 1, cliff 1, beach 1, wood 1, peak 1        <- to move
        Bob  Hill Elves : fen 1
    """)
    after = given.play("expand", "end", "encamp shore:2 peak:3", "leave cliff", "leave beach", "leave wood")
    after = after.play("leave peak")
    assert after.region("peak") == "empty"
    assert after.region("shore") == "Ann 1 + 2 encampment"
    assert after.race("amazons").displaced == 0


@rule("RUL-38", "BIV-7")
def test_the_program_puts_encampments_back_where_the_defence_is_weakest() -> None:
    """With automatic withdrawal each encampment goes to the weakest region."""
    given = scenario("""
        map      four-regions
        options  auto_withdraw
        Ann      Bivouacking Orcs : moor 4, cave 1 + 3 encampment, hill 1
        Bob      Forest Elves, 9 in hand : bog 1                                    <- to move
    """)
    after = given.play("conquer cave", "end", "redeploy bog:4 cave:6")
    assert after.region("moor") == "Ann 4"
    assert after.region("hill") == "Ann 1 + 3 encampment"
    assert (after.to_move, after.phase) == ("Ann", "ready")


@rule("RUL-6", "LOS-5")
def test_encampments_without_a_region_wait_aside_until_the_next_redeployment() -> None:
    """They are not lost, and nobody is asked about them before the owner redeploys."""
    given = scenario("""
        map   four-regions
        Ann   Dragon Master Orcs, 1 in hand : bog 1         <- to move
        Bob   Bivouacking Elves             : cave 4 + 5 encampment
    """)
    after = given.play("dragon cave", "end")
    assert after.to_move == "Bob"
    assert after.phase == "ready"
    assert after.hand("elves") == 4
    redeploying = after.play("expand", "conquer moor", "end")
    assert redeploying.phase == "encamp"
    assert redeploying.play("encamp moor:5").region("moor") == "Bob 4 + 5 encampment"


@rule("RUL-28", "BIV-1")
def test_some_of_three_encampments_or_none_may_be_placed() -> None:
    """They may place some, or none."""
    given = scenario("""
        map   four-regions
        Ann   Bivouacking Orcs          : moor 1 + 3 encampment, cave 1     <- to move
        Bob
    """)
    asked = given.play("expand", "end")
    assert asked.phase == "encamp"
    none = asked.play("done")
    assert (none.region("moor"), none.region("cave"), none.to_move) == ("Ann 1", "Ann 1", "Bob")
    some = asked.play("encamp cave:2")
    assert (some.region("moor"), some.region("cave"), some.to_move) == (
        "Ann 1",
        "Ann 1 + 2 encampment",
        "Bob",
    )


@rule("RUL-59", "BIV-7")
def test_only_the_encampments_of_the_lost_region_are_put_back() -> None:
    """Two stand in the lost region, three are aside: two are put back."""
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs : moor 1, cave 1 + 2 encampment
        Bob  Forest Elves, 9 in hand : bog 1    <- to move
    """)
    after = given.play("conquer cave", "end", "redeploy bog:5 cave:5")
    assert after.phase == "reencamp"
    assert after.view().left == 2
    assert after.play("encamp moor:2").region("moor") == "Ann 1 + 2 encampment"
