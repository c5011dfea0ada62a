"""The board: a map in ink and watercolour on a sheet of paper, and nothing standing on it."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.borders import points_on
from elbowroom.drawing.coasts import coasts
from elbowroom.drawing.figures import figure_symbols, write_number
from elbowroom.drawing.frame import frame, grain, sheet
from elbowroom.drawing.glyphs import glyph_of, glyph_symbols
from elbowroom.drawing.ink import brush
from elbowroom.drawing.layout import layout
from elbowroom.drawing.ornaments import ornament_symbols, winds
from elbowroom.drawing.palette import THEMES, mixed
from elbowroom.drawing.svg import NAMESPACE, put, short, tag
from elbowroom.drawing.symbols import PIECES, ROUNDELS
from elbowroom.drawing.textures import texture
from elbowroom.drawing.washes import wash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.drawing.layout import DrawnRegion, Layout
    from elbowroom.drawing.palette import Theme
    from elbowroom.drawing.raster import Point
    from elbowroom.rules.maps import Map

BORDER: Final = 2.7
COAST: Final = 3.3
THIN: Final = 1.7
"""How heavy the ink of a border and of a coast is, and of the thin line under both."""

HALO: Final = 0.75
"""How strong the halo of a label is."""

LINES: Final = {"fill": "none", "stroke_linecap": "round"}
"""What lines have in common."""


def board(found: Map, theme: str = "day") -> str:
    """The map as SVG; around the sheet it is transparent."""
    under, over = _ground(found, theme)
    drawn = layout(found)
    defs = tag("defs", *_definitions(drawn, THEMES[theme]), *map(_path, drawn.regions))
    return _svg(drawn.view_box, defs, under, over)


def compose(
    found: Map,
    tints: Sequence[str] = (),
    pieces: Sequence[str] = (),
    strip: str = "",
    strip_height: float = 0.0,
    theme: str = "day",
) -> str:
    """The map on the table with tints under its border lines, pieces on top, and a strip below."""
    under, over = _ground(found, theme)
    drawn = layout(found)
    x, y, width, height = drawn.view_box
    return _svg(
        (x, y, width, height + strip_height),
        tag("defs", *_definitions(drawn, THEMES[theme]), PIECES, *map(_path, drawn.regions)),
        tag("rect", x=x, y=y, width=width, height=height + strip_height, fill=THEMES[theme].table),
        under,
        tag("g", *tints, class_="tints"),
        over,
        tag("g", *pieces, class_="pieces"),
        strip,
    )


def _svg(view_box: tuple[float, float, float, float], *drawn: str) -> str:
    return tag("svg", *drawn, xmlns=NAMESPACE, viewBox=" ".join(map(short, view_box)))


@lru_cache(maxsize=8)
def _ground(found: Map, name: str) -> tuple[str, str]:
    """What lies under the tints of the owners, and what over them."""
    drawn, theme = layout(found), THEMES[name]
    under = (
        sheet(drawn, theme)
        + tag("g", *(wash(drawn, region, theme) for region in drawn.regions), class_="grounds")
        + grain(drawn, theme)
        + tag("g", *(texture(drawn, region, theme) for region in drawn.regions), class_="textures", **LINES)
        + tag("g", *coasts(drawn, theme), class_="coasts", **LINES)
        + tag("g", *(_signs(drawn, region, theme) for region in drawn.regions), class_="signs")
    )
    over = (
        _borders(drawn, theme)
        + tag("g", *map(_symbols, drawn.regions), class_="symbols")
        + frame(drawn, theme)
        + tag("g", *(_label(region, theme) for region in drawn.regions), class_="labels")
    )
    return under, over


def _definitions(drawn: Layout, theme: Theme) -> list[str]:
    """The symbols that the map itself is made of."""
    used = {name for region in drawn.regions for name in _glyphs(drawn, region)}
    ornaments = {ornament.name for region in drawn.regions for ornament in region.ornaments}
    return [*glyph_symbols(theme, used), *ornament_symbols(theme, ornaments), ROUNDELS, *figure_symbols()]


def _path(region: DrawnRegion) -> str:
    """The path of a region, to be used wherever it is filled."""
    return tag("path", id=f"region-{region.number}", d=region.path)


def _glyphs(drawn: Layout, region: DrawnRegion) -> list[str]:
    """The symbol of each sign of a region."""
    noise = Random(f"{drawn.map} {region.number} signs")
    return [glyph_of(region.terrain, sign.radius, noise) for sign in region.signs]


def _signs(drawn: Layout, region: DrawnRegion, theme: Theme) -> str:
    lines = [
        winds(ornament.slot, points_on(region.path), theme)
        for ornament in region.ornaments
        if ornament.name == "compass"
    ]
    standing = [
        *((f"ornament-{ornament.name}", ornament.slot) for ornament in region.ornaments),
        *zip(_glyphs(drawn, region), region.signs, strict=True),
    ]
    return "".join([*lines, *(put(name, slot.x, slot.y, slot.radius) for name, slot in standing)])


def _borders(drawn: Layout, theme: Theme) -> str:
    """The border lines: a thin one drawn exactly, and a stroke of uneven weight over it."""
    strokes = [
        brush(
            [*points_on(line.path), _end(line.path)],
            COAST if line.is_coast else BORDER,
            Random(f"{drawn.map} {line.path}"),
        )
        for line in drawn.lines
        if 0 not in line.regions
    ]
    return tag(
        "g",
        *(tag("use", href=f"#region-{region.number}") for region in drawn.regions),
        tag("path", d="".join(strokes), fill=theme.ink, stroke="none"),
        class_="borders",
        fill="none",
        stroke=theme.ink,
        stroke_width=THIN,
    )


def _end(path: str) -> Point:
    x, y = path.replace("C", " ").split(" ")[-2:]
    return float(x), float(y)


def _symbols(region: DrawnRegion) -> str:
    heights = {"mountain": region.mountain} if region.mountain else {}
    standing = {**region.symbols, **heights}
    return "".join(put(name, slot.x, slot.y, slot.radius) for name, slot in standing.items())


def _label(region: DrawnRegion, theme: Theme) -> str:
    slot = region.label
    ground = theme.terrains[region.terrain]
    halo = mixed(ground, theme.halo, HALO)
    return write_number(region.number, slot.x, slot.y, slot.radius * 1.2, theme.label, halo, weight=1.9)
