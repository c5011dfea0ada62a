"""Commands mean one thing: an id is used once, a base is a number of the log, a refused socket says why."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from elbowroom.rules.refusals import Refused
from elbowroom.server.app import Settings, make_app
from elbowroom.server.http.services import app_services
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.tables import commands
from elbowroom.server.tables.command_names import name_of, read_name
from elbowroom.server.tables.settings import TableSettings
from tests.server.clients import Client, Server
from tests.server.halls import hall
from tests.server.play import join

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from starlette.applications import Starlette

    from elbowroom.server.rooms.room import Room
    from elbowroom.server.rooms.rooms import Rooms


def test_a_name_tells_who_sent_what() -> None:
    name = name_of("gx", "an id", commands.Say("hello"))
    assert read_name(name.written()) == name
    assert name == name_of("gx", "an id", commands.Say("hello"))
    assert name.says_other_than(name_of("gx", "an id", commands.Say("hello!")))
    assert not name.says_other_than(read_name("gx an id")), "an older version stored no digest"


def test_commands_of_different_kinds_are_never_the_same() -> None:
    kinds = (commands.Leave, commands.Undo, commands.Return, commands.Pause, commands.Resume)
    seated: list[commands.AnyCommand] = [kind(0) for kind in kinds]
    assert len({name_of("gx", "1", command) for command in seated}) == len(seated)


async def begun(rooms: Rooms) -> Room:
    room = await rooms.open_table(TableSettings(2), "ann")
    await room.do("ann", "1", commands.Join("Ann"))
    await room.do("bob", "1", commands.Join("Bob", invite=room.table.invite))
    return room


async def test_an_id_is_used_for_one_command(url: str) -> None:
    async with hall(url) as place:
        room = await begun(place.rooms)
        seq = await room.do("ann", "word", commands.Say("hello"))
        assert await room.do("ann", "word", commands.Say("hello")) == seq
        assert await room.do("bob", "word", commands.Say("hi")) == seq + 1, "another person, another id"
        with pytest.raises(Refused) as refused:
            await room.do("ann", "word", commands.Say("goodbye"))
        assert (refused.value.code, refused.value.params) == ("id_reused", {"seq": seq})
        table_id = room.id
    async with hall(url) as place:  # also after a restart
        room = await place.rooms.room(table_id)
        assert await room.do("ann", "word", commands.Say("hello")) == seq
        with pytest.raises(Refused, match="used for another command"):
            await room.do("ann", "word", commands.Say("goodbye"))
        assert len(room.rows) == seq + 1


async def test_another_process_knows_what_an_id_was_used_for(url: str) -> None:
    async with hall(url) as place, hall(url) as other:
        room = await begun(place.rooms)
        twin = await other.rooms.room(room.id)
        seq = await room.do("ann", "word", commands.Say("hello"))
        with pytest.raises(Refused, match="used for another command"):
            await twin.do("ann", "word", commands.Say("goodbye"))
        assert await twin.do("ann", "word", commands.Say("hello")) == seq


async def test_a_base_is_a_number_of_the_log(url: str) -> None:
    async with hall(url) as place, hall(url) as other:
        room = await begun(place.rooms)
        twin = await other.rooms.room(room.id)
        head = await room.do("ann", "word", commands.Say("hello"))
        await twin.do("ann", "here", commands.Say("I know that number"), base=head)
        with pytest.raises(Refused) as refused:
            await twin.do("ann", "there", commands.Say("I know another"), base=head + 2)
        assert (refused.value.code, refused.value.params) == (
            "base_ahead",
            {"base": head + 2, "head": head + 1},
        )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server")).start()
    yield found
    found.stop()


async def refusal(client: Client, table: str, since: int = 0) -> tuple[dict[str, Any], int, str]:
    """The farewell of a refused socket, its close code, and the words beside that."""
    async with client.at(table, since) as line:
        bye = await line.hear()
        with pytest.raises(ConnectionClosed):
            await line.hear()
        return bye, line.connection.close_code or 0, line.connection.close_reason or ""


@pytest.mark.process
async def test_a_refused_socket_says_why(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2)
    bye, code, words = await refusal(ann, "nosuchtable")
    assert (bye["type"], bye["code"], code, words) == ("bye", "unknown_table", 4404, "unknown_table")
    assert bye["reason"] == "There is no such table.", "to try again is in vain"
    bye, code, words = await refusal(Client(server, "elbowroom_s_nobody"), table)
    assert (bye["code"], code, words) == ("signed_out", 4401, "signed_out")


@pytest.mark.process
async def test_a_page_of_another_site_is_told_so_before_anything_is_opened(server: Server) -> None:
    ann = Client(server)
    url = f"ws://127.0.0.1:{server.port}/ws/tables/{ann.open(players=2)}"
    with pytest.raises(InvalidStatus) as refused:
        async with connect(url, origin="https://evil.example"):  # type: ignore[arg-type]
            pass
    assert refused.value.response.status_code == 403
    assert b'"code":"wrong_origin"' in (refused.value.response.body or b"")


@pytest.mark.process
async def test_a_client_that_is_ahead_of_the_log_starts_anew(server: Server) -> None:
    """As after an older backup was restored: nothing that it knows can be relied on."""
    ann = Client(server)
    table = ann.open(players=2)
    join(ann, table, "Ann")
    bye, code, words = await refusal(ann, table, since=3)
    assert (bye["code"], bye["params"], code, words) == (
        "base_ahead",
        {"base": 3, "head": 2},
        4409,
        "base_ahead",
    )
    assert bye["reason"] == "", "it passes as soon as the client begins anew"
    async with ann.at(table) as line:
        assert (await line.hear())["seq"] == 2


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Starlette]:
    url = f"sqlite:///{folder / 'elbowroom.db'}"
    app = make_app(store_for(url), PeopleDb(url), Settings(keys=["00" * 32], client=folder / "client"))
    async with app.router.lifespan_context(app):
        yield app


async def test_who_goes_away_during_the_handshake_is_no_error(tmp_path: Path) -> None:
    async with running(tmp_path) as app:
        rooms = app_services(app).rooms
        table = (await rooms.open_table(TableSettings(2), "ann")).id
        for name in (table, "nosuchtable"):
            scope = {
                "type": "websocket",
                "path": f"/ws/tables/{name}",
                "headers": [(b"host", b"localhost")],
                "query_string": b"",
                "client": ("127.0.0.1", 1),
                "subprotocols": [],
                "state": {},
            }

            async def receive() -> dict[str, object]:
                return {"type": "websocket.connect"}

            async def send(_message: object) -> None:
                raise ClientDisconnected

            await app(scope, receive, send)
        assert rooms.metrics.registry.get_sample_value("elbowroom_errors_total") == 0.0
        assert not rooms.has_subscribers
