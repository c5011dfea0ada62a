"""The explorer: what each race, special power and combo is worth, by computers' and by people's games."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.community.explorer import ComboOverview, ComboPage
from elbowroom.server.community.ids import checked_id
from elbowroom.server.http.http_cache import cached_response, compressed
from elbowroom.server.http.reading_lane import reading
from elbowroom.server.http.routing import TEXT, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import find_person
from elbowroom.server.tables.record_export import record_of

router = Router("/api/combos")


@router.get("", ComboOverview)
async def combo_overview(request: Request, players: int) -> Response:
    """All races, special powers and combos in short, for a number of players."""
    services = services_of(request)
    services.limits.read_list(request, await find_person(request))
    return await _cached(request, await services.explorer.overview(players))


@router.get("/games/{game}", TEXT)
async def explored_game(request: Request, game: str) -> Response:
    """The record of a game that a page of the explorer names."""
    services, game_id = services_of(request), checked_id(game)
    async with reading(request):
        text = await services.explorer.shipped_record(game_id)
        if text is None:
            if not await services.explorer.may_replay(game_id):
                raise Refused("nothing_here")
            text = record_of((await services.rooms.room(game_id)).table)
    return cached_response(request, compressed(text), "text/plain; charset=utf-8")


@router.get("/{players}/{race}/{power}", ComboPage)
async def combo_page(request: Request, players: int, race: str, power: str) -> Response:
    """All about a combo; a `-` as race or power is the page of the other one alone."""
    services = services_of(request)
    services.limits.read(request, await find_person(request))
    return await _cached(request, await services.explorer.page(players, race, power))


async def _cached(request: Request, content: Any) -> Response:  # noqa: ANN401 - anything that can be encoded
    """Browsers keep it, and ask each time whether it is still the same."""
    return cached_response(request, await asyncio.to_thread(compressed, content))
