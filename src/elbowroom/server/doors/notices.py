"""Where people are told that it is their turn: their mail address, and browsers that take notices.

The links in letters lead to pages with one button, as robots open links: looking changes nothing.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import msgspec
from fastapi import APIRouter, Request, Response

from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import LANGUAGE, say
from elbowroom.server.doors.features import check_push
from elbowroom.server.doors.openapi import PAGE, told
from elbowroom.server.doors.replies import Done, body_of, reply
from elbowroom.server.doors.rest import known, visitor
from elbowroom.server.people.push import Device

if TYPE_CHECKING:
    from elbowroom.server.people.addresses import Addresses
    from elbowroom.server.people.push import Push

router = APIRouter(prefix="/api")
MOST_BYTES: Final = 4096


class NewAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where somebody would like to get mail."""

    email: str


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stood in the link of a letter."""

    token: str


class Endpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that takes no more notices."""

    endpoint: str


class Asked(msgspec.Struct, frozen=True):
    """Whether the address is known to be theirs already, or a letter asks for it."""

    is_confirmed: bool


class PushKey(msgspec.Struct, frozen=True):
    """What a browser needs to take our notices."""

    key: str


@router.post("/account/email", **told(Asked, 202, takes=NewAddress, most=MOST_BYTES))
async def set_address(request: Request) -> Response:
    """Ask for mail; it comes once the link in a first letter was followed."""
    person = await _owner(request)
    wish = await body_of(request, NewAddress, MOST_BYTES)
    is_confirmed = await _addresses(request).ask(person, wish.email)
    return reply(Asked(is_confirmed), 202)


@router.delete("/account/email", **told(Done))
async def remove_address(request: Request) -> Response:
    """Let the server forget the address."""
    await _addresses(request).remove(await _owner(request))
    return reply(Done())


@router.get("/account/email/confirm", **told(PAGE))
async def confirm_page(token: str = "") -> Response:
    """A page with a button that confirms an address."""
    return _page(say("mail_page_confirm"), token)


@router.post(
    "/account/email/confirm", **told(Done, takes=Link, most=MOST_BYTES, is_needed=False, or_page=True)
)
async def confirm(request: Request, token: str = "") -> Response:
    """Confirm an address, by the token of a link: in the query from the page, in the body from programs."""
    await _addresses(request).confirm(token or (await body_of(request, Link, MOST_BYTES)).token)
    return _page(say("mail_page_done")) if token else reply(Done())


@router.get("/account/email/unsubscribe", **told(PAGE))
async def unsubscribe_page(token: str = "") -> Response:
    """A page with a button that ends the mail."""
    return _page(say("mail_page_unsubscribe"), token)


@router.post(
    "/account/email/unsubscribe", **told(Done, takes=Link, most=MOST_BYTES, is_needed=False, or_page=True)
)
async def unsubscribe(request: Request, token: str = "") -> Response:
    """End the mail, without logging in; programs that read mail do it with one click (RFC 8058)."""
    await _addresses(request).unsubscribe(token or (await body_of(request, Link, MOST_BYTES)).token)
    return _page(say("mail_page_done")) if token else reply(Done())


@router.get("/push/key", **told(PushKey))
async def push_key(request: Request) -> Response:
    """The key that a browser needs to take our notices."""
    check_push(request)
    return reply(PushKey(await _push(request).key()))


@router.post("/push", **told(Done, 201, takes=Device, most=MOST_BYTES))
async def add_device(request: Request) -> Response:
    """Send notices to this browser too; the body is its PushSubscription."""
    person = await known(request)
    check_push(request)
    await _push(request).add(person, await body_of(request, Device, MOST_BYTES))
    return reply(Done(), 201)


@router.delete("/push", **told(Done, takes=Endpoint, most=MOST_BYTES))
async def remove_device(request: Request) -> Response:
    """Send no more notices to this browser."""
    person = await known(request)
    await _push(request).remove(person, (await body_of(request, Endpoint, MOST_BYTES)).endpoint)
    return reply(Done())


def _addresses(request: Request) -> Addresses:
    found: Addresses = request.app.state.addresses
    return found


def _push(request: Request) -> Push:
    found: Push = request.app.state.push
    return found


async def _owner(request: Request) -> str:
    """Who asks, in person: a program has no say in where mail goes."""
    found = await visitor(request)
    if found.session is None:
        raise Refused("no_account")
    if found.session.kind != "session":
        raise Refused("not_by_token")
    return found.person


def _page(words: str, token: str = "") -> Response:
    """A page with one sentence, as a button if there is something to do."""
    shown = escape(words)
    if token:
        shown = f'<form method="post" action="?token={escape(quote(token))}"><button>{shown}</button></form>'
    head = f'<meta charset="utf-8"><title>{escape(say("page_site"))}</title>'
    text = f'<!doctype html><html lang="{LANGUAGE}"><head>{head}</head><body>{shown}</body></html>'
    return Response(text, 200, {"cache-control": "no-store"}, "text/html; charset=utf-8")
