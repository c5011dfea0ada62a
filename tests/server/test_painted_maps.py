"""Painted maps over the wire: checked in a sandbox, read from files, made by chance, drawn, and played on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

from elbowroom.drawing.painted_maps import PaintedMap, PaintedRegion, painted_map
from elbowroom.drawing.random_maps import random_map
from elbowroom.rules.content import base_content
from elbowroom.server.tables.painted_map_check import check_painted_map
from tests.drawing.outlines import OWN_MAP
from tests.drawing.paintings import RING, THREE, painted
from tests.server.houses import house

if TYPE_CHECKING:
    from pathlib import Path

    import httpx


def data(there: PaintedMap) -> Any:  # noqa: ANN401 - JSON
    return json.loads(msgspec.json.encode(there))


async def post(person: httpx.AsyncClient, what: str, body: object, status: int = 200) -> Any:  # noqa: ANN401 - JSON
    answer = await person.post(f"/api/painted-maps/{what}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def codes(there: PaintedMap) -> list[tuple[str, list[int]]]:
    """What is wrong with a painted map, each with the regions that are to be marked."""
    return [(problem.code, problem.regions) for problem in check_painted_map(there).problems]


def kinds(*terrains: str) -> tuple[PaintedRegion, ...]:
    return tuple(map(PaintedRegion, terrains))


def test_a_map_that_can_be_played_on_comes_with_its_file_and_what_the_rules_see() -> None:
    check = check_painted_map(painted(THREE))
    assert check.problems == []
    assert check.text is not None
    assert json.loads(check.text)["id"] == "isle"
    assert check.info is not None
    assert [(region.is_border, region.is_coastal) for region in check.info.regions] == [
        (False, False),
        (True, True),
        (True, True),
    ]
    assert all(len(line) < 2000 for line in check.text.splitlines()), "an upload has no very long lines"
    assert (check.land, check.suited, check.usual) == (2, [], {2: 20, 3: 27, 4: 36, 5: 45})


def test_a_map_is_called_as_its_painter_wants_also_where_something_is_wrong() -> None:
    check = check_painted_map(painted(THREE, name="The Isle!"))
    assert check.info is not None
    assert (check.info.id, check.info.name) == ("isle", "The Isle!")
    wrong = check_painted_map(painted(THREE, name="The Isle!", players=9)).problems
    assert [problem.params["file"] for problem in wrong] == ["The Isle!"]


def test_problems_name_the_regions_that_they_concern() -> None:
    assert codes(painted(RING, regions=kinds("sea", "sea", "hill"))) == [("map_no_border", [])]
    apart = painted("11111\n 2222\n11111\n 2222\n33333", regions=kinds("sea", "hill", "forest"))
    assert codes(apart) == [("map_pieces", [1]), ("map_pieces", [2])]
    divided = painted("11111\n 1111\n22222\n 2222\n33333", regions=kinds("hill", "sea", "forest"))
    assert codes(divided) == [("map_not_connected", [3])]
    assert codes(painted(THREE, regions=kinds("sea", "sea", "lake"))) == [("map_no_land", [])]
    assert codes(painted(THREE, regions=kinds("sea", "hil", "lake"))) == [("map_terrain", [2])]
    named = (PaintedRegion("sea"), PaintedRegion("hill", name="two words"), PaintedRegion("forest"))
    assert codes(painted(THREE, regions=named)) == [("map_region_name", [2])]
    assert codes(painted(THREE, id="2-players")) == [("map_same_id", [])]
    assert codes(painted(THREE, id="two words")) == [("map_id", [])]
    assert codes(painted(THREE, players=9, game_turns=0)) == [
        ("map_player_number", []),
        ("map_game_turns", []),
    ]


def test_more_mountains_or_lost_tribes_than_the_box_has_are_told() -> None:
    there = random_map(5, 1)
    tribes = tuple(msgspec.structs.replace(region, lost_tribe=True) for region in there.regions)
    assert codes(msgspec.structs.replace(there, regions=tribes)) == [("map_lost_tribes", [])]
    mountains = tuple(PaintedRegion("mountain") for _ in there.regions)
    assert codes(msgspec.structs.replace(there, regions=mountains)) == [("map_mountains", [])]


def test_a_map_of_the_box_suits_its_players() -> None:
    for game_map in base_content().maps:
        there = msgspec.structs.replace(painted_map(game_map), id="mine")
        check = check_painted_map(there)
        assert check.problems == []
        assert game_map.players in check.suited
        assert check.cramped == []


def test_a_map_with_as_many_cells_and_regions_as_there_may_be_is_checked() -> None:
    blocks = tuple(tuple(1 + row // 9 * 7 + place // 9 for place in range(61 - row % 2)) for row in range(61))
    check = check_painted_map(painted(THREE, cells=blocks, regions=kinds(*["hill"] * 49)))
    assert check.problems == []
    assert check.cramped == []
    crowded = painted(THREE, cells=blocks, regions=kinds(*["hill"] * 57))
    assert codes(crowded) == [("map_regions", [])]


def test_problems_are_told_under_the_name_of_the_map() -> None:
    (problem,) = check_painted_map(painted(THREE, regions=kinds("sea", "sea", "lake"))).problems
    assert problem.params["file"] == "isle"


@pytest.mark.process
async def test_a_painted_map_is_checked_while_somebody_paints(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = here.person("ann")
        good = await post(ann, "check", data(painted(THREE)))
        assert good["problems"] == []
        assert good["info"]["has_outlines"]
        bad = await post(ann, "check", data(painted(THREE, regions=kinds("sea", "hill"))))
        assert bad["text"] is None
        assert [(problem["code"], problem["regions"]) for problem in bad["problems"]] == [
            ("map_region_id", [3])
        ]
        refused = await here.stranger.post("/api/painted-maps/check", json=data(painted(THREE)))
        assert refused.status_code == 401


@pytest.mark.process
async def test_what_is_too_large_or_no_painted_map_is_refused(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = here.person("ann")
        thousands = {**data(painted(THREE)), "cells": [[1] * 200] * 200}
        assert (await post(ann, "check", thousands, 413))["code"] == "too_long"
        wide = {**data(painted(THREE)), "cells": [[1] * 99] * 99}
        assert (await post(ann, "check", wide))["problems"][0]["code"] == "map_grid"
        assert (await post(ann, "check", {"cells": "all"}, 422))["code"] == "bad_message"
        assert (await post(ann, "check", {**data(painted(THREE)), "cells": []}))["problems"]
        assert (await post(ann, "from-file", {"map": "x" * 400_000}, 413))["code"] == "too_long"
        assert (await post(ann, "from-file", {"map": "[" * 100}, 422))["code"] == "too_deep"
        assert (await post(ann, "random", {"players": 9, "seed": 1}, 422))["code"] == "player_count"
        assert (await post(ann, "board", {"map": "{}"}, 422))["code"] == "map"


@pytest.mark.process
async def test_map_files_are_painted_and_those_that_cannot_be_are_refused_in_words(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = here.person("ann")
        text = (await post(ann, "check", data(painted(RING))))["text"]
        assert await post(ann, "from-file", {"map": text}) == data(painted(RING))
        crossed = [*OWN_MAP["points"][:8], [12, 18], [22, 20], *OWN_MAP["points"][10:]]
        twisted = json.dumps({**OWN_MAP, "points": crossed})
        refused = await post(ann, "from-file", {"map": twisted}, 422)
        assert "the outline crosses itself" in refused["reason"]
        assert (await post(ann, "from-file", {"map": "{"}, 422))["code"] == "map_not_json"


@pytest.mark.process
async def test_an_outline_with_thousands_of_corners_ends_the_sandbox_and_not_the_server(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as here:
        ann = here.person("ann")
        corners = list(range(12_000))
        regions = [{"id": 1, "terrain": "hill", "edge": True, "neighbors": [], "outline": corners}]
        points = [[at % 97, at % 89] for at in corners]
        rows = ",\n".join(
            json.dumps(line)[1:-1] for line in (points[at : at + 500] for at in range(0, 12_000, 500))
        )
        ends = ",\n".join(
            json.dumps(line)[1:-1] for line in (corners[at : at + 500] for at in range(0, 12_000, 500))
        )
        head = {"id": "spiky", "players": 2, "game_turns": 5, "size": [100, 100], "regions": regions}
        text = json.dumps(head).replace(json.dumps(corners), f"[{ends}]")[:-1] + f',\n"points": [{rows}]}}'
        heavy = await post(ann, "from-file", {"map": text}, 422)
        assert heavy["code"] in ("too_heavy", "map")
        assert (await post(ann, "check", data(painted(THREE))))["problems"] == []


@pytest.mark.process
async def test_maps_of_the_box_and_random_maps_are_there_to_start_from(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        box = await here.stranger.get("/api/maps/3-players/painted")
        assert box.json() == data(painted_map(base_content().map("3-players")))
        assert (await here.stranger.get("/api/maps/nowhere/painted")).json()["code"] == "unknown_map"
        chance = await post(here.person("ann"), "random", {"players": 2, "seed": 5})
        assert chance == data(random_map(2, 5))


@pytest.mark.process
async def test_a_painted_map_is_drawn_and_played_on_like_any_other(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = here.person("ann")
        text = (await post(ann, "check", data(painted(THREE))))["text"]
        by_day, by_night = [
            await ann.post("/api/painted-maps/board", json={"map": text, "theme": theme})
            for theme in ("day", "night")
        ]
        assert by_day.headers["content-type"] == "image/svg+xml"
        assert by_day.content != by_night.content
        ET.fromstring(by_day.text)  # noqa: S314 - our own drawing
        table = (await here.table("ann", players=2, content=[text], map="isle"))["table"]
        ground = await here.stranger.get(f"/api/tables/{table}/board.svg")
        assert ground.text == by_day.text, "the preview is the board of the game"
