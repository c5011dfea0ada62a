"""OpenSpiel's Monte Carlo tree search plays our game against a random player.

Chance (banners, badges, the die) has nodes of its own in the game `python_elbowroom`, so the search samples
it without peeking. A leaf is judged by playing it out at random.

    python examples/mcts_bot.py --games 10 --simulations 50

Bot and random player change seats from game to game; a tie counts half.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from open_spiel.python.bots.uniform_random import UniformRandomBot

import elbowroom.envs.open_spiel  # noqa: F401 - registers python_elbowroom


def main() -> None:
    """Play the games and print who won."""
    parser = argparse.ArgumentParser(description="Let tree search play against a random player.")
    parser.add_argument("--games", type=int, default=10, help="games to play")
    parser.add_argument("--simulations", type=int, default=50, help="playouts for each decision")
    parser.add_argument("--seed", type=int, default=0, help="the same seed brings the same games")
    options = parser.parse_args()

    game = pyspiel.load_game("python_elbowroom(players=2)")
    random_state = np.random.RandomState(options.seed)
    evaluator = RandomRolloutEvaluator(n_rollouts=1, random_state=random_state)
    search = MCTSBot(game, 1.4, options.simulations, evaluator, random_state=random_state)
    won = 0.0
    for number in range(options.games):
        seat = number % 2
        bots = {seat: search, 1 - seat: UniformRandomBot(1 - seat, random_state)}
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random_state.choice(outcomes, p=chances))
            else:
                state.apply_action(bots[state.current_player()].step(state))
        won += (state.returns()[seat] + 1) / 2
        coins = [int(count) for count in state.engine_state.coins]
        print(f"game {number + 1}: search {coins[seat]} coins, random {coins[1 - seat]}", flush=True)
    print(f"search with {options.simulations} simulations won {won:g} of {options.games} games")


if __name__ == "__main__":
    main()
