"""Passkeys: adding one to an account, removing it, logging in by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.server.http.responses import Done, json_response, read_json
from elbowroom.server.http.routes.account import (
    MAX_BODY_BYTES,
    Confirmation,
    NewSession,
    done_response,
    origin_of,
    read_confirmation,
    session_response,
)
from elbowroom.server.http.routing import Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import check_origin, require_owner
from elbowroom.server.people.passkeys import party

if TYPE_CHECKING:
    from elbowroom.server.people.passkeys import Offer, Party

router = Router("/api/account/passkeys")


class PasskeyResponse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser made of the options."""

    challenge: str
    """The id of the options."""
    credential: dict[str, Any]
    label: str = ""


class PasskeyId(msgspec.Struct, frozen=True):
    """The id of a passkey in the list of them."""

    id: str


class PasskeyOptions(msgspec.Struct, frozen=True):
    """What a browser needs to make or use a passkey (WebAuthn), and the id by which it answers."""

    id: str
    options: msgspec.Raw


@router.post("/options", PasskeyOptions, body=Body(Confirmation, MAX_BODY_BYTES, is_required=False))
async def passkey_options(request: Request) -> Response:
    """What a browser needs to make a passkey."""
    services = services_of(request)
    visitor, session = await require_owner(request)
    relying_party = _relying_party(request)
    await services.accounts.confirm(session, (await read_confirmation(request)).password)
    return _options_response(await services.passkeys.offer_new(visitor.person, relying_party))


@router.post("", PasskeyId, 201, body=Body(PasskeyResponse, MAX_BODY_BYTES))
async def add_passkey(request: Request) -> Response:
    """Keep a passkey that a browser has made."""
    visitor, _ = await require_owner(request)
    relying_party = _relying_party(request)
    made = await read_json(request, PasskeyResponse, MAX_BODY_BYTES)
    label = origin_of(request, made.label).label
    passkeys = services_of(request).passkeys
    passkey = await passkeys.add(visitor.person, relying_party, made.challenge, made.credential, label)
    return json_response(PasskeyId(passkey), 201)


@router.delete("/{passkey_id}", Done, body=Body(Confirmation, MAX_BODY_BYTES, is_required=False))
async def remove_passkey(request: Request, passkey_id: str) -> Response:
    """Forget a passkey; the last way in is kept."""
    services = services_of(request)
    visitor, session = await require_owner(request)
    await services.accounts.confirm(session, (await read_confirmation(request)).password)
    await services.passkeys.remove(visitor.person, passkey_id)
    return await done_response(request, visitor.person)


@router.post("/login/options", PasskeyOptions)
async def login_options(request: Request) -> Response:
    """What a browser needs to use a passkey."""
    check_origin(request)
    services = services_of(request)
    relying_party = _relying_party(request)
    services.accounts.slow_down(origin_of(request))
    return _options_response(await services.passkeys.offer_login(relying_party))


@router.post("/login", NewSession, body=Body(PasskeyResponse, MAX_BODY_BYTES))
async def passkey_login(request: Request) -> Response:
    """Come in by a passkey."""
    check_origin(request)
    services = services_of(request)
    relying_party = _relying_party(request)
    used = await read_json(request, PasskeyResponse, MAX_BODY_BYTES)
    device = origin_of(request, used.label)
    services.accounts.slow_down(device)
    person = await services.passkeys.login(relying_party, used.challenge, used.credential)
    return await session_response(request, await services.accounts.admit(person, device))


def _relying_party(request: Request) -> Party:
    settings = services_of(request).settings
    return party(settings.public_url, request.headers.get("host", ""), settings.origins)


def _options_response(offer: Offer) -> Response:
    return json_response(PasskeyOptions(offer.id, msgspec.Raw(offer.options.encode())))
