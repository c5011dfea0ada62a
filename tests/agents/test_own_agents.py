"""Agents of one's own: how they are named, what they get, and what becomes of those that fail."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import time
from pathlib import Path

import pytest

from elbowroom.agents import LEVELS, SHIPPED, agent_named, agent_sources, shipped_agent
from elbowroom.agents.agent import AgentFailed, Budget
from elbowroom.agents.agent_process import process_of
from elbowroom.agents.expert import ExpertAgent
from elbowroom.agents.forfeits import places
from elbowroom.agents.own_agent import (
    ANSWER_SECONDS,
    DEFAULT_BUDGET,
    WORK_SECONDS,
    look_in,
    search_folder,
    seconds_allowed,
)
from elbowroom.agents.weights import SHIPPED_FILE
from elbowroom.engine.game import new_game
from elbowroom.engine.ranking import Rank
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.refusals import Refused

pytestmark = pytest.mark.process

QUICK = Budget(seconds=0.05)


def failure(name: str, budget: Budget = QUICK) -> AgentFailed:
    """How the agent fails at its first decision."""
    with pytest.raises(AgentFailed) as failed:
        agent_named(name, 0).choose(new_game(2, seed=1).clone(), budget)
    return failed.value


def refusal(name: str) -> Refused:
    with pytest.raises(Refused) as refused:
        agent_named(name, 0)
    return refused.value


def test_a_class_in_a_module_of_the_current_folder_plays(own_agents: Path) -> None:
    del own_agents
    agent, game = agent_named("mine:First", 0), new_game(2, seed=1)
    while not game.is_over:
        action = agent.choose(game.clone(), QUICK)
        assert action == game.legal()[0]
        game.apply(action)


@pytest.mark.parametrize("players", [3, 5])
def test_it_gets_the_very_position_with_own_content_too(own_agents: Path, players: int) -> None:
    """The last legal action is the same here and there, in every position of a game."""
    del own_agents
    text = '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\ncoins.mine = 1\n'
    content = add_content(base_content(), text, "gnomes.toml")
    agent, game = agent_named("mine:Last", 0), new_game(players, seed=players, content=content)
    while not game.is_over:
        action = agent.choose(game.clone(), QUICK)
        assert action == game.legal()[-1]
        game.apply(action)


def test_a_constructor_that_takes_a_seed_gets_it(own_agents: Path) -> None:
    del own_agents
    game = new_game(2, seed=1)
    legal = game.legal()
    assert len(legal) > 2
    chosen = [agent_named("mine:Seeded", seed).choose(game.clone()) for seed in (0, 1, 2)]
    assert chosen == legal[:3]


def test_it_always_gets_a_budget(own_agents: Path, capfd: pytest.CaptureFixture[str]) -> None:
    del own_agents
    agent, game = agent_named("mine:Told", 0), new_game(2, seed=1)
    for budget in (None, Budget(seconds=0.5), Budget(work=7)):
        agent.choose(game.clone(), budget)
    said = capfd.readouterr().err.splitlines()
    assert said == [f"budget {DEFAULT_BUDGET.seconds} None", "budget 0.5 None", "budget None 7"]


def test_explaining_is_optional(own_agents: Path) -> None:
    del own_agents
    game = new_game(2, seed=1)
    assert agent_named("mine:First", 0).explain(game.clone()) == []
    assert agent_named("mine:Explains", 0).explain(game.clone()) == shipped_agent("greedy", 0).explain(
        game.clone()
    )


def test_what_it_does_to_its_copy_changes_nothing(own_agents: Path) -> None:
    del own_agents
    game = new_game(2, seed=1)
    agent = agent_named("mine:Vandal", 0)
    for _ in range(5):
        before, copy = game.to_text(), game.clone()
        action = agent.choose(copy)
        assert game.to_text() == copy.to_text() == before
        assert game.names == ["P1", "P2"]
        game.apply(action)


def test_there_is_no_dealer_no_past_and_no_other_game_to_look_at(own_agents: Path) -> None:
    del own_agents
    game = new_game(2, seed=1)
    agent = agent_named("mine:Spy", 0)
    for _ in range(5):
        game.apply(agent.choose(game.clone()))


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [
        ("nowhere:First", "agent_import", "No module named 'nowhere'"),
        ("broken:First", "agent_import", r"SyntaxError: .*broken\.py, line 1"),
        ("quits:First", "agent_import", r"SystemExit: 3 \(quits\.py, line 1\)"),
        ("mine:Frist", "agent_class", "Did you mean First?"),
        ("mine:chosen", "agent_class", "has no class called chosen"),
        ("mine:NoAgent", "agent_choose", "no method"),
        ("mine:Unmade", "agent_not_made", "colour"),
        ("mine:", "agent_name", "my_module:MyAgent"),
        (":First", "agent_name", "my_module:MyAgent"),
        ("my mine:First", "agent_name", "my_module:MyAgent"),
        ("mine:First:Last", "agent_name", "my_module:MyAgent"),
        ("mine", "unknown_agent", "no computer player called mine"),
        ("expert:nowhere.json", "weights_unreadable", "FileNotFoundError"),
        ("expert:mine.py", "weights_unreadable", "mine.py"),
        ("expert:", "unknown_agent", r"Did you mean expert:FILE\?"),
    ],
)
def test_one_that_cannot_be_had_is_refused_at_once(
    own_agents: Path, name: str, code: str, sentence: str
) -> None:
    del own_agents
    refused = refusal(name)
    assert refused.code == code
    with pytest.raises(Refused, match=sentence):
        raise refused


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [
        ("mine:Raises", "agent_raised", r"IndexError: list index out of range \(mine\.py, line \d+\)"),
        ("mine:Exits", "agent_raised", "SystemExit: enough"),
        ("mine:Illegal", "agent_illegal", "answered 62"),
        ("mine:Words", "agent_illegal", "answered 'pick 1'"),
        ("mine:Yes", "agent_illegal", "answered True"),
        ("mine:Dies", "agent_ended", "code 7"),
    ],
)
def test_one_that_fails_is_named_with_what_it_did(
    own_agents: Path, name: str, code: str, sentence: str
) -> None:
    del own_agents
    failed = failure(name)
    assert failed.code == code
    assert failed.params["agent"] == name
    with pytest.raises(AgentFailed, match=sentence):
        raise failed


def test_a_failure_tells_the_same_after_a_journey_between_processes(own_agents: Path) -> None:
    del own_agents
    failed = failure("mine:Raises")
    arrived = pickle.loads(pickle.dumps(failed))  # noqa: S301 - our own
    assert isinstance(arrived, AgentFailed)
    assert str(arrived) == str(failed)


def test_one_that_never_answers_is_ended_whatever_it_catches(own_agents: Path) -> None:
    del own_agents
    started = time.monotonic()
    failed = failure("mine:Hangs")
    assert failed.code == "agent_overran"
    assert str(failed).endswith(f"after {seconds_allowed(QUICK) + ANSWER_SECONDS:.3g} s.")
    assert time.monotonic() - started < 60


def test_the_time_of_a_turn_is_counted_together(own_agents: Path) -> None:
    """Each decision takes 0.4 s of the 1.1 s that are allowed; the next turn begins anew."""
    del own_agents
    agent, game = agent_named("mine:Sleeps", 0), new_game(2, seed=1)
    agent.choose(game.clone(), QUICK)
    agent.choose(game.clone(), QUICK)
    with pytest.raises(AgentFailed, match="overran"):
        agent.choose(game.clone(), QUICK)
    turn = game.turn
    while game.turn == turn:
        game.apply(game.legal()[0])
    agent.choose(game.clone(), QUICK)


def test_how_long_a_turn_may_take() -> None:
    assert seconds_allowed(Budget(seconds=2.0)) == 5.0
    assert seconds_allowed(Budget(work=1)) == WORK_SECONDS


def test_seats_of_one_class_go_on_when_its_process_had_to_be_ended(own_agents: Path) -> None:
    del own_agents
    game = new_game(2, seed=1)
    one, other = agent_named("mine:Seeded", 1), agent_named("mine:Seeded", 2)
    process_of("mine:Seeded", search_folder()).close()
    assert [agent.choose(game.clone()) for agent in (one, other)] == game.legal()[1:3]


def test_agents_of_finished_games_are_forgotten(own_agents: Path) -> None:
    del own_agents
    agent = agent_named("mine:First", 0)
    process = process_of("mine:First", search_folder())
    assert process._unused == []
    del agent
    assert len(process._unused) == 1
    agent_named("mine:First", 0)
    assert len(process._unused) == 1  # the first was told of, and the second is not used either


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs /proc")
def test_its_process_ends_with_the_one_that_started_it(own_agents: Path) -> None:
    """Even if that is killed while the agent is thinking."""
    code = (
        "import os, signal, threading\n"
        "from elbowroom.agents import agent_named\n"
        "from elbowroom.agents.agent_process import _running\n"
        "from elbowroom import new_game\n"
        "agent = agent_named('mine:Hangs', 0)\n"
        "[process] = _running.values()\n"
        "print(process._process.pid, flush=True)\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGKILL)).start()\n"
        "agent.choose(new_game(2, seed=1).clone())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=own_agents, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode < 0
    place, end = Path("/proc") / done.stdout.strip(), time.monotonic() + 30
    while place.exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not place.exists()


def test_an_installed_package_offers_agents_by_name(own_agents: Path) -> None:
    """As pip lays it down: a module, and beside it what the package offers."""
    place = own_agents / "site"
    facts = place / "strong-1.0.dist-info"
    facts.mkdir(parents=True)
    (place / "strong_agents.py").write_text((own_agents / "mine.py").read_text("utf-8"), encoding="utf-8")
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: strong\nVersion: 1.0\n", encoding="utf-8")
    offered = (
        "[elbowroom.agents]\nstrong = strong_agents:Last\nexpert = strong_agents:First\nbad = gone:Last\n"
    )
    (facts / "entry_points.txt").write_text(offered, encoding="utf-8")
    code = (
        "from elbowroom.agents import agent_named\n"
        "from elbowroom import new_game\n"
        "game = new_game(2, seed=1)\n"
        "print(agent_named('strong', 0).choose(game.clone()) == game.legal()[-1])\n"
        "print(type(agent_named('expert', 0)).__name__)\n"
        "for name in ('bad', 'stronk'):\n"
        "    try:\n"
        "        agent_named(name, 0)\n"
        "    except ValueError as refused:\n"
        "        print(refused)\n"
    )
    env = {**os.environ, "PYTHONPATH": str(place)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True, timeout=60)
    plays, expert, bad, unknown = done.stdout.splitlines()
    assert (plays, expert) == ("True", "ExpertAgent")  # what comes with the program keeps its name
    assert bad.startswith("bad cannot be loaded: importing gone failed")
    assert unknown.endswith("Did you mean strong?")


def test_the_expert_plays_with_weights_from_a_file(own_agents: Path) -> None:
    weights = json.loads(Path(SHIPPED_FILE).read_text("utf-8"))
    (own_agents / "same.json").write_text(json.dumps(weights), encoding="utf-8")
    weights["weights"]["second"] = [-value for value in weights["weights"]["second"]]
    (own_agents / "odd.json").write_text(json.dumps(weights), encoding="utf-8")
    game = new_game(3, seed=3)
    names = ("expert", "expert:same.json", f"expert:{own_agents / 'same.json'}", "expert:odd.json")
    chosen = []
    for name in names:
        agent = agent_named(name, 0)
        assert isinstance(agent, ExpertAgent)
        chosen.append(agent.choose(game.clone(), Budget(work=500)))
    assert chosen[0] == chosen[1] == chosen[2] != chosen[3]


def test_damaged_weights_are_refused_by_name(own_agents: Path) -> None:
    (own_agents / "w.json").write_text('{"hidden": 1, "first": [1], "bias": [], "second": [], "offset": 0}')
    assert refusal("expert:w.json").code == "weights_damaged"


def test_names_stand_for_the_files_they_are_made_from(own_agents: Path) -> None:
    """What is edited is another agent; what comes with the program needs no digest."""
    (own_agents / "w.json").write_text("{}", encoding="utf-8")
    names = ["expert", "mine:First", "expert:w.json"]
    before = agent_sources(names)
    assert list(before) == names[1:]
    (own_agents / "w.json").write_text("[]", encoding="utf-8")
    assert agent_sources(names)["expert:w.json"] != before["expert:w.json"]
    with (own_agents / "mine.py").open("a", encoding="utf-8") as file:
        file.write("# better now\n")
    process_of("mine:First", search_folder()).close()
    assert agent_sources(names)["mine:First"] != before["mine:First"]


def test_modules_are_found_from_the_folder_of_the_command(
    own_agents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker elsewhere is told which folder that is."""
    monkeypatch.setattr("elbowroom.agents.own_agent._folder", [])
    other = own_agents / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    assert refusal("mine:First").code == "agent_import"
    look_in(str(own_agents))
    assert search_folder() == str(own_agents)
    agent_named("mine:First", 0)


def test_the_closed_list_loads_no_code(own_agents: Path) -> None:
    del own_agents
    assert set(LEVELS) < set(SHIPPED)
    for name in ("mine:First", "expert:weights.json", "mine"):
        with pytest.raises(Refused) as refused:
            shipped_agent(name, 0)
        assert refused.value.code == "unknown_agent"


def test_who_forfeits_comes_last() -> None:
    ranking = [Rank(1, 2, 90, 5), Rank(2, 0, 80, 5), Rank(2, 1, 80, 5), Rank(4, 3, 10, 5)]
    assert places(ranking, []) == [2, 2, 1, 4]
    assert places(ranking, [2]) == [1, 1, 4, 3]
    assert places(ranking, [2, 0]) == [3, 1, 3, 2]
    assert places(ranking, [0, 1, 2, 3]) == [4, 4, 4, 4]  # nobody has won
