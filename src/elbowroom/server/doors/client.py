"""The browser client as it was built: its files, and one page that shows whatever its address asks for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fastapi import Request, Response
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from elbowroom.server.doors.headers import policy_for
from elbowroom.server.doors.lasting import FOR_EVER, SHORT

if TYPE_CHECKING:
    from os import PathLike, stat_result

    from starlette.types import Scope

FOLDER: Final = Path(__file__).parents[1] / "client"
"""Where `make web` puts it."""
INDEX: Final = "index.html"
ASSETS: Final = "assets/"
"""Files there have names that change with what they hold."""
PACKED: Final = {"br": ".br", "gzip": ".gz"}
"""What files beside a file hold: the same, compressed."""
MEDIA: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""What systems do not agree on, or do not know."""
HEAD: Final = re.compile(r"<!-- head -->.*?<!-- /head -->", re.DOTALL)
"""The part of the page that tells what it is about."""


class Files(StaticFiles):
    """Files of a folder; what is there compressed is sent so to whoever can read it."""

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """One of them, unless the one who asks has it."""
        del stat_result
        asked, file = Headers(scope=scope), Path(full_path)
        sent, coding = _sent(file, asked.get("accept-encoding", ""))
        response = FileResponse(
            sent,
            status_code,
            {"vary": "accept-encoding", **({"content-encoding": coding} if coding else {})},
            MEDIA.get(file.suffix),
            stat_result=sent.stat(),
        )
        is_known = self.is_not_modified(response.headers, asked)
        return NotModifiedResponse(response.headers) if is_known else response


def _sent(file: Path, accepted: str) -> tuple[Path, str]:
    """The file that is sent for this one, and how it is compressed."""
    for coding, ending in PACKED.items():
        packed = file.with_name(file.name + ending)
        if coding in accepted and packed.is_file():
            return packed, coding
    return file, ""


class Client:
    """The built client in a folder, if it was built."""

    def __init__(self, folder: Path) -> None:
        """It may be built later, or again, while the server runs."""
        self._index = folder / INDEX
        self._files = Files(directory=folder, check_dir=False)

    @property
    def is_built(self) -> bool:
        """Whether there is a client."""
        return self._index.is_file()

    def page(self, request: Request, head: str, status: int = 200) -> Response:
        """The page of the client, which tells in its head what this address is about."""
        html = HEAD.sub(lambda _: head, self._index.read_text(encoding="utf-8"), count=1)
        headers = {
            "cache-control": SHORT,
            "content-security-policy": policy_for(request.headers.get("host", "")),
        }
        return Response(html, status, headers, "text/html; charset=utf-8")

    async def file(self, request: Request, path: str) -> Response:
        """A file of the client."""
        if path == INDEX:
            raise HTTPException(404)
        response = await self._files.get_response(path, request.scope)
        response.headers["cache-control"] = FOR_EVER if path.startswith(ASSETS) else SHORT
        return response
