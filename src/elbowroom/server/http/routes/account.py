"""Accounts: making one, logging in and out, sessions, tokens for programs, and what is stored of a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import func, select
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.durations import HOUR_SECONDS
from elbowroom.server.http.responses import Done, json_response, read_json
from elbowroom.server.http.routing import Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import (
    check_address,
    check_origin,
    delete_token_cookie,
    find_visitor,
    require_any_visitor,
    require_owner,
    require_session,
    require_visitor,
    set_token_cookie,
)
from elbowroom.server.people import sessions
from elbowroom.server.people.account_deletion import erase
from elbowroom.server.people.accounts import LoginOrigin, account_of, new_codes
from elbowroom.server.people.admins import is_admin
from elbowroom.server.people.data_export import exported
from elbowroom.server.people.passkeys import Passkey, passkeys_of
from elbowroom.server.people.throttle import Throttle
from elbowroom.server.storage.schema import RECOVERY_CODES

if TYPE_CHECKING:
    from elbowroom.server.people.accounts import Admission
    from elbowroom.server.people.identity import Visitor
    from elbowroom.server.people.sessions import Session

router = Router("/api/account")
MAX_BODY_BYTES: Final = 16_384
MAX_LABEL_CHARACTERS: Final = 80
MAX_EXPORTS_PER_HOUR: Final = 10
"""For one person: an export reads every log."""
EXPORTS: Final = Throttle(MAX_EXPORTS_PER_HOUR, HOUR_SECONDS)


class Registration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new account; without a password a passkey should follow."""

    name: str
    password: str | None = None
    label: str = ""


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Name and password."""

    name: str
    password: str
    label: str = ""


class Recovery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code and the password that is wanted from now on."""

    name: str
    code: str
    password: str
    label: str = ""


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password, from a person who logged in a while ago."""

    password: str | None = None


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new password, and the current one."""

    new: str
    password: str | None = None


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a new token is for."""

    label: str
    password: str | None = None


class SessionView(msgspec.Struct, frozen=True):
    """A session or token as its owner sees it."""

    id: str
    kind: str
    label: str
    made_at: float
    used_at: float
    is_this: bool
    """Whether it is the one by which this was asked."""


class OwnAccount(msgspec.Struct, frozen=True):
    """Your own account; nothing is kept of a guest."""

    is_guest: bool
    ban: str | None
    name: str | None = None
    made_at: float | None = None
    has_password: bool = False
    email: str | None = None
    is_confirmed: bool = False
    wants_mail: bool = False
    is_admin: bool = False
    """Whether you look after this server."""
    recovery_codes: int = 0
    """How many are left."""
    passkeys: list[Passkey] = []
    sessions: list[SessionView] = []


class NewSession(msgspec.Struct, frozen=True, omit_defaults=True):
    """The token of a new session, which is set as a cookie too, and codes that are shown once."""

    token: str
    recovery_codes: tuple[str, ...] = ()


class RecoveryCodes(msgspec.Struct, frozen=True):
    """Codes that are shown once."""

    recovery_codes: tuple[str, ...]


class Token(msgspec.Struct, frozen=True):
    """A token for a program, shown once, and its id in the list of sessions."""

    token: str
    id: str


@router.post("", NewSession, 201, body=Body(Registration, MAX_BODY_BYTES))
async def register(request: Request) -> Response:
    """Make an account; a guest keeps their games. The recovery codes are shown once."""
    check_origin(request)
    services = services_of(request)
    visitor = await find_visitor(request)
    if visitor is not None and visitor.session is not None:
        raise Refused("has_account")
    if visitor is not None and visitor.ban is not None:
        raise Refused("banned", why=visitor.ban)
    check_address(request)
    person = services.identity.new_guest()[0] if visitor is None else visitor.person
    body = await read_json(request, Registration, MAX_BODY_BYTES)
    device = origin_of(request, body.label)
    services.blocked_words.check(body.name)
    admission = await services.accounts.register(person, body.name, body.password, device)
    return await session_response(request, admission, 201)


@router.post("/login", NewSession, body=Body(Login, MAX_BODY_BYTES))
async def login(request: Request) -> Response:
    """Come in by name and password."""
    check_origin(request)
    body = await read_json(request, Login, MAX_BODY_BYTES)
    device = origin_of(request, body.label)
    admission = await services_of(request).accounts.login(body.name, body.password, device)
    return await session_response(request, admission)


@router.post("/recover", NewSession, body=Body(Recovery, MAX_BODY_BYTES))
async def recover(request: Request) -> Response:
    """Come in by a recovery code, and set a password; all sessions and tokens from before are void."""
    check_origin(request)
    body = await read_json(request, Recovery, MAX_BODY_BYTES)
    device = origin_of(request, body.label)
    admission = await services_of(request).accounts.recover(body.name, body.code, body.password, device)
    return await session_response(request, admission)


@router.post("/logout", Done)
async def logout(request: Request) -> Response:
    """End the session by which this is asked."""
    check_origin(request)
    visitor, session = await require_session(request)
    async with services_of(request).people_db.begin() as connection:
        await sessions.revoke(connection, visitor.person, session.id)
    return await _goodbye_response(request, visitor.person)


@router.get("", OwnAccount)
async def me(request: Request) -> Response:
    """Who asks, and all ways by which they can come in."""
    return json_response(await _account_of(request, await require_visitor(request)))


@router.get("/me", OwnAccount | None)
async def me_or_nobody(request: Request) -> Response:
    """Like GET /api/account, but null instead of 401 for a visitor without a valid token."""
    check_origin(request)
    visitor = await find_visitor(request)
    return json_response(None if visitor is None else await _account_of(request, visitor))


async def _account_of(request: Request, visitor: Visitor) -> OwnAccount:
    async with services_of(request).people_db.read() as connection:
        account = await account_of(connection, visitor.person)
        if account is None or visitor.session is None:
            return OwnAccount(is_guest=True, ban=visitor.ban)
        codes = select(func.count()).where(RECOVERY_CODES.c.person == visitor.person)
        return OwnAccount(
            is_guest=False,
            ban=visitor.ban,
            name=account.name,
            made_at=account.made_at,
            has_password=account.password is not None,
            email=account.email,
            is_confirmed=account.is_confirmed,
            wants_mail=account.wants_mail,
            is_admin=await is_admin(connection, visitor.person),
            recovery_codes=(await connection.execute(codes)).scalar_one(),
            passkeys=await passkeys_of(connection, visitor.person),
            sessions=[
                _session_view(session, visitor.session)
                for session in await sessions.sessions_of(connection, visitor.person)
            ],
        )


@router.delete("", Done, body=Body(Confirmation, MAX_BODY_BYTES, is_required=False))
async def leave(request: Request) -> Response:
    """Delete the account and all personal data; games stay, without the name."""
    check_origin(request)
    services = services_of(request)
    visitor = await require_any_visitor(request)
    confirmation = await read_confirmation(request)
    if visitor.session is not None:
        _, session = await require_session(request)
        await services.accounts.confirm(session, confirmation.password)
    await erase(services.people_db, services.rooms, visitor.person)
    return await _goodbye_response(request, visitor.person)


@router.post("/password", Done, body=Body(NewPassword, MAX_BODY_BYTES))
async def set_password(request: Request) -> Response:
    """Change the password; all other sessions and tokens are void."""
    accounts = services_of(request).accounts
    visitor, session = await require_owner(request)
    body = await read_json(request, NewPassword, MAX_BODY_BYTES)
    await accounts.confirm(session, body.password)
    await accounts.set_password(session, body.new)
    return await done_response(request, visitor.person)


@router.post("/recovery-codes", RecoveryCodes, body=Body(Confirmation, MAX_BODY_BYTES, is_required=False))
async def recovery_codes(request: Request) -> Response:
    """New recovery codes, shown once; the old ones are void."""
    services = services_of(request)
    visitor, session = await require_owner(request)
    await services.accounts.confirm(session, (await read_confirmation(request)).password)
    async with services.people_db.begin() as connection:
        codes = await new_codes(connection, visitor.person)
    return json_response(RecoveryCodes(codes))


@router.get("/sessions", list[SessionView])
async def list_sessions(request: Request) -> Response:
    """All sessions and tokens."""
    visitor, session = await require_owner(request)
    async with services_of(request).people_db.read() as connection:
        owned = await sessions.sessions_of(connection, visitor.person)
    return json_response([_session_view(one, session) for one in owned])


def _session_view(session: Session, this: Session) -> SessionView:
    is_this = session.digest == this.digest
    return SessionView(session.id, session.kind, session.label, session.made_at, session.used_at, is_this)


@router.delete("/sessions/{session_id}", Done)
async def revoke_session(request: Request, session_id: str) -> Response:
    """Revoke a session or a token; it is refused within seconds, and its connections end."""
    visitor, _ = await require_owner(request)
    async with services_of(request).people_db.begin() as connection:
        if not await sessions.revoke(connection, visitor.person, session_id):
            raise Refused("unknown_session")
    return await done_response(request, visitor.person)


@router.post("/tokens", Token, 201, body=Body(NewToken, MAX_BODY_BYTES))
async def new_token(request: Request) -> Response:
    """A token for a program, shown once; it can do everything but what concerns the account."""
    accounts = services_of(request).accounts
    visitor, session = await require_owner(request)
    body = await read_json(request, NewToken, MAX_BODY_BYTES)
    await accounts.confirm(session, body.password)
    token = await accounts.new_token(visitor.person, _printable(body.label))
    return json_response(Token(token, sessions.digest_of(token)[: sessions.SHOWN_ID_CHARACTERS]), 201)


@router.get("/export", dict[str, object])
async def export(request: Request) -> Response:
    """All that is kept of you, as a file."""
    visitor = await require_visitor(request)
    if visitor.session is not None:
        await require_session(request)
    if not EXPORTS.take(visitor.person):
        raise Refused("too_many_tries")
    response = json_response(await exported(services_of(request).people_db, visitor.person))
    response.headers["content-disposition"] = 'attachment; filename="elbowroom.json"'
    return response


def origin_of(request: Request, label: str = "") -> LoginOrigin:
    """The address and the name of the device that asks."""
    address = "" if request.client is None else request.client.host
    return LoginOrigin(address, _printable(label or request.headers.get("user-agent", "")))


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable()).strip()[:MAX_LABEL_CHARACTERS]


async def read_confirmation(request: Request) -> Confirmation:
    """The password that came along, if any did."""
    is_empty = (
        request.headers.get("content-length", "0") == "0" and "transfer-encoding" not in request.headers
    )
    return Confirmation() if is_empty else await read_json(request, Confirmation, MAX_BODY_BYTES)


async def session_response(request: Request, admission: Admission, status: int = 200) -> Response:
    """Somebody logged in: the new session takes the place of the one before."""
    services = services_of(request)
    before = await find_visitor(request)
    if before is not None and before.session is not None and before.session.kind == "session":
        async with services.people_db.begin() as connection:
            await sessions.revoke(connection, before.person, before.session.id)
        await services.identity.recheck(before.person)
    await services.identity.recheck(admission.person)
    response = json_response(NewSession(admission.token, admission.codes), status)
    set_token_cookie(request, response, admission.token)
    return response


async def done_response(request: Request, person: str) -> Response:
    """Something changed: connections of sessions that are no longer valid are closed at once."""
    await services_of(request).identity.recheck(person)
    return json_response(Done())


async def _goodbye_response(request: Request, person: str) -> Response:
    """Somebody left: the browser forgets the token."""
    response = await done_response(request, person)
    delete_token_cookie(request, response)
    return response
