"""Random maps to start from: as many regions of each kind as the map of the box has, spread evenly.

The same seed gives the same map.
"""

from __future__ import annotations

from math import dist
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Final, TypeAlias

from elbowroom.drawing.cells import ROW_HEIGHT, CellGrid, cells_in_row
from elbowroom.drawing.painted_maps import PaintedMap, PaintedRegion, grid_for, map_text
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import WATER_TERRAINS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elbowroom.drawing.cells import Painting
    from elbowroom.drawing.outlines import Point
    from elbowroom.rules.maps import Map

Around: TypeAlias = "Mapping[int, frozenset[int]]"
"""The numbers of the regions beside each region."""

CANDIDATES: Final = 10
"""For the middle of a region ten random places are tried; the one farthest from other middles is taken."""
RELAXATIONS: Final = 4
"""How often the middles of the regions are moved, so that the regions become about equally large."""
SWAPS: Final = 3000
"""How many exchanges of two regions are tried to spread them evenly."""
MAX_TRIES: Final = 20


def random_map(players: int, seed: int) -> PaintedMap:
    """A random map for this number of players."""
    content = base_content()
    model = content.map_for(players)
    for attempt in range(MAX_TRIES):
        painted = _painted(model, f"random-{seed}", Random(f"{players} {seed} {attempt}"))
        try:
            add_content(content, map_text(painted), painted.id)
        except Refused:
            continue  # A region or the land fell apart: chance tries again.
        return painted
    raise Refused("too_heavy")


def _painted(model: Map, name: str, chance: Random) -> PaintedMap:
    width, height = model.data["size"]
    columns, rows = grid_for(width, height, len(model.regions))
    cells = _regions_of_equal_size(columns, rows, len(model.regions), chance)
    grid = CellGrid(cells)
    kinds = [PaintedRegion(region.terrain, region.symbols, region.lost_tribe) for region in model.regions]
    around = {
        number: frozenset(sum(pair) - number for pair in grid.adjacent_regions if number in pair)
        for number in grid.cells_of
    }
    dealt = _deal(kinds, around, grid.regions_at_edge, chance)
    return PaintedMap(name, model.players, model.game_turns, cells, tuple(dealt))


def _regions_of_equal_size(columns: int, rows: int, count: int, chance: Random) -> Painting:
    """Choose `count` middles; each cell belongs to the nearest. Regions are numbered from the upper left."""
    size = columns, rows * ROW_HEIGHT
    middles: list[Point] = []
    for _ in range(count):
        tried = [(chance.uniform(0, size[0]), chance.uniform(0, size[1])) for _ in range(CANDIDATES)]
        middles.append(max(tried, key=lambda point: min((dist(point, each) for each in middles), default=0)))
    cells = [
        (place + 0.5 + row % 2 / 2, (row + 0.5) * ROW_HEIGHT)
        for row in range(rows)
        for place in range(cells_in_row(columns, row))
    ]
    for _ in range(RELAXATIONS):
        owned: list[list[Point]] = [[] for _ in middles]
        for cell in cells:
            owned[_nearest(middles, cell)].append(cell)
        middles = [
            (fmean(x for x, _ in own), fmean(y for _, y in own)) if own else middle
            for own, middle in zip(owned, middles, strict=True)
        ]
    middles.sort(key=lambda middle: (int(middle[1] / size[1] * count**0.5), middle[0]))
    numbers = iter([_nearest(middles, cell) + 1 for cell in cells])
    return tuple(tuple(next(numbers) for _ in range(cells_in_row(columns, row))) for row in range(rows))


def _nearest(middles: Sequence[Point], cell: Point) -> int:
    return min(range(len(middles)), key=lambda at: dist(middles[at], cell))


def _deal(
    kinds: Sequence[PaintedRegion], around: Around, at_edge: frozenset[int], chance: Random
) -> list[PaintedRegion]:
    """Give each region a kind: seas at the edge, the lake inside, and the land so that equals lie apart."""
    numbers = sorted(around)
    chance.shuffle(numbers)
    dealt: dict[int, PaintedRegion] = {}
    for water in (kind for kind in kinds if kind.terrain in WATER_TERRAINS):
        fitting = [number for number in numbers if _fits(water, number, at_edge)]
        chosen = next((number for number in fitting if not around[number] & dealt.keys()), fitting[0])
        numbers.remove(chosen)
        dealt[chosen] = water
    land = list(numbers)
    dealt |= zip(land, (kind for kind in kinds if kind.terrain not in WATER_TERRAINS), strict=True)
    for _ in range(SWAPS):
        one, other = chance.sample(land, 2)
        before = _likeness(dealt, around, one) + _likeness(dealt, around, other)
        dealt[one], dealt[other] = dealt[other], dealt[one]
        if _likeness(dealt, around, one) + _likeness(dealt, around, other) > before:
            dealt[one], dealt[other] = dealt[other], dealt[one]
    return [dealt[number] for number in sorted(dealt)]


def _fits(kind: PaintedRegion, number: int, at_edge: frozenset[int]) -> bool:
    """Whether a region may be this water: a sea touches the edge, a lake does not."""
    return (kind.terrain == "sea") == (number in at_edge)


def _likeness(dealt: Mapping[int, PaintedRegion], around: Around, number: int) -> int:
    """How much a region has in common with those beside it: terrain above all, then symbols and tribes."""
    kind = dealt[number]
    return sum(
        3 * (other.terrain == kind.terrain)
        + len({*other.symbols} & {*kind.symbols})
        + (other.lost_tribe and kind.lost_tribe)
        for other in (dealt[near] for near in around[number])
    )
