"""What this server offers, and why something is missing, so that a client can hide it with the reason."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response

from elbowroom import __version__
from elbowroom.rules.refusals import Refused
from elbowroom.server.doors.openapi import told
from elbowroom.server.doors.replies import Problem, reply
from elbowroom.server.people.passkeys import party

router = APIRouter(prefix="/api")
LOCAL = ("localhost", "127.0.0.1", "[::1]")
"""Where browsers allow without https what they forbid elsewhere."""


class Features(msgspec.Struct, frozen=True):
    """What can be done here beside playing; a reason stands for what cannot."""

    version: str
    passkeys: Problem | None
    push: Problem | None
    mail: Problem | None


@router.get("/server", **told(Features))
async def server(request: Request) -> Response:
    """What this server offers; None means that it does, anything else says why not."""
    settings = request.app.state.settings
    mail = None if settings.relay is not None else Refused("no_mail")
    return reply(
        Features(__version__, _problem(_passkeys(request)), _problem(_push(request)), _problem(mail))
    )


def check_push(request: Request) -> None:
    """Browsers take notices only from pages that came by https, or from their own machine."""
    refused = _push(request)
    if refused is not None:
        raise refused


def _push(request: Request) -> Refused | None:
    host = request.headers.get("host", "").rpartition(":")[0] or request.headers.get("host", "")
    is_safe = request.app.state.settings.is_secure or host in LOCAL
    return None if is_safe else Refused("needs_https")


def _passkeys(request: Request) -> Refused | None:
    settings = request.app.state.settings
    try:
        party(settings.public_url, request.headers.get("host", ""), settings.origins)
    except Refused as refused:
        return refused
    return None


def _problem(refused: Refused | None) -> Problem | None:
    return None if refused is None else Problem(refused.code, refused.params, str(refused))
