"""Complaints about creations, comments and tips: nothing is hidden before a moderator has looked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from sqlalchemy import select, update

from elbowroom.rules.refusals import Refused
from elbowroom.server.community.complaints import (
    Judgement,
    complain,
    complaints,
    count_open_complaints,
    count_waiting_creations,
    judge,
)
from elbowroom.server.http.rate_limits import (
    MAX_COMPLAINTS_PER_ADDRESS_PER_HOUR,
    MAX_COMPLAINTS_PER_DAY,
    RateLimits,
)
from elbowroom.server.http.services import app_services
from elbowroom.server.people.report_meter import ReportMeter
from elbowroom.server.storage.schema import COMPLAINTS, CREATIONS
from tests.server.community import creation_row, pick_combo, publish, town
from tests.server.halls import hall
from tests.server.people import people

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.community import Member, Town

TIP = {"race": "orcs", "power": "flying", "players": 3, "language": "en", "text": "Fly over water."}


async def rude_things(here: Town, author: Member) -> dict[str, str]:
    """A creation, a comment and a tip of somebody, by their addresses, and their ids."""
    await publish(here.people_db, "gnomes", author)
    await pick_combo(here.people_db, author)
    comment = (await author.post("/creations/gnomes/comments", text="rude words"))["id"]
    tip = (await author.post("/tips", **TIP))["id"]
    return {"creations/gnomes": "gnomes", f"comments/{comment}": comment, f"tips/{tip}": tip}


async def reported(reader: Member) -> list[bool]:
    """Whether somebody reads that they have reported the creation, its comment and the tip."""
    [comment] = (await reader.get("/creations/gnomes/comments"))["comments"]
    [tip] = (await reader.get("/tips?race=orcs&power=flying&players=3"))["tips"]
    own = (await reader.get("/creations/gnomes"))["own"]
    return [bool(one["is_reported"]) for one in (own, comment, tip)]


async def test_people_complain_and_moderators_see_everything_at_once(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        eve, ann, bob = await here.admin("Eve"), await here.member("Ann"), await here.member("Bob")
        things = await rude_things(here, ann)
        for path in things:
            here.later()
            assert await bob.post(f"/{path}/report", reason=" They  are rude ") == {"is_reported": True}
            assert await bob.post(f"/{path}/report", reason="Again") == {"is_reported": True}, "once each"
            assert await here.guest("Gus").post(f"/{path}/report", reason="") == {"is_reported": True}
        found = await eve.get("/admin/complaints")
        comment, tip = list(things.values())[1:]
        assert [(one["kind"], one["id"], one["name"], one["text"], one["address"]) for one in found] == [
            ("tip", tip, "flying orcs (3)", "Fly over water.", "/explore/3/orcs/flying"),
            ("comment", comment, "Gnomes", "rude words", "/gallery/gnomes"),
            ("creation", "gnomes", "Gnomes", "They dig.", "/gallery/gnomes"),
        ]
        assert {one["author"] for one in found} == {"Ann"}
        assert all(sorted(one["reasons"]) == ["", "They are rude"] for one in found)
        assert (await eve.get("/admin"))["open_complaints"] == 3
        assert await eve.get("/admin/complaints?is_handled=true") == []
        assert bob.person not in str(found)
        assert (await creation_row(here.people_db, "gnomes")).status == "listed", "nobody has looked yet"
        assert (await bob.get("/creations/gnomes/comments"))["comments"][0]["text"] == "rude words"
        assert await reported(bob) == [True] * 3
        assert await reported(eve) == [False] * 3, "she has not complained"
        for kind, subject in (("creation", "gnomes"), ("comment", comment), ("tip", tip)):
            assert await eve.post(f"/admin/complaints/{kind}/{subject}", is_fine=True) == {}
        assert await reported(bob) == [False] * 3, "a complaint that was decided about is over"


async def test_a_moderator_decides_with_a_reason_and_it_is_in_the_log_of_acts(
    tmp_path: Path, url: str
) -> None:
    async with town(tmp_path, url) as here:
        eve, ann, bob = await here.admin("Eve"), await here.member("Ann"), await here.member("Bob")
        things = await rude_things(here, ann)
        kinds = dict(zip(("creation", "comment", "tip"), things.values(), strict=True))
        for path in things:
            await bob.post(f"/{path}/report", reason="Rude")
        for kind, subject in kinds.items():
            address = f"/admin/complaints/{kind}/{subject}"
            assert await eve.post(address, is_fine=False) == "reason_needed"
            assert await eve.post(address, is_fine=False, reason="a\u202eb") == "chat_text"
            here.later()
            assert await eve.post(address, is_fine=False, reason="Be kind") == {}
            assert await eve.post(address, is_fine=False, reason="Be kind") == {}, "again changes nothing"
        assert await eve.get("/admin/complaints") == []
        assert len(await eve.get("/admin/complaints?is_handled=true")) == 3
        assert (await eve.get("/admin"))["open_complaints"] == 0
        row = await creation_row(here.people_db, "gnomes")
        assert (row.status, row.reason) == ("hidden", "Be kind")
        assert await bob.get("/creations/gnomes/comments") == "nothing_here"
        acts = [
            (act["admin_name"], act["act"], act["subject_name"], act["note"])
            for act in await eve.get("/admin/acts")
            if act["act"] != "admin_added"
        ]
        assert acts == [
            ("Eve", "tip_removed", "Ann", "flying orcs (3): Be kind"),
            ("Eve", "comment_removed", "Ann", "Gnomes: Be kind"),
            ("Eve", "creation_hidden", "Ann", "Gnomes: Be kind"),
        ]
        for kind, subject in kinds.items():
            assert await eve.post(f"/admin/complaints/{kind}/{subject}", is_fine=True) == {}
        row = await creation_row(here.people_db, "gnomes")
        assert (row.status, row.reason) == ("listed", "")
        assert (await bob.get("/creations/gnomes/comments"))["comments"][0]["removed_why"] is None


async def test_to_leave_something_settles_the_complaints_and_changes_nothing_else(
    tmp_path: Path, url: str
) -> None:
    async with town(tmp_path, url) as here:
        eve, ann, bob = await here.admin("Eve"), await here.member("Ann"), await here.member("Bob")
        await publish(here.people_db, "gnomes", ann, "withdrawn")
        await bob.post("/creations/gnomes/report", reason="Ugly")
        for _ in range(2):
            assert await eve.post("/admin/complaints/creation/gnomes", is_fine=True) == {}
        assert (await creation_row(here.people_db, "gnomes")).status == "withdrawn", (
            "it stays with its author"
        )
        acts = [act["act"] for act in await eve.get("/admin/acts")]
        assert acts.count("creation_allowed") == 1
        assert await bob.post("/creations/gnomes/report", reason="Still") == {"is_reported": True}
        assert (await eve.get("/admin"))["open_complaints"] == 0, "it was decided, and nothing is new"
        async with here.people_db.begin() as connection:
            await connection.execute(update(CREATIONS).values(changed_at=here.clock.time + 1))
        here.later(2)
        assert await bob.post("/creations/gnomes/report", reason="The new version is worse") != "too_fast"
        [found] = await eve.get("/admin/complaints")
        assert found["reasons"] == ["The new version is worse"]


async def test_a_first_publication_is_seen_by_a_moderator_first(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        eve, ann, bob = await here.admin("Eve"), await here.member("Ann"), await here.member("Bob")
        await publish(here.people_db, "imps", ann, "waiting", changed_at=3.0)
        await publish(here.people_db, "gnomes", bob, "waiting", changed_at=2.0)
        await publish(here.people_db, "orks", bob)
        found = await eve.get("/admin/creations")
        assert [(one["id"], one["author"], one["version"]) for one in found] == [
            ("gnomes", "Bob", "digest of gnomes"),
            ("imps", "Ann", "digest of imps"),
        ]
        assert (await eve.get("/admin"))["waiting_creations"] == 2
        assert await eve.post("/admin/creations/gnomes", is_fine=True) == {}
        assert await eve.post("/admin/creations/imps", is_fine=False, reason="A copy") == {}
        assert [(await creation_row(here.people_db, one)).status for one in ("gnomes", "imps")] == [
            "listed",
            "hidden",
        ]
        assert await eve.get("/admin/creations") == []
        acts = {(act["act"], act["subject_name"]) for act in await eve.get("/admin/acts")}
        assert {("creation_allowed", "Bob"), ("creation_hidden", "Ann")} <= acts


async def test_only_administrators_look_after_it_and_no_program_does(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        eve, ann = await here.admin("Eve"), await here.member("Ann")
        await publish(here.people_db, "gnomes", ann)
        for member, code in (
            (ann, "admins_only"),
            (await here.program(eve), "not_by_token"),
            (here.guest("Gus"), "no_account"),
        ):
            assert {await member.get(path) for path in ("/admin/creations", "/admin/complaints")} == {code}
            for path in ("/admin/creations/gnomes", "/admin/complaints/creation/gnomes"):
                assert await member.post(path, is_fine=False, reason="x") == code
        assert (await creation_row(here.people_db, "gnomes")).status == "listed"


async def test_nonsense_is_judged_by_nobody(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        eve = await here.admin("Eve")
        for path, code in (
            ("/admin/complaints/creation/nobody", "nothing_here"),
            ("/admin/complaints/comment/gnomes", "nothing_here"),
            ("/admin/complaints/tip/%00", "nothing_here"),
            ("/admin/complaints/person/gnomes", "nothing_here"),
            ("/admin/creations/%00", "nothing_here"),
            ("/creations/nobody/report", "bad_message"),
        ):
            assert await eve.post(path, is_fine=True) == code, path


async def test_nobody_complains_of_what_they_cannot_see(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        ann, bob = await here.member("Ann"), await here.member("Bob")
        things = await rude_things(here, ann)
        async with here.people_db.begin() as connection:
            await connection.execute(update(CREATIONS).values(status="hidden"))
        for path in (*things, "creations/nobody", "comments/%00", "tips/nobody"):
            expected: Any = (
                {"is_reported": True} if path.startswith("tips/") and path in things else "nothing_here"
            )
            assert await bob.post(f"/{path}/report", reason="x") == expected, path
        assert await bob.post("/creations/gnomes/report", reason="x" * 301) == "chat_text"


async def test_what_is_deleted_takes_its_complaints_along(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        eve, ann, bob = await here.admin("Eve"), await here.member("Ann"), await here.member("Bob")
        _, comment, tip = await rude_things(here, ann)
        for path in (comment, tip):
            await bob.post(f"/{path}/report", reason="Rude")
            assert await ann.delete(f"/{path}") == {}
        assert await eve.get("/admin/complaints") == []
        assert (await eve.get("/admin"))["open_complaints"] == 0
        async with here.people_db.read() as connection:
            assert (await connection.execute(select(COMPLAINTS))).all() == []


async def test_complaints_and_judgements_at_the_same_moment_agree(url: str) -> None:
    async with hall(url) as one, people(url) as other:
        await one.register("ann")
        await publish(one.people_db, "gnomes", "ann")
        databases = (one.people_db, other.people_db)
        await asyncio.gather(
            *(
                complain(databases[number % 2], "creation", "gnomes", f"g-{number % 6}", "x", 1.0)
                for number in range(12)
            )
        )
        [found] = await complaints(other.people_db)
        assert len(found.reasons) == 6
        done = await asyncio.gather(
            *(
                judge(database, "creation", "gnomes", Judgement(is_fine=False, reason="No"), 2.0)
                for database in databases * 3
            )
        )
        assert sum(act is not None for act in done) == 1, "it is written down once"
        assert await count_open_complaints(one.people_db) == 0


def test_nobody_complains_without_end() -> None:
    def count(addresses: int, persons: int) -> int:
        limits, taken = RateLimits(), 0
        for number in range(200):
            request: Any = {"client": (f"192.0.2.{number % addresses}", 1)}
            try:
                limits.complaint(request, f"g-{number % persons}")
            except Refused:
                continue
            taken += 1
        return taken

    assert count(addresses=100, persons=1) == MAX_COMPLAINTS_PER_DAY
    assert count(addresses=1, persons=200) == MAX_COMPLAINTS_PER_ADDRESS_PER_HOUR


async def test_what_waits_is_metered(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        ann, bob = await here.member("Ann"), await here.member("Bob")
        await publish(here.people_db, "gnomes", ann)
        await publish(here.people_db, "imps", ann, "waiting")
        await bob.post("/creations/gnomes/report", reason="Rude")
        metrics = app_services(here.here.app).rooms.metrics
        meter = ReportMeter(
            here.people_db,
            (metrics.open_complaints, count_open_complaints),
            (metrics.waiting_creations, count_waiting_creations),
        )
        await meter.look()
        read = metrics.registry.get_sample_value
        assert (read("elbowroom_open_complaints"), read("elbowroom_waiting_creations")) == (1.0, 1.0)
