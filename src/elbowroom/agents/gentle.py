"""The gentle agent: an opponent for somebody's first games, who makes the mistakes that people make.

It judges combos and declines by the value network, as the other levels do, but looks for coins at once on
the map and takes one region after the other without a plan for the turn: it often overlooks the best one,
declines late, and does not gang up on anybody. It is never silly: it does not stop while a coin costs
nothing, and it does not attack what it cannot hold. What it overlooks depends on its seed and the position,
and on nothing that it would have to remember from earlier turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from elbowroom.agents.cached_plan import CachedPlan
from elbowroom.agents.greedy import (
    BEAM_WIDTH,
    COINS_NOW,
    SEARCH_WORK,
    GreedyAgent,
    free_tokens,
)
from elbowroom.agents.level import retire_late
from elbowroom.agents.turn_search import (
    TurnPlan,
    final_attempts,
    finish_turn,
    lead_if_ended,
    next_conquests,
    search_turn,
)
from elbowroom.agents.weights import network_of, shipped_weights
from elbowroom.engine import conquest, decisions
from elbowroom.engine.actions import action_id
from elbowroom.engine.chance import Generator
from elbowroom.rules.content import digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.agents.agent import Budget, Option
    from elbowroom.engine.game import Game
    from elbowroom.engine.state import State

    Attacks = dict[int, int]
    """Regions that were taken from active races this turn, each with the seat that it was taken from."""

Item = TypeVar("Item")


class Weakness(NamedTuple):
    """How weak it plays: the numbers that were tuned (docs/strength.md)."""

    overlooked_percent: int
    """How likely it overlooks the best combo or region that it could take; then the next best, and so on."""
    late_decline: float
    """Coins that declining must promise beyond going on."""


WITH_TWO_PLAYERS: Final = Weakness(overlooked_percent=77, late_decline=5.0)
WITH_MORE_PLAYERS: Final = Weakness(overlooked_percent=48, late_decline=6.0)
"""Several must be weaker than a single one: whoever wins against them has to beat all of them."""


class GentleAgent:
    """Takes one region after the other, with oversights."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._coins_now = network_of(COINS_NOW)
        self._judgement = network_of(shipped_weights())
        self._plan = CachedPlan()

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action: the next of the plan, or the first of a new one."""
        del budget
        state, plan = game.state, self._plan
        plan.start_turn(state)
        bit = plan.next_bit(state)
        if bit is None:
            bit = plan.keep(state, self._bits(game))
        return action_id(int(state.phase), bit)

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """The turns that pay most at once; advice overlooks nothing."""
        return GreedyAgent(self._seed).explain(game, budget)

    def _bits(self, game: Game) -> list[int]:
        """The answers to this decision and to those that follow from it."""
        state = game.state
        weakness = weakness_of(state)
        if state.phase == decisions.RETIRE:
            return [retire_late(state, self._judgement, weakness.late_decline)]
        if state.phase == decisions.CONQUER:
            return self._conquests(state, self._generator(game))
        plans = search_turn(state, self._judgement, BEAM_WIDTH, SEARCH_WORK)
        if state.phase == decisions.READY:
            return [ready_late(plans, weakness.late_decline)]
        if state.phase == decisions.PICK:
            combos = list(dict.fromkeys(plan.bits[0] for plan in plans))
            return [notice(combos, weakness, self._generator(game))]
        return plans[0].bits[:1]

    def _generator(self, game: Game) -> Generator:
        return Generator(int(digest(f"{self._seed} {game.text_for(game.to_move)}"), 16))

    def _conquests(self, state: State, generator: Generator) -> list[int]:
        """One region after the other as long as one of them pays, then what the die may bring."""
        plan, attacks = self._one_after_the_other(state, generator)
        if attacks and self._paying_conquests(plan, {}, generator, is_peaceful=True):
            # Tokens would stand guard over what was taken while free land pays: leave the others alone.
            plan, _ = self._one_after_the_other(state, generator, is_peaceful=True)
        return self._final_attempt(plan) or [*plan.bits, decisions.DONE]

    def _one_after_the_other(
        self, state: State, generator: Generator, *, is_peaceful: bool = False
    ) -> tuple[TurnPlan, Attacks]:
        """The conquests of a turn as long as one of them pays, and which of them are attacks."""
        plan = TurnPlan(state.clone(), [], lead_if_ended(state, state.seat, self._coins_now))
        attacks: Attacks = {}
        while options := self._paying_conquests(plan, attacks, generator, is_peaceful=is_peaceful):
            taken = notice(options, weakness_of(state), generator)
            attacks |= attack_on(plan.state, taken.bits[-1])
            plan = taken
        return plan, attacks

    def _paying_conquests(
        self, plan: TurnPlan, attacks: Attacks, generator: Generator, *, is_peaceful: bool
    ) -> list[TurnPlan]:
        """The conquests that bring coins this turn; those with the most coins for a token first."""
        before, seat = plan.state, int(plan.state.seat)
        options: list[tuple[float, int, TurnPlan]] = []
        for option in next_conquests(plan):
            attack = attack_on(before, option.bits[-1])
            if (attack and is_peaceful) or not all(may_attack(before, victim) for victim in attack.values()):
                continue
            end = option.state.clone()
            finish_turn(end, seat, self._coins_now)
            option.value = self._coins_now.expected_lead(end, seat)
            coins = round(option.value - plan.value)
            if coins > 0 and can_hold(end, seat, attacks | attack):
                price = int(before.hand[before.race] - option.state.hand[before.race])
                options.append((coins / max(1, price), int(generator.word()), option))
        return [option for *_, option in sorted(options, key=lambda entry: entry[:2], reverse=True)]

    def _final_attempt(self, plan: TurnPlan) -> list[int]:
        """The plan with a roll of the die; nothing if that cannot pay."""
        state = plan.state
        if state.attacked:  # what was taken from somebody must be held with the tokens that are left
            return []
        limit = self._coins_now.evaluations + SEARCH_WORK
        attempts = [
            attempt
            for attempt in final_attempts(plan, state.seat, self._coins_now, limit)
            if attempt.value > plan.value and not attack_on(state, attempt.bits[-1])
        ]
        return max(attempts, key=lambda attempt: attempt.value).bits if attempts else []


def weakness_of(state: State) -> Weakness:
    """How weak it plays in this game."""
    return WITH_TWO_PLAYERS if state.setup.players == 2 else WITH_MORE_PLAYERS


def notice(items: Sequence[Item], weakness: Weakness, generator: Generator) -> Item:
    """The first of these, best first, that is not overlooked; the last one if all others are."""
    for item in items[:-1]:
        if generator.below(100) >= weakness.overlooked_percent:
            return item
    return items[-1]


def ready_late(plans: Sequence[TurnPlan], late_decline: float) -> int:
    """Decline at the start of a turn if its plans promise so much more for that than for going on."""
    declining = [plan.value for plan in plans if plan.bits[0] == decisions.DECLINE]
    staying = [plan.value for plan in plans if plan.bits[0] == decisions.DONE]
    is_late = bool(declining) and max(declining) - late_decline > max(staying)
    return decisions.DECLINE if is_late else decisions.DONE


def attack_on(state: State, region: int) -> Attacks:
    """Taking this region as an attack on an opponent's active race; nothing if it is none."""
    holder = state.holder(region) if region < decisions.DONE else -1
    if holder < 0 or state.is_declined(holder) or state.owner[holder] == state.seat:
        return {}
    return {region: int(state.owner[holder])}


def may_attack(state: State, victim: int) -> bool:
    """Whether it would be fair to attack this opponent: one region a turn, by the active race."""
    return state.race == state.active[state.seat] and not state.attacked >> victim & 1


def can_hold(end: State, seat: int, attacks: Attacks) -> bool:
    """Whether the player keeps what was taken from active races, judged at the end of the turn.

    It must still be held, and cost its former owner more than the tokens they will have free. Discounts, the
    die and new races are not foreseen.
    """
    held = int(end.held_by(seat))
    return all(
        held >> region & 1 and free_tokens(end, int(end.active[victim])) < conquest.defended_cost(end, region)
        for region, victim in attacks.items()
    )
