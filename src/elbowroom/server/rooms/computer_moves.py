"""What the computers at a table do: a bot process decides, and the room stores it like a person's command."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import commands
from elbowroom.server.workers.worker import NoReplyError

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.server.rooms.metrics import Metrics
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.table import Table
    from elbowroom.server.workers.bots import Bots

_LOG: Final = logging.getLogger(__name__)

FALLBACK_LEVEL: Final = "greedy"
"""The level that decides when a bot process gives no answer."""


async def computer_move(
    table_id: str, table: Table, bots: Bots, metrics: Metrics
) -> Callable[[Table, str], list[AnyEntry]]:
    """One decision of the computer to move, for `Room.write`; dropped if the table has changed meanwhile."""
    seat, head = table.to_move, table.position_seq
    assert seat is not None
    action = await _chosen_action(table_id, table, seat, bots, metrics)

    def decide(table: Table, seed: str) -> list[AnyEntry]:
        if table.position_seq != head or not table.waits_for_computer:
            return []
        try:
            return commands.act(table, seat, (action,), "computer", seed)
        except Refused as refused:
            _LOG.error("what a computer decided was refused", exc_info=refused)
            return commands.act(table, seat, (_last_action(table),), "computer", seed)

    return decide


async def _chosen_action(table_id: str, table: Table, seat: int, bots: Bots, metrics: Metrics) -> str:
    position, content = table.running.to_text(), table.settings.content
    for level in (table.seats[seat].level or "normal", FALLBACK_LEVEL):
        with suppress(NoReplyError), metrics.bot_seconds.time():
            return await bots.action(f"{table_id} {seat}", position, level, content, seat)
    return _last_action(table)


def _last_action(table: Table) -> str:
    """The legal action with the highest id: it needs no thought."""
    game = table.running
    return game.text_of(game.legal()[-1])
