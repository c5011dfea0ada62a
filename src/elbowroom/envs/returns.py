"""The rewards of a game: the place of each player, their coins, or both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.engine.ranking import ranking
from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest

if TYPE_CHECKING:
    from elbowroom.engine.state import State

REWARDS: Final = ("place", "coins", "shaped")
"""At the end place p of n gives 1 - 2(p-1)/(n-1), or the coins; shaped: also the lead as it changes."""
SHAPED_LEAD_COINS: Final = 100.0
"""A lead of this many coins over the mean of the others is worth 1, when rewards are shaped."""


def check_reward(name: str) -> str:
    """Refuse a reward that does not exist."""
    if name not in REWARDS:
        raise Refused("unknown_reward", word=name, nearest=nearest(name, REWARDS), known=list(REWARDS))
    return name


def returns(state: State) -> list[float]:
    """The place of each player as a number: the first gets 1, the last -1, ties share; the sum is 0."""
    places = ranking(state)
    players = len(places)
    rewards = [0.0] * players
    for place in places:
        sharing = sum(other.place == place.place for other in places)
        mean = place.place + (sharing - 1) / 2
        rewards[place.seat] = 1 - 2 * (mean - 1) / (players - 1)
    return rewards


def final_reward(state: State, reward: str) -> list[float]:
    """What each player gets when the game is over."""
    if reward == "coins":
        return [float(coins) for coins in state.coins]
    return returns(state)


def leads(state: State) -> list[int]:
    """The sum of each player's leads over all others, in coins: whole numbers, so that changes are exact."""
    coins = [int(coins) for coins in state.coins]
    total = sum(coins)
    return [len(coins) * own - total for own in coins]


def lead_reward(change: int, players: int) -> float:
    """What a change of a sum of leads is worth when rewards are shaped.

    It is rounded once: the rounding of a difference of two rewards would tell how large hidden totals are.
    """
    return change / ((players - 1) * SHAPED_LEAD_COINS)
