"""The expert: whole turns judged by the learned value network after the best answer to them.

A search with learned weights finds candidates; each is looked at after the best answer of the next player, as
long as the budget lasts.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from elbowroom.agents.agent import Budget, Option
from elbowroom.agents.answer import answered
from elbowroom.agents.plan import lines
from elbowroom.agents.planner import options_of, with_phases
from elbowroom.agents.weights import network_of, shipped_weights
from elbowroom.engine import phases
from elbowroom.engine.actions import action_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.agents.network import Network
    from elbowroom.agents.plan import Line
    from elbowroom.agents.weights import Weights
    from elbowroom.engine.game import Game

DEFAULT: Final = Budget(seconds=1.0)
WIDTH, SEARCH = 8, 2500
CANDIDATES: Final = 8
REPLY_WIDTH, REPLY_WORK = 6, 700
"""The answer must be searched well: a weak one makes bad lines look good."""
CAUTION: Final = 0.6
"""How much of the time it has the expert plans to use: what has been begun must be finished."""
SEARCHED: Final = (phases.PICK, phases.READY, phases.CONQUER)
"""Decisions worth a look at the answers; the rest follows from them."""


class ExpertAgent:
    """Compares whole turns by what the others make of them."""

    def __init__(self, seed: int, weights: Weights | None = None, budget: Budget = DEFAULT) -> None:
        """It decides without chance of its own, so the seed does not matter."""
        del seed
        self._budget = budget
        self._network = network_of(weights or shipped_weights())
        self._planned: list[tuple[int, int]] = []
        self._turn = (-1, -1)
        self._left = 0.0
        """What is left of this turn's budget."""

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action: the next of the plan, or the first of a new one."""
        state = game.state
        budget = budget or self._budget
        now = (int(state.game_turn), int(state.seat))
        if now != self._turn:
            self._turn, self._planned, self._left = now, [], _whole(budget)
        if self._planned:
            phase, bit = self._planned.pop(0)
            if phase == state.phase and int(state.legal) >> bit & 1:
                return action_id(phase, bit)
            self._planned = []
        best = self._compare(game, budget)[0]
        self._planned = with_phases(game, best.actions)[1:]
        return action_id(int(state.phase), best.actions[0])

    def _compare(self, game: Game, budget: Budget) -> list[Line]:
        """The candidate lines, best first."""
        meter = _Meter(self._network, timed=budget.work is None)
        state, network = game.state, self._network
        work = SEARCH if budget.work is None else min(SEARCH, max(100, budget.work // 3))
        found = lines(state, network, WIDTH, work)
        compared: list[Line] = []
        for line in found[: CANDIDATES if state.phase in SEARCHED else 0]:
            if compared and meter.used() > self._left:
                break
            line.value = answered(state, line.actions, network, REPLY_WIDTH, REPLY_WORK)
            compared.append(line)
        if compared:
            found = sorted(compared, key=lambda line: line.value, reverse=True) + found[len(compared) :]
        self._left = max(0.0, self._left - meter.used())
        return found

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """The best few first actions, each with the lead it promises at the end."""
        budget = budget or self._budget
        self._left = _whole(budget)
        return options_of(game, self._compare(game, budget), self._network, self._judge(game))

    def _judge(self, game: Game) -> Callable[[Line], float] | None:
        """How a line is judged by its answers, where that is worth a look."""
        if game.state.phase not in SEARCHED:
            return None
        return lambda line: answered(game.state, line.actions, self._network, REPLY_WIDTH, REPLY_WORK)


def _whole(budget: Budget) -> float:
    return float(budget.work) if budget.work is not None else (budget.seconds or 1.0) * CAUTION


class _Meter:
    """How much of a budget is used: seconds, or evaluations of the network."""

    def __init__(self, network: Network, *, timed: bool) -> None:
        self._network = network
        self._timed = timed
        self._began = self._now()

    def _now(self) -> float:
        return time.perf_counter() if self._timed else float(self._network.evaluations)

    def used(self) -> float:
        """What has been used since the start."""
        return self._now() - self._began
