"""`elbowroom explore`: what it prints, keeps, takes up again and refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from elbowroom.arena import explore_run
from elbowroom.arena.explorer_data import read_explorer
from elbowroom.cli import cli
from tests.programs import interrupted

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.arena.explore_games import ExploreGame
    from elbowroom.arena.explore_run import TimedResult

FEW = ("--games", "4", "--players", "2-3", "--agent", "random", "--jobs", "1")


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["explore", *map(str, words)])


def from_json(*words: object) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_people_get_the_best_and_the_worst_combos_and_where_the_data_are(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "explorer.json"
    result = run("--games", "60", "--players", "3", "--agent", "random", "--jobs", "1", "--out", out)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "Coins over the free combo: 3 players, 60 games"
    assert len(lines) == 1 + 5 + 1 + 5 + 2
    assert all(" coins (" in line for line in (*lines[1:6], *lines[7:12]))
    assert "This is how computers (random) play" in lines[12]
    assert f"The data are in {out}" in lines[13]
    data = read_explorer(out)
    assert data.provenance.games == {3: 60}
    assert data.provenance.cpu_seconds > 0
    assert data.provenance.command.startswith("elbowroom explore --games 60 --players 3-3 --agent random")
    german = run(
        *("--games", "60", "--players", "3", "--agent", "random", "--jobs", "1", "--out", out),
        *("--language", "de"),
    ).stdout
    assert german.startswith("Münzen mehr als das kostenlose Set: 3 Spieler, 60 Spiele")


def test_too_few_games_are_said_to_be_too_few(tmp_path: Path) -> None:
    result = run(*FEW, "--out", tmp_path / "explorer.json")
    assert "Too few games to estimate anything; at least 50 are needed" in result.stdout


def test_the_json_has_the_overview_for_each_number_of_players(tmp_path: Path) -> None:
    found = from_json(*FEW, "--out", tmp_path / "explorer.json.gz")
    assert sorted(found) == ["2", "3"]
    assert found["2"]["games"] == 4
    assert len(found["3"]["rows"]) == 314
    assert set(found["2"]["rows"][0]) == {"race", "power", "picks", "value", "early", "late", "win_share"}


def test_an_interrupted_run_plays_only_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that was cut off is played again, and the end is that of a run without interruption."""
    out = tmp_path / "explorer.json"
    whole = from_json(*FEW, "--out", out)
    file = out.read_bytes()
    stored = tmp_path / "explorer.json.games" / "results.jsonl"
    lines = stored.read_text(encoding="utf-8").splitlines(keepends=True)
    stored.write_text("".join(lines[:3]) + lines[3][:30], encoding="utf-8")
    played: list[int] = []
    play_timed = explore_run.play_timed

    def play(game: ExploreGame) -> TimedResult:
        played.append(game.number)
        return play_timed(game)

    monkeypatch.setattr(explore_run, "play_timed", play)
    assert from_json(*FEW, "--out", out) == whole
    assert out.read_bytes() == file
    assert played == [3, 4, 5, 6, 7]
    played.clear()
    from_json(*FEW, "--games", "5", "--out", out)
    assert played == [8, 9]


@pytest.mark.process
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    out = tmp_path / "explorer.json"
    done = interrupted("explore", *FEW, "--out", str(out))
    assert done.returncode == 130
    assert "The same command goes on" in done.stderr
    assert "Traceback" not in done.stderr
    assert not out.exists()
    stored = tmp_path / "explorer.json.games" / "results.jsonl"
    assert len(stored.read_text(encoding="utf-8").splitlines()) == 1
    assert from_json(*FEW, "--out", out) == from_json(*FEW, "--out", tmp_path / "other.json")


def test_another_run_is_not_mixed_in(tmp_path: Path) -> None:
    out = tmp_path / "explorer.json"
    from_json(*FEW, "--out", out)
    result = run(*FEW, "--seed", "2", "--out", out)
    assert result.exit_code == 2
    assert "seed: there 1, asked for 2" in result.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--players", "7"), "2 to 5 players can play, not 7"),
        (("--players", "two"), "write a number of players"),
        (("--agent", "gredy"), "Did you mean greedy?"),
        (("--games", "0"), "0 is not in the range"),
        (("--out", "explorer.csv"), "a file of data ends in .json.gz or .json, not explorer.csv"),
    ],
)
def test_bad_input_gets_a_clear_sentence(words: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    result = run("--out", tmp_path / "explorer.json", *words)
    assert result.exit_code == 2
    assert sentence in " ".join(result.output.replace("│", " ").split())
    assert list(tmp_path.iterdir()) == []


def test_a_file_must_be_named() -> None:
    result = run("--games", "4")
    assert result.exit_code == 2
    assert "Missing option '--out'" in result.output
