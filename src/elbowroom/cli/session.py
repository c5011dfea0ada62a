"""A running game in the terminal: the game, who plays, where it is kept, and what may be taken back.

Nothing is shown here; what happens comes back as sentences.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from elbowroom.agents import agent_named
from elbowroom.cli import saves
from elbowroom.cli.speech import Speech
from elbowroom.engine import phases
from elbowroom.engine.record import back_to, reopen
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.agents.agent import Agent
    from elbowroom.engine.chance import Dealer
    from elbowroom.engine.events import Event
    from elbowroom.engine.game import Game


class Session:
    """One game being played, saved after every action."""

    def __init__(
        self, game: Game, levels: tuple[str | None, ...], dealer: Dealer, file: Path, seed: int
    ) -> None:
        """Sit down at the table; the seed is for the computer players."""
        self.game = game
        self.levels = levels
        self.file = file
        self.speech = Speech(game)
        self.news: dict[int, list[str]] = {seat: [] for seat, level in enumerate(levels) if level is None}
        """For each person, what happened since the last look."""
        self._dealer = dealer
        self._marks: list[int] = []
        """How long the history was before each of the last typed actions."""
        self._held: list[Event] = []
        """Tokens a computer puts down one by one, until they can be told together."""
        self._agents: dict[int, Agent] = {
            seat: agent_named(level, seed + seat) for seat, level in enumerate(levels) if level is not None
        }
        self.save()

    @staticmethod
    def resumed(file: Path, save: Path | None = None) -> Session:
        """Take up a saved game with a dealer nobody knows; it is kept in its file, or in another."""
        read, levels = saves.take_up(file)
        dealer = saves.fresh_dealer()
        seed = int.from_bytes(os.urandom(4), "big")
        read.deal_with(dealer)
        return Session(read, levels, dealer, save or file, seed)

    @property
    def has_secrets(self) -> bool:
        """Whether two people share the screen and may not see each other's coins."""
        return len(self.news) > 1 and not self.game.table.options.open_coins

    def save(self) -> None:
        """Keep the game so far in its file."""
        saves.keep(self.file, self.game, self.levels)

    def act(self, text: str) -> list[str]:
        """Carry out what a person says and tell what happened; refused with a reason if it is not legal."""
        before = len(self.game.history)
        events = self.game.apply_with_events(text)
        self._marks.append(before)
        return [*self.speech.events(events), *self._try_to_save()]

    def let_computer_act(self, seat: int) -> list[str]:
        """One decision of a computer player, told; it sees a copy without the dealer."""
        action = self._agents[seat].choose(self.game.clone())
        self._marks.clear()
        events = [*self._held, *self.game.apply_with_events(action)]
        self._held = []
        while self.game.to_move == seat and events and events[-1].code == "deployed":
            self._held.insert(0, events.pop())
        return [*self.speech.events(events), *self._try_to_save()]

    def _try_to_save(self) -> list[str]:
        """Save; if that fails, say so: the game goes on and the next action tries again."""
        try:
            self.save()
        except saves.SaveError as error:
            return [str(error)]
        return []

    def undo(self) -> str | None:
        """Go back before the last decision of the person to move, or say why that cannot be."""
        history = self.game.history
        length = self._marks[-1] if self._marks else max(0, len(history) - 1)
        trial, tail = back_to(self.game, length), []
        for action in history[length:]:
            tail.append((action >> 6, trial.to_move, _turn(trial)))
            trial.apply(action)
        if not tail:
            return say("terminal_undo_nothing")
        for phase, seat, turn in reversed(tail):
            reason = self._bar(phase, seat, turn)
            if reason:
                return reason
        self._marks = self._marks[:-1]
        self.game = back_to(self.game, length)
        self.game.deal_with(self._dealer)
        problems = self._try_to_save()
        return problems[0] if problems else None

    def _bar(self, phase: int, seat: int | None, turn: tuple[int, int]) -> str:
        """Why a decision cannot be taken back; empty if it can."""
        if phase == phases.DIE:
            return say("terminal_undo_die")
        if phase <= phases.DIE:
            return say("terminal_undo_reveal")
        if seat != self.game.to_move:
            return say("terminal_undo_other", player=self.game.names[seat or 0])
        return "" if turn == _turn(self.game) else say("terminal_undo_turn")

    def story(self) -> list[str]:
        """Everything that happened, told from the set-up on."""
        trial = reopen(self.game)
        events = [event for action in self.game.history for event in trial.apply_with_events(action)]
        return self.speech.events(events)

    def open_text(self, seat: int | None) -> str:
        """The position in the notation, without the coins that this seat may not see."""
        seen = [player for player in self.game.view(seat).players if player.coins is not None]
        coins = ", ".join(f"{player.name} {player.coins}" for player in seen)
        lines = []
        for line in self.game.to_text().splitlines():
            key = line.split(" ", 1)[0]
            if key != "coins":
                lines.append(line)
            elif coins:
                width = len(line) - len(line.removeprefix(key).lstrip())
                lines.append(f"{key:<{width}}{coins}")
        return "\n".join(lines)


def _turn(game: Game) -> tuple[int, int]:
    """Which turn it is: game turn and seat."""
    return int(game.state.game_turn), int(game.state.seat)
