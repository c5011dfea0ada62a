"""The journal: one line for each event, as text for people or as JSON for programs, and no secrets.

A request is told by its route, without its query, body, tokens or the address it came from; a table by the
beginning of its id, as who knows an id may watch; an error by its kind and place, as its words may hold
anything.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Literal

import structlog
from starlette.requests import ClientDisconnect
from structlog.stdlib import ProcessorFormatter

from elbowroom.rules.refusals import Refused
from elbowroom.server.doors.replies import refusal

if TYPE_CHECKING:
    from types import TracebackType

    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from structlog.typing import Processor

    from elbowroom.server.rooms.meters import Meters

Form = Literal["text", "json"]
SHOWN: Final = 4
"""So many letters of a table's id are told."""
QUIET: Final = ("/health", "/api/health", "/metrics")
"""Asked every few seconds by machines, and of no interest."""
BROKEN: Final = 1011
GONE: Final = 499
"""What is told of a request whose sender did not wait for the answer."""
NO_TEXT: Final = "Invalid UTF-8 sequence received from client."
"""What uvicorn says, with a traceback, when a client does not keep to the protocol."""
OTHERS: Final = (
    "uvicorn",
    "uvicorn.error",
    "uvicorn.access",
    "asyncio",
    "sqlalchemy",
    "alembic",
    "websockets",
)
"""Loggers of others, which would tell addresses and queries if they were asked for more than warnings."""

_log = logging.getLogger(__name__)


def keep_journal(form: Form, level: str) -> None:
    """Write every event from this level on to standard error, in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(form, colours=sys.stderr.isatty()))
    logging.captureWarnings(capture=True)
    root = logging.getLogger()
    root.handlers, root.level = [handler], logging.WARNING
    for name in OTHERS:
        other = logging.getLogger(name)
        other.handlers, other.propagate = [], True
        other.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_ours)
    logging.getLogger("elbowroom").setLevel(level.upper())


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether an event concerns us; that a client sends what is no text is no error of the server."""
    return record.msg != NO_TEXT


def _formatter(form: Form, *, colours: bool) -> ProcessorFormatter:
    before: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
        structlog.processors.ExceptionRenderer(lambda found: told(found[1])),
    ]
    if form == "json":
        last: Processor = structlog.processors.JSONRenderer(ensure_ascii=False)
    else:
        last = structlog.dev.ConsoleRenderer(
            colors=colours, timestamp_key="at", exception_formatter=structlog.dev.plain_traceback
        )
    return ProcessorFormatter(
        foreign_pre_chain=before, processors=[ProcessorFormatter.remove_processors_meta, last]
    )


def told(error: BaseException | None) -> str:
    """Where an error happened and of what kind it and its causes are, but not what they say."""
    if error is None:
        return ""
    parts = [told(error.__cause__ or (None if error.__suppress_context__ else error.__context__))]
    parts += _frames(error.__traceback__)
    parts.append(f"{type(error).__module__}.{type(error).__qualname__}\n")
    if isinstance(error, BaseExceptionGroup):
        parts += [told(one) for one in error.exceptions]
    return "".join(parts)


def _frames(found: TracebackType | None) -> list[str]:
    return ["Traceback (most recent call last):\n", *traceback.format_tb(found)]


def unexpected(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Tell of an error in a task that nobody waited for."""
    _log.error("unexpected error", exc_info=context.get("exception"))


class Journal:
    """Tells of each request when it is done; what nobody expected is answered with `internal`."""

    def __init__(self, app: ASGIApp, meters: Meters) -> None:
        """Around an application."""
        self._app = app
        self._meters = meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = time.perf_counter(), 0

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, note)
        except ClientDisconnect:
            status = GONE
        except asyncio.CancelledError:  # only requests that outlast the server's end are cancelled
            if not status:
                await refusal(Refused("going_away"), 503)(scope, receive, note)
        except Exception:
            self._unexpected(scope)
            if status:
                raise
            await refusal(Refused("internal"), 500)(scope, receive, note)
        route, method = _route(scope), str(scope["method"])
        self._meters.requests.labels(route, str(status)).inc()
        level = logging.DEBUG if route in QUIET else logging.INFO
        told_of = {"route": route, "method": method, "status": status, "seconds": _seconds(begun)}
        _log.log(level, "request", extra={**told_of, **_table(scope)})

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        try:
            await self._app(scope, receive, send)
        except Exception:  # noqa: BLE001 - whatever it is, the other side must hear that it is over
            self._unexpected(scope)
            with suppress(RuntimeError, OSError):
                await send({"type": "websocket.close", "code": BROKEN})
        _log.info("socket", extra={"seconds": _seconds(begun), **_table(scope)})

    def _unexpected(self, scope: Scope) -> None:
        self._meters.errors.inc()
        _log.exception("unexpected error", extra={"route": _route(scope), **_table(scope)})


def _seconds(begun: float) -> float:
    return round(time.perf_counter() - begun, 4)


def _route(scope: Scope) -> str:
    """The pattern of the address, not the address."""
    return str(getattr(scope.get("route"), "path", "other"))


def _table(scope: Scope) -> dict[str, str]:
    """Which table an event is about, if it is."""
    table = str((scope.get("path_params") or {}).get("table_id", ""))
    return {"table": table[:SHOWN] + "…"} if table else {}
