"""What computer players are called: a fixed list of invented names, of which each table uses its own few.

No person may have one of them, so that everybody at a table can tell who is a computer.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.look_alikes import name_keys

COMPUTER_NAMES: Final = (
    "Bramlo",
    "Brumsel",
    "Dorbel",
    "Dundro",
    "Fennlo",
    "Flimmo",
    "Grumlo",
    "Hazlo",
    "Jumbel",
    "Klumbo",
    "Knorbo",
    "Lumko",
    "Mompel",
    "Nimmet",
    "Oddlo",
    "Pundle",
    "Quibbo",
    "Snorbel",
    "Tofflo",
    "Trundo",
    "Umbrel",
    "Wimbel",
    "Yorbel",
    "Zibbel",
)
"""One word each, the same in all languages. No table stores them: a change here renames its computers."""


def computer_name(commitment: str, seat: int) -> str:
    """The name of the computer on a seat; it depends on the table's commitment, which no other table has."""
    order = sorted(COMPUTER_NAMES, key=lambda name: sha256(f"{commitment} {name}".encode()).digest())
    return order[seat]


def refuse_computer_name(name: str) -> None:
    """Refuse a person's name that reads like that of a computer; the sentence offers another one."""
    without_digits = "".join(letter for letter in name if not letter.isdecimal())
    keys = name_keys(name) | name_keys(without_digits)
    for own in COMPUTER_NAMES:
        if not keys.isdisjoint(name_keys(own)):
            raise Refused("computer_name", name=own)


def is_computer_name(name: str) -> bool:
    """Whether this is the name of a computer."""
    return name in COMPUTER_NAMES
