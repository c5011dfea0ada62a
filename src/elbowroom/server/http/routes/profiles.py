"""Profiles of people, the list of the best, and the results of one's own games."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.server.community.person_pages import Profile, profile_of
from elbowroom.server.http.responses import json_response
from elbowroom.server.http.routing import Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import find_person, require_person
from elbowroom.server.people.profiles import (
    ProfileResults,
    RankedPlayer,
    ResultsPage,
    best,
    games_of,
    profile_results,
)

router = Router("/api")


class NameOffer(msgspec.Struct, frozen=True):
    """What a guest is called who wants a name, and whether that is another one, as an account has it."""

    name: str
    is_taken: bool


@router.get("/names/{name}", NameOffer)
async def name_offer(request: Request, name: str) -> Response:
    """Under which name a guest can sit down: this one, or one with a number if it is that of an account."""
    services = services_of(request)
    services.limits.invite(request)
    offer = await services.names.offer(name)
    return json_response(NameOffer(offer, is_taken=offer != " ".join(name.split())))


@router.get("/people/{name}", Profile)
async def profile(request: Request, name: str) -> Response:
    """What everybody may know of somebody who has an account: ratings, last results, creations and tips."""
    services, reader = services_of(request), await find_person(request)
    services.limits.read_list(request, reader)
    return json_response(await profile_of(services.people_db, name, reader, services.settings.now()))


@router.get("/people/{name}/results", ProfileResults)
async def results(request: Request, name: str, page: int = 1) -> Response:
    """The results of somebody who has an account, last first; the first page is that of their profile."""
    services = services_of(request)
    services.limits.read_list(request, await find_person(request))
    return json_response(await profile_results(services.people_db, name, page))


@router.get("/ratings", list[RankedPlayer])
async def ratings(request: Request, players: int) -> Response:
    """The best in rated games with this number of players."""
    services = services_of(request)
    services.limits.read_list(request, await find_person(request))
    return json_response(await best(services.people_db, players))


@router.get("/account/results", ResultsPage)
async def own_games(request: Request, page: int = 1) -> Response:
    """The games that one played to the end, last first."""
    services, person = services_of(request), await require_person(request)
    services.limits.read_list(request, person)
    return json_response(await games_of(services.people_db, person, page))
