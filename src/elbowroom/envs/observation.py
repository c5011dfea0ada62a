"""Observations: what a player sees of a state, and what he may do, as bytes.

`schema` names every number; here they are written, in the same order. Only what changed since the last look
is written again, so looking is cheap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, u8

from elbowroom.engine import phases
from elbowroom.rules.bits import lowest, numbers, only, vec

if TYPE_CHECKING:
    from elbowroom.engine.state import State
    from elbowroom.rules.tables import Table

TALLIES: Final = 6
"""Numbers of a player, see `schema`."""


@final
class Layout:
    """Where everything stands in the bytes of an observation and of a mask, for a table."""

    def __init__(
        self, words: list[int], counts: list[int], by_code: vec[i64], size: int, actions: int
    ) -> None:
        """The offsets of the blocks of truths and of the blocks of numbers, each in order."""
        self.words: vec[i64] = numbers(words)
        self.counts: vec[i64] = numbers(counts)
        self.by_code: vec[i64] = by_code
        self.size: i64 = size
        self.actions: i64 = actions


@final
class Observer:
    """Writes what one viewer after another sees of a game into some rows of bytes."""

    def __init__(
        self,
        table: Table,
        layout: Layout,
        seen: vec[u8],
        mask: vec[u8],
        row: int = 0,
        *,
        counts_coins: bool = False,
    ) -> None:
        """Write into this row; `counts_coins` shows every total, as one who has counted knows them."""
        self.table: Table = table
        self.layout: Layout = layout
        self.seen: vec[u8] = seen
        self.mask: vec[u8] = mask
        self._at: i64 = layout.size * row
        self._mask_at: i64 = layout.actions * row
        self._counts_coins: bool = counts_coins or table.options.open_coins
        self._words: vec[i64] = numbers([0] * len(layout.words))
        self._next: i64 = 0
        self._phase: i64 = 0
        self._legal: i64 = 0
        players = int(table.players)
        self._active: vec[i64] = numbers([0] * players)
        self._declined: vec[i64] = numbers([0] * players)
        self._races: vec[i64] = numbers([0] * players)
        self._powers: vec[i64] = numbers([0] * players)
        self._tallies: vec[i64] = numbers([0] * (players * TALLIES))

    def look(self, state: State, viewer: i64) -> None:
        """Write what the viewer sees."""
        self._gather(state, viewer)
        self._next = 0
        self._write_regions(state)
        self._write_players(state, viewer)
        self._write_column(state)
        self._write_turn(state, viewer)
        self._write_counts(state)

    def allow(self, state: State) -> None:
        """Write which actions are legal; none while chance decides."""
        by_code, at = self.layout.by_code, self._mask_at
        old = self._legal
        head = self._phase << 6
        while old != 0:
            self.mask[at + by_code[head | lowest(old)]] = u8(0)
            old &= old - 1
        self._legal = 0
        if state.phase <= phases.DIE or state.phase >= phases.OVER:
            return
        self._phase = state.phase
        self._legal = state.legal
        head = self._phase << 6
        new = self._legal
        while new != 0:
            self.mask[at + by_code[head | lowest(new)]] = u8(1)
            new &= new - 1

    def _bits(self, word: i64) -> None:
        """Write the next block of truths."""
        index = self._next
        self._next = index + 1
        changed = word ^ self._words[index]
        if changed == 0:
            return
        self._words[index] = word
        at = self._at + self.layout.words[index]
        while changed != 0:
            bit = lowest(changed)
            self.seen[at + bit] = u8(word >> bit & 1)
            changed &= changed - 1

    def _number(self, at: i64, value: i64) -> None:
        if value > 255:
            value = 255
        self.seen[at] = u8(value)

    def _gather(self, state: State, viewer: i64) -> None:
        """Sum up the races of each player, counted from the viewer."""
        table = self.table
        players = table.players
        player: i64 = 0
        while player < players:
            self._active[player] = 0
            self._declined[player] = 0
            self._races[player] = 0
            self._powers[player] = 0
            base = player * TALLIES
            seat = viewer + player
            if seat >= players:
                seat -= players
            tally: i64 = 0
            while tally < TALLIES - 1:
                self._tallies[base + tally] = 0
                tally += 1
            shown = player == 0 or self._counts_coins or state.phase == phases.OVER
            self._tallies[base + TALLIES - 1] = state.coins[seat] if shown else i64(0)
            player += 1
        race: i64 = 0
        while race < table.races:
            owner = state.owner[race]
            if owner >= 0:
                player = owner - viewer
                if player < 0:
                    player += players
                base = player * TALLIES
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
        while player < self.table.players:
            self._bits(self._active[player])
            self._bits(self._declined[player])
            player += 1
        self._bits(state.tribes)
        self._bits(one(state.target))
        layer: i64 = 0
        layers: i64 = len(state.markers)
        while layer < layers:
            self._bits(state.markers[layer])
            layer += 1

    def _write_players(self, state: State, viewer: i64) -> None:
        players = self.table.players
        player: i64 = 0
        while player < players:
            seat = viewer + player
            if seat >= players:
                seat -= players
            active = state.active[seat]
            self._bits(one(active))
            self._bits(one(state.power[active]) if active >= 0 else i64(0))
            self._bits(self._races[player])
            self._bits(self._powers[player])
            player += 1

    def _write_column(self, state: State) -> None:
        slot: i64 = 0
        while slot < self.table.visible_combos:
            combo: i64 = -1
            if slot < state.combos_shown:
                combo = state.column[slot]
            self._bits(only(combo >> 6) if combo >= 0 else i64(0))
            self._bits(only(combo & 63) if combo >= 0 else i64(0))
            slot += 1
        self._bits(state.banners)
        self._bits(state.badges)
        self._bits(state.discards)
        self._bits(one(state.revealed))

    def _write_turn(self, state: State, viewer: i64) -> None:
        players = self.table.players
        decides = state.phase > phases.DIE and state.phase < phases.OVER
        flags: i64 = 0
        if state.has_acted:
            flags |= 1
        if state.is_first_turn:
            flags |= 2
        if state.dragon_used:
            flags |= 4
        self._bits(only(state.phase))
        self._bits(turned(only(state.seat), viewer, players))
        self._bits(turned(only(state.chooser()), viewer, players) if decides else i64(0))
        begun = state.phase != phases.FIRST_PLAYER
        self._bits(turned(only(state.first_player), viewer, players) if begun else i64(0))
        self._bits(one(state.race))
        self._bits(flags)
        self._bits(turned(state.attacked, viewer, players))
        self._bits(turned(state.substituted, viewer, players))
        self._bits(one(state.kind))
        player: i64 = 0
        while player < players:
            seat = viewer + player
            if seat >= players:
                seat -= players
            self._bits(turned(state.peace >> (8 * seat) & 255, viewer, players))
            player += 1

    def _write_counts(self, state: State) -> None:
        table = self.table
        places = self.layout.counts
        at = self._at + places[0]
        i: i64 = 0
        while i < table.board.size:
            self.seen[at + i] = u8(state.tokens[i])
            i += 1
        at = self._at + places[1]
        back = self._at + places[2]
        i = 0
        while i < table.races:
            self._number(at + i, state.tray[i])
            self.seen[back + i] = u8(0)
            i += 1
        i = 0
        while i < state.banners_returned:
            self._number(back + state.returned[i], i + 1)
            i += 1
        at = self._at + places[3]
        i = 0
        while i < table.visible_combos:
            self._number(at + i, state.column_coins[i] if i < state.combos_shown else i64(0))
            i += 1
        at = self._at + places[4]
        i = 0
        while i < table.players * TALLIES:
            self._number(at + i, self._tallies[i])
            i += 1
        at = self._at + places[4 + table.players]
        self._number(at, state.game_turn)
        self._number(at + 1, table.board.game_turns - state.game_turn)
        self._number(at + 2, state.die + 1)
        self._number(at + 3, state.left)
        self._number(at + 4, state.non_empty)


def one(index: i64) -> i64:
    """The set of this one element, or the empty set for -1."""
    return only(index) if index >= 0 else i64(0)


def turned(seats: i64, viewer: i64, players: i64) -> i64:
    """A set of seats, counted from the viewer."""
    every = only(players) - 1
    seats &= every
    return (seats >> viewer | seats << (players - viewer)) & every


def blank(size: int) -> vec[u8]:
    """So many bytes to write into."""
    return vec[u8]([u8(0)] * size)


def legal_indexes(state: State, by_code: vec[i64]) -> list[int]:
    """The indexes of the legal actions of the player who decides, ascending."""
    found: list[int] = []
    head = state.phase << 6
    left = state.legal
    while left != 0:
        found.append(int(by_code[head | lowest(left)]))
        left &= left - 1
    return found
