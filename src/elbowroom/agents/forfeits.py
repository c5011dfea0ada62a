"""Games that an agent loses by what it does wrong: it comes last, and another agent plays on in its seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elbowroom.agents import shipped_agent
from elbowroom.agents.agent import AgentFailed

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from elbowroom.agents.agent import Agent, Budget, Option
    from elbowroom.engine.game import Game
    from elbowroom.engine.ranking import Rank
    from elbowroom.rules.refusals import Refused

STAND_IN: Final = "greedy"
"""Who plays on for an agent that has lost: fast, and no gift to its neighbours."""


@dataclass(frozen=True)
class Forfeit:
    """An agent lost a game by what it did wrong."""

    seat: int
    reason: str
    """What it did: the code of the refusal, such as `raised`, `illegal`, `overran`, `ended`, `not_made`."""
    sentence: str
    """The same for people, with the agent's name."""
    game_turn: int
    coins: int
    """The coins it had then."""


def forfeit_of(game: Game, seat: int, failed: AgentFailed) -> Forfeit:
    """What is told of an agent that failed in this position."""
    state = game.state
    reason = failed.code.removeprefix("agent_")
    return Forfeit(seat, reason, str(failed), int(state.game_turn), int(state.coins[seat]))


def stand_in() -> Agent:
    """The agent that plays on."""
    return shipped_agent(STAND_IN, 0)


def places(ranking: Sequence[Rank], forfeited: Collection[int]) -> list[int]:
    """The place of each seat: who forfeited shares the last one. If all did, nobody has the first."""
    standing = [rank for rank in ranking if rank.seat not in forfeited]
    last = len(standing) + 1 if standing else len(ranking)
    found = [last] * len(ranking)
    for rank in standing:
        found[rank.seat] = 1 + sum(other.place < rank.place for other in standing)
    return found


class AbsentAgent:
    """Sits where no agent could be made, and fails at its first decision for that reason."""

    def __init__(self, refused: Refused) -> None:
        self._refused = refused

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """Nothing: raises what went wrong."""
        del game, budget
        raise AgentFailed(self._refused.code, **self._refused.params)

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """Nothing."""
        del game, budget
        return []
