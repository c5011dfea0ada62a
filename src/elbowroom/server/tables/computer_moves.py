"""What a computer's choice becomes at its table: entries like those of a person's command."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, NamedTuple

from elbowroom.agents import LEVELS
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import commands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.table import Table

_LOG: Final = logging.getLogger(__name__)

USUAL_LEVEL: Final = "normal"
"""The level of a computer that plays for a person."""
FALLBACK_LEVEL: Final = "greedy"
"""The level that decides when the one that was asked gives no answer."""
LOWEST_LEVEL: Final = next(iter(LEVELS))
"""The level of all computers at a table that all people left."""


class ComputerTurn(NamedTuple):
    """A computer that is to decide, and the number of the log from which its decision is due."""

    seat: int
    position_seq: int
    level: str

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that are asked for a decision, until one gives an answer."""
        return self.level, FALLBACK_LEVEL

    def entries(self, table: Table, actions: Sequence[str], seed: str) -> list[AnyEntry]:
        """The entries for what it has chosen, or for any legal action if no level gave an answer.

        Nothing if somebody changed meanwhile what there is to decide, or who decides it.
        """
        if table.position_seq != self.position_seq or not table.waits_for_computer:
            return []
        try:
            return commands.act(table, self.seat, actions or [_last_action(table)], "computer", seed)
        except Refused as refused:
            _LOG.error("what a computer decided was refused", exc_info=refused)
            legal = actions[: refused.at_action or 0] or [_last_action(table)]
            return commands.act(table, self.seat, legal, "computer", seed)


def computer_turn(table: Table) -> ComputerTurn:
    """The turn of the computer that is to decide."""
    seat = table.to_move
    assert seat is not None
    level = LOWEST_LEVEL if table.is_abandoned else table.seats[seat].level or USUAL_LEVEL
    return ComputerTurn(seat, table.position_seq, level)


def computer_player(table_id: str, seat: int) -> str:
    """The name under which the agent of a seat is remembered."""
    return f"{table_id} {seat}"


def _last_action(table: Table) -> str:
    """The legal action with the highest id: it needs no thought."""
    game = table.running
    return game.text_of(game.legal()[-1])
