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
    invite: str = ""
    """Who has this code may sit down at a table that is not open to all."""
    engine: str = ""
    """The version of the rules that the game was begun with."""


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


class Invited(Entry, frozen=True):
    """The host made a new invite code; the old one is void."""

    invite: str


class Moved(Entry, frozen=True):
    """A seat went on to another device, or to another person."""

    seat: int
    person: str


class Started(Entry, frozen=True):
    """The game began: the names of the notation, and what chance decided before anybody else did."""

    names: list[str]
    actions: list[int]


class Imported(Entry, frozen=True):
    """The game of a record begins, to be looked at; its actions follow one by one."""

    names: list[str]
    nonces: list[str] = []


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
    """The clocks run again; before they stopped, a player does not want a pause any more."""

    seat: int


class Finished(Entry, frozen=True):
    """The game is over, and the seed is shown to everybody."""

    seed: str


class Closed(Entry, frozen=True):
    """The table was closed before its game was over."""

    reason: Literal["host", "admin", "empty", "import"]


class Rematched(Entry, frozen=True):
    """The same people may play again, at another table."""

    table: str
    invite: str


class Said(Entry, frozen=True):
    """Somebody wrote to those who play (from a seat) or to those who watch (from none)."""

    person: str
    name: str
    seat: int | None
    text: str


class Removed(Entry, frozen=True):
    """What somebody had written was taken away; the text of that entry is gone."""

    said: int


class Forgotten(Entry, frozen=True):
    """Somebody is not known any more: what he said and was called is gone, computers play for him."""

    seats: list[int]
    was_host: bool


class Mended(Entry, frozen=True):
    """The log could not be replayed by these rules: the game goes on from the position that was stored."""

    engine: str
    position: str
    left: list[float]


AnyEntry = (
    Opened
    | Joined
    | Left
    | Filled
    | Invited
    | Moved
    | Started
    | Imported
    | Acted
    | Undone
    | TookOver
    | HandedBack
    | PauseAsked
    | Resumed
    | Finished
    | Closed
    | Rematched
    | Said
    | Removed
    | Forgotten
    | Mended
)


class Row(msgspec.Struct, frozen=True):
    """An entry as it is kept: its number, when it was written, and which command led to it."""

    seq: int
    at: float
    entry: AnyEntry
    command: str = ""
