"""`elbowroom explore`: what the races, special powers and combos of the box are worth."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec

from elbowroom import __version__
from elbowroom.arena.backends import backend_named
from elbowroom.arena.explore_games import DEFAULT_AGENT, DEFAULT_GAMES, LOT_SHARE, ExplorePlan, read_result
from elbowroom.arena.explorer_data import ENDINGS, Provenance, provenance_file, write_explorer
from elbowroom.arena.result_files import RunFolder
from elbowroom.cli.commands.batch_options import (
    EXIT_INTERRUPTED,
    backend_options,
    prepare_folder,
    progress_bar,
)
from elbowroom.cli.commands.simulate import player_counts
from elbowroom.cli.language import speaks
from elbowroom.rules.piece_names import PieceNames
from elbowroom.rules.refusals import require
from elbowroom.rules.words import decimal, say

if TYPE_CHECKING:
    from elbowroom.arena.backends import Backend
    from elbowroom.arena.explore_games import ExploreResult
    from elbowroom.arena.explore_tally import Tally
    from elbowroom.arena.explorer_pages import Exploration, ExplorerPage

SHOWN: Final = 5
"""So many of the best and of the worst combos are printed."""
TIME_FILE: Final = "cpu_seconds.txt"
"""In the folder of the games: for how long processors were busy with them."""


@click.command()
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write, .json or .json.gz. The games are kept in the folder FILE.games, and an "
    "interrupted run is taken up again from there.",
    metavar="FILE",
)
@click.option(
    "--games",
    default=DEFAULT_GAMES,
    show_default=True,
    type=click.IntRange(1),
    help="Games for each number of players. The default takes about an hour on two cores.",
)
@click.option(
    "--players", default="2-5", show_default=True, help="How many players: a number, or a range such as 2-5."
)
@click.option("--agent", default=DEFAULT_AGENT, show_default=True, help="Who plays: a level or an agent.")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same games.")
@backend_options
@click.option("--json", "as_json", is_flag=True, help="Print the overviews as one JSON object.")
@speaks
def explore(
    out: Path,
    games: int,
    players: str,
    agent: str,
    seed: int,
    backend_name: str,
    jobs: int,
    as_json: bool,
) -> None:
    """Measure what the races, powers and combos of the box are worth.

    Computers play each other, and a regression tells what each combo brings over the free one at the same
    price. The file holds all that the explorer shows, with some games to replay.

    \b
    Example: elbowroom explore --games 1000 --out runs/explorer.json
             elbowroom explore --games 20000 --out runs/explorer.json    plays only the games that are missing
    """
    if not out.name.endswith(ENDINGS):
        raise click.BadParameter(f"a file of data ends in {' or '.join(ENDINGS)}, not {out.name}")
    plan = ExplorePlan(tuple(player_counts(players)), games, seed, agent)
    require("numpy", "arena")
    prepare_folder(out.parent)
    backend = backend_named(backend_name, jobs)
    folder = RunFolder(Path(f"{out}.games"), plan.settings())
    results: list[ExploreResult] = []
    try:
        # A cluster prints lines about its workers; standard output is only for the report.
        with redirect_stdout(sys.stderr):
            _play(plan, backend, folder, results, quiet=as_json)
            tallies = _tally(plan, backend, results, quiet=as_json)
    except KeyboardInterrupt:
        click.echo(say("arena_stopped_kept", games=len(results), folder=folder.folder), err=True)
        raise SystemExit(EXIT_INTERRUPTED) from None
    found = _write(plan, out, tallies, results, _read_time(folder))
    if as_json:
        rows = {one.players: {"games": one.games, "rows": one.overview()} for one in found}
        click.echo(msgspec.json.encode(rows).decode())
        return
    for one in found:
        _print_table(one)
    click.echo(say("balance_note", agent=plan.agent))
    click.echo(say("explore_kept", file=out, provenance=provenance_file(out), folder=folder.folder))


def _play(
    plan: ExplorePlan, backend: Backend, folder: RunFolder, results: list[ExploreResult], *, quiet: bool
) -> None:
    """Add the results that were saved before, then play the other games."""
    from elbowroom.arena.explore_run import play_timed

    games = plan.game_list()
    results += folder.read_rows({game.number: game for game in games}, read_result)
    known = {result.number for result in results}
    seconds = _read_time(folder)
    with progress_bar("playing", quiet=quiet) as progress:
        task = progress.add_task("playing", total=len(games), completed=len(results))
        try:
            for timed in backend.run([game for game in games if game.number not in known], play_timed):
                folder.add_row(timed.result.to_row())
                results.append(timed.result)
                seconds += timed.cpu_seconds
                progress.advance(task)
        finally:
            (folder.folder / TIME_FILE).write_text(f"{seconds:.1f}\n", encoding="utf-8")


def _read_time(folder: RunFolder) -> float:
    try:
        return float((folder.folder / TIME_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0.0


def _tally(plan: ExplorePlan, backend: Backend, results: list[ExploreResult], *, quiet: bool) -> list[Tally]:
    """Replay all games for what they tell."""
    from elbowroom.arena.explore_run import TalliedBatch, batches, merged, tally_batch

    parts = batches(results, {game.number: game.players for game in plan.game_list()})
    tallied: list[TalliedBatch] = []
    with progress_bar("reading", quiet=quiet) as progress:
        task = progress.add_task("reading", total=len(results))
        for batch in backend.run(parts, tally_batch):
            tallied.append(batch)
            progress.advance(task, len(batch.tally.game_ids))
    return merged(tallied)


def _write(
    plan: ExplorePlan, out: Path, tallies: list[Tally], results: list[ExploreResult], seconds: float
) -> tuple[Exploration, ...]:
    """Make the pages and write the file and its provenance."""
    from elbowroom.arena.explore_run import explorations

    found, replayed = explorations(tallies)
    records = {str(result.number): result.record for result in results}
    counts = f"{plan.players[0]}-{plan.players[-1]}"
    provenance = Provenance(
        command=f"elbowroom explore --games {plan.games} --players {counts} --agent {plan.agent} "
        f"--seed {plan.seed} --out {out.name}",
        agent=plan.agent,
        seed=plan.seed,
        lot_share=LOT_SHARE,
        games={one.players: one.games for one in found},
        program=plan.settings()["program"],
        elbowroom=__version__,
        date=datetime.now(tz=UTC).date().isoformat(),
        cpu_seconds=round(seconds, 1),
        sha256="",
    )
    write_explorer(out, found, {game_id: records[game_id] for game_id in replayed}, provenance)
    return found


def _print_table(found: Exploration) -> None:
    """The best and the worst combos."""
    click.echo(say("balance_title", name=say("explore_value"), players=found.players, games=found.games))
    known = [(page.value, page) for page in found.pages if page.race and page.power]
    ranked = sorted(
        ((value, page) for value, page in known if value is not None),
        key=lambda pair: (-pair[0].mean, pair[1].race, pair[1].power),
    )
    if not ranked:
        from elbowroom.arena.explorer import MIN_GAMES

        click.echo(f"  {say('explore_few_games', games=MIN_GAMES)}")
        return
    for _, page in ranked[:SHOWN]:
        click.echo(f"  {_line(page)}")
    click.echo("  …")
    for _, page in ranked[-SHOWN:]:
        click.echo(f"  {_line(page)}")


def _line(page: ExplorerPage) -> str:
    assert page.value is not None
    assert page.race is not None
    return say(
        "explore_line",
        combo=PieceNames().combo(page.power, page.race),
        value=decimal(page.value.mean, signed=True),
        low=decimal(page.value.low, signed=True),
        high=decimal(page.value.high, signed=True),
    )
