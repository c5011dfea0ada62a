"""Tune the few numbers of the planner's value function by play against greedy.

python tools/tune.py [--rounds 8] [--seed 1]

Each round tries settings around the best so far; all play with the same chance, from both seats. They are
compared by the mean lead in coins, which says more about a game than who won it. Copy the result into
agents/weights.py by hand; `make strength` measures it with other chance.
"""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor

from elbowroom.agents.agent import Agent, Budget
from elbowroom.agents.greedy import GreedyAgent
from elbowroom.agents.planner import PlannerAgent
from elbowroom.agents.weights import PLANNER_VALUES, planner_weights
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import new_game

SETTINGS_PER_ROUND = 16
BEST_SETTINGS = 4
"""The next round starts from the mean of these."""
GAMES_PER_SETTING = 300
BUDGET = Budget(work=700)


def lead(job: tuple[tuple[float, ...], int]) -> int:
    """One game of two: the coins by which the planner with these values ends ahead of greedy."""
    values, game_number = job
    deal, seat = divmod(game_number, 2)
    game = new_game(2, dealer=Dealer(f"tune {deal}".encode()))
    agents: list[Agent] = [GreedyAgent(game_number), GreedyAgent(game_number)]
    agents[seat] = PlannerAgent(0, planner_weights(values), BUDGET)
    while not game.is_over:
        to_move = game.to_move
        assert to_move is not None
        game.apply(agents[to_move].choose(game.clone()))
    return int(game.state.coins[seat] - game.state.coins[1 - seat])


def main() -> None:
    """Search, and print the best of each round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    centre, spread = PLANNER_VALUES, 12.0
    with ProcessPoolExecutor() as pool:
        for number in range(arguments.rounds):
            settings = [centre] + [
                tuple(value + chance.gauss(0, spread) for value in centre)
                for _ in range(SETTINGS_PER_ROUND - 1)
            ]
            first = (arguments.seed * 1000 + number) * GAMES_PER_SETTING
            jobs = [(values, first + game) for values in settings for game in range(GAMES_PER_SETTING)]
            leads = list(pool.map(lead, jobs, chunksize=5))
            scores = [
                sum(leads[i * GAMES_PER_SETTING : (i + 1) * GAMES_PER_SETTING]) / GAMES_PER_SETTING
                for i in range(SETTINGS_PER_ROUND)
            ]
            best = sorted(range(SETTINGS_PER_ROUND), key=lambda i: -scores[i])[:BEST_SETTINGS]
            centre = tuple(
                round(sum(settings[i][n] for i in best) / BEST_SETTINGS, 1) for n in range(len(centre))
            )
            spread *= 0.85
            scores_text = f"now {scores[0]:+.1f} coins, best {scores[best[0]]:+.1f}"
            print(f"round {number + 1}: {scores_text}, next around {centre}", flush=True)


if __name__ == "__main__":
    main()
