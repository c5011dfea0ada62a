"""What is in the box, at a table too, what one's own races and powers would do in it, and the lessons."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from fastapi import APIRouter, Request, Response

from elbowroom.rules.lessons import Lesson, lessons
from elbowroom.server.doors.lasting import EDITION, lasting, packed
from elbowroom.server.doors.openapi import told
from elbowroom.server.doors.replies import body_of, reply
from elbowroom.server.doors.rest import MOST_BYTES, known, limits_of, rooms_of
from elbowroom.server.tables.agreement import content_with
from elbowroom.server.tables.box import Box, box_of

router = APIRouter(prefix="/api")


class Invention(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Races, powers (TOML) and maps (JSON) that somebody made up."""

    content: tuple[str, ...]


@router.get("/box", **told(Box), dependencies=[EDITION])
async def box(request: Request) -> Response:
    """Races, powers and maps of the box."""
    return lasting(request, _packed_box(()))


@router.get("/tables/{table_id}/box", **told(Box), dependencies=[EDITION])
async def table_box(request: Request, table_id: str) -> Response:
    """What a table plays with, its own races, powers and maps included."""
    limits_of(request).look(request)
    room = await rooms_of(request).room(table_id)
    return lasting(request, _packed_box(room.table.agreement.content))


@lru_cache(maxsize=32)
def _packed_box(texts: tuple[str, ...]) -> bytes:
    return packed(box_of(content_with(texts)))


@router.post("/content/check", **told(Box, takes=Invention, most=MOST_BYTES))
async def check_content(request: Request) -> Response:
    """What one's own races, powers and maps do, or all that is wrong with them; nothing is kept."""
    person = await known(request)
    limits_of(request).upload(person)
    invention = await body_of(request, Invention, MOST_BYTES)
    return reply(await rooms_of(request).clerks.inspect(invention.content, person))


@router.get("/lessons", **told(list[Lesson]), dependencies=[EDITION])
async def all_lessons(request: Request) -> Response:
    """Positions to learn the game on, each with the steps that are to be taken."""
    return lasting(request, _packed_lessons())


@lru_cache(maxsize=1)
def _packed_lessons() -> bytes:
    return packed(lessons())
