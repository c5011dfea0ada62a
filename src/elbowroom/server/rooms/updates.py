"""The messages that a server sends about a table: to each person what they may see, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.engine import decisions
from elbowroom.engine.events import Event
from elbowroom.engine.explanation import Cost, LegalAction, Score
from elbowroom.engine.ranking import Rank
from elbowroom.engine.view import View
from elbowroom.rules.refusals import RefusalCode
from elbowroom.server.rooms.encoded_view import EncodedView
from elbowroom.server.tables import entries
from elbowroom.server.tables.result import final_ranking
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.workers.messages import Hint

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from elbowroom.engine.game import Game
    from elbowroom.server.tables.entries import LogRow
    from elbowroom.server.tables.table import Table


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str
    level: str | None
    is_taken: bool
    is_taken_over: bool
    is_yours: bool
    nonce: str


class Outlook(msgspec.Struct, frozen=True):
    """What the player could conquer after expanding without abandoning anything."""

    legal: list[LegalAction]
    costs: list[Cost]


class Decision(msgspec.Struct, frozen=True):
    """What the player who decides may do, with what it costs and why something cannot be done."""

    seat: int
    legal: list[LegalAction]
    costs: list[Cost]
    """What every region costs or why it cannot be taken, while conquering."""
    places: list[int]
    """The regions among which pieces can be spread."""
    outlook: Outlook | None
    """Until the troops are readied: what the player could conquer by simply expanding."""
    score: Score | None
    """What the turn would bring if it ended now; null in another player's turn."""
    can_undo: bool


class ChatMessage(msgspec.Struct, frozen=True):
    """A chat message, from a seat or from a spectator."""

    seq: int
    at: float
    name: str
    seat: int | None
    text: str
    is_yours: bool


class TableView(msgspec.Struct, frozen=True):
    """A table at one number of its log, as one person or a spectator sees it."""

    table: str
    seq: int
    status: str
    settings: TableSettings | None = msgspec.field(name="agreement")
    """Only in snapshots: it does not change, and own content can be long."""
    seats: list[SeatView]
    is_host: bool
    invite: str | None
    """The invite code; only for the host and the players."""
    commitment: str
    seed: str | None
    view: View | None
    ranking: list[Rank] | None
    """The players from first to last, when the game is over."""
    decision: Decision | None
    to_move: int | None
    wants_pause: list[int]
    is_paused: bool
    left: list[float]
    """Seconds left for each seat; for the clock that runs, at the time `since`."""
    since: float
    is_import: bool
    """A replay of a record, and no game."""
    is_recovered: bool = msgspec.field(name="is_mended")
    """Whether the game went on from a stored position, as its log could not be replayed."""
    rematch: str | None
    """The table at which the same people play again, for those who sat here."""
    rematch_invite: str | None


class Update(msgspec.Struct, frozen=True, tag_field="type", tag="update"):
    """One entry of the log, and the table after it if that changed."""

    seq: int
    at: float
    what: str
    """The kind of entry."""
    seat: int | None
    events: list[Event]
    state: TableView | None
    said: ChatMessage | None = None
    removed: int | None = None
    """The number of a chat message that was removed."""


class LogLine(msgspec.Struct, frozen=True):
    """One entry of the log, without the state of the table."""

    seq: int
    at: float
    what: str
    """The kind of entry."""
    seat: int | None
    events: list[Event]


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Who is connected to the table now; sent when it changes, and not stored."""

    seats: list[bool]
    """Whether somebody is there for each seat; computers always are."""
    watching: int


class Ack(msgspec.Struct, frozen=True, tag_field="type", tag="ack"):
    """A command was carried out and stored; its first entry has this number."""

    ack: str
    seq: int


class Nack(msgspec.Struct, frozen=True, tag_field="type", tag="nack"):
    """A command was refused; nothing of it is stored."""

    nack: str
    code: RefusalCode
    params: dict[str, object]
    """What the sentence of the code is filled in with."""
    reason: str
    head: int


class HintReply(msgspec.Struct, frozen=True, tag_field="type", tag="hints"):
    """The best few actions, asked for by a command."""

    ack: str
    seq: int
    """The number of the log that they are for."""
    hints: list[Hint]


class Bye(msgspec.Struct, frozen=True, tag_field="type", tag="bye"):
    """The server closes the connection; the client may reconnect after `retry` seconds."""

    code: str
    retry: float


ServerMessage = Update | Ack | Nack | HintReply | Presence | Bye


def viewing_seat(table: Table, person: str | None) -> int | None:
    """The seat a person looks from: the one to move if theirs, else their first; None for a spectator."""
    seats = [] if person is None else table.seats_of(person)
    if table.to_move in seats:
        return table.to_move
    return seats[0] if seats else None


def table_view(table_id: str, table: Table, person: str | None, *, is_whole: bool = True) -> TableView:
    """The table as this person sees it; None is a spectator."""
    encoded = None if table.game is None else EncodedView(table.game)
    return _table_view(table_id, table, person, encoded, is_whole=is_whole)


def _table_view(
    table_id: str, table: Table, person: str | None, encoded: EncodedView | None, *, is_whole: bool
) -> TableView:
    seat = viewing_seat(table, person)
    is_host = person is not None and table.host == person
    is_in = is_host or seat is not None
    return TableView(
        table=table_id,
        seq=table.seq,
        status=table.status,
        settings=table.settings if is_whole else None,
        seats=[
            SeatView(
                name=other.name,
                level=other.level,
                is_taken=not other.is_free,
                is_taken_over=other.taken_over,
                is_yours=person is not None and other.person == person,
                nonce=other.nonce,
            )
            for other in table.seats
        ],
        is_host=is_host,
        invite=table.invite if is_in else None,
        commitment=table.commitment,
        seed=table.seed,
        view=None if encoded is None else encoded.for_seat(seat),
        ranking=final_ranking(table) if table.status == "over" else None,
        decision=_decision(table, seat),
        to_move=table.to_move,
        wants_pause=sorted(table.wants_pause),
        is_paused=table.is_paused,
        left=[round(seconds, 3) for seconds in table.seconds_left],
        since=table.clock_since,
        is_import=table.is_import,
        is_recovered=table.is_recovered,
        rematch=table.rematch[0] if table.rematch and is_in else None,
        rematch_invite=table.rematch[1] if table.rematch and is_in else None,
    )


def _decision(table: Table, seat: int | None) -> Decision | None:
    """What the player of this seat may do, if it is their turn to decide."""
    if seat is None or table.to_move != seat or table.seats[seat].is_computer:
        return None
    game = table.running
    phase = int(game.state.phase)
    return Decision(
        seat=seat,
        legal=game.legal_actions(),
        costs=game.costs() if phase == decisions.CONQUER else [],
        places=game.places(),
        outlook=_outlook(game) if phase == decisions.READY else None,
        score=game.score_preview() if seat == game.state.seat else None,
        can_undo=bool(table.undoable),
    )


def _outlook(game: Game) -> Outlook:
    after = game.clone()
    after.apply("expand")
    return Outlook(after.legal_actions(), after.costs())


def position_known_to(table: Table, seat: int) -> str:
    """The game as text, with what a seat knows of it."""
    return table.running.seen_by(seat).to_text()


class UpdateBuilder:
    """Makes the update for one entry of the log: for each person what they may see."""

    def __init__(self, table_id: str, table: Table, row: LogRow) -> None:
        self._id = table_id
        self._table = table
        self._row = row
        self._encoded_view = (
            None if table.game is None or isinstance(row.entry, CHAT_ENTRIES) else EncodedView(table.game)
        )

    def for_person(self, person: str | None, muted: AbstractSet[str] = frozenset()) -> Update:
        """The update for a person; of a chat message they may not read, only its number, time and kind."""
        table, row = self._table, self._row
        entry = row.entry
        said = chat_message(row, table, person) if isinstance(entry, entries.Said) else None
        if said is not None and isinstance(entry, entries.Said) and entry.person in muted:
            said = None
        state = None
        if not isinstance(entry, CHAT_ENTRIES):
            state = _table_view(self._id, table, person, self._encoded_view, is_whole=False)
        return Update(
            seq=row.seq,
            at=row.at,
            what=entries.kind_of(entry),
            seat=getattr(entry, "seat", None) if state is not None or said is not None else None,
            events=table.events,
            state=state,
            said=said,
            removed=entry.said if isinstance(entry, entries.Removed) else None,
        )


CHAT_ENTRIES: Final = (entries.Said, entries.Removed)
"""Entries of the chat, which change nothing at the table."""


def chat_message(row: LogRow, table: Table, person: str | None) -> ChatMessage | None:
    """A chat message, if this person may read it: players do not get those of spectators during the game."""
    entry = row.entry
    if not isinstance(entry, entries.Said) or not entry.text:
        return None
    plays = person is not None and table.status == "running" and bool(table.seats_of(person))
    if entry.seat is None and plays:
        return None
    return ChatMessage(row.seq, row.at, entry.name, entry.seat, entry.text, entry.person == person)
