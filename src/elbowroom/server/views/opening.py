"""What a client needs to begin at a table: as it is now, and what led to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from elbowroom.server.tables.log_chain import shown_head
from elbowroom.server.views.log_lines import log_lines_since
from elbowroom.server.views.table_view import TableView, table_view
from elbowroom.server.views.updates import ChatMessage, LogLine, chat_messages

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from elbowroom.server.tables.long_work import LongWork
    from elbowroom.server.tables.table_log import TableLog


class Opening(msgspec.Struct, frozen=True):
    """A table at one number of its log: its state (protocol 2), its log and its chat."""

    state: TableView
    chain: str
    """The head of the hash chain over the log, shortened."""
    log: list[LogLine]
    chat: list[ChatMessage]


def opening_of(
    table_id: str, log: TableLog, person: str | None, muted: AbstractSet[str] = frozenset()
) -> LongWork[Opening]:
    """The opening of a table for a person; all of it is of the same number of the log."""
    table, rows = log.table, log.rows[: log.table.seq]
    lines = yield from log_lines_since(rows, 0, log.checkpoints)
    return Opening(
        state=table_view(table_id, table, person),
        chain=shown_head(table.chain),
        log=lines,
        chat=chat_messages(rows, table, person, muted),
    )
