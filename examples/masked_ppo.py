"""Masked PPO: learn to beat a random player with sb3-contrib's MaskablePPO.

A step of `Elbowroom-v0` is one decision, so the learner often decides several times in a row; the opponent
answers inside the step. Few actions are legal at a time, and the mask keeps the policy to those.

    python examples/masked_ppo.py --steps 150000

prints the share of games won before and after learning, and saves the model.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import elbowroom.envs.gymnasium  # noqa: F401 - registers Elbowroom-v0
from elbowroom.arena.intervals import wilson


class Flat(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Shows what is seen as numbers from 0 to about 1, and the mask through a method of its own."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        """Take the scale of every number from the schema."""
        super().__init__(env)
        self._most = np.array(env.unwrapped.schema.most, dtype=np.float32)
        self.observation_space = gymnasium.spaces.Box(0, 255, self._most.shape, np.float32)

    def observation(self, observation: dict[str, np.ndarray]) -> np.ndarray:
        """What is seen, scaled."""
        return observation["observation"] / self._most

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, under the name that MaskablePPO asks for."""
        return self.unwrapped.action_masks()


def table(reward: str) -> Flat:
    """The learner in seat 0 and one random opponent; who begins is drawn in each game."""
    return Flat(gymnasium.make("Elbowroom-v0", players=2, opponents="random", reward=reward))


def measure(model: MaskablePPO, games: int) -> float:
    """Print the share of games won, a tie counting half, and its 95 % interval; return the lower end."""
    env = table("place")
    won = 0.0
    for game in range(games):
        seen, _ = env.reset(seed=1_000_000 + game)  # Far from the seeds of training.
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, reward, over, _, _ = env.step(action)
        won += (float(reward) + 1) / 2
    low, high = wilson(won, games)
    print(f"{won / games:.1%} of {games} games won ({low:.1%} to {high:.1%})", flush=True)
    return low


def main() -> None:
    """Measure, learn, measure again, save."""
    parser = argparse.ArgumentParser(description="Train masked PPO against a random player.")
    parser.add_argument("--steps", type=int, default=150_000, help="decisions to learn from")
    parser.add_argument("--games", type=int, default=300, help="games to measure with, before and after")
    parser.add_argument("--seed", type=int, default=0, help="the same seed brings the same result")
    parser.add_argument("--save", type=Path, default=Path("runs/masked_ppo.zip"), help="the model's file")
    options = parser.parse_args()
    torch.set_num_threads(1)  # The network is small: more threads only wait for each other.
    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([lambda: table("shaped")] * 16),
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,  # A game soon ends: a coin is worth the same early and late.
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=options.seed,
    )
    measure(model, options.games)
    started = perf_counter()
    model.learn(options.steps)
    print(f"{model.num_timesteps} decisions in {perf_counter() - started:.0f} seconds")
    model.save(options.save)
    if measure(model, options.games) < 0.5:
        sys.exit("not surely better than random: give it more steps")


if __name__ == "__main__":
    main()
