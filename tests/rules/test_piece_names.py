"""Names that can be inflected: races in forms, behind numbers, and joined with their special powers."""

from __future__ import annotations

from typing import Any

import pytest

from elbowroom.rules import words
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.piece_names import BOX, PieceNames
from elbowroom.rules.words import speaking

OWN = """
[race.gnomes]
name = "Garden Gnomes"
tokens = 5
tokens_of = "orcs"

[power.sleepy]
name = "Sleepy"
tokens = 4
"""


def by_form(**texts: str) -> list[dict[str, Any]]:
    """A message with a text for each form; the last one is for the rest."""
    *named, (_, rest) = texts.items()
    match = {**{f"form={form}": text for form, text in named}, "form=*": rest}
    return [{"declarations": ["input form"], "selectors": ["form"], "match": match}]


FINNISH = {
    "piece_forms": "one counted genitive partitive",
    "race_skeletons": by_form(
        one="luuranko",
        counted="luurankoa",
        genitive="luurankojen",
        partitive="luurankoja",
        plural="luurangot",
    ),
    "race_amazons": by_form(
        one="amatsoni", counted="amatsonia", genitive="amatsonien", partitive="amatsoneja", plural="amatsonit"
    ),
    "race_own": by_form(genitive="rodun {name}", partitive="rotua {name}", plural="{name}"),
    "power_hill": "kukkula",
    "power_hill_with": [
        {
            "declarations": ["input seam", "input race"],
            "selectors": ["seam"],
            "match": {"seam=a": "kukkula-{race}", "seam=*": "kukkula{race}"},
        }
    ],
    "power_heroic_with": by_form(
        genitive="sankarillisten {race}", partitive="sankarillisia {race}", plural="sankarilliset {race}"
    ),
    "combo_own": "{race} ({power})",
}
ICELANDIC = {
    "piece_forms": "one definite",
    "race_skeletons": by_form(one="beinagrind", definite="beinagrindurnar", plural="beinagrindur"),
    "power_hill_with": "{race} með hæðaeiginleika",
}
DANISH = {
    "piece_forms": "one definite",
    "race_ghouls": by_form(one="levende død", definite="de levende døde", plural="levende døde"),
    "race_skeletons": by_form(one="skelet", definite="skeletterne", plural="skeletter"),
    "power_forest_with": [
        {
            "declarations": ["input id", "input race"],
            "selectors": ["id"],
            "match": {"id=ghouls": "{race} med specialevnen ”Skov”", "id=*": "skov{race}"},
        }
    ],
}


@pytest.fixture(autouse=True)
def made_up_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few messages of languages whose files need not be there."""
    read = words._read
    made_up = {"fi": FINNISH, "is": ICELANDIC, "da": DANISH}
    monkeypatch.setattr(words, "_read", lambda language: made_up.get(language) or read(language))


@pytest.fixture
def own() -> PieceNames:
    return PieceNames(add_content(base_content(), OWN, "own.toml"))


def test_english_knows_one_and_several() -> None:
    assert BOX.race_words("dwarves", 1) == {
        "id": "dwarves",
        "race": "Dwarves",
        "race_one": "Dwarf",
        "race_counted": "Dwarf",
    }
    assert BOX.race_words("dwarves", 3)["race_counted"] == "Dwarves"
    assert "race_counted" not in BOX.race_words("dwarves")


def test_german_has_a_dative_and_inflects_adjectives() -> None:
    with speaking("de"):
        assert BOX.race_words("skeletons", 1) == {
            "id": "skeletons",
            "race": "Skelette",
            "race_one": "Skelett",
            "race_dative": "Skeletten",
            "race_counted": "Skelett",
        }
        assert BOX.combo_words("flying", "skeletons") == {
            "id": "skeletons",
            "combo": "Fliegende Skelette",
            "combo_dative": "Fliegenden Skeletten",
        }
        assert BOX.combo("merchant", "skeletons", "dative") == "Händler-Skeletten"


def test_finnish_counts_in_the_partitive_singular() -> None:
    with speaking("fi"):
        assert [BOX.race_words("skeletons", count)["race_counted"] for count in (1, 2, 21)] == [
            "luuranko",
            "luurankoa",
            "luurankoa",
        ]
        assert BOX.race_words("skeletons")["race_genitive"] == "luurankojen"


def test_icelandic_counts_by_the_last_digit() -> None:
    with speaking("is"):
        counted = [BOX.race_words("skeletons", count)["race_counted"] for count in (1, 3, 11, 21, 111, 101)]
    one, several = "beinagrind", "beinagrindur"
    assert counted == [one, several, several, one, several, one]


def test_a_template_knows_the_seam_and_the_form() -> None:
    with speaking("fi"):
        assert BOX.combo("hill", "skeletons") == "kukkulaluurangot"
        assert BOX.combo("hill", "amazons", "genitive") == "kukkula-amatsonien"
        assert BOX.combo_words("heroic", "skeletons") == {
            "id": "skeletons",
            "combo": "sankarilliset luurangot",
            "combo_genitive": "sankarillisten luurankojen",
            "combo_partitive": "sankarillisia luurankoja",
        }


def test_a_template_knows_exceptions_by_race_and_may_end_with_the_power() -> None:
    with speaking("da"):
        assert BOX.combo("forest", "skeletons") == "skovskeletter"
        assert BOX.combo("forest", "ghouls") == "levende døde med specialevnen ”Skov”"
    with speaking("is"):
        assert BOX.combo_words("hill", "skeletons")["combo_definite"] == "beinagrindurnar með hæðaeiginleika"


def test_a_race_whose_power_is_gone_is_called_alone() -> None:
    with speaking("de"):
        assert BOX.combo_words(None, "skeletons") == {
            "id": "skeletons",
            "combo": "Skelette",
            "combo_dative": "Skeletten",
        }


def test_what_players_invented_has_one_name(own: PieceNames) -> None:
    assert own.race_words("gnomes", 1)["race_counted"] == "Garden Gnomes"
    assert [own.combo("sleepy", "gnomes"), own.combo("hill", "gnomes"), own.combo("sleepy", "orcs")] == [
        "Sleepy Garden Gnomes",
        "Hill Garden Gnomes",
        "Sleepy Orcs",
    ]
    with speaking("de"):
        assert own.combo("hill", "gnomes") == "Garden Gnomes (Hügel)"
        assert own.combo("sleepy", "orcs", "dative") == "Orks (Sleepy)"


def test_a_noun_takes_the_ending_for_what_players_invented(own: PieceNames) -> None:
    with speaking("fi"):
        assert own.race_words("gnomes", 2)["race_genitive"] == "rodun Garden Gnomes"
        assert own.combo("hill", "gnomes", "partitive") == "rotua Garden Gnomes (kukkula)"


def test_an_invented_race_is_not_taken_for_another_message() -> None:
    assert BOX.race("own") == "Own"
    assert BOX.race("orcs_text") == "Orcs Text"
    assert BOX.power("hill_with") == "Hill With"


def test_what_takes_the_place_of_a_piece_of_the_box_has_its_own_name() -> None:
    text = '[race.orcs]\nname = "Ogres"\nreplaces = true\ntokens = 5\n'
    names = PieceNames(add_content(base_content(), text, "own.toml"))
    assert (names.race("orcs"), names.race("elves")) == ("Ogres", "Elves")
    assert names.combo("hill", "orcs") != BOX.combo("hill", "orcs")
