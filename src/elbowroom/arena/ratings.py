"""Ratings: how strong each agent is, learned from the places of one match after the other (openskill)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elbowroom.arena.match import Result


@dataclass(frozen=True)
class Rating:
    """Strength as far as known; everybody starts with 25 ± 8.3."""

    mean: float
    deviation: float


def ratings(results: Iterable[Result]) -> dict[str, Rating]:
    """Plackett-Luce ratings, in the order of the matches' numbers.

    An agent with several seats is rated in each of them, and the new ratings are averaged.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415 - only who asks for it pays

    model = PlackettLuce()
    found: dict[str, Rating] = {}
    for result in sorted(results, key=lambda result: result.match.number):
        seats = result.match.agents
        start = model.rating()
        for name in seats:
            found.setdefault(name, Rating(start.mu, start.sigma))
        teams = [[model.rating(mu=found[name].mean, sigma=found[name].deviation)] for name in seats]
        after = model.rate(teams, ranks=[float(place) for place in result.places])
        for name in set(seats):
            own = [after[seat][0] for seat, other in enumerate(seats) if other == name]
            mean = sum(rating.mu for rating in own) / len(own)
            found[name] = Rating(mean, sum(rating.sigma for rating in own) / len(own))
    return found
