"""Underworld: cheap caverns, all adjacent to each other."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_five_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Underworld Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 5


@rule("UND-1")
def test_a_region_with_a_cavern_costs_one_token_less() -> None:
    """Whatever its terrain and whoever holds it; regions without a cavern cost as ever."""
    given = scenario("""
        map  valley
        Ann  Underworld Orcs, 9 in hand : grove 1     <- to move
        Bob  Hill Elves : fen 2
    """)
    assert given.cost("wood") == 1
    assert given.cost("peak") == 2
    assert given.cost("fen") == 3
    assert given.cost_parts("fen") == {"base": 2, "tokens": 2, "underworld": -1}
    assert [given.cost(label) for label in ("shore", "beach", "field", "down")] == [2, 2, 2, 2]
    assert given.play("conquer fen").region("fen") == "Ann 3"


@rule("UND-2")
def test_at_least_one_token_is_always_needed() -> None:
    """Underworld Tritons pay two tokens less for a cavern at the coast, but never fewer than one."""
    given = scenario("""
        map  valley
        Ann  Underworld Tritons, 1 in hand : grove 1  <- to move
        Bob  Hill Elves : down 2
    """)
    assert given.cost("wood") == 1
    assert given.cost_parts("wood") == {"base": 2, "tritons": -1, "underworld": -1, "minimum": 1}
    assert given.play("conquer wood").hand("tritons") == 0


@rule("UND-3", "FOL-3")
def test_all_caverns_are_adjacent_to_each_other() -> None:
    """From one cavern they reach every other, and nothing else that is far away."""
    given = scenario("""
        map  valley
        Ann  Underworld Orcs, 9 in hand : peak 1      <- to move
        Bob  Hill Elves : shore 2
    """)
    assert given.targets() == ["beach", "wood", "dell", "field", "fen", "down"]
    assert given.reasons("grove") == ["not_adjacent"]
    assert given.play("conquer wood").region("wood") == "Ann 1"


@rule("UND-3")
def test_a_cavern_is_needed_to_go_through_the_tunnels() -> None:
    """Without a cavern of their own, adjacency is as for everyone."""
    given = scenario("""
        map  valley
        Ann  Underworld Orcs, 9 in hand : beach 1     <- to move
        Bob  Hill Elves : shore 2
    """)
    assert given.targets() == ["cliff", "dell", "peak"]
    assert given.reasons("fen") == ["not_adjacent"]


@rule("UND-3", "FST-1")
def test_the_first_conquest_is_in_a_border_region_all_the_same() -> None:
    """A cavern inland is adjacent only to caverns they hold."""
    given = scenario("""
        map  valley
        Ann  Underworld Orcs, 9 in hand               <- to move
        Bob  Hill Elves : shore 2
    """)
    assert given.reasons("wood") == ["not_border"]
    assert given.play("conquer fen").reasons("wood") == []


@rule("UND-3", "SOR-6")
def test_underworld_sorcerers_replace_a_token_through_the_tunnels() -> None:
    """Adjacent by cavern is adjacent for a substitution, which is a conquest."""
    given = scenario("""
        map  valley
        Ann  Underworld Sorcerers, 1 in hand : peak 1     <- to move
        Bob  Hill Elves : fen 1, shore 1
    """)
    assert given.play("substitute fen").region("fen") == "Ann 1"
    assert given.refusal("substitute shore") == "not_adjacent"


@rule("RUL-21", "GIA-1")
def test_underworld_giants_come_down_from_a_mountain_cavern_everywhere() -> None:
    """Caverns next to a mountain cavern they hold, through the tunnels, are cheaper for both reasons."""
    given = scenario("""
        map  valley
        Ann  Underworld Giants, 9 in hand : peak 1    <- to move
        Bob  Hill Elves : fen 3
    """)
    assert given.cost("fen") == 2 + 3 - 1 - 1
    assert given.cost_parts("fen") == {"base": 2, "tokens": 3, "giants": -1, "underworld": -1}
    assert given.play("conquer fen").region("fen") == "Ann 3"
    from_below = scenario("""
        map  valley
        Ann  Underworld Giants, 9 in hand : wood 1, cliff 1    <- to move
        Bob  Hill Elves : fen 3
    """)
    assert from_below.cost("fen") == 2 + 3 - 1  # the cliff has no cavern, the wood is no mountain


@rule("RUL-11")
def test_ghouls_in_decline_have_lost_tunnels_and_discount() -> None:
    """The badge is gone with the decline."""
    given = scenario("""
        map  valley
        Ann  Underworld Ghouls : peak 5               <- to move
        Bob  Hill Elves : shore 1
    """)
    assert given.play("expand").reasons("fen") == []
    after = given.play("decline", "expand", "end", "pick 1", "banner ratmen", "badge wealthy", "expand")
    assert after.view().acting_race == "ghouls"
    assert after.reasons("fen") == ["not_adjacent"]
    assert after.cost("fen") == 2
