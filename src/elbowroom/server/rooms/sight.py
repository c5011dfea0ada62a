"""The view of a game as it is sent: encoded once for all who look, as they differ only in their own coins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

import msgspec

if TYPE_CHECKING:
    from elbowroom.engine.game import Game
    from elbowroom.engine.view import View

PLAYERS: Final = b'"players":'


class Sight:
    """What a game looks like."""

    def __init__(self, game: Game) -> None:
        """As a spectator sees it."""
        shown = game.view(None)
        self._coins = game.state.coins
        self._players = shown.players
        self._whole = msgspec.json.encode(shown)
        self._encoded = [msgspec.json.encode(player) for player in shown.players]
        self._before, found, self._after = self._whole.partition(self._listed(self._encoded))
        assert found, "a view tells of its players"

    def of(self, seat: int | None) -> View:
        """As a seat, or a spectator, sees it; already encoded, for a message and nothing else."""
        if seat is None:
            return cast("View", msgspec.Raw(self._whole))
        encoded = list(self._encoded)
        encoded[seat] = msgspec.json.encode(replace(self._players[seat], coins=int(self._coins[seat])))
        return cast("View", msgspec.Raw(self._before + self._listed(encoded) + self._after))

    @staticmethod
    def _listed(players: list[bytes]) -> bytes:
        return PLAYERS + b"[" + b",".join(players) + b"]"
