"""Games that go on elsewhere: from a device to a server and back, with all that was played before."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from elbowroom.engine.game import new_game
from elbowroom.engine.record import read_record, write_record
from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.continued_tables import open_continued
from elbowroom.server.rooms.log_proof import proof_of
from elbowroom.server.tables import commands, fairness
from elbowroom.server.tables.anonymise import anonymised_rows
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.listing import listing_of
from elbowroom.server.tables.long_work import at_once
from elbowroom.server.tables.naming import GUEST, Naming
from elbowroom.server.tables.proof_check import ToldProof, check_record
from elbowroom.server.tables.record_comments import read_comments
from elbowroom.server.tables.record_continuation import continued_log, log_to_continue
from elbowroom.server.tables.record_export import record_of, shown_record
from elbowroom.server.tables.record_import import log_of_record
from elbowroom.server.tables.table import Table
from elbowroom.server.views.game_replay import encoded_replay
from elbowroom.server.views.table_summary import summary_of_listing
from tests.server.clients import Client, Server
from tests.server.desks import Device, Shelf
from tests.server.halls import hall
from tests.server.test_replays import GNOMES, RECORDS, REFUSED, same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elbowroom.server.tables.table_log import TableLog

SEED = "44" * 32
UNFINISHED = {name: record for name, record in RECORDS.items() if not read_record(record).is_over}
COMPUTER = "# computer P2 easy"
"""A comment of a record that says that the second player is a computer."""


def with_comments(record: str, *comments: str) -> str:
    first, rest = record.split("\n", 1)
    return "\n".join([first, *comments, rest])


def continued(record: str, levels: Sequence[str | None] | None = None, naming: Naming = GUEST) -> TableLog:
    """The log of a table of Ann's at which a game goes on."""
    opened, played = log_to_continue(record, levels)
    return continued_log(replace(opened, host="ann", invite="i"), played, naming, SEED, 5.0)


def play_out(log: TableLog, chance: random.Random) -> None:
    """Play at random until the game is over."""
    while log.table.status == "running":
        table, seat = log.table, log.table.to_move
        assert seat is not None
        text = table.running.text_of(chance.choice(table.running.legal()))
        by = "computer" if table.seats[seat].is_computer else "person"
        new = log.after(log.numbered(commands.act(table, seat, (text,), by, SEED), 6.0))  # type: ignore[arg-type]
        for row, after in zip(new.rows, new.tables, strict=True):
            log.add(row, after)


@pytest.mark.parametrize("record", UNFINISHED.values(), ids=UNFINISHED)
def test_a_game_goes_on_where_its_record_ends(record: str) -> None:
    log, before = continued(record), read_record(record)
    table = log.table
    assert (table.status, table.is_import, table.settings.is_rated) == ("running", False, False)
    assert table.begun_elsewhere == len(before.history)
    assert table.running.history[: len(before.history)] == before.history
    assert table.running.setup.content.invented == before.setup.content.invented
    assert table.to_move is not None
    assert all(seat.person == "ann" for seat in table.seats)
    again = Table.from_log(log.rows)
    assert record_of(again) == record_of(table)
    assert again.chain == table.chain
    assert at_once(encoded_replay("t", log.rows, "ann"))


@pytest.mark.parametrize("record", UNFINISHED.values(), ids=UNFINISHED)
async def test_luck_is_proved_from_where_the_game_was_continued_and_not_before(record: str) -> None:
    log = continued(record)
    play_out(log, random.Random(1))
    whole = record_of(log.table)
    told = await proof_of(log.table, log.rows)
    findings = check_record(whole, proof=ToldProof(told.chain, told.entries))
    codes = {finding.code: finding.is_good for finding in findings}
    assert codes["verify_fair_since"]
    assert not codes["verify_begun_elsewhere"]
    assert codes["verify_log_same"]
    assert not {"verify_fair", "verify_proof_single", "verify_proof_committed"} & codes.keys()


async def test_a_record_that_hides_or_invents_where_it_was_continued_is_found_out() -> None:
    log = continued(UNFINISHED["unfinished"])
    play_out(log, random.Random(1))
    whole = record_of(log.table)
    told = await proof_of(log.table, log.rows)
    proof = ToldProof(told.chain, told.entries)
    begun = f"# begun elsewhere {log.table.begun_elsewhere}\n"
    hidden = check_record(whole.replace(begun, ""), proof=proof)
    assert "verify_wrong_luck" in {finding.code for finding in hidden}
    later = whole.replace(begun, f"# begun elsewhere {len(log.table.running.history)}\n")
    assert "verify_log_differs" in {finding.code for finding in check_record(later, proof=proof)}


def test_computers_go_on_as_the_record_or_whoever_brings_it_says() -> None:
    record = with_comments(UNFINISHED["unfinished"], COMPUTER)
    assert [seat.level for seat in continued(record).table.seats] == [None, "easy", None]
    asked = continued(record, ["hard", None, "gentle"]).table
    assert [seat.level for seat in asked.seats] == ["hard", None, "gentle"]
    assert [seat.person for seat in asked.seats] == [None, "ann", None]
    assert read_comments(record_of(asked), asked.running.names).levels == ("hard", None, "gentle")


@pytest.mark.parametrize(
    ("levels", "code"),
    [
        (["easy"], "seat_levels"),
        ([None] * 4, "seat_levels"),
        (["easy"] * 3, "too_many_computers"),
        ([None, None, "brilliant"], "unknown_level"),
        ([None, None, "mine:First"], "unknown_level"),
    ],
)
def test_who_plays_on_is_checked(levels: list[str | None], code: str) -> None:
    with pytest.raises(Refused) as refused:
        log_to_continue(UNFINISHED["unfinished"], levels)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("record", "code"),
    [*REFUSED.values(), (RECORDS["two players"], "record_over"), (RECORDS["with a pledge"], "record_over")],
    ids=[*REFUSED, "over", "over, with a pledge"],
)
def test_what_cannot_be_played_on_is_refused_with_the_reason(record: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        log_to_continue(record)
    assert refused.value.code == code


def test_an_account_names_one_seat_and_nobody_is_called_like_another() -> None:
    record = write_record(new_game(3, seed=1, names=["Ann", "Bob", "Zibbel"]))
    seats = continued(record, naming=Naming("Bob", frozenset())).table.seats
    assert [(seat.name, seat.is_account) for seat in seats] == [
        ("Bob", True),
        ("Bob 2", False),
        ("P3", False),
    ]
    names = [seat.name for seat in continued(record, [None, "easy", "easy"]).table.seats]
    assert names[2] == "Zibbel"
    assert names[1] != "Bob", "a computer does not have the name of a person"


def test_practice_and_where_a_game_began_are_told_wherever_its_record_goes() -> None:
    record = with_comments(UNFINISHED["unfinished"], "# practice", "# begun elsewhere 7")
    log = continued(record)
    assert log.table.is_practice
    play_out(log, random.Random(2))
    summary = summary_of_listing("t", listing_of(log.table), "ann")
    assert (summary.is_practice, summary.is_begun_elsewhere, summary.is_rated) == (True, True, False)
    whole = record_of(log.table)
    opened, rest = log_of_record(whole)
    shown = Table.from_log([LogRow(seq, 0.0, entry) for seq, entry in enumerate([opened, *rest], 1)])
    assert (shown.is_practice, shown.begun_elsewhere) == (True, len(read_record(record).history))
    assert record_of(shown) == whole


def test_whoever_is_forgotten_is_named_nowhere() -> None:
    record = RECORDS["from a position, unfinished"]
    log = continued(record)
    assert "Ann" in json.dumps([str(row) for row in log.rows])
    by_seq = {row.seq: row for row in anonymised_rows(log.rows, "ann")}
    rows = [by_seq.get(row.seq, row) for row in log.rows]
    text = json.dumps([str(row) for row in rows])
    assert "Ann" not in text
    assert "'ann'" not in text
    again = Table.from_log(rows)
    assert again.chain == log.table.chain
    assert again.running.history == log.table.running.history


MUSHROOM = "Major Mushroom"
"""A name that is two words for people, and one in the notation."""


def test_names_stay_as_they_are_shown_wherever_a_record_goes() -> None:
    device, table = on_a_device(name=MUSHROOM)
    record = device.result("record", table=table)
    assert f"# name MajorMushroom {MUSHROOM}\n" in record
    back = device.result("continue_record", record=record, seed=SEED)["table"]
    assert device.state(back)["seats"][0]["name"] == MUSHROOM
    log = continued(record)
    assert log.table.seats[0].name == MUSHROOM
    play_out(log, random.Random(5))
    whole = record_of(log.table)
    opened, rest = log_of_record(whole)
    looked_at = Table.from_log([LogRow(seq, 0.0, entry) for seq, entry in enumerate([opened, *rest], 1)])
    assert looked_at.seats[0].name == MUSHROOM
    assert record_of(looked_at) == whole
    without = re.sub(r"(?m)^# name .*\n", "", record)
    assert continued(without).table.seats[0].name == "MajorMushroom", "records of before are read as before"


def test_a_name_of_one_word_is_not_told_twice() -> None:
    device, table = on_a_device()
    assert "# name" not in device.result("record", table=table)


@pytest.mark.parametrize("shown", ["Zibbel", "x" * 25, "Bob", "\u202eAnn", "✓", "Anna Апп"])
def test_names_that_nobody_may_have_are_passed_over(shown: str) -> None:
    record = write_record(new_game(2, seed=1, names=["Ann", "Bob"]))
    opened, rest = log_of_record(with_comments(record, f"# name Ann {shown}", "# name Nobody No One"))
    looked_at = Table.from_log([LogRow(seq, 0.0, entry) for seq, entry in enumerate([opened, *rest], 1)])
    assert [seat.name for seat in looked_at.seats] == ["Ann", "Bob"]


def test_whoever_is_forgotten_is_not_named_by_the_name_that_was_shown() -> None:
    device, table = on_a_device(name=MUSHROOM)
    log = continued(device.result("record", table=table))
    by_seq = {row.seq: row for row in anonymised_rows(log.rows, "ann")}
    rows = [by_seq.get(row.seq, row) for row in log.rows]
    assert "Mushroom" not in json.dumps([str(row) for row in rows])
    assert Table.from_log(rows).chain == log.table.chain
    assert "Mushroom" not in record_of(Table.from_log(rows))


@pytest.mark.process
@pytest.mark.parametrize("name", ["unfinished", "from a position, unfinished"])
async def test_a_continued_game_is_stored_private_and_taken_up_again(url: str, name: str) -> None:
    async with hall(url) as first:
        read = await first.rooms.sandboxes.read_to_continue(UNFINISHED[name], None, "ann")
        room = await open_continued(first.rooms, read, "ann", 5.0)
        chance = random.Random(3)
        for number in range(20):
            table = room.table
            text = table.running.text_of(chance.choice(table.running.legal()))
            await room.do("ann", f"c{number}", commands.Act(table.to_move or 0, text), table.seq)
        assert fairness.commitment(await first.store.seed(room.id)) == room.table.commitment
        assert not await first.store.running_tables()
        assert not await first.store.open_tables()
        ((mine, listing),) = await first.store.tables_of("ann")
        assert (mine, listing.is_import, listing.is_rated, listing.is_open) == (room.id, False, False, False)
        assert summary_of_listing(mine, listing, "ann").is_begun_elsewhere
    async with hall(url) as second:
        again = await second.rooms.room(room.id)
        assert not again.table.is_recovered
        assert record_of(again.table) == record_of(room.table)
        assert (again.table.chain, again.table.begun_elsewhere) == (room.table.chain, table.begun_elsewhere)
        assert at_once(encoded_replay("t", again.rows, "ann")) == at_once(
            encoded_replay("t", room.rows, "ann")
        )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server")).start()
    yield found
    found.stop()
    assert "Traceback" not in found.log()


def on_a_device(steps: int = 30, name: str = "Ann", **settings: object) -> tuple[Device, str]:
    """A device, and a table there at which Ann plays against a computer."""
    device, chance = Device(Shelf()), random.Random(4)
    table = device.open({"players": 2, "computers": ["easy"], **settings}, name, seed="55" * 32)
    for _ in range(steps):
        device.step(table, chance)
    device.play_computers(table)
    return device, table


@pytest.mark.process
@pytest.mark.parametrize("content", [[], [GNOMES]], ids=["the box", "own races"])
def test_a_game_goes_from_a_device_to_a_server_and_back(server: Server, content: list[str]) -> None:
    device, table = on_a_device(content=content)
    local, record = device.state(table), device.result("record", table=table)
    ann = Client(server)
    response = ann.post("/api/tables/continued", {"record": record})
    assert response.status_code == 201, response.text
    there = response.json()["table"]
    state = ann.get(f"/api/tables/{there}?protocol=2").json()
    assert (state["status"], state["is_import"], state["invite"]) == (
        "running",
        False,
        response.json()["invite"],
    )
    assert state["view"] == local["view"]
    assert state["decision"]["legal"] == local["decision"]["legal"]
    assert "can_undo_beyond_luck" not in state["decision"]
    assert [seat["level"] for seat in state["seats"]] == [None, "easy"]
    assert state["seats"][0]["name"] == "Ann"
    assert state["begun_elsewhere"] == len(read_record(record).history)
    assert there not in Client(server).get("/api/tables/running").text
    (listed,) = [one for one in ann.get("/api/tables/mine").json() if one["table"] == there]
    assert listed["is_begun_elsewhere"]
    action = state["decision"]["legal"][0]["text"]
    assert ann.do(there, {"do": "act", "seat": 0, "action": action}).status_code == 200
    after = ann.get(f"/api/tables/{there}/record").text
    assert f"# begun elsewhere {state['begun_elsewhere']}" in after
    back = device.result("continue_record", record=after, seed=SEED)["table"]
    device.play_computers(back)
    home = device.state(back)
    assert home["status"] == "running"
    assert home["begun_elsewhere"] == len(read_record(after).history)
    assert home["agreement"]["content"] == content
    assert [seat["is_yours"] for seat in home["seats"]] == [True, False]


@pytest.mark.process
def test_a_friend_gets_a_seat_of_a_continued_game_by_a_link(server: Server) -> None:
    ann, bob = Client(server), Client(server)
    there = ann.post("/api/tables/continued", {"record": UNFINISHED["unfinished"]}).json()["table"]
    link = ann.post(f"/api/tables/{there}/seats/1/link", {})
    assert link.status_code == 201, link.text
    claimed = bob.post("/api/seats/claim", {"token": link.json()["token"], "name": "Bob"})
    assert claimed.json() == {"table": there, "seat": 1}, claimed.text
    assert [seat["is_yours"] for seat in bob.get(f"/api/tables/{there}").json()["seats"]] == [
        False,
        True,
        False,
    ]


@pytest.mark.process
def test_what_a_server_cannot_play_on_is_refused_and_leaves_no_table(server: Server) -> None:
    ann = Client(server)
    for body, code in (
        ({"record": RECORDS["two players"]}, "record_over"),
        ({"record": REFUSED["cut off"][0]}, "at_line"),
        ({"record": UNFINISHED["unfinished"], "levels": ["easy"]}, "seat_levels"),
        ({"record": UNFINISHED["unfinished"], "clock": {}}, "bad_message"),
    ):
        response = ann.post("/api/tables/continued", body)
        assert response.status_code in (400, 422), response.text
        assert response.json()["code"] == code
    assert ann.get("/api/tables/mine").json() == []
    ann.headers = {}
    assert ann.post("/api/tables/continued", {"record": UNFINISHED["unfinished"]}).status_code == 401


def test_a_device_plays_on_with_new_luck_and_takes_back_only_what_it_played() -> None:
    device, table = on_a_device()
    record = device.result("record", table=table)
    copy = device.result("continue_record", record=record, seed=SEED)["table"]
    assert device.state(copy)["commitment"] != device.state(table)["commitment"]
    assert "can_undo_beyond_luck" not in device.state(copy)["decision"]
    assert same(record, device.result("record", table=copy))
    chance = random.Random(5)
    for _ in range(20):
        device.step(copy, chance)
    device.play_computers(copy)
    undone = 0
    while "can_undo" in (now := device.state(copy)["decision"]) or "can_undo_beyond_luck" in now:
        undo = {"do": "undo", "seat": 0, "beyond_luck": "can_undo" not in now}
        assert device.send(copy, undo)["type"] == "ack"
        undone += 1
    assert undone > 3
    state = device.state(copy)
    assert state["is_practice"]
    assert state["view"] == device.state(table)["view"]
    again = Device(device.shelf)
    again.load(copy)
    assert again.state(copy) == state
    assert again.result("record", table=copy) == device.result("record", table=copy)
    while device.step(copy, chance):
        pass
    assert device.ask("continue_record", record=device.result("record", table=copy))["refused"]["code"] == (
        "record_over"
    )


def test_the_record_of_a_running_game_on_a_server_tells_what_it_told_before() -> None:
    log = continued(UNFINISHED["unfinished"])
    assert "dealer" not in shown_record(log.table), "the seed and what makes it checkable is told at the end"
    assert log.table.commitment not in shown_record(log.table)
