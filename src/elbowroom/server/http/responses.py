"""Responses of the API, and the bodies of its requests: JSON, encoded and decoded by msgspec."""

from __future__ import annotations

import asyncio
import gzip
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from starlette.responses import Response

from elbowroom.rules.refusals import RefusalCode, Refused

if TYPE_CHECKING:
    from starlette.requests import Request

T = TypeVar("T")

NOT_CACHED: Final = {"cache-control": "no-store"}
MAX_BODY_SECONDS: Final = 30.0
"""Seconds in which the body of a request must come."""
GZIP_LEVEL: Final = 6
"""The highest level takes twice as long for a tenth less."""

DEFAULT_STATUS: Final = 422
"""The status of a refusal that is not in `STATUS_OF_REFUSALS`."""
STATUS_OF_REFUSALS: Final = {
    "signed_out": 401,
    "who_are_you": 401,
    "wrong_admin_code": 401,
    "wrong_code": 401,
    "wrong_login": 401,
    "wrong_passkey": 401,
    "admins_only": 403,
    "banned": 403,
    "confirm_yourself": 403,
    "host_only": 403,
    "metrics_from": 403,
    "needs_account": 403,
    "not_at_this_machine": 403,
    "not_by_token": 403,
    "not_invited": 403,
    "not_played": 403,
    "not_your_creation": 403,
    "not_your_seat": 403,
    "not_your_table": 403,
    "only_watching": 403,
    "own_vote": 403,
    "wrong_origin": 403,
    "no_offline": 404,
    "no_such_moment": 404,
    "nobody_called": 404,
    "nobody_muted": 404,
    "nothing_here": 404,
    "nothing_said": 404,
    "seat_link": 404,
    "unknown_invite": 404,
    "unknown_passkey": 404,
    "unknown_person": 404,
    "unknown_report": 404,
    "unknown_session": 404,
    "unknown_table": 404,
    "unknown_table_code": 404,
    "wrong_method": 405,
    "too_slow": 408,
    "base_ahead": 409,
    "creation_failed": 409,
    "creation_name_taken": 409,
    "creation_unseen": 409,
    "has_account": 409,
    "id_reused": 409,
    "name_taken": 409,
    "published_already": 409,
    "published_by": 409,
    "stale": 409,
    "too_long": 413,
    "own_tests_waiting": 429,
    "too_fast": 429,
    "too_many_codes": 429,
    "too_many_codes_in_all": 429,
    "too_many_tries": 429,
    "internal": 500,
    "crowded": 503,
    "going_away": 503,
    "mail_not_sent": 503,
    "no_answer": 503,
    "test_queue_full": 503,
    "unavailable": 503,
}


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was refused."""

    code: RefusalCode
    params: dict[str, object]
    """What the sentence of the code is filled in with."""
    reason: str
    """That sentence, in English."""
    head: int | None = None
    """For a command: the newest number of the table's log."""
    at_action: int | None = None
    """Which of several actions was refused, counted from 0."""


class Done(msgspec.Struct, frozen=True):
    """It is done; there is nothing to tell."""


def json_response(content: Any, status: int = 200) -> Response:  # noqa: ANN401 - anything that can be encoded
    """A JSON response that no cache keeps."""
    return Response(msgspec.json.encode(content, enc_hook=str), status, NOT_CACHED, "application/json")


async def compressed_json_response(request: Request, body: bytes) -> Response:
    """A long JSON text that no cache keeps; compressed, in a thread, for clients that accept it."""
    headers = NOT_CACHED | {"vary": "accept-encoding"}
    if accepts_gzip(request):
        body = await asyncio.to_thread(gzip.compress, body, GZIP_LEVEL, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, 200, headers, "application/json")


def accepts_gzip(request: Request) -> bool:
    """Whether the client reads compressed responses."""
    return "gzip" in request.headers.get("accept-encoding", "")


def status_of(code: str) -> int:
    """The HTTP status of a refusal."""
    return STATUS_OF_REFUSALS.get(code, DEFAULT_STATUS)


def refusal_response(refused: Refused, head: int | None = None) -> Response:
    """A refusal with its reason, and the status that fits it."""
    problem = Problem(refused.code, refused.params, str(refused), head, refused.at_action)
    return json_response(problem, status_of(refused.code))


async def read_body(request: Request, max_bytes: int) -> bytes:
    """The body of a request; refused if it is too long, or does not come in time."""
    body = bytearray()
    try:
        async with asyncio.timeout(MAX_BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > max_bytes:
                    raise Refused("too_long", most=max_bytes)
    except TimeoutError:
        raise Refused("too_slow", seconds=int(MAX_BODY_SECONDS)) from None
    return bytes(body)


async def read_json(request: Request, kind: type[T], max_bytes: int) -> T:
    """The JSON body of a request, decoded to this type; refused if it is too long or something else."""
    try:
        return msgspec.json.decode(await read_body(request, max_bytes), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad_message", cause=str(error)) from None
