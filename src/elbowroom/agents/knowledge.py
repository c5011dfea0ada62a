"""What an adviser may know: the game as it looks to the seat that asks for advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elbowroom.engine.game import Game


def known_to(game: Game, seat: int) -> Game:
    """A copy in which all others have as many coins as this seat, unless coins lie open."""
    copy = game.clone()
    if not game.table.options.open_coins:
        for other in range(int(game.table.players)):
            copy.state.coins[other] = copy.state.coins[seat]
    return copy
