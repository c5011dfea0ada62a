"""The prompt: asks whoever decides, carries out their action, and answers commands such as `help`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from elbowroom.agents.agent import AgentFailed, Budget
from elbowroom.agents.expert import ExpertAgent
from elbowroom.cli.terminal import saved_games
from elbowroom.cli.terminal.session import TerminalSession
from elbowroom.rules.command_words import own_words, to_notation
from elbowroom.rules.description import describe
from elbowroom.rules.refusals import UNKNOWN_VERB, Refused
from elbowroom.rules.traits import nearest
from elbowroom.rules.words import BASE, in_order, say, spoken

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.cli.terminal.screen import Screen
    from elbowroom.engine.whose_turn import Turn

DEFAULT_LOG_LINES: Final = 20
"""How many lines `log` shows unless all are asked for."""
ALL_LINES: Final = "all"
HINT_BUDGET: Final = Budget(work=40_000)


class PromptLoop:
    """Plays a session on a screen until the game is over or somebody quits."""

    def __init__(self, session: TerminalSession, screen: Screen) -> None:
        self.session = session
        self.screen = screen
        self.seat: int | None = None
        """Who looks at the screen; None before anybody does."""
        self._shown_turn: tuple[int | None, Turn] | None = None
        self._last_action_lines: list[str] = []
        """What the last action did, to be printed below the map."""
        self._hinted_questions: set[tuple[int, str]] = set()
        self._has_quit = False
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "rules": self._rules,
            "cost": self._cost,
            "why": self._cost,
            "map": lambda _: self.screen.map(self.session, self.seat),
            "regions": lambda _: self.screen.regions(self.session, self.seat),
            "column": lambda _: self.screen.column(self.session, self.seat),
            "players": lambda _: self.screen.players(self.session, self.seat),
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
        """Ask everyone in turn; when the input ends, the game stays as it was last saved."""
        try:
            while not self._has_quit and not self.session.game.is_over:
                self._decide()
        except (EOFError, KeyboardInterrupt):
            self.screen.print_lines([""])
        if self.session.game.is_over:
            self.screen.ranking(self.session)
            self.screen.print_unwrapped(say("terminal_record", file=self.session.file))
        else:
            self.screen.print_unwrapped(self._goodbye_line())

    def _goodbye_line(self) -> str:
        """Where the game is saved and how to resume it."""
        file = self.session.file
        words = "--resume" if file == saved_games.default_file() else f"--resume {shlex.quote(str(file))}"
        code = sorted({level for level in self.session.levels if level and saved_games.is_code(level)})
        if code:
            words += f" --computers {','.join(code)}"
        return say("terminal_left", file=file, words=words)

    def _decide(self) -> None:
        seat = self.session.game.to_move
        if seat is None:
            return
        if self.session.levels[seat] is not None:
            lines = self.session.let_computer_act(seat)
            self.screen.print_lines(lines)
            self._add_news(lines)
            return
        if seat != self.seat:
            self._hand_over(seat)
        self._show_question(seat)
        is_settled = False
        while not is_settled:
            is_settled = self._handle_input(
                self.screen.ask(say("terminal_ask", player=self.session.game.names[seat]))
            )

    def _hand_over(self, seat: int) -> None:
        """Give the screen to another person, who reads what happened meanwhile."""
        if self.session.has_secrets:
            self.screen.hand_over(self.session.game.names[seat])
            self.screen.print_lines(self.session.news[seat])
        self.seat = seat
        self.session.news[seat].clear()

    def _add_news(self, lines: list[str]) -> None:
        """Keep what happened for those who are not looking at the screen."""
        for seat, news in self.session.news.items():
            if seat != self.seat:
                news.extend(lines)

    def _turn_of(self, seat: int | None) -> tuple[int | None, Turn]:
        """Who decides in which turn."""
        return seat, self.session.game.turn

    def _show_question(self, seat: int) -> None:
        """Print the table and the question."""
        turn = self._turn_of(seat)
        self.screen.table(self.session, seat, is_new_turn=turn != self._shown_turn)
        self._shown_turn = turn
        self.screen.print_lines(self._last_action_lines)
        self._last_action_lines = []
        known = (seat, self.session.game.phase)
        self.screen.question(self.session, seat, with_hint=known not in self._hinted_questions)
        self._hinted_questions.add(known)

    def _handle_input(self, text: str) -> bool:
        """Run a command or carry out an action; whether the next question is due."""
        text = to_notation(text)
        word, _, arguments = text.partition(" ")
        command = self.commands.get(word.lower())
        if command is not None:
            before = self.session.game
            command(arguments.strip())
            return self._has_quit or self.session.game is not before
        if not text:
            self._shown_turn = None
            return True
        try:
            lines = self.session.act(text)
        except Refused as refused:
            self._refuse(refused, word)
            return False
        if self._turn_of(self.session.game.to_move) == self._shown_turn:
            self._last_action_lines = lines
        else:
            self.screen.print_lines(lines)
        self._add_news(lines)
        return True

    def _refuse(self, refused: Refused, word: str) -> None:
        self.screen.print_lines([self.session.wording.reason(refused.refusal)])
        if refused.code == UNKNOWN_VERB:
            verbs = cast("list[str]", refused.params["known"])
            known = [own for each in (*self.commands, *verbs) for own in own_words(each)]
            near = nearest(word.lower(), known)
            self.screen.print_lines([say("did_you_mean", word=near)] if near else [])
            self.screen.print_lines([say("terminal_try_help")])

    def _help(self, _arguments: str) -> None:
        self.screen.print_lines([say("terminal_help")])
        words = {word: own_words(word)[0] for word in self.commands}
        width = max(map(len, words.values()))
        self.screen.print_lines(
            [f"  {own:<{width}}  {say(f'terminal_help_{word}')}" for word, own in words.items()]
        )
        if self.seat is not None:
            view = self.session.game.view(self.seat)
            hint = self.session.wording.hint(view, self.session.game.legal_actions())
            self.screen.print_lines(["", self.session.wording.prompt(view), hint])

    def _rules(self, arguments: str) -> None:
        wording = self.session.wording
        if not arguments:
            self.screen.print_lines([say("terminal_rules"), ""])
            content = self.session.game.setup.content
            for key, section in (("terminal_races", content.races), ("terminal_powers", content.powers)):
                names = [wording.pieces.piece(entry.id) for entry in section]
                self.screen.print_lines([say(key, names=in_order(names))])
            return
        entries = wording.entries_named(arguments)
        if not entries:
            near = wording.nearest_entry(arguments)
            self.screen.print_lines([say("terminal_rules_unknown", word=arguments)])
            self.screen.print_lines([say("did_you_mean", word=near)] if near else [])
        for entry in entries:
            text = dict(entry.text).get(spoken(), dict(entry.text).get(BASE))
            self.screen.print_lines(
                [
                    f"{wording.title(entry.id)}:",
                    *(f"  {line}" for line in ([text] if text else []) + describe(entry)),
                ]
            )

    def _cost(self, arguments: str) -> None:
        if not arguments:
            self.screen.print_lines([say("terminal_cost_which")])
            return
        game = self.session.game
        try:
            self.screen.print_lines(
                self.session.wording.cost(game.cost(arguments), is_readied=game.phase != "ready")
            )
        except Refused as refused:
            self.screen.print_lines([self.session.wording.reason(refused.refusal)])

    def _hint(self, words: str) -> None:
        """The actions an expert would consider, with reasons; it sees no more than the person who asks."""
        del words
        game = self.session.game
        options = ExpertAgent(0, budget=HINT_BUDGET).explain(game.seen_by(int(game.state.chooser())))
        self.screen.print_lines(self.session.wording.advice(options))

    def _score(self, _arguments: str) -> None:
        self.screen.print_lines([self.session.wording.score(self.session.game.score_preview())])

    def _log(self, arguments: str) -> None:
        lines = self.session.log_lines()
        self.screen.print_lines(lines if arguments == ALL_LINES else lines[-DEFAULT_LOG_LINES:])
        if arguments != ALL_LINES and len(lines) > DEFAULT_LOG_LINES:
            self.screen.print_lines([say("terminal_log_more", count=len(lines) - DEFAULT_LOG_LINES)])

    def _undo(self, _arguments: str) -> None:
        reason = self.session.undo()
        self.screen.print_lines([reason or say("terminal_undone")])

    def _save(self, arguments: str) -> None:
        self._save_to(Path(arguments).expanduser() if arguments else self.session.file)

    def _save_to(self, file: Path) -> None:
        try:
            saved_games.save_game(file, self.session.game, self.session.levels)
            self.screen.print_unwrapped(say("terminal_saved", file=file))
        except saved_games.SaveError as error:
            self.screen.print_unwrapped(str(error))

    def _resume(self, arguments: str) -> None:
        file = Path(arguments).expanduser() if arguments else saved_games.default_file()
        try:
            own_agents = [level for level in self.session.levels if level]
            self.session = TerminalSession.resumed(file, own_agents=own_agents)
        except (saved_games.SaveError, AgentFailed) as error:
            self.screen.print_unwrapped(str(error))
            return
        self.seat, self._shown_turn = None, None
        self.screen.print_lines([say("terminal_resumed", file=file)])

    def _text(self, _arguments: str) -> None:
        self.screen.print_lines([self.session.game.text_for(self.seat)])

    def _quit(self, _arguments: str) -> None:
        answer = self.screen.ask(say("terminal_ask_save", file=self.session.file))
        if answer:
            self._save_to(Path(answer).expanduser())
        self._has_quit = True
