"""Words of commands: each language has its own, every one means one thing, and the notation always works."""

from __future__ import annotations

import pytest

from elbowroom.engine import decisions
from elbowroom.engine.actions import verbs_at
from elbowroom.rules.command_words import (
    ARGUMENTS,
    code_in_own_words,
    commands,
    in_own_words,
    own_words,
    to_notation,
)
from elbowroom.rules.languages import languages
from elbowroom.rules.refusals import Refusal
from elbowroom.rules.words import BASE, catalogue, say, speaking

OTHERS = [language for language in languages() if language != BASE]


def test_everything_that_a_person_decides_has_a_word_and_it_is_that_of_the_notation_in_english() -> None:
    rows = [row for row in decisions.DECISIONS if row.number > decisions.LAST_CHANCE]
    said = {verb for row in rows for verb in (*verbs_at(row.number), row.verb) if verb}
    assert said <= set(commands())
    assert all(own_words(command) == [command] for command in commands())


@pytest.mark.parametrize("language", languages())
def test_no_word_means_two_things(language: str) -> None:
    """Neither in the language itself, nor as the notation's word for something else."""
    with speaking(language):
        for group in (commands(), *ARGUMENTS.values()):
            meaning: dict[str, str] = {}
            for command in group:
                words = own_words(command)
                assert words
                assert len(set(words)) == len(words), command
                for word in words:
                    assert word == word.lower().strip()
                    assert word.replace("-", "").isalpha(), word
                    assert meaning.setdefault(word, command) == command, word
                    assert word not in group or word == command, word


@pytest.mark.parametrize("language", languages())
def test_own_words_and_the_notation_are_both_understood(language: str) -> None:
    with speaking(language):
        for command in commands():
            for word in (command, *own_words(command)):
                assert to_notation(f"{word.upper()} x") == f"{command} x"
            assert in_own_words(f"{command} x") == f"{own_words(command)[0]} x"
        for command, arguments in ARGUMENTS.items():
            for argument in arguments:
                assert to_notation(in_own_words(f"{command} {argument}")) == f"{command} {argument}"


@pytest.mark.parametrize("language", OTHERS)
def test_texts_show_the_words_of_the_language(language: str) -> None:
    """In the catalogues they stand in the notation: there is one place in which they become others."""
    with speaking(language):
        shown = code_in_own_words(say("web_text_how_conquer"))
        assert [f"`{own_words(word)[0]}`" in shown for word in ("conquer", "cost", "end")] == [True] * 3
        assert own_words("conquer")[0] != "conquer"


def test_only_what_means_something_is_turned() -> None:
    with speaking("de"):
        assert to_notation("verlauf alles") == "log all"
        assert to_notation("sag alles Gute") == "say alles Gute"
        assert to_notation("verteile 3:2 7:4") == "redeploy 3:2 7:4"
        assert to_notation("speichere Alles.elbowroom") == "save Alles.elbowroom"
        assert to_notation("flieg 7") == "flieg 7"
        assert to_notation("") == ""
        assert in_own_words("elbowroom replay") == "elbowroom replay"
        assert in_own_words("rules trolls") == "regeln trolle"
        assert code_in_own_words("`end`, end und `my end`") == "`beende`, end und `my end`"


def test_a_refusal_offers_words_of_the_language() -> None:
    refusal = Refusal("unknown_verb", {"verb": "erober", "phase": "ready", "known": ["expand", "decline"]})
    assert refusal.reason.endswith("expand, decline.")
    with speaking("de"):
        assert "ausbreiten, untergehen" in refusal.reason


def test_every_language_has_a_word_for_every_command() -> None:
    keys = {key for key in catalogue() if key.startswith("command_")}
    for language in languages():
        assert keys == {key for key in catalogue(language) if key.startswith("command_")}
