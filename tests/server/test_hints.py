"""Hints through a socket: they may take long, and nothing else waits for them."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from elbowroom.rules.refusals import Refused
from elbowroom.server.workers.messages import FoundHints
from tests.server.clients import PATIENCE
from tests.server.houses import House, house

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, MutableMapping
    from pathlib import Path

    from elbowroom.server.rooms.room import Room


class Adviser:
    """Answers when the test lets it, and knows how many ask at a time."""

    def __init__(self) -> None:
        """Nobody has asked yet."""
        self.may_answer = asyncio.Event()
        self.is_asked = asyncio.Event()
        self.trouble: Exception | None = None
        self.now = self.most = self.given_up = 0

    async def hints(self, *question: object) -> FoundHints:
        """As the computers of a server."""
        del question
        self.is_asked.set()
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await self.may_answer.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        finally:
            self.now -= 1
        if self.trouble is not None:
            raise self.trouble
        return FoundHints([])


class Connection:
    """A socket of Ann's, inside the test."""

    def __init__(self, here: House, room: Room) -> None:
        """It is not accepted yet."""
        self.room = room
        self._sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._heard: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self._sent.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "path": f"/ws/tables/{room.id}",
            "query_string": b"",
            "headers": [
                (b"host", b"localhost"),
                *((name.lower(), word) for name, word in here.person("ann").headers.raw),
            ],
            "client": ("127.0.0.1", 1),
            "subprotocols": [],
        }
        self._task = asyncio.create_task(here.app(scope, self._sent.get, self._heard.put))

    def send(self, command_id: str, **cmd: object) -> None:
        """Send a command."""
        text = json.dumps({"v": 1, "id": command_id, "cmd": cmd})
        self._sent.put_nowait({"type": "websocket.receive", "text": text})

    async def answers(self, count: int) -> list[tuple[str, str]]:
        """The next so many answers, in the order in which they come: kind or code of refusal, and id."""
        found: list[tuple[str, str]] = []
        while len(found) < count:
            async with asyncio.timeout(PATIENCE):
                message = json.loads((await self._heard.get()).get("text", "{}"))
            if message.get("type") in ("ack", "hints"):
                found.append((message["type"], message["ack"]))
            elif message.get("type") == "nack":
                found.append((message["code"], message["nack"]))
        return found

    async def end(self) -> None:
        """Go away, and wait until the server has noticed."""
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1000})
        async with asyncio.timeout(PATIENCE):
            await self._task


@asynccontextmanager
async def asking(folder: Path) -> AsyncIterator[tuple[Connection, Adviser]]:
    """Ann plays for both seats, so that she always has to decide, and is advised by somebody slow."""
    async with house(folder) as here:
        opened = await here.table("ann", players=2)
        for name in ("Ann", "Anna"):
            cmd = {"do": "join", "name": name, "nonce": name, "invite": opened["invite"]}
            path = f"/api/tables/{opened['table']}/commands"
            answer = await here.person("ann").post(path, json={"id": name, "cmd": cmd})
            assert answer.status_code == 200, answer.text
        adviser = Adviser()
        here.rooms.bots.hints = adviser.hints  # type: ignore[method-assign,assignment]
        connection = Connection(here, await here.rooms.room(opened["table"]))
        yield connection, adviser
        await connection.end()


async def test_nothing_waits_for_a_hint_and_the_rest_is_answered_in_order(tmp_path: Path) -> None:
    async with asking(tmp_path) as (ann, adviser):
        ann.send("hint", do="hint")
        await adviser.is_asked.wait()
        ann.send("act", do="act", seat=ann.room.table.to_move, action="pick 1")
        ann.send("strange", do="nothing")
        ann.send("word", do="say", text="hello")
        assert await ann.answers(3) == [("ack", "act"), ("bad_message", "strange"), ("ack", "word")]
        adviser.may_answer.set()
        assert await ann.answers(1) == [("hints", "hint")]


async def test_of_several_questions_the_first_and_the_newest_are_answered_one_after_the_other(
    tmp_path: Path,
) -> None:
    async with asking(tmp_path) as (ann, adviser):
        for number in range(4):
            ann.send(f"hint {number}", do="hint")
        assert await ann.answers(2) == [("too_fast", "hint 1"), ("too_fast", "hint 2")]
        adviser.may_answer.set()
        assert await ann.answers(2) == [("hints", "hint 0"), ("hints", "hint 3")]
        ann.send("later", do="hint")
        assert await ann.answers(1) == [("hints", "later")]
        assert adviser.most == 1


async def test_a_hint_that_fails_is_refused_and_the_next_is_given(tmp_path: Path) -> None:
    async with asking(tmp_path) as (ann, adviser):
        adviser.may_answer.set()
        for trouble, code in ((Refused("no_answer"), "no_answer"), (ValueError(), "internal")):
            adviser.trouble = trouble
            ann.send("bad", do="hint")
            assert await ann.answers(1) == [(code, "bad")]
        adviser.trouble = None
        ann.send("good", do="hint")
        assert await ann.answers(1) == [("hints", "good")]


async def test_nobody_looks_for_a_hint_any_more_when_the_one_who_asked_is_gone(tmp_path: Path) -> None:
    async with asking(tmp_path) as (ann, adviser):
        ann.send("hint", do="hint")
        ann.send("next", do="hint")
        await adviser.is_asked.wait()
        await ann.end()
        assert (adviser.given_up, adviser.now) == (1, 0)
        assert not any("_advise" in repr(task) for task in asyncio.all_tasks())
