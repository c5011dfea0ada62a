"""`elbowroom stats`: a folder of game records as tables and pictures."""

from __future__ import annotations

import json
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as RichTable

from elbowroom.arena.statistics import GameSummary, SkippedRecord, Statistics, best_decline, read_summary
from elbowroom.cli.commands.batch_options import prepare_folder, progress_bar
from elbowroom.cli.commands.simulate import player_counts
from elbowroom.engine.notation import title
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from elbowroom.arena.statistics import ComboRow, DeclineRow, Estimate, FirstRow, OrderRow

    DrawPictures = Callable[[Statistics, Path], list[Path]]

PATTERN: Final = "*.elbowroom"
MAX_DAMAGED_SHOWN: Final = 20
"""At most this many damaged records are named on the screen; the JSON names all."""
MAX_COMBOS: Final = 10
MIN_PICKS: Final = 5
"""The tables leave out combos that were picked less often; the JSON has all."""


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where pictures and tables are written (default: DIR/statistics).",
)
@click.option("--players", help="Only games with this number of players: a number, or a range such as 2-3.")
@click.option("--jobs", default=0, type=click.IntRange(0), help="Processes (default: one per core).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object; write files only with --out.")
def stats(folder: Path, out: Path | None, players: str | None, jobs: int, as_json: bool) -> None:
    """Turn a folder of game records into tables and pictures.

    \b
    Example: elbowroom simulate --agents greedy --players 2-5 --games 1000 --records games
             elbowroom stats games
    """
    counts = None if players is None else player_counts(players)
    target = folder / "statistics" if out is None and not as_json else out
    files = sorted(file for file in folder.rglob(PATTERN) if file.is_file())
    if not files:
        raise Refused("no_records", folder=folder, pattern=PATTERN)
    draw = None if target is None else _picture_drawer(target)
    statistics = Statistics()
    others = 0
    for game_summary in _read(files, jobs or os.cpu_count() or 1, quiet=as_json):
        if isinstance(game_summary, SkippedRecord):
            statistics.skip(game_summary)
        elif counts is None or game_summary.players in counts:
            statistics.add(game_summary)
        else:
            others += 1
    if not as_json or not statistics.games:
        _print_left_out(statistics, folder, others)
    if not statistics.games:
        raise Refused("no_whole_games", folder=folder)
    summary = {"records": len(files), "other_player_counts": others, **_summary(statistics, folder)}
    if draw is not None and target is not None:
        try:
            (target / "statistics.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
            (target / "tables.md").write_text(_markdown(statistics), encoding="utf-8")
            draw(statistics, target)
        except OSError as error:
            raise Refused("cannot_write", file=target, cause=error.strerror) from None
    if as_json:
        click.echo(json.dumps(summary))
    else:
        _print_tables(statistics)
        click.echo(f"Pictures, tables.md and statistics.json are in {target}")


def _picture_drawer(target: Path) -> DrawPictures:
    """What draws the pictures; refused before any work if it or the folder cannot be had."""
    try:
        draw: DrawPictures = import_module("elbowroom.arena.plots").draw_statistics
    except ImportError:
        raise Refused("needs_arena") from None
    prepare_folder(target)
    return draw


def _read(files: list[Path], jobs: int, *, quiet: bool) -> Iterator[GameSummary | SkippedRecord]:
    """Replay the records, on several processes if that is worth it, with a progress bar."""
    with progress_bar("reading", quiet=quiet) as progress:
        task = progress.add_task("reading", total=len(files))
        if jobs == 1 or len(files) < 20 * jobs:
            for file in files:
                yield read_summary(file)
                progress.advance(task)
            return
        with ProcessPoolExecutor(jobs) as pool:
            chunk = max(1, min(50, len(files) // (8 * jobs)))
            for game_summary in pool.map(read_summary, files, chunksize=chunk):
                yield game_summary
                progress.advance(task)


def _print_left_out(statistics: Statistics, folder: Path, others: int) -> None:
    """Name the damaged records, and say how many records were left out and why."""
    damaged = [record for record in statistics.skipped if record.why == "damaged"]
    for record in damaged[:MAX_DAMAGED_SHOWN]:
        line = "" if record.line is None else f", line {record.line}"
        click.echo(f"{_name(record, folder)}{line}: {record.cause}", err=True)
    if len(damaged) > MAX_DAMAGED_SHOWN:
        click.echo(f"... and {len(damaged) - MAX_DAMAGED_SHOWN} more", err=True)
    for number, words in (
        (len(damaged), "damaged"),
        (statistics.count_skipped("unfinished"), "unfinished"),
        (statistics.count_skipped("position"), "begun from a position"),
        (others, "for other numbers of players"),
    ):
        if number:
            click.echo(f"{number} record{'' if number == 1 else 's'} left out: {words}", err=True)


def _name(record: SkippedRecord, folder: Path) -> str:
    return Path(record.file).relative_to(folder).as_posix()


def _summary(statistics: Statistics, folder: Path) -> dict[str, object]:
    left_out = [asdict(record) | {"file": _name(record, folder)} for record in statistics.skipped]
    return {
        "games": {str(players): statistics.games[players] for players in statistics.counts},
        "damaged": [record for record in left_out if record["why"] == "damaged"],
        "unfinished": statistics.count_skipped("unfinished"),
        "from_position": statistics.count_skipped("position"),
        "races": _plain(statistics.races()),
        "powers": _plain(statistics.powers()),
        "combos": _plain(statistics.combos()),
        "order": _plain(statistics.orders()),
        "going_first": _plain(statistics.going_first()),
        "by_active_turns": _plain(statistics.by_active_turns()),
        "by_first_decline": _plain(statistics.by_first_decline()),
    }


def _plain(rows: Iterable[ComboRow | OrderRow | FirstRow | DeclineRow]) -> list[object]:
    return [_rounded(asdict(row)) for row in rows]


def _rounded(value: Any) -> Any:  # noqa: ANN401 - whatever a row holds
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    return round(value, 4) if isinstance(value, float) else value


@dataclass(frozen=True)
class TextTable:
    """A table as people read it, on the screen or in a document."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


EXPLANATION: Final = (
    "After ± and in brackets: 95 % intervals. Coins, coins while active and in decline, price (paid less "
    "what lay on the combo) and turns active are means per pick; coins are counted before the price."
)
COMBO_COLUMNS: Final = ("picks", "coins", "active", "decline", "price", "turns", "win %")


def text_tables(statistics: Statistics, players: int) -> list[TextTable]:
    """The tables for one number of players."""
    races = [row for row in statistics.races() if row.players == players]
    powers = [row for row in statistics.powers() if row.players == players]
    combos = [row for row in statistics.combos() if row.players == players and row.picks >= MIN_PICKS]
    tables = [
        TextTable("Races", ("race", *COMBO_COLUMNS), _combo_cells(races)),
        TextTable("Special powers", ("power", *COMBO_COLUMNS), _combo_cells(powers)),
    ]
    often = f"Of the {len(combos)} combos picked at least {MIN_PICKS} times."
    if len(combos) > 2 * MAX_COMBOS:
        best, worst = combos[:MAX_COMBOS], combos[-MAX_COMBOS:]
        tables.append(TextTable("Best combos", ("combo", *COMBO_COLUMNS), _combo_cells(best), often))
        tables.append(TextTable("Worst combos", ("combo", *COMBO_COLUMNS), _combo_cells(worst), often))
    elif combos:
        tables.append(TextTable("Combos", ("combo", *COMBO_COLUMNS), _combo_cells(combos), often))
    first = next(row for row in statistics.going_first() if row.players == players)
    orders = [row for row in statistics.orders() if row.players == players]
    tables.append(
        TextTable(
            "Turn order",
            ("place", "games", "final coins", "win %"),
            tuple(
                (str(row.order), str(row.coins.count), _mean(row.coins), _share(row.win_share))
                for row in orders
            ),
            f"Going first is worth {_mean(first.coins_ahead)} coins against the mean of the others, and "
            f"{100 * (first.win_share.mean - first.fair_share):+.1f} points of win share.",
        )
    )
    for heading, column, rows in (
        ("Decline by turns active", "turns active", statistics.by_active_turns()),
        ("First decline by game turn", "game turn", statistics.by_first_decline()),
    ):
        tables.append(_decline_table(heading, column, [row for row in rows if row.players == players]))
    return tables


def _combo_cells(rows: list[ComboRow]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            title(f"{row.power or ''} {row.race or ''}".strip()),
            str(row.picks),
            _mean(row.coins),
            f"{row.coins_active:.1f}",
            f"{row.coins_in_decline:.1f}",
            f"{row.price:.1f}",
            f"{row.active_turns:.1f}",
            _share(row.win_share),
        )
        for row in rows
    )


def _decline_table(heading: str, column: str, rows: list[DeclineRow]) -> TextTable:
    best = best_decline(rows)
    note = "" if best is None else f"Best: {column} {best.turns}, by the lower end of its interval."
    cells = tuple(
        (
            "never" if row.turns is None else str(row.turns),
            str(row.final_coins.count),
            _mean(row.final_coins),
            _share(row.win_share),
        )
        for row in rows
    )
    return TextTable(heading, (column, "count", "final coins", "win %"), cells, note)


def _mean(estimate: Estimate) -> str:
    if estimate.high is None:
        return f"{estimate.mean:.1f}"
    return f"{estimate.mean:.1f} ± {estimate.high - estimate.mean:.1f}"


def _share(estimate: Estimate) -> str:
    assert estimate.low is not None
    assert estimate.high is not None
    return f"{100 * estimate.mean:.1f} ({100 * estimate.low:.1f}-{100 * estimate.high:.1f})"


def _heading(statistics: Statistics, players: int) -> str:
    games = statistics.games[players]
    return f"{players} players, {games} game{'' if games == 1 else 's'}"


def _print_tables(statistics: Statistics) -> None:
    console = Console()
    for players in statistics.counts:
        console.print(f"\n{_heading(statistics, players)}", style="bold", highlight=False)
        for table_text in text_tables(statistics, players):
            table = RichTable(
                table_text.columns[0], title=table_text.heading, title_justify="left", box=SIMPLE_HEAD
            )
            table.padding = (0, 0)
            for column in table_text.columns[1:]:
                table.add_column(column, justify="right", no_wrap=True)
            for row in table_text.rows:
                table.add_row(*row)
            console.print(table)
            if table_text.note:
                console.print(table_text.note, highlight=False)
    console.print(f"\n{EXPLANATION}", highlight=False)


def _markdown(statistics: Statistics) -> str:
    """The same tables for a document."""
    lines = [EXPLANATION, ""]
    for players in statistics.counts:
        lines += [f"## {_heading(statistics, players)}", ""]
        for table_text in text_tables(statistics, players):
            lines += [f"### {table_text.heading}", "", _table_row(table_text.columns)]
            lines.append(_table_row(("---", *("---:" for _ in table_text.columns[1:]))))
            lines += [_table_row(row) for row in table_text.rows]
            lines += ["", table_text.note, ""] if table_text.note else [""]
    return "\n".join(lines)


def _table_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
