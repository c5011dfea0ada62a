"""Test games on a player's own map: the same everywhere, and told by place in the turn order."""

from __future__ import annotations

import json

from elbowroom.arena.map_balance import (
    GAMES_PER_BOX_GAME,
    MapPlan,
    MapResult,
    map_report,
    own_map,
    play_map_game,
)
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
    assert (report.box_coins, report.decisions) == (9.0, 15.0)
    assert (report.checked_games, report.unfinished_games, report.violations) == (1, 0, 0)


def test_a_file_with_races_has_no_map() -> None:
    assert own_map('[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\n') is None
