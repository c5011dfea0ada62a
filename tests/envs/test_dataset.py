"""Data sets: one row for each decision, the same as the records beside them, resumed where they stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from elbowroom.cli import cli
from elbowroom.engine.record import read_record
from elbowroom.envs.action_space import action_space
from elbowroom.envs.arrays import ArrayObserver
from elbowroom.envs.dataset import METADATA_KEY
from elbowroom.envs.observation_schema import schema_of
from elbowroom.envs.returns import returns
from elbowroom.rules.refusals import Refused

SETTINGS = ["--agents", "greedy,random", "--seed", "4", "--games-per-file", "2", "--jobs", "1"]


def run(folder: Path, *more: str) -> Result:
    return CliRunner().invoke(cli, ["dataset", "--out", str(folder), *SETTINGS, *more])


def made(folder: Path, *more: str) -> Any:  # noqa: ANN401 - JSON
    result = run(folder, *more, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def table_of(folder: Path) -> pa.Table:
    return pq.read_table(folder / "decisions")


def test_every_row_is_what_the_record_says(tmp_path: Path) -> None:
    told = made(tmp_path, "--games", "3", "--players", "3")
    found = table_of(tmp_path)
    assert told["rows"] == found.num_rows
    size = schema_of(read_record((tmp_path / "records/game-000000.elbowroom").read_text()).setup).size
    seen = found["observation"].combine_chunks().flatten().to_numpy().reshape(found.num_rows, size)
    rows = found.drop(["observation"]).to_pylist()
    at = 0
    for number in range(3):
        game = read_record((tmp_path / f"records/game-{number:06d}.elbowroom").read_text(encoding="utf-8"))
        again, observer, space = game.reopened(), ArrayObserver(game.setup), action_space(game.setup)
        decision = 0
        for action in game.history:
            seat = again.to_move
            assert seat is not None
            if seat >= 0:
                row = rows[at]
                assert (row["game"], row["decision"], row["player"]) == (number, decision, seat)
                assert (row["phase"], row["game_turn"]) == (again.phase, again.state.game_turn)
                assert (row["action"], row["action_id"]) == (space.index_of[action], action)
                assert row["mask"] == observer.mask(again.state).tolist()
                assert (seen[at] == observer.observation(again.state, seat)).all()
                assert row["reward"] == pytest.approx(returns(game.state)[seat])
                assert row["coins"] == game.state.coins[seat]
                at, decision = at + 1, decision + 1
            again.apply(action)
    assert at == found.num_rows


def test_the_meaning_lies_in_the_file(tmp_path: Path) -> None:
    made(tmp_path, "--games", "1")
    meaning = json.loads(table_of(tmp_path).schema.metadata[METADATA_KEY])
    assert meaning["observation"]["blocks"][0]["name"] == "regions: player 0 active"
    assert "pick: pick 1" in meaning["actions"]


def test_a_run_goes_on_and_can_be_prolonged(tmp_path: Path) -> None:
    made(tmp_path, "--games", "3")
    first = (tmp_path / "decisions/part-000000-000001.parquet").stat().st_mtime_ns
    (tmp_path / "records/game-000002.elbowroom").unlink()
    told = made(tmp_path, "--games", "5")
    names = sorted(path.name for path in (tmp_path / "decisions").iterdir())
    assert names == [f"part-{a:06d}-{b:06d}.parquet" for a, b in ((0, 1), (2, 3), (4, 4))]
    assert (tmp_path / "decisions/part-000000-000001.parquet").stat().st_mtime_ns == first
    assert told["games"] == 5
    fresh = tmp_path / "fresh"
    made(fresh, "--games", "5")
    assert table_of(fresh).equals(table_of(tmp_path))


def test_another_data_set_is_not_mixed_in(tmp_path: Path) -> None:
    made(tmp_path, "--games", "1")
    result = run(tmp_path, "--games", "1", "--players", "3")
    assert isinstance(result.exception, Refused)
    assert "players" in str(result.exception)


@pytest.mark.parametrize(
    "wrong",
    [
        ["--agents", "nobody"],
        ["--agents", "greedy,random,planner"],
        ["--map", "3-players"],
        ["--work-per-turn", "0"],
        ["--work-per-turn", "5", "--seconds-per-turn", "1"],
    ],
)
def test_bad_settings_are_refused_before_anything_is_written(tmp_path: Path, wrong: list[str]) -> None:
    result = CliRunner().invoke(cli, ["dataset", "--out", str(tmp_path / "new"), "--games", "1", *wrong])
    assert isinstance(result.exception, Refused)
    assert not (tmp_path / "new").exists()


def test_it_says_what_it_wrote(tmp_path: Path) -> None:
    result = run(tmp_path, "--games", "2")
    assert "games 2, decisions" in result.output
    assert np.all(table_of(tmp_path)["reward"].to_numpy() != 0)
