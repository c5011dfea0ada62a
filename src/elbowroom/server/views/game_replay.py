"""A whole game as somebody may see it: the first moment, and what every later entry of the log changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.server.tables.entries import Finished, Recovered
from elbowroom.server.tables.table import Table
from elbowroom.server.views.table_view import TableView, TableViews, audience_of
from elbowroom.server.views.updates import PatchUpdate, UpdateBuilder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.tables.entries import LogRow
    from elbowroom.server.tables.long_work import LongWork
    from elbowroom.server.views.table_view import Audience

ENTRIES_PER_STEP: Final = 10
"""After this many entries others get a turn."""


class Replay(msgspec.Struct, frozen=True):
    """A game to be shown again, from the first number that can be looked at to the newest."""

    state: TableView
    """The table at the first number."""
    updates: list[PatchUpdate]
    """One for each later number, without what people wrote."""


class _UnplayableError(Exception):
    """The rules of this version cannot replay an entry."""

    def __init__(self, seq: int) -> None:
        self.seq = seq


def encoded_replay(table_id: str, log: Sequence[LogRow], person: str | None) -> LongWork[bytes]:
    """The `Replay` of a log as a person, or a spectator (None), may see each moment; encoded as JSON.

    When the game is over nothing of it is secret any more, so all moments show everybody's coins.
    If the rules of this version cannot replay an entry, it begins where the game was recovered after that.
    """
    rows, first = list(log), 1
    while True:
        try:
            return (yield from _replay_from(table_id, rows, first, person))
        except _UnplayableError as error:
            later = rows[error.seq - 1 :]
            recovered = next((row.seq for row in later if isinstance(row.entry, Recovered)), None)
            if recovered is None:
                raise
            first = recovered


def _replay_from(table_id: str, rows: list[LogRow], first: int, person: str | None) -> LongWork[bytes]:
    is_over = any(isinstance(row.entry, Finished) for row in rows)

    def audience(table: Table) -> Audience:
        return audience_of(table, person)._replace(sees_all_coins=is_over)

    after = Table.from_log(rows[:first])
    state = msgspec.json.encode(TableViews(table_id, after).whole(audience(after)), enc_hook=str)
    updates: list[bytes] = []
    for row in rows[first:]:
        before, after = after, after.copy()
        try:
            after.add(row)
        except Exception as error:
            raise _UnplayableError(row.seq) from error
        updates.append(
            UpdateBuilder(table_id, before, after, row).replay_message(audience(before), audience(after))
        )
        if row.seq % ENTRIES_PER_STEP == 0:
            yield
    return b'{"state":%b,"updates":[%b]}' % (state, b",".join(updates))
