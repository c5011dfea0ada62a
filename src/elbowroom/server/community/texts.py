"""What may be written in comments and tips: text that can be read, of a limited length."""

from __future__ import annotations

from typing import Final

from elbowroom.rules.refusals import Refused

MAX_COMMENT_CHARACTERS: Final = 1000
MAX_COMMENT_LINES: Final = 20
MAX_TIP_CHARACTERS: Final = 280


def checked_line(text: str, most: int) -> str:
    """A text on one line, with single blanks; refused if it is empty, too long or not printable."""
    line = " ".join(text.split())
    if not line or len(line) > most or not line.isprintable():
        raise Refused("chat_text", most=most)
    return line


def checked_lines(text: str, most: int, most_lines: int) -> str:
    """A text on a few lines; blanks are single, and so are empty lines."""
    lines: list[str] = []
    for given in text.strip().splitlines():
        line = " ".join(given.split())
        if line or lines[-1]:
            lines.append(line)
    tidy = "\n".join(lines)
    is_readable = all(line.isprintable() for line in lines)
    if not tidy or len(tidy) > most or len(lines) > most_lines or not is_readable:
        raise Refused("comment_text", most=most, lines=most_lines)
    return tidy
