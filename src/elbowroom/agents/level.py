"""The levels easy, normal and hard: one strong judgement, with errors like a person's.

Whole turns are judged by the value network as the expert judges them, though less searched. Then a player of
a level errs: they overlook regions, choose among the judged turns with a temperature, and decline late.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elbowroom.agents.agent import Budget
from elbowroom.agents.cached_plan import CachedPlan, until_chance
from elbowroom.agents.expert import TURN_DECISIONS, ExpertAgent
from elbowroom.agents.options import without_needless_abandoning
from elbowroom.agents.turn_search import TurnPlan, finish_turn, search_turn
from elbowroom.agents.weights import network_of, shipped_weights
from elbowroom.agents.whole_turn import ReplyJudge, several_combos_first, whole_turns
from elbowroom.engine import decisions, turn
from elbowroom.engine.actions import action_id
from elbowroom.engine.chance import Generator
from elbowroom.rules.content import digest

if TYPE_CHECKING:
    from elbowroom.agents.agent import Option
    from elbowroom.agents.network import Network
    from elbowroom.agents.weights import Weights
    from elbowroom.engine.game import Game
    from elbowroom.engine.state import State

BEAM_WIDTH: Final = 6
MAX_PLANS: Final = 16
"""So many of the best turns are chosen among."""
REPLY_WIDTH: Final = 3
REPLY_WORK: Final = 160
ADVICE: Final = Budget(work=40_000)
"""How much is thought about advice."""


@dataclass(frozen=True)
class Errors:
    """How a level errs, and how much it searches: the numbers that were tuned (docs/strength.md)."""

    temperature: float = 0.0
    """In coins: of two turns, one that is worth so much less is chosen about every fourth time (1 to e)."""
    overlooked_percent: int = 0
    """How likely each region is overlooked for a whole turn."""
    late_decline: float = 0.0
    """Coins that declining must promise beyond going on."""
    work: int = 500
    """How many positions are judged to find the turns of one decision."""
    replies: int = 0
    """So many of the best turns are judged after the replies of all opponents."""


EASY: Final = Errors(temperature=5.3, overlooked_percent=10, late_decline=2.0)
NORMAL: Final = Errors(temperature=2.8, overlooked_percent=6, late_decline=1.5)
HARD: Final = Errors(temperature=1.8, overlooked_percent=3, late_decline=1.0, replies=6)


class LevelAgent:
    """Judges like the expert, and errs like a person."""

    def __init__(self, seed: int, errors: Errors, weights: Weights | None = None) -> None:
        self._seed = seed
        self._errors = errors
        self._network = network_of(weights or shipped_weights())
        self._judge = ReplyJudge(self._network, REPLY_WIDTH, REPLY_WORK)
        self._plan = CachedPlan()

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action: the next of the plan, or the first of a new one."""
        del budget  # it thinks as much as its level does, which is little
        state, plan = game.state, self._plan
        plan.start_turn(state)
        bit = plan.next_bit(state)
        if bit is None:
            bit = plan.keep(state, until_chance(state, self._bits(state)))
        return action_id(int(state.phase), bit)

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """The best few first actions by the expert's judgement: advice has no errors."""
        return ExpertAgent(self._seed).explain(game, budget or ADVICE)

    def _bits(self, state: State) -> list[int]:
        """The answers to this decision and to those that follow from it."""
        if state.phase == decisions.RETIRE:
            return [retire_late(state, self._network, self._errors.late_decline)]
        if state.phase not in TURN_DECISIONS:
            return search_turn(state, self._network, BEAM_WIDTH, 1)[0].bits
        plans = self._judged(state, self.overlooked(state))
        for plan in plans:
            if state.phase == decisions.READY and plan.bits[0] == decisions.DECLINE:
                plan.value -= self._errors.late_decline
        return self.chosen(state, plans).bits

    def _judged(self, state: State, overlooked: int) -> list[TurnPlan]:
        """The best turns among which it chooses, best first."""
        plans = whole_turns(state, self._network, BEAM_WIDTH, self._errors.work, overlooked)
        plans = several_combos_first(state, without_needless_abandoning(state, plans))[:MAX_PLANS]
        if self._errors.replies:
            plans = plans[: self._errors.replies]
            for plan in plans:
                plan.value = self._judge.lead_of_turn(state, plan.bits)
            plans.sort(key=lambda plan: plan.value, reverse=True)
        return plans

    def chosen(self, state: State, plans: list[TurnPlan]) -> TurnPlan:
        """One of the plans: the best one, or with a temperature one that is hardly worse."""
        temperature = self._errors.temperature
        if not temperature:
            return max(plans, key=lambda plan: plan.value)
        return max(plans, key=lambda plan: plan.value + temperature * self._fancy(state, plan))

    def _fancy(self, state: State, plan: TurnPlan) -> float:
        """How much this player fancies a plan, whatever it is worth; by how it ends, so for a whole turn.

        These are Gumbel's numbers: with them the greatest sum is drawn by lot, with odds as in `Errors`.
        """
        end_state = plan.state
        held, hand = end_state.held_by(state.seat), end_state.hand[end_state.race]
        end = f"{end_state.race} {held} {hand} {plan.bits[-1]}"
        generator = Generator(int(digest(f"{self._seed} {state.game_turn} {state.seat} {end}"), 16))
        return -math.log(-math.log((float(generator.below(1_000_000)) + 0.5) / 1_000_000))

    def overlooked(self, state: State) -> int:
        """The regions that are overlooked in this turn, whatever happens in it."""
        if not self._errors.overlooked_percent:
            return 0
        races = [int(race) for seat, race in enumerate(state.active) if seat != state.seat]
        generator = Generator(int(digest(f"{self._seed} {state.game_turn} {state.seat} {races}"), 16))
        mask = 0
        for region in range(int(state.setup.board.size)):
            if generator.below(100) < self._errors.overlooked_percent:
                mask |= 1 << region
        return mask


def retire_late(state: State, network: Network, late_decline: float) -> int:
    """Decline after scoring if that promises so much more than staying active does."""
    leads: list[float] = []
    for bit in (decisions.DONE, decisions.DECLINE):
        after = state.clone()
        turn.apply(after, bit)
        finish_turn(after, state.seat, network)
        leads.append(network.expected_lead(after, state.seat))
    stay, decline = leads
    return decisions.DECLINE if decline - late_decline > stay else decisions.DONE
