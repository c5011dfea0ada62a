"""What is shown of people: profiles, the best players, and to each person their own games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import Row, exists, select

from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.server.people.accounts import account_named
from elbowroom.server.storage.schema import ACCOUNTS, BANS, RATINGS, RESULTS, TABLES

if TYPE_CHECKING:
    from typing import Any

    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.storage.people_db import PeopleDb

PROFILE_RESULTS: Final = 20
"""Results on a page of a profile."""
RESULTS_PER_PAGE: Final = 50
MAX_PAGES: Final = 10_000
MIN_RATED_GAMES: Final = 5
"""Rated games that are needed to be among the best."""
CAUTIOUS_DEVIATIONS: Final = 3.0
"""The best are sorted by the rating less this many times its uncertainty."""


class PoolRating(msgspec.Struct, frozen=True):
    """A rating in games with one number of players."""

    players: int
    rating: float
    uncertainty: float
    games: int


class GameResult(msgspec.Struct, frozen=True):
    """How a game ended for somebody."""

    table: str | None
    """None if only those who have its link may watch the table."""
    at: float
    players: int
    place: int
    coins: int
    is_rated: bool
    rating: float | None
    """After the game."""
    uncertainty: float | None


class ProfileResults(msgspec.Struct, frozen=True):
    """Some results of somebody with an account, last first."""

    results: list[GameResult]
    next: int | None
    """The page with earlier results, if there are any."""


class PlayerProfile(msgspec.Struct, frozen=True):
    """What everybody may know of how somebody with an account plays."""

    name: str
    since: float
    ratings: list[PoolRating]
    results: list[GameResult]
    """The last ones."""
    next_results: int | None
    """The page with earlier results, if there are any."""


class RankedPlayer(msgspec.Struct, frozen=True):
    """One of the best."""

    name: str
    rating: float
    uncertainty: float
    games: int


class OtherPlayer(msgspec.Struct, frozen=True):
    """Who else was there, and what they reached."""

    name: str
    place: int
    coins: int
    is_account: bool = False
    """Whether the name is that of an account."""


class PlayedGame(msgspec.Struct, frozen=True):
    """A game of one's own."""

    result: GameResult
    seats: list[OtherPlayer]


class ResultsPage(msgspec.Struct, frozen=True):
    """Some of one's games, last first."""

    games: list[PlayedGame]
    next: int | None
    """The page with earlier games, if there are any."""


async def player_profile(people_db: PeopleDb, name: str) -> tuple[str, PlayerProfile]:
    """The person whose account has this name, and how they play."""
    async with people_db.read() as connection:
        account = await account_named(connection, name)
        if account is None:
            raise Refused("unknown_person")
        rated = select(RATINGS).where(RATINGS.c.person == account.person).order_by(RATINGS.c.players)
        ratings = (await connection.execute(rated)).all()
        shown = await _shown_results(connection, account.person, 1)
    return account.person, PlayerProfile(
        name=account.name,
        since=account.made_at,
        ratings=[PoolRating(row.players, row.mu, row.sigma, row.games) for row in ratings],
        results=shown.results,
        next_results=shown.next,
    )


async def profile_results(people_db: PeopleDb, name: str, number: int) -> ProfileResults:
    """A page of the results of the account with this name; the first has the last ones."""
    async with people_db.read() as connection:
        account = await account_named(connection, name)
        if account is None:
            raise Refused("unknown_person")
        return await _shown_results(connection, account.person, number)


async def _shown_results(connection: AsyncConnection, person: str, number: int) -> ProfileResults:
    """Results for everybody: the id of a table that is not open would let strangers in."""
    rows = (await connection.execute(_page(_results_of(person), number, PROFILE_RESULTS))).all()
    results = [_result(row, row.table_id if row.is_open else None) for row in rows[:PROFILE_RESULTS]]
    return ProfileResults(results, number + 1 if len(rows) > PROFILE_RESULTS else None)


async def best(people_db: PeopleDb, players: int, limit: int = 50) -> list[RankedPlayer]:
    """The best with enough games, for one number of players."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise Refused("player_count", players=players)
    query = (
        select(ACCOUNTS.c.name, RATINGS.c.mu, RATINGS.c.sigma, RATINGS.c.games)
        .join(ACCOUNTS, ACCOUNTS.c.person == RATINGS.c.person)
        .where(RATINGS.c.players == players, RATINGS.c.games >= MIN_RATED_GAMES)
        .where(~exists().where(BANS.c.person == RATINGS.c.person))
        .order_by((RATINGS.c.mu - CAUTIOUS_DEVIATIONS * RATINGS.c.sigma).desc(), ACCOUNTS.c.name_key)
        .limit(limit)
    )
    async with people_db.read() as connection:
        rows = (await connection.execute(query)).all()
    return [RankedPlayer(row.name, row.mu, row.sigma, row.games) for row in rows]


async def games_of(people_db: PeopleDb, person: str, number: int = 1) -> ResultsPage:
    """A page of the games that somebody played to the end; the first has the last ones."""
    query = _page(_results_of(person), number, RESULTS_PER_PAGE)
    async with people_db.read() as connection:
        rows = (await connection.execute(query)).all()
        seats = await _seats(connection, {row.table_id for row in rows})
    games = [PlayedGame(_result(row, row.table_id), seats[row.table_id]) for row in rows[:RESULTS_PER_PAGE]]
    return ResultsPage(games, number + 1 if len(rows) > RESULTS_PER_PAGE else None)


def _page(query: Select[Any], number: int, size: int) -> Select[Any]:
    """A page of a list, and one row more if there is another page."""
    if not 1 <= number <= MAX_PAGES:
        raise Refused("number_limits", value=number, low=1, high=MAX_PAGES)
    return query.limit(size + 1).offset((number - 1) * size)


def _results_of(person: str) -> Select[Any]:
    return (
        select(RESULTS, TABLES.c.is_open)
        .outerjoin(TABLES, TABLES.c.id == RESULTS.c.table_id)
        .where(RESULTS.c.person == person)
        .order_by(RESULTS.c.at.desc(), RESULTS.c.table_id, RESULTS.c.seat)
    )


def _result(row: Row[Any], table: str | None) -> GameResult:
    return GameResult(table, row.at, row.players, row.place, row.coins, row.is_rated, row.mu, row.sigma)


async def _seats(connection: AsyncConnection, tables: set[str]) -> dict[str, list[OtherPlayer]]:
    others: dict[str, list[OtherPlayer]] = {table: [] for table in tables}
    # A guest who made an account later played under another name.
    is_account = (ACCOUNTS.c.person == RESULTS.c.person) & (ACCOUNTS.c.name == RESULTS.c.name)
    query = (
        select(RESULTS, ACCOUNTS.c.person.label("account"))
        .outerjoin(ACCOUNTS, is_account)
        .where(RESULTS.c.table_id.in_(tables))
        .order_by(RESULTS.c.seat)
    )
    for row in await connection.execute(query):
        is_marked = row.account is not None
        others[row.table_id].append(OtherPlayer(row.name, row.place, row.coins, is_marked))
    return others
