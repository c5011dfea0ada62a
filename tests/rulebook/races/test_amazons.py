"""Amazons: four tokens that attack and do not defend."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("AMA-2", "CMP-7", "RUL-9")
def test_the_amazons_start_with_ten_tokens_and_the_badge_number() -> None:
    """The first turn of an Amazon player starts with 6 + 4 tokens and those of the badge; the box has 15."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Hill Amazons
    """)
    after = given.play("pick 1")
    assert after.hand("amazons") == 14
    assert after.tray("amazons") == 1


@rule("AMA-1", "AMA-3")
def test_four_amazons_leave_the_map_when_the_troops_are_redeployed() -> None:
    """At the end of their redeployment the player takes four Amazons off the map; they do not defend."""
    given = scenario("""
        map   valley
        Ann   Hill Amazons, 7 in hand  : fen 1, down 1   <- to move
        Bob   Forest Orcs              : shore 1
    """)
    redeploying = given.play("end")
    assert redeploying.refusal("redeploy fen:8") == "wrong_sum"
    assert redeploying.refusal("redeploy fen:5") == "wrong_sum"
    after = redeploying.play("redeploy fen:3 down:2")
    assert after.region("fen") == "Ann 3"
    assert after.region("down") == "Ann 2"
    assert after.hand("amazons") == 4
    assert after.to_move == "Bob"
    assert after.cost("fen") == 5  # 2, + the 3 tokens that stayed


@rule("AMA-1")
def test_all_amazons_in_hand_may_conquer() -> None:
    """The four extra tokens serve for conquest."""
    given = scenario("""
        map   valley
        Ann   Hill Amazons, 4 in hand   : fen 1
        Bob   Forest Orcs, 2 in hand    : field 2
        turn  Ann conquer, acted
    """)
    after = given.play("conquer field")
    assert after.region("field") == "Ann 4"
    assert after.hand("amazons") == 0


@rule("AMA-4")
def test_an_amazon_stays_in_each_region_while_there_are_spare_ones() -> None:
    """The player leaves at least one Amazon in each of their regions if that is possible."""
    given = scenario("""
        map   valley
        Ann   Hill Amazons, 2 in hand  : grove 1, fen 3, down 1
        Bob   Forest Orcs              : shore 1
        turn  Ann conquer, acted
    """)
    after = given.play("end")
    assert after.to_move == "Bob"
    assert [after.region(name) for name in ("grove", "fen", "down")] == ["Ann 1"] * 3
    assert after.hand("amazons") == 4
    assert "gave_up" not in after.codes()


@rule("AMA-5")
def test_the_four_amazons_come_back_when_the_troops_are_readied() -> None:
    """The four tokens are used again on the owner's next turn."""
    given = scenario("""
        map   valley
        Ann   Hill Amazons, 7 in hand  : fen 1, down 1   <- to move
        Bob   Forest Orcs              : shore 1
    """)
    later = given.play("end", "redeploy fen:3 down:2", "expand", "end")
    assert later.to_move == "Ann"
    readied = later.play("expand")
    assert readied.hand("amazons") == 7  # 4, + 2 of fen, + 1 of down
    assert readied.play("conquer field").hand("amazons") == 5


@rule("AMA-2")
def test_amazons_that_were_lost_do_not_come_back() -> None:
    """Ten tokens on the first turn; later whatever survives."""
    given = scenario("""
        map   valley
        Ann   Hill Amazons, 4 in hand  : fen 2, down 2
        Bob   Forest Orcs, 4 in hand   : grove 1   <- to move
    """)
    later = given.play("conquer fen", "end", "redeploy fen:4")
    assert later.tray("amazons") == 8  # 7, + the token lost at fen
    assert later.region("down") == "Ann 3"
    assert later.play("expand").hand("amazons") == 6  # 4, + 2 of down


@rule("RUL-5", "AMA-3")
def test_four_amazons_come_off_even_if_regions_must_be_given_up() -> None:
    """With too few spare tokens the owner chooses which regions to give up."""
    given = scenario("""
        map    valley
        Ann    Hill Amazons, 2 in hand  : grove 1, fen 1, down 1
        Bob    Forest Orcs              : shore 1
        turn   Ann conquer, acted
    """)
    choosing = given.play("end")
    assert choosing.phase == "give_up"
    after = choosing.play("leave grove down")
    assert after.region("grove") == "empty"
    assert after.region("down") == "empty"
    assert after.region("fen") == "Ann 1"
    assert after.hand("amazons") == 4
    assert after.coins("Ann") == 6  # an abandoned region pays nothing
    assert choosing.play("leave fen", "leave down").region("grove") == "Ann 1"
    assert choosing.play("leave grove", "leave fen").region("down") == "Ann 1"


@rule("RUL-5")
def test_spare_amazons_go_before_a_region_is_given_up() -> None:
    """One stays in each region where that is possible: only what is missing comes out of the regions."""
    given = scenario("""
        map    valley
        Ann    Hill Amazons, 1 in hand  : grove 2, fen 2, down 1
        Bob    Forest Orcs              : shore 1
        turn   Ann conquer, acted
    """)
    after = given.play("end", "leave grove")
    assert after.region("fen") == "Ann 1"
    assert after.region("down") == "Ann 1"
    assert after.hand("amazons") == 4
    assert after.to_move == "Bob"


@rule("RUL-5")
def test_with_fewer_than_four_on_the_map_all_amazons_come_off() -> None:
    """With fewer than four on the map, all come off; they return by a first conquest."""
    given = scenario("""
        map    valley
        Ann    Hill Amazons, 1 in hand  : fen 1, down 1
        Bob    Forest Orcs              : shore 1
        turn   Ann conquer, acted
    """)
    after = given.play("end")
    assert after.region("fen") == "empty"
    assert after.region("down") == "empty"
    assert after.hand("amazons") == 3
    assert after.coins("Ann") == 5
    later = after.play("expand", "end", "expand")
    assert later.hand("amazons") == 3
    assert later.reasons("field") == ["not_border"]
    assert later.reasons("fen") == []


@rule("RUL-5")
def test_exactly_four_amazons_leave_nobody_on_the_map() -> None:
    """Four tokens come off in any case."""
    given = scenario("""
        map    valley
        Ann    Hill Amazons, 2 in hand  : fen 1, down 1
        Bob    Forest Orcs              : shore 1
        turn   Ann conquer, acted
    """)
    after = given.play("end")
    assert after.hand("amazons") == 4
    assert after.race("amazons").regions == ()


@rule("RUL-5")
def test_the_four_amazons_go_to_the_tray_when_the_race_declines() -> None:
    """Off the map they go to the tray on decline, and the race in decline takes none off any more."""
    given = scenario("""
        map   valley
        Ann   Hill Amazons, 4 in hand  : fen 3, down 2
        Bob   Forest Orcs              : shore 1
        turn  Ann ready
    """)
    after = given.play("decline")
    assert after.hand("amazons") == 0
    assert after.tray("amazons") == 13
    assert after.region("fen") == "Ann 1"
    assert after.region("down") == "Ann 1"
    assert after.coins("Ann") == 7


@rule("RUL-5", "RUL-7")
def test_amazons_off_the_map_do_not_count_in_the_tie_break() -> None:
    """Only race tokens on the map break a tie."""
    given = scenario("""
        map        valley
        game-turn  10
        coins      Ann 11, Bob 10
        Ann        Hill Amazons, 4 in hand  : fen 1
        Bob        Forest Orcs              : shore 2   <- to move
    """)
    after = given.play("expand", "end")
    assert after.to_move == "nobody"
    places = [(place.seat, place.coins, place.tokens) for place in after.game.ranking()]
    assert places == [(1, 11, 2), (0, 11, 1)]


@rule("RUL-5", "AMA-3", "AMA-4")
def test_four_amazons_come_off_and_one_stays_in_each_region_where_that_is_possible() -> None:
    """With enough tokens nobody is asked: four leave and no region is given up."""
    given = scenario("""
        map   four-regions
        Ann   Hill Amazons, 4 in hand   : moor 1, cave 1, bog 1
        Bob
        turn  Ann conquer, acted
    """)
    after = given.play("end")
    assert after.to_move == "Bob"
    assert after.hand("amazons") == 4
    assert [after.region(r) for r in ("moor", "cave", "bog")] == ["Ann 1", "Ann 1", "Ann 1"]


@rule("RUL-5")
def test_amazons_short_of_tokens_give_up_regions_of_their_owners_choice() -> None:
    """Four tokens come off in any case; the owner chooses the regions that fall empty."""
    given = scenario("""
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Forest Amazons, 2 in hand : moor 1, cave 1, bog 1, hill 1
        Bob
        turn  Ann conquer, acted
    """)
    asked = given.play("end")
    assert asked.phase == "give_up"
    assert asked.to_move == "Ann"
    after = asked.play("leave cave hill")
    assert [after.region(r) for r in ("moor", "cave", "bog", "hill")] == ["Ann 1", "empty", "Ann 1", "empty"]
    assert after.hand("amazons") == 4
    assert after.coins("Ann") == 2  # what was given up does not score


@rule("RUL-5")
def test_amazons_may_not_keep_a_region_they_owe_a_token_for() -> None:
    """Neither more nor fewer than the missing tokens come off."""
    given = scenario("""
        map   four-regions
        Ann   Hill Amazons, 2 in hand   : moor 1, cave 1, bog 1, hill 1
        Bob
        turn  Ann conquer, acted
    """)
    asked = given.play("end")
    assert "done" not in asked.legal
    assert asked.play("leave moor").phase == "give_up"
    assert asked.play("leave moor", "leave cave").to_move == "Bob"


@rule("RUL-5")
def test_with_fewer_than_four_amazons_on_the_map_all_come_off() -> None:
    """Three Amazons hold nothing at the end of their turn."""
    given = scenario("""
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Hill Amazons              : moor 1, cave 1, bog 1
        Bob
        turn  Ann conquer, acted
    """)
    after = given.play("end")
    assert after.to_move == "Bob"
    assert [after.region(r) for r in ("moor", "cave", "bog")] == ["empty", "empty", "empty"]
    assert after.hand("amazons") == 3
    assert after.coins("Ann") == 0


@rule("RUL-5", "AMA-5")
def test_the_four_amazons_are_in_hand_again_when_the_troops_are_readied() -> None:
    """They join the tokens taken back in hand."""
    given = scenario("""
        map   four-regions
        Ann   Hill Amazons, 4 in hand   : moor 2       <- to move
        Bob
    """)
    assert given.phase == "ready"
    assert given.play("expand").hand("amazons") == 5


@rule("RUL-5", "RUL-43")
def test_the_four_amazons_go_to_the_tray_on_decline() -> None:
    """Only the tokens on the map, one in each region, are left of them."""
    given = scenario("""
        map   four-regions
        Ann   Hill Amazons, 4 in hand   : moor 2, cave 1   <- to move
        Bob
    """)
    after = given.play("decline")
    assert after.hand("amazons") == 0
    assert after.tray("amazons") == 15 - 2


@rule("RUL-48", "RUL-5")
def test_encampments_of_a_region_the_amazons_empty_go_aside() -> None:
    """They wait for the next redeployment."""
    given = scenario("""
        map   four-regions
        Ann   Bivouacking Amazons, 3 in hand : moor 1, cave 1
        Bob   Forest Elves                   : hill 1
        turn  Ann conquer, acted
    """)
    after = given.play("end", "encamp moor:4 cave:1", "leave moor")
    assert (after.region("moor"), after.region("cave")) == ("empty", "Ann 1 + encampment")
    later = after.play("expand", "end", "expand", "end")
    assert later.phase == "encamp"
    assert later.view().left == 5


@rule("RUL-48", "RUL-5", "FTF-2")
def test_the_fortress_of_a_region_the_amazons_empty_is_removed() -> None:
    """It neither stays nor pays."""
    given = scenario("""
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Fortified Amazons, 3 in hand : moor 1 + fortress, cave 1
        Bob
        turn  Ann conquer, acted
    """)
    after = given.play("end", "done", "leave moor")
    assert after.region("moor") == "empty"
    assert after.coins("Ann") == 1
