"""Blocked words: they are found however they are written, and harmless words are left alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from elbowroom.content import read_text
from elbowroom.rules.languages import languages
from elbowroom.rules.refusals import Refused
from elbowroom.server.community.blocked_words import DATA_FILE, BlockedWords, read_words
from tests.server.clients import Client, Server
from tests.server.houses import house

if TYPE_CHECKING:
    from pathlib import Path

WORDS = BlockedWords(["Rhubarb", "käse"])


@pytest.mark.parametrize(
    "text",
    [
        "rhubarb",
        "What RHUBARB!",
        "rh\u0443barb".replace("\u0443", "u\u0308"),  # with a mark
        "rhub\u0430rb",  # a Cyrillic letter
        "\uff52\uff48\uff55\uff42\uff41\uff52\uff42",  # wide letters
        "rh\ufe0fubarb",  # with what nobody sees
        "r h u b a r b",
        "r.h.u.b.a.r.b is what you are",
        "you_rhubarb_you",
        "KASE",
        "K\u00c4SE",
    ],
)
def test_a_blocked_word_is_found_however_it_is_written(text: str) -> None:
    with pytest.raises(Refused) as refused:
        WORDS.check("All is well", text)
    assert refused.value.code == "blocked_word"


@pytest.mark.parametrize(
    "text", ["rhubarbs", "Scunthorpe", "I a m", "", "\u2605 \u2605", "r h u b", "rhu barb", "K\u00e4sekuchen"]
)
def test_a_word_inside_another_one_and_other_words_pass(text: str) -> None:
    WORDS.check(text)


@pytest.mark.parametrize(
    "text", ["fuck off", "F.U.C.K", "Arschloch", "klootzak", "Kusip\u00e4\u00e4", "RASSGAT"]
)
def test_plain_insults_are_blocked(text: str) -> None:
    with pytest.raises(Refused):
        BlockedWords().check(text)


@pytest.mark.parametrize(
    "text",
    [
        "Slut",
        "Jag fick en karta",
        "Ja hoor",
        "Huren",
        "fitte Leute",
        "I munn",
        "hoeren",
        "Peacock",
        "Shitake",
    ],
)
def test_what_is_harmless_in_another_language_passes(text: str) -> None:
    BlockedWords().check(text)


def test_a_capital_i_for_a_small_l_hides_nothing() -> None:
    for written in ("lily", "LILY", "IiIy", "1i1y"):
        with pytest.raises(Refused):
            BlockedWords(["lily"]).check(written)


@pytest.mark.parametrize("language", languages())
def test_no_sentence_of_ours_has_a_blocked_word(language: str) -> None:
    """What is an insult in one language may be a harmless word in another one: such words are not listed."""
    BlockedWords().check(read_text(f"locales/{language}.json"))


def test_the_shipped_list_is_short_and_every_word_of_it_is_found() -> None:
    shipped = json.loads(DATA_FILE.read_text(encoding="utf-8"))
    assert set(shipped) <= set(languages())
    words = [word for listed in shipped.values() for word in listed]
    assert len(words) == len(set(words)) < 120
    for word in words:
        with pytest.raises(Refused):
            BlockedWords().check(f"You {word}!")


def test_a_host_adds_words_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("\ufeff# of our club\n\n rhubarb \nk\u00e4se\n", encoding="utf-8")
    assert read_words(file) == ("rhubarb", "k\u00e4se")


@pytest.mark.parametrize(
    ("written", "code"),
    [(b"rhubarb\ntwo words\n", "not_one_word"), (b"!!!\n", "not_one_word"), (b"\xff\xfe", "cannot_read")],
)
def test_a_file_that_cannot_be_meant_so_is_refused(tmp_path: Path, written: bytes, code: str) -> None:
    file = tmp_path / "words.txt"
    file.write_bytes(written)
    with pytest.raises(Refused) as refused:
        read_words(file)
    assert refused.value.code == code
    with pytest.raises(Refused, match=r"missing\.txt"):
        read_words(tmp_path / "missing.txt")


async def test_chat_titles_and_names_are_without_them(tmp_path: Path) -> None:
    async with house(tmp_path, blocked_words=("rhubarb",)) as home:
        ann = home.person("g-ann")
        title = await ann.post("/api/tables", json={"players": 2, "title": "No rhubarb here"})
        assert (title.status_code, title.json()["code"]) == (422, "blocked_word")
        piled = await ann.post("/api/tables", json={"players": 2, "title": "Z" + "\u0335" * 35})
        assert (piled.status_code, piled.json()["code"]) == (422, "unclear_name")
        opened = await home.table("g-ann", players=2)
        commands = f"/api/tables/{opened['table']}/commands"
        join = {"do": "join", "name": "Rhubarb", "invite": opened["invite"]}
        for number, command in enumerate(
            (
                join,
                {"do": "say", "text": "Rhubarb!", "name": "Ann"},
                {"do": "say", "text": "!", "name": "Rhubarb"},
            )
        ):
            refused = await ann.post(commands, json={"id": f"c{number}", "cmd": command})
            assert (refused.json()["code"], refused.json()["params"]["word"]) == ("blocked_word", "Rhubarb")
        named = await ann.post("/api/account", json={"name": "Rhubarb", "password": "correct horse 17"})
        assert named.json()["code"] == "blocked_word"
        fine = {"do": "say", "text": "Rhubarbs are fine", "name": "Ann"}
        assert (await ann.post(commands, json={"id": "c9", "cmd": fine})).status_code == 200


@pytest.mark.process
async def test_a_hosts_words_are_refused_by_a_socket_too(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("rhubarb\n", encoding="utf-8")
    server = Server(tmp_path, "--data", str(tmp_path), "--blocked-words", str(file)).start()
    try:
        ann = Client(server)
        table = ann.open(players=2)
        async with ann.at(table) as line:
            refused = await line.do({"do": "say", "text": "Rhubarb!", "name": "Ann"})
            assert (refused["type"], refused["code"]) == ("nack", "blocked_word")
            assert (await line.do({"do": "say", "text": "Hello!", "name": "Ann"}))["type"] == "ack"
    finally:
        server.kill()
