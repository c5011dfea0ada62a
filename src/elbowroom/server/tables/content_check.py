"""Whether people's own content can be played with and drawn, and what it does."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from elbowroom.drawing.svg.layout import layout
from elbowroom.rules.content import base_content
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.server.tables.box_contents import check_own_content, own_box
from elbowroom.server.tables.settings import (
    TableSettings,
    check_settings,
    content_with,
    first_game,
    seat_names,
)

if TYPE_CHECKING:
    from elbowroom.server.tables.box_contents import Box


def described_content(content: tuple[str, ...]) -> Box:
    """Describe a player's own content after checking that it can be played with and drawn."""
    check_own_content(content)
    own = own_box(content_with(content))
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        check_settings(TableSettings(players, content=content))
    for own_map in own.maps:
        settings = TableSettings(own_map.players, map=own_map.id, content=content)
        check_settings(settings)
        check_drawing(settings)
    return own


def check_drawing(settings: TableSettings) -> None:
    """Draw a new map once: one that takes too long is refused now. One without outlines is not drawn."""
    setup = first_game(settings, seat_names(settings.players)).setup
    game_map = setup.content.map(setup.board.map_id)
    if game_map not in base_content().maps:
        with suppress(Refused):
            layout(game_map)
