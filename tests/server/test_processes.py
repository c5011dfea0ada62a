"""Several server processes on one PostgreSQL: one game across them, and one of them killed."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import pytest

from elbowroom.engine.record import read_record
from tests.server.clients import Client, Line, Server
from tests.server.play import join, play

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.process
async def test_the_players_of_one_game_sit_at_different_processes(tmp_path: Path, database: str) -> None:
    """Both hear everything in order; when one process is killed, its player goes to the other."""
    first = Server(tmp_path, "--database", database).start()
    second = Server(tmp_path, "--database", database).start()
    ann, bob = Client(first), Client(second)
    table = ann.open(players=2)
    join(ann, table, "Ann")
    join(bob, table, "Bob")

    async def across(one: Client, other: Client, known: list[dict[str, Any]], until: int) -> list[Line]:
        """Play on from what each has heard."""
        sinces = [state["seq"] for state in known]
        async with one.at(table, sinces[0]) as left, other.at(table, sinces[1]) as right:
            left.state, right.state = known
            await asyncio.gather(play(left, random.Random(1), until), play(right, random.Random(2), until))
            return [left, right]

    opened = {"seq": 1}
    lines = await across(ann, bob, [opened, opened], 30)
    for line in lines:
        assert [update["seq"] for update in line.updates] == list(range(2, line.state["seq"] + 1))
    heard = [line.state for line in lines]
    first.kill()
    moved = Client(second, ann.token)
    lines = await across(moved, bob, heard, 10**6)
    for line, before in zip(lines, heard, strict=True):
        assert line.state["status"] == "over"
        later = range(before["seq"] + 1, line.state["seq"] + 1)
        assert [update["seq"] for update in line.updates] == list(later)
    first.start()
    assert Client(first, bob.token).get(f"/api/tables/{table}").json()["status"] == "over"
    assert read_record(ann.get(f"/api/tables/{table}/record").text).is_over
    for server in (first, second):
        server.stop()
        assert "Traceback" not in server.log()
