"""The computer players of a server: some thinkers, and one for hints, which so never delay a move."""

from __future__ import annotations

from typing import Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.workers.messages import Action, Advice, Advise, Decide
from elbowroom.server.workers.worker import NoAnswerError, Worker, one_at_a_time

MODULE: Final = "elbowroom.server.workers.thinker"
PATIENCE: Final = 20.0
"""Seconds after which a thinker is killed; an expert plans a turn within one."""
MOST_WAITING: Final = 16
"""So many may wait for a hint."""


class Computers:
    """Thinkers; questions of one player go to the same one as long as it lives."""

    def __init__(self, thinkers: int = 1, patience: float = PATIENCE) -> None:
        """So many processes; each is started when it is first asked."""
        self._thinkers = [Worker(MODULE, patience) for _ in range(thinkers)]
        self._adviser = Worker(MODULE, patience, MOST_WAITING)
        self._asking: set[str] = set()

    async def action(
        self, player: str, position: str, level: str, content: tuple[str, ...], seed: int
    ) -> str:
        """What this player does in the position."""
        thinker = self._thinkers[hash(player) % len(self._thinkers)]
        try:
            return (await thinker.ask(Decide(player, position, level, seed, content), Action)).action
        except Refused as refused:
            raise NoAnswerError from refused

    async def hints(self, person: str, position: str, level: str, content: tuple[str, ...]) -> Advice:
        """The best few things that could be done; a person gets one answer at a time."""
        with one_at_a_time(self._asking, person):
            try:
                return await self._adviser.ask(Advise(person, position, level, content), Advice)
            except NoAnswerError:
                raise Refused("no_answer") from None

    async def stop(self) -> None:
        """End all processes."""
        for worker in (*self._thinkers, self._adviser):
            await worker.kill()
