"""The value network: what a lead is worth among several players, and when it is a chance to win."""

from __future__ import annotations

import json
from itertools import pairwise
from math import log

import pytest

from elbowroom.agents.features import FEATURE_COUNT, FIRST_FEATURE_COUNT
from elbowroom.agents.network import STAGES, Network
from elbowroom.engine.state import State
from elbowroom.rules.content import add_content
from tests.scenario import MAPS, box, scenario

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")
SPREADS = [[1.0 + 10 * players + left for left in range(STAGES)] for players in range(2, 6)]
"""By number of players and by game turns that are left: all differ."""


def coin_counter(spreads: list[list[float]], *, sees_others: bool = True) -> Network:
    """A network that expects nobody to win more coins."""
    count = FEATURE_COUNT if sees_others else FIRST_FEATURE_COUNT
    others = [0.0] * count if sees_others else []
    return Network(1, [0.0] * count, [0.0], [0.0], 0.0, others, spreads)


def spread_of(coins: float) -> list[list[float]]:
    """The same spread for all numbers of players, at all times."""
    return [[coins] * STAGES for _ in SPREADS]


def position(coins: tuple[int, ...], game_turn: int = 3) -> State:
    """A position in which these are the coins of the players."""
    names = NAMES[: len(coins)]
    lines = [
        "map " + ("valley" if len(coins) == 2 else f"valley-{len(coins)}"),
        f"game-turn {game_turn}",
        "coins " + ", ".join(f"{name} {each}" for name, each in zip(names, coins, strict=True)),
        "Ann <- to move",
        *names[1:],
    ]
    return scenario("\n".join(lines)).game.state


def lead(network: Network, *coins: int) -> float:
    """The lead that the first of the players expects."""
    return network.expected_lead(position(coins), 0)


def test_an_opponent_who_is_winning_counts_more_than_one_who_is_last() -> None:
    network = coin_counter(spread_of(6.0))
    before = lead(network, 20, 30, 10)
    of_leader, of_last = lead(network, 20, 29, 10) - before, lead(network, 20, 30, 9) - before
    assert of_leader > 3 * of_last > 0
    assert lead(network, 20, 10, 30) == before, "it does not matter where they sit"
    gains = [lead(network, 20, coins, 10) - lead(network, 20, coins + 1, 10) for coins in (5, 10, 15, 25)]
    assert all(less < more for less, more in pairwise(gains))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_coin_for_everybody_else_is_a_coin_of_the_lead(players: int) -> None:
    network, others = coin_counter(spread_of(6.0)), (31, 22, 13, 4)[: players - 1]
    richer = [each + 1 for each in others]
    assert lead(network, 20, *others) - lead(network, 20, *richer) == pytest.approx(1, abs=1e-5)


def test_the_less_sure_the_coins_the_more_all_others_count_alike() -> None:
    """If they are sure only the best of the others counts, if they say nothing the mean."""
    assert lead(coin_counter(spread_of(0.01)), 20, 30, 10) == pytest.approx(-10, abs=0.01)
    assert lead(coin_counter(spread_of(1e5)), 20, 30, 10) == pytest.approx(0, abs=0.01)


def test_of_two_players_each_leads_by_the_difference() -> None:
    assert lead(coin_counter(spread_of(6.0)), 20, 30) == -10


@pytest.mark.parametrize("sees_others", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nobody_leads_if_all_will_have_the_same(players: int, sees_others: bool) -> None:
    network = coin_counter(SPREADS, sees_others=sees_others)
    assert lead(network, *[17] * players) == pytest.approx(0, abs=1e-9)


def test_to_a_network_of_the_first_kind_the_best_of_the_others_counts_double() -> None:
    network = coin_counter(spread_of(6.0), sees_others=False)
    assert lead(network, 20, 30, 10) == pytest.approx(20 - (30 + 30 + 10) / 3)
    assert lead(network, 40, 30, 10, 8, 2) == pytest.approx(40 - (30 + 30 + 10 + 8 + 2) / 5)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_how_much_a_lead_means_depends_on_the_players_and_the_turns_left(players: int) -> None:
    network, coins = coin_counter(SPREADS), (30, 24, 15, 11, 3)[:players]
    turns = int(position(coins).setup.board.game_turns)
    for game_turn in range(1, turns + 1):
        chances = network.win_chances(position(coins, game_turn))
        assert sum(chances) == pytest.approx(1)
        spread = SPREADS[players - 2][turns - game_turn]
        for (more, better), (less, worse) in pairwise(zip(coins, chances, strict=True)):
            assert log(better / worse) == pytest.approx((more - less) / spread)


def test_a_lead_early_in_a_long_game_means_as_little_as_with_nine_turns_left() -> None:
    data = json.loads((MAPS / "valley.json").read_text(encoding="utf-8")) | {"game_turns": 20}
    content = add_content(box(), json.dumps(data | {"id": "long-valley"}), "long-valley.json")
    text = "map long-valley\ngame-turn {turn}\ncoins Ann 30, Bob 24\nAnn <- to move\nBob"
    network = coin_counter(SPREADS)
    first, eleventh, twelfth = (
        network.win_chances(scenario(text.format(turn=turn), content).game.state) for turn in (1, 11, 12)
    )
    assert first == eleventh
    assert twelfth[0] > eleventh[0] > 0.5
