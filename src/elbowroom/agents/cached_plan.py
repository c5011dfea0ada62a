"""The plan that a player keeps between two decisions of one turn, so that a turn is searched once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.agents.turn_search import fill_column
from elbowroom.engine import decisions, turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.engine.state import State


class CachedPlan:
    """The planned rest of a turn; it is dropped when the game has gone another way.

    A plan saves work, but is never needed: who has none searches again.
    """

    def __init__(self) -> None:
        self._turn = (-1, -1)
        """Game turn and seat that the plan is for."""
        self._steps: list[tuple[int, int]] = []
        """The phase of each coming decision, and the bit to play in it."""

    def start_turn(self, state: State) -> bool:
        """Whether another turn has begun since the last call; then the old plan is dropped."""
        now = (int(state.game_turn), int(state.seat))
        if now == self._turn:
            return False
        self._turn, self._steps = now, []
        return True

    def next_bit(self, state: State) -> int | None:
        """The bit that is planned for this decision; None if nothing is, or it cannot be played."""
        if not self._steps:
            return None
        phase, bit = self._steps.pop(0)
        if phase == state.phase and int(state.legal) >> bit & 1:
            return bit
        self._steps = []
        return None

    def keep(self, state: State, bits: Sequence[int]) -> int:
        """Keep a new plan that begins with this decision, and return its first bit, to be played now."""
        self._steps = with_phases(state, bits)[1:]
        return bits[0]


def with_phases(state: State, bits: Sequence[int]) -> list[tuple[int, int]]:
    """The planned bits, each with the phase in which it is played; the state is not changed."""
    trial, steps = state.clone(), []
    for bit in bits:
        fill_column(trial)
        steps.append((int(trial.phase), bit))
        turn.apply(trial, bit)
    return steps


def until_chance(state: State, bits: Sequence[int]) -> list[int]:
    """The planned bits up to the first after which chance or another player decides.

    Who plans no further plays alike, whether they remember the turn or are asked about it for the first time.
    """
    trial, chooser = state.clone(), state.chooser()
    for count, bit in enumerate(bits, 1):
        turn.apply(trial, bit)
        if trial.phase <= decisions.LAST_CHANCE or trial.chooser() != chooser:
            return list(bits[:count])
    return list(bits)
