"""Tips for combos: one each, short, in the reader's language first, and then the most useful ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from elbowroom.server.community.texts import MAX_TIP_CHARACTERS
from tests.server.community import Member, pick_combo, publish, town

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.community import Town

TIP: dict[str, Any] = {
    "race": "orcs",
    "power": "flying",
    "players": 3,
    "language": "en",
    "text": "Fly over water.",
}
ADDRESS = "/tips?race=orcs&power=flying&players=3"


async def players(here: Town, *names: str) -> list[Member]:
    """People who have had the combo."""
    members = [await here.member(name) for name in names]
    for member in members:
        await pick_combo(here.people_db, member)
    return members


def texts(told: dict[str, Any]) -> list[str]:
    return [tip["text"] for tip in told["tips"]]


async def test_a_tip_is_written_read_changed_and_deleted(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        (ann,) = await players(here, "Ann")
        written = await ann.post("/tips", **TIP | {"text": "  Fly  over water. "})
        at = here.clock.time
        assert (written["text"], written["author"], written["is_own"]) == ("Fly over water.", "Ann", True)
        told = await here.guest("Gus").get(ADDRESS)
        assert (texts(told), told["has_played"], told["own"]) == (["Fly over water."], False, None)
        assert ann.person not in str(told)
        here.later()
        changed = await ann.post("/tips", **TIP | {"text": "Fly over lakes."})
        assert (changed["id"], changed["text"], changed["at"]) == (written["id"], "Fly over lakes.", at + 1)
        told = await ann.get(ADDRESS)
        assert (texts(told), told["has_played"]) == (["Fly over lakes."], True)
        assert told["own"]["text"] == "Fly over lakes."
        assert await ann.delete(f"/tips/{written['id']}") == {}
        assert await ann.delete(f"/tips/{written['id']}") == "nothing_here"
        assert (await ann.get(ADDRESS))["tips"] == []


async def test_the_best_three_are_in_the_readers_language_then_useful_then_new(
    tmp_path: Path, url: str
) -> None:
    async with town(tmp_path, url) as here:
        ann, bob, cy, dan, eve = await players(here, "Ann", "Bob", "Cy", "Dan", "Eve")
        ids = {}
        for member, language in ((ann, "de"), (bob, "en"), (cy, "de"), (dan, "de"), (eve, "fi")):
            here.later()
            tip = await member.post("/tips", **TIP | {"language": language, "text": f"{member.name} says"})
            ids[member.name] = tip["id"]
        for voter in (ann, cy):
            assert await voter.post(f"/tips/{ids['Bob']}/vote", value=True) == {}
        assert await bob.post(f"/tips/{ids['Ann']}/vote", value=True) == {}
        gus = here.guest("Gus")
        german = ["Ann says", "Dan says", "Cy says"]
        assert texts(await gus.get(f"{ADDRESS}&language=de")) == german
        assert texts(await gus.get(f"{ADDRESS}&language=de-AT&limit=5")) == [*german, "Bob says", "Eve says"]
        assert texts(await gus.get(f"{ADDRESS}&limit=2")) == ["Bob says", "Ann says"], (
            "English is the usual one"
        )
        gus.client.headers["Accept-Language"] = "fi, en;q=0.5"
        assert texts(await gus.get(ADDRESS)) == ["Eve says", "Bob says", "Ann says"]
        assert (await eve.get(f"{ADDRESS}&language=de"))["own"]["text"] == "Eve says"
        for limit in (0, 51, -1):
            assert await gus.get(f"{ADDRESS}&limit={limit}") == "number_limits"


async def test_votes_on_other_words_do_not_count_for_a_changed_tip(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        ann, bob = await players(here, "Ann", "Bob")
        tip = (await ann.post("/tips", **TIP))["id"]
        assert await bob.post(f"/tips/{tip}/vote", value=True) == {}
        assert (await ann.post("/tips", **TIP | {"language": "de"}))["votes"] == 1, "the words are the same"
        assert (await ann.post("/tips", **TIP | {"text": "Never fly."}))["votes"] == 0
        assert (await bob.get(ADDRESS))["tips"][0]["is_useful"] is None
        assert await bob.post(f"/tips/{tip}/vote", value=False) == {}
        assert (await bob.get(ADDRESS))["tips"][0]["votes"] == 1


async def test_everybody_has_one_tip_for_each_combo_and_number_of_players(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        (ann,) = await players(here, "Ann")
        await pick_combo(here.people_db, ann, players=2)
        await pick_combo(here.people_db, ann, race="elves")
        others: list[dict[str, Any]] = [{}, {}, {"players": 2}, {"race": "elves"}]
        for number, more in enumerate(others):
            assert (await ann.post("/tips", **TIP | more | {"text": f"tip {number}"}))["author"] == "Ann"
        assert texts(await ann.get(ADDRESS)) == ["tip 1"]
        assert texts(await ann.get("/tips?race=orcs&power=flying&players=2")) == ["tip 2"]
        assert texts(await ann.get("/tips?race=elves&power=flying&players=3")) == ["tip 3"]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"race": "gnomes"}, "unknown_race"),
        ({"power": "\0"}, "unknown_power"),
        ({"players": 6}, "player_count"),
        ({"players": 1}, "player_count"),
        ({"players": 2}, "not_played"),
        ({"race": "elves"}, "not_played"),
        ({"language": "xx"}, "unknown_language"),
        ({"language": ""}, "unknown_language"),
        ({"text": ""}, "chat_text"),
        ({"text": "a\u202eb"}, "chat_text"),
        ({"text": "a\0b"}, "chat_text"),
        ({"text": "x" * (MAX_TIP_CHARACTERS + 1)}, "chat_text"),
        ({"text": "rhub\u0430rb"}, "blocked_word"),
        ({"surprise": 1}, "bad_message"),
        ({"players": 10**30}, "player_count"),
    ],
)
async def test_what_is_no_tip_is_refused(tmp_path: Path, changed: dict[str, Any], code: str) -> None:
    async with town(tmp_path, blocked_words=("rhubarb",)) as here:
        (ann,) = await players(here, "Ann")
        assert await ann.post("/tips", **TIP | changed) == code
        assert (await ann.get(ADDRESS))["tips"] == []


async def test_who_may_not_write_reads(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        gus = here.guest("Gus")
        await pick_combo(here.people_db, gus)
        assert await gus.post("/tips", **TIP) == "needs_account"
        told = await gus.get(ADDRESS)
        assert told == {"tips": [], "has_played": True, "own": None}
        assert (await here.here.stranger.get(f"/api{ADDRESS}")).json()["has_played"] is False
        assert await gus.get("/tips?race=gnomes&power=flying&players=3") == "unknown_race"
        assert await gus.get("/tips?race=orcs&power=%00&players=3") == "unknown_power"
        assert await gus.get("/tips?race=orcs&power=flying&players=7") == "player_count"


async def test_a_removed_tip_is_shown_to_its_author_with_the_reason_until_it_is_changed(
    tmp_path: Path, url: str
) -> None:
    async with town(tmp_path, url) as here:
        eve = await here.admin("Eve")
        ann, bob = await players(here, "Ann", "Bob")
        tip = (await ann.post("/tips", **TIP))["id"]
        assert await eve.post(f"/admin/complaints/tip/{tip}", is_fine=False, reason="No advice") == {}
        told = await ann.get(ADDRESS)
        assert (told["tips"], told["own"]["removed_why"]) == ([], "No advice")
        assert await bob.get(ADDRESS) == {"tips": [], "has_played": True, "own": None}
        assert await bob.post(f"/tips/{tip}/vote", value=True) == "nothing_here"
        assert await bob.post(f"/tips/{tip}/report", reason="") == "nothing_here"
        assert (await ann.post("/tips", **TIP | {"language": "de"}))["removed_why"] == "No advice"
        assert (await ann.post("/tips", **TIP | {"text": "Better words."}))["removed_why"] is None
        assert texts(await bob.get(ADDRESS)) == ["Better words."]


async def test_a_persons_page_shows_listed_creations_and_tips(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        eve = await here.admin("Eve")
        ann, bob = await players(here, "Ann", "Bob")
        for creation, status in (("gnomes", "listed"), ("imps", "hidden"), ("orks", "withdrawn")):
            await publish(here.people_db, creation, ann, status)
        tip = (await ann.post("/tips", **TIP))["id"]
        page = await bob.get("/people/Ann")
        assert (page["name"], texts(page), page["results"]) == ("Ann", ["Fly over water."], [])
        assert [(card["name"], card["author"]) for card in page["creations"]] == [("Gnomes", "Ann")]
        await eve.post(f"/admin/complaints/tip/{tip}", is_fine=False, reason="No advice")
        assert (await bob.get("/people/Ann"))["tips"] == []
        assert [one["removed_why"] for one in (await ann.get("/people/Ann"))["tips"]] == ["No advice"]
