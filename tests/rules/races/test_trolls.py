"""Trolls: a lair in each region they hold."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("TRO-2", "TRO-3", "TRO-5", "CON-5")
def test_a_lair_still_defends_when_the_trolls_are_in_decline() -> None:
    """A lair counts 1 for defence after decline, and goes when the region falls."""
    given = scenario("""
        map   four-regions              # moor - cave - bog - hill
        Ann   Trolls, in decline        : cave 1 + lair
        Bob   Forest Orcs, 5 in hand    : bog 1        <- to move
    """)
    assert given.cost("cave") == 4  # 2, + 1 token, + 1 lair
    after = given.play("conquer cave")
    assert after.region("cave") == "Bob 4"
