"""Races, powers and maps: those of the box, of a table, and of a player's own content; and the lessons."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.lessons import Lesson, lessons
from elbowroom.server.http.http_cache import cached_response, compressed
from elbowroom.server.http.responses import json_response, read_json
from elbowroom.server.http.routes.tables import MAX_BODY_BYTES
from elbowroom.server.http.routing import EDITION, Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import require_person
from elbowroom.server.tables.box_contents import Box, box_of
from elbowroom.server.tables.settings import content_with

router = Router("/api")


class CustomContent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Races, powers (TOML) and maps (JSON) that somebody made up."""

    content: tuple[str, ...]


@router.get("/box", Box, EDITION)
async def box(request: Request) -> Response:
    """Races, powers and maps of the box."""
    return cached_response(request, _box(()))


@router.get("/tables/{table_id}/box", Box, EDITION)
async def table_box(request: Request, table_id: str) -> Response:
    """What a table plays with, its own races, powers and maps included."""
    services = services_of(request)
    services.limits.replay_log(request)
    room = await services.rooms.room(table_id)
    return cached_response(request, _box(room.table.settings.content))


@lru_cache(maxsize=32)
def _box(texts: tuple[str, ...]) -> bytes:
    return compressed(box_of(content_with(texts)))


@router.post("/content/check", Box, body=Body(CustomContent, MAX_BODY_BYTES))
async def check_content(request: Request) -> Response:
    """What one's own races, powers and maps do, or all that is wrong with them; nothing is kept."""
    services = services_of(request)
    person = await require_person(request)
    services.limits.upload(person)
    custom = await read_json(request, CustomContent, MAX_BODY_BYTES)
    return json_response(await services.rooms.sandboxes.describe(custom.content, person))


@router.get("/lessons", list[Lesson], EDITION)
async def all_lessons(request: Request) -> Response:
    """Positions to learn the game on, each with the steps that are to be taken."""
    return cached_response(request, _lessons())


@lru_cache(maxsize=1)
def _lessons() -> bytes:
    return compressed(lessons())
