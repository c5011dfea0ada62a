"""`elbowroom judge`: positions with known best turns, and how many coins the turns of agents lose there."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.console import Console
from rich.table import Column
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
from elbowroom.arena.judge_compare import agent_pairs
from elbowroom.arena.judge_data import (
    SHIPPED,
    JudgeProvenance,
    read_judged_before,
    read_judged_file,
    summary_of,
    with_common_positions,
    write_judged,
)
from elbowroom.arena.judge_positions import PLAYERS
from elbowroom.arena.judge_rollouts import ROLLOUT_WEIGHTS
from elbowroom.arena.judge_score import (
    NEARLY,
    JudgesTask,
    LossCache,
    failures_of,
    score_by_judges,
    score_tasks,
    scores,
)
from elbowroom.arena.result_files import RunFolder
from elbowroom.cli.commands.batch_options import (
    AGENT_NAMES,
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
    from collections.abc import Callable, Sequence

    from elbowroom.arena.intervals import Interval
    from elbowroom.arena.judge import TimedJudged
    from elbowroom.arena.judge_compare import AgentPair
    from elbowroom.arena.judge_data import JudgeData, JudgeSummary
    from elbowroom.arena.judge_score import AgentScore, Failure, Score, ScoreResult

    Command = Callable[..., Any]

BOTH: Final = "both"


def judge_options(command: Command) -> Command:
    """Which file of judged positions."""
    judge = click.option(
        "--judge",
        "judge_name",
        type=click.Choice([*SHIPPED, BOTH]),
        help="A file that is shipped, by who played its rollouts; `both` compares the two, in the positions "
        f"that both have (default: {next(iter(SHIPPED))}).",
    )
    file = click.option(
        "--file",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Another file of judged positions.",
    )
    return judge(file(command))


def _files(judge_name: str | None, file: Path | None) -> dict[str, JudgeData]:
    """The files that are asked for, by the names of their judges."""
    if file is None:
        names = list(SHIPPED) if judge_name == BOTH else [judge_name or next(iter(SHIPPED))]
        return {name: read_judged_file(SHIPPED[name]) for name in names}
    if judge_name is not None:
        raise click.UsageError(
            "--judge names a file that is shipped, --file another one: leave one of them out"
        )
    data = read_judged_file(file)
    return {data.provenance.rollouts_by: data}


@click.group()
def judge() -> None:
    """Judge turns by playing games to their end after them.

    \b
    Example: elbowroom judge make --positions 200 --out runs/judge.json.gz
             elbowroom judge score --agents expert,planner --judge both
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
@judge_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def report(judge_name: str | None, file: Path | None, as_json: bool) -> None:
    """Tell what a file of judged positions contains."""
    files = _files(judge_name, file)
    summaries = {name: summary_of(data.judged) for name, data in files.items()}
    if len(summaries) == 1:
        _tell(summaries.popitem()[1], as_json=as_json)
        return
    common = len(with_common_positions(list(files.values()))[0].judged)
    if as_json:
        judges = {name: asdict(summary) for name, summary in summaries.items()}
        click.echo(json.dumps({"judges": judges, "positions_of_both": common}))
        return
    for name, summary in summaries.items():
        _tell(summary, common, title=_title(name), as_json=False)


def _tell(
    summary: JudgeSummary, common: int | None = None, title: str | None = None, *, as_json: bool
) -> None:
    if as_json:
        click.echo(json.dumps(asdict(summary)))
        return
    console = Console()
    table = RichTable("positions", *(f"{count} players" for count in PLAYERS), title=title)
    for kind, counts in summary.cells.items():
        table.add_row(kind, *(str(counts.get(count, 0)) for count in PLAYERS))
    console.print(table)
    table = RichTable("what", "how much")
    if common is not None:
        table.add_row("positions that both files have", f"{common} of {summary.positions}")
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
@click.option("--agents", required=True, help=f"{AGENT_NAMES}.")
@judge_options
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
    judge_name: str | None,
    file: Path | None,
    positions: int | None,
    cache: Path | None,
    seconds_per_turn: float | None,
    work_per_turn: int | None,
    backend_name: str,
    jobs: int,
    as_json: bool,
) -> None:
    """Tell how many coins the turns of agents lose.

    Turns that are not in the file are rolled out, and kept: the second time is quick. An agent that fails is
    named and gets no score.
    """
    names = tuple(dict.fromkeys(name.strip() for name in agents.split(",") if name.strip()))
    if not names:
        raise click.BadParameter("name at least one agent")
    files = _files(judge_name, file)
    judges = dict(zip(files, with_common_positions(list(files.values())), strict=True))
    losses = {
        name: LossCache(cache or data_folder() / "judge", data.provenance) for name, data in judges.items()
    }
    budget = budget_of(seconds_per_turn, work_per_turn)
    by_judge = [score_tasks(data, names, budget, positions, losses[name]) for name, data in judges.items()]
    tasks = [JudgesTask(tasks) for tasks in zip(*by_judge, strict=True)]
    if not tasks:
        raise click.UsageError("the two files have no position in common")
    backend = backend_named(backend_name, jobs)
    results: dict[str, list[ScoreResult]] = {name: [] for name in judges}
    try:
        with redirect_stdout(sys.stderr), progress_bar("scoring", quiet=as_json) as progress:
            bar = progress.add_task("scoring", total=len(tasks))
            for found in backend.run(tasks, score_by_judges):
                for name, result in zip(judges, found.results, strict=True):
                    losses[name].add(result)
                    results[name].append(result)
                progress.advance(bar)
    except KeyboardInterrupt:
        raise SystemExit(EXIT_INTERRUPTED) from None
    if not all(task.keeps_pairs for task in tasks[0].tasks):
        click.echo(say("judge_program_changed"), err=True)
    failures = failures_of(results[next(iter(judges))])
    scored = [name for name in names if name not in failures]
    tables = {name: scores(found, scored) for name, found in results.items()}
    pairs = agent_pairs(results, scored) if len(judges) > 1 else []
    if as_json:
        click.echo(json.dumps(_scores_json(len(tasks), tables, pairs, failures)))
        return
    for name, rows in tables.items():
        if rows:
            _print_scores(rows, _title(name) if len(judges) > 1 else None)
    if pairs:
        _print_pairs(pairs)
    for failure in failures.values():
        _print_line(say("judge_failed", number=failure.number, reason=failure.sentence))


def _scores_json(
    positions: int,
    tables: dict[str, list[AgentScore]],
    pairs: Sequence[AgentPair],
    failures: dict[str, Failure],
) -> dict[str, Any]:
    rows = {judge: [row.to_json() for row in table] for judge, table in tables.items()}
    found: dict[str, Any] = {"positions": positions, "nearly": NEARLY}
    if len(tables) == 1:
        found |= {"agents": rows.popitem()[1]}
    else:
        found |= {
            "judges": {judge: {"agents": table} for judge, table in rows.items()},
            "same_order": all(pair.is_same_order for pair in pairs),
            "pairs": [pair.to_json() for pair in pairs],
        }
    forfeits = [
        {"agent": each.agent, "position": each.number, "reason": each.reason, "example": each.sentence}
        for each in failures.values()
    ]
    return found | {"forfeits": forfeits}


def _title(judge_name: str) -> str:
    return f"judged by {judge_name}"


def _print_line(sentence: str) -> None:
    Console().print(sentence, markup=False, highlight=False, soft_wrap=True)


def _table(*heads: str, title: str | None = None) -> RichTable:
    """A table in which no word is cut, however narrow it is."""
    return RichTable(*(Column(head, overflow="fold") for head in heads), title=title)


def _print_scores(found: list[AgentScore], title: str | None) -> None:
    console = Console()
    kinds, counts = list(found[0].kinds), list(found[0].players)
    heads = ("agent", "coins lost a turn", f"within {NEARLY}, %", "in the file, %", "against the first")
    table = _table(*heads, title=title)
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
    table = _table("coins lost a turn", *kinds, title=title)
    for row in found:
        table.add_row(row.agent, *(_loss(row.kinds[kind]) for kind in kinds))
    console.print(table)
    table = _table("coins lost a turn", *(f"{count} players" for count in counts), title=title)
    for row in found:
        table.add_row(row.agent, *(_loss(row.players[count]) for count in counts))
    console.print(table)
    console.print(f"{found[0].all.positions} positions; in brackets: 95 % intervals")


def _print_pairs(pairs: Sequence[AgentPair]) -> None:
    """Whether the judges put the agents in the same order, and where they do not, with what figures."""
    others = [pair for pair in pairs if not pair.is_same_order]
    if not others:
        _print_line(say("judge_same_order"))
        return
    table = _table("coins lost a turn more", *(_title(judge) for judge in others[0].more))
    for pair in others:
        table.add_row(f"{pair.second} than {pair.first}", *(_mean(*more) for more in pair.more.values()))
    Console().print(table)
    for key, is_beyond in (("judge_order_beyond_noise", True), ("judge_order_within_noise", False)):
        told = [f"{pair.first} / {pair.second}" for pair in others if pair.is_beyond_noise == is_beyond]
        if told:
            _print_line(say(key, pairs=", ".join(told)))


def _share(share: float, interval: Interval) -> str:
    return f"{100 * share:.1f} ({100 * interval[0]:.1f} to {100 * interval[1]:.1f})"


def _loss(score: Score) -> str:
    return _mean(score.loss, score.loss_95)


def _mean(mean: float, interval: Interval | None) -> str:
    return f"{mean:.2f}" if interval is None else f"{mean:.2f} ({interval[0]:.2f} to {interval[1]:.2f})"
