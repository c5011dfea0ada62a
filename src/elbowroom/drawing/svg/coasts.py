"""Coasts: lines in the water that follow the land, the fainter the farther out."""

from __future__ import annotations

from functools import partial
from math import dist
from random import Random
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.borders import points_on
from elbowroom.drawing.svg.elements import tag
from elbowroom.drawing.svg.ink import normals, smooth
from elbowroom.rules.terms import WATER_TERRAINS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elbowroom.drawing.outlines import Point
    from elbowroom.drawing.svg.layout import Layout
    from elbowroom.drawing.svg.palette import Theme

RIPPLES: Final = ((5.0, 0.0, 0.75), (10.5, 0.12, 0.5), (17.0, 0.3, 0.36))
"""How far out a line runs, how often it breaks off, and how strong it is."""

SIDE_TEST_STRIDE: Final = 6
"""Only every sixth point is asked on which side the water is."""

MIN_LINE_POINTS: Final = 3
"""How many points a line has at least."""


def coasts(drawn: Layout, theme: Theme) -> list[str]:
    """The lines along all coasts."""
    paths_drawn = []
    for region in drawn.regions:
        if region.terrain not in WATER_TERRAINS:
            continue
        around = points_on(region.path)
        shores = [
            points_on(line.path) for line in drawn.lines if line.is_coast and region.number in line.regions
        ]
        noise = Random(f"{drawn.map} {region.number} coast")
        for away, gaps, strength in RIPPLES:
            paths = [smooth(piece) for shore in shores for piece in _pieces(shore, around, away, gaps, noise)]
            paths_drawn.append(
                tag("path", d="".join(paths), stroke=theme.pigments[region.terrain], stroke_opacity=strength)
            )
    return paths_drawn


def _pieces(
    shore: Sequence[Point], around: Sequence[Point], away: float, gaps: float, noise: Random
) -> Iterator[list[Point]]:
    """The pieces of a line at this distance from a shore; it breaks off at random and where room is short."""
    along = shore[::2]
    side = _water_side(along, around, away)
    piece: list[Point] = []
    for (x, y), (nx, ny) in zip(along, normals(along), strict=True):
        reach = side * away * noise.uniform(0.86, 1.14)
        point = x + nx * reach, y + ny * reach
        is_free = min(map(partial(dist, point), around)) > 0.82 * away
        if is_free and noise.random() >= gaps:
            piece.append(point)
        elif len(piece) >= MIN_LINE_POINTS:
            yield piece
            piece = []
        else:
            piece = []
    if len(piece) >= MIN_LINE_POINTS:
        yield piece


def _water_side(along: Sequence[Point], around: Sequence[Point], away: float) -> float:
    """On which side of a shore the water is: where the line stays inside the outline of the water."""

    def inside(side: float) -> int:
        return sum(
            _is_inside((x + nx * away * side, y + ny * away * side), around)
            for (x, y), (nx, ny) in list(zip(along, normals(along), strict=True))[::SIDE_TEST_STRIDE]
        )

    return 1.0 if inside(1.0) >= inside(-1.0) else -1.0


def _is_inside(point: Point, around: Sequence[Point]) -> bool:
    x, y = point
    is_in = False
    for (ax, ay), (bx, by) in zip(around, (*around[1:], around[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            is_in = not is_in
    return is_in
