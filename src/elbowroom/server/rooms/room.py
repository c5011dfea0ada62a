"""A room: a table that is open in this process, with the people who look at it.

Whatever happens is stored first, then acknowledged, then told to everybody. The store's primary key is the
only lock between processes: who comes second reads what came first and decides again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.listing import listing_of, position_of
from elbowroom.server.rooms.mending import take_up
from elbowroom.server.rooms.presence import Attendance, presence
from elbowroom.server.rooms.updates import Telling
from elbowroom.server.rooms.viewer import COME_BACK, Viewer
from elbowroom.server.storage.store import Conflict, Repeated, Unavailable
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.entries import Row
from elbowroom.server.tables.oblivion import without
from elbowroom.server.tables.table import Table
from elbowroom.server.workers.worker import NoAnswerError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from elbowroom.server.rooms.meters import Meters
    from elbowroom.server.storage.store import Store
    from elbowroom.server.tables.commands import AnyCommand
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.workers.computers import Computers

_T = TypeVar("_T")
_LOG: Final = logging.getLogger(__name__)
MOST_TRIES: Final = 8
PRESSING: Final = 600.0
"""Seconds before a clock runs out from which on its room stays open."""
KEPT: Final = 3
"""So many earlier tables are kept for those who come back."""
PAUSE: Final = 1.0
"""Seconds before something is tried again that could not be done."""
GRACE: Final = 20.0
"""Seconds after the server, or its database, was away in which nobody's time runs out."""
LOOKS: Final = 12
"""So often it is looked whether something was stored, once a second: no commit takes longer."""
MOST_ENTRIES: Final = 20_000
"""When a log is so long, only decisions are added to it: everything there is replayed."""
QUICK: Final = "greedy"
"""Who decides when a thinker gives no answer."""
SEATING: Final = (entries.Joined, entries.Left, entries.Filled, entries.Moved, entries.Forgotten)
"""Entries after which somebody else sits at the table."""
SAYINGS, SAYING_SECONDS, MOST_SAYINGS = 5, 10.0, 1000
"""So often may one write in so many seconds, and all together at one table."""


class Room:
    """One table, its viewers, and the computers that play at it."""

    def __init__(
        self,
        table_id: str,
        opened: tuple[list[Row], Table],
        store: Store,
        computers: Computers,
        now: Callable[[], float],
        meters: Meters,
    ) -> None:
        """Open a table that was taken up from the store."""
        self.id = table_id
        self.rows, self.table = opened
        self.viewers: set[Viewer] = set()
        self.used_at = now()
        self.ended: Callable[[str], None] | None = None
        """Told when the game is over."""
        self.attendance = Attendance()
        self.noted: Callable[[Room], None] | None = None
        """Told when somebody comes, goes, or sits elsewhere."""
        self._store = store
        self._computers = computers
        self._now = now
        self._meters = meters
        self._grace_from = now()
        self._lock = asyncio.Lock()
        self._seed = ""
        self._carried_out = {row.command: row.seq for row in reversed(self.rows) if row.command}
        self._earlier: dict[int, Table] = {}
        self._is_unsure = False
        """What was to be written last may be stored or not."""
        self._tasks: set[asyncio.Task[object]] = set()
        self._player: asyncio.Task[object] | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss the room: it is opened again long before its clock runs out."""
        deadline = self.table.deadline()
        is_pressing = deadline is not None and deadline - self._now() < PRESSING
        return not (self.viewers or self._tasks or self._lock.locked() or is_pressing)

    async def do(self, person: str, command_id: str, command: AnyCommand, base: int | None = None) -> int:
        """Carry out a person's command; returns the number of its first entry once that is stored."""

        def decide(table: Table, seed: str) -> list[AnyEntry]:
            if isinstance(command, (commands.Act, commands.Undo)) and base is not None:
                if base < table.position_seq:
                    raise Refused("stale", base=base, head=table.seq)
            elif isinstance(command, commands.Say):
                self._check_sayings(person)
            if len(self.rows) >= MOST_ENTRIES and not isinstance(command, commands.Act):
                raise Refused("worn_table")
            return commands.decide(table, command, person, seed)

        # Two people may choose the same id.
        return await self.write(decide, f"{person} {command_id}")

    async def forget(self, person: str) -> None:
        """Make the log tell nothing of a person any more."""
        async with self._lock:
            await self._read_on()
            await self._store.redact(self.id, without(self.rows, person))
            self._take(await self._store.rows(self.id))

            def decide(table: Table, _seed: str) -> list[AnyEntry]:
                # Nobody sits there any more: only one who was forgotten leaves such a seat in a game.
                is_played = table.status == "running" and not table.is_import
                seats = [number for number, seat in enumerate(table.seats) if is_played and seat.is_free]
                return [entries.Forgotten(seats, not table.host)]

            await self._write(decide, "")

    def table_at(self, seq: int) -> Table:
        """The table at a number of its log, for reading only; the last few are at hand."""
        if seq == self.table.seq:
            return self.table
        found = self._earlier.get(seq) or Table.of(self.rows[:seq])
        self._keep(found)
        return found

    def _keep(self, table: Table) -> None:
        self._earlier[table.seq] = table
        while len(self._earlier) > KEPT:
            del self._earlier[next(iter(self._earlier))]

    def _take(self, rows: list[Row]) -> None:
        """The log reads otherwise now, up to where the table is."""
        self.rows, self._earlier = rows[: self.table.seq], {}
        self.table = Table.of(self.rows)

    def enter(self, viewer: Viewer) -> None:
        """Somebody comes to look."""
        self.viewers.add(viewer)
        viewer.tell_presence(presence(self))
        self._note()

    def leave(self, viewer: Viewer) -> None:
        """Somebody looks no more."""
        self.viewers.discard(viewer)
        self._note()

    def _note(self) -> None:
        if self.noted is not None:
            self.noted(self)

    def play_on(self) -> None:
        """Let a computer decide if it is for one to decide, and the clock run."""
        if self.table.waits_for_computer and (self._player is None or self._player.done()):
            self._player = self._begin(self._play_computers())
        self._set_alarm()

    def hear(self, seq: int) -> None:
        """Another process says that it has written up to here."""
        if self.table.seq < seq:
            self._begin(self._catch_up(seq))

    async def read_on(self) -> None:
        """Take in what other processes have written."""
        async with self._lock:
            await self._read_on()

    async def close(self) -> None:
        """Nobody plays here any more; what is stored stays."""
        if self._alarm is not None:
            self._alarm.cancel()
        for viewer in self.viewers:
            viewer.end()
        while self._tasks:  # a write that is ended begins another task
            tasks = list(self._tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._tasks.difference_update(tasks)

    def _begin(self, work: Coroutine[object, object, _T]) -> asyncio.Task[_T]:
        """Do something that goes on by itself."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def write(self, decide: Callable[[Table, str], list[AnyEntry]], command_id: str = "") -> int:
        """Decide, store, and only then move on and tell."""
        async with self._lock:
            return await self._write(decide, command_id)

    async def _write(self, decide: Callable[[Table, str], list[AnyEntry]], command_id: str) -> int:
        begun = time.perf_counter()
        self.used_at = self._now()
        if self._is_unsure:
            await self._read_on()
        if not self._seed:
            try:
                self._seed = await self._store.seed(self.id)
            except KeyError:
                raise Refused("unknown_table") from None
        for _ in range(MOST_TRIES):
            if command_id in self._carried_out:
                return self._carried_out[command_id]
            found = decide(self.table, self._seed)
            if not found:
                return self.table.seq
            rows = self._numbered(found, command_id)
            try:
                await self._store_and_tell(rows, begun)
            except Conflict:
                await self._read_on()
            except Repeated as repeated:
                await self._read_on()
                return repeated.seq
            else:
                return rows[0].seq
        raise Refused("busy")

    async def _store_and_tell(self, rows: list[Row], begun: float) -> None:
        """What cannot be replayed is never stored: the table moves on as a copy first."""
        after = self._after(rows)
        table = after[-1]
        try:
            await self._store.append(self.id, rows, listing_of(table), position_of(table))
        except (Conflict, Repeated):
            raise
        except KeyError:  # it was removed meanwhile
            raise Refused("unknown_table") from None
        except BaseException:  # also when whoever waits for it goes away
            self._is_unsure = True
            self._begin(self._make_sure())
            raise
        self._meters.stored.observe(time.perf_counter() - begun)
        self._move_on(rows, after)
        self._meters.told.observe(time.perf_counter() - begun)

    def _after(self, rows: Sequence[Row]) -> list[Table]:
        """The table after each of these rows."""
        found: list[Table] = []
        table = self.table
        for row in rows:
            table = table.copy()
            table.add(row)
            found.append(table)
        return found

    def _numbered(self, found: list[AnyEntry], command_id: str) -> list[Row]:
        at = max(self._now(), self.table.changed_at)
        first = self.table.seq + 1
        return [
            Row(first + number, at, entry, "" if number else command_id) for number, entry in enumerate(found)
        ]

    def _move_on(self, rows: Sequence[Row], after: Sequence[Table]) -> None:
        """Move on by rows that are stored, and tell every viewer."""
        for row, table in zip(rows, after, strict=True):
            self._keep(self.table)
            self.table = table
            self.rows.append(row)
            if row.command:
                self._carried_out[row.command] = row.seq
            self._tell(row)
            if isinstance(row.entry, SEATING):
                self._note()
            if isinstance(row.entry, entries.Finished) and self.ended is not None:
                self.ended(self.id)
        self.play_on()

    def _tell(self, row: Row) -> None:
        """Tell every viewer; it is stored, so whoever cannot be told comes back and reads it from the log."""
        if not self.viewers:
            return
        try:
            telling = Telling(self.id, self.table, row)
            told: dict[str | None, bytes] = {}
            for viewer in self.viewers:
                if viewer.person not in told:
                    message = telling.to(viewer.person, viewer.muted)
                    told[viewer.person] = msgspec.json.encode(message, enc_hook=str)
                viewer.send(told[viewer.person])
        except Exception as error:  # noqa: BLE001 - nothing may make a stored command look like a failure
            _report(error)
            for viewer in self.viewers:
                viewer.end(COME_BACK)

    async def _read_on(self) -> None:
        """Take in what was written elsewhere; what cannot be replayed is mended."""
        rows = await self._store.rows(self.id, self.table.seq)
        rewritten = any(isinstance(row.entry, (entries.Forgotten, entries.Removed)) for row in rows)
        whole = await self._store.rows(self.id) if rewritten else []
        try:
            after = self._after(rows)
        except Exception:  # noqa: BLE001 - another process may run newer rules
            self.rows, self.table = await take_up(self._store, self.id, self._now)
            self._earlier = {}
            for viewer in self.viewers:
                viewer.end(COME_BACK)
            self.play_on()
            return
        self._move_on(rows, after)
        if rewritten:
            self._take(whole)

    async def _catch_up(self, seq: int) -> None:
        # What cannot be read now is read with the next wake-up or the next command.
        with suppress(Unavailable):
            async with self._lock:
                if self.table.seq < seq:
                    await self._read_on()

    async def _make_sure(self) -> None:
        """After an unclear commit, find out what is stored; it may still be on its way for some seconds."""
        looks = 0
        while looks < LOOKS:
            await asyncio.sleep(PAUSE)
            with suppress(Unavailable):
                await self.read_on()
                looks += 1
        self._is_unsure = False

    def _check_sayings(self, person: str) -> None:
        """Nobody floods the table."""
        said = [row for row in self.rows if isinstance(row.entry, entries.Said)]
        recent = self._now() - SAYING_SECONDS
        own = [row for row in said if row.at > recent and getattr(row.entry, "person", "") == person]
        if len(own) >= SAYINGS or len(said) >= MOST_SAYINGS:
            raise Refused("too_fast")

    def _set_alarm(self) -> None:
        """Wake up when the player to move has no time left."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        deadline = self.table.deadline()
        if deadline is not None:
            wait = max(deadline, self._grace_from + GRACE) - self._now()
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, wait), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._begin(self._expire())

    async def _expire(self) -> None:
        def decide(table: Table, seed: str) -> list[AnyEntry]:
            del seed
            deadline, seat = table.deadline(), table.to_move
            if deadline is None or seat is None or self._now() < deadline:
                return []
            return [entries.TookOver(seat, "time")]

        try:
            await self.write(decide)
        except Exception as error:  # noqa: BLE001 - the clock must go on whatever happens
            _report(error)
            if isinstance(error, Unavailable):  # nobody could decide meanwhile
                self._grace_from = self._now()
            await asyncio.sleep(PAUSE)
        self._set_alarm()

    async def _play_computers(self) -> None:
        while self.table.waits_for_computer:
            try:
                await self._play_computer()
            except Exception as error:  # noqa: BLE001 - the game must go on whatever happens
                _report(error)
                await asyncio.sleep(PAUSE)

    async def _play_computer(self) -> None:
        """One decision of the computer whose turn it is, unless the table has moved on meanwhile."""
        seat, mover, head = self.table.to_move, self.table.mover, self.table.position_seq
        assert seat is not None
        assert mover is not None
        action = await self._think(seat, mover.level or "normal")

        def decide(table: Table, seed: str) -> list[AnyEntry]:
            if table.position_seq != head or not table.waits_for_computer:
                return []
            try:
                return commands.act(table, seat, action, "computer", seed)
            except Refused as refused:
                _report(refused)
                last = table.running.text_of(table.running.legal()[-1])
                return commands.act(table, seat, last, "computer", seed)

        await self.write(decide)

    async def _think(self, seat: int, level: str) -> str:
        game = self.table.running
        content = self.table.agreement.content
        player = f"{self.id} {seat}"
        for tried in (level, QUICK):
            with suppress(NoAnswerError), self._meters.thought.time():
                return await self._computers.action(player, game.to_text(), tried, content, seat)
        return game.text_of(game.legal()[-1])


def _report(error: Exception) -> None:
    """Tell the host of the server what should not happen; a database that is away is no surprise."""
    if not isinstance(error, Unavailable):
        _LOG.error("a room could not go on", exc_info=error)
