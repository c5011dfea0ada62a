"""The value network: a small multilayer perceptron from features to the coins that players will still win.

A network of the first kind looks at each player alone; one of the second kind reads the features of the others
as well, through weights of their own.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from elbowroom.agents.features import FEATURE_COUNT, FIRST_FEATURE_COUNT, turns_left, write_features
from elbowroom.engine import decisions
from elbowroom.rules.bits import vec
from elbowroom.rules.terms import MAX_PLAYERS

if TYPE_CHECKING:
    from elbowroom.engine.state import State

SPREAD_AT_END: Final = 1.5
SPREAD_OF_TURN: Final = 0.55
"""How uncertain predicted coins are, at the end and more for each turn that is left; as `Network.spread`."""


@final
class Network:
    """One hidden layer; its weights are learned by `elbowroom train`."""

    def __init__(
        self,
        hidden: int,
        first: list[float],
        bias: list[float],
        second: list[float],
        offset: float,
        others: list[float],
    ) -> None:
        """Weights from features to hidden units, row by row (`first`), and from those to the output.

        `others`: weights from the mean features of the other players to the hidden units; may be empty.
        """
        self.hidden: i64 = hidden
        self.sees_others: bool = len(others) > 0
        self.features: i64 = FEATURE_COUNT if self.sees_others else FIRST_FEATURE_COUNT
        self._first: vec[float] = vec[float](first)
        self._others: vec[float] = vec[float](others)
        self._bias: vec[float] = vec[float](bias)
        self._second: vec[float] = vec[float](second)
        self._offset: float = offset
        self._inputs: vec[float] = vec[float]([0.0] * FEATURE_COUNT)
        self._units: vec[float] = vec[float]([0.0] * (hidden * MAX_PLAYERS))
        """By seat: what the hidden units get from the player's own features."""
        self._shares: vec[float] = vec[float]([0.0] * (hidden * MAX_PLAYERS))
        """By seat: what the units of others get from the features of this player."""
        self._total: vec[float] = vec[float]([0.0] * hidden)
        self._final: vec[float] = vec[float]([0.0] * MAX_PLAYERS)
        self.evaluations: i64 = 0

    def coming_coins(self, state: State, seat: i64) -> float:
        """The coins the player will win from here to the end."""
        self._predict(state)
        return self._final[seat] - float(state.coins[seat])

    def final_coins(self, state: State) -> list[float]:
        """The coins that each player will have at the end."""
        self._predict(state)
        return [self._final[seat] for seat in range(state.setup.players)]

    def win_chances(self, state: State) -> list[float]:
        """The chance of each player to win, from the coins that they will have and how sure these are."""
        finals = self.final_coins(state)
        spread = SPREAD_AT_END + SPREAD_OF_TURN * float(turns_left(state, state.seat))
        most = max(finals)
        weights = [exp((coins - most) / spread) for coins in finals]
        total = sum(weights)
        return [weight / total for weight in weights]

    def expected_lead(self, state: State, seat: i64) -> float:
        """By how many coins the player will end ahead of the others, of whom the best counts double."""
        self.evaluations += 1
        self._predict(state)
        players = state.setup.players
        best = -1000.0
        rest = 0.0
        other: i64 = 0
        while other < players:
            if other != seat:
                coins = self._final[other]
                rest += coins
                if coins > best:
                    best = coins
            other += 1
        return self._final[seat] - (best + rest) / float(players)

    def _predict(self, state: State) -> None:
        """Fill in the coins that each player will have at the end."""
        players, hidden, final = state.setup.players, self.hidden, self._final
        seat: i64 = 0
        if state.phase == decisions.OVER:
            while seat < players:
                final[seat] = float(state.coins[seat])
                seat += 1
            return
        units, shares, total, second = self._units, self._shares, self._total, self._second
        j: i64 = 0
        if self.sees_others:
            while j < hidden:
                total[j] = 0.0
                j += 1
        while seat < players:
            write_features(state, seat, self._inputs, self.features)
            self._add_features(seat * hidden)
            seat += 1
        others = 1.0 / float(players - 1)
        seat = 0
        while seat < players:
            row = seat * hidden
            coins = self._offset
            j = 0
            while j < hidden:
                unit = units[row + j]
                if self.sees_others:
                    unit += (total[j] - shares[row + j]) * others
                if unit > 0.0:
                    coins += unit * second[j]
                j += 1
            final[seat] = float(state.coins[seat]) + coins
            seat += 1

    def _add_features(self, row: i64) -> None:
        """Multiply the features of a player by the weights; their units begin in this row."""
        hidden, inputs, units, first = self.hidden, self._inputs, self._units, self._first
        shares, others, total = self._shares, self._others, self._total
        sees_others = self.sees_others
        j: i64 = 0
        while j < hidden:
            units[row + j] = self._bias[j]
            if sees_others:
                shares[row + j] = 0.0
            j += 1
        i: i64 = 0
        while i < self.features:
            x = inputs[i]
            if x != 0.0:
                at = i * hidden
                j = 0
                while j < hidden:
                    units[row + j] += x * first[at + j]
                    j += 1
                if sees_others:
                    j = 0
                    while j < hidden:
                        shares[row + j] += x * others[at + j]
                        j += 1
            i += 1
        if sees_others:
            j = 0
            while j < hidden:
                total[j] += shares[row + j]
                j += 1
