"""Boards for clients that put pieces on them: the ground as a picture, and where everything stands on it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec
from fastapi import APIRouter, Request, Response

from elbowroom.drawing.layout import Layout
from elbowroom.drawing.palette import theme_data
from elbowroom.drawing.symbols import symbol_sheet
from elbowroom.rules.content import base_content
from elbowroom.server.doors.lasting import EDITION, edition, lasting, packed, unchanged
from elbowroom.server.doors.openapi import JSON, SVG, told
from elbowroom.server.doors.pages import map_of
from elbowroom.server.doors.rest import limits_of, rooms_of
from elbowroom.server.workers.messages import Sketch
from elbowroom.server.workers.pictures import Pictures, name_of

if TYPE_CHECKING:
    from elbowroom.rules.maps import Map

router = APIRouter(prefix="/api", dependencies=[EDITION])
Theme = Literal["day", "night"]


class Tint(msgspec.Struct, frozen=True):
    """How a region shows its owner."""

    fill: float
    band: float
    glow: list[tuple[float, float]]


class Palette(msgspec.Struct, frozen=True):
    """The colours of a theme."""

    theme: str
    ink: str
    paper: str
    table: str
    gold: str
    white: str
    ash: str
    shallows: str
    edge: str
    accent: str
    label: str
    halo: str
    terrains: dict[str, str]
    signs: dict[str, str]
    races: dict[str, str]
    owners: dict[str, list[str]]
    """By kind of palette, one for each seat."""
    declined_owners: dict[str, list[str]]
    owner_dashes: list[str]
    tints: dict[str, Tint]


@router.get("/maps/{map_id}/layout", **told(Layout))
async def map_layout(request: Request, map_id: str) -> Response:
    """Where everything stands on a map of the box."""
    return await _box_board(request, map_id, None)


@router.get("/maps/{map_id}/board.svg", **told(SVG))
async def map_board(request: Request, map_id: str, theme: Theme = "day") -> Response:
    """The ground of a map of the box."""
    return await _box_board(request, map_id, theme)


@router.get("/tables/{table_id}/layout", **told(Layout))
async def table_layout(request: Request, table_id: str) -> Response:
    """Where everything stands on the map of a table; refused if it has no outlines."""
    return await _table_board(request, table_id, None)


@router.get("/tables/{table_id}/board.svg", **told(SVG))
async def table_board(request: Request, table_id: str, theme: Theme = "day") -> Response:
    """The ground of the map of a table; refused if it has no outlines."""
    return await _table_board(request, table_id, theme)


async def _box_board(request: Request, map_id: str, theme: Theme | None) -> Response:
    boards: Pictures = request.app.state.boards
    return await _board(request, boards, base_content().map(map_id), theme)


async def _table_board(request: Request, table_id: str, theme: Theme | None) -> Response:
    limits_of(request).preview(request)
    found = map_of((await rooms_of(request).room(table_id)).table)
    if found in base_content().maps:
        return await _box_board(request, found.id, theme)
    pictures: Pictures = request.app.state.pictures
    return await _board(request, pictures, found, theme)


async def _board(request: Request, pictures: Pictures, found: Map, theme: Theme | None) -> Response:
    """Drawn by a clerk, once; whoever has it already need not wait for that."""
    question = Sketch(found.source, theme)
    name = name_of(question) + edition()
    if (same := unchanged(request, name)) is not None:
        return same
    return lasting(request, await pictures.drawn(question), JSON if theme is None else SVG, name)


@router.get("/symbols.svg", **told(SVG))
async def symbols(request: Request) -> Response:
    """The symbols to put on a board."""
    return lasting(request, _packed_symbols(), SVG)


@router.get("/palette", **told(Palette))
async def palette(request: Request, theme: Theme = "day") -> Response:
    """The colours of a theme."""
    return lasting(request, _packed_palette(theme))


@lru_cache(maxsize=1)
def _packed_symbols() -> bytes:
    return packed(symbol_sheet())


@lru_cache(maxsize=2)
def _packed_palette(theme: Theme) -> bytes:
    return packed(theme_data(theme))
