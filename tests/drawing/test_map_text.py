"""The board as text: every region is there, touches its neighbours, and has room for its label."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, cast

import pytest
from rich.style import Style
from rich.text import Text

from elbowroom.drawing.outlines import adjacent_pairs, has_outlines
from elbowroom.drawing.text.cells import fit_map
from elbowroom.drawing.text.map_text import (
    TERRAIN_CHARACTERS,
    TERRAIN_STYLES,
    TextLayout,
    draw,
    plain,
    text_layout,
)

MAPS = ("2-players", "3-players", "4-players", "5-players")
WIDTHS = (100, 107, 113, 120, 128, 140)

TWO_REGIONS: dict[str, Any] = {
    "size": [100, 100],
    "points": [[0, 0], [50, 0], [100, 0], [100, 100], [50, 100], [0, 100]],
    "regions": [
        {"id": 1, "terrain": "hill", "neighbors": [2], "outline": [0, 1, 4, 5]},
        {"id": 2, "terrain": "sea", "neighbors": [1], "outline": [1, 2, 3, 4]},
    ],
}


@cache
def map_data(name: str) -> dict[str, Any]:
    """A map of the box."""
    path = resources.files("elbowroom.content") / "base" / "maps" / f"{name}.json"
    return cast("dict[str, Any]", json.loads(path.read_text(encoding="utf-8")))


@cache
def sketched(name: str, width: int) -> TextLayout:
    """A map of the box, laid out."""
    board = text_layout(map_data(name), width)
    assert board is not None
    return board


def two_regions() -> TextLayout:
    """A hill on the left, a sea on the right."""
    board = text_layout(TWO_REGIONS, 30)
    assert board is not None
    return board


def sides(outline: list[int]) -> set[frozenset[int]]:
    """The segments of an outline, whichever way they run."""
    return {frozenset(side) for side in zip(outline, [*outline[1:], outline[0]], strict=True)}


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("width", WIDTHS)
def test_every_region_has_room_for_two_lines_of_seven_characters(name: str, width: int) -> None:
    """From 100 to 140 columns, a number with a terrain and a count with a marker fit."""
    label_boxes = sketched(name, width).label_boxes
    assert set(label_boxes) == {region["id"] for region in map_data(name)["regions"]}
    assert [region for region, place in label_boxes.items() if place.rows < 2 or place.columns < 7] == []


@pytest.mark.parametrize("name", MAPS)
def test_a_narrow_terminal_still_shows_every_number(name: str) -> None:
    """At 80 columns at least the number of a region fits."""
    label_boxes = sketched(name, 80).label_boxes
    assert all(place.columns >= len(str(region)) for region, place in label_boxes.items())
    assert len(label_boxes) == len(map_data(name)["regions"])


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("width", [80, *WIDTHS])
def test_regions_touch_exactly_when_their_outlines_share_a_segment(name: str, width: int) -> None:
    """The drawing shows a border between neighbours, and none between others."""
    outlines = {region["id"]: sides(region["outline"]) for region in map_data(name)["regions"]}
    sharing = {(a, b) for a in outlines for b in outlines if a < b and outlines[a] & outlines[b]}
    assert adjacent_pairs(fit_map(map_data(name), width).grid) == sharing


@pytest.mark.parametrize("name", MAPS)
def test_a_label_stands_on_its_own_region(name: str) -> None:
    """No cell of a place is another region's ground or under a border line."""
    board = sketched(name, 100)
    for region, place in board.label_boxes.items():
        columns = slice(place.column, place.column + place.columns)
        for row in range(place.row, place.row + place.rows):
            assert set(board.shown_regions[row][columns]) == {region}
            assert board.lines[row][columns].isspace()


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("width", [80, 100, 140])
def test_every_label_appears_exactly_once(name: str, width: int) -> None:
    """What the caller writes is in the text, once, whatever the width."""
    board = sketched(name, width)
    labels = {region: [f"<{region}>"[: place.columns]] for region, place in board.label_boxes.items()}
    text = plain(board, labels)
    assert [text.count(label) for (label,) in labels.values()] == [1] * len(labels)


@pytest.mark.parametrize("name", MAPS)
def test_every_row_is_as_wide_as_asked(name: str) -> None:
    """The board is a full rectangle, so it can stand beside other text."""
    board = sketched(name, 100)
    rows = draw(board, {1: ["1 sea"]}, {1: TERRAIN_STYLES["sea"]}).split("\n")
    assert {row.cell_len for row in rows} == {100}
    assert len(rows) == board.height


def test_the_same_board_is_drawn_the_same_way() -> None:
    """Two drawings of one map do not differ."""
    first, second = (text_layout(map_data("3-players"), 100) for _ in range(2))
    assert first == second
    assert first is not None
    assert draw(first, {4: ["a"]}, {4: "white on red"}) == draw(first, {4: ["a"]}, {4: "white on red"})


def test_a_small_board_in_full() -> None:
    """Border lines around the regions, characters of the terrain, a label in the middle of each."""
    assert plain(two_regions(), {1: ["1 hill", "O3 lair"], 2: [Text("2 sea", "bold")]}).splitlines() == [
        "╭─────────────┬──────────────╮",
        "│             │              │",
        "│  ∩     ∩    │      ~     ~ │",
        "│             │              │",
        "│     ∩     ∩ │   ~     ~    │",
        "│             │              │",
        "│   1 hill    │    2 sea     │",
        "│   O3 lair   │              │",
        "│             │              │",
        "│             │              │",
        "│  ∩     ∩    │      ~     ~ │",
        "│             │              │",
        "│     ∩     ∩ │   ~     ~    │",
        "│             │              │",
        "╰─────────────┴──────────────╯",
    ]


def test_a_line_too_long_is_cut_and_a_line_too_many_left_out() -> None:
    """A label never leaves its place."""
    board = two_regions()
    text = plain(board, {1: ["a line that is far too long", "2", "3", "4", "the fifth line"]})
    assert "a line that …" in text
    assert "fifth" not in text
    assert {len(row) for row in text.splitlines()} == {30}


def test_a_region_is_drawn_in_its_style_and_a_label_keeps_its_own() -> None:
    """The ground comes from the region, the writing from the label."""
    drawn = draw(two_regions(), {1: [Text("1 hill", "bold")]}, {1: "white on blue"})
    at = drawn.plain.index("1 hill")
    styles = [Style.parse(str(span.style)) for span in drawn.spans if span.start <= at < span.end]
    assert Style.combine(styles) == Style.parse("bold white on blue")


def test_without_styles_nothing_is_coloured() -> None:
    """A board that is piped or stored has no colour in it."""
    drawn = draw(two_regions(), {})
    assert all(not Style.parse(str(span.style)).color for span in drawn.spans)
    assert plain(two_regions(), {}) == drawn.plain


def test_every_terrain_has_a_style_and_a_sign() -> None:
    """No region of the box is left without colour or sign."""
    terrains = {region["terrain"] for name in MAPS for region in map_data(name)["regions"]}
    assert terrains == set(TERRAIN_STYLES) == set(TERRAIN_CHARACTERS)
    assert all(Style.parse(style).color and Style.parse(style).bgcolor for style in TERRAIN_STYLES.values())


def test_a_no_outlines_has_no_sketch() -> None:
    """A player's own map may have none, or not for each region; then it is told in a table."""
    bare = {"regions": [{"id": 1, "terrain": "hill", "neighbors": []}]}
    partly = {
        **TWO_REGIONS,
        "regions": [TWO_REGIONS["regions"][0], {"id": 2, "terrain": "sea", "outline": []}],
    }
    assert has_outlines(TWO_REGIONS)
    for map_without in (bare, partly):
        assert not has_outlines(map_without)
        assert text_layout(map_without, 100) is None


def test_a_map_may_leave_part_of_the_sheet_empty() -> None:
    """Where no region is, nothing is drawn."""
    island = {**TWO_REGIONS, "regions": TWO_REGIONS["regions"][:1]}
    board = text_layout(island, 30)
    assert board is not None
    rows = plain(board, {1: ["1 hill"]}).splitlines()
    assert {row[15:] for row in rows} == {" " * 15}
    assert "1 hill" in "".join(rows)
