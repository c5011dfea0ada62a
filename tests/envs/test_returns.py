"""What a game was worth: places, coins, leads."""

from __future__ import annotations

import pytest

from elbowroom.engine.game import Game, new_game
from elbowroom.envs.returns import check_reward, final_reward, lead_reward, leads, returns
from elbowroom.rules.refusals import Refused


def ended(coins: list[int]) -> Game:
    """A game whose players have so many coins, and nothing on the map."""
    game = new_game(len(coins), seed=1)
    for seat, count in enumerate(coins):
        game.state.coins[seat] = count
    return game


@pytest.mark.parametrize(
    ("coins", "worth"),
    [
        ([90, 80], [1, -1]),
        ([80, 80], [0, 0]),
        ([70, 90, 80], [-1, 1, 0]),
        ([90, 90, 80], [0.5, 0.5, -1]),
        ([50, 60, 70, 80, 90], [-1, -0.5, 0, 0.5, 1]),
        ([60, 60, 60, 90], [-2 / 3 + 1 / 3, -1 / 3, -1 / 3, 1]),
    ],
)
def test_place_p_of_n_gives_its_share_and_ties_share_the_mean(coins: list[int], worth: list[float]) -> None:
    found = returns(ended(coins).state)
    assert found == pytest.approx(worth)
    assert sum(found) == pytest.approx(0)


def test_coins_can_be_the_reward() -> None:
    assert final_reward(ended([70, 90, 80]).state, "coins") == [70, 90, 80]


def test_leads_are_zero_together() -> None:
    sums = leads(ended([70, 90, 80]).state)
    assert sums == [-30, 30, 0]
    assert [lead_reward(each, 3) for each in sums] == [-0.15, 0.15, 0]


def test_an_unknown_reward_is_refused_with_the_nearest() -> None:
    with pytest.raises(Refused, match=r"places.*Did you mean place"):
        check_reward("places")
