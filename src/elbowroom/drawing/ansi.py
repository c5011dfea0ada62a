"""The board as text for a terminal: border lines, coloured grounds, and a label in each region.

The caller says what the labels read and how a region is coloured; no rule of the game lives here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rich.style import Style
from rich.text import Text

from elbowroom.drawing.cells import fitted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from elbowroom.drawing.cells import Cells
    from elbowroom.drawing.places import Place
    from elbowroom.drawing.raster import Grid

TERRAIN_STYLES: Final[Mapping[str, str]] = {
    "farmland": "#fff3d0 on #7a6220",
    "forest": "#e0f4dc on #1f5132",
    "hill": "#f2f7d6 on #56742c",
    "swamp": "#efe6d6 on #51452f",
    "mountain": "#f6f6f6 on #5d5d66",
    "sea": "#dcecfa on #1c3d66",
    "lake": "#dff5fa on #27667f",
}
"""A style per terrain: a dark ground with its own light writing, for dark and light terminals."""

TERRAIN_SIGNS: Final[Mapping[str, str]] = {
    "farmland": '"',
    "forest": "♠",
    "hill": "∩",
    "swamp": "ψ",
    "mountain": "^",
    "sea": "~",
    "lake": "≈",
}
"""A sign per terrain, strewn over the ground, so that it reads without colour too."""

INK: Final = Style.parse("#101216")
"""The border lines on a coloured ground."""

FAINT: Final = Style.parse("dim")
"""The signs of the terrain."""

SIGN_ROWS, SIGN_COLUMNS = 2, 6
"""How far apart the signs stand; every other row of them is shifted by half."""


@dataclass(frozen=True)
class Sketch:
    """A map laid out for one width: what each cell shows, and a place for each label."""

    width: int
    height: int
    grounds: Grid
    lines: tuple[str, ...]
    signs: tuple[str, ...]
    places: Mapping[int, Place]


def has_outline(map_data: Mapping[str, Any]) -> bool:
    """Whether the map can be drawn: every region has an outline."""
    return bool(map_data.get("size") and map_data.get("points")) and all(
        region.get("outline") for region in map_data["regions"]
    )


def sketch(map_data: Mapping[str, Any], width: int) -> Sketch | None:
    """Lay a map out for this many columns; None when it has no outlines."""
    if not has_outline(map_data):
        return None
    cells = fitted(map_data, width)
    signs = {region["id"]: TERRAIN_SIGNS.get(region["terrain"], " ") for region in map_data["regions"]}
    return Sketch(
        width,
        len(cells.lines),
        cells.grounds,
        cells.lines,
        _strewn_signs(cells, signs),
        MappingProxyType(cells.places),
    )


def draw(
    board: Sketch,
    labels: Mapping[int, Sequence[Text | str]],
    styles: Mapping[int, str] | None = None,
) -> Text:
    """Draw the board with its labels, each region in its style.

    A region without a style keeps the colours of the terminal. A label line too long for its place
    is cut, and lines too many are left out.
    """
    styles = styles or {}
    written: list[dict[int, Text]] = [{} for _ in range(board.height)]
    for region, place in board.places.items():
        for row, column, line in _centred(place, labels.get(region, ())):
            written[row][column] = Text(style=styles.get(region, "")).append_text(line)
    rows = (_row(board, row, written[row], styles) for row in range(board.height))
    return Text("\n", no_wrap=True, overflow="crop").join(rows)


def plain(board: Sketch, labels: Mapping[int, Sequence[Text | str]]) -> str:
    """Draw the board as text without colour, to be piped or stored."""
    return draw(board, labels).plain


def _row(board: Sketch, row: int, written: Mapping[int, Text], styles: Mapping[int, str]) -> Text:
    """One row of the board: the cells, and over them the label lines by their first column."""
    drawn, column = Text(), 0
    for start, line in sorted(written.items()):
        drawn.append_text(_cells(board, row, range(column, start), styles)).append_text(line)
        column = start + line.cell_len
    return drawn.append_text(_cells(board, row, range(column, board.width), styles))


def _cells(board: Sketch, row: int, columns: range, styles: Mapping[int, str]) -> Text:
    """Some cells of a row without their labels, like next to like."""
    lines, signs, grounds = board.lines[row], board.signs[row], board.grounds[row]

    def look(column: int) -> tuple[str, bool, bool]:
        return styles.get(grounds[column], ""), lines[column] != " ", signs[column] != " "

    drawn = Text()
    for (style, is_line, is_sign), group in groupby(columns, key=look):
        alike = list(group)
        shown = (lines if is_line else signs)[alike[0] : alike[-1] + 1]
        drawn.append(shown, _inked(style, is_line=is_line, is_sign=is_sign))
    return drawn


@cache
def _inked(style: str, *, is_line: bool, is_sign: bool) -> Style:
    """The style of a region, as it is for a border line or a sign."""
    ground = Style.parse(style)
    if is_line and ground.bgcolor:
        return ground + INK
    return ground + FAINT if is_sign else ground


def _centred(place: Place, lines: Sequence[Text | str]) -> Iterator[tuple[int, int, Text]]:
    """The label lines that fit, each with its row and column, in the middle of their place."""
    fitting = lines[: place.rows]
    top = place.row + (place.rows - len(fitting)) // 2
    for row, line in enumerate(fitting, start=top):
        text = Text(line) if isinstance(line, str) else line.copy()
        text.truncate(place.columns, overflow="ellipsis")
        yield row, place.column + (place.columns - text.cell_len) // 2, text


def _strewn_signs(cells: Cells, signs: Mapping[int, str]) -> tuple[str, ...]:
    """The signs of the terrain, strewn where neither a border line nor a label stands."""
    kept_free = {
        (row, column)
        for place in cells.places.values()
        for row in range(place.row, place.row + place.rows)
        for column in range(place.column - 1, place.column + place.columns + 1)
    }
    return tuple(
        "".join(
            signs.get(ground, " ")
            if _is_sign_spot(row, column)
            and not line[column - 1 : column + 2].strip()
            and (row, column) not in kept_free
            else " "
            for column, ground in enumerate(grounds)
        )
        for row, (line, grounds) in enumerate(zip(cells.lines, cells.grounds, strict=True))
    )


def _is_sign_spot(row: int, column: int) -> bool:
    """Whether the pattern of signs has one here."""
    shift = SIGN_COLUMNS // 2 * (row // SIGN_ROWS % 2)
    return row % SIGN_ROWS == 0 and column % SIGN_COLUMNS == shift
