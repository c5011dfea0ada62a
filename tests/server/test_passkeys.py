"""Passkeys: who holds the key comes in, for this server, once for each challenge, and nobody else."""

from __future__ import annotations

import json
import secrets
import struct
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import cbor2
import httpx
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from elbowroom.rules.refusals import Refused
from elbowroom.server.people.accounts import account_of
from elbowroom.server.people.passkeys import CHALLENGE_SECONDS, MAX_PASSKEYS, Offer, Party, party, passkeys_of
from tests.server.clients import Client, Server
from tests.server.people import HERE, people, refusal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.people import People

pytestmark = pytest.mark.process
GAMES = Party("games.example", ("https://games.example",))
PRESENT, VERIFIED, ATTESTED = 1, 4, 64


class Authenticator:
    """A device that makes a key and signs with it, as a browser would let it."""

    def __init__(self, origin: str = GAMES.origins[0], flags: int = PRESENT | VERIFIED) -> None:
        """A device whose owner is at a page of this origin."""
        self.origin = origin
        self.flags = flags
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer to `navigator.credentials.create`."""
        data = self._data(options["rp"]["id"], self.flags | ATTESTED)
        data += bytes(16) + struct.pack(">H", len(self.id)) + self.id + self._public_key()
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._client_data("webauthn.create", options["challenge"])
        return self._credential(clientDataJSON=said, attestationObject=attestation)

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer to `navigator.credentials.get`."""
        self.count += 1
        data = self._data(options["rpId"], self.flags)
        said = self._client_data("webauthn.get", options["challenge"])
        signature = self._key.sign(data + sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(clientDataJSON=said, authenticatorData=data, signature=signature)

    def _data(self, party_id: str, flags: int) -> bytes:
        return sha256(party_id.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client_data(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _public_key(self) -> bytes:
        numbers = self._key.public_key().public_numbers()
        return cbor2.dumps(
            {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        )

    def _credential(self, **response: bytes) -> dict[str, Any]:
        number = bytes_to_base64url(self.id)
        written = {name: bytes_to_base64url(value) for name, value in response.items()}
        return {"id": number, "rawId": number, "type": "public-key", "response": written}


async def register(some: People, person: str, name: str) -> None:
    await some.accounts.register(person, name, None, HERE)


async def add(some: People, person: str, device: Authenticator) -> str:
    offer = await some.passkeys.offer_new(person, GAMES)
    return await some.passkeys.add(person, GAMES, offer.id, device.make(options_of(offer)), "phone")


async def login(some: People, device: Authenticator) -> str:
    offer = await some.passkeys.offer_login(GAMES)
    return await some.passkeys.login(GAMES, offer.id, device.use(options_of(offer)))


def options_of(offer: Offer) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(offer.options)
    return found


def test_a_passkey_belongs_to_a_name_that_is_reached_by_https_or_to_this_machine() -> None:
    assert party("https://games.example:8443", "x") == Party("games.example", ("https://games.example:8443",))
    assert party("http://127.0.0.1:8710", "localhost:8710") == Party("localhost", ("http://localhost:8710",))
    for url, host in (
        ("http://192.168.1.5:8710", "192.168.1.5:8710"),
        ("http://games.example", "games.example"),
        ("https://192.0.2.1", "192.0.2.1"),
        ("https://[2001:db8::1]", "[2001:db8::1]"),
        ("http://127.0.0.1:8710", "127.0.0.1:8710"),
        ("http://127.0.0.1:8710", "localhost.evil.example"),
        ("", ""),
    ):
        with pytest.raises(Refused, match="https"):
            party(url, host)


async def test_who_made_a_passkey_comes_in_by_it(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            await register(some, "g-ann", "Ann")
            await register(some, "g-bob", "Bob")
            ann, bob = Authenticator(), Authenticator()
            number = await add(some, "g-ann", ann)
            await add(some, "g-bob", bob)
            assert [await login(some, device) for device in (ann, bob, ann)] == ["g-ann", "g-bob", "g-ann"]
            async with some.people_db.read() as connection:
                (kept,) = await passkeys_of(connection, "g-ann")
            assert (kept.id, kept.label, kept.made_at) == (number, "phone", some.clock.time)
            assert base64url_to_bytes(number) == ann.id
            offered = options_of(await some.passkeys.offer_new("g-ann", GAMES))
            assert [one["id"] for one in offered["excludeCredentials"]] == [number]
            assert offered["authenticatorSelection"]["userVerification"] == "required"
            assert offered["user"]["name"] == "Ann"

    await scenario()


async def test_a_challenge_is_good_for_one_answer_for_its_purpose_and_person_and_for_a_while(
    url: str,
) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            await register(some, "g-ann", "Ann")
            await register(some, "g-bob", "Bob")
            device, keys = Authenticator(), some.passkeys
            offer = await keys.offer_new("g-ann", GAMES)
            made = device.make(options_of(offer))
            assert await refusal(keys.add("g-bob", GAMES, offer.id, made, "")) == "unknown_challenge"
            assert await refusal(keys.login(GAMES, offer.id, made)) == "unknown_challenge"
            await keys.add("g-ann", GAMES, offer.id, made, "")
            assert await refusal(keys.add("g-ann", GAMES, offer.id, made, "")) == "unknown_challenge"

            offer = await keys.offer_login(GAMES)
            used = device.use(options_of(offer))
            assert await keys.login(GAMES, offer.id, used) == "g-ann"
            assert await refusal(keys.login(GAMES, offer.id, used)) == "unknown_challenge"
            other = await keys.offer_login(GAMES)
            assert await refusal(keys.login(GAMES, other.id, used)) == "wrong_passkey", "an old answer"
            fresh = device.use(options_of(other))
            assert await refusal(keys.login(GAMES, other.id, fresh)) == "unknown_challenge", "one try only"

            late = await keys.offer_login(GAMES)
            some.clock.time += CHALLENGE_SECONDS + 1
            assert (
                await refusal(keys.login(GAMES, late.id, device.use(options_of(late)))) == "unknown_challenge"
            )
            for word in ("", "\0", "é", late.id + "\0"):
                assert await refusal(keys.login(GAMES, word, fresh)) == "unknown_challenge"

    await scenario()


@pytest.mark.parametrize(
    ("origin", "flags"),
    [
        ("https://evil.example", PRESENT | VERIFIED),
        ("http://games.example", PRESENT | VERIFIED),
        (GAMES.origins[0], PRESENT),
        (GAMES.origins[0], VERIFIED),
    ],
    ids=["another page", "not by https", "nobody verified", "nobody there"],
)
async def test_an_answer_from_elsewhere_or_from_a_device_alone_is_refused(
    tmp_path: Path, origin: str, flags: int
) -> None:
    async def scenario() -> None:
        async with people(f"sqlite:///{tmp_path / 'elbowroom.db'}") as some:
            await register(some, "g-ann", "Ann")
            assert await refusal(add(some, "g-ann", Authenticator(origin, flags))) == "wrong_passkey"
            device = Authenticator()
            await add(some, "g-ann", device)
            device.origin, device.flags = origin, flags
            assert await refusal(login(some, device)) == "wrong_passkey"
            device.origin, device.flags = GAMES.origins[0], PRESENT | VERIFIED
            assert await login(some, device) == "g-ann"

    await scenario()


async def test_a_stranger_a_copied_device_and_a_forged_answer_are_refused(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            await register(some, "g-ann", "Ann")
            device = Authenticator()
            await add(some, "g-ann", device)
            thief = Authenticator()
            assert await refusal(login(some, thief)) == "wrong_passkey", "nobody knows it"
            thief.id = device.id
            assert await refusal(login(some, thief)) == "wrong_passkey", "another key under the same id"
            assert await refusal(add(some, "g-ann", thief)) == "wrong_passkey", "an id that is taken"
            assert await login(some, device) == "g-ann"
            device.count -= 1
            assert await refusal(login(some, device)) == "wrong_passkey", "a counter never goes back"
            elsewhere = Party("other.example", ("https://games.example",))
            offer = await some.passkeys.offer_login(elsewhere)
            answer = device.use(options_of(offer))
            assert await refusal(some.passkeys.login(GAMES, offer.id, answer)) == "wrong_passkey", (
                "another server"
            )

    await scenario()


async def test_nonsense_in_an_answer_is_refused(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            await register(some, "g-ann", "Ann")
            device = Authenticator()
            await add(some, "g-ann", device)
            spoils: list[dict[str, Any]] = [
                {"id": None},
                {"id": "\0"},
                {"id": ["x"]},
                {"rawId": 7},
                {"type": "password"},
                {"response": None},
                {"response": {}},
                {
                    "response": {
                        "clientDataJSON": "AAAA",
                        "attestationObject": "AAAA",
                        "authenticatorData": "AAAA",
                    }
                },
                {
                    "response": {
                        "clientDataJSON": 1,
                        "attestationObject": 2,
                        "authenticatorData": 3,
                        "signature": 4,
                    }
                },
            ]
            for spoil in spoils:
                offer = await some.passkeys.offer_login(GAMES)
                answer = device.use(options_of(offer)) | spoil
                assert await refusal(some.passkeys.login(GAMES, offer.id, answer)) == "wrong_passkey"
                offer = await some.passkeys.offer_new("g-ann", GAMES)
                answer = Authenticator().make(options_of(offer)) | spoil
                assert (
                    await refusal(some.passkeys.add("g-ann", GAMES, offer.id, answer, "")) == "wrong_passkey"
                )

    await scenario()


async def test_the_last_way_in_is_kept_and_there_are_not_too_many(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            await register(some, "g-ann", "Ann")
            await register(some, "g-bob", "Bob")
            first = await add(some, "g-ann", Authenticator())
            assert await refusal(some.passkeys.remove("g-ann", first)) == "last_way_in"
            assert await refusal(some.passkeys.remove("g-bob", first)) == "unknown_passkey"
            device = Authenticator()
            second = await add(some, "g-ann", device)
            await some.passkeys.remove("g-ann", second)
            assert await refusal(login(some, device)) == "wrong_passkey"
            for _ in range(MAX_PASSKEYS - 1):
                await add(some, "g-ann", Authenticator())
            assert await refusal(add(some, "g-ann", Authenticator())) == "too_many_passkeys"
            assert await refusal(some.passkeys.offer_new("g-nobody", GAMES)) == "no_account"
            async with some.people_db.read() as connection:
                assert await account_of(connection, "g-ann") is not None

    await scenario()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with an empty database."""
    running = Server(tmp_path).start()
    yield running
    running.kill()


def test_an_account_without_a_password_lives_by_its_passkey(server: Server) -> None:
    """Through the real server on localhost, the one place where browsers allow passkeys without https."""
    origin = f"http://localhost:{server.port}"
    guest = Client(server)
    here = {"Host": f"localhost:{server.port}", "Origin": origin}

    def post(path: str, body: object, token: str = "") -> httpx.Response:
        headers = here | ({"Authorization": f"Bearer {token}"} if token else {})
        return httpx.post(f"{server.url}/api/account{path}", json=body, headers=headers, timeout=60)

    plain = guest.post("/api/account/passkeys/login/options", {})
    assert (plain.status_code, plain.json()["code"]) == (422, "needs_https"), "127.0.0.1 is no name"
    token = post("", {"name": "Ann"}, guest.token).json()["token"]
    device = Authenticator(origin)
    offer = post("/passkeys/options", {}, token).json()
    answer = {"challenge": offer["id"], "credential": device.make(offer["options"]), "label": "my phone"}
    assert post("/passkeys", answer, token).status_code == 201

    offer = post("/passkeys/login/options", {}).json()
    answer = {"challenge": offer["id"], "credential": device.use(offer["options"])}
    welcome = post("/passkeys/login", answer)
    assert welcome.status_code == 200, welcome.text
    again = post("/passkeys/login", answer)
    assert (again.status_code, again.json()["code"]) == (422, "unknown_challenge")
    ann = Client(server, welcome.json()["token"])
    me = ann.get("/api/account").json()
    assert (me["name"], me["has_password"]) == ("Ann", False)
    assert [one["label"] for one in me["passkeys"]] == ["my phone"]

    number = me["passkeys"][0]["id"]
    url = f"{server.url}/api/account/passkeys/{number}"
    assert httpx.delete(url, headers=ann.headers).json()["code"] == "last_way_in"
    exported = ann.get("/api/account/export").json()
    assert [sorted(one) for one in exported["passkeys"]] == [["credential", "label", "made_at"]]
    assert httpx.delete(f"{server.url}/api/account", headers=ann.headers).status_code == 200
    offer = post("/passkeys/login/options", {}).json()
    answer = {"challenge": offer["id"], "credential": device.use(offer["options"])}
    assert post("/passkeys/login", answer).json()["code"] == "wrong_passkey"
