"""Which language somebody gets: by whole tags, by the weights of a header, and never by chance."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from elbowroom.rules.languages import accepted, chosen, languages

CASES = json.loads((Path(__file__).parents[1] / "fixtures/language_choice.json").read_text(encoding="utf-8"))
"""Wishes with what is chosen; the browser client has a test over the same ones."""
NINE = ("en", "de", "nl", "da", "nb", "sv", "fi", "is", "et")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["says"])
def test_a_wish_is_granted_as_the_browser_grants_it(case: dict[str, Any]) -> None:
    assert chosen(case["wishes"], NINE) == case["chosen"]


@pytest.mark.parametrize("case", [case for case in CASES if "header" in case], ids=lambda case: case["says"])
def test_a_header_is_read_as_wishes(case: dict[str, Any]) -> None:
    assert accepted(case["header"]) == case["wishes"]


def test_only_what_is_there_is_chosen() -> None:
    assert set(languages()) <= set(NINE)
    assert {"en", "de"} <= set(languages())
    assert chosen([*languages()][::-1]) == languages()[-1]
    assert chosen(["fr"]) == "en"
