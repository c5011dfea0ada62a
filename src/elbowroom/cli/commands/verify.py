"""`elbowroom verify`: whether the luck of a recorded game is what the server had committed to."""

from __future__ import annotations

from pathlib import Path

import click

from elbowroom.engine.record import read_record
from elbowroom.rules.refusals import require
from elbowroom.rules.words import say


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify(record: Path) -> None:
    """Check that the luck of a game was fair.

    The server shows the hash of a seed before the game, every player adds a number of their own, and the
    record of a finished game holds them all. Everything that chance brought must follow from them.

    \b
    Example: elbowroom verify game.elbowroom
    """
    require("itsdangerous", "server")
    from elbowroom.server.tables import fairness

    text = record.read_text(encoding="utf-8")
    pledge = fairness.read_pledge(text)
    game = read_record(text)
    if fairness.commitment(pledge.seed) != pledge.commitment:
        click.echo(say("verify_wrong_seed"))
        raise SystemExit(1)
    if not fairness.is_dealt_by(game, fairness.key_of(pledge.seed, pledge.nonces)):
        click.echo(say("verify_wrong_luck"))
        raise SystemExit(1)
    click.echo(say("verify_fair", commitment=pledge.commitment))
