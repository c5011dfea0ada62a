"""OpenSpiel: `import elbowroom.envs.open_spiel` registers `python_elbowroom(players=2)`.

First player, banners, badges and the die are chance nodes of their own. Coins are paid and gained in the
open, so whoever remembers what happened knows all that can be known: the information state is the public
history. The observation is what lies on the table now, where the others' coins are hidden.
"""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyspiel

from elbowroom.engine import phases, turn
from elbowroom.engine.actions import action_id, text_of
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.notation import write_position
from elbowroom.engine.state import State as Core
from elbowroom.engine.state import new_state
from elbowroom.envs.lens import Lens
from elbowroom.envs.observation import legal_indexes
from elbowroom.envs.returns import returns
from elbowroom.envs.schema import Schema, schema_of
from elbowroom.envs.space import ActionSpace, action_space
from elbowroom.rules.bits import bits_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from elbowroom.rules.tables import Table

CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
LONGEST_GAME: Final = 20_000
"""No game comes near it: decisions of players, for the bounds that OpenSpiel wants to know."""

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
def _table(players: int, map_id: str) -> Table:
    return new_game(players, map_id=map_id or None).table


class ElbowroomGame(pyspiel.Game):
    """The game, for a number of players and a map."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """`players` is 2 to 5; `map` is the id of a map for so many, or empty for the one in the box."""
        params = params or {}
        self.table = _table(params.get("players", 2), params.get("map", ""))
        self.actions: ActionSpace = action_space(self.table)
        self.schema = schema_of(self.table)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=max(int(self.table.races), int(self.table.powers), int(self.table.players)),
            num_players=int(self.table.players),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(GAME_TYPE, info, params)
        core = new_state(self.table)
        turn.settle(core)
        self.opening = Position(core, self.actions)
        self._seen, self._known = Lens(self.table), Lens(self.table, counts_coins=True)

    def new_initial_state(self) -> ElbowroomState:
        """The set-up; the first chance node draws who begins."""
        return ElbowroomState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Any = None,  # noqa: ANN401 - OpenSpiel's
    ) -> Observer:
        """What sees states: with perfect recall all that is known, else what lies on the table."""
        del params
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self._known if recalls else self._seen, self.schema, recalls=recalls)

    def information_state_tensor_shape(self) -> list[int]:
        """The shape of what is known."""
        return [self.schema.size]

    def observation_tensor_shape(self) -> list[int]:
        """The shape of what is seen."""
        return [self.schema.size]


class Position:
    """The state of the engine: copied fast, stored as the text of the notation."""

    __slots__ = ("core", "space")

    def __init__(self, core: Core, space: ActionSpace) -> None:
        """Hold this state, and how its actions are numbered."""
        self.core = core
        self.space = space

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        """A copy, as OpenSpiel's clone asks for."""
        return Position(self.core.clone(), self.space)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """As text, as OpenSpiel's serialisation asks for."""
        return _read, (_text(self.core),)


def _text(core: Core) -> str:
    return write_position(core, [f"P{seat + 1}" for seat in range(int(core.table.players))])


def _read(text: str) -> Position:
    core = Game.from_text(text).state
    return Position(core, action_space(core.table))


class ElbowroomState(pyspiel.State):
    """A state of the game."""

    def __init__(self, game: ElbowroomGame) -> None:
        """The set-up."""
        super().__init__(game)
        self._position = deepcopy(game.opening)

    @property
    def core(self) -> Core:
        """The state of the engine."""
        return self._position.core

    def current_player(self) -> int:
        """Who decides: a seat, chance, or nobody any more."""
        core = self._position.core
        if core.phase <= phases.DIE:
            return CHANCE
        if core.phase == phases.OVER:
            return TERMINAL
        return int(core.chooser())

    def is_terminal(self) -> bool:
        """Whether the last turn has been played."""
        return self._position.core.phase == phases.OVER

    def _legal_actions(self, player: int) -> list[int]:
        """The legal actions, ascending."""
        del player
        position = self._position
        return legal_indexes(position.core, position.space.by_code)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can bring, and how likely each is."""
        core = self._position.core
        if core.phase == phases.DIE:
            faces = [int(face) for face in core.table.die]
            return [(face, faces.count(face) / len(faces)) for face in sorted(set(faces))]
        found = bits_of(int(core.legal))
        return [(outcome, 1 / len(found)) for outcome in found]

    def _apply_action(self, action: int) -> None:
        """Carry out an action or an outcome of chance; OpenSpiel has checked that it is legal."""
        position = self._position
        core = position.core
        turn.apply(core, action if core.phase <= phases.DIE else position.space.ids[action] & 63)

    def _action_to_string(self, player: int, action: int) -> str:
        """What a person would type, or what chance brings."""
        core = self._position.core
        if player == CHANCE:
            return text_of(core.table, action_id(int(core.phase), action))
        return self._position.space.labels[action]

    def returns(self) -> list[float]:
        """Places as numbers when the game is over, else nothing."""
        core = self._position.core
        return returns(core) if core.phase == phases.OVER else [0.0] * int(core.table.players)

    def __str__(self) -> str:
        """The position in the notation."""
        return _text(self._position.core)


class Observer:
    """Sees states, as OpenSpiel wants it: a tensor, the same by its blocks, or a text."""

    def __init__(self, lens: Lens, schema: Schema, *, recalls: bool) -> None:
        """With perfect recall, what is known; else what lies on the table."""
        self._lens = lens
        self._recalls = recalls
        self.tensor: NDArray[np.float32] = np.zeros(schema.size, np.float32)
        self.dict = {block.name: self.tensor[block.place] for block in schema.blocks}

    def set_from(self, state: ElbowroomState, player: int) -> None:
        """Look at a state from a player's seat."""
        self.tensor[:] = self._lens.observation(state.core, player)

    def string_from(self, state: ElbowroomState, player: int) -> str:
        """The public history, or the position with the others' coins left out."""
        if self._recalls:
            return str(state.history_str())
        core = state.core
        coins = {f"P{seat + 1}": int(count) for seat, count in enumerate(core.coins)}
        hidden = not core.table.options.open_coins and core.phase != phases.OVER
        shown = [
            f"{name} {count}"
            for seat, (name, count) in enumerate(coins.items())
            if seat == player or not hidden
        ]
        lines = _text(core).splitlines()
        return "\n".join(f"coins {', '.join(shown)}" if line.startswith("coins") else line for line in lines)


pyspiel.register_game(GAME_TYPE, ElbowroomGame)
