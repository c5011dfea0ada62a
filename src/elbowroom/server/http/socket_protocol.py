"""The WebSocket protocol of uvicorn, with a short way out: a message can be written at once, without a task.

An update goes to everybody at a table, so this is what most of the work of a busy server would be.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.websockets import WebSocket
    from websockets.http11 import Request

MAX_UNSENT_BYTES: Final = 2**18
"""A client for which more than this waits to be sent reads too slowly."""
_STATE_KEY: Final = "write_text"


class SocketProtocol(WebSocketsSansIOProtocol):
    """One connection."""

    def handle_connect(self, event: Request) -> None:
        """Let the application find the short way out."""
        super().handle_connect(event)
        if self.conn.handshake_exc is None:
            self.scope["state"][_STATE_KEY] = self.write_text

    def write_text(self, message: bytes) -> bool:
        """Write a text message; False if the client reads too slowly. To one who is gone nothing is sent."""
        if self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
            return True
        self.transport.write(_text_frame(message))
        return self.transport.get_write_buffer_size() <= MAX_UNSENT_BYTES


def text_writer(socket: WebSocket) -> Callable[[bytes], bool] | None:
    """What writes messages to an accepted socket at once; False means that the client reads too slowly.

    Other servers than `GameServer` have no such way: None.
    """
    writer: Callable[[bytes], bool] | None = socket.scope.get("state", {}).get(_STATE_KEY)
    return writer


@lru_cache(maxsize=16)
def _text_frame(message: bytes) -> bytes:
    """The frame of a message; the last few are kept, as everybody at a table gets the same ones."""
    return Frame(Opcode.TEXT, message).serialize(mask=False)
