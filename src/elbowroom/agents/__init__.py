"""Who plays: agents choose actions from a copy of the game without its dealer, within a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.agents.beginners import QuarrelsomeBeginner, ScatteredBeginner, ThriftyBeginner
from elbowroom.agents.expert import ExpertAgent
from elbowroom.agents.expert_1 import FirstExpertAgent
from elbowroom.agents.gentle import GentleAgent
from elbowroom.agents.greedy import GreedyAgent
from elbowroom.agents.level import EASY, HARD, NORMAL, LevelAgent
from elbowroom.agents.planner import PlannerAgent
from elbowroom.agents.random import RandomAgent
from elbowroom.agents.versions import versions_of
from elbowroom.agents.weights import read_weights
from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from elbowroom.agents.agent import Agent

AGENTS: Final[dict[str, Callable[[int], Agent]]] = {
    "random": RandomAgent,
    "gentle": GentleAgent,
    "greedy": GreedyAgent,
    "planner": PlannerAgent,
    "expert-1": FirstExpertAgent,
    "expert": ExpertAgent,
}
"""All agents by name, weakest first."""

LEVELS: Final[dict[str, Callable[[int], Agent]]] = {
    "gentle": GentleAgent,
    "easy": lambda seed: LevelAgent(seed, EASY),
    "normal": lambda seed: LevelAgent(seed, NORMAL),
    "hard": lambda seed: LevelAgent(seed, HARD),
    "expert": ExpertAgent,
}
"""The levels that people choose from, and the agent that plays each."""


BEGINNERS: Final[dict[str, Callable[[int], Agent]]] = {
    "thrifty-beginner": ThriftyBeginner,
    "scattered-beginner": ScatteredBeginner,
    "quarrelsome-beginner": QuarrelsomeBeginner,
}
"""Scripted beginners, to measure the gentle level by; they are no opponents to choose."""


SHIPPED: Final[dict[str, Callable[[int], Agent]]] = {**LEVELS, **AGENTS, **BEGINNERS}
"""All that come with the program."""


def shipped_agent(name: str, seed: int) -> Agent:
    """The agent or level of this name, of those that come with the program and no others."""
    if name not in SHIPPED:
        raise _unknown(name, SHIPPED)
    return SHIPPED[name](seed)


def agent_versions(names: Iterable[str]) -> dict[str, int]:
    """The versions of these agents and levels; others than those that come with the program have none."""
    return versions_of(names, SHIPPED)


def agent_named(name: str, seed: int) -> Agent:
    """The agent or level of this name; the same seed decides the same way.

    Besides those that come with the program: `expert:FILE`, the expert with weights of `elbowroom train`;
    `module:Class`, found from the current folder; and what installed packages offer. Not for a name that
    somebody sends: a module is code that runs.
    """
    if name in SHIPPED:
        return shipped_agent(name, seed)
    from elbowroom.agents import own_agent  # noqa: PLC0415 - few need it

    if name == own_agent.WEIGHTS_PREFIX:
        wanted = own_agent.WITH_WEIGHTS
        raise Refused("unknown_agent", word=name, nearest=wanted, known=[*SHIPPED, wanted])
    if name.startswith(own_agent.WEIGHTS_PREFIX):
        return ExpertAgent(seed, read_weights(own_agent.weights_file(name)))
    if own_agent.is_module_name(name) or name in own_agent.installed_names():
        return own_agent.OwnAgent(name, seed)
    raise _unknown(name, [*SHIPPED, *own_agent.installed_names()])


def _unknown(name: str, known: Collection[str]) -> Refused:
    return Refused("unknown_agent", word=name, nearest=nearest(name, known), known=list(known))


def agent_sources(names: Iterable[str]) -> dict[str, str]:
    """Digests of the files that agents which do not come with the program are made from, by name.

    A class counts by the file it stands in, not by what that imports.
    """
    from elbowroom.agents import own_agent  # noqa: PLC0415 - few need it

    return {name: own_agent.source_of(name) for name in names if name not in SHIPPED}
