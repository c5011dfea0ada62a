"""The documentation of the API: the OpenAPI document, and a page without scripts that lists every request."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.words import BASE, say, spoken
from elbowroom.server.http.openapi import document, operations
from elbowroom.server.http.page_language import in_reader_language
from elbowroom.server.http.responses import json_response
from elbowroom.server.http.routing import JSON, Router

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from elbowroom.server.http.openapi import Schema

router = Router()
LIMIT_SIGNS: Final = {"minimum": "≥", "maximum": "≤", "minLength": "≥", "maxLength": "≤"}
STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 50rem; padding: 1rem; }
h2, h3 { line-height: 1.3; margin: 2rem 0 0; overflow-wrap: anywhere; }
h2 { border-top: 1px solid #8888; padding-top: 1rem; }
p { margin: .3rem 0; }
dl { margin: .3rem 0; }
dt { float: left; clear: left; margin-right: .6rem; }
dd { margin: 0 0 0 1.5rem; overflow-wrap: anywhere; }
"""


@router.page("/openapi.json")
async def schema(request: Request) -> Response:
    """The OpenAPI document, for programs."""
    return json_response(_document(request.app))


@router.page("/docs")
@in_reader_language
async def docs(request: Request) -> Response:
    """Every request, and what the bodies hold."""
    page = _page(_document(request.app))
    return Response(page, 200, {"cache-control": "no-cache"}, "text/html; charset=utf-8")


@router.page("/docs.css")
async def style(request: Request) -> Response:
    """What the page looks like: as wide as a phone or a line of text, light or dark as its reader likes."""
    del request
    return Response(STYLE, 200, {"cache-control": "no-cache"}, "text/css; charset=utf-8")


@lru_cache(maxsize=1)
def _document(app: Starlette) -> Schema:
    return document(app.routes)


def _page(schema: Schema) -> str:
    title, socket = escape(say("page_docs")), schema["x-socket"]
    kinds = schema["components"]["schemas"]
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="{spoken()}">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<title>{title}</title>\n<link rel="stylesheet" href="/docs.css">\n</head>\n<body>\n<main>',
            f"<h1>{title}</h1>\n<p>{escape(say('page_docs_told'))}</p>",
            f'<p><a href="/openapi.json">{escape(say("page_schema"))}</a></p>',
            f"<p>{say('page_docs_refused', problem=_link('Problem'))}</p>",
            *(_request(path, method, operation) for path, method, operation in operations(schema)),
            f"<h2><code>{escape(socket['path'])}</code></h2>",
            f"<p>{say('page_docs_socket', sent=_kind(socket['takes']), received=_kind(socket['gives']))}</p>",
            f"<h2>{escape(say('page_docs_kinds'))}</h2>",
            *(_struct(name, kind) for name, kind in kinds.items()),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _request(path: str, method: str, operation: Schema) -> str:
    lines = [
        f"<h2>{method.upper()} <code>{escape(path)}</code></h2>",
        f"{_description(operation)}\n<dl>",
        *(_parameter(parameter) for parameter in operation.get("parameters", ())),
    ]
    if "requestBody" in operation:
        body = operation["requestBody"]
        more = [body.get("description", ""), "" if body["required"] else say("page_docs_optional")]
        lines.append(_line(say("page_docs_takes"), _contents(body), *more))
    for status, answer in operation["responses"].items():
        if "content" in answer:
            lines.append(_line(say("page_docs_gives", status=status), _contents(answer)))
    return "\n".join([*lines, "</dl>"])


def _parameter(parameter: Schema) -> str:
    is_optional = not parameter["required"]
    more = [say("page_docs_in", where=parameter["in"]), say("page_docs_optional") if is_optional else ""]
    return _line(f"<code>{escape(parameter['name'])}</code>", _kind(parameter["schema"]), *more)


def _struct(name: str, kind: Schema) -> str:
    needed = kind.get("required", ())
    fields = [
        _line(
            f"<code>{escape(field)}</code>",
            _kind(field_kind),
            "" if field in needed else say("page_docs_optional"),
        )
        for field, field_kind in kind.get("properties", {}).items()
    ]
    head = f'<h3 id="{escape(name)}">{escape(name)}</h3>\n{_description(kind)}'
    return "\n".join([head, "<dl>", *fields, "</dl>"])


def _description(schema: Schema) -> str:
    """What the code says of it, which is in English."""
    return f'<p lang="{BASE}">{escape(schema.get("description", ""))}</p>'


def _line(term: str, kind: str, *more: str) -> str:
    return f"<dt>{term}</dt><dd>{', '.join([kind, *(escape(word) for word in more if word)])}</dd>"


def _contents(described: Schema) -> str:
    contents = described["content"].items()
    return _either([_kind(one["schema"]) if media == JSON else escape(media) for media, one in contents])


def _kind(schema: Schema) -> str:
    """What kind of thing a schema describes, with links to the structs."""
    if "$ref" in schema:
        return _link(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return _either([_kind(one) for one in schema["anyOf"]])
    if "enum" in schema:
        return _either([_value(one) for one in schema["enum"]])
    if schema.get("type") == "array":
        items = schema.get("items") or {"anyOf": schema["prefixItems"]}
        return say("page_docs_list", what=_kind(items))
    if "additionalProperties" in schema:
        return say("page_docs_map", what=_kind(schema["additionalProperties"]))
    limits = [f"{sign} {schema[word]}" for word, sign in LIMIT_SIGNS.items() if word in schema]
    return " ".join([escape(schema.get("type", "anything")), *limits])


def _either(kinds: list[str]) -> str:
    *others, last = dict.fromkeys(kinds)
    return say("page_docs_or", one=", ".join(others), other=last) if others else last


def _value(value: Any) -> str:  # noqa: ANN401 - JSON
    return f"<code>{escape(msgspec.json.encode(value).decode())}</code>"


def _link(name: str) -> str:
    return f'<a href="#{escape(name)}">{escape(name)}</a>'
