"""Boards for clients that put pieces on them: the ground as a picture, and where everything is on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.drawing.svg.emblems import EmblemShape
from elbowroom.drawing.svg.layout import Layout
from elbowroom.drawing.svg.palette import theme_data
from elbowroom.drawing.svg.symbol_sheet import symbol_sheet
from elbowroom.rules.content import base_content
from elbowroom.server.http.http_cache import cached_response, compressed, edition, not_modified
from elbowroom.server.http.rate_limits import address_of
from elbowroom.server.http.routing import EDITION, JSON, SVG, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.tables.table import map_of
from elbowroom.server.workers.messages import DrawBoard
from elbowroom.server.workers.picture_cache import PictureCache, cache_key

router = Router("/api")
Theme = Literal["day", "night"]


class Tint(msgspec.Struct, frozen=True):
    """How a region shows its owner."""

    fill: float
    band: float
    band_opacity: float
    dashes: float
    dashes_opacity: float
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
    race_fading: float
    """How much of a race's colour turns to ash in decline."""
    glow: str
    """The light on regions that can be chosen."""
    shallows: str
    edge: str
    accent: str
    label: str
    halo: str
    terrains: dict[str, str]
    signs: dict[str, str]
    races: dict[str, str]
    own_colours: dict[str, str]
    """What own races may be painted with, by name."""
    emblem_shapes: dict[str, EmblemShape]
    """What may lie behind the symbol of an own emblem, by name."""
    owners: dict[str, list[str]]
    """By kind of palette, one for each seat."""
    declined_owners: dict[str, list[str]]
    owner_shapes: list[str]
    """Paths on a square of 24."""
    owner_dashes: list[str]
    tints: dict[str, Tint]


@router.get("/maps/{map_id}/layout", Layout, EDITION)
async def map_layout(request: Request, map_id: str) -> Response:
    """Where everything stands on a map of the box."""
    return await _box_board(request, map_id, None)


@router.get("/maps/{map_id}/board.svg", SVG, EDITION)
async def map_board(request: Request, map_id: str, theme: Theme = "day") -> Response:
    """The ground of a map of the box."""
    return await _box_board(request, map_id, theme)


@router.get("/tables/{table_id}/layout", Layout, EDITION)
async def table_layout(request: Request, table_id: str) -> Response:
    """Where everything stands on the map of a table; refused if it has no outlines."""
    return await _table_board(request, table_id, None)


@router.get("/tables/{table_id}/board.svg", SVG, EDITION)
async def table_board(request: Request, table_id: str, theme: Theme = "day") -> Response:
    """The ground of the map of a table; refused if it has no outlines."""
    return await _table_board(request, table_id, theme)


async def _box_board(request: Request, map_id: str, theme: Theme | None) -> Response:
    sketch = DrawBoard(base_content().map(map_id).source, theme)
    return await board_response(request, services_of(request).boards, sketch)


async def _table_board(request: Request, table_id: str, theme: Theme | None) -> Response:
    services = services_of(request)
    services.limits.preview(request)
    table_map = map_of((await services.rooms.room(table_id)).table)
    if table_map in base_content().maps:
        return await _box_board(request, table_map.id, theme)
    return await board_response(request, services.pictures, DrawBoard(table_map.source, theme))


async def board_response(request: Request, pictures: PictureCache, sketch: DrawBoard) -> Response:
    """A board, drawn once, in a sandbox; a browser that has it already need not wait for that."""
    tag = cache_key(sketch) + edition()
    if (response := not_modified(request, tag)) is not None:
        return response
    drawn = await pictures.picture(sketch, address_of(request))
    return cached_response(request, drawn, JSON if sketch.theme is None else SVG, tag)


@router.get("/symbols.svg", SVG, EDITION)
async def symbols(request: Request) -> Response:
    """The symbols to put on a board."""
    return cached_response(request, _symbols(), SVG)


@router.get("/palette", Palette, EDITION)
async def palette(request: Request, theme: Theme = "day") -> Response:
    """The colours of a theme."""
    return cached_response(request, _palette(theme))


@lru_cache(maxsize=1)
def _symbols() -> bytes:
    return compressed(symbol_sheet())


@lru_cache(maxsize=2)
def _palette(theme: Theme) -> bytes:
    return compressed(theme_data(theme))
