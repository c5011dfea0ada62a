"""The computer players of a server: bot processes for moves, and one each for hints and for the show game.

So neither hints nor a show game delay the move of a computer against whom a person plays.
"""

from __future__ import annotations

import asyncio
from typing import Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.workers.fair_queue import FairQueue
from elbowroom.server.workers.messages import ChooseActions, ChosenActions, FindHints, FoundHints
from elbowroom.server.workers.worker import NoReplyError, Worker, one_at_a_time
from elbowroom.server.workers.worker_loop import LOWEST_PRIORITY

MODULE: Final = "elbowroom.server.workers.bot_process"
MAX_ANSWER_SECONDS: Final = 20.0
"""A bot process that takes longer is killed; an expert plans a turn within one second."""
MAX_SHOW_ANSWER_SECONDS: Final = 60.0
"""The same for the show game, which gets the time that nobody else needs."""
MAX_WAITING_HINTS: Final = 16
MAX_WAITING_HINTS_PER_ADDRESS: Final = 4
"""Further requests for hints are refused."""


class Bots:
    """A pool of bot processes. A player's decisions go to the same process, which may remember a plan."""

    def __init__(self, processes: int = 1, max_seconds: float = MAX_ANSWER_SECONDS) -> None:
        self._bot_processes = [Worker(MODULE, max_seconds) for _ in range(processes)]
        self._hint_process = Worker(
            MODULE, max_seconds, FairQueue(MAX_WAITING_HINTS, MAX_WAITING_HINTS_PER_ADDRESS)
        )
        self._show_process = Worker(MODULE, MAX_SHOW_ANSWER_SECONDS, arguments=(LOWEST_PRIORITY,))
        self._asking: set[str] = set()
        self.asked = asyncio.Event()
        """Set when somebody begins to wait for a move or a hint."""

    async def actions(
        self,
        player: str,
        position: str,
        level: str,
        content: tuple[str, ...],
        seed: int,
        *,
        source: str = "",
        rank: int = 0,
        is_show: bool = False,
    ) -> list[str]:
        """What a computer player does in a position, until chance or somebody else decides.

        The lowest `rank` comes first, then the `source` for whom computers have thought least of late.
        """
        own = self._bot_processes[hash(player) % len(self._bot_processes)]
        process = self._show_process if is_show else own
        if not is_show:
            self.asked.set()
        try:
            request = ChooseActions(player, position, level, seed, content)
            return (await process.ask(request, ChosenActions, source, rank)).actions
        except Refused as refused:
            raise NoReplyError from refused

    async def hints(
        self, person: str, position: str, level: str, content: tuple[str, ...], source: str = ""
    ) -> FoundHints:
        """The best few actions in a position; a person may ask for one hint at a time.

        Of those who wait, the source (an address) for which least was thought of late comes first.
        """
        with one_at_a_time(self._asking, person):
            self.asked.set()
            try:
                request = FindHints(person, position, level, content)
                return await self._hint_process.ask(request, FoundHints, source or person)
            except NoReplyError:
                raise Refused("no_answer") from None

    @property
    def is_busy(self) -> bool:
        """Whether somebody waits for a move or a hint of a computer."""
        return any(worker.is_busy for worker in (*self._bot_processes, self._hint_process))

    async def end_show(self) -> None:
        """End the process of the show game, as nobody watches; the next one who does starts it again."""
        await self._show_process.kill()

    async def stop(self) -> None:
        """End all processes."""
        for worker in (*self._bot_processes, self._hint_process, self._show_process):
            await worker.kill()
