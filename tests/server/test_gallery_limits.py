"""What the gallery refuses: hostile texts, look-alikes, floods; and that it says why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from elbowroom.server.community import publishing
from elbowroom.server.http import rate_limits
from elbowroom.server.http.services import app_services
from elbowroom.server.people.bans import ban
from tests.server.authors import Author, author, power, publication, race
from tests.server.houses import house

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.process
OWLS = race("Owls")
DEEP = "[power.deep]\ntokens = 4\ncoins = " + "{ a = " * 40 + "1" + " }" * 40


async def refused(who: Author, text: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """The refusal of a publication, which has a sentence."""
    answer = await who.client.post("/api/creations", json=publication(text, **more))
    told: dict[str, Any] = answer.json()
    assert 400 <= answer.status_code < 500, answer.text
    assert told["reason"]
    return told


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "content"),
        ("[race.owls]\ntokens = 60\n", "content"),
        (OWLS + "[[", "content_not_toml"),
        (OWLS + 'emblem = { symbol = "skull" }\n', "content"),
        (OWLS + 'emblem = { symbol = "<script>" }\n', "content"),
        (OWLS.replace("tokens = 6", "tokens = 99999999999999999999"), "content"),
        (DEEP, "too_deep"),
        ("#" * 20_001, "line_too_long"),
        ("# a\n" * 60_000, "too_long"),
        ("{}", "map"),
        ('{"id": "x", "players": 900}', "map"),
        (race("\u041ewls"), "unclear_name"),
        (power("Flyíng"), "name_of_box"),
    ],
)
async def test_a_hostile_text_is_refused_with_its_reason(tmp_path: Path, text: str, code: str) -> None:
    async with house(tmp_path, review="none") as here:
        ann = await author(here, "Ann")
        assert (await refused(ann, text))["code"] == code
        assert await ann.names(author="Ann") == []


async def test_words_around_a_creation_are_short_and_can_be_read(tmp_path: Path) -> None:
    async with house(tmp_path, review="none", blocked_words=("grumble",)) as here:
        ann = await author(here, "Ann")
        for summary in ("a" * 301, "a\nb\nc", "a\u202eb", "\0", "a\u0007"):
            assert (await refused(ann, OWLS, summary=summary))["code"] == "creation_summary"
            assert (await refused(ann, OWLS, note=summary))["code"] == "creation_summary"
        for empty in ("", "  ", "\n \n", "\u3000"):
            told = await refused(ann, OWLS, summary=empty)
            assert told["code"] == "creation_summary_empty"
            assert "what it is like" in told["reason"]
        for language in ("x", "english language", "en_", "de--at", "a" * 100, "\0", "<b>"):
            assert (await refused(ann, OWLS, language=language))["code"] == "language_tag"
        for words in ({"summary": "Grumble!"}, {"note": "gr\u00fcmble"}):
            assert (await refused(ann, OWLS, **words))["code"] == "blocked_word"
        assert (await refused(ann, race("Owls", 'text.en = "grumble"')))["code"] == "blocked_word"
        assert (await refused(ann, power("Grumble")))["code"] == "blocked_word"
        assert (await refused(ann, OWLS, title="Owls"))["code"] == "bad_message"
        assert (await refused(ann, OWLS, creation="\0"))["code"] == "nothing_here"
        done = await ann.publish(OWLS, language="tlh-Latn")
        assert (await ann.get(f"/creations/{done['creation']}"))["card"]["language"] == "tlh-Latn"


async def test_names_that_look_like_somebody_elses_are_refused(tmp_path: Path, url: str) -> None:
    async with house(tmp_path, url, review="none") as here:
        ann, bob = await author(here, "Ann"), await author(here, "Bob")
        done = await ann.publish(race("Night 100"))
        for name, likeness, said in (
            ("Night 100", "same", "is taken"),
            ("night  100", "same", "is taken"),
            ("night 1OO", "alike", "looks like"),
            ("Nïght-100", "alike", "looks like"),
        ):
            told = await refused(bob, race(name, "coins.mine = 2"))
            assert told["code"] == "creation_name_taken"
            theirs = {"name": "Night 100", "author": "Ann", "creation": done["creation"]}
            assert told["params"] == {**theirs, "likeness": likeness}
            assert said in told["reason"]
        assert (await bob.publish(race("Night 1000")))["is_known"] is False
        assert (await ann.publish(race("night-100", "coins.mine = 3")))["is_known"] is False, "it is theirs"
        owls = await bob.publish(OWLS)
        told = await refused(bob, race("Night 100", "coins.mine = 4"), creation=owls["creation"])
        assert told["code"] == "creation_name_taken", "a new version is no way around it"


async def test_an_account_has_a_limit_of_creations_versions_and_publications(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "MAX_CREATIONS_PER_ACCOUNT", 2)
    monkeypatch.setattr(publishing, "MAX_VERSIONS", 2)
    monkeypatch.setattr(rate_limits, "MAX_PUBLICATIONS_PER_PERSON_PER_DAY", 4)
    async with house(tmp_path, url, review="none") as here:
        ann, bob = await author(here, "Ann"), await author(here, "Bob")
        owls = await ann.publish(OWLS)
        assert (await ann.publish(race("Foxes")))["is_known"] is False
        assert (await refused(ann, race("Hares")))["code"] == "too_many"
        more = {"creation": owls["creation"]}
        assert (await ann.publish(race("Owls", "coins.mine = 2"), **more))["is_known"] is False
        assert (await refused(ann, race("Owls", "coins.mine = 3"), **more))["code"] == "too_many"
        assert (await ann.publish(OWLS))["is_known"] is True
        told = await refused(ann, OWLS)
        assert (told["code"], told["params"]) == ("too_many_publications", {"most": 4})
        assert (await bob.publish(race("Bobcats")))["is_known"] is False, "others have their own budget"
        rates = (await ann.get("/server"))["rates"]
        assert rates["publications"] == {"seconds": 86400.0, "person": 4, "address": None, "spectator": None}


async def test_a_program_publishes_with_a_token_until_its_person_is_banned(tmp_path: Path) -> None:
    async with house(tmp_path, review="none") as here:
        ann, services = await author(here, "Ann"), app_services(here.app)
        made = await ann.post("/account/tokens", label="bot")
        program = Author(here.with_token(made["token"]))
        done = await program.publish(OWLS)
        assert done["is_known"] is False
        assert await program.post(f"/creations/{done['creation']}/withdraw") == {}
        assert await program.delete(f"/creations/{done['creation']}") == {}
        await ban(services.people_db, ann.person, "Enough", services.settings.now())
        await services.identity.recheck()
        assert await ann.publish(OWLS) == await program.publish(OWLS) == "banned"
