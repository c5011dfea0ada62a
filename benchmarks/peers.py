"""Other engines beside ours, in one run on one core: random play driven from an ordinary Python loop.

Each engine gets the same share of time, in turns, and the median of the rounds counts; what matters are the
ratios. Run it with `make bench-peers`, which sets up an environment of its own for the peers.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable

import pyspiel
from catanatron import Color, RandomPlayer
from catanatron import Game as CatanGame

from elbowroom import new_game
from elbowroom.rules.bits import COMPILED

SECONDS = 1.5
ROUNDS = 7

Played = Callable[[random.Random], int]


def elbowroom(choice: random.Random) -> int:
    """One game of ours for 2 to 5 players: legal, choose, apply; the dealer's draws are not counted."""
    game = new_game(choice.randrange(2, 6), seed=choice.getrandbits(32))
    pick, decisions = choice.random, 0
    while not game.is_over:
        legal = game.legal()
        game.apply(legal[int(pick() * len(legal))])
        decisions += 1
    return decisions


def catanatron(choice: random.Random) -> int:
    """One game of catanatron with four players."""
    game = CatanGame([RandomPlayer(color) for color in Color], seed=choice.getrandbits(32))
    pick, decisions = choice.random, 0
    while game.winning_color() is None and game.state.num_turns < 1000:
        legal = game.state.playable_actions
        game.execute(legal[int(pick() * len(legal))])
        decisions += 1
    return decisions


def open_spiel(name: str) -> Played:
    """One game of OpenSpiel's."""
    rules = pyspiel.load_game(name)

    def played(choice: random.Random) -> int:
        state, decisions, pick = rules.new_initial_state(), 0, choice.random
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(pick() * len(outcomes))][0])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(pick() * len(legal))])
            decisions += 1
        return decisions

    return played


def speed(played: Played, seed: int) -> float:
    """Decisions a second over a fixed time."""
    choice, decisions, began = random.Random(seed), 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        decisions += played(choice)
    return decisions / (time.perf_counter() - began)


def main() -> None:
    """Measure in turns and print the ratios."""
    engines: dict[str, Played] = {
        "elbowroom": elbowroom,
        "catanatron": catanatron,
        "open_spiel chess": open_spiel("chess"),
        "open_spiel backgammon": open_spiel("backgammon"),
    }
    rounds: dict[str, list[float]] = {name: [] for name in engines}
    for seed in range(ROUNDS):
        for name, played in engines.items():
            rounds[name].append(speed(played, seed))
    medians = {name: statistics.median(speeds) for name, speeds in rounds.items()}
    ratios = {name: medians["elbowroom"] / value for name, value in medians.items()}
    if "--json" in sys.argv:
        print(json.dumps({"compiled": COMPILED, "decisions_per_second": medians, "ratios": ratios}))
        return
    print(f"compiled: {COMPILED}; {ROUNDS} rounds of {SECONDS} s each")
    for name, value in medians.items():
        print(f"{name:24}{value:12,.0f} decisions/s   elbowroom is {ratios[name]:6.1f} times as fast")


if __name__ == "__main__":
    main()
