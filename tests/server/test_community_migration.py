"""A database of the version before, or a backup of it, gets the community: what was there stays as it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

import asyncpg  # type: ignore[import-untyped]
import pytest

from elbowroom.server.people.accounts import person_named
from elbowroom.server.storage import migrations
from elbowroom.server.storage.backup import write_backup
from elbowroom.server.storage.restore import restore_backup
from elbowroom.server.storage.schema import METADATA
from elbowroom.server.storage.snapshot import revision_of
from tests.server.community import Member, pick_combo, town
from tests.server.people import all_rows
from tests.server.test_version_before import BEFORE, FACTS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.community import Town

pytestmark = pytest.mark.process
REVISION: Final = "0008"
"""Before the community."""
ROWS: Final[dict[str, dict[str, Any]]] = {
    "accounts": {
        "person": "gann_____________",
        "name": "Ann",
        "name_key": "ann",
        "is_confirmed": False,
        "wants_mail": False,
        "made_at": 1.0,
    },
    "admins": {"person": "gann_____________", "made_at": 2.0},
    "reports": {"table_id": "t", "seq": 3, "reporter": "gbob_____________", "reason": "Rude", "at": 4.0},
    "ratings": {"person": "gann_____________", "players": 2, "mu": 25.5, "sigma": 8.0, "games": 1},
}


async def make_older(url: str) -> None:
    """A database of the version before, with something in it."""
    is_sqlite = url.startswith("sqlite")
    statements = migrations.statements("sqlite" if is_sqlite else "postgresql", None, REVISION)
    for table, row in ROWS.items():
        values = ", ".join(repr(value) if isinstance(value, str) else str(value) for value in row.values())
        statements.append(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({values})")  # noqa: S608 - our own
    if is_sqlite:
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as database:
            for statement in statements:
                database.execute(statement)
            database.commit()
        return
    connection = await asyncpg.connect(url)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


async def check(url: str, folder: Path) -> None:
    """Everything of before is there, and everything new can be used."""
    async with town(folder, url) as here:
        rows = await all_rows(here.people_db)
        for table, row in ROWS.items():
            [found] = [told for told in rows if told.startswith(f"{table}: ")]
            assert [value for value in row.values() if repr(value) not in found] == []
        new = {"creations", "comments", "tips", "tip_votes", "creation_votes", "complaints", "combo_picks"}
        assert new <= {table.name for table in METADATA.sorted_tables}
        assert [told for told in rows if told.partition(":")[0] in new] == []
        await write_a_tip(here, await here.member("Bob"))
    assert await revision_of(url) == migrations.newest()


async def write_a_tip(here: Town, member: Member) -> None:
    await pick_combo(here.people_db, member)
    tip = await member.post("/tips", race="orcs", power="flying", players=3, language="en", text="Fly.")
    assert tip["author"] == member.name


async def test_a_database_of_the_version_before_is_migrated(url: str, tmp_path: Path) -> None:
    await make_older(url)
    assert await revision_of(url) == REVISION
    await check(url, tmp_path)


async def test_a_backup_of_the_version_before_is_restored(url: str, tmp_path: Path) -> None:
    older = tmp_path / "older.db"
    await make_older(f"sqlite:///{older}")
    file = tmp_path / "older.backup"
    await write_backup(f"sqlite:///{older}", file, ["a key"], 1.0, lambda *_: None)
    await restore_backup(url, file, lambda *_: None)
    await check(url, tmp_path)


async def test_people_of_a_much_older_backup_take_part(url: str, tmp_path: Path) -> None:
    await restore_backup(url, BEFORE / "games.backup", lambda *_: None)
    async with town(tmp_path, url) as here:
        login = {"name": "Ann", "password": FACTS["password"]}
        told = await here.here.stranger.post("/api/account/login", json=login)
        ann = Member("Ann", here.here.with_token(told.json()["token"]))
        page = await ann.get("/people/Ann")
        assert page == FACTS["profile"] | {"next_results": None, "creations": [], "tips": []}
        ann.person = str(await person_named(here.people_db, "Ann"))
        await write_a_tip(here, ann)
        assert [tip["text"] for tip in (await ann.get("/people/Ann"))["tips"]] == ["Fly."]
