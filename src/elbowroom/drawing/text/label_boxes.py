"""Where a label stands in a region: a free box of cells near the middle of the region.

Only the search for the box lives here; what is written into it is the caller's.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from statistics import fmean
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elbowroom.drawing.outlines import Grid, Outline, Point

CELL_HEIGHT = 2.0
"""A character cell is about twice as high as wide."""

MIN_ROOMY_ROWS: Final = 2
MIN_ROOMY_COLUMNS: Final = 7
"""A box at least this large is preferred to any smaller one."""

MAX_COUNTED_ROWS = 3
"""Few labels have more lines than this; further rows do not make a box better."""

MAX_BOX_ROWS: Final = 4
MAX_BOX_COLUMNS: Final = 14
"""A larger box is cut to this, so that it can stand nearer to the middle."""

DEEP_SHARE = 0.9
"""A cell is far from the outline if it has at least this share of the greatest distance."""


@dataclass(frozen=True)
class LabelBox:
    """A free box for a label: its first row and column, and how much text fits."""

    row: int
    column: int
    rows: int
    columns: int

    @property
    def is_roomy(self) -> bool:
        """Whether an ordinary label fits."""
        return self.rows >= MIN_ROOMY_ROWS and self.columns >= MIN_ROOMY_COLUMNS

    @property
    def middle(self) -> Point:
        """The middle of the box, in columns and rows."""
        return self.column + (self.columns - 1) / 2, self.row + (self.rows - 1) / 2


def find_label_box(region: int, outline: Outline, grounds: Grid, lines: Sequence[str]) -> LabelBox | None:
    """Find the best free box of a region; None when the region shows no free cell.

    The outline is in columns and rows.
    """
    columns, rows = _span([x for x, _ in outline]), _span([y for _, y in outline])
    free = [
        [shown == region and line == " " for shown, line in zip(ground[columns], text[columns], strict=True)]
        for ground, text in zip(grounds[rows], lines[rows], strict=True)
    ]
    at_origin = tuple((x - columns.start, y - rows.start) for x, y in outline)
    best = _best_box(free, at_origin)
    return best and LabelBox(best.row + rows.start, best.column + columns.start, best.rows, best.columns)


def _span(coordinates: Sequence[float]) -> slice:
    """The cells between the least and the greatest coordinate."""
    return slice(int(min(coordinates)), int(max(coordinates)) + 1)


def _best_box(free: Sequence[Sequence[bool]], outline: Outline) -> LabelBox | None:
    """The largest free box; among equals the one nearest to the pole."""
    boxes = list(_free_boxes(free))
    if not boxes:
        return None
    pole = _pole(free, outline)

    def worth(box: LabelBox) -> tuple[float, ...]:
        room = min(box.rows, MAX_COUNTED_ROWS) * box.columns
        return box.is_roomy, room, box.rows, -_distance(box.middle, pole), -box.row, -box.column

    return max(boxes, key=worth)


def _free_boxes(free: Sequence[Sequence[bool]]) -> Iterator[LabelBox]:
    """Every free box that cannot be made wider, cut to the largest size a label needs."""
    for top in range(len(free)):
        common = list(free[top])
        for rows, cells in enumerate(free[top : top + MAX_BOX_ROWS], start=1):
            common = [both and is_free for both, is_free in zip(common, cells, strict=True)]
            for start, length in _runs(common):
                columns = min(length, MAX_BOX_COLUMNS)
                for column in range(start, start + length - columns + 1):
                    yield LabelBox(top, column, rows, columns)


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
        (column, row): min(_distance((column, row), _nearest_on_side((column, row), *side)) for side in sides)
        for row, cells in enumerate(free)
        for column, is_free in enumerate(cells)
        if is_free
    }
    centre = fmean(column for column, _ in depths), fmean(row for _, row in depths)
    deep_enough = DEEP_SHARE * max(depths.values())
    return min(
        (cell for cell, depth in depths.items() if depth >= deep_enough),
        key=lambda cell: _distance(cell, centre),
    )


def _distance(a: Point, b: Point) -> float:
    """The distance of two points on the screen, where cells are higher than wide."""
    return hypot(a[0] - b[0], (a[1] - b[1]) * CELL_HEIGHT)


def _nearest_on_side(point: Point, a: Point, b: Point) -> Point:
    """The point between a and b that is nearest."""
    dx, dy = b[0] - a[0], (b[1] - a[1]) * CELL_HEIGHT
    length = dx * dx + dy * dy
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * CELL_HEIGHT * dy) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    return a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])
