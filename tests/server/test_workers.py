"""Workers: evil uploads are refused in time while others are served, and a worker that dies is replaced."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from elbowroom.content import read_text
from elbowroom.engine.game import new_game
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.settings import TableSettings, check_settings
from elbowroom.server.tables.upload_limits import check_upload
from elbowroom.server.workers.bots import MAX_WAITING_HINTS_PER_ADDRESS, Bots
from elbowroom.server.workers.messages import (
    CheckSettings,
    ChooseActions,
    PlayBalanceGames,
    SettingsAccepted,
)
from elbowroom.server.workers.sandbox_pool import SandboxPool
from elbowroom.server.workers.worker import NoReplyError, Worker
from elbowroom.server.workers.worker_loop import MAX_MEMORY_BYTES
from tests.server.clients import PATIENCE, Client, Server

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from elbowroom.server.workers.messages import WorkerRequest

pytestmark = pytest.mark.process

GNOMES = '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\n'
HEAVY = "".join(f"[power.a{number}]\n" for number in range(12_000))
"""Short lines and words, but so many powers that telling what is wrong with them takes very long."""


def own_map(**changes: object) -> str:
    """The map for five under another name, with changes."""
    found: dict[str, Any] = json.loads(read_text("base", "maps", "5-players.json"))
    return json.dumps({**found, "id": "own", **changes}, indent=0)


EVIL = {
    "a chain of keys": "race." + "a." * 9000 + "a = 1\n",
    "a chain of quoted keys": "race." + '"a" . ' * 3000 + "a = 1\n",
    "deep lists": "race = " + "[\n" * 90_000,
    "deep tables": '{"a":\n' * 30_000,
    "one long line": "a" * 200_000,
    "a huge number": "[race.x]\ntokens = 0x" + "9" * 5000,
    "a huge number in a map": '{"id": "x", "players": ' + "9" * 5000 + "}",
    "quotes that never end": ('"' + '\\"' * 9000 + "\n") * 10,
    "nothing but lines": "\n" * 199_999,
    "not a character": "[race.x]\ntext.en = '\0\ufffe'",
    "a map with endless points": own_map(points=[[0, "x"]] * 12_000),
}


@pytest.mark.parametrize("text", EVIL.values(), ids=EVIL)
async def test_an_evil_upload_is_refused_and_the_next_one_is_read(text: str) -> None:
    async def story() -> None:
        sandboxes = SandboxPool()
        with pytest.raises(Refused) as refused:
            await sandboxes.check(TableSettings(players=2, content=(text,)), "ann")
        assert len(str(refused.value)) < 10_000
        await sandboxes.check(TableSettings(players=2, content=(GNOMES,)), "ann")
        await sandboxes.stop()

    await story()


async def test_what_takes_too_long_is_killed_and_its_sandbox_replaced() -> None:
    async def story() -> None:
        sandboxes = SandboxPool(max_seconds=0.01)
        with pytest.raises(Refused) as refused:
            await sandboxes.check(TableSettings(players=2, content=(HEAVY,)), "ann")
        assert refused.value.code == "too_heavy"
        sandboxes._reader._max_seconds = PATIENCE
        await sandboxes.check(TableSettings(players=2, content=(GNOMES,)), "ann")
        await sandboxes.stop()

    await story()


async def test_a_map_that_cannot_be_drawn_in_time_is_not_played_on() -> None:
    """The sandbox ends by itself. Otherwise the map would keep busy who draws it for a link to the table."""
    chance = random.Random(1)
    points = [[chance.randrange(1000), chance.randrange(1000)] for _ in json.loads(own_map())["points"]]

    async def story() -> None:
        sandboxes = SandboxPool()
        with pytest.raises(Refused) as refused:
            await sandboxes.check(
                TableSettings(players=5, map="own", content=(own_map(points=points),)), "ann"
            )
        assert refused.value.code == "too_heavy"
        await sandboxes.check(TableSettings(players=5, map="own", content=(own_map(),)), "ann")
        await sandboxes.stop()

    await story()


def test_what_the_box_holds_is_within_the_limits() -> None:
    for number in range(2, 6):
        check_upload(read_text("base", "maps", f"{number}-players.json"))
    for name in ("races.toml", "powers.toml"):
        check_upload(read_text("base", name))


@pytest.mark.parametrize(
    "text", ["a." * 9 + "a = 1", "[" * 21, "9" * 201, "x" * 20_001], ids=["dots", "depth", "word", "line"]
)
def test_limits_are_checked_before_anything_is_read(text: str) -> None:
    with pytest.raises(Refused):
        check_upload(text)
    check_upload(f'text = "{text[:15_000]}"\n')


@pytest.mark.parametrize(
    "settings",
    [
        TableSettings(players=2, content=("[race.x",)),
        TableSettings(players=2, content=("[race.x]\ntokens = 99\ncoins.swamp = true\n", GNOMES)),
        TableSettings(players=2, content=(GNOMES,), map="nowhere"),
        TableSettings(players=2, content=('{"id": "own", "regions": []}',)),
        TableSettings(players=2, position="map 2-players\nAnn Forest Nobodies : 3 1\nBob"),
        TableSettings(players=3, position="Ann\nBob"),
        TableSettings(players=2, content=("#" * 200_001,)),
        TableSettings(players=2, content=(GNOMES,) * 9),
    ],
)
async def test_the_sandbox_refuses_in_the_same_words(settings: TableSettings) -> None:
    with pytest.raises(Refused) as expected:
        check_settings(settings)

    async def story() -> Refused:
        sandboxes = SandboxPool()
        with pytest.raises(Refused) as found:
            await sandboxes.check(settings, "ann")
        await sandboxes.stop()
        return found.value

    found = await story()
    assert (found.code, str(found)) == (expected.value.code, str(expected.value))


async def test_settings_without_uploads_need_no_sandbox() -> None:
    async def story() -> None:
        sandboxes = SandboxPool()
        await sandboxes.check(TableSettings(players=4, options="open_coins"), "ann")
        assert sandboxes._reader._process is None

    await story()


async def test_one_person_asks_one_thing_at_a_time_and_others_wait_in_a_short_line() -> None:
    async def story() -> None:
        sandboxes = SandboxPool()
        own = TableSettings(players=2, content=(GNOMES,))
        async with sandboxes._reader._queue.turn():
            first = asyncio.create_task(sandboxes.check(own, "ann"))
            await asyncio.sleep(0)
            with pytest.raises(Refused) as refused:
                await sandboxes.check(own, "ann")
            assert refused.value.code == "too_fast"
            others = [
                asyncio.create_task(sandboxes.check(own, f"guest {number}", f"{number}"))
                for number in range(63)
            ]
            await asyncio.sleep(0)
            with pytest.raises(Refused) as refused:
                await sandboxes.check(own, "bob")
            assert refused.value.code == "crowded"
        await asyncio.gather(first, *others)
        await sandboxes.check(own, "ann")
        await sandboxes.stop()

    await story()


@pytest.mark.parametrize("kill_with", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_worker_that_dies_or_sleeps_is_replaced(kill_with: signal.Signals) -> None:
    async def story() -> None:
        worker = Worker("elbowroom.server.workers.sandbox", PATIENCE)
        question = CheckSettings(TableSettings(players=2, content=(GNOMES,)))
        await worker.ask(question, SettingsAccepted)
        worker._max_seconds = 0.5
        process = worker._process
        assert process is not None
        os.kill(process.pid, kill_with)
        with pytest.raises(NoReplyError):
            await worker.ask(question, SettingsAccepted)
        worker._max_seconds = PATIENCE
        await worker.ask(question, SettingsAccepted)
        assert worker._process is not None
        assert worker._process.pid != process.pid
        await worker.kill()

    await story()


async def test_something_else_than_an_answer_is_none() -> None:
    """`this` prints some lines that are no JSON."""

    async def story() -> None:
        worker = Worker("this", PATIENCE)
        with pytest.raises(NoReplyError):
            await worker.ask(CheckSettings(TableSettings(players=2)), SettingsAccepted)
        await worker.kill()

    await story()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not count memory like this")
@pytest.mark.parametrize(
    ("module", "request_"),
    [
        ("bot_process", ChooseActions("ann", "nonsense", "greedy", 1, ())),
        ("sandbox", CheckSettings(TableSettings(players=9))),
        ("balance_process", PlayBalanceGames("nonsense", 1, 0)),
    ],
)
def test_a_worker_has_little_memory(module: str, request_: WorkerRequest) -> None:
    command = [sys.executable, "-m", f"elbowroom.server.workers.{module}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(request_) + b"\n")
        process.stdin.flush()
        assert b'"answer":"no"' in process.stdout.readline()
        limits = Path(f"/proc/{process.pid}/limits").read_text(encoding="utf-8")
        process.kill()
    (row,) = [line for line in limits.splitlines() if line.startswith("Max address space")]
    assert str(MAX_MEMORY_BYTES) in row.split()


def with_bots(story: Callable[[Bots, str], Awaitable[None]], max_seconds: float = PATIENCE) -> None:
    async def whole() -> None:
        bots = Bots(max_seconds=max_seconds)
        await story(bots, new_game(2, seed=1).to_text())
        await bots.stop()

    asyncio.run(whole())


def test_a_hint_that_does_not_come_is_a_refusal_and_a_move_is_left_to_the_room() -> None:
    async def story(bots: Bots, position: str) -> None:
        with pytest.raises(Refused) as refused:
            await bots.hints("ann", position, "hard", ())
        assert refused.value.code == "no_answer"
        with pytest.raises(NoReplyError):
            await bots.actions("table 0", position, "hard", (), 0)

    with_bots(story, max_seconds=0.001)


def test_a_position_that_a_bot_process_refuses_is_no_answer() -> None:
    async def story(bots: Bots, position: str) -> None:
        with pytest.raises(NoReplyError):
            await bots.actions("table 0", "nonsense", "easy", (), 0)
        (pick,) = await bots.actions("table 0", position, "easy", (), 0)
        assert pick.startswith("pick")

    with_bots(story)


def test_one_address_cannot_end_the_hints_of_others() -> None:
    async def story(bots: Bots, position: str) -> None:
        async with bots._hint_process._queue.turn():
            greedy = [bots.hints(f"g{number}", position, "easy", (), "203.0.113.7") for number in range(30)]
            asked = [asyncio.create_task(hint) for hint in greedy]
            await asyncio.sleep(0)
            ann = asyncio.create_task(bots.hints("ann", position, "easy", (), "198.51.100.1"))
            await asyncio.sleep(0)
        assert (await ann).hints
        assert sum(task.done() and task.exception() is None for task in asked) <= 1, (
            "she comes before the rest"
        )
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(not isinstance(answer, Refused) for answer in answers) == MAX_WAITING_HINTS_PER_ADDRESS

    with_bots(story)


def test_hints_never_delay_a_move_and_come_one_at_a_time() -> None:
    async def story(bots: Bots, position: str) -> None:
        async with bots._hint_process._queue.turn():
            waiting = asyncio.create_task(bots.hints("ann", position, "easy", ()))
            await asyncio.sleep(0)
            with pytest.raises(Refused) as refused:
                await bots.hints("ann", position, "easy", ())
            assert refused.value.code == "too_fast"
            assert await bots.actions("table 0", position, "easy", (), 0)
            assert not waiting.done()
        assert (await waiting).hints

    with_bots(story)


def test_others_are_served_while_an_evil_upload_is_looked_at(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    ann, bob = Client(server), Client(server)
    found: list[httpx.Response] = []

    def upload() -> None:
        found.append(ann.post("/api/tables", {"players": 2, "content": [HEAVY]}))

    thread = threading.Thread(target=upload)
    thread.start()
    served = 0
    while not found:
        table = bob.open(players=2)
        assert bob.get(f"/api/tables/{table}").status_code == 200
        served += 1
        if served > 20:
            thread.join()
    thread.join()
    assert found[0].status_code == 422
    assert found[0].json()["code"] in ("too_heavy", "content")
    assert served > 2
    assert ann.post("/api/tables", {"players": 2, "content": [GNOMES]}).status_code == 201
    server.stop()
    assert "Traceback" not in server.log()


async def test_uploads_are_read_with_less_priority_than_the_server_has() -> None:
    sandboxes = SandboxPool()
    await sandboxes.check(TableSettings(players=2, content=(GNOMES,)), "ann")
    process = sandboxes._reader._process
    assert process is not None
    assert os.getpriority(os.PRIO_PROCESS, process.pid) > os.getpriority(os.PRIO_PROCESS, 0)
    await sandboxes.stop()


async def test_who_uploads_without_end_does_not_keep_others_waiting() -> None:
    """Of those who wait, the address that has used the sandbox least comes first."""
    sandboxes = SandboxPool()
    own, served = TableSettings(players=2, content=(GNOMES,)), list[str]()

    async def upload(person: str, source: str) -> None:
        await sandboxes.check(own, person, source)
        served.append(person)

    await upload("eve 0", "203.0.113.7")
    async with sandboxes._reader._queue.turn():
        tasks = [asyncio.create_task(upload(f"eve {number}", "203.0.113.7")) for number in range(1, 5)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await sandboxes.check(own, "eve 5", "203.0.113.7")
        assert refused.value.code == "too_fast"
        tasks.append(asyncio.create_task(upload("ann", "198.51.100.1")))
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert served[:2] == ["eve 0", "ann"]
    await sandboxes.stop()
