"""What people are called at a table.

Whoever has an account sits and speaks under its name, which is marked. Guests, and people who share a device
with somebody, have names that look like that of no account and of nobody at the table: if a name is taken,
they are called "Ann 2" instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import entries
from elbowroom.server.tables.alphabets import MARK_LETTERS, has_letter_or_digit, is_of_one_alphabet
from elbowroom.server.tables.computer_names import refuse_computer_name
from elbowroom.server.tables.look_alikes import (
    all_keys,
    has_stacked_marks,
    look_alike,
    name_keys,
    without_marks,
)
from elbowroom.server.tables.settings import seat_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.table import Seat, Table

MAX_NAME_CHARACTERS: Final = 24
ACCOUNT_MARKS: Final = "✓✔☑✅🗸🗹⍻√"
"""Signs that are left out of names: behind a name, they say that it is that of an account."""
MAX_NUMBER: Final = 30
"""The highest number behind a name that is taken."""


class Naming(NamedTuple):
    """What is known of the names that a person may bear."""

    account: str | None = None
    """The name of the person's account; None for a guest."""
    registered: frozenset[str] = frozenset()
    """Keys (`look_alikes.name_keys`) of accounts' names, as far as the person could be called so."""

    @property
    def has_account(self) -> bool:
        """Whether the person has an account."""
        return self.account is not None


GUEST: Final = Naming()


def without_account_marks(name: str) -> str:
    """A name without signs, and last words, that look like the mark of an account; with single blanks."""
    words = "".join(letter for letter in name if letter not in ACCOUNT_MARKS).split()
    while len(words) > 1 and MARK_LETTERS.issuperset(words[-1]):
        words.pop()
    return " ".join(words)


def refuse_unclear_name(name: str) -> None:
    """Refuse a new name that cannot be read, or mixes alphabets."""
    refuse_stacked_marks(name)
    visible = without_marks(name)
    if not has_letter_or_digit(visible) or not is_of_one_alphabet(visible):
        raise Refused("unclear_name")


def refuse_stacked_marks(text: str) -> None:
    """Refuse a new name or title that covers the lines above and below it."""
    if has_stacked_marks(text):
        raise Refused("unclear_name")


def checked_name(given: str) -> str:
    """The name that a person wants, or a refusal."""
    name = without_account_marks(given)
    if not name or len(name) > MAX_NAME_CHARACTERS or not name.isprintable():
        raise Refused("person_name", most=MAX_NAME_CHARACTERS)
    refuse_computer_name(name)
    refuse_unclear_name(name)
    return name


def numbered_names(name: str) -> Iterator[str]:
    """The name, then the same name with a number behind it, from 2 on."""
    yield name
    for number in range(2, MAX_NUMBER + 1):
        end = f" {number}"
        yield name[: MAX_NAME_CHARACTERS - len(end)].rstrip() + end


def free_name(table: Table, wanted: str, naming: Naming, seat: int | None = None) -> str:
    """The first numbered name that looks like that of no account and of nobody else at the table."""
    others = (other.name for number, other in enumerate(table.seats) if number != seat and other.name)
    taken = naming.registered | all_keys(others)
    for name in numbered_names(wanted):
        if name_keys(name).isdisjoint(taken):
            return name
    raise Refused("name_taken", name=wanted)


def is_named(table: Table, person: str) -> bool:
    """Whether one of the person's seats bears the name of their account."""
    return any(table.seats[seat].is_account for seat in table.seats_of(person))


def name_at_seat(
    table: Table, person: str, seat: int, wanted: str, naming: Naming
) -> tuple[str, bool, list[AnyEntry]]:
    """What somebody is called who sits down, whether that is their account, and who must be renamed for it.

    One seat bears the name of the account; further ones are for people who share the device.
    """
    if naming.account is None or is_named(table, person):
        return free_name(table, checked_name(wanted), naming, seat), False, []
    return naming.account, True, _renamed_guests(table, naming.account, naming, seat)


def name_of_mover(
    table: Table, person: str, seat: int, wanted: str, naming: Naming
) -> tuple[str | None, bool, list[AnyEntry]]:
    """The same for somebody who takes over a seat; a guest may keep the name of a guest: None."""
    before = table.seats[seat]
    is_account = naming.account is not None and not is_named(table, person)
    if not is_account and not wanted and not before.is_account:
        return None, False, []
    return name_at_seat(table, person, seat, wanted or seat_names(len(table.seats))[seat], naming)


def names_after_registration(table: Table, person: str, naming: Naming) -> list[AnyEntry]:
    """The entries that give a seat the name of an account that was made after its person sat down.

    Guests who have that name give way to it, also if its owner only watches. Games that are over keep names.
    """
    if naming.account is None or table.status not in ("open", "running"):
        return []
    seats = table.seats_of(person)
    own = None if not seats or is_named(table, person) else seats[0]
    renamed = _renamed_guests(table, naming.account, naming, own)
    return renamed if own is None else [*renamed, entries.Named(own, naming.account, is_account=True)]


def has_namesake(table: Table, account: str) -> bool:
    """Whether a seat has a name like that of an account, and is not marked."""
    return any(_is_namesake(seat, account) for seat in table.seats)


def _renamed_guests(table: Table, account: str, naming: Naming, seat: int | None) -> list[AnyEntry]:
    """Guests who had the name of an account before it was registered, or before its owner came."""
    return [
        entries.Named(number, free_name(table, other.name, _with(naming, account), number))
        for number, other in enumerate(table.seats)
        if number != seat and _is_namesake(other, account)
    ]


def _is_namesake(seat: Seat, account: str) -> bool:
    return bool(seat.person) and not seat.is_account and look_alike(seat.name, account)


def _with(naming: Naming, account: str) -> Naming:
    return naming._replace(registered=naming.registered | name_keys(account))
