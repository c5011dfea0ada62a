"""A finished game cut into its turns, with what each player decided and what chance brought in each.

What a decision was worth is not told here, but in `analysis`; what luck was worth in `analysis_luck`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elbowroom.engine import decisions, turn
from elbowroom.engine.actions import bit_of, decision_of, is_chance
from elbowroom.engine.whose_turn import turn_of

if TYPE_CHECKING:
    from elbowroom.engine.game import Game
    from elbowroom.engine.state import State
    from elbowroom.engine.whose_turn import Turn


@dataclass
class RecordedDecision:
    """What a player answered in one go: up to the end of the turn, or to a roll of the die."""

    at: int
    """How many actions of the record come before it."""
    seat: int
    game: Game
    """A clone of the game before it."""
    after_roll: bool
    """Whether the die was rolled before it in this turn."""
    answers: list[int] = field(default_factory=list)
    """Ids of actions; what chance revealed between them is left out."""


@dataclass(frozen=True)
class RecordedChance:
    """A roll of the die, or a combo that was revealed."""

    at: int
    """How many actions of the record come before it."""
    state: State
    """Before it."""
    outcomes: list[int]
    """Ids of actions: the roll, or the banner and the badge (or the badge alone)."""


@dataclass
class RecordedTurn:
    """One player's turn, with the decisions that victims make at its end."""

    turn: Turn
    at: int
    """How many actions of the record come before it."""
    after: State
    """After its last action; while it is read, before its first."""
    actions: list[int] = field(default_factory=list)
    """All of it, chance included."""
    decisions: list[RecordedDecision] = field(default_factory=list)
    rolls: list[RecordedChance] = field(default_factory=list)
    reveals: list[RecordedChance] = field(default_factory=list)
    """Without the combos that lie there before anybody picks."""


def recorded_turns(game: Game) -> list[RecordedTurn]:
    """The turns of a game so far."""
    trial = game.reopened()
    state = trial.state
    turns: list[RecordedTurn] = []
    is_dealt = False
    for at, action in enumerate(game.history):
        now = turn_of(state)
        if now.seat is not None:
            if not turns or turns[-1].turn != now:
                if turns:
                    turns[-1].after = state.clone()
                turns.append(RecordedTurn(now, at, state.clone()))
            last = turns[-1]
            if is_dealt or not is_chance(action):
                _note(last, at, trial, action)
            last.actions.append(action)
            is_dealt = is_dealt or not is_chance(action)
        turn.apply(state, bit_of(action))
    if turns:
        turns[-1].after = state.clone()
    return turns


def _note(recorded: RecordedTurn, at: int, game: Game, action: int) -> None:
    """Add an action to what was decided, rolled or revealed in the turn."""
    phase, before = decision_of(action), recorded.actions[-1:]
    if phase == decisions.DIE:
        recorded.rolls.append(RecordedChance(at, game.state.clone(), [action]))
    elif phase == decisions.BADGE and before and decision_of(before[0]) == decisions.BANNER:
        recorded.reveals[-1].outcomes.append(action)
    elif phase in (decisions.BANNER, decisions.BADGE):
        recorded.reveals.append(RecordedChance(at, game.state.clone(), [action]))
    else:
        _note_answer(recorded, at, game, action)


def _note_answer(recorded: RecordedTurn, at: int, game: Game, action: int) -> None:
    seat = int(game.state.chooser())
    last = recorded.decisions[-1] if recorded.decisions else None
    has_rolled = bool(recorded.rolls)
    if last is None or last.seat != seat or (has_rolled and last.at < recorded.rolls[-1].at):
        recorded.decisions.append(RecordedDecision(at, seat, game.clone(), has_rolled))
    recorded.decisions[-1].answers.append(action)
