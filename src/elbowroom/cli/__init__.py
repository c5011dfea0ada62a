"""The command line: `elbowroom`. Each command lives in a module of its own and is loaded when it is used."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Final

import click

from elbowroom import __version__
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import MissingMessageError

COMMANDS: Final = {
    "play": ("elbowroom.cli.commands.play", "Play in the browser, on this machine."),
    "terminal": ("elbowroom.cli.commands.terminal", "Play in the terminal, with people and computers."),
    "serve": ("elbowroom.cli.commands.serve", "Host games for people and computers."),
    "backup": ("elbowroom.cli.commands.backup", "Write all games and people of a server to one file."),
    "restore": ("elbowroom.cli.commands.backup", "Fill an empty database from such a file."),
    "admin": ("elbowroom.cli.commands.admin", "Look after a server: tables, chat, bans, passwords, keys."),
    "simulate": ("elbowroom.cli.commands.simulate", "Let computer players play many games."),
    "stats": ("elbowroom.cli.commands.stats", "Turn game records into tables and pictures."),
    "train": ("elbowroom.cli.commands.train", "Improve the computer players by self-play."),
    "arena": ("elbowroom.cli.commands.arena", "Let agents play a tournament and rate them."),
    "judge": ("elbowroom.cli.commands.judge", "Measure how many coins the turns of agents lose."),
    "dataset": ("elbowroom.cli.commands.dataset", "Write games of computer players as data, for learning."),
    "verify": ("elbowroom.cli.commands.verify", "Check that the luck of a recorded game was fair."),
    "analyse": ("elbowroom.cli.commands.analyse", "Learn from a finished game: errors and luck."),
    "replay": ("elbowroom.cli.commands.replay", "Show a recorded game again."),
    "content": ("elbowroom.cli.commands.content", "Check your own races, powers and maps."),
    "balance": ("elbowroom.cli.commands.balance", "Measure how strong your own races and powers are."),
    "explore": ("elbowroom.cli.commands.explore", "Measure what the races and powers of the box are worth."),
    "rules": ("elbowroom.cli.commands.rules", "Which test proves which rule."),
    "bench": ("elbowroom.cli.commands.bench", "Measure the speed of the engine here."),
}


class _Commands(click.Group):
    """A group that knows its commands by name and imports one only when it runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = import_module(COMMANDS[cmd_name][0])
        command = getattr(module, cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from elbowroom.rules.traits import nearest

        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = nearest(args[0], COMMANDS)
            hint = f" Did you mean {near}?" if near else ""
            ctx.fail(f"There is no command {args[0]}.{hint} Commands: {', '.join(COMMANDS)}.")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def _print_version(ctx: click.Context, _option: click.Parameter, is_asked: bool) -> None:
    """Print the version, and whether the engine that runs is compiled."""
    if not is_asked or ctx.resilient_parsing:
        return
    from elbowroom.rules.bits import COMPILED

    click.echo(f"elbowroom, version {__version__} ({'compiled' if COMPILED else 'interpreted'} engine)")
    ctx.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Elbowroom: the board game Small World, complete, fast and open.

    \b
    Try:  elbowroom play                          play now, in the browser
          elbowroom terminal                      the same in the terminal
          elbowroom simulate --games 100 --check  let computers play, checking every rule
          elbowroom COMMAND --help                learn more about a command
    """


def main() -> None:
    """Run the command line; a refusal is a sentence, not a traceback."""
    try:
        _run()
    except MissingMessageError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(1)


def _run() -> None:
    try:
        cli()
    except Refused as refused:
        click.echo(f"Error: {refused}", err=True)
        sys.exit(2)
