"""What a record says in comments beside the dealer's pledge: names, computers, practice, where it began."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from elbowroom.agents import LEVELS
from elbowroom.agents.versions import computer_comments
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.naming import checked_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NAME: Final = re.compile(r"^# name (\S+) (.+)$", re.MULTILINE)
_COMPUTER: Final = re.compile(r"^# computer (\S+) (\S+)(?: version (\d{1,6}))?\s*$", re.MULTILINE)
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
    shown_names: tuple[str, ...] = ()
    """For each player the name as people see it, where that is not the one of the notation; else empty."""
    versions: dict[str, int] = field(default_factory=dict)
    """The versions of these levels that played, as far as they are known."""

    def lines(self, names: Sequence[str]) -> list[str]:
        """The comments for a record with players of these names."""
        shown = zip(names, self.shown_names, strict=False)
        lines = [f"# name {name} {known_as}" for name, known_as in shown if known_as not in ("", name)]
        lines += computer_comments(names, self.levels, self.versions)
        if self.is_practice:
            lines.append("# practice")
        if self.begun_elsewhere is not None:
            lines.append(f"# begun elsewhere {self.begun_elsewhere}")
        return lines


def read_comments(record: str, names: Sequence[str]) -> RecordComments:
    """The comments of a record; levels and players that nobody knows are passed over."""
    computers = [found for found in _COMPUTER.findall(record) if found[1] in LEVELS]
    levels = {name: level for name, level, _ in computers}
    begun = _BEGUN_ELSEWHERE.search(record)
    playing = tuple(levels.get(name) for name in names)
    return RecordComments(
        playing,
        is_practice=_PRACTICE.search(record) is not None,
        begun_elsewhere=None if begun is None else int(begun[1]),
        shown_names=_shown_names(dict(_NAME.findall(record)), names, playing),
        versions={level: int(version) for _, level, version in computers if version},
    )


def _shown_names(
    told: Mapping[str, str], names: Sequence[str], levels: Sequence[str | None]
) -> tuple[str, ...]:
    """The names of people as they are shown; what nobody may be called, or is taken, is passed over."""
    shown: list[str] = []
    for name, level in zip(names, levels, strict=True):
        known_as = "" if level is not None else _usable(told.get(name, ""))
        shown.append("" if known_as in {*names, *shown} else known_as)
    return tuple(shown)


def _usable(name: str) -> str:
    """The name, or nothing if no person may be called so."""
    with suppress(Refused):
        return checked_name(name)
    return ""
