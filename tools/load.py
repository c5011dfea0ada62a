"""Load: many people at tables of 2 to 5, playing whole games over real sockets on the machine of the server.

python -m tools.load              2,000 players, 400 moves a second, then as many as go, then a kill
python -m tools.load --quick      100 players for a few seconds: nothing may go wrong, speed does not matter
python -m tools.load --players 2 --spectators 500 --rate 8 --seconds 20   one table that many people watch
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from contextlib import ExitStack
from itertools import accumulate, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.progress import track

from elbowroom.engine.record import read_record
from tools.crowd import (
    REQUEST_SECONDS,
    UPDATES,
    Player,
    Server,
    open_table,
    postgres,
    prepare,
    quantile,
    request,
    show,
    until,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.crowd import ServerMessage

SIZES: Final = (2, 3, 4, 5)
TABLE_PACES: Final = (8, 1, 1, 1)
"""Of four tables one is quick: within minutes it plays a whole game, and another."""
MAX_TABLES_OPENING: Final = 8
"""At most this many tables are opened at a time."""


class Guest(Player):
    """A player who passes every message on to their party."""

    def __init__(self, server: Server, number: int, party: Party) -> None:
        super().__init__([server], number)
        self.party = party

    def receive(self, message: ServerMessage) -> None:
        """Take in a message."""
        super().receive(message)
        self.party.heard(self, message)

    def refused(self, message: ServerMessage) -> None:
        """Nothing that this crowd asks for may be refused."""
        self.party.errors.append(message.code)
        super().refused(message)

    def wrong(self, text: str) -> None:
        """Keep it for the end."""
        self.party.errors.append(text)


class Party:
    """The people of one table; when a game is over they play another."""

    errors: Final[list[str]] = []

    def __init__(self, server: Server, first: int, size: int, pace: int) -> None:
        """This number of people, none of whom sits anywhere yet."""
        self.server = server
        self.pace = pace
        self.players = [Guest(server, first + number, self) for number in range(size)]
        self.table = ""
        self.times: list[float] = []
        """Seconds from each command until the last player heard of it."""
        self.games = 0
        self._decider: Guest | None = None
        self._mover: Guest | None = None
        """Whose command is on its way."""
        self._sent_at = 0.0
        self._awaited = 0
        """The number of its entry; 0 until it is acknowledged."""
        self._started = asyncio.Event()

    async def begin(self) -> None:
        """Open a table and sit down."""
        self._started.clear()
        host = self.players[0]
        self._decider = self._mover = None
        self.table, invite = await open_table(self.server, host, {"players": len(self.players)})
        for player in self.players:
            player.sit(self.table, invite)
        try:
            await asyncio.wait_for(self._started.wait(), REQUEST_SECONDS)
        except TimeoutError:
            self.errors.append(f"{self.table} did not begin")

    def heard(self, player: Guest, message: ServerMessage) -> None:
        """A player has got a message."""
        if message.type == "ack" and player is self._mover:
            self._awaited = message.seq
        if self._mover is not None and self._awaited and self._have_all_heard:
            self.times.append(time.perf_counter() - self._sent_at)
            self._mover = None
        if message.type not in UPDATES or player.state is None:
            return
        if player.state.decision is not None:
            self._decider = player
            self._started.set()
        elif self._decider is player:
            self._decider = None

    @property
    def _have_all_heard(self) -> bool:
        return all(player.head >= self._awaited for player in self.players)

    @property
    def is_ready(self) -> bool:
        """Whether somebody is to decide, and everybody knows."""
        return self._decider is not None and self._mover is None and not self._decider.waiting

    @property
    def is_over(self) -> bool:
        """Whether all have seen the end of the game."""
        return all(player.is_over for player in self.players)

    def move(self, due: float) -> None:
        """Let the one who decides choose at random."""
        player = self._decider
        assert player is not None
        assert player.state is not None
        assert player.state.decision is not None
        decision = player.state.decision
        self._mover, self._sent_at, self._awaited = player, due, 0
        action = random.choice(decision.legal).text
        player.do({"do": "act", "seat": decision.seat, "action": action}, player.head)

    async def check(self) -> None:
        """All have heard the same, and it is what the server holds."""
        host = self.players[0]
        seen = await request(self.server, "GET", f"/api/tables/{self.table}", host.token, host.number)
        heads = {player.head for player in self.players}
        if heads != {seen["seq"]}:
            self.errors.append(f"{self.table} is at {seen['seq']}, players at {heads}")
        text = await request(self.server, "GET", f"/api/tables/{self.table}/record", host.token, host.number)
        if read_record(text).is_over != (seen["status"] == "over"):
            self.errors.append(f"{self.table} is {seen['status']}, its record is not")


class Crowd:
    """All parties."""

    def __init__(self, server: Server, players: int) -> None:
        """Tables of mixed sizes for this number of people."""
        self.server = server
        self.parties: list[Party] = []
        first = 0
        for size, pace in zip(cycle(SIZES), _paces(), strict=False):
            if first + 2 > players:
                break
            size = min(size, players - first)  # noqa: PLW2901 - the last table is smaller
            self.parties.append(Party(server, first, size, pace))
            first += size
        self._weights = list(accumulate(party.pace for party in self.parties))
        self.spectators: list[Player] = []
        self._next: set[asyncio.Task[None]] = set()

    @property
    def players(self) -> list[Guest]:
        """Everybody."""
        return [player for party in self.parties for player in party.players]

    async def arrive(self) -> None:
        """Open all tables, a few at a time, and sit down."""
        gate = asyncio.Semaphore(MAX_TABLES_OPENING)

        async def enter(party: Party) -> None:
            async with gate:
                await party.begin()

        await asyncio.gather(*map(enter, self.parties))

    async def watch(self, spectators: int) -> None:
        """Let this many more people look at the first table."""
        first, table = len(self.players), self.parties[0].table
        self.spectators = [Player([self.server], first + number) for number in range(spectators)]
        for spectator in self.spectators:
            spectator.look_at(table)
        await until(lambda: all(spectator.state is not None for spectator in self.spectators))

    async def ready(self) -> Party:
        """A table at which somebody is to decide."""
        while True:
            for party in random.choices(self.parties, cum_weights=self._weights, k=20):
                if party.is_ready:
                    return party
                if party.is_over:
                    self._play_another(party)
            await asyncio.sleep(0.001)

    def _play_another(self, party: Party) -> None:
        party.games += 1
        for player in party.players:
            player.state = None
        task = asyncio.create_task(party.begin())
        self._next.add(task)
        task.add_done_callback(self._next.discard)

    async def steady(self, rate: float, seconds: float) -> list[float]:
        """Offer moves at a fixed rate, whatever the server does; how long each took from when it was due."""
        self._forget()
        began = time.perf_counter()
        for number in track(range(int(rate * seconds)), f"{rate:.0f} moves/s", console=Console(stderr=True)):
            due = began + number / rate
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            (await self.ready()).move(due)
        return await self._times()

    async def highest(self, window: int, seconds: float) -> list[float]:
        """As many moves as possible, with this many on their way at a time."""
        self._forget()
        end, sent = time.perf_counter() + seconds, 0
        while time.perf_counter() < end:
            if sent - self._done() >= window:
                await asyncio.sleep(0.001)
                continue
            (await self.ready()).move(time.perf_counter())
            sent += 1
        return await self._times()

    def _forget(self) -> None:
        for party in self.parties:
            party.times.clear()

    def _done(self) -> int:
        return sum(len(party.times) for party in self.parties)

    async def _times(self) -> list[float]:
        """Wait for what is on its way."""
        await self.quiet()
        return [seconds for party in self.parties for seconds in party.times]

    async def quiet(self) -> None:
        """Wait until nothing is on its way."""
        end = time.monotonic() + 30
        while self._next or not all(party.is_ready or party.is_over for party in self.parties):
            await asyncio.sleep(0.01)
            if time.monotonic() > end:
                Party.errors.append("something was never answered")
                return

    async def check(self) -> None:
        """Compare what everybody heard with what the server holds."""
        for party in self.parties:
            await party.check()


def _paces() -> Iterator[int]:
    """Each size has quick and slow tables."""
    return cycle(pace for pace in TABLE_PACES for _ in SIZES)


MIN_PLAYERS_FOR_TARGETS = 2000
"""The targets apply from this many players on; with fewer, the fixed cost for each is higher."""


def expect(what: str, found: float, most: float) -> None:
    """A target of the full run; to miss one is an error too."""
    if found > most:
        Party.errors.append(f"missed: {what} is {found:.1f}, not {most:.0f} at most")


async def kill_and_reconnect(crowd: Crowd) -> list[tuple[str, str]]:
    """Kill the server under everybody and start it again; how long until all are back."""
    server = crowd.server
    killed = time.perf_counter()
    server.kill()
    server.start()
    started = time.perf_counter()
    for player in crowd.players:
        player.came_back.clear()
    while not all(player.came_back for player in crowd.players):
        await asyncio.sleep(0.01)
        if time.perf_counter() - started > 60:
            Party.errors.append("not all came back")
            break
    back = time.perf_counter()
    expect("seconds until all are back", back - killed, 15)
    await crowd.quiet()
    return [
        ("all back after the kill", f"{back - killed:.1f} s"),
        ("all back after the start", f"{back - started:.1f} s"),
    ]


def rate_rows(times: list[float], seconds: float) -> list[tuple[str, str]]:
    """Rate and quantiles."""
    shares = {"half": 0.5, "95 %": 0.95, "99 %": 0.99}
    return [
        ("durable moves/s", f"{len(times) / seconds:.0f}"),
        *((f"{name} within", f"{quantile(times, share) * 1000:.1f} ms") for name, share in shares.items()),
        ("slowest", f"{max(times, default=0) * 1000:.0f} ms"),
    ]


async def run(server: Server, given: argparse.Namespace) -> None:
    """All that is measured, in order."""
    server.start()
    await server.ready()
    empty = server.memory()
    crowd = Crowd(server, given.players)
    await crowd.arrive()
    await crowd.watch(given.spectators)
    await asyncio.sleep(1)
    count = len(crowd.players) + len(crowd.spectators)
    held = server.memory()
    show(
        f"{count:,} people at {len(crowd.parties):,} tables",
        [
            ("server's memory before", f"{empty / 1e6:.1f} MB"),
            ("with all of them, games begun", f"{held / 1e6:.1f} MB"),
            ("for each connection", f"{(held - empty) / count / 1000:.1f} kB"),
        ],
    )
    is_full = given.players >= MIN_PLAYERS_FOR_TARGETS
    if is_full:
        expect("kB for each connection", (held - empty) / count / 1000, 60)
    if not given.quick:
        random.seed(0)
    phases = {f"{given.rate} moves/s offered": crowd.steady(given.rate, given.seconds)}
    if not given.quick and not given.spectators:  # one table alone would be refused as too fast
        phases["as many as go, 64 at a time"] = crowd.highest(64, given.seconds / 4)
    for title, phase in phases.items():
        began, used, ours = time.perf_counter(), server.seconds(), time.process_time()
        times = await phase
        moves = max(1, len(times))
        if title.endswith("offered") and is_full:
            expect("milliseconds in which 99 % are rate_rows", quantile(times, 0.99) * 1000, 100)
            late = (time.perf_counter() - began) / given.seconds
            expect("per cent of the time that the moves were to take", late * 100, 105)
        rows = rate_rows(times, time.perf_counter() - began)
        rows += [
            ("server's CPU for a move", f"{(server.seconds() - used) / moves * 1000:.2f} ms"),
            ("the crowd's CPU for a move", f"{(time.process_time() - ours) / moves * 1000:.2f} ms"),
            ("games played to the end", f"{sum(party.games for party in crowd.parties)}"),
            ("server's memory", f"{server.memory() / 1e6:.1f} MB"),
        ]
        show(title, rows)
    show("kill -9 under everybody", await kill_and_reconnect(crowd))
    await crowd.check()
    for player in (*crowd.players, *crowd.spectators):
        player.hang_up()


def main() -> int:
    """Measure, and fail if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--players", type=int)
    parser.add_argument("--spectators", type=int, default=0, help="people who watch the first table")
    parser.add_argument("--rate", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    given = parser.parse_args()
    given.players = given.players or (100 if given.quick else 2000)
    given.rate = given.rate or (40 if given.quick else 400)
    given.seconds = given.seconds or (8 if given.quick else 120)
    prepare()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="elbowroom-")))
        url = stack.enter_context(postgres())() if given.database == "postgres" else None
        server = Server(folder, url)
        stack.callback(server.stop)
        asyncio.run(run(server, given))
        if "Traceback" in server.log():
            Party.errors.append(server.log()[-2000:])
    print(f"\n{len(Party.errors)} errors", *Party.errors[:20], sep="\n")
    return 1 if Party.errors else 0


if __name__ == "__main__":
    sys.exit(main())
