"""What all commands that play many games share: budgets, back ends, folders to write into, a progress bar."""

from __future__ import annotations

import math
import tempfile
from typing import TYPE_CHECKING, Any, Final

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from elbowroom.agents import agent_named
from elbowroom.agents.agent import Budget
from elbowroom.arena.backends import BACKENDS
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from elbowroom.arena.report import ForfeitCount

    Command = Callable[..., Any]

EXIT_INTERRUPTED: Final = 130
"""The exit code after Ctrl+C, as shells have it."""
AGENT_NAMES: Final = (
    "Agents by name, your own as module:Class, or weights as expert:FILE, separated by commas"
)
"""What can be named in `--agents`, for its help."""


def agent_names(text: str) -> tuple[str, ...]:
    """The agents of a list with commas; each is made once, so that one that cannot be had is refused now."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        agent_named(name, 0)
    return names


def forfeit_lines(forfeits: Mapping[str, Sequence[ForfeitCount]], seats: Mapping[str, int]) -> list[str]:
    """What is told of agents that lost games by what they did wrong: how many, and why."""
    lines = []
    for name, counts in forfeits.items():
        if counts:
            games = sum(count.games for count in counts)
            lines.append(say("arena_forfeits", agent=name, games=games, seats=seats[name]))
            lines += [f"  {count.games}: {count.example}" for count in counts]
    return lines


def budget_options(command: Command) -> Command:
    """How long an agent may think."""
    seconds = click.option("--seconds-per-turn", type=float, help="How long an agent may think in a turn.")
    work = click.option(
        "--work-per-turn", type=int, help="The same in units of work: the same seed, the same games."
    )
    return seconds(work(command))


def backend_options(command: Command) -> Command:
    """Where games are played."""
    backend = click.option(
        "--backend",
        "backend_name",
        default="local",
        show_default=True,
        type=click.Choice(BACKENDS),
        help="Processes on this machine, or a Ray cluster (RAY_ADDRESS; needs elbowroom[ray]).",
    )
    jobs = click.option(
        "--jobs", default=0, type=click.IntRange(0), help="Local processes (default: one per core)."
    )
    return backend(jobs(command))


def budget_of(seconds: float | None, work: int | None) -> Budget | None:
    """Seconds or units of work, not both; neither leaves every agent its own."""
    if seconds is None and work is None:
        return None
    if seconds is not None and work is not None:
        raise Refused("two_budgets")
    if seconds is not None and not math.isfinite(seconds):
        raise Refused("budget", seconds=seconds, work=work)
    return Budget(seconds=seconds, work=work)


def prepare_folder(folder: Path) -> None:
    """Make the folder that a command will write into; refused before any work if that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise Refused("cannot_write", file=folder, cause=error.strerror or error) from None


def progress_bar(word: str, *, quiet: bool) -> Progress:
    """How many are done and how long the rest takes, beside what is printed; nothing stays of it.

    The word may be "{task.description}", for tasks that have their own.
    """
    columns = (TextColumn(word), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True)
