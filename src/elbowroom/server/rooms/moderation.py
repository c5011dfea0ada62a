"""What administrators see and do at tables, from the command line and while the server runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import func, select, update

from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.recovery import load_table
from elbowroom.server.storage.schema import REPORTS, SITTERS, TABLES
from elbowroom.server.storage.store import MAX_WRITE_TRIES, Conflict
from elbowroom.server.tables.checkpoints import due_checkpoints
from elbowroom.server.tables.commands import check_not_dealing
from elbowroom.server.tables.entries import Closed, LogRow, Removed, Said
from elbowroom.server.tables.listing import listing_of, position_of
from elbowroom.server.tables.log_chain import redacted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.storage.store import Store
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.table import Table


MAX_REPORTS: Final = 500


class Overview(msgspec.Struct, frozen=True):
    """A table in the administrator's list."""

    table: str
    status: str
    players: int
    free: int
    title: str
    people: list[str]
    changed_at: float
    summary: str = ""
    """Seats and turn, as `listing.Summary`."""


class ChatReport(msgspec.Struct, frozen=True):
    """A chat message that people reported."""

    table: str
    seq: int
    at: float
    reasons: list[str]
    person: str
    """Who wrote it; empty if the account was deleted."""
    name: str
    text: str
    is_account: bool = False
    """Whether the name is that of an account."""
    handled_at: float | None = None
    """When an administrator decided about it."""


async def tables(people_db: PeopleDb, statuses: Sequence[str], limit: int) -> list[Overview]:
    """The tables of a server, last changed first."""
    shown = (
        TABLES.c.id,
        TABLES.c.status,
        TABLES.c.players,
        TABLES.c.free,
        TABLES.c.title,
        TABLES.c.changed_at,
        TABLES.c.summary,
    )
    wanted = (
        select(*shown).where(TABLES.c.status.in_(statuses)).order_by(TABLES.c.changed_at.desc()).limit(limit)
    )
    async with people_db.read() as connection:
        listed = (await connection.execute(wanted)).mappings().all()
        sitting = select(SITTERS).where(SITTERS.c.table_id.in_([row["id"] for row in listed]))
        people: dict[str, list[str]] = {}
        for sitter in (await connection.execute(sitting)).mappings():
            people.setdefault(sitter["table_id"], []).append(sitter["person"])
    return [
        Overview(
            table=row["id"],
            status=row["status"],
            players=row["players"],
            free=row["free"],
            title=row["title"],
            people=people.get(row["id"], []),
            changed_at=row["changed_at"],
            summary=row["summary"],
        )
        for row in listed
    ]


async def table_with_prefix(people_db: PeopleDb, prefix: str) -> str:
    """The table whose id begins with this prefix; refused if there is none, or more than one."""
    # Not LIKE, which SQLite compares without regard to case.
    begins = func.substr(TABLES.c.id, 1, len(prefix)) == prefix
    async with people_db.read() as connection:
        ids = list(await connection.scalars(select(TABLES.c.id).where(begins).limit(2)))
    if len(ids) != 1:
        raise Refused("several_tables" if ids else "unknown_table", word=prefix)
    return str(ids[0])


async def reports(
    people_db: PeopleDb, store: Store, *, is_handled: bool = False, limit: int = MAX_REPORTS
) -> list[ChatReport]:
    """The reported chat messages about which nobody has decided yet, or has, newest first."""
    handled = REPORTS.c.handled_at.is_not(None) if is_handled else REPORTS.c.handled_at.is_(None)
    newest = select(REPORTS).where(handled).order_by(REPORTS.c.at.desc()).limit(limit)
    async with people_db.read() as connection:
        rows = (await connection.execute(newest)).mappings().all()
    by_message: dict[tuple[str, int], ChatReport] = {}
    for row in rows:
        key = (row["table_id"], row["seq"])
        if key not in by_message:
            said = await _said(store, *key)
            by_message[key] = ChatReport(
                *key, row["at"], [], said.person, said.name, said.text, said.is_account, row["handled_at"]
            )
        by_message[key].reasons.append(row["reason"])
    return list(by_message.values())


async def _said(store: Store, table_id: str, seq: int) -> Said:
    rows = await store.rows(table_id, seq - 1)
    entry = rows[0].entry if rows else None
    return entry if isinstance(entry, Said) else Said("", "", None, "")


async def count_open_reports(people_db: PeopleDb) -> int:
    """How many messages wait for an administrator."""
    waiting = select(REPORTS.c.table_id, REPORTS.c.seq).where(REPORTS.c.handled_at.is_(None)).distinct()
    async with people_db.read() as connection:
        return int(await connection.scalar(select(func.count()).select_from(waiting.subquery())) or 0)


async def handle_report(people_db: PeopleDb, table_id: str, seq: int, now: float) -> bool:
    """An administrator has decided about a message; False if that was decided before.

    Refused if nobody has complained of it.
    """
    which = (REPORTS.c.table_id == table_id) & (REPORTS.c.seq == seq)
    waiting = which & REPORTS.c.handled_at.is_(None)
    async with people_db.begin() as connection:
        changed = await connection.execute(update(REPORTS).where(waiting).values(handled_at=now))
        if not changed.rowcount and not await connection.scalar(select(func.count()).where(which)):
            raise Refused("unknown_report")
    return bool(changed.rowcount)


async def close_table(store: Store, table_id: str, now: Callable[[], float]) -> None:
    """Close a table, whether its game has begun or not; refused if it is over."""

    def decide(table: Table) -> AnyEntry:
        if table.status not in ("open", "running"):
            raise Refused("table_status", status=table.status)
        check_not_dealing(table)
        return Closed("admin")

    await _write(store, table_id, decide, now)


async def remove_chat(store: Store, table_id: str, seq: int, now: Callable[[], float]) -> bool:
    """Remove a chat message: its text is overwritten, then everybody at the table is told.

    False if it was removed before.
    """
    rows = await store.rows(table_id, seq - 1) if seq > 0 else []
    said = rows[0].entry if rows else None
    if not isinstance(said, Said):
        raise Refused("nothing_said", seq=seq)
    emptied = redacted(said, text="")
    await store.redact(table_id, [msgspec.structs.replace(rows[0], entry=emptied)])
    if any(row.entry == Removed(seq) for row in rows):
        return False
    await _write(store, table_id, lambda _: Removed(seq), now)
    return True


async def _write(
    store: Store, table_id: str, decide: Callable[[Table], AnyEntry], now: Callable[[], float]
) -> None:
    """Add an entry to a log to which servers write too."""
    for _ in range(MAX_WRITE_TRIES):
        table = (await load_table(store, table_id, now)).table
        row = LogRow(table.seq + 1, max(now(), table.changed_at), decide(table))
        table.add(row)
        try:
            checkpoints = due_checkpoints([table])
            await store.append(table_id, [row], listing_of(table), position_of(table), checkpoints)
        except Conflict:
            continue
        return
    raise Refused("busy")
