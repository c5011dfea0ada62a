"""Merchant: one more coin for each region."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_two_tokens() -> None:
    """Merchant Skeletons: banner 6 and badge 2 make 8 tokens."""
    given = scenario("""
        map     four-regions
        column  Merchant Skeletons
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("skeletons") == 6 + 2


@rule("MER-1")
def test_each_region_gives_one_bonus_coin() -> None:
    """Merchant Skeletons holding three regions: 3 + 3 = 6 coins."""
    given = scenario("""
        map    valley
        coins  Ann 5, Bob 5
        Ann    Merchant Skeletons : cliff 2, wood 1, fen 1    <- to move
        Bob    Hill Elves : grove 1
    """)
    assert given.preview() == {"skeletons regions": 3, "skeletons region": 3}
    after = given.play("expand", "end", "redeploy cliff:2")
    assert after.coins("Ann") == 5 + 6


@rule("MER-1", "GEN-11")
def test_only_the_race_with_the_badge_is_paid() -> None:
    """Regions of their earlier race in decline give one coin each and no bonus."""
    given = scenario("""
        map    valley
        Ann    Trolls, in decline : beach 1 + lair, peak 1 + lair
        Ann    Merchant Orcs : shore 1    <- to move
        Bob    Hill Elves : grove 1
    """)
    assert given.preview() == {"trolls regions": 2, "orcs regions": 1, "orcs region": 1}


@rule("MER-1", "DEC-14")
def test_nothing_is_paid_in_decline() -> None:
    """Merchant Skeletons in decline: 1 coin per region, no bonus."""
    given = scenario("""
        map    valley
        coins  Ann 5, Bob 5
        Ann    Merchant Skeletons : cliff 1, wood 1, fen 1    <- to move
        Bob    Hill Elves : grove 1
    """)
    after = given.play("decline")
    assert after.coins("Ann") == 5 + 3
    after = after.play("expand", "end", "pick 2", "banner ratmen", "badge wealthy", "end")
    assert after.coins("Ann") == 8 - 1 + 3  # one coin paid for the new combo
