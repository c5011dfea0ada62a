"""From a tally of picks to the pages of the explorer: the estimates of all races, powers and combos."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING, Final

import numpy as np

from elbowroom.arena.explore_effects import Observations, fit_effects
from elbowroom.arena.explore_tally import MeetingSum, TurnSum, power_ids, race_ids
from elbowroom.arena.explorer_pages import (
    MAX_REPLAYS,
    Beater,
    DeclineWorth,
    EntryMap,
    Exploration,
    ExplorerPage,
    PriceFacts,
    Spread,
    TurnCoins,
    best_decline,
)
from elbowroom.arena.intervals import Z, wilson
from elbowroom.arena.statistics import Mean

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from elbowroom.arena.explore_effects import Effects
    from elbowroom.arena.explore_tally import Tally

    Floats = NDArray[np.float64]
    Truths = NDArray[np.bool_]

MIN_GAMES: Final = 50
"""With fewer games nothing is estimated; there are only counts and shares."""
MIN_REPEATS: Final = 100
"""So many picks must be left to compare when each combo, game turn and place in the order has had its own."""
MIN_DECLINES: Final = 20
"""What fewer declines after a number of turns were worth is not said."""
MIN_EXPECTED_REGIONS: Final = 5
"""An opponent that should have taken fewer regions is not called a beater."""
MAX_BEATERS: Final = 6
PARTS_OF_GAME: Final = 3
"""A game is cut into three parts of as many game turns; picks in the first part are early, others late."""
CELLS_PER_GAME_TURN: Final = 8
"""More than there are places in the turn order, so that game turn and place make one number: their cell."""


@dataclass(frozen=True)
class _Subject:
    """What a page is about, and the combos that belong to it."""

    race: str | None
    power: str | None
    combos: tuple[int, ...]


def _subjects() -> list[_Subject]:
    races, powers = race_ids(), power_ids()
    width = len(powers)
    combos = range(len(races) * width)
    found = [
        _Subject(race, None, tuple(combos[place * width : (place + 1) * width]))
        for place, race in enumerate(races)
    ]
    found += [_Subject(None, power, tuple(combos[place::width])) for place, power in enumerate(powers)]
    found += [_Subject(races[combo // width], powers[combo % width], (combo,)) for combo in combos]
    return found


def explore(tally: Tally, replayable: Collection[str] | None = None) -> Exploration:
    """All pages for the number of players of this tally.

    `replayable` are the ids of the games that may be shown, all if it is None; the newest come first.
    """
    return _Explorer(tally, replayable).exploration()


class _Estimates:
    """The values of all subjects from some of the picks."""

    def __init__(self, effects: Effects, free: Floats, subjects: list[_Subject]) -> None:
        weights = np.zeros((len(subjects), len(free)))
        for row, subject in zip(weights, subjects, strict=True):
            row[list(subject.combos)] = 1 / len(subject.combos)
        means, errors = effects.contrasts(weights - free)
        self.spreads = [
            _spread(mean, Z * error) for mean, error in zip(means.tolist(), errors.tolist(), strict=True)
        ]
        self.effects = effects
        self.free_effect = float(free @ effects.combos)
        """The mean effect of the free combos on offer."""


class _Explorer:
    """Makes the pages of one tally."""

    def __init__(self, tally: Tally, replayable: Collection[str] | None) -> None:
        self.tally = tally
        self.subjects = _subjects()
        picks = tally.picks
        self.combo = np.array(picks.combo, dtype=np.int64)
        self.free = np.array(picks.free, dtype=np.int64)
        self.is_lot = np.array(picks.is_lot, dtype=np.bool_)
        self.win = np.array(picks.win, dtype=np.float64)
        self.first_third = tally.game_turns // PARTS_OF_GAME
        self.is_early = np.array(picks.game_turn, dtype=np.int64) <= self.first_third
        self.everything = self._estimates(np.ones(len(self.combo), dtype=np.bool_))
        self.early = self._estimates(self.is_early)
        self.late = self._estimates(~self.is_early)
        self.by_combo: list[NDArray[np.int64]] = [
            np.flatnonzero(self.combo == combo) for combo in range(len(race_ids()) * len(power_ids()))
        ]
        self.replayable = set(tally.game_ids if replayable is None else replayable)

    def _observations(self, which: Truths) -> Observations:
        picks, powers = self.tally.picks, len(power_ids())
        turn, place = (np.array(column, dtype=np.int64) for column in (picks.game_turn, picks.order))
        covariates = np.stack(
            [
                np.array(column, dtype=np.float64)
                for column in (picks.price, picks.standing, picks.strength, picks.is_lot)
            ],
            axis=1,
        )
        return Observations(
            game=np.array(picks.game, dtype=np.int64),
            race=self.combo // powers,
            power=self.combo % powers,
            cell=turn * CELLS_PER_GAME_TURN + place,
            covariates=covariates,
            margin=np.array(picks.margin, dtype=np.float64),
            races=len(race_ids()),
            powers=powers,
        ).chosen(which)

    def _estimates(self, which: Truths) -> _Estimates | None:
        """None if there are too few games."""
        seen = self._observations(which)
        repeats = len(seen.margin) - len(np.unique(self.combo[which])) - len(np.unique(seen.cell))
        if len(self.tally.game_ids) < MIN_GAMES or repeats < MIN_REPEATS:
            return None
        offers = np.bincount(self.free[which], minlength=len(race_ids()) * len(power_ids()))
        return _Estimates(fit_effects(seen), offers / offers.sum(), self.subjects)

    def exploration(self) -> Exploration:
        """Everything."""
        coin = 0.0 if self.everything is None else round(float(-self.everything.effects.slopes[0]), 2)
        return Exploration(
            players=self.tally.players,
            games=len(self.tally.game_ids),
            picks=len(self.combo),
            lots=int(self.is_lot.sum()),
            first_third=self.first_third,
            coin_paid=coin,
            pages=tuple(self._page(number, subject) for number, subject in enumerate(self.subjects)),
        )

    def _page(self, number: int, subject: _Subject) -> ExplorerPage:
        rows = np.sort(np.concatenate([self.by_combo[combo] for combo in subject.combos]))
        count = len(rows)
        declines = self._declines(rows)
        return ExplorerPage(
            players=self.tally.players,
            race=subject.race,
            power=subject.power,
            picks=count,
            lots=int(self.is_lot[rows].sum()),
            value=None if self.everything is None else self.everything.spreads[number],
            early=None if self.early is None else self.early.spreads[number],
            late=None if self.late is None else self.late.spreads[number],
            win_share=_share(float(self.win[rows].sum()), count) if count else None,
            price=self._price(rows),
            coins_by_turn=self._coins_by_turn(subject),
            declines=declines,
            best_decline=best_decline(declines),
            entries=self._entries(subject),
            beaten_by=self._beaters(subject),
            games=self._games(rows),
        )

    def _price(self, rows: NDArray[np.int64]) -> PriceFacts | None:
        prices = [self.tally.picks.price[row] for row in rows.tolist() if not self.is_lot[row]]
        if not prices:
            return None
        return PriceFacts(len(prices), round(fmean(prices), 2), float(median(prices)))

    def _coins_by_turn(self, subject: _Subject) -> tuple[TurnCoins, ...]:
        sums = [TurnSum() for _ in range(self.tally.game_turns)]
        for combo in subject.combos:
            for total, more in zip(sums, self.tally.turns.get(combo, []), strict=False):
                total.count += more.count
                total.active += more.active
                total.in_decline += more.in_decline
        return tuple(
            TurnCoins(
                turn,
                total.count,
                round(total.active / total.count, 2),
                round(total.in_decline / total.count, 2),
            )
            for turn, total in enumerate(sums, 1)
            if total.count
        )

    def _declines(self, rows: NDArray[np.int64]) -> tuple[DeclineWorth, ...]:
        picks, worth = self.tally.picks, self.everything
        means: dict[int, Mean] = {}
        for row in rows.tolist():
            if picks.has_declined[row]:
                gain = picks.margin[row]
                if worth is not None:
                    gain -= float(worth.effects.explained[row]) + worth.free_effect
                means.setdefault(picks.active_turns[row], Mean()).add(gain)
        found = []
        for turns, mean in sorted(means.items()):
            estimate = mean.estimate()
            spread = None
            if worth is not None and estimate.high is not None and estimate.count >= MIN_DECLINES:
                spread = _spread(estimate.mean, estimate.high - estimate.mean)
            found.append(DeclineWorth(turns, estimate.count, spread))
        return tuple(found)

    def _entries(self, subject: _Subject) -> tuple[EntryMap, ...]:
        maps = []
        for map_id, combos in self.tally.entries.items():
            counts: dict[int, int] = {}
            for combo in subject.combos:
                for region, count in combos.get(combo, {}).items():
                    counts[region] = counts.get(region, 0) + count
            total = sum(counts.values())
            if total:
                shares = {region: round(counts[region] / total, 4) for region in sorted(counts)}
                maps.append(EntryMap(map_id, total, shares))
        return tuple(sorted(maps, key=lambda entry: -entry.count))

    def _beaters(self, subject: _Subject) -> tuple[Beater, ...]:
        beaters: list[Beater] = []
        for attackers, is_race in ((self.tally.attacking_races, True), (self.tally.attacking_powers, False)):
            sums: dict[str, MeetingSum] = {}
            for combo in subject.combos:
                for attacker, more in attackers.get(combo, {}).items():
                    total = sums.setdefault(attacker, MeetingSum())
                    total.turns += more.turns
                    total.regions += more.regions
            turns = sum(total.turns for total in sums.values())
            rate = sum(total.regions for total in sums.values()) / max(turns, 1)
            for attacker, total in sums.items():
                expected = rate * total.turns
                # More than chance makes of counts like these.
                if expected >= MIN_EXPECTED_REGIONS and total.regions > expected + Z * expected**0.5:
                    race, power = (attacker, None) if is_race else (None, attacker)
                    lift = round(total.regions / expected, 2)
                    beaters.append(Beater(race, power, total.turns, total.regions, lift))
        beaters.sort(key=lambda beater: (-beater.lift, beater.race or "", beater.power or ""))
        return tuple(beaters[:MAX_BEATERS])

    def _games(self, rows: NDArray[np.int64]) -> tuple[str, ...]:
        """The newest games to replay in which somebody chose it freely, else in which it was drawn by lot."""
        picks = self.tally.picks
        found: list[str] = []
        for is_lot in (False, True):
            for row in reversed(rows.tolist()):
                game_id = self.tally.game_ids[picks.game[row]]
                if len(found) == MAX_REPLAYS:
                    return tuple(found)
                if picks.is_lot[row] == is_lot and game_id in self.replayable and game_id not in found:
                    found.append(game_id)
        return tuple(found)


def _spread(mean: float, half: float) -> Spread:
    return Spread(round(mean, 2), round(mean - half, 2), round(mean + half, 2))


def _share(wins: float, count: int) -> Spread:
    low, high = wilson(wins, count)
    return Spread(round(wins / count, 4), round(low, 4), round(high, 4))
