"""The report of a tournament: win shares and coins with their uncertainty, ratings, time used, and plots."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from elbowroom.arena.intervals import Z, students_t, wilson
from elbowroom.arena.ratings import rate_agents

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from elbowroom.arena.intervals import Interval
    from elbowroom.arena.match import MatchResult


@dataclass(frozen=True)
class ForfeitCount:
    """How often an agent lost a game by doing the same thing wrong."""

    reason: str
    games: int
    example: str
    """The first of them, as a sentence."""


@dataclass(frozen=True)
class AgentSummary:
    """How one agent did; intervals have 95 % confidence."""

    name: str
    seats: int
    """How often it sat at a table."""
    win_share: float
    """The share of games won; a shared victory counts in part."""
    win_share_95: Interval
    mean_coins: float
    mean_coins_95: Interval | None
    """None for a single deal."""
    rating: float
    rating_deviation: float
    turn_seconds_p99: float
    """99 % of its turns took no longer."""
    turn_seconds_max: float
    forfeits: tuple[ForfeitCount, ...] = ()
    """Games that it lost by what it did wrong; none for agents that play by the rules."""


@dataclass(frozen=True)
class LineupSummary:
    """How one agent did in the games of one line-up."""

    lineup: tuple[str, ...]
    name: str
    games: int
    win_share: float
    win_share_95: Interval
    mean_coins: float


@dataclass(frozen=True)
class Report:
    """The summary of a tournament."""

    games: int
    agents: tuple[AgentSummary, ...]
    encounters: tuple[LineupSummary, ...]

    def to_json(self) -> dict[str, Any]:
        """The agents and the number of games, as plain data."""
        return {"agents": [asdict(agent) for agent in self.agents], "games": self.games}


def make_report(results: Iterable[MatchResult], agents: Sequence[str]) -> Report:
    """Sum up the results; agents come in the order they were named."""
    results = sorted(results, key=lambda result: result.match.number)
    ratings = rate_agents(results)
    rows = []
    for name in dict.fromkeys(agents):
        if name not in ratings:
            continue
        seats = _seats(results, name)
        spent = sorted(second for result, seat in seats for second in result.seconds[seat])
        rows.append(
            AgentSummary(
                name=name,
                seats=len(seats),
                win_share=round(_wins(seats) / len(seats), 4),
                win_share_95=win_interval(_wins(seats), len(seats)),
                mean_coins=round(_mean_coins(seats), 2),
                mean_coins_95=coins_interval(seats),
                rating=round(ratings[name].mean, 2),
                rating_deviation=round(ratings[name].deviation, 2),
                turn_seconds_p99=percentile(spent, 99),
                turn_seconds_max=spent[-1] if spent else 0.0,
                forfeits=count_forfeits(seats),
            )
        )
    return Report(len(results), tuple(rows), tuple(_lineups(results, agents)))


def _seats(results: Iterable[MatchResult], name: str) -> list[tuple[MatchResult, int]]:
    return [
        (result, seat)
        for result in results
        for seat, agent in enumerate(result.match.agents)
        if agent == name
    ]


def count_forfeits(seats: Iterable[tuple[MatchResult, int]]) -> tuple[ForfeitCount, ...]:
    """Why and how often the agent of these seats forfeited, the most frequent reason first."""
    found: dict[str, list[str]] = {}
    for result, seat in seats:
        for forfeit in result.forfeits:
            if forfeit.seat == seat:
                found.setdefault(forfeit.reason, []).append(forfeit.sentence)
    counts = (ForfeitCount(reason, len(told), told[0]) for reason, told in found.items())
    return tuple(sorted(counts, key=lambda count: -count.games))


def _wins(seats: Iterable[tuple[MatchResult, int]]) -> float:
    return sum(1 / result.places.count(1) for result, seat in seats if result.places[seat] == 1)


def _mean_coins(seats: Sequence[tuple[MatchResult, int]]) -> float:
    return sum(result.coins[seat] for result, seat in seats) / len(seats)


def _lineups(results: Sequence[MatchResult], agents: Sequence[str]) -> list[LineupSummary]:
    tables: defaultdict[tuple[str, ...], list[MatchResult]] = defaultdict(list)
    for result in results:
        tables[tuple(sorted(result.match.agents, key=agents.index))].append(result)
    summaries = []
    for lineup, played in tables.items():
        for name in dict.fromkeys(lineup):
            seats = _seats(played, name)
            summaries.append(
                LineupSummary(
                    lineup=lineup,
                    name=name,
                    games=len(played),
                    win_share=round(_wins(seats) / len(seats), 4),
                    win_share_95=win_interval(_wins(seats), len(seats)),
                    mean_coins=round(_mean_coins(seats), 2),
                )
            )
    return summaries


def win_interval(wins: float, seats: int) -> Interval:
    """The interval for a win share.

    In one game and in games of one deal a win of one seat makes a win of another less likely, so the interval
    is rather too wide.
    """
    low, high = wilson(wins, seats)
    return round(low, 4), round(high, 4)


def coins_interval(seats: Sequence[tuple[MatchResult, int]]) -> Interval | None:
    """The interval for mean coins; only deals are independent: the games of one deal share their chance."""
    mean = _mean_coins(seats)
    deviations: defaultdict[int, float] = defaultdict(float)
    for result, seat in seats:
        match = result.match
        deviations[match.number if match.deal is None else match.deal] += result.coins[seat] - mean
    deals = len(deviations)
    if deals < 2:
        return None
    error = math.sqrt(deals / (deals - 1) * sum(value * value for value in deviations.values())) / len(seats)
    reach = students_t(deals - 1) * error
    return round(mean - reach, 2), round(mean + reach, 2)


def percentile(ordered: Sequence[float], share: int) -> float:
    """The smallest value that this share of the values, in percent, does not exceed."""
    return ordered[max(0, math.ceil(len(ordered) * share / 100) - 1)] if ordered else 0.0


def draw_report(report: Report, players: int, folder: Path) -> list[Path]:
    """Draw ratings and win shares, each as PNG and SVG."""
    rows = sorted(report.agents, key=lambda row: row.rating)
    names = [row.name for row in rows]
    shares = [row.win_share for row in rows]
    return [
        *_draw(
            folder / "rating",
            f"Rating after {report.games} games ({players} players)",
            names,
            [row.rating for row in rows],
            [[Z * row.rating_deviation for row in rows]] * 2,
            None,
        ),
        *_draw(
            folder / "win_share",
            f"Win share in {report.games} games ({players} players)",
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
    import matplotlib as mpl  # noqa: PLC0415 - slow to import
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
