"""Mounted: hills and farmland one token cheaper."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_five_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Mounted Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 5


@rule("MOU-1")
def test_a_hill_region_costs_one_token_less() -> None:
    """Hills, with a lost tribe on it or an enemy; a mountain is not a hill."""
    given = scenario("""
        map  valley
        Ann  Mounted Orcs, 5 in hand : peak 1    <- to move
        Bob  Forest Elves : down 2
    """)
    assert given.cost("dell") == 2 + 1 - 1
    assert given.cost("down") == 2 + 2 - 1
    assert given.cost_parts("down") == {"base": 2, "tokens": 2, "mounted": -1}
    assert given.cost("cliff") == 3
    assert given.play("conquer down").region("down") == "Ann 3"


@rule("MOU-2")
def test_a_farmland_region_costs_one_token_less() -> None:
    """Farmland too, empty or defended."""
    given = scenario("""
        map  valley
        Ann  Mounted Orcs, 5 in hand : peak 1    <- to move
        Bob  Forest Elves : field 3
    """)
    assert given.cost("shore") == 1
    assert given.cost("field") == 2 + 3 - 1
    assert given.cost_parts("field") == {"base": 2, "tokens": 3, "mounted": -1}
    assert given.play("conquer field").region("field") == "Ann 4"


@rule("MOU-1", "MOU-2")
def test_other_regions_cost_as_much_as_ever() -> None:
    """Forest, swamp and mountain are not cheaper."""
    given = scenario("""
        map  valley
        Ann  Mounted Orcs, 5 in hand : dell 1    <- to move
        Bob  Forest Elves : down 1
    """)
    assert [given.cost(label) for label in ("beach", "wood", "fen", "cliff", "peak", "grove")] == [
        2,
        2,
        2,
        3,
        3,
        3,
    ]


@rule("MOU-3")
def test_at_least_one_token_is_always_needed() -> None:
    """Mounted Tritons pay two tokens less for farmland at the coast, but never fewer than one."""
    given = scenario("""
        map  valley
        Ann  Mounted Tritons, 2 in hand          <- to move
        Bob  Forest Elves : down 1
    """)
    assert given.cost("shore") == 1
    assert given.cost_parts("shore") == {"base": 2, "tritons": -1, "mounted": -1, "minimum": 1}
    assert given.play("conquer shore").hand("tritons") == 1


@rule("RUL-11")
def test_ghouls_in_decline_have_lost_the_discount() -> None:
    """The badge is gone with the decline."""
    given = scenario("""
        map  four-regions
        Ann  Mounted Ghouls : moor 4             <- to move
        Bob  Forest Elves : hill 1
    """)
    assert given.cost("cave") == 1
    after = given.play("decline", "expand", "end", "pick 1", "banner ratmen", "badge wealthy", "expand")
    assert after.view().acting_race == "ghouls"
    assert after.cost("cave") == 2
