"""The glyphs of the terrain, scattered over a region where neither a slot nor the border line is.

Large ones are placed first, small ones fill the gaps; they are the same on every machine.
"""

from __future__ import annotations

from math import dist
from random import Random
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.slots import Slot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elbowroom.drawing.svg.interior import InteriorPoint

GLYPH_SIZES: Final[Mapping[str, tuple[tuple[float, float], ...]]] = {
    "farmland": ((16.0, 3.4), (10.5, 2.4), (7.5, 2.2)),
    "forest": ((16.5, 1.75), (12.0, 1.7), (8.5, 1.65), (6.0, 1.7)),
    "hill": ((16.5, 2.0), (11.5, 1.9), (8.0, 1.9)),
    "swamp": ((16.0, 2.1), (11.5, 2.0), (8.0, 2.2)),
    "mountain": ((17.0, 1.75), (12.0, 1.7), (8.5, 1.7), (6.0, 1.8)),
    "sea": ((13.5, 3.2), (10.0, 3.2), (8.0, 3.4)),
    "lake": ((13.0, 3.6), (9.0, 4.0)),
}
"""For each terrain pairs of a glyph's radius and the distance between glyphs in radii, the largest first."""

FALLBACK_RADII: Final = (5.0, 4.0)
FALLBACK_DISTANCE: Final = 2.1
MIN_GLYPHS: Final = 2
"""A region with fewer glyphs than this gets smaller ones, at this distance."""

MIN_GAP: Final = 2.0
"""How far a glyph keeps from slots and from the border line."""

MIN_SIZE_FACTOR: Final = 0.88
MAX_SIZE_FACTOR: Final = 1.12
"""How much smaller and larger than usual a glyph may be."""

MAX_SHIFT: Final = 3.0
"""How far a glyph may stand beside its point."""


def scatter_glyphs(
    key: str, terrain: str, points: Sequence[InteriorPoint], slots: Sequence[Slot]
) -> tuple[Slot, ...]:
    """The glyphs of a region, from back to front."""
    noise = Random(key)
    circles = [_free_circle(point, slots) for point in points]
    glyphs: list[Slot] = []
    for radius, apart in GLYPH_SIZES[terrain]:
        _add_glyphs(glyphs, circles, radius, apart, noise)
    for radius in FALLBACK_RADII:
        if len(glyphs) < MIN_GLYPHS:
            _add_glyphs(glyphs, circles, radius, FALLBACK_DISTANCE, noise)
    return tuple(sorted(glyphs, key=lambda glyph: (glyph.y, glyph.x)))


def _free_circle(point: InteriorPoint, slots: Sequence[Slot]) -> Slot:
    """The largest circle around a point that touches neither the border line nor a slot."""
    free = min(
        (dist((point.x, point.y), (slot.x, slot.y)) - slot.radius for slot in slots), default=point.depth
    )
    return Slot(point.x, point.y, min(point.depth, free))


def _add_glyphs(
    glyphs: list[Slot], circles: Sequence[Slot], radius: float, apart: float, noise: Random
) -> None:
    """Add glyphs of about this size wherever there is room."""
    order = [circle for circle in circles if circle.radius >= MIN_SIZE_FACTOR * radius + MIN_GAP]
    noise.shuffle(order)
    for circle in order:
        dx, dy = noise.uniform(-MAX_SHIFT, MAX_SHIFT), noise.uniform(-MAX_SHIFT, MAX_SHIFT)
        size = round(radius * noise.uniform(MIN_SIZE_FACTOR, MAX_SIZE_FACTOR), 1)
        x, y = round(circle.x + dx, 1), round(circle.y + dy, 1)
        if circle.radius - abs(dx) - abs(dy) >= size + MIN_GAP and all(
            dist((x, y), (other.x, other.y)) >= apart * (size + other.radius) / 2 for other in glyphs
        ):
            glyphs.append(Slot(x, y, size))
