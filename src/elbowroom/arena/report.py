"""What a tournament tells: win shares and coins with their uncertainty, ratings, time used, and plots."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from elbowroom.arena.intervals import Z, students_t, wilson
from elbowroom.arena.ratings import ratings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from elbowroom.arena.intervals import Interval
    from elbowroom.arena.match import Result


@dataclass(frozen=True)
class Standing:
    """How one agent did; the intervals are those of 95 % confidence."""

    name: str
    seats: int
    """How often it sat at a table."""
    win_share: float
    """Victories of those; a shared one counts in parts."""
    win_share_95: Interval
    mean_coins: float
    mean_coins_95: Interval | None
    """None for a single deal."""
    rating: float
    rating_deviation: float
    turn_seconds_p99: float
    """99 % of its turns took no longer."""
    turn_seconds_max: float


@dataclass(frozen=True)
class Encounter:
    """How one agent did at the tables of one line-up."""

    lineup: tuple[str, ...]
    name: str
    games: int
    win_share: float
    win_share_95: Interval
    mean_coins: float


@dataclass(frozen=True)
class Report:
    """All that a tournament tells."""

    games: int
    agents: tuple[Standing, ...]
    encounters: tuple[Encounter, ...]

    def to_json(self) -> dict[str, Any]:
        """The agents and the number of games, as plain data."""
        return {"agents": [asdict(standing) for standing in self.agents], "games": self.games}


def report(results: Iterable[Result], agents: Sequence[str]) -> Report:
    """Sum up the results; agents come in the order they were named."""
    found = sorted(results, key=lambda result: result.match.number)
    rated = ratings(found)
    rows = []
    for name in dict.fromkeys(agents):
        if name not in rated:
            continue
        seats = _seats(found, name)
        spent = sorted(second for result, seat in seats for second in result.seconds[seat])
        rows.append(
            Standing(
                name=name,
                seats=len(seats),
                win_share=round(_wins(seats) / len(seats), 4),
                win_share_95=win_interval(_wins(seats), len(seats)),
                mean_coins=round(_mean_coins(seats), 2),
                mean_coins_95=coins_interval(seats),
                rating=round(rated[name].mean, 2),
                rating_deviation=round(rated[name].deviation, 2),
                turn_seconds_p99=percentile(spent, 99),
                turn_seconds_max=spent[-1] if spent else 0.0,
            )
        )
    return Report(len(found), tuple(rows), tuple(_encounters(found, agents)))


def _seats(results: Iterable[Result], name: str) -> list[tuple[Result, int]]:
    return [
        (result, seat)
        for result in results
        for seat, agent in enumerate(result.match.agents)
        if agent == name
    ]


def _wins(seats: Iterable[tuple[Result, int]]) -> float:
    return sum(1 / result.places.count(1) for result, seat in seats if result.places[seat] == 1)


def _mean_coins(seats: Sequence[tuple[Result, int]]) -> float:
    return sum(result.coins[seat] for result, seat in seats) / len(seats)


def _encounters(results: Sequence[Result], agents: Sequence[str]) -> list[Encounter]:
    tables: defaultdict[tuple[str, ...], list[Result]] = defaultdict(list)
    for result in results:
        tables[tuple(sorted(result.match.agents, key=agents.index))].append(result)
    found = []
    for lineup, played in tables.items():
        for name in dict.fromkeys(lineup):
            seats = _seats(played, name)
            found.append(
                Encounter(
                    lineup=lineup,
                    name=name,
                    games=len(played),
                    win_share=round(_wins(seats) / len(seats), 4),
                    win_share_95=win_interval(_wins(seats), len(seats)),
                    mean_coins=round(_mean_coins(seats), 2),
                )
            )
    return found


def win_interval(wins: float, seats: int) -> Interval:
    """The interval for a win share.

    Seats of one game and games of one deal hinder each other rather than help, so it is if anything too wide.
    """
    low, high = wilson(wins, seats)
    return round(low, 4), round(high, 4)


def coins_interval(seats: Sequence[tuple[Result, int]]) -> Interval | None:
    """The interval for mean coins, with deals as what is independent: games of one deal share their luck."""
    mean = _mean_coins(seats)
    off: defaultdict[int, float] = defaultdict(float)
    for result, seat in seats:
        match = result.match
        off[match.number if match.deal is None else match.deal] += result.coins[seat] - mean
    deals = len(off)
    if deals < 2:
        return None
    error = math.sqrt(deals / (deals - 1) * sum(value * value for value in off.values())) / len(seats)
    reach = students_t(deals - 1) * error
    return round(mean - reach, 2), round(mean + reach, 2)


def percentile(ordered: Sequence[float], share: int) -> float:
    """The smallest value that so many percent do not exceed."""
    return ordered[max(0, math.ceil(len(ordered) * share / 100) - 1)] if ordered else 0.0


def draw_plots(found: Report, players: int, folder: Path) -> list[Path]:
    """Draw ratings and win shares, each as PNG and SVG."""
    rows = sorted(found.agents, key=lambda row: row.rating)
    names = [row.name for row in rows]
    shares = [row.win_share for row in rows]
    return [
        *_draw(
            folder / "rating",
            f"Rating after {found.games} games ({players} players)",
            names,
            [row.rating for row in rows],
            [[Z * row.rating_deviation for row in rows]] * 2,
            None,
        ),
        *_draw(
            folder / "win_share",
            f"Win share in {found.games} games ({players} players)",
            names,
            shares,
            [
                [max(0.0, row.win_share - row.win_share_95[0]) for row in rows],
                [max(0.0, row.win_share_95[1] - row.win_share) for row in rows],
            ],
            1 / players,
        ),
    ]


def _draw(
    path: Path,
    title: str,
    names: list[str],
    values: list[float],
    reach: list[list[float]],
    even: float | None,
) -> list[Path]:
    """Dots with their 95 % intervals; a line where all would be if they were equally strong."""
    import matplotlib as mpl  # noqa: PLC0415 - only who asks for it pays
    from matplotlib.figure import Figure  # noqa: PLC0415

    # Text stays text, and the same results give the same file.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "elbowroom"}):
        figure = Figure(figsize=(7, 1.4 + 0.5 * len(names)), layout="constrained")
        axes = figure.subplots()
        if even is not None:
            axes.axvline(even, color="0.6", linestyle="--", linewidth=1)
            axes.set_xlim(-0.02, 1.02)
        axes.errorbar(values, range(len(names)), xerr=reach, fmt="o", color="#1b6e8c", capsize=4)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(-0.6, len(names) - 0.4)
        axes.set_title(title)
        axes.grid(axis="x", alpha=0.3)
        files = [path.with_suffix(".png"), path.with_suffix(".svg")]
        figure.savefig(files[0], dpi=150)
        figure.savefig(files[1], metadata={"Date": None})
    return files
