"""Agents that do not come with the program: `module:Class`, or the name an installed package gives them.

Each thinks in a process of its own (`agent_process`). What it does wrong is an `AgentFailed`, and the game
goes on without it (`forfeits`).
"""

from __future__ import annotations

import re
from hashlib import sha256
from importlib.metadata import entry_points
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final
from weakref import finalize

import msgspec

from elbowroom.agents.agent import AgentFailed, Budget, Option
from elbowroom.agents.agent_process import ENTRY_POINTS, process_of
from elbowroom.agents.hint_reasons import HintReason

if TYPE_CHECKING:
    from elbowroom.engine.game import Game
    from elbowroom.engine.whose_turn import Turn

DEFAULT_BUDGET: Final = Budget(seconds=1.0)
"""What an agent gets where no budget is named: always one, so that it need not ask."""
GRACE_FACTOR: Final = 2.0
GRACE_SECONDS: Final = 1.0
"""An agent overruns its time when it thinks in a turn for longer than twice its seconds and one more."""
WORK_SECONDS: Final = 60.0
"""The same for a budget in units of work: a minute."""
ANSWER_SECONDS: Final = 5.0
"""A process that has not answered so many seconds later is ended: the way there and back takes time, too."""
MODULE_NAME: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")
"""How a class is named: its module, a colon, and the class."""
WEIGHTS_PREFIX: Final = "expert:"
"""What stands before the file of weights that the expert plays with."""
WITH_WEIGHTS: Final = f"{WEIGHTS_PREFIX}FILE"
"""How the expert with such a file is named."""

_keys = count()
_folder: list[str] = []


def look_in(folder: str) -> None:
    """Find modules and files from this folder instead of the current one: where a command was given."""
    _folder[:] = [folder]


def search_folder() -> str:
    """The folder from which modules and files of agents are found."""
    return _folder[0] if _folder else str(Path.cwd())


def is_module_name(name: str) -> bool:
    """Whether the name is that of a class in a module; refused if it looks so and cannot be one."""
    if ":" in name and not MODULE_NAME.fullmatch(name):
        raise AgentFailed("agent_name", agent=name)
    return ":" in name


def installed_names() -> list[str]:
    """The names of the agents that installed packages offer."""
    return sorted(entry_points(group=ENTRY_POINTS).names)


def weights_file(name: str) -> str:
    """The file of `expert:FILE`."""
    return str(Path(search_folder()) / name.removeprefix(WEIGHTS_PREFIX))


def source_of(name: str) -> str:
    """A digest of the weights file, or of the file in which the agent's class stands."""
    if name.startswith(WEIGHTS_PREFIX):
        return sha256(Path(weights_file(name)).read_bytes()).hexdigest()
    return process_of(name, search_folder()).source


def seconds_allowed(budget: Budget) -> float:
    """How long an agent with this budget may take for a turn before it has overrun its time."""
    return WORK_SECONDS if budget.seconds is None else GRACE_FACTOR * budget.seconds + GRACE_SECONDS


class OwnAgent:
    """An agent in a process of its own; its answers are checked."""

    def __init__(self, name: str, seed: int) -> None:
        """Start it; refused with the reason if it cannot be had."""
        self.name = name
        self._seed = seed
        self._folder = search_folder()
        self._turn: Turn | None = None
        self._spent = 0.0
        self._make()

    def _make(self) -> None:
        self._process, self._key = process_of(self.name, self._folder), next(_keys)
        self._process.make(self._key, self._seed)
        finalize(self, self._process.drop, self._key).atexit = False

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action; AgentFailed if there is no such answer in time."""
        budget = budget or DEFAULT_BUDGET
        if game.turn != self._turn:
            self._turn, self._spent = game.turn, 0.0
        if not self._process.is_alive:
            self._make()
        allowed = seconds_allowed(budget)
        reply = self._ask("choose", game, budget, allowed - self._spent)
        action, seconds = reply.get("action"), reply.get("seconds")
        self._spent += seconds if isinstance(seconds, float) else 0.0
        if self._spent > allowed:
            raise AgentFailed("agent_overran", agent=self.name, cause=f"{allowed:.3g}")
        if not isinstance(action, int) or action not in game.legal():
            raise AgentFailed("agent_illegal", agent=self.name, cause=action)
        return action

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """The options that the agent tells; none if it explains nothing."""
        if not self._process.is_alive:
            self._make()
        budget = budget or DEFAULT_BUDGET
        told = self._ask("explain", game, budget, seconds_allowed(budget)).get("options")
        try:
            rows = msgspec.convert(told, list[_ToldOption])
        except msgspec.ValidationError as error:
            raise AgentFailed("agent_raised", agent=self.name, cause=str(error)) from None
        return [Option(row.texts, row.regions, row.coins, row.lead, row.reasons) for row in rows]

    def _ask(self, kind: str, game: Game, budget: Budget, limit: float) -> dict[str, object]:
        setup = game.setup
        asked = (self._key, game.to_text(), int(setup.rules_version), budget.seconds, budget.work)
        return self._process.ask(max(limit, 0.0) + ANSWER_SECONDS, kind, setup.content, *asked)


class _ToldOption(msgspec.Struct):
    """An option as data."""

    texts: tuple[str, ...]
    regions: tuple[int, ...]
    coins: int
    lead: float
    reasons: tuple[HintReason, ...] = ()
