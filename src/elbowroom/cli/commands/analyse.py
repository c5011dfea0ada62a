"""`elbowroom analyse`: the errors in a finished game, what was better and why, and what luck did."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from elbowroom.arena.analysis import BLUNDER, ERROR, Analysis, analyse_game
from elbowroom.cli.commands.batch_options import progress_bar
from elbowroom.cli.language import speaks
from elbowroom.cli.terminal.wording import Wording
from elbowroom.cli.text_file import text_of_file
from elbowroom.engine import decisions, events
from elbowroom.engine.record import read_record
from elbowroom.rules.command_words import in_own_words
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import decimal, percent, say

if TYPE_CHECKING:
    from elbowroom.arena.analysis import AnalysedDecision, AnalysedTurn, Forecast, Line, Place, Step
    from elbowroom.engine.events import Event
    from elbowroom.engine.game import Game

MAIN_EVENTS: Final = (
    events.Picked,
    events.Abandoned,
    events.SecondWave,
    events.Conquered,
    events.Substituted,
    events.Struck,
    events.Declined,
    events.Allied,
    events.Scored,
)
"""What is told of a turn, unless another one has the same of them."""
NEVER_TOLD: Final = (
    events.GameTurnBegan,
    events.TurnBegan,
    events.ComboShown,
    events.Gathered,
    events.Readied,
    events.TribeRemoved,
    events.BannerReturned,
    events.GameOver,
)
INDENT: Final = 3
"""Letters before what is told of a turn."""


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--rollouts",
    type=click.IntRange(2),
    help="Play the game to its end after each compared turn, at most so often, instead of asking the value "
    "network. Takes minutes.",
)
@click.option("--player", metavar="NAME", help="Tell the dearest turns of this player only.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (keys: docs/analysis.md).")
@speaks
def analyse(record: Path, rollouts: int | None, player: str | None, as_json: bool) -> None:
    """Learn from a finished game: errors, what was better and why, and luck.

    RECORD is the file of a game that is over: downloaded in the browser, kept by `elbowroom terminal`, or
    written by `elbowroom simulate --records`. Every turn is compared with the best that the computer finds.

    \b
    Example: elbowroom analyse game.elbowroom
             elbowroom analyse game.elbowroom --player Ann
             elbowroom analyse game.elbowroom --rollouts 96 --json
    """
    game = read_record(text_of_file(record))
    seat = None if player is None else _seat_of(game, player)
    with progress_bar(say("analyse_working"), quiet=as_json) as progress:
        task = progress.add_task("", total=None)
        analysis = analyse_game(
            game,
            rollouts or 0,
            lambda done, total: progress.update(task, completed=done, total=total),
        )
    if as_json:
        click.echo(msgspec.json.encode(analysis).decode())
        return
    console = Console()
    _print_summary(console, analysis)
    _print_turns(console, analysis)
    _Report(console, game, analysis).print_dearest(seat)


def _seat_of(game: Game, player: str) -> int:
    names = [name.lower() for name in game.names]
    if player.lower() not in names:
        raise Refused("unknown_player", word=player, known=game.names)
    return names.index(player.lower())


def _print_summary(console: Console, analysis: Analysis) -> None:
    """One row for each player, the winner first."""
    table = RichTable(say("analyse_player"))
    for key in ("place", "coins", "lost", "errors", "die", "column"):
        table.add_column(say(f"analyse_{key}"), justify="right")
    for row in sorted(analysis.players, key=lambda row: (row.place, row.seat)):
        table.add_row(
            row.name,
            str(row.place),
            str(row.coins),
            decimal(row.loss),
            f"{row.errors} ({row.blunders})",
            decimal(row.luck_die, signed=True),
            decimal(row.luck_column, signed=True),
        )
    console.print(table)
    note = say("analyse_note", error=round(ERROR), blunder=round(BLUNDER))
    console.print(note, markup=False, highlight=False)


def _print_turns(console: Console, analysis: Analysis) -> None:
    """What everybody could expect after each turn."""
    table = RichTable(say("analyse_turn"), say("analyse_player"), box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for key in ("lost", "luck"):
        table.add_column(say(f"analyse_{key}"), justify="right")
    for row in analysis.players:
        table.add_column(row.name, justify="right")
    table.add_row("", say("analyse_start"), "", "", *_forecast(analysis.start))
    for turn in analysis.turns:
        luck = turn.luck.die[turn.seat] + turn.luck.column[turn.seat]
        table.add_row(
            str(turn.game_turn),
            analysis.players[turn.seat].name,
            _loss(turn),
            decimal(luck, signed=True) if _is_told(luck) else "",
            *_forecast(turn.after),
        )
    console.print()
    console.print(say("analyse_turns_note"), markup=False, highlight=False)
    console.print(table)


def _loss(turn: AnalysedTurn) -> str:
    """What the player lost in their turn, with a mark if there was an error."""
    own = [each for each in turn.decisions if each.seat == turn.seat]
    mark = "??" if any(each.is_blunder for each in own) else "?" if any(each.is_error for each in own) else ""
    return f"{decimal(turn.loss)} {mark:2}" if _is_told(turn.loss) or mark else ""


def _is_told(coins: float) -> bool:
    """Whether a number is more than nothing with one decimal place."""
    return round(10 * abs(coins)) > 0


def _forecast(forecast: Forecast) -> list[str]:
    return [f"{coins:.0f} {percent(win):>4}" for coins, win in zip(forecast.coins, forecast.win, strict=True)]


class _Report:
    """Tells what was played, what was better, and why."""

    def __init__(self, console: Console, game: Game, analysis: Analysis) -> None:
        self._console = console
        self._game = game
        self._analysis = analysis
        self._wording = Wording(game)

    def print_dearest(self, seat: int | None) -> None:
        """The dearest turns of the game, or of one player."""
        analysis = self._analysis
        places = analysis.dearest if seat is None else analysis.players[seat].dearest
        title = say("analyse_none") if not places else say("analyse_dearest")
        self._console.print()
        self._console.print(title, style="bold", markup=False, highlight=False)
        for number, place in enumerate(places, 1):
            self._console.print()
            self._print_decision(number, place)

    def _print_decision(self, number: int, place: Place) -> None:
        turn, decision = self._analysis.turns[place.turn], self._analysis.decision(place)
        key = "analyse_heading"
        if decision.seat != turn.seat:
            key = "analyse_heading_victim"
        elif decision.after_roll:
            key = "analyse_heading_after_roll"
        names = self._game.names
        heading = say(
            key,
            number=number,
            turn=turn.game_turn,
            player=names[decision.seat],
            other=names[turn.seat],
            coins=decimal(decision.loss),
        )
        error = f" (± {decimal(decision.loss_error)})" if decision.loss_error else ""
        self._line(f"{heading}{error}")
        stories = self._stories(decision)
        for label, line, story in zip(
            ("analyse_played", "analyse_better"), (decision.played, decision.best), stories, strict=True
        ):
            told = " ".join([*story, f"[{'; '.join(line.actions)}]"])
            self._line(say(label, text=told), INDENT)
        for label, line in (("analyse_why", decision.best), ("analyse_instead", decision.played)):
            if line.step is not None and line.step.reasons:
                self._line(self._reasoned(label, line.step), INDENT)

    def _reasoned(self, label: str, step: Step) -> str:
        reasons = [self._wording.hint_reason(reason) for reason in step.reasons]
        return say(label, text=", ".join(map(in_own_words, step.actions)), reasons=reasons)

    def _line(self, text: str, indent: int = 0) -> None:
        self._console.print(Padding.indent(Text(text), indent), highlight=False)

    def _stories(self, decision: AnalysedDecision) -> list[list[str]]:
        """What happens in both turns, in sentences, without those that both have."""
        told = [self._events(decision, line) for line in (decision.played, decision.best)]
        main = [[event for event in each if isinstance(event, MAIN_EVENTS)] for each in told]
        chosen = main if main[0] != main[1] else told
        stories = [self._wording.events(each) for each in chosen]
        attempts = [self._attempt(decision, line) for line in (decision.played, decision.best)]
        return [
            [line for line in story if line not in other] + attempt
            for story, other, attempt in zip(stories, stories[::-1], attempts, strict=True)
        ]

    def _events(self, decision: AnalysedDecision, line: Line) -> list[Event]:
        found = self._played(decision, line)[1]
        return [event for event in found if not isinstance(event, NEVER_TOLD)]

    def _attempt(self, decision: AnalysedDecision, line: Line) -> list[str]:
        """The roll with which a turn ends, as far as it was decided."""
        state = self._played(decision, line)[0].state
        if state.phase != decisions.DIE:
            return []
        player = self._game.names[decision.seat]
        if state.target < 0:
            return [say("analyse_roll", player=player)]
        return [say("analyse_attempt", player=player, region=self._wording.region(int(state.target) + 1))]

    def _played(self, decision: AnalysedDecision, line: Line) -> tuple[Game, list[Event]]:
        """The game after these actions, and what happened; any combos are revealed."""
        trial, found = self._game.earlier(decision.at), list[events.Event]()
        for text in line.actions:
            found += trial.apply_with_events(text)
            while trial.state.phase in (decisions.BANNER, decisions.BADGE):
                trial.apply(trial.legal()[0])
        return trial, found
