"""Profiles of people, the best of them, and one's own games."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from elbowroom.server.doors.openapi import told
from elbowroom.server.doors.replies import reply
from elbowroom.server.doors.rest import known, registry_of
from elbowroom.server.people.profile import Best, Page, Profile, best, games_of, profile_of

router = APIRouter(prefix="/api")


@router.get("/people/{name}", **told(Profile))
async def profile(request: Request, name: str) -> Response:
    """What everybody may know of somebody who has an account: ratings and last results."""
    return reply(await profile_of(registry_of(request), name))


@router.get("/ratings", **told(list[Best]))
async def ratings(request: Request, players: int) -> Response:
    """The best in rated games with so many players."""
    return reply(await best(registry_of(request), players))


@router.get("/account/results", **told(Page))
async def own_games(request: Request, page: int = 1) -> Response:
    """The games that one played to the end, last first."""
    return reply(await games_of(registry_of(request), await known(request), page))
