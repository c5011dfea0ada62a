"""Tune the few numbers of the planner's value function by play against greedy.

python tools/tune.py [--rounds 8] [--seed 1]

Each round tries settings around the best so far; all meet the same luck, from both seats. The judge is the
mean lead in coins, which tells more of a game than who won it. The result goes into agents/weights.py by
hand, and `make strength` measures it with other luck.
"""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor

from elbowroom.agents.agent import Agent, Budget
from elbowroom.agents.greedy import GreedyAgent
from elbowroom.agents.planner import PlannerAgent
from elbowroom.agents.weights import PLANNER, weights_of
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import new_game

SETTINGS, KEPT, GAMES = 16, 4, 300
WORK = Budget(work=700)


def lead(job: tuple[tuple[float, ...], int]) -> int:
    """One game of two: the coins by which the planner with these numbers ends ahead of greedy."""
    numbers, game_number = job
    deal, seat = divmod(game_number, 2)
    game = new_game(2, dealer=Dealer(f"tune {deal}".encode()))
    agents: list[Agent] = [GreedyAgent(game_number), GreedyAgent(game_number)]
    agents[seat] = PlannerAgent(0, weights_of(numbers), WORK)
    while not game.is_over:
        to_move = game.to_move
        assert to_move is not None
        game.apply(agents[to_move].choose(game.clone()))
    return int(game.state.coins[seat] - game.state.coins[1 - seat])


def main() -> None:
    """Search, and tell each round's best."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    centre, spread = PLANNER, 12.0
    with ProcessPoolExecutor() as pool:
        for number in range(asked.rounds):
            tried = [centre] + [
                tuple(value + chance.gauss(0, spread) for value in centre) for _ in range(SETTINGS - 1)
            ]
            first = (asked.seed * 1000 + number) * GAMES
            jobs = [(numbers, first + game) for numbers in tried for game in range(GAMES)]
            leads = list(pool.map(lead, jobs, chunksize=5))
            scores = [sum(leads[i * GAMES : (i + 1) * GAMES]) / GAMES for i in range(SETTINGS)]
            best = sorted(range(SETTINGS), key=lambda i: -scores[i])[:KEPT]
            centre = tuple(round(sum(tried[i][n] for i in best) / KEPT, 1) for n in range(len(centre)))
            spread *= 0.85
            told = f"now {scores[0]:+.1f} coins, best {scores[best[0]]:+.1f}"
            print(f"round {number + 1}: {told}, next around {centre}", flush=True)


if __name__ == "__main__":
    main()
