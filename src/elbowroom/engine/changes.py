"""Which parts of a game differ between two of its states, as sets: from them `view` makes patches.

The two states may be any two of the same setup: one move apart, a whole turn apart, or the other way round
after an undo.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64

from elbowroom.rules.bits import only

if TYPE_CHECKING:
    from elbowroom.engine.state import State


@final
class Changes:
    """What differs: sets of regions, races and seats, and whether the column and the stacks do."""

    def __init__(self, before: State, after: State) -> None:
        """Compare two states of one setup."""
        self.regions: i64 = before.tribes ^ after.tribes
        """The regions that look different."""
        self.trays: i64 = 0
        """The races with more or fewer tokens in the storage tray."""
        self.active: i64 = 0
        """The seats whose active race is another one, or has changed."""
        self.declined: i64 = 0
        """The seats whose races in decline are others, or have changed."""
        self.coins: i64 = 0
        """The seats that have more or fewer coins."""
        self.is_column: bool = before.combos_shown != after.combos_shown
        self.is_stacks: bool = (
            before.banners != after.banners
            or before.badges != after.badges
            or before.discards != after.discards
            or before.banners_returned != after.banners_returned
        )
        self._compare_map(before, after)
        self._compare_races(before, after)
        self._compare_seats(before, after)
        self._compare_column(before, after)

    def _compare_map(self, before: State, after: State) -> None:
        region: i64 = 0
        while region < before.setup.board.size:
            if before.tokens[region] != after.tokens[region]:
                self.regions |= only(region)
            region += 1
        layer: i64 = 0
        while layer < len(before.markers):
            self.regions |= before.markers[layer] ^ after.markers[layer]
            layer += 1

    def _compare_races(self, before: State, after: State) -> None:
        race: i64 = 0
        while race < before.setup.races:
            if before.tray[race] != after.tray[race]:
                self.trays |= only(race)
            moved = before.regions[race] ^ after.regions[race]
            self.regions |= moved
            was, now = before.owner[race], after.owner[race]
            was_active = was >= 0 and before.active[was] == race
            is_active = now >= 0 and after.active[now] == race
            if was != now or was_active != is_active:
                self.regions |= before.regions[race] | after.regions[race]
                self._note(was, was_active)
                self._note(now, is_active)
            elif now >= 0 and (
                moved != 0
                or before.power[race] != after.power[race]
                or before.hand[race] != after.hand[race]
                or before.withdrawn[race] != after.withdrawn[race]
                or before.displaced[2 * race] != after.displaced[2 * race]
                or before.displaced[2 * race + 1] != after.displaced[2 * race + 1]
            ):
                self._note(now, is_active)
            race += 1

    def _note(self, owner: i64, is_active: bool) -> None:
        """A race of this seat has come, gone or changed."""
        if owner < 0:
            return
        if is_active:
            self.active |= only(owner)
        else:
            self.declined |= only(owner)

    def _compare_seats(self, before: State, after: State) -> None:
        seat: i64 = 0
        while seat < before.setup.players:
            if before.coins[seat] != after.coins[seat]:
                self.coins |= only(seat)
            seat += 1

    def _compare_column(self, before: State, after: State) -> None:
        slot: i64 = 0
        while slot < after.combos_shown and not self.is_column:
            self.is_column = (
                before.column[slot] != after.column[slot]
                or before.column_coins[slot] != after.column_coins[slot]
            )
            slot += 1
        place: i64 = 0
        while place < after.banners_returned and not self.is_stacks:
            self.is_stacks = before.returned[place] != after.returned[place]
            place += 1
