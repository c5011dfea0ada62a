"""The final ranking of a table when its game is over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elbowroom.engine.ranking import Rank
    from elbowroom.server.tables.table import Table


def final_ranking(table: Table) -> list[Rank]:
    """The players from first to last; those whom a computer replaced come behind all others."""
    seats = table.seats
    order = sorted(table.running.ranking(), key=lambda place: (seats[place.seat].taken_over, place.place))
    standing = [(seats[place.seat].taken_over, place.place) for place in order]
    return [replace(place, place=1 + standing.index(own)) for place, own in zip(order, standing, strict=True)]
