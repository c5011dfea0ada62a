"""The log of a table: everything that happened, as the socket told it, and nothing that people wrote."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import msgspec
import pytest

from elbowroom.engine.events import EVENT_TYPES
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.checkpoints import Checkpoints
from elbowroom.server.tables.long_work import at_once
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table
from elbowroom.server.views.log_lines import log_lines_since
from elbowroom.server.views.updates import CHAT_ENTRIES, LogLine, moment
from tests.server.houses import house
from tests.server.tables import Played

if TYPE_CHECKING:
    from pathlib import Path


def begun(acts: int) -> Played:
    """A game of three, in which somebody said something."""
    played = Played(TableSettings(players=3)).sit("ann", "bob", "cid")
    chance = random.Random(5)
    for number in range(acts):
        if number == acts // 2:
            played.do("ann", commands.Say("hello"), at=float(number))
        played.act_at_random(chance, at=float(number))
    return played


async def test_the_log_tells_what_the_socket_told() -> None:
    played = begun(60)
    lines = at_once(log_lines_since(played.log, 0, Checkpoints()))
    table = Table(played.log[0])
    heard = []
    for row in played.log[1:]:
        table.add(row)
        if not isinstance(row.entry, CHAT_ENTRIES):
            update = moment("t", table, row, "ann", frozenset(), protocol=2)
            heard.append((update.seq, update.at, update.what, update.seat, update.events))
    assert [(line.seq, line.at, line.what, line.seat, line.events) for line in lines[1:]] == heard
    assert (lines[0].seq, lines[0].what) == (1, "opened")
    assert sum(bool(line.events) for line in lines) > 50


async def test_events_are_records_with_their_code_beside_their_fields() -> None:
    lines = at_once(log_lines_since(begun(60).log, 0, Checkpoints()))
    wire = json.loads(msgspec.json.encode(lines))
    events = [event for line in wire for event in line["events"]]
    fields = {kind.__struct_config__.tag: {"code", *kind.__struct_fields__} for kind in EVENT_TYPES}
    assert all(event.keys() == fields[event["code"]] for event in events)
    assert {"picked", "conquered", "gathered", "scored"} <= {event["code"] for event in events}
    assert msgspec.convert(wire, list[LogLine]) == lines


async def test_the_log_begins_after_the_number_that_is_known() -> None:
    played = begun(20)
    whole = at_once(log_lines_since(played.log, 0, Checkpoints()))
    assert at_once(log_lines_since(played.log, 10, Checkpoints())) == [
        line for line in whole if line.seq > 10
    ]
    assert at_once(log_lines_since(played.log, 10**6, Checkpoints())) == []


async def test_a_mended_log_tells_what_these_rules_can_tell() -> None:
    """What came before is beyond them: there are only its entries, without events."""
    played = begun(30)
    chance = random.Random(6)
    played.write([entries.Recovered("", played.table.running.to_text(), [0.0] * 3)])
    mended = played.table.seq
    for _ in range(5):
        played.act_at_random(chance)
    lines = at_once(log_lines_since(played.log, 0, Checkpoints()))
    assert not any(line.events for line in lines if line.seq <= mended)
    assert all(line.events for line in lines if line.seq > mended)


@pytest.mark.process
async def test_everybody_may_ask_for_the_log(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = here.person("ann")
        table = (await here.table("ann", players=2))["table"]
        for name in ("Ann", "Bob"):
            command = {"id": name, "cmd": {"do": "join", "name": name}}
            assert (await ann.post(f"/api/tables/{table}/commands", json=command)).status_code == 200
        say = {"id": "said", "cmd": {"do": "say", "text": "a word"}}
        await ann.post(f"/api/tables/{table}/commands", json=say)
        answers = [await who.get(f"/api/tables/{table}/log") for who in (ann, here.stranger)]
        assert answers[0].json() == answers[1].json()
        assert [line["what"] for line in answers[0].json()] == ["opened", "joined", "joined", "started"]
        assert "a word" not in answers[0].text
        later = await ann.get(f"/api/tables/{table}/log", params={"since": 3})
        assert [line["seq"] for line in later.json()] == [4]
        assert (await ann.get("/api/tables/nosuchtable/log")).status_code == 404
