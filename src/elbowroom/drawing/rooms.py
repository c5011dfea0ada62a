"""The room inside a region: points spread over it, and how far each is from the border line.

Slots and signs are put on these points; which of them, is told elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from math import dist, sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.borders import points_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elbowroom.drawing.raster import Point

FEWEST, MOST = 20, 45
"""About how many spots there are across a region, in a small and in a large one."""

APART: Final = 9.0
"""How far apart they are in between."""


@dataclass(frozen=True)
class Spot:
    """A point of a region, and the radius of the largest circle around it that stays inside."""

    x: float
    y: float
    depth: float


@lru_cache(maxsize=64)
def room_of(path: str) -> tuple[Spot, ...]:
    """The spots of a region, from the path of its border line."""
    return tuple(room(points_on(path)))


def room(outline: Sequence[Point]) -> list[Spot]:
    """The spots of a region whose border line runs through these points, the deepest first."""
    across = sqrt(area(outline))
    step = max(min(APART, across / FEWEST), across / MOST)
    spots = [
        Spot(round(x, 1), round(y, 1), min(map(partial(dist, (x, y)), outline)))
        for x, y in (_inside(outline, step) if step else ())
    ]
    return sorted(spots, key=lambda spot: (-spot.depth, spot.y, spot.x))


def area(outline: Sequence[Point]) -> float:
    """How large a region is."""
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
