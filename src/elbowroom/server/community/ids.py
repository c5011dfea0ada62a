"""The ids of creations, comments and tips."""

from __future__ import annotations

import re
import secrets
from typing import Final

from elbowroom.rules.refusals import Refused

ID_BYTES: Final = 8
_ID: Final = re.compile(r"[\w-]{1,64}", re.ASCII)


def new_id() -> str:
    """An id that nobody guesses."""
    return secrets.token_hex(ID_BYTES)


def checked_id(text: str) -> str:
    """What could be an id; other texts are refused, as databases do not take all of them."""
    if not _ID.fullmatch(text):
        raise Refused("nothing_here")
    return text
