"""What a viewer is told of a table: everything he may see, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from elbowroom.engine import phases
from elbowroom.engine.events import Event
from elbowroom.engine.explanation import Cost, LegalAction, Score
from elbowroom.engine.view import View
from elbowroom.server.tables import entries
from elbowroom.server.tables.agreement import Agreement

if TYPE_CHECKING:
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.table import Table


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str
    level: str | None
    is_taken: bool
    is_taken_over: bool
    is_yours: bool
    nonce: str


class Decision(msgspec.Struct, frozen=True):
    """What the player who decides may do, with what it costs and why something cannot be done."""

    seat: int
    legal: list[LegalAction]
    costs: list[Cost]
    """What every region costs or why it cannot be taken, while conquering."""
    score: Score
    can_undo: bool


class TableView(msgspec.Struct, frozen=True):
    """A table as a viewer sees it at one number of its log."""

    table: str
    seq: int
    status: str
    agreement: Agreement
    seats: list[SeatView]
    is_host: bool
    commitment: str
    seed: str | None
    view: View | None
    decision: Decision | None
    to_move: int | None
    wants_pause: list[int]
    is_paused: bool
    left: list[float]
    """Seconds that each clock has left; the one that runs, as of `since`."""
    since: float


class Update(msgspec.Struct, frozen=True, tag_field="type", tag="update"):
    """One entry of the log, and the table after it."""

    seq: int
    at: float
    what: str
    """The kind of entry."""
    seat: int | None
    events: list[Event]
    state: TableView


class Ack(msgspec.Struct, frozen=True, tag_field="type", tag="ack"):
    """A command is stored; its first entry has this number."""

    ack: str
    seq: int


class Nack(msgspec.Struct, frozen=True, tag_field="type", tag="nack"):
    """A command was refused; nothing of it is stored."""

    nack: str
    code: str
    reason: str
    head: int


class Bye(msgspec.Struct, frozen=True, tag_field="type", tag="bye"):
    """The connection ends; come back after so many seconds."""

    code: str
    retry: float


Message = Update | Ack | Nack | Bye


def viewing_seat(table: Table, person: str | None) -> int | None:
    """The seat through whose eyes a person looks: of several the one that decides, else the first."""
    seats = [] if person is None else table.seats_of(person)
    if table.to_move in seats:
        return table.to_move
    return seats[0] if seats else None


def table_view(table_id: str, table: Table, person: str | None) -> TableView:
    """The table as this person sees it; None is a spectator."""
    seat = viewing_seat(table, person)
    return TableView(
        table=table_id,
        seq=table.seq,
        status=table.status,
        agreement=table.agreement,
        seats=[
            SeatView(
                name=place.name,
                level=place.level,
                is_taken=not place.is_free,
                is_taken_over=place.taken_over,
                is_yours=person is not None and place.person == person,
                nonce=place.nonce,
            )
            for place in table.seats
        ],
        is_host=person is not None and table.host == person,
        commitment=table.commitment,
        seed=table.seed,
        view=None if table.game is None else table.game.view(seat),
        decision=_decision(table, seat),
        to_move=table.to_move,
        wants_pause=sorted(table.wants_pause),
        is_paused=table.is_paused,
        left=[round(seconds, 3) for seconds in table.left],
        since=table.since,
    )


def _decision(table: Table, seat: int | None) -> Decision | None:
    """What the viewer may do, if it is for him to decide."""
    if seat is None or table.to_move != seat or table.seats[seat].is_computer:
        return None
    game = table.running
    conquers = int(game.state.phase) == phases.CONQUER
    return Decision(
        seat=seat,
        legal=game.legal_actions(),
        costs=[game.cost(region + 1) for region in range(int(game.table.board.size))] if conquers else [],
        score=game.score_preview(),
        can_undo=bool(table.undoable),
    )


def update(table_id: str, table: Table, entry: AnyEntry, at: float, person: str | None) -> Update:
    """The last entry of a table, told to this person."""
    return Update(
        seq=table.seq,
        at=at,
        what=type(entry).__name__.lower(),
        seat=None if isinstance(entry, (entries.Opened, entries.Closed)) else getattr(entry, "seat", None),
        events=table.events,
        state=table_view(table_id, table, person),
    )
