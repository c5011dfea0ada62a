"""What all commands of a host have in common: where games are kept, by option or by environment."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

import click

from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    Command = Callable[..., Any]

Found = TypeVar("Found")

PREFIX: Final = "ELBOWROOM_SERVE"
"""How the variables of the environment begin, from which options are taken too."""


@dataclass(frozen=True)
class Place:
    """Where a server keeps what it knows."""

    url: str
    """The database."""
    key_file: Path


def place_options(command: Command) -> Command:
    """Where games are kept; the same for a server and for those who look after it."""
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


def place_of(data: Path | None, database: str | None, key_file: Path | None) -> Place:
    """The place that the options name."""
    import platformdirs

    folder = data or Path(platformdirs.user_data_dir("elbowroom", appauthor=False))
    url = database or f"sqlite:///{(folder / 'elbowroom.db').absolute()}"
    try:
        _ = urlsplit(url).port
    except ValueError:  # its words would tell a part of the password
        raise Refused("database_url", given=url.partition(":")[0]) from None
    return Place(url, key_file or folder / "signing.key")


@contextmanager
def in_plain_words() -> Iterator[None]:
    """A database that is not there is a sentence, not a traceback."""
    from elbowroom.server.storage.store import Unavailable

    try:
        yield
    except Unavailable as error:
        raise Refused("database_away", cause=_cause(error)) from error


def _cause(error: Exception) -> str:
    """What the driver of the database says, for the one who gave its address."""
    from sqlalchemy.exc import DBAPIError

    found = error.__cause__
    if isinstance(found, DBAPIError) and found.orig is not None:
        found = found.orig.__cause__ or found.orig
    return str(found or error).rstrip(".")


def run(work: Coroutine[Any, Any, Found]) -> Found:
    """Do something with the database while servers run."""
    with in_plain_words():
        return asyncio.run(work)
