"""A random baseline: every seat plays any legal action, each as likely, through the PettingZoo environment.

    python examples/random_baseline.py --players 3 --games 100

prints what each seat won on average: its return (1 for the first place, -1 for the last) and its victory
coins. Whatever you train should do better than this.
"""

from __future__ import annotations

import argparse

import numpy as np

from elbowroom.envs import pettingzoo


def main() -> None:
    """Play the games and print the means."""
    parser = argparse.ArgumentParser(description="Let random players play each other.")
    parser.add_argument("--players", type=int, default=3, choices=range(2, 6), help="seats at the table")
    parser.add_argument("--games", type=int, default=100, help="games to play")
    parser.add_argument("--seed", type=int, default=0, help="the same seed brings the same games")
    options = parser.parse_args()

    env = pettingzoo.env(players=options.players)
    chance = np.random.default_rng(options.seed)
    returns = dict.fromkeys(env.possible_agents, 0.0)
    coins = np.zeros(options.players)
    decisions = 0
    for game in range(options.games):
        env.reset(seed=options.seed + game)
        # One decision at a time: the same agent often comes several times in a row.
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            returns[agent] += reward
            if terminated or truncated:
                env.step(None)
                continue
            env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
            decisions += 1
        coins += env.unwrapped.game.state.coins

    print(f"{options.games} games, {decisions / options.games:.0f} decisions in each")
    for seat, agent in enumerate(env.possible_agents):
        mean, worth = returns[agent] / options.games, coins[seat] / options.games
        print(f"{agent}: return {mean:+.3f}, coins {worth:.1f}")


if __name__ == "__main__":
    main()
