"""What those who run a server see and do at its tables, from outside of them and while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import func, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.listing import listing_of, position_of
from elbowroom.server.rooms.mending import take_up
from elbowroom.server.storage.schema import REPORTS, SITTERS, TABLES
from elbowroom.server.storage.store import Conflict
from elbowroom.server.tables.entries import Closed, Removed, Row, Said

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elbowroom.server.storage.registry import Registry
    from elbowroom.server.storage.store import Store
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.table import Table

MOST_TRIES: Final = 8


class Overview(msgspec.Struct, frozen=True):
    """A table at one glance."""

    table: str
    status: str
    players: int
    free: int
    title: str
    people: list[str]
    changed_at: float


class Report(msgspec.Struct, frozen=True):
    """Something written that people complain of."""

    table: str
    seq: int
    at: float
    reasons: list[str]
    person: str
    """Who wrote it; empty if that is forgotten."""
    name: str
    text: str


async def tables(registry: Registry, statuses: Sequence[str], limit: int) -> list[Overview]:
    """The tables of a server, last changed first."""
    shown = (
        TABLES.c.id,
        TABLES.c.status,
        TABLES.c.players,
        TABLES.c.free,
        TABLES.c.title,
        TABLES.c.changed_at,
    )
    wanted = (
        select(*shown).where(TABLES.c.status.in_(statuses)).order_by(TABLES.c.changed_at.desc()).limit(limit)
    )
    async with registry.read() as connection:
        found = (await connection.execute(wanted)).mappings().all()
        sitting = select(SITTERS).where(SITTERS.c.table_id.in_([row["id"] for row in found]))
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
        )
        for row in found
    ]


async def table_named(registry: Registry, beginning: str) -> str:
    """The table whose id begins so; refused if there is none, or more than one."""
    # Not LIKE, which SQLite compares without regard to case.
    begins = func.substr(TABLES.c.id, 1, len(beginning)) == beginning
    async with registry.read() as connection:
        found = list(await connection.scalars(select(TABLES.c.id).where(begins).limit(2)))
    if len(found) != 1:
        raise Refused("several_tables" if found else "unknown_table", word=beginning)
    return str(found[0])


async def reports(registry: Registry, store: Store) -> list[Report]:
    """What people complain of, newest first."""
    async with registry.read() as connection:
        newest = select(REPORTS).order_by(REPORTS.c.at.desc())
        rows = (await connection.execute(newest)).mappings().all()
    found: dict[tuple[str, int], Report] = {}
    for row in rows:
        key = (row["table_id"], row["seq"])
        if key not in found:
            said = await _said(store, *key)
            found[key] = Report(*key, row["at"], [], said.person, said.name, said.text)
        found[key].reasons.append(row["reason"])
    return list(found.values())


async def _said(store: Store, table_id: str, seq: int) -> Said:
    rows = await store.rows(table_id, seq - 1)
    entry = rows[0].entry if rows else None
    return entry if isinstance(entry, Said) else Said("", "", None, "")


async def close_table(store: Store, table_id: str, now: Callable[[], float]) -> None:
    """Close a table, whether its game has begun or not; refused if it is over."""

    def decide(table: Table) -> AnyEntry:
        if table.status not in ("open", "running"):
            raise Refused("table_status", status=table.status)
        return Closed("admin")

    await _write(store, table_id, decide, now)


async def remove_chat(store: Store, table_id: str, seq: int, now: Callable[[], float]) -> None:
    """Take away what somebody wrote: the text is overwritten, then everybody at the table is told."""
    rows = await store.rows(table_id, seq - 1) if seq > 0 else []
    said = rows[0].entry if rows else None
    if not isinstance(said, Said):
        raise Refused("nothing_said", seq=seq)
    emptied = msgspec.structs.replace(said, text="")
    await store.redact(table_id, [msgspec.structs.replace(rows[0], entry=emptied)])
    if not any(row.entry == Removed(seq) for row in rows):
        await _write(store, table_id, lambda _: Removed(seq), now)


async def _write(
    store: Store, table_id: str, decide: Callable[[Table], AnyEntry], now: Callable[[], float]
) -> None:
    """Add an entry to a log to which servers write too."""
    for _ in range(MOST_TRIES):
        _, table = await take_up(store, table_id, now)
        row = Row(table.seq + 1, max(now(), table.changed_at), decide(table))
        table.add(row)
        try:
            await store.append(table_id, [row], listing_of(table), position_of(table))
        except Conflict:
            continue
        return
    raise Refused("busy")
