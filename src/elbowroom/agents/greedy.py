"""The greedy agent: plays the turn that pays most at once, and declines when few tokens would be free.

It looks no further than its own turn. When to decline was tuned by self-play: when readying the troops would
free fewer than MIN_FREE_TOKENS, unless the game is nearly over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.agents.features import FIRST_FEATURE_COUNT
from elbowroom.agents.options import best_options
from elbowroom.agents.turn_search import search_turn
from elbowroom.agents.weights import network_of
from elbowroom.engine import decisions
from elbowroom.engine.actions import action_id
from elbowroom.engine.redeployment import spare_tokens

if TYPE_CHECKING:
    from elbowroom.agents.agent import Budget, Option
    from elbowroom.agents.turn_search import TurnPlan
    from elbowroom.agents.weights import Weights
    from elbowroom.engine.game import Game
    from elbowroom.engine.state import State

MIN_FREE_TOKENS: Final = 5
LAST_GAME_TURNS: Final = 2
"""It does not decline in the last two game turns."""
BEAM_WIDTH: Final = 3
SEARCH_WORK: Final = 250
COINS_NOW: Final[Weights] = {
    "hidden": 1,
    "first": [0.0] * FIRST_FEATURE_COUNT,
    "bias": [0.0],
    "second": [0.0],
    "offset": 0.0,
}
"""A network that expects no coins after this turn."""


class GreedyAgent:
    """Plays the turn that pays most at once."""

    def __init__(self, seed: int) -> None:
        del seed  # the greedy agent makes no random choices
        self._network = network_of(COINS_NOW)

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action."""
        del budget
        state = game.state
        if state.phase in (decisions.READY, decisions.RETIRE):
            return action_id(int(state.phase), decline_or_stay(state, MIN_FREE_TOKENS))
        return action_id(int(state.phase), self._search(game)[0].bits[0])

    def _search(self, game: Game) -> list[TurnPlan]:
        return search_turn(game.state, self._network, BEAM_WIDTH, SEARCH_WORK)

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """The turns that pay most at once."""
        del budget
        return best_options(game, self._search(game), self._network)


def decline_or_stay(state: State, min_free_tokens: int) -> int:
    """Decline if that is legal and readying the troops would free fewer tokens; not near the end."""
    may_decline = int(state.legal) >> decisions.DECLINE & 1
    if not may_decline or state.game_turn > state.setup.board.game_turns - LAST_GAME_TURNS:
        return decisions.DONE
    is_spent = free_tokens(state, int(state.active[state.seat])) < min_free_tokens
    return decisions.DECLINE if is_spent else decisions.DONE


def free_tokens(state: State, race: int) -> int:
    """The tokens that a race will have for conquests: in hand, withdrawn, or beside another one."""
    return int(state.hand[race] + state.withdrawn[race] + spare_tokens(state, race))
