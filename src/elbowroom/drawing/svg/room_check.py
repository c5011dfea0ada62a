"""Whether every region of a map has room for what may stand in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.labels import USUAL_HEIGHT
from elbowroom.drawing.svg.layout import layout

if TYPE_CHECKING:
    from elbowroom.rules.maps import Map

MIN_STACK_RADIUS: Final = 18.0
"""A smaller stack of tokens cannot be read or hit with a finger; the smallest of the box has 23."""


def cramped_regions(map_: Map) -> list[int]:
    """The numbers of the regions that are too small for tokens, their markers and a number."""
    return [
        region.number
        for region in layout(map_).regions
        if region.stack.radius < MIN_STACK_RADIUS or region.label.max_height < USUAL_HEIGHT
    ]
