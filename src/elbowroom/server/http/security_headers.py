"""Security headers of every response: what pages may load, who may frame them, and no referrer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""The engine for browsers is WebAssembly, which may run if it came from here; texts are still no scripts."""
FRAMED_BY_ANYBODY: Final = "frame-ancestors *"
SECURITY_HEADERS: Final = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
)
HOST: Final = re.compile(r"([\w.-]+|\[[\da-fA-F:]+\])(:\d+)?", re.ASCII)


def policy_for(host: str) -> str:
    """The policy for a page that opens sockets to this host, as older Safaris do not count them as 'self'."""
    if not HOST.fullmatch(host):
        return CONTENT_POLICY
    return CONTENT_POLICY.replace("connect-src 'self'", f"connect-src 'self' ws://{host} wss://{host}")


def embedded_policy_for(host: str) -> str:
    """The same policy for a page that others may show inside their own."""
    return policy_for(host).replace("frame-ancestors 'none'", FRAMED_BY_ANYBODY)


def _may_be_framed(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(
        name.lower() == b"content-security-policy" and FRAMED_BY_ANYBODY.encode() in value
        for name, value in headers
    )


class SecurityHeaders:
    """Middleware that adds the headers to responses that do not set them themselves.

    Older browsers read `X-Frame-Options`, which cannot allow everybody: a page for frames is sent without it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                names = {name.lower() for name, _ in headers}
                if _may_be_framed(headers):
                    names.add(b"x-frame-options")
                missing = [header for header in SECURITY_HEADERS if header[0] not in names]
                message = {**message, "headers": [*headers, *missing]}
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)
