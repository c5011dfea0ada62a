"""The command line: what a person sees, and what a machine reads."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from elbowroom import __version__
from elbowroom.cli import COMMANDS, cli, main
from elbowroom.cli.commands.rules import proofs, rule_texts
from elbowroom.rules import bits
from elbowroom.rules.words import catalogue
from tests.programs import run_elbowroom
from tools import proofs as proofs_tool

MAPS = Path(__file__).parent.parent / "maps"

GNOMES = """
[race.gnomes]
tokens = 6
tokens_of = "ratmen"
coins.mine = 1
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


def from_json(*words: str) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def program(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    code = "from elbowroom.cli import main; main()"
    command, env = [sys.executable, "-c", code, *words], {**os.environ, **variables}
    return subprocess.run(command, env=env, check=False, capture_output=True, text=True)


def test_help_lists_every_command_and_each_has_help_of_its_own() -> None:
    text = run("--help").output
    for name in COMMANDS:
        assert name in text
        assert "Usage" in run(name, "--help").output


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_shows_examples_line_by_line(command: str) -> None:
    """The mark that keeps lines apart is not shown itself."""
    shown = CliRunner().invoke(cli, [*command.split(), "--help"]).output
    assert "\\b" not in shown
    assert "\b" not in shown


def test_an_unknown_command_gets_the_nearest_one() -> None:
    result = run("simulat")
    assert result.exit_code == 2
    assert "Did you mean simulate?" in result.output


def test_simulate_plays_the_same_games_for_the_same_seed() -> None:
    words = (
        "simulate",
        "--players",
        "3",
        "--agents",
        "greedy,random",
        "--games",
        "6",
        "--seed",
        "4",
        "--jobs",
        "1",
    )
    first, second = from_json(*words), from_json(*words)
    assert first["agents"] == second["agents"]
    assert first["games"] == 6
    assert first["decisions"] == second["decisions"] > 300
    assert sum(row["wins"] for row in first["agents"]) == pytest.approx(6, abs=0.05)


def test_simulate_checks_and_counts_violations() -> None:
    found = from_json("simulate", "--players", "2-5", "--games", "4", "--check", "--jobs", "1")
    assert found["checked"] is True
    assert found["violations"] == []


def test_simulate_uses_several_processes_with_the_same_result() -> None:
    words = ("simulate", "--games", "8", "--seed", "3")
    alone, together = from_json(*words, "--jobs", "1"), from_json(*words, "--jobs", "2")
    assert alone["agents"] == together["agents"]


def test_simulate_tells_people_in_a_table() -> None:
    text = run("simulate", "--games", "2", "--check", "--jobs", "1").output
    assert "mean coins" in text
    assert "0 violations" in text


def test_records_replay_to_the_same_end(tmp_path: Path) -> None:
    run(
        "simulate", "--players", "2", "--games", "2", "--seed", "8", "--records", str(tmp_path), "--jobs", "1"
    )
    files = sorted(tmp_path.iterdir())
    assert len(files) == 2
    found = from_json("replay", str(files[0]))
    assert found["is_over"] is True
    result = next(
        row for row in files[0].read_text(encoding="utf-8").splitlines() if row.startswith("result")
    )
    best = found["ranking"][0]
    assert result.startswith(f"result {found['players'][best['seat']]} {best['coins']}")
    assert "is the first player" in run("replay", str(files[0])).output
    middle = run("replay", str(files[0]), "--to", "40", "--position").output
    assert middle.startswith("elbowroom")


@pytest.mark.process
def test_a_damaged_record_is_refused_with_its_line(tmp_path: Path) -> None:
    run("simulate", "--games", "1", "--records", str(tmp_path), "--jobs", "1")
    file = next(tmp_path.iterdir())
    rows = file.read_text(encoding="utf-8").splitlines()
    damaged = next(number for number, row in enumerate(rows) if "; pick" in row or ": pick" in row)
    rows[damaged] = rows[damaged].replace("pick", "pcik")
    file.write_text("\n".join(rows), encoding="utf-8")
    done = run_elbowroom("replay", str(file))
    assert done.returncode == 2
    assert f"Error: Line {damaged + 1}:" in done.stderr
    assert "Traceback" not in done.stderr


def test_content_check_says_in_words_what_a_race_will_do(tmp_path: Path) -> None:
    file = tmp_path / "gnomes.toml"
    file.write_text(GNOMES, encoding="utf-8")
    text = " ".join(run("content", "check", str(file)).output.split())
    assert "Gnomes (race)" in text
    assert "tokens of Ratmen" in text
    assert "1 bonus coin for each region of kind “mine”" in text
    found = from_json("content", "check", str(file))
    assert found["ok"] is True
    assert found["entries"][0]["id"] == "gnomes"


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ("losses = 0", "Good: it can be played everywhere."),
        ('may = ["roll before every conquest", "make peace"]', "Good: it can be played everywhere."),
        ('may = ["second wave"]', "refuse it. They do not know these decisions yet: second wave."),
        ('may = ["strike"]\nstrike.tokens = 1\npay = { coins = 1, discount = 1 }', "yet: pay, strike."),
    ],
)
def test_content_check_says_whether_the_research_environments_know_the_decisions(
    lines: str, verdict: str, tmp_path: Path
) -> None:
    file = tmp_path / "gnomes.toml"
    file.write_text(f"{GNOMES}\n{lines}\n", encoding="utf-8")
    text = " ".join(run("content", "check", str(file)).output.split())
    assert text.endswith(verdict)


@pytest.mark.process
def test_content_check_names_file_entry_key_and_nearest_word(tmp_path: Path) -> None:
    file = tmp_path / "gnomes.toml"
    file.write_text(GNOMES.replace("coins.mine", "coins.mnie"), encoding="utf-8")
    done = run_elbowroom("content", "check", str(file))
    assert done.returncode == 2
    for word in ("gnomes.toml", "gnomes", "coins", "mnie", "Did you mean mine?"):
        assert word in done.stderr


def test_content_check_describes_a_map() -> None:
    text = " ".join(run("content", "check", str(MAPS / "valley.json")).output.split())
    assert "regions: 12" in text


@pytest.mark.process
def test_content_check_of_a_map_names_the_line_the_unknown_key_and_the_known_terrains(tmp_path: Path) -> None:
    text = (MAPS / "valley.json").read_text(encoding="utf-8")
    file = tmp_path / "mine.json"
    file.write_text(text.replace('"game_turns": 10', '"game_turn": 10').replace('"lake"', '"lak"'), "utf-8")
    said = run_elbowroom("content", "check", str(file)).stderr
    assert "mine.json:4: a map has no `game_turn`" in said
    assert "Did you mean game_turns?" in said
    assert "mine.json:12, region 7: the terrain `lak` is not known; known are " in said
    assert "swamp" in said


def test_own_content_and_maps_are_played(tmp_path: Path) -> None:
    file = tmp_path / "gnomes.toml"
    file.write_text(GNOMES, encoding="utf-8")
    words = ("--content", str(file), "--content", str(MAPS / "valley.json"), "--map", "valley", "--jobs", "1")
    found = from_json("simulate", "--games", "4", "--check", "--records", str(tmp_path / "records"), *words)
    assert found["violations"] == []
    record = next((tmp_path / "records").iterdir())
    assert "[race.gnomes]" in record.read_text(encoding="utf-8")
    assert from_json("replay", str(record))["is_over"] is True


def test_table_options_are_taken() -> None:
    found = from_json(
        "simulate", "--games", "2", "--option", "auto_withdraw", "--option", "left_out=elves", "--jobs", "1"
    )
    assert found["games"] == 2


@pytest.mark.process
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("simulate", "--agents", "gredy"), "Did you mean greedy?"),
        (("simulate", "--agents", "random,random,random"), "Too many agents are named (3)"),
        (("simulate", "--players", "7"), "2 to 5 players"),
        (("simulate", "--players", "two"), "a number of players"),
        (("simulate", "--games", "0"), "0 is not in the range"),
        (("simulate", "--map", "moon"), "There is no map called moon"),
        (("simulate", "--option", "open_coin"), "Did you mean open_coins?"),
        (("simulate", "--option", "left_out=elvs"), "Did you mean elves?"),
        (("simulate", "--agents", ","), "at least one agent"),
        (("replay", "no-such-file"), "does not exist"),
    ],
)
def test_bad_input_gets_a_clear_sentence(words: tuple[str, ...], sentence: str) -> None:
    done = run_elbowroom(*words)
    assert done.returncode == 2
    assert sentence in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_the_version_says_whether_the_engine_is_compiled(engine: str) -> None:
    if engine == "compiled" and not bits.COMPILED:
        pytest.skip("the engine is not compiled here")
    done = program("--version", ELBOWROOM_INTERPRETED="1" if engine == "interpreted" else "")
    assert done.stdout == f"elbowroom, version {__version__} ({engine} engine)\n"


@pytest.mark.parametrize("folder", ["{file}/records", "{closed}"])
@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--games", "2", "--records"),
        ("train", "--generations", "1", "--games", "4", "--out"),
        ("dataset", "--games", "2", "--out"),
        ("arena", "--games", "2", "--out"),
        ("stats", "{records}", "--out"),
        ("balance", "{own}", "--games", "50", "--out"),
    ],
    ids=lambda words: words[0],
)
def test_a_folder_that_cannot_be_written_is_refused_before_any_work(
    words: tuple[str, ...], folder: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "some.elbowroom").write_text("not a record: it would be named if it were read")
    (tmp_path / "own.toml").write_text(GNOMES)
    closed = Path("/proc")  # not even root may write here
    if not closed.is_dir():
        pytest.skip("no folder that nobody may write into")
    places = {"file": tmp_path / "file", "closed": closed, "records": tmp_path, "own": tmp_path / "own.toml"}
    done = program(*(word.format(**places) for word in (*words, folder)))
    assert done.returncode == 2, done.stderr
    assert re.fullmatch(r"Error: .* cannot be written: .*\.\n", done.stderr)
    assert done.stdout == ""


def test_a_missing_message_is_one_sentence_with_its_key_and_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(catalogue(), "refusal_unknown_rule")
    monkeypatch.setattr(sys, "argv", ["elbowroom", "rules", "NOT-1"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 1
    expected = "Error: The catalogue content/locales/en.json has no message refusal_unknown_rule.\n"
    assert capsys.readouterr().err == expected


def test_rules_shows_the_text_of_a_rule() -> None:
    shown = run("rules", "tro-2", "RUL-8").output
    assert "TRO-2  A Troll's Lair adds 1 to the region's defence" in shown
    assert "RUL-8  die (OPEN-8): Faces 0, 0, 0, 1, 2, 3." in shown
    assert "tests/rulebook/races/test_trolls.py::test_a_lair_adds_one_to_the_defence" in shown
    found = from_json("rules", "TRO-2")
    assert list(found["texts"]) == list(found["tests"]) == ["TRO-2"]


def test_an_unknown_rule_is_refused_with_the_nearest_one() -> None:
    done = program("rules", "TRO-2", "CON-99")
    assert done.returncode == 2
    assert "There is no rule CON-99" in done.stderr
    assert "Did you mean CON-9?" in done.stderr
    assert done.stdout == ""


def test_the_shipped_rule_texts_are_those_of_the_documents() -> None:
    assert rule_texts() == proofs_tool.rule_texts(), "run python tools/proofs.py --texts"
    assert list(rule_texts()) == proofs()["rules"]


def test_rules_lists_proofs() -> None:
    found = from_json("rules")
    assert found["rules"] == found["proved"] + found["not_applicable"]
    assert found["missing"] == []
    assert found["rules"] > 320
    assert "TRO-2" in run("rules", "TRO-2").output


def test_bench_reports_every_figure() -> None:
    found = from_json("bench", "--games", "4", "--rounds", "1")
    assert {"compiled", "games_per_second", "decisions_per_game", "clone_ns", "import_ms"} <= set(found)
    assert set(found["decisions_per_second"]) == {"compiled_loop", "python_loop"}
    assert found["decisions_per_game"] > 100
    assert "decisions per game" in run("bench", "--games", "4", "--rounds", "1").output
