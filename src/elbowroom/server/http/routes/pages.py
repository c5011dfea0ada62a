"""Pages of the browser client, each with a head for link previews; plain pages if the client is not built.

A request for a page changes nothing, as robots open links too.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.drawing.svg.card import CARD_HEIGHT, CARD_WIDTH
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import BASE, say, speaking, spoken
from elbowroom.server.community.gallery import creation_card, find_version
from elbowroom.server.http.client_files import ASSETS
from elbowroom.server.http.http_cache import REVALIDATE, edition
from elbowroom.server.http.link_previews import description_of, home_card, table_card
from elbowroom.server.http.page_language import in_reader_language
from elbowroom.server.http.rate_limits import address_of
from elbowroom.server.http.reading_lane import reading
from elbowroom.server.http.routing import Router
from elbowroom.server.http.security_headers import embedded_policy_for
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import find_person, hearing_of
from elbowroom.server.rooms.turns import in_turns
from elbowroom.server.tables.table import map_of
from elbowroom.server.views.opening import opening_of
from elbowroom.server.workers.messages import DrawPicture
from elbowroom.server.workers.picture_cache import cache_key

if TYPE_CHECKING:
    from elbowroom.server.community.creations import CreationCard
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.tables.listing import Listing
    from elbowroom.server.tables.table import Table

router = Router()
PAGES: Final = (
    "account",
    "admin",
    "credits",
    "explore",
    "gallery",
    "games",
    "join",
    "learn",
    "local",
    "maps",
    "new",
    "rules",
    "settings",
    "watch",
    "workshop",
)
"""The pages of the client beside the first one, tables and people, by the first word of their address."""
CACHE_A_DAY: Final = "public, max-age=86400"
"""For what does not change any more."""


@dataclass(frozen=True)
class Preview:
    """What the preview of a link shows."""

    title: str
    description: str
    site: str
    """The public address of the server."""
    path: str
    picture: str = ""
    """Its path; empty if there is none."""
    is_private: bool = False


def head(preview: Preview) -> str:
    """The head of a page: what messengers and search engines read, and the edition for the client."""
    named = {
        "description": preview.description,
        "robots": "noindex" if preview.is_private else "",
        "edition": edition(),
        "twitter:card": "summary_large_image" if preview.picture else "summary",
    }
    properties = {
        "og:site_name": say("page_site"),
        "og:locale": say("page_locale"),
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": preview.site + preview.path,
    }
    if preview.picture:
        properties |= {
            "og:image": preview.site + preview.picture,
            "og:image:type": "image/png",
            "og:image:width": str(CARD_WIDTH),
            "og:image:height": str(CARD_HEIGHT),
            "og:image:alt": say("page_picture", description=preview.description),
        }
    return "\n".join(
        [
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
            f"<title>{escape(preview.title)}</title>",
            *(_meta("name", name, content) for name, content in named.items() if content),
            *(_meta("property", name, content) for name, content in properties.items()),
        ]
    )


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'


@router.page("/")
@in_reader_language
async def home(request: Request) -> Response:
    """The first page of the client; without it, what this server is and the tables that wait for players."""
    services = services_of(request)
    if services.client.is_built:
        return _page_response(request, _site_preview(request, say("page_site"), say("page_client")))
    services.limits.preview(request)
    waiting = await services.rooms.store.open_tables()
    preview = _site_preview(request, say("page_site"), say("page_home"))
    links = [_link(table_id, listed) for table_id, listed in waiting]
    tables = "<ul>\n" + "\n".join(links) + "\n</ul>" if links else f"<p>{escape(say('page_no_tables'))}</p>"
    docs = f'<p><a href="/docs">{escape(say("page_docs"))}</a></p>'
    return _page_response(request, preview, more=f"<h2>{escape(say('page_tables'))}</h2>\n{tables}\n{docs}")


def _link(table_id: str, listed: Listing) -> str:
    title = listed.title or say("page_title", players=listed.players)
    free = say("page_open", free=listed.free, players=listed.players)
    return f'<li><a href="/t/{table_id}">{escape(title)}</a> {escape(free)}</li>'


@router.page("/t/{table_id}")
@in_reader_language
async def page(request: Request, table_id: str, at: int | None = None) -> Response:
    """What a link to a table, or to a moment of its game, leads to."""
    return await _table_page(request, table_id, at, has_opening=at is None)


async def _table_page(request: Request, table_id: str, at: int | None, *, has_opening: bool) -> Response:
    services = services_of(request)
    services.limits.preview(request)
    try:
        room = await services.rooms.room(table_id)
        preview = _preview(request, room, at)
    except Refused as refused:
        return _refused_page(request, refused)
    data = await _opening(request, room) if has_opening else b""
    return _page_response(request, preview, data=data)


async def _opening(request: Request, room: Room) -> bytes:
    """The table for the page of a browser; robots that only want the head do not make us replay its log."""
    if request.headers.get("sec-fetch-dest") != "document":
        return b""
    try:
        async with reading(request) as visitor:
            with speaking(BASE):  # as in the API
                opening = await in_turns(opening_of(room.id, room.log, *hearing_of(visitor)))
                return msgspec.json.encode(opening, enc_hook=str)
    except Refused:
        return b""


@router.page("/embed/{table_id}")
@in_reader_language
async def embedded(request: Request, table_id: str, at: int | None = None) -> Response:
    """The same for other pages that show a table inside them: the only page that may be framed."""
    # What the visitor may see as a player has no place in it.
    response = await _table_page(request, table_id, at, has_opening=False)
    response.headers["content-security-policy"] = embedded_policy_for(request.headers.get("host", ""))
    return response


@router.page("/t/{table_id}/picture.png")
@in_reader_language
async def picture(request: Request, table_id: str, at: int | None = None) -> Response:
    """The board as a spectator sees it at this moment."""
    services = services_of(request)
    services.limits.preview(request)
    room = await services.rooms.room(table_id)
    return await _picture_response(request, table_card(_table_at(room, at)), is_final=at is not None)


@router.page("/picture.png")
@in_reader_language
async def home_picture(request: Request) -> Response:
    """The picture of the site, for links to all its pages but tables."""
    services_of(request).limits.preview(request)
    return await _picture_response(request, home_card(), is_final=True)


async def _picture_response(request: Request, drawing: DrawPicture, *, is_final: bool) -> Response:
    tag = f'"{cache_key(drawing)}"'
    headers = {"etag": tag, "cache-control": CACHE_A_DAY if is_final else REVALIDATE}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    picture = await services_of(request).pictures.picture(drawing, address_of(request))
    return Response(picture, 200, headers, "image/png")


@in_reader_language
async def page_of(request: Request) -> Response:
    """A page of the client; without it there is none."""
    title = say(f"page_name_{request.url.path.split('/')[1]}")
    return _client_page(request, _site_preview(request, title, say("page_client")))


@router.page("/gallery/{creation}")
@in_reader_language
async def creation_page(request: Request, creation: str) -> Response:
    """What a link to a creation leads to."""
    services = services_of(request)
    services.limits.preview(request)
    try:
        card = await _card(request, creation)
    except Refused as refused:
        return _refused_page(request, refused)
    summary = " ".join(card.summary.split())
    preview = Preview(
        title=card.name,
        description=f"{say('page_creation', kind=card.kind, author=card.author)} {summary}".rstrip(),
        site=_site(request),
        path=f"/gallery/{card.id}",
        picture=f"/gallery/{card.id}/picture.png?v={card.version}" if card.has_board else _site_picture(),
        is_private=card.status != "listed",
    )
    return _page_response(request, preview)


@router.page("/gallery/{creation}/picture.png")
async def creation_picture(request: Request, creation: str) -> Response:
    """The map of a creation, for previews of links to it."""
    services = services_of(request)
    services.limits.preview(request)
    card = await _card(request, creation)
    if not card.has_board:
        raise Refused("no_board")
    version = await find_version(services.people_db, card.version, await find_person(request))
    return await _picture_response(request, DrawPicture(version.text, None, card.name), is_final=False)


async def _card(request: Request, creation: str) -> CreationCard:
    """The card of a creation that whoever asks may see."""
    services, person = services_of(request), await find_person(request)
    return await creation_card(services.people_db, creation, person, services.settings.now())


for _name in PAGES:
    for _path in (f"/{_name}", f"/{_name}/{{rest:path}}"):
        router.page(_path)(page_of)
router.page("/people")(page_of)


@router.page("/people/{name}")
@in_reader_language
async def person(request: Request, name: str) -> Response:
    """The page of somebody with an account; the client checks whether the person exists."""
    preview = Preview(name, say("page_client"), _site(request), request.url.path, is_private=True)
    return _client_page(request, preview)


def _client_page(request: Request, preview: Preview) -> Response:
    if not services_of(request).client.is_built:
        raise HTTPException(404)
    return _page_response(request, preview)


async def not_found_page(request: Request) -> Response | None:
    """The page of the client that says so, if it is a browser that asks for a page."""
    wants_page = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    if not wants_page or not services_of(request).client.is_built or request.url.path.startswith("/api/"):
        return None
    return await _nothing_here(request)


@in_reader_language
async def _nothing_here(request: Request) -> Response:
    return _refused_page(request, Refused("nothing_here"))


def _refused_page(request: Request, refused: Refused) -> Response:
    """A page that says why there is nothing to show."""
    preview = Preview(say("page_site"), str(refused), _site(request), request.url.path, is_private=True)
    return _page_response(request, preview, 404)


@router.page("/assets/{path:path}")
async def asset(request: Request, path: str) -> Response:
    """A file of the client whose name changes with its content."""
    return await services_of(request).client.file(request, ASSETS + path)


files = Router()
"""The last routes: what no other one matches may be a file of the client."""


@files.page("/{name}")
async def file(request: Request, name: str) -> Response:
    """A file of the client whose name stays the same, such as its icon."""
    return await services_of(request).client.file(request, name)


def _table_at(room: Room, at: int | None) -> Table:
    return room.table if at is None or at == room.table.seq else room.log.moment(at)


def _preview(request: Request, room: Room, at: int | None) -> Preview:
    table = _table_at(room, at)
    has_picture = all(region.outline for region in map_of(table).regions)
    path = f"/t/{room.id}"
    return Preview(
        title=table.settings.title or say("page_title", players=table.settings.players),
        description=description_of(table),
        site=_site(request),
        path=path if at is None else f"{path}?at={at}",
        picture=f"{path}/picture.png?at={table.seq}" if has_picture else "",
        is_private=not table.settings.is_open,
    )


def _site_preview(request: Request, title: str, description: str) -> Preview:
    """The preview of a page that is not about one table; a new edition may draw its picture anew."""
    return Preview(title, description, _site(request), request.url.path, _site_picture())


def _site_picture() -> str:
    return f"/picture.png?v={edition()}"


def _site(request: Request) -> str:
    return services_of(request).settings.public_url or str(request.base_url).rstrip("/")


def _page_response(
    request: Request, preview: Preview, status: int = 200, more: str = "", data: bytes = b""
) -> Response:
    """The page of the client, or a plain one that says what its head says, and more."""
    if services_of(request).client.is_built:
        response = services_of(request).client.page(request, head(preview), status, data)
    else:
        response = _plain_page(preview, status, more)
    if preview.is_private:
        response.headers["x-robots-tag"] = "noindex"
    return response


def _plain_page(preview: Preview, status: int, more: str) -> Response:
    lines = [f"<h1>{escape(preview.title)}</h1>", f"<p>{escape(preview.description)}</p>"]
    if preview.picture:
        size = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}"'
        alt = escape(say("page_picture", description=preview.description))
        lines.append(f'<p><img src="{escape(preview.picture)}" alt="{alt}" {size}></p>')
    body = "\n".join([*lines, *([more] if more else []), f"<p>{escape(say('page_unbuilt'))}</p>"])
    html = (
        f'<!doctype html>\n<html lang="{spoken()}">\n<head>\n{head(preview)}\n</head>\n'
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )
    return Response(html, status, {"cache-control": REVALIDATE}, "text/html; charset=utf-8")
