"""The REST interface of accounts: ways in, sessions, tokens for programs, and what is kept of a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from fastapi import APIRouter, Request, Response
from sqlalchemy import func, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.doors.openapi import told
from elbowroom.server.doors.replies import Done, body_of, reply
from elbowroom.server.doors.rest import check_origin, identity_of, registry_of, rooms_of, set_token, visitor
from elbowroom.server.people import sessions
from elbowroom.server.people.accounts import Accounts, Device, Welcome, account_of, new_codes
from elbowroom.server.people.erasure import erase
from elbowroom.server.people.export import exported
from elbowroom.server.people.passkeys import Offer, Party, Passkey, Passkeys, party, passkeys_of
from elbowroom.server.people.throttle import Throttle
from elbowroom.server.storage.schema import RECOVERY_CODES

if TYPE_CHECKING:
    from elbowroom.server.people.identity import Visitor
    from elbowroom.server.people.sessions import Session

router = APIRouter(prefix="/api/account")
MOST_BYTES: Final = 16_384
LONGEST_LABEL: Final = 80
EXPORTS: Final = Throttle(10, 3600.0)
"""An export reads every log."""


class Registration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish for an account; without a password a passkey should follow."""

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
    """The password, for one who came in a while ago."""

    password: str | None = None


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password that is wanted, and the one until now."""

    new: str
    password: str | None = None


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish for a token, and what it is for."""

    label: str
    password: str | None = None


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser made of an offer."""

    challenge: str
    """The id of the offer."""
    credential: dict[str, Any]
    label: str = ""


class SessionView(msgspec.Struct, frozen=True):
    """A session or token as its owner sees it."""

    id: str
    kind: str
    label: str
    made_at: float
    used_at: float
    is_this: bool
    """Whether it is the one by which this was asked."""


class Me(msgspec.Struct, frozen=True):
    """Who asks, as he may see himself; of a guest nothing is kept."""

    is_guest: bool
    ban: str | None
    name: str | None = None
    made_at: float | None = None
    has_password: bool = False
    email: str | None = None
    is_confirmed: bool = False
    wants_mail: bool = False
    recovery_codes: int = 0
    """How many are left."""
    passkeys: list[Passkey] = []
    sessions: list[SessionView] = []


class Admitted(msgspec.Struct, frozen=True, omit_defaults=True):
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


class PasskeyKept(msgspec.Struct, frozen=True):
    """The id of a passkey in the list of them."""

    id: str


class Offered(msgspec.Struct, frozen=True):
    """What a browser needs to make or use a passkey (WebAuthn), and the id by which it answers."""

    id: str
    options: msgspec.Raw


@router.post("", **told(Admitted, 201, takes=Registration, most=MOST_BYTES))
async def register(request: Request) -> Response:
    """Make an account; a guest keeps his games. The recovery codes are shown once."""
    check_origin(request.headers, request.app.state.settings.origins)
    token = identity_of(request).token_of(request.headers, request.cookies)
    found = await identity_of(request).visitor(token)
    if found is not None and found.session is not None:
        raise Refused("has_account")
    if found is not None and found.ban is not None:
        raise Refused("banned", why=found.ban)
    person = identity_of(request).new_guest()[0] if found is None else found.person
    wish = await body_of(request, Registration, MOST_BYTES)
    device = _device(request, wish.label)
    welcome = await _accounts(request).register(person, wish.name, wish.password, device)
    return await _welcomed(request, welcome, 201)


@router.post("/login", **told(Admitted, takes=Login, most=MOST_BYTES))
async def login(request: Request) -> Response:
    """Come in by name and password."""
    check_origin(request.headers, request.app.state.settings.origins)
    wish = await body_of(request, Login, MOST_BYTES)
    device = _device(request, wish.label)
    return await _welcomed(request, await _accounts(request).login(wish.name, wish.password, device))


@router.post("/recover", **told(Admitted, takes=Recovery, most=MOST_BYTES))
async def recover(request: Request) -> Response:
    """Come in by a recovery code, and set a password; all sessions and tokens from before are void."""
    check_origin(request.headers, request.app.state.settings.origins)
    wish = await body_of(request, Recovery, MOST_BYTES)
    device = _device(request, wish.label)
    return await _welcomed(
        request, await _accounts(request).recover(wish.name, wish.code, wish.password, device)
    )


@router.post("/logout", **told(Done))
async def logout(request: Request) -> Response:
    """End the session by which this is asked."""
    check_origin(request.headers, request.app.state.settings.origins)
    found, session = await _in_person(request)
    async with registry_of(request).begin() as connection:
        await sessions.revoke(connection, found.person, session.id)
    return await _gone(request, found.person)


@router.get("", **told(Me))
async def me(request: Request) -> Response:
    """Who asks, and all ways by which he can come in."""
    return reply(await _known_of(request, await visitor(request)))


@router.get("/me", **told(Me | None))
async def me_or_nobody(request: Request) -> Response:
    """The same, and null for somebody whom we do not know: a first look round is no mistake."""
    check_origin(request.headers, request.app.state.settings.origins)
    identity = identity_of(request)
    found = await identity.visitor(identity.token_of(request.headers, request.cookies))
    return reply(None if found is None else await _known_of(request, found))


async def _known_of(request: Request, found: Visitor) -> Me:
    async with registry_of(request).read() as connection:
        account = await account_of(connection, found.person)
        if account is None or found.session is None:
            return Me(is_guest=True, ban=found.ban)
        codes = select(func.count()).where(RECOVERY_CODES.c.person == found.person)
        return Me(
            is_guest=False,
            ban=found.ban,
            name=account.name,
            made_at=account.made_at,
            has_password=account.password is not None,
            email=account.email,
            is_confirmed=account.is_confirmed,
            wants_mail=account.wants_mail,
            recovery_codes=(await connection.execute(codes)).scalar_one(),
            passkeys=await passkeys_of(connection, found.person),
            sessions=[
                _shown(session, found.session)
                for session in await sessions.sessions_of(connection, found.person)
            ],
        )


@router.delete("", **told(Done, takes=Confirmation, most=MOST_BYTES, is_needed=False))
async def leave(request: Request) -> Response:
    """Delete oneself: nothing is left but games of which nobody knows that one played them."""
    check_origin(request.headers, request.app.state.settings.origins)
    found = await _anybody(request)
    wish = await _confirmation(request)
    if found.session is not None:
        _, session = await _in_person(request)
        await _accounts(request).confirm(session, wish.password)
    await erase(registry_of(request), rooms_of(request), found.person)
    return await _gone(request, found.person)


@router.post("/password", **told(Done, takes=NewPassword, most=MOST_BYTES))
async def set_password(request: Request) -> Response:
    """Change the password; all other sessions and tokens are void."""
    found, session = await _owner(request)
    wish = await body_of(request, NewPassword, MOST_BYTES)
    await _accounts(request).confirm(session, wish.password)
    await _accounts(request).set_password(session, wish.new)
    return await _done(request, found.person)


@router.post("/recovery-codes", **told(RecoveryCodes, takes=Confirmation, most=MOST_BYTES, is_needed=False))
async def recovery_codes(request: Request) -> Response:
    """New recovery codes, shown once; the old ones are void."""
    found, session = await _owner(request)
    await _accounts(request).confirm(session, (await _confirmation(request)).password)
    async with registry_of(request).begin() as connection:
        codes = await new_codes(connection, found.person)
    return reply(RecoveryCodes(codes))


@router.get("/sessions", **told(list[SessionView]))
async def list_sessions(request: Request) -> Response:
    """All sessions and tokens."""
    found, session = await _owner(request)
    async with registry_of(request).read() as connection:
        return reply([_shown(one, session) for one in await sessions.sessions_of(connection, found.person)])


@router.delete("/sessions/{session_id}", **told(Done))
async def revoke_session(request: Request, session_id: str) -> Response:
    """Revoke a session or a token; it is refused within seconds, and its connections end."""
    found, _ = await _owner(request)
    async with registry_of(request).begin() as connection:
        if not await sessions.revoke(connection, found.person, session_id):
            raise Refused("unknown_session")
    return await _done(request, found.person)


@router.post("/tokens", **told(Token, 201, takes=NewToken, most=MOST_BYTES))
async def new_token(request: Request) -> Response:
    """A token for a program, shown once; it can do everything but what concerns the account."""
    found, session = await _owner(request)
    wish = await body_of(request, NewToken, MOST_BYTES)
    await _accounts(request).confirm(session, wish.password)
    token = await _accounts(request).new_token(found.person, _label(wish.label))
    return reply(Token(token, sessions.digest_of(token)[: sessions.SHOWN]), 201)


@router.get("/export", **told(dict[str, object]))
async def export(request: Request) -> Response:
    """All that is kept of the one who asks, as a file."""
    found = await visitor(request)
    if found.session is not None:
        await _in_person(request)
    if not EXPORTS.take(found.person):
        raise Refused("too_many_tries")
    response = reply(await exported(registry_of(request), found.person))
    response.headers["content-disposition"] = 'attachment; filename="elbowroom.json"'
    return response


@router.post("/passkeys/options", **told(Offered, takes=Confirmation, most=MOST_BYTES, is_needed=False))
async def passkey_options(request: Request) -> Response:
    """What a browser needs to make a passkey."""
    found, session = await _owner(request)
    relying = _party(request)
    await _accounts(request).confirm(session, (await _confirmation(request)).password)
    return _offered(await _passkeys(request).offer_new(found.person, relying))


@router.post("/passkeys", **told(PasskeyKept, 201, takes=Answer, most=MOST_BYTES))
async def add_passkey(request: Request) -> Response:
    """Keep a passkey that a browser has made."""
    found, _ = await _owner(request)
    relying = _party(request)
    wish = await body_of(request, Answer, MOST_BYTES)
    label = _device(request, wish.label).label
    passkey = await _passkeys(request).add(found.person, relying, wish.challenge, wish.credential, label)
    return reply(PasskeyKept(passkey), 201)


@router.delete("/passkeys/{passkey_id}", **told(Done, takes=Confirmation, most=MOST_BYTES, is_needed=False))
async def remove_passkey(request: Request, passkey_id: str) -> Response:
    """Forget a passkey; the last way in is kept."""
    found, session = await _owner(request)
    await _accounts(request).confirm(session, (await _confirmation(request)).password)
    await _passkeys(request).remove(found.person, passkey_id)
    return await _done(request, found.person)


@router.post("/passkeys/login/options", **told(Offered))
async def login_options(request: Request) -> Response:
    """What a browser needs to use a passkey."""
    check_origin(request.headers, request.app.state.settings.origins)
    relying = _party(request)
    _accounts(request).slow_down(_device(request))
    return _offered(await _passkeys(request).offer_login(relying))


@router.post("/passkeys/login", **told(Admitted, takes=Answer, most=MOST_BYTES))
async def passkey_login(request: Request) -> Response:
    """Come in by a passkey."""
    check_origin(request.headers, request.app.state.settings.origins)
    relying = _party(request)
    wish = await body_of(request, Answer, MOST_BYTES)
    device = _device(request, wish.label)
    _accounts(request).slow_down(device)
    person = await _passkeys(request).login(relying, wish.challenge, wish.credential)
    return await _welcomed(request, await _accounts(request).admit(person, device))


def _accounts(request: Request) -> Accounts:
    found: Accounts = request.app.state.accounts
    return found


def _passkeys(request: Request) -> Passkeys:
    found: Passkeys = request.app.state.passkeys
    return found


def _party(request: Request) -> Party:
    settings = request.app.state.settings
    return party(settings.public_url, request.headers.get("host", ""), settings.origins)


def _device(request: Request, label: str = "") -> Device:
    address = "" if request.client is None else request.client.host
    return Device(address, _label(label or request.headers.get("user-agent", "")))


def _label(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable()).strip()[:LONGEST_LABEL]


async def _confirmation(request: Request) -> Confirmation:
    """The password that came along, if any did."""
    is_empty = (
        request.headers.get("content-length", "0") == "0" and "transfer-encoding" not in request.headers
    )
    return Confirmation() if is_empty else await body_of(request, Confirmation, MOST_BYTES)


async def _anybody(request: Request) -> Visitor:
    """Who asks, banned or not."""
    token = identity_of(request).token_of(request.headers, request.cookies)
    found = await identity_of(request).visitor(token)
    if found is None:
        raise Refused("who_are_you")
    return found


async def _in_person(request: Request) -> tuple[Visitor, Session]:
    """Who asks, with the session; a program with a token has no say in what concerns the account."""
    found = await _anybody(request)
    if found.session is None:
        raise Refused("no_account")
    if found.session.kind != "session":
        raise Refused("not_by_token")
    return found, found.session


async def _owner(request: Request) -> tuple[Visitor, Session]:
    """The same, unless banned."""
    await visitor(request)
    return await _in_person(request)


def _shown(session: Session, this: Session) -> SessionView:
    is_this = session.digest == this.digest
    return SessionView(session.id, session.kind, session.label, session.made_at, session.used_at, is_this)


def _offered(offer: Offer) -> Response:
    return reply(Offered(offer.id, msgspec.Raw(offer.options.encode())))


async def _welcomed(request: Request, welcome: Welcome, status: int = 200) -> Response:
    """Somebody came in: the new session takes the place of the old one."""
    before = await identity_of(request).visitor(
        identity_of(request).token_of(request.headers, request.cookies)
    )
    if before is not None and before.session is not None and before.session.kind == "session":
        async with registry_of(request).begin() as connection:
            await sessions.revoke(connection, before.person, before.session.id)
        await identity_of(request).look_again(before.person)
    await identity_of(request).look_again(welcome.person)
    response = reply(Admitted(welcome.token, welcome.codes), status)
    set_token(request, response, welcome.token)
    return response


async def _done(request: Request, person: str) -> Response:
    """Something changed: those who may not stay any more go at once."""
    await identity_of(request).look_again(person)
    return reply(Done())


async def _gone(request: Request, person: str) -> Response:
    """Somebody left: the browser forgets the token."""
    response = await _done(request, person)
    settings = request.app.state.settings
    response.delete_cookie(
        identity_of(request).cookie, secure=settings.is_secure, httponly=True, samesite="lax"
    )
    return response
