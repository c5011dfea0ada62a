"""A grid of hexagonal cells to paint maps on: which cells are beside each other, and where lines run.

Only geometry lives here. A cell shows the number of its region, or OUTSIDE where nothing is painted.

Even rows have as many cells as there are columns. Odd rows lie half a cell further in and have one cell less;
their first and last cells reach the edge. So a painted map can be mirrored both ways. At every corner at most
three cells meet: two regions never touch in a single point.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Final, TypeAlias

from elbowroom.drawing.outlines import OUTSIDE, Outline, Point, rasterise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Cell: TypeAlias = tuple[int, int]
"""Its row, and its place in that row."""
Corner: TypeAlias = tuple[int, int]
"""Half cells from the left edge, and rows from the top."""
Ring: TypeAlias = list[Corner]
Painting: TypeAlias = tuple[tuple[int, ...], ...]
"""The numbers of all cells, row by row."""

ROW_HEIGHT: Final = sqrt(3) / 2
"""How high a row is, if a cell is 1 wide."""
PEAK: Final = ROW_HEIGHT / 6
"""How far the corners of a line lie above and below it."""


def cells_in_row(columns: int, row: int) -> int:
    """How many cells a row has."""
    return columns - row % 2


@dataclass(frozen=True)
class CellGrid:
    """A painted grid: the lines between its regions, and which regions are beside each other."""

    painting: Painting

    @property
    def columns(self) -> int:
        """How many cells the first row has."""
        return len(self.painting[0])

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.painting)

    @property
    def size(self) -> Point:
        """How wide and high the grid is, if a cell is 1 wide."""
        return float(self.columns), self.rows * ROW_HEIGHT

    @cached_property
    def cells_of(self) -> Mapping[int, list[Cell]]:
        """The cells of each region."""
        found: dict[int, list[Cell]] = {}
        for row, numbers in enumerate(self.painting):
            for place, number in enumerate(numbers):
                found.setdefault(number, []).append((row, place))
        return found

    @cached_property
    def _sides(self) -> Mapping[tuple[Corner, Corner], Cell]:
        """The sides of all cells, clockwise: the cell at the right hand of each."""
        return {
            side: (row, place)
            for row, numbers in enumerate(self.painting)
            for place in range(len(numbers))
            for side in _steps(self._corners(row, place))
        }

    @cached_property
    def neighbours(self) -> Mapping[Cell, list[Cell]]:
        """The cells beside each cell."""
        sides = self._sides
        found: dict[Cell, list[Cell]] = {}
        for (start, end), cell in sides.items():
            other = sides.get((end, start))
            if other is not None and other not in found.setdefault(cell, []):
                found[cell].append(other)
        return found

    @cached_property
    def adjacent_regions(self) -> frozenset[tuple[int, int]]:
        """The pairs of regions that are beside each other, the lower number first."""
        pairs = (
            sorted((self._number(cell), self._number(other)))
            for cell, others in self.neighbours.items()
            for other in others
        )
        return frozenset((low, high) for low, high in pairs if low != high)

    @cached_property
    def regions_at_edge(self) -> frozenset[int]:
        """The regions that touch the edge of the grid."""
        sides = self._sides
        return frozenset(
            self._number(cell) for (start, end), cell in sides.items() if (end, start) not in sides
        )

    def pieces_of(self, region: int) -> list[set[Cell]]:
        """The parts of a region that do not hang together."""
        left = set(self.cells_of.get(region, ()))
        pieces = []
        while left:
            first = left.pop()
            piece, todo = {first}, [first]
            while todo:
                near = left.intersection(self.neighbours[todo.pop()])
                left -= near
                piece |= near
                todo += near
            pieces.append(piece)
        return pieces

    def outlines(self) -> dict[int, Ring]:
        """The corners around each region, clockwise; each region must hang together.

        What lies inside of a region is cut out: the line runs there and back.
        """
        rings = {region: self._rings(region) for region in self.cells_of if region != OUTSIDE}
        cuts = {region: self._joined(region, found) for region, found in rings.items()}
        needed = self._needed_corners(cuts.values())
        return {region: [corner for corner in ring if corner in needed] for region, ring in cuts.items()}

    def position(self, corner: Corner) -> Point:
        """Where a corner is; zigzag lines along cells are straightened."""
        x, y = self._plain_position(corner)
        beside = self._line_neighbours.get(corner, ())
        if len(beside) != 2 or self._is_on_edge(corner):
            return x, y
        (ax, ay), (bx, by) = map(self._plain_position, beside)
        return (ax + 2 * x + bx) / 4, (ay + 2 * y + by) / 4

    def _number(self, cell: Cell) -> int:
        return self.painting[cell[0]][cell[1]]

    def _corners(self, row: int, place: int) -> Ring:
        """The corners around a cell, clockwise from the upper left."""
        first, last = 2 * place + row % 2, 2 * place + row % 2 + 2
        if row % 2 and place == 0:
            first = 0
        if row % 2 and place == self.columns - 2:
            last = 2 * self.columns
        across = range(first, last + 1)
        return [*((at, row) for at in across), *((at, row + 1) for at in reversed(across))]

    def _plain_position(self, corner: Corner) -> Point:
        across, line = corner
        y = line * ROW_HEIGHT
        if 0 < line < self.rows:
            y += -PEAK if (across + line) % 2 else PEAK
        return across / 2, y

    def _is_on_edge(self, corner: Corner) -> bool:
        return corner[0] in (0, 2 * self.columns) or corner[1] in (0, self.rows)

    @cached_property
    def _line_neighbours(self) -> Mapping[Corner, tuple[Corner, ...]]:
        """The corners that a line between regions joins to each corner."""
        sides = self._sides
        found: dict[Corner, set[Corner]] = {}
        for (start, end), cell in sides.items():
            other = sides.get((end, start))
            if other is None or self._number(other) != self._number(cell):
                found.setdefault(start, set()).add(end)
                found.setdefault(end, set()).add(start)
        return {corner: tuple(sorted(others)) for corner, others in found.items()}

    def _rings(self, region: int) -> list[Ring]:
        """The closed lines around a region: the outer one, and one around everything inside of it."""
        sides = self._sides
        after = {
            start: end
            for (start, end), cell in sides.items()
            if self._number(cell) == region
            and ((end, start) not in sides or self._number(sides[end, start]) != region)
        }
        rings = []
        while after:
            start, corner = after.popitem()
            ring = [start]
            while corner != start:
                ring.append(corner)
                corner = after.pop(corner)
            rings.append(ring)
        return sorted(rings, key=min)

    def _joined(self, region: int, rings: Sequence[Ring]) -> Ring:
        """One line around a region, with a cut to every ring inside of it."""
        joined, *inner = rings
        while inner:
            path = self._cut(region, joined, {corner for ring in inner for corner in ring})
            ring = next(ring for ring in inner if path[-1] in ring)
            inner.remove(ring)
            at, turn = joined.index(path[0]), ring.index(path[-1])
            around = [*ring[turn:], *ring[:turn]]
            joined = [*joined[:at], *path[:-1], *around, *reversed(path), *joined[at + 1 :]]
        return joined

    def _cut(self, region: int, joined: Ring, ends: set[Corner]) -> Ring:
        """The shortest way inside of a region to a ring that is not joined yet; it crosses no other cut."""
        before: dict[Corner, Corner | None] = dict.fromkeys(joined)
        todo = [corner for corner, count in Counter(joined).items() if count == 1]
        for corner in todo:
            if corner in ends:
                path = [corner]
                while (last := before[path[-1]]) is not None:
                    path.append(last)
                return path[::-1]
            for after in self._inner_steps(region, corner):
                if after not in before:
                    before[after] = corner
                    todo.append(after)
        raise AssertionError  # A region hangs together, so there is a way.

    def _inner_steps(self, region: int, corner: Corner) -> Iterator[Corner]:
        """The corners to which sides inside of a region lead."""
        across, line = corner
        for after in ((across - 1, line), (across + 1, line), (across, line - 1), (across, line + 1)):
            cells = [self._sides.get(side) for side in ((corner, after), (after, corner))]
            if all(cell is not None and self._number(cell) == region for cell in cells):
                yield after

    def _needed_corners(self, rings: Iterable[Ring]) -> set[Corner]:
        """The corners without which a line would run differently."""
        beside: dict[Corner, set[Corner]] = {}
        for ring in rings:
            for start, end in _steps(ring):
                beside.setdefault(start, set()).add(end)
                beside.setdefault(end, set()).add(start)
        return {corner for corner, others in beside.items() if not self._is_straight(corner, others)}

    def _is_straight(self, corner: Corner, beside: set[Corner]) -> bool:
        """Whether a line runs straight through a corner, and no other line meets it there."""
        if len(beside) != 2:
            return False
        (x, y), (ax, ay), (bx, by) = map(self.position, (corner, *beside))
        return abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) < 1e-6


def paint(outlines: Mapping[int, Outline], columns: int, rows: int) -> Painting:
    """Paint a grid: each cell gets the region that covers its middle.

    The outlines lie on a sheet that is 1 wide and 1 high.
    """
    scaled = {
        region: tuple((x * columns, y * rows) for x, y in outline) for region, outline in outlines.items()
    }
    moved = {region: tuple((x - 0.5, y) for x, y in outline) for region, outline in scaled.items()}
    grids = rasterise(scaled, columns, rows), rasterise(moved, columns - 1, rows)
    return tuple(grids[row % 2][row] for row in range(rows))


def _steps(ring: Ring) -> Iterator[tuple[Corner, Corner]]:
    return pairwise([*ring, ring[0]])
