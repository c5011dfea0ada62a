"""`elbowroom admin`: look after a server that others play on, while it runs."""

from __future__ import annotations

import re
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from elbowroom.cli.commands.host_options import data_location, location_options, run
from elbowroom.rules.refusals import Refused, require
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
    from pathlib import Path

    from elbowroom.cli.commands.host_options import DataLocation
    from elbowroom.server.rooms.moderation import ChatReport
    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.storage.store import Store

Result = TypeVar("Result")

PERSON_ID: Final = re.compile(r"g[\w-]{16}", re.ASCII)
"""What the id of a person looks like."""
STATUSES: Final = ("open", "running", "over", "closed")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@dataclass(frozen=True)
class Databases:
    """The tables and the people of a server, both opened."""

    store: Store
    people_db: PeopleDb


@click.group()
@location_options
@click.pass_context
def admin(ctx: click.Context, data: Path | None, database: str | None, key_file: Path | None) -> None:
    """Look after a server, directly in its database and while it runs.

    A table is named by its id or the beginning of it (after -- if it begins with a dash), a person by the
    name of the account or by the id that `reports` and `tables --json` show.

    \b
    Example: elbowroom admin tables
             elbowroom admin close 3fGh
             elbowroom admin ban Brawler --reason "Insults people"
    """
    require("starlette", "server")
    ctx.obj = data_location(data, database, key_file)


@admin.command()
@click.option(
    "--status",
    multiple=True,
    default=["open", "running"],
    type=click.Choice(STATUSES),
    show_default=True,
    help="Which tables (repeatable).",
)
@click.option(
    "--limit", default=100, show_default=True, type=click.IntRange(1, 10_000), help="How many at most."
)
@json_option
@click.pass_obj
def tables(location: DataLocation, status: tuple[str, ...], limit: int, as_json: bool) -> None:
    """List tables, last changed first."""
    from elbowroom.server.rooms import moderation

    tables = _run_with(location, lambda databases: moderation.tables(databases.people_db, status, limit))
    heads = ("table", "status", "seats", "changed", "title")
    rows = [
        (t.table, t.status, f"{t.players - t.free}/{t.players}", _time_text(t.changed_at), t.title)
        for t in tables
    ]
    _print_rows(heads, rows, tables, as_json=as_json)


@admin.command()
@click.argument("table")
@click.pass_obj
def close(location: DataLocation, table: str) -> None:
    """Close a table, whether its game has begun or not."""
    from elbowroom.server.rooms import moderation

    async def work(databases: Databases) -> str:
        table_id = await moderation.table_with_prefix(databases.people_db, table)
        await moderation.close_table(databases.store, table_id, time.time)
        return table_id

    click.echo(say("admin_closed", table=_run_with(location, work)))


@admin.command()
@json_option
@click.pass_obj
def reports(location: DataLocation, as_json: bool) -> None:
    """List what players complain of, newest first."""
    from elbowroom.server.rooms import moderation

    reports = _run_with(location, lambda databases: moderation.reports(databases.people_db, databases.store))
    heads = ("table", "seq", "when", "who", "name", "text", "complaints")
    rows = [
        (r.table, r.seq, _time_text(r.at), r.person, _marked_name(r), r.text, " / ".join(r.reasons))
        for r in reports
    ]
    _print_rows(heads, rows, reports, as_json=as_json)


@admin.command("remove-chat")
@click.argument("table")
@click.argument("seq", type=click.IntRange(1))
@click.pass_obj
def remove_chat(location: DataLocation, table: str, seq: int) -> None:
    """Take away what somebody wrote at a TABLE, by its number in the log."""
    from elbowroom.server.rooms import moderation

    async def work(databases: Databases) -> None:
        table_id = await moderation.table_with_prefix(databases.people_db, table)
        await moderation.remove_chat(databases.store, table_id, seq, time.time)

    _run_with(location, work)
    click.echo(say("admin_chat_removed"))


@admin.command()
@click.argument("who")
@click.option("--reason", default="", help="Shown to the person.")
@click.pass_obj
def ban(location: DataLocation, who: str, reason: str) -> None:
    """Let somebody only look on from now on."""
    from elbowroom.server.people import bans

    async def work(databases: Databases) -> str:
        person = await _person_id(databases.people_db, who)
        await bans.ban(databases.people_db, person, reason, time.time())
        return person

    click.echo(say("admin_banned", person=_run_with(location, work)))


@admin.command()
@click.argument("who")
@click.pass_obj
def unban(location: DataLocation, who: str) -> None:
    """Let somebody take part again."""
    from elbowroom.server.people import bans

    async def work(databases: Databases) -> str:
        person = await _person_id(databases.people_db, who)
        if not await bans.unban(databases.people_db, person):
            raise Refused("not_banned", person=person)
        return person

    click.echo(say("admin_unbanned", person=_run_with(location, work)))


@admin.command("bans")
@json_option
@click.pass_obj
def list_bans(location: DataLocation, as_json: bool) -> None:
    """List who may only look on, newest first."""
    from elbowroom.server.people import bans

    all_bans = _run_with(location, lambda databases: bans.all_bans(databases.people_db))
    rows = [(ban.person, ban.name, _time_text(ban.at), ban.reason) for ban in all_bans]
    _print_rows(("who", "name", "when", "reason"), rows, all_bans, as_json=as_json)


@admin.command("reset-password")
@click.argument("name")
@click.pass_obj
def reset_password(location: DataLocation, name: str) -> None:
    """Void the password and all sessions of an account, and print codes that let its owner in once each.

    Make sure first that you speak to the owner.
    """
    from elbowroom.server.people import accounts

    async def work(databases: Databases) -> tuple[str, ...]:
        person = await accounts.person_named(databases.people_db, name)
        if person is None:
            raise Refused("nobody_called", name=name)
        return await accounts.reset(databases.people_db, person)

    codes = _run_with(location, work)
    click.echo(say("admin_reset", name=name))
    for code in codes:
        click.echo(f"  {code}")


@admin.command("rotate-key")
@click.option("--forget", is_flag=True, help="Void what older keys signed: guests become strangers.")
@click.pass_obj
def rotate_key(location: DataLocation, forget: bool) -> None:
    """Make a new signing key, used from the next start on; the one before it is still accepted."""
    from elbowroom.server.people import signing_keys

    if not location.key_file.exists():
        raise Refused("key_not_there", file=location.key_file)
    signing_keys.rotate_key(location.key_file, 1 if forget else 2)
    click.echo(say("admin_key_rotated", file=location.key_file))


def _run_with(location: DataLocation, work: Callable[[Databases], Coroutine[Any, Any, Result]]) -> Result:
    """Do something with the database of a server."""

    async def inside() -> Result:
        async with _open_databases(location) as databases:
            return await work(databases)

    return run(inside())


@asynccontextmanager
async def _open_databases(location: DataLocation) -> AsyncIterator[Databases]:
    """The database of a server of this version; nothing is created or migrated here."""
    from elbowroom.server.storage import migrations
    from elbowroom.server.storage.factory import store_for
    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.storage.snapshot import revision_of

    revision = await revision_of(location.url)
    if revision != migrations.newest():
        raise Refused("other_schema", found=revision, known=migrations.newest())
    databases = Databases(store_for(location.url), PeopleDb(location.url))
    await databases.store.start()
    try:
        await databases.people_db.start()
        yield databases
    finally:
        await databases.people_db.stop()
        await databases.store.stop()


async def _person_id(people_db: PeopleDb, who: str) -> str:
    """A person by the name of the account, or by id."""
    from elbowroom.server.people.accounts import person_named

    person = await person_named(people_db, who)
    if person is None and not PERSON_ID.fullmatch(who):
        raise Refused("nobody_called", name=who)
    return person or who


def _marked_name(report: ChatReport) -> str:
    """A name as lists show it: that of an account is marked."""
    return say("web_name_marked", name=report.name) if report.is_account else report.name


def _time_text(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


def _print_rows(
    heads: Sequence[str], rows: Sequence[Sequence[object]], records: object, *, as_json: bool
) -> None:
    """Rows in columns, or all that is known as JSON."""
    import msgspec

    if as_json:
        click.echo(msgspec.json.encode(records).decode())
        return
    cells = [[str(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(padded).rstrip())
