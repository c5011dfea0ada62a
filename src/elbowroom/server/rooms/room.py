"""A room: a table that is open in this process, with its subscribers.

An entry is stored first; then every subscriber gets an update, and whoever sent the command an ack. The
primary key of the log is the only lock between processes: the process that comes second reads the entries
of the first, and decides again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.computer_moves import computer_move
from elbowroom.server.rooms.listing import listing_of, position_of
from elbowroom.server.rooms.presence import RoomPresence, presence
from elbowroom.server.rooms.recovery import load_table, replay_log
from elbowroom.server.rooms.subscriber import RESUME_MESSAGE, Subscriber
from elbowroom.server.rooms.updates import UpdateBuilder
from elbowroom.server.storage.store import MAX_WRITE_TRIES, Conflict, Repeated, Unavailable
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.anonymise import anonymised_rows
from elbowroom.server.tables.checkpoints import due_checkpoints
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.log_chain import linked, salted
from elbowroom.server.tables.naming import GUEST

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from elbowroom.server.rooms.metrics import Metrics
    from elbowroom.server.rooms.recovery import LoadedTable
    from elbowroom.server.rooms.signatures import GameSigner
    from elbowroom.server.storage.store import Store
    from elbowroom.server.tables.commands import AnyCommand
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.naming import Naming
    from elbowroom.server.tables.table import Table
    from elbowroom.server.workers.bots import Bots

_T = TypeVar("_T")
_LOG: Final = logging.getLogger(__name__)

CLOCK_SOON_SECONDS: Final = 600.0
"""A room stays open when its clock runs out within this time."""
MAX_EARLIER_TABLES: Final = 3
"""Earlier states of the table that are kept for clients that reconnect."""
SHOW_PAUSE_SECONDS: Final = 4.0
"""Seconds between two moves of a show game, so that one can follow it."""
RETRY_SECONDS: Final = 1.0
"""Seconds before a failed action is tried again."""
GRACE_SECONDS: Final = 20.0
"""No clock runs out in this time after the server or its database was away."""
MAX_COMMIT_CHECKS: Final = 12
"""Checks, one a second, whether a commit with an unclear outcome was stored; no commit takes longer."""
MAX_ENTRIES: Final = 20_000
"""Only decisions are added to a longer log, as the whole log is read to open a room."""
SEAT_CHANGES: Final = (entries.Joined, entries.Left, entries.Filled, entries.Moved, entries.Forgotten)
"""Entries that change who sits at the table."""
MAX_CHATS_PER_PERSON: Final = 5
CHAT_SECONDS: Final = 10.0
"""A person may send `MAX_CHATS_PER_PERSON` chat messages in this time."""
MAX_CHATS_PER_TABLE: Final = 1000


@dataclass(frozen=True)
class RoomServices:
    """What all rooms of a process use."""

    store: Store
    bots: Bots
    metrics: Metrics
    now: Callable[[], float]
    on_game_over: Callable[[str], None]
    """Called with the id of a table whose game has ended."""
    on_presence_change: Callable[[Room], None]
    """Called when somebody connects, disconnects or changes seats."""
    signer: GameSigner | None = None
    """Signs games that are over."""


class Room:
    """One table, its subscribers, and the computers that play at it."""

    def __init__(self, table_id: str, loaded: LoadedTable, services: RoomServices) -> None:
        self.id = table_id
        self._take(loaded)
        self.subscribers: set[Subscriber] = set()
        self.presence_state = RoomPresence()
        self._services = services
        self._store = services.store
        self._now = now = services.now
        self.used_at = now()
        self._grace_from = now()
        self._lock = asyncio.Lock()
        self._seed = ""
        self._carried_out = {row.command: row.seq for row in reversed(self.rows) if row.command}
        self._is_commit_unclear = False
        """Whether it is not known if the last entries were stored."""
        self._tasks: set[asyncio.Task[object]] = set()
        self._player: asyncio.Task[object] | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether the room can be closed: nobody uses it, and no clock runs out soon."""
        deadline = self.table.deadline()
        is_clock_soon = deadline is not None and deadline - self._now() < CLOCK_SOON_SECONDS
        return not (self.subscribers or self._tasks or self._lock.locked() or is_clock_soon)

    async def do(
        self,
        person: str,
        command_id: str,
        command: AnyCommand,
        base: int | None = None,
        naming: Naming = GUEST,
    ) -> int:
        """Carry out a person's command; returns the number of its first entry, once it is stored."""

        def decide(table: Table, seed: str) -> list[AnyEntry]:
            if isinstance(command, (commands.Act, commands.Undo)) and base is not None:
                if base < table.position_seq:
                    raise Refused("stale", base=base, head=table.seq)
            elif isinstance(command, commands.Say):
                self._check_chat(person)
            if len(self.rows) >= MAX_ENTRIES and not isinstance(command, commands.Act):
                raise Refused("worn_table")
            return commands.decide(table, command, person, seed, naming)

        # Two people may choose the same id.
        return await self.write(decide, f"{person} {command_id}")

    async def forget(self, person: str) -> None:
        """Remove everything about a person from the log."""
        async with self._lock:
            await self._read_on()
            await self._store.redact(self.id, anonymised_rows(self.rows, person))
            await self._replace_log(await self._store.rows(self.id))

            def decide(table: Table, _seed: str) -> list[AnyEntry]:
                # When all seats were taken only a deleted person leaves a free one.
                is_played = (table.status == "running" and not table.is_import) or table.is_dealing
                seats = [number for number, seat in enumerate(table.seats) if is_played and seat.is_free]
                return [entries.Forgotten(seats, not table.host)]

            await self._write(decide, "")
            with suppress(Unavailable):  # they can be made again
                await self._store.keep_checkpoints(self.id, self.table.seq, self.checkpoints.states)

    def table_at(self, seq: int) -> Table:
        """The table at a number of its log, for reading only; the last few states are kept."""
        if seq == self.table.seq:
            return self.table
        table = self._earlier.get(seq) or self.checkpoints.table_at(self.rows, seq)
        self._remember(table)
        return table

    def _remember(self, table: Table) -> None:
        self._earlier[table.seq] = table
        while len(self._earlier) > MAX_EARLIER_TABLES:
            del self._earlier[next(iter(self._earlier))]

    def _take(self, loaded: LoadedTable) -> None:
        self.rows, self.table, self.checkpoints = loaded.rows, loaded.table, loaded.checkpoints
        self._earlier: dict[int, Table] = {}

    async def _replace_log(self, rows: list[LogRow]) -> None:
        """Take a log whose entries were rewritten, up to the table's number."""
        self._take(await replay_log(rows[: self.table.seq]))

    def enter(self, subscriber: Subscriber) -> None:
        """Add a subscriber."""
        self.subscribers.add(subscriber)
        subscriber.send_presence(presence(self))
        if self.table.is_show:  # it waits for somebody who watches
            self.play_on()
        self._services.on_presence_change(self)

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        self.subscribers.discard(subscriber)
        self._services.on_presence_change(self)

    @property
    def _lets_computer_play(self) -> bool:
        """Whether a computer decides now; at a show game only while somebody watches."""
        return self.table.waits_for_computer and (bool(self.subscribers) or not self.table.is_show)

    def play_on(self) -> None:
        """Let a computer decide if it is its turn, and set the clock."""
        if self._lets_computer_play and (self._player is None or self._player.done()):
            self._player = self._begin(self._play_computers())
        self._set_alarm()

    def wake_up(self, seq: int) -> None:
        """Another process has written up to this number: read it."""
        if self.table.seq < seq:
            self._begin(self._catch_up(seq))

    async def read_on(self) -> None:
        """Read what other processes have written."""
        async with self._lock:
            await self._read_on()

    async def close(self) -> None:
        """End all connections and tasks; what is stored stays."""
        if self._alarm is not None:
            self._alarm.cancel()
        for subscriber in self.subscribers:
            subscriber.end()
        while self._tasks:  # a cancelled write starts another task
            tasks = list(self._tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._tasks.difference_update(tasks)

    def _begin(self, work: Coroutine[object, object, _T]) -> asyncio.Task[_T]:
        """Start a background task, which `close` ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def write(self, decide: Callable[[Table, str], list[AnyEntry]], command_id: str = "") -> int:
        """Decide, store, then change the table and send updates; returns the number of the first entry."""
        async with self._lock:
            return await self._write(decide, command_id)

    async def _write(self, decide: Callable[[Table, str], list[AnyEntry]], command_id: str) -> int:
        begun = time.perf_counter()
        self.used_at = self._now()
        if self._is_commit_unclear:
            await self._read_on()
        if not self._seed:
            try:
                self._seed = await self._store.seed(self.id)
            except KeyError:
                raise Refused("unknown_table") from None
        for _ in range(MAX_WRITE_TRIES):
            if command_id in self._carried_out:
                return self._carried_out[command_id]
            decided = decide(self.table, self._seed)
            if not decided:
                return self.table.seq
            rows = await self._signed(self._numbered(decided, command_id))
            try:
                await self._store_and_send(rows, begun)
            except Conflict:
                await self._read_on()
            except Repeated as repeated:
                await self._read_on()
                return repeated.seq
            else:
                return rows[0].seq
        raise Refused("busy")

    async def _store_and_send(self, rows: list[LogRow], begun: float) -> None:
        """Apply the entries to a copy of the table first: what cannot be replayed is never stored."""
        after = self._after(rows)
        table = after[-1]
        try:
            await self._store.append(
                self.id, rows, listing_of(table), position_of(table), due_checkpoints(after)
            )
        except (Conflict, Repeated):
            raise
        except KeyError:  # it was removed meanwhile
            raise Refused("unknown_table") from None
        except BaseException:  # also when the request is cancelled
            self._is_commit_unclear = True
            self._begin(self._check_commit())
            raise
        self._services.metrics.stored_seconds.observe(time.perf_counter() - begun)
        self._move_on(rows, after)
        self._services.metrics.sent_seconds.observe(time.perf_counter() - begun)

    def _after(self, rows: Sequence[LogRow]) -> list[Table]:
        """The table after each of these rows."""
        tables: list[Table] = []
        table = self.table
        for row in rows:
            table = table.copy()
            table.add(row)
            tables.append(table)
        return tables

    def _numbered(self, decided: list[AnyEntry], command_id: str) -> list[LogRow]:
        at = max(self._now(), self.table.changed_at)
        first = self.table.seq + 1
        return [
            LogRow(first + number, at, salted(entry), "" if number else command_id)
            for number, entry in enumerate(decided)
        ]

    async def _signed(self, rows: list[LogRow]) -> list[LogRow]:
        """The same rows; the end of a game with the server's signature."""
        signer = self._services.signer
        if signer is None or not any(isinstance(row.entry, entries.Finished) for row in rows):
            return rows
        head, signed = self.table.chain, list[LogRow]()
        for row in rows:
            end = row.entry
            if isinstance(end, entries.Finished):
                try:
                    end = await signer.signed(end, row.seq - 1, head)
                except Exception as error:  # noqa: BLE001 - a game that cannot be signed is over all the same
                    _report(error)
            signed.append(msgspec.structs.replace(row, entry=end))
            head = linked(head, signed[-1])
        return signed

    def _move_on(self, rows: Sequence[LogRow], after: Sequence[Table]) -> None:
        """Take stored rows and the table after each of them, and send an update for each."""
        for row, table in zip(rows, after, strict=True):
            before = self.table
            self._remember(before)
            self.table = table
            self.rows.append(row)
            self.checkpoints.add(table)
            if row.command:
                self._carried_out[row.command] = row.seq
            self._send_update(row, before)
            if isinstance(row.entry, SEAT_CHANGES):
                self._services.on_presence_change(self)
            if isinstance(row.entry, entries.Finished):
                self._services.on_game_over(self.id)
        self.play_on()

    def _send_update(self, row: LogRow, before: Table) -> None:
        """Send an update to every subscriber. If that fails, they reconnect and resume from the log."""
        if not self.subscribers:
            return
        try:
            builder = UpdateBuilder(self.id, before, self.table, row)
            for subscriber in self.subscribers:
                subscriber.send(
                    builder.message(subscriber.person, subscriber.muted, wants_states=subscriber.wants_states)
                )
        except Exception as error:  # noqa: BLE001 - a stored command must not look like a failure
            _report(error)
            for subscriber in self.subscribers:
                subscriber.end(RESUME_MESSAGE)

    async def _read_on(self) -> None:
        """Read what other processes wrote; a table that cannot be replayed is recovered."""
        rows = await self._store.rows(self.id, self.table.seq)
        rewritten = any(isinstance(row.entry, (entries.Forgotten, entries.Removed)) for row in rows)
        whole = await self._store.rows(self.id) if rewritten else []
        try:
            after = self._after(rows)
        except Exception:  # noqa: BLE001 - another process may run a newer version
            self._take(await load_table(self._store, self.id, self._now))
            for subscriber in self.subscribers:
                subscriber.end(RESUME_MESSAGE)
            self.play_on()
            return
        self._move_on(rows, after)
        if rewritten:
            await self._replace_log(whole)

    async def _catch_up(self, seq: int) -> None:
        # What cannot be read now is read with the next wake-up or the next command.
        with suppress(Unavailable):
            async with self._lock:
                if self.table.seq < seq:
                    await self._read_on()

    async def _check_commit(self) -> None:
        """After an unclear commit, find out what was stored; the commit may take some more seconds."""
        looks = 0
        while looks < MAX_COMMIT_CHECKS:
            await asyncio.sleep(RETRY_SECONDS)
            with suppress(Unavailable):
                await self.read_on()
                looks += 1
        self._is_commit_unclear = False

    def _check_chat(self, person: str) -> None:
        """Refuse chat messages that come too fast, or too many for a table."""
        chats = [row for row in self.rows if isinstance(row.entry, entries.Said)]
        recent = self._now() - CHAT_SECONDS
        own = [row for row in chats if row.at > recent and getattr(row.entry, "person", "") == person]
        if len(own) >= MAX_CHATS_PER_PERSON or len(chats) >= MAX_CHATS_PER_TABLE:
            raise Refused("too_fast")

    def _set_alarm(self) -> None:
        """Set a timer for when the clock of the player to move runs out."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        deadline = self.table.deadline()
        if deadline is not None:
            wait = max(deadline, self._grace_from + GRACE_SECONDS) - self._now()
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, wait), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._begin(self._expire())

    async def _expire(self) -> None:
        def decide(table: Table, seed: str) -> list[AnyEntry]:
            deadline, seat = table.deadline(), table.to_move
            if deadline is None or self._now() < deadline:
                return []
            if table.is_dealing:
                return commands.deal_without_silent(table, seed)
            return [] if seat is None else [entries.TookOver(seat, "time")]

        try:
            await self.write(decide)
        except Exception as error:  # noqa: BLE001 - whatever happens, the clock goes on
            _report(error)
            if isinstance(error, Unavailable):  # nobody could decide meanwhile
                self._grace_from = self._now()
            await asyncio.sleep(RETRY_SECONDS)
        self._set_alarm()

    async def _play_computers(self) -> None:
        bots, metrics = self._services.bots, self._services.metrics
        while self._lets_computer_play:
            try:
                await self.write(await computer_move(self.id, self.table, bots, metrics))
            except Exception as error:  # noqa: BLE001 - whatever happens, the game goes on
                _report(error)
                await asyncio.sleep(RETRY_SECONDS)
            if self.table.is_show:
                await asyncio.sleep(SHOW_PAUSE_SECONDS)
                if not self._lets_computer_play:
                    await bots.end_show()  # somebody may come meanwhile: then it goes on


def _report(error: Exception) -> None:
    """Log an unexpected error; an unavailable database is none."""
    if not isinstance(error, Unavailable):
        _LOG.error("a room could not go on", exc_info=error)
