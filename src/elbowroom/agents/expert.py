"""The expert: whole turns judged by the learned value network after the replies to them.

A search with learned weights finds candidates; each is judged after the replies of all opponents, and the
best are played on with shared luck, for as long as the budget lasts. Layouts are searched in the same way.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, Final

from elbowroom.agents.agent import Budget, Option
from elbowroom.agents.cached_plan import CachedPlan
from elbowroom.agents.look_ahead import look_ahead
from elbowroom.agents.options import MAX_OPTIONS, best_options
from elbowroom.agents.rollout import Met, QuickPlayer
from elbowroom.agents.turn_search import TurnPlan, search_turn
from elbowroom.agents.weights import network_of, shipped_weights
from elbowroom.agents.whole_turn import (
    ReplyJudge,
    choose_places,
    improve_layout,
    several_combos_first,
    whole_turns,
)
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
MAX_SEARCH_SHARE: Final = 0.4
"""The share of the budget within which the candidates of a turn are judged after the replies."""
LEAST_CANDIDATES: Final = 4
"""Replies are searched so little that at least so many candidates fit into that share."""
LAYOUT_SHARE: Final = 0.25
"""The share of the budget that is kept for where the tokens go."""
LAYOUT_SEARCH_SHARE: Final = 0.5
"""The share of that within which layouts are judged after the replies."""
EXPLAINED_SHARE: Final = 0.4
"""The share of the budget that is kept for what the options of an explanation promise."""
EXPLAINED_SAMPLES: Final = 8
"""Options that are explained are played on at most so often."""
SAMPLES: Final = 4
"""Candidates are played on at most so often before the budget is looked at again."""
MIN_COST: Final = 1e-7
"""No look ahead is taken to cost less of the budget than this."""
MIN_WORK: Final = 100
"""Of a search for turns, however small the budget is."""
FIRST_EVALUATIONS_PER_SECOND: Final = 100_000.0
"""A guess, until the machine has been measured."""


@dataclass(frozen=True)
class Thinking:
    """How the expert searches."""

    width: int = 8
    work: int = 2500
    candidates: int = 10
    """So many turns are judged after the replies."""
    reply_width: int = 4
    reply_work: int = 500
    layouts: int = 30
    """So many layouts of tokens are judged in a redeployment."""
    places: int = 16
    """So many answers are judged when a marker is placed or an ally named."""
    finalists: int = 6
    """So many turns are played on with shared luck."""
    turns: int = 3
    """With two players they are judged when so many more turns of the player have begun."""
    turns_of_many: int = 1
    """With more players: these play on so much longer between two turns of one of them."""
    final_layouts: int = 4
    """So many layouts of tokens are played on with shared luck."""
    ahead_work: int = 160
    slack: float = 0.5
    prior: float = 6.0
    """The lead after the replies counts as much as so many samples."""


class ExpertAgent:
    """Compares whole turns by what follows from them."""

    def __init__(
        self,
        seed: int,
        weights: Weights | None = None,
        budget: Budget = DEFAULT_BUDGET,
        thinking: Thinking | None = None,
    ) -> None:
        del seed  # the expert makes no random choices
        self._budget = budget
        self._thinking = thinking = thinking or Thinking()
        self._network = network_of(weights or shipped_weights())
        self._judge = ReplyJudge(self._network, thinking.reply_width, thinking.reply_work)
        self._player = QuickPlayer(self._network, work=thinking.ahead_work, slack=thinking.slack)
        self._plan = CachedPlan()
        self._meter = _Meter(self._network, budget)

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action: the next of the plan, or the first of a new one."""
        state, plan = game.state, self._plan
        if plan.start_turn(state):
            self._begin(state, budget or self._budget)
        self._meter.resume()
        bit = plan.next_bit(state)
        if bit is None:
            bit = plan.keep(state, self._best(state))
        self._meter.pause()
        return action_id(int(state.phase), bit)

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """The best few first actions, each with the lead it promises at the end."""
        of_turn = self._meter, self._judge.work
        self._begin(game.state, budget or self._budget)
        self._meter.resume()
        try:
            return self._explained(game)
        finally:
            self._meter, self._judge.work = of_turn

    def _begin(self, state: State, budget: Budget) -> None:
        """Begin to use a budget; a small one allows no long search for each of many replies."""
        self._meter = _Meter(self._network, budget)
        replies = LEAST_CANDIDATES * (int(state.setup.players) - 1)
        allowed = int(MAX_SEARCH_SHARE / (replies * self._meter.share_of(1)))
        self._judge.work = min(self._thinking.reply_work, max(MIN_WORK, allowed))

    def _explained(self, game: Game) -> list[Option]:
        state = game.state
        if state.phase not in TURN_DECISIONS:
            return best_options(game, [TurnPlan(state, self._best(state), 0.0)], self._network)
        plans = self._compared(state, 1.0 - EXPLAINED_SHARE)
        looks = int((1.0 - self._meter.used_share()) / (MAX_OPTIONS * self._cost_of_look(state)))
        samples = min(EXPLAINED_SAMPLES, max(0, looks))
        return best_options(game, plans, self._network, lambda plan: self._lead_ahead(state, plan, samples))

    def _best(self, state: State) -> list[int]:
        """The answers that are best from here: of the whole turn, or of one decision about tokens."""
        thinking, legal = self._thinking, int(state.legal)
        if legal & (legal - 1) == 0:
            return [legal.bit_length() - 1]
        if state.phase in TURN_DECISIONS:
            return self._compared(state, 1.0 - LAYOUT_SHARE)[0].bits
        if state.chooser() == state.seat:
            work = self._meter.evaluations_left()
            if state.phase == decisions.REDEPLOY:
                return self._best_layout(state, work).bits
            if state.phase in PLACINGS:
                return choose_places(state, self._judge, thinking.places, work)[0]
        return search_turn(state, self._network, thinking.width, thinking.work)[0].bits

    def _best_layout(self, state: State, work: int) -> TurnPlan:
        """Where the tokens go: found by the replies, and compared by what follows."""
        thinking = self._thinking
        searched = int(work * LAYOUT_SEARCH_SHARE) if _is_worth_a_look(state) else work
        layouts = improve_layout(state, self._judge, thinking.layouts, searched)
        if len(layouts) > 1 and _is_worth_a_look(state):
            layouts = self._halved(state, layouts, thinking.final_layouts, 1.0)
        return layouts[0]

    def _compared(self, state: State, until: float) -> list[TurnPlan]:
        """The candidate turns, best first, compared until this share of the budget is used."""
        thinking, meter = self._thinking, self._meter
        work = min(thinking.work, max(MIN_WORK, meter.evaluations_left() // 6))
        plans = several_combos_first(state, whole_turns(state, self._network, thinking.width, work))
        if len(plans) < 2:
            return plans
        compared: list[TurnPlan] = []
        for plan in plans[: thinking.candidates]:
            if compared and meter.used_share() > MAX_SEARCH_SHARE:
                break
            plan.value = self._judge.lead_of_turn(state, plan.bits)
            compared.append(plan)
        compared.sort(key=_value, reverse=True)
        if _is_worth_a_look(state):
            compared = self._halved(state, compared, thinking.finalists, until)
        return compared + plans[len(compared) :]

    def _halved(self, state: State, plans: list[TurnPlan], finalists: int, until: float) -> list[TurnPlan]:
        """The best turns, compared by what follows with the same luck for all; the worse half drops out.

        It goes on until this share of the budget is used; looks ahead that would take more are not begun.
        """
        thinking, meter = self._thinking, self._meter
        running, out = plans[:finalists], plans[finalists:]
        rounds = max(1, (len(running) - 1).bit_length())
        begun = meter.used_share()
        share = max(0.0, until - begun) / rounds
        key, seat, turns = int(digest_state(state, 7)), int(state.seat), self._turns_ahead(state)
        cost, done = self._cost_of_look(state), 0
        priors = {id(plan): plan.value for plan in running}
        sums, met = dict.fromkeys(priors, 0.0), {id(plan): Met() for plan in running}
        for number in range(rounds):
            limit = begun + (number + 1) * share
            while (count := min(SAMPLES, int((limit - meter.used_share()) / (cost * len(running))))) > 0:
                before = meter.used_share()
                for plan in running:
                    place = id(plan)
                    leads = look_ahead(
                        state, plan.bits, seat, self._player, key, done, count, turns, met[place]
                    )
                    sums[place] += fsum(leads)
                done += count
                cost = max(MIN_COST, (meter.used_share() - before) / (count * len(running)))
            for plan in running:
                plan.value = (thinking.prior * priors[id(plan)] + sums[id(plan)]) / (thinking.prior + done)
            running.sort(key=_value, reverse=True)
            half = (len(running) + 1) // 2
            running, out = running[:half], running[half:] + out
        return running + out

    def _cost_of_look(self, state: State) -> float:
        """The share of the budget that a first look ahead takes, about; later ones meet what is known."""
        turns = self._turns_ahead(state) * int(state.setup.players)
        return self._meter.share_of(turns * self._thinking.ahead_work // 2)

    def _turns_ahead(self, state: State) -> int:
        return self._thinking.turns if state.setup.players == 2 else self._thinking.turns_of_many

    def _lead_ahead(self, state: State, plan: TurnPlan, samples: int) -> float:
        """The lead that a turn promises, with the same luck and as many samples for all that are compared."""
        thinking, key = self._thinking, int(digest_state(state, 7))
        seat, turns = int(state.seat), self._turns_ahead(state)
        leads = look_ahead(state, plan.bits, seat, self._player, key, 0, samples, turns, Met())
        total = thinking.prior * self._judge.lead_of_turn(state, plan.bits) + fsum(leads)
        return total / (thinking.prior + samples)


def _is_worth_a_look(state: State) -> bool:
    """Whether much follows this turn: more than the last turns of a game of two."""
    return state.game_turn < state.setup.board.game_turns or state.setup.players > 2


def _value(plan: TurnPlan) -> float:
    return plan.value


class _Meter:
    """How much of the budget of a turn is used: seconds, or evaluations of the network."""

    def __init__(self, network: Network, budget: Budget) -> None:
        self._network = network
        self._is_timed = budget.work is None
        self._total = (budget.seconds or 1.0) * PLANNED_SHARE if budget.work is None else float(budget.work)
        self._used = 0.0
        self._since = 0.0
        self._evaluations_before = int(network.evaluations)

    def resume(self) -> None:
        """A decision begins."""
        self._since = self._now()

    def pause(self) -> None:
        """A decision is made."""
        self._used += self._now() - self._since

    def used_share(self) -> float:
        """The share of the budget that is used."""
        return (self._used + self._now() - self._since) / self._total

    def evaluations_left(self) -> int:
        """About how many evaluations of the network the rest of the budget allows."""
        return int(max(0.0, 1.0 - self.used_share()) / self.share_of(1))

    def share_of(self, evaluations: int) -> float:
        """The share of the budget that so many evaluations take, about."""
        if not self._is_timed:
            return evaluations / self._total
        seconds = self._used + self._now() - self._since
        done = int(self._network.evaluations) - self._evaluations_before
        is_measured = done > MIN_WORK and seconds > 0
        speed = done / seconds if is_measured else FIRST_EVALUATIONS_PER_SECOND
        return evaluations / speed / self._total

    def _now(self) -> float:
        return time.perf_counter() if self._is_timed else float(self._network.evaluations)
