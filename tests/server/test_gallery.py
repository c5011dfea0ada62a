"""The gallery: publishing, versions, lists, pages, withdrawal and deletion, on both databases."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from sqlalchemy import select, update

from elbowroom.rules.refusals import Refused
from elbowroom.server.community import balance_queue
from elbowroom.server.community import complaints as judging
from elbowroom.server.community import gallery as lists
from elbowroom.server.community.balance_tester import BalanceTester
from elbowroom.server.community.publishing import DISTRUST_SECONDS
from elbowroom.server.http.services import app_services
from elbowroom.server.storage.schema import (
    BALANCE_TESTS,
    COMMENTS,
    COMPLAINTS,
    CREATION_VERSIONS,
    CREATIONS,
)
from elbowroom.server.tables.creation_texts import version_digest
from tests.server.authors import (
    VALLEY,
    Author,
    administrator,
    author,
    drawn_map,
    power,
    publication,
    race,
)
from tests.server.community import play_with
from tests.server.houses import house

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.server.houses import House

pytestmark = pytest.mark.process
GNOMES = race("Gnomes", 'coins.mine = 1\ndiscount.hill = 1\ntext.en = "They dig."')
LUCKY = power("Lucky")


@asynccontextmanager
async def gallery(folder: Path, url: str, **settings: Any) -> AsyncIterator[House]:  # noqa: ANN401 - as Settings
    """A server that lists publications at once, unless the test says otherwise."""
    async with house(folder, url, **{"review": "none", **settings}) as here:
        yield here


async def set_status(here: House, creation: str, status: str, reason: str = "") -> None:
    """What a moderator does."""
    change = update(CREATIONS).where(CREATIONS.c.id == creation).values(status=status, reason=reason)
    async with app_services(here.app).people_db.begin() as connection:
        await connection.execute(change)


async def test_a_race_is_published_found_and_shown(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url) as here:
        ann, reader = await author(here, "Ann"), Author(here.stranger)
        done = await ann.publish(GNOMES, summary="  Small,\n\n and   busy. ", language="de-AT")
        assert done["is_waiting"] is done["is_known"] is False
        assert done["version"] == version_digest(GNOMES)
        found = await reader.get("/creations")
        (card,) = found["creations"]
        assert (found["total"], found["next"]) == (1, None)
        shown = {key: card[key] for key in ("id", "kind", "name", "summary", "language", "author", "status")}
        assert shown == {
            "id": done["creation"],
            "kind": "race",
            "name": "Gnomes",
            "summary": "Small,\nand busy.",
            "language": "de",
            "author": "Ann",
            "status": "listed",
        }
        assert (card["players"], card["traits"]) == ([2, 3, 4, 5], ["coins", "discount"])
        (piece,) = card["pieces"]
        assert (piece["id"], piece["is_race"], card["has_board"]) == ("gnomes", True, False)
        page = await reader.get(f"/creations/{done['creation']}")
        assert page["card"] == card
        assert page["text"] == GNOMES
        assert [line["key"] for line in page["box"]["races"][0]["traits"]] != []
        assert [(one["digest"], one["number"]) for one in page["history"]] == [(done["version"], 1)]
        own = page["own"]
        assert (own["is_author"], own["has_played"], own["is_liked"], own["is_reported"]) == (
            False,
            False,
            None,
            False,
        )
        assert (await ann.get(f"/creations/{done['creation']}"))["own"]["is_author"] is True


async def test_a_guest_reads_and_cannot_publish(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url) as here:
        guest = Author(here.person("gguest___________"))
        answer = await guest.client.post("/api/creations", json=publication(GNOMES))
        assert (answer.status_code, answer.json()["code"]) == (403, "needs_account")
        assert await Author(here.stranger).publish(GNOMES) == "who_are_you"
        assert await guest.names() == []


async def test_kinds_and_names_come_from_the_text(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url) as here:
        ann = await author(here, "Ann")
        for text in (
            GNOMES,
            LUCKY,
            VALLEY,
            race("Kobolds") + power("Odd"),
            "# Night folk\n" + race("Owls") + power("Dim"),
        ):
            assert (await ann.publish(text))["is_known"] is False
        found = await ann.get("/creations", order="newest")
        kinds = {card["name"]: (card["kind"], card["players"]) for card in found["creations"]}
        every = [2, 3, 4, 5]
        assert kinds == {
            "Gnomes": ("race", every),
            "Lucky": ("power", every),
            "valley": ("map", [2]),
            "Kobolds, Odd": ("set", every),
            "Night folk": ("set", every),
        }


async def test_a_new_version_leaves_the_earlier_ones_as_they_were(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url) as here:
        ann, bob = await author(here, "Ann"), await author(here, "Bob")
        first = await ann.publish(GNOMES, summary="First.")
        before = await bob.get(f"/versions/{first['version']}")
        second = await ann.publish(
            race("Gnomes", "coins.mine = 2"), creation=first["creation"], note="More coins"
        )
        assert (second["creation"], second["is_known"]) == (first["creation"], False)
        assert await bob.get(f"/versions/{first['version']}") == before
        assert (before["number"], before["text"], before["creation"]) == (1, GNOMES, first["creation"])
        page = await bob.get(f"/creations/{first['creation']}")
        assert [(one["number"], one["note"]) for one in page["history"]] == [(2, "More coins"), (1, "")]
        assert (page["card"]["versions"], page["card"]["version"]) == (2, second["version"])
        assert page["card"]["traits"] == ["coins"]
        other = race("Gnomes", "coins.mine = 3")
        assert await bob.publish(other, creation=first["creation"]) == "not_your_creation"
        assert await ann.publish(LUCKY, creation=first["creation"]) == "creation_kind"
        assert await ann.publish(LUCKY, creation="nowhere") == "nothing_here"
        again = await ann.publish(GNOMES)
        assert (again["is_known"], again["version"], again["creation"]) == (
            True,
            first["version"],
            first["creation"],
        )


async def test_the_text_of_somebody_else_is_refused_and_the_refusal_says_where(
    tmp_path: Path, url: str
) -> None:
    async with gallery(tmp_path, url) as here:
        ann, bob = await author(here, "Ann"), await author(here, "Bob")
        done = await ann.publish(GNOMES)
        answer = await bob.client.post(
            "/api/creations", json=publication("\ufeff" + GNOMES.replace("\n", "  \r\n"))
        )
        assert (answer.status_code, answer.json()["code"]) == (409, "published_by")
        assert answer.json()["params"] == {"name": "Gnomes", "author": "Ann", "creation": done["creation"]}
        await set_status(here, done["creation"], "hidden")
        assert await bob.publish(GNOMES) == "published_already"


async def test_lists_are_searched_filtered_and_ordered(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url) as here:
        ann, bob, reader = await author(here, "Ann"), await author(here, "Bob"), Author(here.stranger)
        ids = {}
        for who, text, summary in (
            (ann, GNOMES, "Für Bergbau: 100%_"),
            (ann, VALLEY, "A little map"),
            (bob, LUCKY, "Élan vital"),
            (bob, race("Owls", 'may = ["second wave"]'), "By night"),
        ):
            done = await who.publish(text, summary=summary)
            ids[(await who.get(f"/creations/{done['creation']}"))["card"]["name"]] = done["creation"]
        await rank(here, {ids["Owls"]: (0.5, 3), ids["Lucky"]: (0.2, 9), ids["Gnomes"]: (0.2, 1)})
        assert await reader.names() == ["Owls", "Lucky", "Gnomes", "valley"]
        assert await reader.names(order="newest") == ["Owls", "Lucky", "valley", "Gnomes"]
        assert await reader.names(order="played") == ["Lucky", "Owls", "Gnomes", "valley"]
        assert await reader.names(kind="power") == ["Lucky"]
        assert await reader.names(kind="map") == await reader.names(search="LITTLE map") == ["valley"]
        assert await reader.names(search="elan") == await reader.names(search="ÉLAN VITAL") == ["Lucky"]
        assert await reader.names(search="fur bergbau") == await reader.names(search="dig") == ["Gnomes"]
        assert await reader.names(search="100") == ["Gnomes"]
        assert await reader.names(search="bergbau elan") == []
        assert await reader.names(search="% \0 '") == await reader.names(), "signs are no words"
        assert await reader.names(search="_") == ["Gnomes"], "a sign of the database is a letter here"
        assert await reader.names(author="bob") == ["Owls", "Lucky"]
        assert await reader.names(author="nobody \0") == []
        assert await reader.names(trait="may") == ["Owls"]
        assert await reader.names(trait="coins") == ["Lucky", "Gnomes"]
        assert await reader.names(trait="c%") == await reader.names(trait="|") == []
        assert await reader.names(players=2) == await reader.names()
        assert await reader.names(players=5) == ["Owls", "Lucky", "Gnomes"]
        assert await reader.names(players=23) == await reader.names(players=-2) == []
        assert await reader.get("/creations", page=0) == "number_limits"
        assert await reader.get("/creations", search="a" * 201) == "too_long"
        assert await reader.get("/creations", order="worst") == "bad_message"


async def test_authors_are_found_by_how_their_names_begin(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url) as here:
        zoe, anna, ann = [await author(here, name) for name in ("Zo\u00eb_%", "Annabella", "Ann")]
        for one, name in ((zoe, "Gnomes"), (anna, "Moles"), (ann, "Owls")):
            await one.publish(race(name))
        for begins in ("zo", "ZOE", "Zo\u00e9", "zo\u00eb_%"):
            assert await ann.names(author=begins) == ["Gnomes"]
        assert sorted(await zoe.names(author="AN")) == ["Moles", "Owls"]
        assert await zoe.names(author="ann") == ["Owls"], "the whole name of somebody"
        for other in ("bella", "o", "%", "\u2605"):
            assert await zoe.names(author=other) == []


async def test_all_texts_of_a_publication_are_without_blocked_words(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url) as here:
        ann = await author(here, "Ann")
        for text in (
            race("Fuck off"),
            race("Gnomes", 'text.de = "Ihr Wichser"'),
            f"# Fuck off\n{race('Gnomes')}{power('Lucky')}",
            race("Gnomes") + power("Bitch"),
            race("Gnomes") + "# asshole\n",
            drawn_map("whore"),
        ):
            assert await ann.publish(text) == "blocked_word", text[:60]
        assert await ann.publish(GNOMES, summary="Fuck off") == "blocked_word"
        assert await ann.publish(GNOMES, note="Fuck off") == "blocked_word"


async def test_a_long_list_has_pages_that_hold_every_creation_once(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "CREATIONS_PER_PAGE", 2)
    async with gallery(tmp_path, url) as here:
        ann, names = await author(here, "Ann"), ["Owls", "Foxes", "Moles", "Hares", "Toads"]
        for name in names:
            await ann.publish(race(name))
        pages: list[list[str]] = []
        number: int | None = 1
        while number is not None:
            found = await ann.get("/creations", order="newest", page=number)
            assert found["total"] == len(names)
            pages.append([card["name"] for card in found["creations"]])
            number = found["next"]
        assert pages == [["Toads", "Hares"], ["Moles", "Foxes"], ["Owls"]]


async def test_the_first_publication_of_an_account_waits_until_a_moderator_saw_it(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with gallery(tmp_path, url, review="first") as here:
        mod, ann, reader = await administrator(here), await author(here, "Ann"), Author(here.stranger)
        first = await ann.publish(GNOMES)
        second = await ann.publish(LUCKY)
        assert first["is_waiting"] is second["is_waiting"] is True
        assert await reader.names() == await reader.names(author="Ann") == []
        assert sorted(await ann.names(author="Ann")) == ["Gnomes", "Lucky"]
        own = (await ann.get("/people/Ann"))["creations"]
        assert sorted((card["name"], card["status"]) for card in own) == [
            ("Gnomes", "waiting"),
            ("Lucky", "waiting"),
        ]
        monkeypatch.setattr(lists, "MAX_CREATIONS_OF_PROFILE", 1)
        assert len((await ann.get("/people/Ann"))["creations"]) == 2, "nobody misses one of their own"
        assert (await reader.get("/people/Ann"))["creations"] == []
        for path in (f"/creations/{first['creation']}", f"/versions/{first['version']}"):
            assert await reader.get(path) == "nothing_here"
            assert "text" in await ann.get(path)
            assert "text" in await mod.get(path)
        assert await ann.post(f"/creations/{first['creation']}/withdraw") == "creation_unseen"
        assert await mod.post(f"/admin/creations/{first['creation']}", is_fine=True) == {}
        assert await reader.names() == ["Gnomes"]
        assert (await ann.publish(race("Owls")))["is_waiting"] is False, "the author is known by now"
        assert (await ann.publish(race("Gnomes"), creation=first["creation"]))["is_waiting"] is False
        assert await mod.post(f"/admin/creations/{second['creation']}", is_fine=False, reason="No.") == {}
        hidden = await ann.get(f"/creations/{second['creation']}")
        assert (hidden["card"]["status"], hidden["reason"]) == ("hidden", "No.")
        again = await ann.publish(power("Lucky", "coins.turn = 1"), creation=second["creation"])
        assert again["is_waiting"] is True, "a moderator looks at what replaces something hidden"


async def test_a_moderator_reads_all_that_strangers_would_before_they_do(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with gallery(tmp_path, url, review="first") as here:
        mod, ann, bob = await administrator(here), await author(here, "Ann"), await author(here, "Bob")
        folk = race("Gnomes", 'text.en = "They dig."\ntext.de = "Sie graben."') + power("Lucky")
        first = await ann.publish(f"# Hill folk\n{folk}# for Eve\n", summary="Small")
        await ann.publish(f"# Hill folk\n{folk}", summary="Tall", creation=first["creation"], note="Quieter")
        await bob.publish(VALLEY)
        hills, valley = await mod.get("/admin/creations")
        assert (hills["name"], hills["summary"], hills["has_more_words"]) == ("Hill folk", "Tall", False)
        assert hills["words"] == ["Quieter", "Gnomes", "They dig.", "Sie graben.", "Lucky", "for Eve"]
        regions = (await bob.get("/creations", author="Bob"))["creations"][0]["id"]
        box = (await bob.get(f"/creations/{regions}"))["box"]
        assert {region["label"] for region in box["maps"][0]["regions"]} <= {*valley["words"], ""}
        monkeypatch.setattr(judging, "MAX_WORDS_CHARACTERS", 20)
        hills, _ = await mod.get("/admin/creations")
        assert (hills["words"], hills["has_more_words"]) == (["Quieter", "Gnomes"], True)


@pytest.mark.parametrize("is_deleted", [False, True], ids=["kept", "deleted"])
async def test_after_something_was_hidden_a_moderator_looks_at_what_its_author_publishes(
    tmp_path: Path, url: str, *, is_deleted: bool
) -> None:
    clock = [1_000_000.0]
    async with gallery(tmp_path, url, review="first", now=lambda: clock[0]) as here:
        mod, ann, reader = await administrator(here), await author(here, "Ann"), Author(here.stranger)
        gnomes, moles = await ann.publish(GNOMES), await ann.publish(race("Moles"))
        assert await mod.post(f"/admin/creations/{gnomes['creation']}", is_fine=True) == {}
        assert await mod.post(f"/admin/creations/{moles['creation']}", is_fine=False, reason="Rude.") == {}
        if is_deleted:
            assert await ann.delete(f"/creations/{moles['creation']}") == {}
        owls = await ann.publish(race("Owls"))
        assert owls["is_waiting"] is True, "something new"
        assert await ann.post(f"/creations/{gnomes['creation']}/withdraw") == {}
        assert await ann.post(f"/creations/{gnomes['creation']}/relist") == {}
        assert await reader.names() == ["Gnomes"], "a moderator has seen it"
        newer = await ann.publish(race("Gnomes"), creation=gnomes["creation"])
        assert newer["is_waiting"] is True, "a new version"
        clock[0] += DISTRUST_SECONDS + 1
        newest = await ann.publish(race("Gnomes", "coins.mine = 2"), creation=gnomes["creation"])
        assert newest["is_waiting"] is True, "one before it waits"
        assert (await ann.publish(race("Toads")))["is_waiting"] is False


async def held_gnomes(ann: Author, mod: Author) -> tuple[str, str, str]:
    """A listed creation, with a new version that waits as something else of its author was hidden."""
    gnomes, moles = await ann.publish(GNOMES), await ann.publish(race("Moles"))
    path = f"/creations/{gnomes['creation']}"
    assert await mod.post(f"/admin{path}", is_fine=True) == {}
    assert await mod.post(f"/admin/creations/{moles['creation']}", is_fine=False, reason="Rude.") == {}
    new = {"creation": gnomes["creation"], "summary": "Small ones.", "note": "Smaller"}
    newer = await ann.publish(race("Tiny gnomes"), **new)
    assert (newer["is_waiting"], newer["is_known"]) == (True, False)
    return path, gnomes["version"], newer["version"]


async def test_a_new_version_waits_by_itself_and_all_see_the_one_before(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url, review="first") as here:
        mod, ann, bob = await administrator(here), await author(here, "Ann"), await author(here, "Bob")
        path, old, new = await held_gnomes(ann, mod)
        people_db = app_services(here.app).people_db
        await play_with(people_db, path.rpartition("/")[2], bob.person, digest=old)
        assert await bob.post(f"{path}/vote", value=True) == {}
        assert (await bob.post(f"{path}/comments", text="Fun"))["text"] == "Fun"
        for reader in (bob, Author(here.stranger)):
            page = await reader.get(path)
            assert (page["card"]["name"], page["card"]["version"]) == ("Gnomes", old)
            assert (page["card"]["status"], page["card"]["versions"]) == ("listed", 1)
            assert [one["digest"] for one in page["history"]] == [old]
            assert (page["comments"], page["card"]["likes"]) == (1, 1)
            assert await reader.names(search="gnomes") == ["Gnomes"]
            assert await reader.names(search="tiny") == []
            assert await reader.get(f"/versions/{new}") == "nothing_here"
        assert await bob.publish(race("Tiny gnomes")) == "published_already"
        for reader in (ann, mod):
            history = (await reader.get(path))["history"]
            assert [(one["number"], one["status"]) for one in history] == [(2, "waiting"), (1, "shown")]
            version = await reader.get(f"/versions/{new}")
            assert (version["name"], version["status"]) == ("Tiny gnomes", "waiting")
        again = await ann.publish(race("Tiny gnomes"))
        assert (again["is_waiting"], again["is_known"]) == (True, True)
        [waiting] = await mod.get("/admin/creations")
        assert (waiting["version"], waiting["name"], waiting["summary"]) == (
            new,
            "Tiny gnomes",
            "Small ones.",
        )
        assert waiting["is_new_version"] is True
        assert {"Smaller"} <= {*waiting["words"]}
        assert (await mod.get("/admin"))["waiting_creations"] == 1
        assert await mod.post(f"/admin{path}", is_fine=True, version=old) == "nothing_here"
        assert await mod.post(f"/admin{path}", is_fine=True, version=new) == {}
        page = await bob.get(path)
        assert (page["card"]["name"], page["card"]["version"]) == ("Tiny gnomes", new)
        assert (page["card"]["summary"], page["card"]["versions"]) == ("Small ones.", 2)
        assert [one["digest"] for one in page["history"]] == [new, old]
        assert (page["comments"], page["card"]["votes"]) == (1, 0), "nobody voted on this one yet"
        assert await bob.names(search="tiny") == ["Tiny gnomes"]
        assert await mod.get("/admin/creations") == []


async def test_a_new_version_that_is_refused_leaves_the_one_before(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url, review="first") as here:
        mod, ann, reader = await administrator(here), await author(here, "Ann"), Author(here.stranger)
        path, old, new = await held_gnomes(ann, mod)
        assert await mod.post(f"/admin{path}", is_fine=False, version=new) == "reason_needed"
        assert await mod.post(f"/admin{path}", is_fine=False, version=new, reason="A copy.") == {}
        assert await reader.names() == ["Gnomes"]
        assert [one["digest"] for one in (await reader.get(path))["history"]] == [old]
        assert await reader.get(f"/versions/{new}") == "nothing_here"
        refused, _ = (await ann.get(path))["history"]
        assert (refused["status"], refused["reason"]) == ("hidden", "A copy.")
        assert (await ann.get(f"/versions/{new}"))["status"] == "hidden"
        assert (await ann.publish(race("Tiny gnomes")))["is_waiting"] is False, "that is decided"
        assert await mod.get("/admin/creations") == []
        assert ("creation_hidden", "Ann") in {
            (act["act"], act["subject_name"]) for act in await mod.get("/admin/acts")
        }
        third = await ann.publish(race("Gnomes"), creation=path.rpartition("/")[2])
        [waiting] = await mod.get("/admin/creations")
        assert "Smaller" not in waiting["words"], "nobody will read what was refused"
        assert await mod.post(f"/admin{path}", is_fine=True, version=third["version"]) == {}
        page = await reader.get(path)
        assert [one["number"] for one in page["history"]] == [3, 1]
        assert page["card"]["versions"] == 2


async def test_a_new_version_waits_also_while_its_creation_is_withdrawn(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url, review="all") as here:
        mod, ann, reader = await administrator(here), await author(here, "Ann"), Author(here.stranger)
        done = await ann.publish(GNOMES)
        path = f"/creations/{done['creation']}"
        await mod.post(f"/admin{path}", is_fine=True)
        assert await ann.post(f"{path}/withdraw") == {}
        newer = await ann.publish(race("Gnomes"), creation=done["creation"])
        assert newer["is_waiting"] is True
        assert await ann.post(f"{path}/relist") == {}
        assert (await reader.get(path))["card"]["version"] == done["version"]
        assert await reader.names() == ["Gnomes"]
        assert await mod.post(f"/admin/complaints{path.replace('creations', 'creation')}", is_fine=True) == {}
        assert (await reader.get(path))["card"]["version"] == done["version"], "that was about what is listed"
        assert await mod.post(f"/admin{path}", is_fine=False, reason="No.") == {}
        assert await reader.get(path) == "nothing_here"
        assert await mod.get("/admin/creations") == []


async def test_a_name_that_somebody_else_got_while_a_version_waited_is_refused(
    tmp_path: Path, url: str
) -> None:
    async with gallery(tmp_path, url, review="first") as here:
        mod, ann, bob = await administrator(here), await author(here, "Ann"), await author(here, "Bob")
        path, _, new = await held_gnomes(ann, mod)
        other = await bob.publish(race("Tiny Gnomes", "coins.mine = 3"))
        assert await mod.post(f"/admin/creations/{other['creation']}", is_fine=True) == {}
        assert await mod.post(f"/admin{path}", is_fine=True, version=new) == "creation_name_taken"
        assert (await bob.get(path))["card"]["name"] == "Gnomes"


async def test_one_knows_before_whether_a_moderator_looks_first(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url, review="first") as here:
        mod, ann, bob = await administrator(here), await author(here, "Ann"), await author(here, "Bob")
        assert await ann.get("/publishing") == {"is_waiting": True}
        gnomes = await ann.publish(GNOMES)
        assert await ann.get("/publishing", creation=gnomes["creation"]) == {"is_waiting": True}
        assert await mod.post(f"/admin/creations/{gnomes['creation']}", is_fine=True) == {}
        assert await ann.get("/publishing") == {"is_waiting": False}
        assert await ann.get("/publishing", creation=gnomes["creation"]) == {"is_waiting": False}
        assert await bob.get("/publishing", creation=gnomes["creation"]) == "not_your_creation"
        assert await Author(here.stranger).get("/publishing") == "who_are_you"
        moles = await ann.publish(race("Moles"))
        assert await mod.post(f"/admin/creations/{moles['creation']}", is_fine=False, reason="No.") == {}
        assert await ann.get("/publishing", creation=gnomes["creation"]) == {"is_waiting": True}


@pytest.mark.parametrize(("code", "waits"), [("test_endless", True), ("content", False)])
async def test_while_test_games_that_failed_hide_something_a_moderator_looks_at_what_its_author_publishes(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch, code: str, *, waits: bool
) -> None:
    monkeypatch.setattr(BalanceTester, "start", never_starts)
    async with gallery(tmp_path, url, review="first", test_games=40) as here:
        mod, ann = await administrator(here), await author(here, "Ann")
        moles, gnomes = await ann.publish(race("Moles")), await ann.publish(GNOMES)
        for one in (moles, gnomes):
            assert await mod.post(f"/admin/creations/{one['creation']}", is_fine=True) == {}
        async with app_services(here.app).people_db.begin() as connection:
            tests = await balance_queue.queued_tests(connection, 0.0)
            test = next(test for test in tests if test.digest == gnomes["version"])
            leased = await balance_queue.lease(connection, test, "worker", 0.0)
            assert leased is not None
            failure = Refused(code, decisions=9, file="gnomes.toml", problems="").refusal
            await balance_queue.fail(connection, leased, failure, 0.0)
        hidden = await ann.get(f"/creations/{gnomes['creation']}")
        assert hidden["card"]["status"] == "hidden"
        assert (await ann.publish(race("Owls")))["is_waiting"] is waits
        mended = await ann.publish(race("Gnomes", "coins.mine = 2"), creation=gnomes["creation"])
        assert mended["is_waiting"] is False, "its own test games decide"


async def test_a_host_may_look_at_every_publication(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url, review="all") as here:
        mod, ann, reader = await administrator(here), await author(here, "Ann"), Author(here.stranger)
        done = await ann.publish(GNOMES)
        await mod.post(f"/admin/creations/{done['creation']}", is_fine=True)
        assert (await ann.publish(LUCKY))["is_waiting"] is True
        assert (await ann.publish(race("Gnomes"), creation=done["creation"]))["is_waiting"] is True
        assert await reader.names() == ["Gnomes"], "the version before"
        assert len(await mod.get("/admin/creations")) == 2


async def test_what_is_withdrawn_is_not_listed_and_still_found(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url) as here:
        ann, bob, reader = await author(here, "Ann"), await author(here, "Bob"), Author(here.stranger)
        done = await ann.publish(GNOMES)
        path = f"/creations/{done['creation']}"
        assert await bob.post(f"{path}/withdraw") == await bob.delete(path) == "not_your_creation"
        assert await reader.post(f"{path}/withdraw") == "who_are_you"
        for _ in range(2):
            assert await ann.post(f"{path}/withdraw") == {}
        assert await reader.names() == await reader.names(author="Ann") == []
        assert await ann.names(author="Ann") == ["Gnomes"]
        assert (await reader.get(path))["card"]["status"] == "withdrawn"
        assert (await reader.get(f"/versions/{done['version']}"))["text"] == GNOMES
        newer = await ann.publish(race("Gnomes", "coins.mine = 2"), creation=done["creation"])
        assert newer["is_waiting"] is False
        assert await reader.names() == [], "a new version does not list it"
        for _ in range(2):
            assert await ann.post(f"{path}/relist") == {}
        assert await reader.names() == ["Gnomes"]


async def test_a_name_that_somebody_else_got_meanwhile_is_not_listed_twice(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url) as here:
        mod = await administrator(here)
        ann, bob, cat = [await author(here, name) for name in ("Ann", "Bob", "Cat")]
        anns = (await ann.publish(GNOMES))["creation"]
        assert await ann.post(f"/creations/{anns}/withdraw") == {}
        bobs = (await bob.publish(race("Gnomes")))["creation"]
        assert await ann.post(f"/creations/{anns}/relist") == "creation_name_taken"
        await set_status(here, bobs, "waiting")
        cats = (await cat.publish(race("Gnomes", "coins.mine = 2")))["creation"]
        assert await mod.post(f"/admin/creations/{bobs}", is_fine=True) == "creation_name_taken"
        assert await mod.post(f"/admin/creations/{cats}", is_fine=True) == {}, "its own name"
        assert await Author(here.stranger).names() == ["Gnomes"]
        assert await mod.post(f"/admin/creations/{cats}", is_fine=False, reason="Copied.") == {}
        assert await mod.post(f"/admin/creations/{bobs}", is_fine=True) == {}


async def test_no_piece_of_a_set_is_named_like_what_somebody_else_has_listed(
    tmp_path: Path, url: str
) -> None:
    async with gallery(tmp_path, url, test_games=0) as here:
        ann, bob = await author(here, "Ann"), await author(here, "Bob")
        await ann.publish(GNOMES)
        forest = "# Forest Folk\n" + race("Elks") + power("Gnornes")
        refused = (await bob.client.post("/api/creations", json=publication(forest))).json()
        assert (refused["code"], refused["params"]["name"]) == ("creation_name_taken", "Gnomes")
        folk = await bob.publish(forest.replace("Gnornes", "Newts").replace("gnornes", "newts"))
        assert folk["version"]
        refused = (await ann.client.post("/api/creations", json=publication(power("NEWTS")))).json()
        assert (refused["code"], refused["params"]["name"]) == ("creation_name_taken", "Newts")
        assert refused["params"]["creation"] == folk["creation"]
        assert refused["params"]["likeness"] == "same"
        assert await bob.post(f"/creations/{folk['creation']}/withdraw") == {}
        assert (await ann.publish(power("Newts")))["version"]
        assert await bob.post(f"/creations/{folk['creation']}/relist") == "creation_name_taken"


async def test_what_is_deleted_leaves_nothing_behind_and_may_be_published_again(
    tmp_path: Path, url: str
) -> None:
    async with gallery(tmp_path, url, test_games=0) as here:
        ann, bob = await author(here, "Ann"), await author(here, "Bob")
        done = await ann.publish(GNOMES)
        await ann.publish(race("Gnomes", "coins.mine = 2"), creation=done["creation"])
        await ann.post(f"/creations/{done['creation']}/comments", text="Nice")
        await bob.post(f"/creations/{done['creation']}/report", reason="Hm")
        assert await ann.delete(f"/creations/{done['creation']}") == {}
        assert await ann.delete(f"/creations/{done['creation']}") == "nothing_here"
        assert await ann.get(f"/versions/{done['version']}") == "nothing_here"
        async with app_services(here.app).people_db.read() as connection:
            for table in (CREATIONS, CREATION_VERSIONS, COMMENTS, COMPLAINTS):
                assert (await connection.execute(select(table))).all() == []
        assert (await bob.publish(GNOMES))["is_known"] is False


async def test_a_version_is_a_file_to_keep_and_a_map_is_drawn(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url) as here:
        ann = await author(here, "Ann")
        tree, isles = await ann.publish(race("Größte Ents")), await ann.publish(drawn_map("isles"))
        file = await here.stranger.get(f"/api/versions/{tree['version']}/file")
        assert file.headers["content-disposition"] == 'attachment; filename="grosste-ents.toml"'
        assert file.headers["content-type"] == "text/plain; charset=utf-8"
        assert file.headers["x-content-type-options"] == "nosniff"
        assert file.text == race("Größte Ents")
        assert version_digest(file.text) == tree["version"]
        map_file = await here.stranger.get(f"/api/versions/{isles['version']}/file")
        assert map_file.headers["content-disposition"] == 'attachment; filename="isles.json"'
        path = f"/api/versions/{isles['version']}/board"
        assert (await here.stranger.get(f"/api/versions/{tree['version']}/board")).json()[
            "code"
        ] == "no_board"
        drawn = await here.stranger.get(path, params={"theme": "night"})
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        headers = {"if-none-match": drawn.headers["etag"]}
        again = await here.stranger.get(path, params={"theme": "night"}, headers=headers)
        assert again.status_code == 304
        page = await here.stranger.get(f"/gallery/{isles['creation']}")
        picture = f"/gallery/{isles['creation']}/picture.png"
        assert f"{picture}?v={isles['version']}" in page.text
        assert (await here.stranger.get(picture)).headers["content-type"] == "image/png"
        valley = await ann.publish(VALLEY)
        assert await ann.get(f"/versions/{valley['version']}/board") == "no_outlines"
        assert (await ann.get(f"/creations/{valley['creation']}"))["card"]["has_board"] is False
        assert (await ann.get(f"/creations/{isles['creation']}"))["card"]["has_board"] is True


async def test_a_link_to_a_creation_tells_what_it_is_about(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url) as here:
        ann = await author(here, "Ann")
        done = await ann.publish(GNOMES, summary='They "dig"\n<b>deep</b>')
        path = f"/gallery/{done['creation']}"
        page = await here.stranger.get(path)
        assert page.status_code == 200
        assert '<meta property="og:title" content="Gnomes">' in page.text
        told = "A race by Ann. They &quot;dig&quot; &lt;b&gt;deep&lt;/b&gt;"
        assert f'<meta property="og:description" content="{told}">' in page.text
        assert "x-robots-tag" not in page.headers
        german = await here.stranger.get(path, headers={"accept-language": "de"})
        assert "Eine Rasse von Ann." in german.text
        await ann.post(f"/creations/{done['creation']}/withdraw")
        assert (await here.stranger.get(path)).headers["x-robots-tag"] == "noindex"
        await set_status(here, done["creation"], "hidden")
        hidden = await here.stranger.get(path)
        assert (hidden.status_code, "Gnomes" in hidden.text) == (404, False)
        assert (await ann.client.get(path)).status_code == 200
        for nowhere in ("/gallery/nosuch", "/gallery/%00", f"{path}/picture.png"):
            assert (await here.stranger.get(nowhere)).status_code == 404


async def test_publications_wait_for_test_games_and_a_full_queue_says_when_to_come_back(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balance_queue, "MAX_WAITING_TESTS_PER_AUTHOR", 1)
    monkeypatch.setattr(BalanceTester, "start", never_starts)
    async with gallery(tmp_path, url, test_games=40) as here:
        ann = await author(here, "Ann")
        done = await ann.publish(GNOMES)
        page = await ann.get(f"/creations/{done['creation']}")
        assert (page["test"]["status"], page["test"]["wanted"]) == ("waiting", 40)
        assert page["card"]["test"]["status"] == page["history"][0]["test"]["status"] == "waiting"
        answer = await ann.client.post("/api/creations", json=publication(LUCKY))
        assert answer.json()["code"] == "own_tests_waiting"
        assert answer.json()["params"]["minutes"] > 0
        assert await ann.names() == ["Gnomes"], "nothing of it is stored"


async def test_a_creation_whose_test_failed_is_listed_again_only_by_a_new_version(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BalanceTester, "start", never_starts)
    async with gallery(tmp_path, url, test_games=40) as here:
        ann = await author(here, "Ann")
        done = await ann.publish(GNOMES)
        await ann.post(f"/creations/{done['creation']}/withdraw")
        failed = update(BALANCE_TESTS).where(BALANCE_TESTS.c.digest == done["version"])
        async with app_services(here.app).people_db.begin() as connection:
            await connection.execute(failed.values(status="failed"))
        assert await ann.post(f"/creations/{done['creation']}/relist") == "creation_failed"
        await set_status(here, done["creation"], "hidden", "It does not end.")
        again = await ann.publish(race("Gnomes", "coins.mine = 2"), creation=done["creation"])
        assert again["is_waiting"] is False, "its test lists it, no moderator need look"
        assert (await ann.get(f"/creations/{done['creation']}"))["card"]["status"] == "hidden"


async def test_what_an_older_edition_stored_is_told_in_words_of_this_one(tmp_path: Path, url: str) -> None:
    async with gallery(tmp_path, url) as here:
        ann = await author(here, "Ann")
        done = await ann.publish(GNOMES)
        paths = (f"/creations/{done['creation']}", f"/versions/{done['version']}")
        told = [(await ann.get(path))["box"] for path in paths]
        code = told[0]["races"][0]["traits"][0]["code"]
        whole = msgspec.json.encode(told[0]).decode()
        fewer = '{"races": [{"id": "gnomes", "name": "Gnomes"}], "powers": [], "maps": []}'
        for box in (whole.replace(f'"{code}"', '"words_of_before"'), fewer):
            async with app_services(here.app).people_db.begin() as connection:
                await connection.execute(update(CREATION_VERSIONS).values(box=box))
            assert [(await ann.get(path))["box"] for path in paths] == told
            assert await ann.names() == ["Gnomes"]


async def never_starts(_: BalanceTester) -> None:
    """No test games are played."""


async def rank(here: House, ranks: dict[str, tuple[float, int]]) -> None:
    """Set ranks and numbers of games, as votes and games of people do."""
    async with app_services(here.app).people_db.begin() as connection:
        for creation, (share, games) in ranks.items():
            change = update(CREATIONS).where(CREATIONS.c.id == creation)
            await connection.execute(change.values(rank=share, games=games))
