"""A table in a list, as somebody may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from elbowroom.server.tables.entries import SHOW_HOST
from elbowroom.server.tables.listing import ListedSeat, read_summary

if TYPE_CHECKING:
    from elbowroom.server.tables.listing import Listing


class TableReference(msgspec.Struct, frozen=True):
    """A table."""

    table: str


class TableSummary(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    status: str
    players: int
    free: int
    title: str
    is_rated: bool
    is_yours: bool
    is_your_turn: bool
    """Whether it is for you to decide."""
    seats: tuple[ListedSeat, ...]
    """Empty for a table in which nothing has happened since an older version of the server."""
    to_move: int | None
    """The seat that decides."""
    game_turn: int
    """0 before the game."""
    game_turns: int
    changed_at: float
    is_show: bool
    """Whether only computers play, for those who watch."""
    is_practice: bool
    """Whether somebody took back what luck or another player had answered, on their own device."""
    is_begun_elsewhere: bool
    """Whether the game was begun elsewhere: its luck until then is not proved."""
    is_import: bool
    """Whether it shows the game of a record, and nobody plays here."""


def summary_of_listing(table_id: str, listing: Listing, person: str | None) -> TableSummary:
    """What a list shows a person, or a stranger (None), of a table."""
    summary = read_summary(listing.summary)
    return TableSummary(
        table=table_id,
        status=listing.status,
        players=listing.players,
        free=listing.free,
        title=listing.title,
        is_rated=listing.is_rated,
        is_yours=person is not None and person in listing.people,
        is_your_turn=person is not None and person == listing.mover,
        seats=summary.seats,
        to_move=summary.to_move,
        game_turn=summary.game_turn,
        game_turns=summary.game_turns,
        changed_at=listing.changed_at,
        is_show=listing.host == SHOW_HOST,
        is_practice=summary.is_practice,
        is_begun_elsewhere=summary.is_begun_elsewhere,
        is_import=listing.is_import,
    )
