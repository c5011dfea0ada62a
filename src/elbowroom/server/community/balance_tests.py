"""Test games: what computers' games with a version of a creation showed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, cast

import msgspec
from msgspec.structs import asdict
from sqlalchemy import select

from elbowroom.arena.balance import DEFAULT_AGENT
from elbowroom.arena.balance_report import BALANCED, UNKNOWN, BalanceRow
from elbowroom.arena.balance_words import BalanceWords, balance_words, map_words
from elbowroom.arena.map_balance import MapTest, read_map_test
from elbowroom.rules.refusals import Refusal
from elbowroom.server.community.balance_queue import DONE, FAILED, WAITING, queued_tests
from elbowroom.server.storage.schema import BALANCE_TESTS, CREATIONS
from elbowroom.server.workers.messages import BalanceTestReport

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.ext.asyncio import AsyncConnection

TestStatus = Literal["waiting", "running", "done", "failed"]
Verdict = Literal["strong", "weak", "balanced", "unknown"]


class BalanceTestSummary(msgspec.Struct, frozen=True):
    """What test games showed, for a list."""

    status: TestStatus
    played: int
    wanted: int
    verdict: Verdict | None
    """Of a race, a power, or that entry of a set which is furthest from balanced."""
    tokens_too_many: float | None


@dataclass(frozen=True)
class BalanceRowInWords(BalanceRow):
    """What test games showed of a race or special power, with the sentences that are said of it."""

    words: BalanceWords


class MapTestInWords(MapTest, frozen=True):
    """What test games showed of a map, with the sentences that are said of it."""

    words: BalanceWords


class BalanceTest(msgspec.Struct, frozen=True):
    """The test games of a version."""

    status: TestStatus
    played: int
    wanted: int
    before: int
    """How many other tests wait before this one."""
    agent: str
    rows: list[BalanceRowInWords]
    """One for each race and power."""
    maps: list[MapTestInWords]
    failure: Refusal | None
    """Why they ended early."""
    done_at: float | None


UNFIT: Final = frozenset({"test_endless", "test_rule_broken", "test_too_heavy"})
"""Codes of failures that come from what an author made, and not from a change of the program."""
_NOTHING: Final = BalanceTestReport([], [])


async def summaries_of(
    connection: AsyncConnection, digests: Collection[str], now: float
) -> dict[str, BalanceTestSummary]:
    """What test games showed of these versions in short, by digest; those without a test have none."""
    rows = await connection.execute(select(BALANCE_TESTS).where(BALANCE_TESTS.c.digest.in_(list(digests))))
    return {row.digest: _summary(row, now) for row in rows}


async def balance_test_of(connection: AsyncConnection, digest: str, now: float) -> BalanceTest | None:
    """The test games of a version; None if none are wanted."""
    row = (await connection.execute(select(BALANCE_TESTS).where(BALANCE_TESTS.c.digest == digest))).first()
    if row is None:
        return None
    queue = [test.digest for test in await queued_tests(connection, now)]
    report = _report(row)
    return BalanceTest(
        status=_status(row, now),
        played=row.played,
        wanted=max(row.wanted, row.played),
        before=queue.index(digest) if digest in queue else 0,
        agent=DEFAULT_AGENT,
        rows=[BalanceRowInWords(**vars(found), words=balance_words(found)) for found in report.rows],
        maps=[MapTestInWords(**asdict(found), words=map_words(found)) for found in report.maps],
        failure=msgspec.json.decode(row.failure, type=Refusal) if row.failure else None,
        done_at=row.done_at,
    )


async def has_failed(connection: AsyncConnection, digest: str) -> bool:
    """Whether the test games of a version ended early: then it is not to be listed."""
    query = select(BALANCE_TESTS.c.status).where(BALANCE_TESTS.c.digest == digest)
    return (await connection.execute(query)).scalar() == FAILED


async def has_unfit_creation(connection: AsyncConnection, author: str) -> bool:
    """Whether a creation of an author is hidden as its games do not end, break rules or are too heavy."""
    query = (
        select(BALANCE_TESTS.c.failure)
        .join(CREATIONS, CREATIONS.c.newest == BALANCE_TESTS.c.digest)
        .where(CREATIONS.c.author == author, CREATIONS.c.status == "hidden")
        .where(BALANCE_TESTS.c.status == FAILED)
    )
    failures = await connection.scalars(query)
    return any(msgspec.json.decode(text, type=Refusal).code in UNFIT for text in failures)


def _summary(row: Any, now: float) -> BalanceTestSummary:  # noqa: ANN401 - of the database
    furthest = max(_report(row).rows, key=_distance, default=None)
    tokens = None if furthest is None else furthest.tokens_too_many
    return BalanceTestSummary(
        status=_status(row, now),
        played=row.played,
        wanted=max(row.wanted, row.played),
        verdict=None if furthest is None else cast("Verdict", furthest.verdict),
        tokens_too_many=None if tokens is None else tokens.mean,
    )


def _distance(row: BalanceRow) -> tuple[bool, float]:
    """How far an entry is from balanced: first those that surely are not, then by tokens."""
    is_unbalanced = row.verdict not in (BALANCED, UNKNOWN)
    return is_unbalanced, 0.0 if row.tokens_too_many is None else abs(row.tokens_too_many.mean)


def _report(row: Any) -> BalanceTestReport:  # noqa: ANN401 - of the database
    if row.status != DONE:
        return _NOTHING
    stored = msgspec.json.decode(row.report)
    rows = msgspec.convert(stored["rows"], list[BalanceRow])
    return BalanceTestReport(rows, [read_map_test(found) for found in stored["maps"]])


def _status(row: Any, now: float) -> TestStatus:  # noqa: ANN401 - of the database
    return "running" if row.status == WAITING and row.leased_until > now else cast("TestStatus", row.status)
