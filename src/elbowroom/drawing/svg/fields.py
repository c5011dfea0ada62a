"""Fields: farmland cut into a patchwork, each piece ploughed its own way."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.borders import points_on
from elbowroom.drawing.svg.elements import tag
from elbowroom.drawing.svg.ink import inset, smooth
from elbowroom.drawing.svg.interior import area, middle
from elbowroom.drawing.svg.palette import mixed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from elbowroom.drawing.outlines import Point
    from elbowroom.drawing.svg.layout import DrawnRegion
    from elbowroom.drawing.svg.palette import Theme

MAX_FIELD_AREA: Final = 4200.0
"""How large a field is at most."""

MAX_CUTS: Final = 5
FURROW_DISTANCE: Final = 6.0
"""How far apart furrows are."""

BORDER_DISTANCE: Final = 5.0
"""How far fields keep from the border line."""


def fields(region: DrawnRegion, theme: Theme, noise: Random) -> str:
    """The fields of a region with their furrows and the hedges between them."""
    pigment, ground = theme.pigments["farmland"], theme.terrains["farmland"]
    whole = inset(points_on(region.path), BORDER_DISTANCE, 0.2, noise, 5)
    hedges: list[str] = []
    patches = list(_cut(whole, noise.uniform(0, pi), MAX_CUTS, noise, hedges)) if whole else []
    tones = (
        mixed(ground, theme.paper, 0.3),
        mixed(ground, theme.terrains["hill"], 0.45),
        mixed(ground, pigment, 0.13),
        mixed(ground, theme.pigments["hill"], 0.14),
    )
    furrows = "".join(_furrows(patch, angle, noise) for patch, angle in patches)
    return (
        "".join(
            tag("path", d=_polygon(patch), fill=noise.choice(tones), fill_opacity=0.55)
            for patch, _ in patches
        )
        + tag("path", d=furrows, fill="none", stroke=pigment, stroke_opacity=0.36, stroke_width=0.9)
        + tag(
            "path",
            d="".join(hedges),
            fill="none",
            stroke=theme.pigments["hill"],
            stroke_opacity=0.75,
            stroke_width=2.2,
            stroke_dasharray="2.5 2.2 1 2",
        )
    )


def _cut(
    patch: list[Point], angle: float, cuts: int, noise: Random, hedges: list[str]
) -> Iterator[tuple[list[Point], float]]:
    """The pieces of a patch with the way each is ploughed; hedges are added where it is cut."""
    if not cuts or area(patch) < MAX_FIELD_AREA:
        yield patch, angle + noise.uniform(-0.15, 0.15) + noise.choice((0.0, pi / 2))
        return
    x, y = middle(patch)
    spread = [abs((px - x) * cos(angle) + (py - y) * sin(angle)) for px, py in patch]
    across = [abs((py - y) * cos(angle) - (px - x) * sin(angle)) for px, py in patch]
    along = angle + noise.uniform(-0.25, 0.25) + (pi / 2 if max(spread) > max(across) else 0.0)
    x, y = x + noise.uniform(-6, 6), y + noise.uniform(-6, 6)
    for side in (1.0, -1.0):
        half, crossings = _half(patch, (x, y), along, side)
        if side > 0:
            hedges.extend(
                f"M{_point_text(a)}L{_point_text(b)}"
                for a, b in zip(crossings[::2], crossings[1::2], strict=False)
            )
        if len(half) > 2:
            yield from _cut(half, angle, cuts - 1, noise, hedges)


def _half(patch: list[Point], at: Point, angle: float, side: float) -> tuple[list[Point], list[Point]]:
    """What of a patch lies on one side of a line, and where the line crosses its outline, in order."""
    dx, dy = cos(angle), sin(angle)
    heights = [side * ((py - at[1]) * dx - (px - at[0]) * dy) for px, py in patch]
    kept, crossings = [], []
    for a, b, before, after in zip(
        patch, (*patch[1:], patch[0]), heights, (*heights[1:], heights[0]), strict=True
    ):
        if before >= 0:
            kept.append(a)
        if (before >= 0) != (after >= 0):
            part = before / (before - after)
            crossing = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
            kept.append(crossing)
            crossings.append(crossing)
    return kept, sorted(crossings, key=lambda point: point[0] * dx + point[1] * dy)


def _furrows(patch: Sequence[Point], angle: float, noise: Random) -> str:
    """Slightly bent lines side by side across a patch."""
    dx, dy = cos(angle), sin(angle)
    turned = [(x * dx + y * dy, y * dx - x * dy) for x, y in patch]
    low, high = min(y for _, y in turned), max(y for _, y in turned)
    paths = []
    for row in range(1, int((high - low) / FURROW_DISTANCE)):
        y = low + row * FURROW_DISTANCE
        crossings = sorted(
            ax + (bx - ax) * (y - ay) / (by - ay)
            for (ax, ay), (bx, by) in zip(turned, (*turned[1:], turned[0]), strict=True)
            if (ay <= y) != (by <= y)
        )
        for enter, leave in zip(crossings[::2], crossings[1::2], strict=False):
            start, end = enter + noise.uniform(2, 6), leave - noise.uniform(2, 6)
            if end - start > FURROW_DISTANCE:
                bend = (start + end) / 2, y + noise.uniform(-1.4, 1.4)
                a, b, c = (
                    (x * dx - level * dy, level * dx + x * dy) for x, level in ((start, y), bend, (end, y))
                )
                paths.append(smooth((a, b, c), digits=0))
    return "".join(paths)


def _polygon(points: Sequence[Point]) -> str:
    return "M" + "L".join(map(_point_text, points)) + "Z"


def _point_text(point: Point) -> str:
    return f"{point[0]:.0f} {point[1]:.0f}"
