"""`elbowroom backup` and `elbowroom restore`: all games and people in one file, and into a database again."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from elbowroom.cli.commands.host_options import data_location, location_options, run
from elbowroom.rules.refusals import Refused, require
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@location_options
@click.option("--without-key", is_flag=True, help="Leave out the signing key; guests then become strangers.")
def backup(
    file: Path, data: Path | None, database: str | None, key_file: Path | None, without_key: bool
) -> None:
    """Write everything that a server knows to FILE, while it runs.

    The file holds secrets: the seeds of running games, hashes of passwords, and the signing key unless you
    leave it out. Only you may read it. An older file of this name is replaced when the new one is whole.

    \b
    Example: elbowroom backup games.backup
    """
    require("starlette", "server")
    from elbowroom.server.people.signing_keys import signing_key
    from elbowroom.server.storage.backup import write_backup

    location = data_location(data, database, key_file)
    if not without_key and not location.key_file.exists():
        raise Refused("key_not_there", file=location.key_file)
    keys = [] if without_key else signing_key(location.key_file)
    with _progress() as tell:
        header = run(write_backup(location.url, file, keys, time.time(), tell))
    click.echo(say("backup_written", rows=header.rows, file=file))


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@location_options
def restore(file: Path, data: Path | None, database: str | None, key_file: Path | None) -> None:
    """Fill an empty database from a backup FILE.

    The backup may be of the other kind of database, and of an older version. Nothing is written before the
    whole file was checked.

    \b
    Example: elbowroom restore games.backup --database postgresql://localhost/elbowroom
    """
    require("starlette", "server")
    from elbowroom.server.people.signing_keys import add_keys
    from elbowroom.server.storage.restore import restore_backup

    location = data_location(data, database, key_file)
    with _progress() as tell:
        header = run(restore_backup(location.url, file, tell))
    if header.keys:
        add_keys(location.key_file, header.keys)
    when = datetime.fromtimestamp(header.made_at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    click.echo(say("backup_restored", rows=header.rows, when=when))


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from elbowroom.cli.commands.batch_options import progress_bar

    with progress_bar("rows", quiet=False) as bar:
        task = bar.add_task("")
        yield lambda done, total: bar.update(task, completed=done, total=total)
