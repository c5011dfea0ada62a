"""`elbowroom train`: improve the value network by self-play."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Table as RichTable

from elbowroom.cli.commands.batch_options import prepare_folder, progress_bar
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.progress import Progress


@click.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("training"),
    show_default=True,
    help="Folder for games, weights and the plot; a run there is gone on with.",
)
@click.option(
    "--generations", default=3, show_default=True, type=click.IntRange(1), help="Rounds of play and fit."
)
@click.option(
    "--games", default=32000, show_default=True, type=click.IntRange(4), help="Games of self-play in each."
)
@click.option("--hidden", default=64, show_default=True, type=click.IntRange(1, 256), help="Hidden units.")
@click.option(
    "--matches",
    default=1000,
    show_default=True,
    type=click.IntRange(2),
    help="Games to see how strong it is.",
)
@click.option("--seed", default=1, show_default=True, help="The same seed learns the same.")
@click.option("--jobs", default=0, type=click.IntRange(0), help="Processes (default: one per core).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def train(
    out: Path, generations: int, games: int, hidden: int, matches: int, seed: int, jobs: int, as_json: bool
) -> None:
    """Learn from self-play: play, see how many coins came of each position, fit, play better.

    \b
    Example: elbowroom train --out training --generations 3
    An interrupted run goes on where it stopped. It leaves OUT/weights.json and the plot OUT/strength.png.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # on small matrices threads wait for each other
    try:
        from elbowroom.arena import training
    except ImportError:
        raise Refused("needs_arena") from None
    prepare_folder(out)
    settings = training.TrainingSettings(
        generations, games, hidden, seed, jobs or os.cpu_count() or 1, matches
    )
    with progress_bar("{task.description}", quiet=as_json) as progress:
        state = training.train(out, settings, _progress_reporter(progress))
    _draw_plot(out, state["generations"])
    if as_json:
        click.echo(json.dumps({"generations": state["generations"], "weights": str(out / "weights.json")}))
        return
    table = RichTable("generation", "positions", "error of a lead", "wins of two", "wins of four", "seconds")
    for number, row in enumerate(state["generations"], start=1):
        error = row["errors"].get("2", {}).get("lead", "")
        wins = [f"{row[key]:.0%}" for key in ("wins_of_two", "wins_of_four")]
        table.add_row(str(number), f"{row['positions']:,}", str(error), *wins, str(row["seconds"]))
    Console().print(table)
    click.echo(f"weights: {out / 'weights.json'}")


def _progress_reporter(progress: Progress) -> Callable[[str, int], None]:
    tasks: dict[str, Any] = {}

    def report(name: str, total: int) -> None:
        if name not in tasks:
            tasks[name] = progress.add_task(name, total=total)
        progress.advance(tasks[name])

    return report


def _draw_plot(out: Path, generations: list[dict[str, Any]]) -> None:
    """The plot of strength over time, as PNG and SVG."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    minutes = [sum(row["seconds"] for row in generations[: n + 1]) / 60 for n in range(len(generations))]
    figure, axes = plt.subplots(figsize=(7, 4))
    for key, label, even in (("wins_of_two", "one of two", 0.5), ("wins_of_four", "one of four", 0.25)):
        (line,) = axes.plot(minutes, [row[key] for row in generations], marker="o", label=label)
        axes.axhline(even, color=line.get_color(), linewidth=0.8, linestyle="dotted")
    axes.set(xlabel="minutes of training", ylabel="win share against the first expert's", ylim=(0, 1))
    axes.set_title("Strength of the learned value network")
    axes.legend()
    for ending in ("png", "svg"):
        figure.savefig(out / f"strength.{ending}", bbox_inches="tight")
    plt.close(figure)
