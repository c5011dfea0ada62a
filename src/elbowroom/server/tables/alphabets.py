"""Which alphabets the letters of a name belong to: one that mixes them may look like another name."""

from __future__ import annotations

import unicodedata
from typing import Final

LATIN: Final = "LATIN"
EAST_ASIAN: Final = frozenset({"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
"""Alphabets that are written together, and beside Latin letters."""
MODIFIER: Final = "MODIFIER"
"""Signs such as an apostrophe (U+02BC), which Unicode counts as letters, of no alphabet."""
MARK_LETTERS: Final = frozenset("\uaa9c\u30ec\u31fe\uff9a")
"""Letters that look like a check mark, the mark of accounts."""


def alphabet_of(letter: str) -> str:
    """The alphabet of a letter: the first word of its name in Unicode."""
    return unicodedata.name(letter, "").replace("-", " ").partition(" ")[0]


def has_letter_or_digit(name: str) -> bool:
    """Whether a name has anything that can be read aloud."""
    return any(unicodedata.category(letter)[0] in "LN" and alphabet_of(letter) != MODIFIER for letter in name)


def is_of_one_alphabet(name: str) -> bool:
    """Whether all letters are of one alphabet; Chinese, Japanese and Korean names may have Latin ones, too.

    A Japanese letter that looks like a check mark does not make a Latin name a Japanese one.
    """
    letters = {letter for letter in unicodedata.normalize("NFKC", name) if letter.isalpha()}
    alphabets = {alphabet_of(letter) for letter in letters} - {MODIFIER}
    is_east_asian = any(alphabet_of(letter) in EAST_ASIAN for letter in letters - MARK_LETTERS)
    return len(alphabets) <= 1 or (is_east_asian and alphabets <= EAST_ASIAN | {LATIN})
