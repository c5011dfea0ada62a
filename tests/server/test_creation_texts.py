"""Texts that somebody publishes: kind, name, traits, and what would mislead or cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from elbowroom.rules.content import base_content
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.box_contents import own_box
from elbowroom.server.tables.creation_texts import TRAITS, CreationText, creation_text, version_digest
from elbowroom.server.tables.settings import content_with
from tests.server.authors import power, race

MAPS = Path(__file__).parents[1] / "maps"


def read(text: str) -> CreationText:
    return creation_text(text, own_box(content_with((text,))))


def refusal(text: str) -> str:
    with pytest.raises(Refused) as caught:
        read(text)
    assert str(caught.value), "there is a sentence for it"
    return caught.value.code


def test_the_digest_is_that_of_the_text_as_records_quote_it() -> None:
    text = race("Owls")
    written = "\ufeff" + text.replace("\n", " \t\r\n") + "\r\n\r\n"
    assert read(written).text == text
    assert read(written).digest == read(text).digest == version_digest(content_with((written,)).invented[0])
    assert read(race("Owls", "coins.mine = 2")).digest != read(text).digest


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        (race("Owls"), "race", "Owls"),
        ("# A comment\n" + race("Owls"), "race", "Owls"),
        (power("Dim"), "power", "Dim"),
        (race("Owls") + power("Dim"), "set", "Owls, Dim"),
        ("## Night  folk #1\n" + race("Owls") + power("Dim"), "set", "Night folk #1"),
        ("#\n" + race("Owls") + power("Dim"), "set", "Owls, Dim"),
        ((MAPS / "valley-3.json").read_text(encoding="utf-8"), "map", "valley-3"),
    ],
)
def test_the_text_tells_kind_and_name(text: str, kind: str, name: str) -> None:
    assert (read(text).kind, read(text).name) == (kind, name)


def test_the_name_of_a_set_with_many_pieces_is_cut() -> None:
    text = "".join(power(f"Quite Unusual {letter}") for letter in "ABCDEF")
    assert read(text).name == "Quite Unusual A, Quite Unusual B, Quite Unusual C, Quite Un…"


def test_traits_are_the_keys_that_say_what_a_piece_does() -> None:
    text = race("Owls", 'coins.mine = 1\nin_decline.keeps = ["coins"]\ncolour = "moss"') + power(
        "Dim", "losses = 0"
    )
    assert read(text).traits == ("coins", "losses", "in_decline")
    assert {"coins", "discount", "marker", "may", "in_decline"} <= set(TRAITS)
    assert {"name", "text", "emblem", "colour", "tokens_of"}.isdisjoint(TRAITS)


def test_all_that_people_read_is_among_the_words() -> None:
    words = read(race("Owls", 'text.en = "They hoot."\ntext.de = "Huhu"')).words
    assert {"Owls", "They hoot.", "Huhu"} <= set(words)
    nest = '{ name = "nest", count = 6, placed = "one per turn", defence = 1 }'
    text = race("Owls", f"marker = {nest} # they breed").replace(
        "[race.owls]", "[race.vermin] #hush\n\t# end"
    )
    assert read(text).words == ["Owls", "vermin", "nest", "hush", "end", "they breed"]
    assert len(read((MAPS / "valley.json").read_text(encoding="utf-8")).words) > 2, "regions have names"


@pytest.mark.parametrize(
    "name",
    ["Trolls", "TROLL", "Tro11s", "T r ö l l s", "Skelette", "Peikot", "Flying", "Fliegend"],
)
def test_a_name_like_that_of_the_box_in_any_language_is_refused(name: str) -> None:
    assert refusal(race("Owls").replace('"Owls"', f'"{name}"')) == "name_of_box"
    assert refusal(race("Owls") + power("Dim").replace('"Dim"', f'"{name}"')) == "name_of_box"
    assert refusal(f"# {name}\n" + race("Owls") + power("Dim")) == "name_of_box"


@pytest.mark.parametrize(
    ("name", "said"),
    [("Trolls", "is taken"), ("TROLLS", "is taken"), ("Tro11s", "looks like"), ("Skelette", "is taken")],
)
def test_the_very_name_of_a_piece_of_the_box_is_taken_and_does_not_only_look_like_it(
    name: str, said: str
) -> None:
    with pytest.raises(Refused, match=said):
        read(race("Owls").replace('"Owls"', f'"{name}"'))


def test_a_piece_that_replaces_one_of_the_box_needs_a_name_of_its_own() -> None:
    changed = "[race.trolls]\nreplaces = true\ntokens = 6\n"
    assert refusal(changed) == "name_of_box"
    assert read(changed + 'name = "Stone Trolls"\n').name == "Stone Trolls"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("A" * 41, "creation_name"),
        ("Owls\\u202eslwO", "creation_name"),
        ("Owls\\u0000", "creation_name"),
        ("\\u200b\\u200b!!", "creation_name"),
        ("!?!", "unclear_name"),
        ("\u041ewls", "unclear_name"),
        ("\u0422rolls", "unclear_name"),
        ("Z" + "\u0335" * 3, "unclear_name"),
        ("Z" + "\u0301\u0335\u0489" * 11, "unclear_name"),
    ],
)
def test_a_name_that_cannot_be_read_is_refused(name: str, code: str) -> None:
    assert refusal(race("Owls").replace('"Owls"', f'"{name}"')) == code


def test_what_is_said_of_a_piece_has_limits() -> None:
    assert refusal(race("Owls", f'text.en = "{"a" * 501}"')) == "piece_text"
    assert refusal(race("Owls", 'text.en = "a\\u202eb"')) == "piece_text"
    assert read(race("Owls", 'text.en = "One line\\nand another"')).name == "Owls"


def test_every_piece_of_the_box_keeps_its_name_for_itself() -> None:
    for entry in base_content().races:
        assert refusal(race("Owls").replace('"Owls"', f'"{entry.name}"')) == "name_of_box"
    for entry in base_content().powers:
        assert refusal(power("Dim").replace('"Dim"', f'"{entry.name}"')) == "name_of_box"
