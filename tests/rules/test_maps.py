"""Maps as written down: those of the box are sound, and every problem of an own map is found and told."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

import pytest

from elbowroom.engine.game import new_game
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.maps import read_map
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import catalogue

if TYPE_CHECKING:
    from collections.abc import Callable


def small() -> dict[str, Any]:
    """Four squares in a row: sea, hill, forest, lake; with outlines."""
    terrains = ("sea", "hill", "forest", "lake")
    regions = [
        {
            "id": number,
            "terrain": terrain,
            "symbols": [],
            "lost_tribe": False,
            "edge": number < 4,
            "neighbors": [other for other in (number - 1, number + 1) if 1 <= other <= 4],
            "outline": [number - 1, number, number + 5, number + 4],
        }
        for number, terrain in enumerate(terrains, start=1)
    ]
    points = [[100 * column, row] for row in (0, 100) for column in range(5)]
    return {
        "id": "row",
        "players": 2,
        "game_turns": 5,
        "size": [400, 100],
        "points": points,
        "regions": regions,
    }


def chain(count: int) -> dict[str, Any]:
    """So many hills in a row."""
    regions = [
        {
            "id": n,
            "terrain": "hill",
            "edge": True,
            "neighbors": [m for m in (n - 1, n + 1) if 1 <= m <= count],
        }
        for n in range(1, count + 1)
    ]
    return {"id": "chain", "players": 2, "game_turns": 5, "regions": regions}


def problems(data: object) -> list[str]:
    """The sentences with which a map is refused."""
    text = data if isinstance(data, str) else json.dumps(data)
    with pytest.raises(Refused) as caught:
        add_content(base_content(), text, "own.json", is_new=True)
    assert "own.json" in str(caught.value)
    if caught.value.code != "map":
        return [str(caught.value)]
    found = caught.value.params["problems"]
    assert isinstance(found, list)
    return found


def code_of(sentence: str) -> str:
    """The code whose message this sentence is; the one with the most words if several fit."""
    fitting = []
    for key, message in catalogue().items():
        if key.startswith("refusal_map_") and key != "refusal_map_players":
            parts = [
                re.escape(text) + (".*" if name else "") for text, name, *_ in Formatter().parse(message)
            ]
            if re.fullmatch("".join(parts) + r"( Did you mean .*\?)?", sentence, re.DOTALL):
                fitting.append((sum(len(part) for part in parts), key.removeprefix("refusal_")))
    assert fitting, sentence
    return max(fitting)[1]


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data = deepcopy(small())
    change(data)
    return data


def of_region(number: int, **values: object) -> dict[str, Any]:
    """The small map with other values for a region."""
    return changed(lambda data: data["regions"][number - 1].update(values))


def top(**values: object) -> dict[str, Any]:
    """The small map with other values beside its regions."""
    return {**small(), **values}


def apart() -> dict[str, Any]:
    data = chain(6)
    data["regions"][2]["neighbors"], data["regions"][3]["neighbors"] = [2], [5]
    return data


def of_terrain(terrain: str, count: int) -> dict[str, Any]:
    data = chain(count)
    for region in data["regions"]:
        region["terrain"] = terrain
    return data


def with_tribes(count: int) -> dict[str, Any]:
    data = chain(30)
    for region in data["regions"][:count]:
        region["lost_tribe"] = True
    return data


WRONG: list[tuple[str, object, str]] = [
    ("map_not_json", "{", "line 2"),
    ("map_not_json", '{"id": "x",\n"players": }', "line 2"),
    ("map_not_json", '{"id": ' + "9" * 5000 + "}", ""),
    ("map_not_json", '{"id": ' + "[" * 100_000, ""),
    ("map_id", top(id=""), ""),
    ("map_id", top(id=None), ""),
    ("map_id", top(id=5), "`5`"),
    ("map_id", top(id="two words"), ""),
    ("map_id", top(id="x#"), ""),
    ("map_id", top(id="a\nb"), ""),
    ("map_id", top(id="\ud800"), ""),
    ("map_id", top(id="x" * 41), ""),
    ("map_same_id", top(id="2-players"), "2-players"),
    ("map_player_number", top(players=1), "not 1"),
    ("map_player_number", top(players=6), ""),
    ("map_player_number", top(players="2"), ""),
    ("map_player_number", top(players=True), ""),
    ("map_game_turns", top(game_turns=0), ""),
    ("map_game_turns", top(game_turns=21), "not 21"),
    ("map_game_turns", top(game_turns=1e3), ""),
    ("map_regions", top(regions=[]), "1 to 56"),
    ("map_regions", top(regions={}), ""),
    ("map_regions", chain(57), "1 to 56"),
    ("map_region_id", top(regions=[5]), "region 1"),
    ("map_region_id", of_region(2, id=3), "region 2"),
    ("map_unfinished", {"id": "x", "players": 2, "game_turns": 9, "cells": [], "regions": []}, "map editor"),
    ("map_key", top(playes=2), "Did you mean players?"),
    ("map_name", top(name=5), "at most 40"),
    ("map_name", top(name="x" * 41), ""),
    ("map_name", top(name=" ! "), ""),
    ("map_name", top(name="a\nb"), ""),
    ("map_region_key", of_region(2, terain="hill"), "Did you mean terrain?"),
    ("map_terrain", of_region(2, terrain="hil"), "Did you mean hill?"),
    ("map_terrain", of_region(2, terrain="x"), "farmland, forest, hill"),
    ("map_terrain", of_region(2, terrain=None), "region 2"),
    ("map_terrain", of_region(2, terrain=[]), "region 2"),
    ("map_symbol", of_region(2, symbols=["mines"]), "Did you mean mine?"),
    ("map_symbol", of_region(2, symbols=["gold"]), "known are"),
    ("map_symbol", of_region(2, symbols=None), "region 2"),
    ("map_symbol", of_region(2, symbols=[["mine"]]), "region 2"),
    ("map_neighbors", of_region(2, neighbors=None), "region 2"),
    ("map_missing_neighbor", of_region(2, neighbors=[0]), "region 0 is missing"),
    ("map_missing_neighbor", of_region(2, neighbors=[5]), "region 5 is missing"),
    ("map_missing_regions", of_region(4, id=6, neighbors=[3]), "missing: 5"),
    ("map_neighbors", of_region(2, neighbors=["1"]), ""),
    ("map_neighbors", of_region(2, neighbors=[True]), ""),
    ("map_region_name", of_region(2, name="two words"), "region 2"),
    ("map_region_name", of_region(2, name="-"), ""),
    ("map_region_name", of_region(2, name="7"), ""),
    ("map_region_name", of_region(2, name=7), ""),
    ("map_region_name", of_region(2, name=""), ""),
    ("map_flag", of_region(2, edge="false"), "region 2, edge"),
    ("map_flag", of_region(2, lost_tribe=1), "region 2, lost_tribe"),
    ("map_same_name", changed(lambda d: [r.update(name="same") for r in d["regions"][:2]]), "same"),
    ("map_own_neighbor", of_region(2, neighbors=[1, 2, 3]), "region 2"),
    ("map_one_way", of_region(2, neighbors=[1, 3, 4]), "region 2 names 4"),
    ("map_no_land", of_terrain("sea", 3), ""),
    ("map_not_connected", apart(), "4, 5, 6"),
    ("map_not_connected", changed(lambda d: (d["regions"][0].update(terrain="hill"),
                                             d["regions"][1].update(terrain="lake"))), "3"),
    ("map_no_border", changed(lambda d: [r.update(edge=False) for r in d["regions"]]), ""),
    ("map_outline", of_region(2, outline=[1, 2]), "region 2"),
    ("map_outline", of_region(2, outline=[1, 2, 10]), "region 2"),
    ("map_outline", of_region(2, outline=[1, 2, -1]), ""),
    ("map_outline", of_region(2, outline=5), ""),
    ("map_outline", of_region(2, outline="abc"), ""),
    ("map_outline", of_region(2, outline=None), ""),
    ("map_outline", changed(lambda d: d["regions"][1].pop("outline")), "region 2"),
    ("map_points", top(points=None), ""),
    ("map_points", top(points=[[0, 0, 0]] * 10), ""),
    ("map_points", top(points=[["0", 0]] * 10), ""),
    ("map_points", top(points=[[float("inf"), 0]] * 10), ""),
    ("map_points", top(points=[[float("nan"), 0]] * 10), ""),
    ("map_points", top(size=None), ""),
    ("map_outline_differs", of_region(2, outline=[1, 2, 6]) , "2 and 3"),
    ("map_outline_differs", changed(lambda d: (d["regions"][0].update(neighbors=[2, 4]),
                                               d["regions"][3].update(neighbors=[1, 3]))), "1 and 4"),
    ("map_lost_tribes", with_tribes(19), "19 lost tribes are more than the 18"),
    ("map_mountains", of_terrain("mountain", 10), "10 mountains are more than the 9"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "data", "told"), WRONG)
def test_a_problem_of_a_map_is_told_with_file_region_and_nearest_word(
    code: str, data: object, told: str
) -> None:
    found = problems(data)
    assert code in [code_of(problem) for problem in found]
    assert any(told in problem for problem in found)
    assert all("own.json" in problem for problem in found)


def test_every_refusal_of_a_map_is_reached() -> None:
    known = {key.removeprefix("refusal_") for key in catalogue() if key.startswith("refusal_map_")}
    elsewhere = {"map_players", "map_not_a_table"}  # choosing a map; and below
    elsewhere |= {"map_grid", "map_empty_cells", "map_pieces", "map_outline_crosses"}  # painted maps
    assert {code for code, _, _ in WRONG} == known - elsewhere


def test_a_file_that_is_no_object_is_not_taken_for_a_map() -> None:
    for text in ("[1, 2]", "5", '"map"'):
        with pytest.raises(Refused) as caught:
            add_content(base_content(), text, "own.json")
        assert caught.value.code.startswith("content")
        with pytest.raises(Refused) as caught:
            read_map(text, "own.json", lost_tribes=18, mountains=9)
        assert str(caught.value).endswith("own.json: a map is a JSON object.")


def test_all_problems_of_a_map_are_collected() -> None:
    data = chain(5)
    data["players"] = 9
    data["game_turns"] = "ten"
    data["regions"][0]["terrain"] = "hil"
    data["regions"][1]["symbols"] = ["gold"]
    data["regions"][2]["neighbors"] = "all"
    assert [code_of(problem) for problem in problems(data)] == [
        "map_player_number", "map_game_turns", "map_terrain", "map_symbol", "map_neighbors"]  # fmt: skip
    lopsided = with_tribes(20)
    lopsided["regions"][0]["neighbors"] = [3]
    lopsided["regions"][4]["neighbors"] = [5]
    found = [code_of(problem) for problem in problems(lopsided)]
    assert found.count("map_one_way") == 4
    assert (
        found.count("map_own_neighbor")
        == found.count("map_not_connected")
        == found.count("map_lost_tribes")
        == 1
    )


def test_a_missing_region_is_told_once_with_those_that_name_it() -> None:
    data = chain(20)
    del data["regions"][6]
    assert problems(data) == ["own.json: region 7 is missing. Regions that name it as a neighbour: 6, 8."]
    data = chain(20)
    del data["regions"][-1]
    assert [code_of(problem) for problem in problems(data)] == ["map_missing_neighbor"]


def test_regions_out_of_order_are_told_once() -> None:
    data = chain(20)
    data["regions"].reverse()
    assert problems(data) == ["own.json:1: region 1 must be an object whose id is 1."]


def test_what_is_wrong_in_a_new_file_is_told_with_its_line() -> None:
    text = json.dumps({**small(), "playes": 2}, indent=1)
    text = text.replace('"players": 2', '"players": 9').replace('"terrain": "forest"', '"terrain": "wood"')
    lines = text.splitlines()
    places = [lines.index(' "players": 9,'), lines.index('   "id": 3,') - 1, lines.index(' "playes": 2')]
    found = [problem.split(":")[1].split(",")[0] for problem in problems(text)]
    assert found == [str(places[at] + 1) for at in (2, 0, 1)]


def test_a_map_that_was_stored_with_keys_of_its_author_is_still_played_on() -> None:
    data = {**small(), "author": "Ann", "name": 5}
    data["regions"][1]["remark"] = "steep"
    content = add_content(base_content(), json.dumps(data), "own.json")
    assert content.map("row").name == "row"
    assert new_game(2, 1, content=content, map_id="row").legal()


@pytest.mark.parametrize(
    "file", sorted((Path(__file__).parents[1] / "maps").glob("*.json")), ids=lambda f: f.stem
)
def test_the_maps_of_older_tests_are_taken_as_new_ones(file: Path) -> None:
    content = add_content(base_content(), file.read_text(encoding="utf-8"), file.name, is_new=True)
    assert content.maps[-1].id == file.stem


@pytest.mark.parametrize("name", ["Höhlen!", "Die 7 Täler", "千の島", "a" * 40, "Rock & Roll?"])
def test_a_map_may_be_called_anything_that_can_be_read(name: str) -> None:
    content = add_content(base_content(), json.dumps(top(name=name)), "own.json", is_new=True)
    assert content.map("row").name == name


def test_an_own_map_is_played_on() -> None:
    content = add_content(base_content(), json.dumps(small()), "own.json")
    game = new_game(2, 1, content=content, map_id="row")
    while not game.is_over:
        game.apply(game.legal()[0])
    assert game.setup.board.game_turns == 5
    assert content.map("row").data["size"] == [400, 100]
    assert content.map_for(2).id == "2-players"  # the box comes first


def test_the_limits_of_the_box_are_allowed() -> None:
    for data in (
        chain(56),
        with_tribes(18),
        of_terrain("mountain", 9),
        top(game_turns=20),
        top(game_turns=1),
    ):
        assert add_content(base_content(), json.dumps(data), "own.json").maps[-1].id == data["id"]


def test_a_map_of_56_regions_can_be_played_to_the_end() -> None:
    content = add_content(base_content(), json.dumps(chain(56)), "own.json")
    game = new_game(2, 2, content=content, map_id="chain")
    while not game.is_over:
        game.apply(game.legal()[min(1, len(game.legal()) - 1)])
        assert game.state.legal >= 0
    assert int(game.setup.board.land).bit_count() == 56


def test_a_neighbour_named_twice_counts_once() -> None:
    data = chain(3)
    data["regions"][1]["neighbors"] = [1, 3, 1, 3]
    found = add_content(base_content(), json.dumps(data), "own.json").maps[-1]
    assert [region.neighbors for region in found.regions] == [(1,), (0, 2), (1,)]


def test_what_may_be_left_out_takes_plain_values() -> None:
    region = {"id": 1, "terrain": "hill", "edge": True, "neighbors": []}
    data = {"id": "islet", "players": 2, "game_turns": 3, "regions": [region]}
    (found,) = add_content(base_content(), json.dumps(data), "own.json").maps[-1].regions
    assert (found.label, found.symbols, found.lost_tribe, found.outline) == ("1", (), False, ())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_maps_of_the_box_are_sound_and_fully_drawn(players: int) -> None:
    found = base_content().map_for(players)
    assert found.players == players
    for number, region in enumerate(found.regions):
        assert number not in region.neighbors
        assert all(number in found.regions[other].neighbors for other in region.neighbors)
        assert len(region.outline) >= 3
    assert [len(base_content().map_for(n).regions) for n in (2, 3, 4, 5)] == [23, 30, 39, 48]
