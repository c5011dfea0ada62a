"""The game of a table as a record, with what makes its luck checkable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.engine.record import write_record
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.fairness import pledge_of
from elbowroom.server.tables.record_comments import RecordComments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.engine.game import Game
    from elbowroom.server.tables.table import Table


def shown_record(table: Table) -> str:
    """The record of a game for people; refused if there is none, or if it would tell a secret."""
    if table.game is None:
        raise Refused("not_begun")
    if table.is_recovered and not table.game.is_over and not table.is_local:
        raise Refused("record_of_mended")  # It begins with a position, which tells everybody's coins.
    return record_of(table)


def record_of(table: Table) -> str:
    """The record of a table's game with the computers' levels; once the seed is shown, with the pledge."""
    pledge: list[str] = []
    if table.seed and not table.is_recovered:
        pledge += pledge_of(table, table.seed).lines()
        if table.signature is not None:
            pledge += table.signature.lines()
    return commented_record(table.running, _comments(table), pledge)


def commented_record(game: Game, comments: RecordComments, pledge: Sequence[str] = ()) -> str:
    """The record of a game with comments below its first line."""
    first, rest = write_record(game).split("\n", 1)
    return "\n".join([first, *comments.lines(game.names), *pledge, rest])


def _comments(table: Table) -> RecordComments:
    levels = tuple(seat.level for seat in table.seats)
    begun_elsewhere = table.begun_elsewhere
    if begun_elsewhere is not None and table.is_recovered:
        begun_elsewhere = 0  # The record begins later, with a position.
    shown_names = tuple("" if seat.level is not None else seat.name for seat in table.seats)
    return RecordComments(levels, table.is_practice, begun_elsewhere, shown_names, table.versions)
