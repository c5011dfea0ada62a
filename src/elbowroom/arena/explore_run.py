"""From the games of an explore plan to its data: tallied in batches, anywhere, and a few kept for replay."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from elbowroom.arena.explore_games import play_explore_game, unpack_record
from elbowroom.arena.explore_picks import picks_of
from elbowroom.arena.explore_tally import Tally, power_ids, race_ids
from elbowroom.arena.explorer import explore
from elbowroom.arena.explorer_pages import MAX_REPLAYS
from elbowroom.engine.record import read_record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from elbowroom.arena.explore_games import ExploreGame, ExploreResult
    from elbowroom.arena.explorer_pages import Exploration

    Truths = NDArray[np.bool_]

GAMES_PER_BATCH: Final = 100
"""So many games are tallied as one batch."""


@dataclass(frozen=True)
class TimedResult:
    """A game that was played, and for how long a processor was busy with it."""

    result: ExploreResult
    cpu_seconds: float

    @property
    def number(self) -> int:
        """The number of the game."""
        return self.result.number


def play_timed(game: ExploreGame) -> TimedResult:
    """Play one game of a plan and take the time."""
    started = time.process_time()
    result = play_explore_game(game)
    return TimedResult(result, time.process_time() - started)


@dataclass(frozen=True)
class Batch:
    """Some games with one number of players, to be tallied."""

    number: int
    players: int
    results: tuple[ExploreResult, ...]


@dataclass(frozen=True)
class TalliedBatch:
    """The tally of a batch."""

    number: int
    tally: Tally


def batches(results: Iterable[ExploreResult], players: dict[int, int]) -> list[Batch]:
    """All results in batches, in the order of their numbers; `players` says how many played in each game."""
    groups: dict[int, list[ExploreResult]] = {}
    for result in sorted(results, key=lambda result: result.number):
        groups.setdefault(players[result.number], []).append(result)
    cut = [
        (count, tuple(group[first : first + GAMES_PER_BATCH]))
        for count, group in sorted(groups.items())
        for first in range(0, len(group), GAMES_PER_BATCH)
    ]
    return [Batch(number, count, part) for number, (count, part) in enumerate(cut)]


def tally_batch(batch: Batch) -> TalliedBatch:
    """Replay the games of a batch and tally their picks."""
    tally = Tally(batch.players)
    for result in batch.results:
        game = read_record(unpack_record(result.record))
        tally.add(str(result.number), picks_of(game, lots=result.lots))
    return TalliedBatch(batch.number, tally)


def merged(tallied: Iterable[TalliedBatch]) -> list[Tally]:
    """One tally for each number of players, the same in whatever order the batches come."""
    tallies: dict[int, Tally] = {}
    for batch in sorted(tallied, key=lambda batch: batch.number):
        players = batch.tally.players
        tallies.setdefault(players, Tally(players)).merge(batch.tally)
    return list(tallies.values())


def explorations(tallies: Iterable[Tally]) -> tuple[tuple[Exploration, ...], list[str]]:
    """The pages for each number of players, and the ids of the games that they name for replay."""
    found = tuple(explore(tally, games_to_replay(tally)) for tally in tallies)
    named = {game_id for one in found for page in one.pages for game_id in page.games}
    return found, sorted(named, key=int)


def games_to_replay(tally: Tally) -> list[str]:
    """A few games in which each combo is met three times, where possible chosen freely."""
    picks = tally.picks
    shape = len(tally.game_ids), len(race_ids()) * len(power_ids())
    is_chosen, is_there = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    game, combo = np.array(picks.game, dtype=np.int64), np.array(picks.combo, dtype=np.int64)
    chosen = ~np.array(picks.is_lot, dtype=np.bool_)
    is_there[game, combo] = True
    is_chosen[game[chosen], combo[chosen]] = True
    taken: list[int] = []
    missing = np.full(shape[1], MAX_REPLAYS)
    for table in (is_chosen, is_there):
        _cover(table, missing, taken)
    return [tally.game_ids[number] for number in sorted(taken)]


def _cover(table: Truths, missing: NDArray[np.int64], taken: list[int]) -> None:
    """Take the game with the most combos that are still missing, until no game has one."""
    if not len(table):
        return
    left = table.astype(np.float32)
    left[taken] = 0.0
    while True:
        gains = left @ (missing > 0).astype(np.float32)
        best = int(np.argmax(gains))
        if gains[best] == 0:
            return
        taken.append(best)
        left[best] = 0.0
        missing[table[best]] -= 1
