"""Who plays: agents choose actions from a copy of the game without its dealer, within a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.agents.agent import Budget
from elbowroom.agents.beginners import QuarrelsomeBeginner, ScatteredBeginner, ThriftyBeginner
from elbowroom.agents.expert import ExpertAgent
from elbowroom.agents.gentle import GentleAgent
from elbowroom.agents.greedy import GreedyAgent
from elbowroom.agents.planner import PlannerAgent
from elbowroom.agents.random import RandomAgent
from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.agents.agent import Agent

AGENTS: Final[dict[str, Callable[[int], Agent]]] = {
    "random": RandomAgent,
    "gentle": GentleAgent,
    "greedy": GreedyAgent,
    "planner": PlannerAgent,
    "expert": ExpertAgent,
}
"""All agents by name, weakest first."""

LEVELS: Final[dict[str, Callable[[int], Agent]]] = {
    "gentle": GentleAgent,
    "easy": GreedyAgent,
    "normal": PlannerAgent,
    "hard": lambda seed: ExpertAgent(seed, budget=Budget(work=2500)),
    "expert": ExpertAgent,
}
"""The levels that people choose from, and the agent that plays each."""


BEGINNERS: Final[dict[str, Callable[[int], Agent]]] = {
    "thrifty-beginner": ThriftyBeginner,
    "scattered-beginner": ScatteredBeginner,
    "quarrelsome-beginner": QuarrelsomeBeginner,
}
"""Scripted beginners, to measure the gentle level by; they are no opponents to choose."""


def agent_named(name: str, seed: int) -> Agent:
    """The agent or level of this name; the same seed decides the same way."""
    known = {**LEVELS, **AGENTS, **BEGINNERS}
    if name not in known:
        raise Refused("unknown_agent", word=name, nearest=nearest(name, known), known=list(known))
    return known[name](seed)
