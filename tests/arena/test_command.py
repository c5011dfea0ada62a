"""`elbowroom arena`: what it prints, keeps, takes up again and refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from elbowroom.arena import backends
from elbowroom.cli import cli
from elbowroom.rules.refusals import Refused
from tests.programs import interrupted

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.arena.match import Match, MatchResult

PLANNED = (
    "--agents",
    "planner,random",
    "--games",
    "6",
    "--work-per-turn",
    "60",
    "--jobs",
    "1",
    "--seed",
    "5",
)
TIMES = ("turn_seconds_p99", "turn_seconds_max")


def run(*words: object) -> str:
    done = CliRunner().invoke(cli, ["arena", *map(str, words)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.stdout


def told(*words: object) -> dict[str, Any]:
    """What `--json` tells, without times."""
    found: dict[str, Any] = json.loads(run(*words, "--json"))
    for row in found["agents"]:
        assert [row.pop(key) >= 0 for key in TIMES] == [True, True]
    return found


def numbers(folder: Path) -> list[int]:
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["number"] for line in lines]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the matches that are really played."""
    found: list[int] = []
    original = backends.LocalBackend.results

    def results(self: backends.LocalBackend, matches: list[Match]) -> list[MatchResult]:
        found.extend(match.number for match in matches)
        return list(original(self, matches))

    monkeypatch.setattr(backends.LocalBackend, "results", results)
    return found


def test_json_has_the_promised_shape() -> None:
    found = json.loads(run("--agents", "greedy,random", "--games", "4", "--jobs", "1", "--json"))
    assert set(found) == {"agents", "games"}
    assert found["games"] == 4
    assert [row["name"] for row in found["agents"]] == ["greedy", "random"]
    for row in found["agents"]:
        low, high = row["win_share_95"]
        assert 0 <= low <= row["win_share"] <= high <= 1
        low, high = row["mean_coins_95"]
        assert low <= row["mean_coins"] <= high
        assert row["seats"] == 4
        assert isinstance(row["rating"], float)
    assert sum(row["win_share"] for row in found["agents"]) == pytest.approx(1)


def test_levels_and_scripted_beginners_may_be_named() -> None:
    found = told("--agents", "gentle,easy,thrifty-beginner", "--players", "3", "--games", "3", "--jobs", "1")
    assert [row["name"] for row in found["agents"]] == ["gentle", "easy", "thrifty-beginner"]


def test_people_get_tables_and_the_time_used_against_the_budget() -> None:
    words = ("--players", "3", "--games", "6", "--seconds-per-turn", "5", "--jobs", "1")
    text = run("--agents", "greedy,random", *words)
    for word in ("greedy", "mean coins", "rating", "6 games", "33.3%", "greedy, random, random", "of 5 s"):
        assert word in text


def test_a_finished_run_leaves_results_report_and_plots(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "run"
    run("--agents", "greedy,random", "--games", "4", "--jobs", "1", "--out", out)
    assert sorted(file.name for file in out.iterdir()) == [
        "rating.png",
        "rating.svg",
        "report.json",
        "results.jsonl",
        "settings.json",
        "win_share.png",
        "win_share.svg",
    ]
    assert json.loads((out / "report.json").read_text(encoding="utf-8"))["games"] == 4


def test_an_interrupted_run_plays_only_what_is_missing(tmp_path: Path, played: list[int]) -> None:
    """A line that was cut off is played again, and the end is that of a run without interruption."""
    whole = told(*PLANNED, "--out", tmp_path)
    file = tmp_path / "results.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(lines[:2]) + lines[3] + lines[2][:30], encoding="utf-8")
    played.clear()
    assert told(*PLANNED, "--out", tmp_path) == whole
    assert played == [2, 4, 5]
    assert sorted(numbers(tmp_path)) == [0, 1, 2, 3, 4, 5]
    assert told(*PLANNED) == whole


def test_more_games_may_be_asked_for_later(tmp_path: Path, played: list[int]) -> None:
    told(*PLANNED, "--out", tmp_path)
    played.clear()
    more = told(*PLANNED, "--games", "8", "--out", tmp_path)
    assert played == [6, 7]
    assert more == told(*PLANNED, "--games", "8")


@pytest.mark.process
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    """The program is interrupted after the first results; the same command goes on."""
    done = interrupted("arena", *PLANNED, "--jobs", "2", "--out", str(tmp_path))
    assert done.returncode == 130
    assert "The same command goes on" in done.stderr
    assert "Traceback" not in done.stderr
    kept = numbers(tmp_path)
    assert 1 <= len(kept) < 6
    assert told(*PLANNED, "--out", tmp_path) == told(*PLANNED)
    assert numbers(tmp_path)[: len(kept)] == kept


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs POSIX process groups")
def test_a_killed_run_leaves_no_process_behind(tmp_path: Path) -> None:
    words = ["--agents", "greedy,random", "--games", "100000", "--jobs", "2", "--out", str(tmp_path)]
    code = "from elbowroom.cli import main\nif __name__ == '__main__':\n    main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "arena", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        try:
            file = tmp_path / "results.jsonl"
            while process.poll() is None and not (file.exists() and file.stat().st_size):
                pass
            process.send_signal(signal.SIGKILL)
            # The pipe closes when the last of the workers, which inherited it, has ended.
            process.communicate(timeout=30)
        finally:
            process.kill()
    assert numbers(tmp_path)


@pytest.mark.parametrize(
    ("words", "difference"),
    [
        (("--seed", "6"), "seed: there 5, asked for 6"),
        (("--agents", "planner,greedy"), "agents: there"),
        (("--work-per-turn", "61"), "budget: there"),
        (("--players", "3"), "players: there 2, asked for 3"),
    ],
)
def test_other_settings_are_not_mixed_in(tmp_path: Path, words: tuple[str, ...], difference: str) -> None:
    run(*PLANNED, "--games", "1", "--out", tmp_path)
    with pytest.raises(Refused, match="another run") as refused:
        run(*PLANNED, *words, "--out", tmp_path)
    assert difference in str(refused.value)


def test_games_of_a_changed_program_are_not_mixed_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(*PLANNED, "--games", "1", "--out", tmp_path)
    monkeypatch.setattr("elbowroom.arena.result_files.program_digest", lambda: "0")
    with pytest.raises(Refused, match="have changed since"):
        run(*PLANNED, "--games", "1", "--out", tmp_path)


def test_damaged_results_are_refused_and_left_alone(tmp_path: Path) -> None:
    run(*PLANNED, "--games", "2", "--out", tmp_path)
    file = tmp_path / "results.jsonl"
    damaged = file.read_text(encoding="utf-8").replace('"coins": [', '"coins": [1, ', 1)
    for text in (damaged, "[]\n", "{}\n", "nothing\n"):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(Refused, match=r"results.jsonl, line 1"):
            run(*PLANNED, "--games", "2", "--out", tmp_path)
        assert file.read_text(encoding="utf-8") == text
    (tmp_path / "settings.json").write_text("no", encoding="utf-8")
    with pytest.raises(Refused, match=r"settings.json, line 1"):
        run(*PLANNED, "--out", tmp_path)
    (tmp_path / "settings.json").unlink()
    with pytest.raises(Refused, match="without their settings"):
        run(*PLANNED, "--out", tmp_path)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--agents", "gredy,random"), "Did you mean greedy?"),
        (("--agents", "greedy,random,planner"), "Too many agents are named (3): only 2"),
        (("--agents", "greedy"), "two different agents"),
        (("--seconds-per-turn", "0"), "more than nothing"),
        (("--seconds-per-turn", "-1"), "more than nothing"),
        (("--seconds-per-turn", "nan"), "more than nothing"),
        (("--work-per-turn", "0"), "more than nothing"),
        (("--work-per-turn", "5", "--seconds-per-turn", "1"), "not in both"),
    ],
)
def test_bad_input_is_refused(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        run(*words)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--players", "6"), "2<=x<=5"),
        (("--games", "0"), "x>=1"),
        (("--backend", "moon"), "'local', 'ray'"),
        (("--work-per-turn", "some"), "not a valid integer"),
    ],
)
def test_bad_words_are_refused(words: tuple[str, ...], sentence: str) -> None:
    done = CliRunner().invoke(cli, ["arena", *words])
    assert done.exit_code == 2
    assert sentence in done.output
