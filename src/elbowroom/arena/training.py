"""Training of the value network by self-play.

Each generation plays games against itself with the network so far, notes at every turn the features of each
player and how many coins they won from there to the end of the game, and fits a new network to these.
"""

from __future__ import annotations

import json
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from elbowroom import __version__
from elbowroom.agents.cached_plan import CachedPlan
from elbowroom.agents.features import FIRST_FEATURE_COUNT, write_features
from elbowroom.agents.network import Network
from elbowroom.agents.turn_search import search_turn
from elbowroom.agents.weights import network_of, planner_weights, tuned_weights
from elbowroom.engine import decisions, turn
from elbowroom.engine.chance import Generator
from elbowroom.engine.ranking import ranking
from elbowroom.engine.state import new_state
from elbowroom.rules.bits import vec
from elbowroom.rules.content import base_content
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from elbowroom.rules.setup import setup_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from elbowroom.agents.weights import Weights
    from elbowroom.engine.state import State

    Floats = NDArray[np.float32]

FIRST_PLANNER_VALUES: Final = (45.0, 70.0, 57.0, 52.0, 0.0)
"""The values of the planner's units with which training begins: rough guesses."""
EXPLORATION_SHARE: Final = 0.12
"""How often self-play takes another plan than the best."""
MAX_EXPLORED_PLANS: Final = 12
BEAM_WIDTH: Final = 3
SEARCH_WORK: Final = 160


@dataclass(frozen=True)
class SelfPlayGame:
    """One game of self-play: enough to play it in another process."""

    weights: Weights
    players: int
    seed: int


def play_training_game(game: SelfPlayGame) -> tuple[Floats, Floats]:
    """One game: the features of every player at every turn, and the coins they won from there on."""
    content = base_content()
    state = new_state(setup_for(content, content.map_for(game.players), Options()))
    turn.settle(state)
    network, generator, plan = network_of(game.weights), Generator(game.seed), CachedPlan()
    features: list[list[float]] = []
    coins_so_far: list[tuple[int, int]] = []
    while state.phase != decisions.OVER:
        if state.phase <= decisions.LAST_CHANCE:
            turn.apply(state, generator.outcome(state))
            continue
        if state.chooser() == state.seat and plan.start_turn(state):
            for seat in range(game.players):
                features.append(_features(state, seat))
                coins_so_far.append((seat, int(state.coins[seat])))
        bit = plan.next_bit(state)
        if bit is None:
            bit = plan.keep(state, _explored(state, network, generator))
        turn.apply(state, bit)
    final_coins = [int(coins) for coins in state.coins]
    targets = np.array([final_coins[seat] - coins for seat, coins in coins_so_far], dtype=np.float32)
    return np.array(features, dtype=np.float32), targets


def _features(state: State, seat: int) -> list[float]:
    out = vec[float]([0.0] * FIRST_FEATURE_COUNT)
    write_features(state, seat, out, FIRST_FEATURE_COUNT)
    return list(out)


def _explored(state: State, network: Network, generator: Generator) -> list[int]:
    """The actions of the best plan, or now and then of another good one."""
    plans = search_turn(state, network, BEAM_WIDTH, SEARCH_WORK)
    if len(plans) > 1 and int(generator.below(1000)) < EXPLORATION_SHARE * 1000:
        return plans[int(generator.below(min(len(plans), MAX_EXPLORED_PLANS)))].bits
    return plans[0].bits


def play_generation(weights: Weights, games: int, seed: int, jobs: int) -> Iterator[tuple[Floats, Floats]]:
    """The games of one generation, half of them for two players."""
    counts = (2, 3, 2, 4, 2, 5)
    todo = [SelfPlayGame(weights, counts[n % len(counts)], seed * 1_000_003 + n) for n in range(games)]
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_training_game, todo, chunksize=8)


def fit(
    features: Floats, targets: Floats, hidden: int, seed: int, start: Weights | None = None
) -> tuple[Weights, float]:
    """Fit a network by stochastic gradient descent (Adam); also the error on positions kept for a test."""
    rng = np.random.default_rng(seed)
    test_size = max(1, len(features) // 10)
    order = np.arange(len(features))
    test, train = order[:test_size], order[test_size:]
    scale = 10.0
    if start is not None and start["hidden"] == hidden:
        params = [np.array(start[key], dtype=np.float64) for key in ("first", "bias", "second")]
        params[0] = params[0].reshape(FIRST_FEATURE_COUNT, hidden)
        params[2] = params[2] / scale
        offset = np.array([start["offset"] / scale])
    else:
        params = [
            rng.normal(0, np.sqrt(2 / 20), (FIRST_FEATURE_COUNT, hidden)),
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
            x, y = features[batch].astype(np.float64), targets[batch] / scale
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
    guess = np.maximum(features[test] @ params[0] + params[1], 0) @ params[2] + params[3][0]
    test_error = float(np.sqrt(np.mean((guess * scale - targets[test]) ** 2)))
    weights: Weights = {
        "hidden": hidden,
        "first": [round(float(w), 5) for w in params[0].ravel()],
        "bias": [round(float(w), 5) for w in params[1]],
        "second": [round(float(w * scale), 5) for w in params[2]],
        "offset": round(float(params[3][0] * scale), 5),
    }
    return weights, test_error


@dataclass(frozen=True)
class TrainingSettings:
    """How many generations and games to play, and how large the network is."""

    generations: int = 8
    games: int = 5000
    hidden: int = 32
    seed: int = 1
    jobs: int = 2
    matches: int = 60
    """Games of each generation against the planner, to measure how strong it has become."""


def train(out: Path, settings: TrainingSettings, on_game: Callable[[str, int], None]) -> dict[str, Any]:
    """Train, going on where an earlier run in the same folder stopped.

    After every game `on_game` gets the name of the generation and the number of its games.
    """
    out.mkdir(parents=True, exist_ok=True)
    file = out / "training.json"
    state: dict[str, Any] = {
        "course": asdict(settings),
        "generations": [],
        "weights": planner_weights(FIRST_PLANNER_VALUES),
    }
    if file.exists():
        state = json.loads(file.read_text(encoding="utf-8"))
        kept = {key: value for key, value in state["course"].items() if key not in ("generations", "jobs")}
        if any(kept[key] != value for key, value in asdict(settings).items() if key in kept):
            raise Refused("training_differs", folder=str(out), course=state["course"])
        state["course"] = asdict(settings)
    while len(state["generations"]) < settings.generations:
        _generation(out, settings, state, on_game)
        fresh = out / "training.json.new"
        fresh.write_text(json.dumps(state), encoding="utf-8")
        fresh.replace(file)
    shipped = {"provenance": _provenance(state), "weights": state["weights"]}
    (out / "weights.json").write_text(json.dumps(shipped) + "\n", encoding="utf-8")
    return state


def _generation(
    out: Path, settings: TrainingSettings, state: dict[str, Any], on_game: Callable[[str, int], None]
) -> None:
    """Play, fit, and measure how strong the network is now."""
    number, started = len(state["generations"]), time.perf_counter()
    name = f"generation {number + 1} of {settings.generations}"
    features, targets = [], []
    games = play_generation(state["weights"], settings.games, settings.seed + number, settings.jobs)
    for game_features, game_targets in games:
        features.append(game_features)
        targets.append(game_targets)
        on_game(name, settings.games)
    xs, ys = np.concatenate(features), np.concatenate(targets)
    np.savez_compressed(out / f"games-{number:03d}.npz", x=xs.astype(np.float16), y=ys)
    if number:
        with np.load(out / f"games-{number - 1:03d}.npz") as old:
            xs = np.concatenate([xs, old["x"].astype(np.float32)])
            ys = np.concatenate([ys, old["y"]])
    weights, error = fit(
        xs, ys, settings.hidden, settings.seed + number, state["weights"] if number else None
    )
    state["weights"] = weights
    state["generations"].append(
        {
            "games": settings.games,
            "positions": len(ys),
            "mean_coins_to_come": round(float(ys.mean()), 3),
            "error": round(error, 3),
            "win_share_against_planner": round(
                strength(weights, settings.matches, settings.seed, settings.jobs), 4
            ),
            "seconds": round(time.perf_counter() - started, 1),
        }
    )


def _provenance(state: dict[str, Any]) -> dict[str, Any]:
    """Where weights come from; it is kept in their file."""
    return {
        "made_by": "elbowroom train",
        "elbowroom": __version__,
        "features": FIRST_FEATURE_COUNT,
        "course": state["course"],
        "generations": state["generations"],
    }


def strength(weights: Weights, games: int, seed: int, jobs: int) -> float:
    """The share of two-player games that the network wins against the tuned one, with equal search."""
    todo = [(weights, seed, number) for number in range(games)]
    with ProcessPoolExecutor(jobs) as pool:
        return sum(pool.map(_duel, todo, chunksize=4)) / games


def _duel(todo: tuple[Weights, int, int]) -> float:
    """One game; the two games of a pair have the same chance and swapped seats."""
    weights, seed, number = todo
    content = base_content()
    state = new_state(setup_for(content, content.map_for(2), Options()))
    turn.settle(state)
    networks = [network_of(weights), network_of(tuned_weights())]
    generator = Generator(seed * 1_000_003 + number // 2)
    plan = CachedPlan()
    while state.phase != decisions.OVER:
        if state.phase <= decisions.LAST_CHANCE:
            turn.apply(state, generator.outcome(state))
            continue
        plan.start_turn(state)
        bit = plan.next_bit(state)
        if bit is None:
            network = networks[(int(state.chooser()) + number) % 2]
            bit = plan.keep(state, search_turn(state, network, BEAM_WIDTH, SEARCH_WORK)[0].bits)
        turn.apply(state, bit)
    winners = [place.seat for place in ranking(state) if place.place == 1]
    return sum((seat + number) % 2 == 0 for seat in winners) / len(winners)
