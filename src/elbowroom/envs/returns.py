"""The rewards of a game: the place of each player, their coins, or both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.agents.forfeits import places
from elbowroom.engine.ranking import ranking
from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest

if TYPE_CHECKING:
    from collections.abc import Collection

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


def returns(state: State, forfeited: Collection[int] = ()) -> list[float]:
    """The place of each player as a number: the first gets 1, the last -1, ties share; the sum is 0.

    Seats whose agents forfeited come last.
    """
    found = places(ranking(state), forfeited)
    means = [place + (found.count(place) - 1) / 2 for place in found]
    return [1 - 2 * (mean - 1) / (len(found) - 1) for mean in means]


def final_reward(state: State, reward: str, forfeited: Collection[int] = ()) -> list[float]:
    """What each player gets when the game is over."""
    if reward == "coins":
        return [float(coins) for coins in state.coins]
    return returns(state, forfeited)


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
