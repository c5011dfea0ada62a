"""Following turns: ready the troops, conquer, abandon."""

from __future__ import annotations

from tests.scenario import rule, scenario

EXPANDING = """
    map   four-regions
    Ann   Forest Ratmen             : moor 4, cave 2       <- to move
    Bob   Hill Elves                : hill 1
"""


@rule("EXP-1", "RUL-39")
def test_all_but_one_token_of_each_region_come_to_hand() -> None:
    """The player takes their active tokens back in hand, provided 1 stays in each region they keep."""
    readied = scenario(EXPANDING).play("expand")
    assert readied.hand("ratmen") == 4
    assert (readied.region("moor"), readied.region("cave")) == ("Ann 1", "Ann 1")


@rule("EXP-1", "RUL-39")
def test_nobody_is_made_to_use_the_tokens() -> None:
    """What is not used is redeployed, where it was if they like."""
    after = scenario(EXPANDING).play("expand", "end", "redeploy moor:4 cave:2")
    assert (after.region("moor"), after.region("cave")) == ("Ann 4", "Ann 2")


@rule("EXP-1")
def test_tokens_in_decline_are_not_taken_up() -> None:
    """Only active tokens are readied."""
    given = scenario("""
        map   four-regions
        Ann   Forest Ratmen             : moor 4       <- to move
        Ann   Trolls, in decline        : cave 1 + lair
        Bob   Hill Elves                : hill 1
    """)
    readied = given.play("expand")
    assert readied.hand("ratmen") == 3
    assert readied.region("cave") == "Ann 1 + lair"
    assert given.refusal("abandon cave") == "not_your_region"


@rule("EXP-2")
def test_the_conquest_rules_apply_except_the_first_conquest_rule() -> None:
    """All conquest rules apply to an expansion turn except the first-conquest rule."""
    given = scenario("""
        map   valley
        Ann   Forest Ratmen             : wood 6       <- to move
        Bob   Hill Elves                : shore 1
    """)
    readied = given.play("expand")
    assert readied.cost("shore") == 3
    assert readied.cost("dell") == 3
    assert readied.play("conquer dell").region("dell") == "Ann 3"  # Inland.
    assert readied.refusal("conquer beach") == "not_adjacent"
    assert readied.refusal("conquer lake") == "water"


@rule("EXP-3")
def test_only_tokens_in_hand_conquer() -> None:
    """Only tokens taken back in hand can be used for new conquests."""
    given = scenario("""
        map   four-regions
        Ann   Forest Ratmen             : moor 1, cave 1       <- to move
        Bob   Hill Elves                : hill 1
    """)
    readied = given.play("expand")
    assert readied.hand("ratmen") == 0
    assert readied.refusal("conquer bog") == "too_few_tokens"
    assert readied.legal == ["end"]


@rule("EXP-3")
def test_the_token_that_stays_is_not_available() -> None:
    """The token left behind does not count for the next conquest."""
    given = scenario("""
        map   four-regions
        Ann   Forest Ratmen             : moor 2       <- to move
        Bob   Hill Elves                : hill 1
    """)
    readied = given.play("expand")
    assert readied.targets() == []
    assert readied.attempts() == ["cave"]  # One token against two.


@rule("EXP-4")
def test_regions_may_be_abandoned_to_free_tokens() -> None:
    """To free more tokens the player may empty some or all of their regions completely."""
    given = scenario(EXPANDING)
    after = given.play("abandon moor", "expand")
    assert after.region("moor") == "empty"
    assert after.hand("ratmen") == 5
    assert after.region("cave") == "Ann 1"
    everything = given.play("abandon moor", "abandon cave", "expand")
    assert everything.hand("ratmen") == 6


@rule("EXP-4", "RUL-25")
def test_regions_are_abandoned_before_the_first_conquest() -> None:
    """Regions are abandoned while readying the troops, not later in the turn."""
    given = scenario(EXPANDING)
    assert given.play("expand").refusal("abandon moor") == "abandon_too_late"
    assert given.play("expand", "conquer bog").refusal("abandon moor") == "abandon_too_late"
    assert given.refusal("abandon hill") == "not_your_region"


@rule("EXP-5")
def test_an_abandoned_region_gives_no_coins() -> None:
    """An abandoned region is no longer the player's and gives them no coins."""
    given = scenario(EXPANDING)
    after = given.play("abandon moor", "expand", "end")
    assert after.race("ratmen").regions == (2,)
    assert after.coins("Ann") == 5 + 1
    assert after.region("cave") == "Ann 6"


@rule("EXP-6", "FST-5")
def test_a_player_who_abandons_everything_starts_at_the_border() -> None:
    """A player who abandons all their regions must make their next conquest by the first-conquest rule."""
    given = scenario("""
        map   valley
        Ann   Forest Ratmen             : wood 4, dell 3       <- to move
        Bob   Hill Elves                : shore 1
    """)
    after = given.play("abandon wood", "abandon dell", "expand")
    assert after.refusal("conquer field") == "not_border"
    entered = after.play("conquer fen")
    assert entered.region("fen") == "Ann 2"
    assert entered.play("conquer field").region("field") == "Ann 2"


@rule("RUL-25", "GEN-10")
def test_an_abandoned_region_may_be_conquered_again_and_is_then_empty() -> None:
    """An abandoned region may be conquered again the same turn; it is then empty."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : moor 4, cave 2       <- to move
        Bob   Hill Elves                : hill 1
    """)
    after = given.play("abandon moor", "expand", "conquer moor")
    assert after.region("moor") == "Ann 2"
    assert after.view().non_empty_conquests == 0


@rule("RUL-26", "TRN-8")
def test_a_player_who_abandoned_a_region_cannot_decline() -> None:
    """Decline is the turn's first and only act: not after an abandonment."""
    given = scenario(EXPANDING)
    assert given.play("abandon moor").refusal("decline") == "decline_too_late"


@rule("RUL-25", "EXP-4", "GEN-10")
def test_a_region_taken_again_after_abandoning_pays_no_bonus() -> None:
    """It gives the Orcs no bonus, for nobody holds it."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : moor 3, cave 2    <- to move
        Bob
    """)
    after = given.play("abandon moor", "expand", "conquer moor")
    assert after.region("moor") == "Ann 2"
    assert after.preview() == {"orcs regions": 2}


@rule("RUL-25")
def test_regions_are_abandoned_only_before_the_first_conquest_or_roll() -> None:
    """Once troops are readied and conquest begins, nothing can be abandoned."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : moor 3, cave 2    <- to move
        Bob
    """)
    assert "abandon moor" in given.legal
    assert given.play("expand").refusal("abandon moor") == "abandon_too_late"
    assert given.play("expand", "conquer bog").refusal("abandon moor") == "abandon_too_late"
    rolled = scenario("""
        map   four-regions
        Ann   Berserk Orcs              : moor 3, cave 2    <- to move
        Bob
    """).play("expand", "roll", "die 0")
    assert rolled.refusal("abandon moor") == "abandon_too_late"


@rule("RUL-39", "EXP-1", "RED-1")
def test_readying_takes_all_tokens_but_one_of_each_region() -> None:
    """Nobody is made to use them: what is not used is redeployed."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : moor 4, cave 2    <- to move
        Bob
    """)
    readied = given.play("expand")
    assert readied.hand("orcs") == 4
    assert (readied.region("moor"), readied.region("cave")) == ("Ann 1", "Ann 1")
    after = readied.play("end", "redeploy moor:4 cave:2")
    assert (after.region("moor"), after.region("cave"), after.to_move) == ("Ann 4", "Ann 2", "Bob")
