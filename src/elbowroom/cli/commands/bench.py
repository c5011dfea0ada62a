"""`elbowroom bench`: how fast the engine is on this machine, with the median of several rounds."""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
import tracemalloc
from typing import Any, Final

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as RichTable

from elbowroom.engine.chance import Generator
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.playout import play_out
from elbowroom.rules.bits import COMPILED

IMPORT_CODE: Final = """
import time
began = time.perf_counter()
from elbowroom import new_game
print((time.perf_counter() - began) * 1000)
"""
INTERPRETED_CODE: Final = (
    "from elbowroom.cli.commands.bench import compiled_loop; print(compiled_loop(2, 3)[0])"
)
PLAYER_COUNTS: Final = (2, 3, 4, 5)


def compiled_loop(games: int, seed: int) -> tuple[float, float, float]:
    """Random games inside the engine: decisions a second, games a second, decisions a game."""
    starts = [new_game(players).state for players in PLAYER_COUNTS]
    generator = Generator(seed)
    decisions, began = 0, time.perf_counter()
    for _ in range(games):
        for start in starts:
            decisions += int(play_out(start.clone(), generator))
    seconds = time.perf_counter() - began
    return decisions / seconds, games * len(starts) / seconds, decisions / (games * len(starts))


def python_loop(games: int, seed: int) -> float:
    """Decisions a second from an ordinary Python loop: legal, choose, apply; the dealer's draws included."""
    pick = random.Random(seed).random
    decisions, seconds = 0, 0.0
    for number in range(games):
        for players in PLAYER_COUNTS:
            game = new_game(players, seed=number)
            began = time.perf_counter()
            while not game.is_over:
                legal = game.legal()
                game.apply(legal[int(pick() * len(legal))])
                decisions += 1
            seconds += time.perf_counter() - began
    return decisions / seconds


def middle_game(players: int) -> Game:
    """A game in its fourth game turn."""
    game = new_game(players, seed=4)
    choice = random.Random(4)
    while game.state.game_turn < 4:
        game.apply(choice.choice(game.legal()))
    return game


def clone_ns() -> float:
    """Nanoseconds to copy a state in mid-game, called from Python."""
    clone = middle_game(3).state.clone
    rounds = 20_000
    began = time.perf_counter()
    for _ in range(rounds):
        clone()
    return (time.perf_counter() - began) / rounds * 1e9


def state_bytes(players: int) -> int:
    """Memory of one state beside the table it shares with others."""
    clone = middle_game(players).state.clone
    kept = [clone()]
    tracemalloc.start()
    kept = [clone() for _ in range(500)]
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size // len(kept)


def run_python(code: str, **environment: str) -> float:
    """A number printed by a fresh Python."""
    process = subprocess.run(  # noqa: S603 - our own code in our own interpreter
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return float(process.stdout)


def measure(games: int, rounds: int) -> dict[str, Any]:
    """All figures; each is the median of the rounds."""
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task("measuring", total=rounds)
        loops, stepped, clones, imports, interpreted = [], [], [], [], []
        for seed in range(rounds):
            loops.append(compiled_loop(games, seed))
            stepped.append(python_loop(max(1, games // 4), seed))
            clones.append(clone_ns())
            imports.append(run_python(IMPORT_CODE))
            interpreted.append(run_python(INTERPRETED_CODE, ELBOWROOM_INTERPRETED="1"))
            progress.advance(task)
    median = statistics.median
    return {
        "compiled": COMPILED,
        "decisions_per_second": {
            "compiled_loop": round(median(loop[0] for loop in loops)),
            "python_loop": round(median(stepped)),
        },
        "games_per_second": round(median(loop[1] for loop in loops), 1),
        "decisions_per_game": round(median(loop[2] for loop in loops), 1),
        "clone_ns": round(median(clones)),
        "import_ms": round(median(imports), 1),
        "interpreted_us_per_decision": round(1e6 / median(interpreted), 1),
        "state_bytes": {str(players): state_bytes(players) for players in PLAYER_COUNTS},
        "rounds": rounds,
        "games_per_round": games * len(PLAYER_COUNTS),
    }


@click.command()
@click.option(
    "--games", default=400, show_default=True, type=click.IntRange(4), help="Games per map and round."
)
@click.option(
    "--rounds", default=5, show_default=True, type=click.IntRange(1), help="Rounds; medians are shown."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(games: int, rounds: int, as_json: bool) -> None:
    """Measure the speed of the engine: random games under full rules, on one core.

    Decisions are those of players; chance is not counted. Games are spread evenly over 2, 3, 4 and 5 players.
    """
    figures = measure(games, rounds)
    if as_json:
        click.echo(json.dumps(figures))
        return
    table = RichTable("figure", "value")
    speed = figures["decisions_per_second"]
    table.add_row("engine", "compiled" if figures["compiled"] else "interpreted")
    table.add_row("decisions per second, compiled loop", f"{speed['compiled_loop']:,}")
    table.add_row("decisions per second, stepped from Python", f"{speed['python_loop']:,}")
    table.add_row("games per second, compiled loop", f"{figures['games_per_second']:,}")
    table.add_row("decisions per game", f"{figures['decisions_per_game']}")
    table.add_row("clone of a state", f"{figures['clone_ns']} ns")
    table.add_row("import", f"{figures['import_ms']} ms")
    table.add_row("interpreted, per decision", f"{figures['interpreted_us_per_decision']} us")
    table.add_row(
        "state, bytes by players", ", ".join(f"{k}: {v}" for k, v in figures["state_bytes"].items())
    )
    Console().print(table)
