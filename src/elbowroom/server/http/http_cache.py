"""Responses that stay the same for long: made once, kept compressed, and cached by browsers."""

from __future__ import annotations

import asyncio
import gzip
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.responses import Response

from elbowroom.server.http.responses import accepts_gzip
from elbowroom.server.http.routing import EDITION, JSON
from elbowroom.source_digest import source_digest

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

CACHE_FOR_EVER: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "no-cache"
"""A browser may keep it, but asks each time whether it is still the same."""
EDITION_PARTS: Final = ("__init__.py", "content/base", "drawing", "rules", "server/http", "server/tables")
"""The code and data that cached responses are made from."""


def edition() -> str:
    """A digest of the code and data that cached responses are made from.

    A request that names it (`?v=`) gets a response that may be cached for ever: another edition would be
    requested under another name.
    """
    return source_digest(*EDITION_PARTS)


def compressed(content: Any) -> bytes:  # noqa: ANN401 - anything that can be encoded
    """A text, or anything else as JSON, compressed."""
    text = content.encode() if isinstance(content, str) else msgspec.json.encode(content)
    return gzip.compress(text, mtime=0)


class MadeOnce:
    """A body that takes long to make: others who ask meanwhile wait for it, and it is kept under its key."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._key: object = None
        self._body = b""

    async def body(self, key: object, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The body, made anew if the key is not the one of before."""
        async with self._lock:
            if key != self._key:
                self._body = await make()
                self._key = key
            return self._body


def not_modified(request: Request, tag: str) -> Response | None:
    """The response for a browser that has the content with this tag already; None if it does not."""
    is_cached = f'"{tag}"' in request.headers.get("if-none-match", "")
    return Response(None, 304, _headers(request, tag)) if is_cached else None


def cached_response(request: Request, body: bytes, media_type: str = JSON, tag: str = "") -> Response:
    """A response with a compressed body, under a tag that changes with the body."""
    tag = tag or blake2b(body, digest_size=12).hexdigest()
    if (response := not_modified(request, tag)) is not None:
        return response
    headers = _headers(request, tag)
    if accepts_gzip(request):
        return Response(body, 200, headers | {"content-encoding": "gzip"}, media_type)
    return Response(gzip.decompress(body), 200, headers, media_type)


def _headers(request: Request, tag: str) -> dict[str, str]:
    names_edition = EDITION.read(request) == edition()
    return {
        "etag": f'W/"{tag}"',  # weak: the content is the same, however it is compressed
        "cache-control": CACHE_FOR_EVER if names_edition else REVALIDATE,
        "vary": "accept-encoding",
    }
