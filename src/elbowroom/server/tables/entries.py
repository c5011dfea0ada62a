"""The entries of a table's log: everything that ever happened at the table, numbered one by one.

An entry is stored before anybody is told of it. Replaying the entries gives the table (`table.Table`).
Outcomes of chance are stored with the action that led to them, so a log replays without its seed.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from elbowroom.server.tables.settings import TableSettings

SHOW_HOST: Final = "(show)"
"""The host of show games, at which only computers play; no person has this id."""


class LogEntry(msgspec.Struct, frozen=True, tag_field="kind"):
    """What all entries have in common: they are never changed.

    Each class names the kind under which it is stored: a class can be renamed, and old logs are still read.
    """


class PersonalEntry(LogEntry, frozen=True, kw_only=True):
    """An entry with something that may be deleted later, such as a name (see `log_chain`)."""

    salt: str = ""
    """Random, so that nobody guesses what the hash is of; empty once that was deleted, and in old logs."""
    digest: str = ""
    """The hash of what was deleted."""


class Opened(LogEntry, frozen=True, tag="opened"):
    """A table was opened; the commitment is the hash of a seed that nobody has seen."""

    settings: TableSettings = msgspec.field(name="agreement")
    commitment: str
    host: str
    invite: str = ""
    """With this code a person may sit down at a table that is not open to all."""
    engine: str = ""
    """The version of the program that the game was begun with."""
    rules_version: int = 1
    """The version of the rules that the game is played by; tables of the first version do not name it."""
    proof: int = 1
    """How its luck can be proved: 1 by numbers that were told openly, 2 also by commitments to them."""
    is_local: bool = False
    """Whether the table is on a player's own device, and on no server."""
    versions: dict[str, int] = {}
    """The version of each level of computers when the table was opened; empty in older logs."""


class Joined(PersonalEntry, frozen=True, tag="joined"):
    """A person took a seat, and committed to a random number of their own for the dealer, or told it."""

    seat: int
    person: str
    name: str
    nonce: str
    """The number, if it was told at once; empty if only the commitment is known."""
    is_account: bool = False
    """Whether the name is that of the person's account."""
    commitment: str = ""
    """The hash of a number that is told later."""


class Left(LogEntry, frozen=True, tag="left"):
    """A person gave up their seat before the start."""

    seat: int


class Filled(LogEntry, frozen=True, tag="filled"):
    """A computer took a free seat."""

    seat: int
    level: str


class Invited(LogEntry, frozen=True, tag="invited"):
    """The host made a new invite code; the old one is void."""

    invite: str


class Moved(PersonalEntry, frozen=True, tag="moved"):
    """A seat was moved to another person."""

    seat: int
    person: str
    name: str | None = None
    """What the seat is called from now on; None if the name stays."""
    is_account: bool = False
    keeps_nonce: bool = True
    """Whether the number for the dealer stays that of whoever gave the seat away, as in logs of before."""


class Named(PersonalEntry, frozen=True, tag="named"):
    """A seat got another name.

    Its person made an account, an account has the name of a guest, or a record tells the name as shown.
    """

    seat: int
    name: str
    is_account: bool = False


class Committed(LogEntry, frozen=True, tag="committed"):
    """Before the numbers are due, a player committed to another number."""

    seat: int
    commitment: str


class Sealed(LogEntry, frozen=True, tag="sealed"):
    """All seats are taken and all commitments stored: from now on they are fixed, and the numbers are due.

    The rule says what happens to whoever does not tell their number in time. `computer`: a computer plays the
    seat to the end, and the game is dealt from the numbers that were told.
    """

    seconds: float
    """The time to tell them."""
    rule: Literal["computer"] = "computer"


class Revealed(LogEntry, frozen=True, tag="revealed"):
    """A player told the number that they had committed to."""

    seat: int
    nonce: str


class Started(PersonalEntry, frozen=True, tag="started"):
    """The game began: the players' names in the notation, and the outcomes of chance at the start."""

    names: list[str]
    actions: list[int]


class Imported(PersonalEntry, frozen=True, tag="imported"):
    """The game of an uploaded record begins, to be watched; its actions follow one by one."""

    names: list[str]
    nonces: list[str] = []
    commitments: list[str] = []
    early: list[int] = []
    """The seats whose numbers were told early."""
    levels: list[str | None] = []
    """For each seat the level of the computer that played there, or None; empty in older logs."""
    is_practice: bool = False
    """Whether what luck had shown was taken back in that game."""
    begun_elsewhere: int | None = None
    """How many of its actions were played before that game itself was continued from a record, if it was."""


class Continued(LogEntry, frozen=True, tag="continued"):
    """The game of a record is played on here, and no longer watched; what chance owed is dealt now."""

    actions: list[int] = []


class Acted(LogEntry, frozen=True, tag="acted"):
    """A player decided; the actions are the ids of single decisions, outcomes of chance included."""

    seat: int
    actions: list[int]
    by: Literal["person", "computer"] = "person"


class Undone(LogEntry, frozen=True, tag="undone"):
    """A player took back their last action: the game's history has this length again."""

    seat: int
    length: int
    beyond_luck: bool = False
    """Whether luck, or another player's act, was taken back with it: from then on the game is practice."""


class TookOver(LogEntry, frozen=True, tag="tookover"):
    """A computer plays for a person who left, is away or has run out of time."""

    seat: int
    reason: Literal["left", "time", "away", "unrevealed"]
    """`unrevealed`: the person did not tell their number for the dealer, and cannot return."""


class HandedBack(LogEntry, frozen=True, tag="handedback"):
    """The person plays again."""

    seat: int


class PauseAsked(LogEntry, frozen=True, tag="pauseasked"):
    """A player asks for a pause; the clocks stop when all people at the table have asked."""

    seat: int


class Resumed(LogEntry, frozen=True, tag="resumed"):
    """The clocks run again, or a player no longer asks for a pause."""

    seat: int


class ClockHeld(LogEntry, frozen=True, tag="clockheld"):
    """Nobody could play for some time: neither the clock nor the time to tell numbers ran meanwhile."""

    seconds: float


class Finished(LogEntry, frozen=True, tag="finished"):
    """The game is over, and the seed is shown; the server signs it together with the log before it."""

    seed: str
    chain: str = ""
    """The head of the hash chain before this entry; empty if the log is not signed."""
    key: str = ""
    """The server's public key (Ed25519), as hexadecimal digits."""
    signature: str = ""


class Closed(LogEntry, frozen=True, tag="closed"):
    """The table was closed before its game was over."""

    reason: Literal["host", "admin", "empty", "import"]


class Rematched(LogEntry, frozen=True, tag="rematched"):
    """The same people may play again, at another table."""

    table: str
    invite: str


class Said(PersonalEntry, frozen=True, tag="said"):
    """A chat message, from a seat to everybody or from a spectator (no seat) to the spectators."""

    person: str
    name: str
    seat: int | None
    text: str
    is_account: bool = False
    """Whether the name is that of the person's account."""


class Removed(LogEntry, frozen=True, tag="removed"):
    """A chat message was removed by a moderator; the text of that entry is gone."""

    said: int


class Forgotten(LogEntry, frozen=True, tag="forgotten"):
    """A person's account was deleted: their names and chat messages are gone, computers play for them."""

    seats: list[int]
    was_host: bool


class Recovered(PersonalEntry, frozen=True, tag="mended"):
    """The log could not be replayed by this version: the game goes on from the position that was stored."""

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
    | Named
    | Committed
    | Sealed
    | Revealed
    | Started
    | Imported
    | Continued
    | Acted
    | Undone
    | TookOver
    | HandedBack
    | PauseAsked
    | Resumed
    | ClockHeld
    | Finished
    | Closed
    | Rematched
    | Said
    | Removed
    | Forgotten
    | Recovered
)


def kind_of(entry: AnyEntry) -> str:
    """The kind of an entry, as it is stored and as clients are told."""
    return str(entry.__struct_config__.tag)


class LogRow(msgspec.Struct, frozen=True):
    """An entry as it is stored: its number, its time, and the command that led to it."""

    seq: int
    at: float
    entry: AnyEntry
    command: str = ""
