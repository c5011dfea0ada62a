"""The signs of the terrain, strewn over a region where neither a slot nor the border line is.

They are the same on every machine.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.slots import Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.drawing.rooms import Spot

SIZES: Final = (12.0, 10.0, 8.0, 6.0, 4.0)
"""The radius of a sign; a smaller one is taken where too few would find room."""

FEWEST: Final = 2
"""How many signs a region should show."""

SPACING: Final = 2.1
"""How far apart signs are, in radii."""

CLEAR: Final = 3.0
"""How far a sign keeps from slots and from the border line."""


def strew(key: str, spots: Sequence[Spot], slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """The signs of a region, those behind first."""
    shuffled = list(spots)
    Random(key).shuffle(shuffled)
    best: list[Slot] = []
    for radius in SIZES:
        found = _strewn(shuffled, slots, radius)
        if len(found) > len(best):
            best = found
        if len(best) >= FEWEST:
            break
    return tuple(sorted(best, key=lambda sign: (sign.y, sign.x)))


def _strewn(spots: Sequence[Spot], slots: Sequence[Slot], radius: float) -> list[Slot]:
    found: list[Slot] = []
    for spot in spots:
        if (
            spot.depth >= radius + CLEAR
            and all(_apart(spot, slot) >= (radius + slot.radius + CLEAR) ** 2 for slot in slots)
            and all(_apart(spot, sign) >= (SPACING * radius) ** 2 for sign in found)
        ):
            found.append(Slot(spot.x, spot.y, radius))
    return found


def _apart(spot: Spot, other: Slot) -> float:
    """The square of the distance."""
    return (spot.x - other.x) ** 2 + (spot.y - other.y) ** 2
