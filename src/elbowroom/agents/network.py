"""The value network: a small multilayer perceptron from features to the coins that players will still win.

A network of the first kind looks at each player alone; one of the second kind reads the features of the
others as well, through weights of their own.
"""

from __future__ import annotations

from math import exp, fsum
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from elbowroom.agents.features import FEATURE_COUNT, FIRST_FEATURE_COUNT, write_features
from elbowroom.engine import decisions
from elbowroom.rules.bits import vec
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS

if TYPE_CHECKING:
    from elbowroom.engine.state import State

STAGES: Final = 10
"""So many numbers of game turns that are left are told apart, from 0 on."""


BLOCK: Final = 8
"""So many columns are multiplied at once, with their sums in local variables."""


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
        spreads: list[list[float]],
    ) -> None:
        """Weights from features to hidden units, row by row (`first`), and from those to the output.

        `others`: weights from the mean features of the other players to the hidden units; may be empty.
        `spreads`: for 2, 3, ... players, by game turns that are left, by how many coins predictions differ
        from what happens.
        """
        self.hidden: i64 = hidden
        self.sees_others: bool = len(others) > 0
        self.features: i64 = FEATURE_COUNT if self.sees_others else FIRST_FEATURE_COUNT
        parts = [first, others] if self.sees_others else [first]
        columns = len(parts) * hidden
        padded = (columns + BLOCK - 1) // BLOCK * BLOCK
        self.columns: i64 = padded
        """For each hidden unit what it gets from a player's own features, then what those of others get."""
        rows = [
            [weight for part in parts for weight in part[row * hidden : (row + 1) * hidden]]
            + [0.0] * (padded - columns)
            for row in range(len(first) // hidden)
        ]
        self._matrix: vec[float] = vec[float](
            [
                weight
                for block in range(0, padded, BLOCK)
                for row in rows
                for weight in row[block : block + BLOCK]
            ]
        )
        """The weights, one block of columns after the other."""
        self._bias: vec[float] = vec[float](bias + [0.0] * (padded - hidden))
        self._second: vec[float] = vec[float](second)
        self._offset: float = offset
        self._inputs: vec[float] = vec[float]([0.0] * FEATURE_COUNT)
        self._places: vec[i64] = vec[i64]([i64(0)] * FEATURE_COUNT)
        """The features that are not 0."""
        self._values: vec[float] = vec[float]([0.0] * FEATURE_COUNT)
        self._sums: vec[float] = vec[float]([0.0] * (padded * MAX_PLAYERS))
        """By seat: the features multiplied by the weights."""
        self._final: vec[float] = vec[float]([0.0] * MAX_PLAYERS)
        self._spreads: list[list[float]] = spreads
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
        left = int(state.setup.board.game_turns - state.game_turn)
        spread = self._spreads[len(finals) - MIN_PLAYERS][min(left, STAGES - 1)]
        most = max(finals)
        weights = [exp((coins - most) / spread) for coins in finals]
        total = fsum(weights)
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
        players, final = state.setup.players, self._final
        seat: i64 = 0
        if state.phase == decisions.OVER:
            while seat < players:
                final[seat] = float(state.coins[seat])
                seat += 1
            return
        while seat < players:
            write_features(state, seat, self._inputs, self.features)
            self._multiply(seat * self.columns)
            seat += 1
        seat = 0
        while seat < players:
            final[seat] = float(state.coins[seat]) + self._coming_coins(seat, players)
            seat += 1

    def _coming_coins(self, seat: i64, players: i64) -> float:
        """What a player will still win, when the features of all players are multiplied."""
        sums, second, hidden, columns = self._sums, self._second, self.hidden, self.columns
        row = seat * columns
        coins = self._offset
        j: i64 = 0
        if not self.sees_others:
            while j < hidden:
                unit = sums[row + j]
                if unit > 0.0:
                    coins += unit * second[j]
                j += 1
            return coins
        share = 1.0 / float(players - 1)
        while j < hidden:
            rest = 0.0
            at = hidden + j
            other: i64 = 0
            while other < players:
                if other != seat:
                    rest += sums[at]
                at += columns
                other += 1
            unit = sums[row + j] + rest * share
            if unit > 0.0:
                coins += unit * second[j]
            j += 1
        return coins

    def _multiply(self, row: i64) -> None:
        """Multiply the features of a player by the weights, into the sums from this row on."""
        inputs, places, values = self._inputs, self._places, self._values
        matrix, bias, sums = self._matrix, self._bias, self._sums
        features, columns = self.features, self.columns
        count: i64 = 0
        i: i64 = 0
        while i < features:
            x = inputs[i]
            if x != 0.0:
                places[count] = i * BLOCK
                values[count] = x
                count += 1
            i += 1
        block: i64 = 0
        while block < columns:
            base = block * features
            s0, s1, s2, s3 = bias[block], bias[block + 1], bias[block + 2], bias[block + 3]
            s4, s5, s6, s7 = bias[block + 4], bias[block + 5], bias[block + 6], bias[block + 7]
            i = 0
            while i < count:
                x = values[i]
                at = base + places[i]
                s0 += x * matrix[at]
                s1 += x * matrix[at + 1]
                s2 += x * matrix[at + 2]
                s3 += x * matrix[at + 3]
                s4 += x * matrix[at + 4]
                s5 += x * matrix[at + 5]
                s6 += x * matrix[at + 6]
                s7 += x * matrix[at + 7]
                i += 1
            at = row + block
            sums[at] = s0
            sums[at + 1] = s1
            sums[at + 2] = s2
            sums[at + 3] = s3
            sums[at + 4] = s4
            sums[at + 5] = s5
            sums[at + 6] = s6
            sums[at + 7] = s7
            block += BLOCK
