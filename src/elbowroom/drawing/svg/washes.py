"""The washes of the map: every region in the colour of its terrain, darker where the pigment has pooled.

No two regions are quite of one shade. Water is lighter along its coasts.
"""

from __future__ import annotations

from math import dist
from random import Random
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.borders import points_on
from elbowroom.drawing.svg.elements import tag
from elbowroom.drawing.svg.ink import blot, inset, smooth
from elbowroom.drawing.svg.interior import interior_of
from elbowroom.drawing.svg.palette import mixed
from elbowroom.rules.terms import WATER_TERRAINS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.drawing.outlines import Point
    from elbowroom.drawing.svg.layout import DrawnRegion, Layout
    from elbowroom.drawing.svg.palette import Theme

POOLS: Final = ((0.0, 0.5), (3.0, 0.26), (8.0, 0.08), (17.0, -0.12))
"""Land: pairs of distance from the border line and amount of pigment; below 0 the paper shines through."""

DEPTHS: Final = ((8.0, 0.45), (17.0, 0.0), (42.0, -0.12))
"""Water: pairs of distance from the coast and how much lighter it is; below 0 it is darker."""

BLOTS_PER_REGION: Final = 2
"""How many uneven spots each wash has."""

ON_COAST_DISTANCE: Final = 1.5
"""A point at most this far from a coast counts as lying on it."""


def wash(drawn: Layout, region: DrawnRegion, theme: Theme) -> str:
    """The wash of a region."""
    noise = Random(f"{drawn.map} {region.number} wash")
    colour = shade(drawn, region, theme)
    layers = (
        _water(drawn, region, theme, colour, noise)
        if region.terrain in WATER_TERRAINS
        else _land(region, theme, colour, noise)
    )
    return tag(
        "g",
        *layers,
        *_blots(region, theme, noise),
        data_region=region.number,
        data_terrain=region.terrain,
    )


def shade(drawn: Layout, region: DrawnRegion, theme: Theme) -> str:
    """The colour of a region: that of its terrain, a little lighter or darker."""
    noise = Random(f"{drawn.map} {region.number} shade")
    other = noise.choice((theme.paper, theme.pigments[region.terrain], theme.edge))
    return mixed(theme.terrains[region.terrain], other, noise.uniform(0.03, 0.13))


def _land(region: DrawnRegion, theme: Theme, colour: str, noise: Random) -> list[str]:
    outline, pigment = points_on(region.path), theme.pigments[region.terrain]
    (_, strongest), *inner = POOLS
    return [
        tag("use", href=f"#region-{region.number}", fill=mixed(colour, pigment, strongest)),
        *(
            _area(
                inset(outline, away, 0.45, noise),
                mixed(colour, pigment if amount > 0 else theme.paper, abs(amount)),
            )
            for away, amount in inner
        ),
    ]


def _water(drawn: Layout, region: DrawnRegion, theme: Theme, colour: str, noise: Random) -> list[str]:
    outline, pigment = points_on(region.path), theme.pigments[region.terrain]
    coasts = [
        point
        for line in drawn.lines
        if line.is_coast and region.number in line.regions
        for point in points_on(line.path)
    ]
    layers = [tag("use", href=f"#region-{region.number}", fill=theme.shallows)]
    for away, amount in DEPTHS:

        def reach(point: Point, away: float = away) -> float:
            return away if any(dist(point, coast) < ON_COAST_DISTANCE for coast in coasts) else 0.0

        other = theme.shallows if amount > 0 else pigment
        points = [
            (min(max(x, 0.0), drawn.width), min(max(y, 0.0), drawn.height))
            for x, y in inset(outline, reach, 0.2, noise)
        ]
        layers.append(_area(points, mixed(colour, other, abs(amount))))
    return layers


def _area(points: Sequence[Point], fill: str) -> str:
    return tag("path", d=smooth(points, is_closed=True, digits=0), fill=fill) if points else ""


def _blots(region: DrawnRegion, theme: Theme, noise: Random) -> list[str]:
    """Where the brush_stroke was wetter or fuller."""
    points = [point for point in interior_of(region.path) if point.depth > 14]
    if not points:
        return []
    blots = []
    for at in range(BLOTS_PER_REGION):
        point = noise.choice(points)
        radius = min(70.0, point.depth * noise.uniform(0.6, 0.95))
        colour = theme.paper if at % 2 else theme.pigments[region.terrain]
        strength = noise.uniform(0.1, 0.16) if at % 2 else noise.uniform(0.05, 0.09)
        blots.append(
            tag("path", d=blot(point.x, point.y, radius, noise), fill=colour, fill_opacity=round(strength, 2))
        )
    return blots
