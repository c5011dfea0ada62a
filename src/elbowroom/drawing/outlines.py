"""The outlines of a map: whether it has them all, and how they lie on a grid of character cells.

Only geometry lives here: which region a cell shows and which border line runs through it.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Point, ...]
Grid: TypeAlias = tuple[tuple[int, ...], ...]
CornerCells: TypeAlias = tuple[int, int, int, int]

OUTSIDE = 0
"""What a cell shows where the sheet has no region."""

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
BORDER_CHARACTERS = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""The character of a border line, by the sum of the directions in which it runs."""


def has_outlines(map_data: Mapping[str, Any]) -> bool:
    """Whether the map can be drawn: every region has an outline."""
    return bool(map_data.get("size") and map_data.get("points")) and all(
        region.get("outline") for region in map_data["regions"]
    )


def rasterise(outlines: Mapping[int, Outline], columns: int, rows: int) -> Grid:
    """Lay the regions onto a grid: each cell shows the region that covers its middle.

    The outlines are in cells: a column is 1 wide, a row is 1 high.
    """
    grid = [[OUTSIDE] * columns for _ in range(rows)]
    for region, outline in outlines.items():
        for row in _rows_of(outline, rows):
            crossings = _crossings(outline, row + 0.5)
            for enter, leave in zip(crossings[::2], crossings[1::2], strict=True):
                first, beyond = max(0, round(enter)), min(columns, round(leave))
                if first < beyond:
                    grid[row][first:beyond] = [region] * (beyond - first)
    return tuple(map(tuple, grid))


def border_lines(grid: Grid) -> tuple[str, ...]:
    """Draw the border lines between the cells and around them; blank where no border runs.

    A line runs through the corners of the grid, so there is one row and one column more.
    """
    return tuple("".join(map(_border_character, corners)) for corners in _corners(grid))


def corner_regions(grid: Grid) -> Grid:
    """Say which region each corner of the grid belongs to, also where a border line runs."""
    return tuple(tuple(map(_majority_region, corners)) for corners in _corners(grid))


def adjacent_pairs(grid: Grid) -> frozenset[tuple[int, int]]:
    """The pairs of regions that are side by side on the grid, the lower number first."""
    beside = (pair for line in (*grid, *zip(*grid, strict=True)) for pair in pairwise(line))
    return frozenset((min(pair), max(pair)) for pair in beside if pair[0] != pair[1])


def _rows_of(outline: Outline, rows: int) -> range:
    """The rows an outline may reach."""
    heights = [y for _, y in outline]
    return range(max(0, int(min(heights))), min(rows, int(max(heights)) + 1))


def _crossings(outline: Outline, y: float) -> list[float]:
    """Where a level line crosses an outline, from left to right."""
    crossings = []
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        # Both neighbours compute a border from the same end, so that they leave no gap.
        (x1, y1), (x2, y2) = (a, b) if a[1] < b[1] else (b, a)
        if y1 <= y < y2:
            crossings.append(x1 + (x2 - x1) * (y - y1) / (y2 - y1))
    return sorted(crossings)


def _corners(grid: Grid) -> list[list[CornerCells]]:
    """The four cells around each corner: above left, above right, below left, below right."""
    blank = (OUTSIDE,) * (len(grid[0]) + 2)
    framed = [blank, *((OUTSIDE, *cells, OUTSIDE) for cells in grid), blank]
    return [
        [(*over, *under) for over, under in zip(pairwise(above), pairwise(below), strict=True)]
        for above, below in pairwise(framed)
    ]


def _border_character(around: CornerCells) -> str:
    """The character where four cells meet: a line between every two that differ."""
    above_left, above_right, below_left, below_right = around
    return BORDER_CHARACTERS[
        UP * (above_left != above_right)
        + RIGHT * (above_right != below_right)
        + DOWN * (below_left != below_right)
        + LEFT * (above_left != below_left)
    ]


def _majority_region(around: CornerCells) -> int:
    """The region that most of the four cells show; below right wins a tie."""
    shown = Counter(region for region in reversed(around) if region != OUTSIDE)
    return shown.most_common(1)[0][0] if shown else OUTSIDE
