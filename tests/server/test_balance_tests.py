"""Balance tests: authors in turn, one process for each, stopped and resumed anywhere, never before people."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from sqlalchemy import func, insert, select, update

from elbowroom.arena import balance
from elbowroom.arena.balance import BalancePlan, content_of, own_entries, play_balance_game
from elbowroom.arena.balance_report import balance_report
from elbowroom.arena.balance_words import balance_sentences
from elbowroom.arena.statistics import Estimate
from elbowroom.content import read_text
from elbowroom.engine.game import new_game
from elbowroom.rules.refusals import Refused
from elbowroom.server.community import balance_queue, balance_tests
from elbowroom.server.community.balance_queue import (
    LEASE_SECONDS,
    MAX_WAITING_TESTS,
    MAX_WAITING_TESTS_PER_AUTHOR,
    RECENT_SECONDS,
    QueuedTest,
    enqueue,
    in_turn,
    lease,
    queued_tests,
    release,
    store_batch,
)
from elbowroom.server.community.balance_tester import BalanceTester
from elbowroom.server.http.responses import status_of
from elbowroom.server.rooms import busy_bots
from elbowroom.server.storage.community_rows import delete_creations
from elbowroom.server.storage.schema import ACCOUNTS, BALANCE_TEST_GAMES, BALANCE_TESTS, CREATIONS
from elbowroom.server.tables.creation_texts import version_digest
from elbowroom.server.tables.look_alikes import name_keys
from elbowroom.server.workers import balance_process
from elbowroom.server.workers.messages import (
    BalanceGames,
    BalanceTestReport,
    PlayBalanceGames,
    SumUpBalanceGames,
)
from tests.server.authors import author, race
from tests.server.clients import PATIENCE, Server
from tests.server.creations import GNOMES, publish
from tests.server.halls import Hall, hall
from tests.server.houses import house

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

pytestmark = pytest.mark.process
FEW = 50
"""As few games as tell anything."""
BATCH = BalanceGames(5, "[]")
NOW = 1000.0


def new_tester(at: Hall, now: Callable[[], float] = lambda: NOW) -> BalanceTester:
    return BalanceTester(at.people_db, at.rooms.busy_bots, at.rooms.metrics, now)


async def rows(at: Hall, table: Any) -> list[Any]:  # noqa: ANN401 - a table of the schema
    async with at.people_db.read() as connection:
        return list((await connection.execute(select(table))).all())


async def row_of(at: Hall, digest: str) -> Any:  # noqa: ANN401 - of the database
    return next(row for row in await rows(at, BALANCE_TESTS) if row.digest == digest)


async def creation_of(at: Hall, digest: str) -> Any:  # noqa: ANN401 - of the database
    creation = (await row_of(at, digest)).creation
    return next(row for row in await rows(at, CREATIONS) if row.id == creation)


@cache
def expected_rows(games: int) -> Any:  # noqa: ANN401 - JSON
    """What `elbowroom balance` says of the gnomes."""
    plan = BalancePlan((("creation", GNOMES),), games=games)
    return balance_report(plan, map(play_balance_game, plan.game_list())).to_json()["rows"]


async def account(at: Hall, name: str) -> None:
    """An account whose person is called as its name is."""
    usual = {
        column.name: column.type.python_type()
        for column in ACCOUNTS.columns
        if not column.nullable and column.server_default is None
    }
    async with at.people_db.begin() as connection:
        await connection.execute(insert(ACCOUNTS).values(usual | {"person": name, "name": name}))


def gnomes(number: int) -> str:
    """Another text with the same race."""
    return f"# {number}\n{GNOMES}"


def waiting(digest: str, author: str, queued_at: float, wanted: int = 100) -> QueuedTest:
    return QueuedTest(digest, author, wanted, 0, queued_at, 0.0)


def order(tests: Sequence[QueuedTest], **used: float) -> str:
    return " ".join(test.digest for test in in_turn(tests, used))


def test_authors_have_their_turns_one_after_the_other_however_many_tests_one_of_them_queues() -> None:
    flood = [waiting(f"a{number}", "ann", number) for number in range(4)]
    later = [waiting("b", "bob", 10.0), waiting("c", "cat", 11.0)]
    assert order([*later, *flood]) == "a0 b c a1 a2 a3"


def test_who_has_used_least_of_late_comes_first() -> None:
    tests = [waiting("a", "ann", 1.0), waiting("b", "bob", 2.0), waiting("b2", "bob", 3.0)]
    assert order(tests, ann=150.0) == "b b2 a"
    assert order(tests, ann=50.0) == "b a b2"


async def test_the_queue_is_in_turn_by_what_is_done_and_what_is_being_played(url: str) -> None:
    async with hall(url) as at:
        for number, author in enumerate(("ann", "ann", "bob", "cat")):
            await publish(at, gnomes(number), author=author, wanted=FEW, now=NOW + number)
        digests = [version_digest(gnomes(number)) for number in range(4)]
        async with at.people_db.begin() as connection:
            first = (await queued_tests(connection, NOW))[0]
            assert first.digest == digests[0]
            assert await lease(connection, first, "one", NOW) is not None
            running, *others = await queued_tests(connection, NOW)
            assert [test.digest for test in (running, *others)] == [digests[at] for at in (0, 2, 3, 1)]
            done = {"status": "done", "done_at": NOW, "played": FEW}
            is_of_bob = BALANCE_TESTS.c.author == "bob"
            await connection.execute(update(BALANCE_TESTS).where(is_of_bob).values(done))
            await enqueue(connection, "new", "of bob", "bob", FEW, NOW + 9)
            later = [test.digest for test in await queued_tests(connection, NOW)]
            assert later == [digests[0], digests[3], digests[1], "new"]
            long_ago = [test.digest for test in await queued_tests(connection, NOW + RECENT_SECONDS)]
            assert long_ago == [digests[0], digests[3], "new", digests[1]]


async def test_of_two_processes_only_one_gets_a_test_and_a_lost_lease_stores_nothing(url: str) -> None:
    async with hall(url) as one, hall(url) as other:
        digest = await publish(one, wanted=FEW)
        async with one.people_db.read() as connection:
            (test,) = await queued_tests(connection, NOW)

        async def take(at: Hall, name: str, now: float) -> Any:  # noqa: ANN401 - a leased test or None
            async with at.people_db.begin() as connection:
                return await lease(connection, test, name, now)

        found = await asyncio.gather(take(one, "one", NOW), take(other, "other", NOW))
        assert sum(leased is not None for leased in found) == 1
        winner = next(leased for leased in found if leased is not None)
        assert await take(other, "third", NOW + LEASE_SECONDS - 1) is None
        third = await take(other, "third", NOW + LEASE_SECONDS)
        assert third is not None
        async with one.people_db.begin() as connection:
            assert await store_batch(connection, winner, BATCH, NOW) is None
        async with one.people_db.begin() as connection:
            stored = await store_batch(connection, third, BATCH, NOW)
            assert stored is not None
        async with one.people_db.begin() as connection:
            assert await store_batch(connection, third, BATCH, NOW) is None  # the same batch again
        assert [(row.digest, row.batch) for row in await rows(one, BALANCE_TEST_GAMES)] == [(digest, 0)]
        assert (await row_of(one, digest)).played == BATCH.games


async def test_two_testers_on_one_database_play_each_game_once_and_say_what_the_command_says(
    url: str,
) -> None:
    texts = (GNOMES, gnomes(1))
    async with hall(url) as one, hall(url) as other:
        digests = [
            await publish(one, text, author=author, wanted=FEW)
            for text, author in zip(texts, ("ann", "bob"), strict=True)
        ]
        both = [new_tester(one), new_tester(other)]
        while [row for row in await rows(one, BALANCE_TESTS) if row.status == "waiting"]:
            await asyncio.gather(*(each.work_once() for each in both))
        for each in both:
            await each.stop()
        assert await rows(one, BALANCE_TEST_GAMES) == []
        played = [at.rooms.metrics.test_games._value.get() for at in (one, other)]
        assert sum(played) == 2 * FEW
        async with one.people_db.read() as connection:
            found = await balance_tests.balance_test_of(connection, digests[0], NOW)
            short = await balance_tests.summaries_of(connection, digests, NOW)
    assert found is not None
    assert (found.status, found.played, found.wanted, found.agent) == ("done", FEW, FEW, "planner")
    (shown,) = json.loads(msgspec.json.encode(found.rows))
    del shown["words"]
    assert [shown] == expected_rows(FEW)
    words, (entry,) = found.rows[0].words, own_entries(content_of((("creation", GNOMES),)))
    told = balance_sentences(found.rows[0], entry)
    assert str(words.verdict) == told[0]
    assert [str(sentence) for sentence in words.grounds if str(sentence) not in told] == []
    assert "Every game ended." in told
    assert short[digests[0]].verdict == found.rows[0].verdict
    assert len(short) == 2


async def test_a_killed_server_loses_one_batch_at_most_and_another_goes_on(url: str, tmp_path: Path) -> None:
    """Killed (-9) in the middle of a batch; the results are those of games that were never interrupted."""
    games = 100
    async with hall(url) as at:
        digest = await publish(at, wanted=games)
        options = ["--database", url] if url.startswith("postgresql") else []
        server = await asyncio.to_thread(
            Server(tmp_path, "--data", str(tmp_path), *options, "--test-games", str(games)).start
        )
        try:
            while (await row_of(at, digest)).played == 0:  # noqa: ASYNC110 - a database knows of no event
                await asyncio.sleep(0.01)
        finally:
            server.kill()
        left = await row_of(at, digest)
        assert (left.status, left.leased_until > left.queued_at) == ("waiting", True)
        assert 0 < left.played < games
        assert not await new_tester(at, lambda: left.leased_until - 1).work_once()
        later = new_tester(at, lambda: left.leased_until)
        assert await later.work_once()
        await later.stop()
        assert at.rooms.metrics.test_games._value.get() == games - left.played
        report = json.loads((await row_of(at, digest)).report)
    assert report["rows"] == expected_rows(games)


async def test_a_test_that_another_version_of_the_program_began_begins_anew(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(url) as at:
        digest = await publish(at, wanted=FEW)

        async def take() -> Any:  # noqa: ANN401 - a leased test
            async with at.people_db.begin() as connection:
                (test,) = await queued_tests(connection, NOW)
                leased = await lease(connection, test, "worker", NOW)
                assert leased is not None
                return leased

        async def play_a_batch() -> None:
            leased = await take()
            async with at.people_db.begin() as connection:
                await store_batch(connection, leased, BATCH, NOW)
                await release(connection, leased)

        with monkeypatch.context() as before:
            before.setattr(balance_queue, "PROGRAM", "the version before")
            await play_a_batch()
            again = await take()
            assert again.played == BATCH.games, "the same version goes on"
            async with at.people_db.begin() as connection:
                await release(connection, again)
        later = new_tester(at)
        assert await later.work_once()
        await later.stop()
        assert at.rooms.metrics.test_games._value.get() == FEW
        report = json.loads((await row_of(at, digest)).report)
    assert report["rows"] == expected_rows(FEW), "no game of the version before is among them"


async def test_a_batch_is_played_again_when_its_process_was_killed(file: str) -> None:
    async with hall(file) as at:
        digest = await publish(at, wanted=FEW)
        playing = new_tester(at)
        work = asyncio.create_task(playing.work_once())
        while playing._worker._process is None:  # noqa: ASYNC110 - the process tells nobody
            await asyncio.sleep(0.01)
        playing._worker._process.send_signal(signal.SIGKILL)
        assert await work
        await playing.stop()
        assert (await row_of(at, digest)).status == "done"


async def test_a_server_that_stops_lets_others_go_on_at_once(file: str) -> None:
    async with hall(file) as at:
        digest = await publish(at, wanted=1000)
        playing = new_tester(at)
        await playing.start()
        while (await row_of(at, digest)).played == 0:  # noqa: ASYNC110 - a database knows of no event
            await asyncio.sleep(0.01)
        await playing.stop()
        left = await row_of(at, digest)
    assert (left.status, left.leased_until) == ("waiting", 0.0)


async def test_nothing_is_played_while_a_person_waits_for_a_computer(url: str) -> None:
    async with hall(url) as at:
        digest = await publish(at, wanted=1000)
        playing, bot = new_tester(at), at.rooms.bots._bot_processes[0]
        async with bot._queue.turn("ann"):
            for _ in range(3):
                await playing.work_once()
            assert (await row_of(at, digest)).worker == ""
        work = asyncio.create_task(playing.work_once())
        while (await row_of(at, digest)).played == 0:  # noqa: ASYNC110 - a database knows of no event
            await asyncio.sleep(0.01)
        async with bot._queue.turn("ann"):
            await work  # it ends with the batch that was begun
            left = await row_of(at, digest)
            assert left.leased_until == 0.0
            for _ in range(3):
                await playing.work_once()
            assert (await row_of(at, digest)).played == left.played < 1000
        await playing.stop()


async def test_nothing_is_played_while_a_person_waits_for_a_computer_of_another_process(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(busy_bots, "BELIEVED_SECONDS", 2.0)
    monkeypatch.setattr(busy_bots, "REPEAT_SECONDS", 0.2)
    async with hall(database) as there, hall(database) as here:
        await there.rooms.start()
        await here.rooms.start()
        digest = await publish(here, wanted=FEW)
        playing, bots = new_tester(here), there.rooms.bots
        async with bots._bot_processes[0]._queue.turn("bob"), asyncio.timeout(PATIENCE):
            asked = asyncio.create_task(bots.actions("table 0", new_game(2, seed=1).to_text(), "easy", (), 0))
            while not here.rooms.busy_bots.is_busy:  # noqa: ASYNC110 - broadcasts have no event
                await asyncio.sleep(0.01)
            end = time.monotonic() + 3.0
            while time.monotonic() < end:
                await playing.work_once()
            assert (await row_of(here, digest)).worker == "", "it is told as long as somebody waits"
        await asked
        while (await row_of(here, digest)).status != "done":
            await playing.work_once()
        await playing.stop()
        await bots.stop()


async def test_a_creation_whose_games_take_too_long_is_hidden_and_its_author_reads_why(url: str) -> None:
    async with hall(url) as at:
        digest = await publish(at, wanted=FEW, language="de")
        playing = new_tester(at)
        playing._worker._max_seconds = 0.01
        await playing.work_once()
        async with at.people_db.read() as connection:
            found = await balance_tests.balance_test_of(connection, digest, NOW)
            assert await balance_tests.has_failed(connection, digest)
        hidden = await creation_of(at, digest)
        assert found is not None
        assert found.failure is not None
        assert (found.status, found.failure.code, found.done_at) == ("failed", "test_too_heavy", NOW)
        assert (hidden.status, hidden.reason) == (
            "hidden",
            "Die Testspiele dauern zu lange oder brauchen zu viel Speicher.",
        )
        # A version that can be played is listed again.
        playing._worker._max_seconds = 60.0
        await publish(at, gnomes(2), creation=hidden.id, wanted=FEW)
        await playing.work_once()
        await playing.stop()
        again = await creation_of(at, digest)
        assert (again.status, again.reason, again.newest) == ("listed", "", version_digest(gnomes(2)))


async def test_a_creation_whose_name_somebody_else_got_meanwhile_is_not_listed_again(url: str) -> None:
    async with hall(url) as at:
        digest = await publish(at, wanted=FEW)
        playing = new_tester(at)
        playing._worker._max_seconds = 0.01
        await playing.work_once()
        await account(at, "bob")
        keys = "".join(f"|{key}|" for key in name_keys("Gnomes"))
        await publish(at, gnomes(3), author="bob", name_keys=keys)
        playing._worker._max_seconds = 60.0
        await publish(at, gnomes(2), creation=(await creation_of(at, digest)).id, wanted=FEW)
        await playing.work_once()
        await playing.stop()
        found = await creation_of(at, digest)
    assert found.status == "hidden"
    assert "bob" in found.reason


@pytest.mark.parametrize(("status", "reason"), [("hidden", "rude"), ("withdrawn", ""), ("waiting", "")])
async def test_test_games_list_nothing_that_somebody_else_took_off_the_list(
    file: str, status: str, reason: str
) -> None:
    async with hall(file) as at:
        digest = await publish(at, wanted=FEW, status=status, reason=reason)
        playing = new_tester(at)
        await playing.work_once()
        await playing.stop()
        found = await creation_of(at, digest)
        assert (await row_of(at, digest)).status == "done"
    assert (found.status, found.reason) == (status, reason)


async def test_the_failed_test_of_an_old_version_hides_nothing(file: str) -> None:
    async with hall(file) as at:
        old = await publish(at, wanted=FEW)
        creation = (await creation_of(at, old)).id
        await publish(at, gnomes(2), creation=creation)
        playing = new_tester(at)
        playing._worker._max_seconds = 0.01
        await playing.work_once()
        await playing.stop()
        assert (await row_of(at, old)).status == "failed"
        assert (await creation_of(at, old)).status == "listed"


async def test_what_cannot_be_read_any_more_fails_with_its_reason(file: str) -> None:
    async with hall(file) as at:
        digest = await publish(at, "[race.gnomes]\ntokens = -5\n", wanted=FEW)
        playing = new_tester(at)
        await playing.work_once()
        await playing.stop()
        assert json.loads((await row_of(at, digest)).failure)["code"] == "content"


def test_a_game_that_does_not_end_fails_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "MAX_DECISIONS", 5)
    with pytest.raises(Refused) as refused:
        balance_process.answer(PlayBalanceGames(GNOMES, FEW, 0))
    assert refused.value.code == "test_endless"


def test_a_broken_rule_of_the_program_fails_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = balance.BalanceResult(0, 1, 0.0, 9, violation="coins are conserved\nmap 2-players")
    monkeypatch.setattr(balance_process, "play_balance_game", lambda _: broken)
    with pytest.raises(Refused) as refused:
        balance_process.answer(PlayBalanceGames(GNOMES, FEW, 0))
    assert (refused.value.code, refused.value.params) == ("test_rule_broken", {"rule": "coins are conserved"})


def test_a_process_that_uses_too_much_time_ends_itself() -> None:
    program = (
        "from elbowroom.server.workers import balance_process as p\n"
        "p.MAX_WORK_SECONDS = 0.05\n"
        "p.serve_requests(p.BalanceRequest, p.answer)\n"
    )
    request = msgspec.json.encode(PlayBalanceGames(GNOMES, FEW, 0)) + b"\n"
    ended = subprocess.run([sys.executable, "-c", program], input=request, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == (-signal.SIGPROF, b"")


def test_a_set_shares_its_games_among_its_entries() -> None:
    pair = f"{GNOMES}[power.lucky]\ntokens = 4\n"
    assert balance_process.balance_plan(GNOMES, 4000).games == 4000
    assert balance_process.balance_plan(pair, 4000).games == 2000
    assert balance_process.balance_plan(pair, 10).games == FEW


def test_a_map_is_played_by_its_own_number_of_players() -> None:
    found = json.loads(read_text("base", "maps", "3-players.json"))
    text = json.dumps(found | {"id": "own"})
    batches, first = [], 0
    while (batch := played(text, 10, first)).games:
        batches.append(batch.results)
        first += batch.games
    assert first == 10
    report = balance_process.answer(SumUpBalanceGames(text, 10, tuple(batches)))
    assert isinstance(report, BalanceTestReport)
    (tested,) = report.maps
    assert (tested.map, tested.players, tested.games, report.rows) == ("own", 3, 8, [])


def played(text: str, games: int, first: int) -> BalanceGames:
    batch = balance_process.answer(PlayBalanceGames(text, games, first))
    assert isinstance(batch, BalanceGames)
    return batch


async def test_a_full_queue_says_when_to_come_back(url: str) -> None:
    async with hall(url) as at:
        for number in range(MAX_WAITING_TESTS_PER_AUTHOR):
            await publish(at, gnomes(number), wanted=4000, now=NOW + number)
        with pytest.raises(Refused) as refused:
            await publish(at, gnomes(99), wanted=4000)
        assert refused.value.code == "own_tests_waiting"
        assert refused.value.params == {"tests": MAX_WAITING_TESTS_PER_AUTHOR, "minutes": 7}
        for number in range(MAX_WAITING_TESTS - MAX_WAITING_TESTS_PER_AUTHOR):
            async with at.people_db.begin() as connection:
                await enqueue(connection, f"d{number}", f"c{number}", f"author {number}", 4000, NOW)
        with pytest.raises(Refused) as refused:
            await publish(at, gnomes(99), author="zoe", wanted=4000)
        assert (refused.value.code, refused.value.params) == ("test_queue_full", {"minutes": 7})
        assert [status_of(code) for code in ("own_tests_waiting", "test_queue_full")] == [429, 503]
        assert version_digest(gnomes(99)) not in {row.newest for row in await rows(at, CREATIONS)}


async def test_a_version_is_queued_once_and_not_at_all_if_no_games_are_wanted(file: str) -> None:
    async with hall(file) as at:
        digest = await publish(at, wanted=FEW)
        async with at.people_db.begin() as connection:
            await enqueue(connection, digest, "again", "bob", FEW, NOW)
            await enqueue(connection, "other", "none", "bob", 0, NOW)
        assert [(row.digest, row.author) for row in await rows(at, BALANCE_TESTS)] == [(digest, "ann")]


async def test_the_status_tells_who_waits_and_how_many_are_before(file: str) -> None:
    async with hall(file) as at:
        first = await publish(at, gnomes(1), wanted=FEW, now=1.0)
        second = await publish(at, gnomes(2), author="bob", wanted=FEW, now=2.0)
        async with at.people_db.begin() as connection:
            test = (await queued_tests(connection, NOW))[0]
            await lease(connection, test, "one", NOW)
            running = await balance_tests.balance_test_of(connection, first, NOW)
            other = await balance_tests.balance_test_of(connection, second, NOW)
            short = await balance_tests.summaries_of(connection, [first, second, "none"], NOW)
            assert await balance_tests.balance_test_of(connection, "none", NOW) is None
    assert running is not None
    assert other is not None
    assert [(test.status, test.before) for test in (running, other)] == [("running", 0), ("waiting", 1)]
    assert {digest: test.status for digest, test in short.items()} == {first: "running", second: "waiting"}


async def test_a_deleted_creation_takes_its_tests_along(url: str) -> None:
    async with hall(url) as at:
        digest = await publish(at, wanted=FEW)
        async with at.people_db.begin() as connection:
            (test,) = await queued_tests(connection, NOW)
            leased = await lease(connection, test, "one", NOW)
            assert leased is not None
            await store_batch(connection, leased, BATCH, NOW)
        creation = (await creation_of(at, digest)).id
        async with at.people_db.begin() as connection:
            await delete_creations(connection, [creation])
            assert await store_batch(connection, leased, BATCH, NOW) is None
            for table in (BALANCE_TESTS, BALANCE_TEST_GAMES):
                assert (await connection.execute(select(func.count()).select_from(table))).scalar() == 0


async def test_the_page_of_a_map_tells_a_report_that_was_stored_by_the_version_before(file: str) -> None:
    """It had a mean of the coins on the map of the box, and nothing of the victories there."""
    estimate = {"count": 4, "mean": 0.5, "low": 0.2, "high": 0.8}
    old = {
        "map": "own",
        "players": 2,
        "games": 4,
        "coins": [estimate] * 2,
        "wins": [estimate] * 2,
        "box_coins": 48.5,
        "decisions": 200.0,
        "unfinished_games": 0,
        "checked_games": 1,
        "violations": 0,
    }
    report = json.dumps({"answer": "tests_summed_up", "rows": [], "maps": [old]})
    async with hall(file) as at:
        await publish(at, GNOMES, wanted=FEW, now=NOW)
        digest = version_digest(GNOMES)
        async with at.people_db.begin() as connection:
            await connection.execute(update(BALANCE_TESTS).values(status="done", report=report))
        async with at.people_db.read() as connection:
            found = await balance_tests.balance_test_of(connection, digest, NOW)
            assert (await balance_tests.summaries_of(connection, [digest], NOW))[digest].verdict is None
    assert found is not None
    (shown,) = found.maps
    assert shown.box_coins == Estimate(1, 48.5)
    assert (shown.box_wins, shown.words.verdict) == ([], None)
    assert [sentence.key for sentence in shown.words.grounds] == ["balance_all_ended", "balance_checked"]


async def test_what_is_published_is_tested_and_its_page_tells_it(url: str, tmp_path: Path) -> None:
    async with house(tmp_path, url, test_games=FEW, review="none") as here:
        ann = await author(here, "Ann")
        creation = (await ann.publish(race("Gnomes")))["creation"]
        page = await ann.get(f"/creations/{creation}")
        while page["test"]["status"] in ("waiting", "running"):
            await asyncio.sleep(0.05)
            page = await ann.get(f"/creations/{creation}")
        (card,) = (await ann.get("/creations"))["creations"]
    assert (page["test"]["status"], page["test"]["played"]) == ("done", FEW)
    assert [row["entry"] for row in page["test"]["rows"]] == ["gnomes"]
    assert page["test"]["rows"][0]["free_picks"]["per_game"]["count"] == FEW // 5
    assert (card["test"]["status"], card["test"]["verdict"]) == ("done", page["test"]["rows"][0]["verdict"])
