"""`elbowroom arena`: agents play a tournament; the report says how strong each is, with intervals."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Column
from rich.table import Table as RichTable

from elbowroom.arena.backends import backend_named
from elbowroom.arena.report import draw_report, make_report
from elbowroom.arena.result_files import ResultFiles
from elbowroom.arena.tournament import Tournament
from elbowroom.cli.commands.batch_options import (
    AGENT_NAMES,
    EXIT_INTERRUPTED,
    backend_options,
    budget_of,
    budget_options,
    forfeit_lines,
    progress_bar,
)
from elbowroom.rules.refusals import require
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from elbowroom.arena.backends import Backend
    from elbowroom.arena.intervals import Interval
    from elbowroom.arena.match import MatchResult
    from elbowroom.arena.report import Report


@click.command()
@click.option(
    "--agents",
    default="greedy,random",
    show_default=True,
    help=f"{AGENT_NAMES}. Free seats are filled with the same agents.",
)
@click.option(
    "--players",
    default=2,
    show_default=True,
    type=click.IntRange(MIN_PLAYERS, MAX_PLAYERS),
    help="Seats at a table.",
)
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--pairs", "in_pairs", is_flag=True, help="Every two agents meet for --games games.")
@budget_options
@click.option("--seed", default=1, show_default=True, help="The same seed deals the same luck.")
@backend_options
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep results, report and plots here; an interrupted run is taken up again from it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def arena(
    agents: str,
    players: int,
    games: int,
    in_pairs: bool,
    seconds_per_turn: float | None,
    work_per_turn: int | None,
    seed: int,
    backend_name: str,
    jobs: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Let agents play a tournament.

    Seats rotate, and all seatings of a deal meet the same luck. With --out, only what is missing is played:
    an interrupted run goes on, and more games may be asked for later.

    \b
    Example: elbowroom arena --agents planner,greedy --games 200 --work-per-turn 500 --out runs/first
    """
    require("openskill", "arena")
    if out is not None:
        require("matplotlib", "arena")
    tournament = Tournament(
        agents=tuple(name.strip() for name in agents.split(",") if name.strip()),
        players=players,
        games=games,
        seed=seed,
        budget=budget_of(seconds_per_turn, work_per_turn),
        in_pairs=in_pairs,
    )
    backend = backend_named(backend_name, jobs)
    folder = None if out is None else ResultFiles(out, tournament)
    results: list[MatchResult] = []
    try:
        _play(tournament, backend, folder, results, quiet=as_json)
    except KeyboardInterrupt:
        key = "arena_stopped" if out is None else "arena_stopped_kept"
        click.echo(say(key, games=len(results), folder=out), err=True)
        raise SystemExit(EXIT_INTERRUPTED) from None
    summary = make_report(results, tournament.agents)
    if out is not None:
        report_json = summary.to_json() | {"encounters": [asdict(row) for row in summary.encounters]}
        (out / "report.json").write_text(json.dumps(report_json, indent=2) + "\n", encoding="utf-8")
        draw_report(summary, players, out)
    if as_json:
        click.echo(json.dumps(summary.to_json()))
        return
    _print_report(summary, tournament)
    if out is not None:
        click.echo(say("arena_kept", folder=out))


def _play(
    tournament: Tournament,
    backend: Backend,
    folder: ResultFiles | None,
    results: list[MatchResult],
    *,
    quiet: bool,
) -> None:
    """Add the results that were saved before, then play the other matches."""
    matches = tournament.matches()
    if folder is not None:
        results += folder.read(matches)
    known = {result.match.number for result in results}
    # A cluster prints lines about its workers; standard output is only for the report.
    with (
        redirect_stdout(sys.stderr),
        progress_bar("playing", quiet=quiet) as progress,
    ):
        task = progress.add_task("playing", total=len(matches), completed=len(results))
        for result in backend.results([match for match in matches if match.number not in known]):
            if folder is not None:
                folder.add(result)
            results.append(result)
            progress.advance(task)


def _print_report(summary: Report, tournament: Tournament) -> None:
    console = Console()
    table = RichTable(
        Column("agent", overflow="fold"),
        "seats",
        "win share, %",
        "mean coins",
        "rating",
        "s a turn, 99 % / all",
    )
    for row in sorted(summary.agents, key=lambda row: -row.rating):
        table.add_row(
            row.name,
            str(row.seats),
            _share(row.win_share, row.win_share_95),
            _coins(row.mean_coins, row.mean_coins_95),
            f"{row.rating:.1f} ± {row.rating_deviation:.1f}",
            f"{row.turn_seconds_p99:.3f} / {row.turn_seconds_max:.3f}",
        )
    console.print(table)
    if len({row.lineup for row in summary.encounters}) > 1:
        table = RichTable(
            Column("table", overflow="fold"),
            Column("agent", overflow="fold"),
            "games",
            "win share, %",
            "mean coins",
        )
        for encounter in summary.encounters:
            share = _share(encounter.win_share, encounter.win_share_95)
            table.add_row(
                ", ".join(encounter.lineup),
                encounter.name,
                str(encounter.games),
                share,
                f"{encounter.mean_coins:.1f}",
            )
        console.print(table)
    even = 1 / tournament.players
    console.print(f"{summary.games} games; an even win share is {even:.1%}; in brackets: 95 % intervals")
    forfeits = {row.name: row.forfeits for row in summary.agents}
    for line in forfeit_lines(forfeits, {row.name: row.seats for row in summary.agents}):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    limit = None if tournament.budget is None else tournament.budget.seconds
    if limit is not None:
        worst = max(row.turn_seconds_p99 for row in summary.agents)
        console.print(f"99 % of all turns used at most {worst:.3f} s of {limit:g} s ({worst / limit:.0%})")


def _share(share: float, interval: Interval) -> str:
    return f"{100 * share:.1f} ({100 * interval[0]:.1f} to {100 * interval[1]:.1f})"


def _coins(mean: float, interval: Interval | None) -> str:
    return f"{mean:.1f}" if interval is None else f"{mean:.1f} ({interval[0]:.1f} to {interval[1]:.1f})"
