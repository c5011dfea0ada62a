"""Names that people would take for the same are found, whatever alphabet they are written in."""

from __future__ import annotations

import json
import re
import unicodedata

import pytest

from elbowroom.server.tables.look_alikes import DATA_FILE, look_alike, name_keys


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "\u0410nn"),  # a Cyrillic A
        ("Ann", "\uff21nn"),  # a wide one
        ("Ann", "A\u0301nn"),  # a mark on it
        ("Ann", "\u00c1nn"),  # the same in one letter
        ("Ann", "An\u034fn"),  # a mark that nobody sees
        ("Ann", "Ann\ufe0f"),
        ("Ann", "Ann\u3164"),
        ("Ann", "A.n-n \u2713"),  # with the sign of an account behind it
        ("Alice", "AIice"),  # a capital I
        ("Alice", "A1ice"),
        ("Alice", "ALICE"),
        ("ALICE", "AIice"),
        ("Ian", "lan"),  # a small l
        ("Hans", "\u041dans"),  # a capital letter that looks like H, and whose small one does not look like h
        ("Nick", "\u039dick"),
        ("Max", "\u041c\u0430x"),
        ("Tom", "Torn"),
        ("Bob", "B0b"),
        ("Zoe", "Zo\u00eb"),
        ("S\u00f8ren", "Soren"),
        ("Wei\u00df", "WEISS"),
    ],
)
def test_look_alikes_share_a_key(name: str, other: str) -> None:
    assert look_alike(name, other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "Anna"),
        ("Ann", "Ann 2"),
        ("Ann 2", "Ann 3"),
        ("Ali", "All"),
        ("Jan", "Jon"),
        ("\u674e", "\u738b"),
        ("\u0939\u093f\u0928", "\u0939\u0928"),  # a vowel sign
        ("\u0e2b\u0e0d\u0e34\u0e07", "\u0e2b\u0e0d\u0e07"),
        ("\u2605", "\u2606"),
    ],
)
def test_other_names_share_none(name: str, other: str) -> None:
    assert not look_alike(name, other)


def test_every_name_has_a_key() -> None:
    assert all(name_keys(name) for name in ("Ann", "42", "\u2605\u2605", "...", "\U0001f600"))


def test_the_list_of_letters_says_where_it_is_from() -> None:
    data = json.loads(DATA_FILE.read_text(encoding="utf-8"))
    assert re.fullmatch(r"confusables\.txt \d+\.\d+\.\d+ of Unicode \(UTS 39\)", data["source"])
    assert data["licence"][0] == "UNICODE LICENSE V3"
    letters = [letter for alike in data["alike"].values() for letter in alike]
    assert len(letters) == len(set(letters)) > 2000
    assert all(unicodedata.normalize("NFKC", letter) == letter for letter in letters)
