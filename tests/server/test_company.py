"""Around the game: invites, moved seats, chat, clocks that cannot be cheated, forgetting, mending."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import commands, entries, fairness
from elbowroom.server.tables.anonymise import anonymised_rows
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.invite_codes import INVITE_ALPHABET, INVITE_CHARACTERS, new_invite
from elbowroom.server.tables.log_chain import shown_head
from elbowroom.server.tables.naming import GUEST
from elbowroom.server.tables.settings import Clock, TableSettings, check_settings
from elbowroom.server.tables.table import Table
from elbowroom.server.views.table_view import table_view
from elbowroom.server.views.updates import UpdateBuilder, chat_message
from tests.server.authors import race
from tests.server.tables import INVITE, SEED, Played, two


def test_a_private_table_needs_its_invite_code() -> None:
    played = Played(TableSettings(players=3))
    for wrong in ("", "wrong", "\udcff"):
        with pytest.raises(Refused, match="invite code"):
            played.do("bob", commands.Join(name="Bob", invite=wrong))
    played.do("ann", commands.Join(name="Ann"))
    played.do("bob", commands.Join(name="Bob", invite=INVITE))
    assert table_view("t", played.table, "bob").invite == INVITE
    assert table_view("t", played.table, None).invite is None, "who only watches cannot pass it on"


def test_a_new_invite_code_makes_the_old_one_void() -> None:
    played = Played(TableSettings(players=2))
    with pytest.raises(Refused, match="opened"):
        played.do("bob", commands.Invite())
    played.do("ann", commands.Invite())
    with pytest.raises(Refused, match="invite code"):
        played.do("bob", commands.Join(name="Bob", invite=INVITE))
    played.do("bob", commands.Join(name="Bob", invite=played.table.invite))


def test_invite_codes_are_long_and_differ() -> None:
    codes = {new_invite() for _ in range(100)}
    assert len(codes) == 100
    assert len(INVITE_ALPHABET) ** INVITE_CHARACTERS > 2**60


def test_an_open_table_needs_no_code() -> None:
    Played(TableSettings(players=2, is_open=True)).do("bob", commands.Join(name="Bob"))


def test_a_seat_moves_with_its_name_and_its_game() -> None:
    played = two()
    seat = played.table.to_move
    assert seat is not None
    giver = played.table.seats[seat].person
    assert giver is not None
    name = played.table.seats[seat].name
    with pytest.raises(Refused, match="not yours"):
        commands.move_seat(played.table, seat, "stranger", "cy")
    played.write(commands.move_seat(played.table, seat, giver, "cy"))
    assert played.table.seats[seat].name == name
    action = played.table.running.text_of(played.table.running.legal()[0])
    with pytest.raises(Refused, match="not yours"):
        played.do(giver, commands.Act(seat, action))
    played.do("cy", commands.Act(seat, action))
    assert Table.from_log(played.log).seats[seat].person == "cy"


def test_in_a_rated_game_everybody_has_one_seat_and_keeps_it() -> None:
    played = Played(TableSettings(players=3, is_rated=True, is_open=True)).sit("ann", "bob")
    with pytest.raises(Refused, match="one seat"):
        played.do("bob", commands.Join(name="Again"))
    with pytest.raises(Refused, match="one seat"):
        commands.move_seat(played.table, 0, "ann", "cy")


def test_only_people_with_an_account_open_or_join_a_rated_table() -> None:
    rated = TableSettings(players=2, is_rated=True, is_open=True)
    with pytest.raises(Refused, match="account"):
        Played(rated).do("bob", commands.Join(name="Bob"), naming=GUEST)
    with pytest.raises(Refused, match="account"):
        commands.check_account(rated, has_account=False)
    Played(TableSettings(players=2, is_open=True)).do("bob", commands.Join(name="Bob"), naming=GUEST)


@pytest.mark.parametrize(
    "more",
    [{"content": (race("Gnomes"),)}, {"position": "whatever it is"}, {"computers": ("easy",)}],
)
def test_rated_games_are_played_by_people_with_what_is_in_the_box(more: dict[str, Any]) -> None:
    check_settings(TableSettings(players=2, **(more | {"position": ""})))
    with pytest.raises(Refused) as refused:
        check_settings(TableSettings(players=2, is_rated=True, **more))
    assert refused.value.code == "rated_table"


def said(played: Played, person: str | None) -> list[str]:
    """What a person reads of all that was written."""
    found = [chat_message(row, played.table, person) for row in played.log]
    return [word.text for word in found if word is not None]


def test_players_do_not_hear_those_who_watch_until_the_game_is_over() -> None:
    played = two()
    played.do("ann", commands.Say("  good \n luck "))
    played.do("eve", commands.Say("he has 12 coins", name="Eve"))
    assert said(played, "bob") == ["good luck"]
    assert said(played, "cy") == said(played, None) == ["good luck", "he has 12 coins"]
    row = played.log[-1]
    builder = UpdateBuilder("t", played.table, played.table, row)
    heard = msgspec.json.decode(builder.message("bob"))
    chain = shown_head(played.table.chain)
    bare = {"type": "patch", "seq": row.seq, "at": row.at, "what": "said", "chain": chain}
    assert heard == bare, "only that there was something"
    whole = msgspec.json.decode(builder.message("bob", wants_states=True))
    assert (whole["seq"], whole["said"], whole["state"], whole["seat"]) == (row.seq, None, None, None)
    assert b"Eve" not in builder.message("bob", wants_states=True)
    chance = random.Random(1)
    while played.table.status == "running":
        played.act_at_random(chance)
    assert said(played, "bob") == ["good luck", "he has 12 coins"]


def test_who_is_muted_is_not_heard_but_numbers_stay_contiguous() -> None:
    played = two()
    played.do("bob", commands.Say("spam"))
    builder = UpdateBuilder("t", played.table, played.table, played.log[-1])
    for wants_states in (False, True):
        heard = builder.message("ann", wants_states=wants_states)
        assert msgspec.json.decode(heard)["said"]["text"] == "spam"
        muted = msgspec.json.decode(builder.message("ann", frozenset({"bob"}), wants_states=wants_states))
        assert (muted["seq"], muted.get("said")) == (played.table.seq, None)


@pytest.mark.parametrize("text", ["", "   ", "x" * 301, "a\u202eb", "a\0b", "\x1b[31m"])
def test_what_is_no_line_of_text_is_not_said(text: str) -> None:
    with pytest.raises(Refused, match="Write"):
        two().do("ann", commands.Say(text))


def test_who_watches_needs_a_name_to_speak() -> None:
    with pytest.raises(Refused, match="name"):
        two().do("eve", commands.Say("hello"))


def clocked(kind: str, seconds: int, increment: int = 0) -> Played:
    return two(clock=Clock(kind, seconds, increment))  # type: ignore[arg-type]


def test_leaving_and_returning_wins_no_time() -> None:
    played = clocked("turn", 60)
    seat = played.table.to_move
    assert seat is not None
    person = played.table.seats[seat].person
    assert person is not None
    deadline = played.table.deadline()
    assert deadline == 60
    for at in (10.0, 20.0, 30.0):
        played.do(person, commands.Leave(seat), at)
        assert played.table.deadline() is None
        played.do(person, commands.Return(seat), at + 1)
    assert played.table.deadline() == 60, "the clock goes on while a computer thinks"


def test_whose_time_is_over_plays_again_from_the_next_turn_on() -> None:
    played = clocked("turn", 60)
    seat = played.table.to_move
    assert seat is not None
    person = str(played.table.seats[seat].person)
    played.write([entries.TookOver(seat, "time")], at=60.0)
    with pytest.raises(Refused, match="next turn"):
        played.do(person, commands.Return(seat), 61.0)
    chance = random.Random(3)
    turn = played.table.running.turn
    while played.table.running.turn == turn:
        played.act_at_random(chance, 62.0)
    played.do(person, commands.Return(seat), 63.0)
    while played.table.to_move != seat:
        played.act_at_random(chance, 64.0)
    deadline = played.table.deadline()
    assert deadline is not None
    assert deadline >= 64 + 60


def test_an_empty_bank_still_gives_a_few_seconds_each_turn() -> None:
    played = clocked("bank", 30)
    chance, now = random.Random(5), 0.0
    seat = played.table.to_move
    assert seat is not None
    turn = played.table.running.turn
    while played.table.running.turn == turn:
        now += 30.0
        played.act_at_random(chance, now)
    while played.table.to_move != seat:
        played.act_at_random(chance, now)
    assert played.table.seconds_left[seat] == 10.0


def test_a_wish_for_a_pause_is_withdrawn_by_who_had_it() -> None:
    played = two(clock=Clock("turn", 60))
    played.do("ann", commands.Pause(0), 1.0)
    with pytest.raises(Refused, match="nothing to pause"):
        played.do("bob", commands.Resume(1), 2.0)
    played.do("ann", commands.Resume(0), 3.0)
    assert played.table.wants_pause == set()
    played.do("ann", commands.Leave(0), 4.0)
    with pytest.raises(Refused, match="nothing to pause"):
        played.do("ann", commands.Pause(0), 5.0)


def test_while_the_clocks_stand_still_nothing_is_taken_back() -> None:
    played = two(
        position="map 2-players\ntribes -\nAnn Forest Humans, 9 in hand : 3 1\nBob Hill Orcs : 18 4\n"
        "turn Ann conquer, acted\n"
    )
    played.do("ann", commands.Act(0, "conquer 4"))
    played.do("ann", commands.Pause(0))
    played.do("bob", commands.Pause(1))
    with pytest.raises(Refused, match="stand still"):
        played.do("ann", commands.Undo(0))


def test_a_forgotten_person_is_nowhere_in_the_log_and_the_game_goes_on() -> None:
    played = two()
    played.do("bob", commands.Say("I live at 7 Hill Road"))
    chance = random.Random(2)
    for _ in range(30):
        played.act_at_random(chance)
    log = [
        msgspec.structs.replace(row, command=f"bob c{row.seq}") if number % 2 else row
        for number, row in enumerate(played.log)
    ]
    history = list(played.table.running.history)
    redacted = {row.seq: row for row in anonymised_rows(log, "bob")}
    assert redacted
    rest = [redacted.get(row.seq, row) for row in log]
    told = msgspec.json.encode(rest).decode().replace("nbob", "")
    assert "bob" not in told.lower()
    assert "Hill Road" not in told
    rest.append(LogRow(len(rest) + 1, 1.0, entries.Forgotten([1], was_host=False)))
    table = Table.from_log(rest)
    assert table.running.history == history
    assert table.seats[1].person is None
    assert table.seats[1].is_computer
    assert table.running.names == ["Ann", "P2"]
    assert table.nonces == ["nann", "nbob"], "the luck can still be checked"


def mended(played: Played) -> Table:
    """The same table when its log cannot be replayed: followed without the engine, then from a position."""
    table = Table.from_log_without_game(played.log, without_game_until=played.table.seq + 1)
    assert table.game is None
    position = played.table.running.to_text()
    row = LogRow(played.table.seq + 1, 5.0, entries.Recovered("2", position, played.table.seconds_left))
    table.skips_game = False
    table.add(row)
    played.log.append(row)
    return table


def test_a_mended_game_goes_on_from_its_position_with_the_luck_that_it_would_have_had() -> None:
    played, twin = two(), two()
    chances = random.Random(4), random.Random(4)
    for _ in range(40):
        for game, chance in zip((played, twin), chances, strict=True):
            game.act_at_random(chance)
    played.table = mended(played)
    assert played.table.is_recovered
    assert table_view("t", played.table, "ann").is_recovered
    while twin.table.status == "running":
        for game, chance in zip((played, twin), chances, strict=True):
            game.act_at_random(chance)
    assert played.table.status == "over"
    assert played.table.running.to_text() == twin.table.running.to_text(), "the same dice, the same combos"
    assert Table.from_log(played.log).running.to_text() == twin.table.running.to_text()


def test_a_log_can_be_mended_twice() -> None:
    played = two()
    chance = random.Random(6)
    for _ in range(2):
        for _ in range(25):
            played.act_at_random(chance)
        played.table = mended(played)
    key = fairness.key_of(SEED, played.table.nonces)
    assert len(played.table.all_actions) > 40
    again = Table.from_log(played.log)
    assert again.all_actions == played.table.all_actions
    assert fairness.dealer_after(key, again.all_actions) is not None
    assert again.running.to_text() == played.table.running.to_text()


def test_a_table_that_is_copied_moves_on_alone() -> None:
    played = two()
    before = msgspec.json.encode(table_view("t", played.table, "ann"))
    other = played.table.copy()
    rest = Played(TableSettings(players=2))
    rest.log, rest.table = list(played.log), other
    chance = random.Random(8)
    for _ in range(50):
        rest.act_at_random(chance)
    assert msgspec.json.encode(table_view("t", played.table, "ann")) == before
