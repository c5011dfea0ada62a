"""The OpenAPI document: what each request takes and gives, told by the structs that are read and written.

What goes through the socket of a table, for which OpenAPI has no words, stands under `x-socket`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from fastapi import Response
from fastapi.encoders import jsonable_encoder
from fastapi.openapi.utils import get_openapi
from starlette.routing import WebSocketRoute

from elbowroom.server.doors.envelopes import Envelope
from elbowroom.server.doors.replies import Problem
from elbowroom.server.rooms.updates import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

Schema = dict[str, Any]
JSON, TEXT, PAGE, SVG = "application/json", "text/plain", "text/html", "image/svg+xml"
KINDS: Final = "x-kinds"
"""Where an operation keeps its structs until they are gathered."""
REF: Final = "#/components/schemas/{name}"
REFUSED: Final = {"$ref": "#/components/responses/Refused"}
WAYS_IN: Final = {"token": {"type": "http", "scheme": "bearer"}}


def told(
    gives: object,
    *statuses: int,
    takes: object = None,
    most: int | None = None,
    is_needed: bool = True,
    or_page: bool = False,
) -> dict[str, Any]:
    """How a route is declared that takes a struct, of so many bytes at most, and gives one or a text.

    The first status is the usual one. A body that is not needed may be left out; browsers may get a page.
    """
    media = str(gives) if gives in (TEXT, PAGE, SVG) else JSON
    (given, *taken), kinds = _schemas(gives if media == JSON else str, *([] if takes is None else [takes]))
    content = {media: {"schema": given}} | ({PAGE: {"schema": {"type": "string"}}} if or_page else {})
    extra: dict[str, Any] = {KINDS: kinds}
    if taken:
        limit = {} if most is None else {"description": f"at most {most} bytes"}
        extra["requestBody"] = {"required": is_needed, "content": {JSON: {"schema": taken[0]}}} | limit
    return {
        "status_code": statuses[0] if statuses else 200,
        "responses": {status: {"content": content} for status in statuses or (200,)},
        "response_class": Response,
        "openapi_extra": extra,
    }


def document(app: FastAPI) -> Schema:
    """What this application takes and gives; it need not run."""
    found: Schema = get_openapi(title=app.title, version=app.version, routes=app.routes)
    (sent, received, problem), components = _schemas(Envelope, Message, Problem)
    for _, _, operation in operations(found):
        operation["responses"].pop("422", None)  # FastAPI's own; ours are in the words of all refusals
        operation["responses"] |= {"4XX": REFUSED, "503": REFUSED}
        for name, kind in operation.pop(KINDS).items():
            assert components.setdefault(name, kind) == kind, f"two kinds are called {name}"
    refused = {"description": "Refused, with the reason.", "content": {JSON: {"schema": problem}}}
    found["components"] = {
        "schemas": dict(sorted(components.items())),
        "responses": {"Refused": refused},
        "securitySchemes": WAYS_IN,
    }
    found["security"] = [{}, *({way: []} for way in WAYS_IN)]
    (socket,) = [route.path for route in app.routes if isinstance(route, WebSocketRoute)]
    found["x-socket"] = {"path": socket, "takes": sent, "gives": received}
    return found


def operations(schema: Schema) -> Iterator[tuple[str, str, Schema]]:
    """The address, the method and the rest of every request."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def _schemas(*kinds: object) -> tuple[list[Schema], Schema]:
    found, components = msgspec.json.schema_components(kinds, schema_hook=_anything, ref_template=REF)
    return list(found), jsonable_encoder(components, exclude_none=True)


def _anything(kind: type) -> Schema:
    if kind is not object:
        raise NotImplementedError
    return {"description": "Anything that JSON can say."}
