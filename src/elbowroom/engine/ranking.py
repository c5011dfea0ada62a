"""The end of the game: who wins, and how ties are broken (END-1 to END-3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elbowroom.rules.bits import bits_of

if TYPE_CHECKING:
    from elbowroom.engine.state import State


@dataclass(frozen=True)
class Rank:
    """A player's place in the ranking; players who tie after the tie-break share it (RUL-7)."""

    place: int
    seat: int
    coins: int
    tokens: int
    """Race tokens on the map, active and in decline: the tie-break."""


def tokens_on_map(state: State, seat: int) -> int:
    """A player's race tokens on the map; not those in hand, and no encampments (RUL-7)."""
    return sum(int(state.tokens[region]) for region in bits_of(int(state.held_by(seat))))


def ranking(state: State) -> list[Rank]:
    """The players from first to last."""
    standing = sorted(
        (
            (int(state.coins[seat]), tokens_on_map(state, seat), seat)
            for seat in range(int(state.setup.players))
        ),
        key=lambda entry: (-entry[0], -entry[1], entry[2]),
    )
    places: list[Rank] = []
    for index, (coins, tokens, seat) in enumerate(standing):
        before = places[-1] if places else None
        tied = before is not None and (before.coins, before.tokens) == (coins, tokens)
        place = before.place if before is not None and tied else index + 1
        places.append(Rank(place, seat, coins, tokens))
    return places
