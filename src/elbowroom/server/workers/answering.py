"""What every worker does in its process: read questions line by line, and answer each in one line."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.workers.messages import No

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from elbowroom.server.workers.messages import Answer

MOST_LETTERS: Final = 2000
MOST_WORDS: Final = 20
DEEPEST: Final = 2
"""A refusal may list others, with what these speak of; what lies deeper is told as text."""


def limit_memory(most: int) -> None:
    """Let this process have so many bytes, where the system can count them."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on every system

        resource.setrlimit(resource.RLIMIT_AS, (most, most))


@contextmanager
def limited_time(seconds: float) -> Iterator[None]:
    """End this process at once if it works longer than that, where the system can count it."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def answer_all(kind: Any, answer: Callable[[Any], Answer]) -> None:  # noqa: ANN401 - a union of questions
    """Answer until the questions end, or nobody is there any more to hear; Ctrl+C is for the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    decoder = msgspec.json.Decoder(kind)
    for line in sys.stdin.buffer:
        if not line.endswith(b"\n"):
            return
        try:
            found = answer(decoder.decode(line))
        except Refused as refused:
            found = No(refused.code, {key: _brief(value) for key, value in refused.params.items()})
        except (MemoryError, RecursionError):
            os._exit(1)  # What is left of this process is not to be relied on.
        try:
            sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            os._exit(0)  # Ending in order would try once more to write.


def _brief(value: object, deepest: int = DEEPEST) -> object:
    """What a refusal speaks of, short enough to be told."""
    if isinstance(value, (list, tuple)):
        return [_brief(word, deepest) for word in value[:MOST_WORDS]]
    if isinstance(value, dict) and deepest > 0:
        return {str(key): _brief(word, deepest - 1) for key, word in value.items()}
    if value is None or isinstance(value, (bool, float)) or (isinstance(value, int) and abs(value) < 2**53):
        return value
    return str(value)[:MOST_LETTERS]
