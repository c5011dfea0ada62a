"""The board: a map drawn with its terrains, border lines, symbols and numbers, and nothing standing on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.drawing.figures import write_number
from elbowroom.drawing.layout import layout
from elbowroom.drawing.palette import FRAME, INK, PAPER, SHALLOWS, SIGN_COLOURS, TERRAIN_COLOURS
from elbowroom.drawing.svg import NAMESPACE, put, short, tag
from elbowroom.drawing.symbols import SYMBOLS
from elbowroom.rules.terms import WATER_TERRAINS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.drawing.layout import DrawnRegion, Layout
    from elbowroom.rules.maps import Map

MARGIN: Final = 16.0
"""The frame around the map."""

COAST: Final = 9.0
"""How far the lighter water reaches from a coast."""


def board(found: Map) -> str:
    """The map as SVG; groups of the classes `tints` and `pieces` wait for what stands on it."""
    return compose(layout(found))


def compose(
    drawn: Layout,
    tints: Sequence[str] = (),
    pieces: Sequence[str] = (),
    strip: str = "",
    strip_height: float = 0.0,
) -> str:
    """The map with tints under its border lines, pieces on top, and a strip below."""
    width, height = drawn.width + 2 * MARGIN, drawn.height + 2 * MARGIN
    return tag(
        "svg",
        tag("defs", SYMBOLS, *map(_definition, drawn.regions)),
        tag("rect", x=-MARGIN, y=-MARGIN, width=width, height=height + strip_height, fill=PAPER),
        tag("g", *map(_ground, drawn.regions), class_="grounds"),
        tag("g", *_coasts(drawn), class_="coasts", fill="none", stroke=SHALLOWS, stroke_width=2 * COAST),
        tag("g", *map(_signs, drawn.regions), class_="signs"),
        tag("g", *tints, class_="tints"),
        _borders(drawn),
        _frame(drawn),
        tag("g", *map(_symbols, drawn.regions), class_="symbols"),
        tag("g", *map(_label, drawn.regions), class_="labels"),
        tag("g", *pieces, class_="pieces"),
        *([strip] if strip else []),
        xmlns=NAMESPACE,
        viewBox=" ".join(map(short, (-MARGIN, -MARGIN, width, height + strip_height))),
    )


def _definition(region: DrawnRegion) -> str:
    """The path of a region, to be used wherever it is filled, outlined or clipped to."""
    name = f"region-{region.number}"
    return tag("path", id=name, d=region.path) + tag(
        "clipPath", tag("use", href=f"#{name}"), id=f"inside-{region.number}"
    )


def _ground(region: DrawnRegion) -> str:
    colour = TERRAIN_COLOURS[region.terrain]
    return tag(
        "use",
        href=f"#region-{region.number}",
        fill=colour,
        stroke=colour,
        data_region=region.number,
        data_terrain=region.terrain,
    )


def _coasts(drawn: Layout) -> list[str]:
    """Lighter water along every coast."""
    waters = {region.number for region in drawn.regions if region.terrain in WATER_TERRAINS}
    return [
        tag("path", d=line.path, clip_path=f"url(#inside-{number})")
        for line in drawn.lines
        if line.is_coast
        for number in line.regions
        if number in waters
    ]


def _signs(region: DrawnRegion) -> str:
    colour = SIGN_COLOURS[region.terrain]
    return tag(
        "g",
        *(put(f"sign-{region.terrain}", sign.x, sign.y, sign.radius) for sign in region.signs),
        fill=colour,
        stroke=colour,
        opacity=0.75,
    )


def _borders(drawn: Layout) -> str:
    return tag(
        "g",
        *(tag("path", d=line.path) for line in drawn.lines),
        class_="borders",
        fill="none",
        stroke=INK,
        stroke_width=2.6,
        stroke_linecap="round",
    )


def _frame(drawn: Layout) -> str:
    """The edge of the board."""
    edges = ((MARGIN / 2, MARGIN, FRAME), (0.0, 2.4, INK), (MARGIN - 1.0, 2.0, INK))
    return tag(
        "g",
        *(
            tag(
                "rect",
                x=-out,
                y=-out,
                width=drawn.width + 2 * out,
                height=drawn.height + 2 * out,
                stroke=colour,
                stroke_width=width,
            )
            for out, width, colour in edges
        ),
        class_="frame",
        fill="none",
    )


def _symbols(region: DrawnRegion) -> str:
    heights = {"mountain": region.mountain} if region.mountain else {}
    standing = {**region.symbols, **heights}
    return "".join(put(name, slot.x, slot.y, slot.radius) for name, slot in standing.items())


def _label(region: DrawnRegion) -> str:
    slot = region.label
    return write_number(
        region.number, slot.x, slot.y, slot.radius * 1.2, INK, TERRAIN_COLOURS[region.terrain], weight=1.8
    )
