"""The sandboxed processes of a server: one parses what people upload, one draws, while others play on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.settings import check_settings
from elbowroom.server.workers.fair_queue import FairQueue
from elbowroom.server.workers.messages import (
    CheckedPaintedMap,
    CheckPaintedMap,
    CheckSettings,
    CompressedBoard,
    ContentBox,
    CreationRead,
    DescribeContent,
    DrawPicture,
    MapPainted,
    Picture,
    ReadCreation,
    ReadRecord,
    ReadRecordToContinue,
    RecordLog,
    SettingsAccepted,
)
from elbowroom.server.workers.worker import NoReplyError, Worker, one_at_a_time
from elbowroom.server.workers.worker_loop import LOWER_PRIORITY

if TYPE_CHECKING:
    from typing import TypeVar

    from elbowroom.drawing.painted_maps import PaintedMap
    from elbowroom.server.tables.box_contents import Box
    from elbowroom.server.tables.creation_texts import CreationText
    from elbowroom.server.tables.painted_map_check import PaintedMapCheck
    from elbowroom.server.tables.settings import TableSettings
    from elbowroom.server.workers.messages import (
        DrawBoard,
        PaintMap,
        PaintRandomMap,
        SandboxRequest,
        WorkerReply,
    )

    A = TypeVar("A", bound=WorkerReply)

MODULE: Final = "elbowroom.server.workers.sandbox"
MAX_ANSWER_SECONDS: Final = 30.0
"""A sandbox that takes longer is killed. It ends itself much earlier, unless the machine is very busy."""
MAX_WAITING_REQUESTS: Final = 64
"""For each of the two processes; further requests are refused."""
MAX_WAITING_UPLOADS_PER_SOURCE: Final = 4
MAX_WAITING_PICTURES_PER_SOURCE: Final = 16
"""From one address; further requests are refused."""


class SandboxPool:
    """A sandbox that reads uploads, and one that draws; each is started when it is first needed."""

    def __init__(self, max_seconds: float = MAX_ANSWER_SECONDS) -> None:
        uploads = FairQueue(MAX_WAITING_REQUESTS, MAX_WAITING_UPLOADS_PER_SOURCE)
        pictures = FairQueue(MAX_WAITING_REQUESTS, MAX_WAITING_PICTURES_PER_SOURCE)
        self._reader = Worker(MODULE, max_seconds, uploads, (LOWER_PRIORITY,))
        self._drawer = Worker(MODULE, max_seconds, pictures)
        self._asking: set[str] = set()

    async def check(self, settings: TableSettings, person: str, source: str = "") -> None:
        """Refuse settings that cannot be played; uploads are never parsed in the server's own process.

        Of those who wait, the source (an address) that has used the sandbox least of late comes first.
        """
        if not (settings.content or settings.position):
            check_settings(settings)
            return
        with one_at_a_time(self._asking, person):
            await _ask(self._reader, CheckSettings(settings), SettingsAccepted, source)

    async def read(self, record: str, person: str, source: str = "") -> RecordLog:
        """The log of a table that shows the game of a record."""
        with one_at_a_time(self._asking, person):
            return await _ask(self._reader, ReadRecord(record), RecordLog, source)

    async def read_to_continue(
        self, record: str, levels: list[str | None] | None, person: str, source: str = ""
    ) -> RecordLog:
        """The log of a table at which the game of a record goes on."""
        with one_at_a_time(self._asking, person):
            return await _ask(self._reader, ReadRecordToContinue(record, levels), RecordLog, source)

    async def describe(self, content: tuple[str, ...], person: str, source: str = "") -> Box:
        """Describe a player's own races, powers and maps; refused with everything that is wrong with them."""
        with one_at_a_time(self._asking, person):
            return (await _ask(self._reader, DescribeContent(content), ContentBox, source)).box

    async def read_creation(self, text: str, person: str, source: str = "") -> CreationText:
        """What a text is that somebody publishes; refused with everything that is wrong with it."""
        with one_at_a_time(self._asking, person):
            return (await _ask(self._reader, ReadCreation(text), CreationRead, source)).creation

    async def check_map(self, painted: PaintedMap, person: str, source: str = "") -> PaintedMapCheck:
        """What the rules say of a painted map."""
        with one_at_a_time(self._asking, person):
            return (await _ask(self._reader, CheckPaintedMap(painted), CheckedPaintedMap, source)).check

    async def paint(self, request: PaintMap | PaintRandomMap, person: str, source: str = "") -> PaintedMap:
        """A painted map, from a map file or by chance."""
        with one_at_a_time(self._asking, person):
            return (await _ask(self._reader, request, MapPainted, source)).painted

    async def draw(self, request: DrawPicture | DrawBoard, source: str = "") -> bytes:
        """A picture as PNG, or a compressed board."""
        if isinstance(request, DrawPicture):
            return (await _ask(self._drawer, request, Picture, source)).png
        return (await _ask(self._drawer, request, CompressedBoard, source)).packed

    async def stop(self) -> None:
        """End all processes."""
        for worker in (self._reader, self._drawer):
            await worker.kill()


async def _ask(worker: Worker, request: SandboxRequest, expected: type[A], source: str) -> A:
    """The reply; a request that killed the sandbox is refused as too heavy."""
    try:
        return await worker.ask(request, expected, source)
    except NoReplyError:
        raise Refused("too_heavy") from None
