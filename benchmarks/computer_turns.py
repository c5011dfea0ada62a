"""How many commits a computer's turn takes: whole games of computers at tables of a server, in one process.

Each commit is one entry of the log and one update to everybody at the table. Run it with `make bench-turns`.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table as Shown

from elbowroom.agents import LEVELS
from elbowroom.engine.whose_turn import Turn
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.server.rooms.rooms import Rooms
from elbowroom.server.storage.factory import store_for
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table
from elbowroom.server.workers.bots import Bots

if TYPE_CHECKING:
    from elbowroom.server.tables.entries import LogRow


async def play(
    rooms: Rooms, finished: asyncio.Queue[str], players: int, level: str, nonce: str
) -> list[LogRow]:
    """The log of a game between computers: the person who began it leaves at once."""
    room = await rooms.open_table(TableSettings(players, computers=(level,) * (players - 1)), "host")
    await room.do("host", "join", commands.Join("Host", nonce))
    await room.do("host", "leave", commands.Leave(0))
    assert await finished.get() == room.id
    return room.rows


def count(rows: list[LogRow]) -> tuple[int, int, int]:
    """The entries of computers in a log, the decisions in them, and the turns that were played."""
    table, turns = Table(rows[0]), set[Turn]()
    acted = decisions = 0
    for row in rows[1:]:
        if isinstance(row.entry, entries.Acted):
            turns.add(table.running.turn)
            acted += 1
            decisions += len(row.entry.actions)
        table.add(row)
    return acted, decisions, len(turns)


async def measure(games: int, levels: list[str]) -> Shown:
    """Play games of each level for each number of players."""
    shown = Shown("level", "players", "turns", "actions a turn", "commits a turn")
    with TemporaryDirectory() as folder:
        store = store_for(f"sqlite:///{Path(folder) / 'turns.db'}")
        await store.start()
        rooms = Rooms(store, Bots(), time.time, known_seed="5e" * 32)
        finished = asyncio.Queue[str]()
        rooms.on_game_over(finished.put_nowait)
        try:
            for level in levels:
                for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
                    logs = [await play(rooms, finished, players, level, f"n{game}") for game in range(games)]
                    acted, decisions, turns = map(sum, zip(*map(count, logs), strict=True))
                    figures = (str(turns), f"{decisions / turns:.1f}", f"{acted / turns:.2f}")
                    shown.add_row(level, str(players), *figures)
        finally:
            await rooms.stop()
            await rooms.bots.stop()
            await store.stop()
    return shown


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3, help="for each level and number of players")
    parser.add_argument("--levels", nargs="+", choices=list(LEVELS), default=["easy", "normal", "hard"])
    options = parser.parse_args()
    Console().print(asyncio.run(measure(options.games, options.levels)))


if __name__ == "__main__":
    main()
