"""Learning the value network by self-play: play, look what came of each position, fit, play better.

Each generation plays games against itself with the network so far, notes at every turn what each player sees
and how many coins he won from there to the end, and fits a new network to it.
"""

from __future__ import annotations

import json
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from elbowroom import __version__
from elbowroom.agents.features import SIZE, write_features
from elbowroom.agents.network import Network
from elbowroom.agents.plan import lines
from elbowroom.agents.weights import network_of, tuned_weights, weights_of
from elbowroom.engine import phases, turn
from elbowroom.engine.chance import Generator
from elbowroom.engine.ranking import ranking
from elbowroom.engine.state import new_state
from elbowroom.rules.bits import vec
from elbowroom.rules.content import base_content
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from elbowroom.rules.tables import lay_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from elbowroom.agents.weights import Weights
    from elbowroom.engine.state import State

    Floats = NDArray[np.float32]

FIRST_GUESS = (45.0, 70.0, 57.0, 52.0, 0.0)
"""Where learning begins: rough values of what the planner looks at."""
EXPLORE = 0.12
"""How often self-play takes another line than the best."""
WIDTH, WORK = 3, 160


@dataclass(frozen=True)
class Lesson:
    """What one game of self-play is to be played with."""

    weights: Weights
    players: int
    seed: int


def play_lesson(lesson: Lesson) -> tuple[Floats, Floats]:
    """One game: the features of every player at every turn, and the coins that came."""
    content = base_content()
    state = new_state(lay_table(content, content.map_for(lesson.players), Options()))
    turn.settle(state)
    network, generator = network_of(lesson.weights), Generator(lesson.seed)
    seen: list[list[float]] = []
    coins: list[list[int]] = []
    now = (-1, -1)
    planned: list[int] = []
    while state.phase != phases.OVER:
        if state.phase <= phases.DIE:
            turn.apply(state, generator.outcome(state))
            continue
        if state.chooser() == state.seat and (int(state.game_turn), int(state.seat)) != now:
            now, planned = (int(state.game_turn), int(state.seat)), []
            for seat in range(lesson.players):
                seen.append(_look(state, seat))
                coins.append([seat, int(state.coins[seat])])
        if not planned or state.chooser() != state.seat:
            planned = _line(state, network, generator)
        turn.apply(state, planned.pop(0))
    final = [int(value) for value in state.coins]
    targets = np.array([final[seat] - had for seat, had in coins], dtype=np.float32)
    return np.array(seen, dtype=np.float32), targets


def _look(state: State, seat: int) -> list[float]:
    out = vec[float]([0.0] * SIZE)
    write_features(state, seat, out)
    return list(out)


def _line(state: State, network: Network, generator: Generator) -> list[int]:
    found = lines(state, network, WIDTH, WORK)
    if len(found) > 1 and int(generator.below(1000)) < EXPLORE * 1000:
        return list(found[int(generator.below(min(len(found), 12)))].actions)
    return list(found[0].actions)


def lessons(weights: Weights, games: int, seed: int, jobs: int) -> Iterator[tuple[Floats, Floats]]:
    """Games of one generation, half of them for two players."""
    counts = (2, 3, 2, 4, 2, 5)
    todo = [Lesson(weights, counts[n % len(counts)], seed * 1_000_003 + n) for n in range(games)]
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_lesson, todo, chunksize=8)


def fit(
    seen: Floats, targets: Floats, hidden: int, seed: int, start: Weights | None = None
) -> tuple[Weights, float]:
    """Fit a network by stochastic gradient descent (Adam); also the error on games kept aside."""
    rng = np.random.default_rng(seed)
    held = max(1, len(seen) // 10)
    order = np.arange(len(seen))
    test, train = order[:held], order[held:]
    scale = 10.0
    if start is not None and start["hidden"] == hidden:
        params = [np.array(start[key], dtype=np.float64) for key in ("first", "bias", "second")]
        params[0] = params[0].reshape(SIZE, hidden)
        params[2] = params[2] / scale
        offset = np.array([start["offset"] / scale])
    else:
        params = [
            rng.normal(0, np.sqrt(2 / 20), (SIZE, hidden)),
            np.zeros(hidden),
            rng.normal(0, 0.3, hidden),
        ]
        offset = np.array([float(targets.mean()) / scale])
    params.append(offset)
    moments = [(np.zeros_like(p), np.zeros_like(p)) for p in params]
    step, rate = 0, 2e-3
    for epoch in range(14):
        if epoch in (8, 11):
            rate /= 4
        for batch in np.array_split(rng.permutation(train), max(1, len(train) // 256)):
            x, y = seen[batch].astype(np.float64), targets[batch] / scale
            units = x @ params[0] + params[1]
            active = np.maximum(units, 0)
            error = active @ params[2] + params[3][0] - y
            error = np.clip(error, -3, 3) / len(batch)
            back = np.outer(error, params[2]) * (units > 0)
            grads = [x.T @ back, back.sum(0), active.T @ error, np.array([error.sum()])]
            step += 1
            for param, grad, (mean, square) in zip(params, grads, moments, strict=True):
                mean[...] += 0.1 * (grad - mean)
                square[...] += 0.001 * (grad * grad - square)
                spread = np.sqrt(square / (1 - 0.999**step)) + 1e-8
                param[...] -= rate * (mean / (1 - 0.9**step)) / spread
    guess = np.maximum(seen[test] @ params[0] + params[1], 0) @ params[2] + params[3][0]
    off = float(np.sqrt(np.mean((guess * scale - targets[test]) ** 2)))
    weights: Weights = {
        "hidden": hidden,
        "first": [round(float(w), 5) for w in params[0].ravel()],
        "bias": [round(float(w), 5) for w in params[1]],
        "second": [round(float(w * scale), 5) for w in params[2]],
        "offset": round(float(params[3][0] * scale), 5),
    }
    return weights, off


@dataclass(frozen=True)
class Course:
    """How long and how large to learn."""

    generations: int = 8
    games: int = 5000
    hidden: int = 32
    seed: int = 1
    jobs: int = 2
    matches: int = 60
    """Games of each generation against the planner, to see how strong it has become."""


def train(out: Path, course: Course, tell: Callable[[str, int], None]) -> dict[str, Any]:
    """Train, going on where an earlier run in the same folder stopped; `tell` hears of every game."""
    out.mkdir(parents=True, exist_ok=True)
    file = out / "training.json"
    state: dict[str, Any] = {"course": asdict(course), "generations": [], "weights": weights_of(FIRST_GUESS)}
    if file.exists():
        state = json.loads(file.read_text(encoding="utf-8"))
        kept = {key: value for key, value in state["course"].items() if key not in ("generations", "jobs")}
        if any(kept[key] != value for key, value in asdict(course).items() if key in kept):
            raise Refused("training_differs", folder=str(out), course=state["course"])
        state["course"] = asdict(course)
    while len(state["generations"]) < course.generations:
        _generation(out, course, state, tell)
        fresh = out / "training.json.new"
        fresh.write_text(json.dumps(state), encoding="utf-8")
        fresh.replace(file)
    shipped = {"provenance": _provenance(state), "weights": state["weights"]}
    (out / "weights.json").write_text(json.dumps(shipped) + "\n", encoding="utf-8")
    return state


def _generation(out: Path, course: Course, state: dict[str, Any], tell: Callable[[str, int], None]) -> None:
    """Play, fit, and see how strong it is now."""
    number, began = len(state["generations"]), time.perf_counter()
    name = f"generation {number + 1} of {course.generations}"
    seen, targets = [], []
    for x, y in lessons(state["weights"], course.games, course.seed + number, course.jobs):
        seen.append(x)
        targets.append(y)
        tell(name, course.games)
    xs, ys = np.concatenate(seen), np.concatenate(targets)
    np.savez_compressed(out / f"games-{number:03d}.npz", x=xs.astype(np.float16), y=ys)
    if number:
        with np.load(out / f"games-{number - 1:03d}.npz") as old:
            xs = np.concatenate([xs, old["x"].astype(np.float32)])
            ys = np.concatenate([ys, old["y"]])
    weights, error = fit(xs, ys, course.hidden, course.seed + number, state["weights"] if number else None)
    state["weights"] = weights
    state["generations"].append(
        {
            "games": course.games,
            "positions": len(ys),
            "mean_coins_to_come": round(float(ys.mean()), 3),
            "error": round(error, 3),
            "win_share_against_planner": round(
                strength(weights, course.matches, course.seed, course.jobs), 4
            ),
            "seconds": round(time.perf_counter() - began, 1),
        }
    )


def _provenance(state: dict[str, Any]) -> dict[str, Any]:
    """Where weights come from, to be kept beside them."""
    return {
        "made_by": "elbowroom train",
        "elbowroom": __version__,
        "features": SIZE,
        "course": state["course"],
        "generations": state["generations"],
    }


def strength(weights: Weights, games: int, seed: int, jobs: int) -> float:
    """The share of two-player games that the learned network wins against the tuned one, searching alike."""
    todo = [(weights, seed, number) for number in range(games)]
    with ProcessPoolExecutor(jobs) as pool:
        return sum(pool.map(_duel, todo, chunksize=4)) / games


def _duel(todo: tuple[Weights, int, int]) -> float:
    """One game; both sides of a pair meet the same luck."""
    weights, seed, number = todo
    content = base_content()
    state = new_state(lay_table(content, content.map_for(2), Options()))
    turn.settle(state)
    networks = [network_of(weights), network_of(tuned_weights())]
    luck = Generator(seed * 1_000_003 + number // 2)
    planned: list[int] = []
    now = -1
    while state.phase != phases.OVER:
        if state.phase <= phases.DIE:
            turn.apply(state, luck.outcome(state))
            continue
        seat = int(state.chooser())
        if seat != now or not planned:
            now = seat
            planned = list(lines(state, networks[(seat + number) % 2], WIDTH, WORK)[0].actions)
        turn.apply(state, planned.pop(0))
    first = [place.seat for place in ranking(state) if place.place == 1]
    return sum((seat + number) % 2 == 0 for seat in first) / len(first)
