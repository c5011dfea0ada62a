"""Plots of the statistics and of balance reports, as PNG and SVG.

Importing this module needs matplotlib (the extra `arena`).
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final, TypeVar

import matplotlib as mpl
from matplotlib.figure import Figure

from elbowroom.arena.balance_words import balance_title, deals_sentence, verdict_sentence
from elbowroom.engine.notation import title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from matplotlib.axes import Axes

    from elbowroom.arena.balance_report import BalanceReport, BalanceRow
    from elbowroom.arena.statistics import ComboRow, DeclineRow, Estimate, OrderRow, Statistics

    Draw = Callable[[Axes, int], None]

Row = TypeVar("Row", "ComboRow", "OrderRow", "DeclineRow")

BAR_COLOUR: Final = "#4c78a8"
ERROR_COLOUR: Final = "#333333"
FAIR_COLOUR: Final = "#e45756"
OWN_COLOUR: Final = "#f58518"
BOX_COLOUR: Final = "#9ab3cc"
TITLE_WIDTH: Final = 70
"""So many letters has a line above the plot of an entry."""
MIN_OBSERVATIONS: Final = 5
"""The interval of fewer players would be wider than the plot."""


def draw_statistics(statistics: Statistics, folder: Path) -> list[Path]:
    """Write all plots into the folder, with one panel for each number of players."""
    races, powers, combos = statistics.races(), statistics.powers(), statistics.combos()
    orders = statistics.orders()
    active, first = statistics.by_active_turns(), statistics.by_first_decline()
    plots: list[tuple[str, str, Draw, tuple[float, float]]] = [
        ("races", "Coins per pick by race", lambda axes, at: _bars(axes, _of(races, at)), (5.5, 3.8)),
        (
            "powers",
            "Coins per pick by special power",
            lambda axes, at: _bars(axes, _of(powers, at)),
            (5.5, 4.8),
        ),
        ("combos", "Coins per pick by combo", lambda axes, at: _heat(axes, _of(combos, at)), (8.5, 5.5)),
        (
            "order",
            "Win share by place in the turn order",
            lambda axes, at: _shares(axes, _of(orders, at)),
            (4.5, 3.6),
        ),
        (
            "decline",
            "Final coins by the turns a race was active before its decline",
            lambda axes, at: _points(axes, _of(active, at), "turns active before the decline"),
            (5, 3.6),
        ),
        (
            "first-decline",
            "Final coins by the game turn of a player's first decline",
            lambda axes, at: _points(axes, _of(first, at), "game turn of the first decline"),
            (5, 3.6),
        ),
    ]
    written: list[Path] = []
    # The salt makes the same statistics the same file.
    with mpl.rc_context({"svg.hashsalt": "elbowroom", "font.size": 9, "axes.titlesize": 10}):
        for name, heading, draw, size in plots:
            written += _save(_panels(statistics, heading, draw, size), folder / name)
    return written


def draw_balance(report: BalanceReport, files: Iterable[Path]) -> None:
    """Draw where each own entry stands among those of the box; the ending of a file says what it will be."""
    rows = report.rows
    columns = min(2, len(rows))
    lines = -(-len(rows) // columns)
    with mpl.rc_context({"svg.hashsalt": "elbowroom", "font.size": 9, "axes.titlesize": 10}):
        figure = Figure(figsize=(6 * columns, 4.4 * lines), layout="constrained")
        for place, row in enumerate(rows, 1):
            _balance_bars(figure.add_subplot(lines, columns, place), row)
        # Laid out once, so that all files look the same.
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        for file in files:
            metadata = {"Date": None, "Creator": None} if file.suffix == ".svg" else {"Software": None}
            figure.savefig(file, dpi=110, metadata=metadata)


def _balance_bars(axes: Axes, row: BalanceRow) -> None:
    """Horizontal bars around the mean of the box, the best on top; the own entry has a colour of its own."""
    bars = [(title(box.entry), box.coins_ahead, BOX_COLOUR) for box in row.box]
    bars.append((row.name, row.coins.difference, OWN_COLOUR))
    bars.sort(key=lambda bar: bar[1].mean)
    names = [name if estimate.low is not None else f"{name} (measured once)" for name, estimate, _ in bars]
    axes.barh(range(len(bars)), [bar[1].mean for bar in bars], color=[bar[2] for bar in bars])
    # What was measured once has no interval; one of no width would look like certainty.
    measured = [(place, bar[1]) for place, bar in enumerate(bars) if bar[1].low is not None]
    estimates = [estimate for _, estimate in measured]
    axes.errorbar(
        [estimate.mean for estimate in estimates],
        [place for place, _ in measured],
        xerr=_errors(estimates),
        fmt="none",
        ecolor=ERROR_COLOUR,
        capsize=2,
    )
    axes.set_yticks(range(len(bars)), names)
    axes.axvline(0, color=FAIR_COLOUR, linestyle="--", linewidth=1)
    axes.set_xlabel("coins at the end, against the mean of the box (95 % interval)")
    told = (balance_title(row), deals_sentence(row), verdict_sentence(row))
    axes.set_title("\n".join(line for text in told for line in wrap(text, TITLE_WIDTH)))
    _tidy(axes)


def _of(rows: list[Row], players: int) -> list[Row]:
    return [row for row in rows if row.players == players]


def _panels(statistics: Statistics, heading: str, draw: Draw, size: tuple[float, float]) -> Figure:
    counts = statistics.counts
    columns = min(2, len(counts))
    rows = -(-len(counts) // columns)
    figure = Figure(figsize=(size[0] * columns, size[1] * rows + 0.4), layout="constrained")
    figure.suptitle(heading, fontsize=13)
    for place, players in enumerate(counts, 1):
        axes = figure.add_subplot(rows, columns, place)
        games = statistics.games[players]
        axes.set_title(f"{players} players, {games:,} game{'' if games == 1 else 's'}")
        draw(axes, players)
    return figure


def _save(figure: Figure, stem: Path) -> list[Path]:
    png, svg = stem.with_suffix(".png"), stem.with_suffix(".svg")
    figure.savefig(png, dpi=110, metadata={"Software": None})
    figure.savefig(svg, metadata={"Date": None, "Creator": None})
    return [png, svg]


def _errors(estimates: Sequence[Estimate]) -> list[list[float]]:
    """How far the intervals reach below and above; nothing where there is none."""
    below = [
        0.0 if estimate.low is None else max(0.0, estimate.mean - estimate.low) for estimate in estimates
    ]
    above = [
        0.0 if estimate.high is None else max(0.0, estimate.high - estimate.mean) for estimate in estimates
    ]
    return [below, above]


def _bars(axes: Axes, rows: list[ComboRow]) -> None:
    """Horizontal bars, the best on top."""
    coins = [row.coins for row in rows]
    names = [title(row.race or row.power or "") for row in rows]
    positions = list(range(len(rows)))
    axes.barh(
        positions,
        [estimate.mean for estimate in coins],
        xerr=_errors(coins),
        color=BAR_COLOUR,
        ecolor=ERROR_COLOUR,
        capsize=2,
    )
    axes.set_yticks(positions, names)
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    axes.set_xlabel("coins brought per pick (mean, 95 % interval)")
    _tidy(axes)


def _heat(axes: Axes, rows: list[ComboRow]) -> None:
    """Races down, powers across, each from the best to the worst; a combo nobody picked stays white."""
    races = _ordered([(row.race or "", row) for row in rows])
    powers = _ordered([(row.power or "", row) for row in rows])
    means = {(row.race, row.power): row.coins.mean for row in rows}
    cells = [[means.get((race, power), float("nan")) for power in powers] for race in races]
    image = axes.imshow(cells, aspect="auto", cmap="viridis")
    axes.set_xticks(range(len(powers)), [title(power) for power in powers], rotation=60, ha="right")
    axes.set_yticks(range(len(races)), [title(race) for race in races])
    middle = (min(means.values()) + max(means.values())) / 2
    for down, line in enumerate(cells):
        for across, mean in enumerate(line):
            if mean == mean:  # noqa: PLR0124 - not a number: nobody picked it
                colour = "white" if mean < middle else "black"
                axes.text(across, down, f"{mean:.0f}", ha="center", va="center", fontsize=7, color=colour)
    figure = axes.get_figure()
    assert figure is not None
    figure.colorbar(image, ax=axes, label="coins brought per pick (mean)")


def _ordered(named: list[tuple[str, ComboRow]]) -> list[str]:
    """The names by the coins of all their picks, the best first."""
    coins: dict[str, float] = {}
    picks: dict[str, int] = {}
    for name, row in named:
        coins[name] = coins.get(name, 0) + row.coins.mean * row.picks
        picks[name] = picks.get(name, 0) + row.picks
    return sorted(coins, key=lambda name: (-coins[name] / picks[name], name))


def _shares(axes: Axes, rows: list[OrderRow]) -> None:
    shares = [row.win_share for row in rows]
    fair = 100 / len(rows)
    errors = [[100 * reach for reach in side] for side in _errors(shares)]
    axes.bar(
        [str(row.order) for row in rows],
        [100 * estimate.mean for estimate in shares],
        yerr=errors,
        color=BAR_COLOUR,
        ecolor=ERROR_COLOUR,
        capsize=3,
    )
    axes.axhline(fair, color=FAIR_COLOUR, linestyle="--", label=f"fair share, {fair:.0f} %")
    axes.set_xlabel("place in the turn order")
    axes.set_ylabel("games won, % (95 % interval)")
    axes.set_ylim(bottom=0)
    axes.legend()
    _tidy(axes)


def _points(axes: Axes, rows: list[DeclineRow], label: str) -> None:
    """One point for each number of turns seen often enough, and at the right those that never declined."""
    rows = [row for row in rows if row.final_coins.count >= MIN_OBSERVATIONS] or rows
    names = ["never" if row.turns is None else str(row.turns) for row in rows]
    coins = [row.final_coins for row in rows]
    means = [estimate.mean for estimate in coins]
    axes.errorbar(
        names, means, yerr=_errors(coins), fmt="o", color=BAR_COLOUR, ecolor=ERROR_COLOUR, capsize=3
    )
    for place, estimate in enumerate(coins):
        axes.annotate(
            f"{estimate.count:,}",
            (place, estimate.mean),
            xytext=(5, 3),
            textcoords="offset points",
            fontsize=7,
        )
    axes.margins(x=0.1)
    axes.set_xlabel(f"{label} (small: how many)")
    axes.set_ylabel("final coins (mean, 95 % interval)")
    _tidy(axes)


def _tidy(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_axisbelow(True)
    axes.grid(alpha=0.3)
