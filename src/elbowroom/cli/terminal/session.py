"""A running game in the terminal: the game, who plays, where it is saved, and what may be undone.

Nothing is printed here; what happens is returned as sentences.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from elbowroom.agents import agent_named
from elbowroom.agents.agent import AgentFailed
from elbowroom.agents.forfeits import STAND_IN, stand_in
from elbowroom.cli.terminal import saved_games
from elbowroom.cli.terminal.wording import Wording
from elbowroom.engine.undo_policy import step_before, undo_refusal
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from elbowroom.agents.agent import Agent
    from elbowroom.engine.chance import Dealer
    from elbowroom.engine.events import Event
    from elbowroom.engine.game import Game
    from elbowroom.engine.undo_policy import UndoRefusal

UNDO_REFUSALS: Final[dict[UndoRefusal, str]] = {
    "die": "terminal_undo_die",
    "reveal": "terminal_undo_reveal",
    "other_player": "terminal_undo_other",
    "turn_over": "terminal_undo_turn",
}


class TerminalSession:
    """One game being played, saved after every action."""

    def __init__(
        self, game: Game, levels: tuple[str | None, ...], dealer: Dealer, file: Path, seed: int
    ) -> None:
        """Start or go on; the seed is for the computer players."""
        self.game = game
        self.levels = levels
        self.file = file
        self.wording = Wording(game)
        self.news: dict[int, list[str]] = {seat: [] for seat, level in enumerate(levels) if level is None}
        """For each person, what happened since the last look."""
        self._dealer = dealer
        self._marks: list[int] = []
        """How long the history was before each of the last typed actions."""
        self._unreported: list[Event] = []
        """Tokens that a computer places one by one, until one sentence can name them together."""
        self._agents: dict[int, Agent] = {
            seat: agent_named(level, seed + seat) for seat, level in enumerate(levels) if level is not None
        }
        self.save()

    @staticmethod
    def resumed(file: Path, save: Path | None = None, own_agents: Collection[str] = ()) -> TerminalSession:
        """Take up a saved game with a dealer nobody knows; it is kept in its file, or in another.

        It may be played by `own_agents`: a file that somebody sent must not choose which code is loaded.
        """
        game, levels = saved_games.load_game(file, own_agents)
        dealer = saved_games.fresh_dealer()
        seed = int.from_bytes(os.urandom(4), "big")
        game.deal_with(dealer)
        return TerminalSession(game, levels, dealer, save or file, seed)

    @property
    def has_secrets(self) -> bool:
        """Whether two people share the screen and may not see each other's coins."""
        return len(self.news) > 1 and not self.game.setup.options.open_coins

    def save(self) -> None:
        """Keep the game so far in its file."""
        saved_games.save_game(self.file, self.game, self.levels)

    def act(self, text: str) -> list[str]:
        """Carry out what a person says and tell what happened; refused with a reason if it is not legal."""
        before = len(self.game.history)
        events = self.game.apply_with_events(text)
        self._marks.append(before)
        return [*self.wording.events(events), *self._try_to_save()]

    def let_computer_act(self, seat: int) -> list[str]:
        """One decision of a computer player, told; it sees a copy without the dealer."""
        try:
            action = self._agents[seat].choose(self.game.clone())
        except AgentFailed as failed:
            return self._replace_agent(seat, failed)
        self._marks.clear()
        events = [*self._unreported, *self.game.apply_with_events(action)]
        self._unreported = []
        while self.game.to_move == seat and events and events[-1].code == "deployed":
            self._unreported.insert(0, events.pop())
        return [*self.wording.events(events), *self._try_to_save()]

    def _replace_agent(self, seat: int, failed: AgentFailed) -> list[str]:
        """An agent that does not play as it should has lost; from now on another one sits there."""
        self._agents[seat] = stand_in()
        self.levels = (*self.levels[:seat], STAND_IN, *self.levels[seat + 1 :])
        told = say("terminal_stand_in", player=self.game.names[seat], level=STAND_IN)
        return [str(failed), told, *self._try_to_save()]

    def _try_to_save(self) -> list[str]:
        """Save; if that fails, say so: the game goes on and the next action tries again."""
        try:
            self.save()
        except saved_games.SaveError as error:
            return [str(error)]
        return []

    def undo(self) -> str | None:
        """Go back before the last decision of the person to move, or say why that cannot be."""
        history = self.game.history
        length = self._marks[-1] if self._marks else max(0, len(history) - 1)
        trial, steps = self.game.earlier(length), []
        for action in history[length:]:
            steps.append(step_before(trial, action))
            trial.apply(action)
        if not steps:
            return say("terminal_undo_nothing")
        refusal = undo_refusal(steps, self.game)
        if refusal is not None:
            return say(UNDO_REFUSALS[refusal], player=self.game.names[steps[-1].seat or 0])
        self._marks = self._marks[:-1]
        self.game = self.game.earlier(length)
        self.game.deal_with(self._dealer)
        problems = self._try_to_save()
        return problems[0] if problems else None

    def log_lines(self) -> list[str]:
        """Everything that happened since the set-up, as sentences."""
        trial = self.game.reopened()
        events = [event for action in self.game.history for event in trial.apply_with_events(action)]
        return self.wording.events(events)
