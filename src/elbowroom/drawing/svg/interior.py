"""The interior of a region: points spread over it, and how far each is from the border line.

`slots` and `scatter` choose among these points.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from math import dist, sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.borders import points_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elbowroom.drawing.outlines import Point

MIN_POINTS_ACROSS: Final = 20
MAX_POINTS_ACROSS: Final = 45
"""About how many points there are across a region, in a small and in a large one."""

POINT_DISTANCE: Final = 9.0
"""How far apart they are in a region of ordinary size."""


@dataclass(frozen=True)
class InteriorPoint:
    """A point of a region, and the radius of the largest circle around it that stays inside."""

    x: float
    y: float
    depth: float


@lru_cache(maxsize=64)
def interior_of(path: str) -> tuple[InteriorPoint, ...]:
    """The points of a region, from the path of its border line."""
    return tuple(interior_points(points_on(path)))


def interior_points(outline: Sequence[Point]) -> list[InteriorPoint]:
    """The points of a region whose border line runs through these points, the deepest first."""
    across = sqrt(area(outline))
    step = max(min(POINT_DISTANCE, across / MIN_POINTS_ACROSS), across / MAX_POINTS_ACROSS)
    points = [
        InteriorPoint(round(x, 1), round(y, 1), min(map(partial(dist, (x, y)), outline)))
        for x, y in (_inside(outline, step) if step else ())
    ]
    return sorted(points, key=lambda point: (-point.depth, point.y, point.x))


def area(outline: Sequence[Point]) -> float:
    """The area of a region."""
    turns = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in turns)) / 2


def middle(outline: Sequence[Point]) -> Point:
    """The mean of the points of a border line."""
    return fmean(x for x, _ in outline), fmean(y for _, y in outline)


def _inside(outline: Sequence[Point], step: float) -> Iterator[Point]:
    """The points inside, row by row."""
    sides = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    low, high = min(y for _, y in outline), max(y for _, y in outline)
    for row in range(int((high - low) / step)):
        y = low + (row + 0.5) * step
        crossings = sorted(
            ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in sides if (ay <= y) != (by <= y)
        )
        for enter, leave in zip(crossings[::2], crossings[1::2], strict=True):
            count = int((leave - enter) / step)
            yield from ((enter + (column + 0.5) * (leave - enter) / count, y) for column in range(count))
