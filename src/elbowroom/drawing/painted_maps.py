"""Painted maps: a map as cells of a grid, turned into a map file with outlines, and a map file into cells.

Whether a map can be played on is checked in `rules.maps`; here only whether it has outlines at all.
"""

from __future__ import annotations

import json
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

import msgspec

from elbowroom.drawing.cells import ROW_HEIGHT, CellGrid, cells_in_row, paint
from elbowroom.drawing.outlines import OUTSIDE, Point, has_outlines
from elbowroom.rules.maps import MAX_NAME_CHARACTERS, is_map_name
from elbowroom.rules.refusals import Refusal, Refused, refuse_all
from elbowroom.rules.terms import MAX_REGIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.rules.maps import Map

MIN_SIDE: Final = 5
MAX_SIDE: Final = 61
"""Columns and rows of a grid."""

LONGER_SIDE: Final = 1000
"""How wide or high a map is in its file."""

POINTS_IN_LINE: Final = 8

CELLS_PER_REGION: Final = 30
"""The grid for a map is chosen so that a region has about 30 cells."""


class PaintedRegion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a painted region is, apart from its cells."""

    terrain: str
    symbols: tuple[str, ...] = ()
    lost_tribe: bool = False
    edge: bool | None = None
    """Whether it counts as touching the edge of the board; None: as it is painted."""
    name: str = ""
    """One word instead of its number; empty if it has none."""


class PaintedMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map painted on a grid of hexagonal cells."""

    id: str
    players: int
    game_turns: int
    cells: tuple[tuple[int, ...], ...]
    """The region of each cell, row by row, numbered from 1; 0 is none. Every second row has one cell less."""
    regions: tuple[PaintedRegion, ...]
    name: str = ""
    """What people call it; empty if that is its id."""

    @property
    def title(self) -> str:
        """What people call it."""
        return self.name or self.id


def grid_for(width: float, height: float, regions: int) -> tuple[int, int]:
    """Columns and rows of a grid for a map of these proportions and this number of regions."""
    area = CELLS_PER_REGION * regions * ROW_HEIGHT
    columns = min(MAX_SIDE, max(MIN_SIDE, round(sqrt(area * width / height))))
    half = round((columns * height / width / ROW_HEIGHT - 1) / 2)
    return columns, min(MAX_SIDE, max(MIN_SIDE, 2 * half + 1))


def map_text(painted: PaintedMap) -> str:
    """The map file of a painted map; refused with every reason why it has no outlines."""
    refuse_all("map", painted.title, _problems(painted))
    grid = CellGrid(painted.cells)
    outlines = grid.outlines()
    corners = {
        corner: at for at, corner in enumerate(sorted({c for ring in outlines.values() for c in ring}))
    }
    scale = LONGER_SIDE / max(grid.size)
    regions = [
        _region_data(painted, grid, number, [corners[corner] for corner in outlines[number]])
        for number in range(1, len(painted.regions) + 1)
    ]
    head = {
        "id": painted.id,
        **({"name": painted.name} if painted.name else {}),
        "players": painted.players,
        "game_turns": painted.game_turns,
        "grid": [grid.columns, grid.rows],
        "size": _rounded(grid.size, scale),
    }
    points = [_rounded(grid.position(corner), scale) for corner in corners]
    return _written(head, points, regions)


def painted_map(map_: Map) -> PaintedMap:
    """A map that has outlines, painted: on the grid that its file names, or on one that is made for it."""
    data = map_.data
    if not has_outlines(data) or not all(data["size"]):
        raise Refused("no_outlines", map=map_.id)
    _refuse_crossings(map_)
    width, height = data["size"]
    columns, rows = _named_grid(data) or grid_for(width, height, len(map_.regions))
    points = [(x / width, y / height) for x, y in data["points"]]
    outlines = {
        number: tuple(points[corner] for corner in region.outline)
        for number, region in enumerate(map_.regions, start=1)
    }
    cells = paint(outlines, columns, rows)
    at_edge = CellGrid(cells).regions_at_edge
    return PaintedMap(
        map_.id,
        map_.players,
        map_.game_turns,
        cells,
        tuple(
            PaintedRegion(
                region.terrain,
                region.symbols,
                region.lost_tribe,
                None if region.edge == (number in at_edge) else region.edge,
                "" if region.label == str(number) else region.label,
            )
            for number, region in enumerate(map_.regions, start=1)
        ),
        "" if map_.name == map_.id else map_.name,
    )


def is_grid(cells: Sequence[Sequence[int]]) -> bool:
    """Whether these are the rows of a grid, neither too small nor too large."""
    rows, columns = len(cells), len(cells[0]) if cells else 0
    return (
        _is_side(columns)
        and _is_side(rows)
        and rows % 2 == 1
        and all(len(row) == cells_in_row(columns, at) for at, row in enumerate(cells))
    )


def _is_side(count: int) -> bool:
    return MIN_SIDE <= count <= MAX_SIDE


def _problems(painted: PaintedMap) -> list[Refusal]:
    """Why no outlines can be made from these cells."""
    file, count = painted.title, len(painted.regions)
    if not is_grid(painted.cells):
        return [Refusal("map_grid", {"file": file, "least": MIN_SIDE, "most": MAX_SIDE})]
    if not 1 <= count <= MAX_REGIONS:
        return [Refusal("map_regions", {"file": file, "most": MAX_REGIONS})]
    grid = CellGrid(painted.cells)
    empty = len(grid.cells_of.get(OUTSIDE, ()))
    problems = [Refusal("map_empty_cells", {"file": file, "count": empty})] if empty else []
    if painted.name and not is_map_name(painted.name):
        problems.append(Refusal("map_name", {"file": file, "most": MAX_NAME_CHARACTERS}))
    unknown = sorted(number for number in grid.cells_of if not 0 <= number <= count)
    problems += [Refusal("map_region_id", {"file": file, "region": number}) for number in unknown]
    pieces = {number: len(grid.pieces_of(number)) for number in range(1, count + 1)}
    return problems + [
        Refusal("map_pieces", {"file": file, "region": number, "count": parts})
        for number, parts in pieces.items()
        if parts != 1
    ]


def _region_data(painted: PaintedMap, grid: CellGrid, number: int, outline: list[int]) -> dict[str, Any]:
    region = painted.regions[number - 1]
    at_edge = number in grid.regions_at_edge
    neighbors = sorted(sum(pair) - number for pair in grid.adjacent_regions if number in pair)
    name = {"name": region.name} if region.name else {}
    return {
        "id": number,
        **name,
        "terrain": region.terrain,
        "symbols": list(region.symbols),
        "lost_tribe": region.lost_tribe,
        "edge": at_edge if region.edge is None else region.edge,
        "neighbors": neighbors,
        "outline": outline,
    }


def _rounded(point: Point, scale: float) -> list[float]:
    return [_short(value * scale) for value in point]


def _short(value: float) -> float:
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def _written(head: dict[str, Any], points: list[list[float]], regions: list[dict[str, Any]]) -> str:
    """The file: a line for each region, and several points in a line."""
    first = json.dumps(head, ensure_ascii=False)[:-1]
    starts = range(0, len(points), POINTS_IN_LINE)
    point_lines = [json.dumps(points[at : at + POINTS_IN_LINE])[1:-1] for at in starts]
    region_lines = [json.dumps(region, ensure_ascii=False) for region in regions]
    joined = [",\n".join(f"  {line}" for line in lines) for lines in (point_lines, region_lines)]
    return f'{first},\n"points": [\n{joined[0]}\n],\n"regions": [\n{joined[1]}\n]}}\n'


def _named_grid(data: dict[str, Any]) -> tuple[int, int] | None:
    match data.get("grid"):
        case [int(columns), int(rows)] if _is_side(columns) and _is_side(rows) and rows % 2:
            return columns, rows
    return None


def _refuse_crossings(map_: Map) -> None:
    """Refuse outlines that cross themselves: nobody could say what is inside of them."""
    points = [(float(x), float(y)) for x, y in map_.data["points"]]
    problems = [
        Refusal("map_outline_crosses", {"file": map_.id, "region": number})
        for number, region in enumerate(map_.regions, start=1)
        if _crosses_itself([points[corner] for corner in region.outline])
    ]
    refuse_all("map", map_.id, problems)


def _crosses_itself(outline: Sequence[Point]) -> bool:
    sides = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    return any(_cross(*sides[at], *other) for at in range(len(sides)) for other in sides[at + 2 :])


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two sides cross; sides that only touch do not."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
