"""The picture of a position: the board, what stands on it, and a strip with the players and the combos.

It is drawn from a view, so it shows what the viewer may see and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.drawing.board import compose
from elbowroom.drawing.layout import layout
from elbowroom.drawing.pieces import counter, marker
from elbowroom.drawing.strip import STRIP_HEIGHT, STRIP_WIDTH, strip
from elbowroom.drawing.svg import put, short, tag
from elbowroom.drawing.tints import tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.drawing.layout import DrawnRegion
    from elbowroom.drawing.slots import Slot
    from elbowroom.engine.view import RegionView, View
    from elbowroom.rules.maps import Map


def picture(found: Map, view: View, theme: str = "day", *, has_strip: bool = True) -> str:
    """The position that a viewer sees, as SVG."""
    drawn = layout(found)
    regions = list(zip(drawn.regions, view.regions, strict=True))
    x, y, width, height = drawn.view_box
    scale = width / STRIP_WIDTH
    moved = f"translate({short(x)} {short(y + height)}) scale({scale:.4f})"
    return compose(
        found,
        tints=[_tint(where, what) for where, what in regions],
        pieces=[_turn(drawn.track, view.game_turn), *(_pieces(where, what) for where, what in regions)],
        strip=tag("g", *strip(view), class_="strip", transform=moved) if has_strip else "",
        strip_height=STRIP_HEIGHT * scale if has_strip else 0.0,
        theme=theme,
    )


def _turn(track: Sequence[Slot], game_turn: int) -> str:
    """The marker on the turn track; after the last game turn it stays on its space."""
    slot = track[min(game_turn, len(track)) - 1]
    return put("turn-marker", slot.x, slot.y, slot.radius, class_="turn")


def _tint(where: DrawnRegion, what: RegionView) -> str:
    return "" if what.owner is None else tint(where, what.owner, in_decline=what.in_decline)


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
