"""Training of the value network by self-play.

Each generation plays games against itself with the network so far and fits a new network: first to the coins
that were won from each position to the end, then again to targets that are less a matter of luck, mixed from
these coins and from what the first fit expects two game turns later.
"""

from __future__ import annotations

import json
import time
import zlib
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from elbowroom import __version__
from elbowroom.agents.cached_plan import CachedPlan
from elbowroom.agents.features import FEATURE_COUNT
from elbowroom.agents.network import STAGES
from elbowroom.agents.turn_search import search_turn
from elbowroom.agents.weights import first_weights, network_of, read_weights
from elbowroom.arena.self_play import (
    BEAM_WIDTH,
    PLAYERS,
    SEARCH_WORK,
    SelfPlayGame,
    opening,
    play_training_game,
    positions_of,
    read_histories,
    write_histories,
)
from elbowroom.engine import decisions, turn
from elbowroom.engine.chance import Generator
from elbowroom.engine.ranking import ranking
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from elbowroom.agents.weights import Weights
    from elbowroom.arena.self_play import History, Positions

    Floats = NDArray[np.float32]

KEPT_GENERATIONS: Final = 3
"""The network is fitted to the games of so many generations, the last ones."""
LATER: Final = 2
"""So many game turns later a fitted network is asked for the targets of the second fit."""
EXPECTED_SHARE: Final = 0.7
"""The share that its answer has in them."""
SCALE: Final = 10.0
"""Coins are divided by this while the network learns."""
EPOCHS: Final = 10
RATE: Final = 2e-3
BATCH: Final = 512
"""So many players of positions are learned from at once, if there are MIN_STEPS times as many."""
MIN_STEPS: Final = 64
MAX_ERROR: Final = 3.0
"""A greater error of a prediction (times SCALE coins) pulls no harder."""
GAMES_OF_PART: Final = 1000
"""So many games are kept in one file."""
POSSIBLE_SPREADS: Final = np.geomspace(0.3, 60, 80)
TEST_PART: Final = 10
"""One of so many games is kept for a test."""


class Fit:
    """A network while it learns: weights as arrays, the gradient, and Adam's moments."""

    def __init__(self, hidden: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        spread = float(np.sqrt(2 / 25))

        def drawn(size: tuple[int, ...], spread: float) -> Floats:
            return self.rng.normal(0, spread, size).astype(np.float32)

        self.first = drawn((FEATURE_COUNT, hidden), spread)
        self.others = drawn((FEATURE_COUNT, hidden), 0.3 * spread)
        self.bias: Floats = np.zeros(hidden, np.float32)
        self.second = drawn((hidden,), 0.3)
        self.offset: Floats = np.array([3.0], np.float32)
        self._step = 0
        self._moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self._parameters()]

    def _parameters(self) -> list[Floats]:
        return [self.first, self.others, self.bias, self.second, self.offset]

    def _units(self, features: Floats) -> Floats:
        """The hidden units of each player before they are cut off at 0."""
        own, others = features @ self.first, features @ self.others
        rest = (others.sum(1, keepdims=True) - others) / (features.shape[1] - 1)
        units: Floats = own + rest + self.bias
        return units

    def predicted(self, features: Floats) -> Floats:
        """The coins to come of each player, divided by SCALE."""
        coins: Floats = np.maximum(self._units(features), 0) @ self.second + self.offset[0]
        return coins

    def learn(self, features: Floats, targets: Floats, rate: float) -> None:
        """One step: against the error of each player's coins, and against that of their lead."""
        positions, players, count = features.shape
        units = self._units(features)
        active = np.maximum(units, 0)
        error = active @ self.second + self.offset[0] - targets
        lead_error = error - error.mean(1, keepdims=True)
        pull = np.clip(error, -MAX_ERROR, MAX_ERROR) + np.clip(lead_error, -MAX_ERROR, MAX_ERROR)
        pull /= positions * players
        back = (pull[..., None] * self.second) * (units > 0)
        rest = (back.sum(1, keepdims=True) - back) / (players - 1)
        rows = features.reshape(-1, count)
        hidden = len(self.bias)
        self._descend(
            [
                rows.T @ back.reshape(-1, hidden),
                rows.T @ rest.reshape(-1, hidden),
                back.sum((0, 1)),
                (active * pull[..., None]).sum((0, 1)),
                pull.sum(keepdims=True).reshape(1),
            ],
            rate,
        )

    def _descend(self, gradients: list[Floats], rate: float) -> None:
        """A step of Adam."""
        self._step += 1
        first_share, second_share = 1 - 0.9**self._step, 1 - 0.999**self._step
        for weights, gradient, (mean, square) in zip(
            self._parameters(), gradients, self._moments, strict=True
        ):
            mean[...] += 0.1 * (gradient - mean)
            square[...] += 0.001 * (gradient * gradient - square)
            spread = np.sqrt(square / second_share) + 1e-8
            weights[...] -= np.float32(rate) * (mean / first_share) / spread

    def weights(self, positions: dict[int, Positions]) -> Weights:
        """The weights as they are written down, with spreads that suit these positions."""
        return {
            "hidden": len(self.bias),
            "first": _rounded(self.first),
            "bias": _rounded(self.bias),
            "second": _rounded(self.second * SCALE),
            "offset": round(float(self.offset[0] * SCALE), 5),
            "others": _rounded(self.others),
            "spreads": [spreads(positions[players], self) for players in sorted(positions)],
        }


def _rounded(values: Floats) -> list[float]:
    return [round(float(value), 5) for value in values.ravel()]


Targets = dict[int, "Floats"]
"""By number of players: for each position and seat the coins to come to learn, divided by SCALE."""


def outcomes(positions: dict[int, Positions]) -> Targets:
    """The coins that were won from each position to the end."""
    return {players: (part.final - part.coins) / SCALE for players, part in positions.items()}


def expectations(positions: dict[int, Positions], learner: Fit) -> Targets:
    """A mixture of the coins that were won in the end and of those that a network expects later."""
    targets: Targets = {}
    for players, part in positions.items():
        expected = _predicted(part, learner)
        count = len(part.coins)
        later = np.minimum(np.arange(count) + LATER * players, count - 1)
        is_same_game = (np.arange(count) + LATER * players < count) & (part.game[later] == part.game)
        then = np.where(
            is_same_game[:, None], part.coins[later] / SCALE + expected[later], part.final / SCALE
        )
        mixed = EXPECTED_SHARE * then + (1 - EXPECTED_SHARE) * part.final / SCALE
        targets[players] = (mixed - part.coins / SCALE).astype(np.float32)
    return targets


def fit(
    positions: dict[int, Positions], targets: Targets, hidden: int, seed: int, on_epoch: Callable[[], None]
) -> Fit:
    """Fit a network to positions; those of every TEST_PART-th game are left out."""
    learner, rate = Fit(hidden, seed), RATE
    known = {players: np.flatnonzero(~_is_test(part)) for players, part in positions.items()}
    learned = sum(len(rows) * players for players, rows in known.items())
    batch_size = min(BATCH, max(MAX_PLAYERS, learned // MIN_STEPS))
    order = np.concatenate(
        [np.full(len(rows) // (batch_size // players), players) for players, rows in known.items()]
    )
    for epoch in range(EPOCHS):
        if epoch in (EPOCHS * 6 // 10, EPOCHS * 8 // 10):
            rate /= 4
        learner.rng.shuffle(order)
        rows = {players: learner.rng.permutation(part) for players, part in known.items()}
        done = dict.fromkeys(positions, 0)
        for players in map(int, order):
            size = batch_size // players
            batch = rows[players][done[players] : done[players] + size]
            done[players] += size
            learner.learn(
                positions[players].features[batch].astype(np.float32), targets[players][batch], rate
            )
        on_epoch()
    return learner


def _is_test(positions: Positions) -> NDArray[np.bool_]:
    # Neighbouring games have other numbers of players.
    is_test: NDArray[np.bool_] = positions.game // len(PLAYERS) % TEST_PART == 0
    return is_test


def errors(positions: dict[int, Positions], learner: Fit) -> dict[str, dict[str, float]]:
    """The errors in the games kept for a test, by number of players: of coins and of leads."""
    found = {}
    for players, part in positions.items():
        rows = np.flatnonzero(_is_test(part))
        if len(rows) == 0:
            continue
        guess = learner.predicted(part.features[rows].astype(np.float32)) * SCALE
        error = guess - (part.final[rows] - part.coins[rows])
        lead = error - (error.sum(1, keepdims=True) - error) / (players - 1)
        found[str(players)] = {"coins": _mean_square(error), "lead": _mean_square(lead)}
    return found


def spreads(part: Positions, learner: Fit) -> list[float]:
    """By game turns that are left: the spread with which chances to win fit best who won.

    The chance of a player is as great as exp(predicted coins / spread), in shares of all players.
    """
    coins = part.coins + SCALE * _predicted(part, learner)
    behind = coins - coins.max(1, keepdims=True)
    found = []
    for left in range(STAGES):
        rows = part.left == min(left, int(part.left.max()))
        misses = []
        for spread in POSSIBLE_SPREADS:
            odds = np.exp(behind[rows] / spread)
            chances = odds / odds.sum(1, keepdims=True)
            misses.append(-float(np.mean((part.wins[rows] * np.log(chances + 1e-9)).sum(1))))
        found.append(round(float(POSSIBLE_SPREADS[int(np.argmin(misses))]), 3))
    return found


def _predicted(part: Positions, learner: Fit) -> Floats:
    pieces = np.array_split(part.features, len(part.features) // 8192 + 1)
    return np.concatenate([learner.predicted(piece.astype(np.float32)) for piece in pieces])


def _mean_square(errors: Floats) -> float:
    return round(float(np.sqrt(np.mean(errors**2))), 3)


@dataclass(frozen=True)
class TrainingSettings:
    """How many generations and games to play, and how large the network is."""

    generations: int = 3
    games: int = 32000
    hidden: int = 64
    seed: int = 1
    jobs: int = 2
    matches: int = 1000
    """Games of each generation against the first expert's network, to measure how strong it has become."""


def train(out: Path, settings: TrainingSettings, on_step: Callable[[str, int], None]) -> dict[str, Any]:
    """Train, going on where an earlier run in the same folder stopped.

    After every game, epoch or match `on_step` gets the name of what is done and how many steps it has.
    """
    out.mkdir(parents=True, exist_ok=True)
    file = out / "training.json"
    state: dict[str, Any] = {
        "course": asdict(settings),
        "features": FEATURE_COUNT,
        "generations": [],
        "weights": first_weights(),
    }
    if file.exists():
        state = _stored(file)
        kept = {key: value for key, value in state["course"].items() if key not in ("generations", "jobs")}
        same = all(kept[key] == value for key, value in asdict(settings).items() if key in kept)
        if not same or state.get("features") != FEATURE_COUNT:
            raise Refused("training_differs", folder=str(out), course=state["course"])
        read_weights(str(file))
        state["course"] = asdict(settings)
    while len(state["generations"]) < settings.generations:
        _generation(out, settings, state, on_step)
        fresh = out / "training.json.new"
        fresh.write_text(json.dumps(state), encoding="utf-8")
        fresh.replace(file)
    shipped = {"provenance": _provenance(state), "weights": state["weights"]}
    (out / "weights.json").write_text(json.dumps(shipped) + "\n", encoding="utf-8")
    return state


def _stored(file: Path) -> dict[str, Any]:
    """What an earlier run knew when it had finished a generation; refused if the file is damaged."""
    try:
        state: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        is_whole = all(
            isinstance(state[key], kind)
            for key, kind in (("course", dict), ("generations", list), ("weights", dict))
        )
    except OSError as error:
        raise Refused("cannot_read", file=file, cause=error.strerror) from None
    except (ValueError, KeyError, TypeError):
        is_whole = False
    if not is_whole:
        raise Refused("dataset_damaged", file=file)
    return state


def _generation(
    out: Path, settings: TrainingSettings, state: dict[str, Any], on_step: Callable[[str, int], None]
) -> None:
    """Play, fit, and measure how strong the network is now."""
    number, started = len(state["generations"]), time.perf_counter()
    name = f"generation {number + 1} of {settings.generations}"
    play_generation(
        out, state["weights"], settings, number, lambda: on_step(f"{name}: games", settings.games)
    )
    histories: list[History] = []
    for before in range(max(0, number + 1 - KEPT_GENERATIONS), number + 1):
        for part, file in enumerate(_game_files(out, settings, before)):
            count = len(_games_of_part(settings, part))
            histories += _stored_games(file, count, is_last=before == number)
    positions = positions_of(histories, lambda: on_step(f"{name}: positions", len(histories)))
    seed, on_epoch = settings.seed + number, lambda: on_step(f"{name}: fit", 2 * EPOCHS)
    by_outcome = fit(positions, outcomes(positions), settings.hidden, seed, on_epoch)
    learner = fit(positions, expectations(positions, by_outcome), settings.hidden, seed, on_epoch)
    weights = learner.weights(positions)
    state["weights"] = weights
    strengths = {
        players: strength(
            weights, players, settings, lambda: on_step(f"{name}: matches", 2 * settings.matches)
        )
        for players in (2, 4)
    }
    state["generations"].append(
        {
            "games": settings.games,
            "positions": sum(len(part.coins) for part in positions.values()),
            "errors": errors(positions, learner),
            "wins_of_two": round(strengths[2], 4),
            "wins_of_four": round(strengths[4], 4),
            "seconds": round(time.perf_counter() - started, 1),
        }
    )


def _game_files(out: Path, settings: TrainingSettings, number: int) -> list[Path]:
    """The files with the games of a generation: a part each, so that an interrupted run loses little."""
    parts = (settings.games + GAMES_OF_PART - 1) // GAMES_OF_PART
    return [out / f"games-{number:03d}-{part:03d}.jsonl.gz" for part in range(parts)]


def _games_of_part(settings: TrainingSettings, part: int) -> range:
    """The numbers of the games in a file."""
    return range(part * GAMES_OF_PART, min(settings.games, (part + 1) * GAMES_OF_PART))


def _stored_games(file: Path, count: int, *, is_last: bool) -> list[History]:
    """The games of a file; refused if it is damaged.

    Only those of the last generation can be played again: of the others the network is no longer there.
    """
    histories: list[History] = []
    cause = ""
    try:
        histories = read_histories(file)
    except (OSError, EOFError, zlib.error, ValueError, TypeError) as error:
        cause = str(error)
    if len(histories) == count:
        return histories
    if is_last:
        raise Refused("dataset_damaged", file=file)
    raise Refused("cannot_read", file=file, cause=cause or f"{len(histories)} of {count} games")


def play_generation(
    out: Path, weights: Weights, settings: TrainingSettings, number: int, on_game: Callable[[], None]
) -> None:
    """Play the games of a generation that are missing, and keep them."""
    seed = (settings.seed + number) * 1_000_003
    with ProcessPoolExecutor(settings.jobs) as pool:
        for part, file in enumerate(_game_files(out, settings, number)):
            games = _games_of_part(settings, part)
            todo = [SelfPlayGame(weights, PLAYERS[game % len(PLAYERS)], seed + game) for game in games]
            played: list[History] = []
            if not file.exists():
                for history in pool.map(play_training_game, todo, chunksize=8):
                    played.append(history)
                    on_game()
                write_histories(file, played)


def _provenance(state: dict[str, Any]) -> dict[str, Any]:
    """Where weights come from; it is kept in their file."""
    return {
        "made_by": "elbowroom train",
        "elbowroom": __version__,
        "features": FEATURE_COUNT,
        "course": state["course"],
        "generations": state["generations"],
    }


def strength(
    weights: Weights, players: int, settings: TrainingSettings, on_game: Callable[[], None]
) -> float:
    """The share of games won alone against the first expert's network, all with the same small search."""
    todo = [(weights, players, settings.seed, number) for number in range(settings.matches)]
    won = 0.0
    with ProcessPoolExecutor(settings.jobs) as pool:
        for share in pool.map(_match, todo, chunksize=4):
            won += share
            on_game()
    return won / settings.matches


def _match(todo: tuple[Weights, int, int, int]) -> float:
    """One game; the games of a round have the same chance, and the network sits in another seat in each."""
    weights, players, seed, number = todo
    state, own_seat = opening(players), number % players
    own, others = network_of(weights), network_of(first_weights())
    generator = Generator(seed * 1_000_003 + number // players)
    plan = CachedPlan()
    while state.phase != decisions.OVER:
        if state.phase <= decisions.LAST_CHANCE:
            turn.apply(state, generator.outcome(state))
            continue
        plan.start_turn(state)
        bit = plan.next_bit(state)
        if bit is None:
            network = own if state.chooser() == own_seat else others
            bit = plan.keep(state, search_turn(state, network, BEAM_WIDTH, SEARCH_WORK)[0].bits)
        turn.apply(state, bit)
    winners = [place.seat for place in ranking(state) if place.place == 1]
    return (own_seat in winners) / len(winners)
