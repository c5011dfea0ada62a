"""A subscriber: one connection that gets the updates of a table."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.server.views.updates import Bye

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

MAX_WAITING_MESSAGES: Final = 64
"""A connection with more waiting messages is closed; its client reconnects and resumes from the log."""

MAX_SEND_SECONDS: Final = 20.0
"""A connection on which sending a message takes longer is closed."""
RESUME_MESSAGE: Final = msgspec.json.encode(Bye("resume", 2.0))


class Subscriber:
    """A person, or an anonymous spectator (None), and the messages that wait to be sent to them."""

    __slots__ = (
        "_presence",
        "_sending_since",
        "cancel",
        "is_gone",
        "muted",
        "person",
        "queue",
        "source",
        "wants_states",
        "write",
    )

    def __init__(
        self,
        person: str | None,
        muted: AbstractSet[str] = frozenset(),
        *,
        wants_states: bool = False,
        source: str = "",
    ) -> None:
        self.person = person
        self.source = source
        """The address that they come from."""
        self.wants_states = wants_states
        """Whether this connection gets whole states instead of patches."""
        self.muted = muted
        """People whose chat messages are not sent here."""
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        """Messages to send; None closes the connection."""
        self.write: Callable[[bytes], bool] | None = None
        """Sends a message at once, and says False if the client reads too slowly; without it, they queue."""
        self.is_gone = False
        self.cancel: Callable[[], object] | None = None
        """Cancels the task of a connection that is stuck."""
        self._sending_since: float | None = None
        self._presence = b""

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Measure how long sending a message takes."""
        self._sending_since = time.monotonic()
        try:
            yield
        finally:
            self._sending_since = None

    def check_sending(self) -> None:
        """Cancel the connection if a message has been on its way for too long."""
        since = self._sending_since
        if since is not None and time.monotonic() - since > MAX_SEND_SECONDS and self.cancel is not None:
            self.is_gone = True
            self.cancel()

    def send(self, message: bytes) -> None:
        """Send or queue a message; a client that reads too slowly is disconnected."""
        if self.is_gone:
            return
        if self.write is not None:
            if not self.write(message):
                self.end(RESUME_MESSAGE)
        elif self.queue.qsize() >= MAX_WAITING_MESSAGES:
            self.end(RESUME_MESSAGE)
        else:
            self.queue.put_nowait(message)

    def send_presence(self, message: bytes) -> None:
        """Queue the message that tells who is at the table, unless it is the same as before."""
        if message != self._presence:
            self._presence = message
            self.send(message)

    def leave(self) -> None:
        """Close the connection of a person whose token is not valid any more."""
        self.person = None
        self.end(RESUME_MESSAGE)

    def end(self, last: bytes | None = None) -> None:
        """Close the connection after a last message; waiting messages are dropped."""
        if self.is_gone:
            return
        self.is_gone = True
        while not self.queue.empty():
            self.queue.get_nowait()
        if last is not None:
            self.queue.put_nowait(last)
        self.queue.put_nowait(None)
