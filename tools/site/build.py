"""Puts a static site together: client, engine, the answers of a server as files, and a list of all of it."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.server.http.client_files import (
    ASSETS,
    COMPRESSED_SUFFIXES,
    INDEX,
    SERVICE_WORKER,
    files_to_keep,
)
from elbowroom.server.http.offline_list import (
    OFFLINE_LIST,
    PAGE,
    OfflineList,
    engine_downloads,
    file_download,
    offline_list,
)
from tools.site.answers import site_answers
from tools.site.page import engine_folder, nothing_page, origin_of, site_page
from tools.wasm.bundle import LICENCES
from tools.wasm.contents import put
from tools.wasm.inside_python import NODE
from tools.wasm.modules import ROOT
from tools.wasm.release import compress

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.server.http.engine_files import Engine

NOTHING: Final = "404.html"
LICENCE: Final = ROOT / "LICENSE"


class SiteError(Exception):
    """Why a site cannot be written."""


def build_site(out: Path, client: Path, engine: Engine, server: str = "") -> OfflineList:
    """Write a site into a folder, in place of the site that was there."""
    if not (client / INDEX).is_file():
        raise SiteError("The browser client is not built: run `make web` first.")
    if server and not origin_of(server):
        raise SiteError(f"{server} is no address of a server; write it like https://games.example")
    if out.exists() and any(out.iterdir()) and not (out / OFFLINE_LIST).is_file():
        raise SiteError(f"{out} holds something else than a site; take another folder.")
    made = out.with_name(f"{out.name}.new")
    shutil.rmtree(made, ignore_errors=True)
    copy_client(client, made)
    copied = copy_engine(engine, made / engine_folder(engine))
    index = (client / INDEX).read_text(encoding="utf-8")
    put(made / INDEX, site_page(index, engine, server).encode())
    put(made / NOTHING, nothing_page().encode())
    put(made / LICENCES, licences(engine).encode())
    answers = asyncio.run(site_answers(engine))
    for name, answer in answers.items():
        put(made / name, answer)
    compress(made, NODE)
    kept = [*files_to_keep(client), *sorted(answers)]
    found = offline_list(
        [
            file_download(PAGE, made / INDEX),
            *(file_download(name, made / name) for name in kept),
            *engine_downloads(engine_folder(engine), copied),
        ]
    )
    put(made / OFFLINE_LIST, msgspec.json.encode(found))
    shutil.rmtree(out, ignore_errors=True)
    made.rename(out)
    return found


def copy_client(client: Path, made: Path) -> None:
    """Copy what browsers get of the client, with its compressed copies."""
    (made / ASSETS).mkdir(parents=True)
    for name in (*files_to_keep(client), SERVICE_WORKER):
        for suffix in ("", *COMPRESSED_SUFFIXES.values()):
            if (client / (name + suffix)).is_file():
                shutil.copy2(client / (name + suffix), made / (name + suffix))


def copy_engine(engine: Engine, folder: Path) -> Engine:
    """Copy the files of the engine, with their compressed copies."""
    for name in engine.files:
        for suffix in ("", *COMPRESSED_SUFFIXES.values()):
            if (engine.folder / (name + suffix)).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(engine.folder / (name + suffix), folder / (name + suffix))
    return replace(engine, folder=folder)


def licences(engine: Engine) -> str:
    """Our own licence, and those of what the engine holds."""
    texts = [LICENCE.read_text(encoding="utf-8"), (engine.folder / LICENCES).read_text(encoding="utf-8")]
    return "\n----\n\n".join(texts)
