"""Sums over the picks of many games with one number of players: all that the explorer's estimates need.

Tallies can be added up, so games may be tallied in batches and anywhere, and they are plain data.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from elbowroom.rules.content import base_content

if TYPE_CHECKING:
    from elbowroom.arena.explore_picks import GamePicks, PickRow


@cache
def race_ids() -> tuple[str, ...]:
    """The races of the box, in its order; a tally counts them by their places."""
    return tuple(race.id for race in base_content().races)


@cache
def power_ids() -> tuple[str, ...]:
    """The special powers of the box, in its order."""
    return tuple(power.id for power in base_content().powers)


@cache
def _places() -> dict[str, int]:
    return {entry: place for ids in (race_ids(), power_ids()) for place, entry in enumerate(ids)}


def combo_number(race: str, power: str) -> int:
    """The place of a combo among all combos: by race, then by power."""
    places = _places()
    return places[race] * len(power_ids()) + places[power]


class PickColumns(msgspec.Struct):
    """One number for each pick in each list; what they mean is said at `PickRow`."""

    game: list[int] = []
    """The place of its game in the tally."""
    combo: list[int] = []
    free: list[int] = []
    order: list[int] = []
    game_turn: list[int] = []
    price: list[int] = []
    standing: list[float] = []
    strength: list[float] = []
    margin: list[float] = []
    win: list[float] = []
    is_lot: list[bool] = []
    active_turns: list[int] = []
    has_declined: list[bool] = []

    def add(self, game: int, pick: PickRow) -> None:
        """Count one pick."""
        self.game.append(game)
        self.combo.append(combo_number(pick.race, pick.power))
        self.free.append(combo_number(pick.free_race, pick.free_power))
        self.order.append(pick.order)
        self.game_turn.append(pick.game_turn)
        self.price.append(pick.price)
        self.standing.append(pick.standing)
        self.strength.append(pick.strength)
        self.margin.append(pick.margin)
        self.win.append(pick.win)
        self.is_lot.append(pick.is_lot)
        self.active_turns.append(pick.active_turns)
        self.has_declined.append(pick.declined is not None)

    def merge(self, other: PickColumns, first_game: int) -> None:
        """Add the picks of another tally, whose games come after `first_game` others."""
        self.game += [first_game + game for game in other.game]
        for name in self.__struct_fields__[1:]:
            getattr(self, name).extend(getattr(other, name))


class TurnSum(msgspec.Struct, array_like=True):
    """What picks paid in a turn."""

    count: int = 0
    active: int = 0
    in_decline: int = 0


class MeetingSum(msgspec.Struct, array_like=True):
    """How often an opponent's race or power could attack, and how many regions it took."""

    turns: int = 0
    regions: int = 0


class Tally(msgspec.Struct):
    """All games that count for one number of players."""

    players: int
    game_turns: int = 0
    game_ids: list[str] = []
    picks: PickColumns = msgspec.field(default_factory=PickColumns)
    turns: dict[int, list[TurnSum]] = {}
    """By combo: what it paid in its first turn, its second, and so on."""
    entries: dict[str, dict[int, dict[int, int]]] = {}
    """By map and combo: how often each region was its first."""
    attacking_races: dict[int, dict[str, MeetingSum]] = {}
    """By combo: what each race of an opponent did to it."""
    attacking_powers: dict[int, dict[str, MeetingSum]] = {}

    def add(self, game_id: str, game: GamePicks) -> None:
        """Count one game."""
        self._expect(game.players)
        number = len(self.game_ids)
        self.game_ids.append(game_id)
        self.game_turns = max(self.game_turns, game.game_turns)
        for pick in game.picks:
            combo = combo_number(pick.race, pick.power)
            self.picks.add(number, pick)
            self._add_turns(combo, pick)
            if pick.entry is not None:
                regions = self.entries.setdefault(game.map_id, {}).setdefault(combo, {})
                regions[pick.entry] = regions.get(pick.entry, 0) + 1
            for meeting in pick.meetings:
                for attackers, attacker in (
                    (self.attacking_races, meeting.race),
                    (self.attacking_powers, meeting.power),
                ):
                    total = attackers.setdefault(combo, {}).setdefault(attacker, MeetingSum())
                    total.turns += meeting.turns
                    total.regions += meeting.regions

    def _add_turns(self, combo: int, pick: PickRow) -> None:
        sums = self.turns.setdefault(combo, [])
        for turn, coins in enumerate(pick.coins):
            if turn == len(sums):
                sums.append(TurnSum())
            total = sums[turn]
            total.count += 1
            if turn < pick.active_turns:
                total.active += coins
            else:
                total.in_decline += coins

    def merge(self, other: Tally) -> None:
        """Add the games of another tally; they count as the newer ones."""
        self._expect(other.players)
        self.picks.merge(other.picks, len(self.game_ids))
        self.game_ids += other.game_ids
        self.game_turns = max(self.game_turns, other.game_turns)
        for combo, sums in other.turns.items():
            own = self.turns.setdefault(combo, [])
            own += [TurnSum() for _ in range(len(sums) - len(own))]
            for total, more in zip(own, sums, strict=False):
                total.count += more.count
                total.active += more.active
                total.in_decline += more.in_decline
        for map_id, combos in other.entries.items():
            for combo, regions in combos.items():
                found = self.entries.setdefault(map_id, {}).setdefault(combo, {})
                for region, count in regions.items():
                    found[region] = found.get(region, 0) + count
        for attackers, others in (
            (self.attacking_races, other.attacking_races),
            (self.attacking_powers, other.attacking_powers),
        ):
            _merge_meetings(attackers, others)

    def _expect(self, players: int) -> None:
        if players != self.players:
            raise ValueError(f"a game of {players} in a tally of {self.players} players")


def _merge_meetings(sums: dict[int, dict[str, MeetingSum]], others: dict[int, dict[str, MeetingSum]]) -> None:
    for combo, attackers in others.items():
        for attacker, more in attackers.items():
            total = sums.setdefault(combo, {}).setdefault(attacker, MeetingSum())
            total.turns += more.turns
            total.regions += more.regions
