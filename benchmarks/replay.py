"""How long the replay of a whole game is, and how much CPU time it takes: medians of seeded games.

Run it with `.venv/bin/python benchmarks/replay.py`.
"""

from __future__ import annotations

import gzip
import random
import statistics
import time

from elbowroom.rules.setup import RULES_VERSION
from elbowroom.server.http.responses import GZIP_LEVEL
from elbowroom.server.tables import commands, entries, fairness
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.long_work import at_once
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table
from elbowroom.server.views.game_replay import encoded_replay

PLAYERS = 5
GAMES = 9
SEED = "11" * 32


def played_log(number: int) -> list[LogRow]:
    """The log of a game of five people who decide at random."""
    settings = TableSettings(players=PLAYERS, is_open=True)
    opened = entries.Opened(settings, fairness.commitment(SEED), "p0", rules_version=RULES_VERSION)
    log, chance = [LogRow(1, 0.0, opened)], random.Random(number)
    table = Table.from_log(log)

    def write(found: list[entries.AnyEntry]) -> None:
        for entry in found:
            log.append(LogRow(table.seq + 1, float(table.seq), entry))
            table.add(log[-1])

    for seat in range(PLAYERS):
        join = commands.Join(name=f"Player {'ABCDE'[seat]}", nonce=f"{number}x{seat}")
        write(commands.decide(table, join, f"p{seat}", SEED))
    while (mover := table.to_move) is not None:
        text = table.running.text_of(chance.choice(table.running.legal()))
        write(commands.act(table, mover, (text,), "person", SEED))
    return log


def main() -> None:
    """Print the medians for a player and for a spectator."""
    logs = [played_log(number) for number in range(GAMES)]
    print(f"{GAMES} games of {PLAYERS}, {statistics.median(map(len, logs))} entries")
    for name, person in (("player", "p0"), ("spectator", None)):
        figures = []
        for log in logs:
            begun = time.process_time()
            body = at_once(encoded_replay("table", log, person))
            made = time.process_time()
            packed = gzip.compress(body, GZIP_LEVEL)
            done = time.process_time()
            figures.append((len(body) / 1e3, len(packed) / 1e3, (made - begun) * 1e3, (done - made) * 1e3))
        plain, packed_size, making, packing = map(statistics.median, zip(*figures, strict=True))
        print(f"{name}: {plain:.0f} kB, {packed_size:.1f} kB gzipped; {making:.0f} ms, gzip {packing:.1f} ms")


main()
