"""Where a label stands in a region: a free box of cells near the middle of the region.

Only the search for the box lives here; what is written into it is the caller's.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elbowroom.drawing.raster import Grid, Outline, Point

CELL_HEIGHT = 2.0
"""A character cell is about twice as high as wide."""

WANTED_ROWS, WANTED_COLUMNS = 2, 7
"""A box at least this large comes before any other."""

USUAL_ROWS = 3
"""Few labels have more lines than this; beyond it width is worth more."""

ENOUGH_ROWS, ENOUGH_COLUMNS = 4, 14
"""A larger box is cut to this, so that it can stand nearer to the middle."""

DEEP = 0.9
"""A cell counts as far from the outline from this part of the greatest distance on."""


@dataclass(frozen=True)
class Place:
    """A free box for a label: its first row and column, and how much text fits."""

    row: int
    column: int
    rows: int
    columns: int

    @property
    def is_roomy(self) -> bool:
        """Whether as much text fits as a label wants."""
        return self.rows >= WANTED_ROWS and self.columns >= WANTED_COLUMNS

    @property
    def middle(self) -> Point:
        """The middle of the box, in columns and rows."""
        return self.column + (self.columns - 1) / 2, self.row + (self.rows - 1) / 2


def label_place(region: int, outline: Outline, grounds: Grid, lines: Sequence[str]) -> Place | None:
    """Find the best free box of a region; None when the region shows no free cell.

    The outline is in columns and rows.
    """
    columns, rows = _reach([x for x, _ in outline]), _reach([y for _, y in outline])
    free = [
        [shown == region and line == " " for shown, line in zip(ground[columns], text[columns], strict=True)]
        for ground, text in zip(grounds[rows], lines[rows], strict=True)
    ]
    at_origin = tuple((x - columns.start, y - rows.start) for x, y in outline)
    best = _best(free, at_origin)
    return best and Place(best.row + rows.start, best.column + columns.start, best.rows, best.columns)


def _reach(coordinates: Sequence[float]) -> slice:
    """The cells between the least and the greatest coordinate."""
    return slice(int(min(coordinates)), int(max(coordinates)) + 1)


def _best(free: Sequence[Sequence[bool]], outline: Outline) -> Place | None:
    """The largest free box, and of equals the one nearest to the pole."""
    boxes = list(_boxes(free))
    if not boxes:
        return None
    pole = _pole(free, outline)

    def worth(box: Place) -> tuple[float, ...]:
        room = min(box.rows, USUAL_ROWS) * box.columns
        return box.is_roomy, room, box.rows, -_away(box.middle, pole), -box.row, -box.column

    return max(boxes, key=worth)


def _boxes(free: Sequence[Sequence[bool]]) -> Iterator[Place]:
    """Every free box that cannot be made wider, cut to what is enough."""
    for top in range(len(free)):
        common = list(free[top])
        for rows, cells in enumerate(free[top : top + ENOUGH_ROWS], start=1):
            common = [both and is_free for both, is_free in zip(common, cells, strict=True)]
            for start, length in _runs(common):
                columns = min(length, ENOUGH_COLUMNS)
                for column in range(start, start + length - columns + 1):
                    yield Place(top, column, rows, columns)


def _runs(cells: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The start and length of every unbroken run of free cells."""
    walls = [-1, *(column for column, is_free in enumerate(cells) if not is_free), len(cells)]
    for wall, next_wall in pairwise(walls):
        if next_wall > wall + 1:
            yield wall + 1, next_wall - wall - 1


def _pole(free: Sequence[Sequence[bool]], outline: Outline) -> Point:
    """The pole of inaccessibility: of the free cells far from the outline, the most central."""
    sides = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    depths: dict[Point, float] = {
        (column, row): min(_away((column, row), _nearest((column, row), *side)) for side in sides)
        for row, cells in enumerate(free)
        for column, is_free in enumerate(cells)
        if is_free
    }
    centre = fmean(column for column, _ in depths), fmean(row for _, row in depths)
    deep_enough = DEEP * max(depths.values())
    return min(
        (cell for cell, depth in depths.items() if depth >= deep_enough),
        key=lambda cell: _away(cell, centre),
    )


def _away(a: Point, b: Point) -> float:
    """How far two points are from each other, as the eye sees it."""
    return hypot(a[0] - b[0], (a[1] - b[1]) * CELL_HEIGHT)


def _nearest(point: Point, a: Point, b: Point) -> Point:
    """The point between a and b that is nearest."""
    dx, dy = b[0] - a[0], (b[1] - a[1]) * CELL_HEIGHT
    length = dx * dx + dy * dy
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * CELL_HEIGHT * dy) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    return a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])
