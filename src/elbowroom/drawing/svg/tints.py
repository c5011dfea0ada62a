"""Tints: the owner's colour over a region, glowing inwards from its border, with the owner's pattern on it.

Rings are drawn instead of clipped strokes: not every renderer clips fast.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.borders import points_on
from elbowroom.drawing.svg.elements import tag
from elbowroom.drawing.svg.ink import inset, smooth
from elbowroom.drawing.svg.palette import (
    ACTIVE_TINT,
    DECLINED_TINT,
    OWNER_COLOURS,
    OWNER_DASHES,
    declined_owner,
    ink_on,
)

if TYPE_CHECKING:
    from elbowroom.drawing.svg.layout import DrawnRegion

BAND_OPACITY: Final = 0.9
PATTERN_OPACITY: Final = 0.42
"""How strong the band along the border is, and the pattern on it."""


def tint(region: DrawnRegion, owner: int, *, in_decline: bool) -> str:
    """The tint of a region that is held."""
    colour, style = OWNER_COLOURS[owner], ACTIVE_TINT
    if in_decline:
        colour, style = declined_owner(colour), DECLINED_TINT
    rings = [*((width / 2, strength) for width, strength in style.glow), (style.band, BAND_OPACITY)]
    return tag(
        "g",
        tag("use", href=f"#region-{region.number}", fill_opacity=style.fill),
        *(
            tag("path", d=region.path + _inner(region.path, away), fill_opacity=strength)
            for away, strength in rings
        ),
        _pattern(region.path, style.band, OWNER_DASHES[owner], ink_on(colour)),
        fill=colour,
        fill_rule="evenodd",
        data_region=region.number,
        data_owner=owner,
    )


def _pattern(path: str, band: float, dashes: str, colour: str) -> str:
    """The owner's pattern along the middle of the band."""
    if not dashes:
        return ""
    return tag(
        "path",
        d=_inner(path, band / 2),
        fill="none",
        stroke=colour,
        stroke_width=band / 2,
        stroke_opacity=PATTERN_OPACITY,
        stroke_dasharray=dashes,
    )


@lru_cache(maxsize=1024)
def _inner(path: str, away: float) -> str:
    """The closed line this far inside a region; nothing in one that is too narrow."""
    points = inset(points_on(path), away, 0.0, Random(path), 2)
    return smooth(points, is_closed=True, digits=0) if points else ""
