"""Creations of a table: after a game people find the way back to what they played with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elbowroom.server.http.services import app_services
from elbowroom.server.tables import entries
from elbowroom.server.tables.settings import TableSettings
from tests.server.authors import Author, author, power, race
from tests.server.halls import Hall, played_out
from tests.server.houses import house
from tests.server.tables import Played

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.houses import House

pytestmark = pytest.mark.process
GUEST = f"g{'cat':_<16}"
LAST_TURN = "map 3-players\nplayers Ann Bob Cat\ngame-turn 10"


async def keep(here: House, table_id: str, played: Played) -> None:
    """Store what was played at a table."""
    services = app_services(here.app)
    await Hall(services.rooms.store, services.people_db, services.rooms).keep(table_id, played)


async def test_after_a_game_people_with_accounts_are_led_to_the_vote_and_others_to_the_page(
    tmp_path: Path, url: str
) -> None:
    async with house(tmp_path, url, review="none", test_games=0) as here:
        ann, bob, dan = [await author(here, name) for name in ("Ann", "Bob", "Dan")]
        guest, nobody = Author(here.person(GUEST)), Author(here.stranger)
        people = (ann.person, bob.person, GUEST)
        texts = (race("Gnomes"), power("Lucky"), power("Unpublished"))
        gnomes, lucky = await ann.publish(texts[0]), await bob.publish(texts[1])
        with_all = TableSettings(players=3, content=texts)
        await keep(here, "over", played_out(Played(with_all).sit(*people)))

        async def votes(reader: Author, table: str = "over") -> dict[str, bool]:
            found = await reader.get(f"/tables/{table}/creations")
            return {creation["id"]: creation["may_vote"] for creation in found}

        assert await ann.get("/tables/over/creations") == [
            {"id": gnomes["creation"], "name": "Gnomes", "may_vote": False},
            {"id": lucky["creation"], "name": "Lucky", "may_vote": True},
        ], "what is published, and nobody votes on their own"
        assert await votes(bob) == {gnomes["creation"]: True, lucky["creation"]: False}
        for onlooker in (guest, dan, nobody):
            assert await votes(onlooker) == {gnomes["creation"]: False, lucky["creation"]: False}

        left = Played(with_all).sit(*people)
        left.write([entries.TookOver(1, "left")])
        await keep(here, "left", played_out(left))
        assert not any((await votes(bob, "left")).values()), "a computer played to the end"
        late = TableSettings(players=3, content=texts, position=LAST_TURN)
        await keep(here, "late", played_out(Played(late).sit(*people)))
        assert not any((await votes(bob, "late")).values()), "a game that began in the middle does not count"
        await keep(here, "box", played_out(Played(TableSettings(players=3)).sit(*people)))
        assert await votes(bob, "box") == {}
        opened = await here.table(GUEST, players=2, content=[texts[0]])
        assert await votes(guest, opened["table"]) == {}, "nobody has played yet"
        await ann.publish(race("Gnomes", "coins.mine = 2"), creation=gnomes["creation"])
        assert not (await votes(bob))[gnomes["creation"]], "there is a newer version, which he has not played"


async def test_no_creation_is_taken_to_a_rated_table(tmp_path: Path, url: str) -> None:
    async with house(tmp_path, url, review="none", test_games=0) as here:
        ann = await author(here, "Ann")
        await ann.publish(race("Gnomes"))
        assert await ann.post("/tables", players=2, is_rated=True, content=[race("Gnomes")]) == "rated_table"
        assert (await ann.post("/tables", players=2, content=[race("Gnomes")]))["table"]
        assert (await ann.post("/tables", players=2, is_rated=True))["table"]


async def test_a_creation_that_one_may_not_see_is_not_named(tmp_path: Path, url: str) -> None:
    async with house(tmp_path, url, review="all", test_games=0) as here:
        ann, bob = await author(here, "Ann"), await author(here, "Bob")
        await ann.publish(race("Gnomes"))
        settings = TableSettings(players=2, content=(race("Gnomes"),))
        await keep(here, "over", played_out(Played(settings).sit(ann.person, bob.person)))
        assert len(await ann.get("/tables/over/creations")) == 1
        assert await bob.get("/tables/over/creations") == []
