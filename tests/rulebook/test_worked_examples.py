"""The worked examples printed in the rulebooks."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("PCK-3", "PCK-4", "PCK-8")
def test_merchant_skeletons_take_eight_tokens_and_cost_two_coins() -> None:
    """Merchant Skeletons: banner 6 + badge 2 = 8 tokens; two combos lie above it, so it costs 2 coins."""
    given = scenario("""
        map     valley
        column  Flying Trolls | Hill Elves | Merchant Skeletons | Forest Humans | Swamp Orcs | Commando Giants
        Ann     <- to move
        Bob
    """)
    after = given.play("pick 3")
    assert after.hand("skeletons") == 6 + 2
    assert after.coins("Ann") == 5 - 2
    assert after.column()[:2] == ["flying trolls 1", "hill elves 1"]


@rule("CON-1", "CON-6")
def test_hills_held_by_a_lost_tribe_take_three_tokens() -> None:
    """Hills held by one Lost Tribe: 3 tokens."""
    given = scenario("""
        map   valley
        Ann   Merchant Skeletons, 8 in hand : wood 1       <- to move
        Bob
    """)
    assert given.cost_parts("dell") == {"base": 2, "lost_tribe": 1}
    assert given.play("conquer dell").region("dell") == "Ann 3"


@rule("SKE-1", "GEN-8")
def test_two_non_empty_regions_bring_one_new_skeleton() -> None:
    """Two non-empty regions conquered by Skeletons: 1 new token."""
    given = scenario("""
        map   valley
        Ann   Merchant Skeletons, 7 in hand : wood 1       <- to move
        Bob   Forest Elves                  : fen 2
    """)
    before = given.tray("skeletons")
    ended = given.play("conquer dell", "conquer grove", "end")
    assert ended.tray("skeletons") == before - 1
    after = ended.play("redeploy wood:7 dell:1 grove:1")
    assert after.region("wood") == "Ann 7"


@rule("SCO-1", "SCO-2", "MER-1")
def test_merchant_skeletons_with_three_regions_earn_six_coins() -> None:
    """Merchant Skeletons holding 3 regions: 3 + 3 = 6 coins."""
    given = scenario("""
        map   valley
        Ann   Merchant Skeletons            : wood 3, dell 1, grove 1       <- to move
        Bob   Forest Elves                  : fen 2
    """)
    assert given.preview() == {"skeletons regions": 3, "skeletons region": 3}
    assert given.play("expand", "end", "redeploy wood:3").coins("Ann") == 5 + 6


@rule("SCO-2", "SCO-3", "SCO-4", "HIL-1", "DEC-15")
def test_hill_tritons_and_merchant_skeletons_in_decline() -> None:
    """Hill Tritons with one hill: 1 bonus coin; the Merchant Skeletons in decline: 1 per region, no bonus."""
    given = scenario("""
        map     valley
        column  Hill Tritons | Flying Trolls | Forest Humans | Swamp Orcs | Commando Giants | Stout Wizards
        Ann     Merchant Skeletons          : wood 3, cliff 1, grove 1       <- to move
        Bob     Diplomat Elves              : fen 2
    """)
    declined = given.play("decline")
    assert declined.coins("Ann") == 5 + 3  # No merchant's bonus.
    entered = declined.play("expand", "end", "done", "pick 1", "banner ratmen", "badge spirit")
    conquered = entered.play("conquer beach", "conquer dell")
    assert conquered.preview() == {"tritons regions": 2, "tritons hill": 1, "skeletons regions": 3}
