"""The first expert: what the expert was before it searched layouts and looked ahead; kept to compare with.

A search with learned weights finds candidates; each is judged after the best reply of the next player, for as
long as the budget lasts.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from elbowroom.agents.agent import Budget, Option
from elbowroom.agents.cached_plan import CachedPlan
from elbowroom.agents.options import best_options
from elbowroom.agents.reply import lead_after_reply
from elbowroom.agents.turn_search import search_turn
from elbowroom.agents.weights import first_weights, network_of
from elbowroom.engine import decisions
from elbowroom.engine.actions import action_id

if TYPE_CHECKING:
    from elbowroom.agents.network import Network
    from elbowroom.agents.turn_search import TurnPlan
    from elbowroom.agents.weights import Weights
    from elbowroom.engine.game import Game

DEFAULT_BUDGET: Final = Budget(seconds=1.0)
BEAM_WIDTH: Final = 8
SEARCH_WORK: Final = 2500
MIN_SEARCH_WORK: Final = 100
MAX_CANDIDATES: Final = 8
REPLY_BEAM_WIDTH: Final = 6
REPLY_WORK: Final = 700
"""The reply must be searched well: a weak one makes bad plans look good."""
PLANNED_SHARE: Final = 0.6
"""The share of its seconds that the expert plans to use: what has been begun must be finished."""
PHASES_WITH_REPLY: Final = (decisions.PICK, decisions.READY, decisions.CONQUER)
"""Decisions for which replies are searched; the rest of the turn follows from these."""


class FirstExpertAgent:
    """Compares whole turns by what the next player makes of them."""

    def __init__(self, seed: int, weights: Weights | None = None, budget: Budget = DEFAULT_BUDGET) -> None:
        del seed  # the expert makes no random choices
        self._budget = budget
        self._network = network_of(weights or first_weights())
        self._plan = CachedPlan()
        self._budget_left = 0.0
        """Seconds or evaluations that are left for this turn."""

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action: the next of the plan, or the first of a new one."""
        state, plan = game.state, self._plan
        budget = budget or self._budget
        if plan.start_turn(state):
            self._budget_left = _turn_budget(budget)
        bit = plan.next_bit(state)
        if bit is None:
            bit = plan.keep(state, self._compare(game, budget)[0].bits)
        return action_id(int(state.phase), bit)

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """The best few first actions, each with the lead it promises at the end."""
        budget = budget or self._budget
        self._budget_left = _turn_budget(budget)
        plans = self._compare(game, budget)
        if game.state.phase not in PHASES_WITH_REPLY:
            return best_options(game, plans, self._network)
        return best_options(game, plans, self._network, lambda plan: self._lead(game, plan))

    def _compare(self, game: Game, budget: Budget) -> list[TurnPlan]:
        """The candidate plans, best first."""
        meter = _Meter(self._network, timed=budget.work is None)
        state = game.state
        work = (
            SEARCH_WORK if budget.work is None else min(SEARCH_WORK, max(MIN_SEARCH_WORK, budget.work // 3))
        )
        plans = search_turn(state, self._network, BEAM_WIDTH, work)
        compared: list[TurnPlan] = []
        for plan in plans[: MAX_CANDIDATES if state.phase in PHASES_WITH_REPLY else 0]:
            if compared and meter.used() > self._budget_left:
                break
            plan.value = self._lead(game, plan)
            compared.append(plan)
        if compared:
            plans = sorted(compared, key=lambda plan: plan.value, reverse=True) + plans[len(compared) :]
        self._budget_left = max(0.0, self._budget_left - meter.used())
        return plans

    def _lead(self, game: Game, plan: TurnPlan) -> float:
        return lead_after_reply(game.state, plan.bits, self._network, REPLY_BEAM_WIDTH, REPLY_WORK)


def _turn_budget(budget: Budget) -> float:
    return float(budget.work) if budget.work is not None else (budget.seconds or 1.0) * PLANNED_SHARE


class _Meter:
    """How much of a budget is used: seconds, or evaluations of the network."""

    def __init__(self, network: Network, *, timed: bool) -> None:
        self._network = network
        self._timed = timed
        self._start = self._now()

    def _now(self) -> float:
        return time.perf_counter() if self._timed else float(self._network.evaluations)

    def used(self) -> float:
        """What has been used since the start."""
        return self._now() - self._start
