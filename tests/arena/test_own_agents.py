"""Tournaments with agents of one's own: who fails is named and loses that game, and the others play on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from elbowroom.agents.agent import AgentFailed, Budget
from elbowroom.agents.agent_process import close_processes
from elbowroom.arena import backends
from elbowroom.arena.backends import LocalBackend
from elbowroom.arena.balance import BalancePlan, play_balance_game
from elbowroom.arena.judge_data import SHIPPED, read_judged_file
from elbowroom.arena.judge_score import play_turns, score_tasks
from elbowroom.arena.match import FORFEIT_PREFIX, Match, play
from elbowroom.arena.tournament import Tournament
from elbowroom.cli import cli
from elbowroom.engine.record import read_record
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused

pytestmark = pytest.mark.process

QUICK = Budget(seconds=0.05)


def match_of(*agents: str, **more: Any) -> Match:  # noqa: ANN401 - fields of a match
    settings: dict[str, Any] = {"budget": QUICK, "keeps_record": True, "is_checked": True} | more
    return Match(0, 1, len(agents), agents, Options(), **settings)


def arena(*words: str) -> dict[str, Any]:
    done = CliRunner().invoke(cli, ["arena", "--jobs", "1", "--seconds-per-turn", "0.05", "--json", *words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    found: dict[str, Any] = json.loads(done.stdout)
    return {row["name"]: row for row in found["agents"]}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("mine:Raises", "raised"),
        ("mine:Illegal", "illegal"),
        ("mine:Words", "illegal"),
        ("mine:Hangs", "overran"),
        ("mine:Dies", "ended"),
        ("mine:Picky", "not_made"),
        ("gone:Agent", "import"),
        ("expert:gone.json", "weights_unreadable"),
    ],
)
def test_who_fails_loses_that_game_to_the_weakest(own_agents: Path, name: str, reason: str) -> None:
    """The greedy agent plays on in its seat, and would win; it comes last all the same."""
    del own_agents
    result = play(match_of(name, "random"))
    [forfeit] = result.forfeits
    assert (forfeit.seat, forfeit.reason) == (0, reason)
    assert name.removeprefix("expert:") in forfeit.sentence
    assert result.places == (2, 1)
    assert result.violation == ""
    assert result.coins[0] == forfeit.coins
    [line] = [line for line in result.record.splitlines() if line.startswith(FORFEIT_PREFIX)]
    assert forfeit.sentence in line
    replayed = read_record(result.record)
    assert replayed.is_over
    assert int(replayed.state.coins[0]) > forfeit.coins


def test_what_it_had_when_it_failed_is_what_counts(own_agents: Path) -> None:
    del own_agents
    result = play(match_of("random", "mine:RaisesLate", "random"))
    [forfeit] = result.forfeits
    assert (forfeit.seat, forfeit.game_turn, forfeit.reason) == (1, 3, "raised")
    assert "RuntimeError: no more (mine.py, line" in forfeit.sentence
    assert 0 < forfeit.coins == result.coins[1]
    assert result.places[1] == 3
    assert sorted(result.places) == [1, 2, 3]
    assert len(result.seconds[1]) <= 4  # the time of the stand-in is not its own


def test_nobody_wins_if_all_fail(own_agents: Path) -> None:
    del own_agents
    result = play(match_of("mine:Raises", "mine:Illegal"))
    assert result.places == (2, 2)
    assert {forfeit.seat for forfeit in result.forfeits} == {0, 1}


def test_one_that_plays_well_forfeits_nothing(own_agents: Path) -> None:
    del own_agents
    result = play(match_of("mine:First", "mine:Vandal"))
    assert result.forfeits == ()
    assert FORFEIT_PREFIX not in result.record
    again = play(match_of("mine:First", "mine:First"))
    assert (result.coins, result.places) == (again.coins, again.places)  # whatever the vandal does


def test_an_error_of_our_own_agents_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise KeyError("ours")

    monkeypatch.setattr("elbowroom.agents.greedy.GreedyAgent.choose", fail)
    with pytest.raises(KeyError):
        play(match_of("greedy", "random"))


def test_several_processes_find_the_module_too(own_agents: Path) -> None:
    del own_agents
    matches = Tournament(("mine:First", "mine:RaisesLate"), games=4, budget=QUICK).matches()
    here, there = (
        {result.number: (result.coins, result.places, result.forfeits) for result in results}
        for results in (LocalBackend(1).results(matches), LocalBackend(2).results(matches))
    )
    assert here == there
    assert len(here) == 4
    assert all(len(forfeits) == 1 for _, _, forfeits in here.values())


def test_a_cluster_is_told_from_which_folder_the_command_was_given(
    own_agents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is sent to workers works in another folder."""
    monkeypatch.setattr("elbowroom.agents.own_agent._folder", [])
    sent = backends._from_here(play)
    elsewhere = own_agents / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert sent(match_of("mine:First", "random")).forfeits == ()


def test_the_tournament_goes_on_and_tells_of_forfeits(own_agents: Path) -> None:
    del own_agents
    rows = arena("--agents", "mine:Raises,random", "--games", "4")
    [forfeits] = rows["mine:Raises"]["forfeits"]
    assert (forfeits["reason"], forfeits["games"]) == ("raised", 4)
    assert forfeits["example"].startswith("mine:Raises broke off with an error (IndexError")
    assert rows["mine:Raises"]["win_share"] == 0
    assert rows["random"]["win_share"] == 1
    assert rows["random"]["forfeits"] == []
    assert rows["random"]["rating"] > rows["mine:Raises"]["rating"]


def test_people_read_why(own_agents: Path) -> None:
    del own_agents
    words = ["arena", "--agents", "mine:Raises,random", "--games", "2", "--jobs", "1"]
    text = CliRunner().invoke(cli, words).output
    assert "Games that mine:Raises forfeited: 2 of 2." in text
    assert "  2: mine:Raises broke off with an error (IndexError: list index out of range (mine.py" in text
    assert "random forfeited" not in text


def test_forfeits_are_kept_and_taken_up_again(own_agents: Path) -> None:
    words = ("--agents", "mine:RaisesLate,random", "--games", "2", "--out", "run")
    whole = arena(*words)
    rows = [json.loads(line) for line in (own_agents / "run/results.jsonl").read_text("utf-8").splitlines()]
    assert [row["forfeits"][0]["reason"] for row in rows] == ["raised", "raised"]
    assert arena(*words) == whole
    (own_agents / "run/results.jsonl").write_text(
        json.dumps(rows[0] | {"forfeits": [{"seat": 0}]}) + "\n", encoding="utf-8"
    )
    with pytest.raises(Refused, match="line 1"):
        arena(*words)


def test_games_of_an_agent_that_was_edited_are_not_mixed_in(own_agents: Path) -> None:
    words = ("--agents", "mine:First,random", "--games", "1", "--out", "run")
    arena(*words)
    with (own_agents / "mine.py").open("a", encoding="utf-8") as file:
        file.write("# better now\n")
    close_processes()  # the next command is another program
    with pytest.raises(Refused, match="own_agents: there"):
        arena(*words)


@pytest.mark.parametrize(
    "name", ["gone:Agent", "mine:Frist", "mine:NoAgent", "mine:Unmade", "expert:gone.json"]
)
@pytest.mark.parametrize("command", ["arena", "simulate", "dataset"])
def test_what_cannot_be_had_is_refused_before_anything_is_played(
    own_agents: Path, command: str, name: str
) -> None:
    words = [command, "--agents", f"{name},random", "--out", "run"]
    done = CliRunner().invoke(cli, words if command != "simulate" else words[:3])
    assert isinstance(done.exception, Refused)
    assert name.removeprefix("expert:") in str(done.exception)
    assert not (own_agents / "run").exists()


def test_measurements_end_with_the_agent_that_fails(own_agents: Path) -> None:
    """Half of a balance measured by somebody else would be none."""
    del own_agents
    text = '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\ncoins.mine = 1\n'
    plan = BalancePlan((("gnomes.toml", text),), games=50, agent="mine:RaisesLate")
    with pytest.raises(AgentFailed, match="mine:RaisesLate"):
        play_balance_game(plan.game_list()[0])
    assert list(plan.settings()["own_agents"]) == ["mine:RaisesLate"]


def test_measurements_are_played_with_changed_content_too(own_agents: Path) -> None:
    """Some games of a balance plan give a race one token more or less, which no file says."""
    del own_agents
    text = '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\ncoins.mine = 1\n'
    plan = BalancePlan((("gnomes.toml", text),), games=50, agent="mine:First")
    for game in plan.game_list()[:5]:
        result = play_balance_game(game)
        assert result.is_over
        assert result.violation == ""


def test_what_an_agent_prints_does_not_mix_with_results(own_agents: Path) -> None:
    del own_agents
    rows = arena("--agents", "mine:Words,random", "--games", "1")
    assert rows["mine:Words"]["forfeits"][0]["reason"] == "illegal"


SCORE = (
    "judge",
    "score",
    "--judge",
    "expert",
    "--positions",
    "4",
    "--cache",
    "cache",
    "--seconds-per-turn",
    "0.05",
)
FAILS_WITH_FOUR = """
from mine import First

class Fails(First):
    def choose(self, game, budget):
        if len(game.names) == 4:
            raise ValueError("too many")
        return super().choose(game, budget)
"""


def judge_scores(*words: str) -> dict[str, Any]:
    """What `judge score` says of agents in the first four positions: of 2, 3, 4 and 5 players."""
    done = CliRunner().invoke(cli, [*SCORE, *words, "--json"])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_agent_that_fails_gets_no_score_and_the_others_are_scored_to_the_end(
    own_agents: Path, jobs: str
) -> None:
    (own_agents / "sometimes.py").write_text(FAILS_WITH_FOUR, encoding="utf-8")
    found = judge_scores("--agents", "sometimes:Fails,greedy,random", "--jobs", jobs)
    [forfeit] = found["forfeits"]
    assert (forfeit["agent"], forfeit["position"], forfeit["reason"]) == ("sometimes:Fails", 2, "raised")
    assert "ValueError: too many (sometimes.py, line" in forfeit["example"]
    without = judge_scores("--agents", "greedy,random", "--jobs", "1")
    assert without["forfeits"] == []
    assert found == without | {"forfeits": [forfeit]}
    assert [row["positions"] for row in found["agents"]] == [4, 4]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("mine:Illegal", "illegal"),
        ("mine:Dies", "ended"),
        ("mine:Picky", "not_made"),
        ("mine:Raises", "raised"),
    ],
)
def test_people_read_in_which_position_an_agent_failed(own_agents: Path, name: str, reason: str) -> None:
    del own_agents
    assert judge_scores("--agents", name)["forfeits"][0]["reason"] == reason
    done = CliRunner().invoke(cli, [*SCORE, "--agents", f"{name},random", "--judge", "both", "--jobs", "1"])
    assert done.exit_code == 0
    assert "No score because of position 0: " in done.stdout
    assert done.stdout.count(name) == 1  # it is in no table
    assert "random" in done.stdout


def test_an_agent_that_has_failed_is_not_asked_again_in_the_same_run(own_agents: Path) -> None:
    """One that never answers would cost seconds in each of thousands of positions."""
    del own_agents
    data = read_judged_file(SHIPPED["expert"])
    for _ in range(2):
        first, second = score_tasks(data, ("mine:Raises", "random"), None, 2, None)
        assert [failure.reason for failure in play_turns(first).failures] == ["raised"]
        later = play_turns(second)
        assert later.failures == ()
        assert list(later.answers) == ["random"]


def test_an_error_of_our_own_agents_ends_the_score(monkeypatch: pytest.MonkeyPatch, own_agents: Path) -> None:
    def fail(*_: object) -> int:
        raise KeyError("ours")

    del own_agents
    monkeypatch.setattr("elbowroom.agents.greedy.GreedyAgent.choose", fail)
    done = CliRunner().invoke(cli, [*SCORE, "--agents", "greedy,random", "--jobs", "1"])
    assert isinstance(done.exception, KeyError)
