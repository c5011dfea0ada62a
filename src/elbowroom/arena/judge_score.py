"""Scoring agents by judged positions: how many coins a turn of theirs loses against the best one known.

A turn that is not among those of the file is rolled out with the luck that the best one met, and kept.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from elbowroom.agents import agent_named
from elbowroom.agents.agent import AgentFailed
from elbowroom.arena.intervals import students_t, wilson
from elbowroom.arena.judge import PAIRED, Judged, mean_and_error
from elbowroom.arena.judge_rollouts import roll_out_turn, rollout_digest, rollout_player
from elbowroom.arena.judge_turns import answers_of, end_of, turn_by
from elbowroom.engine.game import Game
from elbowroom.rules.content import digest
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from elbowroom.agents.agent import Agent, Budget
    from elbowroom.arena.intervals import Interval
    from elbowroom.arena.judge_data import JudgeData, JudgeProvenance

NEARLY: Final = 0.3
"""A turn that loses at most so many coins is nearly as good as the best."""


@dataclass(frozen=True)
class ScoreTask:
    """A position in which agents are scored: all that is needed to do it anywhere."""

    judged: Judged
    agents: tuple[str, ...]
    budget: Budget | None
    rollouts_by: str
    keeps_pairs: bool
    """Whether the stored margins of the best turn are those that the program would find now."""
    known: tuple[tuple[str, float], ...] = ()
    """Losses of turns that are not in the file, by how they end."""
    run: str = ""
    """Names the run to which the task belongs: an agent that has failed in it is not asked again."""

    @property
    def number(self) -> int:
        """The number of the position."""
        return self.judged.number


@dataclass(frozen=True)
class Failure:
    """An agent did not play its turn in a position, so it gets no score."""

    agent: str
    number: int
    """Of the position."""
    reason: str
    """What it did, as in a `Forfeit`: `raised`, `illegal`, `overran`, ..."""
    sentence: str
    """The same for people, with the agent's name."""


@dataclass(frozen=True)
class PlayedTurns:
    """What the agents did in one position."""

    answers: dict[str, list[int]]
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True)
class ScoredTurn:
    """What the turn of one agent loses."""

    agent: str
    end: str
    """How the turn ends: the same word for the same turn."""
    loss: float
    is_listed: bool


@dataclass(frozen=True)
class ScoreResult:
    """The turns of all agents in one position."""

    number: int
    players: int
    kind: str
    turns: tuple[ScoredTurn, ...]
    found: tuple[tuple[str, float], ...]
    """What was rolled out: losses of turns, by how they end."""
    failures: tuple[Failure, ...] = ()
    """Agents that played no turn here."""


@dataclass(frozen=True)
class JudgesTask:
    """One position in the files of one or several judges."""

    tasks: tuple[ScoreTask, ...]

    @property
    def number(self) -> int:
        """The number of the position."""
        return self.tasks[0].number


@dataclass(frozen=True)
class JudgesResult:
    """What each judge says of the same turns."""

    results: tuple[ScoreResult, ...]

    @property
    def number(self) -> int:
        """The number of the position."""
        return self.results[0].number


def score_position(task: ScoreTask) -> ScoreResult:
    """Let the agents play their turns from a position and find out what these lose."""
    return score_turns(task, play_turns(task))


def score_by_judges(task: JudgesTask) -> JudgesResult:
    """The same by several judges: each agent plays its turn only once."""
    played = play_turns(task.tasks[0])
    return JudgesResult(tuple(score_turns(one, played) for one in task.tasks))


def score_agents(task: ScoreTask, agents: dict[str, Agent]) -> ScoreResult:
    """The same for agents that are there already; an error of theirs is not caught."""
    game = Game.from_text(task.judged.position)
    answers = {name: turn_by(agent, game, task.budget) for name, agent in agents.items()}
    return score_turns(task, PlayedTurns(answers))


@cache
def _failed(_run: str) -> set[str]:
    """The agents that have failed in this run, as far as this process knows."""
    return set()


def play_turns(task: ScoreTask) -> PlayedTurns:
    """Let the agents play their turns; one that fails is not asked again in other positions."""
    game, failed = Game.from_text(task.judged.position), _failed(task.run)
    answers: dict[str, list[int]] = {}
    failures: list[Failure] = []
    for name in task.agents:
        if name in failed:
            continue
        try:
            answers[name] = turn_by(_agent(name, task.number), game, task.budget)
        except AgentFailed as refused:
            failed.add(name)
            reason = refused.code.removeprefix("agent_")
            failures.append(Failure(name, task.number, reason, str(refused)))
    return PlayedTurns(answers, tuple(failures))


def _agent(name: str, number: int) -> Agent:
    """The agent, for the position of this number; if it cannot be had now, it has failed."""
    try:
        return agent_named(name, int(digest(f"judge {number} {name}"), 16))
    except Refused as refused:
        raise AgentFailed(refused.code, **refused.params) from None


def score_turns(task: ScoreTask, played: PlayedTurns) -> ScoreResult:
    """Find out what these turns lose."""
    judged = task.judged
    game = Game.from_text(judged.position)
    listed: dict[str, float] = {}
    for row in judged.turns:
        listed.setdefault(end_of(game, answers_of(game, row.actions)), row.loss)
    known, found = dict(task.known), {}
    turns: list[ScoredTurn] = []
    for name, answers in played.answers.items():
        end = end_of(game, answers)
        if end not in listed and end not in known:
            known[end] = found[end] = round(_loss(task, game, answers), 2)
        loss = listed[end] if end in listed else known[end]
        turns.append(ScoredTurn(name, end, loss, end in listed))
    return ScoreResult(
        task.number, judged.players, judged.kind, tuple(turns), tuple(found.items()), played.failures
    )


def _loss(task: ScoreTask, game: Game, answers: list[int]) -> float:
    """What a turn loses against the best of the file, each rolled out with the same luck."""
    judged, player = task.judged, rollout_player(task.rollouts_by)
    if task.keeps_pairs:
        best = list(judged.best_margins)
    else:
        best_turn = answers_of(game, judged.turns[0].actions)
        best = [margin for margin, _ in roll_out_turn(game, best_turn, player, 0, PAIRED)]
    mine = roll_out_turn(game, answers, player, 0, len(best))
    return mean_and_error([other - margin for other, (margin, _) in zip(best, mine, strict=True)])[0]


class LossCache:
    """Losses of turns that are not in the file, kept in a folder: what was rolled out once is known."""

    def __init__(self, folder: Path, provenance: JudgeProvenance) -> None:
        """The losses found with this file by the program as it is now."""
        name = digest(f"{provenance.sha256} {rollout_digest(provenance.rollouts_by)}")
        self._file = folder / f"{name}.jsonl"
        self._losses: dict[int, dict[str, float]] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lines = self._file.read_text(encoding="utf-8").splitlines() if self._file.exists() else []
        except OSError as error:
            raise Refused("cannot_write", file=error.filename, cause=error.strerror) from error
        for line in lines:
            try:
                number, end, loss = json.loads(line)
                self._losses.setdefault(int(number), {})[str(end)] = float(loss)
            except (ValueError, TypeError):
                continue  # a line that was cut off: it is found anew

    def of(self, number: int) -> tuple[tuple[str, float], ...]:
        """What is known of a position."""
        return tuple(self._losses.get(number, {}).items())

    def add(self, result: ScoreResult) -> None:
        """Keep what was found."""
        if not result.found:
            return
        with self._file.open("a", encoding="utf-8") as file:
            for end, loss in result.found:
                file.write(json.dumps([result.number, end, loss]) + "\n")


def score_tasks(
    data: JudgeData,
    agents: tuple[str, ...],
    budget: Budget | None,
    positions: int | None,
    known: LossCache | None,
) -> list[ScoreTask]:
    """The positions in which agents are scored: all of a file, or the first ones."""
    for name in agents:
        agent_named(name, 0)
    origin, run = data.provenance, uuid4().hex
    keeps_pairs = origin.rolled_out_by == rollout_digest(origin.rollouts_by)
    return [
        ScoreTask(
            one,
            agents,
            budget,
            origin.rollouts_by,
            keeps_pairs,
            () if known is None else known.of(one.number),
            run,
        )
        for one in data.judged[:positions]
    ]


@dataclass(frozen=True)
class Score:
    """How good the turns of an agent are in some positions."""

    positions: int
    loss: float
    """Coins lost a turn against the best turn known."""
    loss_95: Interval | None
    nearly: float
    """The share of turns that lose at most NEARLY coins."""
    nearly_95: Interval


@dataclass(frozen=True)
class AgentScore:
    """An agent, scored."""

    agent: str
    all: Score
    kinds: dict[str, Score]
    players: dict[int, Score]
    listed: float
    """The share of its turns that the file knows."""
    more_than_first: tuple[float, Interval | None]
    """Coins that it loses a turn more than the first agent, in the same positions."""

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        more, interval = self.more_than_first
        return {
            "agent": self.agent,
            **_to_json(self.all),
            "listed": round(self.listed, 4),
            "more_than_first": round(more, 4),
            "more_than_first_95": rounded(interval),
            "kinds": {kind: _to_json(score) for kind, score in self.kinds.items()},
            "players": {str(count): _to_json(score) for count, score in self.players.items()},
        }


def failures_of(results: Iterable[ScoreResult]) -> dict[str, Failure]:
    """The agents that failed, each with the first position in which it did."""
    found: dict[str, Failure] = {}
    for result in sorted(results, key=lambda result: result.number):
        for failure in result.failures:
            found.setdefault(failure.agent, failure)
    return found


def losses_of(results: Iterable[ScoreResult], agent: str) -> list[float]:
    """What the turns of an agent lose, in the order of the positions."""
    return [_turn_of(result, agent).loss for result in sorted(results, key=lambda result: result.number)]


def scores(results: Iterable[ScoreResult], agents: Sequence[str]) -> list[AgentScore]:
    """What the results tell of each agent, in the order of their names as given; none may have failed."""
    ordered = sorted(results, key=lambda result: result.number)
    rows = {name: [_turn_of(result, name) for result in ordered] for name in agents}
    first = [turn.loss for turn in rows[agents[0]]] if agents else []
    found = []
    for name, turns in rows.items():
        losses = [turn.loss for turn in turns]
        kinds: dict[str, list[float]] = {}
        players: dict[int, list[float]] = {}
        for result, loss in zip(ordered, losses, strict=True):
            kinds.setdefault(result.kind, []).append(loss)
            players.setdefault(result.players, []).append(loss)
        found.append(
            AgentScore(
                agent=name,
                all=_score(losses),
                kinds={kind: _score(part) for kind, part in kinds.items()},
                players={count: _score(players[count]) for count in sorted(players)},
                listed=sum(turn.is_listed for turn in turns) / len(turns),
                more_than_first=mean_95([mine - other for mine, other in zip(losses, first, strict=True)]),
            )
        )
    return found


def _turn_of(result: ScoreResult, agent: str) -> ScoredTurn:
    return next(turn for turn in result.turns if turn.agent == agent)


def mean_95(values: Sequence[float]) -> tuple[float, Interval | None]:
    """The mean and its interval, which one value alone does not have."""
    mean, error = mean_and_error(values)
    if len(values) < 2:
        return mean, None
    reach = students_t(len(values) - 1) * error
    return mean, (mean - reach, mean + reach)


def _score(losses: Sequence[float]) -> Score:
    mean, interval = mean_95(losses)
    good = sum(loss <= NEARLY for loss in losses)
    return Score(len(losses), mean, interval, good / len(losses), wilson(good, len(losses)))


def _to_json(score: Score) -> dict[str, Any]:
    return {
        "positions": score.positions,
        "loss": round(score.loss, 4),
        "loss_95": rounded(score.loss_95),
        "nearly": round(score.nearly, 4),
        "nearly_95": rounded(score.nearly_95),
    }


def rounded(interval: Interval | None) -> list[float] | None:
    """An interval as JSON has it."""
    return None if interval is None else [round(end, 4) for end in interval]
