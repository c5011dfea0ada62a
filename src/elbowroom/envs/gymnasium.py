"""Gymnasium environments: one learner against computer players, and many such games stepped at once.

`import elbowroom.envs.gymnasium` registers `Elbowroom-v0`.
"""

from __future__ import annotations

import warnings
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from elbowroom.agents import agent_named
from elbowroom.agents.agent import AgentFailed, Budget
from elbowroom.agents.forfeits import forfeit_of, stand_in
from elbowroom.engine.game import Game, new_game
from elbowroom.envs.action_space import ActionSpace, action_space
from elbowroom.envs.arrays import ArrayObserver, as_array, layout_of
from elbowroom.envs.batch import GameBatch
from elbowroom.envs.observation_schema import ObservationSchema, schema_of
from elbowroom.envs.rendering import RENDER_MODES, check_render_mode, render_game
from elbowroom.envs.returns import SHAPED_LEAD_COINS, check_reward, final_reward, lead_reward, leads, returns
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from elbowroom.agents.agent import Agent
    from elbowroom.agents.forfeits import Forfeit
    from elbowroom.rules.content import Content
    from elbowroom.rules.options import Options
    from elbowroom.rules.setup import Setup

    Observation = dict[str, NDArray[Any]]

SELF_PLAY: Final = "self"
"""The opponents of a vector environment whose caller plays every seat."""


def observation_space(schema: ObservationSchema, actions: ActionSpace) -> spaces.Dict:
    """The space of observations: what the player sees, and which actions are legal."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (schema.size,), np.uint8),
            "action_mask": spaces.Box(0, 1, (actions.size,), np.int8),
        }
    )


class ElbowroomEnv(gymnasium.Env[dict[str, Any], np.int64], EzPickle):
    """One learner against computer players; a step is one decision of the learner.

    An illegal action ends the game with the reward of the last place, and `info["refused"]` says why. An
    opponent of your own that fails comes last; `info["forfeits"]` and a warning tell of it.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int = 0,
        map: str | None = None,  # noqa: A002 - the word of the table options
        options: Options | None = None,
        content: Content | None = None,
        reward: str = "place",
        work_per_turn: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`opponents` is one agent, level or `module:Class` for all other seats, or one for each."""
        EzPickle.__init__(
            self, players, opponents, seat, map, options, content, reward, work_per_turn, render_mode
        )
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != players - 1:
            raise Refused("opponent_count", opponents=len(names), players=players)
        if not 0 <= seat < players:
            raise Refused("unknown_seat", seat=seat, players=players)
        for name in names:
            agent_named(name, 0)
        self.render_mode = check_render_mode(render_mode)
        self.seat = seat
        self._names = names
        self._reward = check_reward(reward)
        self._budget = None if work_per_turn is None else Budget(work=work_per_turn)
        self._settings = {"players": players, "map_id": map, "options": options, "content": content}
        self._content = content
        self._setup = new_game(players, map_id=map, options=options, content=content).setup
        self.schema, self.actions = schema_of(self._setup), action_space(self._setup)
        self.observation_space = observation_space(self.schema, self.actions)
        self.action_space = spaces.Discrete(self.actions.size)
        self._observer = ArrayObserver(self._setup)
        self._game: Game | None = None
        self._agents: list[Agent | None] = []
        self._forfeits: list[Forfeit] = []
        """Opponents that lost by what they did wrong; the greedy agent plays on for them."""
        self._lead = 0

    @property
    def game(self) -> Game:
        """The game that is being played."""
        if self._game is None:
            raise Refused("reset_first")
        return self._game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game; `options={"position": text}` starts from a position in the notation."""
        super().reset(seed=seed)
        seeds = [int(self.np_random.integers(2**62)) for _ in range(len(self._names) + 2)]
        text = (options or {}).get("position")
        if text is None:
            game = new_game(**self._settings, seed=seeds[0])  # type: ignore[arg-type]
        else:
            game = self._from_position(text, seeds[0])
        others = iter(zip(self._names, seeds[1:], strict=False))
        self._agents = [
            None if seat == self.seat else agent_named(*next(others)) for seat in range(len(self._names) + 1)
        ]
        self._game, self._forfeits = game, []
        self._play_opponents()
        if game.is_over:
            raise Refused("position_over")
        self._lead = leads(game.state)[self.seat]
        return self._observation(), self._info()

    def _from_position(self, text: str, seed: int) -> Game:
        game = Game.from_text(text, self._content, seed)
        if game.setup.board.map_id != self._setup.board.map_id:
            raise Refused("position_map", found=game.setup.board.map_id, expected=self._setup.board.map_id)
        if game.setup is not self._setup and game.setup.options != self._setup.options:
            raise Refused("position_options")
        return game

    def _play_opponents(self) -> None:
        """Let the opponents play until the learner decides."""
        game = self.game
        while game.to_move is not None and game.to_move != self.seat:
            agent = self._agents[game.to_move]
            assert agent is not None
            try:
                game.apply(agent.choose(game.clone(), self._budget))
            except AgentFailed as failed:
                self._agents[game.to_move] = stand_in()
                self._forfeits.append(forfeit_of(game, game.to_move, failed))
                warnings.warn(str(failed), RuntimeWarning, stacklevel=3)

    def _observation(self) -> Observation:
        state = self.game.state
        return {
            "observation": self._observer.observation(state, self.seat),
            "action_mask": self._observer.mask(state),
        }

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks()}
        return info | {"forfeits": [asdict(each) for each in self._forfeits]} if self._forfeits else info

    def action_masks(self) -> NDArray[np.int8]:
        """Which actions are legal; the name that sb3-contrib asks for."""
        return self._observer.mask(self.game.state)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Apply one action of the learner, by its index, and let the opponents play until the next one."""
        game = self.game
        if game.is_over:
            raise Refused("game_over")
        try:
            game.apply(self.actions.id_of(int(action)))
        except Refused as refused:
            return self._observation(), -1.0, True, False, self._info() | {"refused": str(refused)}
        self._play_opponents()
        reward = 0.0
        if self._reward == "shaped":
            lead = leads(game.state)[self.seat]
            reward, self._lead = lead_reward(lead - self._lead, len(game.names)), lead
        if game.is_over:
            forfeited = [each.seat for each in self._forfeits]
            reward += final_reward(game.state, self._reward, forfeited)[self.seat]
        info = self._info()
        if game.is_over:
            info |= {
                "returns": returns(game.state, forfeited),
                "coins": [int(coins) for coins in game.state.coins],
            }
        return self._observation(), reward, game.is_over, False, info

    def render(self) -> Any:  # noqa: ANN401 - text or pixels
        """The game as text or pixels, as a spectator sees it."""
        if self.render_mode is None:
            raise Refused("no_render_mode", known=list(RENDER_MODES))
        return render_game(self.game, self.render_mode)


class ElbowroomVectorEnv(VectorEnv[dict[str, Any], "NDArray[np.int64]", "NDArray[Any]"]):
    """Many games stepped in one call through the compiled engine.

    The autoreset mode is SAME_STEP: when a game ends, the step returns the first observation of the next one,
    and the last of the old one in `infos["final_obs"]`. Opponents are `random`, or `self`: then the caller
    decides for every seat, `infos["seat"]` tells for which, and a reward is that of the seat that acted last.
    """

    metadata = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int,
        players: int = 2,
        opponents: str = "random",
        seat: int = 0,
        map: str | None = None,  # noqa: A002 - the word of the table options
        options: Options | None = None,
        content: Content | None = None,
        reward: str = "place",
    ) -> None:
        """`num_envs` games with the same setup."""
        if num_envs < 1:
            raise Refused("batch_empty", games=num_envs)
        if opponents not in ("random", SELF_PLAY):
            raise Refused("vector_opponents", word=opponents)
        if not 0 <= seat < players:
            raise Refused("unknown_seat", seat=seat, players=players)
        self._reward = check_reward(reward)
        if self._reward == "shaped" and opponents == SELF_PLAY:
            raise Refused("shaped_self")
        setup: Setup = new_game(players, map_id=map, options=options, content=content).setup
        self.num_envs = num_envs
        self.schema, self.actions = schema_of(setup), action_space(setup)
        self.single_observation_space = observation_space(self.schema, self.actions)
        self.single_action_space = spaces.Discrete(self.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        learner = -1 if opponents == SELF_PLAY else seat
        self._others = players - 1
        self._batch = GameBatch(setup, layout_of(setup), list(self.actions.ids), num_envs, learner)
        self._observer = ArrayObserver(setup)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start all games anew; a list has one seed for each."""
        del options
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise Refused("seed_count", seeds=len(seed), games=self.num_envs)
            super().reset(seed=None)
            seeds = [
                int(self.np_random.integers(2**62)) if game_seed is None else game_seed for game_seed in seed
            ]
        else:
            super().reset(seed=seed)
            seeds = [int(game_seed) for game_seed in self.np_random.integers(2**62, size=self.num_envs)]
        self._batch.reset(seeds)
        return self._observation(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Apply one action, by its index, in every game."""
        batch = self._batch
        batch.step(np.asarray(actions).tolist())
        over = np.zeros(self.num_envs, dtype=np.bool_)
        rewards = np.zeros(self.num_envs)
        if self._reward == "shaped":
            rewards += np.array(batch.lead_changes, dtype=np.float64) / (self._others * SHAPED_LEAD_COINS)
        infos = self._info()
        if batch.ended:
            infos |= self._final_infos(over, rewards)
        return self._observation(), rewards, over, np.zeros(self.num_envs, dtype=np.bool_), infos

    def _final_infos(self, over: NDArray[np.bool_], rewards: NDArray[np.float64]) -> dict[str, Any]:
        """Fill in which games ended and their rewards; the infos with their last observations and returns."""
        final_observations = np.full(self.num_envs, None, dtype=object)
        final_infos = np.full(self.num_envs, None, dtype=object)
        for game, seat, state in self._batch.ended:
            over[game] = True
            rewards[game] += final_reward(state, self._reward)[seat]
            final_observations[game] = {
                "observation": self._observer.observation(state, seat),
                "action_mask": self._observer.mask(state),
            }
            final_infos[game] = {"returns": returns(state), "coins": [int(coins) for coins in state.coins]}
        return {
            "final_obs": final_observations,
            "final_info": final_infos,
            "_final_obs": over.copy(),
            "_final_info": over.copy(),
        }

    def _observation(self) -> Observation:
        rows = self.num_envs
        return {
            "observation": as_array(self._batch.observations).reshape(rows, -1).copy(),
            "action_mask": as_array(self._batch.masks).view(np.int8).reshape(rows, -1).copy(),
        }

    def _info(self) -> dict[str, Any]:
        return {"seat": np.array(self._batch.seats, dtype=np.int64)}


def _register() -> None:
    gymnasium.register(
        id="Elbowroom-v0",
        entry_point="elbowroom.envs.gymnasium:ElbowroomEnv",
        vector_entry_point="elbowroom.envs.gymnasium:ElbowroomVectorEnv",
    )


_register()
