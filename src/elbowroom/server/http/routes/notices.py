"""Notices that it is one's turn: by mail, and by push messages to browsers.

The links in mails lead to pages with one button, as robots open links: opening one changes nothing.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.languages import chosen
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import say, spoken
from elbowroom.server.http.page_language import in_reader_language, language_of
from elbowroom.server.http.responses import (
    DEFAULT_STATUS,
    STATUS_OF_REFUSALS,
    Done,
    json_response,
    read_json,
)
from elbowroom.server.http.routes.capabilities import check_push
from elbowroom.server.http.routing import HTML, Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import require_owner, require_person
from elbowroom.server.people.push import PushDevice

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

router = Router("/api")
MAX_BODY_BYTES: Final = 4096


class NewAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The address at which somebody would like to get mail."""

    email: str
    language: str = ""
    """The language to write in, such as `de`; if it is left out, that of the request (`Accept-Language`)."""


class MailToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token in the link of a mail."""

    token: str


class PushEndpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The address of a browser that shall get no more push messages."""

    endpoint: str


class AddressStatus(msgspec.Struct, frozen=True):
    """Whether the address is confirmed already; if not, a mail asks for it."""

    is_confirmed: bool


class PushKey(msgspec.Struct, frozen=True):
    """The key that a browser needs to receive our push messages."""

    key: str


@router.post("/account/email", AddressStatus, 202, body=Body(NewAddress, MAX_BODY_BYTES))
async def set_address(request: Request) -> Response:
    """Ask for mail; it comes once the link in a first letter was followed."""
    visitor, _ = await require_owner(request)
    body = await read_json(request, NewAddress, MAX_BODY_BYTES)
    language = chosen([body.language]) if body.language else language_of(request)
    is_confirmed = await services_of(request).addresses.ask(visitor.person, body.email, language)
    return json_response(AddressStatus(is_confirmed), 202)


@router.delete("/account/email", Done)
async def remove_address(request: Request) -> Response:
    """Let the server forget the address."""
    visitor, _ = await require_owner(request)
    await services_of(request).addresses.remove(visitor.person)
    return json_response(Done())


@router.get("/account/email/confirm", HTML)
@in_reader_language
async def confirm_page(request: Request, token: str = "") -> Response:
    """A page with a button that confirms an address."""
    del request
    return _page(say("mail_page_confirm"), token)


@router.post(
    "/account/email/confirm",
    Done,
    body=Body(MailToken, MAX_BODY_BYTES, is_required=False),
    may_return_html=True,
)
@in_reader_language
async def confirm(request: Request, token: str = "") -> Response:
    """Confirm an address, by the token of a link: in the query from the page, in the body from programs."""
    return await _use_token(request, token, services_of(request).addresses.confirm)


@router.get("/account/email/unsubscribe", HTML)
@in_reader_language
async def unsubscribe_page(request: Request, token: str = "") -> Response:
    """A page with a button that ends the mail."""
    del request
    return _page(say("mail_page_unsubscribe"), token)


@router.post(
    "/account/email/unsubscribe",
    Done,
    body=Body(MailToken, MAX_BODY_BYTES, is_required=False),
    may_return_html=True,
)
@in_reader_language
async def unsubscribe(request: Request, token: str = "") -> Response:
    """End the mail, without logging in; programs that read mail do it with one click (RFC 8058)."""
    return await _use_token(request, token, services_of(request).addresses.unsubscribe)


async def _use_token(request: Request, token: str, use: Callable[[str], Awaitable[None]]) -> Response:
    """Do what a link was sent for; who comes from its page is told on a page, also why not."""
    if not token:
        await use((await read_json(request, MailToken, MAX_BODY_BYTES)).token)
        return json_response(Done())
    try:
        await use(token)
    except Refused as refused:
        if "text/html" not in request.headers.get("accept", ""):
            raise
        return _page(str(refused), status=STATUS_OF_REFUSALS.get(refused.code, DEFAULT_STATUS))
    return _page(say("mail_page_done"))


@router.get("/push/key", PushKey)
async def push_key(request: Request) -> Response:
    """The key that a browser needs to take our notices."""
    check_push(request)
    return json_response(PushKey(await services_of(request).push.key()))


@router.post("/push", Done, 201, body=Body(PushDevice, MAX_BODY_BYTES))
async def add_device(request: Request) -> Response:
    """Send notices to this browser too; the body is its PushSubscription."""
    person = await require_person(request)
    check_push(request)
    await services_of(request).push.add(person, await read_json(request, PushDevice, MAX_BODY_BYTES))
    return json_response(Done(), 201)


@router.delete("/push", Done, body=Body(PushEndpoint, MAX_BODY_BYTES))
async def remove_device(request: Request) -> Response:
    """Send no more notices to this browser."""
    person = await require_person(request)
    await services_of(request).push.remove(
        person, (await read_json(request, PushEndpoint, MAX_BODY_BYTES)).endpoint
    )
    return json_response(Done())


def _page(words: str, token: str = "", status: int = 200) -> Response:
    """A page with one sentence, as a button if there is something to do."""
    shown = escape(words)
    if token:
        shown = f'<form method="post" action="?token={escape(quote(token))}"><button>{shown}</button></form>'
    head = f'<meta charset="utf-8"><title>{escape(say("page_site"))}</title>'
    text = f'<!doctype html><html lang="{spoken()}"><head>{head}</head><body>{shown}</body></html>'
    return Response(text, status, {"cache-control": "no-store"}, "text/html; charset=utf-8")
