"""`elbowroom balance`: by how many tokens your own race or special power is too strong or too weak."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.console import Console

from elbowroom.arena.backends import backend_named
from elbowroom.arena.balance import (
    DEFAULT_AGENT,
    DEFAULT_GAMES,
    BalancePlan,
    play_balance_game,
    read_result,
)
from elbowroom.arena.balance_report import balance_report
from elbowroom.arena.balance_words import balance_sentences, balance_title
from elbowroom.arena.result_files import RunFolder
from elbowroom.cli.commands.batch_options import (
    EXIT_INTERRUPTED,
    backend_options,
    prepare_folder,
    progress_bar,
)
from elbowroom.cli.commands.simulate import player_counts
from elbowroom.cli.language import speaks
from elbowroom.cli.text_file import text_of_file
from elbowroom.rules.refusals import Refused, require
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from elbowroom.arena.backends import Backend
    from elbowroom.arena.balance import BalanceResult
    from elbowroom.arena.balance_report import BalanceReport

PICTURE_ENDINGS: Final = (".png", ".svg")
TEXT_WIDTH: Final = 100
"""So many letters has a line of the report that is kept."""


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--players", default="2", show_default=True, help="How many players: a number, or a range such as 2-5."
)
@click.option(
    "--games",
    default=DEFAULT_GAMES,
    show_default=True,
    help="Games for each race or power and each number of players. The default takes some minutes on two "
    "cores with 2 players, and about four times as long with 5.",
)
@click.option("--agent", default=DEFAULT_AGENT, show_default=True, help="Who plays: a level or an agent.")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same games.")
@backend_options
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep results, report (report.txt, report.json) and plot here; an interrupted run is taken up again "
    "from it.",
)
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw where it stands among those of the box, as .png or .svg.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (keys: docs/balance.md).")
@speaks
def balance(
    files: tuple[Path, ...],
    players: str,
    games: int,
    agent: str,
    seed: int,
    backend_name: str,
    jobs: int,
    out: Path | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Measure how strong your own races and powers are.

    Computers play with your race, with one token more and one less, and without it, with the same luck each
    time. The report says by about how many tokens it is too strong or too weak, how often it is picked, and
    what of it is used.

    \b
    Example: elbowroom balance my-race.toml
             elbowroom balance my-race.toml --players 2-5 --out runs/my-race --picture my-race.png
    """
    if picture is not None and picture.suffix not in PICTURE_ENDINGS:
        raise click.BadParameter(f"a picture ends in {' or '.join(PICTURE_ENDINGS)}, not {picture.name}")
    plan = BalancePlan(
        sources=tuple((file.name, text_of_file(file)) for file in files),
        players=tuple(player_counts(players)),
        games=games,
        seed=seed,
        agent=agent,
    )
    if picture is not None or out is not None:
        require("matplotlib", "arena")
    if picture is not None:
        prepare_folder(picture.parent)
    backend = backend_named(backend_name, jobs)
    folder = None if out is None else RunFolder(out, plan.settings())
    results: list[BalanceResult] = []
    try:
        _play(plan, backend, folder, results, quiet=as_json)
    except KeyboardInterrupt:
        key = "arena_stopped" if out is None else "arena_stopped_kept"
        click.echo(say(key, games=len(results), folder=out), err=True)
        raise SystemExit(EXIT_INTERRUPTED) from None
    report = balance_report(plan, results)
    _write(plan, report, out, picture)
    if as_json:
        click.echo(json.dumps(report.to_json()))
        return
    _print_report(Console(), plan, report)
    if out is not None:
        click.echo(say("arena_kept", folder=out))


def _play(
    plan: BalancePlan,
    backend: Backend,
    folder: RunFolder | None,
    results: list[BalanceResult],
    *,
    quiet: bool,
) -> None:
    """Add the results that were saved before, then play the other games."""
    games = plan.game_list()
    if folder is not None:
        results += folder.read_rows({game.number: game for game in games}, read_result)
    known = {result.number for result in results}
    # A cluster prints lines about its workers; standard output is only for the report.
    with redirect_stdout(sys.stderr), progress_bar("playing", quiet=quiet) as progress:
        task = progress.add_task("playing", total=len(games), completed=len(results))
        left = [game for game in games if game.number not in known]
        for result in backend.run(left, play_balance_game):
            if folder is not None:
                folder.add_row(result.to_row())
            results.append(result)
            progress.advance(task)


def _write(plan: BalancePlan, report: BalanceReport, out: Path | None, picture: Path | None) -> None:
    """Write report and plots where they are wanted."""
    pictures = [] if picture is None else [picture]
    if out is not None:
        (out / "report.json").write_text(json.dumps(report.to_json(), indent=2) + "\n", encoding="utf-8")
        with (out / "report.txt").open("w", encoding="utf-8") as file:
            _print_report(Console(file=file, width=TEXT_WIDTH), plan, report)
        pictures += [out / f"balance{ending}" for ending in PICTURE_ENDINGS]
    if pictures:
        from elbowroom.arena.plots import draw_balance

        try:
            draw_balance(report, pictures)
        except OSError as error:
            raise Refused("cannot_write", file=error.filename, cause=error.strerror) from None


def _print_report(console: Console, plan: BalancePlan, report: BalanceReport) -> None:
    entries = {entry.id: entry for entry in plan.entries()}
    for row in report.rows:
        console.print(balance_title(row), style="bold", markup=False, highlight=False)
        for sentence in balance_sentences(row, entries[row.entry]):
            console.print(f"  - {sentence}", markup=False, highlight=False)
        for violation in row.violation_examples:
            console.print(violation, markup=False, highlight=False)
    console.print(say("balance_note", agent=report.agent), markup=False, highlight=False)
