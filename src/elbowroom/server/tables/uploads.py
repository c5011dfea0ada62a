"""Limits on texts that people upload: checked before anybody tries to make sense of them."""

from __future__ import annotations

import re
from typing import Final

from elbowroom.rules.refusals import Refused

LONGEST_LINE: Final = 20_000
"""A map in one line fits."""
LONGEST_WORD: Final = 200
MOST_DOTS: Final = 8
"""In one key."""
DEEPEST: Final = 20
PIECES: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"?|\'[^\'\n]*\'?|[\w+-]+|\S')
"""Quoted texts (to the end of the line if need be), words and numbers, and all other signs one by one."""


def check_upload(text: str) -> None:
    """Refuse what nobody writes by hand: endless lines, words and chains of keys, things within things."""
    if any(len(line) > LONGEST_LINE for line in text.splitlines()):
        raise Refused("line_too_long", most=LONGEST_LINE)
    depth = dots = 0
    before = ""
    for piece in PIECES.findall(text):
        if piece in "[{":
            depth += 1
        elif piece in "]}":
            depth = max(0, depth - 1)
        elif len(piece) > LONGEST_WORD and piece[0] not in "\"'":
            raise Refused("word_too_long", most=LONGEST_WORD)
        dots = dots + 1 if piece == "." else dots if before == "." else 0
        if depth > DEEPEST or dots > MOST_DOTS:
            raise Refused("too_deep")
        before = piece
