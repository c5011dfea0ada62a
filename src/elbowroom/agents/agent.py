"""What an agent is: it chooses one action of a game, within a budget for its turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from elbowroom.engine.game import Game


@dataclass(frozen=True)
class Budget:
    """How much an agent may think in one turn: seconds, or units of work (reproducible)."""

    seconds: float | None = None
    work: int | None = None

    def __post_init__(self) -> None:
        """A budget of nothing is a mistake."""
        if (self.seconds is not None and self.seconds <= 0) or (self.work is not None and self.work <= 0):
            raise Refused("budget", seconds=self.seconds, work=self.work)


@dataclass(frozen=True)
class Reason:
    """Why an option is good, as a code of the catalogue with its numbers."""

    code: str
    params: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Option:
    """Something one could do, with what an agent expects of it."""

    action: int
    text: str
    coins: int
    """Coins it brings this turn, if the rest of the turn goes as planned."""
    lead: float
    """Coins by which the player is expected to be ahead in the end."""
    reasons: tuple[Reason, ...] = ()


class Agent(Protocol):
    """Decides for a seat, from the public game alone; it gets a copy that has no dealer."""

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action."""
        ...

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """The best few options, best first."""
        ...
