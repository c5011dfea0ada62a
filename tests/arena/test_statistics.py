"""Statistics: what picks brought, from games played by hand, and what is made of many."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from elbowroom.arena.plots import draw_statistics
from elbowroom.arena.statistics import (
    DeclineRow,
    Estimate,
    GameSummary,
    Mean,
    Pick,
    SkippedRecord,
    Statistics,
    best_decline,
    read_summary,
    share_of,
    summarise,
)
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.record import write_record
from elbowroom.rules.content import Content, add_content, base_content
from tests.scenario import MAPS

COLUMN = (
    *("banner orcs", "badge hill", "banner elves", "badge swamp", "banner humans", "badge flying"),
    *("banner trolls", "badge forest", "banner ratmen", "badge merchant", "banner giants", "badge commando"),
)


def short_box() -> Content:
    """The box with the map moor - cave - bog - hill, played for three game turns."""
    data = json.loads((MAPS / "four-regions.json").read_text(encoding="utf-8"))
    text = json.dumps(data | {"id": "short", "game_turns": 3})
    return add_content(base_content(), text, "short.json")


def played(*texts: str) -> Game:
    game = new_game(2, content=short_box(), map_id="short", names=["Ann", "Bob"])
    for text in texts:
        game.apply(text)
    return game


def short_game() -> Game:
    """Bob goes first with Hill Orcs, declines, and picks Swamp Elves; Ann keeps her Flying Humans."""
    return played(
        *("first 2", *COLUMN),
        # Bob: bog, hill (a hill): 3 coins. Ann: moor, cave: 2 coins.
        *(
            "pick 1",
            "banner skeletons",
            "badge spirit",
            "conquer hill",
            "conquer bog",
            "end",
            "redeploy hill:8",
        ),
        *(
            "pick 2",
            "banner wizards",
            "badge heroic",
            "conquer moor",
            "conquer cave",
            "end",
            "redeploy moor:9",
        ),
        # Bob: 2 coins in decline. Ann: 2 coins.
        "decline",
        *("expand", "end", "redeploy moor:9"),
        # Bob takes the coin on the Elves, and the cave from Ann: 1 coin, and 2 in decline. Ann: 1 coin.
        *("pick 1", "banner amazons", "badge mounted", "conquer cave", "end"),
        *("expand", "end"),
    )


def random_game(players: int, seed: int) -> Game:
    game, choices = new_game(players, seed), Random(seed)
    while not game.is_over:
        game.apply(choices.choice(game.legal()))
    return game


def pick(race: str = "orcs", power: str = "hill", **others: float | None) -> Pick:
    plain = Pick(race, power, players=2, order=1, game_turn=1, paid=0, gained=0)
    return replace(plain, **others)  # type: ignore[arg-type]


def summary(coins: tuple[int, ...], wins: tuple[float, ...], *picks: Pick) -> GameSummary:
    return GameSummary(len(coins), picks, coins, coins, wins)


def test_a_game_is_told_as_its_picks() -> None:
    game = short_game()
    assert game.is_over
    found = summarise(game)
    shared = {"players": 2, "paid": 0, "gained": 0}
    bob = {"order": 1, "final_coins": 14, "win": 1.0}
    ann = {"order": 2, "final_coins": 9, "win": 0.0}
    orcs = {"game_turn": 1, "coins_active": 3, "coins_in_decline": 4, "active_turns": 1, "declined": 2}
    humans = {"game_turn": 1, "coins_active": 5, "active_turns": 3, "paid": 1}
    elves = {"game_turn": 3, "coins_active": 1, "active_turns": 1, "gained": 1}
    assert found.picks == (
        Pick("orcs", "hill", **(shared | bob | orcs)),  # type: ignore[arg-type]
        Pick("humans", "flying", **(shared | ann | humans)),  # type: ignore[arg-type]
        Pick("elves", "swamp", **(shared | bob | elves)),  # type: ignore[arg-type]
    )
    assert found.picks[0].coins == 7
    assert (found.scored, found.coins, found.wins) == ((8, 5), (14, 9), (1.0, 0.0))


def test_a_decline_after_scoring_ends_an_active_turn() -> None:
    stout = tuple(text.replace("badge hill", "badge stout") for text in COLUMN)
    game = played(
        *("first 1", *stout, "pick 1", "banner skeletons", "badge spirit", "conquer hill", "end", "decline"),
        *("pick 1", "banner wizards", "badge heroic", "conquer moor", "end"),
        *("pick 1", "banner amazons", "badge mounted", "conquer cave", "end"),
        *("expand", "end", "expand", "end", "expand", "end"),
    )
    assert game.is_over
    orcs = summarise(game).picks[0]
    assert (orcs.active_turns, orcs.declined) == (1, 1)
    assert (orcs.coins_active, orcs.coins_in_decline) == (1, 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_coins_of_the_picks_add_up_to_the_coins_scored(players: int) -> None:
    for seed in range(4):
        game = random_game(players, seed)
        found = summarise(game)
        first = int(game.state.first_player)
        for order in range(players):
            own = [pick for pick in found.picks if pick.order == order + 1]
            price = sum(pick.paid - pick.gained for pick in own)
            assert sum(pick.coins for pick in own) == found.scored[order]
            assert found.coins[order] == 5 + found.scored[order] - price
            assert found.coins[order] == int(game.state.coins[(first + order) % players])
            assert sum(pick.active_turns + (pick.declined is not None) for pick in own) >= 8
        assert sum(found.wins) == pytest.approx(1)


def test_a_race_that_came_back_is_a_pick_of_its_own() -> None:
    found = summarise(random_game(5, 2))
    first, second = (pick for pick in found.picks if pick.race == "skeletons")
    assert first.declined is not None
    assert first.declined < second.game_turn
    assert (first.coins, second.coins) == (14, 4)


def test_a_record_file_gives_the_account_of_its_game(tmp_path: Path) -> None:
    file = tmp_path / "game.elbowroom"
    file.write_text(write_record(short_game()), encoding="utf-8")
    assert read_summary(file) == summarise(short_game())


def test_a_damaged_record_is_left_out_with_its_line_and_cause(tmp_path: Path) -> None:
    file = tmp_path / "game.elbowroom"
    rows = write_record(short_game()).splitlines()
    line = next(number for number, row in enumerate(rows, 1) if row.startswith("2 Bob"))
    rows[line - 1] = "2 Bob: fly"
    file.write_text("\n".join(rows), encoding="utf-8")
    found = read_summary(file)
    assert isinstance(found, SkippedRecord)
    assert (found.file, found.why, found.line) == (str(file), "damaged", line)
    assert found.cause.startswith("`fly` is not an answer")
    file.write_bytes(b"elbowroom record 1\n\xff\xfe")
    assert read_summary(file) == SkippedRecord(str(file), "damaged", 2, "game.elbowroom is not a text file.")
    assert read_summary(tmp_path / "none") == SkippedRecord(
        str(tmp_path / "none"), "damaged", None, "No such file or directory."
    )


def test_only_whole_games_count(tmp_path: Path) -> None:
    file = tmp_path / "game.elbowroom"
    file.write_text(write_record(new_game(2, 1)), encoding="utf-8")
    assert read_summary(file) == SkippedRecord(str(file), "unfinished")
    game, choices = Game.from_text("Ann <- to move\nBob\ngame-turn 10", seed=1), Random(1)
    while not game.is_over:
        game.apply(choices.choice(game.legal()))
    file.write_text(write_record(game), encoding="utf-8")
    assert read_summary(file) == SkippedRecord(str(file), "position")


def test_a_mean_has_an_interval_by_students_distribution() -> None:
    mean = Mean()
    mean.add(1)
    assert mean.estimate() == Estimate(1, 1.0)
    mean.add(2)
    mean.add(3)
    found = mean.estimate()
    assert (found.count, found.mean) == (3, 2.0)
    assert found.low == pytest.approx(2 - 4.303 / 3**0.5, abs=1e-3)
    assert found.high == pytest.approx(2 + 4.303 / 3**0.5, abs=1e-3)


def test_a_share_has_a_wilson_interval() -> None:
    half = share_of(5, 10)
    assert (half.mean, half.low, half.high) == pytest.approx((0.5, 0.2366, 0.7634), abs=1e-4)
    none = share_of(0, 10)
    assert (none.low, none.high) == pytest.approx((0, 0.2775), abs=1e-4)
    assert share_of(10, 10).high == pytest.approx(1)


def test_races_powers_and_combos_are_means_over_their_picks() -> None:
    statistics = Statistics()
    statistics.add(
        summary(
            (80, 70),
            (1, 0),
            pick("orcs", "hill", coins_active=10, coins_in_decline=4, active_turns=2, win=1.0, paid=3),
            pick("elves", "hill", coins_active=30, active_turns=4, order=2, game_turn=5),
        )
    )
    statistics.add(summary((60, 70), (0, 1), pick("orcs", "swamp", coins_active=20, gained=1)))
    elves, orcs = statistics.races()
    assert (elves.race, elves.power, elves.picks, elves.coins) == ("elves", None, 1, Estimate(1, 30.0))
    assert (orcs.race, orcs.picks, orcs.coins.mean) == ("orcs", 2, 17.0)
    assert (orcs.coins_active, orcs.coins_in_decline, orcs.price) == (15.0, 2.0, 1.0)
    assert (orcs.active_turns, orcs.game_turn, orcs.win_share) == (1.0, 1.0, share_of(1, 2))
    assert [(row.power, row.picks, row.coins.mean) for row in statistics.powers()] == [
        ("hill", 2, 22.0),
        ("swamp", 1, 20.0),
    ]
    assert [(row.power, row.race, row.coins.mean) for row in statistics.combos()] == [
        ("hill", "elves", 30.0),
        ("swamp", "orcs", 20.0),
        ("hill", "orcs", 14.0),
    ]


def test_numbers_of_players_are_kept_apart() -> None:
    statistics = Statistics()
    statistics.add(summary((80, 70, 60), (1, 0, 0), pick(coins_active=9, players=3)))
    statistics.add(summary((80, 70), (1, 0), pick(coins_active=5)))
    assert statistics.counts == [2, 3]
    assert [(row.players, row.coins.mean) for row in statistics.races()] == [(2, 5.0), (3, 9.0)]
    assert len(statistics.orders()) == 5


def test_going_first_is_measured_against_the_others() -> None:
    statistics = Statistics()
    statistics.add(summary((80, 70, 60), (1, 0, 0)))
    statistics.add(summary((70, 70, 50), (0.5, 0.5, 0)))
    (first,) = statistics.going_first()
    assert first.coins_ahead.mean == 12.5  # 80 - 65 and 70 - 60
    assert first.win_share == share_of(1.5, 2)
    assert first.fair_share == pytest.approx(1 / 3)
    assert [(row.order, row.coins.mean, row.win_share.mean) for row in statistics.orders()] == [
        (1, 75.0, 0.75),
        (2, 70.0, 0.25),
        (3, 55.0, 0.0),
    ]


def test_declines_are_sorted_by_turns_active_and_by_game_turn() -> None:
    statistics = Statistics()
    statistics.add(summarise(short_game()))
    assert [
        (row.turns, row.final_coins.count, row.final_coins.mean) for row in statistics.by_active_turns()
    ] == [
        (1, 1, 14.0),  # the Orcs
        (None, 2, 11.5),  # Humans and Elves
    ]
    assert [(row.turns, row.final_coins.mean) for row in statistics.by_first_decline()] == [
        (2, 14.0),  # Bob
        (None, 9.0),  # Ann
    ]


def test_the_best_turn_to_decline_is_not_decided_by_a_lucky_game() -> None:
    share = share_of(1, 2)
    rows = [
        DeclineRow(2, 1, Estimate(1, 99.0), share),
        DeclineRow(2, 2, Estimate(2, 90.0, 40.0, 140.0), share),
        DeclineRow(2, 3, Estimate(50, 80.0, 78.0, 82.0), share),
        DeclineRow(2, None, Estimate(50, 85.0, 84.0, 86.0), share),
    ]
    assert best_decline(rows) == rows[2]
    assert best_decline(rows[:1]) is None


def test_pictures_are_drawn_as_png_and_svg_and_are_the_same_again(tmp_path: Path) -> None:
    statistics = Statistics()
    statistics.add(summarise(short_game()))
    statistics.add(summary((80, 70, 60), (1, 0, 0), pick(coins_active=9, players=3)))
    files = draw_statistics(statistics, tmp_path)
    names = ("races", "powers", "combos", "order", "decline", "first-decline")
    assert [file.name for file in files] == [f"{name}.{kind}" for name in names for kind in ("png", "svg")]
    for file in files:
        data = file.read_bytes()
        assert len(data) > 5000
        assert data.startswith(b"\x89PNG" if file.suffix == ".png" else b"<?xml")
    before = [file.read_bytes() for file in files]
    assert [file.read_bytes() for file in draw_statistics(statistics, tmp_path)] == before
