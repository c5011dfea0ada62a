"""Results and ratings: every game among people counts once, whoever counts, and profiles tell no secrets."""

from __future__ import annotations

import asyncio
import random
from itertools import permutations
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from sqlalchemy import func, insert, select

from elbowroom.arena.ratings import FIRST_RATING, Rating, rate_game
from elbowroom.rules.refusals import Refused
from elbowroom.server.people.profiles import (
    MIN_RATED_GAMES,
    PROFILE_RESULTS,
    RESULTS_PER_PAGE,
    best,
    games_of,
    player_profile,
    profile_results,
)
from elbowroom.server.people.results import Results, outcomes_of
from elbowroom.server.storage.schema import BANS, RATINGS, RESULTS
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.computer_names import COMPUTER_NAMES
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.views.table_view import table_view
from tests.server.clients import PATIENCE, Client, Server
from tests.server.halls import Hall, hall, played_out
from tests.server.play import play
from tests.server.tables import Played, two

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.process


def rated(*people: str, seed: int = 1, at: float = 0.0) -> Played:
    """A rated game of these people that is over."""
    return played_out(Played(TableSettings(players=len(people), is_rated=True)).sit(*people), seed, at)


async def rows(at: Hall, table: Any) -> list[Any]:  # noqa: ANN401 - a table of the schema
    async with at.people_db.read() as connection:
        return list((await connection.execute(select(table))).all())


def test_places_and_coins_are_those_of_the_game() -> None:
    played = rated("ann", "bob", "cat")
    ranking = {place.seat: place for place in played.table.running.ranking()}
    for outcome in outcomes_of(played.table):
        assert (outcome.place, outcome.coins) == (ranking[outcome.seat].place, ranking[outcome.seat].coins)
    assert [outcome.name for outcome in outcomes_of(played.table)] == ["Ann", "Bob", "Cat"]


def test_who_was_taken_over_at_the_end_comes_behind_all_who_played_to_the_end() -> None:
    table = rated("ann", "bob", "cat").table
    winner = next(outcome.seat for outcome in outcomes_of(table) if outcome.place == 1)
    table.seats[winner] = msgspec.structs.replace(table.seats[winner], taken_over=True)
    found = {outcome.seat: outcome.place for outcome in outcomes_of(table)}
    assert found[winner] == 3
    assert sorted(found.values()) == [1, 2, 3]


def test_the_ranking_is_told_when_the_game_is_over() -> None:
    table = rated("ann", "bob", "cat").table
    winner = next(outcome.seat for outcome in outcomes_of(table) if outcome.place == 1)
    table.seats[winner] = msgspec.structs.replace(table.seats[winner], taken_over=True)
    told = table_view("t", table, "ann").ranking
    assert told is not None
    assert [place.place for place in told] == [1, 2, 3]
    assert told[-1].seat == winner
    assert table_view("t", two().table, "ann").ranking is None


def test_a_computer_has_its_name_in_the_results_and_is_nobody() -> None:
    played = Played(TableSettings(players=2, computers=("hard",))).sit("ann")
    ann, computer = outcomes_of(played_out(played).table)
    assert (ann.person, ann.name) == ("ann", "Ann")
    assert computer.person == ""
    assert computer.name in COMPUTER_NAMES


def test_a_winner_rises_a_loser_falls_and_who_ties_stays() -> None:
    first, second = rate_game([FIRST_RATING, FIRST_RATING], [1, 2])
    assert first.mean > FIRST_RATING.mean > second.mean
    assert max(first.deviation, second.deviation) < FIRST_RATING.deviation
    one, other = rate_game([FIRST_RATING, FIRST_RATING], [1, 1])
    assert one.mean == pytest.approx(other.mean)


async def test_a_rated_game_moves_each_rating_once_however_often_it_is_written(url: str) -> None:
    played = rated("ann", "bob", at=70.0)
    async with hall(url) as one, hall(url) as other:
        await one.keep("t1", played)
        both = [Results(one.people_db, one.rooms), Results(other.people_db, other.rooms)]
        assert await both[0].missing() == ["t1"]
        await asyncio.gather(*(results.write("t1") for results in both * 3))
        assert await both[0].missing() == []
        written = {row.person: row for row in await rows(one, RESULTS)}
        ratings = {row.person: row for row in await rows(one, RATINGS)}
    places = [outcome.place for outcome in outcomes_of(played.table)]
    expected = dict(zip(("ann", "bob"), rate_game([FIRST_RATING] * 2, places), strict=True))
    assert len(written) == 2
    for person, rating in expected.items():
        assert Rating(ratings[person].mu, ratings[person].sigma) == rating
        assert (ratings[person].games, ratings[person].players) == (1, 2)
        assert (written[person].mu, written[person].is_rated, written[person].at) == (rating.mean, True, 70.0)


async def test_games_that_end_at_the_same_time_all_count(url: str) -> None:
    """Two processes rate games of the same people at once: one follows the other, none is lost."""
    games = {f"t{seed}": rated("ann", "bob", seed=seed) for seed in range(5)}
    async with hall(url) as one, hall(url) as other:
        for name, played in games.items():
            await one.keep(name, played)
            for at in (one, other):
                await at.rooms.room(name)
        first, *later = games
        both = [Results(at.people_db, at.rooms) for at in (one, other)]
        await both[0].write(first)
        await asyncio.gather(*(both[number % 2].write(name) for number, name in enumerate(later)))
        found = {row.person: (row.mu, row.games) for row in await rows(one, RATINGS)}
    possible = []
    for order in permutations(later):
        ratings = [FIRST_RATING, FIRST_RATING]
        for name in (first, *order):
            ratings = rate_game(ratings, [outcome.place for outcome in outcomes_of(games[name].table)])
        people = zip(("ann", "bob"), ratings, strict=True)
        possible.append({person: (rating.mean, len(games)) for person, rating in people})
    assert found in possible


async def test_each_number_of_players_has_its_own_ratings(file: str) -> None:
    async with hall(file) as at:
        results = Results(at.people_db, at.rooms)
        for name, played in (("t2", rated("ann", "bob")), ("t3", rated("ann", "bob", "cat"))):
            await at.keep(name, played)
            await results.write(name)
        found = {(row.person, row.players): row.games for row in await rows(at, RATINGS)}
    people = [("ann", 2), ("bob", 2), ("ann", 3), ("bob", 3), ("cat", 3)]
    assert found == dict.fromkeys(people, 1)


async def test_a_game_that_is_not_rated_has_results_and_moves_nothing(file: str) -> None:
    async with hall(file) as at:
        await at.keep("t1", played_out(two()))
        await Results(at.people_db, at.rooms).write("t1")
        assert [(row.is_rated, row.mu) for row in await rows(at, RESULTS)] == [(False, None)] * 2
        assert await rows(at, RATINGS) == []


async def test_only_games_of_people_that_are_over_have_results(url: str) -> None:
    running = two()
    record = Played(TableSettings(players=2))
    game = played_out(two()).table.running
    record.write([entries.Imported(["Ann", "Bob"])])
    for action in game.history:
        record.write([entries.Acted(0, [action])])
    record.write([entries.Finished("")])
    forgotten = played_out(two())
    forgotten.write([entries.Forgotten([0, 1], was_host=True)])
    async with hall(url) as at:
        results = Results(at.people_db, at.rooms)
        for name, played in (("running", running), ("record", record), ("forgotten", forgotten)):
            await at.keep(name, played)
            await results.write(name)
        assert await results.missing() == []
        assert await rows(at, RESULTS) == []


async def test_what_a_crash_left_undone_is_found_at_the_next_start(file: str) -> None:
    async with hall(file) as at:
        for number in range(3):
            await at.keep(f"t{number}", rated("ann", "bob", seed=number, at=float(number)))
    async with hall(file) as at:
        results = Results(at.people_db, at.rooms)
        await results.start()
        while await results.missing():  # noqa: ASYNC110 - a database knows of no event
            await asyncio.sleep(0.01)
        await results.stop()
        async with at.people_db.read() as connection:
            games = select(func.max(RATINGS.c.games))
            assert (await connection.execute(games)).scalar() == 3


async def test_a_game_that_ends_is_written_as_soon_as_it_is_told(file: str) -> None:
    async with hall(file) as at:
        results = Results(at.people_db, at.rooms)
        await results.start()
        await asyncio.sleep(0.1)
        at.rooms.on_game_over(results.take)
        played = two(is_rated=True)
        await at.keep("t1", played)
        room = await at.rooms.room("t1")
        played_out(played)
        for row in played.log[room.table.seq :]:
            entry = row.entry
            if isinstance(entry, entries.Acted):
                words = " ".join(room.table.running.text_of(action) for action in entry.actions[:1])
                await room.do(("ann", "bob")[entry.seat], f"c{row.seq}", commands.Act(entry.seat, words))
        while not await rows(at, RESULTS):  # noqa: ASYNC110 - a database knows of no event
            await asyncio.sleep(0.01)
        await results.stop()


async def test_while_the_database_is_away_nothing_breaks_and_nothing_is_lost(file: str) -> None:
    async with hall(file) as at:
        await at.keep("t1", rated("ann", "bob"))
        results = Results(at.people_db, at.rooms)
        await at.rooms.room("t1")
        await at.people_db.stop()
        await results.start()
        results.take("t1")
        await asyncio.sleep(0.05)
        await results.stop()
        await at.people_db.start()
        assert await results.missing() == ["t1"]


async def test_a_profile_tells_ratings_and_results_but_no_id_no_address_and_no_private_table(
    url: str,
) -> None:
    async with hall(url) as at:
        await at.register("ann", "ann@secret.example")
        for name, is_open in (("openone", True), ("hidden", False)):
            played = Played(TableSettings(players=2, is_rated=True, is_open=is_open)).sit("ann", "bob")
            await at.keep(name, played_out(played, at=1.0 if is_open else 2.0))
            await Results(at.people_db, at.rooms).write(name)
        _, found = await player_profile(at.people_db, "ANN")
        with pytest.raises(Refused, match="Nobody"):
            await player_profile(at.people_db, "bob")
    assert (found.name, found.since) == ("Ann", 5.0)
    assert [(rating.players, rating.games) for rating in found.ratings] == [(2, 2)]
    assert [result.table for result in found.results] == [None, "openone"]
    assert found.results[0].rating == found.ratings[0].rating
    for secret in ("secret.example", "hidden", "'ann'", "bob"):
        assert secret not in repr(found)


async def test_all_results_of_a_profile_are_found_page_by_page_and_private_tables_in_none(url: str) -> None:
    total = 2 * PROFILE_RESULTS + 1
    async with hall(url) as at:
        await at.register("ann")
        await at.keep("openone", played_out(Played(TableSettings(players=2, is_open=True)).sit("ann", "bob")))
        async with at.people_db.begin() as connection:
            for number in range(total):
                row = {"table_id": "openone" if number == 0 else f"hidden{number}", "seat": 0}
                who = {"person": "ann", "name": "Ann", "players": 2, "place": 1, "coins": number}
                rating = {"is_rated": True, "mu": 25.0 + number, "sigma": 1.0, "at": float(number)}
                await connection.execute(insert(RESULTS).values(row | who | rating))
        _, profile = await player_profile(at.people_db, "Ann")
        pages = [await profile_results(at.people_db, "ann", number) for number in (1, 2, 3)]
        for number in (0, -1, 10**30):
            with pytest.raises(Refused):
                await profile_results(at.people_db, "ann", number)
        with pytest.raises(Refused, match="Nobody"):
            await profile_results(at.people_db, "bob", 1)
    assert (pages[0].results, profile.next_results) == (profile.results, 2)
    assert [page.next for page in pages] == [2, 3, None]
    found = [result for page in pages for result in page.results]
    assert [(result.coins, result.rating) for result in found] == [
        (number, 25.0 + number) for number in reversed(range(total))
    ]
    assert [result.table for result in found if result.table is not None] == ["openone"]
    assert "hidden" not in repr((profile, pages))


async def test_the_best_are_those_of_whom_it_is_sure_and_who_may_play(url: str) -> None:
    people = {
        "sure": (30.0, 1.0, MIN_RATED_GAMES),
        "lucky": (35.0, 6.0, MIN_RATED_GAMES),
        "new": (40.0, 1.0, MIN_RATED_GAMES - 1),
        "cheat": (50.0, 1.0, 99),
        "guest": (50.0, 1.0, 99),
    }
    async with hall(url) as at:
        async with at.people_db.begin() as connection:
            for person, (mu, sigma, games) in people.items():
                row = {"person": person, "players": 3, "mu": mu, "sigma": sigma, "games": games}
                await connection.execute(insert(RATINGS).values(row))
            await connection.execute(insert(BANS).values(person="cheat", reason="cheats", at=0.0))
        for person in people:
            if person != "guest":
                await at.register(person)
        assert [one.name for one in await best(at.people_db, 3)] == ["Sure", "Lucky"]
        assert [one.name for one in await best(at.people_db, 3, limit=1)] == ["Sure"]
        assert await best(at.people_db, 2) == []
        with pytest.raises(Refused):
            await best(at.people_db, 6)


async def test_guests_find_their_own_games_page_by_page(url: str) -> None:
    total = RESULTS_PER_PAGE + 3
    async with hall(url) as at:
        async with at.people_db.begin() as connection:
            for number in range(total):
                both = [("guest", "Me", 1), ("other", "You", 2)]
                for seat, (person, name, place) in enumerate(both):
                    row = {"table_id": f"t{number}", "seat": seat, "person": person, "name": name}
                    score = {"players": 2, "place": place, "coins": 9, "is_rated": False, "at": float(number)}
                    await connection.execute(insert(RESULTS).values(row | score))
        first, second = await games_of(at.people_db, "guest"), await games_of(at.people_db, "guest", 2)
        for page in (0, -1, 10**30):
            with pytest.raises(Refused):
                await games_of(at.people_db, "guest", page)
    found = [game.result.table for game in (*first.games, *second.games)]
    assert found == [f"t{number}" for number in reversed(range(total))]
    assert (first.next, second.next) == (2, None)
    assert [(seat.name, seat.place) for seat in first.games[0].seats] == [("Me", 1), ("You", 2)]
    assert "other" not in repr(first)


def test_two_people_with_accounts_play_a_rated_game_and_find_it_in_their_profiles(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        people = []
        for name in ("Ann", "Bob"):
            guest = Client(server)
            made = guest.post("/api/account", {"name": name, "password": f"a long password of {name}"})
            assert made.status_code == 201, made.text
            people.append(Client(server, made.json()["token"]))
        ann, bob = people
        table = ann.open(players=2, is_rated=True, is_open=True)
        for person, name in ((ann, "Ann"), (bob, "Bob")):
            joined = person.do(table, {"do": "join", "name": name, "nonce": f"n{name}"})
            assert joined.status_code == 200, joined.text

        async def both() -> None:
            async with ann.at(table) as one, bob.at(table) as other:
                await asyncio.gather(play(one, random.Random(1)), play(other, random.Random(2)))

        asyncio.run(both())
        found = _eventually(lambda: httpx.get(f"{server.url}/api/people/ann", timeout=PATIENCE), "results")
        assert [(result["table"], result["is_rated"]) for result in found["results"]] == [(table, True)]
        assert found["ratings"][0]["games"] == 1
        games = bob.get("/api/account/results").json()["games"]
        assert [game["result"]["table"] for game in games] == [table]
        assert httpx.get(f"{server.url}/api/people/nobody", timeout=PATIENCE).status_code == 404
        assert httpx.get(f"{server.url}/api/ratings?players=2", timeout=PATIENCE).json() == []
        assert httpx.get(f"{server.url}/api/account/results", timeout=PATIENCE).status_code == 401
    finally:
        server.stop()


def _eventually(ask: Callable[[], httpx.Response], part: str) -> dict[str, Any]:
    """Ask until this part of the answer is there."""
    for _ in range(600):
        answer: dict[str, Any] = ask().json()
        if answer[part]:
            return answer
        asyncio.run(asyncio.sleep(0.05))
    raise AssertionError(answer)
