"""The board: a map in ink and watercolour on a sheet of paper, and nothing standing on it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.borders import points_on
from elbowroom.drawing.svg.coasts import coasts
from elbowroom.drawing.svg.digits import digit_symbols, write_number
from elbowroom.drawing.svg.elements import NAMESPACE, short, tag, use_symbol
from elbowroom.drawing.svg.frame import frame, grain, sheet
from elbowroom.drawing.svg.ink import brush_stroke
from elbowroom.drawing.svg.layout import decorated_regions, layout
from elbowroom.drawing.svg.ornaments import compass_lines, ornament_symbols
from elbowroom.drawing.svg.palette import THEMES, mixed
from elbowroom.drawing.svg.symbol_sheet import BOARD_SYMBOLS, PIECE_SYMBOLS
from elbowroom.drawing.svg.terrain_glyphs import choose_glyph, glyph_symbols
from elbowroom.drawing.svg.textures import texture
from elbowroom.drawing.svg.washes import wash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.drawing.outlines import Point
    from elbowroom.drawing.svg.layout import DecoratedRegion, DrawnRegion, Layout
    from elbowroom.drawing.svg.palette import Theme
    from elbowroom.rules.maps import Map

BORDER_WIDTH: Final = 2.7
COAST_WIDTH: Final = 3.3
THIN_LINE_WIDTH: Final = 1.7
"""The stroke widths of borders and of coasts, and of the thin line under both."""

HALO_STRENGTH: Final = 0.75
"""How strong the halo of a label is."""

LINE_ATTRIBUTES: Final = {"fill": "none", "stroke_linecap": "round"}
"""Attributes that all lines share."""


def board(map_: Map, theme: str = "day") -> str:
    """The map as SVG, without the numbers of its regions; around the sheet it is transparent.

    Who puts pieces on it writes the numbers over them, as large as they can be read.
    """
    under, over = _static_layers(map_, theme)
    drawn = layout(map_)
    defs = tag("defs", *_definitions(map_, THEMES[theme]), *map(_path, drawn.regions))
    return _svg(drawn.view_box, defs, under, over)


def compose(
    map_: Map,
    tints: Sequence[str] = (),
    pieces: Sequence[str] = (),
    strip: str = "",
    strip_height: float = 0.0,
    theme: str = "day",
) -> str:
    """The map on the table: tints under its border lines, pieces on top, and a strip below."""
    under, over = _static_layers(map_, theme)
    drawn = layout(map_)
    x, y, width, height = drawn.view_box
    return _svg(
        (x, y, width, height + strip_height),
        tag("defs", *_definitions(map_, THEMES[theme]), PIECE_SYMBOLS, *map(_path, drawn.regions)),
        tag("rect", x=x, y=y, width=width, height=height + strip_height, fill=THEMES[theme].table),
        under,
        tag("g", *tints, class_="tints"),
        over,
        tag("g", *(_label(region, THEMES[theme]) for region in drawn.regions), class_="labels"),
        tag("g", *pieces, class_="pieces"),
        strip,
    )


def _svg(view_box: tuple[float, float, float, float], *drawn: str) -> str:
    return tag("svg", *drawn, xmlns=NAMESPACE, viewBox=" ".join(map(short, view_box)))


@lru_cache(maxsize=8)
def _static_layers(map_: Map, name: str) -> tuple[str, str]:
    """What is drawn under the tints of the owners and over them, the same in every position."""
    drawn, decorated, theme = layout(map_), decorated_regions(map_), THEMES[name]
    under = (
        sheet(drawn, theme)
        + tag("g", *(wash(drawn, region, theme) for region in drawn.regions), class_="grounds")
        + grain(drawn, theme)
        + tag(
            "g",
            *(texture(drawn, region, theme) for region in decorated),
            class_="textures",
            **LINE_ATTRIBUTES,
        )
        + tag("g", *coasts(drawn, theme), class_="coasts", **LINE_ATTRIBUTES)
        + tag("g", *(_glyphs_and_ornaments(map_, region, theme) for region in decorated), class_="signs")
    )
    over = (
        _borders(drawn, theme)
        + tag("g", *map(_symbols, drawn.regions), class_="symbols")
        + frame(drawn, theme)
    )
    return under, over


def _definitions(map_: Map, theme: Theme) -> list[str]:
    """The symbols that the map itself is made of."""
    decorated = decorated_regions(map_)
    used = {name for region in decorated for name in _glyph_names(map_, region)}
    ornaments = {ornament.name for region in decorated for ornament in region.ornaments}
    return [*glyph_symbols(theme, used), *ornament_symbols(theme, ornaments), BOARD_SYMBOLS, *digit_symbols()]


def _path(region: DrawnRegion) -> str:
    """The path of a region, to be used wherever it is filled."""
    return tag("path", id=f"region-{region.number}", d=region.path)


def _glyph_names(map_: Map, region: DecoratedRegion) -> list[str]:
    """The symbol of each terrain glyph of a region."""
    noise = Random(f"{map_.id} {region.number} signs")
    return [choose_glyph(region.terrain, sign.radius, noise) for sign in region.signs]


def _glyphs_and_ornaments(map_: Map, region: DecoratedRegion, theme: Theme) -> str:
    lines = [
        compass_lines(ornament.slot, points_on(region.path), theme)
        for ornament in region.ornaments
        if ornament.name == "compass"
    ]
    standing = [
        *((f"ornament-{ornament.name}", ornament.slot) for ornament in region.ornaments),
        *zip(_glyph_names(map_, region), region.signs, strict=True),
    ]
    return "".join([*lines, *(use_symbol(name, slot.x, slot.y, slot.radius) for name, slot in standing)])


def _borders(drawn: Layout, theme: Theme) -> str:
    """The border lines: a thin one drawn exactly, and a stroke of uneven weight over it."""
    strokes = [
        brush_stroke(
            [*points_on(line.path), _end_of_path(line.path)],
            COAST_WIDTH if line.is_coast else BORDER_WIDTH,
            Random(f"{drawn.map} {line.path}"),
        )
        for line in drawn.lines
        if 0 not in line.regions
    ]
    return tag(
        "g",
        *_thin_lines(drawn),
        tag("path", d="".join(strokes), fill=theme.ink, stroke="none"),
        class_="borders",
        fill="none",
        stroke=theme.ink,
        stroke_width=THIN_LINE_WIDTH,
    )


def _thin_lines(drawn: Layout) -> list[str]:
    """The exact lines around the regions, without cuts to what lies inside of a region."""
    curves: Counter[int] = Counter()
    for line in drawn.lines:
        curves.update(dict.fromkeys(line.regions, line.path.count("C")))
    cut = {region.number for region in drawn.regions if region.path.count("C") != curves[region.number]}
    return [
        *(
            tag("use", href=f"#region-{region.number}")
            for region in drawn.regions
            if region.number not in cut
        ),
        *(tag("path", d=line.path) for line in drawn.lines if cut.intersection(line.regions)),
    ]


def _end_of_path(path: str) -> Point:
    x, y = path.replace("C", " ").split(" ")[-2:]
    return float(x), float(y)


def _symbols(region: DrawnRegion) -> str:
    heights = {"mountain": region.mountain} if region.mountain else {}
    standing = {**region.symbols, **heights}
    return "".join(use_symbol(name, slot.x, slot.y, slot.radius) for name, slot in standing.items())


def _label(region: DrawnRegion, theme: Theme) -> str:
    label = region.label
    ground = theme.terrains[region.terrain]
    halo = mixed(ground, theme.halo, HALO_STRENGTH)
    return write_number(region.number, label.x, label.y, label.height, theme.label, halo, weight=1.9)
