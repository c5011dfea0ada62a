"""What this server offers, and why something is missing, so that a client can hide it and say why."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom import __version__
from elbowroom.agents import LEVELS
from elbowroom.rules.content import base_content
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.server.community.publishing import MAX_SUMMARY_CHARACTERS
from elbowroom.server.community.texts import MAX_COMMENT_CHARACTERS, MAX_TIP_CHARACTERS
from elbowroom.server.http.http_cache import edition
from elbowroom.server.http.rate_limits import RateLimit, told_limits
from elbowroom.server.http.responses import Problem, json_response
from elbowroom.server.http.routing import Router
from elbowroom.server.http.services import services_of
from elbowroom.server.people.passkeys import party
from elbowroom.server.tables.commands import MAX_CHAT_CHARACTERS
from elbowroom.server.tables.naming import MAX_NAME_CHARACTERS
from elbowroom.server.tables.settings import (
    MAX_CONTENT_TEXTS,
    MAX_TITLE_CHARACTERS,
    MAX_TURN_SECONDS,
    MAX_UPLOAD_CHARACTERS,
    MIN_TURN_SECONDS,
)
from elbowroom.server.tables.table import MAX_UNDOS_PER_TURN

router = Router("/api")
LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "[::1]")
"""Browsers allow here without https what they forbid elsewhere."""


class TextLimits(msgspec.Struct, frozen=True):
    """How many characters texts may have."""

    name: int
    title: int
    chat: int
    content: int
    """All texts of one's own races, powers and maps, and the position, together."""
    texts: int
    """How many such texts there may be."""
    comment: int
    """On a creation."""
    tip: int
    summary: int
    """Of a creation: what its author says of it."""


class ClockLimits(msgspec.Struct, frozen=True):
    """How long clocks may run."""

    least: int
    """Seconds of a turn, or of a bank at the start."""
    most: int
    """The same, and what a bank may gain with every turn."""


class ServerInfo(msgspec.Struct, frozen=True):
    """What this server offers; `passkeys`, `push`, `mail` and `offline` are null if offered, else why not."""

    version: str
    passkeys: Problem | None
    push: Problem | None
    mail: Problem | None
    offline: Problem | None
    edition: str
    """Boards and the box may be cached for ever if they are requested with `?v=` and this."""
    levels: list[str]
    """Of computers, weakest first."""
    options: Options
    """The table options with their defaults."""
    limits: TextLimits
    clocks: ClockLimits
    maps: dict[str, list[str]]
    """The maps of the box for each number of players."""
    rates: dict[str, RateLimit]
    """How often one may ask for what; more is refused as `too_fast`."""
    undos: int
    """How often one may take something back in a turn."""


@router.get("/server", ServerInfo)
async def server(request: Request) -> Response:
    """What this server offers, and the limits it sets."""
    settings = services_of(request).settings
    mail = None if settings.relay is not None else Refused("no_mail")
    offline = None if settings.engine is not None else Refused("no_offline")
    return json_response(
        ServerInfo(
            version=__version__,
            passkeys=_problem(_passkey_refusal(request)),
            push=_problem(_push_refusal(request)),
            mail=_problem(mail),
            offline=_problem(offline),
            edition=edition(),
            levels=list(LEVELS),
            options=Options(),
            limits=TextLimits(
                MAX_NAME_CHARACTERS,
                MAX_TITLE_CHARACTERS,
                MAX_CHAT_CHARACTERS,
                MAX_UPLOAD_CHARACTERS,
                MAX_CONTENT_TEXTS,
                MAX_COMMENT_CHARACTERS,
                MAX_TIP_CHARACTERS,
                MAX_SUMMARY_CHARACTERS,
            ),
            clocks=ClockLimits(MIN_TURN_SECONDS, MAX_TURN_SECONDS),
            maps={
                str(players): [one.id for one in base_content().maps if one.players == players]
                for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)
            },
            rates=told_limits(),
            undos=MAX_UNDOS_PER_TURN,
        )
    )


def check_push(request: Request) -> None:
    """Browsers take notices only from pages that came by https, or from their own machine."""
    refused = _push_refusal(request)
    if refused is not None:
        raise refused


def _push_refusal(request: Request) -> Refused | None:
    host = request.headers.get("host", "").rpartition(":")[0] or request.headers.get("host", "")
    is_safe = services_of(request).settings.is_secure or host in LOCAL_HOSTS
    return None if is_safe else Refused("needs_https")


def _passkey_refusal(request: Request) -> Refused | None:
    settings = services_of(request).settings
    try:
        party(settings.public_url, request.headers.get("host", ""), settings.origins)
    except Refused as refused:
        return refused
    return None


def _problem(refused: Refused | None) -> Problem | None:
    return None if refused is None else Problem(refused.code, refused.params, str(refused))
