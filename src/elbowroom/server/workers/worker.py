"""A worker: a process that answers one question at a time, started when needed, killed when too slow."""

from __future__ import annotations

import asyncio
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.workers.messages import Answer, AnyAnswer, No

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Iterator

    from elbowroom.server.workers.messages import Question

A = TypeVar("A", bound=Answer)
LONGEST_LINE: Final = 2**23
_ANSWERS: Final = msgspec.json.Decoder(AnyAnswer)


class NoAnswerError(Exception):
    """A worker died or took too long."""


class Worker:
    """A process that is there, or will be when somebody asks."""

    def __init__(self, module: str, patience: float, most_waiting: int | None = None) -> None:
        """Run this module; kill it when an answer takes longer; let so many questions wait, or all."""
        self._module = module
        self._patience = patience
        self._most_waiting = most_waiting
        self._waiting = 0
        self._lock = asyncio.Lock()
        self._process: Process | None = None

    async def ask(self, question: Question, expected: type[A]) -> A:
        """The answer to a question; a refusal is raised again here."""
        if self._most_waiting is not None and self._waiting >= self._most_waiting:
            raise Refused("crowded")
        self._waiting += 1
        try:
            async with self._lock:
                answer = await self._answer(question)
        finally:
            self._waiting -= 1
        if isinstance(answer, No):
            raise Refused(answer.code, **answer.params)
        if not isinstance(answer, expected):
            raise NoAnswerError
        return answer

    async def _answer(self, question: Question) -> Answer:
        try:
            async with asyncio.timeout(self._patience):
                return await self._talk(question)
        except (OSError, EOFError, ValueError) as error:
            await self.kill()
            raise NoAnswerError from error
        except asyncio.CancelledError:
            await self.kill()
            raise

    async def _talk(self, question: Question) -> Answer:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError
        answer: Answer = _ANSWERS.decode(line)
        return answer

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
            )
        return self._process

    async def kill(self) -> None:
        """End the process; the next question starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@contextmanager
def one_at_a_time(asking: set[str], person: str) -> Iterator[None]:
    """Let a person ask one thing at a time; others are in the set of those who are asking."""
    if person in asking:
        raise Refused("too_fast")
    asking.add(person)
    try:
        yield
    finally:
        asking.discard(person)
