"""Hints for the player who is to decide: who may have them, and what they are found from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from elbowroom.rules.refusals import Refused
from elbowroom.server.views.table_view import audience_of, viewing_seat

if TYPE_CHECKING:
    from elbowroom.server.tables.table import Table

HINT_LEVEL: Final = "hard"
"""The computer player that is asked."""


class HintQuestion(NamedTuple):
    """What a computer player is asked when somebody wants hints."""

    seq: int
    """The number of the log that they are for."""
    position: str
    """The game as text, with what the seat that decides knows of it."""
    content: tuple[str, ...]


def hint_question(table: Table, person: str) -> HintQuestion:
    """The question for hints of a person who is to decide; refused for others, and in rated games."""
    seat = viewing_seat(table, audience_of(table, person))
    if seat is None or table.to_move != seat or table.settings.is_rated:
        raise Refused("no_hint")
    return HintQuestion(table.seq, table.running.seen_by(seat).to_text(), table.settings.content)
