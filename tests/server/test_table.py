"""A table and its log: joining, playing, undo, clocks, takeover, and the table again from its log alone."""

from __future__ import annotations

import random

import msgspec
import pytest

from elbowroom.engine.record import read_record, write_record
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import commands, entries, fairness
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.settings import Clock, TableSettings, check_settings
from elbowroom.server.tables.table import Table
from tests.server.tables import INVITE, SEED, Played, two

CONQUERING = """
map 2-players
tribes -
Ann Forest Humans, 9 in hand : 3 1
Bob Hill Orcs : 18 4
turn Ann conquer, acted
"""


def at_a_conquest() -> Played:
    return two(position=CONQUERING)


def test_a_table_starts_when_it_is_full() -> None:
    played = Played(TableSettings(players=3, computers=("easy",))).sit("ann")
    before = played.table.status
    played.sit("bob")
    assert (before, played.table.status) == ("open", "running")
    assert played.table.seats[2].level == "easy"
    assert played.table.running.names == ["Ann", "Bob", played.table.seats[2].name]


def test_the_host_may_start_with_computers_in_the_free_seats() -> None:
    played = Played(TableSettings(players=4)).sit("ann")
    with pytest.raises(Refused, match="Only who opened"):
        played.do("bob", commands.Start())
    played.do("ann", commands.Start(level="hard"))
    assert [seat.level for seat in played.table.seats] == [None, "hard", "hard", "hard"]
    assert played.table.status == "running"


def test_seats_are_taken_once_and_can_be_left_before_the_start() -> None:
    played = Played(TableSettings(players=3)).sit("ann", "bob")
    with pytest.raises(Refused, match="Seat 1 is taken"):
        played.do("cy", commands.Join(name="Cy", invite=INVITE, seat=1))
    with pytest.raises(Refused, match="Seat 0 is not yours"):
        played.do("bob", commands.Leave(0))
    played.do("bob", commands.Leave(1))
    played.do("cy", commands.Join(name="Cy", invite=INVITE, seat=1))
    assert [seat.person for seat in played.table.seats] == ["ann", "cy", None]


def test_one_person_may_hold_several_seats() -> None:
    played = Played(TableSettings(players=2)).sit("ann", "ann")
    assert played.table.seats_of("ann") == [0, 1]
    assert played.table.running.names == ["Ann", "P2"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game_is_told_by_its_log_alone(players: int) -> None:
    """Every entry goes through JSON, as in the store; the seed is shown with the last one."""
    played = Played(TableSettings(players=players)).sit(*[f"player{n}" for n in range(players)])
    chance = random.Random(players)
    while played.table.status == "running":
        assert played.table.seed is None
        played.act_at_random(chance)
    assert played.table.status == "over"
    assert played.table.seed == SEED
    stored = [msgspec.json.decode(msgspec.json.encode(row), type=LogRow) for row in played.log]
    again = Table.from_log(stored)
    assert again.running.to_text() == played.table.running.to_text()
    assert again.running.history == played.table.running.history
    record = write_record(again.running)
    assert read_record(record).to_text() == again.running.to_text()


def test_the_luck_is_that_of_the_seed_and_the_players_numbers() -> None:
    """Anyone can check it afterwards: the dealer with the key of the seed deals the same."""
    played = two()
    chance = random.Random(4)
    while played.table.status == "running":
        played.act_at_random(chance)
    game = played.table.running
    assert fairness.commitment(played.table.seed or "") == played.table.commitment
    assert fairness.is_dealt_by(game, fairness.key_of(SEED, ["nann", "nbob"]))
    assert not fairness.is_dealt_by(game, fairness.key_of(SEED, ["nann", "other"]))


def test_another_number_of_a_player_brings_other_luck() -> None:
    def column(nonce: str) -> list[str]:
        played = Played(TableSettings(players=2)).sit("ann")
        played.do("bob", commands.Join(name="Bob", invite=INVITE, nonce=nonce))
        return [combo.race for combo in played.table.running.view(None).column]

    assert column("a") == column("a") != column("b")


def test_only_the_player_who_decides_may_act_and_only_in_his_seat() -> None:
    played = at_a_conquest()
    with pytest.raises(Refused, match="not your decision, but that of Ann"):
        played.do("bob", commands.Act(1, "end"))
    with pytest.raises(Refused, match="not yours"):
        played.do("bob", commands.Act(0, "end"))
    with pytest.raises(Refused, match="not adjacent"):
        played.do("ann", commands.Act(0, "conquer 22"))
    length = len(played.log)
    assert played.table.seq == length, "a refused command leaves no trace"


def test_several_steps_of_a_turn_can_be_undone_one_by_one() -> None:
    played = at_a_conquest()
    texts = [played.table.running.to_text()]
    for region in (2, 4):
        played.do("ann", commands.Act(0, f"conquer {region}"))
        texts.append(played.table.running.to_text())
    played.do("ann", commands.Undo(0))
    assert played.table.running.to_text() == texts[1]
    played.do("ann", commands.Undo(0))
    assert played.table.running.to_text() == texts[0]
    with pytest.raises(Refused, match="nothing that you may take back"):
        played.do("ann", commands.Undo(0))
    assert Table.from_log(played.log).running.to_text() == texts[0]


def test_undo_never_crosses_a_die_or_a_new_combo() -> None:
    played = two()
    seat = played.table.to_move
    assert seat is not None
    person = ("ann", "bob")[seat]
    played.do(person, commands.Act(seat, "pick 1"))
    with pytest.raises(Refused):
        played.do(person, commands.Undo(seat))


def test_undo_never_crosses_another_players_act() -> None:
    played = at_a_conquest()
    played.do("ann", commands.Act(0, "conquer 2"))
    chance = random.Random(1)
    while played.table.to_move == 0:
        played.act_at_random(chance)
    with pytest.raises(Refused):
        played.do("ann", commands.Undo(0))
    with pytest.raises(Refused):
        played.do("bob", commands.Undo(1))


def test_a_turns_time_runs_for_the_player_to_move_and_begins_anew() -> None:
    played = two(position=CONQUERING, clock=Clock("turn", 60))
    assert played.table.deadline() == 60
    played.do("ann", commands.Act(0, "conquer 2"), at=10)
    assert played.table.deadline() == 60, "one's own decisions share the time of the turn"
    chance = random.Random(1)
    while played.table.to_move == 0:
        played.act_at_random(chance, at=20)
    assert played.table.deadline() == 80


def test_a_bank_is_used_up_and_grows_by_the_increment() -> None:
    played = two(position=CONQUERING, clock=Clock("bank", 100, 5))
    chance = random.Random(1)
    while played.table.to_move == 0:
        played.act_at_random(chance, at=30)
    assert played.table.seconds_left[0] == pytest.approx(75)
    assert played.table.deadline() == 130


def test_clocks_stop_when_all_have_asked_and_go_on_when_one_resumes() -> None:
    played = two(position=CONQUERING, clock=Clock("turn", 60))
    played.do("ann", commands.Pause(0), at=10)
    assert played.table.deadline() == 60
    played.do("bob", commands.Pause(1), at=20)
    assert played.table.deadline() is None
    with pytest.raises(Refused, match="stand still"):
        played.do("ann", commands.Act(0, "conquer 2"), at=25)
    played.do("bob", commands.Resume(1), at=100)
    assert played.table.deadline() == 140


def test_asking_for_a_pause_and_withdrawing_it_wins_no_time() -> None:
    played = two(position=CONQUERING, clock=Clock("turn", 60))
    played.do("ann", commands.Pause(0), at=50)
    played.do("ann", commands.Resume(0), at=55)
    assert played.table.deadline() == 60


def test_a_computer_takes_over_for_one_who_leaves_and_hands_back() -> None:
    played = at_a_conquest()
    played.do("ann", commands.Leave(0))
    assert played.table.seats[0].is_computer
    assert played.table.deadline() is None
    with pytest.raises(Refused, match="come back first"):
        played.do("ann", commands.Act(0, "conquer 2"))
    played.write(commands.act(played.table, 0, ("conquer 2",), "computer", SEED))
    with pytest.raises(Refused):
        played.do("ann", commands.Undo(0))
    played.do("ann", commands.Return(0))
    played.do("ann", commands.Act(0, "conquer 4"))
    assert not Table.from_log(played.log).seats[0].is_computer


def test_a_table_that_has_not_begun_can_be_closed_by_its_host() -> None:
    played = Played(TableSettings(players=2)).sit("ann")
    with pytest.raises(Refused):
        played.do("bob", commands.Close())
    played.do("ann", commands.Close())
    with pytest.raises(Refused, match="the table is closed"):
        played.do("bob", commands.Join(name="Bob", invite=INVITE))


@pytest.mark.parametrize(
    "settings",
    [
        TableSettings(players=6),
        TableSettings(players=2, computers=("easy", "easy")),
        TableSettings(players=2, computers=("godlike",)),
        TableSettings(players=2, map="3-players"),
        TableSettings(players=2, options="no_such_option"),
        TableSettings(players=2, content=("[race.x",)),
        TableSettings(players=2, is_rated=True, computers=("easy",)),
        TableSettings(players=2, is_open=True, position=CONQUERING),
        TableSettings(players=3, position=CONQUERING),
        TableSettings(players=2, clock=Clock("turn", 1)),
        TableSettings(players=2, clock=Clock("bank", 60, -1)),
        TableSettings(players=2, title="x" * 200),
        TableSettings(players=2, title="one\x00"),
        TableSettings(players=2, content=("#" * 300_000,)),
    ],
)
def test_what_cannot_be_played_is_refused_before_a_table_is_opened(settings: TableSettings) -> None:
    with pytest.raises(Refused):
        check_settings(settings)


@pytest.mark.parametrize("name", ["", "   ", "x" * 30, "a\nb\x00"])
def test_a_name_is_something_that_can_be_shown(name: str) -> None:
    with pytest.raises(Refused, match="name"):
        Played(TableSettings(players=2)).do("ann", commands.Join(name=name, invite=INVITE))


@pytest.mark.parametrize("nonce", ["x" * 65, "a b", "ä"])
def test_a_number_for_the_dealer_is_letters_and_digits(nonce: str) -> None:
    with pytest.raises(Refused):
        Played(TableSettings(players=2)).do("ann", commands.Join(name="Ann", invite=INVITE, nonce=nonce))


def test_names_become_words_of_the_notation() -> None:
    played = Played(TableSettings(players=4))
    for person, name in (("a", "Anna Lena"), ("b", "turn"), ("c", "anna-lena"), ("d", "42")):
        played.do(person, commands.Join(name=name, invite=INVITE))
    assert played.table.running.names == ["AnnaLena", "P2", "anna-lena", "P4"]
    assert [seat.name for seat in played.table.seats] == ["Anna Lena", "turn", "anna-lena 2", "42"]


def test_an_unknown_entry_or_command_is_not_read() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"do": "cheat"}', type=commands.AnyCommand)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"kind": "rewritten"}', type=entries.AnyEntry)
