"""What computer players are called: a fixed list of invented names, of which each table uses its own few.

No person may have one of them, so that everybody at a table can tell who is a computer.
"""

from __future__ import annotations

import unicodedata
from hashlib import sha256
from typing import Final

from elbowroom.rules.refusals import Refused

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
    for own in COMPUTER_NAMES:
        if _letters(own) == _letters(name):
            raise Refused("computer_name", name=own)


def _letters(name: str) -> str:
    """The letters of a name, without case, accents and all else; the notation keeps little more."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in folded if letter.isalpha())
