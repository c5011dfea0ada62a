"""Fair turns: whoever asks for very much waits, and nobody else does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.fair_turns import (
    FREE_REFUSALS,
    FREE_TURNS,
    MAX_WAITING_PER_ADDRESS,
    FairTurns,
    FairTurnsMiddleware,
)
from elbowroom.server.rooms import rooms as rooms_module
from elbowroom.server.tables.settings import TableSettings
from tests.server.halls import hall
from tests.server.houses import house

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import Message, Receive, Scope, Send

EVE, ANN, BOB = "203.0.113.7", "198.51.100.1", "198.51.100.2"


async def use_up(turns: FairTurns, address: str) -> None:
    for _ in range(FREE_TURNS):
        await turns.wait(address)


async def test_who_asks_for_little_never_waits() -> None:
    turns = FairTurns()
    await use_up(turns, EVE)
    waiting = [asyncio.create_task(turns.wait(EVE)) for _ in range(50)]
    await asyncio.sleep(0)
    ann = turns.wait(ANN)
    with pytest.raises(StopIteration):  # it is done without a pause
        ann.send(None)
    await asyncio.gather(*waiting)


async def test_addresses_that_wait_take_turns() -> None:
    turns, served = FairTurns(), list[str]()

    async def ask(address: str) -> None:
        await turns.wait(address)
        served.append(address)

    for address in (EVE, ANN):
        await use_up(turns, address)
    asked = [EVE] * 10 + [ANN] * 3
    await asyncio.gather(*(asyncio.create_task(ask(address)) for address in asked))
    assert served[:6] == [EVE, ANN] * 3, "however many one of them has sent"


async def test_only_so_many_requests_of_an_address_wait() -> None:
    turns = FairTurns()
    await use_up(turns, EVE)
    waiting = [asyncio.create_task(turns.wait(EVE)) for _ in range(MAX_WAITING_PER_ADDRESS)]
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await turns.wait(EVE)
    assert refused.value.code == "too_fast"
    await turns.wait(ANN)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    await turns.wait(BOB)


async def test_an_address_that_sends_too_much_at_once_hears_so(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        many = FREE_TURNS + MAX_WAITING_PER_ADDRESS + 50
        answers = await asyncio.gather(*(here.stranger.get("/api/server") for _ in range(many)))
        assert {answer.status_code for answer in answers} == {200, 429}
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused[0].json()["code"] == "too_fast"


async def test_who_is_refused_again_and_again_waits_for_it() -> None:
    turns = FairTurns()
    for _ in range(FREE_REFUSALS):
        refusal = turns.wait_for_refusal(EVE)
        with pytest.raises(StopIteration):  # it is done without a pause
            refusal.send(None)
    further = asyncio.create_task(turns.wait_for_refusal(EVE))
    await turns.wait_for_refusal(ANN)
    assert not further.done()
    further.cancel()


async def test_a_socket_that_is_refused_hears_why() -> None:
    turns = FairTurns()
    told: list[Message] = []
    await use_up(turns, EVE)
    waiting = [asyncio.create_task(turns.wait(EVE)) for _ in range(MAX_WAITING_PER_ADDRESS)]
    await asyncio.sleep(0)

    async def nobody(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise AssertionError("it is not their turn")

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        told.append(message)

    scope: Scope = {"type": "websocket", "client": (EVE, 1), "extensions": {"websocket.http.response": {}}}
    await FairTurnsMiddleware(nobody, turns)({**scope, "headers": [], "path": "/"}, receive, send)
    assert [message["type"].rpartition(".")[2] for message in told] == ["start", "body"]
    assert told[0]["status"] == 429
    assert b'"too_fast"' in told[1]["body"]
    for task in waiting:
        task.cancel()


async def test_rooms_that_nobody_uses_do_not_pile_up(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody may look at one table after the other, for ever."""
    monkeypatch.setattr(rooms_module, "MAX_IDLE_ROOMS", 3)
    async with hall(url) as place:
        tables = [(await place.rooms.open_table(TableSettings(2), "ann")).id for _ in range(6)]
        await place.rooms._close_idle()
        assert list(place.rooms._rooms) == tables[3:], "those that were used last stay"
