"""What is stored beside the log of a table: what lists know of it, and its game as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.server.storage.store import Listing

if TYPE_CHECKING:
    from elbowroom.server.tables.table import Table

SLOW: Final = 3600
"""Seconds for a turn from which on people are told by mail that it is theirs."""


class ListedSeat(msgspec.Struct, frozen=True):
    """Who sits on a seat: somebody with a name, a computer of a level, or nobody yet."""

    name: str
    level: str | None


class Summary(msgspec.Struct, frozen=True):
    """What lists tell of a table beside its status, kept so that no game is played again for a list."""

    seats: tuple[ListedSeat, ...] = ()
    to_move: int | None = None
    game_turn: int = 0
    """0 before the game."""
    game_turns: int = 0


def summary_of(table: Table) -> Summary:
    """Who sits at a table, and how far its game is."""
    seats = tuple(ListedSeat(seat.name, seat.level) for seat in table.seats)
    if table.game is None:
        return Summary(seats)
    state = table.game.state
    return Summary(seats, table.to_move, int(state.game_turn), int(state.table.board.game_turns))


def read_summary(text: str) -> Summary:
    """The summary that was stored; of a table of before it is empty."""
    return msgspec.json.decode(text, type=Summary) if text else Summary()


def listing_of(table: Table) -> Listing:
    """What lists know of a table."""
    agreement, mover = table.agreement, table.mover
    return Listing(
        status=table.status,
        is_open=agreement.is_open,
        is_rated=agreement.is_rated,
        players=agreement.players,
        free=sum(seat.is_free for seat in table.seats),
        title=agreement.title,
        host=table.host,
        people=tuple(sorted({seat.person for seat in table.seats if seat.person is not None})),
        changed_at=table.changed_at,
        invite=table.invite if table.status == "open" else "",
        mover="" if mover is None or mover.is_computer else mover.person or "",
        is_slow=agreement.clock.kind != "none" and agreement.clock.seconds >= SLOW,
        is_import=table.is_import,
        due=table.changed_at if table.waits_for_computer else table.deadline(),
        summary=msgspec.json.encode(summary_of(table)).decode(),
    )


def position_of(table: Table) -> str:
    """The whole game as text, for nobody's eyes; empty before it begins."""
    return "" if table.game is None else table.game.to_text()
