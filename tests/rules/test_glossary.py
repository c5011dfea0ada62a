"""The glossary and the catalogues call the pieces of the box the same."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from elbowroom.content import read_text
from elbowroom.rules.languages import languages
from elbowroom.rules.words import catalogue

KEYS = {
    "race": "race_",
    "power": "power_",
    "terrain": "terrain_",
    "symbol": "symbol_",
    "region": "place_",
}
"""Kinds of terms that are messages, too."""


def rows() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(read_text("base", "glossary.csv"))))


def name(message: str | list[Any]) -> str:
    """The name alone, as lists show it, without hyphens that are only seen where it is broken."""
    text = message if isinstance(message, str) else message[0]["match"]["form=*"]
    return str(text).replace("\u00ad", "").lower()


@pytest.mark.parametrize("language", languages())
def test_names_are_those_of_the_glossary(language: str) -> None:
    differ = {}
    for row in rows():
        kind, _, piece = row["key"].partition(".")
        if kind in KEYS:
            said = name(catalogue(language)[f"{KEYS[kind]}{piece}"])
            if said != row[language].lower():
                differ[row["key"]] = (row[language], said)
    assert differ == {}


def test_no_term_is_missing_or_there_twice() -> None:
    keys = [row["key"] for row in rows()]
    assert len(set(keys)) == len(keys) == 197
    assert [row["key"] for row in rows() for language in languages() if not row[language]] == []
