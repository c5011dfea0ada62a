"""Tritons: coastal regions are cheaper."""

from __future__ import annotations

import pytest

from tests.scenario import rule, scenario


@rule("CMP-7", "RUL-9")
def test_the_banner_of_the_tritons_gives_six_tokens() -> None:
    """6 tokens and those of the badge come to hand; the box has 11."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Hill Tritons
    """)
    after = given.play("pick 1")
    assert after.hand("tritons") == 10
    assert after.tray("tritons") == 1


@pytest.mark.parametrize(
    ("region", "cost"),
    [
        ("shore", 1),  # on the sea
        ("cliff", 2),  # a mountain on the sea
        ("beach", 1),
        ("wood", 1),  # on the lake
        ("dell", 2),  # a Lost Tribe on the lake
        ("grove", 2),
        ("field", 3),  # two Orcs on the lake
        ("peak", 3),  # a mountain inland
        ("fen", 2),
        ("down", 2),
    ],
)
@rule("TRI-1", "GEN-12")
def test_a_coastal_region_costs_one_less(region: str, cost: int) -> None:
    """Tritons pay 1 token less for a region that borders a sea or a lake, and for no other."""
    given = scenario("""
        map   valley
        Ann   Hill Tritons, 9 in hand               <- to move
        Bob   Forest Orcs               : field 2
    """)
    assert given.cost(region) == cost


@rule("TRI-1")
def test_the_saved_token_stays_in_hand() -> None:
    """The region is taken with one token less."""
    given = scenario("""
        map   valley
        Ann   Hill Tritons, 3 in hand               <- to move
        Bob   Forest Orcs               : field 2
    """)
    after = given.play("conquer beach")
    assert after.region("beach") == "Ann 1"
    assert after.hand("tritons") == 2
    assert "peak" in after.attempts()
    assert "dell" in after.targets()


@rule("TRI-2", "CON-9")
def test_at_least_one_triton_is_needed() -> None:
    """Even the cheapest coast takes a token."""
    given = scenario("""
        map   valley
        Ann   Commando Tritons, 1 in hand           <- to move
        Bob   Forest Orcs               : field 2
    """)
    assert given.cost("shore") == 1
    assert given.cost_parts("shore") == {"base": 2, "tritons": -1, "commando": -1, "minimum": 1}
    after = given.play("conquer beach")
    assert after.region("beach") == "Ann 1"
    assert after.refusal("conquer dell") == "too_few_tokens"
