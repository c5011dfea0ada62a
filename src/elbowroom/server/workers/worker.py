"""A worker: a process that answers one request at a time, started when needed, killed when too slow."""

from __future__ import annotations

import asyncio
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.workers.fair_queue import FairQueue
from elbowroom.server.workers.messages import AnyReply, RequestRefused, WorkerReply

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Iterator

    from elbowroom.server.workers.messages import WorkerRequest

A = TypeVar("A", bound=WorkerReply)
MAX_LINE_BYTES: Final = 2**23
_REPLIES: Final = msgspec.json.Decoder(AnyReply)


class NoReplyError(Exception):
    """A worker died or took too long."""


class Worker:
    """A process that runs a module: started by the first request, killed when a reply takes too long."""

    def __init__(
        self,
        module: str,
        max_seconds: float,
        queue: FairQueue | None = None,
        arguments: tuple[str, ...] = (),
    ) -> None:
        """Requests wait in this queue for their turn."""
        self._module = module
        self._arguments = arguments
        self._max_seconds = max_seconds
        self._queue = FairQueue() if queue is None else queue
        self._process: Process | None = None

    @property
    def is_busy(self) -> bool:
        """Whether it works for somebody."""
        return self._queue.is_taken

    async def ask(self, request: WorkerRequest, expected: type[A], user: str = "", rank: int = 0) -> A:
        """The reply to a request; a refusal there is raised here. `user` and `rank` are for the queue."""
        async with self._queue.turn(user, rank):
            reply = await self._reply(request)
        if isinstance(reply, RequestRefused):
            raise Refused(reply.code, **reply.params)
        if not isinstance(reply, expected):
            raise NoReplyError
        return reply

    async def _reply(self, request: WorkerRequest) -> WorkerReply:
        try:
            async with asyncio.timeout(self._max_seconds):
                return await self._talk(request)
        except (OSError, EOFError, ValueError) as error:
            await self.kill()
            raise NoReplyError from error
        except asyncio.CancelledError:
            await self.kill()
            raise

    async def _talk(self, request: WorkerRequest) -> WorkerReply:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(request) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError
        reply: WorkerReply = _REPLIES.decode(line)
        return reply

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                *self._arguments,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=MAX_LINE_BYTES,
            )
        return self._process

    async def kill(self) -> None:
        """End the process; the next request starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@contextmanager
def one_at_a_time(asking: set[str], person: str) -> Iterator[None]:
    """Refuse a person whose last request is not answered yet; `asking` holds these people."""
    if person in asking:
        raise Refused("too_fast")
    asking.add(person)
    try:
        yield
    finally:
        asking.discard(person)
