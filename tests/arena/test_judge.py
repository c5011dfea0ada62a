"""The judge: which positions it finds, how turns race, and what agents lose by its measure."""

from __future__ import annotations

import ast
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from elbowroom.agents import agent_named
from elbowroom.agents.agent import Budget
from elbowroom.arena import judge as judging
from elbowroom.arena import judge_score
from elbowroom.arena.judge import (
    BOUND,
    EQUAL,
    MADE_BY,
    SCREENED_BY,
    SETTLED,
    Judged,
    JudgePlan,
    JudgeTask,
    Race,
    judge_position,
    read_judged,
)
from elbowroom.arena.judge_data import JudgeData, JudgeProvenance, read_judged_file, summary_of, write_judged
from elbowroom.arena.judge_positions import AGENTS, KINDS, PLAYERS, cell_of, game_key, kind_of
from elbowroom.arena.judge_rollouts import ROLLED_OUT_BY, ROLLOUT_WEIGHTS, rollout_digest, rollout_player
from elbowroom.arena.judge_score import (
    LossCache,
    ScoreTask,
    score_agents,
    score_position,
    score_tasks,
    scores,
)
from elbowroom.arena.judge_turns import PROPOSERS, InTurn, answers_of, end_of, texts_of
from elbowroom.engine import decisions, turn
from elbowroom.engine.chance import Dealer, Generator
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.state import new_state
from elbowroom.rules.content import base_content
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from elbowroom.rules.setup import setup_for
from elbowroom.source_digest import PACKAGE

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.agents.agent import Agent, Option

ROLLOUTS = 16
NUMBERS = (0, 4, 8, 12, 16)
"""One position of each kind, for two players."""
SMALL = Budget(work=400)


@pytest.fixture(scope="module")
def judged() -> list[Judged]:
    return [judge_position(JudgeTask(number, 1, "expert-1", ROLLOUTS)).judged for number in NUMBERS]


@pytest.fixture(scope="module")
def data(judged: list[Judged]) -> JudgeData:
    return JudgeData(tuple(judged), provenance())


def provenance() -> JudgeProvenance:
    digest = rollout_digest("expert-1")
    return JudgeProvenance("", 1, 5, "expert-1", ROLLOUTS, digest, "", "0", "2026-01-01", 1.0, "")


class PlaysListed:
    """An agent that plays the turn of a certain place in the file."""

    def __init__(self, judged: Judged, place: int) -> None:
        game = Game.from_text(judged.position)
        self._answers = answers_of(game, judged.turns[place].actions)

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        del game, budget
        return self._answers.pop(0)

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        raise NotImplementedError


def test_positions_are_spread_evenly_over_players_and_kinds() -> None:
    cells = [cell_of(number) for number in range(40)]
    assert sorted(cells) == sorted(2 * [(players, kind) for players in PLAYERS for kind in KINDS])


def test_each_kind_has_positions_with_distinct_turns_in_order(judged: list[Judged]) -> None:
    for one, kind in zip(judged, KINDS, strict=True):
        game = Game.from_text(one.position)
        assert game.to_text() == one.position
        assert (one.kind, one.players) == (kind, 2)
        assert kind_of(game.state) == kind
        ends = {end_of(game, answers_of(game, row.actions)) for row in one.turns}
        assert 2 <= len(ends) == len(one.turns) <= 6
        assert one.turns[0].loss == 0
        assert [row.loss for row in one.turns] == sorted(row.loss for row in one.turns)
        assert len(one.best_margins) == one.turns[0].rollouts == ROLLOUTS
        assert one.end in (SETTLED, EQUAL, BOUND)


def test_the_same_task_has_the_same_result_and_can_be_written_down(judged: list[Judged]) -> None:
    task = JudgeTask(0, 1, "expert-1", ROLLOUTS)
    again = judge_position(task)
    assert again.judged == judged[0]
    assert read_judged(task, again.to_row()) == replace(again, cpu_seconds=round(again.cpu_seconds, 2))
    with pytest.raises(ValueError, match="number"):
        read_judged(replace(task, number=1), again.to_row())


def test_the_games_of_the_judge_are_apart_from_those_of_training() -> None:
    """No game of either begins with the same column, though there are millions of them."""

    def column(game: Game) -> tuple[int, ...]:
        return (int(game.state.first_player), *(int(combo) for combo in game.state.column))

    ours, theirs = set(), set()
    content = base_content()
    for number in range(300):
        ours.add(column(new_game(2, dealer=Dealer(game_key(1, number, 0).encode()))))
        for seed in (1, 2):
            state = new_state(setup_for(content, content.map_for(2), Options()))
            turn.settle(state)
            generator = Generator(seed * 1_000_003 + number)  # as `training.play_generation` has it
            while state.phase <= decisions.LAST_CHANCE:
                turn.apply(state, generator.outcome(state))
            theirs.add(column(Game(state, ["Ann", "Bob"])))
    assert len(ours) == 300
    assert len(theirs) == 600
    assert not ours & theirs


def test_a_planted_bad_turn_loses_and_the_planted_best_wins(judged: list[Judged]) -> None:
    """To stop at once, with a whole race in hand, is worse than any of the best turns."""
    one = judged[KINDS.index("conquests")]
    game, player = Game.from_text(one.position), rollout_player("expert-1")
    good = answers_of(game, one.turns[0].actions)
    bad = InTurn(game.state).follow([decisions.DONE]).finish(player.network).answers
    race = Race(game, [bad, good], player)
    assert race.run(192) == SETTLED
    first, last = race.judged()
    assert first.actions == texts_of(game, good)
    assert last.actions == texts_of(game, bad)
    assert last.loss > 2.5 * last.loss_error > 0
    assert last.rollouts < 192
    assert first.win >= last.win


def test_turns_meet_the_same_luck_so_equal_turns_are_found_to_be_equal(judged: list[Judged]) -> None:
    one = judged[0]
    game = Game.from_text(one.position)
    answers = answers_of(game, one.turns[0].actions)
    race = Race(game, [answers, answers], rollout_player("expert-1"))
    assert race.run(48) == EQUAL
    assert race.results[0][: len(race.results[1])] == race.results[1]
    assert [margin for margin, _ in race.results[1]][:ROLLOUTS] == list(one.best_margins)
    assert race.flattery() == 0


def test_another_rollout_player_judges_the_same_turns(judged: list[Judged]) -> None:
    one = judged[3]
    other = judge_position(JudgeTask(one.number, 1, "planner", ROLLOUTS)).judged
    assert other.position == one.position
    assert {row.actions for row in other.turns} == {row.actions for row in one.turns}
    assert other.best_margins != one.best_margins


def test_who_plays_the_rollouts_can_be_chosen(tmp_path: Path) -> None:
    assert len({rollout_digest(name) for name in ROLLOUT_WEIGHTS}) == 3
    assert JudgePlan(rollouts_by="expert").settings()["rollouts_by"] == "expert"
    with pytest.raises(Refused, match="planer"):
        JudgePlan(rollouts_by="planer")
    with pytest.raises(Refused, match="cannot be read"):
        JudgePlan(rollouts_by=str(tmp_path / "none.json"))


def modules_of_agents(names: set[str]) -> set[str]:
    """The modules of agents that these modules of the program use, and so on; not what is only for types."""
    found: set[str] = set()
    todo = {PACKAGE / f"{name}.py" for name in names}
    while todo:
        tree = ast.parse(todo.pop().read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("elbowroom.agents"):
                parts = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
                names = {part.removeprefix("elbowroom.").replace(".", "/") for part in parts}
                fresh = {name for name in names if (PACKAGE / f"{name}.py").exists()} - found
                found |= fresh
                todo |= {PACKAGE / f"{name}.py" for name in fresh}
    return found


def test_a_file_belongs_to_all_that_it_was_made_with_and_not_to_the_expert_that_learns() -> None:
    agents = {
        "expert-1": "expert_1",
        "planner": "planner",
        "greedy": "greedy",
        "scattered-beginner": "beginners",
    }
    assert {*AGENTS, *PROPOSERS, SCREENED_BY} == set(agents)
    needed = modules_of_agents(
        {"arena/judge", "arena/judge_positions", "arena/judge_turns", "arena/judge_rollouts"}
        | {f"agents/{name}" for name in agents.values()}
    )
    only_to_explain = {"agents/agent", "agents/options", "agents/reason_finder", "agents/hint_reasons"}
    assert {f"{name}.py" for name in needed - only_to_explain} <= set(MADE_BY)
    learning = {"agents", "agents/weights.json", "agents/expert.py", "agents/whole_turn.py"}
    assert "agents/weights_1.json" in MADE_BY
    assert not learning & set(MADE_BY)
    rolled_out = modules_of_agents({"agents/rollout", "agents/network"})
    assert {f"{name}.py" for name in rolled_out} <= set(ROLLED_OUT_BY)


class Planted:
    """Margins for the turns of a race, without any game."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, margins: list[list[int]]) -> None:
        def planted(
            _game: Game, answers: list[int], _player: object, first: int, count: int, _met: object
        ) -> list[tuple[int, float]]:
            return [(margin, 0.0) for margin in margins[answers[0]][first : first + count]]

        monkeypatch.setattr(judging, "roll_out_turn", planted)
        self.race = Race(
            new_game(2, seed=1), [[turn] for turn in range(len(margins))], rollout_player("planner")
        )

    def rollouts(self) -> list[int]:
        return [len(results) for results in self.race.results]


def noise(seed: int, mean: float) -> list[int]:
    luck = Random(seed)
    return [round(luck.gauss(mean, 6)) for _ in range(96)]


def test_the_more_turns_are_rolled_out_the_fewer_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = Planted(monkeypatch, [noise(number, 0) for number in range(6)])
    assert planted.race.run(96) == BOUND
    assert sorted(planted.rollouts()) == [16, 24, 24, 40, 96, 96]
    everything = Planted(monkeypatch, [noise(number, 0) for number in range(6)]).race
    everything = Race(everything.game, everything.turns, rollout_player("planner"), go_on={})
    assert everything.run(32) == BOUND
    assert [len(results) for results in everything.results] == [32] * 6


def test_a_turn_that_is_as_good_as_the_best_is_rolled_out_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    best = noise(1, 5)
    planted = Planted(monkeypatch, [best, best, noise(2, -20)])
    assert planted.race.run(96) == EQUAL
    assert planted.rollouts() == [48, 32, 32]
    alone = Planted(monkeypatch, [best, noise(2, -20)])
    assert alone.race.run(96) == SETTLED
    assert alone.rollouts() == [48, 32]


def test_a_perfect_agent_loses_nothing_and_another_what_the_file_says(data: JudgeData) -> None:
    tasks = score_tasks(data, ("expert",), SMALL, None, None)
    best: list[judge_score.ScoreResult] = []
    for task in tasks:
        last = len(task.judged.turns) - 1
        agents: dict[str, Agent] = {
            "best": PlaysListed(task.judged, 0),
            "last": PlaysListed(task.judged, last),
        }
        best.append(score_agents(task, agents))
    perfect, worst = scores(best, ["best", "last"])
    assert (perfect.all.loss, perfect.all.nearly, perfect.listed) == (0.0, 1.0, 1.0)
    expected = sum(one.turns[-1].loss for one in data.judged) / len(data.judged)
    assert worst.all.loss == pytest.approx(expected)
    assert worst.more_than_first[0] == pytest.approx(expected)
    assert set(worst.kinds) == set(KINDS)
    assert list(worst.players) == [2]


def test_random_is_far_worse_than_the_expert_and_a_second_score_rolls_out_nothing(
    data: JudgeData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("expert", "random")

    def results() -> list[judge_score.ScoreResult]:
        cache = LossCache(tmp_path, data.provenance)
        found = []
        for task in score_tasks(data, names, SMALL, None, cache):
            found.append(score_position(task))
            cache.add(found[-1])
        return found

    first = results()
    expert, random = scores(first, names)
    assert random.all.loss > expert.all.loss + 3
    assert random.more_than_first[0] == pytest.approx(random.all.loss - expert.all.loss)
    assert expert.to_json()["positions"] == len(NUMBERS)

    def never(*_words: object) -> None:
        raise AssertionError("nothing is rolled out again")

    [kept] = tmp_path.iterdir()
    with kept.open("a", encoding="utf-8") as file:
        file.write('[3, "cut')
    monkeypatch.setattr(judge_score, "roll_out_turn", never)
    assert [result.turns for result in results()] == [result.turns for result in first]


def test_after_a_change_of_the_program_the_best_turn_is_rolled_out_again(judged: list[Judged]) -> None:
    """Stored margins are compared only with rollouts of the program that made them."""
    game = Game.from_text(judged[0].position)
    odd = msgspec.structs.replace(judged[0], best_margins=(1000,) * ROLLOUTS)
    agent = agent_named("random", 1)

    def loss(one: Judged, *, keeps_pairs: bool) -> float:
        task = ScoreTask(one, ("random",), None, "expert-1", keeps_pairs)
        [found] = score_agents(task, {"random": agent_named("random", 1)}).turns
        assert not found.is_listed
        return found.loss

    assert agent.choose(game) in game.legal()
    assert loss(odd, keeps_pairs=True) > 500
    assert abs(loss(odd, keeps_pairs=False)) < 200
    old = msgspec.structs.replace(provenance(), rolled_out_by="of before")
    assert not score_tasks(JudgeData((judged[0],), old), ("random",), None, None, None)[0].keeps_pairs


def test_a_file_is_written_and_read_and_a_damaged_one_is_refused(
    judged: list[Judged], tmp_path: Path
) -> None:
    for name in ("judge.json.gz", "judge.json"):
        file = tmp_path / name
        written = write_judged(file, judged[::-1], provenance())
        found = read_judged_file(file)
        assert found.judged == tuple(judged)
        assert found.provenance == written
        whole = file.read_bytes()
        for damaged in (whole[:-9], whole[:40] + b"x" + whole[41:], b"", b"{}"):
            file.write_bytes(damaged)
            with pytest.raises(Refused, match="damaged"):
                read_judged_file(file)
        file.unlink()
        with pytest.raises(Refused, match="There is no file"):
            read_judged_file(file)


def test_the_summary_counts_cells_and_ends(judged: list[Judged]) -> None:
    summary = summary_of(judged)
    assert summary.positions == len(NUMBERS)
    assert summary.cells == {kind: {2: 1} for kind in KINDS}
    assert sum(summary.ends.values()) == len(NUMBERS)
    assert summary.second_loss <= summary.last_loss
    assert summary.rollouts == ROLLOUTS * sum(len(one.turns) for one in judged)
