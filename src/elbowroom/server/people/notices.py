"""Notices: people whose turn it is in a slow game, and who are not connected, get one push message or mail.

Who gets one follows from what is stored. That a notice is sent is stored before it is sent, so only one of
several processes sends it, and after a crash nobody gets it twice.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import delete, exists, func, select

from elbowroom.rules.languages import chosen
from elbowroom.rules.words import BASE, say, speaking
from elbowroom.server.durations import DAY_SECONDS, HOUR_SECONDS
from elbowroom.server.people.mail import NotSentError, letter
from elbowroom.server.storage.schema import ACCOUNTS, DEVICES, NOTICES, TABLES
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables import entries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from email.message import EmailMessage
    from typing import Any

    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.people.mail import Mailer
    from elbowroom.server.people.mail_addresses import Addresses
    from elbowroom.server.people.push import Push
    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.tables.entries import LogRow

CHECK_SECONDS: Final = 30.0
"""Seconds between two looks."""
MAIL_SECONDS: Final = 4 * HOUR_SECONDS
"""Seconds between two letters to one person: what happens meanwhile waits for the next."""
RETRY_SECONDS: Final = 300.0
"""Seconds before a letter that was not taken is tried again."""
FORGET_SECONDS: Final = 60 * DAY_SECONDS
"""Sent notices are remembered this long, longer than any turn, so that none is sent twice."""
FORGET_EVERY_SECONDS: Final = DAY_SECONDS
"""Seconds between two deletions of old notices."""
MAX_LAST_NOTICE_SECONDS: Final = 15.0
"""Seconds that the notice which is being sent may take when the server stops."""
MAX_PARALLEL_NOTICES: Final = 16
"""Notices that are pushed at the same time."""
MAX_LISTED_TABLES: Final = 50
"""Games that are listed in one letter."""
PUSH: Final = "push"
MAIL: Final = "mail"

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class WaitingTurn:
    """It is somebody's turn at a table, since a number of its log."""

    person: str
    table: str
    seq: int
    title: str
    players: int
    ways: frozenset[str]
    """How the person can be told."""
    told: frozenset[str]
    """How the person has been told."""


def turn_began_at_seq(rows: Sequence[LogRow], person: str) -> int:
    """The entry after which it is a person's turn: the start, or the last act of somebody else."""
    holders: dict[int, str] = {}
    last = 0
    for row in rows:
        match row.entry:
            case entries.Joined() | entries.Moved():
                holders[row.entry.seat] = row.entry.person
            case entries.Started():
                last = row.seq
            case entries.Acted() if holders.get(row.entry.seat) != person:
                last = row.seq
    return last


def turn_letter(address: str, games: Sequence[WaitingTurn], url: str, unsubscribe: str) -> EmailMessage:
    """A letter that lists the games which wait for somebody."""
    listed = "\n\n".join(_line(game, f"{url}/t/{game.table}") for game in games[:MAX_LISTED_TABLES])
    words = say("mail_turn", games=listed, link=unsubscribe)
    return letter(address, say("mail_turn_subject", games=len(games)), words, unsubscribe)


def _line(game: WaitingTurn, link: str) -> str:
    if game.title:
        return say("mail_turn_game", title=game.title, players=game.players, link=link)
    return say("mail_turn_untitled", players=game.players, link=link)


class Notifier:
    """Tells people that it is their turn."""

    def __init__(
        self,
        people_db: PeopleDb,
        rooms: Rooms,
        push: Push,
        addresses: Addresses,
        public_url: str,
        now: Callable[[], float],
    ) -> None:
        """Links lead to this URL."""
        self._people_db = people_db
        self._rooms = rooms
        self._push = push
        self._addresses = addresses
        self._url = public_url
        self._now = now
        self._turn_began_at_seq: dict[tuple[str, int], int] = {}
        """The entry after which it is the mover's turn, by table and head."""
        self._later: dict[str, float] = {}
        """Who gets no letter now, and until when."""
        self._forgot_at = 0.0
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """Finish the notice that is being sent; the rest follow after the next start."""
        self._stopping.set()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=MAX_LAST_NOTICE_SECONDS)
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                await self.look()
            except Unavailable:
                pass
            except Exception:  # noqa: BLE001 - whatever it is, others wait to be told
                _LOG.exception("people were not told")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), CHECK_SECONDS)

    async def look(self) -> None:
        """Tell everybody who is to be told now."""
        await self._forget()
        turns = await self._turns()
        few = asyncio.Semaphore(MAX_PARALLEL_NOTICES)
        new = [turn for turn in turns if PUSH in turn.ways - turn.told]
        await asyncio.gather(*(self._tell_by_push(turn, few) for turn in new))
        if self._addresses.mailer is not None:
            await self._tell_by_mail(self._addresses.mailer, [turn for turn in turns if MAIL in turn.ways])

    async def _turns(self) -> list[WaitingTurn]:
        """All slow games that wait for somebody who can be told and is not looking at the table."""
        waits = (TABLES.c.status == "running") & TABLES.c.is_slow & (TABLES.c.mover != "")
        by_push = exists().where(DEVICES.c.person == TABLES.c.mover)
        by_mail = exists().where(ACCOUNTS.c.person == TABLES.c.mover, *_WANTS_MAIL)
        shown = (TABLES.c.id, TABLES.c.head, TABLES.c.mover, TABLES.c.title, TABLES.c.players)
        ways = select(*shown, by_push.label(PUSH), by_mail.label(MAIL)).where(waits, by_push | by_mail)
        theirs = (NOTICES.c.table_id == TABLES.c.id) & (NOTICES.c.person == TABLES.c.mover)
        async with self._people_db.read() as connection:
            rows = (await connection.execute(ways.order_by(TABLES.c.changed_at, TABLES.c.id))).all()
            notices = await connection.execute(select(NOTICES).join(TABLES, theirs).where(waits))
            told = {(notice.table_id, notice.seq, notice.channel) for notice in notices}
        since = await self._since(rows)
        return [
            WaitingTurn(
                person=row.mover,
                table=row.id,
                seq=seq,
                title=row.title,
                players=row.players,
                ways=frozenset(way for way in (PUSH, MAIL) if getattr(row, way)),
                told=frozenset(way for way in (PUSH, MAIL) if (row.id, seq, way) in told),
            )
            for row, seq in zip(rows, since, strict=True)
            if not self._rooms.is_watched(row.id, row.mover)
        ]

    async def _since(self, rows: Sequence[Row[Any]]) -> list[int]:
        """Since when it is each one's turn; a log is read only when it has grown."""
        known, self._turn_began_at_seq = self._turn_began_at_seq, {}
        for row in rows:
            key = (row.id, row.head)
            if key not in known:
                try:
                    log = await self._rooms.store.rows(row.id)
                except msgspec.MsgspecError:  # written by another version: told once is enough
                    log = []
                known[key] = turn_began_at_seq([entry for entry in log if entry.seq <= row.head], row.mover)
            self._turn_began_at_seq[key] = known[key]
        return list(self._turn_began_at_seq.values())

    async def _tell_by_push(self, turn: WaitingTurn, few: asyncio.Semaphore) -> None:
        """Push a notice at most once; if that could not be stored before, the next look tries again."""
        async with few:
            if self._stopping.is_set():
                return
            with suppress(Unavailable):
                async with self._people_db.begin() as connection:
                    is_new = await self._claim(connection, turn, PUSH)
                if is_new:
                    await self._push.tell(turn.person, turn.table)

    async def _tell_by_mail(self, mailer: Mailer, turns: Iterable[WaitingTurn]) -> None:
        """One letter to each person with all games that wait, if one is new and the last letter is old."""
        waiting: dict[str, list[WaitingTurn]] = {}
        for turn in turns:
            waiting.setdefault(turn.person, []).append(turn)
        now = self._now()
        self._later = {person: until for person, until in self._later.items() if until > now}
        for person, games in waiting.items():
            if self._stopping.is_set():
                return
            if person in self._later or all(MAIL in game.told for game in games):
                continue
            address, language, new = await self._claim_letter(person, games)
            if address is None:
                continue
            link = self._addresses.unsubscribe_link(person)
            with speaking(language):
                written = turn_letter(address, games, self._url, link)
            try:
                await mailer.send(written)
            except NotSentError as error:
                _LOG.warning("mail was not sent", extra={"cause": str(error)})
                if not error.is_final:
                    self._later[person] = now + RETRY_SECONDS
                    await self._unclaim(new)
                if error.is_general:
                    return

    async def _claim_letter(
        self, person: str, games: Sequence[WaitingTurn]
    ) -> tuple[str | None, str, list[WaitingTurn]]:
        """Where to write, in which language, and what is new; no address if nothing is to be written now."""
        account = select(ACCOUNTS.c.email, ACCOUNTS.c.language).where(
            ACCOUNTS.c.person == person, *_WANTS_MAIL
        )
        own = (NOTICES.c.person == person) & (NOTICES.c.channel == MAIL)
        async with self._people_db.begin() as connection:
            # Row lock: one process at a time decides on this person's mail.
            found = (await connection.execute(account.with_for_update())).first()
            last = (await connection.execute(select(func.max(NOTICES.c.at)).where(own))).scalar()
            if found is None:
                return None, BASE, []
            if last is not None and last > self._now() - MAIL_SECONDS:
                self._later[person] = last + MAIL_SECONDS
                return None, BASE, []
            new = [game for game in games if await self._claim(connection, game, MAIL)]
        # A language may have been dropped since.
        return found.email if new else None, chosen([found.language]), new

    async def _claim(self, connection: AsyncConnection, turn: WaitingTurn, channel: str) -> bool:
        """Store that a person is told of this turn; False if that was stored before."""
        row = {"person": turn.person, "table_id": turn.table, "seq": turn.seq, "channel": channel}
        told = self._people_db.insert(NOTICES).values(**row, at=self._now()).on_conflict_do_nothing()
        return (await connection.execute(told.returning(NOTICES.c.seq))).first() is not None

    async def _unclaim(self, turns: Iterable[WaitingTurn]) -> None:
        """Nobody was told after all."""
        async with self._people_db.begin() as connection:
            for turn in turns:
                own = (NOTICES.c.person == turn.person) & (NOTICES.c.table_id == turn.table)
                which = own & (NOTICES.c.seq == turn.seq) & (NOTICES.c.channel == MAIL)
                await connection.execute(delete(NOTICES).where(which))

    async def _forget(self) -> None:
        """Now and then: what was told long ago is not needed any more."""
        now = self._now()
        if now - self._forgot_at > FORGET_EVERY_SECONDS:
            async with self._people_db.begin() as connection:
                await connection.execute(delete(NOTICES).where(NOTICES.c.at < now - FORGET_SECONDS))
            self._forgot_at = now


_WANTS_MAIL: Final = (ACCOUNTS.c.is_confirmed, ACCOUNTS.c.wants_mail, ACCOUNTS.c.email.is_not(None))
