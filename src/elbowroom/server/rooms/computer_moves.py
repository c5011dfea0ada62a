"""What the computers at a table do: a bot process decides, and the room stores it like a person's command."""

from __future__ import annotations

import logging
from contextlib import suppress
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from elbowroom.agents import LEVELS
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
LOWEST_LEVEL: Final = next(iter(LEVELS))
"""The level of all computers at a table that all people left."""


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
    seat, head = table.to_move, table.position_seq
    assert seat is not None
    actions = await _chosen_actions(table_id, table, seat, attention, source, bots, metrics)

    def decide(table: Table, seed: str) -> list[AnyEntry]:
        if table.position_seq != head or not table.waits_for_computer:
            return []
        try:
            return commands.act(table, seat, actions, "computer", seed)
        except Refused as refused:
            _LOG.error("what a computer decided was refused", exc_info=refused)
            legal = actions[: refused.at_action or 0] or [_last_action(table)]
            return commands.act(table, seat, legal, "computer", seed)

    return decide


async def _chosen_actions(
    table_id: str,
    table: Table,
    seat: int,
    attention: Attention,
    source: str,
    bots: Bots,
    metrics: Metrics,
) -> list[str]:
    position, content = table.running.to_text(), table.settings.content
    agreed = table.seats[seat].level or "normal"
    for level in (LOWEST_LEVEL if attention is Attention.ABANDONED else agreed, FALLBACK_LEVEL):
        with suppress(NoReplyError), metrics.bot_seconds.time():
            return await bots.actions(
                f"{table_id} {seat}",
                position,
                level,
                content,
                seat,
                source=source,
                rank=int(attention),
                is_show=table.is_show,
            )
    return [_last_action(table)]


def _last_action(table: Table) -> str:
    """The legal action with the highest id: it needs no thought."""
    game = table.running
    return game.text_of(game.legal()[-1])
