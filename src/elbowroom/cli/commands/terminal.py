"""`elbowroom terminal`: play here and now, with people at this keyboard and with computers."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from elbowroom.cli.language import speaks
from elbowroom.cli.terminal import saved_games
from elbowroom.cli.terminal.prompt_loop import PromptLoop
from elbowroom.cli.terminal.screen import Screen, is_plain_terminal
from elbowroom.cli.terminal.seating import Seating, ask_seating, seat_players, split_words
from elbowroom.cli.terminal.session import TerminalSession
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import new_game
from elbowroom.engine.notation import check_names, read_options
from elbowroom.rules.content import Content, add_content, base_content
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.rules.words import say

LATEST = ""
"""`--resume` without a file: the game that was played last."""


@click.command()
@click.option(
    "--players",
    type=click.IntRange(MIN_PLAYERS, MAX_PLAYERS),
    help="How many play, people and computers together.",
)
@click.option(
    "--computers",
    metavar="LEVELS",
    help="The computer players, such as gentle,easy, or your own as module:Class; or none.",
)
@click.option("--names", metavar="NAMES", help="What the people are called, such as Ann,Bob.")
@click.option("--seed", type=int, help="Draw the same luck again: banners, badges and dice.")
@click.option("--map", "map_id", metavar="ID", help="Play on this map.")
@click.option(
    "--content",
    "files",
    multiple=True,
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Add your own races, powers or maps; may be repeated.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="WORD",
    help="A table option: own_tokens_defend, open_coins, auto_withdraw, left_out=orcs, first_player=Ann.",
)
@click.option("--resume", is_flag=False, flag_value=LATEST, metavar="[FILE]", help="Take up a saved game.")
@click.option(
    "--save", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Keep the game here."
)
@click.option(
    "--plain", is_flag=True, help="Plain sentences, no drawing and no colour: good for screen readers."
)
@click.option("--width", type=click.IntRange(20, 400), help="Columns to draw in; otherwise the terminal's.")
@speaks
def terminal(
    players: int | None,
    computers: str | None,
    names: str | None,
    seed: int | None,
    map_id: str | None,
    files: tuple[Path, ...],
    options: tuple[str, ...],
    resume: str | None,
    save: Path | None,
    plain: bool,
    width: int | None,
) -> None:
    """Play in the terminal, with people at this keyboard and with computers.

    Without options you are asked two questions; Enter twice starts a game against one computer.
    The game is saved after every action: leave when you like and take it up with --resume.

    \b
    An example:
        $ elbowroom terminal --names Ann --computers greedy
        Pick a combo.
        Ann> rules flying           what a race or special power does
        Ann> pick 1                 take the first combo of the column, which is free
        Ann> cost 7                 what region 7 costs, and why
        Ann> conquer 7              take it
        Ann> undo                   on second thoughts
        Ann> conquer 4
        Ann> end                    no more conquests this turn
        Ann> redeploy 4:3 5:2       where the tokens stand in the end
        Ann> quit
        $ elbowroom terminal --resume

    \b
    More:
        elbowroom terminal --names Ann,Bob                      two people, one keyboard
        elbowroom terminal --players 4 --computers greedy,random
        elbowroom terminal --computers my_module:MyAgent        against your own agent
        elbowroom terminal --plain                              for screen readers
    """
    others = (players, names, seed, map_id, files or None, options or None)
    own_agents = [] if resume is None else split_words(computers or "")
    is_alone = all(other is None for other in others) and all(map(saved_games.is_code, own_agents))
    if resume is not None and not is_alone:
        raise click.UsageError(say("terminal_resume_alone"))
    screen = Screen(plain=plain or is_plain_terminal(), width=width)
    try:
        if resume is not None:
            file = Path(resume) if resume else saved_games.default_file()
            session = TerminalSession.resumed(file, save, own_agents)
            screen.print_lines([say("terminal_resumed", file=session.file)])
        else:
            is_asked = players is None and computers is None and names is None and sys.stdin.isatty()
            seating = ask_seating(screen.ask) if is_asked else seat_players(players, computers, names)
            session = _new_session(seating, _box(files), options, map_id, seed, save, screen)
        screen.print_lines([say("terminal_welcome")])
        PromptLoop(session, screen).play()
    except saved_games.SaveError as error:
        raise click.ClickException(str(error)) from None
    except (EOFError, KeyboardInterrupt):
        screen.print_lines([""])


def _box(files: tuple[Path, ...]) -> Content:
    """The base box with what the players add."""
    content = base_content()
    for file in files:
        try:
            content = add_content(content, file.read_text(encoding="utf-8"), file.name)
        except UnicodeDecodeError:
            raise Refused("not_text", file=file.name) from None
    return content


def _new_session(
    seating: Seating,
    content: Content,
    options: tuple[str, ...],
    map_id: str | None,
    seed: int | None,
    save: Path | None,
    screen: Screen,
) -> TerminalSession:
    """Set up a game; an unfinished one that lies in its place is moved aside first."""
    names, players = list(seating.names), len(seating.names)
    check_names(names, players)
    dealer = saved_games.fresh_dealer() if seed is None else Dealer(str(seed).encode())
    agreed = read_options(" ".join(options), names)
    game = new_game(players, options=agreed, content=content, map_id=map_id, names=names, dealer=dealer)
    file = save or saved_games.default_file()
    aside = saved_games.move_aside(file)
    if aside is not None:
        screen.print_unwrapped(say("terminal_set_aside", file=aside))
    luck = int.from_bytes(os.urandom(4), "big") if seed is None else seed
    return TerminalSession(game, seating.levels, dealer, file, luck)
