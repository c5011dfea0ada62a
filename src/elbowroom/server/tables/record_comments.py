"""What a record says in comments beside the dealer's pledge: computers, practice, where the game began."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elbowroom.agents import LEVELS

if TYPE_CHECKING:
    from collections.abc import Sequence

_COMPUTER: Final = re.compile(r"^# computer (\S+) (\S+)\s*$", re.MULTILINE)
_PRACTICE: Final = re.compile(r"^# practice\s*$", re.MULTILINE)
_BEGUN_ELSEWHERE: Final = re.compile(r"^# begun elsewhere (\d{1,6})\s*$", re.MULTILINE)


@dataclass(frozen=True)
class RecordComments:
    """What the comments of a record say."""

    levels: tuple[str | None, ...]
    """For each player the level of the computer that played from the start, or None for a person."""
    is_practice: bool = False
    """Whether what luck had shown was taken back."""
    begun_elsewhere: int | None = None
    """How many actions were played before the game was continued at the table that wrote the record."""

    def lines(self, names: Sequence[str]) -> list[str]:
        """The comments for a record with players of these names."""
        players = zip(names, self.levels, strict=True)
        lines = [f"# computer {name} {level}" for name, level in players if level is not None]
        if self.is_practice:
            lines.append("# practice")
        if self.begun_elsewhere is not None:
            lines.append(f"# begun elsewhere {self.begun_elsewhere}")
        return lines


def read_comments(record: str, names: Sequence[str]) -> RecordComments:
    """The comments of a record; levels and players that nobody knows are passed over."""
    levels = {name: level for name, level in _COMPUTER.findall(record) if level in LEVELS}
    begun = _BEGUN_ELSEWHERE.search(record)
    return RecordComments(
        tuple(levels.get(name) for name in names),
        is_practice=_PRACTICE.search(record) is not None,
        begun_elsewhere=None if begun is None else int(begun[1]),
    )
