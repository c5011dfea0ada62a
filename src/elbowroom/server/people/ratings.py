"""Ratings of people: what a game among them teaches about how strong they are (openskill)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from openskill.models import PlackettLuce

if TYPE_CHECKING:
    from collections.abc import Sequence

_MODEL: Final = PlackettLuce()


@dataclass(frozen=True)
class Rating:
    """Strength as far as known."""

    mu: float
    sigma: float
    """How uncertain it is."""


NEWCOMER: Final = Rating(_MODEL.mu, _MODEL.sigma)
"""Of somebody who has not played yet."""


def after_game(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game in which these players came to these places; who ties shares a place."""
    players = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    found = _MODEL.rate(players, ranks=[float(place) for place in places])
    return [Rating(player.mu, player.sigma) for [player] in found]
