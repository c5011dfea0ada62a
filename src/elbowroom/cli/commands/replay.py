"""`elbowroom replay`: a recorded game again, turn by turn, in sentences."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console

from elbowroom.cli.language import speaks
from elbowroom.cli.text_file import text_of_file
from elbowroom.engine.event_text import tell
from elbowroom.engine.game import Game
from elbowroom.engine.record import read_record
from elbowroom.rules.piece_names import PieceNames
from elbowroom.rules.words import region_name


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--to", "last", type=click.IntRange(0), help="Stop after this number of decisions and show the position."
)
@click.option("--position", is_flag=True, help="Print only the position at the end, in the notation.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@speaks
def replay(file: Path, last: int | None, position: bool, as_json: bool) -> None:
    """Replay a record, checking every action, and print what happened."""
    whole = read_record(text_of_file(file))
    game = whole.reopened()
    console = Console()
    board, pieces = game.setup.board, PieceNames(game.setup.content)

    def called(number: int) -> str:
        return region_name(board.map_id, number, board.labels[number - 1])

    history = whole.history if last is None else whole.history[:last]
    for action in history:
        events = game.apply_with_events(action)
        if not position and not as_json:
            for line in tell(events, game.names, called, pieces):
                console.print(line, markup=False, highlight=False)
    if as_json:
        click.echo(json.dumps(_summary(game, len(history))))
    elif position or last is not None:
        click.echo(game.to_text(), nl=False)
    elif game.is_over:
        for place in game.ranking():
            console.print(f"{place.place}. {game.names[place.seat]}: {place.coins}", highlight=False)


def _summary(game: Game, decisions: int) -> dict[str, object]:
    return {
        "players": game.names,
        "decisions": decisions,
        "is_over": game.is_over,
        "ranking": [asdict(place) for place in game.ranking()] if game.is_over else None,
        "position": game.to_text(),
    }
