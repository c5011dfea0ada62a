"""The planner: searches whole turns and judges where they lead by a tuned value function."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from elbowroom.agents.agent import Budget, Option
from elbowroom.agents.answer import endings
from elbowroom.agents.plan import Line, lines, reveal
from elbowroom.agents.reasons import OPENERS, reasons_for
from elbowroom.agents.weights import network_of, tuned_weights
from elbowroom.engine import phases, turn
from elbowroom.engine.actions import action_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.agents.network import Network
    from elbowroom.agents.weights import Weights
    from elbowroom.engine.game import Game

DEFAULT: Final = Budget(work=1200)
WIDTH: Final = 6
LEAST_WORK: Final = 60
OPTIONS: Final = 4
"""So many options are explained."""
CONTINUED: Final = 1500
"""The work that goes into the rest of the turn after each of them."""
CAUTION: Final = 0.5
"""How much of the time it has an agent plans to use: a plan is made of a few searches."""


class PlannerAgent:
    """Plays the best turn it finds within its budget."""

    def __init__(self, seed: int, weights: Weights | None = None, budget: Budget = DEFAULT) -> None:
        """The planner decides without chance of its own, so the seed does not matter."""
        del seed
        self._network = network_of(weights or tuned_weights())
        self._budget = budget
        self._planned: list[tuple[int, int]] = []
        self._turn = (-1, -1)
        self._pace = 30_000.0
        """Evaluations a second, as far as known."""

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action: the next of the plan, or the first of a new one."""
        state = game.state
        now = (int(state.game_turn), int(state.seat))
        if now != self._turn:
            self._turn, self._planned = now, []
        if self._planned:
            phase, bit = self._planned.pop(0)
            if phase == state.phase and int(state.legal) >> bit & 1:
                return action_id(phase, bit)
            self._planned = []
        best = self._lines(game, budget or self._budget)[0]
        self._planned = with_phases(game, best.actions)[1:]
        return action_id(int(state.phase), best.actions[0])

    def _lines(self, game: Game, budget: Budget) -> list[Line]:
        work = budget.work
        if work is None:
            work = int((budget.seconds or 1.0) * CAUTION * self._pace)
        before, began = int(self._network.evaluations), time.perf_counter()
        found = lines(game.state, self._network, WIDTH, max(work, LEAST_WORK))
        done, seconds = int(self._network.evaluations) - before, time.perf_counter() - began
        if done >= LEAST_WORK:
            self._pace += 0.3 * (done / seconds - self._pace)
        return found

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """The best few first actions, each with the lead it promises at the end."""
        return options_of(game, self._lines(game, budget or self._budget), self._network)


def options_of(
    game: Game, found: list[Line], network: Network, judge: Callable[[Line], float] | None = None
) -> list[Option]:
    """The first actions of the best lines, each once, played on as well as it can be, best first."""
    firsts: dict[int, Line] = {}
    for line in found:
        if line.actions[0] not in firsts and len(firsts) < OPTIONS:
            firsts[line.actions[0]] = line
    better = [_continued(game, line, network, judge) for line in firsts.values()]
    return [
        _option(game, line, network) for line in sorted(better, key=lambda line: line.value, reverse=True)
    ]


def _continued(game: Game, line: Line, network: Network, judge: Callable[[Line], float] | None) -> Line:
    """The line, or a better one that begins alike.

    A search for the best turn follows each set of regions in one order only, so that lines which begin
    otherwise end early; as advice each of them is played to its end.
    """
    state = game.state.clone()
    first = line.actions[: 2 if line.actions[0] in OPENERS and state.phase == phases.CONQUER else 1]
    for bit in first:
        turn.apply(state, bit)
        reveal(state)
    found = [line]
    if state.phase == phases.CONQUER and state.seat == game.state.seat:
        best = lines(state, network, WIDTH, CONTINUED)[0]
        found.append(Line(best.state, [*first, *best.actions], best.value))
    if judge is not None:  # all of them by the same measure, or the differences would mean nothing
        for each in found:
            each.value = judge(each)
    return max(found, key=lambda each: each.value)


def _option(game: Game, line: Line, network: Network) -> Option:
    """What a line brings by the end of the turn, and why it is worth it."""
    seat = int(game.state.chooser())
    before = int(game.state.coins[seat])
    found = endings(game.state, line.actions, network, WIDTH, LEAST_WORK)
    coins = round(sum((int(after.coins[seat]) - before) * chance for after, chance in found))
    likeliest, _ = max(found, key=lambda ending: ending[1])
    reasons = reasons_for(game, line.actions, likeliest, coins)
    action = action_id(int(game.state.phase), line.actions[0])
    return Option(action, game.text_of(action), coins, round(line.value, 1), reasons)


def with_phases(game: Game, bits: list[int]) -> list[tuple[int, int]]:
    """The planned answers, each with the decision it answers; chance in between is passed over."""
    trial, found = game.clone(), []
    for bit in bits:
        while trial.state.phase in (phases.BANNER, phases.BADGE):
            trial.apply(trial.legal()[0])
        found.append((int(trial.state.phase), bit))
        trial.apply(action_id(int(trial.state.phase), bit))
    return found
