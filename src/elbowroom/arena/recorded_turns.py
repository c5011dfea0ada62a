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
class RecordedRoll:
    """A roll of the die."""

    at: int
    """How many actions of the record come before it."""
    state: State
    """Before it."""
    face: int


@dataclass
class RecordedReveal:
    """A combo that was revealed."""

    race: int
    power: int
    is_banner_drawn: bool
    """Whether chance revealed the banner, too; one that came back to the stack is known."""
    next_pick: State | None = None
    """When next somebody picks; None if nobody does any more."""


@dataclass
class RecordedTurn:
    """One player's turn, with the decisions that victims make at its end."""

    turn: Turn
    at: int
    """How many actions of the record come before it."""
    after: State
    """After its last action; while it is read, before its first."""
    decisions: list[RecordedDecision] = field(default_factory=list)
    rolls: list[RecordedRoll] = field(default_factory=list)
    reveals: list[RecordedReveal] = field(default_factory=list)
    """In the first turn with the combos that lie there before anybody picks."""


def recorded_turns(game: Game) -> list[RecordedTurn]:
    """The turns of a game so far."""
    trial = game.reopened()
    state = trial.state
    turns: list[RecordedTurn] = []
    waiting: list[RecordedReveal] = []
    for at, action in enumerate(game.history):
        now, phase = turn_of(state), decision_of(action)
        if now.seat is not None and (not turns or turns[-1].turn != now):
            if turns:
                turns[-1].after = state.clone()
            turns.append(RecordedTurn(now, at, state.clone()))
        if phase == decisions.DIE:
            turns[-1].rolls.append(RecordedRoll(at, state.clone(), bit_of(action)))
        elif phase == decisions.BADGE:
            is_drawn = at > 0 and decision_of(game.history[at - 1]) == decisions.BANNER
            waiting.append(RecordedReveal(int(state.revealed), bit_of(action), is_drawn))
            turns[-1].reveals.append(waiting[-1])
        elif not is_chance(action):
            _note_answer(turns[-1], at, trial, action)
        if phase == decisions.PICK:
            for reveal in waiting:
                reveal.next_pick = state.clone()
            waiting.clear()
        turn.apply(state, bit_of(action))
    if turns:
        turns[-1].after = state.clone()
    return turns


def _note_answer(recorded: RecordedTurn, at: int, game: Game, action: int) -> None:
    seat = int(game.state.chooser())
    last = recorded.decisions[-1] if recorded.decisions else None
    has_rolled = bool(recorded.rolls)
    if last is None or last.seat != seat or (has_rolled and last.at < recorded.rolls[-1].at):
        recorded.decisions.append(RecordedDecision(at, seat, game.clone(), has_rolled))
    recorded.decisions[-1].answers.append(action)
