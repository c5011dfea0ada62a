"""Who plays: agents decide from the public game alone, within a budget; they never meet the dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.agents.greedy import GreedyAgent
from elbowroom.agents.random import RandomAgent
from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.agents.agent import Agent

AGENTS: Final[dict[str, Callable[[int], Agent]]] = {"random": RandomAgent, "greedy": GreedyAgent}


def agent_named(name: str, seed: int) -> Agent:
    """The agent of this name; the same seed decides the same way."""
    if name not in AGENTS:
        raise Refused("unknown_agent", word=name, nearest=nearest(name, AGENTS), known=list(AGENTS))
    return AGENTS[name](seed)
