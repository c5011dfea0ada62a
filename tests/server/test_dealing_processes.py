"""Numbers for the dealer on a running server: killed in between, in several processes, checked by address."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import AsyncExitStack
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from click.testing import CliRunner

from elbowroom.cli import cli
from elbowroom.server.rooms import room as rooms_room
from elbowroom.server.tables import commands, entries, fairness
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table
from tests.server.clients import Client, Server
from tests.server.halls import hall

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.server.rooms.room import Room

pytestmark = pytest.mark.process
NONCES = ["firstnumber123", "secondnumber456"]
LAST_TURN = "map 2-players\nplayers Ann Bob\ngame-turn 10"


def commitment(nonce: str) -> str:
    return sha256(nonce.encode()).hexdigest()


def sit(client: Client, table: str, name: str, nonce: str) -> None:
    answer = client.do(table, {"do": "join", "name": name, "commitment": commitment(nonce)})
    assert answer.status_code == 200, answer.text


def reveal(client: Client, table: str, seat: int, nonce: str) -> int:
    answer = client.do(table, {"do": "reveal", "seat": seat, "nonce": nonce})
    assert answer.status_code == 200, answer.text
    return int(answer.json()["seq"])


def state_of(client: Client, table: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/tables/{table}").json()
    return found


def test_a_kill_between_commitments_and_numbers_loses_neither(tmp_path: Path) -> None:
    """After each acknowledgement the server is killed: commitments, numbers and the rule are there again."""
    server = Server(tmp_path).start()

    def again() -> None:
        server.kill()
        server.start()

    try:
        ann, bob = Client(server), Client(server)
        table = ann.open(players=2)
        sit(ann, table, "Ann", NONCES[0])
        again()
        sit(bob, table, "Bob", NONCES[1])
        again()
        state = state_of(bob, table)
        assert (state["status"], state["reveal_until"] is not None) == ("open", True)
        assert [seat["commitment"] for seat in state["seats"]] == [commitment(nonce) for nonce in NONCES]
        assert ann.do(table, {"do": "leave", "seat": 0}).json()["code"] == "dealing"
        reveal(bob, table, 1, NONCES[1])
        again()
        assert [seat["owes_nonce"] for seat in state_of(ann, table)["seats"]] == [True, False]
        reveal(ann, table, 0, NONCES[0])
        again()
        state = state_of(ann, table)
        assert (state["status"], [seat["nonce"] for seat in state["seats"]]) == ("running", NONCES)
        what = [line["what"] for line in ann.get(f"/api/tables/{table}/log").json()]
        assert what == ["opened", "joined", "joined", "sealed", "revealed", "revealed", "started"]
        assert "Traceback" not in server.log()
    finally:
        server.kill()


async def begun(room: Room) -> None:
    for number, person in enumerate(("ann", "bob")):
        join = commands.Join(person.title(), invite=room.table.invite, commitment=commitment(NONCES[number]))
        await room.do(person, "join", join)
    await room.do("ann", "reveal", commands.Reveal(0, NONCES[0]))


async def test_of_several_processes_one_begins_the_game_when_the_time_is_over(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them wait for it, by themselves; the game begins once, without the number that did not come."""
    monkeypatch.setattr(fairness, "REVEAL_SECONDS", 0.7)
    monkeypatch.setattr(rooms_room, "GRACE_SECONDS", 0.0)
    async with AsyncExitStack() as stack:
        halls = [await stack.enter_async_context(hall(database)) for _ in range(3)]
        room = await halls[0].rooms.open_table(TableSettings(2), "ann")
        await begun(room)
        others = [await at.rooms.room(room.id) for at in halls[1:]]
        assert all(other.table.is_dealing for other in others)
        end = time.monotonic() + 30
        while time.monotonic() < end and not all(one.table.status == "running" for one in (room, *others)):
            await asyncio.sleep(0.05)
            for one in others:
                await one.read_on()
        await asyncio.gather(*(one._expire() for one in (room, *others)))
        rows = await halls[0].store.rows(room.id)
        kinds = [entries.kind_of(row.entry) for row in rows]
        assert kinds[3:7] == ["sealed", "revealed", "tookover", "started"]
        assert kinds.count("started") == kinds.count("tookover") == 1
        for one in (room, *others):
            assert [seat.is_given_up for seat in one.table.seats] == [False, True]


async def test_after_a_restart_there_is_time_again_to_tell_numbers(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the server was away nobody could tell theirs."""
    monkeypatch.setattr(fairness, "REVEAL_SECONDS", 0.01)
    async with hall(url) as before:
        room = await before.rooms.open_table(TableSettings(2), "ann")
        await begun(room)
        table_id = room.id
    await asyncio.sleep(0.1)
    async with hall(url) as after:
        assert table_id in await after.store.due(time.time()), "a process opens the room by itself"
        room = await after.rooms.room(table_id)
        await asyncio.sleep(0.2)
        assert room.table.is_dealing
        await room.do("bob", "reveal", commands.Reveal(1, NONCES[1]))
        assert room.table.status == "running"


@pytest.mark.parametrize("has_told", [True, False])
async def test_who_is_forgotten_while_numbers_are_told_leaves_the_seat_to_a_computer(
    url: str, monkeypatch: pytest.MonkeyPatch, has_told: bool
) -> None:
    """To delete an account is no way out: a number that was told counts, else there is the same wait."""
    monkeypatch.setattr(fairness, "REVEAL_SECONDS", 0.5)
    monkeypatch.setattr(rooms_room, "GRACE_SECONDS", 0.0)
    async with hall(url) as at:
        room = await at.rooms.open_table(TableSettings(2), "ann")
        await begun(room)
        gone, other = (0, 1) if has_told else (1, 0)
        await room.forget(("ann", "bob")[gone])
        assert room.table.is_dealing
        if has_told:
            await room.do("bob", "reveal", commands.Reveal(1, NONCES[1]))
        end = time.monotonic() + 30
        while room.table.status != "running" and time.monotonic() < end:
            await asyncio.sleep(0.05)
            await room.read_on()
        seat = room.table.seats[gone]
        assert (seat.person, seat.name, seat.is_computer, seat.is_given_up) == (None, "", True, not has_told)
        assert not room.table.seats[other].is_computer
        assert room.table.nonces == (NONCES if has_told else [NONCES[0], ""])
        rows = await at.store.rows(room.id)
        assert Table.from_log(rows).seats == room.table.seats


async def test_quick_matches_and_rematches_are_dealt_from_commitments(url: str) -> None:
    """Every one of them has a seed of its own, and waits for the numbers of all."""
    async with hall(url) as at:
        joins = [
            commands.Join(name, commitment=commitment(nonce))
            for name, nonce in zip(("Ann", "Bob"), NONCES, strict=True)
        ]
        settings = TableSettings(2, is_open=True)
        first, second = [
            await at.rooms.quick_match(settings, person, join)
            for person, join in zip(("ann", "bob"), joins, strict=True)
        ]
        assert first == second
        room = await at.rooms.room(first)
        await told_by_all(room)
        await room.write(lambda *_: [entries.Closed("admin")])
        again = await at.rooms.room(await at.rooms.rematch(room, "bob"))
        assert again.table.commitment != room.table.commitment
        assert again.table.proof == fairness.PROOF
        for person, join in zip(("ann", "bob"), joins, strict=True):
            await at.rooms.sit_down(again, person, msgspec.structs.replace(join, invite=again.table.invite))
        await told_by_all(again)


async def told_by_all(room: Room) -> None:
    """Both have committed; they tell their numbers, and the game begins."""
    assert [seat.owes_nonce for seat in room.table.seats] == [True, True]
    assert room.table.is_dealing
    await room.do("ann", "reveal", commands.Reveal(0, NONCES[0]))
    assert room.table.is_dealing
    await room.do("bob", "reveal", commands.Reveal(1, NONCES[1]))
    assert room.table.status == "running"
    assert not any(seat.is_early for seat in room.table.seats)


def test_a_table_is_verified_by_its_address_before_and_after_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    server = Server(tmp_path).start()
    try:
        ann, bob = Client(server), Client(server)
        table = ann.open(players=2, position=LAST_TURN)
        address = f"{server.url}/t/{table}"

        def verified() -> tuple[int, str]:
            result = CliRunner().invoke(cli, ["verify", address])
            return result.exit_code, result.output

        sit(ann, table, "Ann", NONCES[0])
        code, said = verified()
        assert (code, "is kept in" in said) == (0, True)
        sit(bob, table, "Bob", NONCES[1])
        assert "ask again" in verified()[1]
        assert "The game is not over" in verified()[1], "what is final is not written over"
        kept = tmp_path / "home" / "elbowroom" / "seen" / f"{table}.json"
        told = kept.read_text(encoding="utf-8")
        kept.write_text(told.replace(state_of(ann, table)["commitment"], "00" * 32), encoding="utf-8")
        code, said = verified()
        assert (code, "not those that were committed to" in said) == (1, True), "there is another seed now"
        kept.write_text(told, encoding="utf-8")
        assert ann.get(f"/api/tables/{table}/proof").json()["code"] == "not_begun"
        reveal(ann, table, 0, NONCES[0])
        reveal(bob, table, 1, NONCES[1])
        assert "The game is not over" in verified()[1]
        while (state := state_of(ann, table))["status"] == "running":
            seat = state["to_move"]
            mover = (ann, bob)[seat]
            legal = state_of(mover, table)["decision"]["legal"]
            assert (
                mover.do(table, {"do": "act", "seat": seat, "action": legal[-1]["text"]}).status_code == 200
            )
        code, said = verified()
        assert code == 0, said
        for words in (
            "Fair: everything",
            "all had committed to their numbers before any",
            "when you looked. Numbers compared: 2",
            "tells the same game",
            f"signed with the key {ann.get('/api/signing-key').json()['key']}",
        ):
            assert words in said
        assert state_of(ann, table)["signature"]["key"] == ann.get("/api/signing-key").json()["key"]
        seen = json.loads(kept.read_text(encoding="utf-8"))
        seen["seats"][0]["commitment"] = "00" * 32
        kept.write_text(json.dumps(seen), encoding="utf-8")
        code, said = verified()
        assert (code, "not those that were committed to" in said) == (1, True)
    finally:
        server.kill()
