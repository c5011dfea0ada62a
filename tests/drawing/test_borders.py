"""The border lines: one for both neighbours, from corner to corner, and none crosses another."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

import pytest

from elbowroom.drawing.svg.borders import MapOutlines, draw_borders
from elbowroom.drawing.svg.layout import Layout, layout
from tests.drawing.outlines import NUMBERS, Point, box_map, drawn, outline, own_map, written_points


def has_line(path: str, line: str) -> bool:
    """Whether a closed path runs along a line, in the same numbers, forwards or backwards."""
    around, wanted = written_points(path)[1:], written_points(line)
    doubled = around + around
    return any(
        doubled[at : at + len(way)] == way for way in (wanted, wanted[::-1]) for at in range(len(around))
    )


def crosses(a: tuple[Point, Point], b: tuple[Point, Point]) -> bool:
    """Whether two segments cross."""

    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(*a, b[0]) * turn(*a, b[1]) < 0 and turn(*b, a[0]) * turn(*b, a[1]) < 0


def crossings(found: Layout) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The pairs of border lines that cross."""
    lines = [(line.regions, list(pairwise(outline(line.path, 3)))) for line in found.lines]
    return [
        (one, other)
        for (one, a), (other, b) in combinations(lines, 2)
        if set(one) & set(other) and any(crosses(first, second) for first in a for second in b)
    ]


@pytest.mark.parametrize("players", NUMBERS)
def test_neighbours_share_the_very_same_border_line(players: int) -> None:
    found = drawn(players)
    paths = {region.number: region.path for region in found.regions}
    assert [
        line.regions
        for line in found.lines
        for number in line.regions
        if number and not has_line(paths[number], line.path)
    ] == []


@pytest.mark.parametrize("players", NUMBERS)
def test_a_line_parts_two_regions_exactly_if_they_are_neighbours(players: int) -> None:
    neighbours = {
        (number, other + 1)
        for number, region in enumerate(box_map(players).regions, start=1)
        for other in region.neighbors
        if other + 1 > number
    }
    assert {line.regions for line in drawn(players).lines if 0 not in line.regions} == neighbours


@pytest.mark.parametrize("players", NUMBERS)
def test_a_line_sways_but_ends_in_corners_of_the_map(players: int) -> None:
    corners = {tuple(map(float, corner)) for corner in box_map(players).data["points"]}
    swaying = 0
    for line in drawn(players).lines:
        points = outline(line.path)
        assert {points[0], points[-1]} <= corners
        length = sum(dist(a, b) for a, b in pairwise(points))
        swaying += length > dist(points[0], points[-1]) + 0.5
    assert swaying > len(drawn(players).regions)


def test_a_line_sways_less_the_nearer_it_is_to_a_corner() -> None:
    corners = ((0.0, 0.0), (500.0, 0.0), (1000.0, 0.0), (1000.0, 800.0), (500.0, 800.0), (0.0, 800.0))
    near, far = 0.0, 0.0
    for name in "abcdefghijkl":
        skeleton = MapOutlines(name, 1000.0, 800.0, corners, {1: (0, 1, 4, 5), 2: (1, 2, 3, 4)})
        _, lines = draw_borders(skeleton)
        for x, y in next(line for line in lines if line.regions == (1, 2)).points():
            far = max(far, abs(x - 500))
            if not 60 < y < 740:
                near = max(near, abs(x - 500))
    assert far > 4
    assert near < far / 2


@pytest.mark.parametrize("players", NUMBERS)
def test_on_the_edge_of_the_board_lines_are_straight(players: int) -> None:
    found = drawn(players)
    edge = [line for line in found.lines if 0 in line.regions]
    assert len(edge) > 4
    for line in edge:
        xs, ys = ({point[axis] for point in written_points(line.path)} for axis in (0, 1))
        assert xs in ({0.0}, {found.width}) or ys in ({0.0}, {found.height})


@pytest.mark.parametrize("players", NUMBERS)
def test_border_lines_do_not_cross(players: int) -> None:
    assert crossings(drawn(players)) == []


def test_a_region_around_a_lake_is_drawn_with_its_shore_and_without_the_cut() -> None:
    found = layout(own_map())
    paths = {region.number: region.path for region in found.regions}
    shore = next(line for line in found.lines if line.regions == (1, 2))
    assert shore.is_coast
    assert has_line(paths[1], shore.path)
    assert has_line(paths[2], shore.path)
    assert all(low != high for low, high in (line.regions for line in found.lines))
