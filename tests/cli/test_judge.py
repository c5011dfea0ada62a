"""`elbowroom judge`: what it prints, keeps, takes up again and refuses."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from elbowroom.arena import judge as judging
from elbowroom.arena.judge_data import SHIPPED_FILE, read_judged_file
from elbowroom.cli import cli
from elbowroom.cli.commands import judge as command
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.arena.judge import JudgeTask, TimedJudged

FEW = ("--positions", "4", "--rollouts", "4")


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["judge", *map(str, words)])


def from_json(*words: object) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("judge") / "deep" / "judge.json.gz"
    result = run("make", *FEW, "--jobs", "1", "--out", out)
    assert result.exit_code == 0, result.output
    assert f"The judged positions are in {out}" in result.stdout.replace("\n", "")
    return out


def test_a_file_has_its_provenance_and_a_report(made: Path) -> None:
    data = read_judged_file(made)
    assert len(data.judged) == 4
    assert data.provenance.command.startswith("elbowroom judge make --positions 4 --rollouts 4")
    assert data.provenance.cpu_seconds > 0
    found = from_json("report", "--file", made)
    assert found["positions"] == 4
    assert found["cells"]["pick"] == {"2": 1, "3": 1, "4": 1, "5": 1}
    assert "turns of a position" in run("report", "--file", made).stdout


def test_two_processes_judge_as_one(made: Path, tmp_path: Path) -> None:
    out = tmp_path / "judge.json.gz"
    from_json("make", *FEW, "--jobs", "2", "--out", out)
    assert out.read_bytes() == made.read_bytes()


def test_an_interrupted_run_judges_only_what_is_missing(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that was cut off is judged again, and the end is that of a run without interruption."""
    out = tmp_path / "judge.json.gz"
    done: list[int] = []

    def interrupted(task: JudgeTask) -> TimedJudged:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(task.number)
        return judging.judge_position(task)

    monkeypatch.setattr(command, "judge_position", interrupted)
    stopped = run("make", *FEW, "--jobs", "1", "--out", out)
    assert stopped.exit_code == 130
    assert "Stopped; 2 positions are kept" in stopped.stderr
    stored = tmp_path / "judge.json.gz.positions" / "results.jsonl"
    stored.write_text(stored.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    monkeypatch.undo()
    from_json("make", *FEW, "--jobs", "1", "--out", out)
    assert out.read_bytes() == made.read_bytes()
    other = run("make", "--positions", "4", "--rollouts", "8", "--out", out)
    assert isinstance(other.exception, Refused)
    assert "rollouts: there 4, asked for 8" in str(other.exception)


def test_a_file_is_prolonged_when_the_folder_of_its_rows_is_gone(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what is missing is judged, and the end is that of one run."""
    out, rows = tmp_path / "judge.json.gz", tmp_path / "judge.json.gz.positions"
    from_json("make", "--positions", "2", "--rollouts", "4", "--jobs", "1", "--out", out)
    cpu_seconds = read_judged_file(out).provenance.cpu_seconds
    shutil.rmtree(rows)
    judged: list[int] = []

    def noted(task: JudgeTask) -> TimedJudged:
        judged.append(task.number)
        return judging.judge_position(task)

    monkeypatch.setattr(command, "judge_position", noted)
    from_json("make", *FEW, "--jobs", "1", "--out", out)
    assert judged == [2, 3]
    assert out.read_bytes() == made.read_bytes()
    provenance = read_judged_file(out).provenance
    assert provenance.positions == 4
    assert provenance.cpu_seconds >= cpu_seconds
    shutil.rmtree(rows)
    from_json("make", "--positions", "3", "--rollouts", "4", "--jobs", "1", "--out", out)
    from_json("make", *FEW, "--jobs", "1", "--out", out)
    assert judged == [2, 3]  # what a shorter file leaves out stays in the folder
    assert out.read_bytes() == made.read_bytes()


def test_a_file_that_was_made_differently_is_not_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "judge.json.gz"
    from_json("make", "--positions", "1", "--rollouts", "4", "--jobs", "1", "--out", out)
    shutil.rmtree(tmp_path / "judge.json.gz.positions")
    whole = out.read_bytes()
    other = run("make", "--positions", "1", "--rollouts", "4", "--seed", "2", "--out", out).exception
    assert isinstance(other, Refused)
    assert "was made differently" in str(other)
    assert "seed: there 1, asked for 2" in str(other)
    origin = tmp_path / "judge.provenance.json"
    found = json.loads(origin.read_text(encoding="utf-8"))
    origin.write_text(json.dumps(found | {"program": "of before"}), encoding="utf-8")
    changed = run("make", "--positions", "1", "--rollouts", "4", "--out", out).exception
    assert isinstance(changed, Refused)
    assert "its agents or rules have changed" in str(changed)
    assert out.read_bytes() == whole
    assert sorted(path.name for path in tmp_path.iterdir()) == ["judge.json.gz", "judge.provenance.json"]


def test_agents_are_scored_by_kind_and_by_players(made: Path, tmp_path: Path) -> None:
    words = ("score", "--agents", "greedy,random", "--file", made, "--jobs", "1", "--cache", tmp_path)
    found = from_json(*words)
    assert [row["agent"] for row in found["agents"]] == ["greedy", "random"]
    assert set(found["agents"][0]["players"]) == {"2", "3", "4", "5"}
    assert set(found["agents"][0]["kinds"]) == {"pick"}
    assert found["agents"][1]["loss"] > 0
    assert from_json(*words) == found
    told = run(*words, "--positions", "2").stdout
    assert "2 positions; in brackets: 95 % intervals" in told


def test_what_cannot_be_done_is_said_in_a_sentence(made: Path, tmp_path: Path) -> None:
    refused = run("score", "--agents", "expret", "--file", made, "--cache", tmp_path).exception
    assert isinstance(refused, Refused)
    assert "expert" in str(refused)
    missing = run("report", "--file", tmp_path / "none.json.gz").exception
    assert isinstance(missing, Refused)
    assert "`elbowroom judge make` makes one" in str(missing)
    cut = tmp_path / "cut.json.gz"
    cut.write_bytes(made.read_bytes()[:100])
    (tmp_path / "cut.provenance.json").write_bytes((made.parent / "judge.provenance.json").read_bytes())
    damaged = run("score", "--agents", "random", "--file", cut).exception
    assert isinstance(damaged, Refused)
    assert "damaged" in str(damaged)
    assert run("make", "--out", tmp_path / "judge.txt").exit_code == 2
    assert run("score", "--agents", ",", "--file", made).exit_code == 2


def test_the_shipped_file_is_small_and_whole() -> None:
    from elbowroom.arena.judge_data import MAX_BYTES

    if not SHIPPED_FILE.exists():
        pytest.skip("no file is shipped yet")
    assert SHIPPED_FILE.stat().st_size <= MAX_BYTES
    assert read_judged_file(SHIPPED_FILE).judged
