"""The manual: a page that lists every request with what it takes and gives, without any script."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

import msgspec
from fastapi import APIRouter, Request, Response

from elbowroom.rules.words import LANGUAGE, say
from elbowroom.server.doors.openapi import JSON, document, operations
from elbowroom.server.doors.replies import reply

if TYPE_CHECKING:
    from elbowroom.server.doors.openapi import Schema

router = APIRouter(include_in_schema=False)
READING: Final = ["GET", "HEAD"]
LIMITS: Final = {"minimum": "≥", "maximum": "≤", "minLength": "≥", "maxLength": "≤"}
_document = lru_cache(maxsize=1)(document)
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


@router.api_route("/openapi.json", methods=READING)
async def schema(request: Request) -> Response:
    """The same for programs."""
    return reply(_document(request.app))


@router.api_route("/docs", methods=READING)
async def manual(request: Request) -> Response:
    """Every request, and what the bodies hold."""
    page = _page(_document(request.app))
    return Response(page, 200, {"cache-control": "no-cache"}, "text/html; charset=utf-8")


@router.api_route("/docs.css", methods=READING)
async def style() -> Response:
    """What the page looks like: as wide as a phone or a line of text, light or dark as its reader likes."""
    return Response(STYLE, 200, {"cache-control": "no-cache"}, "text/css; charset=utf-8")


def _page(schema: Schema) -> str:
    title, socket = escape(say("page_docs")), schema["x-socket"]
    kinds = schema["components"]["schemas"]
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="{LANGUAGE}">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<title>{title}</title>\n<link rel="stylesheet" href="/docs.css">\n</head>\n<body>\n<main>',
            f"<h1>{title}</h1>\n<p>{escape(say('page_docs_told'))}</p>",
            f'<p><a href="/openapi.json">{escape(say("page_schema"))}</a></p>',
            f"<p>{say('page_docs_refused', problem=_link('Problem'))}</p>",
            *(_request(path, method, told) for path, method, told in operations(schema)),
            f"<h2><code>{escape(socket['path'])}</code></h2>",
            f"<p>{say('page_docs_socket', sent=_kind(socket['takes']), received=_kind(socket['gives']))}</p>",
            f"<h2>{escape(say('page_docs_kinds'))}</h2>",
            *(_struct(name, kind) for name, kind in kinds.items()),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _request(path: str, method: str, told: Schema) -> str:
    lines = [
        f"<h2>{method.upper()} <code>{escape(path)}</code></h2>",
        f"<p>{escape(told.get('description', ''))}</p>\n<dl>",
        *(_parameter(given) for given in told.get("parameters", ())),
    ]
    if "requestBody" in told:
        body = told["requestBody"]
        more = [body.get("description", ""), "" if body["required"] else say("page_docs_optional")]
        lines.append(_line(say("page_docs_takes"), _contents(body), *more))
    for status, answer in told["responses"].items():
        if "content" in answer:
            lines.append(_line(say("page_docs_gives", status=status), _contents(answer)))
    return "\n".join([*lines, "</dl>"])


def _parameter(given: Schema) -> str:
    more = [say("page_docs_in", where=given["in"]), "" if given["required"] else say("page_docs_optional")]
    return _line(f"<code>{escape(given['name'])}</code>", _kind(given["schema"]), *more)


def _struct(name: str, kind: Schema) -> str:
    needed = kind.get("required", ())
    fields = [
        _line(
            f"<code>{escape(field)}</code>", _kind(told), "" if field in needed else say("page_docs_optional")
        )
        for field, told in kind.get("properties", {}).items()
    ]
    head = f'<h3 id="{escape(name)}">{escape(name)}</h3>\n<p>{escape(kind.get("description", ""))}</p>'
    return "\n".join([head, "<dl>", *fields, "</dl>"])


def _line(term: str, kind: str, *more: str) -> str:
    return f"<dt>{term}</dt><dd>{', '.join([kind, *(escape(word) for word in more if word)])}</dd>"


def _contents(told: Schema) -> str:
    found = told["content"].items()
    return _either([_kind(of["schema"]) if media == JSON else escape(media) for media, of in found])


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
    limits = [f"{sign} {schema[word]}" for word, sign in LIMITS.items() if word in schema]
    return " ".join([escape(schema.get("type", "anything")), *limits])


def _either(kinds: list[str]) -> str:
    *others, last = dict.fromkeys(kinds)
    return say("page_docs_or", one=", ".join(others), other=last) if others else last


def _value(value: Any) -> str:  # noqa: ANN401 - JSON
    return f"<code>{escape(msgspec.json.encode(value).decode())}</code>"


def _link(name: str) -> str:
    return f'<a href="#{escape(name)}">{escape(name)}</a>'
