"""Agents of one's own in `simulate`, `dataset` and `terminal`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from elbowroom.cli import cli
from elbowroom.cli.terminal.saved_games import SaveError, load_game, save_game
from elbowroom.engine.game import new_game
from elbowroom.engine.record import read_record

pytestmark = pytest.mark.process


def run(*words: str, answers: str = "") -> Result:
    done = CliRunner().invoke(cli, words, input=answers)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def from_json(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*words, "--json").stdout)
    return found


def test_simulate_tells_of_forfeits_and_plays_all_games(own_agents: Path) -> None:
    words = ("simulate", "--agents", "mine:RaisesLate,random,mine:First", "--games", "3", "--players", "3")
    found = from_json(*words, "--check", "--records", "games", "--jobs", "1")
    rows = {row["name"]: row for row in found["agents"]}
    assert found["games"] == 3
    assert found["violations"] == []
    assert rows["mine:RaisesLate"]["wins"] == 0
    assert [each["games"] for each in rows["mine:RaisesLate"]["forfeits"]] == [3]
    assert rows["mine:First"]["forfeits"] == rows["random"]["forfeits"] == []
    for file in (own_agents / "games").iterdir():
        assert "# forfeited: " in file.read_text("utf-8")
    text = run(*words[:4], "1", *words[5:], "--jobs", "1").output
    assert "Games that mine:RaisesLate forfeited: 1 of 1." in text


@pytest.mark.parametrize("command", [("arena",), ("simulate",), ("dataset",), ("judge", "score")])
def test_help_says_how_own_agents_are_named(command: tuple[str, ...]) -> None:
    told = " ".join(run(*command, "--help").output.split())
    assert "your own as module:Class, or weights as expert:FILE" in told


@pytest.mark.parametrize("command", ["arena", "simulate"])
def test_names_of_agents_are_not_cut(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    told = run(
        command, "--agents", "thrifty-beginner,quarrelsome-beginner", "--games", "2", "--jobs", "1"
    ).stdout
    assert [line for line in told.splitlines() if "thrift" in line]
    assert not [line for line in told.splitlines() if line.startswith("│") and "…" in line]


def test_simulate_plays_own_agents_on_several_processes(own_agents: Path) -> None:
    del own_agents
    words = ("simulate", "--agents", "mine:First,mine:RaisesLate", "--games", "4")
    alone = from_json(*words, "--jobs", "1")
    assert from_json(*words, "--jobs", "2")["agents"] == alone["agents"]


def test_a_data_set_holds_no_decisions_of_games_that_were_forfeited(own_agents: Path) -> None:
    pytest.importorskip("pyarrow")
    words = ("dataset", "--agents", "mine:RaisesLate,random", "--games", "2", "--jobs", "1", "--out")
    found = from_json(*words, "lost")
    assert (found["games"], found["rows"], found["files"]) == (2, 0, [])
    assert list(found["forfeits"]) == ["0", "1"]
    assert "mine:RaisesLate broke off" in found["forfeits"]["0"][0]
    record = (own_agents / "lost/records/game-000000.elbowroom").read_text("utf-8")
    assert read_record(record).is_over
    assert "Games that an agent forfeited: 2." in run(*words, "lost").output
    found = from_json(*words[:2], "mine:First,random", *words[3:], "kept")
    assert found["rows"] > 0
    assert found["forfeits"] == {}
    settings = json.loads((own_agents / "kept/settings.json").read_text("utf-8"))
    assert settings["agents"] == ["mine:First", "random"]
    assert list(settings["own_agents"]) == ["mine:First"]


def terminal(*words: str, answers: str) -> str:
    return run("terminal", *words, "--save", "game.elbowroom", "--plain", answers=answers).output


def test_one_plays_against_an_own_agent_in_the_terminal_and_takes_the_game_up_again(own_agents: Path) -> None:
    said = terminal("--computers", "mine:First", "--names", "Ann", "--seed", "1", answers="quit\n\n")
    assert "--resume game.elbowroom --computers mine:First" in said
    assert "# seats person mine:First" in (own_agents / "game.elbowroom").read_text("utf-8")
    again = terminal("--resume", "game.elbowroom", "--computers", "mine:First", answers="quit\n\n")
    assert "game.elbowroom" in again


def test_a_saved_game_does_not_choose_which_code_is_loaded(own_agents: Path) -> None:
    (own_agents / "trap.py").write_text("open('sprung', 'w')\n", encoding="utf-8")
    file = own_agents / "sent.elbowroom"
    save_game(file, new_game(2, seed=1), [None, "trap:Agent"])
    for words in ((), ("--computers", "mine:First")):
        done = run("terminal", "--resume", "sent.elbowroom", *words, answers="quit\n\n")
        assert "loaded only if you name it: add --computers trap:Agent" in done.output
        assert done.exit_code == 1
    assert not (own_agents / "sprung").exists()
    done = run("terminal", "--resume", "sent.elbowroom", "--computers", "trap:Agent", answers="quit\n\n")
    assert "trap has no class called Agent" in done.output
    assert (own_agents / "sprung").exists()


def test_levels_are_not_given_to_a_game_that_brings_its_own(own_agents: Path) -> None:
    del own_agents
    done = run("terminal", "--resume", "game.elbowroom", "--computers", "easy")
    assert done.exit_code == 2
    assert "--resume alone" in done.output


@pytest.mark.parametrize("level", ["thrifty-beginner", "expert:weights.json", "mine:First"])
def test_every_agent_that_can_be_named_can_be_saved(own_agents: Path, level: str) -> None:
    file = own_agents / "kept.elbowroom"
    save_game(file, new_game(2, seed=1), [None, level])
    assert load_game(file, ["mine:First"])[1] == (None, level)
    save_game(file, new_game(2, seed=1), [None, "nobody"])
    with pytest.raises(SaveError, match="does not tell who plays"):
        load_game(file)


def test_an_agent_that_fails_in_the_terminal_is_replaced(own_agents: Path) -> None:
    words = ("--computers", "mine:Raises", "--names", "Ann", "--option", "first_player=Computer")
    said = terminal(*words, answers="quit\n\n")
    assert "mine:Raises broke off with an error (IndexError" in said
    assert "Computer has lost this game; a computer (greedy) plays on in that seat." in said
    assert "# seats person greedy" in (own_agents / "game.elbowroom").read_text("utf-8")


@pytest.mark.parametrize("name", ["gone:Agent", "mine:Frist", "expert:gone.json"])
def test_the_terminal_refuses_what_cannot_be_had(own_agents: Path, name: str) -> None:
    del own_agents
    done = run("terminal", "--computers", name)
    assert done.exit_code == 2
    assert done.output.startswith("Error: ")
    assert name.removeprefix("expert:") in done.output


def test_capitals_do_not_matter_for_levels(own_agents: Path) -> None:
    said = terminal("--computers", "Easy", "--names", "Ann", "--seed", "1", answers="quit\n\n")
    assert "--computers" not in said
    assert "# seats person easy" in (own_agents / "game.elbowroom").read_text("utf-8")
