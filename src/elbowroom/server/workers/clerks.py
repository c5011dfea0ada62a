"""The clerks of a server: processes that make sense of what people upload, and draw, while others play on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.agreement import check_agreement
from elbowroom.server.workers.messages import (
    Check,
    Draw,
    Fine,
    Inspect,
    Inspected,
    Picture,
    Read,
    Replay,
    Sketched,
)
from elbowroom.server.workers.worker import NoAnswerError, Worker, one_at_a_time

if TYPE_CHECKING:
    from typing import TypeVar

    from elbowroom.server.tables.agreement import Agreement
    from elbowroom.server.tables.box import Box
    from elbowroom.server.workers.messages import Answer, Clerical, Sketch

    A = TypeVar("A", bound=Answer)

MODULE: Final = "elbowroom.server.workers.clerk"
PATIENCE: Final = 30.0
"""Seconds after which a clerk is killed that has not ended by itself, as it works only for a few."""
MOST_WAITING: Final = 16
"""So many questions may wait for each clerk."""


class Clerks:
    """One clerk who reads, and one who draws."""

    def __init__(self, patience: float = PATIENCE) -> None:
        """Each is started when it is first asked, and killed when it takes too long."""
        self._reader = Worker(MODULE, patience, MOST_WAITING)
        self._painter = Worker(MODULE, patience, MOST_WAITING)
        self._asking: set[str] = set()

    async def check(self, agreement: Agreement, person: str) -> None:
        """Refuse what cannot be played; what was uploaded is not even looked at in this process."""
        if not (agreement.content or agreement.position):
            check_agreement(agreement)
            return
        with one_at_a_time(self._asking, person):
            await _answered(self._reader, Check(agreement), Fine)

    async def read(self, record: str, person: str) -> Replay:
        """The log that tells the game of a record."""
        with one_at_a_time(self._asking, person):
            return await _answered(self._reader, Read(record), Replay)

    async def inspect(self, content: tuple[str, ...], person: str) -> Box:
        """What one's own races, powers and maps do; refused with all that is wrong with them."""
        with one_at_a_time(self._asking, person):
            return (await _answered(self._reader, Inspect(content), Inspected)).box

    async def draw(self, question: Draw | Sketch) -> bytes:
        """A picture as PNG, or a board compressed."""
        if isinstance(question, Draw):
            return (await _answered(self._painter, question, Picture)).png
        return (await _answered(self._painter, question, Sketched)).packed

    async def stop(self) -> None:
        """End all processes."""
        for worker in (self._reader, self._painter):
            await worker.kill()


async def _answered(worker: Worker, question: Clerical, expected: type[A]) -> A:
    """The answer; what killed the clerk, or would have, is too heavy."""
    try:
        return await worker.ask(question, expected)
    except NoAnswerError:
        raise Refused("too_heavy") from None
