"""`elbowroom play`: a server for this machine, and the browser on its first page."""

from __future__ import annotations

import json
import webbrowser
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

import click

from elbowroom.cli.commands.host_options import (
    PREFIX,
    data_location,
    database_errors_as_refusals,
    warn_without_client,
)
from elbowroom.rules.refusals import Refused, require
from elbowroom.rules.words import say

if TYPE_CHECKING:
    import socket

LOCALHOST: Final = "127.0.0.1"
MAX_PORTS_TRIED: Final = 10
PROBE_SECONDS: Final = 3.0
"""How long to wait for an answer of a server that listens already."""


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
    require("starlette", "server")
    from elbowroom.server.app import Settings, make_app
    from elbowroom.server.http.request_log import configure_logging
    from elbowroom.server.http.uvicorn_server import GameServer
    from elbowroom.server.people.signing_keys import signing_key
    from elbowroom.server.storage.factory import store_for
    from elbowroom.server.storage.people_db import PeopleDb

    location = data_location(data, None, None)
    number, sockets = _find_port(port)
    where = f"http://{LOCALHOST}:{number}"
    if not sockets:
        click.echo(say("playing_already", where=where))
        if not no_browser:
            webbrowser.open(where)
        return

    def announce() -> None:
        click.echo(say("serving", where=where))
        warn_without_client(settings.client)
        if not no_browser:  # in a thread, as some browsers return only when they are closed
            Thread(target=webbrowser.open, args=(where,), daemon=True).start()

    configure_logging("text", "warning")
    settings = Settings(
        keys=signing_key(location.key_file), public_url=where, lan_port=number, has_show_games=True
    )
    with database_errors_as_refusals():
        app = make_app(store_for(location.url, is_server=True), PeopleDb(location.url), settings)
        GameServer(app, ()).serve_on(sockets, announce)


def _find_port(first: int) -> tuple[int, list[socket.socket]]:
    """The first port that is free, with sockets bound to it; without sockets if our server has it already."""
    from elbowroom.server.http.uvicorn_server import bind_sockets

    for number in range(first, first + MAX_PORTS_TRIED):
        try:
            return number, bind_sockets(LOCALHOST, number)
        except Refused:
            if _is_elbowroom(number):
                return number, []
    raise Refused("no_free_port", first=first, last=first + MAX_PORTS_TRIED - 1)


def _is_elbowroom(port: int) -> bool:
    """Whether a server of this game answers there."""
    connection = HTTPConnection(LOCALHOST, port, timeout=PROBE_SECONDS)
    try:
        connection.request("GET", "/api/server")
        answer = json.loads(connection.getresponse().read())
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(answer, dict) and answer.keys() >= {"version", "edition", "levels"}
