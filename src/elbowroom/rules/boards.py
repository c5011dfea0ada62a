"""The board as the engine reads it: neighbours and kinds of region as masks, built once from a map."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64

from elbowroom.rules import terms
from elbowroom.rules.bits import numbers, vec

if TYPE_CHECKING:
    from elbowroom.rules.maps import Map


@final
class Board:
    """An immutable board. A region is its index; a set of regions is a mask."""

    def __init__(self, game_map: Map) -> None:
        """Turn the map's words into masks."""
        regions = game_map.regions
        self.map_id: str = game_map.id
        self.game_turns: i64 = game_map.game_turns
        self.size: i64 = len(regions)
        self.labels: list[str] = [region.label for region in regions]
        self.neighbours: vec[i64] = numbers(
            [sum(1 << other for other in region.neighbors) for region in regions]
        )
        masks: dict[str, int] = {"region": (1 << len(regions)) - 1}
        for word in terms.TERRAINS:
            masks[word] = sum(1 << r for r, region in enumerate(regions) if region.terrain == word)
        for word in terms.SYMBOLS:
            masks[word] = sum(1 << r for r, region in enumerate(regions) if word in region.symbols)
        water = masks["sea"] | masks["lake"]
        edge = sum(1 << r for r, region in enumerate(regions) if region.edge)
        edge_sea = masks["sea"] & edge
        coastal = border = 0
        for r, region in enumerate(regions):
            near = sum(1 << other for other in region.neighbors)
            if not water >> r & 1 and near & water:
                coastal |= 1 << r
            if not water >> r & 1 and (edge >> r & 1 or near & edge_sea):
                border |= 1 << r
        masks["coastal"] = coastal
        masks["border"] = border
        self.masks: dict[str, int] = masks
        self.water: i64 = water
        self.land: i64 = masks["region"] & ~water
        self.mountain: i64 = masks["mountain"]
        self.border: i64 = border
        # RUL-16: a sea that touches the edge may be entered by those who sail; the lake may not.
        self.edge_water: i64 = edge_sea
        # RUL-40: water is never adjacent by cavern.
        self.cavern: i64 = masks["cavern"] & ~water
        self.tribes: i64 = sum(1 << r for r, region in enumerate(regions) if region.lost_tribe)
