"""What an agent is: it chooses one action of a game, within a budget for its turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from elbowroom.agents.hint_reasons import HintReason
    from elbowroom.engine.game import Game


@dataclass(frozen=True)
class Budget:
    """How much an agent may think in one turn: seconds, or units of work (reproducible)."""

    seconds: float | None = None
    work: int | None = None

    def __post_init__(self) -> None:
        """Refuse a budget of nothing."""
        if (self.seconds is not None and self.seconds <= 0) or (self.work is not None and self.work <= 0):
            raise Refused("budget", seconds=self.seconds, work=self.work)


@dataclass(frozen=True)
class Option:
    """Something that the player could do at once, with what an agent expects of it."""

    texts: tuple[str, ...]
    """The actions of one command, in the notation: mostly one, or regions to abandon and then to expand."""
    regions: tuple[int, ...]
    """The numbers of the regions that they name."""
    coins: int
    """Coins that it brings this turn, if the rest of the turn goes as planned."""
    lead: float
    """Coins by which the player is expected to end ahead."""
    reasons: tuple[HintReason, ...] = ()

    @property
    def text(self) -> str:
        """The first of its actions."""
        return self.texts[0]


class AgentFailed(Refused):
    """Raised when an agent cannot be had or does not answer as it should: it loses its game."""


class Agent(Protocol):
    """Decides for a seat. It gets a copy of the game without the dealer, so it cannot know chance to come."""

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action."""
        ...

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """The best few options, best first."""
        ...
