"""Forgetting a person: the log of a table without anything that tells who he was; the game stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from elbowroom.engine.game import Game
from elbowroom.server.tables import entries
from elbowroom.server.tables.agreement import Agreement, content_of, seat_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.tables.entries import AnyEntry, Row


def without(rows: Sequence[Row], person: str) -> list[Row]:
    """The entries of a log that speak of a person, each as it reads when he is forgotten."""
    found = []
    sat: set[int] = set()
    opened = rows[0].entry
    assert isinstance(opened, entries.Opened)
    for row in rows:
        entry = row.entry
        if isinstance(entry, (entries.Joined, entries.Moved)):
            if entry.person == person:
                sat.add(entry.seat)
            elif isinstance(entry, entries.Joined):
                sat.discard(entry.seat)
        changed = _without(entry, person, sat, opened.agreement)
        command = "" if row.command.startswith(f"{person} ") else row.command
        if changed != entry or command != row.command:
            found.append(msgspec.structs.replace(row, entry=changed, command=command))
    return found


def _without(entry: AnyEntry, person: str, sat: set[int], agreement: Agreement) -> AnyEntry:
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
            return msgspec.structs.replace(entry, names=_renamed(entry.names, sat))
        case entries.Mended() if sat:
            game = Game.from_text(entry.position, content_of(agreement))
            game.names = _renamed(game.names, sat)
            return msgspec.structs.replace(entry, position=game.to_text())
        case _:
            return entry


def _renamed(names: list[str], sat: set[int]) -> list[str]:
    """Names without those of some seats."""
    words = seat_names(len(names))
    return [words[seat] if seat in sat else name for seat, name in enumerate(names)]
