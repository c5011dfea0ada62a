"""The game of a table as a record, with what makes its luck checkable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.engine.record import write_record
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.fairness import pledge_of

if TYPE_CHECKING:
    from elbowroom.server.tables.table import Table


def shown_record(table: Table) -> str:
    """The record of a game for people; refused if there is none, or if it would tell a secret."""
    if table.game is None:
        raise Refused("not_begun")
    if table.is_recovered and not table.game.is_over:
        raise Refused("record_of_mended")  # It begins with a position, which tells everybody's coins.
    return record_of(table)


def record_of(table: Table) -> str:
    """The record of a table's game with the computers' levels; once the seed is shown, with the pledge."""
    first, rest = write_record(table.running).split("\n", 1)
    comments = _computer_lines(table)
    if table.is_practice:
        comments.append("# practice")
    if table.seed and not table.is_recovered:
        comments += pledge_of(table, table.seed).lines()
        if table.signature is not None:
            comments += table.signature.lines()
    return "\n".join([first, *comments, rest])


def _computer_lines(table: Table) -> list[str]:
    """Which players are computers from the start, as comments of a record."""
    players = zip(table.running.names, table.seats, strict=True)
    return [f"# computer {name} {seat.level}" for name, seat in players if seat.level is not None]
