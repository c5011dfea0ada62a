"""A room: a table that is open in this process, with the people who look at it.

Whatever happens is stored first, then acknowledged, then told to everybody. The store's primary key is the
only lock between processes: who comes second reads what came first and decides again.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.updates import update
from elbowroom.server.storage.store import Conflict, Listing, Repeated, Unavailable
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.entries import Row
from elbowroom.server.tables.table import Table
from elbowroom.server.workers.computers import NoAnswerError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elbowroom.server.storage.store import Store
    from elbowroom.server.tables.commands import AnyCommand
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.workers.computers import Computers

MOST_WAITING: Final = 64
"""So many updates may wait for a viewer who is slow; then he is let go, and resumes from the log."""
MOST_TRIES: Final = 8
PAUSE: Final = 1.0
"""Seconds before a computer tries again to write what could not be stored."""
QUICK: Final = "greedy"
"""Who decides when a thinker gives no answer."""


class Viewer:
    """Somebody who looks at a table through one connection."""

    def __init__(self, person: str | None) -> None:
        """A person, or a spectator whom nobody knows."""
        self.person = person
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        """Messages to send; None ends the connection."""

    def send(self, message: bytes) -> None:
        """Let a message wait to be sent; too many end the connection."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """End the connection; what waits is not sent any more."""
        while self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


def listing_after(table: Table, found: Sequence[AnyEntry], at: float) -> Listing:
    """What the lists of tables say of this one once these entries are written."""
    status: str = table.status
    people = {number: seat.person for number, seat in enumerate(table.seats) if seat.person is not None}
    taken = {number for number, seat in enumerate(table.seats) if not seat.is_free}
    for entry in found:
        match entry:
            case entries.Joined():
                people[entry.seat] = entry.person
                taken.add(entry.seat)
            case entries.Left():
                del people[entry.seat]
                taken.discard(entry.seat)
            case entries.Filled():
                taken.add(entry.seat)
            case entries.Started():
                status = "running"
            case entries.Finished():
                status = "over"
            case entries.Closed():
                status = "closed"
            case _:
                pass
    agreement = table.agreement
    return Listing(
        status=status,
        is_open=agreement.is_open,
        is_rated=agreement.is_rated,
        players=agreement.players,
        free=agreement.players - len(taken),
        title=agreement.title,
        host=table.host,
        people=tuple(sorted(set(people.values()))),
        changed_at=at,
    )


class Room:
    """One table, its viewers, and the computers that play at it."""

    def __init__(
        self, table_id: str, rows: Sequence[Row], store: Store, computers: Computers, now: Callable[[], float]
    ) -> None:
        """Open the table that these rows tell of."""
        self.id = table_id
        self.table = Table.of(rows)
        self.rows = list(rows)
        self.viewers: set[Viewer] = set()
        self._store = store
        self._computers = computers
        self._now = now
        self._lock = asyncio.Lock()
        self._seed = ""
        self._task: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._expiry: asyncio.Task[None] | None = None

    async def do(self, person: str, command_id: str, command: AnyCommand, base: int | None = None) -> int:
        """Carry out a person's command; returns the number of its first entry once that is stored."""

        def decide(table: Table, seed: str) -> list[AnyEntry]:
            if base is not None and isinstance(command, (commands.Act, commands.Undo)):
                self._check_base(base)
            return commands.decide(table, command, person, seed)

        # Two people may choose the same id.
        return await self._write(decide, f"{person} {command_id}")

    def _check_base(self, base: int) -> None:
        """Refuse a decision on a position that is not there any more."""
        moved = (entries.Acted, entries.Undone, entries.TookOver)
        if any(isinstance(row.entry, moved) for row in self.rows[max(base, 0) :]):
            raise Refused("stale", base=base, head=self.table.seq)

    async def _write(self, decide: Callable[[Table, str], list[AnyEntry]], command_id: str = "") -> int:
        """Decide, store, and only then move on and tell."""
        async with self._lock:
            if not self._seed:
                self._seed = await self._store.seed(self.id)
            for _ in range(MOST_TRIES):
                known = next((row.seq for row in self.rows if command_id and row.command == command_id), None)
                if known is not None:
                    return known
                found = decide(self.table, self._seed)
                if not found:
                    return self.table.seq
                rows = self._numbered(found, command_id)
                try:
                    await self._store.append(self.id, rows, listing_after(self.table, found, rows[0].at))
                except Conflict:
                    await self._read_on()
                    continue
                except Repeated as repeated:
                    await self._read_on()
                    return repeated.seq
                self._add(rows)
                return rows[0].seq
            raise Refused("busy")

    def _numbered(self, found: list[AnyEntry], command_id: str) -> list[Row]:
        at = max(self._now(), self.table.changed_at)
        first = self.table.seq + 1
        return [
            Row(first + number, at, entry, "" if number else command_id) for number, entry in enumerate(found)
        ]

    def _add(self, rows: Sequence[Row]) -> None:
        """Move on by rows that are stored, and tell every viewer."""
        for row in rows:
            self.table.add(row)
            self.rows.append(row)
            told: dict[str | None, bytes] = {}
            for viewer in self.viewers:
                if viewer.person not in told:
                    message = update(self.id, self.table, row.entry, row.at, viewer.person)
                    told[viewer.person] = msgspec.json.encode(message)
                viewer.send(told[viewer.person])
        self.play_on()

    async def read_on(self) -> None:
        """Take in what other processes have written."""
        async with self._lock:
            await self._read_on()

    async def _read_on(self) -> None:
        self._add(await self._store.rows(self.id, self.table.seq))

    def play_on(self) -> None:
        """Let a computer decide if it is for one to decide."""
        seat = self.table.to_move
        waits = seat is not None and self.table.seats[seat].is_computer and not self.table.is_paused
        if waits and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._play_computers())
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Wake up when the player to move has no time left."""
        if self._alarm is not None:
            self._alarm.cancel()
        deadline = self.table.deadline()
        if deadline is not None:
            wait = max(0.0, deadline - self._now())
            self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._expiry = asyncio.create_task(self._expire())

    async def _expire(self) -> None:
        def decide(table: Table, seed: str) -> list[AnyEntry]:
            del seed
            deadline, seat = table.deadline(), table.to_move
            if deadline is None or seat is None or self._now() < deadline:
                return []
            return [entries.TookOver(seat, "time")]

        try:
            await self._write(decide)
        except Unavailable:
            await asyncio.sleep(PAUSE)
        self._set_alarm()

    async def _play_computers(self) -> None:
        while (seat := self.table.to_move) is not None and not self.table.is_paused:
            place = self.table.seats[seat]
            if not place.is_computer:
                return
            head = self.table.seq
            action = await self._think(seat, place.level or "normal")

            def decide(
                table: Table, seed: str, seat: int = seat, action: str = action, head: int = head
            ) -> list[AnyEntry]:
                stale = table.seq != head or table.to_move != seat or not table.seats[seat].is_computer
                return [] if stale or table.is_paused else commands.act(table, seat, action, "computer", seed)

            try:
                await self._write(decide)
            except Unavailable:
                await asyncio.sleep(PAUSE)

    async def _think(self, seat: int, level: str) -> str:
        game = self.table.running
        content = self.table.agreement.content
        player = f"{self.id} {seat}"
        for tried in (level, QUICK):
            with suppress(NoAnswerError):
                return await self._computers.action(player, game.to_text(), tried, content, seat)
        return game.text_of(game.legal()[-1])

    async def close(self) -> None:
        """Nobody plays here any more; what is stored stays."""
        if self._alarm is not None:
            self._alarm.cancel()
        for task in (self._task, self._expiry):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        for viewer in self.viewers:
            viewer.end()
