"""Chaos: servers and databases are killed, frozen and starved while people play; what was told must hold.

python -m tools.chaos               1,000 kills and 400 other faults, then hostile clients and 2,000 people
                                    behind nginx; takes hours
python -m tools.chaos --quick       a few of each, with what comes with our requirements
python -m tools.chaos --only NAME   one kind of fault (repeatable); --list names them
python -m tools.chaos --share 0.1   a tenth of everything
The long run needs PostgreSQL, Redis and nginx of the system; it says what is missing, and installs nothing.
Progress is kept in runs/chaos, round by round; start it again to go on, delete the folder to begin anew.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import asyncpg  # type: ignore[import-untyped]
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from elbowroom.engine.record import read_record
from elbowroom.server.storage.store import entry_of
from elbowroom.server.tables import fairness
from elbowroom.server.tables.checkpoints import due_checkpoints
from elbowroom.server.tables.command_names import read_name
from elbowroom.server.tables.entries import LogRow, TookOver
from elbowroom.server.tables.table import Table
from tools.behind_nginx import PEOPLE, play_behind_nginx
from tools.crowd import (
    UPDATES,
    Player,
    Server,
    open_table,
    prepare,
    quantile,
    request,
    show,
    until,
)
from tools.hostile import play_with_hostile_clients, settings
from tools.system_programs import Postgres, Redis, bundled_postgres, find_program, require_programs

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from tools.crowd import ServerMessage

ROOT: Final = Path(__file__).parent.parent
OUT: Final = ROOT / "runs" / "chaos"
PARTIES: Final = ((2, ()), (3, ()), (4, ()), (5, ()), (3, ("easy",)), (4, ("easy", "normal")))
"""Tables: seats, and the computers among them."""
FAULTS_PER_ROUND: Final = 20
"""After this many faults on one database everything is checked."""
KILLS_PER_KILL_AT_START: Final = 4
"""One in this many kills hits a server while it starts."""
MAX_LIFE_SECONDS: Final = 3.0
"""A server is killed at most this long after it answers,"""
MAX_START_SECONDS: Final = 1.5
"""or, if it is killed while it starts, at most this long after its start."""
KILLS_PER_KILL_OF_REDIS: Final = 5
"""One in this many kills hits Redis, where there is one."""
MAX_FREEZE_SECONDS: Final = 8.0
MAX_SHIFT_SECONDS: Final = 5400.0
"""A clock is set forward or back by at most this,"""
TURN_SECONDS: Final = 120
"""while each player has this much time for a turn, and needs a small part of it."""
MAX_TORN_BYTES: Final = 3 * 4120
"""What a write that was broken off leaves at the end of SQLite's log: up to three pages."""
MAX_THINK_SECONDS: Final = 0.05
"""Seconds that a player thinks at most: the limit of messages for each socket allows no less for long."""
MAX_MISSED_UPDATES: Final = 200
"""A player who reconnects gets at most this many missed updates one by one."""
MAX_DEALING_SECONDS: Final = 60.0
"""All players tell their numbers within this time after a fault, or the game begins without them."""
MAX_SERVER_LAG_SECONDS: Final = 30.0
"""A server knows what another one stored within this time, whatever happened to the database between them."""
REPEAT_CHANCE: Final = 0.05
"""How often a command that has its answer is sent once more."""


@dataclass
class Tally:
    """What happened so far in one setting."""

    faults: int = 0
    in_start: int = 0
    """Faults while a server started."""
    in_flight: int = 0
    """Faults while somebody waited for an answer."""
    tables: int = 0
    finished: int = 0
    entries: int = 0
    acks: int = 0
    resent: int = 0
    repeated: int = 0
    """Commands that had their answer, were sent again, and got the same."""
    came_back: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """One round more."""
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)


class Witness(Player):
    """A player who remembers every message and plays at random."""

    longest_wait = 0.8

    def __init__(self, servers: Sequence[Server], number: int, tally: Tally) -> None:
        super().__init__(servers, number)
        self.tally = tally
        self.acks: dict[tuple[str, str], int] = {}
        """The number of each acknowledged command, by table and id."""
        self.nacks: set[tuple[str, str]] = set()
        self.updates: dict[tuple[str, int], tuple[str, int | None]] = {}
        """What each number of each table was."""
        self.is_tired = False
        self._repeating: dict[str, bytes] = {}

    def receive(self, message: ServerMessage) -> None:
        """Remember it, and decide if it is for us to decide."""
        super().receive(message)
        if message.type in UPDATES and message.what != "snapshot":
            self.updates[self.table, message.seq] = message.what, message.seat
        elif message.type == "ack":
            self._acknowledged(message)
        if message.type in {*UPDATES, "ack", "nack"}:
            asyncio.get_running_loop().call_later(
                random.uniform(0, MAX_THINK_SECONDS), self._decide, self.head
            )

    def refused(self, message: ServerMessage) -> None:
        """Remember what will never be carried out; what was unavailable may be stored."""
        super().refused(message)
        if message.nack not in self.waiting and message.code != "unavailable":
            self.nacks.add((self.table, message.nack))
            if message.code != "stale":
                self.wrong(f"{message.nack} refused: {message.code}")

    def wrong(self, text: str) -> None:
        """Keep it for the end."""
        self.tally.wrong.append(f"{self.table} player {self.number}: {text}")

    def _acknowledged(self, message: ServerMessage) -> None:
        key = self.table, message.ack
        self.tally.acks += key not in self.acks
        if self.acks.setdefault(key, message.seq) != message.seq:
            self.wrong(f"{message.ack} is {self.acks[key]}, then {message.seq}")
        if self._repeating.pop(message.ack, None) is not None:
            self.tally.repeated += 1

    def _decide(self, head: int) -> None:
        decision = None if self.state is None else self.state.decision
        if self.is_tired or self.waiting or head != self.head or decision is None:
            return
        action = random.choice(decision.legal).text
        name = self.do({"do": "act", "seat": decision.seat, "action": action}, head)
        if random.random() < REPEAT_CHANCE:
            self._repeating[name] = self.waiting[name]
            asyncio.get_running_loop().call_later(random.uniform(0.1, 1), self._repeat, name)

    def _repeat(self, name: str) -> None:
        """Ask once more for something that was done long ago."""
        if name in self._repeating and not self.is_tired:
            self.waiting[name] = self._repeating[name]
            self.again(name)


class Party:
    """People who play at one table after another."""

    def __init__(
        self, servers: Sequence[Server], first: int, people: int, settings: dict[str, object], tally: Tally
    ) -> None:
        """This number of people, and the settings of their tables."""
        self.servers = servers
        self.settings = settings
        self.players = [Witness(servers, first + number, tally) for number in range(people)]
        self.tables: list[str] = []

    async def play(self) -> None:
        """Game after game."""
        host = self.players[0]
        while True:
            server = random.choice(self.servers)
            table, invite = await open_table(server, host, self.settings)
            self.tables.append(table)
            for player in self.players:
                player.sit(table, invite)
            await until(lambda: all(player.is_over for player in self.players))

    async def settle(self) -> None:
        """Decide nothing more, and wait until everything is answered."""
        for player in self.players:
            player.is_tired = True
        try:
            async with asyncio.timeout(60):
                await until(lambda: all(player.is_there and not player.waiting for player in self.players))
        except TimeoutError:
            self.players[0].wrong("something was never answered")

    def leave(self) -> None:
        """Go home."""
        for player in self.players:
            player.hang_up()
            player.tally.resent += player.resent
            player.tally.came_back += player.came_back


@dataclass
class World:
    """What runs in one round: servers on one database, and what stands beside them."""

    folder: Path
    servers: list[Server]
    url: str | None
    """Of the database in PostgreSQL; None for SQLite."""
    postgres: Postgres | None
    redis: Redis | None
    parties: list[Party]
    tally: Tally

    @property
    def has_open_questions(self) -> bool:
        """Whether somebody waits for an answer."""
        return any(player.is_there and player.waiting for party in self.parties for player in party.players)

    def acks(self) -> dict[tuple[str, str, str], int]:
        """What was acknowledged so far: the number of each command, by table, person and id."""
        return {
            (table, player.person, name): seq
            for party in self.parties
            for player in party.players
            for (table, name), seq in player.acks.items()
        }


async def kill_server(world: World, number: int) -> None:
    """Kill a server at some instant of its life, or of its start, and start it again sooner or later."""
    server = random.choice(world.servers)
    is_starting = number % KILLS_PER_KILL_AT_START == 1
    if is_starting:
        await asyncio.sleep(random.uniform(0, MAX_START_SECONDS))
    else:
        await server.ready()
        await asyncio.sleep(random.uniform(0, MAX_LIFE_SECONDS))
    world.tally.in_flight += world.has_open_questions
    server.kill()
    world.tally.in_start += is_starting
    await asyncio.sleep(random.choice([0.0, random.uniform(0, 1)]))
    server.start()


async def kill_server_or_redis(world: World, number: int) -> None:
    """Kill a server, and now and then Redis."""
    if world.redis is None or number % KILLS_PER_KILL_OF_REDIS:
        await kill_server(world, number)
        return
    await asyncio.sleep(random.uniform(0, MAX_LIFE_SECONDS))
    world.tally.in_flight += world.has_open_questions
    world.redis.kill()
    await asyncio.sleep(random.uniform(0, MAX_LIFE_SECONDS))
    world.redis.start()


async def kill_postgres(world: World, _number: int) -> None:
    """Kill all processes of PostgreSQL, and start it again sooner or later."""
    for server in world.servers:
        await server.ready()
    await asyncio.sleep(random.uniform(0, MAX_LIFE_SECONDS))
    world.tally.in_flight += world.has_open_questions
    assert world.postgres is not None
    world.postgres.kill()
    await asyncio.sleep(random.choice([0.0, random.uniform(0, 2)]))
    await asyncio.to_thread(world.postgres.start)


async def freeze_server(world: World, _number: int) -> None:
    """Stop a server in the middle of whatever it does, and let it go on."""
    server = random.choice(world.servers)
    await server.ready()
    await asyncio.sleep(random.uniform(0, MAX_LIFE_SECONDS))
    world.tally.in_flight += world.has_open_questions
    server.freeze()
    await asyncio.sleep(random.uniform(0, MAX_FREEZE_SECONDS))
    server.thaw()


async def shift_clock(world: World, _number: int) -> None:
    """Set the clock of a server's machine forward or back."""
    server = random.choice(world.servers)
    await server.ready()
    await asyncio.sleep(random.uniform(0, MAX_LIFE_SECONDS))
    world.tally.in_flight += world.has_open_questions
    server.shift_clock(round(random.uniform(-MAX_SHIFT_SECONDS, MAX_SHIFT_SECONDS)))


async def fill_disk(world: World, _number: int) -> None:
    """Let the server find no room on its disk for a while."""
    server = random.choice(world.servers)
    await server.ready()
    await asyncio.sleep(random.uniform(0, MAX_LIFE_SECONDS))
    world.tally.in_flight += world.has_open_questions
    server.fill_disk()
    await asyncio.sleep(random.uniform(0, MAX_LIFE_SECONDS))
    server.free_disk()


async def tear_copy(world: World, number: int) -> None:
    """Copy the files of SQLite as a loss of power would leave them; what was acknowledged is in the copy."""
    server = world.servers[0]
    await server.ready()
    await asyncio.sleep(random.uniform(0, MAX_LIFE_SECONDS))
    world.tally.in_flight += world.has_open_questions
    server.freeze()
    acks, copy = world.acks(), world.folder / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for file in world.folder.glob("elbowroom.db*"):
        if not file.name.endswith("-shm"):  # it is made again from the others
            shutil.copy(file, copy)
    server.thaw()
    log = copy / "elbowroom.db-wal"
    if log.exists():  # what was being written when the power went
        with log.open("ab") as end:
            end.write(random.randbytes(random.randint(1, MAX_TORN_BYTES)))
    world.tally.wrong += [f"copy {number}: {line}" for line in await check_copy(copy, acks)]


async def check_copy(folder: Path, acks: dict[tuple[str, str, str], int]) -> list[str]:
    """A torn copy is whole, holds what was acknowledged, and a game can be played on with it."""
    with closing(sqlite3.connect(folder / "elbowroom.db")) as database:
        ((health,),) = database.execute("PRAGMA integrity_check").fetchall()
    found = [] if health == "ok" else [f"the copy is damaged: {health}"]
    reader, logs = Reader(folder, None), dict[str, list[LogRow]]()
    for (table, person, name), seq in acks.items():
        if table not in logs:
            logs[table] = await reader.log(table)
            found += [
                *check_log(logs[table]),
                *check_checkpoints(logs[table], await reader.checkpoints(table)),
            ]
        row = logs[table][seq - 1] if seq <= len(logs[table]) else None
        if row is None or read_name(row.command).key != f"{person} {name}":
            found.append(f"{name} was acknowledged as {seq} of {table}, and is not in the copy")
    return found


Fault = Callable[[World, int], Awaitable[None]]


@dataclass(frozen=True)
class Kind:
    """One kind of fault, and what it happens to."""

    fault: Fault
    count: int
    """How often in a full run,"""
    quick_count: int
    """and in a quick one."""
    servers: int = 1
    is_kill: bool = True
    uses_postgres: bool = False
    uses_redis: bool = False
    has_clocks: bool = False
    """Whether games are played against the clock; nobody's time may run out."""


KINDS: Final = {
    "SQLite": Kind(kill_server, 350, 4),
    "PostgreSQL": Kind(kill_server, 150, 2, uses_postgres=True),
    "two servers on PostgreSQL with Redis": Kind(
        kill_server_or_redis, 300, 3, servers=2, uses_postgres=True, uses_redis=True
    ),
    "PostgreSQL itself": Kind(kill_postgres, 200, 2, servers=2, uses_postgres=True),
    "freezes": Kind(freeze_server, 100, 1, is_kill=False),
    "shifted clocks": Kind(shift_clock, 100, 2, is_kill=False, has_clocks=True),
    "torn copies": Kind(tear_copy, 100, 1, is_kill=False),
    "full disk": Kind(fill_disk, 100, 1, is_kill=False),
}
HOSTILE: Final = "hostile clients"
NGINX: Final = "nginx"
QUICK_PEOPLE: Final = 100
"""How many people are behind nginx in a quick run."""


async def round_of(world: World, kind: Kind, count: int, step: Callable[[], None]) -> None:
    """Play while faults happen, then check everything."""
    tally, servers = world.tally, world.servers
    for server in servers:
        if kind.has_clocks:
            server.shift_clock(0)
        server.start()
        await server.ready()
    clock = {"clock": {"kind": "turn", "seconds": TURN_SECONDS}} if kind.has_clocks else {}
    for size, computers in PARTIES:
        first = sum(len(party.players) for party in world.parties)
        settings = {"players": size, "computers": list(computers), **clock}
        people = size - len(computers)
        world.parties.append(Party(servers, first, people, settings, tally))
    playing = [asyncio.create_task(party.play()) for party in world.parties]
    for number in range(count):
        await kind.fault(world, number)
        tally.faults += 1
        step()
    for server in servers:
        await server.ready()
    await asyncio.gather(*(party.settle() for party in world.parties))
    for task in playing:
        task.cancel()
    for result in await asyncio.gather(*playing, return_exceptions=True):
        if not isinstance(result, asyncio.CancelledError):
            tally.wrong.append(f"a party ended: {result!r}")
    reader = Reader(world.folder, world.url)
    for party in world.parties:
        for table in party.tables:
            await all_told(reader, table)
            await check(table, party, await reader.log(table), await reader.checkpoints(table), tally)
        party.leave()
    for server in servers:
        server.stop()
        if "Traceback" in server.log():
            tally.wrong.append(server.log()[-3000:])


async def all_told(reader: Reader, table: str) -> None:
    """Wait until a game whose players still tell their numbers has begun."""
    with suppress(TimeoutError):
        async with asyncio.timeout(MAX_DEALING_SECONDS):
            while Table.from_log(await reader.log(table)).is_dealing:  # noqa: ASYNC110 - the database tells nobody
                await asyncio.sleep(0.5)


async def check(table: str, party: Party, log: list[LogRow], stored: dict[int, str], tally: Tally) -> None:
    """What players were told of a table is what its log holds, and that is what the server shows."""
    tally.tables += 1
    tally.entries += len(log)
    found = [*check_log(log), *check_checkpoints(log, stored)]
    for player in party.players:
        found += check_player(table, player, log)
    again = Table.from_log(log)
    tally.finished += again.status == "over"
    for server in party.servers:
        found += [line async for line in check_server(table, party.players[0], server, again, log)]
    tally.wrong += [f"{table}: {line}" for line in found]


def check_log(log: list[LogRow]) -> Iterator[str]:
    """A log has no gap and no command twice, and nobody lost the seat to a computer."""
    if [row.seq for row in log] != list(range(1, len(log) + 1)):
        yield "the log has a gap"
    if any(isinstance(row.entry, TookOver) for row in log):
        yield "a computer took over from somebody who played"
    carried_out = Counter(read_name(row.command).key for row in log if row.command)
    yield from (f"{command} was carried out twice" for command, times in carried_out.items() if times > 1)


def check_checkpoints(log: list[LogRow], stored: dict[int, str]) -> Iterator[str]:
    """Every checkpoint is stored with its entry, and is the table that the log leads to."""
    table, due = Table(log[0]), dict[int, str]()
    for row in log[1:]:
        table.add(row)
        due |= due_checkpoints([table])
    if stored != due:
        wrong = sorted(seq for seq in {*stored, *due} if stored.get(seq) != due.get(seq))
        yield f"checkpoints are missing or differ: {wrong}"


def check_player(table: str, player: Witness, log: list[LogRow]) -> Iterator[str]:
    """What a player was told is in the log."""
    numbers = {read_name(row.command).key: row.seq for row in log if row.command}
    kinds = {row.seq: kind_of(row) for row in log}
    for (where, name), seq in player.acks.items():
        stored = numbers.get(f"{player.person} {name}")
        if where == table and stored != seq:
            yield f"{name} was acknowledged as {seq}, the log has {stored}"
    for where, name in player.nacks:
        if where == table and f"{player.person} {name}" in numbers:
            yield f"{name} was refused, and is in the log"
    for (where, seq), heard in player.updates.items():
        if where == table and kinds.get(seq) != heard:
            yield f"{seq} was told as {heard}, the log has {kinds.get(seq)}"


def kind_of(row: LogRow) -> tuple[str, int | None]:
    """What an update tells of an entry."""
    return type(row.entry).__name__.lower(), getattr(row.entry, "seat", None)


async def check_server(
    table: str, player: Witness, server: Server, again: Table, log: list[LogRow]
) -> AsyncIterator[str]:
    """What a server shows, tells latecomers and writes as a record is what the log makes of the table."""
    shown = await _shown(table, player, server)
    with suppress(TimeoutError):  # a server that could not be woken looks by itself after some seconds
        async with asyncio.timeout(MAX_SERVER_LAG_SECONDS):
            while shown["seq"] < again.seq:
                await asyncio.sleep(0.5)
                shown = await _shown(table, player, server)
    if (shown["seq"], shown["status"]) != (again.seq, again.status):
        yield f"shown as {shown['seq']} {shown['status']}, the log is at {again.seq} {again.status}"
    late = Witness([server], player.number, player.tally)
    late.is_tired = True
    since = max(1, again.seq - MAX_MISSED_UPDATES)
    late.look_at(table, since)
    with suppress(TimeoutError):
        async with asyncio.timeout(30):
            await until(lambda: late.head >= again.seq)
    late.hang_up()
    # Of a clock that is put right meanwhile the log here does not know.
    told = {key: kind for key, kind in late.updates.items() if key[1] <= again.seq}
    if told != {(table, row.seq): kind_of(row) for row in log[since:]}:
        yield f"after {since} others are told than there are"
    if again.game is None:
        return
    text = await request(server, "GET", f"/api/tables/{table}/record", player.token, player.number)
    game, known = read_record(text), again.game.history
    # A computer may have played on since the log was read.
    if game.history[: len(known)] != known or (again.status == "over" and not game.is_over):
        yield "the record tells another game"
    if game.is_over:
        pledge = fairness.read_pledge(text)
        key = fairness.key_of(pledge.seed, pledge.nonces)
        if fairness.commitment(pledge.seed) != again.commitment or not fairness.is_dealt_by(game, key):
            yield "the luck is not what was promised"


async def _shown(table: str, player: Witness, server: Server) -> Any:
    return await request(server, "GET", f"/api/tables/{table}", player.token, player.number)


class Reader:
    """Reads logs and checkpoints straight from the database."""

    LOG: Final = "SELECT seq, at, body, command FROM log WHERE table_id = {} ORDER BY seq"
    CHECKPOINTS: Final = "SELECT seq, state FROM checkpoints WHERE table_id = {}"

    def __init__(self, folder: Path, url: str | None) -> None:
        """From a file, or from PostgreSQL."""
        self.file = folder / "elbowroom.db"
        self.url = url

    async def log(self, table: str) -> list[LogRow]:
        """The log of a table."""
        found = await self._answer(self.LOG, table)
        return [LogRow(seq, at, entry_of(body), command) for seq, at, body, command in found]

    async def checkpoints(self, table: str) -> dict[int, str]:
        """The checkpoints of a table."""
        return dict(await self._answer(self.CHECKPOINTS, table))

    async def _answer(self, question: str, table: str) -> Sequence[Any]:
        if self.url is None:
            with closing(sqlite3.connect(self.file)) as database:
                return database.execute(question.format("?"), (table,)).fetchall()
        connection = await asyncpg.connect(self.url)
        try:
            found: Sequence[Any] = await connection.fetch(question.format("$1"), table)
        finally:
            await connection.close()
        return found


def main() -> int:
    """Go on until all kinds of faults have had their share, and fail if anything was wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", action="append", choices=[*KINDS, HOSTILE, NGINX], metavar="NAME")
    parser.add_argument("--share", type=float, default=1.0, help="of the faults of a full run")
    parser.add_argument("--list", action="store_true", help="name the kinds of faults")
    given = parser.parse_args()
    if given.list:
        print(*KINDS, HOSTILE, NGINX, sep="\n")
        return 0
    chosen = {name: kind for name, kind in KINDS.items() if given.only is None or name in given.only}
    has_nginx = given.only is None or NGINX in given.only
    if not given.quick:
        uses_postgres = any(kind.uses_postgres for kind in chosen.values())
        require_programs(
            *(("postgres", "redis-server") if uses_postgres else ()), *(("nginx",) if has_nginx else ())
        )
    prepare()
    tallies = {name: Tally() if given.quick else _kept(name) for name in chosen}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="elbowroom-")))
        folder.chmod(0o755)
        progress = stack.enter_context(_progress())
        for name, kind in chosen.items():
            share = kind.quick_count if given.quick else max(1, round(kind.count * given.share))
            task = progress.add_task(name, total=share, completed=tallies[name].faults)
            while tallies[name].faults < share and not tallies[name].wrong:
                count = min(FAULTS_PER_ROUND, share - tallies[name].faults)
                tally = play_round(folder, kind, count, given.quick, partial(progress.advance, task))
                tallies[name].add(tally)
                if not given.quick:
                    _keep(name, tallies[name])
    for name, tally in tallies.items():
        show(name, _rows(KINDS[name], tally))
        print(*tally.wrong[:20], sep="\n")
    wrong = [line for tally in tallies.values() for line in tally.wrong]
    if given.only is None or HOSTILE in given.only:
        found = play_with_hostile_clients(settings(given.quick))
        print(*found, sep="\n")
        wrong += found
    if has_nginx and find_program("nginx") is not None:
        found = play_behind_nginx(QUICK_PEOPLE if given.quick else PEOPLE)
        print(*found, sep="\n")
        wrong += found
    kills = sum(tally.faults for name, tally in tallies.items() if KINDS[name].is_kill)
    print(f"\n{kills} kills, {len(wrong)} wrong")
    return 1 if wrong else 0


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True))


def play_round(parent: Path, kind: Kind, count: int, is_quick: bool, step: Callable[[], None]) -> Tally:
    """One round on a new database."""
    with TemporaryDirectory(dir=parent) as name:
        folder = Path(name)
        folder.chmod(0o755)
        redis_program = find_program("redis-server") if kind.uses_redis else None
        redis = None if redis_program is None else Redis(folder, redis_program)
        world = World(folder, [], None, None, redis, [], Tally())
        try:
            if kind.uses_postgres:
                (folder / "postgres").mkdir()
                program = bundled_postgres() if is_quick else find_program("postgres")
                world.postgres = Postgres(folder / "postgres", program)
                world.postgres.start()
                world.url = world.postgres.create("games")
            if redis is not None:
                redis.start()
            options = () if redis is None else ("--bus", redis.url)
            world.servers += [Server(folder, world.url, *options) for _ in range(kind.servers)]
            asyncio.run(round_of(world, kind, count, step))
        finally:
            for server in world.servers:
                server.thaw()
                server.kill()
            for beside in (world.postgres, redis):
                if beside is not None:
                    beside.kill()
    return world.tally


def _rows(kind: Kind, tally: Tally) -> list[tuple[str, str]]:
    back = tally.came_back
    return [
        ("kills" if kind.is_kill else "faults", f"{tally.faults} ({tally.in_start} while starting)"),
        ("with commands on their way", f"{tally.in_flight}"),
        ("games (played to the end)", f"{tally.tables} ({tally.finished})"),
        ("entries in the logs", f"{tally.entries:,}"),
        ("acknowledged commands, all there", f"{tally.acks:,}"),
        ("sent again without an answer", f"{tally.resent:,}"),
        ("sent again after the answer, same answer", f"{tally.repeated:,}"),
        ("connections resumed", f"{len(back):,}"),
        ("half back within", f"{quantile(back, 0.5):.1f} s"),
        ("99 % back within", f"{quantile(back, 0.99):.1f} s"),
        ("wrong", f"{len(tally.wrong)}"),
    ]


def _file(name: str) -> Path:
    return OUT / f"{name.lower().replace(',', '').replace(' ', '-')}.json"


def _kept(name: str) -> Tally:
    """What earlier runs have done."""
    file = _file(name)
    return Tally(**json.loads(file.read_text(encoding="utf-8"))) if file.exists() else Tally()


def _keep(name: str, tally: Tally) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    _file(name).write_text(json.dumps(asdict(tally)), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
