"""What the terminal shows: map and players side by side, one below the other, or in plain sentences."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

with suppress(ImportError):  # Not on every platform: arrow keys and earlier lines while typing.
    import readline  # noqa: F401

from elbowroom.cli.terminal import map_panel
from elbowroom.rules.command_words import code_in_own_words
from elbowroom.rules.words import say, told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elbowroom.cli.terminal.session import TerminalSession
    from elbowroom.engine.view import View

PANEL_COLUMNS: Final = 44
"""How wide the panel beside the map is."""
MIN_WIDE_COLUMNS: Final = map_panel.MIN_MAP_COLUMNS + PANEL_COLUMNS + 2
ROWS_BELOW_MAP: Final = 3
"""Rows that must be seen below the map: the question, the legal words and the answer."""
ROWS_BESIDE_MAP: Final = 9
"""Rows below the map in a wide terminal: the same with the legend and what happened."""
TITLE_STYLE: Final = "bold"
CLEAR_SCREEN: Final = "\x1b[H\x1b[2J\x1b[3J"


def is_plain_terminal() -> bool:
    """Whether the output can show neither colour nor drawing: a pipe, a dumb terminal, another encoding."""
    is_dumb = os.environ.get("TERM", "") in ("dumb", "unknown")
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return not sys.stdout.isatty() or is_dumb or encoding != "utf8"


class Screen:
    """Prints a session; `seat` is always the player who looks, and only what they may see is printed."""

    def __init__(self, *, plain: bool, width: int | None) -> None:
        size = shutil.get_terminal_size((100, 30))
        self.plain = plain
        self.columns = width or size.columns
        self.rows = size.lines
        self.console = Console(
            width=self.columns,
            color_system=None if plain else "auto",
            force_terminal=False if plain else None,
            highlight=False,
            markup=False,
            emoji=False,
        )
        self.terrain_styles = map_panel.terrain_styles(self.console.color_system)

    @property
    def is_wide(self) -> bool:
        """Whether a panel fits beside the map."""
        return not self.plain and self.columns >= MIN_WIDE_COLUMNS

    def print_lines(self, lines: Iterable[str | Text], style: str = "") -> None:
        """Print lines, wrapped at words; in a pipe each stays one line.

        What can be typed stands between backticks, and is shown in the words of the language.
        """
        for line in lines:
            shown = code_in_own_words(line) if isinstance(line, str) else line
            self.console.print(shown, style=style, soft_wrap=not sys.stdout.isatty() and self.plain)

    def print_unwrapped(self, line: str) -> None:
        """Print a line that may be copied, such as a path: never wrapped."""
        self.console.print(line, soft_wrap=True)

    def ask(self, question: str) -> str:
        """Ask, and wait for an answer; the end of the input is an EOFError."""
        sys.stdout.flush()
        answer = input(f"{question} ")
        return "".join(letter for letter in answer if letter.isprintable()).strip()

    def hand_over(self, player: str) -> None:
        """Hide the screen while the keyboard goes to another person."""
        self._hide()
        self.ask(say("terminal_pass", player=player))
        self._hide()

    def _hide(self) -> None:
        if self.plain:
            click.echo("\n" * (self.rows if sys.stdout.isatty() else 0), nl=False)
        else:
            click.echo(CLEAR_SCREEN, nl=False)

    def table(self, session: TerminalSession, seat: int | None, *, is_new_turn: bool) -> None:
        """Everything a person needs to decide; if room is short, within a turn only what changes."""
        view = session.game.view(seat)
        if self.is_wide:
            self._side_by_side(session, view)
            return
        is_map_last = not self.plain and view.phase != "pick"
        if is_new_turn and not is_map_last:
            self.map(session, seat)
        if is_new_turn:
            self.print_lines(["", *self._panel(session, view)])
        if is_map_last:
            self.map(session, seat)

    def question(self, session: TerminalSession, seat: int, *, with_hint: bool) -> None:
        """What is to be decided, how, and which answers are legal."""
        game, wording = session.game, session.wording
        view, legal = game.view(seat), game.legal_actions()
        self.print_lines([wording.prompt(view)], TITLE_STYLE)
        if with_hint:
            self.print_lines([wording.hint(view, legal)])
        gives_up = max(action.gives_up for action in legal)
        if gives_up and not self.is_wide:  # A wide screen shows the score, which tells it.
            self.print_lines([wording.given_up(gives_up)])
        key = "terminal_legal"
        if self.plain:
            for action in legal:
                if action.region is not None and action.cost is not None:
                    self.print_lines(
                        [map_panel.target_line(wording, view.regions[action.region - 1], action)]
                    )
            others = [action for action in legal if action.cost is None]
            key, legal = (key if others == legal else "terminal_legal_also"), others
        self.print_lines([say(key, words=" | ".join(wording.legal_words(legal)))])

    def _side_by_side(self, session: TerminalSession, view: View) -> None:
        map_ = session.game.setup.content.map(view.map)
        width = map_panel.map_width(map_, self.columns - PANEL_COLUMNS - 2, self.rows - ROWS_BESIDE_MAP)
        legal = session.game.legal_actions()
        drawn = map_panel.draw_map(map_, session.wording, view, legal, width, self.terrain_styles)
        panel = Text("\n").join(_text(line) for line in self._panel(session, view))
        if drawn is None:
            self.print_lines([*map_panel.region_lines(session.wording, view), "", panel])
            return
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=width, no_wrap=True)
        grid.add_column(width=PANEL_COLUMNS)
        grid.add_row(drawn, panel)
        self.console.print(grid)
        self.print_lines([map_panel.legend(view, legal, self.terrain_styles)])

    def _panel(self, session: TerminalSession, view: View) -> list[str | Text]:
        lines: list[str | Text] = [
            self._title("terminal_turn", turn=view.game_turn, turns=view.game_turns),
            "",
        ]
        lines += [self._title("terminal_column_title"), *self._column(session, view), ""]
        lines += [self._title("terminal_players_title"), *self._players(session, view), ""]
        if view.acting_race is not None:
            lines += [
                self._title("terminal_score_title"),
                session.wording.score(session.game.score_preview()),
                "",
            ]
        return lines

    def _title(self, key: str, **params: object) -> Text:
        return Text(told(key, params), TITLE_STYLE)

    def _column(self, session: TerminalSession, view: View) -> list[str]:
        return [session.wording.combo_line(place, combo) for place, combo in enumerate(view.column, start=1)]

    def _players(self, session: TerminalSession, view: View) -> list[Text]:
        lines = []
        for player in view.players:
            first, *others = session.wording.player_lines(player, session.levels[player.seat])
            mark = say("terminal_to_move") if player.seat == view.to_move else ""
            name = Text(f"{first} {mark}".rstrip())
            name.stylize(map_panel.PLAYER_STYLES[player.seat], 0, len(player.name))
            lines += [name, *(Text(f"  {line}") for line in others)]
        return lines

    def map(self, session: TerminalSession, seat: int | None) -> None:
        """The map alone, as large as it fits; plain or too narrow, the list of its regions."""
        game, view = session.game, session.game.view(seat)
        map_, legal = game.setup.content.map(view.map), game.legal_actions()
        width = map_panel.map_width(map_, self.columns, self.rows - ROWS_BELOW_MAP)
        drawn = (
            None
            if self.plain
            else map_panel.draw_map(map_, session.wording, view, legal, width, self.terrain_styles)
        )
        if drawn is None:
            self.regions(session, seat)
            return
        self.print_lines([map_panel.legend(view, legal, self.terrain_styles), drawn])

    def regions(self, session: TerminalSession, seat: int | None) -> None:
        """Every region in a sentence."""
        lines = map_panel.region_lines(session.wording, session.game.view(seat))
        self.print_lines([self._title("terminal_regions_title"), *lines, ""])

    def column(self, session: TerminalSession, seat: int | None) -> None:
        """The combos with their prices."""
        self.print_lines(
            [self._title("terminal_column_title"), *self._column(session, session.game.view(seat))]
        )

    def players(self, session: TerminalSession, seat: int | None) -> None:
        """The players with their races."""
        self.print_lines(
            [self._title("terminal_players_title"), *self._players(session, session.game.view(seat))]
        )

    def ranking(self, session: TerminalSession) -> None:
        """Who won, with the coins revealed."""
        game = session.game
        self.print_lines(["", self._title("terminal_ranking_title")])
        for place in game.ranking():
            line = Text(
                say(
                    "terminal_place",
                    place=place.place,
                    player=game.names[place.seat],
                    coins=place.coins,
                    tokens=place.tokens,
                )
            )
            self.print_lines([line])


def _text(line: str | Text) -> Text:
    return line if isinstance(line, Text) else Text(line)
