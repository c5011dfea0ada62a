"""Lines drawn by hand: points joined smoothly, strokes of uneven weight, insets and blots.

Only shapes are made here, as path data; the callers say where they lie.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import cos, dist, hypot, pi, sin
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from elbowroom.drawing.outlines import Point

POINT_STRIDE: Final = 4
"""A stroke along a border line uses only every fourth of its points."""

MIN_INSET_SHARE: Final = 0.8
"""A point of an inset is left out where the border line is nearer than this share of its distance."""


MIN_CLOSED_POINTS: Final = 3
"""How many points a closed line has at least."""


def smooth(points: Sequence[Point], *, is_closed: bool = False, digits: int = 1) -> str:
    """Path data that runs along the points without a kink, written short."""
    rounded = [(round(x, digits), round(y, digits)) for x, y in points]
    if is_closed:
        rounded = [
            _midpoint(rounded[-1], rounded[0], digits),
            *rounded,
            _midpoint(rounded[-1], rounded[0], digits),
        ]
    start, *bends, end = rounded
    halfway = [_midpoint(bend, after, digits) for bend, after in pairwise(bends)]
    written, at = [f"M{_numbers_text(*start)}"], start
    for bend, to in zip(bends, [*halfway, end], strict=False):
        written.append(f"q{_numbers_text(*_offset(at, bend), *_offset(at, to))}")
        at = to
    if not bends:
        written.append(f"l{_numbers_text(*_offset(at, end))}")
    return "".join(written) + ("Z" if is_closed else "")


def brush_stroke(points: Sequence[Point], width: float, noise: Random) -> str:
    """A stroke of uneven weight along the points, as an area; ink gathers at its ends."""
    along = _thinned(points)
    last = len(along) - 1
    sides: tuple[list[Point], list[Point]] = ([], [])
    for at, ((x, y), (nx, ny)) in enumerate(zip(along, normals(along), strict=True)):
        gathered = 0.3 if at in (0, last) else 0.0
        half = width / 2 * (noise.uniform(0.6, 1.25) + gathered)
        sides[0].append((x + nx * half, y + ny * half))
        sides[1].append((x - nx * half, y - ny * half))
    return smooth([*sides[0], *reversed(sides[1])], is_closed=True)


def normals(points: Sequence[Point], *, is_closed: bool = False) -> list[Point]:
    """At each point the direction to the right of the line, as seen on a screen."""
    directions: list[Point] = []
    count = len(points)
    for at in range(count):
        before = points[at - 1] if at or is_closed else points[0]
        after = points[(at + 1) % count] if at + 1 < count or is_closed else points[-1]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = hypot(dx, dy) or 1.0
        directions.append((-dy / length, dx / length))
    return directions


def inset(
    outline: Sequence[Point],
    away: float | Callable[[Point], float],
    roughness: float,
    noise: Random,
    stride: int = POINT_STRIDE + 1,
) -> list[Point]:
    """A closed line inside another, roughly this far away from it; empty where there is no room."""
    inwards = 1.0 if _is_clockwise(outline) else -1.0
    along = outline[::stride]
    near = outline[::2]
    inner = []
    for (x, y), (nx, ny) in zip(along, normals(along, is_closed=True), strict=True):
        wanted = away if isinstance(away, float) else away((x, y))
        reach = inwards * wanted * (1 + noise.uniform(-roughness, roughness))
        point = x + nx * reach, y + ny * reach
        if min(map(partial(dist, point), near)) >= MIN_INSET_SHARE * (1 - roughness) * wanted:
            inner.append(point)
    return inner if len(inner) >= MIN_CLOSED_POINTS else []


def blot(x: float, y: float, radius: float, noise: Random, bends: int = 8) -> str:
    """A closed uneven line that stays in a circle."""
    turn = noise.uniform(0, pi)
    points = []
    for at in range(bends):
        reach, angle = radius * noise.uniform(0.45, 1.0), turn + 2 * pi * at / bends
        points.append((x + reach * cos(angle), y + reach * sin(angle)))
    return smooth(points, is_closed=True, digits=0)


def _thinned(points: Sequence[Point]) -> list[Point]:
    """Some of the points, the first and the last among them."""
    return [*points[:-1:POINT_STRIDE], points[-1]] if len(points) > POINT_STRIDE else [points[0], points[-1]]


def _is_clockwise(outline: Sequence[Point]) -> bool:
    """Whether a closed line runs clockwise on a screen."""
    turns = zip(outline, (*outline[1:], outline[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in turns) > 0


def _midpoint(a: Point, b: Point, digits: int) -> Point:
    return round((a[0] + b[0]) / 2, digits), round((a[1] + b[1]) / 2, digits)


def _offset(start: Point, end: Point) -> Point:
    return round(end[0] - start[0], 1), round(end[1] - start[1], 1)


def _numbers_text(*numbers: float) -> str:
    """Numbers as path data, with no blank that is not needed."""
    written = ""
    for number in numbers:
        text = _number_text(number)
        written += text if not written or text.startswith("-") else f" {text}"
    return written


def _number_text(number: float) -> str:
    text = f"{number:.1f}".removesuffix(".0")
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
