"""Other engines beside ours, in one run on one core: random play driven from an ordinary Python loop.

Each gets the same share of CPU time, in turns, and the median of the rounds counts; the ratios matter.
Run it with `make bench-peers`, which sets up an environment of its own for the peers.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import open_spiel.python.games.tic_tac_toe  # noqa: F401 - registers it
import pyspiel
from catanatron import Color, RandomPlayer
from catanatron import Game as CatanGame
from pettingzoo.classic import connect_four_v3

import elbowroom.envs.open_spiel  # noqa: F401 - registers our game
from elbowroom import new_game
from elbowroom.envs import pettingzoo as our_pettingzoo
from elbowroom.envs.gymnasium import ElbowroomVectorEnv
from elbowroom.rules.bits import COMPILED

SECONDS = 1.5
ROUNDS = 7

Played = Callable[[random.Random], int]


def ours(choice: random.Random) -> int:
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


def spiel(name: str) -> Played:
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


def petting_zoo(make: Callable[[], Any]) -> Played:
    """One game through PettingZoo's loop, with masks."""
    env = make()

    def played(choice: random.Random) -> int:
        env.reset(seed=choice.getrandbits(31))
        pick, decisions = choice.random, 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(pick() * len(legal))]))
            decisions += 1
        return decisions

    return played


def vector(players: int) -> Played:
    """Steps of many games at once, observations and masks included; choosing is not counted."""
    env = ElbowroomVectorEnv(512, players=players, opponents="self")
    seen, _ = env.reset(seed=players)
    chance = np.random.default_rng(players)

    def played(choice: random.Random) -> int:
        nonlocal seen
        del choice
        for _ in range(STEPS):
            began = time.process_time()
            ranks = chance.random(seen["action_mask"].shape, dtype=np.float32)
            actions = (ranks * seen["action_mask"]).argmax(axis=1)
            pauses.append(time.process_time() - began)
            seen, *_ = env.step(actions)
        return STEPS * env.num_envs

    return played


STEPS = 20
pauses: list[float] = []
"""Time that does not count, because the measuring loop needs it for itself."""


def speed(played: Played, seed: int) -> float:
    """Decisions a second over a fixed time."""
    pauses.clear()
    choice, decisions, began = random.Random(seed), 0, time.process_time()
    while time.process_time() - began < SECONDS:
        decisions += played(choice)
    return decisions / (time.process_time() - began - sum(pauses))


GROUPS: dict[str, dict[str, Played]] = {
    "engines, from an ordinary Python loop": {
        "elbowroom": ours,
        "catanatron": catanatron,
        "open_spiel chess": spiel("chess"),
        "open_spiel backgammon": spiel("backgammon"),
    },
    "through PettingZoo": {
        "elbowroom, 2 players": petting_zoo(lambda: our_pettingzoo.env(players=2)),
        "elbowroom, 5 players": petting_zoo(lambda: our_pettingzoo.env(players=5)),
        "connect four": petting_zoo(connect_four_v3.env),
    },
    "through OpenSpiel's Python games": {
        "elbowroom, 2 players": spiel("python_elbowroom(players=2)"),
        "elbowroom, 5 players": spiel("python_elbowroom(players=5)"),
        "python_tic_tac_toe": spiel("python_tic_tac_toe"),
    },
    "vector environment, one core, with observations and masks": {
        f"elbowroom, {players} players": vector(players) for players in (2, 3, 4, 5)
    },
}
"""What is compared with what; the first of a group is the measure of the ratios."""


def main() -> None:
    """Measure in turns and print the ratios."""
    told: dict[str, Any] = {"compiled": COMPILED, "groups": {}}
    print(f"compiled: {COMPILED}; {ROUNDS} rounds of {SECONDS} s each, medians", file=sys.stderr)
    for group, engines in GROUPS.items():
        rounds: dict[str, list[float]] = {name: [] for name in engines}
        for seed in range(ROUNDS):
            for name, played in engines.items():
                rounds[name].append(speed(played, seed))
        medians = {name: statistics.median(speeds) for name, speeds in rounds.items()}
        first = next(iter(medians.values()))
        ratios = {name: first / value for name, value in medians.items()}
        told["groups"][group] = {"decisions_per_second": medians, "ratios": ratios}
        if "--json" in sys.argv:
            continue
        print(group)
        for name, value in medians.items():
            print(f"  {name:24}{value:12,.0f} decisions/s   the first is {ratios[name]:6.1f} times as fast")
    if "--json" in sys.argv:
        print(json.dumps(told))


if __name__ == "__main__":
    main()
