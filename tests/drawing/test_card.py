"""The preview of a link: the board, and beside it who plays, with fonts and emblems if there are any."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from elbowroom.drawing.svg.board import board
from elbowroom.drawing.svg.card import CARD_HEIGHT, CARD_WIDTH, ROWS_BOTTOM, CardArt, CardPlayer, card
from elbowroom.drawing.svg.emblems import EMBLEM_SHAPES
from elbowroom.drawing.svg.looks import LookOf, OwnLook, RaceLook
from elbowroom.drawing.svg.palette import OWN_COLOURS, OWNER_SHAPES
from elbowroom.rules import terms
from tests.drawing.outlines import box_map

ART = CardArt('<symbol id="emblem-orcs"/><symbol id="emblem-own_race"/>')
SVG = "{http://www.w3.org/2000/svg}"


def drawn(*players: CardPlayer, art: CardArt = ART, look_of: LookOf | None = None) -> ET.Element:
    return ET.fromstring(card(board(box_map(2)), players, "Elbowroom", art, look_of))  # noqa: S314 - our own


def texts(svg: ET.Element) -> list[str]:
    return [text.text or "" for text in svg.iter(f"{SVG}text")]


def emblems(svg: ET.Element) -> list[str]:
    links = (use.get("href", "") for use in svg.iter(f"{SVG}use"))
    return [link for link in links if link.startswith("#emblem")]


def test_every_player_has_a_row_with_name_and_emblems() -> None:
    svg = drawn(
        CardPlayer(0, "Ann <&>", ("orcs", "gnomes"), has_active_race=True, coins=80, has_won=True),
        CardPlayer(1, "Bob", ("orcs",)),
    )
    assert texts(svg) == ["Elbowroom", "Ann <&>", "Bob"]
    assert emblems(svg) == ["#emblem-orcs", "#emblem-own_race", "#emblem-orcs"]


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_all_rows_are_on_the_card(players: int) -> None:
    svg = drawn(*(CardPlayer(seat, "x" * 24, ("orcs",), coins=100) for seat in range(players)))
    rows = [row for row in svg.iter(f"{SVG}g") if row.get("class") == "card-player"]
    assert len(rows) == players
    boxes = [box for row in rows for box in row.iter(f"{SVG}rect") if box.get("fill") == "none"]
    ends = [float(box.get("y", "")) + float(box.get("height", "")) for box in boxes]
    assert all(end <= ROWS_BOTTOM + 0.01 for end in ends)
    assert ROWS_BOTTOM < CARD_HEIGHT < CARD_WIDTH


def test_a_race_bears_the_emblem_and_the_colour_that_its_author_chose() -> None:
    art = CardArt('<symbol id="emblem-own_race"/><symbol id="own-emblem-fox"/>')
    fox = art.look_of("gnomes", OwnLook("moss", "fox", "sun"))
    assert fox == RaceLook(OWN_COLOURS["moss"], "own-emblem-fox", "sun")
    assert art.look_of("gnomes").symbol == "emblem-own_race"
    ann = CardPlayer(0, "Ann", ("gnomes",), has_active_race=True)
    svg = drawn(ann, art=art, look_of=lambda _: fox)
    assert emblems(svg) == []
    (link,) = [use for use in svg.iter(f"{SVG}use") if use.get("href") == "#own-emblem-fox"]
    assert link.get("color") == OWN_COLOURS["moss"], "it is cut out of its shape"
    assert any(path.get("d") == EMBLEM_SHAPES["sun"].path for path in svg.iter(f"{SVG}path"))


def test_every_shape_has_its_symbol_inside_of_its_square() -> None:
    assert tuple(EMBLEM_SHAPES) == terms.EMBLEM_SHAPES
    assert not {shape.path for shape in EMBLEM_SHAPES.values()} & set(OWNER_SHAPES)
    for shape in EMBLEM_SHAPES.values():
        assert min(shape.x, shape.y) > 0
        assert max(shape.x, shape.y) + shape.size < 24
        assert shape.size > 13.5, "the symbol is to be seen on a counter"


def test_a_card_without_art_shows_numbers_instead_of_emblems() -> None:
    assert emblems(drawn(CardPlayer(0, "Ann", ("orcs",)), art=CardArt())) == []


def test_the_card_of_the_site_shows_races_instead_of_players() -> None:
    assert len(emblems(drawn())) == 9
