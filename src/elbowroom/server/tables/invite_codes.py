"""Invite codes: the long one in links, and the eight letters with which it begins, which can be read aloud.

The long code is a secret that nobody guesses. The short one can be guessed, so tries are counted and it works
only while a table waits for players; docs/security.md has the arithmetic.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

TABLE_CODE_ALPHABET: Final = "bcdfghjklmnpqrstvwxz"
"""No vowels, so that no code is a word, and letters alone: they can be spelled in any language."""
TABLE_CODE_LETTERS: Final = 8
INVITE_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
INVITE_CHARACTERS: Final = 13
"""13 characters of an alphabet of 31: 64 bits, beside the table code."""
_NEW_INVITE: Final = re.compile(
    f"([{TABLE_CODE_ALPHABET}]{{{TABLE_CODE_LETTERS}}})[{INVITE_ALPHABET}]{{{INVITE_CHARACTERS}}}"
)
_TABLE_CODE: Final = re.compile(f"[{TABLE_CODE_ALPHABET}]{{{TABLE_CODE_LETTERS}}}")


def new_invite() -> str:
    """A random invite code; it begins with the table code."""
    return _random(TABLE_CODE_ALPHABET, TABLE_CODE_LETTERS) + _random(INVITE_ALPHABET, INVITE_CHARACTERS)


def table_code(invite: str) -> str | None:
    """The code to read aloud, as in BCDF-GHJK; None for an invite code that an older version made."""
    found = _NEW_INVITE.fullmatch(invite)
    if found is None:
        return None
    code, half = found[1].upper(), TABLE_CODE_LETTERS // 2
    return f"{code[:half]}-{code[half:]}"


def typed_code(text: str) -> str:
    """A code as it is stored, however somebody typed it: in any case, with blanks and hyphens or without."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def is_table_code(code: str) -> bool:
    """Whether a typed code is of the short kind."""
    return _TABLE_CODE.fullmatch(code) is not None


def _random(alphabet: str, count: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(count))
