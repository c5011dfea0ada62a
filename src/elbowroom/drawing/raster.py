"""The outlines of a map, laid onto a grid of character cells.

Only geometry lives here: which region a cell shows and which border line runs through it.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Point, ...]
Grid: TypeAlias = tuple[tuple[int, ...], ...]
Around: TypeAlias = tuple[int, int, int, int]

OUTSIDE = 0
"""What a cell shows where the sheet has no region."""

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
LINES = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""The border line of a cell, by the sum of the arms it has."""


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
    return tuple("".join(map(_line, corners)) for corners in _corners(grid))


def grounds(grid: Grid) -> Grid:
    """Say which region is the ground at each corner of the grid, also where a border line runs."""
    return tuple(tuple(map(_ground, corners)) for corners in _corners(grid))


def touching(grid: Grid) -> frozenset[tuple[int, int]]:
    """The pairs of regions that show side by side, the lower number first."""
    beside = (pair for line in (*grid, *zip(*grid, strict=True)) for pair in pairwise(line))
    return frozenset((min(pair), max(pair)) for pair in beside if pair[0] != pair[1])


def _rows_of(outline: Outline, rows: int) -> range:
    """The rows an outline may reach."""
    heights = [y for _, y in outline]
    return range(max(0, int(min(heights))), min(rows, int(max(heights)) + 1))


def _crossings(outline: Outline, y: float) -> list[float]:
    """Where a level line crosses an outline, from left to right."""
    found = []
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        # The same end first on both sides of a border, so that neighbours leave no gap.
        (x1, y1), (x2, y2) = (a, b) if a[1] < b[1] else (b, a)
        if y1 <= y < y2:
            found.append(x1 + (x2 - x1) * (y - y1) / (y2 - y1))
    return sorted(found)


def _corners(grid: Grid) -> list[list[Around]]:
    """The four cells around each corner: above left, above right, below left, below right."""
    blank = (OUTSIDE,) * (len(grid[0]) + 2)
    framed = [blank, *((OUTSIDE, *cells, OUTSIDE) for cells in grid), blank]
    return [
        [(*over, *under) for over, under in zip(pairwise(above), pairwise(below), strict=True)]
        for above, below in pairwise(framed)
    ]


def _line(around: Around) -> str:
    """The line where four cells meet: an arm wherever two of them differ."""
    above_left, above_right, below_left, below_right = around
    return LINES[
        UP * (above_left != above_right)
        + RIGHT * (above_right != below_right)
        + DOWN * (below_left != below_right)
        + LEFT * (above_left != below_left)
    ]


def _ground(around: Around) -> int:
    """The region that most of the four cells show; below right wins a tie."""
    shown = Counter(region for region in reversed(around) if region != OUTSIDE)
    return shown.most_common(1)[0][0] if shown else OUTSIDE
