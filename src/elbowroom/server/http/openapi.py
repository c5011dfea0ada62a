"""The OpenAPI document: what each request takes and returns, written from the types that are read and sent.

OpenAPI has no words for the messages of a table's socket: they are listed under `x-socket`.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.routing import WebSocketRoute

from elbowroom import __version__
from elbowroom.rules.refusals import refusal_codes
from elbowroom.server.http.responses import Problem
from elbowroom.server.http.routing import HTML, JSON, SVG, TEXT, ApiRoute
from elbowroom.server.tables.envelopes import Envelope
from elbowroom.server.views.updates import ServerMessage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from starlette.routing import BaseRoute

    from elbowroom.server.http.routing import Body, Operation

Schema = dict[str, Any]
OPENAPI_VERSION: Final = "3.1.0"
REF_TEMPLATE: Final = "#/components/schemas/{name}"
REFUSED: Final = {"$ref": "#/components/responses/Refused"}
SECURITY_SCHEMES: Final = {"token": {"type": "http", "scheme": "bearer"}}


def document(routes: Sequence[BaseRoute], *further_kinds: object) -> Schema:
    """What an application with these routes takes and returns; it need not run.

    Further kinds are described among the schemas, although no request names them.
    """
    (sent, received, problem), components = _schemas(Envelope, ServerMessage, Problem)
    components["RefusalCode"] = {
        "type": "string",
        "enum": refusal_codes(),
        "description": "Why something was refused.",
    }
    paths: dict[str, Schema] = {}
    for route in routes:
        if isinstance(route, ApiRoute) and route.operation is not None:
            described, kinds = _described(route, route.operation)
            paths.setdefault(route.path_format, {})[route.method.lower()] = described
            for name, kind in kinds.items():
                assert components.setdefault(name, kind) == kind, f"two types are called {name}"
    for name, kind in _schemas(*further_kinds)[1].items():
        assert components.setdefault(name, kind) == kind, f"two types are called {name}"
    (socket_path,) = [route.path for route in routes if isinstance(route, WebSocketRoute)]
    refused = {"description": "Refused, with the reason.", "content": {JSON: {"schema": problem}}}
    return {
        "openapi": OPENAPI_VERSION,
        "info": {"title": "Elbowroom", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.items())),
            "responses": {"Refused": refused},
            "securitySchemes": SECURITY_SCHEMES,
        },
        "security": [{}, *({name: []} for name in SECURITY_SCHEMES)],
        "x-socket": {"path": socket_path, "takes": sent, "gives": received},
    }


def operations(schema: Schema) -> Iterator[tuple[str, str, Schema]]:
    """The path, the method and the description of every request."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def _described(route: ApiRoute, operation: Operation) -> tuple[Schema, Schema]:
    """A request as the document describes it, and the types that it names."""
    media = operation.returns if operation.returns in (TEXT, HTML, SVG) else JSON
    body = operation.body
    (returned, *taken), kinds = _schemas(
        operation.returns if media == JSON else str, *([] if body is None else [body.kind])
    )
    content = {media: {"schema": returned}}
    if operation.may_return_html:
        content[HTML] = {"schema": {"type": "string"}}
    described: Schema = {
        "summary": route.name.replace("_", " ").title(),
        "description": route.endpoint.__doc__,
        "operationId": route.name,
        "responses": _responses(operation.statuses, content),
    }
    if route.parameters:
        described["parameters"] = [parameter.schema() for parameter in route.parameters]
    if body is not None:
        described["requestBody"] = _request_body(body, taken[0])
    return described, kinds


def _responses(statuses: tuple[int, ...], content: Schema) -> Schema:
    usual, *others = statuses
    descriptions = {usual: "Successful Response"} | {one: HTTPStatus(one).phrase for one in others}
    named = {str(status): {"description": text, "content": content} for status, text in descriptions.items()}
    return {**named, "4XX": REFUSED, "503": REFUSED}


def _request_body(body: Body, schema: Schema) -> Schema:
    return {
        "description": f"at most {body.max_bytes} bytes",
        "required": body.is_required,
        "content": {JSON: {"schema": schema}},
    }


def _schemas(*kinds: object) -> tuple[list[Schema], Schema]:
    """The schemas of these types, and of those that they are made of by name."""
    schemas, components = msgspec.json.schema_components(
        kinds, schema_hook=_schema_of_anything, ref_template=REF_TEMPLATE
    )
    return list(schemas), _without_nulls(msgspec.json.decode(msgspec.json.encode(components)))


def _without_nulls(value: Any) -> Any:  # noqa: ANN401 - JSON
    """Defaults that are null are left out: generated types would take such a field for one that is there."""
    if isinstance(value, dict):
        return {name: _without_nulls(one) for name, one in value.items() if one is not None}
    return [_without_nulls(one) for one in value] if isinstance(value, list) else value


def _schema_of_anything(kind: type) -> Schema:
    if kind is not object:
        raise NotImplementedError
    return {"description": "Anything that JSON can say."}
