"""Whatever comes through a socket is answered, or ends the connection in order; the server goes on."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, example, given, seed, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.commands import Question
from elbowroom.server.tables.envelopes import MAX_ID_CHARACTERS, Envelope, read_envelope, read_id
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.views.updates import Nack
from tests.server.clients import PATIENCE, Client, Line, Server, farewell
from tests.server.play import join
from tests.server.tables import Played

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.process
bounded = settings(
    max_examples=300, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
MAX_LETTERS = 2000
"""So many letters always fit into a frame."""

numbers = st.one_of(
    st.integers(-3, 9),
    st.integers(),
    st.sampled_from([2**31, 2**53, 2**63, -(2**63) - 1, 2**64, 10**30, 10**4200, -(10**4200)]),
    st.floats(allow_nan=False, allow_infinity=False),
)
words = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "",
            "\0",
            "\ud800",
            "\u202e",
            "a" * 5000,
            "%s%n{0}{x.y}",
            "../../etc",
            "'; drop table log; --",
            "\x7f",
        ]
    ),
    st.sampled_from(["end", "pick 1", "conquer 4", "redeploy 1:99999999999999999999", "hard", "invited"]),
)
values = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=8,
)
FIELDS: dict[str, dict[str, Any]] = {
    "join": {"name": "Ann", "nonce": "n1", "seat": 0, "invite": "invited", "commitment": ""},
    "leave": {"seat": 0},
    "commit": {"seat": 0, "commitment": "00" * 32},
    "reveal": {"seat": 0, "nonce": "n1"},
    "start": {"level": "easy"},
    "act": {"seat": 0, "action": "pick 1", "actions": ["expand", "conquer 4"]},
    "undo": {"seat": 0, "beyond_luck": False},
    "return": {"seat": 0},
    "pause": {"seat": 0},
    "resume": {"seat": 0},
    "invite": {},
    "close": {},
    "say": {"text": "hello", "name": "Eve"},
    "hint": {},
    "costs": {},
    "state": {"differs": True},
}
"""What each command may have."""


@st.composite
def nearly_envelopes(draw: st.DrawFn) -> dict[str, Any]:
    """An envelope that is right but for a few things, or not even that."""
    do = draw(st.sampled_from(sorted(FIELDS)))
    cmd: dict[str, Any] = {"do": do, **FIELDS[do]}
    found: dict[str, Any] = {"v": 1, "id": draw(st.just("known") | words), "base": None, "cmd": cmd}
    for _ in range(draw(st.integers(0, 3))):
        part = draw(st.sampled_from([found, cmd]))
        key = draw(st.sampled_from([*part, "surprise"]))
        part[key] = draw(values)
    return found


nested = st.builds(
    lambda depth, one: one * depth,
    st.sampled_from([10, 1000, 4000]),
    st.sampled_from(["[", '{"a":', '{"cmd":']),
)
texts = st.one_of(
    nearly_envelopes().map(json.dumps),
    nearly_envelopes().map(lambda found: json.dumps(found, ensure_ascii=False)),
    values.map(json.dumps),
    words,
    nested,
)
messages = st.one_of(
    texts, st.binary(max_size=200), texts.map(lambda text: text.encode(errors="surrogatepass"))
)


def test_every_command_is_known_here() -> None:
    kinds = msgspec.json.schema_components([Envelope])[1]
    mapping = kinds["Envelope"]["properties"]["cmd"]["discriminator"]["mapping"]
    assert FIELDS.keys() == mapping.keys()
    for do, fields in FIELDS.items():
        kind = kinds[mapping[do].rpartition("/")[2]]
        assert {"do", *fields} == kind["properties"].keys()


@seed(1)
@bounded
@given(text=messages)
@example(text="")
@example(text=b"\xff\xfe")
@example(text="\ud800")
@example(text="[" * 100_000)
def test_a_message_is_an_envelope_or_is_refused_in_words(text: str | bytes) -> None:
    """And its id is told back only if it can be shown."""
    with suppress(Refused):
        envelope = read_envelope(text)
        assert read_id(text) == envelope.id != ""
    found = read_id(text)
    assert len(found) <= MAX_ID_CHARACTERS
    assert found.isprintable()
    msgspec.json.encode(found)


@seed(1)
@bounded
@given(found=nearly_envelopes(), person=st.sampled_from(["ann", "bob", "eve"]), begun=st.booleans())
def test_a_command_that_can_be_read_is_carried_out_or_refused_in_words(
    found: dict[str, Any], person: str, begun: bool
) -> None:
    played = Played(TableSettings(players=2 if begun else 3)).sit("ann", "bob")
    try:
        envelope = read_envelope(json.dumps(found))
        if not isinstance(envelope.cmd, Question):
            played.do(person, envelope.cmd)
    except Refused as refused:
        nack = Nack(read_id(json.dumps(found)), refused.code, refused.params, str(refused), 1)
        assert json.loads(msgspec.json.encode(nack, enc_hook=str))["reason"]
    else:
        assert msgspec.json.encode([row.entry for row in played.log])


class House:
    """A server with a running game, and somebody who plays at it."""

    def __init__(self, server: Server) -> None:
        """Ann plays with Bob, or with herself."""
        self.server = server
        self.ann = Client(server)
        self.table = self.ann.open(players=2)
        join(self.ann, self.table, "Ann")
        join(self.ann, self.table, "Bob")

    def is_well(self) -> bool:
        """Whether the server answers, and nothing happened that nobody expected."""
        health = httpx.get(f"{self.server.url}/api/health", timeout=PATIENCE)
        log = self.server.log()
        return health.status_code == 200 and not any(word in log for word in ("Traceback", "unexpected"))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    server = Server(tmp_path_factory.mktemp("house")).start()
    yield House(server)
    assert server.stop() == 0


async def ended_by(line: Line) -> int | None:
    """Listen until the connection ends; the code that the other side gave, if it said any."""
    with pytest.raises(ConnectionClosed) as caught:
        await line.until("never")
    return None if caught.value.rcvd is None else int(caught.value.rcvd.code)


def frame(head: int, payload: bytes, *, is_masked: bool = True) -> bytes:
    """A frame whose first byte and payload may be anything."""
    mask = 0x80 if is_masked else 0
    size = (
        bytes([mask | len(payload)])
        if len(payload) < 126
        else bytes([mask | 126, *divmod(len(payload), 256)])
    )
    return bytes([head]) + size + (bytes(4) if is_masked else b"") + payload


@seed(1)
@settings(bounded, max_examples=40)
@given(sent=st.lists(messages, min_size=1, max_size=8))
def test_every_message_is_answered_or_the_connection_ends_in_order(
    house: House, sent: list[str | bytes]
) -> None:
    """Also after nonsense the next command is heard."""

    async def story() -> int:
        async with house.ann.at(house.table) as line:
            for message in sent:
                text = message.encode(errors="replace").decode() if isinstance(message, str) else message
                await line.connection.send(text[:MAX_LETTERS])
            await line.send({"do": "undo", "seat": 99}, "the last one")
            count = 0
            while "the last one" not in line.answers:
                count += (await line.hear())["type"] in ("ack", "nack")
            return count

    assert asyncio.run(story()) == len(sent) + 1
    assert house.is_well()


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (frame(0x81, b"\xff\xfe"), 1007),
        (frame(0x81, b'{"id": "\xed\xa0\x80"}'), 1007),
        (frame(0x81, b"x" * 9000), 1009),
        (frame(0x01, b"x" * 5000) + frame(0x80, b"x" * 5000), 1009),
        (frame(0x81, b"{}", is_masked=False), 1002),
        (frame(0x80, b"{}"), 1002),
        (frame(0xC1, b"{}"), 1002),
        (frame(0x83, b"{}"), 1002),
        (frame(0x89, b"x" * 126), 1002),
        (frame(0x88, b"\0"), 1002),
        (b"GET / HTTP/1.1\r\n\r\n", 1002),
        (b"\x81\xff\x7f" + b"\xff" * 11, 1009),
    ],
    ids=lambda value: repr(value)[:20],
)
async def test_what_is_no_frame_ends_the_connection_with_its_code(
    house: House, raw: bytes, code: int
) -> None:
    async def story() -> int | None:
        async with house.ann.at(house.table) as line:
            await line.hear()
            line.connection.transport.write(raw)
            return await ended_by(line)

    assert await story() == code
    assert house.is_well()


@pytest.mark.parametrize(
    "query",
    ["since=-1", "since=99999999999999999999999", "since=%00", "since=x", "since=1&since=2", "x=%ff", "?"],
)
async def test_a_strange_query_opens_the_table_or_nothing(house: House, query: str) -> None:
    async def story() -> None:
        url = f"ws://127.0.0.1:{house.server.port}/ws/tables/{house.table}?{query}"
        with suppress(InvalidStatus):
            async with connect(url, additional_headers=house.ann.headers) as socket:
                assert json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))["type"] == "update"

    await story()
    assert house.is_well()


@pytest.mark.parametrize("name", ["%00", "%ff%fe", "x" * 4000, "..%2f..", "%ed%a0%80", "'--", "%F0%9F%98%80"])
async def test_a_strange_name_of_a_table_is_unknown(house: House, name: str) -> None:
    async def story() -> None:
        with suppress(InvalidStatus):  # no address of ours
            assert (await farewell(house.ann, name))["code"] == "unknown_table"

    await story()
    assert house.ann.get(f"/api/tables/{name}").status_code == 404
    assert house.is_well()


async def test_a_flood_of_nonsense_ends_the_connection(house: House) -> None:
    """One who does not stop is let go; others do not notice."""

    async def story() -> int | None:
        async with house.ann.at(house.table) as line:
            with suppress(ConnectionClosed):
                for _ in range(1000):
                    await line.connection.send("nonsense")
            return await ended_by(line)

    assert await story() in (1001, 4429)
    assert house.is_well()
