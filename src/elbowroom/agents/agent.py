"""What an agent is: it chooses one action of a game, within a budget for its turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from elbowroom.engine.game import Game


@dataclass(frozen=True)
class Budget:
    """How much an agent may think in one turn: seconds, or units of work (reproducible)."""

    seconds: float | None = None
    work: int | None = None


class Agent(Protocol):
    """Decides for a seat."""

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action."""
        ...
