"""On which lines of a JSON text its keys, and the entries of one of its lists, stand."""

from __future__ import annotations

import json
import re
from typing import Final

_BLANK: Final = re.compile(r"[ \t\n\r]*")
_DECODER: Final = json.JSONDecoder()


def lines_in(text: str, listed: str) -> dict[str | int, int]:
    """The line of each key of a JSON object, and of each entry of the list at the key `listed`, from 1 on.

    The text must be valid JSON.
    """
    lines: dict[str | int, int] = {}

    def line_at(place: int) -> int:
        return text.count("\n", 0, place) + 1

    at = _after_blanks(text, 0)
    while text[at] != "}":
        at = _after_blanks(text, at + 1)
        if text[at] == "}":
            break
        key, end = _DECODER.raw_decode(text, at)
        lines[key] = line_at(at)
        at = _after_blanks(text, _after_blanks(text, end) + 1)
        if key == listed and text[at] == "[":
            starts, at = _entries(text, at)
            lines |= {number: line_at(start) for number, start in enumerate(starts, start=1)}
        else:
            at = _DECODER.raw_decode(text, at)[1]
        at = _after_blanks(text, at)
    return lines


def _entries(text: str, at: int) -> tuple[list[int], int]:
    """Where the entries of the list that begins here stand, and where it ends."""
    starts: list[int] = []
    at = _after_blanks(text, at + 1)
    while text[at] != "]":
        starts.append(at)
        at = _after_blanks(text, _DECODER.raw_decode(text, at)[1])
        if text[at] == ",":
            at = _after_blanks(text, at + 1)
    return starts, at + 1


def _after_blanks(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at
