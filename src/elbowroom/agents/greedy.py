"""The greedy player: the turn that pays most at once, and decline when the race is spent.

It looks no further than its own turn. The decline rule was tuned by self-play: decline when readying the
troops would free fewer tokens than FEW_TOKENS, unless the game is nearly over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.agents.features import SIZE
from elbowroom.agents.plan import lines
from elbowroom.agents.planner import options_of
from elbowroom.agents.weights import network_of
from elbowroom.engine import phases
from elbowroom.engine.actions import action_id
from elbowroom.rules.bits import bits_of

if TYPE_CHECKING:
    from elbowroom.agents.agent import Budget, Option
    from elbowroom.agents.plan import Line
    from elbowroom.agents.weights import Weights
    from elbowroom.engine.game import Game

FEW_TOKENS: Final = 5
LAST_TURNS: Final = 2
"""In so many last turns it no longer declines."""
WIDTH, WORK = 3, 250
COINS_NOW: Final[Weights] = {
    "hidden": 1,
    "first": [0.0] * SIZE,
    "bias": [0.0],
    "second": [0.0],
    "offset": 0.0,
}
"""A network that expects nothing of the future."""


class GreedyAgent:
    """Takes what pays best this turn."""

    def __init__(self, seed: int) -> None:
        """It decides without chance of its own, so the seed does not matter."""
        del seed
        self._network = network_of(COINS_NOW)

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action."""
        del budget
        state = game.state
        if state.phase == phases.READY:
            return action_id(phases.READY, phases.DECLINE if self._should_decline(game) else phases.DONE)
        if state.phase == phases.RETIRE:
            return action_id(phases.RETIRE, phases.DECLINE if self._is_spent(game) else phases.DONE)
        return action_id(int(state.phase), self._lines(game)[0].actions[0])

    def _lines(self, game: Game) -> list[Line]:
        return lines(game.state, self._network, WIDTH, WORK)

    def _should_decline(self, game: Game) -> bool:
        return bool(int(game.state.legal) >> phases.DECLINE & 1) and self._is_spent(game)

    def _is_spent(self, game: Game) -> bool:
        """Whether readying the troops would free too few tokens to be worth a turn."""
        state = game.state
        if state.game_turn > state.table.board.game_turns - LAST_TURNS:
            return False
        active = state.active[state.seat]
        spare = sum(int(state.tokens[region]) - 1 for region in bits_of(int(state.regions[active])))
        return spare + int(state.hand[active]) < FEW_TOKENS

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """The lines that pay most now."""
        del budget
        return options_of(game, self._lines(game), self._network)
