"""`elbowroom analyse`: what it prints, its JSON, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from elbowroom.agents import agent_named
from elbowroom.agents.agent import Budget
from elbowroom.cli import cli
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.record import write_record
from tests.programs import run_elbowroom

if TYPE_CHECKING:
    from pathlib import Path

GAME_KEYS = {"version", "map", "players", "rollouts", "start", "turns", "dearest"}
PLAYER_KEYS = {
    "seat",
    "name",
    "place",
    "coins",
    "decisions",
    "loss",
    "errors",
    "blunders",
    "luck_die",
    "luck_column",
    "dearest",
}
TURN_KEYS = {"game_turn", "seat", "at", "after", "loss", "luck", "decisions"}
DECISION_KEYS = {"at", "seat", "kind", "after_roll", "played", "best", "loss", "loss_error"}
LINE_KEYS = {"actions", "lead", "coins", "step"}


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["analyse", *map(str, words)])


def from_json(*words: object) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def told(*words: object) -> str:
    """What is printed, in one line."""
    result = run(*words)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


def refusal(*words: object) -> str:
    """Why a record is refused."""
    raised = run(*words).exception
    assert isinstance(raised, SystemExit)
    return run(*words).stderr


@pytest.fixture(scope="module")
def game() -> Game:
    """The last three turns of a game, in which one player is no good."""
    agents, game = ("planner", "gentle"), new_game(2, seed=3, names=["Ann", "Bob"])
    while game.turn.game_turn < 8 or game.phase != "ready":
        game.apply(agent_named(agents[int(game.state.chooser())], 0).choose(game.clone(), Budget(work=300)))
    game = Game.from_text(game.to_text())
    game.deal_with(Dealer(b"analyse"))
    while not game.is_over:
        game.apply(agent_named(agents[int(game.state.chooser())], 0).choose(game.clone(), Budget(work=300)))
    return game


@pytest.fixture
def record(game: Game, tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(write_record(game), encoding="utf-8")
    return file


def test_people_read_tables_and_the_three_dearest_turns(game: Game, record: Path) -> None:
    text = told(record)
    for words in ("place", "lost", "errors", "luck: die", "luck: column", "start", "The dearest turns"):
        assert words in text
    found = from_json(record)
    for number, place in enumerate(found["dearest"], 1):
        turn = found["turns"][place["turn"]]
        decision = turn["decisions"][place["decision"]]
        heading = f"{number}. Game turn {turn['game_turn']}, {game.names[decision['seat']]}"
        assert heading in text
        for line in (decision["played"], decision["best"]):
            assert f"[{'; '.join(line['actions'])}]" in text
    assert text.count("Played: ") == text.count("Better: ") == len(found["dearest"]) == 3
    assert "Why " in text


def test_the_keys_of_the_json_are_those_of_the_documentation(record: Path) -> None:
    found = from_json(record)
    assert set(found) == GAME_KEYS
    assert all(set(player) == PLAYER_KEYS for player in found["players"])
    for turn in found["turns"]:
        assert set(turn) == TURN_KEYS
        assert set(turn["luck"]) == {"die", "column"}
        assert set(turn["after"]) == set(found["start"]) == {"coins", "win"}
        for decision in turn["decisions"]:
            assert set(decision) == DECISION_KEYS
            assert set(decision["played"]) == set(decision["best"]) == LINE_KEYS
            for line in (decision["played"], decision["best"]):
                if line["step"] is not None:
                    assert set(line["step"]) == {"actions", "regions", "reasons"}
                    assert all("code" in reason for reason in line["step"]["reasons"])
    assert all(set(place) == {"turn", "decision"} for place in found["dearest"])
    assert found == from_json(record)


def test_the_dearest_turns_of_one_player_are_told(game: Game, record: Path) -> None:
    text = told(record, "--player", "bob")
    dearest = text.split("The dearest turns")[1]
    assert ", Bob" in dearest
    assert ", Ann: " not in dearest
    assert ", Ann, " not in dearest
    assert "There is no player Cid. Players: Ann, Bob." in refusal(record, "--player", "Cid")
    assert game.names == ["Ann", "Bob"]


def test_it_speaks_the_language_that_is_asked_for(record: Path) -> None:
    text = told(record, "--language", "de")
    assert "Die teuersten Züge" in text
    assert "Glück: Würfel" in text
    assert "Played" not in text


def test_rollouts_may_judge(record: Path) -> None:
    found = from_json(record, "--rollouts", "2")
    assert found["rollouts"] == 2
    assert run(record, "--rollouts", "1").exit_code == 2


def test_what_is_no_finished_game_is_refused_in_a_sentence(game: Game, tmp_path: Path) -> None:
    running = tmp_path / "running.txt"
    running.write_text(write_record(new_game(2, seed=1)), encoding="utf-8")
    assert "This game is still running: it is in game turn 1 of 10." in refusal(running)
    assert "läuft noch" in refusal(running, "--language", "de")
    damaged = tmp_path / "damaged.txt"
    rows = write_record(game).splitlines()
    last = next(number for number, row in enumerate(rows) if row.startswith("10 "))
    rows[last] = rows[last].replace("expand", "exapnd").replace("decline", "delcine")
    damaged.write_text("\n".join(rows), encoding="utf-8")
    assert f"Line {last + 1}:" in refusal(damaged)
    cut = tmp_path / "cut.txt"
    cut.write_text("\n".join(rows[:last]), encoding="utf-8")
    assert "it is cut off" in refusal(cut)
    other = tmp_path / "other.txt"
    other.write_text("Dear diary", encoding="utf-8")
    assert "This is no game record" in refusal(other)
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    assert "picture.png is not a text file." in refusal(picture)
    over = tmp_path / "over.txt"
    over.write_text(write_record(Game.from_text(game.to_text())), encoding="utf-8")
    assert "there is nothing to analyse" in refusal(over)
    assert "does not exist" in refusal(tmp_path / "missing.txt")


@pytest.mark.process
def test_a_running_game_ends_the_program_without_a_traceback(tmp_path: Path) -> None:
    file = tmp_path / "running.txt"
    file.write_text(write_record(new_game(3, seed=1)), encoding="utf-8")
    done = run_elbowroom("analyse", str(file))
    assert done.returncode == 2
    assert "This game is still running" in done.stderr
    assert "Traceback" not in done.stderr
