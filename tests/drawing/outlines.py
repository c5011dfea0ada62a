"""Reading a drawing back: the points of its paths, and questions about them."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise
from math import dist
from typing import Any

from elbowroom.drawing.svg.layout import Layout, layout
from elbowroom.rules.content import base_content
from elbowroom.rules.maps import Map, read_map

Point = tuple[float, float]

NUMBERS = (2, 3, 4, 5)
"""The maps of the box, by their number of players."""

OWN_MAP: dict[str, Any] = {
    "id": "own",
    "players": 2,
    "game_turns": 10,
    "size": [60, 30],
    "points": [
        [0, 0], [40, 0], [60, 0], [60, 30], [40, 30], [0, 30],
        [10, 10], [25, 8], [22, 20], [12, 18], [40, 14], [40, 14.5],
    ],
    "regions": [
        # A region with a lake inside, a sliver, and a shore.
        {"id": 1, "terrain": "hill", "symbols": ["mine"], "edge": True, "neighbors": [2, 3, 4],
         "outline": [0, 1, 10, 11, 4, 5, 0, 6, 9, 8, 7, 6]},
        {"id": 2, "terrain": "lake", "neighbors": [1], "outline": [6, 7, 8, 9]},
        {"id": 3, "terrain": "forest", "edge": True, "neighbors": [1, 4], "outline": [1, 2, 10]},
        {"id": 4, "terrain": "sea", "edge": True, "neighbors": [1, 3], "outline": [2, 3, 4, 11, 10]},
    ],
}  # fmt: skip


def box_map(players: int) -> Map:
    """The map of the box for so many players."""
    return base_content().map_for(players)


def drawn(players: int) -> Layout:
    """The layout of that map."""
    return layout(box_map(players))


def own_map(**changes: object) -> Map:
    """A player's own map, with some of its keys changed."""
    return read_map(json.dumps({**OWN_MAP, **changes}), "own.json", 18, 9)


def written_points(path: str) -> list[Point]:
    """Every point that stands in path data, control points too."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@cache
def outline(path: str, steps: int = 6) -> tuple[Point, ...]:
    """Points on the curves of path data."""
    start, *rest = written_points(path)
    found = [start]
    for first, second, end in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        for step in range(1, steps + 1):
            t = step / steps
            weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
            ends = (start, first, second, end)
            x, y = (sum(w * point[axis] for w, point in zip(weights, ends, strict=True)) for axis in (0, 1))
            found.append((x, y))
        start = end
    return tuple(found)


def is_inside(point: Point, around: tuple[Point, ...]) -> bool:
    """Whether a point lies inside a closed line."""
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in pairwise((*around, around[0])):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


def clearance(point: Point, around: tuple[Point, ...]) -> float:
    """How far a point is from the nearest point of a line."""
    return min(dist(point, other) for other in around)
