"""Answers of the REST interface, encoded like everything else on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from fastapi import Response

from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from fastapi import Request

T = TypeVar("T")


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was refused."""

    code: str
    params: dict[str, object]
    """What the sentence of the code is filled in with."""
    reason: str
    """That sentence, in English."""
    head: int | None = None
    """For a command: the newest number of the table's log."""


class Done(msgspec.Struct, frozen=True):
    """It is done; there is nothing to tell."""


def reply(found: Any, status: int = 200) -> Response:  # noqa: ANN401 - anything that can be encoded
    """JSON, never kept by a cache."""
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(found, enc_hook=str), status, headers, "application/json")


def refusal(refused: Refused, status: int, head: int | None = None) -> Response:
    """A refusal, with its reason."""
    return reply(Problem(refused.code, refused.params, str(refused), head), status)


async def bytes_of(request: Request, most: int) -> bytes:
    """The body of a request; refused if it is too long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Refused("too_long", most=most)
    return bytes(body)


async def body_of(request: Request, kind: type[T], most: int) -> T:
    """The body of a request as this kind of message; refused if it is too long or something else."""
    try:
        return msgspec.json.decode(await bytes_of(request, most), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad_message", cause=str(error)) from None
