"""OpenSpiel: `import elbowroom.envs.open_spiel` registers `python_elbowroom(players=2)`.

First player, banners, badges and the die are chance nodes. Coins are paid and gained in the open, so a player
who remembers the whole game knows everything: the information state is the public history. The observation is
what can be seen on the table now, where the coins of the others are hidden.
"""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyspiel

from elbowroom.engine import decisions, turn
from elbowroom.engine.actions import action_id, bit_of, text_of
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.notation import write_position
from elbowroom.engine.secrets import EVERYTHING
from elbowroom.engine.state import State as EngineState
from elbowroom.engine.state import new_state
from elbowroom.envs.action_space import ActionSpace, action_space
from elbowroom.envs.arrays import ArrayObserver
from elbowroom.envs.observation import legal_indexes
from elbowroom.envs.observation_schema import ObservationSchema, schema_of
from elbowroom.envs.returns import returns
from elbowroom.rules.bits import bits_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from elbowroom.agents.agent import Agent, Budget
    from elbowroom.rules.setup import Setup

CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
MAX_GAME_DECISIONS: Final = 20_000
"""An upper bound that OpenSpiel asks for; no game comes near it."""

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_elbowroom",
    long_name="Elbowroom (the board game Small World)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"players": 2, "map": ""},
)


@lru_cache(maxsize=16)
def _setup(players: int, map_id: str) -> Setup:
    return new_game(players, map_id=map_id or None).setup


class ElbowroomGame(pyspiel.Game):
    """The game, for a number of players and a map."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """`players` is 2 to 5; `map` is the id of a map for that number, or empty for the one in the box."""
        params = params or {}
        self.setup = _setup(params.get("players", 2), params.get("map", ""))
        self.actions: ActionSpace = action_space(self.setup)
        self.schema = schema_of(self.setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=max(int(self.setup.races), int(self.setup.powers), int(self.setup.players)),
            num_players=int(self.setup.players),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_GAME_DECISIONS,
        )
        super().__init__(GAME_TYPE, info, params)
        engine_state = new_state(self.setup)
        turn.settle(engine_state)
        self.initial_position = Position(engine_state, self.actions)
        self._observer = ArrayObserver(self.setup)
        self._recall_observer = ArrayObserver(self.setup, shows_all_coins=True)

    def new_initial_state(self) -> ElbowroomState:
        """The set-up; the first chance node draws who begins."""
        return ElbowroomState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Any = None,  # noqa: ANN401 - OpenSpiel's
    ) -> SpielObserver:
        """An observer of states: with perfect recall of all that is known, else of what lies on the table."""
        del params
        perfect_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        observer = self._recall_observer if perfect_recall else self._observer
        return SpielObserver(observer, self.schema, perfect_recall=perfect_recall)

    def information_state_tensor_shape(self) -> list[int]:
        """The shape of an information state."""
        return [self.schema.size]

    def observation_tensor_shape(self) -> list[int]:
        """The shape of an observation."""
        return [self.schema.size]


class Position:
    """The state of the engine: copied fast, stored as the text of the notation."""

    __slots__ = ("engine_state", "space")

    def __init__(self, engine_state: EngineState, space: ActionSpace) -> None:
        self.engine_state = engine_state
        self.space = space

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        """A copy, as OpenSpiel's clone asks for."""
        return Position(self.engine_state.clone(), self.space)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """As text, as OpenSpiel's serialisation asks for."""
        return _read, (_text(self.engine_state),)


def _text(engine_state: EngineState, viewer: int = EVERYTHING) -> str:
    names = [f"P{seat + 1}" for seat in range(int(engine_state.setup.players))]
    return write_position(engine_state, names, viewer)


def _read(text: str) -> Position:
    engine_state = Game.from_text(text).state
    return Position(engine_state, action_space(engine_state.setup))


class ElbowroomState(pyspiel.State):
    """A state of the game."""

    def __init__(self, game: ElbowroomGame) -> None:
        super().__init__(game)
        self._position = deepcopy(game.initial_position)

    @property
    def engine_state(self) -> EngineState:
        """The state of the engine."""
        return self._position.engine_state

    @property
    def core(self) -> EngineState:
        """The earlier name of `engine_state`, kept for scripts that use it."""
        return self.engine_state

    def current_player(self) -> int:
        """Who decides: a seat, chance, or nobody any more."""
        engine_state = self._position.engine_state
        if engine_state.phase <= decisions.LAST_CHANCE:
            return CHANCE
        if engine_state.phase == decisions.OVER:
            return TERMINAL
        return int(engine_state.chooser())

    def chosen_by(self, agent: Agent, budget: Budget | None = None) -> int:
        """What an agent (`agent_named`) does in this state, as an action: opponents for those you train."""
        state = self._position.engine_state.clone()
        game = Game(state, [f"P{seat + 1}" for seat in range(int(state.setup.players))])
        game.is_clone = True
        return self._position.space.index_of[agent.choose(game, budget)]

    def is_terminal(self) -> bool:
        """Whether the last turn has been played."""
        return self._position.engine_state.phase == decisions.OVER

    def _legal_actions(self, player: int) -> list[int]:
        """The legal actions, ascending."""
        del player
        position = self._position
        return legal_indexes(position.engine_state, position.space.indexes_by_id)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can bring, and how likely each is."""
        engine_state = self._position.engine_state
        if engine_state.phase == decisions.DIE:
            faces = [int(face) for face in engine_state.setup.die]
            return [(face, faces.count(face) / len(faces)) for face in sorted(set(faces))]
        outcomes = bits_of(int(engine_state.legal))
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        """Carry out an action or an outcome of chance; OpenSpiel has checked that it is legal."""
        position = self._position
        engine_state = position.engine_state
        is_chance = engine_state.phase <= decisions.LAST_CHANCE
        turn.apply(engine_state, action if is_chance else bit_of(position.space.ids[action]))

    def _action_to_string(self, player: int, action: int) -> str:
        """What a person would type, or what chance brings."""
        engine_state = self._position.engine_state
        if player == CHANCE:
            return text_of(engine_state.setup, action_id(int(engine_state.phase), action))
        return self._position.space.labels[action]

    def returns(self) -> list[float]:
        """The places as numbers when the game is over, else zeros."""
        engine_state = self._position.engine_state
        is_over = engine_state.phase == decisions.OVER
        return returns(engine_state) if is_over else [0.0] * int(engine_state.setup.players)

    def __str__(self) -> str:
        """The position in the notation."""
        return _text(self._position.engine_state)


class SpielObserver:
    """Observes states, as OpenSpiel asks for: a tensor, the same by its blocks, or a text."""

    def __init__(self, observer: ArrayObserver, schema: ObservationSchema, *, perfect_recall: bool) -> None:
        """With perfect recall it shows all that is known, else what lies on the table."""
        self._observer = observer
        self._perfect_recall = perfect_recall
        self.tensor: NDArray[np.float32] = np.zeros(schema.size, np.float32)
        self.dict = {block.name: self.tensor[block.place] for block in schema.blocks}

    def set_from(self, state: ElbowroomState, player: int) -> None:
        """Look at a state from a player's seat."""
        self.tensor[:] = self._observer.observation(state.engine_state, player)

    def string_from(self, state: ElbowroomState, player: int) -> str:
        """The public history, or the position with the others' coins left out."""
        if self._perfect_recall:
            return str(state.history_str())
        return _text(state.engine_state, player)


pyspiel.register_game(GAME_TYPE, ElbowroomGame)
