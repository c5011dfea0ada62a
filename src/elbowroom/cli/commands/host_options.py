"""Options that all commands for hosts share: where games are kept, by option or environment variable."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

import click

from elbowroom.cli.data_folder import data_folder
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from elbowroom.server.http.engine_files import Engine

    Command = Callable[..., Any]

Result = TypeVar("Result")

PREFIX: Final = "ELBOWROOM_SERVE"
"""How the names of the environment variables begin that can stand for options."""


@dataclass(frozen=True)
class DataLocation:
    """Where a server keeps what it knows."""

    url: str
    """The database."""
    key_file: Path


def location_options(command: Command) -> Command:
    """The options that say where games are kept; the same for `serve`, `admin`, `backup` and `restore`."""
    data = click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        envvar=f"{PREFIX}_DATA",
        show_envvar=True,
        help="The folder of the server's files (default: in your data directory).",
    )
    database = click.option(
        "--database",
        envvar=f"{PREFIX}_DATABASE",
        show_envvar=True,
        help="postgresql://... instead of a file in that folder; several servers may share it.",
    )
    key_file = click.option(
        "--key-file",
        type=click.Path(dir_okay=False, path_type=Path),
        envvar=f"{PREFIX}_KEY_FILE",
        show_envvar=True,
        help="What signs the tokens of guests (default: signing.key in that folder).",
    )
    return data(database(key_file(command)))


def data_location(data: Path | None, database: str | None, key_file: Path | None) -> DataLocation:
    """The location that these options name."""
    folder = data or data_folder()
    url = database or f"sqlite:///{(folder / 'elbowroom.db').absolute()}"
    try:
        _ = urlsplit(url).port
    except ValueError:  # the error's text holds a part of the password
        raise Refused("database_url", given=url.partition(":")[0]) from None
    return DataLocation(url, key_file or folder / "signing.key")


def engine_option(command: Command) -> Command:
    """The option that says with what browsers play offline; the same for `serve` and `play`."""
    return click.option(
        "--engine",
        type=click.Path(file_okay=False, path_type=Path),
        envvar=f"{PREFIX}_ENGINE",
        show_envvar=True,
        help="The folder of the engine for browsers, for playing offline (default: what `make wasm` made).",
    )(command)


def offered_engine(folder: Path | None) -> Engine | None:
    """The engine in this folder, or in that of a clone; if it is not complete, say so and offer none."""
    from elbowroom.server.http.engine_files import ENGINE_FOLDER, read_engine

    if folder is None and not ENGINE_FOLDER.exists():
        return None
    try:
        return read_engine(folder or ENGINE_FOLDER)
    except Refused as refused:
        click.echo(str(refused), err=True)
        return None


def warn_without_client(folder: Path) -> None:
    """Say that browsers will find no game, if the client was not built into this folder."""
    if not (folder / "index.html").is_file():
        click.echo(say("serving_without_client", folder=folder), err=True)


@contextmanager
def database_errors_as_refusals() -> Iterator[None]:
    """Turn "the database cannot be reached" into a refusal, which is one sentence."""
    from elbowroom.server.storage.store import Unavailable

    try:
        yield
    except Unavailable as error:
        raise Refused("database_away", cause=_cause(error)) from error


def _cause(error: Exception) -> str:
    """What the driver of the database says about the error."""
    from sqlalchemy.exc import DBAPIError

    cause = error.__cause__
    if isinstance(cause, DBAPIError) and cause.orig is not None:
        cause = cause.orig.__cause__ or cause.orig
    return str(cause or error).rstrip(".")


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Do something with the database while servers run."""
    with database_errors_as_refusals():
        return asyncio.run(work)
