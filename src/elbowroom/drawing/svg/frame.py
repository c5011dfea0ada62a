"""The sheet the map is drawn on: worn paper with a frame around the map and ornaments in its corners."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.elements import short, tag
from elbowroom.drawing.svg.ink import inset, smooth
from elbowroom.drawing.svg.palette import WHITE, mixed
from elbowroom.drawing.svg.track import draw_track

if TYPE_CHECKING:
    from elbowroom.drawing.outlines import Point
    from elbowroom.drawing.svg.layout import Layout
    from elbowroom.drawing.svg.palette import Theme

SHEET_MARGIN: Final = 6.0
"""How far the sheet keeps from the edge of the drawing, so that its shadow has room."""

EDGE_POINT_DISTANCE: Final = 15.0
EDGE_UNEVENNESS: Final = 1.6
"""How far apart the points of the sheet's edge are, and how uneven it is."""

EDGE_WEAR: Final = 0.75
STAINS: Final = ((2.6, 0.42), (8.0, 0.2), (16.0, 0.0))
"""How worn the paper is at its edge, and further in: pairs of distance from the edge and wear."""

SHADOWS: Final = ((1, 4, 0.16), (0, 2, 0.22))
"""Where shadows of the sheet lie, and how dark they are."""

SCALE_STEP_LENGTH: Final = 24.0
"""About how long a step of the scale around the map is."""

SCALE_DISTANCE: Final = 9.0
"""How far out of the map the middle of the scale runs."""

AREA_PER_SPECK: Final = 1500.0
"""The area of paper for each speck in it."""

VIGNETTE: Final = ((10.0, 0.05), (26.0, 0.04), (48.0, 0.035), (76.0, 0.03), (110.0, 0.025))
"""How the map darkens to its edge: pairs of distance from the edge and opacity."""


def sheet(drawn: Layout, theme: Theme) -> str:
    """The paper under the map, with its shadow on the table."""
    noise = Random(f"{drawn.map} sheet")
    x, y, width, height = drawn.view_box
    edge = _edge(
        x + SHEET_MARGIN, y + SHEET_MARGIN, width - 2 * SHEET_MARGIN, height - 2 * SHEET_MARGIN, noise
    )
    outline = tag("path", id="sheet", d=smooth(edge, is_closed=True))
    shadows = [
        tag("use", href="#sheet", x=dx, y=dy, fill="#000", fill_opacity=strength)
        for dx, dy, strength in SHADOWS
    ]
    worn = tag("use", href="#sheet", fill=mixed(theme.paper, theme.edge, EDGE_WEAR))
    layers = [
        tag(
            "path",
            d=smooth(inset(edge, away, 0.3, noise, 2), is_closed=True, digits=0),
            fill=mixed(theme.paper, theme.edge, amount),
        )
        for away, amount in STAINS
    ]
    return tag("g", tag("defs", outline), *shadows, worn, *layers, class_="sheet")


def grain(drawn: Layout, theme: Theme) -> str:
    """Specks and fibres in the paper, seen through the washes."""
    noise = Random(f"{drawn.map} grain")
    x, y, width, height = drawn.view_box
    count = round(width * height / AREA_PER_SPECK)
    written: tuple[list[str], list[str]] = ([], [])
    for at in range(count):
        left, top = noise.uniform(x + 12, x + width - 14), noise.uniform(y + 12, y + height - 14)
        across, down = noise.randint(-2, 2), noise.randint(0, 2)
        written[at % 2].append(f"M{left:.0f} {top:.0f}l{across} {down}")
    return tag(
        "g",
        *(
            tag("path", d="".join(lines), stroke=colour, stroke_opacity=strength)
            for lines, colour, strength in zip(written, (theme.ink, WHITE), (0.2, 0.3), strict=True)
        ),
        class_="grain",
        stroke_linecap="round",
        stroke_width=0.9,
    )


def frame(drawn: Layout, theme: Theme) -> str:
    """The frame around the map, and the turn track below."""
    return tag(
        "g",
        *_vignette(drawn, theme),
        *_lamp_light(drawn, theme),
        *(
            _rect(drawn, out, theme, width)
            for out, width in ((0.6, 2.2), (SCALE_DISTANCE - 3.6, 0.8), (SCALE_DISTANCE + 3.6, 1.4))
        ),
        *_scale(drawn, theme),
        *_corners(drawn, theme),
        draw_track(drawn.track, theme),
        class_="frame",
        fill="none",
    )


def _edge(x: float, y: float, width: float, height: float, noise: Random) -> list[Point]:
    """The uneven edge of the paper, clockwise."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    points = []
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        count = max(2, round((abs(bx - ax) + abs(by - ay)) / EDGE_POINT_DISTANCE))
        for at in range(count):
            tear = EDGE_UNEVENNESS * (4.0 if noise.random() < 0.02 else 1.0)
            points.append(
                (
                    ax + (bx - ax) * at / count + noise.uniform(-tear, tear) / 2,
                    ay + (by - ay) * at / count + noise.uniform(-tear, tear) / 2,
                )
            )
    return points


def _rect(drawn: Layout, out: float, theme: Theme, width: float) -> str:
    return tag(
        "rect",
        x=-out,
        y=-out,
        width=drawn.width + 2 * out,
        height=drawn.height + 2 * out,
        stroke=theme.ink,
        stroke_width=width,
    )


def _scale(drawn: Layout, theme: Theme) -> list[str]:
    """The scale along the four sides: steps of ink and of paper in turn."""
    right, below = drawn.width + SCALE_DISTANCE, drawn.height + SCALE_DISTANCE
    elements = []
    for length, path in (
        (
            drawn.width,
            f"M0 {short(-SCALE_DISTANCE)}H{short(drawn.width)}M0 {short(below)}H{short(drawn.width)}",
        ),
        (
            drawn.height,
            f"M{short(-SCALE_DISTANCE)} 0V{short(drawn.height)}M{short(right)} 0V{short(drawn.height)}",
        ),
    ):
        step = length / (2 * max(1, round(length / SCALE_STEP_LENGTH / 2)) + 1)
        elements.append(
            tag(
                "path",
                d=path,
                stroke=theme.ink,
                stroke_width=4.2,
                stroke_opacity=0.82,
                stroke_dasharray=short(step),
            )
        )
    return elements


def _corners(drawn: Layout, theme: Theme) -> list[str]:
    """A flower in a box at each corner of the scale, and a scroll around it."""
    elements = []
    for x, across in ((-SCALE_DISTANCE, -1), (drawn.width + SCALE_DISTANCE, 1)):
        for y, down in ((-SCALE_DISTANCE, -1), (drawn.height + SCALE_DISTANCE, 1)):
            flower = (
                tag(
                    "rect",
                    x=-8,
                    y=-8,
                    width=16,
                    height=16,
                    fill=theme.paper,
                    stroke=theme.ink,
                    stroke_width=1.4,
                )
                + tag(
                    "path",
                    d=(
                        "M0 0C-6 -2 -6 -6 0 -6.4C6 -6 6 -2 0 0C2 -6 6 -6 6.4 0C6 6 2 6 0 0C6 2 6 6 0 6.4"
                        "C-6 6 -6 2 0 0C-2 6 -6 6 -6.4 0C-6 -6 -2 -6 0 0Z"
                    ),
                    fill=theme.edge,
                    stroke=theme.ink,
                    stroke_width=0.8,
                )
                + tag("circle", r=1.7, fill=theme.ink)
            )
            scroll = tag(
                "path",
                d="M-8 12C-2 12 6 13 10 10S12 0 12 -8M14 14C19 9 16 3 13 5M14 14C9 19 3 16 5 13",
                stroke=theme.ink,
                stroke_width=1.1,
                stroke_linecap="round",
                transform=f"scale({across} {down})",
            )
            elements.append(tag("g", scroll, flower, transform=f"translate({short(x)} {short(y)})"))
    return elements


def _vignette(drawn: Layout, theme: Theme) -> list[str]:
    """The map grows darker to its edges."""
    return [
        tag(
            "rect",
            x=reach / 2,
            y=reach / 2,
            width=drawn.width - reach,
            height=drawn.height - reach,
            stroke=mixed(theme.edge, theme.ink, 0.5),
            stroke_width=reach,
            stroke_opacity=strength,
        )
        for reach, strength in VIGNETTE
        if reach < min(drawn.width, drawn.height) / 2
    ]


def _lamp_light(drawn: Layout, theme: Theme) -> list[str]:
    """At night a lamp stands at the table: a warm glow, and the dark around it."""
    if theme.name != "night":
        return []
    x, y, width, height = drawn.view_box
    stops = ((0.0, "#ffc36b", 0.22), (0.45, "#c9792c", 0.08), (0.7, "#140a04", 0.12), (1.0, "#0a0502", 0.55))
    glow = tag(
        "radialGradient",
        *(tag("stop", offset=at, stop_color=colour, stop_opacity=strength) for at, colour, strength in stops),
        id="lamp",
        cx=0.42,
        cy=0.36,
        r=0.8,
    )
    inner = {
        "x": x + SHEET_MARGIN,
        "y": y + SHEET_MARGIN,
        "width": width - 2 * SHEET_MARGIN,
        "height": height - 2 * SHEET_MARGIN,
    }
    return [glow, tag("rect", **inner, fill="url(#lamp)")]
