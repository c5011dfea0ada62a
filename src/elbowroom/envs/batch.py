"""Many games, stepped in one call. It also draws chance, plays random opponents and starts new games."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64, u8

from elbowroom.engine import decisions, turn
from elbowroom.engine.chance import Generator
from elbowroom.engine.state import State, new_state
from elbowroom.envs.observation import ObservationLayout, ObservationWriter, zero_bytes
from elbowroom.rules.bits import nth, numbers, popcount, vec
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from elbowroom.rules.setup import Setup


@final
class GameBatch:
    """Games with one setup; a game that ends is replaced by a new one at once."""

    def __init__(
        self, setup: Setup, layout: ObservationLayout, ids: list[int], games: int, learner: int
    ) -> None:
        """`learner` is the seat that `step` acts for, the others play at random; -1: for all seats."""
        self.setup: Setup = setup
        self.games: i64 = games
        self.observations: vec[u8] = zero_bytes(games * int(layout.size))
        self.masks: vec[u8] = zero_bytes(games * int(layout.actions))
        self.seats: vec[i64] = numbers([0] * games)
        """Who is to act in each game."""
        self.leads: vec[i64] = numbers([0] * games)
        """The learner's coins times the number of opponents, minus their coins, before the last step."""
        self.lead_changes: vec[i64] = numbers([0] * games)
        """By how much each lead changed in the last step."""
        self.ended: list[tuple[int, int, State]] = []
        """The games that ended in the last step: number, seat that had acted, final state."""
        self._ids: vec[i64] = numbers(ids)
        self._learner: i64 = learner
        self._writers: list[ObservationWriter] = [
            ObservationWriter(setup, layout, self.observations, self.masks, row) for row in range(games)
        ]
        self._generators: list[Generator] = []
        self._states: list[State] = []

    def reset(self, seeds: list[int]) -> None:
        """Start all games anew, each with its own seed."""
        self._generators = [Generator(seed) for seed in seeds]
        self._states = [new_state(self.setup) for _ in seeds]
        self.ended = []
        for game in range(len(seeds)):
            turn.settle(self._states[game])
            self._play_to_decision(game)

    def step(self, actions: list[int]) -> None:
        """Apply one action (by its index) in each game; if any is illegal, no game changes."""
        if len(actions) != self.games or not self._states:
            raise Refused("batch_size", actions=len(actions), games=int(self.games))
        codes = self._ids
        size: i64 = len(codes)
        game: i64 = 0
        while game < self.games:
            index: i64 = actions[game]
            state = self._states[game]
            code: i64 = -1
            if 0 <= index < size:
                code = codes[index]
            if code >> 6 != state.phase or not state.legal >> (code & 63) & 1:
                raise Refused("batch_illegal", game=int(game), index=int(index))
            game += 1
        self.ended = []
        game = 0
        while game < self.games:
            index = actions[game]
            turn.apply(self._states[game], codes[index] & 63)
            self._play_to_decision(game)
            game += 1

    def _play_to_decision(self, game: i64) -> None:
        """Play on to the next decision that an action is needed for, and write its observation and mask."""
        state = self._play_others(game)
        learner = self._learner
        if learner >= 0:
            lead = self._lead(state, learner)
            self.lead_changes[game] = lead - self.leads[game]
            self.leads[game] = lead
        if state.phase == decisions.OVER:
            acted = learner if learner >= 0 else self.seats[game]
            self.ended.append((int(game), int(acted), state))
            fresh = new_state(self.setup)
            turn.settle(fresh)
            self._states[game] = fresh
            state = self._play_others(game)
            self.leads[game] = self._lead(state, learner) if learner >= 0 else i64(0)
        seat = state.chooser()
        self.seats[game] = seat
        writer = self._writers[game]
        writer.write_observation(state, seat)
        writer.write_mask(state)

    def _play_others(self, game: i64) -> State:
        state = self._states[game]
        generator = self._generators[game]
        learner = self._learner
        while state.phase != decisions.OVER:
            if state.phase <= decisions.LAST_CHANCE:
                turn.apply(state, generator.outcome(state))
            elif learner >= 0 and state.chooser() != learner:
                turn.apply(state, nth(state.legal, generator.below(popcount(state.legal))))
            else:
                break
        return state

    def _lead(self, state: State, seat: i64) -> i64:
        lead = self.setup.players * state.coins[seat]
        other: i64 = 0
        while other < self.setup.players:
            lead -= state.coins[other]
            other += 1
        return lead
