"""Pages: a link shows what a table is about, with a picture that tells nobody more than a spectator sees."""

from __future__ import annotations

import asyncio
import random
import struct
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.requests import HTTPConnection

from elbowroom.drawing.svg.card import CARD_HEIGHT, CARD_WIDTH
from elbowroom.rules.refusals import Refused
from elbowroom.server.http.link_previews import description_of, home_card, table_card
from elbowroom.server.http.rate_limits import RateLimits
from elbowroom.server.http.routes.pages import Preview, head
from elbowroom.server.http.security_headers import SECURITY_HEADERS, policy_for
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.workers.picture_cache import PictureCache, cache_key
from elbowroom.server.workers.sandbox_pool import SandboxPool
from tests.server.clients import Client, Server
from tests.server.houses import house
from tests.server.play import join, play
from tests.server.tables import Played, two

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from elbowroom.server.workers.messages import DrawBoard, DrawPicture

SITE = "https://games.example"
NO_OUTLINES = (
    '{"id": "own", "players": 2, "game_turns": 3, "regions": ['
    '{"id": 1, "terrain": "hill", "edge": true, "neighbors": [2]},'
    '{"id": 2, "terrain": "swamp", "edge": true, "neighbors": [1]}]}'
)


class Tags(HTMLParser):
    """What the head of a page says."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.title = ""
        self.images: list[str] = []
        self.scripts = 0
        self._tag = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self._tag = tag
        self.scripts += tag == "script" or any(name.startswith("on") for name in told)
        if tag == "meta" and "content" in told:
            self.meta[told.get("name") or told["property"]] = told["content"]
        elif tag == "img":
            self.images.append(told["src"])

    def handle_data(self, data: str) -> None:
        if self._tag == "title" and data.strip():
            self.title = data


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height, as the file says."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def drawn(*requests: DrawPicture) -> list[bytes]:
    """The pictures, each drawn anew."""

    async def story() -> list[bytes]:
        sandboxes = SandboxPool()
        found = [await sandboxes.draw(question) for question in requests]
        await sandboxes.stop()
        return found

    return asyncio.run(story())


def begun(**settings: object) -> Played:
    played = two(**settings)
    chance = random.Random(3)
    for _ in range(40):
        played.act_at_random(chance)
    return played


def test_a_picture_shows_the_map_before_the_start_and_then_what_a_spectator_sees() -> None:
    played = begun()
    waiting = Played(TableSettings(players=2))
    before, after = drawn(table_card(waiting.table), table_card(played.table))
    assert size_of(before) == size_of(after) == (CARD_WIDTH, CARD_HEIGHT)
    assert before != after


def test_two_games_that_look_the_same_to_a_spectator_have_the_same_picture() -> None:
    """Hidden coins are in no picture."""
    played = begun()
    one = table_card(played.table)
    played.table.running.state.coins[0] += 7
    other = table_card(played.table)
    assert cache_key(one) == cache_key(other)
    first, second = drawn(one, other)
    assert first == second
    open_one = begun(options="open_coins")
    shown = table_card(open_one.table)
    open_one.table.running.state.coins[0] += 7
    assert cache_key(table_card(open_one.table)) != cache_key(shown), "open coins are for everybody's eyes"


def finished(players: int = 3) -> Played:
    """A whole game of Ann against computers, played at random."""
    computers = ("easy",) * (players - 1)
    played = Played(TableSettings(players=players, computers=computers)).sit("ann")
    chance = random.Random(5)
    while played.table.status == "running":
        played.act_at_random(chance)
    return played


def test_the_card_of_a_finished_game_names_all_players_with_their_coins_and_crowns_the_winner() -> None:
    table = finished().table
    players = table_card(table).players
    ranking = table.running.ranking()
    assert [player.seat for player in players] == [rank.seat for rank in ranking]
    assert [player.coins for player in players] == [rank.coins for rank in ranking]
    assert {player.name for player in players} == {seat.name for seat in table.seats}
    assert [player.has_won for player in players] == [True, False, False]


def test_the_card_of_a_running_game_tells_names_and_no_coins() -> None:
    players = table_card(begun().table).players
    assert [player.name for player in players] == ["Ann", "Bob"]
    assert {player.coins for player in players} == {None}
    assert not any(player.has_won for player in players)


def test_the_text_of_a_finished_game_names_its_result() -> None:
    table = finished().table
    first, *rest = table.running.ranking()
    told = description_of(table)
    assert f"{table.seats[first.seat].name} won with {first.coins} victory coins" in told
    assert all(f"{table.seats[rank.seat].name} ({rank.coins})" in told for rank in rest)


def test_all_cards_have_the_size_that_messengers_show() -> None:
    """Messengers that load pictures before they are looked at take 200 kB at most."""
    pictures = drawn(home_card(), *(table_card(finished(players).table) for players in (2, 5)))
    assert {size_of(picture) for picture in pictures} == {(CARD_WIDTH, CARD_HEIGHT)}
    assert len(set(pictures)) == 3
    assert max(map(len, pictures)) < 200_000


async def test_a_picture_is_drawn_once_and_forgotten_when_there_is_no_room() -> None:
    class Counting(SandboxPool):
        drawings = 0

        async def draw(self, request: DrawPicture | DrawBoard, source: str = "") -> bytes:
            del request, source
            self.drawings += 1
            await asyncio.sleep(0)
            return bytes(100)

    async def story() -> None:
        sandboxes = Counting()
        pictures = PictureCache(sandboxes, max_bytes=250)
        requests = [table_card(Played(TableSettings(players=players)).table) for players in (2, 3, 4)]
        await asyncio.gather(*(pictures.picture(requests[0]) for _ in range(5)))
        await pictures.picture(requests[0])
        assert sandboxes.drawings == 1
        for question in requests:
            await pictures.picture(question)
        assert sandboxes.drawings == 3
        await pictures.picture(requests[2])
        assert sandboxes.drawings == 3
        await pictures.picture(requests[0])
        assert sandboxes.drawings == 4

    await story()


def test_what_people_write_cannot_break_out_of_the_head() -> None:
    title = """"><script>alert('x')</script>"""
    tags = Tags(head(Preview(title, title, SITE, "/t/x", "/t/x/picture.png?at=1")))
    assert tags.scripts == 0
    assert tags.title == title
    assert tags.meta["og:title"] == tags.meta["og:description"] == title


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    found = Server(folder, "--data", str(folder), "--public-url", SITE).start()
    yield found
    found.stop()
    assert "Traceback" not in found.log()


@pytest.mark.process
def test_a_link_to_a_table_has_a_preview_and_changes_nothing(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=3, title='Come <in> & "play"', is_open=True)
    page = httpx.get(f"{server.url}/t/{table}")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    tags = Tags(page.text)
    assert tags.scripts == 0
    assert tags.title == tags.meta["og:title"] == 'Come <in> & "play"'
    assert tags.meta["description"] == tags.meta["og:description"] == "Free seats: 3 of 3."
    assert tags.meta["og:url"] == f"{SITE}/t/{table}"
    assert tags.meta["og:image"] == f"{SITE}/t/{table}/picture.png?at=1"
    assert tags.meta["og:image:width"] == str(CARD_WIDTH)
    assert tags.meta["twitter:card"] == "summary_large_image"
    assert "robots" not in tags.meta
    assert tags.images == [f"/t/{table}/picture.png?at=1"]
    picture = httpx.get(server.url + tags.images[0])
    assert picture.headers["content-type"] == "image/png"
    assert size_of(picture.content) == (CARD_WIDTH, CARD_HEIGHT)
    assert httpx.head(f"{server.url}/t/{table}").status_code == 200
    state = ann.get(f"/api/tables/{table}").json()
    assert state["seq"] == 1
    assert not any(seat["is_taken"] for seat in state["seats"])


@pytest.mark.process
async def test_a_link_leads_to_a_moment_and_robots_do_not_list_private_tables(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2)
    join(ann, table, "Annabelle")
    join(ann, table, "Bertrand")

    async def story() -> None:
        async with ann.at(table) as line:
            await line.hear()
            await play(line, random.Random(7), 60)

    await story()
    early, late = (httpx.get(f"{server.url}/t/{table}?at={seq}") for seq in (7, 60))
    now = httpx.get(f"{server.url}/t/{table}")
    for page in (early, late, now):
        assert Tags(page.text).meta["robots"] == page.headers["x-robots-tag"] == "noindex"
        assert "Annabelle" not in page.text
    tags = Tags(early.text)
    assert tags.meta["og:url"] == f"{SITE}/t/{table}?at=7"
    assert tags.meta["description"].startswith("Game turn 1 of")
    pictures = [httpx.get(server.url + Tags(page.text).images[0]).content for page in (early, late)]
    assert pictures[0] != pictures[1]
    assert Tags(late.text).meta["description"] != tags.meta["description"]


@pytest.mark.process
def test_a_picture_that_is_known_is_not_sent_again(server: Server) -> None:
    address = f"{server.url}/t/{Client(server).open(players=2)}/picture.png"
    tag = httpx.get(address).headers["etag"]
    again = httpx.get(address, headers={"if-none-match": tag})
    assert again.status_code == 304
    assert not again.content
    assert httpx.get(address, headers={"if-none-match": '"other"'}).status_code == 200
    assert "max-age" in httpx.get(f"{address}?at=1").headers["cache-control"]


@pytest.mark.process
def test_what_is_not_there_is_not_found(server: Server) -> None:
    table = Client(server).open(players=2)
    for path in ("/t/nosuchtable", f"/t/{table}?at=99", f"/t/{table}?at=0"):
        page = httpx.get(server.url + path)
        assert page.status_code == 404
        assert Tags(page.text).meta["robots"] == "noindex"
    for path in ("/t/nosuchtable/picture.png", f"/t/{table}/picture.png?at=99"):
        assert httpx.get(server.url + path).status_code == 404
    assert httpx.get(f"{server.url}/t/{table}?at=soon").status_code == 422


@pytest.mark.process
def test_a_map_without_outlines_has_a_page_without_a_picture(server: Server) -> None:
    table = Client(server).open(players=2, content=[NO_OUTLINES], map="own")
    page = httpx.get(f"{server.url}/t/{table}")
    assert page.status_code == 200
    tags = Tags(page.text)
    assert not tags.images
    assert "og:image" not in tags.meta
    assert httpx.get(f"{server.url}/t/{table}/picture.png").json()["code"] == "no_outlines"


@pytest.mark.process
async def test_every_answer_says_what_pages_may_do(server: Server) -> None:
    """Also those to strangers and to wrong hosts; and a socket still opens."""
    ann = Client(server)
    table = ann.open(players=2)
    answers = [
        httpx.get(f"{server.url}/t/{table}"),
        httpx.get(f"{server.url}/api/tables/nosuchtable"),
        httpx.get(f"{server.url}/nothing"),
        httpx.get(f"{server.url}/api/health", headers={"host": "evil.example"}),
        httpx.post(f"{server.url}/api/tables", json={"players": 2}),
        httpx.get(f"{server.url}/docs"),
    ]
    for answer in answers:
        for name, value in SECURITY_HEADERS:
            assert answer.headers.get_list(name.decode()) == [value.decode()]
    policy = answers[0].headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy

    async def story() -> None:
        async with ann.at(table) as line:
            assert (await line.hear())["seq"] == 1

    await story()


async def test_only_the_embedded_page_may_be_framed(tmp_path: Path) -> None:
    """It is the page of the client with the preview of the table; no other page of ours can be framed."""
    client = tmp_path / "built"
    client.mkdir()
    (client / "index.html").write_text("<html><head><!-- head --><!-- /head --></head></html>")
    for folder in (client, tmp_path / "unbuilt"):
        async with house(tmp_path, client=folder) as server:
            table = (await server.table("ann", players=2, is_open=True, title="Come in"))["table"]
            for path in (f"/embed/{table}", f"/embed/{table}?at=1&theme=dark&lang=de", "/embed/nosuchtable"):
                answer = await server.stranger.get(path)
                policy = answer.headers["content-security-policy"]
                assert policy == policy_for("localhost").replace("ancestors 'none'", "ancestors *")
                assert "x-frame-options" not in answer.headers
                assert "set-cookie" not in answer.headers
                assert answer.headers["x-content-type-options"] == "nosniff"
            shown = await server.stranger.get(f"/embed/{table}")
            linked = await server.stranger.get(f"/t/{table}")
            assert shown.text == linked.text
            assert Tags(shown.text).meta["og:title"] == "Come in"
            others = [f"/t/{table}", "/", "/embed", f"/embed/{table}/more", f"/api/tables/{table}", "/new"]
            for path in [*others, "/api/symbols.svg", f"/t/{table}?embed=1", "/docs"]:
                answer = await server.stranger.get(path)
                assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], path
                assert answer.headers["x-frame-options"] == "DENY", path


def test_one_address_cannot_look_for_ever() -> None:
    limits = RateLimits()
    ann, bob = (HTTPConnection({"type": "http", "client": (f"192.0.2.{end}", 1)}) for end in (1, 2))
    for _ in range(300):
        limits.preview(ann)
    with pytest.raises(Refused, match="wait"):
        limits.preview(ann)
    limits.preview(bob)


async def test_links_to_the_site_have_a_picture_of_their_own(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        told = Tags((await here.stranger.get("/")).text).meta["og:image"]
        assert told.startswith("http://localhost/picture.png?v=")
        picture = await here.stranger.get(told)
        assert picture.headers["content-type"] == "image/png"
        assert size_of(picture.content) == (CARD_WIDTH, CARD_HEIGHT)
        again = await here.stranger.get(told, headers={"if-none-match": picture.headers["etag"]})
        assert again.status_code == 304
