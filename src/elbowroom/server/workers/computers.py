"""The computer players of a server: some thinkers, each a process that may die or be killed at any time."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.server.workers.messages import Answer, Question

if TYPE_CHECKING:
    from asyncio.subprocess import Process

PATIENCE: Final = 20.0
"""Seconds after which a thinker is killed; an expert plans a turn within one."""
LONGEST_LINE: Final = 2**22


class NoAnswerError(Exception):
    """A thinker died or took too long."""


class Computers:
    """A pool of thinkers; questions of one player go to the same one as long as it lives."""

    def __init__(self, thinkers: int = 1, patience: float = PATIENCE) -> None:
        """So many processes; each is started when it is first asked."""
        self._patience = patience
        self._places: list[_Place] = [_Place() for _ in range(thinkers)]
        self._numbers = count(1)

    async def action(
        self, player: str, position: str, level: str, content: tuple[str, ...], seed: int
    ) -> str:
        """What this player does in the position."""
        question = Question(next(self._numbers), player, position, level, seed, content)
        return (await self._ask(question)).action

    async def hints(self, player: str, position: str, level: str, content: tuple[str, ...]) -> Answer:
        """The best few things that could be done."""
        question = Question(next(self._numbers), player, position, level, 0, content, is_hint=True)
        return await self._ask(question)

    async def _ask(self, question: Question) -> Answer:
        place = self._places[hash(question.player) % len(self._places)]
        async with place.lock:
            try:
                process = await place.process()
                return await asyncio.wait_for(_talk(process, question), self._patience)
            except (TimeoutError, OSError, EOFError, msgspec.DecodeError) as error:
                await place.kill()
                raise NoAnswerError from error
            except asyncio.CancelledError:
                await place.kill()
                raise

    async def stop(self) -> None:
        """End all thinkers."""
        for place in self._places:
            await place.kill()


class _Place:
    """A thinker that is there, or will be when it is needed."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self._process: Process | None = None

    async def process(self) -> Process:
        """The thinker, started if need be."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "elbowroom.server.workers.thinker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
            )
        return self._process

    async def kill(self) -> None:
        """End the thinker; the next question starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _talk(process: Process, question: Question) -> Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(question) + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise EOFError
    answer = msgspec.json.decode(line, type=Answer)
    if answer.id != question.id or answer.error:
        raise EOFError
    return answer
