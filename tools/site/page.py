"""The two pages of a static site: the client's own, and one for addresses at which there is nothing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from elbowroom.rules.languages import languages
from elbowroom.rules.words import say
from elbowroom.server.http.client_files import HEAD
from elbowroom.server.http.routes.pages import first_elements, meta_element
from elbowroom.server.http.security_headers import CONTENT_POLICY, HOST

if TYPE_CHECKING:
    from elbowroom.server.http.engine_files import Engine


def origin_of(server: str) -> str:
    """The origin of a server's address; empty if it is not an address of a server."""
    parts = urlsplit(server)
    is_origin = parts.scheme in ("http", "https") and HOST.fullmatch(parts.netloc)
    return f"{parts.scheme}://{parts.netloc}" if is_origin else ""


def site_policy() -> str:
    """The content policy of the page; who may frame it is up to the host."""
    parts = [part.strip() for part in CONTENT_POLICY.split(";")]
    return "; ".join(part for part in parts if not part.startswith("frame-ancestors"))


def engine_folder(engine: Engine) -> str:
    """The folder of the engine in the site."""
    return f"engine/{engine.digest}/"


def site_page(index: str, engine: Engine, server: str = "") -> str:
    """The page of the client, with a head that says that there is no server behind it."""
    named = {
        "description": say("page_client"),
        "referrer": "no-referrer",
        "site": "static",
        "engine": engine_folder(engine),
        "server": origin_of(server),
    }
    head = [
        *first_elements(say("page_site")),
        meta_element("http-equiv", "content-security-policy", site_policy()),
        *(meta_element("name", name, text) for name, text in named.items() if text),
    ]
    return HEAD.sub(lambda _: "\n    ".join(head), index, count=1)


def nothing_page() -> str:
    """The page for other addresses, in all languages, as only a script could choose one; it leads home."""
    lines = []
    for code in languages():
        text = escape(say("refusal_nothing_here", language=code))
        home = escape(say("web_nowhere_home", language=code))
        lines.append(f'<p lang="{code}">{text} <a href="./">{home}</a></p>')
    title = say("page_site")
    head = "\n".join([*first_elements(title), meta_element("name", "robots", "noindex")])
    body = "\n".join([f"<h1>{escape(title)}</h1>", *lines])
    return f'<!doctype html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n'
