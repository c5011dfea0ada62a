"""The texture of the ground: small marks all over a region, faint enough to lie under pieces.

So a terrain can be recognised without its colour, even where its glyphs have no room.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.elements import tag
from elbowroom.drawing.svg.fields import fields
from elbowroom.drawing.svg.interior import interior_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elbowroom.drawing.svg.layout import DecoratedRegion, Layout
    from elbowroom.drawing.svg.palette import Theme
    from elbowroom.drawing.svg.slots import Slot

MARKS: Final[Mapping[str, tuple[float, tuple[str, ...]]]] = {
    "forest": (
        16.0,
        ("q2-3.6 4 0q2-3.6 4 0", "q2.2-4 4.4 0", "q2-3 4 0m-6 4q2-3.4 4 0q2-3 3.6 0", "v2m3-1v2"),
    ),
    "hill": (17.0, ("l-1-4m2.6 4l.4-4.6m2.4 4.6l1.4-3.6", "q3-4 7 0", "l-.6-3m2 3l.8-3.4", "q4-5 9-.6")),
    "swamp": (16.0, ("h7m-4 2.6h6", "q2-1.6 4 0t4 0", "h5", "v-3m2 3v-4.4m2 4.4v-2.6m-6.4 1.6h8")),
    "mountain": (
        16.0,
        ("l2.4-3l2.6 2.4", "l3-1m1.6 2l2-.8", "l1.6-2l1 1.6l2-2.6l1.6 3", "h.6m2.4-1.4h.6m1 2.6h.6"),
    ),
    "sea": (25.0, ("q2.6-2.4 5.2 0t5.2 0", "q2.6-2 5 0", "q3-2.4 6 0t6 0t5 0")),
    "lake": (27.0, ("h10", "h6m3 2.4h5", "q5-1.2 11 0")),
}
"""How far apart the marks of a terrain are, and what they look like."""

MARK_OPACITY: Final = 0.5
"""How strong the marks are."""

BORDER_DISTANCE: Final = 6.0
"""How far marks keep from the border line."""


def texture(drawn: Layout, region: DecoratedRegion, theme: Theme) -> str:
    """The marks of a region; farmland lies in fields."""
    noise = Random(f"{drawn.map} {region.number} texture")
    if region.terrain == "farmland":
        return fields(region, theme, noise)
    return tag(
        "path", d=_marks(region, noise), stroke=theme.pigments[region.terrain], stroke_opacity=MARK_OPACITY
    )


def _marks(region: DecoratedRegion, noise: Random) -> str:
    apart, shapes = MARKS[region.terrain]
    points = [point for point in interior_of(region.path) if point.depth > BORDER_DISTANCE + 3]
    noise.shuffle(points)
    drawn_already = (region.label.slot, *region.symbols.values(), *filter(None, [region.mountain]))
    drawn_already += tuple(ornament.slot for ornament in region.ornaments)
    positions: list[tuple[float, float]] = []
    paths = []
    for point in points:
        x, y = point.x + noise.uniform(-3, 3), point.y + noise.uniform(-3, 3)
        if all((x - a) ** 2 + (y - b) ** 2 > apart * apart for a, b in positions) and not any(
            _is_on_slot(x, y, slot) for slot in drawn_already
        ):
            positions.append((x, y))
            paths.append(f"M{x - 3:.0f} {y:.0f}{noise.choice(shapes)}")
    return "".join(paths)


def _is_on_slot(x: float, y: float, slot: Slot) -> bool:
    return (x - slot.x) ** 2 + (y - slot.y) ** 2 < (slot.radius + 4) ** 2
