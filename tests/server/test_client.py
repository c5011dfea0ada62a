"""The browser client is handed out as it was built: files that never change, files that may, and pages."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from elbowroom.server.http.routes.pages import PAGES
from elbowroom.server.http.security_headers import CONTENT_POLICY, policy_for
from tests.server.houses import House, house

if TYPE_CHECKING:
    import httpx

pytestmark = pytest.mark.process
INDEX = """<!doctype html><html lang="en"><head><!-- head --><title>old</title><!-- /head -->
<script type="module" src="./assets/main-abc.js"></script>
<link rel="icon" href="./favicon.svg" /></head><body><div id="app"></div></body></html>"""
SCRIPT = b"console.log('elbowroom');" * 50
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A client, as Vite builds it."""
    folder = tmp_path / "built"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX, encoding="utf-8")
    (folder / "assets" / "main-abc.js").write_bytes(SCRIPT)
    (folder / "assets" / "main-abc.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "assets" / "plain-abc.css").write_text("body { margin: 0 }", encoding="utf-8")
    (folder / "favicon.svg").write_text("<svg/>", encoding="utf-8")
    (folder / "manifest.webmanifest").write_text("{}", encoding="utf-8")
    (folder / "worker.js").write_text("// a worker", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("not for anybody", encoding="utf-8")
    return folder


def title_of(page: httpx.Response) -> str:
    (found,) = re.findall("<title>(.*?)</title>", page.text)
    return str(found)


async def test_parts_of_the_client_are_kept_for_ever_and_sent_compressed(tmp_path: Path, built: Path) -> None:
    async with house(tmp_path, client=built) as here:
        script = await here.stranger.get("/assets/main-abc.js", headers={"accept-encoding": "gzip, br"})
        assert script.headers["content-encoding"] == "gzip"
        assert script.headers["content-type"].startswith("text/javascript")
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert script.headers["vary"] == "accept-encoding"
        assert script.content == SCRIPT
        plain = await here.stranger.get("/assets/main-abc.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == SCRIPT
        css = await here.stranger.get("/assets/plain-abc.css")
        assert css.headers["content-type"].startswith("text/css")
        assert "content-encoding" not in css.headers, "nobody has compressed it"


async def test_other_files_are_sent_again_only_when_they_changed(tmp_path: Path, built: Path) -> None:
    async with house(tmp_path, client=built) as here:
        for name, media in (
            ("favicon.svg", "image/svg+xml"),
            ("manifest.webmanifest", "application/manifest+json"),
            ("worker.js", "text/javascript"),
        ):
            first = await here.stranger.get(f"/{name}")
            assert first.headers["content-type"].split(";")[0] == media
            assert first.headers["cache-control"] == "no-cache"
            tag = {"if-none-match": first.headers["etag"]}
            again = await here.stranger.get(f"/{name}", headers=tag)
            assert (again.status_code, again.content) == (304, b"")
        (built / "worker.js").write_text("// a newer worker", encoding="utf-8")
        assert (await here.stranger.get("/worker.js", headers=tag)).text == "// a newer worker"
        assert (await here.stranger.head("/favicon.svg")).status_code == 200


async def test_nothing_beside_the_client_is_handed_out(tmp_path: Path, built: Path) -> None:
    async with house(tmp_path, client=built) as here:
        for path in (
            "/assets/../../secret.txt",
            "/assets/%2e%2e/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/assets//etc/passwd",
            "/assets/",
            "/assets",
            "/assets/%00",
            "/" + "x" * 300,
            "/index.html",
        ):
            answer = await here.stranger.get(path)
            assert (answer.status_code, answer.json()["code"]) == (404, "nothing_here"), path


async def test_every_page_of_the_client_has_a_head_of_its_own(tmp_path: Path, built: Path) -> None:
    async with house(tmp_path, client=built, public_url="https://games.example") as here:
        titles = set()
        for path in ("/", *(f"/{name}" for name in PAGES), "/people", "/people/Ann", "/rules/some/part"):
            page = await here.stranger.get(path)
            assert page.status_code == 200
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert page.headers["cache-control"] == "no-cache"
            assert f'<meta property="og:url" content="https://games.example{path}">' in page.text
            assert '<script type="module" src="/assets/main-abc.js">' in page.text
            assert '<link rel="icon" href="/favicon.svg" />' in page.text
            assert "viewport-fit=cover" in page.text
            titles.add(title_of(page))
        assert len(titles) == len(PAGES) + 3
        assert "old" not in titles


def test_the_server_knows_the_pages_of_the_client() -> None:
    pages = (Path(__file__).parents[2] / "web" / "src" / "pages.ts").read_text(encoding="utf-8")
    named = re.findall(r'^  "?(\w*)"?: \{\s*load: \(\) => import\("./pages/', pages, re.MULTILINE)
    assert sorted(named) == sorted(["", "t", "embed", "people", *PAGES])


def opening_in(page: httpx.Response) -> Any:  # noqa: ANN401 - JSON
    """The table in a page; None if there is none."""
    found = re.search('<script type="application/json" id="opening">(.*?)</script>', page.text)
    return None if found is None else json.loads(found[1])


async def test_the_page_of_a_table_brings_the_table_along(tmp_path: Path, built: Path) -> None:
    """As whoever opens it may see it; robots and frames of other pages get none."""
    navigation = {"sec-fetch-dest": "document"}
    async with house(tmp_path, client=built) as here:
        ann = here.person("ann")
        table = (await here.table("ann", players=2))["table"]
        said = {"do": "say", "text": "</script><b>", "name": "Ann"}
        sent = await ann.post(f"/api/tables/{table}/commands", json={"id": "a", "cmd": said})
        assert sent.status_code == 200
        for person in (ann, here.stranger):
            page = await person.get(f"/t/{table}", headers=navigation)
            told = (await person.get(f"/api/tables/{table}/opening")).json()
            assert opening_in(page) == told
            assert page.headers["cache-control"] == "no-store"
            state = (await person.get(f"/api/tables/{table}?protocol=2")).json()
            assert told["state"] == state
            assert told["chat"][0]["text"] == "</script><b>"
            assert told["log"] == (await person.get(f"/api/tables/{table}/log")).json()
        assert opening_in(await ann.get(f"/t/{table}", headers=navigation))["state"]["invite"]
        assert not opening_in(await here.stranger.get(f"/t/{table}", headers=navigation))["state"]["invite"]
        assert opening_in(await ann.get(f"/t/{table}")) is None
        assert opening_in(await ann.get(f"/t/{table}?at=1", headers=navigation)) is None
        assert opening_in(await ann.get(f"/embed/{table}", headers=navigation)) is None


async def test_a_table_shows_the_client_with_its_preview(tmp_path: Path, built: Path) -> None:
    async with house(tmp_path, client=built) as here:
        table = (await here.table("ann", players=3, title="Tea & <dragons>"))["table"]
        page = await here.stranger.get(f"/t/{table}")
        assert title_of(page) == "Tea &amp; &lt;dragons&gt;"
        assert f"/t/{table}/picture.png?at=1" in page.text
        assert page.headers["x-robots-tag"] == "noindex"
        assert '<div id="app">' in page.text
        missing = await here.stranger.get("/t/nosuchtable")
        assert missing.status_code == 404
        assert '<div id="app">' in missing.text


async def test_an_address_that_leads_nowhere_is_a_page_for_people_and_a_refusal_for_programs(
    tmp_path: Path, built: Path
) -> None:
    async with house(tmp_path, client=built) as here:
        page = await here.stranger.get("/no/such/page", headers=BROWSER)
        assert page.status_code == 404
        assert '<div id="app">' in page.text
        assert page.headers["x-robots-tag"] == "noindex"
        for path in ("/no/such/page", "/assets/gone.js", "/gone.txt"):
            answer = await here.stranger.get(path)
            assert (answer.status_code, answer.json()["code"]) == (404, "nothing_here")
        api = await here.stranger.get("/api/nothing", headers=BROWSER)
        assert (api.status_code, api.json()["code"]) == (404, "nothing_here")
        wrong = await here.stranger.get("/api/guest", headers=BROWSER)
        assert (wrong.status_code, wrong.json()["code"]) == (405, "wrong_method")
        assert (await here.stranger.get("/docs")).status_code == 200


async def test_without_a_client_there_are_plain_pages_that_say_so(tmp_path: Path, built: Path) -> None:
    """Until it is built: the server need not be started again."""
    folder = tmp_path / "later"
    async with house(tmp_path, client=folder) as here:
        table = (await here.table("ann", players=2))["table"]
        for path in ("/", f"/t/{table}"):
            page = await here.stranger.get(path)
            assert page.status_code == 200
            assert "make web" in page.text
        for path in ("/learn", "/favicon.ico", "/assets/main-abc.js", "/people/Ann"):
            assert (await here.stranger.get(path, headers=BROWSER)).json()["code"] == "nothing_here"
        built.rename(folder)
        assert title_of(await here.stranger.get("/learn")).startswith("Learn")


async def policy_of(here: House, host: str) -> str:
    page = await here.stranger.get("/", headers={"host": host})
    return str(page.headers["content-security-policy"])


async def test_pages_may_load_nothing_from_elsewhere_and_speak_to_their_own_host(
    tmp_path: Path, built: Path
) -> None:
    async with house(tmp_path, client=built) as here:
        policy = await policy_of(here, "localhost:8710")
        assert "connect-src 'self' ws://localhost:8710 wss://localhost:8710;" in policy
        assert "unsafe" not in policy
        assert "img-src 'self' data: blob:;" in policy
        for part in ("script-src", "style-src", "font-src", "worker-src", "manifest-src"):
            assert f"{part} 'self';" in policy
        assert await policy_of(here, "localhost:1; script-src *") == CONTENT_POLICY


def test_only_a_host_is_put_into_the_policy() -> None:
    assert policy_for("[::1]:8710") != CONTENT_POLICY
    for host in ("", "a b", "a;b", "a'b", "a\r\nb", "*", "a:b", "ä"):
        assert policy_for(host) == CONTENT_POLICY
