"""How much may be written at one table: players and spectators have budgets of their own, old lines age out.

So nobody who only watches can end the chat of those who play.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

from elbowroom.rules.refusals import Refused
from elbowroom.server.durations import HOUR_SECONDS
from elbowroom.server.tables.entries import Said

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elbowroom.server.tables.entries import LogRow

MAX_LINES_IN_A_ROW: Final = 5
IN_A_ROW_SECONDS: Final = 10.0
"""A person may write `MAX_LINES_IN_A_ROW` lines in this time."""
MAX_LINES_PER_PLAYER: Final = 200
"""In an hour, like those below."""
MAX_LINES_PER_SPECTATOR: Final = 30
MAX_LINES_OF_SPECTATORS: Final = 100
"""Of all who watch a table together."""
MAX_SHOWN_LINES_OF_PLAYERS: Final = 200
MAX_SHOWN_LINES_OF_SPECTATORS: Final = 100
"""Older lines are not shown any more."""


class _Line(NamedTuple):
    at: float
    person: str
    is_player: bool


class ChatLimits:
    """The lines that were written at a table in the last hour."""

    def __init__(self, rows: Iterable[LogRow]) -> None:
        self._lines: deque[_Line] = deque()
        for row in rows:
            self.note(row)

    def note(self, row: LogRow) -> None:
        """An entry was added to the log."""
        if isinstance(row.entry, Said):
            self._lines.append(_Line(row.at, row.entry.person, row.entry.seat is not None))
            self._forget_before(row.at - HOUR_SECONDS)

    def check(self, person: str, now: float, *, is_player: bool) -> None:
        """Refuse a line that comes too soon."""
        self._forget_before(now - HOUR_SECONDS)
        own = [line for line in self._lines if line.person == person]
        in_a_row = sum(line.at > now - IN_A_ROW_SECONDS for line in own)
        most = MAX_LINES_PER_PLAYER if is_player else MAX_LINES_PER_SPECTATOR
        of_spectators = sum(not line.is_player for line in self._lines)
        is_crowded = not is_player and of_spectators >= MAX_LINES_OF_SPECTATORS
        if in_a_row >= MAX_LINES_IN_A_ROW or len(own) >= most or is_crowded:
            raise Refused("too_fast")

    def _forget_before(self, at: float) -> None:
        while self._lines and self._lines[0].at < at:
            self._lines.popleft()
