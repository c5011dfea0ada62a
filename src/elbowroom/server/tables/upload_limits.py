"""Limits on texts that people upload, checked before they are parsed."""

from __future__ import annotations

import re
from typing import Final

from elbowroom.rules.refusals import Refused

MAX_LINE_CHARACTERS: Final = 20_000
"""Long enough for a map in one line."""
MAX_WORD_CHARACTERS: Final = 200
MAX_KEY_DOTS: Final = 8
"""Dots in one TOML key."""
MAX_DEPTH: Final = 20
TOKENS: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"?|\'[^\'\n]*\'?|[\w+-]+|\S')
"""Quoted texts (an open quote ends with its line), words, numbers, and other characters one by one."""


def check_upload(text: str) -> None:
    """Refuse what nobody writes by hand: very long lines and words, long dotted keys, deep nesting."""
    if any(len(line) > MAX_LINE_CHARACTERS for line in text.splitlines()):
        raise Refused("line_too_long", most=MAX_LINE_CHARACTERS)
    depth = dots = 0
    before = ""
    for part in TOKENS.findall(text):
        if part in "[{":
            depth += 1
        elif part in "]}":
            depth = max(0, depth - 1)
        elif len(part) > MAX_WORD_CHARACTERS and part[0] not in "\"'":
            raise Refused("word_too_long", most=MAX_WORD_CHARACTERS)
        dots = dots + 1 if part == "." else dots if before == "." else 0
        if depth > MAX_DEPTH or dots > MAX_KEY_DOTS:
            raise Refused("too_deep")
        before = part
