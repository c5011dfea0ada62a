"""Computers have names that no person can take; the record tells their levels."""

from __future__ import annotations

import re

import msgspec
import pytest

from elbowroom.agents import LEVELS, agent_versions
from elbowroom.engine.record import read_record
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import catalogue, filled
from elbowroom.server.people.accounts import checked_name
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.computer_names import COMPUTER_NAMES, computer_name, refuse_computer_name
from elbowroom.server.tables.listing import ListedSeat, summary_of
from elbowroom.server.tables.naming import MAX_NAME_CHARACTERS
from elbowroom.server.tables.new_tables import opening_entry
from elbowroom.server.tables.record_comments import RecordComments, read_comments
from elbowroom.server.tables.record_export import record_of
from elbowroom.server.tables.record_import import log_of_record
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table
from tests.server.tables import INVITE, Played


def test_all_names_are_short_single_words_that_the_notation_can_keep() -> None:
    assert all(re.fullmatch(r"[A-Z][a-z]{3,8}", name) for name in COMPUTER_NAMES)
    assert len({name.lower() for name in COMPUTER_NAMES}) == len(COMPUTER_NAMES)


def test_computers_of_one_table_never_share_a_name_and_tables_differ() -> None:
    tables = [[computer_name(f"{number:064x}", seat) for seat in range(5)] for number in range(200)]
    assert all(len(set(names)) == 5 for names in tables)
    assert {name for names in tables for name in names} == set(COMPUTER_NAMES)


def test_a_computer_keeps_its_name_when_the_table_is_read_again() -> None:
    """Also one that takes a free seat at the start: no entry of the log stores a name."""
    played = Played(TableSettings(players=4, computers=("easy",))).sit("ann")
    waiting = played.table.seats[3].name
    played.do("ann", commands.Start(level="hard"))
    names = [seat.name for seat in played.table.seats]
    assert names[3] == waiting
    assert names[0] == "Ann"
    assert set(names[1:]) <= set(COMPUTER_NAMES)
    assert played.table.running.names == names
    assert [seat.name for seat in Table.from_log(played.log).seats] == names
    assert summary_of(played.table).seats[3] == ListedSeat(names[3], "easy")


def test_a_game_of_an_older_version_keeps_its_record_and_its_computers_get_names() -> None:
    """Then, computers were called after their seats in the notation."""
    played = Played(TableSettings(players=2, computers=("easy",))).sit("ann")
    rows = [
        msgspec.structs.replace(row, entry=msgspec.structs.replace(row.entry, names=["Ann", "P2"]))
        if isinstance(row.entry, entries.Started)
        else row
        for row in played.log
    ]
    table = Table.from_log(rows)
    assert table.running.names == ["Ann", "P2"]
    assert table.seats[1].name in COMPUTER_NAMES
    assert "# computer P2 easy\n" in record_of(table)


def test_the_record_tells_which_players_are_computers_and_their_levels() -> None:
    played = Played(TableSettings(players=3, computers=("normal", "expert"))).sit("ann")
    names = played.table.running.names
    text = record_of(played.table)
    assert text.splitlines()[1:3] == [f"# computer {names[1]} normal", f"# computer {names[2]} expert"]
    assert read_record(text).names == names


def test_the_record_tells_the_versions_that_the_table_was_opened_with() -> None:
    """Whatever version the program has by then; tables of before know none."""
    opened = opening_entry(TableSettings(players=2, computers=("easy",)), "11" * 32, "ann")
    assert opened.versions == agent_versions(LEVELS)
    comments = RecordComments((None, "easy"), versions={"easy": 1})
    assert comments.lines(["Ann", "Bramlo"]) == ["# computer Bramlo easy version 1"]


def test_the_version_survives_the_import_of_a_record_and_old_comments_name_none() -> None:
    played = Played(TableSettings(players=2, computers=("easy",))).sit("ann")
    bare = record_of(played.table)
    computer = played.table.running.names[1]
    told = bare.replace(f"# computer {computer} easy", f"# computer {computer} easy version 7")
    for record, versions in ((bare, {}), (told, {"easy": 7})):
        assert read_comments(record, played.table.running.names).levels == (None, "easy")
        opened, entries_of_game = log_of_record(record)
        assert opened.versions == versions
        rows = [
            entries.LogRow(number, 0.0, entry) for number, entry in enumerate([opened, *entries_of_game], 1)
        ]
        imported = Table.from_log(rows)
        assert f"# computer {computer} easy{' version 7' if versions else ''}\n" in record_of(imported)


@pytest.mark.parametrize(
    "name",
    [
        "Bramlo",
        "bramlo",
        "BRAMLO",
        "Brâmlo",
        "Bram-lo 2",
        "\uff22ramlo",
        "Br\u0430mlo",
        "Brarnlo",
        "Bram1o",
        "\u0412ramlo",
    ],
)
def test_no_person_takes_the_name_of_a_computer(name: str) -> None:
    with pytest.raises(Refused, match="Bramlo is the name of a computer player"):
        Played(TableSettings(players=2)).do("ann", commands.Join(name=name, invite=INVITE))
    with pytest.raises(Refused, match="Bramlo"):
        Played(TableSettings(players=2)).do("ann", commands.Say(text="Hello", name=name))
    with pytest.raises(Refused, match="Bramlo"):
        checked_name(name)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_refusal_offers_a_name_that_may_be_taken(language: str) -> None:
    for name in COMPUTER_NAMES:
        sentence = filled(catalogue(language)["refusal_computer_name"], {"name": name})
        offered = re.findall(r"[“„](.+?)[”“]", sentence)
        assert len(offered) == 1
        assert len(offered[0]) <= MAX_NAME_CHARACTERS
        refuse_computer_name(offered[0])


def test_a_name_that_only_begins_alike_is_fine() -> None:
    played = Played(TableSettings(players=2))
    played.do("ann", commands.Join(name="Bramlotta", invite=INVITE))
    assert played.table.seats[0].name == "Bramlotta"
