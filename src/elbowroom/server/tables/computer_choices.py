"""What computer players choose: the actions of a turn, and hints for people. Nothing here is stored.

Agents are remembered for speed only, with the plan of their turn: new ones choose as well.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.agents import shipped_agent
from elbowroom.agents.hint_reasons import HintReason
from elbowroom.agents.reason_finder import shared_reasons
from elbowroom.server.tables.commands import MAX_ACTIONS

if TYPE_CHECKING:
    from elbowroom.agents.agent import Agent
    from elbowroom.engine.game import Game

MAX_REMEMBERED_AGENTS: Final = 256
"""Agents that are kept between two requests, with the plan of their turn."""
MAX_CHOOSING_SECONDS: Final = 5.0
"""Whoever takes longer answers with what they have chosen so far, and is asked again for the rest."""


class Hint(msgspec.Struct, frozen=True):
    """Something that one could do, with what it promises and why."""

    actions: list[str]
    """What is sent to do it, as one command."""
    regions: list[int]
    """The numbers of the regions that the actions name."""
    action: str
    """The first of the actions, for programs that do one thing at a time."""
    coins: int
    behind: float
    """Coins by which it is expected to end behind the best hint. The lead would reveal hidden coins."""
    reasons: list[HintReason]
    """Reasons that not all hints of this reply share."""
    shared: list[HintReason]
    """Reasons that all hints of this reply share."""


class ComputerChoices:
    """The agents that play or give hints, by player."""

    def __init__(self) -> None:
        self._agents: OrderedDict[str, Agent] = OrderedDict()

    def actions(self, player: str, game: Game, level: str, seed: int) -> list[str]:
        """What a computer of this level does until chance or somebody else decides; the game moves on."""
        return chosen_actions(self._agent(player, level, seed), game)

    def hints(self, player: str, game: Game, level: str) -> list[Hint]:
        """The best few actions."""
        return _hints(self._agent(player, level, 0), game)

    def _agent(self, player: str, level: str, seed: int) -> Agent:
        key = f"{player} {level}"
        if key not in self._agents:
            self._agents[key] = shipped_agent(level, seed)  # never code that somebody names
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
    best = max((option.lead for option in options), default=0.0)
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
