"""The queue of balance tests: authors in turn, each test leased to one process at a time.

All of it is in the database, so any process can go on where another has stopped.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from sqlalchemy import and_, delete, func, insert, select, update

from elbowroom import __version__
from elbowroom.rules.languages import granted
from elbowroom.rules.refusals import Refusal, Refused
from elbowroom.rules.setup import RULES_VERSION
from elbowroom.rules.words import BASE, speaking
from elbowroom.server.community.creation_names import check_stored_names_are_free
from elbowroom.server.durations import DAY_SECONDS, MINUTE_SECONDS
from elbowroom.server.storage.schema import BALANCE_TEST_GAMES, BALANCE_TESTS, CREATION_VERSIONS, CREATIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.workers.messages import BalanceGames, BalanceTestReport

MAX_WAITING_TESTS: Final = 200
MAX_WAITING_TESTS_PER_AUTHOR: Final = 10
"""Further publications are refused until a test is done."""
LEASE_SECONDS: Final = 300.0
"""A process that has not stored a batch for this time has lost its test to others."""
RECENT_SECONDS: Final = DAY_SECONDS
"""Games that were played for an author within this time count when it is said whose turn it is."""
GAMES_PER_SECOND: Final = 10
"""What a slow machine plays beside people; how long somebody has to wait is told by it."""
PROGRAM: Final = f"{__version__} {RULES_VERSION}"
"""Games of another version are not summed up with those of this one: rules or computers may have changed."""
WAITING: Final = "waiting"
DONE: Final = "done"
FAILED: Final = "failed"


class QueuedTest(NamedTuple):
    """A test that waits, or is being played."""

    digest: str
    author: str
    wanted: int
    played: int
    queued_at: float
    leased_until: float

    @property
    def games_left(self) -> int:
        """How many games are to be played, at least."""
        return max(1, self.wanted - self.played)


class LeasedTest(NamedTuple):
    """A test that this process may play."""

    digest: str
    creation: str
    worker: str
    text: str
    wanted: int
    played: int


def in_turn(tests: Sequence[QueuedTest], used: Mapping[str, float]) -> list[QueuedTest]:
    """The order in which tests are taken: the author who has used least first, and of theirs the oldest."""
    spent, left, order = dict(used), sorted(tests, key=lambda test: (test.queued_at, test.digest)), []
    while left:
        following = min(left, key=lambda test: spent.get(test.author, 0.0))  # of equals the oldest
        left.remove(following)
        order.append(following)
        spent[following.author] = spent.get(following.author, 0.0) + following.wanted
    return order


async def queued_tests(connection: AsyncConnection, now: float) -> list[QueuedTest]:
    """All tests that are not done: first those that are being played, then the others in their order."""
    columns = [BALANCE_TESTS.c[name] for name in QueuedTest._fields]
    rows = await connection.execute(select(*columns).where(BALANCE_TESTS.c.status == WAITING))
    tests = [QueuedTest(*row) for row in rows]
    running = [test for test in tests if test.leased_until > now]
    recent = (
        select(BALANCE_TESTS.c.author, func.sum(BALANCE_TESTS.c.played))
        .where(BALANCE_TESTS.c.done_at > now - RECENT_SECONDS)
        .group_by(BALANCE_TESTS.c.author)
    )
    used = {author: float(games) for author, games in await connection.execute(recent)}
    for test in running:
        used[test.author] = used.get(test.author, 0.0) + test.wanted
    return running + in_turn([test for test in tests if test not in running], used)


async def enqueue(
    connection: AsyncConnection, digest: str, creation: str, author: str, wanted: int, now: float
) -> None:
    """Let a version wait for its test games, unless none are wanted or it was queued before.

    Refused if too many wait, with the minutes after which there may be room.
    """
    if wanted <= 0:
        return
    known = select(BALANCE_TESTS.c.digest).where(BALANCE_TESTS.c.digest == digest)
    if (await connection.execute(known)).first() is not None:
        return
    queue = await queued_tests(connection, now)
    own = [test for test in queue if test.author == author]
    if len(own) >= MAX_WAITING_TESTS_PER_AUTHOR:
        ahead = queue[: queue.index(own[0]) + 1]
        raise Refused("own_tests_waiting", tests=len(own), minutes=_minutes(ahead))
    if len(queue) >= MAX_WAITING_TESTS:
        raise Refused("test_queue_full", minutes=_minutes(queue[:1]))
    row = {
        "digest": digest,
        "creation": creation,
        "author": author,
        "status": WAITING,
        "wanted": wanted,
        "played": 0,
        "report": "",
        "failure": "",
        "queued_at": now,
        "done_at": None,
        "worker": "",
        "leased_until": 0.0,
        "program": PROGRAM,
    }
    await connection.execute(insert(BALANCE_TESTS).values(row))


def _minutes(tests: Sequence[QueuedTest]) -> int:
    """After how many minutes these are done, at the latest."""
    return math.ceil(sum(test.games_left for test in tests) / GAMES_PER_SECOND / MINUTE_SECONDS)


async def lease(connection: AsyncConnection, test: QueuedTest, worker: str, now: float) -> LeasedTest | None:
    """Take a test that nobody plays; None if another process was faster.

    Games that another version of the program played are thrown away.
    """
    is_this = BALANCE_TESTS.c.digest == test.digest
    is_free = and_(is_this, BALANCE_TESTS.c.status == WAITING, BALANCE_TESTS.c.leased_until <= now)
    leased = {"worker": worker, "leased_until": now + LEASE_SECONDS}
    if not (await connection.execute(update(BALANCE_TESTS).where(is_free).values(leased))).rowcount:
        return None
    is_of_another = and_(is_this, BALANCE_TESTS.c.program != PROGRAM)
    anew = {"program": PROGRAM, "played": 0}
    if (await connection.execute(update(BALANCE_TESTS).where(is_of_another).values(anew))).rowcount:
        await _delete_games(connection, test.digest)
    version = (
        select(BALANCE_TESTS.c.creation, BALANCE_TESTS.c.played, CREATION_VERSIONS.c.text)
        .join(CREATION_VERSIONS, CREATION_VERSIONS.c.digest == BALANCE_TESTS.c.digest)
        .where(is_this)
    )
    found = (await connection.execute(version)).first()
    if found is None:  # the version was deleted
        await connection.execute(delete(BALANCE_TESTS).where(is_this))
        return None
    creation, played, text = found
    return LeasedTest(test.digest, creation, worker, text, test.wanted, played)


async def store_batch(
    connection: AsyncConnection, test: LeasedTest, batch: BalanceGames, now: float
) -> LeasedTest | None:
    """Store the results of the next games and renew the lease; None if the test is another's by now."""
    played = test.played + batch.games
    is_next = and_(_is_mine(test), BALANCE_TESTS.c.played == test.played)
    renewed = {"played": played, "leased_until": now + LEASE_SECONDS}
    if not (await connection.execute(update(BALANCE_TESTS).where(is_next).values(renewed))).rowcount:
        return None
    row = {"digest": test.digest, "batch": test.played, "results": batch.results}
    await connection.execute(insert(BALANCE_TEST_GAMES).values(row))
    return test._replace(played=played)


async def stored_batches(connection: AsyncConnection, digest: str) -> tuple[str, ...]:
    """The results of all games that were played, batch by batch."""
    query = (
        select(BALANCE_TEST_GAMES.c.results)
        .where(BALANCE_TEST_GAMES.c.digest == digest)
        .order_by(BALANCE_TEST_GAMES.c.batch)
    )
    return tuple(await connection.scalars(query))


async def finish(
    connection: AsyncConnection, test: LeasedTest, report: BalanceTestReport, now: float
) -> None:
    """The test is done: its report takes the place of its games."""
    done = {"status": DONE, "report": msgspec.json.encode(report).decode(), "wanted": test.played}
    if await _end(connection, test, done, now):
        await _list_again(connection, test)


async def fail(connection: AsyncConnection, test: LeasedTest, failure: Refusal, now: float) -> None:
    """The test cannot be played to its end: tell why, and do not list the creation."""
    failed = {"status": FAILED, "failure": msgspec.json.encode(failure).decode()}
    if not await _end(connection, test, failed, now):
        return
    found = await _newest(connection, test, "listed")
    if found is not None:
        hidden = {"status": "hidden", "reason": sentence(failure, found)}
        await connection.execute(update(CREATIONS).where(CREATIONS.c.id == test.creation).values(hidden))


async def release(connection: AsyncConnection, test: LeasedTest) -> None:
    """Let any process go on with the test."""
    await connection.execute(update(BALANCE_TESTS).where(_is_mine(test)).values(leased_until=0.0))


def _is_mine(test: LeasedTest) -> ColumnElement[bool]:
    return and_(
        BALANCE_TESTS.c.digest == test.digest,
        BALANCE_TESTS.c.worker == test.worker,
        BALANCE_TESTS.c.status == WAITING,
    )


async def _end(
    connection: AsyncConnection, test: LeasedTest, values: Mapping[str, object], now: float
) -> bool:
    """Write how the test ended; false if it is another's by now."""
    ended = {**values, "done_at": now, "leased_until": 0.0}
    if not (await connection.execute(update(BALANCE_TESTS).where(_is_mine(test)).values(ended))).rowcount:
        return False
    await _delete_games(connection, test.digest)
    return True


async def _delete_games(connection: AsyncConnection, digest: str) -> None:
    await connection.execute(delete(BALANCE_TEST_GAMES).where(BALANCE_TEST_GAMES.c.digest == digest))


async def _newest(connection: AsyncConnection, test: LeasedTest, status: str) -> str | None:
    """The language of the creation, if it has this status and the tested version is its newest."""
    is_it = and_(CREATIONS.c.id == test.creation, CREATIONS.c.newest == test.digest)
    query = select(CREATIONS.c.language).where(is_it, CREATIONS.c.status == status)
    found = (await connection.execute(query.with_for_update())).scalar()
    return None if found is None else str(found)


def sentence(failure: Refusal, language: str) -> str:
    """Why a test failed, in the language of a creation if we speak it."""
    with speaking(granted(language) or BASE):
        return failure.reason


async def _list_again(connection: AsyncConnection, test: LeasedTest) -> None:
    """List a creation that was hidden for no other reason than the failed test of an earlier version."""
    language = await _newest(connection, test, "hidden")
    if language is None:
        return
    is_earlier = and_(BALANCE_TESTS.c.creation == test.creation, BALANCE_TESTS.c.status == FAILED)
    failures = await connection.scalars(select(BALANCE_TESTS.c.failure).where(is_earlier))
    reasons = [sentence(msgspec.json.decode(text, type=Refusal), language) for text in failures]
    is_for_that = and_(CREATIONS.c.id == test.creation, CREATIONS.c.reason.in_(reasons))
    if (await connection.execute(select(CREATIONS.c.id).where(is_for_that))).first() is None:
        return
    try:
        await check_stored_names_are_free(connection, test.creation)
        values = {"status": "listed", "reason": ""}
    except Refused as refused:
        # Somebody else got a name of it meanwhile.
        values = {"reason": sentence(refused.refusal, language)}
    await connection.execute(update(CREATIONS).where(is_for_that).values(values))
