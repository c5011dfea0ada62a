"""`elbowroom play`: a server for this machine, and the browser on its first page."""

from __future__ import annotations

import json
import webbrowser
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

import click

from elbowroom.cli.hosting import PREFIX, in_plain_words, place_of
from elbowroom.rules.refusals import Refused, require
from elbowroom.rules.words import say

if TYPE_CHECKING:
    import socket

HERE: Final = "127.0.0.1"
PORTS: Final = 10
"""So many ports are tried, one after the other."""
PATIENCE: Final = 3.0
"""Seconds to wait for an answer of whoever listens already."""


@click.command()
@click.option("--port", default=8710, show_default=True, type=click.IntRange(1, 65000), help="Tried first.")
@click.option("--no-browser", is_flag=True, help="Only say where the game is.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar=f"{PREFIX}_DATA",
    show_envvar=True,
    help="The folder of your games (default: in your data directory, as for serve).",
)
def play(port: int, no_browser: bool, data: Path | None) -> None:
    """Play in the browser, on this machine.

    Your games are kept; those of `elbowroom serve` on this machine are the same ones.

    \b
    Example: elbowroom play
    """
    require("fastapi", "server")
    from elbowroom.server.app import Settings, make_app
    from elbowroom.server.doors.journal import keep_journal
    from elbowroom.server.doors.listener import Listener
    from elbowroom.server.people.identity import signing_key
    from elbowroom.server.storage.databases import store_for
    from elbowroom.server.storage.registry import Registry

    place = place_of(data, None, None)
    number, sockets = _listening(port)
    where = f"http://{HERE}:{number}"
    if not sockets:
        click.echo(say("playing_already", where=where))
        if not no_browser:
            webbrowser.open(where)
        return

    def ready() -> None:
        click.echo(say("serving", where=where))
        if not no_browser:  # some browsers keep whoever starts them waiting until they are closed
            Thread(target=webbrowser.open, args=(where,), daemon=True).start()

    keep_journal("text", "warning")
    settings = Settings(keys=signing_key(place.key_file), public_url=where)
    with in_plain_words():
        Listener(make_app(store_for(place.url), Registry(place.url), settings), ()).listen(sockets, ready)


def _listening(first: int) -> tuple[int, list[socket.socket]]:
    """The first port that is free, with sockets on it, or at which one of our servers is, without."""
    from elbowroom.server.doors.listener import bound

    for number in range(first, first + PORTS):
        try:
            return number, bound(HERE, number)
        except Refused:
            if _is_ours(number):
                return number, []
    raise Refused("no_free_port", first=first, last=first + PORTS - 1)


def _is_ours(port: int) -> bool:
    """Whether a server of this game answers there."""
    connection = HTTPConnection(HERE, port, timeout=PATIENCE)
    try:
        connection.request("GET", "/api/server")
        answer = json.loads(connection.getresponse().read())
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(answer, dict) and answer.keys() >= {"version", "edition", "levels"}
