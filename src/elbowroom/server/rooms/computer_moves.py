"""What the computers at a table do: a bot process decides, and the room stores it like a person's command."""

from __future__ import annotations

from contextlib import suppress
from enum import IntEnum
from typing import TYPE_CHECKING

from elbowroom.server.tables.computer_moves import computer_player, computer_turn
from elbowroom.server.workers.worker import NoReplyError

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.server.rooms.metrics import Metrics
    from elbowroom.server.tables.computer_moves import ComputerTurn
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.table import Table
    from elbowroom.server.workers.bots import Bots


class Attention(IntEnum):
    """Who pays attention to a table; computers play first where somebody does."""

    WATCHED = 0
    UNWATCHED = 1
    """People play here, but nobody is connected."""
    ABANDONED = 2
    """All people left, whether somebody watches or not."""


async def computer_move(
    table_id: str, table: Table, attention: Attention, source: str, bots: Bots, metrics: Metrics
) -> Callable[[Table, str], list[AnyEntry]]:
    """What the computer to move does up to the next chance, as one command for `Room.write`.

    Of tables with the same attention the one comes first for whose `source` computers thought least of late.
    The move is dropped as a whole if somebody changed meanwhile what there is to decide, or who decides it.
    """
    turn = computer_turn(table)
    actions = await _chosen_actions(table_id, table, turn, attention, source, bots, metrics)
    return lambda table, seed: turn.entries(table, actions, seed)


async def _chosen_actions(
    table_id: str,
    table: Table,
    turn: ComputerTurn,
    attention: Attention,
    source: str,
    bots: Bots,
    metrics: Metrics,
) -> list[str]:
    """What the computer to move chooses; nothing if no bot process gave an answer."""
    position, content = table.running.to_text(), table.settings.content
    for level in turn.levels:
        with suppress(NoReplyError), metrics.bot_seconds.time():
            return await bots.actions(
                computer_player(table_id, turn.seat),
                position,
                level,
                content,
                turn.seat,
                source=source,
                rank=int(attention),
                is_show=table.is_show,
            )
    return []
