"""Border lines: every border becomes one wavy line, which both neighbours share.

Only the lines are made here, from the corners and outlines of a map file; what stands inside a region is not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, dist
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from elbowroom.drawing.outlines import OUTSIDE, Point
from elbowroom.drawing.svg.elements import short

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Curve: TypeAlias = tuple[Point, Point, Point]
"""A cubic curve from where the last one ended: two control points and its end."""
Side: TypeAlias = frozenset[int]
"""Two corners that an outline joins, whichever way."""

BEND_DISTANCE: Final = 22.0
"""How far apart the points of a wavy line are."""

SWAY_SHARE: Final = 0.045
MAX_SWAY: Final = 6.0
"""How far a line may sway, as a share of its length, and at most."""

SAMPLE_DISTANCE: Final = 5.0
"""How far apart the points on a line are from which distances are measured."""


@dataclass(frozen=True)
class MapOutlines:
    """The corners of a map, and the corners each region's outline joins."""

    name: str
    width: float
    height: float
    corners: tuple[Point, ...]
    outlines: Mapping[int, tuple[int, ...]]

    @cached_property
    def regions_beside(self) -> Mapping[Side, tuple[int, int]]:
        """The regions on the two sides of each side; OUTSIDE where there is none."""
        regions_of_side: dict[Side, list[int]] = {}
        for region, outline in self.outlines.items():
            for step in _steps(outline):
                regions_of_side.setdefault(frozenset(step), []).append(region)
        return {side: _pair(regions) for side, regions in regions_of_side.items()}

    def is_on_edge(self, side: Side) -> bool:
        """Whether a side lies on the edge of the sheet."""
        xs, ys = ({self.corners[corner][axis] for corner in side} for axis in (0, 1))
        return xs in ({0.0}, {self.width}) or ys in ({0.0}, {self.height})


@dataclass(frozen=True)
class Border:
    """A line between two regions, or between a region and what is outside."""

    regions: tuple[int, int]
    start: Point
    curves: tuple[Curve, ...]

    @property
    def is_drawn(self) -> bool:
        """Whether it separates two regions; a cut inside one region does not."""
        return self.regions[0] != self.regions[1]

    @property
    def path(self) -> str:
        """The line as path data."""
        return f"M{_point_text(self.start)}{self.continued_path}"

    @property
    def continued_path(self) -> str:
        """The line as path data that continues a path which ends at its start."""
        return "".join("C" + " ".join(map(_point_text, curve)) for curve in self.curves)

    @property
    def backwards(self) -> Border:
        """The same line from its end to its start."""
        ends = [self.start, *(end for _, _, end in self.curves)]
        turned = [
            (second, first, end) for (first, second, _), end in zip(self.curves, ends[:-1], strict=True)
        ]
        return replace(self, start=ends[-1], curves=tuple(reversed(turned)))

    def points(self) -> list[Point]:
        """Points on the line from its start on, without its end."""
        points, start = [], self.start
        for first, second, end in self.curves:
            count = max(1, ceil(dist(start, end) / SAMPLE_DISTANCE))
            points += [_on_curve(start, first, second, end, step / count) for step in range(count)]
            start = end
        return points


def draw_borders(outlines: MapOutlines) -> tuple[dict[int, tuple[Border, ...]], tuple[Border, ...]]:
    """The borders around each region in the order of its outline, and every border once."""
    starts: dict[tuple[int, ...], Border] = {}
    lines = []
    for chain in _chains(outlines):
        line = _border(outlines, chain)
        starts[chain[:2]], starts[chain[:-3:-1]] = line, line.backwards
        lines.append(line)
    rings = {
        region: tuple(starts[step] for step in _steps(outline) if step in starts)
        for region, outline in outlines.outlines.items()
    }
    return rings, tuple(lines)


def ring_path(ring: Sequence[Border]) -> str:
    """The borders around a region as one closed path."""
    return f"M{_point_text(ring[0].start)}{''.join(border.continued_path for border in ring)}Z"


@lru_cache(maxsize=512)
def points_on(path: str) -> tuple[Point, ...]:
    """Points on a line from its path data, without its end."""
    numbers = map(float, re.findall(r"-?[\d.]+", path))
    start, *rest = zip(numbers, numbers, strict=True)
    curves = tuple(zip(rest[::3], rest[1::3], rest[2::3], strict=True))
    return tuple(Border((0, 0), start, curves).points())


def _chains(outlines: MapOutlines) -> list[tuple[int, ...]]:
    """The sides joined to borders: from a corner where three regions meet to the next one."""
    regions_beside = outlines.regions_beside
    around: dict[int, list[Side]] = {}
    for side in regions_beside:
        for corner in side:
            around.setdefault(corner, []).append(side)
    inner_corners = {
        corner
        for corner, sides in around.items()
        if len(sides) == 2
        and regions_beside[sides[0]] == regions_beside[sides[1]]
        and not any(map(outlines.is_on_edge, sides))
    }
    unused_sides = set(regions_beside)
    chains = []
    # A ring that no other border meets starts anywhere.
    for start in [*sorted(around.keys() - inner_corners), *sorted(inner_corners)]:
        for first in sorted(around[start], key=sorted):
            chain, side = [start], first
            while side in unused_sides:
                unused_sides.remove(side)
                chain.append(next(iter(side - {chain[-1]})))
                if chain[-1] in inner_corners and chain[-1] != start:
                    side = next(other for other in around[chain[-1]] if other != side)
            if len(chain) > 1:
                chains.append(tuple(chain))
    return chains


def _border(outlines: MapOutlines, chain: tuple[int, ...]) -> Border:
    """The wavy line of a border; on the edge of the sheet it is straight."""
    regions = outlines.regions_beside[frozenset(chain[:2])]
    bends = [outlines.corners[corner] for corner in chain]
    if regions[0] != regions[1] and not outlines.is_on_edge(frozenset(chain[:2])):
        key = f"{outlines.name} {chain[0]} {chain[1]}"
        bends = _add_sway(bends, Random(key))
    return Border(regions, bends[0], tuple(_smooth(bends)))


def _add_sway(bends: Sequence[Point], noise: Random) -> list[Point]:
    """The line with more points, pushed to either side, less so near to a corner."""
    whole = sum(dist(a, b) for a, b in pairwise(bends))
    reach = min(MAX_SWAY, SWAY_SHARE * whole)
    swayed, distance_done = [bends[0]], 0.0
    for (ax, ay), (bx, by) in pairwise(bends):
        length = dist((ax, ay), (bx, by))
        count = max(1, round(length / BEND_DISTANCE))
        for step in range(1, count):
            part = step / count
            along = (distance_done + part * length) / whole
            push = noise.uniform(-reach, reach) * min(1.0, 4 * along * (1 - along))
            x, y = ax + (bx - ax) * part, ay + (by - ay) * part
            swayed.append((x - (by - ay) / length * push, y + (bx - ax) / length * push))
        swayed.append((bx, by))
        distance_done += length
    return [(round(x, 1), round(y, 1)) for x, y in swayed]


def _smooth(points: Sequence[Point]) -> Iterable[Curve]:
    """Curves that pass through all points without a kink."""
    framed = [points[0], *points, points[-1]]
    for before, start, end, after in zip(framed, framed[1:], framed[2:], framed[3:], strict=False):
        yield (
            (round(start[0] + (end[0] - before[0]) / 6, 1), round(start[1] + (end[1] - before[1]) / 6, 1)),
            (round(end[0] - (after[0] - start[0]) / 6, 1), round(end[1] - (after[1] - start[1]) / 6, 1)),
            end,
        )


def _on_curve(start: Point, first: Point, second: Point, end: Point, part: float) -> Point:
    rest = 1 - part
    weights = (rest**3, 3 * rest * rest * part, 3 * rest * part * part, part**3)
    ends = (start, first, second, end)
    return (
        sum(weight * point[0] for weight, point in zip(weights, ends, strict=True)),
        sum(weight * point[1] for weight, point in zip(weights, ends, strict=True)),
    )


def _steps(outline: Sequence[int]) -> list[tuple[int, int]]:
    """The sides of an outline, from corner to corner; a corner named twice in a row counts once."""
    return [step for step in zip(outline, (*outline[1:], outline[0]), strict=True) if step[0] != step[1]]


def _pair(regions: Sequence[int]) -> tuple[int, int]:
    low, high = sorted((*regions[:2], OUTSIDE)[:2])
    return low, high


def _point_text(point: Point) -> str:
    return f"{short(point[0])} {short(point[1])}"
