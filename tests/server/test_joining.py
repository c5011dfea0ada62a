"""Sitting down in one step: who is not known is let in for it, and asking again changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elbowroom.server.http import rate_limits
from elbowroom.server.tables import table_log
from tests.server.houses import house

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

    from tests.server.houses import House

pytestmark = pytest.mark.process


async def taken(client: httpx.AsyncClient, table: str) -> list[bool]:
    """Which seats of a table are taken."""
    seats = (await client.get(f"/api/tables/{table}")).json()["seats"]
    return [seat["is_taken"] for seat in seats]


async def test_a_stranger_with_a_link_sits_down_and_stays_known(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        opened = await here.table("ann", players=2)
        path, wish = f"/api/tables/{opened['table']}/join", {"name": "Bob", "invite": opened["invite"]}
        answer = await here.stranger.post(path, json=wish)
        told = answer.json()
        assert (answer.status_code, told["seat"], told["seq"]) == (200, 0, 2)
        cookie = answer.headers["set-cookie"]
        assert told["token"] in cookie
        assert "HttpOnly" in cookie
        again = await here.stranger.post(path, json=wish)
        known = {"seat": 0, "seq": 2, "token": None, "name": "Bob"}
        assert again.json() == known, "the cookie tells who asks"
        by_token = await here._client(Authorization=f"Bearer {told['token']}").post(path, json=wish)
        assert by_token.json() == known
        assert await taken(here.stranger, opened["table"]) == [True, False]


async def test_several_seats_are_asked_for_by_number(tmp_path: Path) -> None:
    """For playing on one device; the last one begins the game, and asking once more still finds it."""
    async with house(tmp_path) as here:
        ann, table = here.person("ann"), (await here.table("ann", players=3))["table"]
        path = f"/api/tables/{table}/join"
        seats = [
            (await ann.post(path, json={"name": name, "seat": seat})).json()["seat"]
            for seat, name in ((2, "Cid"), (0, "Ann"), (0, "Ann"), (1, "Bob"))
        ]
        assert seats == [2, 0, 0, 1]
        state = (await ann.get(f"/api/tables/{table}")).json()
        assert state["status"] == "running"
        assert [seat["name"] for seat in state["seats"]] == ["Ann", "Bob", "Cid"]
        late = await ann.post(path, json={"name": "Ann"})
        assert (late.status_code, late.json()["seat"]) == (200, 0)
        too_late = await here.person("eve").post(path, json={"name": "Eve"})
        assert too_late.json()["code"] == "table_status"


async def test_who_may_not_sit_down_is_not_let_in_for_it(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table = (await here.table("ann", players=2))["table"]
        for wish, code in (
            ({"name": "Eve"}, "not_invited"),
            ({"name": "Eve", "invite": "guessed"}, "not_invited"),
            ({"name": ""}, "not_invited"),
            ({"nonce": "1"}, "bad_message"),
        ):
            answer = await here.stranger.post(f"/api/tables/{table}/join", json=wish)
            assert answer.json()["code"] == code
            assert "set-cookie" not in answer.headers
        rated = (await here.person("ann").post("/api/tables", json={"players": 2, "is_rated": True})).json()
        assert rated["code"] == "needs_account"
        evil = {"origin": "https://evil.example"}
        answer = await here.stranger.post(f"/api/tables/{table}/join", json={"name": "E"}, headers=evil)
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
        assert await taken(here.stranger, table) == [False, False]


async def test_one_address_lets_in_so_many_guests_and_no_more(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table = (await here.table("ann", players=2))["table"]
        codes = set()
        for _ in range(310):
            answer = await here.stranger.post(f"/api/tables/{table}/join", json={"name": "Eve"})
            codes.add(answer.json()["code"])
        assert codes == {"not_invited", "too_fast"}


async def moved(here: House, table: str, giver: str, taker: str) -> str:
    """Move the first seat by a link; what is refused, or nothing."""
    link = await here.person(giver).post(f"/api/tables/{table}/seats/0/link")
    claimed = await here.person(taker).post("/api/seats/claim", json={"token": link.json().get("token", "")})
    return "" if claimed.is_success else str(claimed.json()["code"])


async def test_seats_that_move_by_links_count_as_seat_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "MAX_SEAT_CHANGES_PER_PERSON", 3)
    async with house(tmp_path) as here:
        table = (await here.table("ann", players=2))["table"]
        await here.person("ann").post(f"/api/tables/{table}/join", json={"name": "Ann"})
        pairs = [("ann", "bob"), ("bob", "ann")] * 2
        assert [await moved(here, table, *pair) for pair in pairs] == ["", "", "", ""]
        assert await moved(here, table, "ann", "bob") == ""
        assert await moved(here, table, "bob", "ann") == "too_fast"


async def test_no_seat_moves_at_a_table_with_a_full_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as here:
        ann, bob = here.person("ann"), here.person("bob")
        table = (await here.table("ann", players=2))["table"]
        await ann.post(f"/api/tables/{table}/join", json={"name": "Ann"})
        path = f"/api/tables/{table}/seats/0/link"
        token = (await ann.post(path)).json()["token"]
        monkeypatch.setattr(table_log, "MAX_ENTRIES", 1)
        assert (await bob.post("/api/seats/claim", json={"token": token})).json()["code"] == "worn_table"
        assert (await ann.post(path)).json()["code"] == "worn_table"
