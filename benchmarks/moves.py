"""What a durable move costs the server, part by part: seeded games at tables of one process, in CPU time.

The store keeps nothing and answers at once, and nobody reads the queues, so this is the server's own work
without disk and sockets; `make load-peers` measures all of it. Run it with `make bench-moves`.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import random
import statistics
import time
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import track
from rich.table import Table as Shown

from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.server.rooms.metrics import Metrics
from elbowroom.server.rooms.room import Room, RoomServices
from elbowroom.server.rooms.subscriber import Subscriber
from elbowroom.server.tables import commands, entries, fairness
from elbowroom.server.tables.checkpoints import Checkpoints
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table
from elbowroom.server.tables.table_log import TableLog

if TYPE_CHECKING:
    from collections.abc import Sequence

SEED = "5e" * 32


class ForgetfulStore:
    """Takes everything, keeps nothing."""

    async def seed(self, table: str) -> str:
        """The seed of every table."""
        del table
        return SEED

    async def append(self, *_: object) -> None:
        """Nothing is stored."""


def new_room(players: int) -> Room:
    """A room at which nobody sits yet."""
    services: Any = RoomServices(
        ForgetfulStore(),  # type: ignore[arg-type] # all that moves need
        None,  # type: ignore[arg-type] # there are no computers
        Metrics(),
        time.time,
        lambda _: None,
        lambda _: None,
    )
    opened = entries.Opened(TableSettings(players), fairness.commitment(SEED), "p0", "invite")
    row = LogRow(1, time.time(), opened)
    return Room("table", TableLog([row], Table(row), Checkpoints()), services)


async def play(players: int, spectators: int, number: int) -> tuple[list[float], list[int]]:
    """Play a game at random: the CPU seconds of every move, and the bytes that each sent to all."""
    chosen = random.Random(number)
    room = new_room(players)
    people = [f"p{seat}" for seat in range(players)]
    everybody = [Subscriber(person) for person in (*people, *(None for _ in range(spectators)))]
    for subscriber in everybody:
        room.enter(subscriber)
    for person in people:
        await room.do(person, "join", commands.Join(person, f"n{number}{person}", invite="invite"))
    seconds, sizes = [], []
    while room.table.status == "running":
        for subscriber in everybody:
            empty(subscriber)
        seat = room.table.to_move
        assert seat is not None
        text = chosen.choice(room.table.running.legal_actions()).text
        command = commands.Act(seat, text)
        began = time.process_time()
        await room.do(people[seat], f"c{room.table.seq}", command, room.table.seq)
        seconds.append(time.process_time() - began)
        sizes.append(sum(empty(subscriber) for subscriber in everybody))
    return seconds, sizes


def empty(subscriber: Subscriber) -> int:
    """Take everything that waits to be sent; how many bytes it is."""
    size = 0
    while not subscriber.queue.empty():
        size += len(subscriber.queue.get_nowait() or b"")
    return size


def show(rows: Sequence[tuple[str, str, str, str]]) -> None:
    """Print what was measured."""
    shown = Shown(
        "at the table", "moves", "CPU us a move (mean, median)", "bytes a move (median, all together)"
    )
    for row in rows:
        shown.add_row(*row)
    Console().print(shown)


def measure(games: int) -> None:
    """Play games of every size, and one with many spectators."""
    tables = [(players, 0) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)] + [(MAX_PLAYERS, 500)]
    rows = []
    for players, spectators in tables:
        seconds, sizes = [], []
        for number in track(range(games), f"{players} players", console=Console(stderr=True), transient=True):
            more_seconds, more_sizes = asyncio.run(play(players, spectators, number))
            seconds += more_seconds
            sizes += more_sizes
        who = f"{players} players" + (f", {spectators} spectators" if spectators else "")
        times = f"{statistics.mean(seconds) * 1e6:.0f}, {statistics.median(seconds) * 1e6:.0f}"
        rows.append((who, f"{len(seconds):,}", times, f"{statistics.median(sizes):,.0f}"))
    show(rows)


def profile(games: int, lines: int) -> None:
    """Where the time goes at a table of five."""
    profiler = cProfile.Profile()
    for number in range(games):
        profiler.enable()
        asyncio.run(play(MAX_PLAYERS, 0, number))
        profiler.disable()
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(lines)


def main() -> None:
    """Measure or profile."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=5, help="games of each size (default 5)")
    parser.add_argument("--profile", type=int, metavar="LINES", help="show where the time goes instead")
    given = parser.parse_args()
    if given.profile:
        profile(given.games, given.profile)
    else:
        measure(given.games)


if __name__ == "__main__":
    main()
