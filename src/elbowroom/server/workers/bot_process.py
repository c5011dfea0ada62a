"""A process for computer players: reads positions line by line, and answers with actions.

Run as `python -m elbowroom.server.workers.bot_process`. It may be killed at any time.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from elbowroom.agents import agent_named
from elbowroom.agents.reason_finder import shared_reasons
from elbowroom.engine.game import Game
from elbowroom.server.tables.commands import MAX_ACTIONS
from elbowroom.server.tables.settings import content_with
from elbowroom.server.workers.messages import BotRequest, ChosenActions, FindHints, FoundHints, Hint
from elbowroom.server.workers.worker_loop import serve_requests

if TYPE_CHECKING:
    from elbowroom.agents.agent import Agent
    from elbowroom.server.workers.messages import WorkerReply

MAX_REMEMBERED_AGENTS: Final = 256
"""Agents that are kept between two requests, with the plan of their turn."""
MAX_CHOOSING_SECONDS: Final = 5.0
"""Whoever takes longer answers with what they have chosen so far, and is asked again for the rest."""


class BotProcess:
    """Answers requests. Agents are remembered for speed only: any process can answer any request."""

    def __init__(self) -> None:
        self._agents: OrderedDict[str, Agent] = OrderedDict()

    def answer(self, request: BotRequest) -> WorkerReply:
        """What an agent of this level does from the position on, or the best few actions."""
        game = Game.from_text(request.position, content_with(request.content))
        if isinstance(request, FindHints):
            return FoundHints(_hints(self._agent(request.player, request.level, 0), game))
        agent = self._agent(request.player, request.level, request.seed)
        return ChosenActions(chosen_actions(agent, game))

    def _agent(self, player: str, level: str, seed: int) -> Agent:
        key = f"{player} {level}"
        if key not in self._agents:
            self._agents[key] = agent_named(level, seed)
        self._agents.move_to_end(key)
        if len(self._agents) > MAX_REMEMBERED_AGENTS:
            self._agents.popitem(last=False)
        return self._agents[key]


def chosen_actions(agent: Agent, game: Game) -> list[str]:
    """What an agent does until chance or another player decides, or the turn is over; the game moves on."""
    seat, turn, actions = game.to_move, game.turn, list[str]()
    end = time.monotonic() + MAX_CHOOSING_SECONDS
    while True:
        action = agent.choose(game.clone())
        actions.append(game.text_of(action))
        game.apply(action)
        has_more = (game.to_move, game.turn) == (seat, turn)
        if not has_more or len(actions) == MAX_ACTIONS or time.monotonic() > end:
            return actions


def _hints(agent: Agent, game: Game) -> list[Hint]:
    options = agent.explain(game.clone())
    best = max(option.lead for option in options)
    common = shared_reasons(options)
    return [
        Hint(
            list(option.texts),
            list(option.regions),
            option.text,
            option.coins,
            round(best - option.lead, 1),
            [reason for reason in option.reasons if reason not in common],
            list(common),
        )
        for option in options
    ]


if __name__ == "__main__":
    serve_requests(BotRequest, BotProcess().answer)
