"""Comments on creations: who writes and reads them, how much, and what is left of removed ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elbowroom.rules.refusals import Refused
from elbowroom.server.community.comments import COMMENTS_PER_PAGE, MAX_COMMENTS_PER_PERSON
from elbowroom.server.community.texts import MAX_COMMENT_CHARACTERS, MAX_COMMENT_LINES
from elbowroom.server.durations import DAY_SECONDS, MINUTE_SECONDS
from elbowroom.server.http.rate_limits import MAX_TEXTS_IN_A_ROW, MAX_TEXTS_PER_DAY, RateLimits
from elbowroom.server.http.services import app_services
from elbowroom.server.people import bans
from elbowroom.server.storage.schema import COMMENTS
from tests.server.community import play_with, publish, town
from tests.server.people import Clock

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.community import Town

GNOMES = "/creations/gnomes/comments"


async def write_many(here: Town, author: str, count: int) -> None:
    """Comments of somebody who has much time."""
    rows = [
        {"id": f"c{number}", "creation": "gnomes", "author": author, "text": str(number), "at": float(number)}
        for number in range(count)
    ]
    async with here.people_db.begin() as connection:
        await connection.execute(COMMENTS.insert(), rows)


async def test_comments_are_listed_newest_first_and_mark_those_who_played(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        ann, bob = await here.member("Ann"), await here.member("Bob")
        await publish(here.people_db, "gnomes", ann)
        await play_with(here.people_db, "gnomes", bob)
        written = await ann.post(GNOMES, text="  Be  gentle. ")
        assert (written["author"], written["text"], written["has_played"]) == ("Ann", "Be gentle.", False)
        here.later()
        assert (await bob.post(GNOMES, text="Nice!\r\n\n\n\nBut weak."))["text"] == "Nice!\n\nBut weak."
        told = await here.guest("Cy").get(GNOMES)
        assert told["next"] is None
        shown = [
            (one["author"], one["has_played"], one["is_own"], one["removed_why"]) for one in told["comments"]
        ]
        assert shown == [("Bob", True, False, None), ("Ann", False, False, None)]
        assert [one["is_own"] for one in (await ann.get(GNOMES))["comments"]] == [False, True]
        assert ann.person not in str(told)


async def test_who_has_not_played_comments_only_on_what_is_theirs(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        ann, bob, eve = await here.member("Ann"), await here.member("Bob"), await here.admin("Eve")
        await publish(here.people_db, "gnomes", ann)
        await publish(here.people_db, "imps", ann)
        await play_with(here.people_db, "imps", bob)
        assert await bob.post(GNOMES, text="I have heard of them") == "not_played"
        assert await eve.post(GNOMES, text="I look after them") == "not_played"
        assert (await ann.post(GNOMES, text="I made them"))["author"] == "Ann"
        assert [one["text"] for one in (await bob.get(GNOMES))["comments"]] == ["I made them"]
        assert not (await bob.get("/creations/gnomes"))["own"]["has_played"]
        await play_with(here.people_db, "gnomes", bob)
        assert (await bob.get("/creations/gnomes"))["own"]["has_played"]
        assert (await bob.post(GNOMES, text="They dig"))["has_played"]


async def test_comments_come_in_pages(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        ann = await here.member("Ann")
        await publish(here.people_db, "gnomes", ann)
        await write_many(here, ann.person, COMMENTS_PER_PAGE + 1)
        first, second = await ann.get(GNOMES), await ann.get(f"{GNOMES}?page=2")
        assert [one["text"] for one in first["comments"]] == [str(n) for n in range(COMMENTS_PER_PAGE, 0, -1)]
        assert (first["next"], second["next"], len(second["comments"])) == (2, None, 1)
        assert await ann.get(f"{GNOMES}?page=0") == "number_limits"
        assert (await ann.get(f"{GNOMES}?page=9"))["comments"] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n ",
        "\u200b",  # nothing to be seen
        "left \u202e right",  # turns the direction of what follows
        "a\0b",
        "bell \x07",
        "x" * (MAX_COMMENT_CHARACTERS + 1),
        "x\n" * (MAX_COMMENT_LINES + 1),
    ],
)
async def test_what_nobody_can_read_is_no_comment(tmp_path: Path, text: str) -> None:
    async with town(tmp_path) as here:
        ann = await here.member("Ann")
        await publish(here.people_db, "gnomes", ann)
        assert await ann.post(GNOMES, text=text) == "comment_text"
        assert (await ann.get(GNOMES))["comments"] == []


async def test_a_comment_may_be_as_long_as_is_said(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url, blocked_words=("rhubarb",)) as here:
        ann = await here.member("Ann")
        await publish(here.people_db, "gnomes", ann)
        assert (await ann.post(GNOMES, text="\U0001f600" * MAX_COMMENT_CHARACTERS))["text"]
        assert (await ann.post(GNOMES, text="\n".join(["x"] * MAX_COMMENT_LINES)))["text"]
        assert await ann.post(GNOMES, text="fine\nr h u b a r b") == "blocked_word"
        answer = await ann.client.post(f"/api{GNOMES}", content=b'{"text": "' + b"x" * 9000 + b'"}')
        assert answer.json()["code"] == "too_long"


async def test_writing_needs_an_account_that_is_not_banned_and_a_program_may(
    tmp_path: Path, url: str
) -> None:
    async with town(tmp_path, url) as here:
        ann = await here.member("Ann")
        await publish(here.people_db, "gnomes", ann)
        assert await here.guest("Cy").post(GNOMES, text="hello") == "needs_account"
        stranger = await here.here.stranger.post(f"/api{GNOMES}", json={"text": "hello"})
        assert stranger.json()["code"] == "who_are_you"
        assert (await (await here.program(ann)).post(GNOMES, text="beep"))["author"] == "Ann"
        await bans.ban(here.people_db, ann.person, "Rude", 1.0)
        await app_services(here.here.app).identity.recheck(ann.person)
        assert await ann.post(GNOMES, text="hello") == "banned"
        assert len((await ann.get(GNOMES))["comments"]) == 1


async def test_only_the_author_deletes_a_comment(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        ann, bob = await here.member("Ann"), await here.member("Bob")
        await publish(here.people_db, "gnomes", ann)
        await play_with(here.people_db, "gnomes", bob)
        one, other = [(await bob.post(GNOMES, text=text))["id"] for text in ("one", "other")]
        assert await ann.delete(f"/comments/{one}") == "nothing_here", "not even who made the creation"
        assert await bob.delete(f"/comments/{one}") == {}
        assert await bob.delete(f"/comments/{one}") == "nothing_here"
        assert [left["id"] for left in (await bob.get(GNOMES))["comments"]] == [other]
        assert await bob.delete("/comments/%00") == "nothing_here"


@pytest.mark.parametrize("status", ["waiting", "hidden"])
async def test_what_is_not_to_be_seen_has_no_comments_for_others(
    tmp_path: Path, url: str, status: str
) -> None:
    async with town(tmp_path, url) as here:
        eve, ann, bob = await here.admin("Eve"), await here.member("Ann"), await here.member("Bob")
        await publish(here.people_db, "gnomes", ann, status)
        assert (await ann.post(GNOMES, text="a draft"))["text"] == "a draft"
        assert await bob.get(GNOMES) == await bob.post(GNOMES, text="hello") == "nothing_here"
        assert len((await eve.get(GNOMES))["comments"]) == 1
        assert await bob.get("/creations/nobody/comments") == "nothing_here"
        assert await bob.get("/creations/%00/comments") == "nothing_here"


async def test_a_removed_comment_leaves_an_empty_line_and_its_author_reads_why(
    tmp_path: Path, url: str
) -> None:
    async with town(tmp_path, url) as here:
        eve, ann, bob = await here.admin("Eve"), await here.member("Ann"), await here.member("Bob")
        await publish(here.people_db, "gnomes", ann)
        await play_with(here.people_db, "gnomes", bob)
        comment = (await bob.post(GNOMES, text="Your gnomes smell"))["id"]
        judged = await eve.post(f"/admin/complaints/comment/{comment}", is_fine=False, reason="Be kind")
        assert judged == {}
        seen = {
            member.name: [(one["text"], one["removed_why"]) for one in (await member.get(GNOMES))["comments"]]
            for member in (eve, ann, bob)
        }
        assert seen == {"Eve": [("", "Be kind")], "Ann": [("", "")], "Bob": [("", "Be kind")]}
        assert await eve.post(f"/admin/complaints/comment/{comment}", is_fine=True) == {}
        assert [one["text"] for one in (await ann.get(GNOMES))["comments"]] == ["Your gnomes smell"]


async def test_nobody_writes_without_end(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        ann, bob = await here.member("Ann"), await here.member("Bob")
        await publish(here.people_db, "gnomes", ann)
        await play_with(here.people_db, "gnomes", bob)
        told = [await ann.post(GNOMES, text=str(number)) for number in range(MAX_TEXTS_IN_A_ROW + 1)]
        assert [one == "too_fast" for one in told] == [False] * MAX_TEXTS_IN_A_ROW + [True]
        assert (await bob.post(GNOMES, text="others may"))["author"] == "Bob"
        await write_many(here, bob.person, MAX_COMMENTS_PER_PERSON - 1)
        assert await bob.post(GNOMES, text="one more") == "too_many"


def test_deleting_and_writing_again_all_day_comes_to_an_end() -> None:
    clock, limits = Clock(), RateLimits()
    limits._texts._now = limits._texts_in_a_row._now = clock

    def is_taken() -> bool:
        clock.time += MINUTE_SECONDS
        try:
            limits.text("ann")
        except Refused:
            return False
        return True

    assert sum(is_taken() for _ in range(200)) == MAX_TEXTS_PER_DAY
    clock.time += DAY_SECONDS
    assert is_taken()
