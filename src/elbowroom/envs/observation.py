"""Writes observations and action masks: what a player sees of a state and may do, as bytes.

`observation_schema` names every number; here they are written, in the same order. Only what has changed since
the last observation is written again, which is much faster.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, u8

from elbowroom.engine import decisions
from elbowroom.engine.secrets import may_see_coins
from elbowroom.rules.bits import lowest, numbers, only, vec

if TYPE_CHECKING:
    from elbowroom.engine.state import State
    from elbowroom.rules.setup import Setup

TALLY_COUNT: Final = 6
"""The tallies of a player, see `observation_schema.TALLIES`."""


@final
class ObservationLayout:
    """The offsets of all blocks in the bytes of an observation, and of all actions in a mask, for a setup."""

    def __init__(
        self,
        bit_offsets: list[int],
        number_offsets: list[int],
        indexes_by_id: vec[i64],
        once: list[int],
        size: int,
        actions: int,
    ) -> None:
        self.bit_offsets: vec[i64] = numbers(bit_offsets)
        self.number_offsets: vec[i64] = numbers(number_offsets)
        self.indexes_by_id: vec[i64] = indexes_by_id
        self.once: vec[i64] = numbers(once)
        """The decisions that are asked once a turn, by number."""
        self.size: i64 = size
        self.actions: i64 = actions


@final
class ObservationWriter:
    """Writes what one viewer after another sees of a game into one row of a matrix of bytes."""

    def __init__(
        self,
        setup: Setup,
        layout: ObservationLayout,
        observations: vec[u8],
        masks: vec[u8],
        row: int = 0,
        *,
        shows_all_coins: bool = False,
    ) -> None:
        """Write into this row; `shows_all_coins` shows all totals, as a player who has counted knows them."""
        self.setup: Setup = setup
        self.layout: ObservationLayout = layout
        self.observations: vec[u8] = observations
        self.masks: vec[u8] = masks
        self._at: i64 = layout.size * row
        self._mask_at: i64 = layout.actions * row
        self._shows_all_coins: bool = shows_all_coins
        self._words: vec[i64] = numbers([0] * len(layout.bit_offsets))
        self._next: i64 = 0
        self._phase: i64 = 0
        self._legal: i64 = 0
        players = int(setup.players)
        self._active: vec[i64] = numbers([0] * players)
        self._declined: vec[i64] = numbers([0] * players)
        self._races: vec[i64] = numbers([0] * players)
        self._powers: vec[i64] = numbers([0] * players)
        self._tallies: vec[i64] = numbers([0] * (players * TALLY_COUNT))

    def write_observation(self, state: State, viewer: i64) -> None:
        """Write what the viewer sees of the state."""
        self._collect(state, viewer)
        self._next = 0
        self._write_regions(state)
        self._write_players(state, viewer)
        self._write_column(state)
        self._write_turn(state, viewer)
        self._write_counts(state)

    def write_mask(self, state: State) -> None:
        """Write which actions are legal; none while chance decides."""
        indexes_by_id, at = self.layout.indexes_by_id, self._mask_at
        old = self._legal
        head = self._phase << 6
        while old != 0:
            self.masks[at + indexes_by_id[head | lowest(old)]] = u8(0)
            old &= old - 1
        self._legal = 0
        if state.phase <= decisions.LAST_CHANCE or state.phase == decisions.OVER:
            return
        self._phase = state.phase
        self._legal = state.legal
        head = self._phase << 6
        new = self._legal
        while new != 0:
            self.masks[at + indexes_by_id[head | lowest(new)]] = u8(1)
            new &= new - 1

    def _write_bits(self, word: i64) -> None:
        """Write the next block of bits."""
        index = self._next
        self._next = index + 1
        changed = word ^ self._words[index]
        if changed == 0:
            return
        self._words[index] = word
        at = self._at + self.layout.bit_offsets[index]
        while changed != 0:
            bit = lowest(changed)
            self.observations[at + bit] = u8(word >> bit & 1)
            changed &= changed - 1

    def _write_number(self, at: i64, value: i64) -> None:
        if value > 255:
            value = 255
        self.observations[at] = u8(value)

    def _collect(self, state: State, viewer: i64) -> None:
        """Collect what belongs to each player; players are counted from the viewer."""
        setup = self.setup
        players = setup.players
        player: i64 = 0
        while player < players:
            self._active[player] = 0
            self._declined[player] = 0
            self._races[player] = 0
            self._powers[player] = 0
            base = player * TALLY_COUNT
            seat = viewer + player
            if seat >= players:
                seat -= players
            tally: i64 = 0
            while tally < TALLY_COUNT - 1:
                self._tallies[base + tally] = 0
                tally += 1
            shown = self._shows_all_coins or may_see_coins(state, viewer, seat)
            self._tallies[base + TALLY_COUNT - 1] = state.coins[seat] if shown else i64(0)
            player += 1
        race: i64 = 0
        while race < setup.races:
            owner = state.owner[race]
            if owner >= 0:
                player = owner - viewer
                if player < 0:
                    player += players
                base = player * TALLY_COUNT
                if state.active[owner] == race:
                    self._active[player] = state.regions[race]
                    self._tallies[base] = state.hand[race]
                else:
                    self._declined[player] |= state.regions[race]
                    self._tallies[base + 1] += state.hand[race]
                    self._races[player] |= only(race)
                    if state.power[race] >= 0:
                        self._powers[player] |= only(state.power[race])
                self._tallies[base + 2] += state.withdrawn[race]
                self._tallies[base + 3] += state.displaced[2 * race] + state.displaced[2 * race + 1]
                self._tallies[base + 4] += state.placed[race]
            race += 1

    def _write_regions(self, state: State) -> None:
        player: i64 = 0
        while player < self.setup.players:
            self._write_bits(self._active[player])
            self._write_bits(self._declined[player])
            player += 1
        self._write_bits(state.tribes)
        self._write_bits(bit_or_empty(state.target))
        layer: i64 = 0
        layers: i64 = len(state.markers)
        while layer < layers:
            self._write_bits(state.markers[layer])
            layer += 1

    def _write_players(self, state: State, viewer: i64) -> None:
        players = self.setup.players
        player: i64 = 0
        while player < players:
            seat = viewer + player
            if seat >= players:
                seat -= players
            active = state.active[seat]
            self._write_bits(bit_or_empty(active))
            self._write_bits(bit_or_empty(state.power[active]) if active >= 0 else i64(0))
            self._write_bits(self._races[player])
            self._write_bits(self._powers[player])
            player += 1

    def _write_column(self, state: State) -> None:
        slot: i64 = 0
        while slot < self.setup.visible_combos:
            combo: i64 = -1
            if slot < state.combos_shown:
                combo = state.column[slot]
            self._write_bits(only(combo >> 6) if combo >= 0 else i64(0))
            self._write_bits(only(combo & 63) if combo >= 0 else i64(0))
            slot += 1
        self._write_bits(state.banners)
        self._write_bits(state.badges)
        self._write_bits(state.discards)
        self._write_bits(bit_or_empty(state.revealed))

    def _write_turn(self, state: State, viewer: i64) -> None:
        players = self.setup.players
        decides = state.phase > decisions.LAST_CHANCE and state.phase != decisions.OVER
        flags: i64 = 0
        if state.has_acted:
            flags |= 1
        if state.is_first_turn:
            flags |= 2
        once = self.layout.once
        i: i64 = 0
        while i < len(once):
            if state.done_once >> once[i] & 1:
                flags |= only(2 + i)
            i += 1
        self._write_bits(only(state.phase))
        self._write_bits(from_viewer(only(state.seat), viewer, players))
        self._write_bits(from_viewer(only(state.chooser()), viewer, players) if decides else i64(0))
        begun = state.phase != decisions.FIRST_PLAYER
        self._write_bits(from_viewer(only(state.first_player), viewer, players) if begun else i64(0))
        self._write_bits(bit_or_empty(state.race))
        self._write_bits(flags)
        self._write_bits(from_viewer(state.attacked, viewer, players))
        self._write_bits(from_viewer(state.substituted, viewer, players))
        self._write_bits(bit_or_empty(state.kind))
        player: i64 = 0
        while player < players:
            seat = viewer + player
            if seat >= players:
                seat -= players
            self._write_bits(from_viewer(state.peace >> (8 * seat) & 255, viewer, players))
            player += 1

    def _write_counts(self, state: State) -> None:
        setup = self.setup
        offsets = self.layout.number_offsets
        at = self._at + offsets[0]
        i: i64 = 0
        while i < setup.board.size:
            self.observations[at + i] = u8(state.tokens[i])
            i += 1
        at = self._at + offsets[1]
        back = self._at + offsets[2]
        i = 0
        while i < setup.races:
            self._write_number(at + i, state.tray[i])
            self.observations[back + i] = u8(0)
            i += 1
        i = 0
        while i < state.banners_returned:
            self._write_number(back + state.returned[i], i + 1)
            i += 1
        at = self._at + offsets[3]
        i = 0
        while i < setup.visible_combos:
            self._write_number(at + i, state.column_coins[i] if i < state.combos_shown else i64(0))
            i += 1
        at = self._at + offsets[4]
        i = 0
        while i < setup.players * TALLY_COUNT:
            self._write_number(at + i, self._tallies[i])
            i += 1
        at = self._at + offsets[4 + setup.players]
        self._write_number(at, state.game_turn)
        self._write_number(at + 1, setup.board.game_turns - state.game_turn)
        self._write_number(at + 2, state.die + 1)
        self._write_number(at + 3, state.left)
        self._write_number(at + 4, state.non_empty)


def bit_or_empty(index: i64) -> i64:
    """The mask with only this bit, or the empty mask for -1."""
    return only(index) if index >= 0 else i64(0)


def from_viewer(seats: i64, viewer: i64, players: i64) -> i64:
    """A mask of seats, turned so that the viewer is bit 0."""
    every = only(players) - 1
    seats &= every
    return (seats >> viewer | seats << (players - viewer)) & every


def zero_bytes(size: int) -> vec[u8]:
    """This many bytes, all zero."""
    return vec[u8]([u8(0)] * size)


def legal_indexes(state: State, indexes_by_id: vec[i64]) -> list[int]:
    """The indexes of the legal actions of the player who decides, ascending."""
    indexes: list[int] = []
    head = state.phase << 6
    left = state.legal
    while left != 0:
        indexes.append(int(indexes_by_id[head | lowest(left)]))
        left &= left - 1
    return indexes
