"""A computer player in a process of its own: reads positions line by line, answers with actions.

Run as `python -m elbowroom.server.workers.thinker`. It can be killed at any time: nothing is needed later.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.agents import agent_named
from elbowroom.engine.game import Game
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.refusals import Refused
from elbowroom.server.workers.messages import Answer, Hint, Question

if TYPE_CHECKING:
    from elbowroom.agents.agent import Agent
    from elbowroom.rules.content import Content

REMEMBERED: Final = 256
"""So many players keep the plan of their turn between two decisions."""


class Thinker:
    """Answers questions; plans are remembered, but never needed."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._agents: OrderedDict[str, Agent] = OrderedDict()
        self._contents: dict[tuple[str, ...], Content] = {}

    def answer(self, question: Question) -> Answer:
        """What a player of this level does in the position, or the best few things he might do."""
        game = Game.from_text(question.position, self._content(question.content))
        agent = self._agent(question)
        if question.is_hint:
            options = agent.explain(game.clone())
            best = max(option.lead for option in options)
            hints = [
                Hint(o.text, o.coins, round(best - o.lead, 1), [(r.code, r.params) for r in o.reasons])
                for o in options
            ]
            return Answer(question.id, hints=hints)
        return Answer(question.id, action=game.text_of(agent.choose(game.clone())))

    def _content(self, texts: tuple[str, ...]) -> Content:
        if texts not in self._contents:
            content = base_content()
            for number, text in enumerate(texts, start=1):
                content = add_content(content, text, f"own {number}")
            self._contents = {texts: content}
        return self._contents[texts]

    def _agent(self, question: Question) -> Agent:
        key = f"{question.player} {question.level}"
        if key not in self._agents:
            self._agents[key] = agent_named(question.level, question.seed)
        self._agents.move_to_end(key)
        if len(self._agents) > REMEMBERED:
            self._agents.popitem(last=False)
        return self._agents[key]


def main() -> None:
    """Answer until the questions end, or nobody is there any more to hear."""
    thinker, decoder = Thinker(), msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        if not line.endswith(b"\n"):
            return
        question = decoder.decode(line)
        try:
            answer = thinker.answer(question)
        except Refused as refused:
            answer = Answer(question.id, error=refused.code)
        try:
            sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            os._exit(0)  # Ending in order would try once more to write.


if __name__ == "__main__":
    main()
