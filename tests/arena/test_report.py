"""Reports: shares, intervals, ratings, time used, plots."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import pytest

from elbowroom.arena.intervals import fieller, students_t
from elbowroom.arena.match import Match, MatchResult
from elbowroom.arena.ratings import rate_agents
from elbowroom.arena.report import draw_report, make_report, percentile, win_interval
from elbowroom.rules.options import Options

if TYPE_CHECKING:
    from pathlib import Path

AB = ("random", "greedy")


def result(number: int, agents: tuple[str, ...], coins: tuple[int, ...]) -> MatchResult:
    places = tuple(1 + sum(other > own for other in coins) for own in coins)
    match = Match(number, 1, len(agents), agents, Options(), deal=number // len(agents))
    return MatchResult(match, coins, places, 100, seconds=tuple((0.1, 0.2 + number) for _ in agents))


def test_wilsons_interval_is_the_textbooks() -> None:
    assert win_interval(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert win_interval(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert win_interval(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert win_interval(500, 1000) == pytest.approx((0.4691, 0.5309), abs=1e-4)


@pytest.mark.parametrize(
    ("freedom", "value"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (1000, 1.962)],
)
def test_students_distribution_is_the_textbooks(freedom: int, value: float) -> None:
    assert students_t(freedom) == pytest.approx(value, abs=0.012)


def test_fiellers_interval_has_the_ratios_that_could_be_the_true_one() -> None:
    """At its ends the mean of above - ratio * below is just as far from 0 as chance allows."""
    above, below = [4.0, 6.0, 5.0, 7.0, 3.0, 5.5], [2.0, 2.5, 3.0, 2.8, 1.9, 2.2]
    interval = fieller(above, below)
    assert interval is not None
    assert interval[0] < sum(above) / sum(below) < interval[1]
    for ratio in interval:
        rests = [one - ratio * other for one, other in zip(above, below, strict=True)]
        mean = sum(rests) / 6
        error = sqrt(sum((rest - mean) ** 2 for rest in rests) / 5 / 6)
        assert abs(mean) == pytest.approx(students_t(5) * error)


def test_a_ratio_to_what_may_be_nothing_has_no_interval() -> None:
    assert fieller([1.0, 2.0, 3.0], [1.0, -1.0, 0.5]) is None
    assert fieller([1.0], [1.0]) is None


def test_coins_are_compared_deal_by_deal() -> None:
    """What the seats of a deal have in common cancels out, so it does not make the interval wider."""
    mirrored = [
        result(0, AB, (80, 60)),
        result(1, AB[::-1], (80, 60)),
        result(2, AB, (60, 80)),
        result(3, AB[::-1], (60, 80)),
    ]
    row = make_report(mirrored, AB).agents[0]
    assert row.mean_coins == 70
    assert row.mean_coins_95 == (70, 70)
    apart = make_report([result(0, AB, (80, 60)), result(2, AB, (60, 80))], AB).agents[0]
    assert apart.mean_coins_95 is not None
    assert apart.mean_coins_95[1] - apart.mean_coins_95[0] > 100
    assert make_report(mirrored[:2], AB).agents[0].mean_coins_95 is None


def test_a_shared_victory_counts_in_parts() -> None:
    found = make_report([result(0, AB, (70, 70)), result(1, AB, (80, 70))], AB)
    assert [row.win_share for row in found.agents] == [0.75, 0.25]
    assert found.games == 2


def test_an_agent_with_several_seats_is_counted_in_each() -> None:
    agents = ("greedy", "random", "random")
    found = make_report([result(0, agents, (50, 60, 40))], AB)
    assert [(row.name, row.seats, row.win_share) for row in found.agents] == [
        ("random", 2, 0.5),
        ("greedy", 1, 0.0),
    ]
    assert {row.lineup for row in found.encounters} == {("random", "random", "greedy")}


def test_ratings_follow_the_matches_in_order_however_they_arrive() -> None:
    games = [result(number, AB, (50, 60 + number % 3 * -10)) for number in range(9)]
    assert rate_agents(games) == rate_agents(games[::-1])
    rated = rate_agents([result(number, AB, (50, 60)) for number in range(9)])
    assert rated["greedy"].mean > 28
    assert rated["random"].mean < 22
    assert rated["greedy"].deviation < 8.3
    even = rate_agents([result(0, ("random", "greedy", "random"), (50, 50, 50))])
    assert even["greedy"].mean == pytest.approx(even["random"].mean)


def test_the_slowest_turns_are_told() -> None:
    row = make_report([result(number, AB, (1, 2)) for number in range(4)], AB).agents[0]
    assert row.turn_seconds_max == pytest.approx(3.2)
    assert percentile([float(value) for value in range(1, 201)], 99) == 198
    assert percentile([], 99) == 0


def test_plots_are_drawn_as_png_and_svg(tmp_path: Path) -> None:
    files = draw_report(make_report([result(0, AB, (1, 2)), result(1, AB, (3, 3))], AB), 2, tmp_path)
    assert sorted(file.name for file in files) == [
        "rating.png",
        "rating.svg",
        "win_share.png",
        "win_share.svg",
    ]
    assert (tmp_path / "rating.png").read_bytes().startswith(b"\x89PNG")
    text = (tmp_path / "win_share.svg").read_text(encoding="utf-8")
    assert "Win share in 2 games (2 players)" in text
    assert "greedy" in text
