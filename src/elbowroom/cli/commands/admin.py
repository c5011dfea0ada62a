"""`elbowroom admin`: look after a server that others play on, while it runs."""

from __future__ import annotations

import time
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from elbowroom.cli.commands.host_options import data_location, location_options, run
from elbowroom.rules.refusals import Refused, require
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
    from pathlib import Path

    from elbowroom.cli.commands.host_options import DataLocation
    from elbowroom.server.community.complaints import Subject
    from elbowroom.server.people.admin_acts import ActKind
    from elbowroom.server.rooms.moderation import ChatReport
    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.storage.store import Store

Result = TypeVar("Result")

STATUSES: Final = ("open", "running", "over", "closed")
SUBJECTS: Final = ("creation", "comment", "tip")
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
    name of the account or by the id that `reports` and `tables --json` show; @NAME is always an account.

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
        await _note(databases, "table_closed", table=table_id)
        return table_id

    click.echo(say("admin_closed", table=_run_with(location, work)))


@admin.command()
@click.option("--handled", is_flag=True, help="Those about which you have decided.")
@json_option
@click.pass_obj
def reports(location: DataLocation, handled: bool, as_json: bool) -> None:
    """List what players complain of, newest first."""
    from elbowroom.server.rooms import moderation

    reports = _run_with(
        location,
        lambda databases: moderation.reports(databases.people_db, databases.store, is_handled=handled),
    )
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
        is_new = await moderation.remove_chat(databases.store, table_id, seq, time.time)
        with suppress(Refused):  # also what nobody complained of
            await moderation.handle_report(databases.people_db, table_id, seq, time.time())
        if is_new:
            await _note(databases, "chat_removed", table=table_id, seq=seq)

    _run_with(location, work)
    click.echo(say("admin_chat_removed"))


@admin.command()
@click.argument("table")
@click.argument("seq", type=click.IntRange(1))
@click.pass_obj
def dismiss(location: DataLocation, table: str, seq: int) -> None:
    """Leave a line at a TABLE that people complained of, by its number in the log."""
    from elbowroom.server.rooms import moderation

    async def work(databases: Databases) -> None:
        table_id = await moderation.table_with_prefix(databases.people_db, table)
        if await moderation.handle_report(databases.people_db, table_id, seq, time.time()):
            await _note(databases, "report_dismissed", table=table_id, seq=seq)

    _run_with(location, work)
    click.echo(say("admin_dismissed"))


@admin.command()
@json_option
@click.pass_obj
def waiting(location: DataLocation, as_json: bool) -> None:
    """List publications that wait for you before others see them, oldest first."""
    from elbowroom.server.community.complaints import waiting_creations

    found = _run_with(location, lambda databases: waiting_creations(databases.people_db))
    rows = [
        (one.id, one.kind, _time_text(one.at), one.author, one.name, _on_a_line([one.summary, *one.words]))
        for one in found
    ]
    _print_rows(("id", "kind", "when", "author", "name", "words"), rows, found, as_json=as_json)


@admin.command()
@click.option("--handled", is_flag=True, help="Those about which you have decided.")
@json_option
@click.pass_obj
def complaints(location: DataLocation, handled: bool, as_json: bool) -> None:
    """List creations, comments and tips that people complain of, newest first."""
    from elbowroom.server.community import complaints

    found = _run_with(
        location, lambda databases: complaints.complaints(databases.people_db, is_handled=handled)
    )
    heads = ("kind", "id", "when", "author", "name", "text", "complaints")
    rows = [
        (one.kind, one.id, _time_text(one.at), one.author, one.name, one.text, " / ".join(one.reasons))
        for one in found
    ]
    _print_rows(heads, rows, found, as_json=as_json)


@admin.command()
@click.argument("kind", type=click.Choice(SUBJECTS))
@click.argument("subject", metavar="ID")
@click.pass_obj
def allow(location: DataLocation, kind: Subject, subject: str) -> None:
    """Let all see a creation, a comment or a tip: one that waits, was hidden, or is complained of."""
    _judge(location, kind, subject, is_fine=True)
    click.echo(say("admin_allowed"))


@admin.command()
@click.argument("kind", type=click.Choice(SUBJECTS))
@click.argument("subject", metavar="ID")
@click.option("--reason", required=True, help="Shown to its author.")
@click.pass_obj
def hide(location: DataLocation, kind: Subject, subject: str, reason: str) -> None:
    """Hide a creation, or take away a comment or a tip."""
    _judge(location, kind, subject, is_fine=False, reason=reason)
    click.echo(say("admin_hidden"))


def _judge(location: DataLocation, kind: Subject, subject: str, *, is_fine: bool, reason: str = "") -> None:
    """Decide about something that people published or wrote."""
    from elbowroom.server.community import complaints

    async def work(databases: Databases) -> None:
        judgement = complaints.Judgement(is_fine, reason)
        done = await complaints.judge(databases.people_db, kind, subject, judgement, time.time())
        if done is not None:
            await _note(databases, done.act, subject=done.author, note=done.note)

    _run_with(location, work)


@admin.command()
@click.argument("who")
@click.option("--reason", default="", help="Shown to the person.")
@click.pass_obj
def ban(location: DataLocation, who: str, reason: str) -> None:
    """Let somebody, or everybody from a network such as 203.0.113.0/24, only look on from now on."""
    from elbowroom.server.people import bans
    from elbowroom.server.people.accounts import find_person

    async def work(databases: Databases) -> str:
        network = bans.network_of(who)
        if network is not None:
            await bans.ban_network(databases.people_db, network, reason, time.time())
            subject = str(network)
        else:
            subject, _ = await find_person(databases.people_db, who)
            await bans.ban(databases.people_db, subject, reason, time.time())
        await _note(databases, "banned", subject=subject, note=reason)
        return subject

    click.echo(say("admin_banned", person=_run_with(location, work)))


@admin.command()
@click.argument("who")
@click.pass_obj
def unban(location: DataLocation, who: str) -> None:
    """Let somebody, or those from a network, take part again."""
    from elbowroom.server.people import bans
    from elbowroom.server.people.accounts import find_person

    async def work(databases: Databases) -> str:
        network = bans.network_of(who)
        if network is not None:
            subject = str(network)
            was_banned = await bans.unban_network(databases.people_db, network)
        else:
            subject, _ = await find_person(databases.people_db, who)
            was_banned = await bans.unban(databases.people_db, subject)
        if not was_banned:
            raise Refused("not_banned", person=subject)
        await _note(databases, "unbanned", subject=subject)
        return subject

    click.echo(say("admin_unbanned", person=_run_with(location, work)))


@admin.command("bans")
@json_option
@click.pass_obj
def list_bans(location: DataLocation, as_json: bool) -> None:
    """List who may only look on, newest first: people, then networks."""
    from elbowroom.server.people import bans

    people = _run_with(location, lambda databases: bans.all_bans(databases.people_db))
    networks = _run_with(location, lambda databases: bans.all_address_bans(databases.people_db))
    rows = [
        *((ban.person, ban.name, _time_text(ban.at), ban.reason) for ban in people),
        *((ban.network, "", _time_text(ban.at), ban.reason) for ban in networks),
    ]
    _print_rows(("who", "name", "when", "reason"), rows, [*people, *networks], as_json=as_json)


@admin.command("sign-out")
@click.argument("who")
@click.pass_obj
def sign_out(location: DataLocation, who: str) -> None:
    """Void all tokens of somebody: sessions and programs of an account, or what a guest has."""
    from elbowroom.server.people import sessions
    from elbowroom.server.people.accounts import find_person

    async def work(databases: Databases) -> str:
        person, _ = await find_person(databases.people_db, who)
        async with databases.people_db.begin() as connection:
            await sessions.revoke_all(connection, person)
        await sessions.revoke_guest(databases.people_db, person, time.time())
        await _note(databases, "signed_out", subject=person)
        return person

    click.echo(say("admin_signed_out", person=_run_with(location, work)))


@admin.command()
@click.pass_obj
def code(location: DataLocation) -> None:
    """Print a code by which an account becomes an administrator in the browser, once; older ones are void."""
    from elbowroom.server.people.admins import new_code

    async def work(databases: Databases) -> str:
        await _note(databases, "code_made")
        return await new_code(databases.people_db)

    click.echo(say("admin_code", code=_run_with(location, work)))


@admin.command("acts")
@json_option
@click.pass_obj
def list_acts(location: DataLocation, as_json: bool) -> None:
    """List what administrators did, newest first; who is empty did it on the command line."""
    from elbowroom.server.people.admin_acts import acts

    done = _run_with(location, lambda databases: acts(databases.people_db))
    heads = ("when", "who", "what", "table", "seq", "whom", "note")
    rows = [
        (
            _time_text(one.at),
            one.admin_name,
            one.act,
            one.table,
            "" if one.seq is None else one.seq,
            one.subject_name or one.subject,
            one.note,
        )
        for one in done
    ]
    _print_rows(heads, rows, done, as_json=as_json)


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
        await _note(databases, "password_reset", subject=person)
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
    with suppress(Refused):  # a new key is needed most when nothing else works
        _run_with(location, lambda databases: _note(databases, "key_rotated"))
    click.echo(say("admin_key_rotated", file=location.key_file))


async def _note(
    databases: Databases,
    act: ActKind,
    *,
    table: str = "",
    seq: int | None = None,
    subject: str = "",
    note: str = "",
) -> None:
    """Write down what was done, with the name of the account that it was done to."""
    from elbowroom.server.people.accounts import account_of
    from elbowroom.server.people.admin_acts import AdminAct, note_act

    async with databases.people_db.read() as connection:
        account = await account_of(connection, subject) if subject else None
    name = "" if account is None else account.name
    done = AdminAct(time.time(), "", act, table, seq, subject, name, note)
    await note_act(databases.people_db, "", done)


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


def _marked_name(report: ChatReport) -> str:
    """A name as lists show it: that of an account is marked."""
    return say("web_name_marked", name=report.name) if report.is_account else report.name


def _on_a_line(texts: Iterable[str]) -> str:
    return " / ".join(" ".join(text.split()) for text in texts if text)


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
