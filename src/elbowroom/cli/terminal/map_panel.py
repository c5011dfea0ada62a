"""The map in the terminal: what stands in each region, written on the drawing or as a list of sentences."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from elbowroom.drawing.outlines import has_outlines
from elbowroom.drawing.text.label_boxes import CELL_HEIGHT
from elbowroom.drawing.text.map_text import (
    TERRAIN_CHARACTERS,
    TERRAIN_STYLES,
    TextLayout,
    draw,
    text_layout,
)
from elbowroom.rules.command_words import in_own_words
from elbowroom.rules.piece_names import marker_name, place_name
from elbowroom.rules.words import percent, say, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elbowroom.cli.terminal.wording import Wording
    from elbowroom.drawing.text.label_boxes import LabelBox
    from elbowroom.engine.explanation import LegalAction
    from elbowroom.engine.view import RegionView, View
    from elbowroom.rules.maps import Map

PLAYER_STYLES: Final = (
    "bold #ffffff on #b3202c",
    "bold #ffffff on #2450c8",
    "bold #141414 on #f2c230",
    "bold #ffffff on #7b2fa8",
    "bold #141414 on #35c4b5",
)
TARGET_STYLE: Final = "bold #141414 on #f5f5f5"
TRIBE_STYLE: Final = "#141414 on #c9b79c"
LIMITED_COLOUR_STYLES: Final[Mapping[str, Mapping[str, str]]] = {
    "256": {
        "farmland": "color(230) on color(94)",
        "forest": "color(194) on color(22)",
        "hill": "color(230) on color(64)",
        "swamp": "color(224) on color(58)",
        "mountain": "color(255) on color(241)",
        "sea": "color(195) on color(18)",
        "lake": "color(195) on color(31)",
    },
    "standard": {
        "farmland": "black on yellow",
        "forest": "white on green",
        "hill": "black on bright_green",
        "swamp": "white on black",
        "mountain": "white on bright_black",
        "sea": "white on blue",
        "lake": "black on cyan",
    },
}
"""Terrain styles for terminals with few colours, where the usual ones would look alike."""
SYMBOL_CHARACTERS: Final[Mapping[str, str]] = {"mine": "♦", "magic": "✶", "cavern": "Ω"}
MIN_MAP_COLUMNS: Final = 64
"""In a narrower map too few labels can be read."""


@cache
def _text_layout(map_: Map, width: int) -> TextLayout | None:
    return text_layout(map_.data, width)


def map_width(map_: Map, columns: int, rows: int) -> int:
    """The widest drawing that fits; if none does and can be read, the one that fits in width alone."""
    data: dict[str, Any] = map_.data
    if not has_outlines(data):
        return columns
    sheet_width, sheet_height = data["size"]
    fitting = int(rows * CELL_HEIGHT * sheet_width / sheet_height)
    return min(columns, fitting) if fitting >= MIN_MAP_COLUMNS else columns


def terrain_styles(colours: str | None) -> Mapping[str, str]:
    """A style for each terrain that this kind of terminal can tell apart."""
    return LIMITED_COLOUR_STYLES.get(colours or "", TERRAIN_STYLES)


def draw_map(
    map_: Map,
    wording: Wording,
    view: View,
    legal: Sequence[LegalAction],
    width: int,
    styles: Mapping[str, str],
) -> Text | None:
    """The map with its labels; None if it has no outlines or the terminal is too narrow."""
    board = _text_layout(map_, width) if width >= MIN_MAP_COLUMNS else None
    if board is None:
        return None
    targets = {action.region: action for action in legal if action.region is not None}
    labels = {
        region.number: _label_lines(
            wording, region, board.label_boxes[region.number], targets.get(region.number)
        )
        for region in view.regions
        if region.number in board.label_boxes
    }
    ground = {number: styles[region.terrain] for number, region in enumerate(map_.regions, start=1)}
    return draw(board, labels, ground)


def _label_lines(
    wording: Wording, region: RegionView, box: LabelBox, target: LegalAction | None
) -> list[Text]:
    """The lines of a region's label, the most important first."""
    head, price = Text(), _price_text(target)
    number = f"[{region.label}]" if target is not None and not price else region.label
    head.append(number, TARGET_STYLE if target is not None and not price else "bold")
    signs = "".join(SYMBOL_CHARACTERS[symbol] for symbol in wording.regions[region.number - 1].symbols)
    fits = len(number) + len(signs) + len(price) + 1 <= box.columns
    head.append(signs if fits else "")
    lines = [head]
    if len(number) + len(price) > box.columns:
        lines.append(Text(price, TARGET_STYLE))
    elif price:
        head.append(" " if len(number) + len(price) < box.columns else "").append(price, TARGET_STYLE)
    lines += _holder_lines(wording, region, box.columns)
    markers = _markers(region, box.columns)
    if markers and len(lines) == box.rows and len(lines) > 1:
        lines[-1].append("+")
    elif markers:
        lines.append(Text(markers, "bold"))
    if signs and not fits:
        lines.append(Text(signs))
    return lines


def _price_text(target: LegalAction | None) -> str:
    if target is None or target.cost is None:
        return ""
    return f"[{target.cost}]" if target.chance is None else f"[{target.cost}?]"


def _holder_lines(wording: Wording, region: RegionView, columns: int) -> list[Text]:
    """Who stands in a region, cut to fit: a race in decline in brackets."""
    if region.lost_tribe:
        return [Text(say("terminal_tribe_short")[:columns], TRIBE_STYLE)]
    if region.race is None or region.owner is None:
        return []
    count, style = str(region.tokens), PLAYER_STYLES[region.owner]
    name = wording.title(region.race)
    if region.in_decline:
        return [Text(f"({name[: columns - len(count) - 3]} {count})", style.replace("bold", "italic"))]
    return [Text(f"{name[: columns - len(count) - 1]} {count}", style)]


def _markers(region: RegionView, columns: int) -> str:
    """The markers of a region, the number first so that it is never cut off."""
    names = {marker_name(marker): count for marker, count in region.markers.items()}
    words = [f"{count} {name}" if count > 1 else name for name, count in names.items()]
    return f"+{', '.join(words)}"[:columns] if words else ""


def legend(view: View, legal: Sequence[LegalAction], styles: Mapping[str, str]) -> Text:
    """What the colours and signs of the drawing mean."""
    text = Text()
    for terrain, style in styles.items():
        text.append(f" {TERRAIN_CHARACTERS[terrain]} {place_name(terrain)} ", style)
    for symbol, sign in SYMBOL_CHARACTERS.items():
        text.append(f" {sign} {place_name(symbol)}")
    if any(action.cost is not None for action in legal):
        text.append(f"  {say('terminal_legend_price')}")
    elif any(action.region is not None for action in legal):
        text.append(f"  {say('terminal_legend_target')}")
    if any(region.in_decline for region in view.regions):
        text.append(f"  {say('terminal_legend_decline')}")
    return text


def region_lines(wording: Wording, view: View) -> list[str]:
    """Every region as a sentence."""
    return [region_line(wording, region) for region in view.regions]


def region_line(wording: Wording, region: RegionView) -> str:
    """A region in a sentence: what it is, who and what stands in it, and what it is adjacent to."""
    near = [wording.label(number + 1) for number in wording.regions[region.number - 1].neighbors]
    return say(
        "terminal_region",
        region=wording.region_first(region.number),
        what="; ".join(_region_parts(wording, region)),
        near=near,
    )


def _region_parts(wording: Wording, region: RegionView) -> list[str]:
    parts = [wording.ground(region.number)]
    if region.race is not None and region.owner is not None:
        key = "terminal_held_declined" if region.in_decline else "terminal_held"
        words = wording.pieces.race_words(region.race, region.tokens)
        parts.append(told(key, {**words, "tokens": region.tokens, "player": wording.names[region.owner]}))
    elif region.lost_tribe:
        parts.append(say("terminal_held_tribe"))
    parts += [
        say("terminal_held_marker", count=count, marker=marker_name(name))
        for name, count in region.markers.items()
    ]
    return parts


def target_line(wording: Wording, region: RegionView, target: LegalAction) -> str:
    """A region that can be conquered, with what it costs."""
    text, what = in_own_words(target.text), "; ".join(_region_parts(wording, region))
    if target.chance is None:
        return say("terminal_target", text=text, tokens=target.cost, what=what)
    return say("terminal_target_die", text=text, tokens=target.cost, chance=percent(target.chance), what=what)
