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
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.computer_moves import Attention, computer_move
from elbowroom.server.rooms.presence import RoomPresence, presence
from elbowroom.server.rooms.recovery import load_table
from elbowroom.server.rooms.subscriber import RESUME_MESSAGE, Subscriber
from elbowroom.server.rooms.turns import in_turns
from elbowroom.server.storage.store import MAX_WRITE_TRIES, Conflict, Repeated, Unavailable
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.anonymise import anonymised_rows
from elbowroom.server.tables.command_names import name_of
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.log_chain import linked, redacted
from elbowroom.server.tables.log_replay import replay_log
from elbowroom.server.tables.naming import GUEST
from elbowroom.server.views.updates import UpdateBuilder

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from elbowroom.server.rooms.metrics import Metrics
    from elbowroom.server.rooms.server_time import ServerTime
    from elbowroom.server.rooms.signatures import GameSigner
    from elbowroom.server.storage.store import Store
    from elbowroom.server.tables.command_names import CommandName
    from elbowroom.server.tables.commands import AnyCommand
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.naming import Naming
    from elbowroom.server.tables.table import Table
    from elbowroom.server.tables.table_log import NextRows, TableLog
    from elbowroom.server.workers.bots import Bots

_T = TypeVar("_T")
_LOG: Final = logging.getLogger(__name__)

CLOCK_SOON_SECONDS: Final = 600.0
"""A room stays open when its clock runs out within this time."""
SHOW_PAUSE_SECONDS: Final = 4.0
"""Seconds between two moves of a show game, so that one can follow it."""
RETRY_SECONDS: Final = 1.0
"""Seconds before a failed action is tried again."""
MAX_COMMIT_CHECKS: Final = 12
"""Checks, one a second, whether a commit with an unclear outcome was stored; no commit takes longer."""
SEAT_CHANGES: Final = (entries.Joined, entries.Left, entries.Filled, entries.Moved, entries.Forgotten)
"""Entries that change who sits at the table."""


@dataclass(frozen=True)
class RoomServices:
    """What all rooms of a process use."""

    store: Store
    bots: Bots
    metrics: Metrics
    time: ServerTime
    on_game_over: Callable[[str], None]
    """Called with the id of a table whose game has ended."""
    on_presence_change: Callable[[Room], None]
    """Called when somebody connects, disconnects or changes seats."""
    signer: GameSigner | None = None
    """Signs games that are over."""


class Room:
    """One table, its subscribers, and the computers that play at it."""

    def __init__(self, table_id: str, log: TableLog, services: RoomServices) -> None:
        self.id = table_id
        self.log = log
        self.subscribers: set[Subscriber] = set()
        self.presence_state = RoomPresence()
        self._services = services
        self._store = services.store
        self._time = services.time
        self._now = services.time.now
        self.used_at = self._now()
        self._lock = asyncio.Lock()
        self._seed = ""
        self._is_commit_unclear = False
        """Whether it is not known if the last entries were stored."""
        self._tasks: set[asyncio.Task[object]] = set()
        self._player: asyncio.Task[object] | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def table(self) -> Table:
        """The table after its whole log."""
        return self.log.table

    @property
    def rows(self) -> list[LogRow]:
        """The log, from its first entry on."""
        return self.log.rows

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
        if base is not None and base > self.table.seq:
            await self.check_base(base)

        def decide(_table: Table, seed: str) -> list[AnyEntry]:
            return self.log.decide(person, command, seed, self._now(), base=base, naming=naming)

        return await self.write(decide, name_of(person, command_id, command))

    async def check_base(self, base: int) -> None:
        """Refuse a number above all of the log, as after an older backup was restored."""
        await self.read_on()  # another process may have written it
        self.log.check_base(base)

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

            await self._write(decide)
            with suppress(Unavailable):  # they can be made again
                await self._store.keep_checkpoints(self.id, self.table.seq, self.log.checkpoints.states)

    async def remove_chat(self, seq: int) -> bool:
        """Remove a chat message: its text is overwritten, then everybody at the table is told.

        False if it was removed before.
        """
        async with self._lock:
            await self._read_on()
            said = self.rows[seq - 1].entry if 0 < seq <= len(self.rows) else None
            if not isinstance(said, entries.Said):
                raise Refused("nothing_said", seq=seq)
            emptied = redacted(said, text="")
            await self._store.redact(self.id, [msgspec.structs.replace(self.rows[seq - 1], entry=emptied)])
            await self._replace_log(await self._store.rows(self.id))
            if any(row.entry == entries.Removed(seq) for row in self.rows):
                return False
            await self._write(lambda _table, _seed: [entries.Removed(seq)])
            return True

    async def _replace_log(self, rows: list[LogRow]) -> None:
        """Take a log whose entries were rewritten, up to the table's number."""
        self.log = await in_turns(replay_log(rows[: self.table.seq]))

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
    def _attention(self) -> Attention:
        """Who pays attention to the table, here or through other processes."""
        if self.table.is_abandoned:
            return Attention.ABANDONED
        is_watched = bool(self.subscribers) or bool(self.presence_state.elsewhere)
        return Attention.WATCHED if is_watched else Attention.UNWATCHED

    @property
    def _source(self) -> str:
        """For whom computers think here: the address of a player who is connected, or of a spectator."""
        players = {seat.person for seat in self.table.seats if seat.person is not None}
        playing = (subscriber for subscriber in self.subscribers if subscriber.person in players)
        first = next(chain(playing, self.subscribers), None)
        return self.table.host if first is None else first.source

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

    async def write(
        self, decide: Callable[[Table, str], list[AnyEntry]], command: CommandName | None = None
    ) -> int:
        """Decide, store, then change the table and send updates; returns the number of the first entry."""
        async with self._lock:
            return await self._write(decide, command)

    async def _write(
        self, decide: Callable[[Table, str], list[AnyEntry]], command: CommandName | None = None
    ) -> int:
        begun = time.perf_counter()
        self.used_at = self._now()
        if self._is_commit_unclear:
            await self._read_on()
        if not self._seed:
            try:
                self._seed = await self._store.seed(self.id)
            except KeyError:
                raise Refused("unknown_table") from None
        await self._hold_clock()
        for _ in range(MAX_WRITE_TRIES):
            answered = None if command is None else self.log.answered(command)
            if answered is not None:
                return answered
            decided = decide(self.table, self._seed)
            if not decided:
                return self.table.seq
            rows = await self._signed(self.log.numbered(decided, self._now(), command))
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

    def hold_clock(self) -> None:
        """The server's time has jumped: do not charge the player to move for it."""
        if self._jumped_seconds():
            self._begin(self._hold_clock_now())

    def _jumped_seconds(self) -> float:
        """Seconds since the last entry in which nobody could play, if a clock runs."""
        return 0.0 if self.table.deadline() is None else self._time.jumped_since(self.table.changed_at)

    async def _hold_clock_now(self) -> None:
        with suppress(Unavailable, Refused):  # it is done with the next entry
            await self.write(lambda _table, _seed: [])

    async def _hold_clock(self) -> None:
        """Give back to the player to move the time in which nobody could play."""
        for _ in range(MAX_WRITE_TRIES):
            seconds = self._jumped_seconds()
            if not seconds:
                return
            rows = self.log.numbered([entries.ClockHeld(seconds)], self._now())
            try:
                await self._store_and_send(rows, time.perf_counter())
            except Conflict:
                await self._read_on()

    async def _store_and_send(self, rows: list[LogRow], begun: float) -> None:
        """Apply the entries to a copy of the table first: what cannot be replayed is never stored."""
        new = self.log.after(rows)
        try:
            with self._time.writing():
                await self._store.append(self.id, rows, new.listing, new.position, new.checkpoints)
        except (Conflict, Repeated):
            raise
        except KeyError:  # it was removed meanwhile
            raise Refused("unknown_table") from None
        except BaseException:  # also when the request is cancelled
            self._is_commit_unclear = True
            self._begin(self._check_commit())
            raise
        self._services.metrics.stored_seconds.observe(time.perf_counter() - begun)
        self._move_on(new)
        self._services.metrics.sent_seconds.observe(time.perf_counter() - begun)

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

    def _move_on(self, new: NextRows) -> None:
        """Take stored rows and the table after each of them, and send an update for each."""
        for row, table in zip(new.rows, new.tables, strict=True):
            before = self.table
            self.log.add(row, table)
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
        if rows:
            self._time.hear(rows[-1].at)
        rewritten = any(isinstance(row.entry, (entries.Forgotten, entries.Removed)) for row in rows)
        whole = await self._store.rows(self.id) if rewritten else []
        try:
            new = self.log.after(rows)
        except Exception:  # noqa: BLE001 - another process may run a newer version
            self.log = await load_table(self._store, self.id, self._now)
            for subscriber in self.subscribers:
                subscriber.end(RESUME_MESSAGE)
            self.play_on()
            return
        self._move_on(new)
        if rewritten:
            await self._replace_log(whole)

    async def _catch_up(self, seq: int) -> None:
        """Read up to a number; a database that is away may not tell of it again when it is back."""
        while self.table.seq < seq:
            with suppress(Unavailable):
                await self.read_on()
                return
            await asyncio.sleep(RETRY_SECONDS)

    async def _check_commit(self) -> None:
        """After an unclear commit, find out what was stored; the commit may take some more seconds."""
        looks = 0
        while looks < MAX_COMMIT_CHECKS:
            await asyncio.sleep(RETRY_SECONDS)
            with suppress(Unavailable):
                await self.read_on()
                looks += 1
        self._is_commit_unclear = False

    def _set_alarm(self) -> None:
        """Set a timer for when the clock of the player to move runs out."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        deadline = self.table.deadline()
        if deadline is not None:
            wait = max(deadline, self._time.grace_until) - self._now()
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, wait), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._begin(self._expire())

    async def _expire(self) -> None:
        def decide(table: Table, seed: str) -> list[AnyEntry]:
            deadline = table.deadline()
            if deadline is None or self._now() < max(deadline, self._time.grace_until):
                return []
            return commands.time_is_up(table, seed)

        try:
            await self.write(decide)
        except Exception as error:  # noqa: BLE001 - whatever happens, the clock goes on
            _report(error)
            await asyncio.sleep(RETRY_SECONDS)
        self._set_alarm()

    async def _play_computers(self) -> None:
        bots, metrics = self._services.bots, self._services.metrics
        while self._lets_computer_play:
            try:
                move = await computer_move(self.id, self.table, self._attention, self._source, bots, metrics)
                await self.write(move)
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
