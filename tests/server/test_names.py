"""Names are people: an account has its own at every table, and nobody else has one that looks like it."""

from __future__ import annotations

import asyncio
import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import delete, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.people.accounts import checked_name
from elbowroom.server.people.names import Names
from elbowroom.server.people.profiles import games_of
from elbowroom.server.people.results import Results
from elbowroom.server.storage.schema import NAME_KEYS
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.anonymise import anonymised_rows
from elbowroom.server.tables.look_alikes import all_keys, look_alike, name_keys
from elbowroom.server.tables.naming import MAX_NAME_CHARACTERS, Naming
from elbowroom.server.tables.record_export import record_of
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table
from tests.server.halls import hall, played_out
from tests.server.houses import house
from tests.server.people import HERE, PASSWORD, people, refusal
from tests.server.tables import INVITE, Played

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

    from tests.server.houses import House

GREEK_ANN = "\u0391\u039d\u039d"
ANN = Naming("Ann", name_keys("Ann"))


def table_for(players: int = 3) -> Played:
    return Played(TableSettings(players=players))


def join(played: Played, person: str, name: str, naming: Naming | None = None) -> None:
    played.do(person, commands.Join(name=name, invite=INVITE), naming=naming)


def names(played: Played) -> list[tuple[str, bool]]:
    return [(seat.name, seat.is_account) for seat in played.table.seats if not seat.is_free]


def test_an_account_sits_under_its_name_whatever_it_asks_for() -> None:
    played = table_for()
    join(played, "ann", "Somebody", ANN)
    assert names(played) == [("Ann", True)]


def test_others_at_the_same_device_have_names_of_their_own_without_the_mark() -> None:
    played = table_for()
    join(played, "ann", "Ann", ANN)
    join(played, "ann", "Ann", ANN)
    join(played, "ann", "Bob", ANN)
    assert names(played) == [("Ann", True), ("Ann 2", False), ("Bob", False)]
    assert played.table.seats_of("ann") == [0, 1, 2]


def test_when_the_marked_seat_was_left_the_next_one_bears_the_name() -> None:
    played = table_for(4)
    join(played, "ann", "", ANN)
    join(played, "ann", "Bob", ANN)
    played.do("ann", commands.Leave(0), naming=ANN)
    join(played, "ann", "Cid", ANN)
    assert names(played) == [("Ann", True), ("Bob", False)]


def test_nobody_marks_a_name_like_that_of_an_account() -> None:
    played = table_for()
    join(played, "bob", "\u2714 Bob \u2713")
    assert names(played) == [("Bob", False)]
    join(played, "cid", "Cid \uaa9c \u30ec")
    assert names(played) == [("Bob", False), ("Cid", False)]
    with pytest.raises(Refused, match="name"):
        join(played, "dan", "\u2713\u2705")


@pytest.mark.parametrize("wanted", ["Ann", "ann", GREEK_ANN, "A\u0301nn"])
def test_a_guest_who_wants_the_name_of_an_account_gets_a_number(wanted: str) -> None:
    played = table_for()
    join(played, "gus", wanted, Naming(None, all_keys(["Ann"])))
    assert names(played) == [(f"{wanted} 2", False)]
    other = table_for()
    join(other, "gus", wanted, Naming(None, all_keys(["Ann", "Ann 2"])))
    assert names(other) == [(f"{wanted} 3", False)]


def test_two_seats_never_bear_the_same_name_or_look_alikes() -> None:
    played = table_for(4)
    for person, name in (("a", "Alice"), ("b", "AIice"), ("c", "alice"), ("d", "Bob")):
        join(played, person, name)
    assert names(played) == [("Alice", False), ("AIice 2", False), ("alice 3", False), ("Bob", False)]


def test_a_name_with_a_number_is_not_too_long() -> None:
    played, long = table_for(), "x" * MAX_NAME_CHARACTERS
    join(played, "a", long)
    join(played, "b", long)
    assert names(played)[1] == (f"{'x' * 22} 2", False)


def test_a_name_that_is_taken_with_every_number_is_refused() -> None:
    every = all_keys(["Ann", *(f"Ann {number}" for number in range(2, 31))])
    with pytest.raises(Refused, match="called Ann already"):
        join(table_for(), "gus", "Ann", Naming(None, every))


@pytest.mark.parametrize(
    "wanted",
    [
        "\u3164",
        "\u2800",  # a blank of Braille
        "\u02c8",
        "...",
        "\u0410nn",  # a Cyrillic A
        "\u041c\u0430x",
        "Kim\uaa9c",  # letters that look like the mark of an account
        "Kim\u30ec",
        "Kim \uff9a\u3164",
    ],
)
def test_a_name_that_cannot_be_read_or_mixes_alphabets_is_refused(wanted: str) -> None:
    with pytest.raises(Refused) as refused:
        join(table_for(), "gus", wanted)
    assert refused.value.code == "unclear_name"
    with pytest.raises(Refused) as refused:
        checked_name(f"{wanted}{wanted}")
    assert refused.value.code == "unclear_name"


@pytest.mark.parametrize(
    "wanted",
    [
        "42",
        "S\u00f8ren \U0001f409",
        "O\u02bcNeil",
        "\u041c\u0430\u043a\u0441",
        "\u738b Wei",
        "\u30ec\u30a4 Ray",
        "\u3055\u304f\u3089\u30fc",
        "\uae40 Kim",
        "\u0939\u093f\u0928",
    ],
)
def test_names_of_every_alphabet_are_taken(wanted: str) -> None:
    played = table_for()
    join(played, "gus", wanted)
    assert names(played) == [(wanted, False)]
    assert checked_name(wanted) == unicodedata.normalize("NFC", wanted)


@pytest.mark.parametrize("name", ["203.0.113.7", "203.0.113.0/24", "2001:db8::1", "\uff12.0.0.\uff11"])
def test_no_account_has_a_name_that_reads_like_a_network(name: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name)
    assert refused.value.code == "unclear_name"


def test_a_guest_who_had_the_name_gives_way_when_its_owner_sits_down() -> None:
    """What happened before is told as it was: the guest had that name then."""
    played = table_for()
    join(played, "gus", GREEK_ANN)
    join(played, "ann", "Ann", ANN)
    assert names(played) == [(f"{GREEK_ANN} 2", False), ("Ann", True)]
    kinds = [type(row.entry) for row in played.log]
    assert kinds == [entries.Opened, entries.Joined, entries.Named, entries.Joined]
    for length in range(1, len(played.log) + 1):
        seats = [seat.name for seat in Table.from_log(played.log[:length]).seats if seat.name]
        assert not any(look_alike(one, other) for one, other in pairwise(seats))


def test_the_last_who_sits_down_begins_the_game_also_if_a_guest_gives_way() -> None:
    played = table_for(2)
    join(played, "gus", "Ann")
    join(played, "ann", "Ann", ANN)
    assert played.table.status == "running"
    assert names(played) == [("Ann 2", False), ("Ann", True)]
    assert played.table.running.names == ["Ann", "P2"], "the notation has only letters"


def test_who_makes_an_account_during_a_game_goes_on_under_its_name() -> None:
    """The words of the notation stay those of the beginning; a comment tells who is called otherwise now."""
    played = table_for(2)
    join(played, "gus", "Gus")
    join(played, "bob", "Ann")
    seat, before = played.table.to_move, record_of(played.table)
    assert seat is not None
    registered = Naming("Ann", name_keys("Ann"))
    person = ("gus", "bob")[seat]
    played.do(person, commands.Say("hello"), naming=registered)
    said = played.log[-2].entry if isinstance(played.log[-2].entry, entries.Said) else played.log[-3].entry
    assert isinstance(said, entries.Said)
    assert (said.name, said.is_account, said.seat) == ("Ann", True, seat)
    assert names(played)[seat] == ("Ann", True)
    assert not names(played)[1 - seat][1]
    after = record_of(played.table).splitlines()
    comments = [line for line in after if line.startswith("# name")]
    assert [line for line in after if line not in comments] == before.splitlines()
    words = zip(("Gus", "Ann"), names(played), strict=True)
    assert comments == [f"# name {word} {shown}" for word, (shown, _) in words if shown != word]
    length = len(played.log)
    text = played.table.running.legal_actions()[0].text
    played.do(person, commands.Act(seat, text), naming=registered)
    assert len(played.log) == length + 1, "it is named once"


def test_a_guest_gives_way_also_to_an_owner_who_only_watches() -> None:
    played = table_for()
    join(played, "gus", "Ann")
    played.do("ann", commands.Say("hello"), naming=ANN)
    assert names(played) == [("Ann 2", False)]
    length = len(played.log)
    played.do("ann", commands.Say("hello again"), naming=ANN)
    assert len(played.log) == length + 1


def test_games_that_are_over_keep_their_names() -> None:
    played = table_for(2)
    join(played, "gus", "Gus")
    join(played, "bob", "Ann")
    before = record_of(played_out(played).table)
    played.do("gus", commands.Say("well played"), naming=ANN)
    assert names(played) == [("Gus", False), ("Ann", False)]
    assert record_of(played.table) == before


def test_an_account_speaks_under_its_name_whether_it_plays_or_watches() -> None:
    played = table_for()
    played.do("ann", commands.Say("hello", "Eve"), naming=ANN)
    join(played, "ann", "", ANN)
    played.do("ann", commands.Say("hello again"), naming=ANN)
    said = [row.entry for row in played.log if isinstance(row.entry, entries.Said)]
    assert [(one.name, one.seat, one.is_account) for one in said] == [("Ann", None, True), ("Ann", 0, True)]


def test_a_guest_who_watches_speaks_under_the_name_of_nobody_else() -> None:
    played = table_for()
    join(played, "bob", "Bob")
    played.do("eve", commands.Say("I am Bob", "Bob"))
    played.do("eve", commands.Say("I am Ann", GREEK_ANN), naming=Naming(None, name_keys("Ann")))
    said = [row.entry for row in played.log if isinstance(row.entry, entries.Said)]
    assert [(one.name, one.is_account) for one in said] == [("Bob 2", False), (f"{GREEK_ANN} 2", False)]


def test_whoever_takes_over_a_seat_does_not_get_the_account_with_it() -> None:
    played = table_for()
    join(played, "ann", "", ANN)
    join(played, "bob", "Bob")
    guest = Naming(None, name_keys("Ann"))
    played.write(commands.move_seat(played.table, 0, "ann", "eve", "", guest))
    assert names(played)[0] == ("P1", False)
    played.write(commands.move_seat(played.table, 0, "eve", "fay", "Ann", guest))
    assert names(played)[0] == ("Ann 2", False)
    played.write(commands.move_seat(played.table, 1, "bob", "dan", "", guest))
    assert names(played)[1] == ("Bob", False), "a guest may go on under the name of a guest"
    played.write(commands.move_seat(played.table, 1, "dan", "ann", "", ANN))
    assert names(played)[1] == ("Ann", True)


def test_a_seat_that_was_moved_in_an_older_version_keeps_its_name() -> None:
    played = table_for(2)
    join(played, "bob", "Bob")
    played.write([entries.Moved(0, "cat")])
    assert names(played) == [("Bob", False)]


def test_a_forgotten_person_is_in_no_name() -> None:
    played = table_for(2)
    join(played, "gus", "Gustav")
    join(played, "bob", "Bob")
    played.write([entries.Named(0, "Gustavson", is_account=True), entries.Moved(0, "eve", "Eve")])
    redacted = {row.seq: row for row in anonymised_rows(played.log, "gus")}
    rows = [redacted.get(row.seq, row) for row in played.log]
    told = "".join(str(row.entry) for row in rows)
    assert "Gustav" not in told
    assert [seat.name for seat in Table.from_log(rows).seats] == ["Eve", "Bob"]


async def registered(here: House, person: str, name: str) -> httpx.AsyncClient:
    """Somebody who makes an account."""
    answer = await here.person(person).post("/api/account", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return here._client(Authorization=f"Bearer {answer.json()['token']}")


def marks(seats: list[dict[str, Any]]) -> list[tuple[str, bool]]:
    return [(seat["name"], seat["is_account"]) for seat in seats]


@pytest.mark.process
async def test_tables_lists_and_chat_mark_accounts(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await registered(here, "a", "Ann")
        opened = (await ann.post("/api/tables", json={"players": 3, "is_open": True})).json()
        path = f"/api/tables/{opened['table']}"
        assert (await ann.post(f"{path}/join", json={"name": "Queen"})).json()["name"] == "Ann"
        eve = here.person("eve")
        offer = (await eve.get(f"/api/names/{GREEK_ANN}")).json()
        assert offer == {"name": f"{GREEK_ANN} 2", "is_taken": True}
        assert (await eve.get("/api/names/Bob")).json() == {"name": "Bob", "is_taken": False}
        joined = (await eve.post(f"{path}/join", json={"name": GREEK_ANN})).json()
        assert joined["name"] == offer["name"]
        shown = [("Ann", True), (offer["name"], False), ("", False)]
        assert marks((await eve.get(path)).json()["seats"]) == shown
        (listed,) = (await eve.get("/api/tables")).json()
        assert marks(listed["seats"]) == shown
        for client, name in ((ann, "Eve"), (eve, ""), (here.person("zed"), "Ann")):
            said = {"id": f"say {name}", "cmd": {"do": "say", "text": "hello", "name": name}}
            answer = await client.post(f"{path}/commands", json=said)
            assert answer.status_code == 200, answer.text
        chat = (await eve.get(f"{path}/chat")).json()
        assert marks(chat) == [("Ann", True), (offer["name"], False), ("Ann 3", False)]


@pytest.mark.process
async def test_rated_games_are_played_under_the_names_of_accounts(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann, bob = await registered(here, "a", "Ann"), await registered(here, "b", "Bob")
        wish = {"players": 2, "name": "Nobody", "is_rated": True}
        table = (await ann.post("/api/quick", json=wish)).json()["table"]
        assert (await bob.post("/api/quick", json=wish)).json()["table"] == table
        assert marks((await bob.get(f"/api/tables/{table}")).json()["seats"]) == [
            ("Ann", True),
            ("Bob", True),
        ]


@pytest.mark.process
async def test_no_account_has_a_name_that_looks_like_that_of_another(url: str) -> None:
    async with people(url) as some:
        await some.accounts.register("a", "Ann", PASSWORD, HERE)
        for number, name in enumerate([GREEK_ANN, "A\u0301nn", "ANN", "A-nn"]):
            assert await refusal(some.accounts.register(f"b{number}", name, PASSWORD, HERE)) == "name_taken"
        await some.accounts.register("c", "Anna", PASSWORD, HERE)
        wanted = ["Alice", "AIice", "A1ice"]
        outcomes = await asyncio.gather(
            *(some.accounts.register(f"d{name}", name, PASSWORD, HERE) for name in wanted),
            return_exceptions=True,
        )
        assert sum(not isinstance(outcome, Exception) for outcome in outcomes) == 1


@pytest.mark.process
async def test_accounts_of_before_are_entered_and_keep_their_names(url: str) -> None:
    """Two of them may look alike; neither can be imitated from now on."""
    async with people(url) as some:
        await some.accounts.register("a", "Zoe", PASSWORD, HERE)
        async with some.people_db.begin() as connection:
            await connection.execute(delete(NAME_KEYS))
        await some.accounts.register("b", "Zo\u00eb", PASSWORD, HERE)
        async with some.people_db.begin() as connection:
            await connection.execute(delete(NAME_KEYS))
        known = Names(some.people_db)
        assert await known.offer("Zoe") == "Zoe"
        await known.enter_older_names()
        await known.enter_older_names()
        assert await known.offer("Zoe") == "Zoe 2"
        async with some.people_db.read() as connection:
            rows = (await connection.execute(select(NAME_KEYS.c.key, NAME_KEYS.c.person))).all()
        assert [tuple(row) for row in rows] == [("zoe", "a")]


@pytest.mark.process
async def test_results_mark_accounts(url: str) -> None:
    """A guest who made an account later, under another name, was none then."""
    played = table_for(2)
    join(played, "ann", "", ANN)
    join(played, "gus", "Gus")
    played_out(played)
    async with hall(url) as at:
        await at.register("ann")
        await at.keep("t", played)
        await Results(at.people_db, at.rooms).write("t")
        (game,) = (await games_of(at.people_db, "gus")).games
        assert [(seat.name, seat.is_account) for seat in game.seats] == [("Ann", True), ("Gus", False)]
