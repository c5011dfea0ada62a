"""The board as text for a terminal: border lines, coloured regions, and a label in each region.

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

from elbowroom.drawing.outlines import has_outlines
from elbowroom.drawing.text.cells import fit_map

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from elbowroom.drawing.outlines import Grid
    from elbowroom.drawing.text.cells import GridMap
    from elbowroom.drawing.text.label_boxes import LabelBox

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

TERRAIN_CHARACTERS: Final[Mapping[str, str]] = {
    "farmland": '"',
    "forest": "♠",
    "hill": "∩",
    "swamp": "ψ",
    "mountain": "^",
    "sea": "~",
    "lake": "≈",
}
"""A character per terrain, scattered over its regions, so that it can be read without colour too."""

BORDER_STYLE: Final = Style.parse("#101216")
"""The border lines on a coloured region."""

CHARACTER_STYLE: Final = Style.parse("dim")
"""The scattered characters of the terrain."""

ROWS_BETWEEN_CHARACTERS: Final = 2
COLUMNS_BETWEEN_CHARACTERS: Final = 6
"""How far apart the characters stand; every other row of them is shifted by half."""


@dataclass(frozen=True)
class TextLayout:
    """A map laid out for one width: what each cell shows, and a box for each label."""

    width: int
    height: int
    shown_regions: Grid
    lines: tuple[str, ...]
    characters: tuple[str, ...]
    label_boxes: Mapping[int, LabelBox]


def text_layout(map_data: Mapping[str, Any], width: int) -> TextLayout | None:
    """Lay a map out for this many columns; None when it has no outlines."""
    if not has_outlines(map_data):
        return None
    cells = fit_map(map_data, width)
    characters = {
        region["id"]: TERRAIN_CHARACTERS.get(region["terrain"], " ") for region in map_data["regions"]
    }
    return TextLayout(
        width,
        len(cells.lines),
        cells.shown_regions,
        cells.lines,
        _scatter_characters(cells, characters),
        MappingProxyType(cells.label_boxes),
    )


def draw(
    board: TextLayout,
    labels: Mapping[int, Sequence[Text | str]],
    styles: Mapping[int, str] | None = None,
) -> Text:
    """Draw the board with its labels, each region in its style.

    A region without a style keeps the colours of the terminal. A label line too long for its box
    is cut, and lines too many are left out.
    """
    styles = styles or {}
    written: list[dict[int, Text]] = [{} for _ in range(board.height)]
    for region, box in board.label_boxes.items():
        for row, column, line in _centred(box, labels.get(region, ())):
            written[row][column] = Text(style=styles.get(region, "")).append_text(line)
    rows = (_row(board, row, written[row], styles) for row in range(board.height))
    return Text("\n", no_wrap=True, overflow="crop").join(rows)


def plain(board: TextLayout, labels: Mapping[int, Sequence[Text | str]]) -> str:
    """Draw the board as text without colour, to be piped or stored."""
    return draw(board, labels).plain


def _row(board: TextLayout, row: int, written: Mapping[int, Text], styles: Mapping[int, str]) -> Text:
    """One row of the board: the cells, and over them the label lines by their first column."""
    drawn, column = Text(), 0
    for start, line in sorted(written.items()):
        drawn.append_text(_cells(board, row, range(column, start), styles)).append_text(line)
        column = start + line.cell_len
    return drawn.append_text(_cells(board, row, range(column, board.width), styles))


def _cells(board: TextLayout, row: int, columns: range, styles: Mapping[int, str]) -> Text:
    """Some cells of a row without their labels; neighbours of one style are joined."""
    lines, characters, grounds = board.lines[row], board.characters[row], board.shown_regions[row]

    def look(column: int) -> tuple[str, bool, bool]:
        return styles.get(grounds[column], ""), lines[column] != " ", characters[column] != " "

    drawn = Text()
    for (style, is_line, is_character), group in groupby(columns, key=look):
        alike = list(group)
        shown = (lines if is_line else characters)[alike[0] : alike[-1] + 1]
        drawn.append(shown, _cell_style(style, is_line=is_line, is_character=is_character))
    return drawn


@cache
def _cell_style(style: str, *, is_line: bool, is_character: bool) -> Style:
    """The style of a region, for a border line, a terrain character or an empty cell."""
    ground = Style.parse(style)
    if is_line and ground.bgcolor:
        return ground + BORDER_STYLE
    return ground + CHARACTER_STYLE if is_character else ground


def _centred(box: LabelBox, lines: Sequence[Text | str]) -> Iterator[tuple[int, int, Text]]:
    """The label lines that fit, each with its row and column, in the middle of their box."""
    fitting = lines[: box.rows]
    top = box.row + (box.rows - len(fitting)) // 2
    for row, line in enumerate(fitting, start=top):
        text = Text(line) if isinstance(line, str) else line.copy()
        text.truncate(box.columns, overflow="ellipsis")
        yield row, box.column + (box.columns - text.cell_len) // 2, text


def _scatter_characters(cells: GridMap, characters: Mapping[int, str]) -> tuple[str, ...]:
    """The characters of the terrain, scattered where neither a border line nor a label is."""
    kept_free = {
        (row, column)
        for box in cells.label_boxes.values()
        for row in range(box.row, box.row + box.rows)
        for column in range(box.column - 1, box.column + box.columns + 1)
    }
    return tuple(
        "".join(
            characters.get(ground, " ")
            if _is_character_cell(row, column)
            and not line[column - 1 : column + 2].strip()
            and (row, column) not in kept_free
            else " "
            for column, ground in enumerate(grounds)
        )
        for row, (line, grounds) in enumerate(zip(cells.lines, cells.shown_regions, strict=True))
    )


def _is_character_cell(row: int, column: int) -> bool:
    """Whether the pattern of characters has one here."""
    shift = COLUMNS_BETWEEN_CHARACTERS // 2 * (row // ROWS_BETWEEN_CHARACTERS % 2)
    return row % ROWS_BETWEEN_CHARACTERS == 0 and column % COLUMNS_BETWEEN_CHARACTERS == shift
