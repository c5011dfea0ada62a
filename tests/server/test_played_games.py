"""Played games: what people finished counts once, whoever counts, and nothing of a running game does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from sqlalchemy import delete, select

from elbowroom.arena.explore_picks import picks_of
from elbowroom.arena.ratings import FIRST_RATING
from elbowroom.server.community.played_games import PlayedGames, StoredPick
from elbowroom.server.people.results import Results
from elbowroom.server.storage.schema import (
    COMBO_PICKS,
    COUNTED_GAMES,
    CREATION_PLAYS,
    CREATIONS,
    RESULTS,
)
from elbowroom.server.tables import entries
from elbowroom.server.tables.settings import TableSettings
from tests.server.creations import GNOMES, publish
from tests.server.halls import Hall, hall, played_out
from tests.server.tables import Played, two

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.process
LAST_TURN = "map 2-players\nplayers Ann Bob\ngame-turn 10"


async def rows(at: Hall, table: Any) -> list[Any]:  # noqa: ANN401 - a table of the schema
    async with at.people_db.read() as connection:
        return list((await connection.execute(select(table))).all())


def counting(at: Hall) -> PlayedGames:
    return PlayedGames(at.people_db, at.rooms)


def with_gnomes(*texts: str) -> Played:
    return played_out(two(content=texts or (GNOMES,)))


async def test_a_game_counts_once_however_often_and_by_whomever_it_is_counted(url: str) -> None:
    async with hall(url) as one, hall(url) as other:
        creation = (await publish(one))[:12]
        await one.keep("own", with_gnomes())
        await one.keep("box", played_out(two(), at=70.0))
        both = [counting(one), counting(other)]
        assert await both[0].missing() == ["own", "box"]
        await asyncio.gather(*(each.write(name) for each in both * 3 for name in ("own", "box")))
        assert await both[0].missing() == []
        plays = await rows(one, CREATION_PLAYS)
        picks = await rows(one, COMBO_PICKS)
        games = {row.id: row.games for row in await rows(one, CREATIONS)}
    assert [(row.table_id, row.seat, row.person) for row in plays] == [("own", 0, "ann"), ("own", 1, "bob")]
    assert {row.creation for row in plays} == {creation}
    assert sorted(row.place for row in plays) == [1, 2]
    assert games == {creation: 1}
    assert {row.table_id for row in picks} == {"box"}
    assert len({row.number for row in picks}) == len(picks)
    assert {row.at for row in picks} == {70.0}


async def test_the_rows_are_the_picks_of_the_game_with_their_players(file: str) -> None:
    played = played_out(Played(TableSettings(players=3)).sit("ann", "bob", "cat"), seed=5)
    expected = picks_of(played.table.running)
    events = [event for event in all_events(played) if type(event).__name__ == "Picked"]
    async with hall(file) as at:
        await at.keep("t", played)
        await counting(at).write("t")
        found = sorted(await rows(at, COMBO_PICKS), key=lambda row: row.number)
    stored = [msgspec.json.decode(row.pick, type=StoredPick) for row in found]
    assert [pick.row for pick in stored] == list(expected.picks)
    assert {(pick.map_id, pick.game_turns) for pick in stored} == {(expected.map_id, expected.game_turns)}
    people = ("ann", "bob", "cat")
    assert [(row.person, row.race, row.power) for row in found] == [
        (people[event.seat], event.race, event.power) for event in events
    ]
    assert {row.players for row in found} == {3}


def all_events(played: Played) -> list[Any]:
    game = played.table.running
    again, told = game.reopened(), []
    for action in game.history:
        told += again.apply_with_events(action)
    return told


async def test_only_people_who_played_to_the_end_count(file: str) -> None:
    against_computer = Played(TableSettings(players=2, computers=("easy",))).sit("ann")
    left = Played(TableSettings(players=2, content=(GNOMES,))).sit("ann", "bob")
    left.write([entries.TookOver(1, "left")])
    async with hall(file) as at:
        await publish(at)
        for name, played in (("computer", against_computer), ("left", left)):
            await at.keep(name, played_out(played))
            await counting(at).write(name)
        assert {row.person for row in await rows(at, COMBO_PICKS)} == {"ann"}
        assert [(row.table_id, row.person) for row in await rows(at, CREATION_PLAYS)] == [("left", "ann")]


def imported() -> Played:
    record = Played(TableSettings(players=2))
    record.write([entries.Imported(["Ann", "Bob"])])
    for action in played_out(two()).table.running.history:
        record.write([entries.Acted(0, [action])])
    record.write([entries.Finished("")])
    return record


@pytest.mark.parametrize(
    ("made", "is_counted"),
    [
        (two, False),
        (imported, False),
        (lambda: played_out(two(position=LAST_TURN, content=(GNOMES,))), True),
        (lambda: played_out(two(position=LAST_TURN)), True),
    ],
    ids=["running", "imported", "position with a creation", "position"],
)
async def test_a_game_that_runs_or_did_not_begin_here_tells_nothing(
    file: str, made: Callable[[], Played], is_counted: bool
) -> None:
    async with hall(file) as at:
        await publish(at)
        await at.keep("t", made())
        counted = counting(at)
        await counted.write("t")
        assert await counted.missing() == []
        assert (len(await rows(at, COUNTED_GAMES)) == 1) == is_counted
        assert await rows(at, COMBO_PICKS) == []
        assert await rows(at, CREATION_PLAYS) == []


async def test_content_that_nobody_published_counts_for_nothing(file: str) -> None:
    async with hall(file) as at:
        await at.keep("t", with_gnomes())
        await counting(at).write("t")
        assert await rows(at, CREATION_PLAYS) == []
        assert await rows(at, COMBO_PICKS) == []


async def test_two_versions_of_one_creation_at_a_table_count_as_one_game(file: str) -> None:
    other = "[power.lucky]\ntokens = 4\ncoins.first_turn = 3\n"
    async with hall(file) as at:
        first = await publish(at)
        await publish(at, other, creation=first[:12])
        await at.keep("t", with_gnomes(GNOMES, other))
        await counting(at).write("t")
        assert [(row.seat, row.digest) for row in await rows(at, CREATION_PLAYS)] == [(0, first), (1, first)]
        assert [row.games for row in await rows(at, CREATIONS)] == [1]


async def test_a_text_with_other_line_ends_is_the_same_version(file: str) -> None:
    async with hall(file) as at:
        digest = await publish(at)
        await at.keep("t", with_gnomes(GNOMES.replace("\n", "  \r\n")))
        await counting(at).write("t")
        assert {row.digest for row in await rows(at, CREATION_PLAYS)} == {digest}


async def test_strength_is_the_rating_before_the_game(url: str) -> None:
    rated = [played_out(two(is_rated=True), seed, at=float(10 * seed)) for seed in (1, 2)]
    async with hall(url) as at:
        results = Results(at.people_db, at.rooms)
        for name, played in zip(("t1", "t2"), rated, strict=True):
            await at.keep(name, played)
            await results.write(name)
            await counting(at).write(name)
        before = {row.person: row.mu for row in await rows(at, RESULTS) if row.table_id == "t1"}
        picks = await rows(at, COMBO_PICKS)
    strengths = {
        (row.table_id, row.person): msgspec.json.decode(row.pick, type=StoredPick).row.strength
        for row in picks
    }
    assert strengths["t1", "ann"] == strengths["t1", "bob"] == 0.0
    assert before["ann"] != FIRST_RATING.mean
    assert strengths["t2", "ann"] == pytest.approx(before["ann"] - before["bob"], abs=0.01)


async def test_what_a_crash_or_an_older_version_left_is_counted_after_the_start(url: str) -> None:
    """Half of a game is never there: rows come in one transaction with the note that it is counted."""
    async with hall(url) as at:
        for number in range(3):
            await at.keep(f"t{number}", played_out(two(), seed=number, at=float(number)))
        await counting(at).write("t1")
        whole = len([row for row in await rows(at, COMBO_PICKS) if row.table_id == "t1"])
        async with at.people_db.begin() as connection:
            await connection.execute(delete(COUNTED_GAMES))
            await connection.execute(delete(COMBO_PICKS))
    async with hall(url) as at:
        counted = counting(at)
        await counted.start()
        while await counted.missing():  # noqa: ASYNC110 - a database knows of no event
            await asyncio.sleep(0.01)
        await counted.stop()
        found = await rows(at, COMBO_PICKS)
        assert {row.table_id for row in found} == {"t0", "t1", "t2"}
        assert len([row for row in found if row.table_id == "t1"]) == whole
