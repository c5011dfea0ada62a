"""Halflings: they enter anywhere and dig two holes in the ground."""

from __future__ import annotations

import pytest

from tests.scenario import rule, scenario


@rule("CMP-7", "RUL-9")
def test_the_banner_of_the_halflings_gives_six_tokens() -> None:
    """6 tokens and those of the badge come to hand; the box has 11."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Hill Halflings
    """)
    after = given.play("pick 1")
    assert after.hand("halflings") == 10
    assert after.tray("halflings") == 1


@rule("HAL-1", "FST-7")
def test_halflings_enter_at_any_region() -> None:
    """They may enter the map at any land region, not only at a border region; then adjacency binds them."""
    given = scenario("""
        map   valley
        Ann   Hill Halflings, 10 in hand            <- to move
        Bob   Forest Orcs               : shore 1
    """)
    assert given.targets() == [
        "shore", "cliff", "beach", "wood", "dell", "grove", "peak", "field", "fen", "down"
    ]  # fmt: skip
    assert given.reasons("lake") == ["water"]
    inside = given.play("conquer wood")
    assert inside.region("wood") == "Ann 2 + hole"
    assert inside.reasons("fen") == ["not_adjacent"]


@rule("HAL-1")
def test_halflings_who_lost_everything_enter_anywhere_again() -> None:
    """Their entrance is never bound to the border."""
    given = scenario("""
        map   valley
        Ann   Hill Halflings            : fen 4, down 1   <- to move
        Bob   Forest Orcs               : shore 1
    """)
    after = given.play("abandon fen", "abandon down", "expand")
    assert after.hand("halflings") == 5
    assert after.reasons("field") == []


@rule("HAL-2", "HAL-3", "CMP-15")
def test_the_first_two_regions_conquered_get_a_hole() -> None:
    """A hole is placed in the first and in the second region they conquer, not in the third."""
    given = scenario("""
        map   valley
        Ann   Hill Halflings, 10 in hand            <- to move
        Bob   Forest Orcs               : shore 1
    """)
    first = given.play("conquer field")
    assert first.region("field") == "Ann 2 + hole"
    second = first.play("conquer fen")
    assert second.region("fen") == "Ann 2 + hole"
    third = second.play("conquer down")
    assert third.region("down") == "Ann 2"


@rule("HAL-2", "HAL-3", "RUL-34")
def test_a_region_taken_with_the_die_gets_a_hole_too() -> None:
    """The first two regions count however they are conquered."""
    given = scenario("""
        map   valley
        Ann   Hill Halflings, 1 in hand, 1 placed : fen 1 + hole   <- to move
        Bob   Forest Orcs                         : shore 1
    """)
    assert given.play("conquer field", "die 1").region("field") == "Ann 1 + hole"


@rule("HAL-4", "CON-13")
def test_a_region_with_a_hole_cannot_be_conquered() -> None:
    """A hole makes its region immune to enemy conquest, however many tokens come."""
    given = scenario("""
        map   valley
        Ann   Hill Halflings, 2 placed  : fen 1 + hole, down 1
        Bob   Forest Orcs, 9 in hand    : field 1   <- to move
    """)
    assert given.refusal("conquer fen") == "immune"
    assert given.reasons("down") == []


@rule("HAL-4", "GEN-14", "SOR-9")
def test_a_hole_is_safe_from_sorcerers() -> None:
    """Race benefits cannot reach a region with a hole."""
    given = scenario("""
        map   valley
        Ann   Hill Halflings, 2 placed  : fen 1 + hole, down 1
        Bob   Forest Sorcerers          : field 1
        turn  Bob conquer, acted
    """)
    assert given.refusal("substitute fen") == "immune"
    assert given.play("substitute down").region("down") == "Bob 1"


@rule("HAL-4", "GEN-14")
def test_a_hole_is_safe_from_the_dragon() -> None:
    """Special powers cannot reach a region with a hole."""
    given = scenario("""
        map   valley
        Ann   Hill Halflings, 2 placed       : fen 1 + hole, down 3
        Bob   Dragon Master Orcs, 1 in hand  : field 1   <- to move
    """)
    assert given.refusal("dragon fen") == "immune"
    assert given.play("dragon down").region("down") == "Bob 1 + dragon"


@rule("HAL-5")
def test_holes_are_removed_when_the_halflings_decline() -> None:
    """In decline both holes are gone, and their protection with them."""
    given = scenario("""
        map   valley
        Ann   Hill Halflings, 2 placed  : fen 3 + hole, down 1 + hole   <- to move
        Bob   Forest Orcs               : field 6
    """)
    after = given.play("decline")
    assert after.region("fen") == "Ann 1"
    assert after.region("down") == "Ann 1"
    assert after.play("expand", "conquer fen").region("fen") == "Bob 3"


@rule("HAL-6", "RUL-34")
def test_a_hole_is_removed_when_its_region_is_abandoned_and_is_never_replaced() -> None:
    """An abandoned hole is gone; the next regions conquered get none."""
    given = scenario("""
        map   valley
        Ann   Hill Halflings, 2 placed  : fen 4 + hole, down 1 + hole   <- to move
        Bob   Forest Orcs               : shore 1
    """)
    after = given.play("abandon down")
    assert after.region("down") == "empty"
    assert after.region("fen") == "Ann 4 + hole"
    again = after.play("expand", "conquer down", "conquer field")
    assert again.region("down") == "Ann 2"
    assert again.region("field") == "Ann 2"


@rule("RUL-34")
def test_the_second_hole_waits_for_the_second_region_ever_conquered() -> None:
    """With one region conquered so far, abandoning it does not give its hole back."""
    given = scenario("""
        map   valley
        Ann   Hill Halflings, 1 placed  : fen 6 + hole   <- to move
        Bob   Forest Orcs               : shore 1
    """)
    after = given.play("abandon fen", "expand", "conquer fen", "conquer field")
    assert after.region("fen") == "Ann 2 + hole"
    assert after.region("field") == "Ann 2"


@rule("RUL-34", "HAL-2", "HAL-3")
def test_the_first_two_regions_the_halflings_ever_conquer_get_the_holes() -> None:
    """The third gets none."""
    given = scenario("""
        map   four-regions
        Ann   Hill Halflings, 9 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    after = given.play("conquer bog", "conquer cave", "conquer moor")
    assert [after.region(r) for r in ("bog", "cave", "moor")] == ["Ann 2 + hole", "Ann 2 + hole", "Ann 2"]


@rule("RUL-34")
def test_the_second_hole_may_come_in_a_later_turn() -> None:
    """What counts is the order of conquests, not the turn."""
    given = scenario("""
        map   four-regions
        Ann   Hill Halflings, 4 in hand, 1 placed   : bog 1 + hole      <- to move
        Bob
    """)
    assert given.play("conquer cave").region("cave") == "Ann 2 + hole"


@rule("RUL-34")
@pytest.mark.parametrize(
    ("power", "move"),
    [("Dragon Master", "dragon cave"), ("Commando", "conquer cave"), ("Hill", "conquer cave")],
)
def test_a_hole_comes_however_the_region_is_conquered(power: str, move: str) -> None:
    """Also by the Dragon, and by the final attempt."""
    given = scenario(f"""
        map   four-regions
        Ann   {power} Halflings, 1 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    after = given.play(move)
    if after.to_move == "chance":
        after = after.play("die 1")
    assert "hole" in after.region("cave")


@rule("RUL-34", "HAL-6")
def test_a_hole_is_never_replaced() -> None:
    """The hole of an abandoned region is gone for good, even if the region is taken again."""
    given = scenario("""
        map   four-regions
        Ann   Hill Halflings, 2 placed  : bog 3 + hole, cave 3 + hole       <- to move
        Bob
    """)
    after = given.play("abandon bog", "expand", "conquer bog")
    assert after.region("bog") == "Ann 2"
    assert after.play("conquer moor").region("moor") == "Ann 2"
