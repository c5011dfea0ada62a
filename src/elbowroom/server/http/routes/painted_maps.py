"""Maps that people paint: checked while they paint, read from a file or made by chance, drawn as a board."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.drawing.painted_maps import PaintedMap, painted_map
from elbowroom.rules.content import base_content
from elbowroom.server.http.http_cache import cached_response, compressed
from elbowroom.server.http.rate_limits import address_of
from elbowroom.server.http.responses import json_response, read_json
from elbowroom.server.http.routing import EDITION, SVG, Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import require_person
from elbowroom.server.tables.painted_map_check import PaintedMapCheck
from elbowroom.server.tables.settings import check_uploads
from elbowroom.server.workers.messages import DrawBoard, PaintMap, PaintRandomMap

router = Router("/api")
MAX_PAINTED_BYTES: Final = 65_536
"""A painted map with as many cells and regions as there may be is a third of this."""
MAX_FILE_BYTES: Final = 500_000


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map file."""

    map: str


class BoardOfMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map file, and the theme to draw it in."""

    map: str
    theme: Literal["day", "night"] = "day"


class RandomMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which random map is wanted; the same seed gives the same map."""

    players: int
    seed: int


@router.get("/maps/{map_id}/painted", PaintedMap, EDITION)
async def painted_box_map(request: Request, map_id: str) -> Response:
    """A map of the box as a painted map."""
    return cached_response(request, _painted_box_map(base_content().map(map_id).id))


@lru_cache(maxsize=8)
def _painted_box_map(map_id: str) -> bytes:
    return compressed(painted_map(base_content().map(map_id)))


@router.post("/painted-maps/check", PaintedMapCheck, body=Body(PaintedMap, MAX_PAINTED_BYTES))
async def check_map(request: Request) -> Response:
    """Whether a painted map can be played on, and what is wrong where; nothing is kept."""
    services = services_of(request)
    person = await require_person(request)
    services.limits.upload(person)
    painted = await read_json(request, PaintedMap, MAX_PAINTED_BYTES)
    return json_response(await services.rooms.sandboxes.check_map(painted, person, address_of(request)))


@router.post("/painted-maps/from-file", PaintedMap, body=Body(MapFile, MAX_FILE_BYTES))
async def paint_map(request: Request) -> Response:
    """A map file with outlines as a painted map."""
    services = services_of(request)
    person = await require_person(request)
    services.limits.upload(person)
    file = await read_json(request, MapFile, MAX_FILE_BYTES)
    return json_response(
        await services.rooms.sandboxes.paint(PaintMap(file.map), person, address_of(request))
    )


@router.post("/painted-maps/random", PaintedMap, body=Body(RandomMap, MAX_PAINTED_BYTES))
async def paint_random_map(request: Request) -> Response:
    """A random map: as many regions of each kind as the map of the box has, spread evenly."""
    services = services_of(request)
    person = await require_person(request)
    services.limits.upload(person)
    wish = await read_json(request, RandomMap, MAX_PAINTED_BYTES)
    random_map = PaintRandomMap(wish.players, wish.seed)
    return json_response(await services.rooms.sandboxes.paint(random_map, person, address_of(request)))


@router.post("/painted-maps/board", SVG, body=Body(BoardOfMap, MAX_FILE_BYTES))
async def draw_board(request: Request) -> Response:
    """The ground of the board of a map file."""
    services = services_of(request)
    services.limits.upload(await require_person(request))
    wish = await read_json(request, BoardOfMap, MAX_FILE_BYTES)
    check_uploads((wish.map,))
    return cached_response(
        request, await services.pictures.picture(DrawBoard(wish.map, wish.theme), address_of(request)), SVG
    )
