"""What a player may take back: the one policy, for the server and the terminal.

Players may undo their last decision while they are still to decide in the same turn and no outcome of chance
was shown: having seen a die or a new combo, they would decide with knowledge that they did not have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from elbowroom.engine import decisions
from elbowroom.engine.actions import decision_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.engine.game import Game
    from elbowroom.engine.whose_turn import Turn

UndoRefusal = Literal["die", "reveal", "other_player", "turn_over"]


class UndoStep(NamedTuple):
    """A decision of a player or an outcome of chance: its phase, and who decided in which turn."""

    phase: int
    seat: int | None
    turn: Turn


def step_before(game: Game, action: int) -> UndoStep:
    """The step that an action is, in the game before it."""
    return UndoStep(decision_of(action), game.to_move, game.turn)


def undo_refusal(steps: Sequence[UndoStep], game: Game) -> UndoRefusal | None:
    """Why the last steps of a game cannot be taken back by whoever decides now; None if they can."""
    for step in reversed(steps):
        if step.phase == decisions.DIE:
            return "die"
        if step.phase <= decisions.LAST_CHANCE:
            return "reveal"
        if step.seat != game.to_move:
            return "other_player"
        if step.turn != game.turn:
            return "turn_over"
    return None
