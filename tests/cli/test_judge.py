"""`elbowroom judge`: what it prints, keeps, takes up again and refuses."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from elbowroom.arena import judge as judging
from elbowroom.arena.judge_data import (
    MAX_BYTES,
    SHIPPED,
    read_judged_file,
    with_common_positions,
    write_judged,
)
from elbowroom.arena.judge_score import JudgesResult, ScoredTurn, ScoreResult
from elbowroom.cli import cli
from elbowroom.cli.commands import judge as command
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.arena.judge import JudgeTask, TimedJudged
    from elbowroom.arena.judge_data import JudgeData
    from elbowroom.arena.judge_score import JudgesTask

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


@pytest.fixture
def shipped(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two small files take the places of those that are shipped; of four positions both have two."""
    other = tmp_path / "judge-expert.json.gz"
    from_json("make", "--positions", "3", *FEW[2:], "--rollouts-by", "expert", "--jobs", "1", "--out", other)
    data = read_judged_file(other)
    odd = msgspec.structs.replace(data.judged[1], position=data.judged[0].position)
    write_judged(other, [data.judged[0], odd, data.judged[2]], data.provenance)
    monkeypatch.setitem(SHIPPED, "expert-1", made)
    monkeypatch.setitem(SHIPPED, "expert", other)
    return tmp_path


def test_a_shipped_file_is_named_by_its_judge(shipped: Path) -> None:
    first = from_json("report")
    assert first == from_json("report", "--judge", "expert-1")
    assert first["positions"] == 4
    second = from_json("report", "--judge", "expert")
    assert second["positions"] == 3
    assert from_json("report", "--judge", "both") == {
        "judges": {"expert-1": first, "expert": second},
        "positions_of_both": 2,
    }
    told = run("report", "--judge", "both").stdout
    assert told.index("judged by expert-1") < told.index("2 of 4") < told.index("2 of 3")
    assert run("report", "--judge", "planner").exit_code == 2
    both = run("score", "--agents", "random", "--judge", "expert", "--file", shipped / "judge-expert.json.gz")
    assert both.exit_code == 2
    assert "leave one of them out" in both.stderr.replace("\n", " ")


def test_two_judges_score_the_same_turns_where_both_have_the_position(shipped: Path, tmp_path: Path) -> None:
    words = ("score", "--agents", "greedy,random", "--jobs", "1", "--cache", shipped / "cache")
    found = from_json(*words, "--judge", "both")
    assert found["positions"] == 2
    assert list(found["judges"]) == ["expert-1", "expert"]
    for name, table in found["judges"].items():
        data = read_judged_file(SHIPPED[name])
        common = tmp_path / f"common-{name}.json"
        write_judged(common, [one for one in data.judged if one.number in (0, 2)], data.provenance)
        assert table["agents"] == from_json(*words, "--file", common)["agents"]
    [pair] = found["pairs"]
    assert pair["agents"] == ["greedy", "random"]
    assert pair["more"] == {
        name: table["agents"][1]["more_than_first"] for name, table in found["judges"].items()
    }
    assert found["same_order"] == pair["same_order"]
    assert from_json(*words, "--judge", "both", "--positions", "1")["positions"] == 1


LOSSES = {
    "the same order": ([0, 0, 1, 0], [3, 2, 3, 3], True, False),
    "equal by one of them": ([1, 0, 1, 0], [1, 0, 0, 1], True, False),
    "the other way, by chance": ([0, 0, 1, 0], [3, -9, 3, 0], False, False),
    "the other way, and both are sure": ([2, 2, 3, 2], [-2, -2, -3, -2], False, True),
    "the other way, and one is sure": ([2, 2, 3, 2], [-9, -9, 9, 0], False, False),
}
"""By two judges, what `random` loses more than `greedy` in four positions; what is then said."""


@pytest.mark.parametrize("case", LOSSES)
def test_it_is_said_whether_the_judges_put_the_agents_in_the_same_order(
    case: str, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    *losses, is_same, is_sure = LOSSES[case]

    def scored(task: JudgesTask) -> JudgesResult:
        number = task.number
        turns = [
            (ScoredTurn("greedy", "", 1, True), ScoredTurn("random", "", 1 + more[number], True))
            for more in losses
        ]
        return JudgesResult(tuple(ScoreResult(number, 2, "pick", both, ()) for both in turns))

    def same(files: list[JudgeData]) -> list[JudgeData]:
        return [files[0], files[0]]

    monkeypatch.setattr(command, "score_by_judges", scored)
    monkeypatch.setattr(command, "with_common_positions", same)
    words = ("score", "--agents", "greedy,random", "--jobs", "1", "--cache", shipped, "--judge", "both")
    found = from_json(*words)
    [pair] = found["pairs"]
    assert found["same_order"] == pair["same_order"] == is_same
    assert pair["beyond_noise"] == is_sure
    assert pair["more"]["expert"] == sum(losses[1]) / 4
    told = run(*words).stdout
    assert ("Both judges put the agents in the same order." in told) == is_same
    assert ("differently, beyond the noise: greedy / random" in told) == is_sure
    assert ("differently, but within the noise: greedy / random" in told) == (not is_same and not is_sure)
    assert ("random than greedy" in told) == (not is_same)


def test_names_are_not_cut_and_figures_are_rounded(made: Path, tmp_path: Path) -> None:
    names = "thrifty-beginner,quarrelsome-beginner"
    words = ("score", "--agents", names, "--file", made, "--jobs", "1", "--cache", tmp_path)
    told = CliRunner(env={"COLUMNS": "60"}).invoke(cli, ["judge", *map(str, words)]).stdout
    assert "…" not in told
    interval = from_json(*words)["agents"][1]["more_than_first_95"]
    assert interval == [round(end, 4) for end in interval]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_file_is_small_and_whole(name: str) -> None:
    assert SHIPPED[name].stat().st_size <= MAX_BYTES
    assert read_judged_file(SHIPPED[name]).judged


def test_the_shipped_files_have_positions_in_common() -> None:
    files = [read_judged_file(file) for file in SHIPPED.values()]
    one, other = with_common_positions(files)
    assert [each.position for each in one.judged] == [each.position for each in other.judged]
    assert len(one.judged) >= 200
    assert [file.provenance.rollouts_by for file in files] == ["expert-1", "expert"]
