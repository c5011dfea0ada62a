"""The messages that a server sends about a table: to each person what they may see, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.engine.events import Event
from elbowroom.engine.explanation import Cost
from elbowroom.rules.refusals import RefusalCode, Refused
from elbowroom.server.tables import entries
from elbowroom.server.tables.chat_limits import MAX_SHOWN_LINES_OF_PLAYERS, MAX_SHOWN_LINES_OF_SPECTATORS
from elbowroom.server.tables.command_names import read_name
from elbowroom.server.tables.computer_choices import Hint
from elbowroom.server.tables.log_chain import shown_head
from elbowroom.server.views.table_view import (
    SPECTATORS,
    Patch,
    StepPatch,
    TableChanges,
    TableView,
    TableViews,
    audience_of,
    costs_of_decision,
    decides,
    table_view,
    viewing_seat,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from elbowroom.server.tables.entries import LogRow
    from elbowroom.server.tables.table import Table
    from elbowroom.server.views.table_view import Audience


class ChatMessage(msgspec.Struct, frozen=True):
    """A chat message, from a seat or from a spectator."""

    seq: int
    at: float
    name: str
    seat: int | None
    text: str
    is_yours: bool
    is_account: bool
    """Whether the name is that of an account."""


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
    takes_back: int | None = None
    """The number of the entry that an undo takes back."""
    chain: str = ""
    """The head of the hash chain after the entry, shortened."""


class PatchUpdate(msgspec.Struct, frozen=True, tag_field="type", tag="patch", omit_defaults=True):
    """One entry of the log, and what it changes in the table view of the entry before it (protocol 2).

    The patches of the steps come first, in order, then `patch`; then the view has the number `seq`.
    """

    seq: int
    at: float
    what: str
    """The kind of entry."""
    seat: int | None = None
    command: str | None = None
    """The id of the command that led to it, for the person who sent it."""
    steps: list[StepPatch] = []
    patch: Patch = {}
    said: ChatMessage | None = None
    removed: int | None = None
    """The number of a chat message that was removed."""
    takes_back: int | None = None
    """The number of the entry that an undo takes back."""
    state: TableView | None = None
    """Now and then the whole view after it: a client whose own view differs takes this one and says so."""
    chain: str = ""
    """The head of the hash chain after the entry, shortened; not in replays."""


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of the log, without the state of the table."""

    seq: int
    at: float
    what: str
    """The kind of entry."""
    seat: int | None
    events: list[Event]
    takes_back: int | None = None
    """The number of the entry that an undo takes back."""


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
    at_action: int | None = None
    """Which of several actions was refused, counted from 0."""


class HintReply(msgspec.Struct, frozen=True, tag_field="type", tag="hints"):
    """The best few actions, asked for by a command."""

    ack: str
    seq: int
    """The number of the log that they are for."""
    hints: list[Hint]


class CostsReply(msgspec.Struct, frozen=True, tag_field="type", tag="costs"):
    """What every region costs part by part, or why it cannot be taken, asked for by a command."""

    ack: str
    seq: int
    """The number of the log that they are for."""
    costs: list[Cost]


class Bye(msgspec.Struct, frozen=True, tag_field="type", tag="bye"):
    """The server closes the connection; the client may reconnect after `retry` seconds."""

    code: str
    retry: float
    reason: str = ""
    """A sentence for people, if there is something that they should do: the one of the refusal `code`."""
    params: dict[str, object] = {}
    """What the sentence is filled in with, for clients that speak another language."""


ServerMessage = Update | PatchUpdate | Ack | Nack | HintReply | CostsReply | Presence | Bye


UPDATES_PER_CHECK: Final = 25
"""One entry in this many brings the whole view beside its patch, for the client to compare with its own."""
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
    return ChatMessage(
        row.seq, row.at, entry.name, entry.seat, entry.text, entry.person == person, entry.is_account
    )


def chat_messages(
    rows: Iterable[LogRow], table: Table, person: str | None, muted: AbstractSet[str]
) -> list[ChatMessage]:
    """What was written at a table, as far as a person may read it and it is not too old."""
    said = [row for row in rows if isinstance(row.entry, entries.Said) and row.entry.person not in muted]
    messages = [message for row in said if (message := chat_message(row, table, person)) is not None]
    of_players = [message for message in messages if message.seat is not None]
    of_spectators = [message for message in messages if message.seat is None]
    newest = of_players[-MAX_SHOWN_LINES_OF_PLAYERS:] + of_spectators[-MAX_SHOWN_LINES_OF_SPECTATORS:]
    return sorted(newest, key=lambda message: message.seq)


def moment(
    table_id: str,
    table: Table,
    row: LogRow,
    person: str | None,
    muted: AbstractSet[str],
    *,
    protocol: int,
) -> Update:
    """An entry of the log and the whole table after it, as a person may see it."""
    builder = UpdateBuilder(table_id, None, table, row)
    state = table_view(table_id, table, person, protocol=protocol)
    return builder.update(state, builder.said(person, muted))


def costs_for(table: Table, person: str, command_id: str) -> CostsReply:
    """What every region costs whoever decides: now, or as soon as they expand."""
    seat = viewing_seat(table, audience_of(table, person))
    if not decides(table, seat):
        raise Refused("not_your_decision", player=table.running.names[table.to_move or 0])
    return CostsReply(command_id, table.seq, costs_of_decision(table.running))


class UpdateBuilder:
    """Makes the messages about one entry of the log: for each person what they may see.

    People who may see the same get the same bytes, which are made once.
    """

    def __init__(self, table_id: str, before: Table | None, table: Table, row: LogRow) -> None:
        self._before = before
        self._table = table
        self._row = row
        self._views = TableViews(table_id, table)
        self._is_chat = isinstance(row.entry, CHAT_ENTRIES)
        self._is_check = not self._is_chat and row.seq % UPDATES_PER_CHECK == 0
        self._changes: TableChanges | None = None
        self._messages: dict[object, bytes] = {}
        """What was asked for, by what it was asked for with."""
        self._distinct: dict[object, bytes] = {}
        """The same messages, each made once."""

    def message(
        self, person: str | None, muted: AbstractSet[str] = frozenset(), *, wants_states: bool = False
    ) -> bytes:
        """The message for a person: a patch, or the whole state."""
        was = SPECTATORS if self._before is None else audience_of(self._before, person)
        now = audience_of(self._table, person)
        said = self.said(person, muted)
        command = self._command_of(person)
        asked = (was, now, said, command, wants_states)
        if asked not in self._messages:
            key = (self._key(was, now, wants_states=wants_states), said, command)
            if key not in self._distinct:
                if wants_states:
                    message: Update | PatchUpdate = self._state(now, said)
                else:
                    message = self._patch(was, now, said, command, self._check(now), self._head)
                self._distinct[key] = msgspec.json.encode(message, enc_hook=str)
            self._messages[asked] = self._distinct[key]
        return self._messages[asked]

    def _key(self, was: Audience, now: Audience, *, wants_states: bool) -> object:
        """Audiences with the same key get the same message, but for chat and the id of a command."""
        if wants_states or self._is_check:
            return was, now, wants_states
        changes = self._table_changes()
        return None if changes is None else changes.key(was, now)

    def _table_changes(self) -> TableChanges | None:
        if self._changes is None and self._before is not None and not self._is_chat:
            self._changes = TableChanges(self._before, self._table)
        return self._changes

    def replay_message(self, was: Audience, now: Audience) -> bytes:
        """The patch for such an audience that reads a whole game: without chat, and without checks."""
        patch = self._patch(was, now)
        return msgspec.json.encode(patch, enc_hook=str)

    def _check(self, audience: Audience) -> TableView | None:
        """Now and then the whole view, to be compared with what the patches led to."""
        return self._views.whole(audience, with_settings=False) if self._is_check else None

    def _state(self, audience: Audience, said: ChatMessage | None) -> Update:
        if self._is_chat:
            return self.update(None, said)
        return self.update(self._views.whole(audience, with_settings=False, protocol=1), said)

    def update(self, state: TableView | None, said: ChatMessage | None) -> Update:
        """The entry with a whole state after it."""
        row = self._row
        return Update(
            seq=row.seq,
            at=row.at,
            what=entries.kind_of(row.entry),
            seat=self._seat(said),
            events=self._table.events,
            state=state,
            said=said,
            removed=self._removed,
            takes_back=self._table.takes_back,
            chain=self._head,
        )

    def _patch(
        self,
        was: Audience,
        now: Audience,
        said: ChatMessage | None = None,
        command: str | None = None,
        check: TableView | None = None,
        chain: str = "",
    ) -> PatchUpdate:
        row, changes = self._row, self._table_changes()
        return PatchUpdate(
            seq=row.seq,
            at=row.at,
            what=entries.kind_of(row.entry),
            seat=self._seat(said),
            command=command,
            steps=[] if changes is None else changes.steps(was, now),
            patch={} if changes is None else changes.rest(was, now),
            said=said,
            removed=self._removed,
            takes_back=self._table.takes_back,
            state=check,
            chain=chain,
        )

    @property
    def _head(self) -> str:
        return shown_head(self._table.chain)

    @property
    def _removed(self) -> int | None:
        entry = self._row.entry
        return entry.said if isinstance(entry, entries.Removed) else None

    def _seat(self, said: ChatMessage | None) -> int | None:
        """Whose entry it is; of a chat message, only those who may read it learn that."""
        return None if self._is_chat and said is None else getattr(self._row.entry, "seat", None)

    def said(self, person: str | None, muted: AbstractSet[str]) -> ChatMessage | None:
        """The chat message of the entry, if the person may read it."""
        entry = self._row.entry
        if not isinstance(entry, entries.Said) or entry.person in muted:
            return None
        return chat_message(self._row, self._table, person)

    def _command_of(self, person: str | None) -> str | None:
        """The id of the command, for the person who sent it."""
        name = read_name(self._row.command)
        return name.id if name.id and name.person == person else None
