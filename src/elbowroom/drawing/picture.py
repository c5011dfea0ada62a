"""The picture of a position: the board, what stands on it, and a strip with the players and the combos.

It is drawn from a view, so it shows what the viewer may see and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.drawing.board import MARGIN, compose
from elbowroom.drawing.layout import layout
from elbowroom.drawing.palette import OWNER_COLOURS, OWNER_DASHES, faded, ink_on
from elbowroom.drawing.pieces import counter, marker
from elbowroom.drawing.strip import STRIP_HEIGHT, STRIP_WIDTH, strip
from elbowroom.drawing.svg import put, short, tag

if TYPE_CHECKING:
    from elbowroom.drawing.layout import DrawnRegion
    from elbowroom.engine.view import RegionView, View
    from elbowroom.rules.maps import Map

BAND: Final = 11.0
DECLINED_BAND: Final = 7.0
"""How wide the owner's colour runs along the border of a region."""


def picture(found: Map, view: View, *, has_strip: bool = True) -> str:
    """The position that a viewer sees, as SVG."""
    drawn = layout(found)
    regions = list(zip(drawn.regions, view.regions, strict=True))
    scale = (drawn.width + 2 * MARGIN) / STRIP_WIDTH
    moved = f"translate({short(-MARGIN)} {short(drawn.height + MARGIN)}) scale({scale:.4f})"
    return compose(
        drawn,
        tints=[_tint(where, what) for where, what in regions],
        pieces=[_pieces(where, what) for where, what in regions],
        strip=tag("g", *strip(view), class_="strip", transform=moved) if has_strip else "",
        strip_height=STRIP_HEIGHT * scale if has_strip else 0.0,
    )


def _tint(where: DrawnRegion, what: RegionView) -> str:
    """The owner's colour over a region and, stronger, along its border."""
    if what.owner is None:
        return ""
    colour, band = OWNER_COLOURS[what.owner], BAND
    if what.in_decline:
        colour, band = faded(colour, 0.4), DECLINED_BAND
    dashes = OWNER_DASHES[what.owner]
    line = {"href": f"#region-{where.number}", "fill": "none"}
    pattern = (
        tag("use", **line, stroke=ink_on(colour), stroke_width=band, stroke_dasharray=dashes, opacity=0.4)
        if dashes
        else ""
    )
    return tag(
        "g",
        tag("use", href=f"#region-{where.number}", fill=colour, opacity=0.1 if what.in_decline else 0.16),
        tag("use", **line, stroke=colour, stroke_width=2 * band, opacity=0.9),
        pattern,
        clip_path=f"url(#inside-{where.number})",
        data_owner=what.owner,
    )


def _pieces(where: DrawnRegion, what: RegionView) -> str:
    """What stands in a region."""
    drawn = []
    if what.lost_tribe:
        drawn.append(put("tribe", where.tribe.x, where.tribe.y, where.tribe.radius, class_="tribe"))
    if what.race is not None and what.owner is not None:
        stack = counter(where.stack, what.race, what.owner, what.tokens, in_decline=what.in_decline)
        drawn.append(tag("g", stack, class_="stack", data_race=what.race, data_owner=what.owner))
    drawn += [
        marker(slot, name, count)
        for slot, (name, count) in zip(where.markers, what.markers.items(), strict=False)
    ]
    return tag("g", *drawn, data_region=where.number) if drawn else ""
