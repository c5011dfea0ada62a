"""A table on a player's own device: one person sits at all seats that no computer has."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.engine.game import Game
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS
from elbowroom.server.desk.messages import StoredRow, ToStore
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.checkpoints import Checkpoints
from elbowroom.server.tables.computer_moves import computer_player, computer_turn
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.new_tables import new_table_id
from elbowroom.server.tables.record_comments import RecordComments
from elbowroom.server.tables.record_export import commented_record
from elbowroom.server.tables.settings import Clock, TableSettings, content_with
from elbowroom.server.tables.table import Table
from elbowroom.server.tables.table_log import NextRows, TableLog
from elbowroom.server.views.table_summary import summary_of_listing
from elbowroom.server.views.updates import UpdateBuilder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.tables.command_names import CommandName
    from elbowroom.server.tables.computer_choices import ComputerChoices
    from elbowroom.server.tables.computer_moves import ComputerTurn
    from elbowroom.server.tables.entries import AnyEntry, Opened

PERSON: Final = "device"
"""Whoever plays on this device."""
_ROWS: Final = msgspec.json.Decoder(LogRow)


class _AnyEntry(msgspec.Struct):
    kind: str


class _AnyRow(msgspec.Struct):
    seq: int
    entry: _AnyEntry


_ANY_ROWS: Final = msgspec.json.Decoder(_AnyRow)


@dataclass
class LocalTable:
    """A table, its log and its seed."""

    id: str
    log: TableLog
    seed: str

    @property
    def table(self) -> Table:
        """The table after its whole log."""
        return self.log.table

    def next_rows(
        self, decided: Sequence[AnyEntry], now: float, command: CommandName | None = None
    ) -> NextRows:
        """Entries as the rows that come next."""
        return self.log.after(self.log.numbered(decided, now, command))

    def take(self, new: NextRows) -> list[msgspec.Raw]:
        """Take stored rows; returns what the page is told of them."""
        messages = []
        for row, table in zip(new.rows, new.tables, strict=True):
            before = self.table
            self.log.add(row, table)
            messages.append(msgspec.Raw(UpdateBuilder(self.id, before, table, row).message(PERSON)))
        return messages

    def is_play_due(self, now: float) -> bool:
        """Whether a computer is to decide, or a number for the dealer was not told in time."""
        deadline = self.table.deadline()
        return self.table.waits_for_computer or (deadline is not None and deadline <= now)

    def play(self, choices: ComputerChoices, now: float) -> list[AnyEntry]:
        """The entries for what is due, if anything is."""
        if not self.is_play_due(now):
            return []
        if not self.table.waits_for_computer:
            return commands.time_is_up(self.table, self.seed)
        turn = computer_turn(self.table)
        return turn.entries(self.table, self._chosen_actions(choices, turn), self.seed)

    def _chosen_actions(self, choices: ComputerChoices, turn: ComputerTurn) -> list[str]:
        """What the computer to move chooses; nothing if all levels failed."""
        position, content = self.table.running.to_text(), content_with(self.table.settings.content)
        for level in turn.levels:
            with suppress(Exception):  # whatever goes wrong, the game goes on
                game = Game.from_text(position, content)
                return choices.actions(computer_player(self.id, turn.seat), game, level, turn.seat)
        return []


def to_store(table_id: str, new: NextRows, seed: str = "") -> ToStore:
    """What is stored of a table."""
    return ToStore(
        table_id,
        [StoredRow(row.seq, msgspec.json.encode(row).decode()) for row in new.rows],
        summary_of_listing(table_id, new.listing, PERSON),
        new.position,
        seed,
    )


def read_rows(texts: Sequence[str]) -> list[LogRow]:
    """Rows as they were stored; refused if they cannot be read."""
    return [_read_row(text) for text in texts]


def _read_row(text: str) -> LogRow:
    try:
        return _ROWS.decode(text)
    except msgspec.DecodeError as error:
        raise Refused("newer_table" if _is_row(text) else "unreadable_table") from error


def _is_row(text: str) -> bool:
    """Whether this is a row with a kind of entry, though perhaps one that this version does not know."""
    try:
        _ANY_ROWS.decode(text)
    except msgspec.DecodeError:
        return False
    return True


def stored_record(texts: Sequence[str], position: str) -> str:
    """A record of a table whose log cannot be read: it begins with the position that was stored last."""
    if not position:
        raise Refused("not_begun")
    try:
        opened = _read_row(texts[0]).entry if texts else None
    except Refused:
        opened = None
    settings = opened.settings if isinstance(opened, entries.Opened) else TableSettings(MAX_PLAYERS)
    try:
        game = Game.from_text(position, content_with(settings.content))
    except Refused as error:
        raise Refused("damaged_table") from error
    game.opening = game.to_text()
    people = [None] * (len(game.names) - len(settings.computers))
    versions = opened.versions if isinstance(opened, entries.Opened) else {}
    comments = RecordComments((*people, *settings.computers), begun_elsewhere=0, versions=versions)
    return commented_record(game, comments)


def local_settings(settings: TableSettings) -> TableSettings:
    """The settings of a table on a device: nobody finds it, no clock runs; refused if it were rated."""
    if settings.is_rated:
        raise Refused("rated_table")
    return msgspec.structs.replace(settings, is_open=False, clock=Clock())


def new_table(opened: Opened, seed: str, now: float) -> tuple[LocalTable, NextRows]:
    """A new table, and its first row."""
    row = LogRow(1, now, opened)
    table = Table(row)
    log = TableLog([row], table, Checkpoints())
    return LocalTable(new_table_id(), log, seed), NextRows([row], [table])
