"""Every language passes every check of `make language`, and every check can fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from elbowroom.rules.languages import languages
from elbowroom.rules.words import BASE, catalogue
from tools import language as command
from tools.language_checks import CHECKS, FOLDER, Language, findings, group, language, unread

TRANSLATED = [code for code in languages() if code != BASE]
ENGLISH: dict[str, Any] = {
    "alphabet": "abcdefghijklmnopqrstuvwxyz",
    "percent": "{number}%",
    "piece_forms": "one",
    "web_name_1": "Ann",
    "rules_1": "Pay 2 tokens “now”.",
    "web_coins": [
        {
            "declarations": ["input coins", "local coinsPlural = coins: plural"],
            "selectors": ["coinsPlural"],
            "match": {"coinsPlural=one": "{coins} coin", "coinsPlural=other": "{coins} coins"},
        }
    ],
    "refusal_race": "No race {race}.",
    "prompt_x": "Here stands nothing but {race}.",
}
SPELLING = {
    "quotes": "«»",
    "letters": "æåé",
    "terms": {"token": ["trop"]},
    "forbidden": {"token": "an English word"},
}
RIGHT = ENGLISH | {"rules_1": "Betal 2 troppær «nå».", "prompt_x": "Her står {race}."}


def found_with(changes: dict[str, Any]) -> dict[str, str]:
    """What the checks find wrong in a language that is right but for these messages."""
    words = {key: text for key, text in (RIGHT | changes).items() if text is not None}
    own = Language("nb", words, ENGLISH, SPELLING)
    return {
        each.key: each.what
        for these in findings(own).values()
        for each in these
        if each.is_wrong and not each.key.endswith(".toml")
    }


@pytest.mark.parametrize("code", languages())
def test_a_language_has_nothing_wrong(code: str) -> None:
    wrong = [each for these in findings(language(code)).values() for each in these if each.is_wrong]
    assert wrong == []


def test_a_language_that_is_right_passes() -> None:
    assert found_with({}) == {}


@pytest.mark.parametrize(
    ("key", "text", "what"),
    [
        ("rules_1", None, "is missing"),
        ("web_other", "x", "is no message of English"),
        ("prompt_x", "Her er det.", "does not show race"),
        ("prompt_x", "Her er {region} {race}.", "asks for region, which it does not get"),
        ("prompt_x", "Her er {race_counted}.", "counts no tokens, so it has no race_counted"),
        ("refusal_race", "Ingen {race_one}.", "a refusal has no forms of names"),
        ("rules_1", "Betal 3 troppær «nå».", "has other numbers: ['3'] instead of ['2']"),
        ("rules_1", "Betal 2 troppär «nå».", "has ä"),
        ("rules_1", "Betal 2 troppær »nå«.", "quotation marks are no pairs of «»"),
        ("rules_1", "Betal  2 troppær «nå».", "has two blanks"),
        ("prompt_x", "50 % {race}.", "the per cent sign is not written as in `percent`"),
        ("rules_1", "Betal 2 `troppær` «nå».", "has other code in backticks, other lines or another end"),
        ("rules_1", "Betal 2 brikker «nå».", "says nothing of “token” (trop)"),
        ("prompt_x", "Her er token {race}.", "says “token”: an English word"),
        ("web_name_1", "Annafridamariannesofieluise", "has 27 letters, there is room for 24"),
    ],
)
def test_a_fault_is_found(key: str, text: str | None, what: str) -> None:
    assert found_with({key: text})[key].startswith(what)


def test_a_number_without_its_variant_is_found() -> None:
    message = {"declarations": [], "selectors": ["coinsPlural"], "match": {"coinsPlural=one": "{coins} m"}}
    assert found_with({"web_coins": [message]})["web_coins"].startswith("has no variant for {'coins': ")


def test_a_variant_that_hides_its_number_is_found() -> None:
    match = {"coinsPlural=one": "én mynt", "coinsPlural=other": "{coins} mynter"}
    message = {"declarations": [], "selectors": ["coinsPlural"], "match": match}
    assert found_with({"web_coins": [message]})["web_coins"] == "the variant one does not say {coins}"


def test_a_sentence_that_stayed_english_is_suspicious() -> None:
    own = Language("nb", ENGLISH, ENGLISH, SPELLING)
    assert [each.key for these in findings(own).values() for each in these if not each.is_wrong] == [
        "rules_1",
        "prompt_x",
    ]


def test_a_tenth_language_is_one_file() -> None:
    """Without a file about its spelling, strange letters are only suspicious and terms are not looked for."""
    own = Language("nb", RIGHT, ENGLISH)
    found = [each for these in findings(own).values() for each in these]
    assert [each.what for each in found if each.is_wrong] == []
    assert any("no terms are checked" in each.what for each in found)


def test_every_message_has_a_note_for_those_who_write_a_language() -> None:
    assert [key for key in catalogue() if group(key) is None] == []


def test_what_is_excused_is_a_message_and_a_check() -> None:
    names = {each.__name__ for each in CHECKS}
    for code in languages():
        for check, excused in language(code).spelling.get("excused", {}).items():
            assert check in names, code
            assert set(excused) <= catalogue().keys(), code


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_page_of_a_language_lists_what_nobody_has_read(code: str) -> None:
    """If this fails: `make catalogues`."""
    page = (command.DOCS / f"{code}.md").read_text(encoding="utf-8")
    assert page == command.page_with_unread(page, language(code))


def test_a_text_is_unread_when_it_or_its_english_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.language_checks.FOLDER", tmp_path)
    monkeypatch.setattr(command, "FOLDER", tmp_path)
    own = Language("nb", RIGHT, ENGLISH)
    assert unread(own) == list(ENGLISH)
    command.mark_as_read(own, ["all"])
    assert unread(own) == []
    assert unread(Language("nb", RIGHT | {"prompt_x": "Bare {race}."}, ENGLISH)) == ["prompt_x"]
    changed = Language("nb", RIGHT, ENGLISH | {"rules_1": "Pay 2 tokens “soon”."})
    assert unread(changed) == ["rules_1"]
    command.mark_as_read(changed, ["rules_1"])
    assert unread(changed) == []
    assert "`rules_1`: Betal 2 troppær «nå»." in command.page_with_unread(
        "# Norwegian\n", own_without_readers()
    )


def own_without_readers() -> Language:
    return Language("xx", RIGHT, ENGLISH)


def test_only_a_message_can_be_read() -> None:
    with pytest.raises(SystemExit, match="has no message nothing"):
        command.mark_as_read(Language("nb", RIGHT, ENGLISH), ["nothing"])


def test_the_report_says_what_is_wrong_and_where_it_is_seen() -> None:
    own = Language("nb", RIGHT | {"web_name_1": "Annafridamariannesofieluise"}, ENGLISH, SPELLING)
    assert (
        "web_name_1: has 27 letters, there is room for 24: Annafridamariannesofieluise   [a name for a guest"
        in (command.report(own))
    )


def test_folder_has_only_offered_languages() -> None:
    codes = {file.stem for file in FOLDER.glob("*.toml")} - {"notes"}
    assert codes <= set(languages())
