"""What a client has missed that was away: updates one by one, or a snapshot of the whole table."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.server.tables.log_chain import shown_head
from elbowroom.server.views.table_view import table_view
from elbowroom.server.views.updates import Update, UpdateBuilder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from elbowroom.server.tables.entries import LogRow
    from elbowroom.server.tables.table import Table
    from elbowroom.server.tables.table_log import TableLog

MAX_UPDATES_BEHIND: Final = 200
"""A client that misses more updates gets a snapshot instead of them."""


class MissedUpdates:
    """What one person, or a spectator (None), may see of what happened at a table while they were away."""

    def __init__(
        self,
        table_id: str,
        log: TableLog,
        person: str | None,
        muted: AbstractSet[str] = frozenset(),
        *,
        wants_states: bool = False,
    ) -> None:
        self._id = table_id
        self._log = log
        self._person = person
        self._muted = muted
        self._wants_states = wants_states

    def after(self, seq: int) -> Iterator[bytes]:
        """The updates after a number of the log; a snapshot for a new client, or one that missed too many."""
        head = self._log.table.seq
        if seq == head:
            return iter(())
        if 0 < seq < head and head - seq <= MAX_UPDATES_BEHIND:
            with suppress(Exception):  # these rules may not replay an old part of a recovered log
                return self._replayed(self._log.table_at(seq).copy(), self._log.rows[seq:head])
        return iter([self.snapshot()])

    def snapshot(self) -> bytes:
        """The whole table as it is now."""
        log, protocol = self._log, 1 if self._wants_states else 2
        row, state = log.rows[-1], table_view(self._id, log.table, self._person, protocol=protocol)
        update = Update(row.seq, row.at, "snapshot", None, [], state, chain=shown_head(log.table.chain))
        return msgspec.json.encode(update, enc_hook=str)

    def _replayed(self, table: Table, rows: Sequence[LogRow]) -> Iterator[bytes]:
        """Each message is made when it is sent, so that nobody else has to wait for all of them."""
        for row in rows:
            before = table.copy()
            try:
                table.add(row)
            except Exception:  # noqa: BLE001 - these rules cannot replay a part of a recovered log
                yield self.snapshot()
                return
            builder = UpdateBuilder(self._id, before, table, row)
            yield builder.message(self._person, self._muted, wants_states=self._wants_states)
