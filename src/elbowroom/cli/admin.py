"""`elbowroom admin`: look after a server that others play on, while it runs."""

from __future__ import annotations

import re
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from elbowroom.cli.hosting import place_of, place_options, run
from elbowroom.rules.refusals import Refused, require
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
    from pathlib import Path

    from elbowroom.cli.hosting import Place
    from elbowroom.server.storage.registry import Registry
    from elbowroom.server.storage.store import Store

Found = TypeVar("Found")

PERSON: Final = re.compile(r"g[\w-]{16}", re.ASCII)
"""What the id of a person looks like."""
STATUSES: Final = ("open", "running", "over", "closed")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@dataclass(frozen=True)
class Doors:
    """The ways into the database."""

    store: Store
    registry: Registry


@click.group()
@place_options
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
    require("fastapi", "server")
    ctx.obj = place_of(data, database, key_file)


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
def tables(place: Place, status: tuple[str, ...], limit: int, as_json: bool) -> None:
    """List tables, last changed first."""
    from elbowroom.server.rooms import oversight

    found = _with(place, lambda doors: oversight.tables(doors.registry, status, limit))
    heads = ("table", "status", "seats", "changed", "title")
    rows = [
        (t.table, t.status, f"{t.players - t.free}/{t.players}", _when(t.changed_at), t.title) for t in found
    ]
    _show(heads, rows, found, as_json=as_json)


@admin.command()
@click.argument("table")
@click.pass_obj
def close(place: Place, table: str) -> None:
    """Close a table, whether its game has begun or not."""
    from elbowroom.server.rooms import oversight

    async def work(doors: Doors) -> str:
        found = await oversight.table_named(doors.registry, table)
        await oversight.close_table(doors.store, found, time.time)
        return found

    click.echo(say("admin_closed", table=_with(place, work)))


@admin.command()
@json_option
@click.pass_obj
def reports(place: Place, as_json: bool) -> None:
    """List what players complain of, newest first."""
    from elbowroom.server.rooms import oversight

    found = _with(place, lambda doors: oversight.reports(doors.registry, doors.store))
    heads = ("table", "seq", "when", "who", "name", "text", "complaints")
    rows = [(r.table, r.seq, _when(r.at), r.person, r.name, r.text, " / ".join(r.reasons)) for r in found]
    _show(heads, rows, found, as_json=as_json)


@admin.command("remove-chat")
@click.argument("table")
@click.argument("seq", type=click.IntRange(1))
@click.pass_obj
def remove_chat(place: Place, table: str, seq: int) -> None:
    """Take away what somebody wrote at a TABLE, by its number in the log."""
    from elbowroom.server.rooms import oversight

    async def work(doors: Doors) -> None:
        found = await oversight.table_named(doors.registry, table)
        await oversight.remove_chat(doors.store, found, seq, time.time)

    _with(place, work)
    click.echo(say("admin_chat_removed"))


@admin.command()
@click.argument("who")
@click.option("--reason", default="", help="Shown to the person.")
@click.pass_obj
def ban(place: Place, who: str, reason: str) -> None:
    """Let somebody only look on from now on."""
    from elbowroom.server.people import bans

    async def work(doors: Doors) -> str:
        person = await _person(doors.registry, who)
        await bans.ban(doors.registry, person, reason, time.time())
        return person

    click.echo(say("admin_banned", person=_with(place, work)))


@admin.command()
@click.argument("who")
@click.pass_obj
def unban(place: Place, who: str) -> None:
    """Let somebody take part again."""
    from elbowroom.server.people import bans

    async def work(doors: Doors) -> str:
        person = await _person(doors.registry, who)
        if not await bans.unban(doors.registry, person):
            raise Refused("not_banned", person=person)
        return person

    click.echo(say("admin_unbanned", person=_with(place, work)))


@admin.command("bans")
@json_option
@click.pass_obj
def list_bans(place: Place, as_json: bool) -> None:
    """List who may only look on, newest first."""
    from elbowroom.server.people import bans

    found = _with(place, lambda doors: bans.all_bans(doors.registry))
    rows = [(ban.person, ban.name, _when(ban.at), ban.reason) for ban in found]
    _show(("who", "name", "when", "reason"), rows, found, as_json=as_json)


@admin.command("reset-password")
@click.argument("name")
@click.pass_obj
def reset_password(place: Place, name: str) -> None:
    """Void the password and all sessions of an account, and print codes that let its owner in once each.

    Make sure first that you speak to the owner.
    """
    from elbowroom.server.people import accounts

    async def work(doors: Doors) -> tuple[str, ...]:
        person = await accounts.person_named(doors.registry, name)
        if person is None:
            raise Refused("nobody_called", name=name)
        return await accounts.reset(doors.registry, person)

    codes = _with(place, work)
    click.echo(say("admin_reset", name=name))
    for code in codes:
        click.echo(f"  {code}")


@admin.command("rotate-key")
@click.option("--forget", is_flag=True, help="Void what older keys signed: guests become strangers.")
@click.pass_obj
def rotate_key(place: Place, forget: bool) -> None:
    """Make a new signing key, used from the next start on; the one before it is still accepted."""
    from elbowroom.server.people import identity

    if not place.key_file.exists():
        raise Refused("key_not_there", file=place.key_file)
    identity.rotate_key(place.key_file, 1 if forget else 2)
    click.echo(say("admin_key_rotated", file=place.key_file))


def _with(place: Place, work: Callable[[Doors], Coroutine[Any, Any, Found]]) -> Found:
    """Do something with the database of a server."""

    async def inside() -> Found:
        async with _opened(place) as doors:
            return await work(doors)

    return run(inside())


@asynccontextmanager
async def _opened(place: Place) -> AsyncIterator[Doors]:
    """The database of a server of this version; nothing is created or migrated here."""
    from elbowroom.server.storage import migrations
    from elbowroom.server.storage.backup import revision_of
    from elbowroom.server.storage.databases import store_for
    from elbowroom.server.storage.registry import Registry

    revision = await revision_of(place.url)
    if revision != migrations.newest():
        raise Refused("other_schema", found=revision, known=migrations.newest())
    doors = Doors(store_for(place.url), Registry(place.url))
    await doors.store.start()
    try:
        await doors.registry.start()
        yield doors
    finally:
        await doors.registry.stop()
        await doors.store.stop()


async def _person(registry: Registry, who: str) -> str:
    """A person by the name of the account, or by id."""
    from elbowroom.server.people.accounts import person_named

    found = await person_named(registry, who)
    if found is None and not PERSON.fullmatch(who):
        raise Refused("nobody_called", name=who)
    return found or who


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


def _show(heads: Sequence[str], rows: Sequence[Sequence[object]], found: object, *, as_json: bool) -> None:
    """Rows in columns, or all that is known as JSON."""
    import msgspec

    if as_json:
        click.echo(msgspec.json.encode(found).decode())
        return
    cells = [[str(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(heads))]
    for row in cells:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(padded).rstrip())
