"""Lines drawn by hand: points joined smoothly, strokes of uneven weight, insets and blots.

Only shapes are made here, as path data; where they lie is told elsewhere.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import cos, dist, hypot, pi, sin
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from elbowroom.drawing.raster import Point

STRIDE: Final = 4
"""Every so many points of a border line are enough for a stroke along it."""

CROWDED: Final = 0.8
"""A point of an inset is left out where the border line is nearer than this part of its distance."""


FEWEST: Final = 3
"""How many points a closed line has at least."""


def smooth(points: Sequence[Point], *, is_closed: bool = False, digits: int = 1) -> str:
    """Path data that runs along the points without a kink, written short."""
    rounded = [(round(x, digits), round(y, digits)) for x, y in points]
    if is_closed:
        rounded = [
            _between(rounded[-1], rounded[0], digits),
            *rounded,
            _between(rounded[-1], rounded[0], digits),
        ]
    start, *bends, end = rounded
    halfway = [_between(bend, after, digits) for bend, after in pairwise(bends)]
    written, at = [f"M{_joined(*start)}"], start
    for bend, to in zip(bends, [*halfway, end], strict=False):
        written.append(f"q{_joined(*_from(at, bend), *_from(at, to))}")
        at = to
    if not bends:
        written.append(f"l{_joined(*_from(at, end))}")
    return "".join(written) + ("Z" if is_closed else "")


def brush(points: Sequence[Point], width: float, noise: Random) -> str:
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
    """The direction to the right of the way at each point, on a screen."""
    found: list[Point] = []
    count = len(points)
    for at in range(count):
        before = points[at - 1] if at or is_closed else points[0]
        after = points[(at + 1) % count] if at + 1 < count or is_closed else points[-1]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = hypot(dx, dy) or 1.0
        found.append((-dy / length, dx / length))
    return found


def inset(
    outline: Sequence[Point],
    away: float | Callable[[Point], float],
    roughness: float,
    noise: Random,
    stride: int = STRIDE + 1,
) -> list[Point]:
    """A closed line inside another, roughly this far away from it; empty where there is no room."""
    inwards = 1.0 if _turns_right(outline) else -1.0
    along = outline[::stride]
    near = outline[::2]
    found = []
    for (x, y), (nx, ny) in zip(along, normals(along, is_closed=True), strict=True):
        wanted = away if isinstance(away, float) else away((x, y))
        reach = inwards * wanted * (1 + noise.uniform(-roughness, roughness))
        point = x + nx * reach, y + ny * reach
        if min(map(partial(dist, point), near)) >= CROWDED * (1 - roughness) * wanted:
            found.append(point)
    return found if len(found) >= FEWEST else []


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
    return [*points[:-1:STRIDE], points[-1]] if len(points) > STRIDE else [points[0], points[-1]]


def _turns_right(outline: Sequence[Point]) -> bool:
    """Whether a closed line runs clockwise on a screen."""
    turns = zip(outline, (*outline[1:], outline[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in turns) > 0


def _between(a: Point, b: Point, digits: int) -> Point:
    return round((a[0] + b[0]) / 2, digits), round((a[1] + b[1]) / 2, digits)


def _from(start: Point, end: Point) -> Point:
    return round(end[0] - start[0], 1), round(end[1] - start[1], 1)


def _joined(*numbers: float) -> str:
    """Numbers with as little between them as can be."""
    written = ""
    for number in numbers:
        text = _short(number)
        written += text if not written or text.startswith("-") else f" {text}"
    return written


def _short(number: float) -> str:
    text = f"{number:.1f}".removesuffix(".0")
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
