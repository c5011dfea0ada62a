"""The hash chain over a log: nothing is rewritten unnoticed, and what must be forgotten can be."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import pytest
from sqlalchemy import select

from elbowroom.server.rooms.log_proof import proof_of
from elbowroom.server.rooms.rooms import Rooms
from elbowroom.server.rooms.server_time import ServerTime
from elbowroom.server.rooms.signatures import GameSigner
from elbowroom.server.storage.schema import SETTINGS
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.anonymise import anonymised_rows
from elbowroom.server.tables.checkpoints import Checkpoints
from elbowroom.server.tables.entries import LogRow, PersonalEntry
from elbowroom.server.tables.log_chain import (
    PERSONAL_FIELDS,
    SHOWN_DIGITS,
    UNCOVERED_FIELDS,
    canonical_text,
    linked_text,
    redacted,
    salted,
)
from elbowroom.server.tables.proof_check import is_signed
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table
from elbowroom.server.views.updates import UpdateBuilder
from elbowroom.server.workers.bots import Bots
from tests.server.halls import hall
from tests.server.tables import INVITE, Played
from tests.server.test_store import EVERY_KIND

if TYPE_CHECKING:
    from elbowroom.server.rooms.room import Room

ROWS = [LogRow(seq, 1000.5 + seq, salted(entry), "ann 1") for seq, entry in enumerate(EVERY_KIND, start=1)]


def head_of(rows: list[LogRow]) -> str:
    head = ""
    for row in rows:
        head = linked_text(head, canonical_text(row))
    return head


def with_salts(played: Played) -> list[LogRow]:
    return [msgspec.structs.replace(row, entry=salted(row.entry)) for row in played.log]


def changed(value: object) -> object:
    """Something else of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value}!"
        case list() | tuple():
            return [*value, 7]
        case dict():
            return {**value, "level": 1}
        case None:
            return 1
        case _:
            return msgspec.structs.replace(value, title="another")  # type: ignore[type-var] # the settings


@pytest.mark.parametrize("at", range(len(ROWS)), ids=[type(row.entry).__name__ for row in ROWS])
def test_whatever_is_changed_in_an_entry_changes_the_head(at: int) -> None:
    row = ROWS[at]
    for field in row.entry.__struct_fields__:
        if field in UNCOVERED_FIELDS:
            continue
        entry = msgspec.structs.replace(row.entry, **{field: changed(getattr(row.entry, field))})
        other = [*ROWS[:at], msgspec.structs.replace(row, entry=entry), *ROWS[at + 1 :]]
        assert head_of(other) != head_of(ROWS), field
    later = msgspec.structs.replace(row, at=row.at + 1)
    assert head_of([*ROWS[:at], later, *ROWS[at + 1 :]]) != head_of(ROWS)


def test_entries_in_another_order_or_fewer_of_them_have_another_head() -> None:
    assert head_of(ROWS[:-1]) != head_of(ROWS)
    assert head_of([ROWS[1], ROWS[0], *ROWS[2:]]) != head_of(ROWS)


def test_what_is_told_to_nobody_is_not_in_the_texts() -> None:
    """Ids of people, invite codes, the table of a rematch, names, chat, and positions with hidden coins."""
    told = "".join(canonical_text(row) for row in ROWS)
    secrets = ["ann", "bob", "SPRING", "AUTUMN", "other", "Nym", "hello", "elbowroom  position", "owner"]
    assert not [secret for secret in secrets if secret in told.replace('"kind":"named"', "")]


def test_every_entry_with_something_personal_is_salted_and_every_other_one_has_nothing_to_hide() -> None:
    kinds = {type(entry) for entry in EVERY_KIND}
    personal = {kind for kind in kinds if issubclass(kind, PersonalEntry)}
    assert personal == {*PERSONAL_FIELDS}
    words = {"name", "names", "text", "position"}
    for kind in kinds - personal:
        assert not words & {*kind.__struct_fields__}, kind
    salts = [row.entry.salt for row in ROWS if isinstance(row.entry, PersonalEntry)]
    assert len({*salts}) == len(salts)


def test_fields_with_their_default_value_are_left_out_so_that_a_later_version_may_add_some() -> None:
    text = canonical_text(LogRow(5, 1.5, entries.Acted(1, [65])))
    assert text == '{"at":1.5,"entry":{"actions":[65],"kind":"acted","seat":1},"seq":5}'
    opened = LogRow(1, 0.0, entries.Opened(TableSettings(2), "c0ffee", "ann"))
    assert canonical_text(opened) == (
        '{"at":0.0,"entry":{"agreement":{"players":2},"commitment":"c0ffee","kind":"opened"},"seq":1}'
    )


def test_removed_chat_and_forgotten_people_leave_the_heads_as_they_were() -> None:
    """And nobody can guess from what is left: the salt is gone."""
    played = Played(TableSettings(2), host="ann").sit("ann", "bob")
    played.do("ann", commands.Say("hello"))
    played.write(
        [
            entries.Named(0, "Annabella", is_account=True),
            entries.Recovered("2", played.table.running.to_text(), [0.0, 0.0]),
        ]
    )
    rows = with_salts(played)
    forgotten = {row.seq: row for row in anonymised_rows(rows, "ann")}
    after = [forgotten.get(row.seq, row) for row in rows]
    assert len(forgotten) >= 5
    assert head_of(after) == head_of(rows)
    for row in forgotten.values():
        if isinstance(row.entry, PersonalEntry):
            assert (bool(row.entry.digest), row.entry.salt) == (True, "")
    assert "Ann" not in str(after)
    said = next(row for row in rows if isinstance(row.entry, entries.Said))
    emptied = msgspec.structs.replace(said, entry=redacted(said.entry, text=""))
    assert head_of([emptied if row is said else row for row in rows]) == head_of(rows)
    again = [
        msgspec.structs.replace(row, entry=redacted(row.entry)) if row.seq in forgotten else row
        for row in after
    ]
    assert head_of(again) == head_of(rows), "what was redacted can be redacted again"


def test_logs_of_before_have_heads_too_and_forgetting_leaves_no_hash_of_a_name() -> None:
    played = Played(TableSettings(2), host="ann").sit("ann", "bob")
    forgotten = {row.seq: row for row in anonymised_rows(played.log, "ann")}
    after = [forgotten.get(row.seq, row) for row in played.log]
    assert head_of(after) == head_of(played.log) == played.table.chain
    assert not any(isinstance(row.entry, PersonalEntry) and row.entry.digest for row in after)


def test_a_table_from_a_checkpoint_has_the_same_head() -> None:
    played, chance = Played(TableSettings(2)).sit("ann", "bob"), random.Random(1)
    checkpoints = Checkpoints()
    while played.table.seq < 60:
        played.act_at_random(chance)
        checkpoints.add(played.table)
    assert checkpoints.table_at(played.log, 60).chain == Table.from_log(played.log[:60]).chain
    assert len(checkpoints.states) == 1


def test_every_update_tells_the_head() -> None:
    played = Played(TableSettings(2)).sit("ann", "bob")
    played.do("ann", commands.Say("hello"))
    for row in played.log[1:]:
        before, after = Table.from_log(played.log[: row.seq - 1]), Table.from_log(played.log[: row.seq])
        builder = UpdateBuilder("t", before, after, row)
        for person in ("ann", "eve", None):
            for wants_states in (True, False):
                told = msgspec.json.decode(builder.message(person, wants_states=wants_states))
                assert told["chain"] == after.chain[:SHOWN_DIGITS]


async def play(room: Room, seed: int) -> None:
    chance = random.Random(seed)
    while room.table.status == "running":
        seat = room.table.to_move
        assert seat is not None
        game = room.table.running
        text = game.text_of(chance.choice(game.legal()))
        await room.do(("ann", "bob")[seat], f"a{room.table.seq}", commands.Act(seat, text))


@pytest.mark.process
async def test_a_finished_game_is_signed_by_a_key_that_all_processes_share(url: str) -> None:
    async with hall(url) as one, hall(url) as other:
        keys = []
        for number, at in enumerate((one, other)):
            signer = GameSigner(at.people_db)
            rooms = Rooms(at.store, Bots(), ServerTime(lambda: 1000.0), "5e" * 32, signer)
            room = await rooms.open_table(TableSettings(2), "ann")
            await room.do("ann", "1", commands.Join("Ann", "n1"))
            await room.do("bob", "1", commands.Join("Bob", "n2", invite=room.table.invite))
            await play(room, number)
            signed, seed, seq = room.table.signature, room.table.seed, room.table.seq - 1
            assert signed is not None
            assert seed is not None
            assert (signed.seq, signed.chain) == (seq, room.log.table_at(seq).chain)
            assert is_signed(signed, seed)
            assert not is_signed(signed, "00" * 32)
            assert not is_signed(replace(signed, chain="00" * 32), seed)
            assert await signer.public_key() == signed.key
            assert Table.from_log(await at.store.rows(room.id)).signature == signed
            keys.append(signed.key)
            await rooms.stop()
        assert len({*keys}) == 1
        async with one.people_db.read() as connection:
            kept = (
                await connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == "game-key"))
            ).all()
        assert len(kept) == 1


async def test_the_proof_leads_to_the_head_and_shows_names_but_no_chat() -> None:
    played = Played(TableSettings(2)).sit("ann", "bob")
    played.do("ann", commands.Say("a secret"))
    rows = with_salts(played)
    table = Table.from_log(rows)
    proof = await proof_of(table, rows)
    head = ""
    for text in proof.entries:
        head = linked_text(head, text)
    assert head == proof.chain == table.chain
    assert [name.seq for name in proof.names] == [2, 3, 4]
    assert '"name":"Ann"' in proof.names[0].text
    assert "secret" not in str(proof)
    assert INVITE not in str(proof)
