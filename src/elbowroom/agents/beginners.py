"""Scripted beginners: three ways in which people play their first game, to measure a gentle level by.

They know the rules and one habit each, and think about nothing else: no search, no value, no look ahead.
Nobody chooses them as an opponent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.agents.greedy import free_tokens
from elbowroom.agents.turn_search import fill_column
from elbowroom.engine import conquest, decisions, turn
from elbowroom.engine.actions import action_id
from elbowroom.engine.chance import Generator
from elbowroom.rules.bits import bits_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.agents.agent import Budget, Option
    from elbowroom.engine.game import Game
    from elbowroom.engine.state import State


class ThriftyBeginner:
    """Takes the combo on top and the cheapest regions, trusts no die, stays until it can take nothing.

    The other beginners are this one with other habits.
    """

    trusts_the_die = False

    def __init__(self, seed: int) -> None:
        self._generator = Generator(seed)

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action."""
        del budget
        state = game.state
        return action_id(int(state.phase), self._bit(state))

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """Nothing: a beginner has no reasons."""
        del game, budget
        return []

    def _bit(self, state: State) -> int:
        phase, answers = int(state.phase), bits_of(int(state.legal))
        if phase == decisions.PICK:
            return self._combo(state, answers)
        if phase in (decisions.READY, decisions.RETIRE):
            is_declining = decisions.DECLINE in answers and self._wants_to_decline(state)
            return decisions.DECLINE if is_declining else decisions.DONE
        if phase == decisions.CONQUER:
            return self._conquest(state, answers)
        if phase in (decisions.REDEPLOY, decisions.WITHDRAW):
            return self._place_token(state, answers)
        return self._any([bit for bit in answers if bit != decisions.DONE] or answers)

    def _conquest(self, state: State, answers: Sequence[int]) -> int:
        """A region for the tokens in hand; else a special attack; else a try with the die; else the end."""
        affordable = affordable_regions(state)
        if affordable:
            return self._region(state, affordable)
        for answer in (decisions.WITH_DRAGON, decisions.BY_SUBSTITUTION, decisions.ROLL):
            if answer in answers:
                return answer
        others = [bit for bit in answers if bit < decisions.DONE and not _is_own(state, bit)]
        return self._cheapest(state, others) if others and self.trusts_the_die else decisions.DONE

    def _any(self, answers: Sequence[int]) -> int:
        return answers[int(self._generator.below(len(answers)))]

    def _cheapest(self, state: State, regions: Sequence[int]) -> int:
        price = min(conquest.price(state, region) for region in regions)
        return self._any([region for region in regions if conquest.price(state, region) == price])

    def _combo(self, state: State, slots: Sequence[int]) -> int:
        del state
        return slots[0]

    def _region(self, state: State, affordable: Sequence[int]) -> int:
        return self._cheapest(state, affordable)

    def _wants_to_decline(self, state: State) -> bool:
        """Whether there would be nothing to take."""
        trial = state.clone()
        turn.apply(trial, decisions.DONE)
        fill_column(trial)
        return trial.phase != decisions.CONQUER or not affordable_regions(trial)

    def _place_token(self, state: State, regions: Sequence[int]) -> int:
        """The first region that has less than its share."""
        tokens = sum(int(state.tokens[region]) for region in regions) + int(state.left)
        return next(region for region in regions if state.tokens[region] * len(regions) < tokens)


class ScatteredBeginner(ThriftyBeginner):
    """Takes the combo with the most tokens and any region; stays until it has no token left to move."""

    trusts_the_die = True

    def _combo(self, state: State, slots: Sequence[int]) -> int:
        return max(slots, key=lambda slot: _tokens_of_combo(state, slot))

    def _region(self, state: State, affordable: Sequence[int]) -> int:
        del state
        return self._any(affordable)

    def _wants_to_decline(self, state: State) -> bool:
        return free_tokens(state, int(state.active[state.seat])) == 0


class QuarrelsomeBeginner(ScatteredBeginner):
    """Takes the combo with the most coins on it, attacks whoever holds the most regions, piles tokens up."""

    def _combo(self, state: State, slots: Sequence[int]) -> int:
        return max(slots, key=lambda slot: int(state.column_coins[slot]))

    def _region(self, state: State, affordable: Sequence[int]) -> int:
        others = [seat for seat in range(int(state.setup.players)) if seat != state.seat]
        for seat in sorted(others, key=lambda seat: -int(state.held_by(seat)).bit_count()):
            theirs = [region for region in affordable if int(state.held_by(seat)) >> region & 1]
            if theirs:
                return self._any(theirs)
        return self._any(affordable)

    def _place_token(self, state: State, regions: Sequence[int]) -> int:
        return max(regions, key=lambda region: int(state.tokens[region]))


def affordable_regions(state: State) -> list[int]:
    """The regions that the tokens in hand can take without the die; one's own are left alone."""
    hand = int(state.hand[state.race])
    return [
        region
        for region in bits_of(int(state.legal) & decisions.REGION_MASK)
        if conquest.price(state, region) <= hand and not _is_own(state, region)
    ]


def _is_own(state: State, region: int) -> bool:
    return bool(int(state.held_by(state.seat)) >> region & 1)


def _tokens_of_combo(state: State, slot: int) -> int:
    combo = int(state.column[slot])
    return int(state.setup.combo(combo >> 6, combo & 63, False).tokens)
