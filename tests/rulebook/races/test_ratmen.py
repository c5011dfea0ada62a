"""Ratmen: no benefit but their number."""

from __future__ import annotations

from elbowroom.rules.traits import Traits
from tests.scenario import box, rule, scenario


@rule("RAT-1", "CMP-7", "RUL-9")
def test_the_banner_of_the_ratmen_gives_eight_tokens() -> None:
    """8 tokens and those of the badge come to hand; the box has 13."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Hill Ratmen
    """)
    after = given.play("pick 1")
    assert after.hand("ratmen") == 12
    assert after.tray("ratmen") == 1


@rule("RAT-1")
def test_the_banner_of_the_ratmen_says_nothing_else() -> None:
    """Their number of tokens is all they have."""
    assert box().race("ratmen").traits == Traits(tokens=8)


@rule("RAT-1")
def test_ratmen_pay_the_plain_cost_and_score_plain_regions() -> None:
    """No region is cheaper for them, none pays them more, and no marker is theirs."""
    given = scenario("""
        map   valley
        Ann   Stout Ratmen, 9 in hand               <- to move
        Bob   Forest Orcs               : fen 1
    """)
    costs = {
        "shore": 2,
        "cliff": 3,
        "beach": 2,
        "wood": 2,
        "dell": 3,
        "grove": 3,
        "peak": 3,
        "field": 2,
        "fen": 3,
    }
    assert {region: given.cost(region) for region in costs} == costs
    assert given.targets() == ["shore", "cliff", "beach", "grove", "peak", "fen", "down"]
    after = given.play("conquer cliff", "conquer dell", "conquer field")
    assert after.region("cliff") == "Ann 3"
    assert after.region("dell") == "Ann 3"
    assert after.preview() == {"ratmen regions": 3}
    assert after.play("end", "redeploy cliff:4 dell:4", "stay").tray("ratmen") == 4


@rule("RAT-1")
def test_ratmen_lose_a_token_like_everyone() -> None:
    """A lost region costs one token; in decline one token stays in each region."""
    given = scenario("""
        map   valley
        Ann   Stout Ratmen              : fen 3, down 2
        Bob   Forest Orcs, 5 in hand    : grove 1   <- to move
    """)
    after = given.play("conquer fen", "end", "redeploy fen:5")
    assert after.region("down") == "Ann 4"
    assert after.tray("ratmen") == 9
    declined = after.play("decline")
    assert declined.region("down") == "Ann 1"
    assert declined.coins("Ann") == 6
