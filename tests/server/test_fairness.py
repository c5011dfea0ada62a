"""Anyone can check the luck of a finished game from its record alone."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from elbowroom.cli import cli
from elbowroom.engine.record import read_record
from elbowroom.rules.refusals import Refused
from elbowroom.server.http.routes.records import record_of
from elbowroom.server.tables import fairness
from tests.server.tables import SEED, two

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@pytest.fixture(scope="module")
def record() -> str:
    played, chance = two(), random.Random(6)
    while played.table.status == "running":
        played.act_at_random(chance)
    return record_of(played.table)


def verified(tmp_path: Path, record: str) -> Result:
    file = tmp_path / "game.elbowroom"
    file.write_text(record, encoding="utf-8")
    return CliRunner().invoke(cli, ["verify", str(file)])


def test_a_fair_game_is_found_fair(tmp_path: Path, record: str) -> None:
    result = verified(tmp_path, record)
    assert result.exit_code == 0
    assert fairness.commitment(SEED) in result.output
    assert read_record(record).is_over, "the comments do not disturb a reader"


def test_another_seed_than_was_committed_to_is_noticed(tmp_path: Path, record: str) -> None:
    result = verified(tmp_path, record.replace(f"# dealer seed {SEED}", f"# dealer seed {'22' * 32}"))
    assert result.exit_code == 1
    assert "committed" in result.output


def test_luck_that_does_not_follow_from_the_numbers_is_noticed(tmp_path: Path, record: str) -> None:
    result = verified(tmp_path, record.replace("nonces nann,nbob", "nonces nann,other"))
    assert result.exit_code == 1
    assert "something else" in result.output


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
