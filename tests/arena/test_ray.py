"""The Ray back end on a real local Ray with two workers. `pip install 'elbowroom[ray]'` brings it."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from elbowroom.agents.agent import Budget
from elbowroom.arena.backends import LocalBackend, RayBackend
from elbowroom.arena.balance import BalancePlan, play_balance_game
from elbowroom.arena.balance_report import balance_report, merged
from elbowroom.arena.explore_games import ExplorePlan
from elbowroom.arena.explore_run import batches, play_timed, tally_batch
from elbowroom.arena.explore_run import merged as merged_tallies
from elbowroom.arena.match import Match, MatchResult, play
from elbowroom.arena.tournament import Tournament
from elbowroom.cli import cli
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = [pytest.mark.process, pytest.mark.filterwarnings("ignore")]  # the warnings are Ray's own
ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'elbowroom[ray]'")

MATCHES = Tournament(("greedy", "random"), games=10).matches()


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """A cluster of this machine alone, for two tasks at a time."""
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def told(results: list[MatchResult]) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    found = {result.match.number: (result.coins, result.places) for result in results}
    assert len(found) == len(results)
    return found


def deadly(folder: Path) -> Callable[[Match], MatchResult]:
    """A player that kills its worker the first time it meets match 3; what is finished is written down."""

    def play_or_die(match: Match) -> MatchResult:
        marker = folder / "died"
        if match.number == 3 and not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        result = play(match)
        with (folder / "finished").open("a", encoding="utf-8") as file:
            file.write(f"{match.number} {os.getpid()}\n")
        return result

    return play_or_die


def test_ray_gives_the_results_of_this_machine() -> None:
    assert told(list(RayBackend().results(MATCHES))) == told(list(LocalBackend(1).results(MATCHES)))
    assert ray.is_initialized()  # a cluster that was there before stays


def test_two_workers_share_the_games() -> None:
    def play_slowly(match: Match) -> MatchResult:
        for _ in range(20):
            result = play(match)
        return MatchResult(match, result.coins, result.places, os.getpid())

    results = list(RayBackend().results(MATCHES, play_slowly))
    workers = {result.decisions for result in results}
    assert len(workers) == 2
    assert os.getpid() not in workers


@pytest.mark.parametrize("retries", [0, 3], ids=["we try again", "ray tries again"])
def test_a_worker_that_dies_loses_no_finished_game_and_its_game_is_played_again(
    tmp_path: Path, retries: int
) -> None:
    found = told(list(RayBackend(retries).results(MATCHES, deadly(tmp_path))))
    assert (tmp_path / "died").exists()
    assert found == told([play(match) for match in MATCHES])
    finished = [line.split()[0] for line in (tmp_path / "finished").read_text(encoding="utf-8").splitlines()]
    assert sorted(map(int, finished)) == [match.number for match in MATCHES]


def test_workers_that_always_die_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def die(match: Match) -> MatchResult:
        os.kill(os.getpid(), signal.SIGKILL)
        return play(match)

    monkeypatch.setattr("elbowroom.arena.backends.MAX_WORKER_DEATHS", 1)
    with pytest.raises(Refused, match="die again and again"):
        list(RayBackend(0).results(MATCHES, die))


def test_an_error_in_a_game_is_not_hidden() -> None:
    def fail(match: Match) -> MatchResult:
        raise KeyError(match.number)

    with pytest.raises(KeyError):
        list(RayBackend().results(MATCHES, fail))


def test_the_same_command_runs_on_ray_and_goes_on_there(tmp_path: Path) -> None:
    """Half of the games are played here, the rest on the cluster; the end is the same."""

    def agents(*words: str) -> Any:  # noqa: ANN401
        plan = ("arena", "--agents", "planner,random", "--work-per-turn", "60", "--json")
        done = CliRunner().invoke(cli, [*plan, *words])
        assert done.exit_code == 0, done.output
        # A cluster that outlives the command may talk in between.
        (line,) = (line for line in done.stdout.splitlines() if line.startswith("{"))
        rows = json.loads(line)["agents"]
        return [{key: value for key, value in row.items() if "seconds" not in key} for row in rows]

    agents("--games", "4", "--jobs", "1", "--out", str(tmp_path))
    there = agents("--games", "8", "--backend", "ray", "--out", str(tmp_path))
    assert there == agents("--games", "8", "--jobs", "1")
    assert len((tmp_path / "results.jsonl").read_text(encoding="utf-8").splitlines()) == 8


def test_own_agents_are_found_there_from_the_folder_of_the_command(own_agents: Path) -> None:
    """The workers were started in another folder."""
    del own_agents
    matches = Tournament(("mine:First", "mine:RaisesLate"), games=2, budget=Budget(seconds=0.05)).matches()
    for result in RayBackend().results(matches):
        assert [forfeit.reason for forfeit in result.forfeits] == ["raised"]
        assert result.match.agents[result.forfeits[0].seat] == "mine:RaisesLate"


def test_games_of_a_balance_plan_are_played_there_too() -> None:
    text = '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\ncoins.mine = 1\n'
    plan = BalancePlan((("gnomes.toml", text),), games=50, agent="random")
    games = plan.game_list()
    there = merged(RayBackend().run(games, play_balance_game))
    assert there == [play_balance_game(game) for game in games]
    assert len(balance_report(plan, there).rows) == 1


def test_games_of_the_explorer_are_played_and_tallied_there_too() -> None:
    plan = ExplorePlan(players=(2,), games=6, agent="random")
    games = plan.game_list()
    players = {game.number: game.players for game in games}
    there = [timed.result for timed in RayBackend().run(games, play_timed)]
    here = [timed.result for timed in LocalBackend(1).run(games, play_timed)]
    assert sorted(there, key=lambda result: result.number) == here
    tallied = merged_tallies(RayBackend().run(batches(there, players), tally_batch))
    assert tallied == merged_tallies(map(tally_batch, batches(here, players)))


def judge(*words: object) -> Any:  # noqa: ANN401
    done = CliRunner().invoke(cli, ["judge", *map(str, words), "--json"])
    assert done.exit_code == 0, done.output
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("{"))
    return json.loads(line)


def test_positions_are_judged_there_as_here(tmp_path: Path) -> None:
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    for out, where in ((here, ("--jobs", "1")), (there, ("--backend", "ray"))):
        judge("make", "--positions", "3", "--rollouts", "4", "--out", out, *where)
    assert there.read_bytes() == here.read_bytes()


def test_agents_are_scored_there_as_here(own_agents: Path) -> None:
    """By two judges, and one of the agents fails."""
    words = ("score", "--agents", "random,mine:Raises,greedy", "--judge", "both", "--positions", "3")
    there = judge(*words, "--cache", own_agents / "there", "--backend", "ray")
    here = judge(*words, "--cache", own_agents / "here", "--jobs", "1")
    assert [row["agent"] for row in there["judges"]["expert"]["agents"]] == ["random", "greedy"]
    assert [each["agent"] for each in there["forfeits"]] == ["mine:Raises"]
    assert there["judges"] == here["judges"]
    assert there["pairs"] == here["pairs"]
