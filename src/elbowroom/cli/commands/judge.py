"""`elbowroom judge`: positions with known best turns, and how many coins the turns of agents lose there."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.console import Console
from rich.table import Table as RichTable

from elbowroom import __version__
from elbowroom.arena.backends import backend_named
from elbowroom.arena.explorer_data import ENDINGS, provenance_file
from elbowroom.arena.judge import (
    DEFAULT_POSITIONS,
    DEFAULT_ROLLOUTS,
    JudgePlan,
    judge_position,
    read_judged,
)
from elbowroom.arena.judge_data import (
    SHIPPED_FILE,
    JudgeProvenance,
    read_judged_before,
    read_judged_file,
    summary_of,
    write_judged,
)
from elbowroom.arena.judge_positions import PLAYERS
from elbowroom.arena.judge_rollouts import ROLLOUT_WEIGHTS
from elbowroom.arena.judge_score import NEARLY, LossCache, score_position, score_tasks, scores
from elbowroom.arena.result_files import RunFolder
from elbowroom.cli.commands.batch_options import (
    EXIT_INTERRUPTED,
    backend_options,
    budget_of,
    budget_options,
    prepare_folder,
    progress_bar,
)
from elbowroom.cli.data_folder import data_folder
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from elbowroom.arena.intervals import Interval
    from elbowroom.arena.judge import TimedJudged
    from elbowroom.arena.judge_data import JudgeSummary
    from elbowroom.arena.judge_score import AgentScore, Score, ScoreResult

FILE_OPTION: Final = click.option(
    "--file",
    default=SHIPPED_FILE,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of judged positions (default: the one that is shipped).",
)


@click.group()
def judge() -> None:
    """Judge turns by playing games to their end after them.

    \b
    Example: elbowroom judge make --positions 200 --out runs/judge.json.gz
             elbowroom judge score --agents expert,planner --file runs/judge.json.gz
             elbowroom judge report --file runs/judge.json.gz
    """


@judge.command()
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write, .json or .json.gz. Positions are kept in the folder FILE.positions as they are "
    "judged, and an interrupted run is taken up again from there. A file that is there already is prolonged.",
    metavar="FILE",
)
@click.option(
    "--positions",
    default=DEFAULT_POSITIONS,
    show_default=True,
    type=click.IntRange(1),
    help="How many, in turn for 2 to 5 players and all kinds of decisions. The default takes over an hour of "
    "one core.",
)
@click.option(
    "--rollouts",
    default=DEFAULT_ROLLOUTS,
    show_default=True,
    type=click.IntRange(2),
    help="No turn is rolled out more often.",
)
@click.option(
    "--rollouts-by",
    default="expert-1",
    show_default=True,
    help=f"Whose judgement plays the rollouts: {', '.join(ROLLOUT_WEIGHTS)}, or a file of weights (.json).",
)
@click.option("--seed", default=1, show_default=True, help="The same seed finds the same positions.")
@backend_options
@click.option("--json", "as_json", is_flag=True, help="Print what the file contains as one JSON object.")
def make(
    out: Path,
    positions: int,
    rollouts: int,
    rollouts_by: str,
    seed: int,
    backend_name: str,
    jobs: int,
    as_json: bool,
) -> None:
    """Find positions and judge the best turns of each."""
    if not out.name.endswith(ENDINGS):
        raise click.BadParameter(f"a file of data ends in {' or '.join(ENDINGS)}, not {out.name}")
    plan = JudgePlan(positions, seed, rollouts_by, rollouts)
    before = read_judged_before(out, plan)
    prepare_folder(out.parent)
    backend = backend_named(backend_name, jobs)
    folder = RunFolder(Path(f"{out}.positions"), plan.settings())
    tasks = plan.tasks()
    results = _known_results(folder, plan, before)
    known = {result.number for result in results}
    try:
        # A cluster prints lines about its workers; standard output is only for the report.
        with redirect_stdout(sys.stderr), progress_bar("judging", quiet=as_json) as progress:
            bar = progress.add_task("judging", total=len(tasks), completed=len(results))
            for result in backend.run([task for task in tasks if task.number not in known], judge_position):
                folder.add_row(result.to_row())
                results.append(result)
                progress.advance(bar)
    except KeyboardInterrupt:
        click.echo(say("judge_stopped", positions=len(results), folder=folder.folder), err=True)
        raise SystemExit(EXIT_INTERRUPTED) from None
    settings = plan.settings()
    judged = [result.judged for result in results]
    write_judged(
        out,
        judged,
        JudgeProvenance(
            command=f"elbowroom judge make --positions {positions} --rollouts {rollouts} "
            f"--rollouts-by {rollouts_by} --seed {seed} --out {out.name}",
            seed=seed,
            positions=positions,
            rollouts_by=rollouts_by,
            rollouts=rollouts,
            rolled_out_by=settings["rolled_out_by"],
            program=settings["program"],
            elbowroom=__version__,
            date=datetime.now(tz=UTC).date().isoformat(),
            cpu_seconds=round(sum(result.cpu_seconds for result in results), 1),
            sha256="",
        ),
    )
    _tell(summary_of(judged), as_json=as_json)
    if not as_json:
        click.echo(say("judge_kept", file=out, provenance=provenance_file(out), folder=folder.folder))


def _known_results(folder: RunFolder, plan: JudgePlan, before: list[TimedJudged]) -> list[TimedJudged]:
    """The results of this plan that the folder or the file has; the folder gets what only the file has."""
    planned = max([plan.positions, *(result.number + 1 for result in before)])
    tasks = {task.number: task for task in replace(plan, positions=planned).tasks()}
    results: list[TimedJudged] = folder.read_rows(tasks, read_judged)
    known = {result.number for result in results}
    for result in before:
        if result.number not in known:
            folder.add_row(result.to_row())
            results.append(result)
    return [result for result in results if result.number < plan.positions]


@judge.command()
@FILE_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def report(file: Path, as_json: bool) -> None:
    """Tell what a file of judged positions contains."""
    _tell(summary_of(read_judged_file(file).judged), as_json=as_json)


def _tell(summary: JudgeSummary, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(asdict(summary)))
        return
    console = Console()
    table = RichTable("positions", *(f"{count} players" for count in PLAYERS))
    for kind, counts in summary.cells.items():
        table.add_row(kind, *(str(counts.get(count, 0)) for count in PLAYERS))
    console.print(table)
    table = RichTable("what", "how much")
    for end, count in summary.ends.items():
        table.add_row(end, f"{count} of {summary.positions}")
    table.add_row("turns of a position", f"{summary.turns:.1f}")
    table.add_row("rollouts", str(summary.rollouts))
    table.add_row("margin of the best turn, error", f"± {summary.margin_error:.2f} coins")
    table.add_row("second best turn, loss", f"{summary.second_loss:.2f} ± {summary.loss_error:.2f} coins")
    table.add_row("worst of the turns, loss", f"{summary.last_loss:.2f} coins")
    table.add_row("best turn, flattered by half of the rollouts", f"{summary.flattery:.2f} coins")
    console.print(table)


@judge.command()
@click.option("--agents", required=True, help="Agents by name, separated by commas.")
@FILE_OPTION
@click.option("--positions", type=click.IntRange(1), help="Only so many positions, from the first on.")
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep here what was rolled out (default: among the data of this user).",
)
@budget_options
@backend_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def score(
    agents: str,
    file: Path,
    positions: int | None,
    cache: Path | None,
    seconds_per_turn: float | None,
    work_per_turn: int | None,
    backend_name: str,
    jobs: int,
    as_json: bool,
) -> None:
    """Tell how many coins the turns of agents lose.

    Turns that are not in the file are rolled out, and kept: the second time is quick.
    """
    names = tuple(dict.fromkeys(name.strip() for name in agents.split(",") if name.strip()))
    if not names:
        raise click.BadParameter("name at least one agent")
    data = read_judged_file(file)
    losses = LossCache(cache or data_folder() / "judge", data.provenance)
    budget = budget_of(seconds_per_turn, work_per_turn)
    tasks = score_tasks(data, names, budget, positions, losses)
    backend = backend_named(backend_name, jobs)
    results: list[ScoreResult] = []
    try:
        with redirect_stdout(sys.stderr), progress_bar("scoring", quiet=as_json) as progress:
            bar = progress.add_task("scoring", total=len(tasks))
            for result in backend.run(tasks, score_position):
                losses.add(result)
                results.append(result)
                progress.advance(bar)
    except KeyboardInterrupt:
        raise SystemExit(EXIT_INTERRUPTED) from None
    found = scores(results, names)
    if not tasks[0].keeps_pairs:
        click.echo(say("judge_program_changed"), err=True)
    if as_json:
        rows = [row.to_json() for row in found]
        click.echo(json.dumps({"positions": len(results), "nearly": NEARLY, "agents": rows}))
        return
    _print_scores(found)


def _print_scores(found: list[AgentScore]) -> None:
    console = Console()
    kinds, counts = list(found[0].kinds), list(found[0].players)
    table = RichTable(
        "agent", "coins lost a turn", f"within {NEARLY}, %", "in the file, %", "against the first"
    )
    for row in found:
        more, interval = row.more_than_first
        table.add_row(
            row.agent,
            _loss(row.all),
            _share(row.all.nearly, row.all.nearly_95),
            f"{100 * row.listed:.0f}",
            "" if row is found[0] else _mean(more, interval),
        )
    console.print(table)
    table = RichTable("coins lost a turn", *kinds)
    for row in found:
        table.add_row(row.agent, *(_loss(row.kinds[kind]) for kind in kinds))
    console.print(table)
    table = RichTable("coins lost a turn", *(f"{count} players" for count in counts))
    for row in found:
        table.add_row(row.agent, *(_loss(row.players[count]) for count in counts))
    console.print(table)
    console.print(f"{found[0].all.positions} positions; in brackets: 95 % intervals")


def _share(share: float, interval: Interval) -> str:
    return f"{100 * share:.1f} ({100 * interval[0]:.1f} to {100 * interval[1]:.1f})"


def _loss(score: Score) -> str:
    return _mean(score.loss, score.loss_95)


def _mean(mean: float, interval: Interval | None) -> str:
    return f"{mean:.2f}" if interval is None else f"{mean:.2f} ({interval[0]:.2f} to {interval[1]:.2f})"
