"""The picture of a position: the board, what stands on it, and a strip with the players and the combos.

It is drawn from a view, so it shows what the viewer may see and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.drawing.svg.board import compose
from elbowroom.drawing.svg.elements import short, tag, use_symbol
from elbowroom.drawing.svg.layout import layout
from elbowroom.drawing.svg.looks import plain_look
from elbowroom.drawing.svg.palette import THEMES
from elbowroom.drawing.svg.pieces import counter, marker, tribe
from elbowroom.drawing.svg.strip import STRIP_HEIGHT, STRIP_WIDTH, strip
from elbowroom.drawing.svg.tints import tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.drawing.svg.layout import DrawnRegion
    from elbowroom.drawing.svg.looks import LookOf
    from elbowroom.drawing.svg.palette import Theme
    from elbowroom.drawing.svg.slots import Slot
    from elbowroom.engine.view import RegionView, View
    from elbowroom.rules.maps import Map


def picture(
    map_: Map,
    view: View,
    theme: str = "day",
    *,
    has_strip: bool = True,
    look_of: LookOf = plain_look,
) -> str:
    """The position that a viewer sees, as SVG; `look_of` tells what each race looks like."""
    drawn = layout(map_)
    regions = list(zip(drawn.regions, view.regions, strict=True))
    x, y, width, height = drawn.view_box
    scale = width / STRIP_WIDTH
    moved = f"translate({short(x)} {short(y + height)}) scale({scale:.4f})"
    return compose(
        map_,
        tints=[_tint(drawn_region, region, THEMES[theme]) for drawn_region, region in regions],
        pieces=[
            _turn(drawn.track, view.game_turn),
            *(_pieces(drawn_region, region, look_of, THEMES[theme]) for drawn_region, region in regions),
        ],
        strip=tag("g", *strip(view, look_of), class_="strip", transform=moved) if has_strip else "",
        strip_height=STRIP_HEIGHT * scale if has_strip else 0.0,
        theme=theme,
    )


def _turn(track: Sequence[Slot], game_turn: int) -> str:
    """The marker on the turn track; after the last game turn it stays on its space."""
    slot = track[min(game_turn, len(track)) - 1]
    return use_symbol("turn-marker", slot.x, slot.y, slot.radius, class_="turn")


def _tint(drawn_region: DrawnRegion, region: RegionView, theme: Theme) -> str:
    if region.owner is None:
        return ""
    return tint(drawn_region, region.owner, theme, in_decline=region.in_decline)


def _pieces(drawn_region: DrawnRegion, region: RegionView, look_of: LookOf, theme: Theme) -> str:
    """What stands in a region."""
    drawn = []
    if region.lost_tribe:
        drawn.append(tribe(drawn_region.tribe))
    if region.race is not None and region.owner is not None:
        stack = counter(
            drawn_region.stack,
            look_of(region.race),
            region.owner,
            region.tokens,
            in_decline=region.in_decline,
            theme=theme,
        )
        drawn.append(tag("g", stack, class_="stack", data_race=region.race, data_owner=region.owner))
    drawn += [
        marker(slot, name, count)
        for slot, (name, count) in zip(drawn_region.markers, region.markers.items(), strict=False)
    ]
    return tag("g", *drawn, data_region=drawn_region.number) if drawn else ""
