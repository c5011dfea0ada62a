"""What is stored beside the log of a table: what lists show of it, and the game as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.server.durations import HOUR_SECONDS

if TYPE_CHECKING:
    from elbowroom.server.tables.table import Table

SLOW_GAME_SECONDS: Final = HOUR_SECONDS
"""In games with at least this time for a turn, people get a mail when it is their turn."""


@dataclass(frozen=True)
class Listing:
    """What lists show; every field but `people` is a column of the database (`listing_columns`)."""

    status: str
    is_open: bool
    """Whether the table is in the public list."""
    is_rated: bool
    players: int
    free: int
    """How many seats are free."""
    title: str
    host: str
    people: tuple[str, ...]
    """Who sits there."""
    changed_at: float
    invite: str = ""
    """The code with which a person may sit down."""
    mover: str = ""
    """The person whose turn it is to decide."""
    is_slow: bool = False
    """Whether players have so much time that they get mail when it is their turn."""
    is_import: bool = False
    """Whether it is a replay of a record and no game."""
    due: float | None = None
    """When a computer is to decide or a clock runs out; None if the table waits for people only."""
    summary: str = ""
    """Seats and turn as JSON (`Summary`); empty if an older version stored the table."""


class ListedSeat(msgspec.Struct, frozen=True):
    """Who sits on a seat: somebody with a name, a computer of a level, or nobody yet."""

    name: str
    level: str | None
    is_account: bool = False
    """Whether the name is that of an account."""


class Summary(msgspec.Struct, frozen=True):
    """What lists show of a table beside its status; stored, so that a list replays no game."""

    seats: tuple[ListedSeat, ...] = ()
    to_move: int | None = None
    game_turn: int = 0
    """0 before the game."""
    game_turns: int = 0
    is_practice: bool = False
    is_begun_elsewhere: bool = False
    """Whether the game was begun elsewhere, and continued here from its record."""


def summary_of(table: Table) -> Summary:
    """Who sits at a table, and how far its game is."""
    seats = tuple(ListedSeat(seat.name, seat.level, seat.is_account) for seat in table.seats)
    if table.game is None:
        return Summary(seats)
    state = table.game.state
    return Summary(
        seats,
        table.to_move,
        int(state.game_turn),
        int(state.setup.board.game_turns),
        is_practice=table.is_practice,
        is_begun_elsewhere=table.begun_elsewhere is not None,
    )


def read_summary(text: str) -> Summary:
    """The summary that was stored; empty for a table that an older version stored."""
    return msgspec.json.decode(text, type=Summary) if text else Summary()


def listing_of(table: Table) -> Listing:
    """The listing of a table."""
    settings, mover = table.settings, table.mover
    return Listing(
        status=table.status,
        is_open=settings.is_open,
        is_rated=settings.is_rated,
        players=settings.players,
        free=sum(seat.is_free for seat in table.seats),
        title=settings.title,
        host=table.host,
        people=tuple(sorted({seat.person for seat in table.seats if seat.person is not None})),
        changed_at=table.changed_at,
        invite=table.invite if table.status == "open" else "",
        mover="" if mover is None or mover.is_computer else mover.person or "",
        is_slow=settings.clock.kind != "none" and settings.clock.seconds >= SLOW_GAME_SECONDS,
        is_import=table.is_import,
        due=_due(table),
        summary=msgspec.json.encode(summary_of(table)).decode(),
    )


def _due(table: Table) -> float | None:
    """When the table needs a room; a show game goes on when somebody watches it, not by itself."""
    if table.is_show:
        return None
    if table.waits_for_computer:
        return table.changed_at
    deadline = table.deadline()
    # A deadline stays the same within a turn, but for the last digits of its sum.
    return None if deadline is None else round(deadline, 3)


def position_of(table: Table) -> str:
    """The whole game as text, secrets included, so never sent to anybody; empty before the game begins."""
    return "" if table.game is None else table.game.to_text()
