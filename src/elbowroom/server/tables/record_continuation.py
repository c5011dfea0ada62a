"""The game of a record that is played on, at a table of a server or of a device.

What was played before is kept as it was. From then on the table deals with a seed of its own.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from elbowroom import __version__
from elbowroom.agents import LEVELS, agent_versions
from elbowroom.engine.game import CHANCE, Game
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import entries, fairness
from elbowroom.server.tables.checkpoints import Checkpoints
from elbowroom.server.tables.computer_names import is_computer_name
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.log_chain import salted
from elbowroom.server.tables.naming import checked_name, name_at_seat
from elbowroom.server.tables.record_comments import read_comments
from elbowroom.server.tables.record_import import acts_of, names_as_shown, read_upload, settings_of
from elbowroom.server.tables.settings import check_settings, seat_names
from elbowroom.server.tables.table import Table
from elbowroom.server.tables.table_log import TableLog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.tables.entries import AnyEntry, Opened
    from elbowroom.server.tables.naming import Naming


def log_to_continue(record: str, levels: Sequence[str | None] | None = None) -> tuple[Opened, list[AnyEntry]]:
    """The opening and the entries up to where the game of a record is; refused if it is over.

    The levels name the computer that plays on at each seat, None a person; without them the record says it.
    Who opens the table is still to be filled in.
    """
    game = read_upload(record)
    if game.is_over:
        raise Refused("record_over")
    comments = read_comments(record, game.names)
    playing = list(comments.levels if levels is None else levels)
    if len(playing) != len(game.names):
        raise Refused("seat_levels", levels=len(playing), players=len(game.names))
    computers = tuple(level for level in playing if level is not None)
    settings = msgspec.structs.replace(settings_of(game), computers=computers)
    check_settings(settings)
    opened = entries.Opened(settings, "", "", rules_version=int(game.setup.rules_version))
    imported = entries.Imported(
        game.names,
        levels=playing,
        is_practice=comments.is_practice,
        begun_elsewhere=comments.begun_elsewhere,
    )
    return opened, [imported, *names_as_shown(comments), *acts_of(game, settings)]


def continued_log(
    opened: Opened, played: Sequence[AnyEntry], naming: Naming, seed: str, at: float
) -> TableLog:
    """The log of a table at which the game of a record goes on; its host sits at all seats of people."""
    opened = msgspec.structs.replace(
        opened,
        commitment=fairness.commitment(seed),
        engine=__version__,
        proof=fairness.PROOF,
        versions=agent_versions(LEVELS),
    )
    first = LogRow(1, at, opened)
    rows, table, checkpoints = [first], Table(first), Checkpoints()

    def add(new: Sequence[AnyEntry]) -> None:
        for entry in new:
            rows.append(LogRow(table.seq + 1, at, salted(entry)))
            table.add(rows[-1])
            checkpoints.add(table)

    add(played)
    add(_sitting_down(table, opened.host, naming))
    add(_continuing(table, seed))
    return TableLog(rows, table, checkpoints)


def names_in(played: Sequence[AnyEntry]) -> list[str]:
    """The names that people want to have: those of the record, and those of seats if these cannot be had."""
    names = [name for entry in played if isinstance(entry, entries.Imported) for name in entry.names]
    shown = [entry.name for entry in played if isinstance(entry, entries.Named)]
    return [*names, *shown, *seat_names(len(names))]


def _sitting_down(table: Table, person: str, naming: Naming) -> list[AnyEntry]:
    """The entries by which a person takes all seats of people, with the names of the record if possible."""
    sitting: list[AnyEntry] = []
    after = table.copy()
    for number, seat in enumerate(table.seats):
        if seat.level is None:
            wanted = _usable_name(seat.name, seat_names(len(table.seats))[number])
            name, is_account, _ = name_at_seat(after, person, number, wanted, naming)
            sitting.append(entries.Joined(number, person, name, "", is_account))
        elif not is_computer_name(seat.name):  # Nobody is to take a computer for a person.
            sitting.append(entries.Filled(number, seat.level))
        after.seats = table.seats_after(sitting)
    return sitting


def _continuing(table: Table, seed: str) -> list[AnyEntry]:
    """The entries with which the game goes on: what chance owed is dealt from the seed."""
    trial = Game(table.running.state.clone(), table.running.names)
    if trial.to_move == CHANCE:
        trial.deal_with(fairness.dealer_after(fairness.key_of(seed, table.nonces), table.all_actions))
    going_on: list[AnyEntry] = [entries.Continued(trial.history)]
    return [*going_on, entries.Finished(seed)] if trial.is_over else going_on


def _usable_name(name: str, fallback: str) -> str:
    """The name, or another one if no person may be called so."""
    with suppress(Refused):
        return checked_name(name)
    return fallback
