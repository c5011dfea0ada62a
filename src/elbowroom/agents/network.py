"""The value network: a small multilayer perceptron from features to the coins that players will still win.

A network of the first kind looks at each player alone; one of the second kind reads the features of the
others as well, through weights of their own.
"""

from __future__ import annotations

from math import exp, fsum, log
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from elbowroom.agents.features import FEATURE_COUNT, FIRST_FEATURE_COUNT, feature_scales, write_features
from elbowroom.engine import decisions
from elbowroom.rules.bits import vec
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS

if TYPE_CHECKING:
    from elbowroom.engine.state import State

STAGES: Final = 10
"""So many numbers of game turns that are left are told apart, from 0 on."""


BLOCK: Final = 8
"""So many columns are multiplied at once, with their sums in local variables."""
GRAIN: Final = 2.0**-28
"""Weights are multiples of this, so that sums of whole multiples of them are exact."""
ROUNDING: Final = 1.5 * 2.0**32
"""Added and taken away again, it leaves a multiple of 2 ** -20: logarithms differ a little by machine."""


def _exact(weight: float) -> float:
    return float(round(weight / GRAIN)) * GRAIN


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
        rows: list[float] = []
        for row, scale in enumerate(feature_scales()[: int(self.features)]):
            for part in parts:
                rows += [_exact(weight / scale) for weight in part[row * hidden : (row + 1) * hidden]]
            rows += [0.0] * (padded - columns)
        self._matrix: vec[float] = vec[float](rows)
        """The weights of one feature after the other."""
        self._second: vec[float] = vec[float](second)
        self._offset: float = offset
        self._inputs: vec[float] = vec[float]([0.0] * FEATURE_COUNT)
        self._known: vec[float] = vec[float]([0.0] * (FEATURE_COUNT * MAX_PLAYERS))
        """By seat: the features that have been multiplied last."""
        self._places: vec[i64] = vec[i64]([i64(0)] * FEATURE_COUNT)
        """Where the weights of those that have changed begin."""
        self._changes: vec[float] = vec[float]([0.0] * FEATURE_COUNT)
        start: list[float] = [_exact(weight) for weight in bias] + [0.0] * (padded - hidden)
        self._sums: vec[float] = vec[float]([each for _ in range(MAX_PLAYERS) for each in start])
        """By seat: those features multiplied by the weights."""
        self._totals: vec[float] = vec[float]([0.0] * hidden)
        """By hidden unit: what it would get from the features of all players, if all were others."""
        self._final: vec[float] = vec[float]([0.0] * MAX_PLAYERS)
        self._spreads: vec[float] = vec[float]([each for row in spreads for each in row])
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
        spread = self._spread(state)
        most = max(finals)
        weights = [exp((coins - most) / spread) for coins in finals]
        total = fsum(weights)
        return [weight / total for weight in weights]

    def expected_lead(self, state: State, seat: i64) -> float:
        """By how many coins the player will end ahead of the others.

        Of several others each counts the more, the nearer they are to winning: so the lead grows with the
        chance to win. It is 0 for all if all will have the same. To a network of the first kind the best
        of the others counts double.
        """
        self.evaluations += 1
        self._predict(state)
        players, final = state.setup.players, self._final
        best = -1000.0
        rest = 0.0
        other: i64 = 0
        while other < players:
            if other != seat:
                coins = final[other]
                rest += coins
                if coins > best:
                    best = coins
            other += 1
        if players == 2:
            return final[seat] - best
        if not self.sees_others:
            return final[seat] - (best + rest) / float(players)
        spread = self._spread(state)
        total = 0.0
        other = 0
        while other < players:
            if other != seat:
                total += exp((final[other] - best) / spread)
            other += 1
        lead = final[seat] - best - spread * log(total / float(players - 1))
        return lead + ROUNDING - ROUNDING

    def _spread(self, state: State) -> float:
        """By how many coins predictions differ from what happens, at this time of the game."""
        left = state.setup.board.game_turns - state.game_turn
        if left > STAGES - 1:
            left = STAGES - 1
        return self._spreads[(state.setup.players - MIN_PLAYERS) * STAGES + left]

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
            self._update(seat * FEATURE_COUNT, seat * self.columns)
            seat += 1
        if self.sees_others:
            self._add_up(players)
        seat = 0
        while seat < players:
            final[seat] = float(state.coins[seat]) + self._coming_coins(seat * self.columns, players)
            seat += 1

    def _add_up(self, players: i64) -> None:
        """Fill in the totals."""
        sums, totals, hidden, columns = self._sums, self._totals, self.hidden, self.columns
        end = hidden + columns * players
        j: i64 = 0
        while j < hidden:
            total = 0.0
            at = hidden + j
            while at < end:
                total += sums[at]
                at += columns
            totals[j] = total
            j += 1

    def _coming_coins(self, row: i64, players: i64) -> float:
        """What a player will still win: their sums begin at this row."""
        sums, second, hidden = self._sums, self._second, self.hidden
        coins = self._offset
        j: i64 = 0
        if not self.sees_others:
            while j < hidden:
                unit = sums[row + j]
                if unit > 0.0:
                    coins += unit * second[j]
                j += 1
            return coins
        totals, share, others = self._totals, 1.0 / float(players - 1), row + hidden
        while j < hidden:
            unit = sums[row + j] + (totals[j] - sums[others + j]) * share
            if unit > 0.0:
                coins += unit * second[j]
            j += 1
        return coins

    def _update(self, features: i64, row: i64) -> None:
        """Add to a player's sums what has changed in their features: most are as in the position before."""
        inputs, known, places, changes = self._inputs, self._known, self._places, self._changes
        matrix, sums, count, columns = self._matrix, self._sums, self.features, self.columns
        changed: i64 = 0
        i: i64 = 0
        while i < count:
            change = inputs[i] - known[features + i]
            if change != 0.0:
                known[features + i] = inputs[i]
                places[changed] = i * columns
                changes[changed] = change
                changed += 1
            i += 1
        block: i64 = 0
        while block < columns:
            at = row + block
            s0, s1, s2, s3 = sums[at], sums[at + 1], sums[at + 2], sums[at + 3]
            s4, s5, s6, s7 = sums[at + 4], sums[at + 5], sums[at + 6], sums[at + 7]
            i = 0
            while i < changed:
                change = changes[i]
                weight = places[i] + block
                s0 += change * matrix[weight]
                s1 += change * matrix[weight + 1]
                s2 += change * matrix[weight + 2]
                s3 += change * matrix[weight + 3]
                s4 += change * matrix[weight + 4]
                s5 += change * matrix[weight + 5]
                s6 += change * matrix[weight + 6]
                s7 += change * matrix[weight + 7]
                i += 1
            sums[at] = s0
            sums[at + 1] = s1
            sums[at + 2] = s2
            sums[at + 3] = s3
            sums[at + 4] = s4
            sums[at + 5] = s5
            sums[at + 6] = s6
            sums[at + 7] = s7
            block += BLOCK
