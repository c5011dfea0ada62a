"""Answers of the API that stay the same as long as the program does; clients keep them to play offline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Match, Route

from elbowroom.rules.content import base_content

if TYPE_CHECKING:
    from starlette.applications import Starlette


def fixed_addresses() -> list[str]:
    """Where these answers are; the client asks for them under the same addresses."""
    themes = ("day", "night")
    maps = [
        f"/api/maps/{one.id}/{drawing}"
        for one in base_content().maps
        for drawing in ("layout", "painted", *(f"board.svg?theme={theme}" for theme in themes))
    ]
    palettes = [f"/api/palette?theme={theme}" for theme in themes]
    return [
        "/api/box",
        "/api/workshop",
        "/api/lessons",
        "/api/rules/pictures",
        "/api/symbols.svg",
        *palettes,
        *maps,
    ]


async def answer_to(app: Starlette, address: str, host: str = "localhost") -> bytes:
    """What the application answers a stranger who asks for this address."""
    path, _, query = address.partition("?")
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(b"host", host.encode())],
        "client": None,
        "app": app,
    }
    for route in app.routes:
        match, found = route.matches(scope)
        if match is Match.FULL and isinstance(route, Route):
            answer = await route.endpoint(Request({**scope, **found}))
            return bytes(answer.body)
    raise HTTPException(404)
