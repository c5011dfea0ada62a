"""`elbowroom dataset`: games of computer players as Parquet files and as records."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from elbowroom.arena.backends import backend_named
from elbowroom.arena.match import FORFEIT_PREFIX, Match
from elbowroom.arena.result_files import own_sources
from elbowroom.cli.commands.batch_options import (
    AGENT_NAMES,
    EXIT_INTERRUPTED,
    agent_names,
    backend_options,
    budget_of,
    budget_options,
    prepare_folder,
    progress_bar,
)
from elbowroom.cli.commands.simulate import agents_by_seat
from elbowroom.rules.content import base_content
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused, require
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from elbowroom.arena.backends import Backend

FORMAT_VERSION: Final = 1


@dataclass(frozen=True)
class DatasetFolder:
    """The folder of a data set: settings, a record of each game, and Parquet files of some games each."""

    path: Path
    games_per_file: int

    def record(self, number: int) -> Path:
        """The file of the record of a game."""
        return self.path / "records" / f"game-{number:06d}.elbowroom"

    def part(self, numbers: range) -> Path:
        """The file that holds the decisions of these games."""
        return self.path / "decisions" / f"part-{numbers[0]:06d}-{numbers[-1]:06d}.parquet"

    def parts(self, games: int) -> list[range]:
        """Which games go into one file each."""
        size = self.games_per_file
        return [range(first, min(first + size, games)) for first in range(0, games, size)]

    def begin(self, settings: dict[str, Any]) -> None:
        """Make the folder, or make sure that it holds the same data set."""
        file = self.path / "settings.json"
        for kind in ("", "records", "decisions"):
            prepare_folder(self.path / kind)
        try:
            if not file.exists():
                _write(file, json.dumps(settings, indent=2) + "\n")
                return
            stored = json.loads(file.read_text(encoding="utf-8"))
        except OSError as error:
            raise Refused("cannot_write", file=error.filename, cause=error.strerror) from error
        except ValueError:
            raise Refused("dataset_damaged", file=file) from None
        differs = sorted(key for key in {*stored, *settings} if stored.get(key) != settings.get(key))
        if differs:
            raise Refused("dataset_differs", folder=self.path, differs=differs)

    def keep(self, number: int, record: str) -> None:
        """Store the record of a game; the file is there whole or not at all."""
        _write(self.record(number), record)

    def write(self, numbers: range) -> None:
        """Write the Parquet file of these games, all of which are recorded; remove one that held fewer."""
        from elbowroom.envs.dataset import write_part

        part = self.part(numbers)
        if part.exists():
            return
        records = ((number, self.record(number).read_text(encoding="utf-8")) for number in numbers)
        write_part(part, ((number, record) for number, record in records if not forfeits_in(record)))
        for other in part.parent.glob(f"part-{numbers[0]:06d}-*.parquet"):
            if other != part:
                other.unlink()


def forfeits_in(record: str) -> list[str]:
    """Who lost the game by what they did wrong: such a game is no data, as somebody else played on."""
    return [
        line.removeprefix(FORFEIT_PREFIX) for line in record.splitlines() if line.startswith(FORFEIT_PREFIX)
    ]


def _write(file: Path, text: str) -> None:
    fresh = file.with_name(file.name + ".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)


@click.command()
@click.option(
    "--out", required=True, type=click.Path(file_okay=False, path_type=Path), help="The folder to fill."
)
@click.option(
    "--agents",
    default="greedy",
    show_default=True,
    help=f"{AGENT_NAMES}; they take the seats in turn, rotating from game to game.",
)
@click.option(
    "--players",
    default=2,
    show_default=True,
    type=click.IntRange(MIN_PLAYERS, MAX_PLAYERS),
    help="Seats at a table.",
)
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many games.")
@budget_options
@click.option("--seed", default=1, show_default=True, help="The same seed deals the same luck.")
@click.option("--map", "map_id", help="A map by its id (default: the one for the number of players).")
@click.option(
    "--games-per-file",
    default=500,
    show_default=True,
    type=click.IntRange(1),
    help="Games in a Parquet file.",
)
@backend_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def dataset(
    out: Path,
    agents: str,
    players: int,
    games: int,
    seconds_per_turn: float | None,
    work_per_turn: int | None,
    seed: int,
    map_id: str | None,
    games_per_file: int,
    backend_name: str,
    jobs: int,
    as_json: bool,
) -> None:
    """Write games of computer players as data, for learning.

    Parquet files hold one row for each decision: observation, mask, action, reward, player, ids. The records
    of the games lie beside them. An interrupted run goes on where it stopped, and more games may be asked for
    later.

    \b
    Example: elbowroom dataset --agents planner,greedy --games 2000 --out games
             elbowroom stats games
    """
    require("pyarrow", "dataset")
    names = agent_names(agents)
    if not names:
        raise click.BadParameter("name at least one agent")
    if len(names) > players:
        raise Refused("more_agents_than_seats", agents=len(names), players=players)
    if map_id is not None and base_content().map(map_id).players != players:
        made_for = base_content().map(map_id).players
        raise Refused("map_players", map=map_id, players=players, made_for=made_for)
    budget = budget_of(seconds_per_turn, work_per_turn)
    folder = DatasetFolder(out, games_per_file)
    folder.begin(
        {
            "version": FORMAT_VERSION,
            "agents": list(names),
            "players": players,
            "seed": seed,
            "map": map_id,
            "seconds_per_turn": seconds_per_turn,
            "work_per_turn": work_per_turn,
            "games_per_file": games_per_file,
            **own_sources(names),
        }
    )
    matches = [
        Match(
            number=number,
            seed=seed,
            players=players,
            agents=agents_by_seat(names, players, number),
            options=Options(),
            map_id=map_id,
            keeps_record=True,
            budget=budget,
        )
        for number in range(games)
    ]
    _play_missing(folder, matches, backend_named(backend_name, jobs), quiet=as_json)
    _print_summary(folder, games, has_own_agents=bool(own_sources(names)), as_json=as_json)


def _play_missing(folder: DatasetFolder, matches: list[Match], backend: Backend, *, quiet: bool) -> None:
    """Play what is missing, and write each file as soon as its games are there."""
    parts = folder.parts(len(matches))
    missing = [match for match in matches if not folder.record(match.number).exists()]
    unplayed = {numbers: {match.number for match in missing if match.number in numbers} for numbers in parts}
    done = len(matches) - len(missing)
    try:
        # A cluster prints lines about its workers; standard output is only for the result.
        with (
            redirect_stdout(sys.stderr),
            progress_bar("playing", quiet=quiet) as progress,
        ):
            task = progress.add_task("playing", total=len(matches), completed=done)
            for numbers in parts:
                if not unplayed[numbers]:
                    folder.write(numbers)
            for result in backend.results(missing):
                number = result.match.number
                folder.keep(number, result.record)
                numbers = parts[number // folder.games_per_file]
                unplayed[numbers].discard(number)
                if not unplayed[numbers]:
                    folder.write(numbers)
                done += 1
                progress.advance(task)
    except KeyboardInterrupt:
        click.echo(say("dataset_stopped", games=done, folder=folder.path), err=True)
        raise SystemExit(EXIT_INTERRUPTED) from None


def _print_summary(folder: DatasetFolder, games: int, *, has_own_agents: bool, as_json: bool) -> None:
    from pyarrow.parquet import ParquetFile

    files = [file for numbers in folder.parts(games) if (file := folder.part(numbers)).exists()]
    rows = sum(ParquetFile(file).metadata.num_rows for file in files)
    records = (folder.record(number).read_text(encoding="utf-8") for number in range(games))
    found = enumerate(map(forfeits_in, records)) if has_own_agents else ()
    forfeits = {number: lines for number, lines in found if lines}
    if as_json:
        told = {"games": games, "rows": rows, "files": [str(file) for file in files], "forfeits": forfeits}
        click.echo(json.dumps(told))
        return
    click.echo(say("dataset_done", games=games, rows=rows, files=len(files), folder=folder.path))
    if forfeits:
        number, (line, *_) = next(iter(forfeits.items()))
        click.echo(say("dataset_forfeits", games=len(forfeits), file=folder.record(number), line=line))
