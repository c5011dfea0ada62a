"""A map fitted to a terminal: its outlines in cells, with room for a label in every region.

The corners of cramped regions are moved a little; what touches what never changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING, Any

from elbowroom.drawing.outlines import (
    Grid,
    Outline,
    Point,
    adjacent_pairs,
    border_lines,
    corner_regions,
    rasterise,
)
from elbowroom.drawing.text.label_boxes import CELL_HEIGHT, LabelBox, find_label_box

if TYPE_CHECKING:
    from collections.abc import Mapping

GROWTH_FACTOR = 1.04
"""How much a cramped region grows at a time."""

MAX_GROWTH_ROUNDS = 12
"""How often regions may grow before they are left as they are."""


@dataclass(frozen=True)
class GridMap:
    """The corners of a map in cells, the corners each region has, and what follows from them."""

    columns: int
    rows: int
    corners: tuple[Point, ...]
    regions: Mapping[int, tuple[int, ...]]

    @cached_property
    def grid(self) -> Grid:
        """The region each cell shows."""
        outlines = {region: self.outline(region) for region in self.regions}
        return rasterise(outlines, self.columns, self.rows)

    @cached_property
    def shown_regions(self) -> Grid:
        """The region that each drawn cell belongs to, border lines included."""
        return corner_regions(self.grid)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The border lines, row by row."""
        return border_lines(self.grid)

    @cached_property
    def label_boxes(self) -> dict[int, LabelBox]:
        """The box of each region's label."""
        boxes = {
            region: find_label_box(region, self.outline(region), self.shown_regions, self.lines)
            for region in self.regions
        }
        return {region: box for region, box in boxes.items() if box}

    @property
    def cramped(self) -> list[int]:
        """The regions without room for a label."""
        roomy = {region for region, box in self.label_boxes.items() if box.is_roomy}
        return [region for region in self.regions if region not in roomy]

    def outline(self, region: int) -> Outline:
        """The outline of a region, in cells."""
        return tuple(self.corners[index] for index in self.regions[region])

    def enlarged(self, region: int) -> GridMap:
        """The same map with one region a little larger, at its neighbours' cost."""
        outline = self.outline(region)
        middle = fmean(x for x, _ in outline), fmean(y for _, y in outline)
        corners = list(self.corners)
        for index in self.regions[region]:
            x, y = corners[index]
            corners[index] = _moved(x, middle[0], self.columns), _moved(y, middle[1], self.rows)
        return GridMap(self.columns, self.rows, tuple(corners), self.regions)


def fit_map(map_data: Mapping[str, Any], width: int) -> GridMap:
    """Fit a map that has outlines to this many columns, with as much room for labels as possible."""
    sheet_width, sheet_height = map_data["size"]
    # Border lines run through the corners of the grid, so the drawing is one cell larger each way.
    columns, rows = width - 1, max(1, round(width * sheet_height / sheet_width / CELL_HEIGHT) - 1)
    cells = best = GridMap(
        columns,
        rows,
        tuple((x * columns / sheet_width, y * rows / sheet_height) for x, y in map_data["points"]),
        {region["id"]: tuple(region["outline"]) for region in map_data["regions"]},
    )
    for _ in range(MAX_GROWTH_ROUNDS):
        if not best.cramped:
            break
        for region in cells.cramped:
            candidate = cells.enlarged(region)
            if adjacent_pairs(candidate.grid) == adjacent_pairs(cells.grid):
                cells = candidate
        best = min(best, cells, key=lambda each: len(each.cramped))
    return best


def _moved(at: float, middle: float, limit: int) -> float:
    """A coordinate moved away from the middle; on the edge of the sheet it stays."""
    return at if at in (0, limit) else min(max(middle + (at - middle) * GROWTH_FACTOR, 0), limit)
