"""`elbowroom serve`: host games for yourself, the living room or the world."""

from __future__ import annotations

import io
import socket
from pathlib import Path
from urllib.parse import urlsplit

import click

from elbowroom.rules.refusals import Refused, require
from elbowroom.rules.words import say

EVERYWHERE = "0.0.0.0"  # noqa: S104 - asked for by --lan


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8710, show_default=True, type=click.IntRange(0, 65535), help="The port.")
@click.option("--lan", is_flag=True, help="Let others in the same network join; prints a QR code.")
@click.option("--public-url", help="The address under which the world reaches this server.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where games are kept (default: your data directory).",
)
@click.option("--database", help="postgresql://... instead of a file; several servers may share it.")
@click.option(
    "--thinkers", default=1, show_default=True, type=click.IntRange(1), help="Processes for computers."
)
def serve(
    host: str,
    port: int,
    lan: bool,
    public_url: str | None,
    data: Path | None,
    database: str | None,
    thinkers: int,
) -> None:
    """Host games.

    \b
    Example: elbowroom serve              for yourself
             elbowroom serve --lan        for everybody in the room
    """
    require("fastapi", "server")
    import platformdirs
    import uvicorn

    from elbowroom.server.app import Settings, make_app
    from elbowroom.server.people.identity import signing_key
    from elbowroom.server.storage.databases import store_for

    if data is not None and database is not None:
        raise Refused("data_or_database")
    folder = data or Path(platformdirs.user_data_dir("elbowroom", appauthor=False))
    store = store_for(database or f"sqlite:///{folder / 'elbowroom.db'}")
    address = EVERYWHERE if lan else host
    hosts = ["localhost", "127.0.0.1", "[::1]", host]
    public = urlsplit(public_url or "")
    if public_url is not None:
        if public.scheme not in ("http", "https") or not public.hostname:
            raise Refused("public_url", url=public_url)
        hosts.append(public.hostname)
    if lan:
        hosts.append(_own_address())
    settings = Settings(
        keys=signing_key(folder / "signing.key"),
        hosts=tuple(dict.fromkeys(hosts)),
        origins=() if public_url is None else (f"{public.scheme}://{public.netloc}",),
        is_secure=public.scheme == "https",
        thinkers=thinkers,
    )
    where = public_url or f"http://{_own_address() if lan else host}:{port}"
    click.echo(say("serving", where=where))
    if lan:
        click.echo(_qr(where))
    uvicorn.run(
        make_app(store, settings),
        host=address,
        port=port,
        ws="websockets-sansio",
        ws_max_size=8192,
        ws_per_message_deflate=False,
        log_level="warning",
        timeout_graceful_shutdown=5,
    )


def _own_address() -> str:
    """This machine's address in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # no packet is sent
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _qr(text: str) -> str:
    import segno

    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, compact=True)
    return out.getvalue()
