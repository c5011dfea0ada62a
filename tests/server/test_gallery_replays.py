"""Games with creations never change: not by newer versions, withdrawal, deletion, or a newer content format.

With LONG=1 (`make gallery-replays`, `make night`) there are 10,000 games in the place of 200.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from elbowroom.engine.game import new_game
from elbowroom.engine.record import read_record, write_record
from elbowroom.rules import content as content_loader
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.refusals import Refused
from elbowroom.rules.trait_reader import read_traits
from elbowroom.server.community.gallery import find_version
from elbowroom.server.community.publishing import (
    Publication,
    PublishingRules,
    checked_draft,
    delete,
    publish,
    withdraw,
)
from elbowroom.server.tables import commands
from elbowroom.server.tables.box_contents import own_box
from elbowroom.server.tables.creation_texts import creation_text, version_digest
from elbowroom.server.tables.settings import content_with
from tests.invented import content_of, own_first, random_file
from tests.server.authors import VALLEY, author, race
from tests.server.clients import KNOWN_SEED
from tests.server.halls import hall
from tests.server.houses import house

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.engine.game import Game
    from elbowroom.rules.traits import Traits
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.storage.people_db import PeopleDb
    from tests.server.houses import House

pytestmark = pytest.mark.process
GAMES = 10_000 if os.environ.get("LONG") == "1" else 200
CREATIONS = 10
NEWER_VERSIONS = 10
AUTHOR = "ann"
RULES = PublishingRules("none", 0)


def played(text: str, seed: int) -> str:
    """The record of a game by chance with a creation."""
    chance = Random(seed)
    game = new_game(2 + seed % 4, content=content_of(text))
    while not game.is_over:
        game.apply(own_first(game, chance))
    return write_record(game)


def replayed(record: str, text: str) -> Game:
    """The game of a record on the text of a version, which may be newer than the record."""
    old = read_record(record)
    game = new_game(int(old.setup.players), content=content_of(text), names=old.names)
    for action in old.history:
        game.apply(action)
    return game


async def published(people_db: PeopleDb, text: str, now: float, creation: str = "") -> tuple[str, str]:
    """Publish a text; the creation and the digest of the version."""
    read = creation_text(text, own_box(content_with((text,))))
    draft = checked_draft(Publication(text, "Random.", creation=creation), read, AUTHOR, "en")
    done = await publish(people_db, draft, RULES, now)
    assert not done.is_known
    return done.creation, done.version


def newer(text: str, number: int) -> str:
    """Another version of a file of `random_file`: other numbers, and a power more."""
    return (
        f"# Version {number}\n{text}\n[power.newer]\ntokens = {number % 5}\ncoins.turn = {1 + number % 3}\n"
    )


async def published_all(url: str, files: list[str]) -> list[tuple[str, str]]:
    """Publish files; the creation of each and the digest of its version, whose text is the file."""
    async with hall(url) as here:
        await here.register(AUTHOR)
        stored = [await published(here.people_db, text, at) for at, text in enumerate(files)]
        assert [(await find_version(here.people_db, digest, None)).text for _, digest in stored] == files
        return stored


async def renewed_and_withdrawn(url: str, files: list[str], stored: list[tuple[str, str]]) -> None:
    """Every creation gets newer versions and is withdrawn, one is deleted."""
    async with hall(url) as here:
        for number in range(2, 2 + NEWER_VERSIONS):
            for (creation, _), text in zip(stored, files, strict=True):
                await published(here.people_db, newer(text, number), 100.0 * number, creation)
        for creation, _ in stored:
            await withdraw(here.people_db, creation, AUTHOR)
        assert [(await find_version(here.people_db, digest, None)).text for _, digest in stored] == files
        await delete(here.people_db, stored[0][0], AUTHOR)


def test_games_replay_byte_for_byte_after_ten_newer_versions_withdrawal_and_a_new_key(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a game is played with is in its record; what a version is stays under its digest."""
    files = [random_file(seed) for seed in range(CREATIONS)]
    # Not one coroutine: ten thousand games take longer than an asynchronous test may.
    stored = asyncio.run(published_all(url, files))
    records = [played(files[seed % CREATIONS], seed) for seed in range(GAMES)]
    assert all("result" in record for record in records)
    asyncio.run(renewed_and_withdrawn(url, files, stored))
    add_key_to_format(monkeypatch)
    echoing = content_of(race("Owls", "echo = 2")).race("owls")
    assert dict(echoing.traits.coins) == {"turn": 2}, "the newer format has the key"
    for seed, record in enumerate(records):
        again = read_record(record)
        assert write_record(again) == record
        (quoted,) = again.setup.content.invented
        assert version_digest(quoted) == stored[seed % CREATIONS][1], "the record tells which version it was"
        assert write_record(replayed(record, files[seed % CREATIONS])) == record


def add_key_to_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on entries may have a key that no version before knew: coins each turn."""
    with pytest.raises(Refused):
        add_content(base_content(), race("Owls", "echo = 2"), "own")

    def read_more(reader: Any, table: dict[str, Any], most: int) -> Traits:  # noqa: ANN401 - as its original
        traits = read_traits(reader, table, most)
        echo = reader.number(table, "echo", 0, 0, 9)
        return replace(traits, coins=(*traits.coins, ("turn", echo))) if echo else traits

    for keys in ("RACE_KEYS", "SHARED_KEYS"):
        monkeypatch.setattr(content_loader, keys, (*getattr(content_loader, keys), "echo"))
    monkeypatch.setattr(content_loader, "read_traits", read_more)
    content_with.cache_clear()


async def sit(room: Room, person: str) -> None:
    join = commands.Join(person.title(), nonce=f"n{person}", invite=room.table.invite)
    await room.do(person, f"join {person}", join)


async def play_on(room: Room, chance: Random, until: int = 10**6) -> None:
    """Decide at random for everybody, until the end or so many entries of the log."""
    while room.table.status == "running" and room.table.seq < until:
        seat = room.table.to_move
        assert seat is not None
        action = chance.choice(room.table.running.legal_actions()).text
        person = room.table.seats[seat].person
        assert person is not None
        await room.do(person, f"{room.table.seq}", commands.Act(seat, action))


async def test_a_running_game_goes_on_after_its_creations_were_withdrawn_and_deleted(
    tmp_path: Path, url: str
) -> None:
    """Its record and every moment of its replay stay the same bytes, also after a restart."""
    settings = {"review": "none", "known_seed": KNOWN_SEED}
    async with house(tmp_path, url, **settings) as here:
        ann = await author(here, "Ann")
        owls, valley = await ann.publish(race("Owls")), await ann.publish(VALLEY)
        content = [(await ann.get(f"/versions/{one['version']}"))["text"] for one in (owls, valley)]
        opened = await ann.post("/tables", players=2, map="valley", content=content)
        room = await here.rooms.room(opened["table"])
        for person in ("bea", "cy"):
            await sit(room, person)
        await play_on(room, Random(1), until=room.table.seq + 10)
        before = await seen(here, room.id)
        for done in (owls, valley):
            assert await ann.post(f"/creations/{done['creation']}/withdraw") == {}
        assert await seen(here, room.id) == before
        await play_on(room, Random(2), until=room.table.seq + 5)
        before = await seen(here, room.id)
        for done in (owls, valley):
            assert await ann.delete(f"/creations/{done['creation']}") == {}
        assert await seen(here, room.id) == before
        await play_on(room, Random(3))
        assert room.table.status == "over"
        over = await seen(here, room.id)
    async with house(tmp_path, url, **settings) as here:
        assert await seen(here, room.id) == over
    quoted = read_record(over[0].decode()).setup.content.invented
    assert [version_digest(text) for text in quoted] == [owls["version"], valley["version"]]


async def seen(here: House, table: str) -> tuple[bytes, bytes]:
    """The record of a table, and its replay as everybody sees it."""
    answers = [await here.stranger.get(f"/api/tables/{table}/{what}") for what in ("record", "replay")]
    assert [answer.status_code for answer in answers] == [200, 200]
    record, replay = (answer.content for answer in answers)
    return record, replay
