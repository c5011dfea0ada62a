"""Words that nobody writes here: the gravest and the plainest insults, and what the host adds.

Whole words are compared by what they look like: letters of another alphabet do not hide a word, and a word
inside another one is none.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.commands import Join, Say
from elbowroom.server.tables.look_alikes import all_keys, name_keys, without_marks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from elbowroom.server.tables.commands import AnyCommand

DATA_FILE: Final = Path(__file__).with_name("blocked_words.json")
"""The shipped words by language: few, and none that is a harmless word in another of our languages."""
COMMENT: Final = "#"
_WORD: Final = re.compile(r"[^\W_]+")


class BlockedWords:
    """Knows the words, and refuses texts that have one of them."""

    def __init__(self, host_words: Iterable[str] = ()) -> None:
        self._keys = shipped_keys() | _keys(host_words)

    def check(self, *texts: str) -> None:
        """Refuse texts with such a word; the refusal names it."""
        for text in texts:
            for word in _words(text):
                if not self._keys.isdisjoint(name_keys(word)):
                    raise Refused("blocked_word", word=word)

    def check_command(self, command: AnyCommand) -> None:
        """Refuse a command by which somebody writes such a word, or wants to be called so."""
        if isinstance(command, Say):
            self.check(command.text, command.name)
        elif isinstance(command, Join):
            self.check(command.name)


@cache
def shipped_keys() -> frozenset[str]:
    """What the shipped words look like."""
    by_language = msgspec.json.decode(DATA_FILE.read_bytes(), type=dict[str, list[str]])
    return _keys(word for words in by_language.values() for word in words)


def read_words(file: Path) -> tuple[str, ...]:
    """The words in a host's file, one in a line; lines that begin with # are comments."""
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("cannot_read", file=str(file), cause=str(error)) from None
    words = [
        (number, line.strip())
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.lstrip().startswith(COMMENT)
    ]
    for number, word in words:
        if len(list(_words(word))) != 1:
            raise Refused("not_one_word", file=str(file), line=number)
    return tuple(word for _, word in words)


def _keys(words: Iterable[str]) -> frozenset[str]:
    """The keys of words as they are written, and in capitals: a capital I looks like a small l."""
    return all_keys(form for word in words for form in (word, word.upper()))


def _words(text: str) -> Iterator[str]:
    """The words of a text; letters that stand alone in a row are one word, as in "h e l l o"."""
    spelled = ""
    for word in _WORD.findall(without_marks(unicodedata.normalize("NFKC", text))):
        if len(word) == 1:
            spelled += word
            continue
        if spelled:
            yield spelled
        spelled = ""
        yield word
    if spelled:
        yield spelled
