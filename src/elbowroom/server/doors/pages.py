"""Pages for those who follow a link: what a table is about, with a picture of its board.

Nothing here changes anything: robots open links too, and sit down at no table.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request, Response

from elbowroom.drawing.card import CARD_HEIGHT, CARD_WIDTH
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import LANGUAGE, say
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
LONG: Final = "public, max-age=86400"
"""What was is not changed any more."""
SHORT: Final = "no-cache"


@dataclass(frozen=True)
class Preview:
    """What a link to a table promises."""

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
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(preview.title)}</title>",
            *(_meta("name", name, told) for name, told in named.items() if told),
            *(_meta("property", name, told) for name, told in properties.items()),
        ]
    )


def _meta(kind: str, name: str, told: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(told)}">'


@router.api_route("/", methods=READING)
async def home(request: Request) -> Response:
    """What this server is, and the tables that wait for players."""
    limits_of(request).preview(request)
    waiting = await rooms_of(request).store.open_tables()
    preview = Preview(say("page_site"), say("page_home"), _site(request), "/")
    links = [_link(table_id, listed) for table_id, listed in waiting]
    tables = "<ul>\n" + "\n".join(links) + "\n</ul>" if links else f"<p>{escape(say('page_no_tables'))}</p>"
    docs = f'<p><a href="/docs">{escape(say("page_docs"))}</a></p>'
    return _page(preview, more=f"<h2>{escape(say('page_tables'))}</h2>\n{tables}\n{docs}")


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
        lost = Preview(say("page_site"), str(refused), _site(request), request.url.path, is_private=True)
        return _page(lost, status=404)
    return _page(preview)


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


def _moment(room: Room, at: int | None) -> Table:
    return room.table if at is None or at == room.table.seq else table_at(room, at)


def _map(table: Table) -> Map:
    """The map that the table plays on, or will."""
    agreement = table.agreement
    laid = (table.game or first_game(agreement, seat_names(agreement.players))).table
    return laid.content.map(laid.board.map_id)


def board_of(table: Table) -> Draw:
    """What is to be drawn: before the start the map, then what a spectator sees of the game."""
    return Draw(_map(table).source, None if table.game is None else table.game.view(None))


def _preview(request: Request, room: Room, at: int | None) -> Preview:
    table = _moment(room, at)
    has_picture = all(region.outline for region in _map(table).regions)
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


def _page(preview: Preview, status: int = 200, more: str = "") -> Response:
    """A page that says what its head says, and more."""
    lines = [f"<h1>{escape(preview.title)}</h1>", f"<p>{escape(preview.description)}</p>"]
    if preview.picture:
        size = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}"'
        alt = escape(say("page_picture", description=preview.description))
        lines.append(f'<p><img src="{escape(preview.picture)}" alt="{alt}" {size}></p>')
    body = "\n".join([*lines, *([more] if more else [])])
    html = (
        f'<!doctype html>\n<html lang="{LANGUAGE}">\n<head>\n{head(preview)}\n</head>\n'
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )
    headers = {"cache-control": SHORT} | ({"x-robots-tag": "noindex"} if preview.is_private else {})
    return Response(html, status, headers, "text/html; charset=utf-8")
