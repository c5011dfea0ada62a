"""Tints: the owner's colour over a region, glowing inwards from its border, with the owner's pattern on it.

Rings are drawn instead of clipped strokes: not every renderer clips fast.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from elbowroom.drawing.svg.borders import points_on
from elbowroom.drawing.svg.elements import tag
from elbowroom.drawing.svg.ink import inset, smooth
from elbowroom.drawing.svg.palette import ACTIVE_TINT, DECLINED_TINT, OWNER_DASHES, ink_on

if TYPE_CHECKING:
    from elbowroom.drawing.svg.layout import DrawnRegion
    from elbowroom.drawing.svg.palette import Theme, Tint


def tint(region: DrawnRegion, owner: int, theme: Theme, *, in_decline: bool) -> str:
    """The tint of a region that is held."""
    colour = theme.owner(owner, in_decline=in_decline)
    style = DECLINED_TINT if in_decline else ACTIVE_TINT
    rings = [*((width / 2, opacity) for width, opacity in style.glow), (style.band, style.band_opacity)]
    return tag(
        "g",
        tag("use", href=f"#region-{region.number}", fill_opacity=style.fill),
        *(
            tag("path", d=region.path + _inner(region.path, away), fill_opacity=opacity)
            for away, opacity in rings
        ),
        _pattern(region.path, style, OWNER_DASHES[owner], ink_on(colour)),
        fill=colour,
        fill_rule="evenodd",
        data_region=region.number,
        data_owner=owner,
    )


def _pattern(path: str, style: Tint, dashes: str, colour: str) -> str:
    """The owner's dashes on the band."""
    if not dashes:
        return ""
    width = style.band * style.dashes
    return tag(
        "path",
        d=_inner(path, width / 2),
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_opacity=style.dashes_opacity,
        stroke_dasharray=dashes,
        class_="pattern",
    )


@lru_cache(maxsize=1024)
def _inner(path: str, away: float) -> str:
    """The closed line this far inside a region; nothing in one that is too narrow."""
    points = inset(points_on(path), away, 0.0, Random(path), 2)
    return smooth(points, is_closed=True, digits=0) if points else ""
