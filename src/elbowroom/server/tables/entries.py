"""The entries of a table's log: everything that ever happened at it, in order, one number each.

An entry is stored before anybody hears of it. A table is what its entries make of it (`table`); outcomes of
chance are written down with the act that led to them, so a log replays without a seed.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from elbowroom.server.tables.agreement import Agreement


class Entry(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower):
    """What all entries have in common: they are never changed."""


class Opened(Entry, frozen=True):
    """A table was opened; the commitment is the hash of a seed that nobody has seen."""

    agreement: Agreement
    commitment: str
    host: str


class Joined(Entry, frozen=True):
    """A person took a seat and brought a number of his own for the dealer."""

    seat: int
    person: str
    name: str
    nonce: str


class Left(Entry, frozen=True):
    """A person gave up his seat before the start."""

    seat: int


class Filled(Entry, frozen=True):
    """A computer took a free seat."""

    seat: int
    level: str


class Started(Entry, frozen=True):
    """The game began: the names of the notation, and what chance decided before anybody else did."""

    names: list[str]
    actions: list[int]


class Acted(Entry, frozen=True):
    """A player decided; the actions are single decisions by their ids, outcomes of chance included."""

    seat: int
    actions: list[int]
    by: Literal["person", "computer"] = "person"


class Undone(Entry, frozen=True):
    """A player took back his last act: the history has this length again."""

    seat: int
    length: int


class TookOver(Entry, frozen=True):
    """A computer plays for a person who left, is away or has run out of time."""

    seat: int
    reason: Literal["left", "time", "away"]


class HandedBack(Entry, frozen=True):
    """The person plays again."""

    seat: int


class PauseAsked(Entry, frozen=True):
    """A player would like the clocks to stop; when all have asked, they do."""

    seat: int


class Resumed(Entry, frozen=True):
    """The clocks run again."""

    seat: int


class Finished(Entry, frozen=True):
    """The game is over, and the seed is shown to everybody."""

    seed: str


class Closed(Entry, frozen=True):
    """The table was closed before its game was over."""

    reason: Literal["host", "admin", "empty"]


AnyEntry = (
    Opened
    | Joined
    | Left
    | Filled
    | Started
    | Acted
    | Undone
    | TookOver
    | HandedBack
    | PauseAsked
    | Resumed
    | Finished
    | Closed
)


class Row(msgspec.Struct, frozen=True):
    """An entry as it is kept: its number, when it was written, and which command led to it."""

    seq: int
    at: float
    entry: AnyEntry
    command: str = ""
