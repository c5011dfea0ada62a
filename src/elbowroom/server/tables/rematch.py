"""Playing again at another table: who may ask for it and when, and what the log says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import entries

if TYPE_CHECKING:
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.table import Table


def known_rematch(table: Table, person: str) -> str | None:
    """The table at which the same people play again; None if the first who asks is to open it.

    Refused to those who do not sit at the table, and as long as its game is not over.
    """
    if not table.seats_of(person):
        raise Refused("not_your_table")
    if table.status not in ("over", "closed"):
        raise Refused("table_status", status=table.status)
    return None if table.rematch is None else table.rematch[0]


def rematch_entries(table: Table, again: str, invite: str = "") -> list[AnyEntry]:
    """The entries that lead everybody to the new table; none if somebody was faster."""
    return [] if table.rematch else [entries.Rematched(again, invite)]
