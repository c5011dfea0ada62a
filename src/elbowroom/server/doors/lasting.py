"""Answers that stay the same for long: made once, kept compressed, and kept by browsers too."""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from fastapi import Depends, Response

import elbowroom
from elbowroom.server.doors.openapi import JSON

if TYPE_CHECKING:
    from fastapi import Request

FOR_EVER: Final = "public, max-age=31536000, immutable"
SHORT: Final = "no-cache"
"""Ask each time whether it is still the same."""
MADE_OF: Final = ("content/base", "drawing", "rules", "server/doors", "server/tables")


@cache
def edition() -> str:
    """A fingerprint of all that lasting answers are made of: as long as it is the same, so are they."""
    digest, folder = blake2b(elbowroom.__version__.encode(), digest_size=8), Path(elbowroom.__file__).parent
    for part in MADE_OF:
        for file in sorted((folder / part).rglob("*")):
            if file.suffix in (".py", ".toml", ".json"):
                digest.update(file.read_bytes())
    return digest.hexdigest()


def _named(v: str = "") -> None:
    """Who names the edition of the server (`GET /api/server`) may keep the answer for ever."""
    del v


EDITION: Final = Depends(_named)
"""What routes with lasting answers depend on, so that the parameter is told."""


def packed(found: Any) -> bytes:  # noqa: ANN401 - anything that can be encoded
    """An answer as it is kept: JSON, or a text, compressed."""
    text = found.encode() if isinstance(found, str) else msgspec.json.encode(found)
    return gzip.compress(text, mtime=0)


def unchanged(request: Request, name: str) -> Response | None:
    """The answer to one who has what is called so already."""
    headers = _headers(request, name)
    is_known = f'"{name}"' in request.headers.get("if-none-match", "")
    return Response(None, 304, headers) if is_known else None


def lasting(request: Request, body: bytes, media: str = JSON, name: str = "") -> Response:
    """An answer that is kept compressed, under a name that changes with it."""
    name = name or blake2b(body, digest_size=12).hexdigest()
    if (same := unchanged(request, name)) is not None:
        return same
    headers = _headers(request, name)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(body, 200, headers | {"content-encoding": "gzip"}, media)
    return Response(gzip.decompress(body), 200, headers, media)


def _headers(request: Request, name: str) -> dict[str, str]:
    is_named = request.query_params.get("v") == edition()
    return {
        "etag": f'W/"{name}"',  # weak: the same, however it is compressed
        "cache-control": FOR_EVER if is_named else SHORT,
        "vary": "accept-encoding",
    }
