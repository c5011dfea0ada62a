"""What this server offers, and why something is missing, so that a client can hide it with the reason."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response

from elbowroom import __version__
from elbowroom.agents import LEVELS
from elbowroom.rules.content import base_content
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from elbowroom.server.doors.lasting import edition
from elbowroom.server.doors.openapi import told
from elbowroom.server.doors.replies import Problem, reply
from elbowroom.server.people.passkeys import party
from elbowroom.server.tables.agreement import (
    FEWEST,
    LONGEST_TITLE,
    LONGEST_TURN,
    MOST,
    MOST_CHARACTERS,
    MOST_CONTENT,
    SHORTEST_TURN,
)
from elbowroom.server.tables.commands import LONGEST_NAME, LONGEST_TEXT

router = APIRouter(prefix="/api")
LOCAL = ("localhost", "127.0.0.1", "[::1]")
"""Where browsers allow without https what they forbid elsewhere."""


class Lengths(msgspec.Struct, frozen=True):
    """How many characters texts may have."""

    name: int
    title: int
    chat: int
    content: int
    """All texts of one's own races, powers and maps, and the position, together."""
    texts: int
    """How many such texts there may be."""


class Clocks(msgspec.Struct, frozen=True):
    """How long clocks may run."""

    least: int
    """Seconds of a turn, or of a bank at the start."""
    most: int
    """The same, and what a bank may gain with every turn."""


class Features(msgspec.Struct, frozen=True):
    """What can be done here beside playing; a reason stands for what cannot."""

    version: str
    passkeys: Problem | None
    push: Problem | None
    mail: Problem | None
    edition: str
    """Named as `?v=` by those who ask for boards and the box, what they get may be kept for ever."""
    levels: list[str]
    """Of computers, weakest first."""
    options: Options
    """What a table may agree on, as it is unless it does."""
    limits: Lengths
    clocks: Clocks
    maps: dict[str, list[str]]
    """The maps of the box for each number of players."""


@router.get("/server", **told(Features))
async def server(request: Request) -> Response:
    """What this server offers; None means that it does, anything else says why not."""
    settings = request.app.state.settings
    mail = None if settings.relay is not None else Refused("no_mail")
    return reply(
        Features(
            version=__version__,
            passkeys=_problem(_passkeys(request)),
            push=_problem(_push(request)),
            mail=_problem(mail),
            edition=edition(),
            levels=list(LEVELS),
            options=Options(),
            limits=Lengths(LONGEST_NAME, LONGEST_TITLE, LONGEST_TEXT, MOST_CHARACTERS, MOST_CONTENT),
            clocks=Clocks(SHORTEST_TURN, LONGEST_TURN),
            maps={
                str(players): [found.id for found in base_content().maps if found.players == players]
                for players in range(FEWEST, MOST + 1)
            },
        )
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
