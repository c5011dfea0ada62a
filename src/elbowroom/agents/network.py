"""The value network: a small multilayer perceptron from features to the coins a player will still win."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64

from elbowroom.agents.features import FEATURE_COUNT, write_features
from elbowroom.engine import decisions
from elbowroom.rules.bits import vec

if TYPE_CHECKING:
    from elbowroom.engine.state import State


@final
class Network:
    """One hidden layer; its weights are learned by `elbowroom train`."""

    def __init__(
        self, hidden: int, first: list[float], bias: list[float], second: list[float], offset: float
    ) -> None:
        """Weights from features to hidden units, row by row (`first`), and from those to the output."""
        self.hidden: i64 = hidden
        self._first: vec[float] = vec[float](first)
        self._bias: vec[float] = vec[float](bias)
        self._second: vec[float] = vec[float](second)
        self._offset: float = offset
        self._inputs: vec[float] = vec[float]([0.0] * FEATURE_COUNT)
        self._units: vec[float] = vec[float]([0.0] * hidden)
        self.evaluations: i64 = 0

    def coming_coins(self, state: State, seat: i64) -> float:
        """The coins the player will win from here to the end."""
        if state.phase == decisions.OVER:
            return 0.0
        inputs, units, first = self._inputs, self._units, self._first
        write_features(state, seat, inputs)
        j: i64 = 0
        while j < self.hidden:
            units[j] = self._bias[j]
            j += 1
        i: i64 = 0
        while i < FEATURE_COUNT:
            x = inputs[i]
            if x != 0.0:
                row = i * self.hidden
                j = 0
                while j < self.hidden:
                    units[j] += x * first[row + j]
                    j += 1
            i += 1
        total = self._offset
        j = 0
        while j < self.hidden:
            if units[j] > 0.0:
                total += units[j] * self._second[j]
            j += 1
        return total

    def expected_lead(self, state: State, seat: i64) -> float:
        """By how many coins the player will end ahead of the others, of whom the best counts double."""
        self.evaluations += 1
        players = state.setup.players
        mine = 0.0
        best = -1000.0
        rest = 0.0
        other: i64 = 0
        while other < players:
            final_coins = float(state.coins[other]) + self.coming_coins(state, other)
            if other == seat:
                mine = final_coins
            else:
                rest += final_coins
                if final_coins > best:
                    best = final_coins
            other += 1
        return mine - (best + rest) / float(players)
