"""`elbowroom simulate`: computer players play many games, with every invariant checked if asked."""

from __future__ import annotations

import json
import os
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Column
from rich.table import Table as RichTable

from elbowroom.arena.match import Match, MatchResult, play
from elbowroom.arena.report import count_forfeits
from elbowroom.cli.commands.batch_options import (
    AGENT_NAMES,
    agent_names,
    forfeit_lines,
    prepare_folder,
    progress_bar,
)
from elbowroom.engine.notation import read_options
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator


def player_counts(text: str) -> list[int]:
    """`3`, or a range such as `2-5`."""
    low, dash, high = text.partition("-")
    if not low.isdecimal() or (dash and not high.isdecimal()):
        raise click.BadParameter(f"write a number of players or a range such as 2-5, not {text}")
    counts = list(range(int(low), int(high if dash else low) + 1))
    if not counts or counts[0] < MIN_PLAYERS or counts[-1] > MAX_PLAYERS:
        raise click.BadParameter(f"{MIN_PLAYERS} to {MAX_PLAYERS} players can play, not {text}")
    return counts


@dataclass
class Tally:
    """What has been played so far."""

    games: int = 0
    decisions: int = 0

    def __post_init__(self) -> None:
        self.seats: Counter[str] = Counter()
        self.wins: Counter[str] = Counter()
        self.coins: Counter[str] = Counter()
        self.forfeits: defaultdict[str, list[tuple[MatchResult, int]]] = defaultdict(list)
        """For each agent: the games that it lost by what it did wrong, and its seat there."""
        self.violations: list[str] = []

    def add(self, result: MatchResult) -> None:
        """Count one game; a shared victory is shared."""
        self.games += 1
        self.decisions += result.decisions
        winners = result.places.count(1)
        for agent, coins, place in zip(result.match.agents, result.coins, result.places, strict=True):
            self.seats[agent] += 1
            self.coins[agent] += coins
            self.wins[agent] += 0 if place > 1 else 1 / winners  # type: ignore[assignment]
        for forfeit in result.forfeits:
            self.forfeits[result.match.agents[forfeit.seat]].append((result, forfeit.seat))
        if result.violation:
            self.violations.append(f"game {result.match.number}: {result.violation}")

    def summary(self) -> list[dict[str, object]]:
        """One row for each agent."""
        return [
            {
                "name": agent,
                "seats": seats,
                "wins": round(self.wins[agent], 2),
                "win_share": round(self.wins[agent] / seats, 4),
                "mean_coins": round(self.coins[agent] / seats, 2),
                "forfeits": [asdict(count) for count in count_forfeits(self.forfeits[agent])],
            }
            for agent, seats in self.seats.items()
        ]


@click.command()
@click.option(
    "--players", default="2", show_default=True, help="How many players: a number, or a range such as 2-5."
)
@click.option(
    "--agents",
    default="random",
    show_default=True,
    help=f"{AGENT_NAMES}; they take the seats in turn, rotating from game to game.",
)
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option(
    "--first", default=0, show_default=True, type=click.IntRange(0), help="Number of the first game."
)
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--map", "map_id", help="A map by its id (default: the one for the number of players).")
@click.option(
    "--content",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with own races, powers or a map; may be given several times.",
)
@click.option("--option", "options", multiple=True, help="A table option, such as own_tokens_defend.")
@click.option("--check", "is_checked", is_flag=True, help="Verify the invariants after every action.")
@click.option(
    "--records", type=click.Path(file_okay=False, path_type=Path), help="Write one record per game here."
)
@click.option("--jobs", default=0, type=click.IntRange(0), help="Processes (default: one per core).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(
    players: str,
    agents: str,
    games: int,
    first: int,
    seed: int,
    map_id: str | None,
    files: tuple[Path, ...],
    options: tuple[str, ...],
    is_checked: bool,
    records: Path | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Let computer players play many games.

    \b
    Example: elbowroom simulate --players 3 --agents greedy,random --games 500 --seed 7 --check
    """
    content = tuple((file.name, file.read_text(encoding="utf-8")) for file in files)
    names = agent_names(agents)
    if not names:
        raise click.BadParameter("name at least one agent")
    counts = player_counts(players)
    if len(names) > max(counts):
        raise Refused("more_agents_than_seats", agents=len(names), players=max(counts))
    box = base_content()
    for source, text in content:
        box = add_content(box, text, source)
    if map_id is not None:
        counts = [box.map(map_id).players]
    table_options = read_options(" ".join(options), [f"P{seat}" for seat in range(1, 6)])
    matches = [
        Match(
            number=number,
            seed=seed,
            players=counts[number % len(counts)],
            agents=agents_by_seat(names, counts[number % len(counts)], number),
            options=table_options,
            map_id=map_id,
            content=content,
            is_checked=is_checked,
            keeps_record=records is not None,
        )
        for number in range(first, first + games)
    ]
    if records is not None:
        prepare_folder(records)
    tally, started = Tally(), time.perf_counter()
    for result in _play_all(matches, jobs or os.cpu_count() or 1, quiet=as_json):
        tally.add(result)
        if records is not None:
            path = records / f"game-{seed}-{result.match.number:06d}.elbowroom"
            path.write_text(result.record, encoding="utf-8")
    _print_report(tally, time.perf_counter() - started, is_checked=is_checked, as_json=as_json)
    if tally.violations:
        raise SystemExit(1)


def agents_by_seat(names: tuple[str, ...], players: int, number: int) -> tuple[str, ...]:
    """Who sits where in a game of this number: the agents in turn, rotating."""
    return tuple(names[(seat + number) % len(names)] for seat in range(players))


def _play_all(matches: list[Match], jobs: int, *, quiet: bool) -> Iterator[MatchResult]:
    """Play the matches, on several processes if that is worth it, with a progress bar."""
    with progress_bar("playing", quiet=quiet) as progress:
        task = progress.add_task("playing", total=len(matches))
        if jobs == 1 or len(matches) < 2 * jobs:
            for match in matches:
                yield play(match)
                progress.advance(task)
            return
        with ProcessPoolExecutor(jobs) as pool:
            for result in pool.map(play, matches, chunksize=max(1, min(50, len(matches) // (8 * jobs)))):
                yield result
                progress.advance(task)


def _print_report(tally: Tally, seconds: float, *, is_checked: bool, as_json: bool) -> None:
    if as_json:
        report = {
            "games": tally.games,
            "decisions": tally.decisions,
            "decisions_per_game": round(tally.decisions / tally.games, 2),
            "seconds": round(seconds, 2),
            "checked": is_checked,
            "violations": tally.violations,
            "agents": tally.summary(),
        }
        click.echo(json.dumps(report))
        return
    console = Console()
    table = RichTable(Column("agent", overflow="fold"), "seats", "wins", "win share", "mean coins")
    for row in tally.summary():
        table.add_row(*(str(value) for key, value in row.items() if key != "forfeits"))
    console.print(table)
    forfeits = {agent: count_forfeits(lost) for agent, lost in tally.forfeits.items()}
    for line in forfeit_lines(forfeits, tally.seats):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    console.print(
        f"{tally.games} games, {tally.decisions / tally.games:.0f} decisions a game, {seconds:.1f} s"
    )
    if is_checked:
        console.print(f"checked after every action: {len(tally.violations)} violations")
    for violation in tally.violations[:3]:
        console.print(violation, markup=False)
