"""Races, powers and maps: of the box, of a table, of a player; lessons, and pictures of the rules."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.engine.explanation import LegalAction
from elbowroom.engine.game import Game
from elbowroom.engine.view import View
from elbowroom.rules.lessons import Lesson, lessons
from elbowroom.rules.rule_pictures import RulePicture, rule_pictures
from elbowroom.server.http.http_cache import cached_response, compressed
from elbowroom.server.http.rate_limits import address_of
from elbowroom.server.http.reading_lane import reading
from elbowroom.server.http.responses import json_response, read_json
from elbowroom.server.http.routes.tables import MAX_BODY_BYTES
from elbowroom.server.http.routing import EDITION, Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import require_person
from elbowroom.server.tables.box_contents import Box, Workshop, box_of, workshop
from elbowroom.server.tables.settings import content_with

router = Router("/api")


class CustomContent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Races, powers (TOML) and maps (JSON) that somebody made up."""

    content: tuple[str, ...]


class ShownRule(msgspec.Struct, frozen=True):
    """A position that shows what a chapter of the rules tells."""

    chapter: str
    regions: tuple[int, ...]
    """The part of the map to look at; all of it if there are none."""
    view: View
    legal: tuple[LegalAction, ...]
    """What may be done there."""


@router.get("/box", Box, EDITION)
async def box(request: Request) -> Response:
    """Races, powers and maps of the box."""
    return cached_response(request, _box(()))


@router.get("/tables/{table_id}/box", Box, EDITION)
async def table_box(request: Request, table_id: str) -> Response:
    """What a table plays with, its own races, powers and maps included."""
    async with reading(request):
        room = await services_of(request).rooms.room(table_id)
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
    return json_response(await services.rooms.sandboxes.describe(custom.content, person, address_of(request)))


@router.get("/workshop", Workshop, EDITION)
async def workshop_form(request: Request) -> Response:
    """Every trait that an own race or power may have, with its limits and an example in words."""
    return cached_response(request, _workshop())


@lru_cache(maxsize=1)
def _workshop() -> bytes:
    return compressed(workshop())


@router.get("/lessons", list[Lesson], EDITION)
async def all_lessons(request: Request) -> Response:
    """Positions to learn the game on, each with the steps that are to be taken."""
    return cached_response(request, _lessons())


@lru_cache(maxsize=1)
def _lessons() -> bytes:
    return compressed(lessons())


@router.get("/rules/pictures", list[ShownRule], EDITION)
async def pictures_of_rules(request: Request) -> Response:
    """Positions that show on the map what chapters of the rules tell."""
    return cached_response(request, _pictures())


@lru_cache(maxsize=1)
def _pictures() -> bytes:
    return compressed([_shown(picture) for picture in rule_pictures()])


def _shown(picture: RulePicture) -> ShownRule:
    game = Game.from_text(picture.position)
    return ShownRule(picture.chapter, picture.regions, game.view(None), tuple(game.legal_actions()))
