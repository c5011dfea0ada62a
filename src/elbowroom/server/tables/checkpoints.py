"""Checkpoints: the table after every 50th entry of its log, so that no log must be replayed from its start.

The log is the truth: a checkpoint can be thrown away at any time and made again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom import __version__
from elbowroom.engine.events import Event
from elbowroom.engine.game import Game
from elbowroom.engine.whose_turn import Turn
from elbowroom.rules.setup import RULES_VERSION
from elbowroom.server.tables.entries import Recovered
from elbowroom.server.tables.log_chain import SignedHead
from elbowroom.server.tables.settings import content_with
from elbowroom.server.tables.table import Seat, Status, Table, UndoableEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from elbowroom.server.tables.entries import LogRow

ENTRIES_PER_CHECKPOINT: Final = 50
FORMAT: Final = 5
"""Counted up when a field of a checkpoint, or what it means, changes."""
CHECKPOINT_VERSION: Final = f"{FORMAT} {__version__} {RULES_VERSION}"
"""Checkpoints of another version are not read: its rules may have led elsewhere."""


class GameCheckpoint(msgspec.Struct, frozen=True):
    """A game in the middle, and how it came about."""

    position: str
    names: list[str]
    opening: str
    history: list[int]


class Checkpoint(msgspec.Struct, frozen=True):
    """All that a table holds beside the settings in its first entry; fields are called as there."""

    seq: int
    chain: str
    position_seq: int
    changed_at: float
    status: Status
    host: str
    invite: str
    seed: str | None
    signature: SignedHead | None
    reveal_until: float | None
    seats: list[Seat]
    undoable: list[UndoableEntry]
    acts: list[UndoableEntry]
    undos_in_turn: int
    lately: list[Event]
    wants_pause: set[int]
    is_paused: bool
    seconds_left: list[float]
    clock_since: float
    rematch: tuple[str, str] | None
    is_import: bool
    is_recovered: bool
    is_practice: bool
    begun_elsewhere: int | None
    actions_before_recovery: list[int]
    recovered_after: int
    last_timed_turn: list[Turn | None]
    game: GameCheckpoint | None


COPIED_FIELDS: Final = tuple(name for name in Checkpoint.__struct_fields__ if name != "game")
_CHECKPOINTS: Final = msgspec.json.Decoder(Checkpoint)


class Checkpoints:
    """The checkpoints of one log, as they are stored: JSON, by the number of the entry that they follow."""

    def __init__(self, stored: Mapping[int, str] | None = None) -> None:
        self.states = dict(stored or {})

    def add(self, table: Table) -> None:
        """Keep the table as it is now, if a checkpoint is due after its last entry."""
        self.states.update(due_checkpoints([table]))

    def missing(self, head: int) -> list[int]:
        """The numbers up to the head of the log that have no checkpoint, but should."""
        due = range(ENTRIES_PER_CHECKPOINT, head + 1, ENTRIES_PER_CHECKPOINT)
        return [seq for seq in due if seq not in self.states]

    def table_at(self, rows: Sequence[LogRow], seq: int) -> Table:
        """The table after an entry of the log, replayed from the last checkpoint before it."""
        recovered = max((row.seq for row in rows[:seq] if isinstance(row.entry, Recovered)), default=0)
        usable = [number for number in self.states if recovered <= number < seq]
        if not usable:
            return Table.from_log(rows[:seq])
        table = _read(self.states[max(usable)], rows[0])
        for row in rows[table.seq : seq]:
            table.add(row)
        return table


def due_checkpoints(tables: Iterable[Table]) -> dict[int, str]:
    """The checkpoints that are due after the last entries of these tables."""
    return {table.seq: _written(table) for table in tables if table.seq % ENTRIES_PER_CHECKPOINT == 0}


def _written(table: Table) -> str:
    game = table.game
    if game is not None:
        played = GameCheckpoint(game.to_text(), game.names, game.opening, game.history)
    copied = {name: getattr(table, name) for name in COPIED_FIELDS}
    return msgspec.json.encode(Checkpoint(**copied, game=None if game is None else played)).decode()


def _read(state: str, first: LogRow) -> Table:
    table, checkpoint = Table(first), _CHECKPOINTS.decode(state)
    for name in COPIED_FIELDS:
        setattr(table, name, getattr(checkpoint, name))
    if checkpoint.game is not None:
        table.game = _game(checkpoint.game, table)
    return table


def _game(checkpoint: GameCheckpoint, table: Table) -> Game:
    content = content_with(table.settings.content)
    game = Game.from_text(checkpoint.position, content, rules_version=table.rules_version)
    game.names, game.opening, game.history = checkpoint.names, checkpoint.opening, checkpoint.history
    return game
