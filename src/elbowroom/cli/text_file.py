"""Reading a file that somebody named on the command line as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from pathlib import Path


def text_of_file(file: Path) -> str:
    """The text of a file; refused if it is none."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Refused("not_text", file=file.name) from None
