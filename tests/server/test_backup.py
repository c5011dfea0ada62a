"""Backups: everything is in one file, and comes back from it into either kind of database, or not at all."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import sqlite3
import stat
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Boolean, Double, Integer, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage import migrations
from elbowroom.server.storage.backup import Header, check_backup, write_backup
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.storage.restore import restore_backup
from elbowroom.server.storage.schema import METADATA, TABLES
from tests.programs import run_elbowroom
from tests.server.clients import PATIENCE, Client, Server
from tests.server.play import join, play, start

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy import Column

pytestmark = pytest.mark.process
KEYS = ["older key", "newer key"]
NEWER = {"invite": "", "mover": "", "is_slow": False, "is_import": False, "position": "", "summary": ""}
"""What newer columns hold for a table of before."""
WORDS = "“quoted”, 'single', \\back\\, new\nline, ünïcode 🎲, \x01"


@pytest.fixture
def here(tmp_path: Path) -> str:
    """The URL of a SQLite database that is not there yet."""
    return f"sqlite:///{tmp_path / 'here' / 'elbowroom.db'}"


@pytest.fixture(params=["sqlite to postgresql", "postgresql to sqlite"])
def way(request: pytest.FixtureRequest, here: str, database: str) -> tuple[str, str]:
    """From one kind of database to the other."""
    return (here, database) if request.param == "sqlite to postgresql" else (database, here)


def back_up(url: str, file: Path, tell: Callable[[int, int], None] = lambda *_: None) -> Header:
    return asyncio.run(write_backup(url, file, KEYS, 1_790_000_000.5, tell))


def restore(url: str, file: Path) -> Header:
    return asyncio.run(restore_backup(url, file, lambda *_: None))


def lines_of(file: Path) -> list[Any]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def value_for(column: Column[Any], number: int) -> object:
    if column.foreign_keys:
        return f"id {number}"
    match column.type:
        case Boolean():
            return number % 2 == 0
        case Integer():
            return 2**31 - 1 - number
        case Double():
            return None if column.nullable and number else 1_790_000_000.123456 + number
        case _:
            return f"id {number}" if column.primary_key else f"{WORDS} {number}"


def fill(url: str) -> None:
    """Two rows in every table."""

    async def work() -> None:
        store, people_db = store_for(url), PeopleDb(url)
        await store.start()
        await people_db.start()
        async with people_db.begin() as connection:
            for table in METADATA.sorted_tables:
                rows = [{c.name: value_for(c, number) for c in table.columns} for number in range(2)]
                await connection.execute(table.insert(), rows)
        await people_db.stop()
        await store.stop()

    asyncio.run(work())


def rows_of(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of a database that a server can open."""

    async def work() -> dict[str, list[tuple[Any, ...]]]:
        store, people_db = store_for(url), PeopleDb(url)
        await store.start()
        await people_db.start()
        async with people_db.read() as connection:
            found = {
                table.name: [
                    tuple(row) for row in await connection.execute(select(table).order_by(*table.columns))
                ]
                for table in METADATA.sorted_tables
            }
        await people_db.stop()
        await store.stop()
        return found

    return asyncio.run(work())


def test_every_row_finds_its_way_into_the_other_kind_of_database(
    way: tuple[str, str], tmp_path: Path
) -> None:
    here, there = way
    fill(here)
    first, second = tmp_path / "first", tmp_path / "second"
    header = back_up(here, first)
    assert header.keys == KEYS
    assert restore(there, first) == header
    assert rows_of(there) == rows_of(here)
    assert all(len(rows) == 2 for rows in rows_of(there).values())
    back_up(there, second)
    assert lines_of(second) == lines_of(first)


def test_a_backup_of_an_older_schema_is_brought_up_to_date(here: str, database: str, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old)) as connection, connection:
        for statement in migrations.statements("sqlite", None, "0001"):
            connection.execute(statement)
        table = ("x", 1, "", "open", True, False, 3, 2, "Come in", "ann", 5.0)
        connection.execute(f"INSERT INTO tables VALUES ({', '.join('?' * len(table))})", table)  # noqa: S608
        connection.execute("INSERT INTO sitters VALUES ('x', 0, 'ann')")
    file = tmp_path / "old.backup"
    assert back_up(f"sqlite:///{old}", file).revision == "0001"
    for url in (here, database):
        restore(url, file)
        found = rows_of(url)
        assert found["sitters"] == [("x", 0, "ann")]
        [row] = found["tables"]
        assert row[:11] == table
        assert dict(zip(TABLES.columns.keys(), row, strict=True)).items() >= NEWER.items()


def test_a_newer_schema_is_neither_backed_up_nor_restored(
    here: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older program would leave out what it does not know."""
    fill(here)
    file = tmp_path / "backup"
    with closing(sqlite3.connect(here.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Refused, match="newer version"):
        back_up(here, file)
    assert not file.exists()
    monkeypatch.setattr("elbowroom.server.storage.backup.newest", lambda: "9999")
    back_up(here, file)
    there = tmp_path / "there.db"
    with pytest.raises(Refused, match="newer version"):
        restore(f"sqlite:///{there}", file)
    assert not there.exists()


def test_nothing_is_restored_over_games(way: tuple[str, str], tmp_path: Path) -> None:
    here, there = way
    fill(here)
    fill(there)
    file = tmp_path / "backup"
    back_up(here, file)
    before = rows_of(there)
    with pytest.raises(Refused, match="already"):
        restore(there, file)
    assert rows_of(there) == before


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flip(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def repacked(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[bytes], bytes]:
    return lambda content: gzip.compress(b"".join(change(gzip.decompress(content).splitlines(keepends=True))))


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut in the middle": cut,
    "a bit has flipped": flip,
    "without its end": repacked(lambda lines: lines[:-1]),
    "without a row": repacked(lambda lines: lines[:3] + lines[4:]),
    "with another row": repacked(lambda lines: [line.replace(b"id 1", b"id 2") for line in lines]),
    "with something after its end": repacked(lambda lines: [*lines, b"[1]\n"]),
    "two backups in one": lambda content: content + content,
    "something else that is compressed": lambda _: gzip.compress(b'{"format": "something"}\n'),
    "a text": lambda _: b"Once upon a time",
    "nothing": lambda _: b"",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_backup_is_refused_before_anything_is_written(
    damage: str, here: str, tmp_path: Path
) -> None:
    fill(here)
    file, there = tmp_path / "backup", tmp_path / "there.db"
    back_up(here, file)
    check_backup(file)
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    with pytest.raises(Refused, match="damaged"):
        restore(f"sqlite:///{there}", file)
    assert not there.exists()


def test_a_restore_that_fails_leaves_the_database_empty(way: tuple[str, str], tmp_path: Path) -> None:
    here, there = way
    fill(here)
    file = tmp_path / "backup"
    back_up(here, file)

    def stumble(done: int, total: int) -> None:
        if done > total // 2:
            raise RuntimeError("stumbled")

    with pytest.raises(RuntimeError, match="stumbled"):
        asyncio.run(restore_backup(there, file, stumble))
    restore(there, file)
    assert rows_of(there) == rows_of(here)


def test_a_backup_is_for_its_owner_and_appears_when_it_is_whole(here: str, tmp_path: Path) -> None:
    fill(here)
    folder = tmp_path / "backups"
    folder.mkdir()
    file = folder / "backup"
    back_up(here, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = file.read_bytes()

    def stumble(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(here, file, stumble)
    assert file.read_bytes() == before
    assert list(folder.iterdir()) == [file]


def test_where_no_games_are_nothing_is_made(here: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no games"):
        back_up(here, tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


def rows_by_table(file: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of a backup, by table and column."""
    found: dict[str, list[dict[str, Any]]] = {}
    part: dict[str, Any] = {}
    for line in lines_of(file):
        if isinstance(line, list):
            found[part["table"]].append(dict(zip(part["columns"], line, strict=True)))
        elif line.get("is") == "table":
            part = line
            found[part["table"]] = []
    return found


async def test_a_host_moves_to_the_other_kind_of_database_while_people_play(
    way: tuple[str, str], tmp_path: Path
) -> None:
    """A game that is over and one that goes on are saved in the midst of it; that one is played on."""
    here, there = way
    file = tmp_path / "games.backup"
    old = ("--database", here, "--key-file", str(tmp_path / "old.key"))
    new = ("--database", there, "--key-file", str(tmp_path / "new.key"))
    server = Server(tmp_path, *old).start()
    ann, bob = Client(server), Client(server)
    over, running = ann.open(players=2), ann.open(players=2)
    join(ann, over, "Ann")
    start(ann, over, "easy")
    ann.do(over, {"do": "leave", "seat": 0})
    join(ann, running, "Ann")
    join(bob, running, "Bob")

    async def play_both(at: Server, until: int, meanwhile: tuple[str, ...] = ()) -> tuple[int, str]:
        """Play on both sides until so many entries, and do something meanwhile."""
        players = [Client(at, client.token) for client in (ann, bob)]
        async with players[0].at(running) as left, players[1].at(running) as right:
            await left.hear()
            await right.hear()
            playing = asyncio.gather(
                play(left, random.Random(1), until), play(right, random.Random(2), until)
            )
            if meanwhile:
                done = await asyncio.to_thread(run_elbowroom, *meanwhile)
                assert done.returncode == 0, done.stderr
            await playing
            return left.state["seq"], left.state["status"]

    until_over(ann, over)
    record = ann.get(f"/api/tables/{over}/record").text
    before, _ = await play_both(server, 20)
    after, _ = await play_both(server, 80, ("backup", str(file), *old))
    server.kill()
    saved = rows_by_table(file)
    [head] = [row["head"] for row in saved["tables"] if row["id"] == running]
    assert before <= head <= after
    assert [row["seq"] for row in saved["log"] if row["table_id"] == running] == list(range(1, head + 1))

    done = run_elbowroom("restore", str(file), *new)
    assert done.returncode == 0, done.stderr
    moved = Server(tmp_path, *new).start()
    assert Client(moved, ann.token).get(f"/api/tables/{over}/record").text == record
    assert Client(moved, bob.token).get(f"/api/tables/{running}").json()["seq"] == head
    _, status = await play_both(moved, 10**6)
    assert status == "over"
    again = run_elbowroom("restore", str(file), *new)
    assert again.returncode == 2
    assert "already" in again.stderr
    assert moved.stop() == 0
    assert "Traceback" not in moved.log()


def until_over(client: Client, table: str) -> None:
    """Wait until computers have played a game to its end."""
    end = time.monotonic() + PATIENCE
    while client.get(f"/api/tables/{table}").json()["status"] != "over":
        assert time.monotonic() < end
        time.sleep(0.2)
