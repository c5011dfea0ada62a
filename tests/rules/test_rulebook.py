"""The rules page: every rule of the ledger is told once or more, in words that are there."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, cast

from elbowroom.content import read_text
from elbowroom.rules.content import base_content
from elbowroom.rules.words import catalogue, has_words

DOCS = Path(__file__).parents[2] / "docs"


@cache
def chapters() -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", json.loads(read_text("base", "rulebook.json")))


def paragraphs() -> list[dict[str, Any]]:
    return [paragraph for chapter in chapters() for paragraph in chapter["paragraphs"]]


@cache
def written() -> frozenset[str]:
    """The ids of all rules and rulings, as the two documents list them."""
    ledger = (DOCS / "ledger.md").read_text(encoding="utf-8").split("## 20. Questions")[0]
    rulings = (DOCS / "rulings.md").read_text(encoding="utf-8")
    return frozenset(
        re.findall(r"^- \*\*([A-Z]{3}-\d+)\*\*", ledger, re.MULTILINE)
        + re.findall(r"^\| (RUL-\d+) \|", rulings, re.MULTILINE)
    )


def told() -> set[str]:
    return {rule for paragraph in paragraphs() for rule in paragraph["rules"]}


def test_the_documents_are_read() -> None:
    assert {"CMP-1", "SOR-9", "ONL-8", "RUL-1", "RUL-59"} <= written()
    assert len(written()) > 300


def test_every_heading_and_paragraph_has_its_words() -> None:
    keys = {f"rules_{chapter['chapter']}_title" for chapter in chapters()}
    for paragraph in paragraphs():
        keys |= {paragraph["key"], paragraph.get("title", paragraph["key"])}
    assert sorted(key for key in keys if not has_words(key)) == []
    assert {key for key in catalogue() if re.fullmatch(r"rules_\w+_(title|\d+|\d+_[qa])", key)} <= keys


def test_every_rule_that_is_named_exists() -> None:
    assert sorted(told() - written()) == []


def test_every_rule_about_playing_is_told() -> None:
    beside_the_game = set(json.loads(read_text("proofs.json"))["not_applicable"])
    assert sorted(written() - told() - beside_the_game) == []


def test_a_paragraph_names_the_rules_it_tells() -> None:
    """Except where it speaks of the program instead of the game."""
    silent = [paragraph["key"] for paragraph in paragraphs() if not paragraph["rules"]]
    assert all(key.startswith("rules_options_") for key in silent)


def test_nothing_is_told_twice() -> None:
    keys = Counter(paragraph["key"] for paragraph in paragraphs())
    texts = Counter(catalogue()[key] for key in keys if key.startswith("rules_"))
    assert [key for key, count in (keys + texts).items() if count > 1] == []
    assert len({chapter["chapter"] for chapter in chapters()}) == len(chapters())
    assert all(len(set(paragraph["rules"])) == len(paragraph["rules"]) for paragraph in paragraphs())


def test_every_race_and_power_of_the_box_has_its_paragraph_under_its_name() -> None:
    content = base_content()
    names = [f"race_{race.id}" for race in content.races] + [f"power_{power.id}" for power in content.powers]
    entries = [
        paragraph
        for chapter in chapters()
        if chapter["chapter"] in ("races", "powers")
        for paragraph in chapter["paragraphs"]
        if "title" in paragraph
    ]
    assert [(entry["title"], entry["key"]) for entry in entries] == [(name, f"{name}_text") for name in names]
    assert all(has_words(f"{name}_flavour") for name in names)


def test_a_race_or_power_tells_all_rules_under_its_heading() -> None:
    """The ids of one heading share their first letters, so a text that tells one of them tells them all."""
    for paragraph in paragraphs():
        if paragraph["key"].endswith("_text"):
            family = paragraph["rules"][0].partition("-")[0]
            assert {rule for rule in written() if rule.startswith(f"{family}-")} <= set(paragraph["rules"])


def test_a_question_stands_over_each_answer() -> None:
    [questions] = [chapter["paragraphs"] for chapter in chapters() if chapter["chapter"] == "faq"]
    assert 15 <= len(questions) <= 25
    for question in questions:
        assert question["title"] == question["key"].removesuffix("_a") + "_q"
        assert catalogue()[question["title"]].endswith("?")


def test_flavour_is_short() -> None:
    for key, text in catalogue().items():
        if key.endswith("_flavour"):
            assert len(text.split()) <= 8, key
