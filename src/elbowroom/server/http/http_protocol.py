"""The HTTP protocol of uvicorn, with limits of time and size for each part of a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    import asyncio

MAX_HEAD_SECONDS: Final = 10.0
"""Seconds from the first byte of a request, or from connecting, to the end of its headers."""
MAX_HEAD_BYTES: Final = 2**15
"""Bytes that the headers of a request may have."""
MAX_UNREAD_SECONDS: Final = 30.0
"""A client that does not read its response for this time is cut off."""


class HttpProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as uvicorn makes it
        super().__init__(*args, **kwargs)
        self._timer: asyncio.TimerHandle | None = None
        """Cuts the connection."""
        self._is_in_head = False
        self._head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's
        """Wait for a request, but not for ever."""
        super().connection_made(transport)
        self._cut_after(MAX_HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left to be waited for."""
        self._keep()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in the next part of a request; headers without end are refused.

        What comes between two requests, such as the rest of a body that nobody wants, must end soon, too.
        """
        super().data_received(data)
        if self._timer is None and self._is_between_requests:
            self._cut_after(MAX_HEAD_SECONDS)
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES:
                self.send_400_response("The headers are too long.")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._is_in_head, self._head_bytes = True, 0
        if self._timer is None:
            self._cut_after(MAX_HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        """The headers are there; the body has limits of its own, where it is read."""
        self._is_in_head = False
        self._keep()
        lines = sum(len(name) + len(value) + 4 for name, value in self.headers)
        if len(self.url) + lines > MAX_HEAD_BYTES:
            raise ValueError("the headers are too long")  # answered with 400
        super().on_headers_complete()

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self._cut_after(MAX_UNREAD_SECONDS)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._keep()

    @property
    def _is_between_requests(self) -> bool:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:  # it is a socket now
            return False
        cycle: Any = self.cycle  # None before the first request
        return cycle is None or bool(cycle.response_complete)

    def _cut_after(self, seconds: float) -> None:
        self._keep()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _keep(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
