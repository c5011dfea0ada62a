"""Undo: messages and log lines say which entry is taken back, so that a client need not find it out."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.checkpoints import Checkpoints
from elbowroom.server.tables.long_work import at_once
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import MAX_UNDOS_PER_TURN, Table
from elbowroom.server.views.log_lines import log_lines_since
from elbowroom.server.views.table_view import table_view
from elbowroom.server.views.updates import UpdateBuilder
from tests.server.tables import Played, two

PEOPLE = ("ann", "bob", "cy")


def played_with_undo(seed: int, acts: int = 200) -> Played:
    """A game in which people change their minds, several times in a row; computers play in between."""
    played, chance = Played(TableSettings(players=3)).sit(*PEOPLE), random.Random(seed)
    for number in range(acts):
        seat, at = played.table.to_move, float(number)
        if seat is None:
            break
        if number % 23 == 11:
            played.do(PEOPLE[seat], commands.Say("wait"), at)
        if number % 31 == 17:
            other = chance.randrange(3)
            taken_over = played.table.seats[other].taken_over
            command = commands.Return(other) if taken_over else commands.Leave(other)
            played.do(PEOPLE[other], command, at)
        while played.table.undoable and chance.random() < 0.4:
            played.do(PEOPLE[seat], commands.Undo(seat), at)
        if played.table.running.phase == "ready" and not played.table.seats[seat].taken_over:
            first = played.table.running.clone()
            first.apply("expand")
            if first.to_move == seat:
                texts = ("expand", first.text_of(chance.choice(first.legal())))
                played.do(PEOPLE[seat], commands.Act(seat, actions=texts), at)
                continue
        played.act_at_random(chance, at)
    return played


def taken_back(played: Played) -> dict[int, int | None]:
    """By the number of each undo, the number of the entry that it takes back."""
    table, found = Table(played.log[0]), {}
    for row in played.log[1:]:
        table.add(row)
        if isinstance(row.entry, entries.Undone):
            found[row.seq] = table.takes_back
        else:
            assert table.takes_back is None
    return found


@pytest.mark.parametrize("seed", range(4))
def test_what_undo_leaves_is_the_game(seed: int) -> None:
    """Without the undos and what they take back, the acts that are left are exactly the game's history."""
    played = played_with_undo(seed)
    undone = taken_back(played)
    gone = set(undone.values())
    assert len(gone) == len(undone) > 10, "nothing is taken back twice"
    kept: list[int] = []
    for row in played.log:
        if isinstance(row.entry, (entries.Acted, entries.Started)) and row.seq not in gone:
            kept += row.entry.actions
    assert kept == played.table.running.history
    kinds = {type(row.entry) for row in played.log}
    assert {entries.TookOver, entries.HandedBack, entries.Said} <= kinds
    numbers = list(undone)
    assert any(later == earlier + 1 for earlier, later in pairwise(numbers))
    acted = {row.seq: row.entry.actions for row in played.log if isinstance(row.entry, entries.Acted)}
    assert any(len(acted[seq]) > 1 for seq in gone if seq is not None), "one undo for several actions"


@pytest.mark.parametrize("seed", range(2))
def test_the_game_after_an_undo_is_the_game_before_the_entry(seed: int) -> None:
    played = played_with_undo(seed, acts=80)
    positions = {0: ""}
    table = Table(played.log[0])
    for row in played.log[1:]:
        table.add(row)
        positions[row.seq] = "" if table.game is None else table.game.to_text()
    for seq, entry in taken_back(played).items():
        assert entry is not None
        assert positions[seq] == positions[entry - 1] != positions[entry]


async def test_every_message_and_the_log_name_the_same_entry() -> None:
    played = played_with_undo(5, acts=80)
    undone = taken_back(played)
    lines = at_once(log_lines_since(played.log, 0, Checkpoints()))
    assert {line.seq: line.takes_back for line in lines if line.what == "undone"} == undone
    assert all("takes_back" not in msgspec.to_builtins(line) for line in lines if line.what != "undone")
    after = Table(played.log[0])
    for row in played.log[1:]:
        before, after = after, after.copy()
        after.add(row)
        builder = UpdateBuilder("t", before, after, row)
        for person in (*PEOPLE, None):
            patch, update = (
                read(builder.message(person, wants_states=wants_states)) for wants_states in (False, True)
            )
            assert patch.get("takes_back") == update["takes_back"] == undone.get(row.seq)
            assert ("takes_back" in patch) == (row.seq in undone)


def read(message: bytes) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(message)
    return found


async def test_the_log_before_a_recovery_names_them_too() -> None:
    """There the game itself is not played any more."""
    played = played_with_undo(2, acts=80)
    undone = taken_back(played)
    played.write([entries.Recovered("0", played.table.running.to_text(), [0.0] * 3)])
    for _ in range(5):
        played.act_at_random(random.Random(2))
    lines = at_once(log_lines_since(played.log, 0, Checkpoints()))
    assert {line.seq: line.takes_back for line in lines if line.what == "undone"} == undone
    assert not any(line.events for line in lines if line.seq <= max(undone))


def test_an_undo_cannot_cross_a_recovery() -> None:
    position = "map 2-players\nplayers Ann Bob\nAnn Hill Orcs : 3 4, 9 3 <- to move\nBob Forest Giants : 20 3"
    played = two(position=position)
    played.do("ann", commands.Act(0, "abandon 9"))
    assert played.table.undoable
    played.write([entries.Recovered("0", played.table.running.to_text(), [0.0] * 2)])
    assert not played.table.undoable
    assert not Table.from_log(played.log).undoable


POSITION = (
    "map 2-players\ntribes -\nAnn Forest Humans, 9 in hand : 3 1\nBob Hill Orcs : 18 4\n"
    "turn Ann conquer, acted\n"
)


def test_a_log_does_not_grow_without_end_by_acting_and_undoing() -> None:
    played = two(position=POSITION)
    for _ in range(MAX_UNDOS_PER_TURN):
        assert played.table.can_undo is False
        played.do("ann", commands.Act(0, "conquer 4"))
        played.do("ann", commands.Undo(0))
    played.do("ann", commands.Act(0, "conquer 4"))
    with pytest.raises(Refused) as refused:
        played.do("ann", commands.Undo(0))
    assert (refused.value.code, refused.value.params) == ("too_many_undos", {"most": MAX_UNDOS_PER_TURN})
    decision = table_view("t", played.table, "ann").decision
    assert decision is not None
    assert not decision.can_undo, "nobody is offered what would be refused"
    assert Table.from_log(played.log).undos_in_turn == MAX_UNDOS_PER_TURN
    chance = random.Random(1)
    turn = played.table.running.turn
    while played.table.running.turn == turn:
        played.act_at_random(chance)
    assert played.table.undos_in_turn == 0, "the next turn has its own"
