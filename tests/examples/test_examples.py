"""The examples stay short, and what can run without learners runs."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from elbowroom.agents import own_agent
from elbowroom.agents.agent_process import FAILURES

pytestmark = pytest.mark.process

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
PAGE = (ROOT / "docs/train-your-first-agent.md").read_text(encoding="utf-8")
LEARNERS = [example for example in EXAMPLES if example.stem not in {"bot", "own_agent"}]
"""The bot has a page of its own, docs/bot-api.md, and is tested with the server; so has the own agent."""
OWN_AGENT_PAGE = (ROOT / "docs/your-own-agent.md").read_text(encoding="utf-8")
each_learner = pytest.mark.parametrize("example", LEARNERS, ids=lambda example: example.stem)
each_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.stem)


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(ROOT / "examples" / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4


@each_example
def test_an_example_is_shorter_than_100_lines(example: Path) -> None:
    assert len(example.read_text(encoding="utf-8").splitlines()) < 100


@each_learner
def test_an_example_says_how_to_run_it(example: Path) -> None:
    said = ast.get_docstring(ast.parse(example.read_text(encoding="utf-8"))) or ""
    assert f"python examples/{example.name} --" in said


@each_learner
def test_the_page_shows_every_example(example: Path) -> None:
    assert f"python examples/{example.name}" in PAGE
    assert f"(../examples/{example.name})" in PAGE


def test_the_page_uses_options_that_exist() -> None:
    for name, arguments in re.findall(r"^python examples/(\w+\.py)(.*)$", PAGE, re.MULTILINE):
        source = (ROOT / "examples" / name).read_text(encoding="utf-8")
        for option in re.findall(r"--[a-z]+", arguments):
            assert f'"{option}"' in source, f"{name} {option}"


def test_the_random_baseline_plays() -> None:
    pytest.importorskip("pettingzoo")
    said = run("random_baseline.py", "--players", "2", "--games", "2")
    assert said.splitlines()[0].startswith("2 games, ")
    assert re.findall(r"^player_(\d): return [+-]\d\.\d+, coins \d+\.\d$", said, re.MULTILINE) == ["0", "1"]


def test_the_same_seed_brings_the_same_baseline() -> None:
    pytest.importorskip("pettingzoo")
    assert run("random_baseline.py", "--games", "1") == run("random_baseline.py", "--games", "1")


def test_tree_search_plays() -> None:
    pytest.importorskip("pyspiel")
    said = run("mcts_bot.py", "--games", "1", "--simulations", "2")
    assert re.search(r"^search with 2 simulations won (0|0\.5|1) of 1 games$", said, re.MULTILINE)


def test_the_page_of_the_own_agent_shows_the_file_which_has_about_ten_lines() -> None:
    source = (ROOT / "examples/own_agent.py").read_text(encoding="utf-8")
    agent = source[source.index("class Neighbour") :]
    assert f"```python\n{agent}```\n" in OWN_AGENT_PAGE
    assert len([line for line in agent.splitlines() if line.strip()]) <= 10


def test_the_own_agent_of_the_page_beats_the_random_one() -> None:
    pytest.importorskip("openskill")
    agents = "own_agent:Neighbour,random"
    command = [sys.executable, "-m", "elbowroom", "arena", "--agents", agents, "--games", "8", "--json"]
    folder = ROOT / "examples"
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=120)
    own, weak = json.loads(done.stdout)["agents"]
    assert own["forfeits"] == []
    assert own["win_share"] > weak["win_share"]


def test_the_page_of_the_own_agent_names_every_reason_and_the_grace() -> None:
    for code in (*FAILURES, "agent_overran", "agent_ended"):
        assert f"`{code.removeprefix('agent_')}`" in OWN_AGENT_PAGE
    assert (own_agent.GRACE_FACTOR, own_agent.GRACE_SECONDS, own_agent.ANSWER_SECONDS) == (2, 1, 5)
    assert (own_agent.WORK_SECONDS, own_agent.DEFAULT_BUDGET.seconds) == (60, 1)


def test_torch_is_in_no_lock() -> None:
    for lock in ROOT.glob("requirements/*.txt"):
        if lock.name != "torch.txt":
            text = lock.read_text(encoding="utf-8")
            assert not re.search(r"^(torch|nvidia[\w-]*|triton)\b", text, re.MULTILINE), lock.name
