"""The random agent: any legal action, each as likely as the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.engine.chance import Generator

if TYPE_CHECKING:
    from elbowroom.agents.agent import Budget, Option
    from elbowroom.engine.game import Game


class RandomAgent:
    """Chooses at random; the same seed gives the same choices."""

    def __init__(self, seed: int) -> None:
        self._generator = Generator(seed)

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action."""
        del budget
        legal = game.legal()
        return legal[int(self._generator.below(len(legal)))]

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        """Nothing: it has no opinion."""
        del game, budget
        return []
