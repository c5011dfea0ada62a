"""Ratings: how strong agents and people are, learned from the places of game after game (openskill)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from openskill.models import PlackettLuce

    from elbowroom.arena.match import MatchResult


@dataclass(frozen=True)
class Rating:
    """An estimated strength, and how uncertain it is."""

    mean: float
    deviation: float


FIRST_RATING: Final = Rating(25.0, 25.0 / 3.0)
"""Of an agent or a person who has not played yet."""


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # noqa: PLC0415 - slow to import

    return PlackettLuce(mu=FIRST_RATING.mean, sigma=FIRST_RATING.deviation)


def rate_game(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The players' ratings after a game in which they came to these places; players who tie share a place."""
    model = _model()
    teams = [[model.rating(mu=rating.mean, sigma=rating.deviation)] for rating in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(player.mu, player.sigma) for [player] in after]


def rate_agents(results: Iterable[MatchResult]) -> dict[str, Rating]:
    """Plackett-Luce ratings, in the order of the matches' numbers.

    An agent with several seats is rated in each of them, and the new ratings are averaged.
    """
    ratings: dict[str, Rating] = {}
    for result in sorted(results, key=lambda result: result.match.number):
        seats = result.match.agents
        after = rate_game([ratings.get(name, FIRST_RATING) for name in seats], result.places)
        for name in set(seats):
            own = [after[seat] for seat, other in enumerate(seats) if other == name]
            mean = sum(rating.mean for rating in own) / len(own)
            ratings[name] = Rating(mean, sum(rating.deviation for rating in own) / len(own))
    return ratings
