"""Somebody who looks at a table through one connection."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.server.rooms.updates import Bye

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

MOST_WAITING: Final = 64
"""So many messages may wait for a viewer who is slow; then he is let go, and resumes from the log."""

PATIENCE: Final = 20.0
"""Seconds that a message may take to be sent."""
COME_BACK: Final = msgspec.json.encode(Bye("resume", 2.0))


class Viewer:
    """A person, or a spectator whom nobody knows, and the messages that wait to be sent to him."""

    __slots__ = ("_presence", "_sending_since", "cut", "is_gone", "muted", "person", "queue")

    def __init__(self, person: str | None, muted: AbstractSet[str] = frozenset()) -> None:
        """Nothing waits yet."""
        self.person = person
        self.muted = muted
        """People whose words this one does not want to read."""
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        """Messages to send; None ends the connection."""
        self.is_gone = False
        self.cut: Callable[[], object] | None = None
        """Ends a connection that does not move any more."""
        self._sending_since: float | None = None
        self._presence = b""

    @contextmanager
    def sending(self) -> Iterator[None]:
        """While a message is on its way."""
        self._sending_since = time.monotonic()
        try:
            yield
        finally:
            self._sending_since = None

    def look_after(self) -> None:
        """End the connection if a message does not get through."""
        since = self._sending_since
        if since is not None and time.monotonic() - since > PATIENCE and self.cut is not None:
            self.is_gone = True
            self.cut()

    def send(self, message: bytes) -> None:
        """Let a message wait to be sent; too many end the connection."""
        if self.is_gone:
            return
        if self.queue.qsize() >= MOST_WAITING:
            self.end(COME_BACK)
        else:
            self.queue.put_nowait(message)

    def tell_presence(self, message: bytes) -> None:
        """Tell who is at the table, unless nothing has changed."""
        if message != self._presence:
            self._presence = message
            self.send(message)

    def leave(self) -> None:
        """One whose token is not valid any more is a stranger, and goes."""
        self.person = None
        self.end(COME_BACK)

    def end(self, last: bytes | None = None) -> None:
        """End the connection after one last message; what waits is not sent any more."""
        if self.is_gone:
            return
        self.is_gone = True
        while not self.queue.empty():
            self.queue.get_nowait()
        if last is not None:
            self.queue.put_nowait(last)
        self.queue.put_nowait(None)
