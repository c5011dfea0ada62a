"""A computer player in a process of its own: reads positions line by line, answers with actions.

Run as `python -m elbowroom.server.workers.thinker`. It can be killed at any time: nothing is needed later.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from elbowroom.agents import agent_named
from elbowroom.agents.reasons import shared
from elbowroom.engine.game import Game
from elbowroom.server.tables.agreement import content_with
from elbowroom.server.workers.answering import answer_all
from elbowroom.server.workers.messages import Action, Advice, Advise, Hint, Thinking

if TYPE_CHECKING:
    from elbowroom.agents.agent import Agent
    from elbowroom.server.workers.messages import Answer

REMEMBERED: Final = 256
"""So many players keep the plan of their turn between two decisions."""


class Thinker:
    """Answers questions; plans are remembered, but never needed."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._agents: OrderedDict[str, Agent] = OrderedDict()

    def answer(self, question: Thinking) -> Answer:
        """What a player of this level does in the position, or the best few things he might do."""
        game = Game.from_text(question.position, content_with(question.content))
        if isinstance(question, Advise):
            return Advice(_hints(self._agent(question.player, question.level, 0), game))
        agent = self._agent(question.player, question.level, question.seed)
        return Action(game.text_of(agent.choose(game.clone())))

    def _agent(self, player: str, level: str, seed: int) -> Agent:
        key = f"{player} {level}"
        if key not in self._agents:
            self._agents[key] = agent_named(level, seed)
        self._agents.move_to_end(key)
        if len(self._agents) > REMEMBERED:
            self._agents.popitem(last=False)
        return self._agents[key]


def _hints(agent: Agent, game: Game) -> list[Hint]:
    options = agent.explain(game.clone())
    best = max(option.lead for option in options)
    common = shared(options)
    return [
        Hint(
            option.text,
            option.coins,
            round(best - option.lead, 1),
            [(reason.code, reason.params) for reason in option.reasons if reason not in common],
            [(reason.code, reason.params) for reason in common],
        )
        for option in options
    ]


if __name__ == "__main__":
    answer_all(Thinking, Thinker().answer)
