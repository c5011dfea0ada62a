"""Test games on a player's own map: the same everywhere, and told by place in the turn order."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import msgspec
import pytest

from elbowroom.arena.balance_words import map_words
from elbowroom.arena.map_balance import (
    GAMES_PER_BOX_GAME,
    MapPlan,
    MapResult,
    MapTest,
    map_report,
    own_map,
    place_verdict,
    play_map_game,
    read_map_test,
)
from elbowroom.arena.statistics import Estimate, share_of
from elbowroom.content import read_text

TEXT = json.dumps(json.loads(read_text("base", "maps", "3-players.json")) | {"id": "own"})


def test_one_game_in_five_is_played_on_the_map_of_the_box() -> None:
    games = MapPlan(TEXT, 20, agent="greedy").game_list()
    assert sum(game.is_on_box_map for game in games) == 20 // GAMES_PER_BOX_GAME
    assert MapPlan(TEXT, 40, agent="greedy").game_list()[:20] == games


def test_a_game_has_the_same_result_each_time_and_every_twentieth_is_checked() -> None:
    first, second, *_ = MapPlan(TEXT, 20, agent="greedy").game_list()
    result = play_map_game(first)
    assert play_map_game(first) == result
    assert (result.is_checked, result.is_over, result.violation) == (True, True, "")
    assert len(result.coins) == 3
    assert abs(sum(result.wins) - 1) < 0.001
    other = play_map_game(second)
    assert (other.is_checked, other == result) == (False, False)


def test_the_same_map_as_in_the_box_plays_the_same() -> None:
    """With the same luck: so the comparison measures the map and nothing else."""
    plan = MapPlan(TEXT, 5, agent="greedy")
    own = plan.game_list()[0]
    box = type(own)(own.number, own.text, is_on_box_map=True, seed=own.seed, agent=own.agent)
    assert play_map_game(box) == play_map_game(own)


def test_the_report_tells_coins_and_victories_by_place_and_compares_with_the_box() -> None:
    coins = {0: (30, 20, 10), 1: (50, 20, 20), 2: (40, 20, 30), 3: (40, 20, 20), 4: (9, 9, 9)}
    results = [
        MapResult(number, coins[number], (0.5, 0.5, 0.0), decisions=10 * number, is_checked=number == 0)
        for number in (4, 2, 0, 1, 3)
    ]
    report = map_report(MapPlan(TEXT, 5), results)
    assert (report.map, report.players, report.games) == ("own", 3, 4)
    assert [place.mean for place in report.coins] == [40.0, 20.0, 20.0]
    assert [place.mean for place in report.wins] == [0.5, 0.5, 0.0]
    assert report.mean_coins is not None
    assert report.mean_coins.mean == pytest.approx(80 / 3, abs=0.001)
    assert report.mean_coins.low is not None
    assert report.box_coins == Estimate(1, 9.0)
    assert [place.mean for place in report.box_wins] == [0.5, 0.5, 0.0]
    assert (report.decisions, report.most_decisions, report.box_most_decisions) == (15.0, 30, 40)
    assert (report.checked_games, report.unfinished_games, report.violations) == (1, 0, 0)


def report_of(wins: list[float], box_wins: list[float], games: int = 3200) -> MapTest:
    """A report in which the places of the turn order won these shares, on the map of the box of 800 games."""
    return MapTest(
        map="own",
        players=len(wins),
        games=games,
        mean_coins=Estimate(games, 50.0, 49.0, 51.0),
        box_coins=Estimate(games // 4, 48.0, 46.0, 50.0),
        coins=[Estimate(games, 50.0, 49.0, 51.0)] * len(wins),
        wins=[share_of(games * share, games) for share in wins],
        box_wins=[share_of(games // 4 * share, games // 4) for share in box_wins],
        decisions=200.0,
        most_decisions=250,
        box_most_decisions=240,
        unfinished_games=0,
        checked_games=160,
        violations=0,
    )


@pytest.mark.parametrize(
    ("wins", "box_wins", "games", "sentence"),
    [
        (
            [0.62, 0.38],
            [0.52, 0.48],
            3200,
            "Player 1 is favoured more than on the map of the box: 62% of the games won (",
        ),
        (
            [0.2, 0.3, 0.5],
            [0.33, 0.33, 0.34],
            3200,
            "Player 3 is favoured more than on the map of the box: 50% of the games won (",
        ),
        ([0.53, 0.47], [0.52, 0.48], 3200, "No place in the turn order is favoured more"),
        ([0.5, 0.5], [0.7, 0.3], 3200, "No place in the turn order is favoured more"),
        ([0.62, 0.38], [0.52, 0.48], 40, "Whether a place in the turn order is favoured more"),
    ],
)
def test_a_place_is_favoured_if_it_surely_wins_more_often_than_on_the_map_of_the_box(
    wins: list[float], box_wins: list[float], games: int, sentence: str
) -> None:
    assert str(map_words(report_of(wins, box_wins, games)).verdict).startswith(sentence)


def test_a_map_that_is_that_of_the_box_is_rarely_called_unfair() -> None:
    """Several places are compared at once, and still the verdict is wrong in one of 20 tests at most."""
    luck, wrong = Random(1), 0
    for _ in range(400):
        shares = []
        for games in (800, 200):
            winners = Counter(luck.randrange(5) for _ in range(games))
            shares.append([winners[place] / games for place in range(5)])
        own, box = shares
        found = place_verdict(report_of(own, box, games=800))
        assert found is not None
        wrong += found.verdict == "favoured"
    assert wrong <= 20


def test_whether_games_end_and_how_long_they_take_is_told_of_a_map() -> None:
    report = report_of([0.5, 0.5], [0.5, 0.5])
    assert [str(sentence) for sentence in map_words(report).grounds] == [
        "Every game ended.",
        "The longest game had 250 decisions, without it 240.",
        "160 games were checked after every action; no rule was broken.",
    ]
    endless = msgspec.structs.replace(report, unfinished_games=2)
    assert str(map_words(endless).grounds[0]) == "2 games did not end."


def test_a_report_from_before_victories_on_the_map_of_the_box_were_told_can_be_read() -> None:
    report = report_of([0.5, 0.5], [0.5, 0.5])
    stored = msgspec.to_builtins(report)
    assert read_map_test(stored) == report
    for new in ("mean_coins", "box_wins", "most_decisions", "box_most_decisions"):
        del stored[new]
    for box_coins, read in ((48.0, Estimate(800, 48.0)), (None, None)):
        old = read_map_test(stored | {"box_coins": box_coins})
        assert old.box_coins == read
        assert map_words(old).verdict is None
        assert [sentence.key for sentence in map_words(old).grounds] == [
            "balance_all_ended",
            "balance_checked",
        ]


def test_a_file_with_races_has_no_map() -> None:
    assert own_map('[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\n') is None
