"""Boards for clients: the ground of every map in both themes, where all stands, symbols and colours."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import msgspec
import pytest

from elbowroom.drawing.svg.layout import Layout, layout
from elbowroom.drawing.svg.palette import theme_data
from elbowroom.rules.content import base_content
from elbowroom.server.http.routes.boards import Palette
from elbowroom.server.workers.sandbox_pool import SandboxPool
from tests.server.houses import house

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.server.workers.messages import DrawBoard, DrawPicture

THEMES = ("day", "night")
SHARED = ("/api/symbols.svg", "/api/palette", "/api/box")
NO_OUTLINES = (
    '{"id": "own", "players": 2, "game_turns": 3, "regions": ['
    '{"id": 1, "terrain": "hill", "edge": true, "neighbors": [2]},'
    '{"id": 2, "terrain": "swamp", "edge": true, "neighbors": [1]}]}'
)


def svg(text: str) -> ET.Element:
    """A drawing, if it is one."""
    return ET.fromstring(text)  # noqa: S314 - our own drawing


def own_map() -> str:
    """A map of one's own that can be drawn."""
    return base_content().map("2-players").source.replace('"2-players"', '"own"')


@pytest.mark.process
async def test_every_map_of_the_box_can_be_had_as_ground_and_layout(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        for found in base_content().maps:
            told = await here.stranger.get(f"/api/maps/{found.id}/layout")
            assert msgspec.json.decode(told.content, type=Layout) == layout(found)
            grounds = [
                await here.stranger.get(f"/api/maps/{found.id}/board.svg", params={"theme": theme})
                for theme in THEMES
            ]
            assert grounds[0].headers["content-type"] == "image/svg+xml"
            assert grounds[0].content != grounds[1].content
            for ground in grounds:
                box = [float(side) for side in svg(ground.text).attrib["viewBox"].split()]
                assert box == pytest.approx(told.json()["view_box"], abs=0.01)
        assert (await here.stranger.get("/api/maps/nowhere/layout")).json()["code"] == "unknown_map"
        wrong = await here.stranger.get("/api/maps/2-players/board.svg", params={"theme": "dusk"})
        assert wrong.status_code == 422


@pytest.mark.process
async def test_a_board_is_drawn_once_and_sent_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also for all tables that play on it; who has it need not wait for a drawing."""
    asked: list[DrawPicture | DrawBoard] = []
    draw = SandboxPool.draw

    async def counting(self: SandboxPool, question: DrawPicture | DrawBoard, source: str = "") -> bytes:
        asked.append(question)
        return await draw(self, question, source)

    monkeypatch.setattr(SandboxPool, "draw", counting)
    async with house(tmp_path) as here:
        table = (await here.table("ann", players=2))["table"]
        first = await here.stranger.get("/api/maps/2-players/layout")
        at_table = await here.stranger.get(f"/api/tables/{table}/layout")
        assert first.content == at_table.content
        assert len(asked) == 1
        tag = {"if-none-match": first.headers["etag"]}
        assert (await here.stranger.get("/api/maps/2-players/layout", headers=tag)).status_code == 304
        night = await here.stranger.get("/api/maps/2-players/board.svg?theme=night")
        assert night.headers["etag"] != first.headers["etag"]
        edition = (await here.stranger.get("/api/server")).json()["edition"]
        kept = await here.stranger.get("/api/maps/2-players/layout", params={"v": edition})
        assert "immutable" in kept.headers["cache-control"]
        assert len(asked) == 2


@pytest.mark.process
async def test_drawings_have_an_address_that_may_be_kept_for_ever(tmp_path: Path) -> None:
    """A page names the edition, and all tables on a map of the box have the same address."""
    async with house(tmp_path) as here:
        table = (await here.table("ann", players=2))["table"]
        other = (await here.table("bob", players=2, map="2-players", title="Another"))["table"]
        states = [(await here.stranger.get(f"/api/tables/{one}")).json() for one in (table, other)]
        assert [state["box_map"] for state in states] == ["2-players"] * 2
        page = (await here.stranger.get(f"/t/{table}")).text
        (edition,) = re.findall(r'<meta name="edition" content="(\w+)">', page)
        assert edition == (await here.stranger.get("/api/server")).json()["edition"]
        for path in ("/api/maps/2-players/layout", "/api/maps/2-players/board.svg", *SHARED):
            lasting, old, plain = [
                (await here.stranger.get(path, params=named)).headers["cache-control"]
                for named in ({"v": edition}, {"v": "0" * len(edition)}, {})
            ]
            assert lasting == "public, max-age=31536000, immutable"
            assert old == plain == "no-cache"


@pytest.mark.process
async def test_a_table_with_texts_of_its_own_has_its_own_drawings(tmp_path: Path) -> None:
    """A text can change a map of the box, or name another one."""
    position = "map 2-players\nplayers Ann Bob\nAnn Hill Orcs : 3 4 <- to move\nBob Forest Giants : 20 3"
    async with house(tmp_path) as here:
        for settings in ({"content": [own_map()], "map": "own"}, {"position": position}):
            table = (await here.table("ann", players=2, **settings))["table"]
            assert (await here.stranger.get(f"/api/tables/{table}")).json()["box_map"] is None
            edition = (await here.stranger.get("/api/server")).json()["edition"]
            kept = await here.stranger.get(f"/api/tables/{table}/layout", params={"v": edition})
            assert "immutable" in kept.headers["cache-control"]


@pytest.mark.process
async def test_a_map_of_ones_own_is_drawn_too_if_it_has_outlines(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table = (await here.table("ann", players=2, content=[own_map()], map="own"))["table"]
        told = await here.stranger.get(f"/api/tables/{table}/layout")
        assert told.json()["map"] == "own"
        assert len(told.json()["regions"]) == len(base_content().map("2-players").regions)
        ground = await here.stranger.get(f"/api/tables/{table}/board.svg")
        assert ground.text.startswith("<svg")
        bare = (await here.table("ann", players=2, content=[NO_OUTLINES], map="own"))["table"]
        for part in ("layout", "board.svg"):
            refused = await here.stranger.get(f"/api/tables/{bare}/{part}")
            assert (refused.status_code, refused.json()["code"]) == (422, "no_outlines")


@pytest.mark.process
async def test_symbols_and_colours_are_told(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        sheet = await here.stranger.get("/api/symbols.svg")
        names = {found.attrib.get("id") for found in svg(sheet.text).iter()}
        assert {"coin", "mine", "marker-dragon", "counter"} <= names
        for theme in THEMES:
            told = await here.stranger.get("/api/palette", params={"theme": theme})
            assert told.json() == json.loads(json.dumps(theme_data(theme)))


@pytest.mark.parametrize("theme", THEMES)
def test_the_palette_is_what_clients_are_promised(theme: str) -> None:
    told = json.loads(json.dumps(theme_data(theme)))
    assert json.loads(msgspec.json.encode(msgspec.convert(told, Palette))) == told
