"""Remove everything from a table's log that tells who a person was; the game itself stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from elbowroom.engine.game import Game
from elbowroom.server.tables import entries
from elbowroom.server.tables.log_chain import redacted
from elbowroom.server.tables.settings import TableSettings, content_with, seat_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.tables.entries import AnyEntry, LogRow


def anonymised_rows(rows: Sequence[LogRow], person: str) -> list[LogRow]:
    """The rows of a log that name a person, each rewritten without the person."""
    changed_rows = []
    sat: set[int] = set()
    """The seats whose names in the notation may be the person's."""
    sits: set[int] = set()
    """The seats that the person holds after the entry."""
    opened = rows[0].entry
    assert isinstance(opened, entries.Opened)
    ever_sat = {
        row.entry.seat
        for row in rows
        if isinstance(row.entry, (entries.Joined, entries.Moved)) and row.entry.person == person
    }
    for row in rows:
        entry = row.entry
        if isinstance(entry, entries.Imported):  # People sit down after the game of a record was read.
            sat, sits = set(ever_sat), set(ever_sat)
        if isinstance(entry, (entries.Joined, entries.Moved)):
            sits.discard(entry.seat)
            if entry.person == person:
                sits.add(entry.seat)
                sat.add(entry.seat)
            elif isinstance(entry, entries.Joined):
                sat.discard(entry.seat)
        anonymised = _anonymised(entry, person, sat, sits, opened.settings)
        command = "" if row.command.startswith(f"{person} ") else row.command
        if anonymised != entry or command != row.command:
            changed_rows.append(msgspec.structs.replace(row, entry=anonymised, command=command))
    return changed_rows


def _anonymised(
    entry: AnyEntry, person: str, sat: set[int], sits: set[int], settings: TableSettings
) -> AnyEntry:
    match entry:
        case entries.Opened() if entry.host == person:
            return msgspec.structs.replace(entry, host="")
        case entries.Joined() if entry.person == person:
            return redacted(entry, person="", name="", is_account=False)
        case entries.Moved() if entry.person == person:
            name = None if entry.name is None else ""
            return redacted(entry, person="", name=name, is_account=False)
        case entries.Named() if entry.seat in sits:
            return redacted(entry, name="", is_account=False)
        case entries.Said() if entry.person == person:
            return redacted(entry, person="", name="", text="", is_account=False)
        case entries.Started() | entries.Imported() if sat:
            return redacted(entry, names=_renamed(entry.names, sat))
        case entries.Recovered() if sat:
            game = Game.from_text(entry.position, content_with(settings.content))
            game.names = _renamed(game.names, sat)
            return redacted(entry, position=game.to_text())
        case _:
            return entry


def _renamed(names: list[str], sat: set[int]) -> list[str]:
    """The names, with those of some seats replaced by the names of empty seats."""
    neutral = seat_names(len(names))
    return [neutral[seat] if seat in sat else name for seat, name in enumerate(names)]
