"""Secrets: two tables that look the same to a viewer are told to him in the same bytes."""

from __future__ import annotations

import random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from elbowroom.server.rooms.updates import Telling, table_view
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.agreement import Agreement
from tests.server.tables import INVITE, SEED, Played


def told(played: Played, person: str | None) -> bytes:
    """Everything that a person hears of the last entry."""
    row = played.log[-1]
    return msgspec.json.encode(
        [Telling("t", played.table, row).to(person), table_view("t", played.table, person)]
    )


@settings(max_examples=25, deadline=None)
@given(
    players=st.integers(2, 5),
    acts=st.integers(0, 120),
    seed=st.integers(0, 10**6),
    viewer=st.integers(-1, 4),
    data=st.data(),
)
def test_hidden_coins_and_the_seed_change_no_byte(
    players: int, acts: int, seed: int, viewer: int, data: st.DataObject
) -> None:
    """Others' totals may be anything, and nobody can tell; the seed is nowhere until the game is over."""
    played = Played(Agreement(players=players)).sit(*[f"player{n}" for n in range(players)])
    chance = random.Random(seed)
    for _ in range(acts):
        if played.table.status != "running":
            break
        played.act_at_random(chance)
    if played.table.status == "over":
        return
    person = f"player{viewer}" if 0 <= viewer < players else None
    before = told(played, person)
    assert SEED.encode() not in before
    for seat in range(players):
        if seat != viewer:
            played.table.running.state.coins[seat] = data.draw(st.integers(0, 99))
    assert told(played, person) == before


def test_what_identifies_a_person_is_told_to_nobody() -> None:
    """Not even to others at the table: they see a name, not an identity."""
    played = Played(Agreement(players=2), host="host-secret")
    played.do("id-of-ann", commands.Join(name="Ann", invite=INVITE))
    for person in (None, "id-of-ann", "somebody"):
        text = told(played, person)
        assert b"id-of-ann" not in text
        assert b"host-secret" not in text
    assert isinstance(played.log[-1].entry, entries.Joined)
