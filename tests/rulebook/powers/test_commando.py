"""Commando: every region one token cheaper."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_four_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Commando Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 4


@rule("COM-1")
def test_every_region_costs_one_token_less() -> None:
    """Empty, defended by a lost tribe, a mountain or tokens: one less."""
    given = scenario("""
        map  valley
        Ann  Commando Orcs, 6 in hand : dell 1      <- to move
        Bob  Hill Elves : field 3
    """)
    assert given.cost("beach") == 1
    assert given.cost("wood") == 1
    assert given.cost("shore") == 1
    assert given.cost("down") == 1
    assert given.cost("cliff") == 2
    assert given.cost("grove") == 2
    assert given.cost("field") == 4
    assert given.cost_parts("field") == {"base": 2, "tokens": 3, "commando": -1}
    after = given.play("conquer field")
    assert after.region("field") == "Ann 4"
    assert after.hand("orcs") == 2


@rule("COM-1")
def test_the_first_conquest_is_cheaper_too_and_adjacency_rules_stay() -> None:
    """One token less for any region they may conquer; which these are does not change."""
    entering = scenario("""
        map  valley
        Ann  Commando Orcs, 6 in hand               <- to move
        Bob  Hill Elves : field 1
    """)
    assert entering.reasons("wood") == ["not_border"]
    after = entering.play("conquer beach")
    assert after.region("beach") == "Ann 1"
    assert after.reasons("shore") == ["not_adjacent"]
    assert after.reasons("sea") == ["water"]


@rule("COM-2")
def test_at_least_one_token_is_always_needed() -> None:
    """Commando Tritons pay two tokens less at the coast, but never fewer than one."""
    given = scenario("""
        map  valley
        Ann  Commando Tritons, 2 in hand            <- to move
        Bob  Hill Elves : field 1
    """)
    assert given.cost("beach") == 1
    assert given.cost_parts("beach") == {"base": 2, "tritons": -1, "commando": -1, "minimum": 1}
    after = given.play("conquer beach")
    assert after.hand("tritons") == 1
    assert after.cost("cliff") == 1
    after = after.play("conquer cliff")
    assert after.hand("tritons") == 0
    assert after.legal == ["end"]


@rule("RUL-11")
def test_ghouls_in_decline_have_lost_the_discount() -> None:
    """The badge is gone with the decline."""
    given = scenario("""
        map  four-regions
        Ann  Commando Ghouls : moor 4               <- to move
        Bob  Hill Elves : hill 1
    """)
    assert given.cost("cave") == 1
    after = given.play("decline", "expand", "end", "pick 1", "banner ratmen", "badge wealthy", "expand")
    assert after.view().acting_race == "ghouls"
    assert after.cost("cave") == 2
