"""Emblems made of parts: a shape, and a symbol that is cut out of it.

The symbols come from the browser client (`npm run emblems`), the shapes from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.elements import short, tag, use_symbol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elbowroom.drawing.svg.slots import Slot

SUN_RAYS: Final = 14


@dataclass(frozen=True)
class EmblemShape:
    """An outline on a square of 24, and the square in it that the symbol takes."""

    path: str
    x: float
    y: float
    size: float


def _sun() -> str:
    points = []
    for number in range(2 * SUN_RAYS):
        angle, radius = pi * number / SUN_RAYS, 9.4 if number % 2 else 12.0
        points.append(f"{short(12 + radius * sin(angle))} {short(12 - radius * cos(angle))}")
    return f"M{' '.join(points)}Z"


EMBLEM_SHAPES: Final[Mapping[str, EmblemShape]] = {
    "hexagon": EmblemShape("M12 0 22.4 6V18L12 24 1.6 18V6Z", 4.5, 4.5, 15.0),
    "sun": EmblemShape(_sun(), 5.1, 5.1, 13.8),
    "drop": EmblemShape("M12 0C14 3.500 22 7 22 14a10 10 0 0 1-20 0C2 7 10 3.500 12 0Z", 4.2, 5.8, 15.6),
    "gate": EmblemShape("M2 24V10.500A10 10 0 0 1 22 10.500V24Z", 4.5, 5.8, 15.0),
}


def emblem(symbol: str, shape: str, slot: Slot, ink: str, ground: str) -> str:
    """An emblem in ink: the symbol alone, or so that the ground is seen through it in a shape."""
    if not shape:
        return use_symbol(symbol, slot.x, slot.y, slot.radius, color=ink)
    drawn, half = EMBLEM_SHAPES[shape], EMBLEM_SHAPES[shape].size / 2
    left, top, scale = slot.x - slot.radius, slot.y - slot.radius, slot.radius / 12
    return tag(
        "g",
        tag("path", d=drawn.path, fill=ink),
        use_symbol(symbol, drawn.x + half, drawn.y + half, half, color=ground),
        transform=f"translate({short(left)} {short(top)}) scale({scale:.4f})",
    )
