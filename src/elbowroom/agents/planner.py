"""The planner: searches whole turns and judges where they lead by a tuned value function."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from elbowroom.agents.agent import Budget, Option
from elbowroom.agents.cached_plan import CachedPlan
from elbowroom.agents.options import best_options
from elbowroom.agents.turn_search import TurnPlan, search_turn
from elbowroom.agents.weights import network_of, tuned_weights
from elbowroom.engine.actions import action_id

if TYPE_CHECKING:
    from elbowroom.agents.weights import Weights
    from elbowroom.engine.game import Game

DEFAULT_BUDGET: Final = Budget(work=1200)
BEAM_WIDTH: Final = 6
MIN_WORK: Final = 60
PLANNED_SHARE: Final = 0.5
"""The share of its seconds that the planner plans to use: a turn may need a few searches."""
FIRST_EVALUATIONS_PER_SECOND: Final = 30_000.0
"""A guess, until the machine has been measured."""


class PlannerAgent:
    """Plays the best turn it finds within its budget."""

    def __init__(self, seed: int, weights: Weights | None = None, budget: Budget = DEFAULT_BUDGET) -> None:
        del seed  # the planner makes no random choices
        self._network = network_of(weights or tuned_weights())
        self._budget = budget
        self._plan = CachedPlan()
        self._evaluations_per_second = FIRST_EVALUATIONS_PER_SECOND

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action: the next of the plan, or the first of a new one."""
        state, plan = game.state, self._plan
        plan.start_turn(state)
        bit = plan.next_bit(state)
        if bit is None:
            bit = plan.keep(state, self._search(game, budget or self._budget)[0].bits)
        return action_id(int(state.phase), bit)

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """The best few first actions, each with the lead it promises at the end."""
        return best_options(game, self._search(game, budget or self._budget), self._network)

    def _search(self, game: Game, budget: Budget) -> list[TurnPlan]:
        work = budget.work
        if work is None:
            work = int((budget.seconds or 1.0) * PLANNED_SHARE * self._evaluations_per_second)
        evaluations_before, started = int(self._network.evaluations), time.perf_counter()
        plans = search_turn(game.state, self._network, BEAM_WIDTH, max(work, MIN_WORK))
        evaluations = int(self._network.evaluations) - evaluations_before
        seconds = time.perf_counter() - started
        if evaluations >= MIN_WORK:
            self._evaluations_per_second += 0.3 * (evaluations / seconds - self._evaluations_per_second)
        return plans
