"""Nobody chooses the luck: numbers for the dealer are committed to before any of them is told."""

from __future__ import annotations

import random
from hashlib import sha256

import msgspec
import pytest

from elbowroom.engine.record import read_record
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import commands, entries, fairness
from elbowroom.server.tables.record_export import record_of
from elbowroom.server.tables.record_import import log_of_record
from elbowroom.server.tables.result import final_ranking
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table
from elbowroom.server.views.table_view import table_view
from elbowroom.server.views.updates import UpdateBuilder
from tests.server.halls import played_out
from tests.server.tables import INVITE, SEED, Played

NONCES = {"ann": "a1b2c3annann", "bob": "d4e5f6bobbob", "cid": "ffff00cidcid"}


def commitment(person: str) -> str:
    return sha256(NONCES[person].encode()).hexdigest()


def sit(played: Played, *people: str, at: float = 0.0) -> Played:
    for person in people:
        join = commands.Join(name=person.title(), invite=INVITE, commitment=commitment(person))
        played.do(person, join, at)
    return played


def reveal(played: Played, *people: str, at: float = 0.0) -> Played:
    for person in people:
        played.do(person, commands.Reveal(played.table.seats_of(person)[0], NONCES[person]), at)
    return played


def sealed(players: int = 2) -> Played:
    """A table at which all have committed, and nobody has told a number."""
    return sit(Played(TableSettings(players)), *list(NONCES)[:players], at=100.0)


def kinds(played: Played, start: int = 0) -> list[str]:
    return [entries.kind_of(row.entry) for row in played.log[start:]]


def expired(played: Played, at: float = 120.0) -> None:
    """The time to tell numbers is over."""
    assert played.table.deadline() == 120.0
    played.write(commands.deal_without_silent(played.table, SEED), at)


def test_numbers_are_told_when_all_have_committed_and_then_the_game_begins() -> None:
    played = sealed()
    assert kinds(played) == ["opened", "joined", "joined", "sealed"]
    assert (played.table.status, played.table.deadline()) == ("open", 120.0)
    reveal(played, "bob")
    assert played.table.status == "open"
    reveal(played, "ann")
    assert kinds(played, 4) == ["revealed", "revealed", "started"]
    assert (played.table.status, played.table.reveal_until) == ("running", None)
    played_out(played)
    key = fairness.key_of(SEED, [NONCES["ann"], NONCES["bob"]])
    assert fairness.is_dealt_by(played.table.running, key)


def test_the_rule_for_the_silent_is_in_the_log_before_the_first_number() -> None:
    played = reveal(sealed(), "ann")
    (row,) = [row for row in played.log if isinstance(row.entry, entries.Sealed)]
    assert row.entry == entries.Sealed(fairness.REVEAL_SECONDS, "computer")
    assert not any(getattr(row.entry, "nonce", "") for row in played.log[: row.seq])


def test_no_number_is_shown_before_the_game_begins() -> None:
    """Not even to those who sit there, and not the one of somebody who told it at once."""
    played = Played(TableSettings(3))
    played.do("cid", commands.Join(name="Cid", invite=INVITE, nonce=NONCES["cid"]))
    sit(played, "ann", "bob", at=100.0)
    reveal(played, "ann")
    for person in ("ann", "bob", "cid", None):
        builder = UpdateBuilder("t", Table.from_log(played.log[:-1]), played.table, played.log[-1])
        told = [
            msgspec.json.encode(table_view("t", played.table, person), enc_hook=str),
            builder.message(person),
            builder.message(person, wants_states=True),
        ]
        assert not any(nonce.encode() in text for text in told for nonce in NONCES.values())
    seats = table_view("t", played.table, None).seats
    shown = [fairness.nonce_commitment(NONCES["cid"]), commitment("ann"), commitment("bob")]
    assert [seat.commitment for seat in seats] == shown
    assert [seat.owes_nonce for seat in seats] == [False, False, True]
    reveal(played, "bob")
    seats = table_view("t", played.table, None).seats
    assert [seat.nonce for seat in seats] == [NONCES["cid"], NONCES["ann"], NONCES["bob"]]
    assert [seat.is_early for seat in seats] == [True, False, False]


def test_a_patch_brings_the_numbers_when_the_game_begins() -> None:
    played = reveal(sealed(), "ann", "bob")
    before = Table.from_log(played.log[:-1])
    patch = msgspec.json.decode(UpdateBuilder("t", before, played.table, played.log[-1]).message("ann"))
    assert [seat["nonce"] for seat in patch["patch"]["seats"]] == [NONCES["ann"], NONCES["bob"]]
    assert patch["patch"]["reveal_until"] is None


@pytest.mark.parametrize("nonce", ["", "another", "a b", NONCES["bob"]])
def test_only_the_number_that_was_committed_to_is_taken(nonce: str) -> None:
    played = sealed()
    with pytest.raises(Refused):
        played.do("ann", commands.Reveal(0, nonce))
    with pytest.raises(Refused, match="not yours"):
        played.do("bob", commands.Reveal(0, NONCES["ann"]))
    assert kinds(played)[-1] == "sealed"


def test_to_tell_a_number_again_changes_nothing() -> None:
    played = reveal(sealed(), "ann")
    length = len(played.log)
    reveal(played, "ann")
    assert len(played.log) == length


@pytest.mark.parametrize(
    ("person", "command"),
    [
        ("ann", commands.Leave(0)),
        ("ann", commands.Close()),
        ("ann", commands.Start()),
        ("ann", commands.Invite()),
        ("ann", commands.Commit(0, "00" * 32)),
        ("eve", commands.Join(name="Eve", invite=INVITE)),
    ],
)
def test_nobody_comes_goes_or_calls_the_game_off_while_numbers_are_told(
    person: str, command: commands.AnyCommand
) -> None:
    played = reveal(sealed(), "ann")
    with pytest.raises(Refused, match="begins in a moment"):
        played.do(person, command)
    with pytest.raises(Refused, match="begins in a moment"):
        commands.move_seat(played.table, 1, "bob", "eve")
    played.do("ann", commands.Say("Here we go"))


def test_who_is_silent_gives_up_the_seat_to_a_computer_to_the_end() -> None:
    """The game is dealt from the numbers that were told, and the person comes behind all others."""
    played = reveal(sealed(3), "cid", "ann")
    expired(played)
    assert kinds(played)[-2:] == ["tookover", "started"]
    assert [(seat.taken_over, seat.is_given_up) for seat in played.table.seats] == [
        (False, False),
        (True, True),
        (False, False),
    ]
    with pytest.raises(Refused, match="to the end"):
        played.do("bob", commands.Return(1))
    played.write(commands.move_seat(played.table, 1, "bob", "eve"))
    with pytest.raises(Refused, match="to the end"):
        played.do("eve", commands.Return(1))
    played_out(played)
    key = fairness.key_of(SEED, [NONCES["ann"], "", NONCES["cid"]])
    assert fairness.is_dealt_by(played.table.running, key)
    assert final_ranking(played.table)[-1].seat == 1
    shown = table_view("t", played.table, None).seats[1]
    assert (shown.nonce, shown.commitment, shown.is_given_up) == ("", commitment("bob"), True)


def test_a_number_that_comes_too_late_is_not_taken() -> None:
    played = reveal(sealed(), "ann")
    expired(played)
    with pytest.raises(Refused, match="the game is going on"):
        reveal(played, "bob")


def test_if_all_are_silent_there_is_no_game() -> None:
    played = sealed()
    expired(played)
    assert (played.table.status, played.table.deadline()) == ("closed", None)


def test_whoever_goes_away_may_tell_the_number_early_and_is_marked() -> None:
    played = sit(Played(TableSettings(3)), "ann", "bob")
    reveal(played, "ann")
    sit(played, "cid", at=100.0)
    assert kinds(played)[-1] == "sealed"
    reveal(played, "bob", "cid")
    assert played.table.status == "running"
    assert [seat.is_early for seat in played.table.seats] == [True, False, False]


def test_if_all_told_their_numbers_early_the_game_begins_at_once() -> None:
    played = sit(Played(TableSettings(2)), "ann")
    reveal(played, "ann")
    played.do("bob", commands.Join(name="Bob", invite=INVITE, nonce=NONCES["bob"]))
    assert kinds(played)[-2:] == ["joined", "started"]


def test_before_all_sit_one_may_commit_anew() -> None:
    played = sit(Played(TableSettings(3)), "ann")
    reveal(played, "ann")
    played.do("ann", commands.Commit(0, commitment("cid")))
    seat = played.table.seats[0]
    assert (seat.nonce, seat.commitment, seat.is_early) == ("", commitment("cid"), False)
    length = len(played.log)
    played.do("ann", commands.Commit(0, commitment("cid")))
    assert len(played.log) == length, "to say it again changes nothing"
    with pytest.raises(Refused):
        reveal(played, "ann")
    with pytest.raises(Refused, match="SHA-256"):
        played.do("ann", commands.Commit(0, ""))
    for number in range(commands.MAX_COMMITMENTS - 1):
        played.do("ann", commands.Commit(0, f"{number:064x}"))
    with pytest.raises(Refused, match="Too many"):
        played.do("ann", commands.Commit(0, "ff" * 32))


@pytest.mark.parametrize(
    "join", [{"commitment": "short"}, {"commitment": "A" * 64}, {"commitment": "00" * 32, "nonce": "n"}]
)
def test_a_commitment_is_a_hash_and_comes_instead_of_the_number(join: dict[str, str]) -> None:
    with pytest.raises(Refused, match="SHA-256"):
        Played(TableSettings(2)).do("ann", commands.Join(name="Ann", invite=INVITE, **join))  # type: ignore[arg-type]


def test_older_clients_tell_their_number_at_once_and_those_without_one_are_not_waited_for() -> None:
    played = Played(TableSettings(3))
    played.do("ann", commands.Join(name="Ann", invite=INVITE, nonce="plain"))
    played.do("bob", commands.Join(name="Bob", invite=INVITE))
    sit(played, "cid", at=100.0)
    reveal(played, "cid")
    assert played.table.status == "running"
    assert played.table.nonces == ["plain", "", NONCES["cid"]]


def test_people_on_one_device_commit_for_each_seat_and_computers_for_none() -> None:
    played = Played(TableSettings(4, computers=("easy",)), host="device")
    for person in ("ann", "cid"):
        join = commands.Join(name=person.title(), invite=INVITE, commitment=commitment(person))
        played.do("device", join, at=100.0)
    played.do("device", commands.Start("hard"), at=100.0)
    assert kinds(played)[-2:] == ["filled", "sealed"]
    played.do("device", commands.Reveal(0, NONCES["ann"]))
    played.do("device", commands.Reveal(1, NONCES["cid"]))
    assert played.table.status == "running"
    assert played.table.nonces == [NONCES["ann"], NONCES["cid"], "", ""]


def test_a_seat_that_moves_before_the_game_takes_no_number_along() -> None:
    played = sit(Played(TableSettings(2)), "ann")
    played.write(commands.move_seat(played.table, 0, "ann", "eve", "Eve"))
    seat = played.table.seats[0]
    assert (seat.person, seat.commitment, seat.owes_nonce) == ("eve", "", False)
    played.do("eve", commands.Commit(0, commitment("ann")))
    sit(played, "bob")
    played.do("eve", commands.Reveal(0, NONCES["ann"]))
    reveal(played, "bob")
    assert played.table.status == "running"


def first_of(nonces: list[str]) -> int:
    """Who begins the game with these numbers; it follows from the seed and from them."""
    played = Played(TableSettings(2))
    for person, nonce in zip(("ann", "eve"), nonces, strict=True):
        played.do(person, commands.Join(name=person.title(), invite=INVITE, nonce=nonce))
    return played.table.running.turn.seat or 0


def test_who_plays_and_can_read_the_seed_cannot_choose_a_number() -> None:
    """With numbers that are told at once it works after a few tries; with commitments it is worth nothing."""
    chance = random.Random(3)
    tries = [f"{chance.getrandbits(64):x}" for _ in range(20)]
    chosen = next(nonce for nonce in tries if first_of(["told", nonce]) == 1)
    others = [f"{chance.getrandbits(64):x}" for _ in range(200)]
    won = sum(first_of([other, chosen]) for other in others)
    assert 75 <= won <= 125, "the number that was best for one number of Ann's is as good as any for others"


def test_the_record_tells_the_proof_and_a_replay_keeps_it() -> None:
    played = reveal(sealed(3), "cid", "ann")
    expired(played)
    played_out(played)
    text = record_of(played.table)
    pledge = fairness.read_pledge(text)
    assert pledge.commitments == (commitment("ann"), commitment("bob"), commitment("cid"))
    assert pledge.nonces == (NONCES["ann"], "", NONCES["cid"])
    assert pledge.early == ()
    assert fairness.are_kept(pledge.commitments, pledge.nonces)
    assert not fairness.are_kept(pledge.commitments, ("other", "", ""))
    assert read_record(text).is_over
    opened, rest = log_of_record(text)
    again = Table.from_log([entries.LogRow(seq, 0.0, entry) for seq, entry in enumerate([opened, *rest], 1)])
    assert fairness.pledge_of(again, again.seed or "") == pledge


def test_the_record_of_a_game_of_before_has_no_commitments() -> None:
    played = Played(TableSettings(2))
    first = played.log[0]
    assert isinstance(first.entry, entries.Opened)
    played.log = [msgspec.structs.replace(first, entry=msgspec.structs.replace(first.entry, proof=1))]
    played.table = Table.from_log(played.log)
    played_out(played.sit("ann", "bob"))
    pledge = fairness.read_pledge(record_of(played.table))
    assert (pledge.commitments, pledge.nonces) == ((), ("nann", "nbob"))
