"""PettingZoo: the game for 2 to 5 agents that move one after another, often several times in a row.

An agent's observation holds what it sees and which actions are legal; a dealer draws chance from the seed.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from elbowroom.engine.game import new_game
from elbowroom.envs.action_space import action_space
from elbowroom.envs.arrays import ArrayObserver
from elbowroom.envs.observation_schema import schema_of
from elbowroom.envs.rendering import RENDER_MODES, check_render_mode, render_game
from elbowroom.envs.returns import check_reward, final_reward, lead_reward, leads
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from elbowroom.agents.agent import Agent, Budget
    from elbowroom.engine.game import Game
    from elbowroom.rules.content import Content
    from elbowroom.rules.options import Options


class raw_env(AECEnv[str, Any, int], EzPickle):  # noqa: N801 - PettingZoo's name for it
    """The environment; an illegal action ends the game, and its agent gets -1."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "elbowroom_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        players: int = 3,
        map: str | None = None,  # noqa: A002 - the word of the table options
        options: Options | None = None,
        content: Content | None = None,
        reward: str = "place",
        render_mode: str | None = None,
    ) -> None:
        """`reward` is place, coins or shaped; `players` 2 to 5."""
        EzPickle.__init__(self, players, map, options, content, reward, render_mode)
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        self._reward = check_reward(reward)
        self._settings = {"players": players, "map_id": map, "options": options, "content": content}
        setup = new_game(players, map_id=map, options=options, content=content).setup
        self.schema, self.actions = schema_of(setup), action_space(setup)
        self._ids = self.actions.ids
        self._observer = ArrayObserver(setup)
        self._empty_mask: NDArray[np.int8] = np.zeros(self.actions.size, dtype=np.int8)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.actions.size) for agent in self.possible_agents}
        self._game: Game | None = None
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def _space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (self.schema.size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of what an agent can do."""
        return self.action_spaces[agent]

    @property
    def game(self) -> Game:
        """The game that is being played."""
        if self._game is None:
            raise Refused("reset_first")
        return self._game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a new game; the same seed brings the same luck."""
        del options
        game_seed = secrets.randbits(62) if seed is None else seed
        self._game = new_game(**self._settings, seed=game_seed)  # type: ignore[arg-type]
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._empty_mask} for agent in self.agents}
        self._leads = leads(self._game.state)
        self._select_agent()

    def _select_agent(self) -> None:
        """Select the agent that decides, with its mask."""
        game = self.game
        seat = game.to_move
        self.agent_selection = self.possible_agents[0 if seat is None else seat]
        self._mask = self._observer.mask(game.state)
        self.infos[self.agent_selection]["action_mask"] = self._mask

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees, and which actions are legal if it is to decide."""
        seen = self._observer.observation(self.game.state, self._seats[agent])
        mask = self._mask.copy() if agent == self.agent_selection else self._empty_mask.copy()
        return {"observation": seen, "action_mask": mask}

    def chosen_by(self, agent: Agent, budget: Budget | None = None) -> int:
        """The index of what an agent (`agent_named`) does now: opponents for those you train."""
        return self.actions.index_of[agent.choose(self.game.clone(), budget)]

    def step(self, action: int | None) -> None:
        """Apply the action of the agent that decides, given by its index."""
        acted = self.agent_selection
        if self.terminations[acted] or self.truncations[acted]:
            self._was_dead_step(action)
            return
        game = self.game
        self._cumulative_rewards[acted] = 0.0
        if action is None or not 0 <= action < len(self._ids) or not self._mask[action]:
            self._end_by_illegal_action(acted)
            return
        game.apply(self._ids[action])
        self.infos[acted]["action_mask"] = self._empty_mask
        self._select_agent()
        if self._reward == "shaped":
            now = leads(game.state)
            self.rewards = {
                agent: lead_reward(now[seat] - self._leads[seat], len(now))
                for seat, agent in enumerate(self.possible_agents)
            }
            self._leads = now
        if game.is_over:
            self._end(game)
        if self._reward == "shaped" or game.is_over:
            self._accumulate_rewards()

    def _end_by_illegal_action(self, agent: str) -> None:
        """An illegal action ends the game for everybody."""
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: -1.0}
        self._accumulate_rewards()

    def _end(self, game: Game) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        for seat, reward in enumerate(final_reward(game.state, self._reward)):
            self.rewards[self.possible_agents[seat]] += reward

    def render(self) -> Any:  # noqa: ANN401 - text or pixels
        """The game as text or pixels, as a spectator sees it."""
        if self.render_mode is None:
            raise Refused("no_render_mode", known=list(RENDER_MODES))
        return render_game(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def env(**settings: Any) -> raw_env:  # noqa: ANN401 - passed on
    """The environment, which guards itself: PettingZoo's wrappers would make it several times slower."""
    return raw_env(**settings)
