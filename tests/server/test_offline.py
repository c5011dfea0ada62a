"""A server hands out what browsers need to play without it: the engine, and a list of all files to keep."""

from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from elbowroom import __version__
from elbowroom.rules.refusals import Refused
from elbowroom.server.http.engine_files import read_engine
from elbowroom.server.http.fixed_answers import fixed_addresses
from tests.server.engines import FILES, write_engine
from tests.server.houses import house

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.process
INDEX = '<html lang="en"><head><!-- head --><!-- /head --></head><body></body></html>'
PLAIN = {"accept-encoding": "identity"}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A client of a few files."""
    folder = tmp_path / "built"
    (folder / "assets").mkdir(parents=True)
    (folder / "card").mkdir()
    (folder / "index.html").write_text(INDEX, encoding="utf-8")
    (folder / "assets" / "main-abc.js").write_text("import './other.js';", encoding="utf-8")
    (folder / "assets" / "main-abc.js.br").write_bytes(b"short")
    (folder / "favicon.svg").write_text("<svg/>", encoding="utf-8")
    (folder / "worker.js").write_text("// a worker", encoding="utf-8")
    (folder / "card" / "font.ttf").write_bytes(b"only for pictures of links")
    return folder


async def test_files_of_the_engine_are_cached_for_ever_under_the_digest_of_all(
    tmp_path: Path, built: Path
) -> None:
    engine = read_engine(write_engine(tmp_path / "engine"))
    async with house(tmp_path, client=built, engine=engine) as here:
        for name, media in (
            ("pyodide.mjs", "text/javascript"),
            ("pyodide.asm.wasm", "application/wasm"),
            ("elbowroom.zip", "application/zip"),
            ("manifest.json", "application/json"),
        ):
            got = await here.stranger.get(f"/engine/{engine.digest}/{name}", headers=PLAIN)
            assert got.status_code == 200
            assert got.headers["content-type"].split(";")[0] == media
            assert got.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert got.content == (tmp_path / "engine" / name).read_bytes()
        small = {"accept-encoding": "br"}
        async with here.stranger.stream(
            "GET", f"/engine/{engine.digest}/pyodide.asm.wasm", headers=small
        ) as got:
            assert got.headers["content-encoding"] == "br"
            assert got.headers["content-type"] == "application/wasm"
            assert b"".join([part async for part in got.aiter_raw()]) == b"as brotli would"


async def test_only_the_files_of_this_engine_are_there(tmp_path: Path, built: Path) -> None:
    (tmp_path / "secret.txt").write_text("not for anybody", encoding="utf-8")
    engine = read_engine(write_engine(tmp_path / "engine"))
    (tmp_path / "engine" / "notes.txt").write_text("not in the manifest", encoding="utf-8")
    async with house(tmp_path, client=built, engine=engine) as here:
        for path in (
            "/engine/0123456789abcdef/pyodide.mjs",
            f"/engine/{engine.digest}/notes.txt",
            f"/engine/{engine.digest}/",
            f"/engine/{engine.digest}/%2e%2e/secret.txt",
        ):
            answer = await here.stranger.get(path)
            assert (answer.status_code, answer.json()["code"]) == (404, "nothing_here"), path


def test_another_engine_has_another_digest(tmp_path: Path) -> None:
    first = read_engine(write_engine(tmp_path / "first"))
    assert read_engine(write_engine(tmp_path / "second")).digest == first.digest
    manifest = tmp_path / "second" / "manifest.json"
    manifest.write_text(manifest.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert read_engine(tmp_path / "second").digest != first.digest


@pytest.mark.parametrize("name", [*FILES, "manifest.json"])
def test_an_engine_that_lacks_a_file_or_has_a_damaged_one_is_refused(tmp_path: Path, name: str) -> None:
    folder = write_engine(tmp_path / "engine")
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(whole[:-1] + b"?")
    with pytest.raises(Refused) as damaged:
        read_engine(folder)
    assert damaged.value.code == "engine_folder"
    assert damaged.value.params == {"folder": str(folder), "file": name}
    (folder / name).unlink()
    with pytest.raises(Refused, match="missing or damaged"):
        read_engine(folder)
    (folder / name).write_bytes(whole)
    assert name in read_engine(folder).files


def test_an_engine_of_another_version_is_refused(tmp_path: Path) -> None:
    folder = write_engine(tmp_path / "engine", "0.0.1")
    with pytest.raises(Refused) as refused:
        read_engine(folder)
    assert refused.value.code == "engine_version"
    assert refused.value.params == {"folder": str(folder), "found": "0.0.1", "wanted": __version__}


async def test_pages_and_the_api_say_whether_playing_offline_is_offered(tmp_path: Path, built: Path) -> None:
    engine = read_engine(write_engine(tmp_path / "engine"))
    meta = f'<meta name="engine" content="/engine/{engine.digest}/">'
    async with house(tmp_path, client=built, engine=engine) as here:
        table = (await here.table("ann", players=2))["table"]
        for path in ("/", "/rules", f"/t/{table}"):
            assert meta in (await here.stranger.get(path)).text
        assert (await here.stranger.get("/api/server")).json()["offline"] is None
    async with house(tmp_path, client=built) as here:
        assert 'name="engine"' not in (await here.stranger.get("/")).text
        assert (await here.stranger.get("/api/server")).json()["offline"]["code"] == "no_offline"
        refused = await here.stranger.get("/offline.json")
        assert (refused.status_code, refused.json()["code"]) == (404, "no_offline")


async def test_the_list_names_all_that_is_to_be_kept_as_browsers_get_it(tmp_path: Path, built: Path) -> None:
    engine = read_engine(write_engine(tmp_path / "engine"))
    async with house(tmp_path, client=built, engine=engine) as here:
        edition = (await here.stranger.get("/api/server")).json()["edition"]
        found = await here.stranger.get("/offline.json")
        assert found.headers["cache-control"] == "no-cache"
        files = {file["path"]: file for file in found.json()["files"]}
        folder = f"engine/{engine.digest}/"
        answers = [f"{one[1:]}{'&' if '?' in one else '?'}v={edition}" for one in fixed_addresses()]
        own = ["", "assets/main-abc.js", "favicon.svg", "api/server"]
        needed = [folder + name for name in engine.files]
        assert sorted(files) == sorted([*own, *answers, *needed])
        for path, file in files.items():
            got = await here.stranger.get(f"/{path}", headers=PLAIN)
            assert got.status_code == 200, path
            if path in ("", "api/server"):
                assert file["sha256"] == "", "a server makes it"
            else:
                assert file["sha256"] == sha256(got.content).hexdigest(), path
                assert file["bytes"] == len(got.content), path
        again = await here.stranger.get("/offline.json", headers={"if-none-match": found.headers["etag"]})
        assert again.status_code == 304


async def test_the_list_is_made_again_when_the_client_was_built_again(tmp_path: Path, built: Path) -> None:
    engine = read_engine(write_engine(tmp_path / "engine"))
    async with house(tmp_path, client=built, engine=engine) as here:
        first = (await here.stranger.get("/offline.json")).json()
        (built / "assets" / "late-def.js").write_text("more", encoding="utf-8")
        assert (await here.stranger.get("/offline.json")).json() == first, "it is kept"
        os.utime(built / "index.html", ns=(1, 1))
        later = (await here.stranger.get("/offline.json")).json()
        assert later["version"] != first["version"]
        assert later["download_bytes"] == first["download_bytes"] + len("more")
