"""Headers of every answer: what pages may load, who may frame them, and that links keep quiet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
)


HOST: Final = re.compile(r"([\w.-]+|\[[\da-fA-F:]+\])(:\d+)?", re.ASCII)


def policy_for(host: str) -> str:
    """The policy of a page that opens sockets to this host: older Safaris do not take them for its own."""
    if not HOST.fullmatch(host):
        return POLICY
    return POLICY.replace("connect-src 'self'", f"connect-src 'self' ws://{host} wss://{host}")


class Headers:
    """Adds the headers to the answers of an application that did not set them itself."""

    def __init__(self, app: ASGIApp) -> None:
        """Around an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", ()))
                names = {name.lower() for name, _ in given}
                missing = [header for header in HEADERS if header[0] not in names]
                message = {**message, "headers": [*given, *missing]}
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)
