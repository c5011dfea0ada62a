"""Results: when a game is over, who came where is written down once, and the ratings of its people move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select, update

from elbowroom.arena.ratings import FIRST_RATING, Rating, rate_game
from elbowroom.server.people.finished_games import FinishedGames
from elbowroom.server.storage.schema import RATINGS, RESULTS
from elbowroom.server.tables.result import final_ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.tables.table import Table


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


class Results(FinishedGames):
    """Writes the results of games that are over."""

    rows = RESULTS

    async def store(self, connection: AsyncConnection, table_id: str, table: Table) -> None:
        """Write the results of a game, and the ratings they change."""
        outcomes = outcomes_of(table)
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
