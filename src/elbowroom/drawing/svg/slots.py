"""Slots: where pieces stand in a region, so that none covers another or the border line.

A region gets all the slots it may ever need at once; in a narrow one they are smaller.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.drawing.outlines import Point
    from elbowroom.drawing.svg.interior import InteriorPoint

GAP: Final = 2.5
"""The free space between two slots; to the border line it is twice as much."""

MAX_STACK_POSITIONS: Final = 20
"""How many positions of the stack are tried before the slots are made smaller."""

SHRINK_FACTOR: Final = 0.97
MIN_SIZE: Final = 0.02
"""The factor by which slots shrink at a time, and the size at which that ends."""


MIN_SHARE_FOR_DEPTH: Final = 0.9
"""How much of the wanted size is enough if the stack stands further from the border then."""


@dataclass(frozen=True)
class Slot:
    """A circle for one piece."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class SlotRequest:
    """A slot that is wanted: how large, and in which direction from the stack."""

    radius: float
    towards: Point


def find_slots(
    points: Sequence[InteriorPoint],
    middle: Point,
    stack: float,
    requests: Sequence[SlotRequest],
    size: float = 1.0,
) -> tuple[Slot, ...]:
    """The slot of the stack, and then one for every request, so many times as large or as the room allows.

    The points are those of the region, the deepest first; where there are none, the slots have no size. Where
    there is room for all, they are a little smaller if the stack stands further from the border then.
    """
    found: list[tuple[float, tuple[Slot, ...]]] = []
    wanted, least = size, MIN_SIZE
    while size > least:
        for first in _spread_out(
            [point for point in points if _fits(point, stack * size, size)], stack * size / 2
        ):
            slots = _slots_around(points, Slot(first.x, first.y, stack * size), requests, size)
            if slots:
                least = wanted * MIN_SHARE_FOR_DEPTH
                found.append((size * first.depth, slots))
                break
        size *= SHRINK_FACTOR
    if not found:
        return (Slot(*middle, 0.0),) * (len(requests) + 1)
    return max(found, key=itemgetter(0))[1]


def _spread_out(points: Sequence[InteriorPoint], least: float) -> list[InteriorPoint]:
    """The first few points that keep this distance from each other."""
    chosen: list[InteriorPoint] = []
    for point in points:
        if all((point.x - other.x) ** 2 + (point.y - other.y) ** 2 >= least * least for other in chosen):
            chosen.append(point)
            if len(chosen) == MAX_STACK_POSITIONS:
                break
    return chosen


def _slots_around(
    points: Sequence[InteriorPoint], stack: Slot, requests: Sequence[SlotRequest], size: float
) -> tuple[Slot, ...]:
    """The stack with a slot for every request, each as near to its position as possible; or nothing."""
    slots = [stack]
    for request in requests:
        radius = request.radius * size
        away = stack.radius + radius + GAP * size
        x, y = stack.x + request.towards[0] * away, stack.y + request.towards[1] * away
        free = [
            point for point in points if _fits(point, radius, size) and _is_free(point, radius, slots, size)
        ]
        if not free:
            return ()
        best = min(free, key=lambda point: ((point.x - x) ** 2 + (point.y - y) ** 2, point.y, point.x))
        slots.append(Slot(best.x, best.y, radius))
    return tuple(Slot(slot.x, slot.y, round(slot.radius, 1)) for slot in slots)


def _fits(point: InteriorPoint, radius: float, size: float) -> bool:
    return point.depth >= radius + 2 * GAP * size


def _is_free(point: InteriorPoint, radius: float, taken: Sequence[Slot], size: float) -> bool:
    return all(
        (point.x - slot.x) ** 2 + (point.y - slot.y) ** 2 >= (radius + slot.radius + GAP * size) ** 2
        for slot in taken
    )
