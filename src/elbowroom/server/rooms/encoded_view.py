"""The view of a game as JSON, made once for each seat that looks and once for all spectators."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import msgspec

from elbowroom.engine.view import players_seen

if TYPE_CHECKING:
    from elbowroom.engine.game import Game
    from elbowroom.engine.view import View


class EncodedView:
    """The view of a game as JSON. The engine decides what a seat may see of players; the rest is the same."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._view = game.view(None)
        self._encoded: dict[int | None, msgspec.Raw] = {}

    def for_seat(self, seat: int | None) -> View:
        """The view of a seat, or of a spectator; already encoded, so it can only be sent in a message."""
        if seat not in self._encoded:
            players = players_seen(self._game.state, self._game.names, seat)
            encoded = msgspec.json.encode(replace(self._view, players=players))
            self._encoded[seat] = msgspec.Raw(encoded)
        return cast("View", self._encoded[seat])
