"""Pages of the browser client, each with a head for those who follow a link; plain ones where it is missing.

Nothing here changes anything: robots open links too, and sit down at no table.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from elbowroom.drawing.card import CARD_HEIGHT, CARD_WIDTH
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import LANGUAGE, say
from elbowroom.server.doors.client import ASSETS, Client
from elbowroom.server.doors.lasting import SHORT
from elbowroom.server.doors.rest import limits_of, rooms_of, table_at
from elbowroom.server.tables.agreement import first_game, seat_names
from elbowroom.server.workers.messages import Draw
from elbowroom.server.workers.pictures import Pictures, name_of

if TYPE_CHECKING:
    from elbowroom.rules.maps import Map
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.storage.store import Listing
    from elbowroom.server.tables.table import Table

router = APIRouter(include_in_schema=False)
READING: Final = ["GET", "HEAD"]
PAGES: Final = (
    "account",
    "credits",
    "games",
    "join",
    "learn",
    "new",
    "rules",
    "settings",
    "watch",
    "workshop",
)
"""The pages of the client beside the first one, tables and people, by the first word of their address."""
LONG: Final = "public, max-age=86400"
"""What was is not changed any more."""


@dataclass(frozen=True)
class Preview:
    """What a link promises."""

    title: str
    description: str
    site: str
    """The address of the server that the world knows."""
    path: str
    picture: str = ""
    """Its path; empty if there is none."""
    is_private: bool = False


def head(preview: Preview) -> str:
    """The head of a page, with the tags that messengers and search engines read."""
    named = {
        "description": preview.description,
        "robots": "noindex" if preview.is_private else "",
        "twitter:card": "summary_large_image" if preview.picture else "summary",
    }
    properties = {
        "og:site_name": say("page_site"),
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
            *(_meta("name", name, told) for name, told in named.items() if told),
            *(_meta("property", name, told) for name, told in properties.items()),
        ]
    )


def _meta(kind: str, name: str, told: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(told)}">'


def client_of(request: Request) -> Client:
    """The browser client."""
    found: Client = request.app.state.client
    return found


@router.api_route("/", methods=READING)
async def home(request: Request) -> Response:
    """The first page of the client; without it, what this server is and the tables that wait for players."""
    if client_of(request).is_built:
        return _shown(request, Preview(say("page_site"), say("page_client"), _site(request), "/"))
    limits_of(request).preview(request)
    waiting = await rooms_of(request).store.open_tables()
    preview = Preview(say("page_site"), say("page_home"), _site(request), "/")
    links = [_link(table_id, listed) for table_id, listed in waiting]
    tables = "<ul>\n" + "\n".join(links) + "\n</ul>" if links else f"<p>{escape(say('page_no_tables'))}</p>"
    docs = f'<p><a href="/docs">{escape(say("page_docs"))}</a></p>'
    return _shown(request, preview, more=f"<h2>{escape(say('page_tables'))}</h2>\n{tables}\n{docs}")


def _link(table_id: str, listed: Listing) -> str:
    title = listed.title or say("page_title", players=listed.players)
    free = say("page_open", free=listed.free, players=listed.players)
    return f'<li><a href="/t/{table_id}">{escape(title)}</a> {escape(free)}</li>'


@router.api_route("/t/{table_id}", methods=READING)
async def page(request: Request, table_id: str, at: int | None = None) -> Response:
    """What a link to a table, or to a moment of its game, leads to."""
    limits_of(request).preview(request)
    try:
        room = await rooms_of(request).room(table_id)
        preview = _preview(request, room, at)
    except Refused as refused:
        preview = Preview(say("page_site"), str(refused), _site(request), request.url.path, is_private=True)
        return _shown(request, preview, status=404)
    return _shown(request, preview)


@router.api_route("/t/{table_id}/picture.png", methods=READING)
async def picture(request: Request, table_id: str, at: int | None = None) -> Response:
    """The board as a spectator sees it at this moment."""
    limits_of(request).preview(request)
    room = await rooms_of(request).room(table_id)
    question = board_of(_moment(room, at))
    tag = f'"{name_of(question)}"'
    headers = {"etag": tag, "cache-control": SHORT if at is None else LONG}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    pictures: Pictures = request.app.state.pictures
    return Response(await pictures.drawn(question), 200, headers, "image/png")


async def page_of(request: Request) -> Response:
    """A page of the client; without it there is none."""
    path = request.url.path
    title = say(f"page_name_{path.split('/')[1]}")
    return _client_page(request, Preview(title, say("page_client"), _site(request), path))


for _name in PAGES:
    for _path in (f"/{_name}", f"/{_name}/{{rest:path}}"):
        router.add_api_route(_path, page_of, methods=READING)
router.add_api_route("/people", page_of, methods=READING)


@router.api_route("/people/{name}", methods=READING)
async def person(request: Request, name: str) -> Response:
    """The page of somebody with an account; whether there is such a one, the client asks."""
    preview = Preview(name, say("page_client"), _site(request), request.url.path, is_private=True)
    return _client_page(request, preview)


def _client_page(request: Request, preview: Preview) -> Response:
    if not client_of(request).is_built:
        raise HTTPException(404)
    return _shown(request, preview)


def lost(request: Request) -> Response | None:
    """The page of the client for an address that leads nowhere, if it is a person who asks."""
    wants_page = request.method in READING and "text/html" in request.headers.get("accept", "")
    if not wants_page or not client_of(request).is_built or request.url.path.startswith("/api/"):
        return None
    nothing = str(Refused("nothing_here"))
    preview = Preview(say("page_site"), nothing, _site(request), request.url.path, is_private=True)
    return _shown(request, preview, 404)


@router.api_route("/assets/{path:path}", methods=READING)
async def asset(request: Request, path: str) -> Response:
    """A part of the client, which never changes: its name would."""
    return await client_of(request).file(request, ASSETS + path)


files = APIRouter(include_in_schema=False)
"""What no other route knows may be a file of the client."""


@files.api_route("/{name}", methods=READING)
async def file(request: Request, name: str) -> Response:
    """A file of the client that has the same name for ever, such as its icon."""
    return await client_of(request).file(request, name)


def _moment(room: Room, at: int | None) -> Table:
    return room.table if at is None or at == room.table.seq else table_at(room, at)


def map_of(table: Table) -> Map:
    """The map that the table plays on, or will."""
    agreement = table.agreement
    laid = (table.game or first_game(agreement, seat_names(agreement.players))).table
    return laid.content.map(laid.board.map_id)


def board_of(table: Table) -> Draw:
    """What is to be drawn: before the start the map, then what a spectator sees of the game."""
    return Draw(map_of(table).source, None if table.game is None else table.game.view(None))


def _preview(request: Request, room: Room, at: int | None) -> Preview:
    table = _moment(room, at)
    has_picture = all(region.outline for region in map_of(table).regions)
    path = f"/t/{room.id}"
    return Preview(
        title=table.agreement.title or say("page_title", players=table.agreement.players),
        description=_description(table),
        site=_site(request),
        path=path if at is None else f"{path}?at={at}",
        picture=f"{path}/picture.png?at={table.seq}" if has_picture else "",
        is_private=not table.agreement.is_open,
    )


def _description(table: Table) -> str:
    """How far the game is."""
    game = table.game
    if game is not None and game.is_over:
        return say("page_over")
    if table.status == "closed" and not table.is_import:
        return say("page_closed")
    if game is None:
        free = sum(seat.is_free for seat in table.seats)
        return say("page_open", free=free, players=len(table.seats))
    shown = game.view(None)
    return say("page_turn", game_turn=shown.game_turn, game_turns=shown.game_turns)


def _site(request: Request) -> str:
    found: str = request.app.state.settings.public_url or str(request.base_url).rstrip("/")
    return found


def _shown(request: Request, preview: Preview, status: int = 200, more: str = "") -> Response:
    """The page of the client, or a plain one that says what its head says, and more."""
    if client_of(request).is_built:
        response = client_of(request).page(request, head(preview), status)
    else:
        response = _plain(preview, status, more)
    if preview.is_private:
        response.headers["x-robots-tag"] = "noindex"
    return response


def _plain(preview: Preview, status: int, more: str) -> Response:
    lines = [f"<h1>{escape(preview.title)}</h1>", f"<p>{escape(preview.description)}</p>"]
    if preview.picture:
        size = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}"'
        alt = escape(say("page_picture", description=preview.description))
        lines.append(f'<p><img src="{escape(preview.picture)}" alt="{alt}" {size}></p>')
    body = "\n".join([*lines, *([more] if more else []), f"<p>{escape(say('page_unbuilt'))}</p>"])
    html = (
        f'<!doctype html>\n<html lang="{LANGUAGE}">\n<head>\n{head(preview)}\n</head>\n'
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )
    return Response(html, status, {"cache-control": SHORT}, "text/html; charset=utf-8")
