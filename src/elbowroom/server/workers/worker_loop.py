"""The main loop of every worker process: read requests line by line, and reply to each with one line."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.workers.messages import RequestRefused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from elbowroom.server.workers.messages import WorkerReply

MAX_MEMORY_BYTES: Final = 512 * 2**20
"""Of each worker process; the expert uses about 30 MB with five players."""
LOWER_PRIORITY: Final = "--lower-priority"
"""A worker that is started with this word gets less time than the server, if both want all of it."""
LOWEST_PRIORITY: Final = "--lowest-priority"
"""One with this word gets only the time that no other process needs."""
NICENESS: Final = {LOWER_PRIORITY: 5, LOWEST_PRIORITY: 19}
MAX_TEXT_CHARACTERS: Final = 2000
MAX_LIST_ITEMS: Final = 20
MAX_DEPTH: Final = 2
"""A refusal may list others with their parameters; what is nested deeper becomes text."""


def _limit_memory(max_bytes: int) -> None:
    """Limit the memory of this process, where the system can do it."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on every system

        resource.setrlimit(resource.RLIMIT_AS, (max_bytes, max_bytes))


@contextmanager
def limited_time(seconds: float) -> Iterator[None]:
    """End this process at once if it uses more CPU time, where the system can measure it."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def serve_requests(kind: Any, answer: Callable[[Any], WorkerReply]) -> None:  # noqa: ANN401 - a union
    """Reply until the input ends or nobody reads the output any more; Ctrl+C is for the server."""
    _limit_memory(MAX_MEMORY_BYTES)
    if hasattr(os, "nice"):
        os.nice(sum(NICENESS.get(word, 0) for word in sys.argv))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    decoder = msgspec.json.Decoder(kind)
    for line in sys.stdin.buffer:
        if not line.endswith(b"\n"):
            return
        try:
            reply = answer(decoder.decode(line))
        except Refused as refused:
            params = {key: _shortened(value) for key, value in refused.params.items()}
            reply = RequestRefused(refused.code, params)
        except (MemoryError, RecursionError):
            os._exit(1)  # What is left of this process is not to be relied on.
        try:
            sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            os._exit(0)  # Ending in order would try once more to write.


def _shortened(value: object, max_depth: int = MAX_DEPTH) -> object:
    """A parameter of a refusal, short enough to be sent."""
    if isinstance(value, (list, tuple)):
        return [_shortened(word, max_depth) for word in value[:MAX_LIST_ITEMS]]
    if isinstance(value, dict) and max_depth > 0:
        return {str(key): _shortened(word, max_depth - 1) for key, word in value.items()}
    if value is None or isinstance(value, (bool, float)) or (isinstance(value, int) and abs(value) < 2**53):
        return value
    return str(value)[:MAX_TEXT_CHARACTERS]
