"""The judge: which turn of a position is best, found by playing the game to its end many times after each.

`JudgePlan` lists the positions, `judge_position` judges one of them, anywhere. Turns race: all meet the same
luck, and one that is clearly behind is rolled out no further.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from elbowroom.agents.rollout import Met
from elbowroom.arena.judge_positions import cell_of, find_positions
from elbowroom.arena.judge_rollouts import roll_out_turn, rollout_digest, rollout_player, rollout_weights
from elbowroom.arena.judge_turns import texts_of
from elbowroom.source_digest import source_digest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elbowroom.agents.rollout import QuickPlayer
    from elbowroom.arena.judge_rollouts import Results
    from elbowroom.engine.game import Game

VERSION: Final = 1
DEFAULT_POSITIONS: Final = 3000
DEFAULT_ROLLOUTS: Final = 64
"""No turn is rolled out more often."""
BATCH: Final = 8
"""Turns are rolled out so often before they are compared again."""
FIRST_DROPPED: Final = 32
"""No turn is dropped for its margins before so many rollouts."""
GO_ON: Final = {16: 5, 24: 3, 40: 2}
"""From so many rollouts on at most so many turns go on: those that have lost least."""
PAIRED: Final = 48
"""So many margins of the best turn are kept, to compare other turns with the same luck."""
CLEARLY: Final = 2.5
"""A turn is clearly behind if it is by so many standard errors."""
CLOSE: Final = 0.15
"""Turns that differ by fewer coins than this, as far as can be told, are equally good."""
SCREENED_BY: Final = "expert-1"
SCREENED: Final = 16
"""Where no turn makes a difference in so many rollouts by this name, nothing is decided: another is taken.

This does not depend on who plays the other rollouts, so that one seed finds the same positions for all.
"""

SETTLED: Final = "settled"
EQUAL: Final = "equal"
BOUND: Final = "bound"
"""How a race can end: one turn is best, those left are equally good, or there were rollouts enough."""

MADE_BY: Final = (
    "content/base",
    "rules",
    "engine",
    *(
        f"agents/{name}.py"
        for name in (
            "beginners",
            "cached_plan",
            "expert_1",
            "features",
            "greedy",
            "network",
            "placement",
            "planner",
            "reply",
            "rollout",
            "turn_search",
            "weights",
        )
    ),
    "agents/weights_1.json",
    *(f"arena/{name}.py" for name in ("judge", "judge_positions", "judge_rollouts", "judge_turns")),
)
"""The parts of the program that decide which positions and turns are compared, and how.

The expert that learns is not among them, so that a file can be prolonged after it has.
"""


class JudgedTurn(msgspec.Struct, frozen=True):
    """One turn of a position and what it leads to; errors are standard errors."""

    actions: tuple[str, ...]
    margin: float
    """The player's coins at the end beyond those of the best other player."""
    margin_error: float
    win: float
    """The chance to win; shared wins count in parts."""
    win_error: float
    loss: float
    """Coins of margin by which it is worse than the best turn, with the same luck."""
    loss_error: float
    rollouts: int


class Judged(msgspec.Struct, frozen=True):
    """A position that was judged."""

    number: int
    players: int
    kind: str
    position: str
    end: str
    """How the race ended: SETTLED, EQUAL or BOUND."""
    turns: tuple[JudgedTurn, ...]
    """Best first."""
    best_margins: tuple[int, ...]
    """The margins of the first rollouts of the best turn."""
    flattery: float
    """By how many coins the best turn looked better in the half of the rollouts that chose it."""


@dataclass(frozen=True)
class JudgeTask:
    """A position to be judged: all that is needed to do it anywhere."""

    number: int
    seed: int
    rollouts_by: str
    rollouts: int


@dataclass(frozen=True)
class TimedJudged:
    """A position that was judged, and for how long a processor was busy with it."""

    judged: Judged
    cpu_seconds: float

    @property
    def number(self) -> int:
        """The number of the position."""
        return self.judged.number

    def to_row(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "number": self.number,
            "cpu_seconds": round(self.cpu_seconds, 2),
            "judged": msgspec.to_builtins(self.judged),
        }


def read_judged(task: JudgeTask, row: dict[str, Any]) -> TimedJudged:
    """The result of this task from its row; a row that is none is a ValueError."""
    try:
        judged = msgspec.convert(row["judged"], Judged)
    except msgspec.ValidationError as error:
        raise ValueError(row) from error
    if judged.number != task.number:
        raise ValueError(row)
    return TimedJudged(judged, float(row["cpu_seconds"]))


@dataclass(frozen=True)
class JudgePlan:
    """How many positions are judged, and how."""

    positions: int = DEFAULT_POSITIONS
    seed: int = 1
    rollouts_by: str = "expert-1"
    rollouts: int = DEFAULT_ROLLOUTS

    def __post_init__(self) -> None:
        """Refuse what cannot be judged, before anything is played."""
        rollout_weights(self.rollouts_by)

    def tasks(self) -> list[JudgeTask]:
        """All positions; one has the same number however many there are, so a plan can be prolonged."""
        return [
            JudgeTask(number, self.seed, self.rollouts_by, self.rollouts) for number in range(self.positions)
        ]

    def settings(self) -> dict[str, Any]:
        """What must stay the same for results to belong together; the number of positions may change."""
        return {
            "version": VERSION,
            "seed": self.seed,
            "rollouts_by": self.rollouts_by,
            "rollouts": self.rollouts,
            "rolled_out_by": rollout_digest(self.rollouts_by),
            "program": source_digest(*MADE_BY),
        }


def judge_position(task: JudgeTask) -> TimedJudged:
    """Find the position of this number and judge its turns; the same task has the same result everywhere."""
    started = time.process_time()
    for game, turns in find_positions(task.seed, task.number):
        race = Race(game, turns, rollout_player(SCREENED_BY))
        race.roll_out(min(SCREENED, task.rollouts))
        if any(results != race.results[0] for results in race.results):
            break
    if task.rollouts_by != SCREENED_BY:
        race = Race(game, turns, rollout_player(task.rollouts_by))
        race.roll_out(min(SCREENED, task.rollouts))
    end = race.run(task.rollouts)
    players, kind = cell_of(task.number)
    judged = Judged(
        number=task.number,
        players=players,
        kind=kind,
        position=game.to_text(),
        end=end,
        turns=race.judged(),
        best_margins=tuple(margin for margin, _ in race.results[race.best()][:PAIRED]),
        flattery=round(race.flattery(), 2),
    )
    return TimedJudged(judged, time.process_time() - started)


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    count = len(values)
    mean = math.fsum(values) / count
    if count < 2:
        return mean, 0.0
    return mean, math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count * (count - 1)))


class Race:
    """The turns of a position, rolled out in batches until the best is found."""

    def __init__(
        self,
        game: Game,
        turns: Sequence[Sequence[int]],
        player: QuickPlayer,
        go_on: Mapping[int, int] = GO_ON,
    ) -> None:
        self.game = game
        self.turns = turns
        self.results: list[Results] = [[] for _ in turns]
        self.running = list(range(len(turns)))
        """The turns of which one may still turn out to be better; all are rolled out equally often."""
        self._player = player
        self._go_on = go_on
        self._met = [Met() for _ in turns]
        self._has_equals = False

    def roll_out(self, count: int) -> None:
        """Roll out all turns that are running so many times more."""
        for place in self.running:
            done = self.results[place]
            done += roll_out_turn(
                self.game, self.turns[place], self._player, len(done), count, self._met[place]
            )

    def run(self, most: int) -> str:
        """Roll out until the best turn is settled; returns how the race ended."""
        while True:
            done = len(self.results[self.running[0]])
            if done:
                self._drop(done, is_last=done >= most)
            if done >= min(most, PAIRED):
                if len(self.running) == 1:
                    return EQUAL if self._has_equals else SETTLED
                if done >= most:
                    return BOUND
            self.roll_out(min(BATCH, most - done))

    def _drop(self, done: int, *, is_last: bool) -> None:
        """Let those turns go on of which it is not known whether they are better than the best."""
        best = self.best()
        losses = {place: self.loss(place) for place in self.running if place != best}
        if done >= FIRST_DROPPED or is_last:
            for place, (loss, error) in list(losses.items()):
                if loss <= CLOSE and error <= CLOSE:
                    self._has_equals = True
                    del losses[place]
                elif loss > CLEARLY * error:
                    del losses[place]
        least = sorted(losses, key=lambda place: (losses[place][0], place))
        bounds = [count for rollouts, count in self._go_on.items() if rollouts <= done]
        self.running = sorted([best, *least[: min([*bounds, len(self.turns)]) - 1]])

    def best(self) -> int:
        """The turn with the greatest margin among those that are running; of equal ones the first."""
        return max(self.running, key=lambda place: (sum(margin for margin, _ in self.results[place]), -place))

    def loss(self, place: int) -> tuple[float, float]:
        """By how many coins a turn is worse than the best, in rollouts with the same luck; and the error."""
        best = self.results[self.best()]
        pairs = zip(best, self.results[place], strict=False)
        return mean_and_error([mine - other for (mine, _), (other, _) in pairs])

    def judged(self) -> tuple[JudgedTurn, ...]:
        """What is known of each turn, best first."""
        rows: list[tuple[int, JudgedTurn]] = []
        best = self.best()
        for place, results in enumerate(self.results):
            margin, margin_error = mean_and_error([margin for margin, _ in results])
            win, win_error = mean_and_error([win for _, win in results])
            loss, loss_error = self.loss(place)
            row = JudgedTurn(
                actions=texts_of(self.game, self.turns[place]),
                margin=round(margin, 2),
                margin_error=round(margin_error, 2),
                win=round(win, 3),
                win_error=round(win_error, 3),
                # A turn that was dropped early may have had the better luck against today's best.
                loss=round(max(0.0, loss), 2),
                loss_error=round(loss_error, 2),
                rollouts=len(results),
            )
            rows.append((place, row))
        rows.sort(key=lambda entry: (entry[0] != best, entry[1].loss, entry[0]))
        return tuple(row for _, row in rows)

    def flattery(self) -> float:
        """How much better the best turn looks, against the others, in the half of its luck that chose it."""
        halves = [
            {
                place: mean_and_error([margin for margin, _ in self.results[place][part::2]])[0]
                for place in self.running
            }
            for part in (0, 1)
        ]
        total = 0.0
        for here, there in (halves, halves[::-1]):
            best = max(here, key=lambda place: (here[place], -place))
            total += (
                here[best] - there[best] - sum(here.values()) / len(here) + sum(there.values()) / len(there)
            )
        return total / 2
