"""Every trait can be chosen in a form, and the form says what it does."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from elbowroom.rules import terms
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.trait_keys import PLACEHOLDERS, SHORT_FORMS, TRAIT_KEYS
from elbowroom.rules.trait_offers import GROUPS, TraitOffer, box_markers, trait_offers

if TYPE_CHECKING:
    from elbowroom.rules.content import Content

OFFERS = trait_offers()
every_offer = pytest.mark.parametrize("offer", OFFERS, ids=[f"{each.key} {each.word}" for each in OFFERS])


def toml(value: object) -> str:
    """A value as it is written in a file."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def with_offer(offer: TraitOffer) -> Content:
    """The box with a power that has just this trait; a detail needs something else of its table."""
    keys = offer.example | offer.beside | ({"recruits.turn": 1} if offer.is_detail else {})
    lines = [f"{key} = {toml(value)}" for key, value in keys.items()]
    return add_content(base_content(), "\n".join(["[power.rowdy]", "tokens = 3", *lines]), "own.toml")


def test_every_key_is_offered_once_and_every_word_of_it() -> None:
    offered = [field.key for offer in OFFERS if not offer.word for field in offer.fields]
    by_word = {(offer.key, offer.word) for offer in OFFERS if offer.word}
    assert len(offered) == len(set(offered))
    keys = {row.key for row in TRAIT_KEYS} - set(SHORT_FORMS)
    assert keys == set(offered) | {key for key, _ in by_word}
    assert {word for key, word in by_word if key == "may"} == set(terms.VERBS) - {"strike"}
    assert next(offer for offer in OFFERS if offer.key == "strike").beside == {"may": ["strike"]}
    assert {word for key, word in by_word if key == "in_decline.keeps"} == set(terms.KEPT)


@every_offer
def test_what_a_form_writes_can_be_played_and_does_what_the_form_says(offer: TraitOffer) -> None:
    content = with_offer(offer)
    assert content.power("rowdy").traits.tokens == 3
    assert offer.sentences, "an offer says what it does"
    assert all("{" not in str(line) for line in offer.sentences)
    assert offer.group in GROUPS


@every_offer
def test_the_example_lies_within_its_fields(offer: TraitOffer) -> None:
    ((key, value),) = offer.example.items()
    if offer.words:
        prefix, _, word = key.rpartition(".")
        assert f"{prefix}." == offer.key.rpartition(".")[0] + "."
        assert word in (*offer.words, "totem")
    values = value if offer.is_table else {offer.fields[0].key.rpartition(".")[2]: value}
    fields = {field.key.rpartition(".")[2]: field for field in offer.fields}
    for name, each in values.items():
        field = fields[name]
        if field.value in ("number", "conditional"):
            assert field.low <= each <= field.high
        if field.value in ("word", "words"):
            assert set([each] if isinstance(each, str) else each) <= set(field.words)


def test_groups_stand_in_their_order_and_the_common_ones_are_few() -> None:
    groups = [offer.group for offer in OFFERS]
    assert groups == sorted(groups, key=list(GROUPS).index)
    assert set(groups) == set(GROUPS)
    assert 5 <= sum(offer.is_common for offer in OFFERS) <= 10


def test_places_and_occupants_are_words_to_choose_from() -> None:
    by_key = {offer.key: offer for offer in OFFERS}
    assert by_key["coins.PLACE"].words == PLACEHOLDERS["PLACE"]
    assert by_key["recruits.conquest.WHO"].words == PLACEHOLDERS["WHO"]
    assert by_key["coins.MARKER"].words == ("MARKER",)


def test_short_forms_mean_the_same_as_their_key() -> None:
    for short, key in SHORT_FORMS.items():
        names = key.split(".")
        power = "[power.rowdy]\ntokens = 3\n"
        brief = add_content(base_content(), f"{power}{short} = 2\n", "own.toml").power("rowdy")
        spelled = add_content(base_content(), f"{power}{'.'.join(names)} = 2\n", "own.toml").power("rowdy")
        assert brief == spelled


def test_the_markers_of_the_box_are_written_so_that_they_are_read_the_same() -> None:
    base = base_content()
    for table in box_markers():
        may = '\nmay = ["attack with the dragon"]' if table["placed"] == "dragon attack" else ""
        text = f"[power.rowdy]\ntokens = 3\nmarker = {toml(table)}{may}\n"
        assert tomllib.loads(text)
        content = add_content(base, text, "own.toml")
        (marker,) = content.power("rowdy").traits.markers
        assert any(marker in entry.traits.markers for entry in (*base.races, *base.powers))
