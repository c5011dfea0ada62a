"""Changes instead of states: whoever follows the patches has the table that others get whole."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.fairness import nonce_commitment
from elbowroom.server.tables.settings import Clock, TableSettings
from elbowroom.server.tables.table import Table
from elbowroom.server.views.table_view import SPECTATORS, audience_of, table_view
from elbowroom.server.views.updates import UPDATES_PER_CHECK, UpdateBuilder
from tests.server.clients import Client, Server
from tests.server.halls import played_out
from tests.server.patching import patched
from tests.server.play import join
from tests.server.tables import INVITE, SEED, Played, two

if TYPE_CHECKING:
    from collections.abc import Iterator

PEOPLE = ("ann", "bob", "cy", "dora", "eve", None)


def whole(table: Table, person: str | None) -> dict[str, Any]:
    """What a person sees of a table, as JSON."""
    seen: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(table_view("t", table, person)))
    return {**seen, "agreement": None}


def follow(played: Played, since: int = 1) -> None:
    """Check for everybody that the patches of a log lead from each state to the next."""
    after = Table.from_log(played.log[:since])
    states = {person: whole(after, person) for person in PEOPLE}
    for row in played.log[since:]:
        before, after = after, after.copy()
        after.add(row)
        builder = UpdateBuilder("t", before, after, row)
        for person in PEOPLE:
            update = msgspec.json.decode(builder.message(person))
            states[person] = patched(states[person], update)
            assert states[person] == whole(after, person), (row.seq, person, type(row.entry).__name__)
            if "state" in update:
                assert update["state"] == states[person]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_patches_lead_everybody_through_a_whole_game(players: int) -> None:
    played, chance = Played(TableSettings(players=players)), random.Random(players)
    played.sit(*PEOPLE[:players])  # type: ignore[arg-type]
    while played.table.status == "running":
        played.act_at_random(chance)
    follow(played)


def test_patches_tell_of_commitments_numbers_names_and_the_signature() -> None:
    played = Played(TableSettings(players=2))
    for person in ("ann", "bob"):
        join = commands.Join(person.title(), invite=INVITE, commitment=nonce_commitment(person))
        played.do(person, join)
    played.do("bob", commands.Reveal(1, "bob"))
    played.do("ann", commands.Reveal(0, "ann"))
    played.write([entries.Named(0, "Anna", is_account=True)])
    played_out(played)
    last = played.log.pop()
    played.table = Table.from_log(played.log)
    played.write([entries.Finished(SEED, played.table.chain, "00", "ff")], last.at)
    assert played.table.signature is not None
    kinds = {type(row.entry).__name__ for row in played.log}
    assert {"Sealed", "Revealed", "Started", "Named", "Finished"} <= kinds
    follow(played)


def test_patches_tell_of_undo_clocks_pauses_take_overs_and_chat() -> None:
    clock = Clock(kind="bank", seconds=600, increment=5)
    played, chance = two(clock=clock), random.Random(3)
    for number in range(120):
        seat, at = played.table.to_move, float(number)
        if seat is None:
            break
        if played.table.undoable and chance.random() < 0.4:
            played.do(("ann", "bob")[seat], commands.Undo(seat), at)
        else:
            played.act_at_random(chance, at)
        if number == 30:
            played.do("ann", commands.Pause(0), at)
            played.do("bob", commands.Pause(1), at)
            played.do("ann", commands.Resume(0), at + 0.5)
        if number == 50:
            played.do("bob", commands.Leave(1), at)
            played.do("eve", commands.Say("who plays?", name="Eve"), at)
        if number == 60:
            played.do("bob", commands.Return(1), at)
        if number == 80:
            played.write([entries.Forgotten([1], was_host=False)], at)
    kinds = {type(row.entry).__name__ for row in played.log}
    assert {"Undone", "PauseAsked", "Resumed", "TookOver", "HandedBack", "Said", "Forgotten"} <= kinds
    follow(played)


def test_patches_lead_through_a_recovery() -> None:
    played, chance = two(), random.Random(4)
    for _ in range(20):
        played.act_at_random(chance)
    position = played.table.running.to_text()
    played.write([entries.Recovered("0", position, [0.0, 0.0])], 1.0)
    for _ in range(20):
        played.act_at_random(chance)
    assert played.table.is_recovered
    follow(played, since=20)


def test_one_person_at_several_seats_gets_the_coins_of_the_seat_that_decides() -> None:
    played, chance = Played(TableSettings(players=3)), random.Random(5)
    for name in ("Ann", "Bob", "Cy"):
        played.do("ann", commands.Join(name=name, nonce=name.lower()))
    while played.table.status == "running":
        played.act_at_random(chance)
    follow(played)


def test_all_spectators_get_the_same_bytes_and_every_player_their_own() -> None:
    played = two()
    before = played.table.copy()
    played.act_at_random(random.Random(1))
    builder = UpdateBuilder("t", before, played.table, played.log[-1])
    assert audience_of(played.table, "eve") == audience_of(played.table, None) == SPECTATORS
    assert builder.message("eve") is builder.message(None)
    assert builder.message("ann") is not builder.message("bob")


def test_a_patch_is_a_small_part_of_a_state() -> None:
    played, chance = Played(TableSettings(players=5)), random.Random(5)
    played.sit(*PEOPLE[:5])
    shares, before = [], played.table.copy()
    while played.table.status == "running":
        played.act_at_random(chance)
        row = played.log[-1]
        if isinstance(row.entry, entries.Acted) and row.seq % UPDATES_PER_CHECK:
            builder = UpdateBuilder("t", before, played.table, row)
            shares.append(len(builder.message(None)) / len(builder.message(None, wants_states=True)))
        before = played.table.copy()
    assert sorted(shares)[len(shares) // 2] < 0.1


def test_several_actions_are_one_entry_and_one_undo() -> None:
    position = "map 2-players\nplayers Ann Bob\nAnn Hill Orcs : 3 4, 9 3 <- to move\nBob Forest Giants : 20 3"
    played = two(position=position)
    before = played.table.running.to_text()
    played.do("ann", commands.Act(0, actions=("abandon 9", "expand", "conquer 4")))
    entry = played.log[-1].entry
    assert isinstance(entry, entries.Acted)
    assert [step.text for step in played.table.steps] == ["abandon 9", "expand", "conquer 4"]
    assert played.table.running.view(0).regions[3].owner == 0
    played.do("ann", commands.Undo(0))
    assert played.table.running.to_text() == before
    follow(played)


def test_of_several_actions_the_refused_one_is_named_and_nothing_is_done() -> None:
    position = "map 2-players\nplayers Ann Bob\nAnn Hill Orcs : 3 4 <- to move\nBob Forest Giants : 20 3"
    played = two(position=position)
    length, text = len(played.log), played.table.running.to_text()
    with pytest.raises(Refused) as caught:
        played.do("ann", commands.Act(0, actions=("expand", "conquer 20")))
    assert (caught.value.code, caught.value.at_action) == ("not_adjacent", 1)
    with pytest.raises(Refused) as caught:
        played.do("ann", commands.Act(0, actions=("expand",) * 65))
    assert caught.value.code == "too_many_actions"
    assert (len(played.log), played.table.running.to_text()) == (length, text)


def test_nobody_learns_from_a_refused_command_what_chance_would_have_brought() -> None:
    """Whether the second action would be legal depends on the die: it is refused before the die is cast."""
    position = "map 2-players\nplayers Ann Bob\nAnn Hill Orcs, 1 in hand : 3 1\nBob Forest Giants : 20 3\n"
    refusals = set()
    for seed in ("00" * 32, "22" * 32, "33" * 32, SEED):
        played = two(position=position + "turn Ann conquer, acted")
        risky = next(each for each in played.table.running.legal_actions() if each.chance is not None)
        act = commands.Act(0, actions=(risky.text, "redeploy 3:1"))
        with pytest.raises(Refused) as caught:
            commands.decide(played.table, act, "ann", seed)
        refusals.add((caught.value.code, caught.value.at_action, str(caught.value)))
    assert refusals == {
        ("chance_between", 1, "Chance decides first: nothing can follow an action that leads to it.")
    }


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("patches")).start()
    yield running
    running.stop()


async def heard(client: Client, table: str, query: str, messages: int) -> list[dict[str, Any]]:
    """The first messages of a socket."""
    async with client.at(table, query=query) as line:
        return [await line.hear() for _ in range(messages)]


async def test_a_client_of_protocol_2_follows_by_patches_from_any_number(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2, computers=["easy"])
    async with ann.at(table, query="protocol=2") as line:
        await line.do({"do": "join", "name": "Ann", "nonce": "n1"})
        for _ in range(6):
            while line.state.get("decision") is None:
                await line.hear()
            action = line.state["decision"]["legal"][0]["text"]
            command = {"do": "act", "seat": 0, "actions": [action]}
            answer = await line.do(command, base=line.state["seq"])
            while line.state["seq"] < answer["seq"]:
                await line.hear()
            own = next(update for update in line.updates if update["seq"] == answer["seq"])
            assert own["command"] == answer["ack"], "whoever sent it learns which entry it led to"
        seq, state = line.state["seq"], line.state
    for since in (2, seq // 2, seq - 1):
        begin = ann.get(f"/api/tables/{table}/at/{since}?protocol=2").json()["state"]
        async with ann.at(table, since=since, query="protocol=2") as line:
            line.state = begin
            while line.state["seq"] < seq:
                await line.hear()
            assert all(update["type"] == "patch" for update in line.updates)
            assert {**line.state, "agreement": None} == {**state, "agreement": None}


async def test_whole_states_come_to_those_who_ask_and_to_older_clients(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2)
    for query in ("states=1&protocol=2", "", "protocol=1"):
        (first,) = await heard(ann, table, query, 1)
        assert (first["type"], first["what"]) == ("update", "snapshot")
        assert first["state"]["status"] == "open"


async def test_a_client_of_another_protocol_hears_in_words_what_to_do(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2)
    for query in ("protocol=3", "protocol=0", "protocol=two"):
        (bye,) = await heard(ann, table, query, 1)
        assert (bye["type"], bye["code"]) == ("bye", "old_client")
        assert "Load it again" in bye["reason"]
    assert ann.get(f"/api/tables/{table}?protocol=3").json()["code"] == "old_client"


async def test_a_client_whose_table_differs_says_so_and_gets_it_whole(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2)
    async with ann.at(table, query="protocol=2") as line:
        await line.hear()
        await line.do({"do": "state", "differs": True})
        assert [update["what"] for update in line.updates] == ["snapshot", "snapshot"]
    metrics = ann.get("/metrics").text
    assert "elbowroom_differing_views_total 1.0" in metrics


async def test_whoever_decides_may_ask_what_regions_cost(server: Server) -> None:
    ann = Client(server)
    position = "map 2-players\nplayers Ann Bob\nAnn Hill Orcs, 4 in hand : 3 2\nBob Forest Giants : 20 3\n"
    table = ann.open(players=2, position=position + "turn Ann conquer, acted", computers=["easy"])
    join(ann, table, "Ann")
    async with ann.at(table, query="protocol=2") as line:
        await line.send({"do": "costs"}, "q")
        message = await line.hear()
        while message["type"] != "costs":
            message = await line.hear()
        assert len(message["costs"]) == 23
        assert message["costs"][4]["parts"]
        assert message["costs"][19]["reasons"]
    eve = Client(server)
    assert eve.do(table, {"do": "costs"}).json()["code"] == "not_your_decision"
    await asyncio.sleep(0)
