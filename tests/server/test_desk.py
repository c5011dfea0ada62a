"""A desk: whole games on a device alone, by JSON; what is acknowledged is stored, once."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

import pytest

from elbowroom.engine.record import read_record
from elbowroom.rules.lessons import Lesson, lessons
from elbowroom.server.tables.log_chain import linked
from tests.server.desks import Device, Shelf, died

SEED = "22" * 32


def rows_of(device: Device, table: str) -> list[dict[str, Any]]:
    return [json.loads(text) for text in device.shelf.texts(table)]


def played(device: Device, table: str, chance: random.Random, steps: int) -> None:
    for _ in range(steps):
        device.step(table, chance)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_somebody_plays_a_whole_game_against_computers(players: int) -> None:
    device, chance = Device(Shelf()), random.Random(players)
    table = device.open({"players": players, "computers": ["easy"] * (players - 1)}, "Ann", seed=SEED)
    while device.step(table, chance):
        pass
    state = device.state(table)
    assert (state["status"], state["seed"]) == ("over", SEED)
    assert min(rank["place"] for rank in state["ranking"]) == 1
    numbers = [row["seq"] for row in rows_of(device, table)]
    assert numbers == list(range(1, len(numbers) + 1))
    told = [message["seq"] for message in device.messages if message["type"] == "patch"]
    first = told[0]
    assert told == list(range(first, len(numbers) + 1)), "every entry is told once, in order"
    record = device.result("record", table=table)
    assert read_record(record).is_over
    assert f"# dealer seed {SEED}" in record
    kept = device.shelf.kept[table]["summary"]
    assert (kept["status"], kept["is_yours"], kept["is_rated"]) == ("over", True, False)
    assert len(device.result("replay", table=table)["updates"]) == len(numbers) - 1


def test_several_people_share_a_device() -> None:
    device, chance = Device(Shelf()), random.Random(5)
    table = device.open({"players": 3, "computers": ["easy"]}, "Ann", "Bob")
    assert [seat["is_yours"] for seat in device.state(table)["seats"]] == [True, True, False]
    decided = set()
    for _ in range(80):
        decision = device.state(table)["decision"]
        decided.add(None if decision is None else decision["seat"])
        device.step(table, chance)
    assert decided == {0, 1, None}


@pytest.mark.parametrize("seed", range(3))
def test_a_page_that_is_closed_at_any_instant_loses_nothing_and_doubles_nothing(seed: int) -> None:
    shelf, chance = Shelf(), random.Random(seed)
    device = Device(shelf)
    table = device.open({"players": 2, "computers": ["easy"]}, "Ann")
    acknowledged: dict[str, int] = {}
    for number in range(120):
        state = device.state(table)
        if state["decision"] is None:
            device.ask("play", table=table)
            continue
        legal = [action["text"] for action in state["decision"]["legal"]]
        cmd = {"do": "act", "seat": 0, "action": chance.choice(legal)}
        fate = chance.choice(["lives", "before", "after"])
        name = f"c{number}"
        if fate != "lives":
            device.dies_before_storing, device.dies_after_storing = fate == "before", fate == "after"
            died(lambda: device.send(table, cmd, state["seq"], name))  # noqa: B023 - called at once
            head = len(shelf.texts(table))
            assert (head > state["seq"]) == (fate == "after")
            device = Device(shelf)
            device.load(table)
            assert device.state(table)["seq"] == head
        answer = device.send(table, cmd, state["seq"], name)
        assert answer["type"] == "ack", answer
        assert answer["seq"] == state["seq"] + 1
        acknowledged[name] = answer["seq"]
    commands = {row["seq"]: row.get("command", "") for row in rows_of(device, table)}
    named = {text.split()[1].split("\x1f")[0]: seq for seq, text in commands.items() if " c" in text}
    assert {name: named[name] for name in acknowledged} == acknowledged
    assert len(named) == len(acknowledged)


def test_nothing_is_told_before_it_is_stored_and_nothing_happened_if_it_was_not() -> None:
    device = Device(Shelf())
    table = device.open({"players": 2}, "Ann", "Bob")
    state = device.state(table)
    act = {"do": "act", "seat": state["to_move"], "action": state["decision"]["legal"][0]["text"]}
    request = {"ask": "send", "table": table, "envelope": {"id": "x", "cmd": act, "base": state["seq"]}}
    given = device._exchange(request)
    assert given.keys() == {"to_store"}
    assert device._exchange({"ask": "opening", "table": table})["refused"]["code"] == "busy"
    (nack,) = device._exchange({"ask": "not_stored", "code": "storage_full"})["messages"]
    assert (nack["nack"], nack["code"], nack["head"]) == ("x", "storage_full", state["seq"])
    assert device.state(table) == state
    assert device.send(table, act, state["seq"], "x")["type"] == "ack"


def test_two_pages_do_not_fork_a_game() -> None:
    shelf, chance = Shelf(), random.Random(3)
    pages = [Device(shelf), Device(shelf)]
    table = pages[0].open({"players": 2, "computers": ["easy"]}, "Ann")
    pages[1].load(table)
    pages[1].messages += [{"seq": pages[1].state(table)["seq"]}]
    refused = 0
    for _ in range(60):
        page = chance.choice(pages)
        state = page.state(table)
        decision = state["decision"]
        if decision is None:
            page.ask("play", table=table)
            continue
        action = chance.choice([action["text"] for action in decision["legal"]])
        answer = page.send(table, {"do": "act", "seat": 0, "action": action}, state["seq"])
        if answer["type"] == "nack":
            assert answer["code"] == "stale", answer
            refused += 1
    assert refused > 3
    for page in pages:
        page.read_on(table)
    assert pages[0].state(table) == pages[1].state(table)
    assert pages[0].state(table)["seq"] == len(shelf.texts(table))


def test_a_game_goes_on_from_its_rows_alone_as_if_it_had_never_been_closed() -> None:
    shelf = Shelf()
    table = (kept := Device(shelf)).open({"players": 3, "computers": ["normal"]}, "Ann", "Bob")
    played(kept, table, random.Random(7), 60)
    again = Device(shelf)
    again.load(table)
    for kind in ("opening", "replay", "record", "box"):
        assert again.result(kind, table=table) == kept.result(kind, table=table)
    seq = kept.state(table)["seq"] // 2
    assert again.result("at", table=table, seq=seq) == kept.result("at", table=table, seq=seq)


def test_what_luck_has_shown_can_be_taken_back_and_comes_again_and_the_game_is_practice() -> None:
    device, chance = Device(Shelf()), random.Random(1)
    table = device.open({"players": 2, "computers": ["easy"]}, "Ann")
    played(device, table, chance, 40)
    device.play_computers(table)
    undone = 0
    while undone < 5:
        before = device.state(table)
        head = before["seq"]
        turns = before["view"]["game_turn"]
        played_text = device.result("record", table=table).splitlines()
        device.step(table, chance)
        device.play_computers(table)
        after = device.state(table)
        if after["status"] != "running":
            break
        acts = after["seq"] - head
        if after["decision"].get("can_undo"):
            continue
        assert after["decision"]["can_undo_beyond_luck"]
        assert device.send(table, {"do": "undo", "seat": 0}, after["seq"])["code"] == "no_undo"
        answer = device.send(table, {"do": "undo", "seat": 0, "beyond_luck": True}, after["seq"])
        assert answer["type"] == "ack", answer
        back = device.state(table)
        assert back["is_practice"]
        assert back["seq"] == after["seq"] + acts, "each entry is taken back by one of its own"
        assert (back["view"], back["to_move"]) == (before["view"], before["to_move"])
        assert turns == back["view"]["game_turn"]
        lines = [line for line in device.result("record", table=table).splitlines() if line != "# practice"]
        assert lines == [line for line in played_text if line != "# practice"]
        undone += 1
    assert undone == 5
    assert "# practice" in device.result("record", table=table)
    assert device.shelf.kept[table]["summary"]["is_practice"]
    marks = json.dumps(device.result("replay", table=table)["updates"]).count('"is_practice": true')
    assert marks == 1, "the replay says from when on it is practice"
    again = Device(device.shelf)
    again.load(table)
    assert again.state(table) == device.state(table)


def test_luck_that_was_taken_back_comes_again() -> None:
    device, chance = Device(Shelf()), random.Random(2)
    table = device.open({"players": 2}, "Ann", "Bob")
    compared = 0
    while compared < 5:
        state = device.state(table)
        act = {"do": "act", "seat": state["to_move"]}
        act["action"] = chance.choice([one["text"] for one in state["decision"]["legal"]])
        device.send(table, act, state["seq"])
        after = device.state(table)
        if after["status"] != "running":
            break
        if after["decision"].get("can_undo"):
            continue
        device.send(table, {"do": "undo", "seat": after["to_move"], "beyond_luck": True}, after["seq"])
        device.send(table, act)
        assert device.state(table)["view"] == after["view"]
        compared += 1
    assert compared == 5


def test_a_server_takes_back_nothing_beyond_luck() -> None:
    from elbowroom.rules.refusals import Refused
    from elbowroom.server.tables import commands
    from tests.server.tables import two

    game, chance = two(), random.Random(4)
    while game.table.undoable or game.table.to_move is None or len(game.log) < 20:
        game.act_at_random(chance)
    seat = game.table.to_move
    with pytest.raises(Refused) as refused:
        game.do(str(game.table.seats[seat].person), commands.Undo(seat, beyond_luck=True))
    assert refused.value.code == "no_undo"
    assert game.table.acts == []


def test_whoever_decides_gets_hints_costs_and_may_try_things_out() -> None:
    device = Device(Shelf())
    table = device.open({"players": 2}, "Ann", "Bob")
    state = device.state(table)
    hints = device.send(table, {"do": "hint"})
    assert hints["type"] == "hints"
    assert hints["seq"] == state["seq"]
    assert hints["hints"][0]["actions"]
    assert device.send(table, {"do": "costs"})["costs"]
    action = state["decision"]["legal"][0]["text"]
    tried = device.result("what_if", table=table, seq=state["seq"], actions=[action])
    assert [step["text"] for step in tried["steps"]] == [action]
    assert device.state(table) == state
    assert device.send(table, {"do": "state"})["type"] == "ack"
    assert device.messages[-2]["what"] == "snapshot"


def test_the_same_people_play_again_and_both_tables_are_stored_together() -> None:
    device, chance = Device(Shelf()), random.Random(9)
    table = device.open({"players": 2, "computers": ["easy"]}, "Ann", seed=SEED)
    assert device.ask("rematch", table=table)["refused"]["code"] == "table_status"
    while device.step(table, chance):
        pass
    again = device.result("rematch", table=table)["table"]
    assert again != table
    assert device.result("rematch", table=table)["table"] == again
    assert device.state(table)["rematch"] == again
    assert device.state(again)["status"] == "running"
    assert device.state(again)["seats"][0]["name"] == "Ann"
    assert device.state(again)["commitment"] != device.state(table)["commitment"]
    assert sorted(device.shelf.kept) == sorted([table, again])


def test_a_record_is_downloaded_and_imported_again() -> None:
    device, chance = Device(Shelf()), random.Random(9)
    table = device.open({"players": 2, "computers": ["easy"]}, "Ann")
    assert Device(Shelf()).ask("record", table=table)["refused"]["code"] == "unknown_table"
    while device.step(table, chance):
        pass
    record = device.result("record", table=table)
    shown = device.result("import", record=record)["table"]
    state = device.state(shown)
    assert (state["is_import"], state["status"]) == (True, "over")
    assert state["ranking"] == device.state(table)["ranking"]
    again = Device(device.shelf)
    again.load(shown)
    assert again.state(shown) == state
    assert device.ask("import", record="nonsense")["refused"]["reason"]


def test_own_content_is_checked_and_played_with() -> None:
    content = '[race.gnomes]\ntokens = 5\ntokens_of = "amazons"\n'
    device = Device(Shelf())
    checked = device.ask("check_content", content=["nonsense ="])
    assert checked["refused"]["reason"]
    found = device.result("check_content", content=[content])
    assert [race["id"] for race in found["races"]] == ["gnomes"]
    table = device.open({"players": 2, "content": [content]}, "Ann", "Bob")
    assert "gnomes" in [race["id"] for race in device.result("box", table=table)["races"]]
    assert "gnomes" not in [race["id"] for race in device.result("box")["races"]]
    assert device.result("layout", table=table)
    assert device.result("board", table=table, theme="night").startswith("<svg")


def test_local_tables_are_never_rated_open_or_timed() -> None:
    device = Device(Shelf())
    assert device.ask("open", settings={"players": 2, "is_rated": True})["refused"]["code"] == "rated_table"
    clock = {"kind": "turn", "seconds": 60}
    table = device.open({"players": 2, "is_open": True, "clock": clock}, "Ann")
    agreement = device.state(table)["agreement"]
    assert (agreement["is_open"], agreement["clock"]["kind"]) == (False, "none")


def test_the_numbers_for_the_dealer_can_be_committed_to_as_on_a_server() -> None:
    from elbowroom.server.tables.fairness import nonce_commitment

    device = Device(Shelf())
    table = device.open({"players": 2})
    for name in ("Ann", "Bob"):
        device.send(table, {"do": "join", "name": name, "commitment": nonce_commitment(name)})
    assert device.state(table)["reveal_until"] is not None
    for seat, name in enumerate(("Ann", "Bob")):
        device.send(table, {"do": "reveal", "seat": seat, "nonce": name})
    assert device.state(table)["status"] == "running"


def test_numbers_that_are_not_told_end_the_wait() -> None:
    from elbowroom.server.tables.fairness import REVEAL_SECONDS, nonce_commitment

    time = 100.0
    device = Device(Shelf(), now=lambda: time)
    table = device.open({"players": 2, "computers": ["easy"]})
    device.send(table, {"do": "join", "name": "Ann", "commitment": nonce_commitment("n")})
    assert not device.ask("catch_up", table=table).get("is_play_due")
    time += REVEAL_SECONDS
    device.play_computers(table)
    assert device.state(table)["status"] == "closed"


def test_a_log_that_cannot_be_replayed_goes_on_from_its_position() -> None:
    shelf = Shelf()
    device = Device(shelf)
    table = device.open({"players": 2}, "Ann", "Bob")
    played(device, table, random.Random(1), 12)
    before = device.state(table)
    seq = next(row["seq"] for row in rows_of(device, table) if row["entry"]["kind"] == "acted")
    damaged = json.loads(shelf.rows[table][seq])
    damaged["entry"]["actions"] = [1]
    shelf.rows[table][seq] = json.dumps(damaged)
    again = Device(shelf)
    again.load(table)
    after = again.state(table)
    assert after["is_mended"]
    assert (after["seq"], after["to_move"]) == (before["seq"] + 1, before["to_move"])
    assert after["view"]["regions"] == before["view"]["regions"]
    assert len(shelf.texts(table)) == after["seq"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"ask":"dance"}', '{"ask":"send","table":"t"}'])
def test_what_cannot_be_read_is_refused(text: str) -> None:
    assert json.loads(Device(Shelf()).desk.answer_json(text))["refused"]["code"] == "bad_message"


def test_a_command_that_cannot_be_read_gets_a_nack_under_its_id() -> None:
    device = Device(Shelf())
    table = device.open({"players": 2}, "Ann")
    assert device.send(table, {"do": "dance"}, command_id="d")["code"] == "bad_message"


def test_heads_of_the_hash_chain_are_told_with_every_update() -> None:
    from elbowroom.server.desk.local_table import read_rows

    device = Device(Shelf())
    table = device.open({"players": 2}, "Ann", "Bob")
    played(device, table, random.Random(1), 10)
    heads, head = {}, ""
    for row in read_rows(device.shelf.texts(table)):
        head = heads[row.seq] = linked(head, row)
    patches = [message for message in device.messages if message["type"] == "patch"]
    assert patches
    assert all(heads[patch["seq"]].startswith(patch["chain"]) for patch in patches)


def damaged(shelf: Shelf, table: str, seq: int, text: str) -> Shelf:
    """A copy of what a device keeps, with another text in one row."""
    copied = Shelf()
    copied.rows = {table: {**shelf.rows[table], seq: text}}
    copied.kept = dict(shelf.kept)
    return copied


NEWER_ROW = '{"seq": 5, "at": 1.0, "entry": {"kind": "danced", "seat": 0}}'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (NEWER_ROW, "newer_table"),
        ("{", "unreadable_table"),
        ("[]", "unreadable_table"),
        ("", "unreadable_table"),
    ],
)
def test_a_log_that_cannot_be_read_is_refused_with_the_reason_and_its_position_goes_on(
    text: str, code: str
) -> None:
    device = Device(Shelf())
    table = device.open({"players": 3, "computers": ["easy"]}, "Ann", "Bob", seed=SEED)
    played(device, table, random.Random(1), 20)
    device.play_computers(table)
    before = device.state(table)
    again = Device(damaged(device.shelf, table, 5, text))
    refused = again.load(table)["refused"]
    assert refused["code"] == code
    assert refused["reason"]
    assert len(again.shelf.texts(table)) == before["seq"], "nothing was changed"
    rows, position = again.shelf.texts(table), again.shelf.kept[table]["position"]
    record = again.result("stored_record", rows=rows, position=position)
    goes_on = again.result("continue_record", record=record, seed=SEED)["table"]
    state = again.state(goes_on)
    assert state["view"]["regions"] == before["view"]["regions"]
    assert [seat["level"] for seat in state["seats"]] == [None, None, "easy"]
    assert state["decision"]["legal"] == before["decision"]["legal"]
    gone = again.ask("stored_record", rows=rows, position="nonsense")["refused"]
    assert gone["code"] == "damaged_table"
    assert again.ask("stored_record", rows=rows, position="")["refused"]["code"] == "not_begun"


def test_a_game_whose_position_cannot_be_read_either_is_refused_and_kept() -> None:
    device = Device(Shelf())
    table = device.open({"players": 2}, "Ann", "Bob", seed=SEED)
    played(device, table, random.Random(1), 5)
    wrong = json.loads(device.shelf.rows[table][5])
    wrong["entry"]["actions"] = [1]
    again = Device(damaged(device.shelf, table, 5, json.dumps(wrong)))
    again.shelf.kept[table]["position"] = "nonsense"
    assert again.load(table)["refused"]["code"] == "damaged_table"


def test_the_record_of_a_recovered_game_is_told_on_a_device_where_nobody_hides_coins() -> None:
    device = Device(Shelf())
    table = device.open({"players": 2}, "Ann", "Bob", seed=SEED)
    played(device, table, random.Random(1), 12)
    wrong = json.loads(device.shelf.rows[table][5])
    wrong["entry"]["actions"] = [1]
    again = Device(damaged(device.shelf, table, 5, json.dumps(wrong)))
    again.load(table)
    assert again.state(table)["is_mended"]
    record = again.result("record", table=table)
    assert read_record(record).to_text() == again.shelf.kept[table]["position"]


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_every_lesson_is_opened_and_begun(lesson: Lesson) -> None:
    device = Device(Shelf())
    table = device.open(
        {"players": 2, "position": lesson.position, "computers": ["gentle"]}, "Ann", seed=SEED
    )
    device.play_computers(table)
    state = device.state(table)
    assert state["status"] == "running"
    step = lesson.steps[0]
    accepted = [one["text"] for one in state["decision"]["legal"] if step.accepts(one["text"])]
    action = accepted[0] if accepted else step.accept[0]
    sent = device.send(table, {"do": "act", "seat": 0, "action": action}, state["seq"])
    assert sent["type"] == "ack", sent
    device.play_computers(table)
    assert device.state(table)["seq"] > state["seq"]


def test_painted_maps_are_checked_drawn_and_played_on() -> None:
    device = Device(Shelf())
    painted = device.result("paint_random_map", players=2, seed=1)
    assert device.result("paint_random_map", players=2, seed=1) == painted
    checked = device.result("check_painted_map", painted=painted)
    assert checked["problems"] == []
    assert device.result("draw_painted_map", map=checked["text"], theme="night").startswith("<svg")
    assert len(device.result("paint_map", map=checked["text"])["regions"]) == len(painted["regions"])
    table = device.open(
        {"players": 2, "content": [checked["text"]], "map": checked["info"]["id"]}, "Ann", "Bob", seed=SEED
    )
    assert device.result("layout", table=table)
    one_region = {**painted, "regions": painted["regions"][:1]}
    assert device.result("check_painted_map", painted=one_region)["problems"]
    endless = device.ask("draw_painted_map", map="x" * 300_000)["refused"]
    assert endless["code"] == "too_long"


BLOCKED = (
    "asyncio",
    "multiprocessing",
    "socket",
    "ssl",
    "sqlite3",
    "subprocess",
    "aiosqlite",
    "asyncpg",
    "click",
    "cryptography",
    "numpy",
    "prometheus_client",
    "rich",
    "sqlalchemy",
    "starlette",
    "uvicorn",
)


def test_a_desk_needs_nothing_that_a_browser_does_not_have() -> None:
    program = f"""
import sys
for name in {BLOCKED!r}:
    sys.modules[name] = None
import json
from elbowroom.server.desk.desk import Desk
desk = Desk()
def ask(**request):
    return json.loads(desk.answer_json(json.dumps(request)))
settings, join = {{"players": 2, "computers": ["easy"]}}, {{"do": "join", "name": "Ann"}}
opened = ask(ask="open", settings=settings, joins=[join])
table = opened["to_store"][0]["table"]
ask(ask="stored")
ask(ask="play", table=table) and ask(ask="stored")
envelope = {{"id": "h", "cmd": {{"do": "state"}}}}
print(json.dumps(ask(ask="send", table=table, envelope=envelope)["messages"][-1]))
print(len(ask(ask="layout", table=table)["result"]) > 0)
painted = ask(ask="paint_random_map", players=2, seed=1)["result"]
ask(ask="draw_painted_map", map=ask(ask="check_painted_map", painted=painted)["result"]["text"])["result"]
above = [name for name in sys.modules if name.startswith("elbowroom.server.")]
print(sorted({{name.split(".")[2] for name in above}}))
"""
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120
    )
    assert found.returncode == 0, found.stderr
    ack, has_layout, layers = found.stdout.splitlines()
    assert json.loads(ack)["type"] == "ack"
    assert has_layout == "True"
    assert layers == str(["desk", "durations", "tables", "views"])
