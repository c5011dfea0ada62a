"""What a browser needs to play offline: the engine, and the list of all that it has to keep."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.client_files import INDEX, CompressedFiles, files_to_keep
from elbowroom.server.http.engine_files import engine_address
from elbowroom.server.http.fixed_answers import answer_to, fixed_addresses
from elbowroom.server.http.http_cache import CACHE_FOR_EVER, cached_response, compressed, edition
from elbowroom.server.http.offline_list import (
    OFFLINE_LIST,
    PAGE,
    Download,
    answer_download,
    engine_downloads,
    file_download,
    offline_list,
)
from elbowroom.server.http.routing import Router
from elbowroom.server.http.services import services_of

if TYPE_CHECKING:
    from elbowroom.server.http.client_files import ClientFiles
    from elbowroom.server.http.engine_files import Engine

router = Router()


@router.page("/engine/{digest}/{path:path}")
async def engine_file(request: Request, digest: str, path: str) -> Response:
    """A file of the engine that runs in browsers."""
    engine = services_of(request).settings.engine
    if engine is None or digest != engine.digest or path not in engine.files:
        raise HTTPException(404)
    response = await CompressedFiles(directory=engine.folder).get_response(path, request.scope)
    response.headers["cache-control"] = CACHE_FOR_EVER
    return response


@router.page(f"/{OFFLINE_LIST}")
async def list_of_files(request: Request) -> Response:
    """All that a browser has to keep; made for the first who asks, and again when the client is a new one."""
    services = services_of(request)
    engine = services.settings.engine
    if engine is None or not services.client.is_built:
        raise Refused("no_offline")
    body = await services.offline_list.body(services.client.built_at, lambda: _list(request, engine))
    return cached_response(request, body)


async def _list(request: Request, engine: Engine) -> bytes:
    answers = [await _answer(request, address) for address in fixed_addresses()]
    # It says what this server offers, which may differ with the name under which it is asked.
    answers.append(answer_download("api/server", await _asked(request, "/api/server"), is_checked=False))
    files = await asyncio.to_thread(_files, services_of(request).client, engine)
    return compressed(offline_list([*files, *answers]))


async def _answer(request: Request, address: str) -> Download:
    named = f"{address}{'&' if '?' in address else '?'}v={edition()}"
    return answer_download(named.removeprefix("/"), await _asked(request, named))


async def _asked(request: Request, address: str) -> bytes:
    return await answer_to(request.app, address, request.headers.get("host", ""))


def _files(client: ClientFiles, engine: Engine) -> list[Download]:
    page = file_download(PAGE, client.folder / INDEX, is_checked=False)
    files = [file_download(name, client.folder / name) for name in files_to_keep(client.folder)]
    return [page, *files, *engine_downloads(engine_address(engine).removeprefix("/"), engine)]
