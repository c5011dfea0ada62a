"""The signs of the terrain, strewn over a region where neither a slot nor the border line is.

Large ones find their places first, small ones fill the gaps; they are the same on every machine.
"""

from __future__ import annotations

from math import dist
from random import Random
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.slots import Slot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elbowroom.drawing.rooms import Spot

SIZES: Final[Mapping[str, tuple[tuple[float, float], ...]]] = {
    "farmland": ((16.0, 3.4), (10.5, 2.4), (7.5, 2.2)),
    "forest": ((16.5, 1.75), (12.0, 1.7), (8.5, 1.65), (6.0, 1.7)),
    "hill": ((16.5, 2.0), (11.5, 1.9), (8.0, 1.9)),
    "swamp": ((16.0, 2.1), (11.5, 2.0), (8.0, 2.2)),
    "mountain": ((17.0, 1.75), (12.0, 1.7), (8.5, 1.7), (6.0, 1.8)),
    "sea": ((13.5, 3.2), (10.0, 3.2), (8.0, 3.4)),
    "lake": ((13.0, 3.6), (9.0, 4.0)),
}
"""The radius of a terrain's signs, and how far apart they are in radii, the largest first."""

SMALLEST: Final = (5.0, 4.0)
SPARE: Final = 2.1
FEWEST: Final = 2
"""A region that shows fewer signs gets smaller ones, so far apart."""

CLEAR: Final = 2.0
"""How far a sign keeps from slots and from the border line."""

LEAST, MOST = 0.88, 1.12
"""How much smaller and larger a sign may be than most."""

SHIFT: Final = 3.0
"""How far a sign may stand beside its spot."""


def strew(key: str, terrain: str, spots: Sequence[Spot], slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """The signs of a region, those behind first."""
    noise = Random(key)
    rooms = [_room(spot, slots) for spot in spots]
    found: list[Slot] = []
    for radius, apart in SIZES[terrain]:
        _strew(found, rooms, radius, apart, noise)
    for radius in SMALLEST:
        if len(found) < FEWEST:
            _strew(found, rooms, radius, SPARE, noise)
    return tuple(sorted(found, key=lambda sign: (sign.y, sign.x)))


def _room(spot: Spot, slots: Sequence[Slot]) -> Slot:
    """The largest circle around a spot that touches neither the border line nor a slot."""
    free = min((dist((spot.x, spot.y), (slot.x, slot.y)) - slot.radius for slot in slots), default=spot.depth)
    return Slot(spot.x, spot.y, min(spot.depth, free))


def _strew(found: list[Slot], rooms: Sequence[Slot], radius: float, apart: float, noise: Random) -> None:
    """Add signs of about this size wherever there is room."""
    order = [room for room in rooms if room.radius >= LEAST * radius + CLEAR]
    noise.shuffle(order)
    for room in order:
        dx, dy = noise.uniform(-SHIFT, SHIFT), noise.uniform(-SHIFT, SHIFT)
        size = round(radius * noise.uniform(LEAST, MOST), 1)
        x, y = round(room.x + dx, 1), round(room.y + dy, 1)
        if room.radius - abs(dx) - abs(dy) >= size + CLEAR and all(
            dist((x, y), (other.x, other.y)) >= apart * (size + other.radius) / 2 for other in found
        ):
            found.append(Slot(x, y, size))
