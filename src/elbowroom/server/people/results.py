"""Results: when a game is over, who came where is written down once, and the ratings of its people move.

What there is to do follows from what is stored: games that are over and have no results yet. So a crash loses
nothing, and of several processes it does not matter which one writes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from elbowroom.arena.ratings import FIRST_RATING, Rating, rate_game
from elbowroom.server.storage.schema import RATINGS, RESULTS, SITTERS, TABLES
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables.result import final_ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.tables.table import Table

CHECK_SECONDS: Final = 60.0
"""Seconds between two looks for games whose results nobody wrote."""
MAX_MISSING_RESULTS: Final = 500

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class Outcome:
    """What a game brought to one seat."""

    seat: int
    person: str
    """Empty for a computer."""
    name: str
    place: int
    coins: int


def outcomes_of(table: Table) -> list[Outcome]:
    """Who came where, seat by seat; who did not play to the end comes behind all who did."""
    ranks = {place.seat: place for place in final_ranking(table)}
    return [
        Outcome(
            seat=number,
            person=seat.person or "",
            name=seat.name,
            place=ranks[number].place,
            coins=ranks[number].coins,
        )
        for number, seat in enumerate(table.seats)
    ]


class Results:
    """Writes the results of games that are over."""

    def __init__(self, people_db: PeopleDb, rooms: Rooms) -> None:
        """Read games in these rooms."""
        self._people_db = people_db
        self._rooms = rooms
        self._told: asyncio.Queue[str] = asyncio.Queue()
        self._unreadable: set[str] = set()
        """Tables whose results could not be made; each is logged once."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin with what was left undone."""
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """What is not written yet is found at the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def take(self, table_id: str) -> None:
        """A game is over: write its results soon."""
        self._told.put_nowait(table_id)

    async def _work(self) -> None:
        look_at = time.monotonic()
        while True:
            try:
                waiting = [await asyncio.wait_for(self._told.get(), look_at - time.monotonic())]
            except TimeoutError:
                waiting, look_at = await self._missing(), time.monotonic() + CHECK_SECONDS
            for table_id in waiting:
                await self._try(table_id)

    async def _missing(self) -> list[str]:
        try:
            return [table_id for table_id in await self.missing() if table_id not in self._unreadable]
        except Unavailable:
            return []

    async def _try(self, table_id: str) -> None:
        """Write; what the database cannot store now is found again later."""
        try:
            await self.write(table_id)
        except Unavailable:
            pass
        except Exception:  # noqa: BLE001 - whatever is wrong with one game, others have results too
            self._unreadable.add(table_id)
            _LOG.exception("results were not written")

    async def missing(self) -> list[str]:
        """Games among people that are over and have no results, oldest first."""
        query = (
            select(TABLES.c.id)
            .where(TABLES.c.status == "over", TABLES.c.is_import.is_(False))
            .where(exists().where(SITTERS.c.table_id == TABLES.c.id))
            .where(~exists().where(RESULTS.c.table_id == TABLES.c.id))
            .order_by(TABLES.c.changed_at, TABLES.c.id)
            .limit(MAX_MISSING_RESULTS)
        )
        async with self._people_db.read() as connection:
            return list((await connection.execute(query)).scalars())

    async def write(self, table_id: str) -> None:
        """Write the results of a game that is over, unless they are there, and the ratings they change."""
        room = await self._rooms.room(table_id)
        if room.table.status != "over":
            await room.read_on()
        table = room.table
        if table.status != "over" or table.is_import or not any(seat.person for seat in table.seats):
            return
        outcomes = outcomes_of(table)
        # A second process fails on the primary key and is rolled back.
        with suppress(IntegrityError):
            async with self._people_db.begin() as connection:
                if await _is_written(connection, table_id):
                    return
                rated = await self._rate(connection, outcomes) if table.settings.is_rated else None
                await connection.execute(insert(RESULTS), _rows(table_id, table, outcomes, rated))

    async def _rate(self, connection: AsyncConnection, outcomes: Sequence[Outcome]) -> list[Rating]:
        """Move the ratings of all who played; rows are locked in the same order by everybody."""
        players = len(outcomes)
        people = sorted({outcome.person for outcome in outcomes if outcome.person})
        fresh = [
            {
                "person": person,
                "players": players,
                "mu": FIRST_RATING.mean,
                "sigma": FIRST_RATING.deviation,
                "games": 0,
            }
            for person in people
        ]
        if fresh:
            await connection.execute(self._people_db.insert(RATINGS).values(fresh).on_conflict_do_nothing())
        theirs = (RATINGS.c.players == players) & RATINGS.c.person.in_(people)
        query = select(RATINGS).where(theirs).order_by(RATINGS.c.person).with_for_update()
        known = {row.person: Rating(row.mu, row.sigma) for row in await connection.execute(query)}
        before = [known.get(outcome.person, FIRST_RATING) for outcome in outcomes]
        after = rate_game(before, [outcome.place for outcome in outcomes])
        for outcome, rating in zip(outcomes, after, strict=True):
            own = (RATINGS.c.players == players) & (RATINGS.c.person == outcome.person)
            moved = {"mu": rating.mean, "sigma": rating.deviation, "games": RATINGS.c.games + 1}
            await connection.execute(update(RATINGS).where(own).values(moved))
        return after


async def _is_written(connection: AsyncConnection, table_id: str) -> bool:
    query = select(RESULTS.c.seat).where(RESULTS.c.table_id == table_id).limit(1)
    return (await connection.execute(query)).first() is not None


def _rows(
    table_id: str, table: Table, outcomes: Sequence[Outcome], rated: Sequence[Rating] | None
) -> list[dict[str, Any]]:
    ratings = [None] * len(outcomes) if rated is None else rated
    return [
        {
            "table_id": table_id,
            "seat": outcome.seat,
            "person": outcome.person,
            "name": outcome.name,
            "players": len(outcomes),
            "place": outcome.place,
            "coins": outcome.coins,
            "is_rated": rating is not None,
            "mu": None if rating is None else rating.mean,
            "sigma": None if rating is None else rating.deviation,
            "at": table.changed_at,
        }
        for outcome, rating in zip(outcomes, ratings, strict=True)
    ]
