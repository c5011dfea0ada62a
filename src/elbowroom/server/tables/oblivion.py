"""Forgetting a person: the log of a table without anything that tells who he was; the game stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from elbowroom.server.tables import entries
from elbowroom.server.tables.agreement import seat_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.tables.entries import AnyEntry, Row


def without(rows: Sequence[Row], person: str) -> list[Row]:
    """The entries of a log that speak of a person, each as it reads when he is forgotten."""
    found = []
    sat: set[int] = set()
    for row in rows:
        entry = row.entry
        if isinstance(entry, (entries.Joined, entries.Moved)):
            if entry.person == person:
                sat.add(entry.seat)
            elif isinstance(entry, entries.Joined):
                sat.discard(entry.seat)
        changed = _without(entry, person, sat)
        command = "" if row.command.startswith(f"{person} ") else row.command
        if changed != entry or command != row.command:
            found.append(msgspec.structs.replace(row, entry=changed, command=command))
    return found


def _without(entry: AnyEntry, person: str, sat: set[int]) -> AnyEntry:
    match entry:
        case entries.Opened() if entry.host == person:
            return msgspec.structs.replace(entry, host="")
        case entries.Joined() if entry.person == person:
            return msgspec.structs.replace(entry, person="", name="")
        case entries.Moved() if entry.person == person:
            return msgspec.structs.replace(entry, person="")
        case entries.Said() if entry.person == person:
            return msgspec.structs.replace(entry, person="", name="", text="")
        case entries.Started() if sat:
            words = seat_names(len(entry.names))
            names = [words[seat] if seat in sat else name for seat, name in enumerate(entry.names)]
            return msgspec.structs.replace(entry, names=names)
        case _:
            return entry
