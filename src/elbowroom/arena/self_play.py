"""Games of self-play from which the value network learns, kept as their actions.

What a network reads of the positions is made from the actions when it learns, so that features can change
without playing again.
"""

from __future__ import annotations

import base64
import gzip
import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from elbowroom.agents.cached_plan import CachedPlan
from elbowroom.agents.features import FEATURE_COUNT, feature_scales, write_features
from elbowroom.agents.turn_search import search_turn
from elbowroom.agents.weights import network_of
from elbowroom.agents.whole_turn import answers_of
from elbowroom.engine import decisions, turn
from elbowroom.engine.chance import Generator
from elbowroom.engine.ranking import ranking
from elbowroom.engine.redeployment import open_regions
from elbowroom.engine.state import new_state
from elbowroom.rules.bits import bits_of, vec
from elbowroom.rules.content import base_content
from elbowroom.rules.options import Options
from elbowroom.rules.setup import setup_for
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    from elbowroom.agents.network import Network
    from elbowroom.agents.weights import Weights
    from elbowroom.engine.state import State
    from elbowroom.rules.setup import Setup

    Floats = NDArray[np.float32]

EXPLORATION_SHARE: Final = 0.1
"""How often self-play takes another plan than the best."""
MAX_EXPLORED_PLANS: Final = 12
RANDOM_LAYOUT_SHARE: Final = 0.08
"""In so many turns tokens are redeployed at random, so that the network learns what they are worth where."""
BEAM_WIDTH: Final = 3
SEARCH_WORK: Final = 160
PLAYERS: Final = (2, 3, 2, 4, 2, 5, 3, 4)
"""The numbers of players of the games, in turn."""


@dataclass(frozen=True)
class SelfPlayGame:
    """One game of self-play: enough to play it in another process."""

    weights: Weights
    players: int
    seed: int


@dataclass(frozen=True)
class History:
    """A game that was played: all answers, those of chance among them, as bits."""

    players: int
    bits: bytes

    def to_line(self) -> str:
        """The game as a line of text."""
        return json.dumps([self.players, base64.b85encode(self.bits).decode()]) + "\n"


def read_histories(file: Path) -> list[History]:
    """The games of a file."""
    with gzip.open(file, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    return [History(players, base64.b85decode(text)) for players, text in rows]


def write_histories(file: Path, histories: Iterable[History]) -> None:
    """Write games to a file."""
    fresh = file.with_name(f"{file.name}.new")
    with gzip.open(fresh, "wt") as lines:
        lines.writelines(history.to_line() for history in histories)
    fresh.replace(file)


@cache
def _setup(players: int) -> Setup:
    content = base_content()
    return setup_for(content, content.map_for(players), Options())


def opening(players: int) -> State:
    """A new game of the box."""
    state = new_state(_setup(players))
    turn.settle(state)
    return state


def play_training_game(game: SelfPlayGame) -> History:
    """Play one game of the network against itself, with some other moves than the best."""
    state, generator, plan = opening(game.players), Generator(game.seed), CachedPlan()
    network = network_of(game.weights)
    bits = bytearray()
    has_random_layout = False

    def answer(bit: int) -> None:
        bits.append(bit)
        turn.apply(state, bit)

    while state.phase != decisions.OVER:
        if state.phase <= decisions.LAST_CHANCE:
            answer(int(generator.outcome(state)))
            continue
        if state.chooser() == state.seat and plan.start_turn(state):
            has_random_layout = _happens(generator, RANDOM_LAYOUT_SHARE)
        if has_random_layout and state.phase == decisions.REDEPLOY:
            has_random_layout = False
            for bit in _random_layout(state, generator):
                answer(bit)
            continue
        planned = plan.next_bit(state)
        answer(plan.keep(state, _explored(state, network, generator)) if planned is None else planned)
    return History(game.players, bytes(bits))


def _happens(generator: Generator, share: float) -> bool:
    return int(generator.below(1000)) < share * 1000


def _random_layout(state: State, generator: Generator) -> list[int]:
    regions = bits_of(int(open_regions(state)))
    layout = sorted(regions[int(generator.below(len(regions)))] for _ in range(int(state.left)))
    return answers_of(state, layout)


def _explored(state: State, network: Network, generator: Generator) -> list[int]:
    """The actions of the best plan, or now and then of another good one."""
    plans = search_turn(state, network, BEAM_WIDTH, SEARCH_WORK)
    if len(plans) > 1 and _happens(generator, EXPLORATION_SHARE):
        return plans[int(generator.below(min(len(plans), MAX_EXPLORED_PLANS)))].bits
    return plans[0].bits


@dataclass(frozen=True)
class Positions:
    """What a network learns from the games with one number of players: a row for each turn."""

    features: NDArray[np.float16]
    """By position, seat and feature."""
    coins: Floats
    """By position and seat: the coins that the player had."""
    final: Floats
    """The coins that they had at the end."""
    wins: Floats
    """The share of the win."""
    left: NDArray[np.int64]
    """By position: game turns that are left."""
    game: NDArray[np.int64]
    """By position: the number of the game."""


def positions_of(histories: list[History], on_game: Callable[[], None]) -> dict[int, Positions]:
    """What there is to learn from games, by number of players."""
    found: dict[int, Positions] = {}
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        parts = []
        for number, history in enumerate(histories):
            if history.players == players:
                parts.append(_positions_of_game(history, number))
                on_game()
        if parts:
            found[players] = Positions(*map(np.concatenate, zip(*parts, strict=True)))
    return found


def _positions_of_game(history: History, number: int) -> tuple[NDArray[np.generic], ...]:
    """The rows of one game, in the order of `Positions`."""
    state, players = opening(history.players), history.players
    out, scales = vec[float]([0.0] * FEATURE_COUNT), np.array(feature_scales())
    features: list[list[NDArray[np.float16]]] = []
    coins: list[list[int]] = []
    left: list[int] = []
    now = (-1, -1)
    for bit in history.bits:
        this = (int(state.game_turn), int(state.seat))
        if state.phase > decisions.LAST_CHANCE and this != now:
            now = this
            row = []
            for seat in range(players):
                write_features(state, seat, out, FEATURE_COUNT)
                row.append((np.array(list(out)) / scales).astype(np.float16))
            features.append(row)
            coins.append([int(each) for each in state.coins])
            left.append(int(state.setup.board.game_turns) - this[0])
        turn.apply(state, bit)
    winners = [place.seat for place in ranking(state) if place.place == 1]
    wins = [(seat in winners) / len(winners) for seat in range(players)]
    size = len(left)
    return (
        np.array(features),
        np.array(coins, dtype=np.float32),
        np.tile(np.array([int(each) for each in state.coins], dtype=np.float32), (size, 1)),
        np.tile(np.array(wins, dtype=np.float32), (size, 1)),
        np.array(left),
        np.full(size, number),
    )
