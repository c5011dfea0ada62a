"""The browser client as it was built: its files, and one page that shows whatever its address asks for."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from elbowroom.rules.words import say, spoken
from elbowroom.server.http.http_cache import CACHE_FOR_EVER, REVALIDATE
from elbowroom.server.http.security_headers import policy_for

if TYPE_CHECKING:
    from os import PathLike, stat_result

    from starlette.requests import Request
    from starlette.types import Scope

CLIENT_FOLDER: Final = Path(__file__).parents[1] / "client"
"""Where `make web` puts the client."""
INDEX: Final = "index.html"
ASSETS: Final = "assets/"
"""Files there have names that change with their content."""
COMPRESSED_SUFFIXES: Final = {"br": ".br", "gzip": ".gz"}
"""By encoding: the suffix of the compressed file beside a file."""
MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
"""By suffix: operating systems do not agree on these, or do not know them."""
NOT_STORED: Final = "no-store"
HEAD: Final = re.compile(r"<!-- head -->.*?<!-- /head -->", re.DOTALL)
"""The part of the page that tells what it is about."""
LANGUAGE: Final = re.compile(r'(?<=<html lang=")[^"]*')
RELATIVE: Final = re.compile(r'\b(href|src)="\./')
"""The beginning of an address in the page as it was built; a page of a server may be in any folder."""
NO_SCRIPT: Final = re.compile(r"(?<=<noscript>).*?(?=</noscript>)", re.DOTALL)

DATA: Final = "opening"
"""The element with the data of a page."""


class CompressedFiles(StaticFiles):
    """Files of a folder; a compressed one beside a file is sent instead to a browser that accepts it."""

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The response for a file: the file, or 304 if the browser has it."""
        del stat_result
        request_headers, file = Headers(scope=scope), Path(full_path)
        sent, encoding = _choose(file, request_headers.get("accept-encoding", ""))
        response = FileResponse(
            sent,
            status_code,
            {"vary": "accept-encoding", **({"content-encoding": encoding} if encoding else {})},
            MEDIA_TYPES.get(file.suffix),
            stat_result=sent.stat(),
        )
        is_cached = self.is_not_modified(response.headers, request_headers)
        return NotModifiedResponse(response.headers) if is_cached else response


def _choose(file: Path, accepted: str) -> tuple[Path, str]:
    """The file to send for this one, and its encoding if it is compressed."""
    for encoding, suffix in COMPRESSED_SUFFIXES.items():
        compressed = file.with_name(file.name + suffix)
        if encoding in accepted and compressed.is_file():
            return compressed, encoding
    return file, ""


def _inside_script(json: bytes) -> str:
    """JSON that cannot end the element that it stands in."""
    return json.decode().replace("<", "\\u003c")


class ClientFiles:
    """The browser client in a folder; it may be built, or built again, while the server runs."""

    def __init__(self, folder: Path) -> None:
        self._index = folder / INDEX
        self._files = CompressedFiles(directory=folder, check_dir=False)

    @property
    def is_built(self) -> bool:
        """Whether the client was built."""
        return self._index.is_file()

    def page(self, request: Request, head: str, status: int = 200, data: bytes = b"") -> Response:
        """The page of the client, with a head for this address, and data (JSON) that it need not ask for."""
        html = LANGUAGE.sub(spoken(), self._index.read_text(encoding="utf-8"), count=1)
        html = NO_SCRIPT.sub(lambda _: escape(say("page_no_script")), html, count=1)
        html = HEAD.sub(lambda _: head, RELATIVE.sub(r'\1="/', html), count=1)
        if data:
            block = f'<script type="application/json" id="{DATA}">{_inside_script(data)}</script>'
            html = html.replace("</body>", f"{block}\n</body>", 1)
        headers = {
            # What somebody may see of a table must not be shown to whoever comes next.
            "cache-control": NOT_STORED if data else REVALIDATE,
            "content-security-policy": policy_for(request.headers.get("host", "")),
        }
        return Response(html, status, headers, "text/html; charset=utf-8")

    async def file(self, request: Request, path: str) -> Response:
        """A file of the client."""
        if path == INDEX:
            raise HTTPException(404)
        response = await self._files.get_response(path, request.scope)
        response.headers["cache-control"] = CACHE_FOR_EVER if path.startswith(ASSETS) else REVALIDATE
        return response
