"""Swamp: one coin for each swamp region."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_four_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Swamp Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 4


@rule("SWA-1")
def test_each_swamp_region_gives_one_bonus_coin() -> None:
    """Swamps alone pay, whatever else they hold."""
    given = scenario("""
        map    valley
        coins  Ann 5, Bob 5
        Ann    Swamp Orcs : beach 1, fen 1, shore 1, wood 1    <- to move
        Bob    Merchant Elves : grove 1
    """)
    assert given.preview() == {"orcs regions": 4, "orcs swamp": 2}
    after = given.play("expand", "end")
    assert after.coins("Ann") == 5 + 4 + 2
    assert after.play("expand", "end", "expand", "end").coins("Ann") == 5 + 2 * (4 + 2)


@rule("SWA-1", "GEN-11")
def test_only_the_race_with_the_badge_is_paid() -> None:
    """Regions of their earlier race in decline and of others give them no bonus."""
    given = scenario("""
        map    valley
        Ann    Dwarves, in decline : fen 1
        Ann    Swamp Orcs : beach 1    <- to move
        Bob    Merchant Elves : grove 1
    """)
    assert given.preview() == {"dwarves regions": 1, "orcs regions": 1, "orcs swamp": 1}


@rule("SWA-1", "DEC-14")
def test_nothing_is_paid_in_decline() -> None:
    """The bonus ends with the decline, the turn of decline included."""
    given = scenario("""
        map    valley
        coins  Ann 5, Bob 5
        Ann    Swamp Orcs : beach 1, fen 1    <- to move
        Bob    Merchant Elves : grove 1
    """)
    after = given.play("decline")
    assert after.coins("Ann") == 5 + 2
    after = after.play("expand", "end", "pick 2", "banner ratmen", "badge wealthy", "end")
    assert after.coins("Ann") == 7 - 1 + 2  # one coin paid for the new combo
