"""What players hide from each other: the totals of their coins, before the end (SCO-5, RUL-36).

Everything that shows a game to somebody asks here: views, texts, observations, hints. Nothing else is hidden:
the order of unrevealed banners and badges is in no state, so it cannot be shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from elbowroom.engine import decisions

if TYPE_CHECKING:
    from elbowroom.engine.state import State

SPECTATOR: Final = -1
"""Somebody who sits at no seat."""
EVERYTHING: Final = -2
"""No viewer at all: the whole state is wanted, to store it or to go on with it."""


def may_see_coins(state: State, viewer: i64, seat: i64) -> bool:
    """Whether the viewer (a seat, SPECTATOR or EVERYTHING) may see how many coins the seat has."""
    if viewer == seat or viewer == EVERYTHING:
        return True
    return state.setup.open_coins or state.phase == decisions.OVER


def viewer_of(seat: int | None) -> int:
    """A seat as a viewer; None is a spectator."""
    return SPECTATOR if seat is None else seat


def known_to(state: State, viewer: i64, hidden_coins: i64) -> State:
    """A copy in which every player whose coins the viewer may not see has `hidden_coins` coins.

    If that is negative, they have as many as the viewer. The legal answers stay those of the state.
    """
    made_up = hidden_coins
    if hidden_coins < 0:
        made_up = state.coins[viewer] if viewer >= 0 else state.setup.starting_coins
    copy = state.clone()
    seat: i64 = 0
    while seat < state.setup.players:
        if not may_see_coins(state, viewer, seat):
            copy.coins[seat] = made_up
        seat += 1
    return copy
