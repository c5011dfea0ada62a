"""Pages are in the language of their reader: by `Accept-Language`, whatever stands in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from elbowroom.rules.languages import languages
from elbowroom.rules.words import BASE, say, spoken
from elbowroom.server.http.link_previews import home_card
from tests.server.houses import house

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

pytestmark = pytest.mark.process
INDEX = """<!doctype html><html lang="en"><head><!-- head --><!-- /head --></head>
<body><noscript>old</noscript></body></html>"""
BROWSER = {"accept": "text/html", "sec-fetch-dest": "document"}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A client, as Vite builds it."""
    folder = tmp_path / "built"
    folder.mkdir()
    (folder / "index.html").write_text(INDEX, encoding="utf-8")
    (folder / "icon.svg").write_text("<svg/>", encoding="utf-8")
    return folder


def wishing(header: str) -> dict[str, str]:
    return {**BROWSER, "accept-language": header}


def language_of(page: httpx.Response) -> str:
    """What the page says of itself: the element and the preview agree."""
    (found,) = re.findall(r'<html lang="(.*?)">', page.text)
    assert f'<meta property="og:locale" content="{say("page_locale", language=found)}">' in page.text
    return str(found)


@pytest.mark.parametrize("language", languages())
async def test_all_pages_are_in_the_language_that_is_wished_for(
    language: str, tmp_path: Path, built: Path
) -> None:
    async with house(tmp_path, client=built) as here:
        table = (await here.table("ann", players=3))["table"]
        title = say("page_title", players=3, language=language)
        expected = {
            "/": say("page_client", language=language),
            "/rules": say("page_name_rules", language=language),
            "/people/Ann": say("page_client", language=language),
            f"/t/{table}": title,
            f"/embed/{table}": title,
            "/t/nosuchtable": say("refusal_unknown_table", table="nosuchtable", language=language),
            "/no/such/page": say("refusal_nothing_here", language=language),
        }
        for path, words in expected.items():
            page = await here.stranger.get(path, headers=wishing(language))
            assert language_of(page) == language, path
            assert words in page.text.replace("&#x27;", "'").replace("&quot;", '"'), path
            assert say("page_no_script", language=language) in page.text
            assert page.headers["vary"] == "accept-language"
        docs = await here.stranger.get("/docs", headers=wishing(language))
        assert f'<html lang="{language}">' in docs.text
        assert say("page_docs_kinds", language=language) in docs.text
        assert docs.headers["vary"] == "accept-language"
    assert spoken() == BASE


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("de", "de"),
        ("de-AT,en;q=0.5", "de"),
        ("en;q=0.3, de;q=0.9", "de"),
        ("en;q=0.9, de;q=0.3", "en"),
        ("de;q=0, en", "en"),
        ("de;q=0", "en"),
        ("tlh, x-klingon, de;q=0.1", "de"),
        ("*", "en"),
        ("fr-FR, *;q=0.5, de;q=0.1", "en"),
        ("de;q=much", "en"),
        (";;;,,=,q=1", "en"),
        ("../../etc/passwd", "en"),
        ('de"><script>', "en"),
        ("d" * 20_000, "en"),
        ("deutsch", "en"),
    ],
)
async def test_whatever_is_wished_for_there_is_a_page(
    header: str | None, language: str, tmp_path: Path
) -> None:
    async with house(tmp_path) as here:
        page = await here.stranger.get("/", headers={} if header is None else {"accept-language": header})
        assert page.status_code == 200
        assert language_of(page) == language
        assert page.headers["vary"] == "accept-language"


async def test_a_header_may_come_in_two_pieces(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        page = await here.stranger.get("/", headers=[("accept-language", "fr"), ("accept-language", "de")])
        assert language_of(page) == "de"


async def test_the_api_and_the_table_inside_a_page_speak_english(tmp_path: Path, built: Path) -> None:
    """Whatever the browser wishes for: the client words codes by itself."""
    async with house(tmp_path, client=built) as here:
        refused = await here.stranger.get("/api/tables/nosuchtable", headers=wishing("de"))
        assert refused.json()["reason"] == say("refusal_unknown_table", table="nosuchtable", language=BASE)
        assert "vary" not in refused.headers
        missing = await here.stranger.get("/t/nosuchtable/picture.png", headers=wishing("de"))
        assert missing.json()["reason"] == refused.json()["reason"]


async def test_what_has_no_words_is_the_same_for_everybody(tmp_path: Path, built: Path) -> None:
    async with house(tmp_path, client=built) as here:
        icon = await here.stranger.get("/icon.svg", headers=wishing("de"))
        assert icon.headers["vary"] == "accept-encoding"


async def test_caches_keep_a_picture_for_each_language(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table = (await here.table("ann", players=2))["table"]
        for path in ("/picture.png", f"/t/{table}/picture.png"):
            picture = await here.stranger.get(path, headers=wishing("de"))
            assert picture.headers["content-type"] == "image/png"
            assert picture.headers["vary"] == "accept-language"


def test_the_picture_of_the_site_has_the_words_of_the_language_that_is_spoken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is not kept from whoever asked first; the server's cache has the words in its key."""
    before = home_card()
    monkeypatch.setattr("elbowroom.server.http.link_previews.say", lambda key: f"{key} elsewhere")
    assert (before.title, home_card().title) == (say("page_site"), "page_site elsewhere")
