"""Long work in pieces: a generator that yields when others may get a turn, and returns what it has made.

Whoever has an event loop lets other tasks run in between (`rooms.turns`); all others do it `at_once`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

_T = TypeVar("_T")

LongWork = Generator[None, None, _T]


def at_once(work: LongWork[_T]) -> _T:
    """The result of the work, done without a break."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: _T = end.value
            return result
