"""The expert: whole turns judged by the learned value network after the replies to them.

A search with learned weights finds candidates; each is judged after the replies of all opponents, and the best
are played on with shared luck, for as long as the budget lasts. Layouts of tokens are searched in the same way.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elbowroom.agents.agent import Budget, Option
from elbowroom.agents.cached_plan import CachedPlan
from elbowroom.agents.options import best_options
from elbowroom.agents.rollout import QuickPlayer, look_ahead
from elbowroom.agents.turn_search import TurnPlan, search_turn
from elbowroom.agents.weights import network_of, shipped_weights
from elbowroom.agents.whole_turn import ReplyJudge, choose_places, improve_layout, whole_turns
from elbowroom.engine import decisions
from elbowroom.engine.actions import action_id
from elbowroom.engine.playout import digest_state

if TYPE_CHECKING:
    from elbowroom.agents.network import Network
    from elbowroom.agents.weights import Weights
    from elbowroom.engine.game import Game
    from elbowroom.engine.state import State

DEFAULT_BUDGET: Final = Budget(seconds=1.0)
PLANNED_SHARE: Final = 0.6
"""The share of its seconds that the expert plans to use: what has been begun must be finished."""
TURN_DECISIONS: Final = (decisions.PICK, decisions.READY, decisions.CONQUER, decisions.WAVE)
"""Decisions from which the rest of the turn is planned as a whole."""
PLACINGS: Final = (decisions.ENCAMP, decisions.FORTIFY, decisions.STATION, decisions.ALLY, decisions.GIVE_UP)
"""Decisions whose answers are judged one by one after the replies."""


@dataclass(frozen=True)
class Thinking:
    """How much is searched."""

    width: int = 8
    work: int = 2500
    candidates: int = 10
    reply_width: int = 4
    reply_work: int = 500
    layouts: int = 30
    """So many layouts of tokens are judged in a redeployment."""
    places: int = 16
    ahead_candidates: int = 0
    ahead_samples: int = 0
    ahead_turns: int = 1
    ahead_work: int = 160
    prior: float = 8.0
    """The lead after the replies counts as much as so many samples."""
    slack: float = 0.3


class ExpertAgent:
    """Compares whole turns by what the opponents make of them."""

    def __init__(
        self,
        seed: int,
        weights: Weights | None = None,
        budget: Budget = DEFAULT_BUDGET,
        thinking: Thinking | None = None,
    ) -> None:
        del seed  # the expert makes no random choices
        self._budget = budget
        self._thinking = thinking or Thinking()
        self._network = network_of(weights or shipped_weights())
        self._judge = ReplyJudge(self._network, self._thinking.reply_width, self._thinking.reply_work)
        self._player = QuickPlayer(self._network, 3, self._thinking.ahead_work, self._thinking.slack)
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
            bit = plan.keep(state, self._best(game, budget))
        return action_id(int(state.phase), bit)

    def _best(self, game: Game, budget: Budget) -> list[int]:
        state = game.state
        if state.chooser() == state.seat:
            if state.phase == decisions.REDEPLOY and self._thinking.layouts:
                return improve_layout(state, self._judge, self._thinking.layouts)[0]
            if state.phase in PLACINGS and self._thinking.places:
                return choose_places(state, self._judge, self._thinking.places)[0]
        return self._compare(game, budget)[0].bits

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """The best few first actions, each with the lead it promises at the end."""
        budget = budget or self._budget
        self._budget_left = _turn_budget(budget)
        plans = self._compare(game, budget)
        if game.state.phase not in TURN_DECISIONS:
            return best_options(game, plans, self._network)
        return best_options(game, plans, self._network, lambda plan: self._lead(game.state, plan))

    def _compare(self, game: Game, budget: Budget) -> list[TurnPlan]:
        """The candidate plans, best first."""
        meter = _Meter(self._network, timed=budget.work is None)
        state, thinking = game.state, self._thinking
        if state.phase not in TURN_DECISIONS:
            return search_turn(state, self._network, thinking.width, thinking.work)
        plans = whole_turns(state, self._network, thinking.width, thinking.work)
        plans = _varied(state, plans)
        compared: list[TurnPlan] = []
        for plan in plans[: thinking.candidates]:
            if compared and meter.used() > self._budget_left:
                break
            plan.value = self._lead(state, plan)
            compared.append(plan)
        compared.sort(key=lambda plan: plan.value, reverse=True)
        if thinking.ahead_candidates:
            compared = self._halved(state, compared)
        self._budget_left = max(0.0, self._budget_left - meter.used())
        return compared + plans[len(compared) :]

    def _halved(self, state: State, plans: list[TurnPlan]) -> list[TurnPlan]:
        """The best plans compared by what follows with the same luck for all; half of them go on each time."""
        thinking = self._thinking
        running, out = plans[: thinking.ahead_candidates], plans[thinking.ahead_candidates :]
        if len(running) < 2:
            return plans
        key, seat, done = int(digest_state(state, 7)), int(state.seat), 0
        sums = {id(plan): 0.0 for plan in running}
        values = {id(plan): plan.value for plan in running}
        count = thinking.ahead_samples
        while True:
            for plan in running:
                leads = look_ahead(
                    state, plan.bits, seat, self._player, key, done, count, thinking.ahead_turns
                )
                sums[id(plan)] += sum(leads)
            done += count
            for plan in running:
                plan.value = (thinking.prior * values[id(plan)] + sums[id(plan)]) / (thinking.prior + done)
            running.sort(key=lambda plan: plan.value, reverse=True)
            if len(running) <= 2:
                return running + out
            half = (len(running) + 1) // 2
            out = running[half:] + out
            running = running[:half]
            count *= 2

    def _lead(self, state: State, plan: TurnPlan) -> float:
        return self._judge.lead_of_turn(state, plan.bits)


def _varied(state: State, plans: list[TurnPlan]) -> list[TurnPlan]:
    """The plans with at most three for each combo in front, so that several combos are compared."""
    if state.phase != decisions.PICK:
        return plans
    front: list[TurnPlan] = []
    rest: list[TurnPlan] = []
    counts: dict[int, int] = {}
    for plan in plans:
        counts[plan.bits[0]] = counts.get(plan.bits[0], 0) + 1
        (front if counts[plan.bits[0]] <= 3 else rest).append(plan)
    return front + rest


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
