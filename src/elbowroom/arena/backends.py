"""Where games are played: in processes on this machine, or on a Ray cluster.

A back end yields results as they are finished, in any order. When a worker dies, no finished game is lost,
and the game it was playing is played again. A game is a `Match`, or any other record with a number.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from elbowroom.agents.own_agent import look_in, search_folder
from elbowroom.arena.match import Match, MatchResult, play
from elbowroom.rules.refusals import Refused, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    PlayMatch = Callable[[Match], MatchResult]

MAX_WORKER_DEATHS: Final = 5
"""More workers than this may not die one after another without a finished game in between."""
MAX_QUEUED_GAMES: Final = 500
"""How many games are given to a cluster at a time."""


class Numbered(Protocol):
    """A game to be played, or its result: both have the same number."""

    @property
    def number(self) -> int:
        """Which game of the run it is."""
        ...


GameT = TypeVar("GameT", bound=Numbered)
ResultT = TypeVar("ResultT", bound=Numbered)


class Backend(Protocol):
    """A place to play many games."""

    def results(self, matches: Sequence[Match], play: PlayMatch = play) -> Iterator[MatchResult]:
        """Play all matches; each result comes once, as soon as it is known."""
        ...

    def run(self, games: Sequence[GameT], play: Callable[[GameT], ResultT]) -> Iterator[ResultT]:
        """Play games of any kind; each result comes once, as soon as it is known."""
        ...


class LocalBackend:
    """Processes on this machine."""

    def __init__(self, jobs: int = 0) -> None:
        """`jobs` is the number of processes; 0: one for each core."""
        self.jobs = jobs or os.cpu_count() or 1

    def results(self, matches: Sequence[Match], play: PlayMatch = play) -> Iterator[MatchResult]:
        """Play all matches."""
        return self.run(matches, play)

    def run(self, games: Sequence[GameT], play: Callable[[GameT], ResultT]) -> Iterator[ResultT]:
        """Play all games; one after the other in this process if there is only one job."""
        if self.jobs == 1 or len(games) < 2:
            yield from map(play, games)
            return
        left = {game.number: game for game in games}
        deaths = 0
        while left:
            try:
                for result in self._pooled(list(left.values()), play):
                    del left[result.number]
                    deaths = 0
                    yield result
            except BrokenProcessPool:
                deaths += 1
                if deaths > MAX_WORKER_DEATHS:
                    raise Refused("workers_die", games=len(left)) from None

    def _pooled(self, games: list[GameT], play: Callable[[GameT], ResultT]) -> Iterator[ResultT]:
        jobs = min(self.jobs, len(games))
        # Spawned, not forked: the caller may have threads, such as those of a progress bar.
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_follow_parent)
        queue = iter(games)
        try:
            waiting: set[Future[ResultT]] = {pool.submit(play, game) for game in islice(queue, 2 * jobs)}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(play, game) for game in islice(queue, len(done))}
                # The finished ones first: a broken one among them ends the pool.
                for future in sorted(done, key=lambda future: future.exception() is not None):
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _follow_parent() -> None:
    """A worker ends when it is interrupted and when its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()


class RayBackend:
    """A Ray cluster: the one that RAY_ADDRESS names or that runs here, or else a new one on this machine."""

    def __init__(self, retries: int = 3) -> None:
        """`retries` is how often Ray itself plays a game again before it reports a dead worker."""
        require("ray", "ray")
        self.retries = retries

    def results(self, matches: Sequence[Match], play: PlayMatch = play) -> Iterator[MatchResult]:
        """Play all matches."""
        return self.run(matches, play)

    def run(self, games: Sequence[GameT], play: Callable[[GameT], ResultT]) -> Iterator[ResultT]:
        """Play all games, one task each; the machines of the cluster need this package and own agents too."""
        ray = _ray()
        is_guest = ray.is_initialized()
        if not is_guest:
            ray.init(log_to_driver=False, logging_level="ERROR")
        try:
            yield from self._played(ray, games, play)
        finally:
            if not is_guest:
                ray.shutdown()

    def _played(
        self,
        ray: Any,  # noqa: ANN401 - an extra that need not be there
        games: Sequence[GameT],
        play: Callable[[GameT], ResultT],
    ) -> Iterator[ResultT]:
        errors = ray.exceptions
        is_lost = (
            errors.WorkerCrashedError,
            errors.NodeDiedError,
            errors.LocalRayletDiedError,
            errors.ObjectLostError,
            errors.OutOfMemoryError,
        )
        task = ray.remote(_from_here(play)).options(max_retries=self.retries, num_cpus=1)
        queue = deque(games)
        running: dict[Any, GameT] = {}
        deaths = 0
        try:
            while queue or running:
                while queue and len(running) < MAX_QUEUED_GAMES:
                    game = queue.popleft()
                    running[task.remote(game)] = game
                (ref, *_), _ = ray.wait(list(running), num_returns=1)
                game = running.pop(ref)
                try:
                    result: ResultT = ray.get(ref)
                except is_lost:
                    deaths += 1
                    if deaths > MAX_WORKER_DEATHS:
                        raise Refused("workers_die", games=len(queue) + len(running) + 1) from None
                    queue.appendleft(game)
                    continue
                deaths = 0
                yield result
        finally:
            for ref in running:
                ray.cancel(ref, force=True)


def _from_here(play: Callable[[GameT], ResultT]) -> Callable[[GameT], ResultT]:
    """The same elsewhere: people's own agents are found from the folder in which this command was given."""
    folder = search_folder()

    def play_there(game: GameT) -> ResultT:
        look_in(folder)
        return play(game)

    return play_there


def _ray() -> Any:  # noqa: ANN401 - an extra that need not be there
    import ray  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415 - slow to import
    import ray.exceptions  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

    return ray


BACKENDS: Final[tuple[str, ...]] = ("local", "ray")


def backend_named(name: str, jobs: int = 0) -> Backend:
    """The back end of this name."""
    return RayBackend() if name == "ray" else LocalBackend(jobs)
