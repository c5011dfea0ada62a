"""Anyone can check the luck of a finished game from its record alone."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from elbowroom.cli import cli
from elbowroom.engine.record import read_record
from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.log_proof import proof_of
from elbowroom.server.tables import commands, fairness
from elbowroom.server.tables.log_chain import SignedHead, signed_text
from elbowroom.server.tables.record_export import record_of
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table
from elbowroom.server.views.table_view import table_view
from tests.server.halls import played_out
from tests.server.tables import INVITE, SEED, Played, two

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@pytest.fixture(scope="module")
def game() -> Played:
    """A game that is over."""
    played, chance = two(), random.Random(6)
    while played.table.status == "running":
        played.act_at_random(chance)
    return played


@pytest.fixture(scope="module")
def record(game: Played) -> str:
    return record_of(game.table)


def verified(tmp_path: Path, record: str, *options: str) -> Result:
    file = tmp_path / "game.elbowroom"
    file.write_text(record, encoding="utf-8")
    return CliRunner().invoke(cli, ["verify", str(file), *options])


def test_a_fair_game_is_found_fair(tmp_path: Path, record: str) -> None:
    result = verified(tmp_path, record)
    assert result.exit_code == 0
    assert fairness.commitment(SEED) in result.output
    assert read_record(record).is_over, "the comments do not disturb a reader"


def test_another_seed_than_was_committed_to_is_noticed(tmp_path: Path, record: str) -> None:
    result = verified(tmp_path, record.replace(f"# dealer seed {SEED}", f"# dealer seed {'22' * 32}"))
    assert result.exit_code == 1
    assert "committed" in result.output


def test_another_number_than_a_player_had_committed_to_is_noticed(tmp_path: Path, record: str) -> None:
    result = verified(tmp_path, record.replace("nonces nann,nbob", "nonces nann,other"))
    assert result.exit_code == 1
    assert "player's number" in result.output


def test_luck_that_does_not_follow_from_the_numbers_is_noticed(tmp_path: Path, record: str) -> None:
    before, after = (fairness.nonce_commitment(nonce) for nonce in ("nbob", "other"))
    text = record.replace("nonces nann,nbob", "nonces nann,other").replace(before, after)
    result = verified(tmp_path, text)
    assert result.exit_code == 1
    assert "something else" in result.output


def test_a_record_says_which_proof_it_carries(tmp_path: Path, record: str) -> None:
    assert "all numbers were told before all had committed" in verified(tmp_path, record).output
    old = [line for line in record.splitlines() if not re.match("# dealer (commitments|early)", line)]
    assert "told openly as people sat down" in verified(tmp_path, "\n".join(old)).output
    late = record.replace("# dealer early 0,1", "# dealer early 1")
    assert "told their numbers before all had committed: Bob" in verified(tmp_path, late).output
    none = record.replace("# dealer early 0,1", "# dealer early ")
    assert "all had committed to their numbers before any" in verified(tmp_path, none).output


def test_without_the_log_a_record_only_says_how_numbers_were_told(
    tmp_path: Path, game: Played, record: str
) -> None:
    """A line of the record that is changed is noticed by the log alone, and that is said first."""
    forged, log = record.replace("# dealer early 0,1", "# dealer early "), tmp_path / "log.json"
    log.write_bytes(msgspec.json.encode(asyncio.run(proof_of(game.table, game.log))))
    alone = verified(tmp_path, forged).output
    assert alone.index("Fair:") < alone.index("only what the record says") < alone.index("The proof: all had")
    assert alone.index("only what the record says") < alone.index("The log was not signed")
    checked = verified(tmp_path, record, "--log", str(log))
    assert (checked.exit_code, "only what the record says" in checked.output) == (0, False)
    assert verified(tmp_path, forged, "--log", str(log)).exit_code == 1


def seen_file(tmp_path: Path, played: Played, seq: int, *, name: str = "seen.json", **changes: object) -> str:
    """The table as it was told at a number of its log."""
    table = Table.from_log(played.log[:seq])
    told = msgspec.to_builtins(table_view("t", table, None), enc_hook=str) | changes
    file = tmp_path / name
    file.write_bytes(msgspec.json.encode(told))
    return str(file)


def test_what_was_seen_before_the_game_is_compared(tmp_path: Path, game: Played) -> None:
    """A commitment that somebody changed after it was seen is noticed, though record and log fit together."""
    record, log = record_of(game.table), tmp_path / "log.json"
    log.write_bytes(msgspec.json.encode(asyncio.run(proof_of(game.table, game.log))))
    for seq, count in ((1, 0), (2, 1), (3, 2), (game.table.seq, 2)):
        for more in ([], ["--log", str(log)]):
            result = verified(tmp_path, record, "--seen", seen_file(tmp_path, game, seq), *more)
            assert result.exit_code == 0, result.output
            assert f"when you looked. Numbers compared: {count}" in result.output
    other = [{"commitment": "00" * 32, "nonce": ""}, {"commitment": "", "nonce": ""}]
    for changes in ({"commitment": "00" * 32}, {"seats": other}):
        file = seen_file(tmp_path, game, 2, **changes)
        for more in ([], ["--log", str(log)]):
            result = verified(tmp_path, record, "--seen", file, *more)
            assert result.exit_code == 1
            is_unclear = "seats" in changes and not more
            expected = (
                "only the log tells" if is_unclear else "not those that were committed to when you looked"
            )
            assert expected in result.output


def test_who_committed_anew_is_not_accused_and_who_changes_a_final_number_is(tmp_path: Path) -> None:
    """Before the table is full Ann commits to another number: the log tells it, the record alone does not."""
    played, log = Played(TableSettings(2)), tmp_path / "log.json"
    numbers = {nonce: fairness.nonce_commitment(nonce) for nonce in ("first", "second", "third")}
    played.do("ann", commands.Join(name="Ann", invite=INVITE, commitment=numbers["first"]))
    played.do("ann", commands.Commit(0, numbers["second"]))
    played.do("bob", commands.Join(name="Bob", invite=INVITE, commitment=numbers["third"]))
    played.do("ann", commands.Reveal(0, "second"))
    played.do("bob", commands.Reveal(1, "third"))
    record = record_of(played_out(played).table)
    log.write_bytes(msgspec.json.encode(asyncio.run(proof_of(played.table, played.log))))
    early, final = (seen_file(tmp_path, played, seq, name=f"{seq}.json") for seq in (2, 5))
    assert "only the log tells" in verified(tmp_path, record, "--seen", early).output
    for seen, more in ((early, ["--log", str(log)]), (final, []), (final, ["--log", str(log)])):
        result = verified(tmp_path, record, "--seen", seen, *more)
        assert result.exit_code == 0, result.output
        assert "are those that were committed to when you looked" in result.output
    seats = [{"commitment": numbers["first"], "nonce": ""}, {"commitment": numbers["third"], "nonce": ""}]
    changed = seen_file(tmp_path, played, 5, seats=seats)
    for more in ([], ["--log", str(log)]):
        result = verified(tmp_path, record, "--seen", changed, *more)
        assert result.exit_code == 1
        assert "not those that were committed to when you looked" in result.output


def test_a_log_that_was_rewritten_is_noticed_by_whoever_saw_a_head_of_it(
    tmp_path: Path, game: Played
) -> None:
    record, proof = record_of(game.table), asyncio.run(proof_of(game.table, game.log))
    log, heads = tmp_path / "log.json", {}
    for seq in (2, 10, game.table.seq):
        heads[seq] = Table.from_log(game.log[:seq]).chain[:16]
    seen = seen_file(tmp_path, game, 2, heads=heads)
    log.write_bytes(msgspec.json.encode(proof))
    result = verified(tmp_path, record, "--seen", seen, "--log", str(log))
    assert result.exit_code == 0, result.output
    assert "The log is the one that you saw. Moments compared: 3" in result.output
    assert "tells the same game" in result.output
    texts = [
        text.replace('"at":0.0', '"at":1.0') if at == 8 else text for at, text in enumerate(proof.entries)
    ]
    log.write_bytes(msgspec.json.encode(msgspec.structs.replace(proof, entries=texts)))
    result = verified(tmp_path, record, "--seen", seen, "--log", str(log))
    assert result.exit_code == 1
    assert "Rewritten: up to number 10" in result.output
    log.write_bytes(msgspec.json.encode(msgspec.structs.replace(proof, entries=proof.entries[:-5])))
    assert "tells another game" in verified(tmp_path, record, "--log", str(log)).output


def test_a_signature_is_checked_with_the_log_that_it_signs(tmp_path: Path, game: Played) -> None:
    key = Ed25519PrivateKey.generate()
    seq = game.table.seq - 1
    chain = Table.from_log(game.log[:seq]).chain
    head = SignedHead(seq, chain, key.public_key().public_bytes_raw().hex(), "")
    signed = replace(head, signature=key.sign(signed_text(seq, chain, SEED)).hex())
    first, rest = record_of(game.table).split("\n", 1)
    record = "\n".join([first, *signed.lines(), rest])
    proof, log = asyncio.run(proof_of(game.table, game.log)), tmp_path / "log.json"
    log.write_bytes(msgspec.json.encode(proof))
    result = verified(tmp_path, record, "--log", str(log))
    assert result.exit_code == 0
    assert f"signed with the key {head.key}" in result.output
    forged = record.replace(head.chain, "00" * 32)
    assert "signature does not fit" in verified(tmp_path, forged).output
    texts = [*proof.entries[:-2], proof.entries[-2].replace('"at":0.0', '"at":2.0'), proof.entries[-1]]
    log.write_bytes(msgspec.json.encode(msgspec.structs.replace(proof, entries=texts)))
    assert "under another log" in verified(tmp_path, record, "--log", str(log)).output


def test_a_running_game_tells_nothing_of_its_seed(tmp_path: Path) -> None:
    played, chance = two(), random.Random(6)
    for _ in range(30):
        played.act_at_random(chance)
    text = record_of(played.table)
    assert SEED not in text
    assert isinstance(verified(tmp_path, text).exception, Refused)


@pytest.mark.parametrize("damage", ["", "zz", "11" * 31])
def test_a_pledge_that_is_damaged_is_refused(record: str, damage: str) -> None:
    with pytest.raises(Refused, match="no pledge"):
        fairness.read_pledge(record.replace(SEED, damage))
