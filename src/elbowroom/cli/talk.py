"""The talk at the table: asks whoever decides, and answers commands that are no actions of the game."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from elbowroom.agents.agent import Budget
from elbowroom.agents.expert import ExpertAgent
from elbowroom.agents.knowledge import known_to
from elbowroom.cli import saves
from elbowroom.cli.session import Session
from elbowroom.rules.description import describe
from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest
from elbowroom.rules.words import LANGUAGE, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.cli.screen import Screen

USUAL_LOG: Final = 20
"""How many lines `log` shows unless all are asked for."""
EVERYTHING: Final = "all"
HINT_BUDGET: Final = Budget(work=4000)


class Talk:
    """One sitting: plays a session on a screen until the game is over or somebody quits."""

    def __init__(self, session: Session, screen: Screen) -> None:
        """Sit down."""
        self.session = session
        self.screen = screen
        self.seat: int | None = None
        """Whoever looks at the screen; None before anybody does."""
        self._shown: tuple[int | None, int, int] | None = None
        self._fresh: list[str] = []
        """What the last action did, to be told below the map."""
        self._hinted: set[tuple[int, str]] = set()
        self._has_quit = False
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "rules": self._rules,
            "cost": self._cost,
            "why": self._cost,
            "map": self._map,
            "regions": self._regions,
            "column": self._column,
            "players": self._players,
            "score": self._score,
            "hint": self._hint,
            "log": self._log,
            "undo": self._undo,
            "save": self._save,
            "resume": self._resume,
            "text": self._text,
            "quit": self._quit,
        }

    def play(self) -> None:
        """Let everyone decide in turn; the end of the input leaves the game as it was saved."""
        try:
            while not self._has_quit and not self.session.game.is_over:
                self._decide()
        except (EOFError, KeyboardInterrupt):
            self.screen.tell([""])
        if self.session.game.is_over:
            self.screen.ranking(self.session)
            self.screen.tell_whole(say("terminal_record", file=self.session.file))
        else:
            self.screen.tell_whole(self._farewell())

    def _farewell(self) -> str:
        """Where the game lies and how it is taken up again."""
        file = self.session.file
        words = "--resume" if file == saves.default_file() else f"--resume {shlex.quote(str(file))}"
        return say("terminal_left", file=file, words=words)

    def _decide(self) -> None:
        seat = self.session.game.to_move
        if seat is None:
            return
        if self.session.levels[seat] is not None:
            lines = self.session.let_computer_act(seat)
            self.screen.tell(lines)
            self._keep_news(lines)
            return
        if seat != self.seat:
            self._change(seat)
        self._show(seat)
        is_settled = False
        while not is_settled:
            is_settled = self._answer(
                self.screen.ask(say("terminal_ask", player=self.session.game.names[seat]))
            )

    def _change(self, seat: int) -> None:
        """Another person looks at the screen and hears what happened meanwhile."""
        if self.session.has_secrets:
            self.screen.hand_over(self.session.game.names[seat])
            self.screen.tell(self.session.news[seat])
        self.seat = seat
        self.session.news[seat].clear()

    def _keep_news(self, lines: list[str]) -> None:
        """Keep what happened for those who do not look."""
        for seat, news in self.session.news.items():
            if seat != self.seat:
                news.extend(lines)

    def _turn_of(self, seat: int | None) -> tuple[int | None, int, int]:
        """Who decides in which turn."""
        state = self.session.game.state
        return seat, int(state.game_turn), int(state.seat)

    def _show(self, seat: int) -> None:
        """The table and the question."""
        turn = self._turn_of(seat)
        self.screen.table(self.session, seat, is_new_turn=turn != self._shown)
        self._shown = turn
        self.screen.tell(self._fresh)
        self._fresh = []
        known = (seat, self.session.game.phase)
        self.screen.question(self.session, seat, with_hint=known not in self._hinted)
        self._hinted.add(known)

    def _answer(self, text: str) -> bool:
        """Obey a command or carry out an action; whether the question is to be put anew."""
        word, _, rest = text.partition(" ")
        command = self.commands.get(word.lower())
        if command is not None:
            before = self.session.game
            command(rest.strip())
            return self._has_quit or self.session.game is not before
        if not text:
            self._shown = None
            return True
        try:
            lines = self.session.act(text)
        except Refused as refused:
            self._refuse(refused, word)
            return False
        if self._turn_of(self.session.game.to_move) == self._shown:
            self._fresh = lines
        else:
            self.screen.tell(lines)
        self._keep_news(lines)
        return True

    def _refuse(self, refused: Refused, word: str) -> None:
        refusal = refused.refusal
        if refused.code == "unknown_verb":
            verbs = list(
                dict.fromkeys(action.text.split()[0] for action in self.session.game.legal_actions())
            )
            refusal = replace(refusal, params={**refusal.params, "known": verbs})
        self.screen.tell([self.session.speech.reason(refusal)])
        if refused.code == "unknown_verb":
            near = nearest(word.lower(), [*self.commands, *verbs])
            self.screen.tell([say("did_you_mean", word=near)] if near else [])
            self.screen.tell([say("terminal_try_help")])

    # --- commands -------------------------------------------------------------------------------------

    def _help(self, _rest: str) -> None:
        self.screen.tell([say("terminal_help")])
        width = max(map(len, self.commands))
        self.screen.tell([f"  {word:<{width}}  {say(f'terminal_help_{word}')}" for word in self.commands])
        if self.seat is not None:
            view = self.session.game.view(self.seat)
            hint = self.session.speech.hint(view, self.session.game.legal_actions())
            self.screen.tell(["", self.session.speech.prompt(view), hint])

    def _rules(self, rest: str) -> None:
        speech = self.session.speech
        if not rest:
            self.screen.tell([say("terminal_rules"), ""])
            content = self.session.game.table.content
            for key, entries in (("terminal_races", content.races), ("terminal_powers", content.powers)):
                self.screen.tell([say(key, names=sorted(entry.name for entry in entries))])
            return
        found = speech.entries_named(rest)
        if not found:
            near = speech.nearest_entry(rest)
            self.screen.tell([say("terminal_rules_unknown", word=rest)])
            self.screen.tell([say("did_you_mean", word=near)] if near else [])
        for entry in found:
            text = dict(entry.text).get(LANGUAGE)
            self.screen.tell(
                [f"{entry.name}:", *(f"  {line}" for line in ([text] if text else []) + describe(entry))]
            )

    def _cost(self, rest: str) -> None:
        if not rest:
            self.screen.tell([say("terminal_cost_which")])
            return
        try:
            self.screen.tell(self.session.speech.cost(self.session.game.cost(rest)))
        except Refused as refused:
            self.screen.tell([self.session.speech.reason(refused.refusal)])

    def _map(self, _rest: str) -> None:
        self.screen.map(self.session, self.seat)

    def _regions(self, _rest: str) -> None:
        self.screen.regions(self.session, self.seat)

    def _column(self, _rest: str) -> None:
        self.screen.column(self.session, self.seat)

    def _players(self, _rest: str) -> None:
        self.screen.players(self.session, self.seat)

    def _hint(self, words: str) -> None:
        """What the expert would think of, with reasons; it sees no more than the one who asks."""
        del words
        game = self.session.game
        options = ExpertAgent(0, budget=HINT_BUDGET).explain(known_to(game, int(game.state.chooser())))
        self.screen.tell(self.session.speech.advice(options))

    def _score(self, _rest: str) -> None:
        self.screen.tell([self.session.speech.score(self.session.game.score_preview())])

    def _log(self, rest: str) -> None:
        story = self.session.story()
        self.screen.tell(story if rest == EVERYTHING else story[-USUAL_LOG:])
        if rest != EVERYTHING and len(story) > USUAL_LOG:
            self.screen.tell([say("terminal_log_more", count=len(story) - USUAL_LOG)])

    def _undo(self, _rest: str) -> None:
        reason = self.session.undo()
        self.screen.tell([reason or say("terminal_undone")])

    def _save(self, rest: str) -> None:
        self._keep(Path(rest).expanduser() if rest else self.session.file)

    def _keep(self, file: Path) -> None:
        try:
            saves.keep(file, self.session.game, self.session.levels)
            self.screen.tell_whole(say("terminal_saved", file=file))
        except saves.SaveError as error:
            self.screen.tell([str(error)])

    def _resume(self, rest: str) -> None:
        file = Path(rest).expanduser() if rest else saves.default_file()
        try:
            self.session = Session.resumed(file)
        except saves.SaveError as error:
            self.screen.tell([str(error)])
            return
        self.seat, self._shown = None, None
        self.screen.tell([say("terminal_resumed", file=file)])

    def _text(self, _rest: str) -> None:
        self.screen.tell([self.session.open_text(self.seat)])

    def _quit(self, _rest: str) -> None:
        answer = self.screen.ask(say("terminal_ask_save", file=self.session.file))
        if answer:
            self._keep(Path(answer).expanduser())
        self._has_quit = True
