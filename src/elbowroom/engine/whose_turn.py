"""Which turn it is: the one place that answers, for records, lists, undo and people."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elbowroom.engine import decisions

if TYPE_CHECKING:
    from elbowroom.engine.state import State


class Turn(NamedTuple):
    """One player's turn in a game turn; before the first player is drawn it is nobody's in game turn 0."""

    game_turn: int
    seat: int | None


def turn_of(state: State) -> Turn:
    """The turn that is being played."""
    if state.phase == decisions.FIRST_PLAYER:
        return Turn(0, None)
    return Turn(int(state.game_turn), int(state.seat))
