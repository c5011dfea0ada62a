"""`elbowroom stats`: tables, JSON and pictures from a folder of records, and what it says of bad ones."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from elbowroom.cli import cli
from elbowroom.engine.game import new_game
from elbowroom.engine.record import write_record
from elbowroom.rules.refusals import Refused


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


def from_json(*words: str) -> dict[str, Any]:
    result = run("stats", *words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def refused(*words: str) -> str:
    result = run("stats", *words)
    assert isinstance(result.exception, Refused), result.output
    return str(result.exception)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six records, half of them of 2 and half of 3 players."""
    folder = tmp_path_factory.mktemp("games")
    words = ("simulate", "--players", "2-3", "--games", "6", "--records", str(folder), "--jobs", "1")
    assert run(*words).exit_code == 0
    return folder


def test_the_json_tells_every_table(games: Path) -> None:
    found = from_json(str(games))
    assert (found["records"], found["games"], found["damaged"]) == (6, {"2": 3, "3": 3}, [])
    picks = sum(row["picks"] for row in found["races"])
    assert picks == sum(row["picks"] for row in found["powers"])
    assert picks == sum(row["picks"] for row in found["combos"])
    assert picks == sum(row["final_coins"]["count"] for row in found["by_active_turns"])
    assert sum(row["final_coins"]["count"] for row in found["by_first_decline"]) == 3 * 2 + 3 * 3
    for players in (2, 3):
        rows = [row for row in found["order"] if row["players"] == players]
        assert [row["order"] for row in rows] == list(range(1, players + 1))
        assert sum(row["win_share"]["mean"] for row in rows) == pytest.approx(1, abs=1e-3)
    assert {row["players"] for row in found["going_first"]} == {2, 3}
    assert not (games / "statistics").exists()


def test_only_games_of_some_numbers_of_players_count_if_asked(games: Path) -> None:
    found = from_json(str(games), "--players", "3")
    assert (found["games"], found["other_player_counts"]) == ({"3": 3}, 3)
    assert {row["players"] for row in found["races"]} == {3}
    assert "tells a whole game" in refused(str(games), "--players", "5", "--json")
    assert run("stats", str(games), "--players", "two").exit_code == 2


def test_several_processes_find_the_same(games: Path, tmp_path: Path) -> None:
    text = next(iter(games.iterdir())).read_text(encoding="utf-8")
    for number in range(40):
        (tmp_path / f"{number}.elbowroom").write_text(text, encoding="utf-8")
    alone, together = from_json(str(tmp_path), "--jobs", "1"), from_json(str(tmp_path), "--jobs", "2")
    assert alone == together
    assert alone["records"] == 40


def test_tables_are_shown_and_everything_is_written(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "out"
    result = run("stats", str(games), "--players", "2", "--out", str(out))
    assert result.exit_code == 0, result.output
    for words in ("2 players, 3 games", "Races", "Special powers", "Turn order", "Going first is worth", "±"):
        assert words in result.stdout
    assert "3 records left out: for other numbers of players" in result.stderr
    for name in ("races", "powers", "combos", "order", "decline", "first-decline"):
        assert (out / f"{name}.png").stat().st_size > 5000
        assert (out / f"{name}.svg").stat().st_size > 5000
    tables = (out / "tables.md").read_text(encoding="utf-8")
    assert "## 2 players, 3 games" in tables
    assert "| race | picks | coins | active | decline | price | turns | win % |" in tables
    written = json.loads((out / "statistics.json").read_text(encoding="utf-8"))
    assert written == from_json(str(games), "--players", "2")


def test_damaged_records_are_named_with_their_line_and_skipped(games: Path, tmp_path: Path) -> None:
    text = next(iter(games.iterdir())).read_text(encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "good.elbowroom").write_text(text, encoding="utf-8")
    (tmp_path / "deep" / "cut.elbowroom").write_text("\n".join(text.splitlines()[:8]), encoding="utf-8")
    (tmp_path / "noise.elbowroom").write_bytes(b"\xff\xfe")
    (tmp_path / "begun.elbowroom").write_text(write_record(new_game(2, 1)), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not looked at", encoding="utf-8")
    found = from_json(str(tmp_path))
    assert (found["records"], found["unfinished"], sum(found["games"].values())) == (4, 1, 1)
    assert [(record["file"], record["line"]) for record in found["damaged"]] == [
        ("deep/cut.elbowroom", 8),
        ("noise.elbowroom", 1),
    ]
    (tmp_path / "good.elbowroom").unlink()
    result = run("stats", str(tmp_path), "--json")
    assert "deep/cut.elbowroom, line 8: The record ends before its result" in result.stderr
    assert "noise.elbowroom, line 1: noise.elbowroom is not a text file." in result.stderr
    assert "2 records left out: damaged" in result.stderr
    assert "1 record left out: unfinished" in result.stderr
    assert str(result.exception) == f"No record in {tmp_path} tells a whole game to count."


def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    assert (
        refused(str(tmp_path))
        == f"There is no game record in {tmp_path}: no file there is called *.elbowroom."
    )
    assert run("stats", str(tmp_path / "none")).exit_code == 2


def test_without_matplotlib_the_extra_is_named_and_json_still_works(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "elbowroom.arena.plots", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert 'pip install "elbowroom[arena]"' in refused(str(games))
    assert from_json(str(games))["records"] == 6


def test_a_folder_that_cannot_be_written_is_refused(games: Path) -> None:
    record = next(iter(games.iterdir()))
    assert refused(str(games), "--out", str(record / "out")).endswith("cannot be written: Not a directory.")
