"""The log of the server: one line for each event, as text for people or as JSON for programs, no secrets.

A request is logged by its route, without query, body, tokens and the sender's address; a table by the
beginning of its id, as anybody who knows an id may watch; an error by its type and place, as its message may
contain anything.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import logging
import sys
import time
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener
from queue import Full, Queue
from typing import TYPE_CHECKING, Any, Final, Literal

from starlette.requests import ClientDisconnect

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.responses import refusal_response

if TYPE_CHECKING:
    from types import TracebackType

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from elbowroom.server.rooms.metrics import Metrics

LogFormat = Literal["text", "json"]
LOGGED_ID_CHARACTERS: Final = 4
"""How much of a table's id is logged."""
QUIET_ROUTES: Final = ("/health", "/api/health", "/metrics")
"""Requested every few seconds by machines; logged at debug level."""
STATUS_TOO_FAST: Final = 429
"""Logged at debug level: whoever sends too many requests must not fill the disk with lines about them."""
MAX_WAITING_LINES: Final = 10_000
"""Lines that wait until they are written; further ones are left out."""
CLOSE_INTERNAL_ERROR: Final = 1011
STATUS_CLIENT_GONE: Final = 499
"""Logged for a request whose sender did not wait for the response."""
INVALID_TEXT: Final = "Invalid UTF-8 sequence received from client."
"""What uvicorn logs, with a traceback, when a client violates the protocol."""
LIBRARY_LOGGERS: Final = (
    "uvicorn",
    "uvicorn.error",
    "uvicorn.access",
    "asyncio",
    "sqlalchemy",
    "alembic",
    "websockets",
)
"""Below warnings they would log addresses and queries."""

LEVEL_COLOURS: Final = {logging.DEBUG: 36, logging.INFO: 32, logging.WARNING: 33, logging.ERROR: 31}
"""ANSI codes of a terminal's colours."""

_STANDARD_FIELDS: Final = {*vars(logging.makeLogRecord({})), "message", "asctime"}
_LOG: Final = logging.getLogger(__name__)


def configure_logging(log_format: LogFormat, level: str) -> None:
    """Write every event from this level on to standard error, in this format.

    A thread writes: requests must not wait while a disk or a pipe is slow.
    """
    handler = _LineQueue(Queue(MAX_WAITING_LINES))
    writer = QueueListener(handler.queue, logging.StreamHandler(sys.stderr))
    writer.start()
    atexit.register(writer.stop)
    is_json = log_format == "json"
    handler.setFormatter(LogFormatter() if is_json else TextFormatter(use_colours=sys.stderr.isatty()))
    logging.captureWarnings(capture=True)
    root = logging.getLogger()
    root.handlers, root.level = [handler], logging.WARNING
    for name in LIBRARY_LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], True
        logger.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_relevant)
    logging.getLogger("elbowroom").setLevel(level.upper())


class _LineQueue(QueueHandler):
    """Turns events into lines, which wait until they are written."""

    def enqueue(self, record: logging.LogRecord) -> None:
        """Leave out what would make the queue too long."""
        with suppress(Full):
            self.queue.put_nowait(record)


def _is_relevant(record: logging.LogRecord) -> bool:
    """Whether to log an event; a client that sends invalid text is not an error of the server."""
    return record.msg != INVALID_TEXT


class LogFormatter(logging.Formatter):
    """One line for each event: its name, time, level, and what was passed as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, as JSON."""
        return json.dumps(self.fields(record), ensure_ascii=False, default=repr)

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """What is known about an event, by name."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
        extra = {name: value for name, value in vars(record).items() if name not in _STANDARD_FIELDS}
        fields = {"event": record.getMessage(), "level": record.levelname.lower(), **extra, "at": at}
        if record.exc_info:
            fields["exception"] = describe_error(record.exc_info[1])
        return fields


class TextFormatter(LogFormatter):
    """The same for people: columns, and tracebacks on lines of their own."""

    def __init__(self, *, use_colours: bool) -> None:
        super().__init__()
        self._use_colours = use_colours

    def format(self, record: logging.LogRecord) -> str:
        """The line, as text."""
        fields = self.fields(record)
        exception = fields.pop("exception", "")
        at, event, level = fields.pop("at"), fields.pop("event"), f"{fields.pop('level'):<8}"
        if self._use_colours:
            level = f"\x1b[{LEVEL_COLOURS.get(record.levelno, 39)}m{level}\x1b[0m"
        values = " ".join(f"{name}={_printable(value)}" for name, value in sorted(fields.items()))
        line = f"{at} [{level}] {event:<30} {values}".rstrip()
        return f"{line}\n{exception}".rstrip()


def _printable(value: object) -> str:
    text = str(value)
    return text if text.isprintable() else repr(text)


def describe_error(error: BaseException | None) -> str:
    """The types and tracebacks of an error and its causes, without their messages."""
    if error is None:
        return ""
    parts = [describe_error(error.__cause__ or (None if error.__suppress_context__ else error.__context__))]
    parts += _frames(error.__traceback__)
    parts.append(f"{type(error).__module__}.{type(error).__qualname__}\n")
    if isinstance(error, BaseExceptionGroup):
        parts += [describe_error(one) for one in error.exceptions]
    return "".join(parts)


def _frames(frames: TracebackType | None) -> list[str]:
    return ["Traceback (most recent call last):\n", *traceback.format_tb(frames)]


def log_unexpected_error(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error in a task that nobody waited for."""
    _LOG.error("unexpected error", exc_info=context.get("exception"))


class RequestLog:
    """Middleware that logs each request when it is done; an unexpected error is answered with `internal`."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started_at, status = time.perf_counter(), 0

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        except ClientDisconnect:
            status = STATUS_CLIENT_GONE
        except asyncio.CancelledError:  # only the server's shutdown cancels a request
            if not status:
                await refusal_response(Refused("going_away"))(scope, receive, send_and_note)
        except Exception:
            self._unexpected(scope)
            if status:
                raise
            await refusal_response(Refused("internal"))(scope, receive, send_and_note)
        route, method = _route(scope), str(scope["method"])
        self._metrics.requests.labels(route, str(status)).inc()
        is_quiet = route in QUIET_ROUTES or status == STATUS_TOO_FAST
        level = logging.DEBUG if is_quiet else logging.INFO
        fields = {"route": route, "method": method, "status": status, "seconds": _seconds(started_at)}
        _LOG.log(level, "request", extra={**fields, **_table(scope)})

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        started_at = time.perf_counter()
        try:
            await self._app(scope, receive, send)
        except Exception:  # noqa: BLE001 - whatever it is, the client must hear that it is over
            self._unexpected(scope)
            with suppress(RuntimeError, OSError):
                await send({"type": "websocket.close", "code": CLOSE_INTERNAL_ERROR})
        _LOG.info("socket", extra={"seconds": _seconds(started_at), **_table(scope)})

    def _unexpected(self, scope: Scope) -> None:
        self._metrics.errors.inc()
        _LOG.exception("unexpected error", extra={"route": _route(scope), **_table(scope)})


def _seconds(started_at: float) -> float:
    return round(time.perf_counter() - started_at, 4)


def _route(scope: Scope) -> str:
    """The pattern of the address, not the address."""
    return str(getattr(scope.get("route"), "path", "other"))


def _table(scope: Scope) -> dict[str, str]:
    """Which table an event is about, if it is."""
    table = str((scope.get("path_params") or {}).get("table_id", ""))
    return {"table": table[:LOGGED_ID_CHARACTERS] + "…"} if table else {}
