"""`make site`: a folder of plain files in which the game is complete, wherever it lies."""

from __future__ import annotations

import json
import re
import threading
from functools import partial
from hashlib import sha256
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from elbowroom.rules.languages import languages
from elbowroom.rules.words import say
from elbowroom.server.http.client_files import COMPRESSED_SUFFIXES
from elbowroom.server.http.engine_files import read_engine
from elbowroom.server.http.fixed_answers import fixed_addresses
from tests.server.engines import write_engine
from tests.server.houses import house
from tools.site.answers import data_file
from tools.site.build import SiteError, build_site
from tools.site.page import origin_of, site_policy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elbowroom.server.http.engine_files import Engine

pytestmark = pytest.mark.process
INDEX = """<!doctype html><html lang="en"><head><!-- head --><title>old</title><!-- /head -->
<script type="module" src="./assets/main-abc.js"></script>
<link rel="icon" href="./favicon.svg" /></head><body><div id="app"></div></body></html>"""
SERVER = "https://games.example"


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A client and an engine, as they were built."""
    folder = tmp_path_factory.mktemp("site")
    client = folder / "client"
    (client / "assets").mkdir(parents=True)
    (client / "card").mkdir()
    (client / "index.html").write_text(INDEX, encoding="utf-8")
    (client / "assets" / "main-abc.js").write_text("console.log('elbowroom');" * 50, encoding="utf-8")
    (client / "favicon.svg").write_text("<svg/>", encoding="utf-8")
    (client / "manifest.webmanifest").write_text("{}", encoding="utf-8")
    (client / "worker.js").write_text("// a worker", encoding="utf-8")
    (client / "card" / "font.ttf").write_bytes(b"only for pictures of links")
    write_engine(folder / "engine")
    return folder


@pytest.fixture(scope="module")
def engine(workplace: Path) -> Engine:
    """The engine in it."""
    return read_engine(workplace / "engine")


@pytest.fixture(scope="module")
def site(workplace: Path, engine: Engine) -> Path:
    """The site made of both."""
    build_site(workplace / "out", workplace / "client", engine, SERVER)
    return workplace / "out"


def page_of(site: Path) -> str:
    return (site / "index.html").read_text(encoding="utf-8")


def test_all_files_are_there_and_nothing_else(site: Path, engine: Engine) -> None:
    found = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    plain = {name for name in found if not name.endswith(tuple(COMPRESSED_SUFFIXES.values()))}
    own = {"index.html", "404.html", "offline.json", "licences.txt", "data/server.json"}
    client = {"assets/main-abc.js", "favicon.svg", "manifest.webmanifest", "worker.js"}
    answers = {data_file(address) for address in fixed_addresses()}
    assert plain == own | client | answers | {f"engine/{engine.digest}/{name}" for name in engine.files}
    for name in ("index.html", "data/box.json", "assets/main-abc.js"):
        assert {f"{name}.br", f"{name}.gz"} <= found


def test_every_file_of_the_list_has_the_size_and_the_hash_that_it_says(site: Path) -> None:
    listed = json.loads((site / "offline.json").read_bytes())
    paths = [file["path"] for file in listed["files"]]
    assert len(paths) == len(set(paths))
    sent = 0
    for file in listed["files"]:
        path = site / (file["path"] or "index.html")
        data = path.read_bytes()
        assert (file["bytes"], file["sha256"]) == (len(data), sha256(data).hexdigest()), file["path"]
        small = path.with_name(f"{path.name}.br")
        sent += (small if small.is_file() else path).stat().st_size
    assert listed["download_bytes"] == sent
    not_kept = {"404.html", "worker.js", "offline.json", "licences.txt", "index.html"}
    there = {
        file.relative_to(site).as_posix()
        for file in site.rglob("*")
        if file.is_file() and file.suffix not in COMPRESSED_SUFFIXES.values()
    }
    assert set(paths) == {"", *(there - not_kept)}


async def test_data_files_are_the_answers_of_the_server(tmp_path: Path, site: Path) -> None:
    async with house(tmp_path) as here:
        for address in fixed_addresses():
            answer = await here.stranger.get(address)
            assert answer.status_code == 200
            assert (site / data_file(address)).read_bytes() == answer.content, address
        said = (await here.stranger.get("/api/server")).json()
    kept = json.loads((site / "data" / "server.json").read_bytes())
    assert kept.keys() == said.keys()
    assert (kept["levels"], kept["maps"], kept["limits"]) == (said["levels"], said["maps"], said["limits"])
    assert kept["offline"] is None


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("/api/box", "data/box.json"),
        ("/api/rules/pictures", "data/rules/pictures.json"),
        ("/api/symbols.svg", "data/symbols.svg"),
        ("/api/palette?theme=day", "data/palette-day.json"),
        ("/api/maps/2-players/board.svg?theme=night", "data/maps/2-players/board-night.svg"),
    ],
)
def test_answers_are_kept_where_the_client_looks_for_them(address: str, file: str) -> None:
    """The same examples as in web/src/core/site.test.ts."""
    assert data_file(address) == file


def test_the_page_may_lie_anywhere_and_says_that_it_is_static(site: Path, engine: Engine) -> None:
    page = page_of(site)
    assert not re.search(r'(href|src)="/', page)
    assert 'src="./assets/main-abc.js"' in page
    assert "<title>Elbowroom</title>" in page
    for name, content in (
        ("site", "static"),
        ("engine", f"engine/{engine.digest}/"),
        ("server", SERVER),
    ):
        assert f'<meta name="{name}" content="{content}">' in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page), "no script inside the page"


def test_the_policy_stands_in_the_page_before_anything_is_loaded(site: Path) -> None:
    page = page_of(site)
    policy = re.search('<meta http-equiv="content-security-policy" content="([^"]*)">', page)
    assert policy is not None
    assert unescape(policy[1]) == site_policy()
    assert policy.start() < min(page.index("<script"), page.index("<link"))
    assert "script-src 'self' 'wasm-unsafe-eval';" in site_policy()
    assert "frame-ancestors" not in site_policy(), "browsers ignore it there"
    assert "connect-src 'self';" in site_policy(), "a server is only linked to"


@pytest.mark.parametrize(
    "server", ["games.example", "javascript:alert(1)", "https://a;b", "https://a b", "https://"]
)
def test_only_the_address_of_a_server_is_taken(
    tmp_path: Path, workplace: Path, engine: Engine, server: str
) -> None:
    assert origin_of(server) == ""
    with pytest.raises(SiteError, match="no address of a server"):
        build_site(tmp_path / "out", workplace / "client", engine, server)
    assert not (tmp_path / "out").exists()


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path, workplace: Path, engine: Engine) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(SiteError, match="something else"):
        build_site(tmp_path, workplace / "client", engine)
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "dear"


def test_without_a_client_it_says_what_to_do(tmp_path: Path, engine: Engine) -> None:
    with pytest.raises(SiteError, match="make web"):
        build_site(tmp_path / "out", tmp_path / "none", engine)


def test_other_addresses_lead_home_in_every_language(site: Path) -> None:
    page = (site / "404.html").read_text(encoding="utf-8")
    for code in languages():
        assert f'<p lang="{code}">{say("refusal_nothing_here", language=code)} <a href="./">' in unescape(
            page
        )


@pytest.fixture
def below(site: Path) -> Iterator[str]:
    """The address of the site on a host of plain files that has it below a path."""
    host = site.parent / "host"
    (host / "some").mkdir(parents=True, exist_ok=True)
    if not (host / "some" / "path").exists():
        (host / "some" / "path").symlink_to(site)
    handler = partial(SimpleHTTPRequestHandler, directory=str(host))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/some/path/"
        server.shutdown()


def test_everything_is_found_below_any_path(below: str) -> None:
    with httpx.Client(base_url=below) as browser:
        page = browser.get("").text
        for address in re.findall(r'(?:href|src)="([^"]*)"', page):
            assert browser.get(address).status_code == 200, address
        for file in browser.get("offline.json").json()["files"]:
            assert sha256(browser.get(file["path"]).content).hexdigest() == file["sha256"], file["path"]
