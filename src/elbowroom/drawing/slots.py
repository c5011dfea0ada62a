"""Slots: where pieces stand in a region, so that none covers another or the border line.

A region gets all the slots it may ever need at once; in a narrow one they are smaller.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.drawing.raster import Point
    from elbowroom.drawing.rooms import Spot

GAP: Final = 2.5
"""What is left free between two slots, and twice to the border line."""

STACKS: Final = 20
"""How many places of the stack are tried before the slots are made smaller."""

SHRINKING: Final = 0.97
SMALLEST: Final = 0.02
"""How much smaller slots are made at a time, and where that ends."""


@dataclass(frozen=True)
class Slot:
    """A circle for one piece."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Wish:
    """A slot that is wanted: how large, and in which direction from the stack."""

    radius: float
    towards: Point


def find_slots(
    spots: Sequence[Spot], middle: Point, stack: float, wishes: Sequence[Wish]
) -> tuple[Slot, ...]:
    """The slot of the stack, and then one for every wish, as large as the room allows.

    The spots are those of the region, the deepest first; where there are none, the slots have no size.
    """
    size = 1.0
    while size > SMALLEST:
        for first in _apart([spot for spot in spots if _fits(spot, stack * size, size)], stack * size / 2):
            found = _around(spots, Slot(first.x, first.y, stack * size), wishes, size)
            if found:
                return found
        size *= SHRINKING
    return (Slot(*middle, 0.0),) * (len(wishes) + 1)


def _apart(spots: Sequence[Spot], least: float) -> list[Spot]:
    """The first few spots that are not all in one place."""
    chosen: list[Spot] = []
    for spot in spots:
        if all((spot.x - other.x) ** 2 + (spot.y - other.y) ** 2 >= least * least for other in chosen):
            chosen.append(spot)
            if len(chosen) == STACKS:
                break
    return chosen


def _around(spots: Sequence[Spot], stack: Slot, wishes: Sequence[Wish], size: float) -> tuple[Slot, ...]:
    """The stack with a slot for every wish, each as near to where it is wanted as can be; else nothing."""
    found = [stack]
    for wish in wishes:
        radius = wish.radius * size
        away = stack.radius + radius + GAP * size
        x, y = stack.x + wish.towards[0] * away, stack.y + wish.towards[1] * away
        free = [spot for spot in spots if _fits(spot, radius, size) and _is_free(spot, radius, found, size)]
        if not free:
            return ()
        best = min(free, key=lambda spot: ((spot.x - x) ** 2 + (spot.y - y) ** 2, spot.y, spot.x))
        found.append(Slot(best.x, best.y, radius))
    return tuple(Slot(slot.x, slot.y, round(slot.radius, 1)) for slot in found)


def _fits(spot: Spot, radius: float, size: float) -> bool:
    return spot.depth >= radius + 2 * GAP * size


def _is_free(spot: Spot, radius: float, taken: Sequence[Slot], size: float) -> bool:
    return all(
        (spot.x - slot.x) ** 2 + (spot.y - slot.y) ** 2 >= (radius + slot.radius + GAP * size) ** 2
        for slot in taken
    )
