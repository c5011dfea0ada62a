"""A process for computer players: reads positions line by line, and answers with actions.

Run as `python -m elbowroom.server.workers.bot_process`. It may be killed at any time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.engine.game import Game
from elbowroom.server.tables.computer_choices import ComputerChoices
from elbowroom.server.tables.settings import content_with
from elbowroom.server.workers.messages import BotRequest, ChosenActions, FindHints, FoundHints
from elbowroom.server.workers.worker_loop import serve_requests

if TYPE_CHECKING:
    from elbowroom.server.workers.messages import WorkerReply


class BotProcess:
    """Answers requests. Any process can answer any request."""

    def __init__(self) -> None:
        self._choices = ComputerChoices()

    def answer(self, request: BotRequest) -> WorkerReply:
        """What an agent of this level does from the position on, or the best few actions."""
        game = Game.from_text(request.position, content_with(request.content))
        if isinstance(request, FindHints):
            return FoundHints(self._choices.hints(request.player, game, request.level))
        return ChosenActions(self._choices.actions(request.player, game, request.level, request.seed))


if __name__ == "__main__":
    serve_requests(BotRequest, BotProcess().answer)
