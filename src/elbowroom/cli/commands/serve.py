"""`elbowroom serve`: host games for yourself, the living room or the world."""

from __future__ import annotations

import io
import sys
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import click

from elbowroom.cli.commands.host_options import (
    PREFIX,
    data_location,
    database_errors_as_refusals,
    engine_option,
    location_options,
    offered_engine,
    warn_without_client,
)
from elbowroom.rules.refusals import Refused, require
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from ipaddress import IPv4Network, IPv6Network

    from elbowroom.server.community.publishing import Review

ALL_INTERFACES = "0.0.0.0"  # noqa: S104 - asked for by --lan
THIS_MACHINE: Final = ("127.0.0.0/8", "::1")
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
LOG_LEVELS: Final = ("debug", "info", "warning", "error")

option = partial(click.option, show_envvar=True)


@click.command(context_settings={"auto_envvar_prefix": PREFIX})
@option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@option("--port", default=8710, show_default=True, type=click.IntRange(0, 65535), help="The port.")
@option("--lan", is_flag=True, help="Let others in the same network join; prints a QR code.")
@option("--public-url", help="The address under which the world reaches this server.")
@option("--allow-host", multiple=True, help="One more name under which it may be addressed (repeatable).")
@location_options
@option("--bus", metavar="URL", help="redis://...: servers that share a database wake each other by it too.")
@option(
    "--trusted-proxy",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy that may say for whom it asks, address or network (repeatable; default: none).",
)
@option(
    "--metrics-from",
    multiple=True,
    metavar="ADDRESS",
    help="Who may read /metrics, address or network (repeatable; default: this machine).",
)
@option("--smtp", metavar="URL", help="smtp[s]://USER:PASSWORD@HOST:PORT sends mail in slow games.")
@option("--mail-from", metavar="ADDRESS", help="The address that mail comes from.")
@option("--log-format", type=click.Choice(["text", "json"]), help="Default: text on a terminal, else json.")
@option("--log-level", type=click.Choice(LOG_LEVELS), help="Default: warning on a terminal, else info.")
@option(
    "--client",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of another browser client (default: the one that was installed).",
)
@engine_option
@option(
    "--bots",
    "--thinkers",
    "bots",
    envvar=[f"{PREFIX}_BOTS", f"{PREFIX}_THINKERS"],
    default=1,
    show_default=True,
    type=click.IntRange(1),
    help="Processes for computer players (--thinkers is the old name).",
)
@option(
    "--show-games/--no-show-games",
    default=True,
    help="Let two experts play a game for those who watch; it runs only while somebody does (default: yes).",
)
@option(
    "--review",
    default="first",
    show_default=True,
    type=click.Choice(["first", "all", "none"]),
    help="Publications that an administrator sees before others do: the first of an account, all, or none.",
)
@option(
    "--blocked-words",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file with more words that nobody may write here, one in a line.",
)
@option(
    "--test-games",
    default=4000,
    show_default=True,
    type=click.IntRange(0),
    help="Games that computers play to test a creation, while nobody waits for them; 0: none.",
)
@option(
    "--known-seed", metavar="HEX", help="For tests only: every table gets this seed, so its luck is known."
)
def serve(
    host: str,
    port: int,
    lan: bool,
    public_url: str | None,
    allow_host: tuple[str, ...],
    data: Path | None,
    database: str | None,
    key_file: Path | None,
    bus: str | None,
    trusted_proxy: tuple[str, ...],
    metrics_from: tuple[str, ...],
    smtp: str | None,
    mail_from: str | None,
    log_format: str | None,
    log_level: str | None,
    client: Path | None,
    engine: Path | None,
    bots: int,
    show_games: bool,
    test_games: int,
    review: Review,
    blocked_words: Path | None,
    known_seed: str | None,
) -> None:
    """Host games.

    Every option can also be given by the environment, so that secrets need not stand on the command line.

    \b
    Example: elbowroom serve              for yourself
             elbowroom serve --lan        for everybody in the room
    """
    require("starlette", "server")
    from elbowroom.server.app import Settings, make_app
    from elbowroom.server.community.blocked_words import read_words
    from elbowroom.server.http.client_files import CLIENT_FOLDER
    from elbowroom.server.http.request_log import configure_logging
    from elbowroom.server.http.services import app_services
    from elbowroom.server.http.uvicorn_server import GameServer, bind_sockets
    from elbowroom.server.people.mail import relay_of
    from elbowroom.server.people.signing_keys import signing_key
    from elbowroom.server.storage.factory import store_for
    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.tables import fairness

    location = data_location(data, database, key_file)
    store = store_for(location.url, bus, is_server=True)
    public = urlsplit(public_url or "")
    if public_url is not None and (public.scheme not in ("http", "https") or not public.hostname):
        raise Refused("public_url", url=public_url)
    trusted_proxies = [str(network) for network in _networks(trusted_proxy)]
    metrics_readers = _networks(metrics_from or THIS_MACHINE)
    relay = relay_of(smtp, mail_from) if smtp else None
    keys = signing_key(location.key_file)
    is_terminal = sys.stderr.isatty()
    default_format = "text" if is_terminal else "json"
    configure_logging(
        "text" if (log_format or default_format) == "text" else "json",
        log_level or ("warning" if is_terminal else "info"),
    )
    sockets = bind_sockets(ALL_INTERFACES if lan else host, port)
    number = sockets[0].getsockname()[1]
    name = _own_address() if lan else host
    where = public_url or f"http://{f'[{name}]' if ':' in name else name}:{number}"
    is_for_this_machine = host in LOOPBACK and not (lan or public_url or trusted_proxy)
    hosts = ("localhost", "127.0.0.1", "[::1]", name, public.hostname or name, *allow_host)
    settings = Settings(
        keys=keys,
        hosts=tuple(dict.fromkeys(hosts)),
        origins=() if public_url is None else (f"{public.scheme}://{public.netloc}",),
        is_secure=public.scheme == "https",
        public_url=where.rstrip("/"),
        relay=relay,
        client=client or CLIENT_FOLDER,
        engine=offered_engine(engine),
        bots=bots,
        lan_port=number if is_for_this_machine else None,
        reachable_at=(where.rstrip("/"),) if lan or public_url else (),
        has_show_games=show_games,
        test_games=test_games,
        metrics_from=metrics_readers,
        review=review,
        blocked_words=() if blocked_words is None else read_words(blocked_words),
        known_seed=None if known_seed is None else fairness.check_seed(known_seed),
    )

    def announce() -> None:
        click.echo(say("serving", where=where))
        warn_without_client(settings.client)
        if known_seed is not None:
            click.echo(say("serving_known_seed"))
        if lan:
            click.echo(_qr_code(where))
        code = app_services(app).admins.first_code
        if code is not None:
            click.echo(say("serving_admin_code", where=f"{settings.public_url}/admin", code=code))
        if lan and not settings.is_secure:
            click.echo(say("serving_plainly"))

    with database_errors_as_refusals():
        app = make_app(store, PeopleDb(location.url), settings)
        GameServer(app, trusted_proxies).serve_on(sockets, announce)


def _networks(addresses: Sequence[str]) -> tuple[IPv4Network | IPv6Network, ...]:
    """The networks with these addresses."""
    try:
        return tuple(ip_network(address, strict=False) for address in addresses)
    except ValueError as error:
        raise Refused("network_address", words=list(addresses)) from error


def _own_address() -> str:
    """The address of this machine in its network."""
    from elbowroom.server.http.living_room import PROBES, local_addresses, source_address

    return next(iter(local_addresses()), source_address(PROBES[0]) or "127.0.0.1")


def _qr_code(text: str) -> str:
    import segno

    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, compact=True)
    return out.getvalue()
