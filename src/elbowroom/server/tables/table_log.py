"""A table with its log: what is decided next, how it is numbered, and the table after it.

Nothing here waits, stores or sends. A room on a server and a desk on a device do that around it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import commands
from elbowroom.server.tables.chat_limits import ChatLimits
from elbowroom.server.tables.checkpoints import due_checkpoints
from elbowroom.server.tables.command_names import read_name
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.listing import listing_of, position_of
from elbowroom.server.tables.log_chain import salted
from elbowroom.server.tables.naming import GUEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.tables.checkpoints import Checkpoints
    from elbowroom.server.tables.command_names import CommandName
    from elbowroom.server.tables.commands import AnyCommand
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.listing import Listing
    from elbowroom.server.tables.naming import Naming
    from elbowroom.server.tables.table import Table

MAX_ENTRIES: Final = 20_000
"""A longer log takes only what a game cannot do without, as the whole log is read to open its table."""
MAX_EARLIER_TABLES: Final = 3
"""Earlier states of the table that are kept for clients that reconnect."""
ALWAYS_TAKEN: Final = (
    commands.Act,
    commands.Leave,
    commands.Return,
    commands.Pause,
    commands.Resume,
    commands.Say,
    commands.Close,
)
"""Commands that a full log takes, too."""


@dataclass(frozen=True)
class NextRows:
    """Rows that come next in a log, and the table after each of them."""

    rows: list[LogRow]
    tables: list[Table]

    @property
    def listing(self) -> Listing:
        """What lists show of the table after them."""
        return listing_of(self.tables[-1])

    @property
    def position(self) -> str:
        """The whole game after them, as text."""
        return position_of(self.tables[-1])

    @property
    def checkpoints(self) -> dict[int, str]:
        """The checkpoints that are due with them."""
        return due_checkpoints(self.tables)


class TableLog:
    """The log of a table, the table after it, and what is remembered of both."""

    def __init__(self, rows: list[LogRow], table: Table, checkpoints: Checkpoints) -> None:
        self.rows = rows
        self.table = table
        self.checkpoints = checkpoints
        self._earlier: dict[int, Table] = {}
        self._carried_out = {read_name(row.command).key: row.seq for row in rows if row.command}
        """The first entry of each command, by person and id."""
        self._chat_limits = ChatLimits(rows)

    def decide(
        self,
        person: str,
        command: AnyCommand,
        seed: str,
        now: float,
        *,
        base: int | None = None,
        naming: Naming = GUEST,
    ) -> list[AnyEntry]:
        """The entries that a person's command leads to; refused with a reason if it is not allowed."""
        table = self.table
        if isinstance(command, (commands.Act, commands.Undo)) and base is not None:
            if base < table.position_seq:
                raise Refused("stale", base=base, head=table.seq)
        elif isinstance(command, commands.Say):
            self._chat_limits.check(person, now, is_player=bool(table.seats_of(person)))
        if not isinstance(command, ALWAYS_TAKEN):
            self.check_length()
        return commands.decide(table, command, person, seed, naming)

    def check_length(self) -> None:
        """Refuse what a game can do without if the log is full."""
        if len(self.rows) >= MAX_ENTRIES:
            raise Refused("worn_table")

    def check_base(self, base: int) -> None:
        """Refuse a number above all of the log, as after an older backup was restored."""
        if base > self.table.seq:
            raise Refused("base_ahead", base=base, head=self.table.seq)

    def answered(self, command: CommandName) -> int | None:
        """The number that the same command got before, if any; refused if that was another command."""
        seq = self._carried_out.get(command.key)
        if seq is not None and command.says_other_than(read_name(self.rows[seq - 1].command)):
            raise Refused("id_reused", seq=seq)
        return seq

    def numbered(
        self, decided: Sequence[AnyEntry], now: float, command: CommandName | None = None
    ) -> list[LogRow]:
        """The rows of entries that come next; the first one names the command that led to them."""
        at, first = max(now, self.table.changed_at), self.table.seq + 1
        name = "" if command is None else command.written()
        return [
            LogRow(first + number, at, salted(entry), "" if number else name)
            for number, entry in enumerate(decided)
        ]

    def after(self, rows: list[LogRow]) -> NextRows:
        """These rows, applied to copies of the table: what cannot be replayed fails here."""
        tables: list[Table] = []
        table = self.table
        for row in rows:
            table = table.copy()
            table.add(row)
            tables.append(table)
        return NextRows(rows, tables)

    def add(self, row: LogRow, table: Table) -> None:
        """Take the next row, which is stored, and the table after it."""
        self._remember(self.table)
        self.table = table
        self.rows.append(row)
        self.checkpoints.add(table)
        self._chat_limits.note(row)
        if row.command:
            self._carried_out[read_name(row.command).key] = row.seq

    def table_at(self, seq: int) -> Table:
        """The table at a number of its log, for reading only; the last few states are kept."""
        if seq == self.table.seq:
            return self.table
        table = self._earlier.get(seq) or self.checkpoints.table_at(self.rows, seq)
        self._remember(table)
        return table

    def moment(self, seq: int) -> Table:
        """The same, refused if there is no such number, or if this version cannot replay that part."""
        if not 1 <= seq <= self.table.seq:
            raise Refused("no_such_moment", seq=seq, head=self.table.seq)
        try:
            return self.checkpoints.table_at(self.rows, seq)
        except Exception as error:
            if self.table.is_recovered:  # The rules of this version cannot replay that part of the log.
                raise Refused("no_such_moment", seq=seq, head=self.table.seq) from error
            raise

    def _remember(self, table: Table) -> None:
        self._earlier[table.seq] = table
        while len(self._earlier) > MAX_EARLIER_TABLES:
            del self._earlier[next(iter(self._earlier))]
