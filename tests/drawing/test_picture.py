"""The picture of a position: what stands where, for what the viewer may see, in sound and steady SVG."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from elbowroom.drawing.svg.board import board
from elbowroom.drawing.svg.digits import DIGIT_PATHS
from elbowroom.drawing.svg.palette import OWNER_COLOURS, OWNER_DASHES, OWNER_SHAPES, THEMES
from elbowroom.drawing.svg.picture import picture
from elbowroom.drawing.svg.symbol_sheet import symbol_sheet
from elbowroom.drawing.svg.tints import tint
from elbowroom.engine.game import Game, new_game
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from tests.drawing.colours import contrast
from tests.drawing.outlines import NUMBERS, box_map, drawn, own_map
from tests.drawing.positions import at_the_end, changed, pictured, played
from tests.scenario import scenario

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"

FRESH = """
import sys
from hashlib import blake2b
from tests.drawing.positions import pictured, played
sys.stdout.write(blake2b(pictured(played(int(sys.argv[1]), 6)).encode()).hexdigest())
"""


def parsed(svg: str) -> ET.Element:
    """The drawing as a tree."""
    return ET.fromstring(svg)  # noqa: S314 - our own text


def inside(tree: ET.Element, group: str) -> ET.Element:
    """A group of the drawing, by its class."""
    found = tree.find(f".//{SVG}g[@class='{group}']")
    assert found is not None
    return found


def number_in(element: ET.Element) -> int | None:
    """The number written in a part of the drawing, from left to right."""
    written = element.findall(f".//{SVG}g[@class='number']")
    if not written:
        return None
    figures = sorted(written[-1][-1], key=lambda use: float(use.attrib["x"]))
    return int("".join(use.attrib["href"].removeprefix("#figure-") for use in figures))


def stacks(svg: str) -> dict[int, tuple[str, int, int | None]]:
    """The race, owner and written number of the counter in each region."""
    return {
        int(region.attrib["data-region"]): (
            stack.attrib["data-race"],
            int(stack.attrib["data-owner"]),
            number_in(stack),
        )
        for region in inside(parsed(svg), "pieces")
        for stack in region.findall(f"{SVG}g[@class='stack']")
    }


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("players", NUMBERS)
def test_drawings_are_well_formed_and_lack_no_symbol(players: int, theme: str) -> None:
    for svg in (board(box_map(players), theme), picture(box_map(players), at_the_end(players), theme)):
        tree = parsed(svg)
        names = [element.attrib["id"] for element in tree.iter() if "id" in element.attrib]
        assert len(set(names)) == len(names)
        used = {element.attrib["href"] for element in tree.iter(f"{SVG}use")}
        used |= set(re.findall(r"url\(([^)]*)\)", svg))
        assert {name.removeprefix("#") for name in used} <= set(names)
        assert not list(tree.iter(f"{SVG}text"))


def test_the_symbol_sheet_holds_every_piece_and_every_figure() -> None:
    names = {symbol.attrib["id"] for symbol in parsed(symbol_sheet()).iter(f"{SVG}symbol")}
    kinds = {"lair", "fortress", "encampment", "hole", "hero", "dragon"}
    assert names == {
        *("mine", "magic", "cavern", "mountain", "tribe", "counter", "turn-marker"),
        *(f"{kind}-{seat}" for kind in ("counter", "declined") for seat in range(5)),
        *(f"marker-{kind}" for kind in (*kinds, "pennant")),
        *("coin", "coin-1", "coin-3", "coin-5", "coin-10"),
        *(f"die-{face}" for face in range(4)),
        *(f"figure-{name}" for name in DIGIT_PATHS),
    }
    assert set("0123456789") <= set(DIGIT_PATHS)
    assert len(set(DIGIT_PATHS.values())) == len(DIGIT_PATHS)


@pytest.mark.process
@pytest.mark.parametrize("players", NUMBERS)
def test_a_fresh_process_draws_the_same_bytes(players: int) -> None:
    svg = pictured(played(players, 6))
    for salt in ("1", "2"):
        fresh = subprocess.run(
            [sys.executable, "-c", FRESH, str(players)],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": salt},
            capture_output=True,
            text=True,
            check=True,
        )
        assert fresh.stdout == blake2b(svg.encode()).hexdigest()


@pytest.mark.parametrize("players", NUMBERS)
def test_a_board_is_small_enough_to_be_sent(players: int) -> None:
    assert max(len(board(box_map(players), theme)) for theme in THEMES) < 320_000


def test_by_night_it_is_the_same_map_in_other_colours() -> None:
    day, night = (re.findall(r' d="([^"]*)"', board(box_map(4), theme)) for theme in ("day", "night"))
    assert day == night
    assert board(box_map(4), "day") != board(box_map(4), "night")


def test_a_board_fills_its_view_box() -> None:
    found = drawn(3)
    assert parsed(board(box_map(3))).attrib["viewBox"] == " ".join(f"{side:g}" for side in found.view_box)


@pytest.mark.parametrize("players", NUMBERS)
def test_every_held_region_has_a_counter_with_its_number_of_tokens(players: int) -> None:
    view = at_the_end(players)
    held = {
        region.number: (region.race, region.owner, region.tokens)
        for region in view.regions
        if region.race is not None
    }
    assert len(held) > 2 * players
    assert stacks(picture(box_map(players), view)) == held


def test_every_counter_has_the_shape_of_its_owner_also_in_decline() -> None:
    sheet = parsed(symbol_sheet())
    for kind in ("counter", "declined"):
        for seat, shape in enumerate(OWNER_SHAPES):
            drawn_symbol = sheet.find(f"{SVG}symbol[@id='{kind}-{seat}']")
            assert drawn_symbol is not None
            outlines = [path for path in drawn_symbol.iter(f"{SVG}path") if path.attrib["d"] == shape]
            assert "currentColor" in {path.attrib["fill"] for path in outlines}
            assert not any("opacity" in key for path in outlines[1:] for key in path.attrib)
    view = at_the_end(5)
    assert {region.in_decline for region in view.regions if region.race} == {True, False}
    pieces = inside(parsed(picture(box_map(5), view, "night")), "pieces")
    for stack in pieces.findall(f"{SVG}g/{SVG}g[@class='stack']"):
        kind, shape_of = stack[0].attrib["href"].removeprefix("#").split("-")
        owner = int(stack.attrib["data-owner"])
        assert int(shape_of) == owner
        assert stack[0].attrib["color"] == THEMES["night"].owner(owner, in_decline=kind == "declined")


def test_numbers_of_tokens_and_of_markers_stand_on_the_same_disc() -> None:
    given = scenario("""
        map  2-players
        Ann  Bivouacking Trolls : 5 2 + 3 encampment
        Bob
        turn Ann conquer, race trolls
    """)
    region = inside(parsed(pictured(given.game)), "pieces").find(f"{SVG}g[@data-region='5']")
    assert region is not None
    discs = list(region.iter(f"{SVG}circle"))
    assert len(discs) == 2
    assert len({(disc.attrib["fill"], disc.attrib["stroke"]) for disc in discs}) == 1


@pytest.mark.parametrize("in_decline", [False, True])
def test_borders_have_the_pattern_of_the_owner(in_decline: bool) -> None:
    for owner, dashes in enumerate(OWNER_DASHES):
        drawn_tint = parsed(tint(drawn(5).regions[1], owner, THEMES["day"], in_decline=in_decline))
        patterns = [path for path in drawn_tint if path.attrib.get("class") == "pattern"]
        assert [path.attrib["stroke-dasharray"] for path in patterns] == ([dashes] if dashes else [])
        for path in patterns:
            assert contrast(path.attrib["stroke"], drawn_tint.attrib["fill"]) > 3
            assert float(path.attrib["stroke-opacity"]) >= 0.8
            assert float(path.attrib["stroke-width"]) >= 4


@pytest.mark.parametrize("players", NUMBERS)
def test_lost_tribes_stand_where_they_are_left(players: int) -> None:
    for view in (new_game(players, seed=1).view(None), at_the_end(players)):
        pieces = inside(parsed(picture(box_map(players), view)), "pieces")
        shown = {
            int(region.attrib["data-region"])
            for region in pieces
            if region.find(f"{SVG}use[@href='#tribe']") is not None
        }
        assert shown == {region.number for region in view.regions if region.lost_tribe}


def test_markers_stand_in_their_slots_and_several_are_counted() -> None:
    given = scenario("""
        map  2-players
        Ann  Bivouacking Trolls : 5 2 + lair + 3 encampment, 10 1 + lair
        Bob
        turn Ann conquer, race trolls
    """)
    svg = pictured(given.game)
    region = inside(parsed(svg), "pieces").find(f"{SVG}g[@data-region='5']")
    assert region is not None
    markers = region.findall(f"{SVG}g[@class='marker']")
    assert {marker.attrib["data-marker"]: number_in(marker) for marker in markers} == {
        "lair": None,
        "encampment": 3,
    }
    for marker, slot in zip(markers, drawn(2).regions[4].markers, strict=True):
        x, y, width = (float(marker[0].attrib[key]) for key in ("x", "y", "width"))
        assert (x + width / 2, y + width / 2, width / 2) == pytest.approx((slot.x, slot.y, slot.radius))


def test_a_region_in_decline_looks_different() -> None:
    view = at_the_end(3)
    active = next(region for region in view.regions if region.race and not region.in_decline)
    fallen = changed(view, active.number, in_decline=True)
    first, second = (
        inside(parsed(picture(box_map(3), each)), "pieces").find(f"{SVG}g[@data-region='{active.number}']")
        for each in (view, fallen)
    )
    assert first is not None
    assert second is not None
    assert first[0][0].attrib["href"] == f"#counter-{active.owner}"
    assert second[0][0].attrib["href"] == f"#declined-{active.owner}"
    assert first[0][0].attrib["fill"] != second[0][0].attrib["fill"]
    assert number_in(first) == number_in(second)


@pytest.mark.parametrize("players", NUMBERS)
def test_only_held_regions_are_tinted_each_in_its_owners_colour(players: int) -> None:
    view = at_the_end(players)
    tints = inside(parsed(picture(box_map(players), view)), "tints")
    shown = {int(tint.attrib["data-region"]): tint.attrib["fill"] for tint in tints}
    active, declined = (
        {
            region.number: OWNER_COLOURS[region.owner]
            for region in view.regions
            if region.owner is not None and region.in_decline == in_decline
        }
        for in_decline in (False, True)
    )
    assert {number: shown[number] for number in active} == active
    assert shown.keys() == active.keys() | declined.keys()
    assert not {shown[number] for number in declined} & set(OWNER_COLOURS)


def test_the_strip_shows_the_players_and_six_combos_with_their_tokens() -> None:
    game = played(4, 5)
    strip = inside(parsed(pictured(game)), "strip")
    assert len(strip.findall(f"{SVG}g[@class='player']")) == 4
    combos = strip.findall(f"{SVG}g[@class='combo']")
    column = game.view(None).column
    assert [combo.attrib["data-race"] for combo in combos] == [combo.race for combo in column]
    tokens = [combo.findall(f"{SVG}g[@class='number']")[0] for combo in combos]
    written = [
        int("".join(use.attrib["href"].removeprefix("#figure-") for use in number[-1])) for number in tokens
    ]
    assert written == [combo.tokens for combo in column]


@pytest.mark.parametrize("game_turns", [1, 4, 20])
def test_the_turn_marker_stands_on_the_game_turn(game_turns: int) -> None:
    """Also when the game is over: then on the last one."""
    game = played(4, game_turns)
    pieces = inside(parsed(pictured(game)), "pieces")
    marker = pieces.find(f"{SVG}use[@href='#turn-marker']")
    assert marker is not None
    track = drawn(4).track
    slot = track[min(game.state.game_turn, len(track)) - 1]
    x, width = (float(marker.attrib[key]) for key in ("x", "width"))
    assert x + width / 2 == pytest.approx(slot.x)


def test_the_strip_can_be_left_out() -> None:
    bare = picture(box_map(2), at_the_end(2), has_strip=False)
    assert 'class="strip"' not in bare
    assert parsed(bare).attrib["viewBox"] == parsed(board(box_map(2))).attrib["viewBox"]


def test_hidden_coins_leave_no_trace() -> None:
    """Two states that differ only in another player's coins look the same, byte by byte."""
    for players in NUMBERS:
        game = played(players, 4)
        for viewer in (None, *range(players)):
            other = game.clone()
            for seat in range(players):
                if seat != viewer:
                    other.state.coins[seat] += 7 + seat
            assert pictured(other, viewer) == pictured(game, viewer)
            assert not game.is_over


def test_coins_that_may_be_seen_are_shown() -> None:
    game = played(3, 4)
    richer = game.clone()
    richer.state.coins[1] += 11
    assert pictured(richer, 1) != pictured(game, 1)
    coins = re.findall('href="#coin"', pictured(game, 1))
    assert len(coins) == 1 + sum(combo.coins > 0 for combo in game.view(1).column)
    table = played(3, 4, Options(open_coins=True))
    shown = re.findall('href="#coin"', pictured(table))
    assert len(shown) == 3 + sum(combo.coins > 0 for combo in table.view(None).column)


def test_races_and_markers_that_are_not_in_the_box_are_drawn() -> None:
    view = changed(
        at_the_end(2), 4, race="gnomes", owner=1, tokens=12, markers={"tower": 2}, lost_tribe=False
    )
    svg = picture(box_map(2), view)
    assert stacks(svg)[4] == ("gnomes", 1, 12)
    assert 'href="#marker-pennant"' in svg


def test_no_name_breaks_the_drawing() -> None:
    view = changed(at_the_end(2), 4, race='<"&', owner=0, tokens=1, markers={"'>": 1}, lost_tribe=False)
    assert stacks(picture(box_map(2), view))[4] == ('<"&', 0, 1)


def test_a_map_of_ones_own_is_drawn() -> None:
    own = own_map()
    content = add_content(base_content(), own.source, "own.json")
    game = Game.from_text("map own\nAnn Hill Orcs : 1 3\nBob\nturn Ann conquer, race orcs", content)
    assert stacks(picture(own, game.view(None))) == {1: ("orcs", 0, 3)}


def test_a_position_on_a_no_outlines_is_refused() -> None:
    given = scenario("map four-regions\nAnn Hill Orcs : bog 2\nBob\nturn Ann conquer, race orcs")
    with pytest.raises(Refused) as caught:
        pictured(given.game)
    assert (caught.value.code, caught.value.params) == ("no_outlines", {"map": "four-regions"})
