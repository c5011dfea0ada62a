"""Ray RLlib: a PPO configuration with masked actions, one learner against a random player.

The environment shows the mask and what is seen as one row of numbers, the mask first. The network is RLlib's
own for PPO; before an action is drawn, those that the mask forbids are made impossible.

    python examples/rllib_ppo.py --iterations 10

prints the mean return of the games of each iteration; with more cores or machines, raise `--runners`.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.algorithms.ppo.torch.default_ppo_torch_rl_module import DefaultPPOTorchRLModule
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.tune.registry import register_env

from elbowroom.envs.gymnasium import ElbowroomEnv


class MaskFirst(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Shows one row: the mask, then what is seen as numbers from 0 to about 1."""

    def __init__(self, env: ElbowroomEnv) -> None:
        """Take the scale of every number from the schema."""
        super().__init__(env)
        self._most = np.array(env.schema.most, dtype=np.float32)
        size = env.actions.size + env.schema.size
        self.observation_space = gymnasium.spaces.Box(0, 255, (size,), np.float32)

    def observation(self, observation: dict[str, np.ndarray]) -> np.ndarray:
        """The row."""
        seen = observation["observation"] / self._most
        return np.concatenate([observation["action_mask"], seen], dtype=np.float32)


class Masked(DefaultPPOTorchRLModule):
    """RLlib's network for PPO, kept to legal actions when it plays and when it learns."""

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        return self._masked(batch, super()._forward(batch, **kwargs))

    def _forward_train(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        return self._masked(batch, super()._forward_train(batch, **kwargs))

    def _masked(self, batch: dict[str, Any], outputs: dict[str, Any]) -> dict[str, Any]:
        is_illegal = batch[Columns.OBS][..., : self.action_space.n] == 0
        outputs[Columns.ACTION_DIST_INPUTS] = outputs[Columns.ACTION_DIST_INPUTS].masked_fill(
            is_illegal, -1e9
        )
        return outputs


def configuration(runners: int, batch: int, seed: int) -> PPOConfig:
    """PPO with shaped rewards; `runners` processes play, or none: then the trainer plays itself."""
    network = {"fcnet_hiddens": [128, 128], "vf_share_layers": False}
    return (
        PPOConfig()
        .environment("elbowroom", env_config={"players": 2, "opponents": "random", "reward": "shaped"})
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=4)
        .training(lr=1e-3, gamma=1.0, entropy_coeff=0.01, num_epochs=4)
        .training(train_batch_size_per_learner=batch, minibatch_size=256)
        .rl_module(rl_module_spec=RLModuleSpec(Masked, model_config=network))
        .debugging(seed=seed)
    )


def main() -> None:
    """Train and print."""
    parser = argparse.ArgumentParser(description="Train RLlib's PPO with masks against a random player.")
    parser.add_argument("--iterations", type=int, default=10, help="how often to play and learn")
    parser.add_argument("--batch", type=int, default=4096, help="decisions in each iteration")
    parser.add_argument("--runners", type=int, default=0, help="processes that play beside the trainer")
    parser.add_argument("--seed", type=int, default=0, help="where chance begins")
    options = parser.parse_args()
    torch.set_num_threads(1)  # The network is small: more threads only wait for each other.
    ray.init(log_to_driver=False, logging_level="ERROR")
    register_env("elbowroom", lambda settings: MaskFirst(ElbowroomEnv(**settings)))
    trainer = configuration(options.runners, options.batch, options.seed).build_algo()
    for iteration in range(options.iterations):
        played = trainer.train()["env_runners"]
        print(f"iteration {iteration + 1}: mean return {played['episode_return_mean']:+.3f}", flush=True)
    trainer.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
