"""`elbowroom play`: the game on this machine, and the browser on its first page."""

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
    engine_option,
    offered_engine,
    warn_without_client,
)
from elbowroom.rules.refusals import Refused, require
from elbowroom.rules.words import say

if TYPE_CHECKING:
    import socket

LOCALHOST: Final = "127.0.0.1"
SERVER_PORT: Final = 8710
SITE_PORT: Final = 8730
"""Not the server's: browsers keep what a page stores apart by port, and two programs would share it."""
MAX_PORTS_TRIED: Final = 10
PROBE_SECONDS: Final = 3.0
"""How long to wait for an answer of a server that listens already."""
SERVER_INFO: Final = "/api/server"
SITE_INFO: Final = "/data/server.json"
"""Where a static site has the same."""


@click.command()
@click.option(
    "--port",
    type=click.IntRange(1, 65000),
    help=f"Tried first (default: {SERVER_PORT}; with --offline {SITE_PORT}).",
)
@click.option("--no-browser", is_flag=True, help="Only say where the game is.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar=f"{PREFIX}_DATA",
    show_envvar=True,
    help="The folder of your games (default: in your data directory, as for serve).",
)
@engine_option
@click.option(
    "--offline",
    is_flag=True,
    help="Without a server: hand out the static site; the browser plays, and keeps your games.",
)
@click.option(
    "--site",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the static site, with --offline (default: where `make site` writes it).",
)
def play(
    port: int | None,
    no_browser: bool,
    data: Path | None,
    engine: Path | None,
    offline: bool,
    site: Path | None,
) -> None:
    """Play in the browser, on this machine.

    Your games are kept; those of `elbowroom serve` on this machine are the same ones.
    With --offline they are kept by the browser, under the address of the page.

    \b
    Example: elbowroom play
             elbowroom play --offline
    """
    require("starlette", "server")
    if offline or site is not None:
        _play_offline(port or SITE_PORT, site, no_browser=no_browser)
    else:
        _play_on_server(port or SERVER_PORT, data, engine, no_browser=no_browser)


def _play_offline(port: int, folder: Path | None, *, no_browser: bool) -> None:
    """Hand out a static site."""
    from elbowroom.server.http.site_files import SITE_FOLDER, make_site_app
    from elbowroom.server.http.uvicorn_server import FileServer

    app = make_site_app(folder or SITE_FOLDER)
    number, sockets = _find_port(port, SITE_INFO)
    where = _address(number)
    if not sockets:
        _show_running(where, no_browser=no_browser)
        return

    def announce() -> None:
        click.echo(say("serving", where=where))
        if not no_browser:
            _open_browser(where)

    FileServer(app).serve_on(sockets, announce)


def _play_on_server(port: int, data: Path | None, engine: Path | None, *, no_browser: bool) -> None:
    """Run a server for this machine."""
    from elbowroom.server.app import Settings, make_app
    from elbowroom.server.http.request_log import configure_logging
    from elbowroom.server.http.uvicorn_server import GameServer
    from elbowroom.server.people.signing_keys import signing_key
    from elbowroom.server.storage.factory import store_for
    from elbowroom.server.storage.people_db import PeopleDb

    location = data_location(data, None, None)
    number, sockets = _find_port(port, SERVER_INFO)
    where = _address(number)
    if not sockets:
        _show_running(where, no_browser=no_browser)
        return

    def announce() -> None:
        click.echo(say("serving", where=where))
        warn_without_client(settings.client)
        if not no_browser:
            _open_browser(where)

    configure_logging("text", "warning")
    settings = Settings(
        keys=signing_key(location.key_file),
        public_url=where,
        engine=offered_engine(engine),
        lan_port=number,
        has_show_games=True,
    )
    with database_errors_as_refusals():
        app = make_app(store_for(location.url, is_server=True), PeopleDb(location.url), settings)
        GameServer(app, ()).serve_on(sockets, announce)


def _address(port: int) -> str:
    return f"http://{LOCALHOST}:{port}"


def _show_running(where: str, *, no_browser: bool) -> None:
    """Lead to a game that runs already."""
    click.echo(say("playing_already", where=where))
    if not no_browser:
        webbrowser.open(where)


def _open_browser(where: str) -> None:
    """Open the browser in a thread, as some browsers return only when they are closed."""
    Thread(target=webbrowser.open, args=(where,), daemon=True).start()


def _find_port(first: int, info: str) -> tuple[int, list[socket.socket]]:
    """The first port that is free, with sockets bound to it; without sockets if our game has it already.

    The game is known by what it says of itself under the address `info`.
    """
    from elbowroom.server.http.uvicorn_server import bind_sockets

    for number in range(first, first + MAX_PORTS_TRIED):
        try:
            return number, bind_sockets(LOCALHOST, number)
        except Refused:
            if _is_elbowroom(number, info):
                return number, []
    raise Refused("no_free_port", first=first, last=first + MAX_PORTS_TRIED - 1)


def _is_elbowroom(port: int, info: str) -> bool:
    """Whether this game answers there."""
    connection = HTTPConnection(LOCALHOST, port, timeout=PROBE_SECONDS)
    try:
        connection.request("GET", info)
        answer = json.loads(connection.getresponse().read())
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(answer, dict) and answer.keys() >= {"version", "edition", "levels"}
