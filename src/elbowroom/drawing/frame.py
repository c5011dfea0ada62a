"""The sheet the map is drawn on: worn paper with a frame around the map and ornaments in its corners."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.ink import inset, smooth
from elbowroom.drawing.palette import WHITE, mixed
from elbowroom.drawing.svg import short, tag
from elbowroom.drawing.track import draw_track

if TYPE_CHECKING:
    from elbowroom.drawing.layout import Layout
    from elbowroom.drawing.palette import Theme
    from elbowroom.drawing.raster import Point

SHEET: Final = 6.0
"""How far the sheet keeps from the edge of the drawing, so that its shadow has room."""

STEP: Final = 15.0
TEAR: Final = 1.6
"""How far apart the points of the sheet's edge are, and how uneven it is."""

WORN: Final = 0.75
STAINS: Final = ((2.6, 0.42), (8.0, 0.2), (16.0, 0.0))
"""How worn the paper is at its edge, and then how far from it how much."""

SHADOWS: Final = ((1, 4, 0.16), (0, 2, 0.22))
"""Where shadows of the sheet lie, and how dark they are."""

SCALE: Final = 24.0
"""About how long a step of the scale around the map is."""

BAR: Final = 9.0
"""How far out of the map the middle of the scale runs."""

GRAIN: Final = 1500.0
"""How much paper there is for each speck in it."""

VIGNETTE: Final = ((10.0, 0.05), (26.0, 0.04), (48.0, 0.035), (76.0, 0.03), (110.0, 0.025))
"""How far from the edge of the map how much darker it is."""


def sheet(drawn: Layout, theme: Theme) -> str:
    """The paper under the map, with its shadow on the table."""
    noise = Random(f"{drawn.map} sheet")
    x, y, width, height = drawn.view_box
    edge = _edge(x + SHEET, y + SHEET, width - 2 * SHEET, height - 2 * SHEET, noise)
    outline = tag("path", id="sheet", d=smooth(edge, is_closed=True))
    lying = [
        tag("use", href="#sheet", x=dx, y=dy, fill="#000", fill_opacity=strength)
        for dx, dy, strength in SHADOWS
    ]
    worn = tag("use", href="#sheet", fill=mixed(theme.paper, theme.edge, WORN))
    layers = [
        tag(
            "path",
            d=smooth(inset(edge, away, 0.3, noise, 2), is_closed=True, digits=0),
            fill=mixed(theme.paper, theme.edge, amount),
        )
        for away, amount in STAINS
    ]
    return tag("g", tag("defs", outline), *lying, worn, *layers, class_="sheet")


def grain(drawn: Layout, theme: Theme) -> str:
    """Specks and fibres in the paper, seen through the washes."""
    noise = Random(f"{drawn.map} grain")
    x, y, width, height = drawn.view_box
    count = round(width * height / GRAIN)
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
        *_lamp(drawn, theme),
        *(_rect(drawn, out, theme, width) for out, width in ((0.6, 2.2), (BAR - 3.6, 0.8), (BAR + 3.6, 1.4))),
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
        count = max(2, round((abs(bx - ax) + abs(by - ay)) / STEP))
        for at in range(count):
            tear = TEAR * (4.0 if noise.random() < 0.02 else 1.0)
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
    right, below = drawn.width + BAR, drawn.height + BAR
    found = []
    for length, path in (
        (drawn.width, f"M0 {short(-BAR)}H{short(drawn.width)}M0 {short(below)}H{short(drawn.width)}"),
        (drawn.height, f"M{short(-BAR)} 0V{short(drawn.height)}M{short(right)} 0V{short(drawn.height)}"),
    ):
        step = length / (2 * max(1, round(length / SCALE / 2)) + 1)
        found.append(
            tag(
                "path",
                d=path,
                stroke=theme.ink,
                stroke_width=4.2,
                stroke_opacity=0.82,
                stroke_dasharray=short(step),
            )
        )
    return found


def _corners(drawn: Layout, theme: Theme) -> list[str]:
    """A flower in a box at each corner of the scale, and a scroll around it."""
    found = []
    for x, across in ((-BAR, -1), (drawn.width + BAR, 1)):
        for y, down in ((-BAR, -1), (drawn.height + BAR, 1)):
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
            found.append(tag("g", scroll, flower, transform=f"translate({short(x)} {short(y)})"))
    return found


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


def _lamp(drawn: Layout, theme: Theme) -> list[str]:
    """By night a lamp stands at the table: a warm glow, and the dark around it."""
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
    inner = {"x": x + SHEET, "y": y + SHEET, "width": width - 2 * SHEET, "height": height - 2 * SHEET}
    return [glow, tag("rect", **inner, fill="url(#lamp)")]
