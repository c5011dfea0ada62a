"""The explorer of a server: computers' and people's games side by side, and nothing of a game that runs."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from sqlalchemy import delete, select

from elbowroom.arena.explore_games import pack_record
from elbowroom.arena.explore_picks import picks_of
from elbowroom.arena.explore_tally import Tally
from elbowroom.arena.explorer import explore
from elbowroom.arena.explorer_data import ExplorerData, Provenance
from elbowroom.arena.explorer_pages import MAX_REPLAYS
from elbowroom.engine.game import new_game
from elbowroom.engine.record import read_record, write_record
from elbowroom.server.community.explorer import MAX_PICKS, RENEW_SECONDS, Explorer
from elbowroom.server.community.played_games import PlayedGames
from elbowroom.server.http.services import app_services
from elbowroom.server.storage.schema import COMBO_PICKS
from elbowroom.server.tables.settings import TableSettings
from tests.server.halls import Hall, hall, played_out
from tests.server.houses import House, house
from tests.server.tables import Played, two

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.engine.game import Game

pytestmark = pytest.mark.process
ALL = 14 + 20 + 14 * 20


def random_game(players: int, seed: int) -> Game:
    game, chance = new_game(players, seed=seed), random.Random(seed)
    while not game.is_over:
        game.apply(chance.choice(game.legal()))
    return game


def shipped() -> ExplorerData:
    """Data such as the package has, of a few games of two."""
    tally, records = Tally(2), {}
    for seed in range(3):
        game = random_game(2, seed)
        tally.add(f"2-{seed}", picks_of(game))
        records[f"2-{seed}"] = pack_record(write_record(game))
    origin = Provenance("explore", "random", 1, 0.0, {2: 3}, "", "", "", 1.0, "")
    return ExplorerData((explore(tally),), origin, records)


class Clock:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def explorer(at: Hall, clock: Clock | None = None) -> Explorer:
    return Explorer(at.people_db, clock or Clock(), lambda: None)


async def count(at: Hall, name: str) -> None:
    await PlayedGames(at.people_db, at.rooms).write(name)


async def keep(at: Hall, name: str, played: Played) -> None:
    await at.keep(name, played)
    await count(at, name)


async def test_people_s_pages_are_those_of_their_picks_alone(url: str) -> None:
    games = {f"t{seed}": played_out(two(is_open=True), seed, at=float(seed)) for seed in range(4)}
    tally = Tally(2)
    for name, played in games.items():
        tally.add(name, picks_of(played.table.running))
    expected = explore(tally)
    async with hall(url) as at:
        for name, played in reversed(games.items()):
            await keep(at, name, played)
        await keep(at, "three", played_out(Played(TableSettings(players=3)).sit("ann", "bob", "cat")))
        explored = explorer(at)
        overview = await explored.overview(2)
        pages = [
            await explored.page(2, row.race or "-", row.power or "-") for row in expected.overview()[:40]
        ]
        assert (await explored.overview(4)).people is None
    assert overview.computers is None
    assert overview.people is not None
    assert (overview.people.games, overview.people.lots) == (4, 0)
    assert overview.people.rows == expected.overview()
    assert len(overview.people.rows) == ALL
    for page in pages:
        assert page.people is not None
        assert page.people.page == expected.page(page.race, page.power)


async def test_picks_of_computers_are_not_among_people_s(file: str) -> None:
    played = played_out(Played(TableSettings(players=2, computers=("easy",))).sit("ann"))
    whole = picks_of(played.table.running)
    async with hall(file) as at:
        await keep(at, "t", played)
        people = (await explorer(at).overview(2)).people
    assert people is not None
    assert 0 < people.picks < len(whole.picks)


async def test_only_games_that_strangers_may_look_at_can_be_replayed(url: str) -> None:
    async with hall(url) as at:
        await keep(at, "secret", played_out(two()))
        await keep(at, "open", played_out(two(is_open=True), seed=2))
        explored = explorer(at)
        overview = (await explored.overview(2)).people
        assert overview is not None
        assert overview.games == 2
        named = set[str]()
        for row in overview.rows:
            page = await explored.page(2, row.race or "-", row.power or "-")
            assert page.people is not None
            named.update(page.people.page.games)
        assert named == {"open"}
        assert [await explored.may_replay(name) for name in ("secret", "open", "none")] == [
            False,
            True,
            False,
        ]


async def test_pages_are_made_anew_after_a_while_and_only_if_something_was_played(url: str) -> None:
    clock = Clock()
    async with hall(url) as at:
        explored = explorer(at, clock)
        assert (await explored.overview(2)).people is None
        await keep(at, "t1", played_out(two()))
        assert (await explored.overview(2)).people is None
        async with at.people_db.read() as connection:
            pick = (await connection.execute(select(COMBO_PICKS).limit(1))).one()
        for race, power in ((pick.race, pick.power), (pick.race, "-"), ("-", pick.power)):
            assert (await explored.page(2, race, power)).is_people_soon
            assert not (await explored.page(3, race, power)).is_people_soon
        clock.seconds += RENEW_SECONDS
        assert not (await explored.page(2, pick.race, pick.power)).is_people_soon, "it is there"
        first = (await explored.overview(2)).people
        assert first is not None
        assert first.games == 1
        known = explored._known[2].exploration
        clock.seconds += RENEW_SECONDS
        await explored.overview(2)
        assert explored._known[2].exploration is known
        await keep(at, "t2", played_out(two(), seed=2, at=9.0))
        clock.seconds += RENEW_SECONDS
        second = (await explored.overview(2)).people
        assert second is not None
        assert second.games == 2
        async with at.people_db.begin() as connection:
            await connection.execute(delete(COMBO_PICKS))
        clock.seconds += RENEW_SECONDS
        assert (await explored.overview(2)).people is None


async def games_named(explored: Explorer) -> set[str]:
    """The games to replay that any page of two players names."""
    overview = (await explored.overview(2)).people
    assert overview is not None
    pages = [await explored.page(2, row.race or "-", row.power or "-") for row in overview.rows]
    return {game for page in pages if page.people is not None for game in page.people.page.games}


async def test_a_table_that_was_removed_is_not_named_any_more_and_another_takes_its_place(url: str) -> None:
    clock = Clock()
    async with hall(url) as at:
        for number in range(MAX_REPLAYS + 1):
            await keep(at, f"t{number}", played_out(two(is_open=True), at=float(number)))
        explored = explorer(at, clock)
        assert await games_named(explored) == {"t3", "t2", "t1"}
        await at.store.remove("t3")
        assert await games_named(explored) == {"t2", "t1"}
        clock.seconds += RENEW_SECONDS
        assert await games_named(explored) == {"t2", "t1", "t0"}


async def test_the_newest_picks_count_if_there_are_too_many(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_PICKS > 1000
    async with hall(file) as at:
        for seed in range(3):
            await keep(at, f"t{seed}", played_out(two(is_open=True), seed, at=float(seed)))
        newest = picks_of(played_out(two(), 2).table.running)
        monkeypatch.setattr("elbowroom.server.community.explorer.MAX_PICKS", len(newest.picks))
        people = (await explorer(at).overview(2)).people
    assert people is not None
    assert (people.games, people.picks) == (1, len(newest.picks))


@pytest.fixture
def with_data(monkeypatch: pytest.MonkeyPatch) -> ExplorerData:
    """A server whose package has data for two players."""
    data = shipped()
    monkeypatch.setattr("elbowroom.server.app.shipped_explorer", lambda: data)
    return data


async def answers(here: House, *paths: str) -> list[Any]:
    found = [await here.stranger.get(f"/api/combos{path}") for path in paths]
    return [(answer.status_code, answer.content) for answer in found]


async def test_computers_stand_beside_people(tmp_path: Path, with_data: ExplorerData) -> None:
    expected = with_data.explorations[0]
    async with house(tmp_path) as here:
        overview = (await here.stranger.get("/api/combos", params={"players": 2})).json()
        assert overview["people"] is None
        assert (overview["computers"]["games"], overview["players"]) == (3, 2)
        assert len(overview["computers"]["rows"]) == ALL
        page = (await here.stranger.get("/api/combos/2/elves/-")).json()
        assert (page["race"], page["power"], page["people"]) == ("elves", None, None)
        assert page["computers"]["page"] == json.loads(msgspec.json.encode(expected.page("elves")))
        other = (await here.stranger.get("/api/combos", params={"players": 3})).json()
        assert (other["computers"], other["people"]) == (None, None)


async def test_a_game_of_computers_is_told_as_a_record(tmp_path: Path, with_data: ExplorerData) -> None:
    async with house(tmp_path) as here:
        answer = await here.stranger.get("/api/combos/games/2-1")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text == with_data.record("2-1")
    assert read_record(answer.text).is_over


async def test_a_browser_that_has_the_newest_pages_gets_no_others(
    tmp_path: Path, with_data: ExplorerData
) -> None:
    del with_data
    async with house(tmp_path) as here:
        for path in ("?players=2", "/2/elves/-", "/games/2-1"):
            first = await here.stranger.get(f"/api/combos{path}")
            assert first.headers["cache-control"] == "no-cache"
            tag = {"If-None-Match": first.headers["etag"]}
            assert (await here.stranger.get(f"/api/combos{path}", headers=tag)).status_code == 304


async def test_a_server_without_data_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elbowroom.server.app.shipped_explorer", lambda: None)
    async with house(tmp_path) as here:
        page = (await here.stranger.get("/api/combos/2/elves/alchemist")).json()
    assert page == {
        "players": 2,
        "race": "elves",
        "power": "alchemist",
        "computers": None,
        "people": None,
        "is_people_soon": False,
    }


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("?players=6", 422, "player_count"),
        ("?players=many", 422, "bad_message"),
        ("", 422, "bad_message"),
        ("/2/-/-", 404, "nothing_here"),
        ("/2/elves/gnomes", 404, "nothing_here"),
        ("/2/gnomes/-", 404, "nothing_here"),
        ("/9/elves/-", 422, "player_count"),
        ("/games/none", 404, "nothing_here"),
        ("/games/%00", 404, "nothing_here"),
    ],
)
async def test_what_is_not_there_is_refused(tmp_path: Path, path: str, status: int, code: str) -> None:
    async with house(tmp_path) as here:
        answer = await here.stranger.get(f"/api/combos{path}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_a_running_game_changes_no_answer_until_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games that differ in all that was played: while they run, the answers are the same to the byte."""
    monkeypatch.setattr("elbowroom.server.app.shipped_explorer", lambda: None)
    clock = Clock()
    paths = ("?players=2", "/2/-/alchemist", "/2/elves/-", "/games/t")
    async with house(tmp_path, monotonic=clock) as here:
        services = app_services(here.app)
        at = Hall(here.rooms.store, services.people_db, here.rooms)
        await keep(at, "before", played_out(two(is_open=True), seed=9))
        told = await answers(here, *paths)
        played, chance = two(is_open=True), random.Random(3)
        await at.keep("t", played)
        while played.table.running.turn[0] < 4:
            known = len(played.log)
            played.act_at_random(chance)
            await at.keep("t", played, known)
        room = await here.rooms.room("t")
        await room.read_on()
        await count(at, "t")
        clock.seconds += 2 * RENEW_SECONDS
        assert await answers(here, *paths) == told
        known = len(played.log)
        await at.keep("t", played_out(played, at=5.0), known)
        await room.read_on()
        await count(at, "t")
        clock.seconds += 2 * RENEW_SECONDS
        after = await answers(here, *paths)
    assert after[0] != told[0]
    assert (told[-1][0], after[-1][0]) == (404, 200)
