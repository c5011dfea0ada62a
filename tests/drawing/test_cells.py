"""The grid of cells: neighbours, edges and outlines follow from what is painted, and can be painted again."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from elbowroom.drawing.cells import CellGrid, cells_in_row, paint
from elbowroom.drawing.svg.interior import area
from tests.drawing.paintings import RING, THREE, painting


def test_a_cell_inside_has_six_neighbours_and_each_has_it_as_a_neighbour() -> None:
    grid = CellGrid(painting(RING))
    assert sorted(grid.neighbours[3, 2]) == [(2, 2), (2, 3), (3, 1), (3, 3), (4, 2), (4, 3)]
    for cell, others in grid.neighbours.items():
        assert all(cell in grid.neighbours[other] for other in others)


def test_neighbours_and_edges_are_found_from_the_cells() -> None:
    assert CellGrid(painting(THREE)).adjacent_regions == {(1, 2), (1, 3), (2, 3)}
    assert CellGrid(painting(THREE)).regions_at_edge == {1, 2, 3}
    assert CellGrid(painting(RING)).adjacent_regions == {(1, 2), (2, 3)}
    assert CellGrid(painting(RING)).regions_at_edge == {1}


def test_a_region_in_pieces_is_found() -> None:
    grid = CellGrid(painting("11211\n 1121\n11211\n 1111\n11111"))
    assert [len(piece) for piece in sorted(grid.pieces_of(2), key=len)] == [3]
    apart = CellGrid(painting("21111\n 1111\n11211\n 1111\n11112"))
    assert len(apart.pieces_of(2)) == 3
    assert apart.pieces_of(7) == []


def test_what_lies_inside_of_a_region_is_cut_out_of_its_outline() -> None:
    grid = CellGrid(painting(RING))
    outlines = grid.outlines()
    for region, ring in outlines.items():
        sides = list(pairwise([*ring, ring[0]]))
        assert len(sides) == len(set(sides)), f"region {region} runs twice along a side in the same direction"
    there_and_back = [side for side in pairwise(outlines[2]) if side[::-1] in pairwise(outlines[2])]
    assert there_and_back, "a cut leads to the forest and back"


def chance_painting(seed: int) -> CellGrid:
    """Six regions of odd shapes that hang together and cover a small grid."""
    chance = Random(seed)
    columns, rows = chance.randint(5, 9), 2 * chance.randint(2, 4) + 1
    blank = CellGrid(tuple((0,) * cells_in_row(columns, row) for row in range(rows)))
    cells = list(blank.neighbours)
    numbers = dict(zip(chance.sample(cells, 6), range(1, 7), strict=True))
    while len(numbers) < len(cells):
        cell = chance.choice(list(numbers))
        for other in blank.neighbours[cell]:
            if other not in numbers:
                numbers[other] = numbers[cell]
                break
    return CellGrid(
        tuple(
            tuple(numbers[row, place] for place in range(cells_in_row(columns, row))) for row in range(rows)
        )
    )


@pytest.mark.parametrize("seed", range(60))
def test_outlines_of_any_painting_cover_the_sheet_and_can_be_painted_again(seed: int) -> None:
    grid = chance_painting(seed)
    width, height = grid.size
    outlines = {region: tuple(map(grid.position, ring)) for region, ring in sorted(grid.outlines().items())}
    assert abs(sum(map(area, outlines.values())) - width * height) < 1e-6
    relative = {region: tuple((x / width, y / height) for x, y in ring) for region, ring in outlines.items()}
    assert paint(relative, grid.columns, grid.rows) == grid.painting
