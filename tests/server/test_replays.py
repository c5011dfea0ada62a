"""Replays: the game of a record that somebody brings is shown like any other, and stays the same game."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from elbowroom.engine.game import Game, new_game
from elbowroom.engine.record import read_record, write_record
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.replay_tables import open_replay
from elbowroom.server.storage.schema import TABLES
from elbowroom.server.tables import entries, fairness
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.record_export import record_of
from elbowroom.server.tables.record_import import log_of_record
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table
from tests.server.clients import Client, Server
from tests.server.halls import hall
from tests.server.tables import Played

if TYPE_CHECKING:
    from collections.abc import Iterator

GNOMES = '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\n\n[power.tiny]\ntokens = 4\ncoins.swamp = 1\n'
POSITION = """
map   2-players
options own_tokens_defend first_player=Bob
Ann   Trolls, in decline : 3 1 + lair
Bob   Forest Orcs, 5 in hand : 9 1        <- to move
"""


def played(game: Game, acts: int = 10**6, seed: int = 1) -> str:
    """The record of a game that goes on at random for so many decisions."""
    chance = random.Random(seed)
    while not game.is_over and len(game.history) < acts:
        game.apply(chance.choice(game.legal()))
    return write_record(game)


def from_position(acts: int = 10**6) -> str:
    content = add_content(base_content(), GNOMES, "own")
    return played(Game.from_text(POSITION, content, seed=4), acts)


def from_server() -> str:
    """A finished game with the dealer's pledge."""
    table = Played(TableSettings(players=3)).sit("ann", "bob", "cleo")
    chance = random.Random(6)
    while table.table.status == "running":
        table.act_at_random(chance)
    return record_of(table.table)


RECORDS = {
    "two players": played(new_game(2, seed=1, names=["Ann", "Bob"])),
    "five players": played(new_game(5, seed=2, names=["Ann", "Bob", "Cleo", "Dan", "Eve"])),
    "not begun": write_record(new_game(2)),
    "unfinished": played(new_game(3, seed=3), 60),
    "invented content": played(new_game(2, seed=5, content=add_content(base_content(), GNOMES, "own"))),
    "from a position": from_position(),
    "from a position, unfinished": from_position(20),
    "with a pledge": from_server(),
}


def same(one: str, other: str) -> bool:
    """Whether two records tell the same game."""
    first, second = read_record(one), read_record(other)
    told = [
        (game.names, game.history, game.to_text(), game.setup.content.invented) for game in (first, second)
    ]
    return told[0] == told[1]


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_a_replay_steps_through_the_game_move_by_move(record: str) -> None:
    """Each entry is one decision with what chance brought after it; the table's record is the same game."""
    opened, rest = log_of_record(record)
    rows = [LogRow(seq, 0.0, entry) for seq, entry in enumerate([opened, *rest], start=1)]
    table = Table.from_log(rows)
    assert table.is_import
    assert same(record, record_of(table))
    game = read_record(record)
    assert table.status == ("over" if game.is_over else "closed")
    acts = [entry for entry in rest if isinstance(entry, entries.Acted)]
    assert [action for act in acts for action in act.actions] == game.history
    assert all(sum(action >> 6 > 3 for action in act.actions) == 1 for act in acts[1:])


def test_a_pledge_is_kept_and_can_be_checked_again() -> None:
    record = RECORDS["with a pledge"]
    opened, rest = log_of_record(record)
    table = Table.from_log([LogRow(seq, 0.0, entry) for seq, entry in enumerate([opened, *rest], start=1)])
    again = record_of(table)
    pledge = fairness.read_pledge(again)
    assert pledge == fairness.read_pledge(record)
    assert fairness.is_dealt_by(read_record(again), fairness.key_of(pledge.seed, pledge.nonces))


@pytest.mark.parametrize(
    ("line", "wrong"), [("commitment", "x"), ("nonces", "a"), ("nonces", "a,b,!"), ("seed", "11")]
)
def test_a_pledge_that_cannot_be_one_is_left_out(line: str, wrong: str) -> None:
    lines = RECORDS["with a pledge"].splitlines()
    changed = [f"# dealer {line} {wrong}" if old.startswith(f"# dealer {line}") else old for old in lines]
    opened, rest = log_of_record("\n".join(changed))
    assert opened.commitment == ""
    assert rest[-1] == entries.Finished("")


@pytest.mark.process
async def test_a_replay_is_stored_like_any_table_but_marked_and_taken_up_again(url: str) -> None:
    async def story() -> None:
        async with hall(url) as first:
            table_id = await open_replay(first.rooms, RECORDS["with a pledge"], "ann", 5.0)
        async with hall(url) as second:
            room = await second.rooms.room(table_id)
            assert record_of(room.table) == RECORDS["with a pledge"]
            assert not room.table.is_recovered
            async with second.people_db.read() as connection:
                (row,) = await connection.execute(select(TABLES).where(TABLES.c.id == table_id))
            assert (row.is_import, row.is_open, row.is_rated, row.status) == (True, False, False, "over")
            assert not await second.store.tables_of("ann")
            assert not await second.store.running_tables()

    await story()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server")).start()
    yield found
    found.stop()
    assert "Traceback" not in found.log()


def bring(client: Client, record: str) -> str:
    response = client.post("/api/replays", {"record": record})
    assert response.status_code == 201, response.text
    return str(response.json()["table"])


@pytest.mark.process
@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_whoever_brings_a_record_gets_the_same_game_back(server: Server, record: str) -> None:
    ann = Client(server)
    table = bring(ann, record)
    assert same(record, ann.get(f"/api/tables/{table}/record").text)
    state = ann.get(f"/api/tables/{table}").json()
    game = read_record(record)
    assert state["is_import"]
    assert state["view"]["is_over"] == game.is_over
    assert [seat["name"] for seat in state["seats"]] == game.names
    assert state["decision"] is None


@pytest.mark.process
async def test_a_replay_is_looked_at_like_any_game_but_nobody_plays_it_and_no_list_shows_it(
    server: Server,
) -> None:
    ann, bob = Client(server), Client(server)
    table = bring(ann, RECORDS["unfinished"])

    async def story() -> list[dict[str, Any]]:
        async with bob.at(table, since=1) as line:
            last = bob.get(f"/api/tables/{table}").json()["seq"]
            while line.state.get("seq", 0) < last:
                await line.hear()
            return line.updates

    updates = await story()
    turns = [update["state"]["view"]["game_turn"] for update in updates]
    assert turns == sorted(turns)
    assert updates[-1]["state"]["status"] == "closed"
    middle = updates[len(updates) // 2]
    moment = bob.get(f"/api/tables/{table}/at/{middle['seq']}").json()
    assert moment["state"]["view"] == middle["state"]["view"]
    assert moment["events"] == middle["events"]
    for command in (
        {"do": "join", "name": "Ann"},
        {"do": "start"},
        {"do": "act", "seat": 0, "action": "end"},
    ):
        assert ann.do(table, command).status_code in (403, 422)
    for name in ("", "/running", "/mine"):
        assert table not in ann.get(f"/api/tables{name}").text


REFUSED = {
    "no record": ("hello", "at_line"),
    "nothing": ("", "at_line"),
    "too long": ("x\n" * 250_001, "too_long"),
    "a million actions": (
        RECORDS["not begun"].replace("unfinished", "0: " + "first 1;" * 1_000_000),
        "too_long",
    ),
    "an endless line": (
        RECORDS["not begun"].replace("unfinished", "0: " + "first 1;" * 50_000),
        "line_too_long",
    ),
    "endless turns": (RECORDS["not begun"].replace("unfinished", "0: first 1\n" * 40_000), "at_line"),
    "a huge number": (RECORDS["not begun"].replace("unfinished", "0: first " + "9" * 199), "at_line"),
    "cut off": (RECORDS["two players"][:-30], "at_line"),
    "changed": (RECORDS["two players"].replace("conquer", "abandon", 1), "at_line"),
    "evil content": ("elbowroom record 1\ncontent 00\n| race." + "a." * 5000 + "a = 1\n", "too_deep"),
}


@pytest.mark.parametrize(("record", "code"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_a_record_of_a_game_is_refused_with_the_reason(record: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        log_of_record(record)
    assert refused.value.code == code


@pytest.mark.process
def test_refused_records_and_strangers_leave_no_table(server: Server) -> None:
    ann = Client(server)
    for record, code in REFUSED.values():
        response = ann.post("/api/replays", {"record": record})
        assert response.status_code in (413, 422)
        assert response.json()["code"] == code
    assert ann.post("/api/replays", {"text": "x"}).json()["code"] == "bad_message"
    ann.headers = {}
    assert ann.post("/api/replays", {"record": RECORDS["unfinished"]}).status_code == 401


@pytest.mark.process
def test_one_person_cannot_bring_records_for_ever(server: Server) -> None:
    ann = Client(server)
    statuses = [ann.post("/api/replays", {"record": "x"}).status_code for _ in range(80)]
    assert statuses[0] == 422
    assert statuses[-1] == 429
    assert Client(server).post("/api/replays", {"record": "x"}).status_code == 422
