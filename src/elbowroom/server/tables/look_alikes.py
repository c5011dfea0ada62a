"""Names that people would take for the same: in another case, with accents, with letters of another alphabet.

A name has one or two keys; two names look alike if they share a key. A key is a skeleton as UTS 39 defines
it, without case, and without all that is neither a letter nor a digit. There are two, as some letters look
like others only as they are written: a capital I looks like a small l, and a small i does not. Beside the
list of UTS 39, small capitals look like their letters, and modifier letters (as Unicode calls signs such as
U+02C8) are left out.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from elbowroom.server.tables.alphabets import MODIFIER, alphabet_of

if TYPE_CHECKING:
    from collections.abc import Iterable

DATA_FILE: Final = Path(__file__).with_name("look_alikes.json")
"""Made by tools/look_alikes.py."""
COMBINING_MARKS: Final = (
    range(0x0300, 0x0370),
    range(0x1AB0, 0x1B00),
    range(0x1DC0, 0x1E00),
    range(0x20D0, 0x2100),
    range(0xFE20, 0xFE30),
)
"""The marks that can stand on letters of any alphabet; the vowel signs of an alphabet are not among them."""
INVISIBLE: Final = (
    range(0x115F, 0x1161),
    range(0x17B4, 0x17B6),
    range(0x180B, 0x1810),
    range(0x3164, 0x3165),
    range(0xFE00, 0xFE10),
    range(0xE0100, 0xE01F0),
)
"""Letters and marks that nobody sees: fillers and variation selectors."""
MAX_MARKS_IN_A_ROW: Final = 2
SMALL_CAPITALS: Final = (range(0x0250, 0x02B0), range(0x1D00, 0x1D80), range(0xA720, 0xA800))
"""Where Unicode has them."""
_SMALL_CAPITAL: Final = re.compile(r"LATIN LETTER SMALL CAPITAL ([A-Z])")
_REMOVED: Final = dict.fromkeys(code for codes in (*COMBINING_MARKS, *INVISIBLE) for code in codes)


class _Data(msgspec.Struct, frozen=True):
    """A part of Unicode's list: which letters look like a letter, or like several ones."""

    alike: dict[str, str]


@cache
def _prototypes() -> dict[int, str]:
    """What each letter looks like, by its code."""
    data = msgspec.json.decode(DATA_FILE.read_bytes(), type=_Data)
    listed = {ord(letter): shown for shown, letters in data.alike.items() for letter in letters}
    names = {code: unicodedata.name(chr(code), "") for codes in SMALL_CAPITALS for code in codes}
    found = {code: _SMALL_CAPITAL.fullmatch(name) for code, name in names.items()}
    return listed | {code: name[1].lower().translate(listed) for code, name in found.items() if name}


def without_marks(text: str) -> str:
    """A text without accents and other marks on its letters, and without what nobody sees."""
    return unicodedata.normalize("NFD", text).translate(_REMOVED)


def has_stacked_marks(text: str) -> bool:
    """Whether there is a pile of marks on a letter, which no language has, and which covers other lines."""
    pile = 0
    for letter in unicodedata.normalize("NFC", text):
        pile = pile + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if pile > MAX_MARKS_IN_A_ROW:
            return True
    return False


def likeness(name: str, other: str) -> Literal["same", "alike"]:
    """Whether two names that look alike are the same but for case and blanks, or only look so."""
    plain = ["".join(unicodedata.normalize("NFC", one).casefold().split()) for one in (name, other)]
    return "same" if plain[0] == plain[1] else "alike"


@lru_cache(maxsize=4096)
def name_keys(name: str) -> frozenset[str]:
    """The keys of a name."""
    shown = unicodedata.normalize("NFKC", name)
    folded = _folded(shown)
    as_read, as_written = _skeleton(folded), _skeleton(_folded(_skeleton(shown)))
    keys = frozenset(_words(_folded(text)) for text in (as_read, as_written)) - {""}
    return keys or frozenset({"".join(without_marks(folded).split())})


def look_alike(name: str, other: str) -> bool:
    """Whether people would take one name for the other."""
    return not name_keys(name).isdisjoint(name_keys(other))


def all_keys(names: Iterable[str]) -> frozenset[str]:
    """The keys of all these names."""
    return frozenset(key for name in names for key in name_keys(name))


def _skeleton(text: str) -> str:
    return without_marks(without_marks(text).translate(_prototypes()))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _words(text: str) -> str:
    """The letters, digits and vowel signs of a text."""
    return "".join(
        letter
        for letter in text
        if unicodedata.category(letter)[0] in "LNM" and alphabet_of(letter) != MODIFIER
    )
