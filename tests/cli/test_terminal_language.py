"""The terminal in the language of its player: `--language`, else the locale, else English.

With LONG=1 (`make terminal-languages`, `make night`) a whole game is played in every language, otherwise its
first turns in one.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from elbowroom.cli import cli
from elbowroom.engine.record import write_record
from elbowroom.rules.command_words import commands, in_own_words, own_words
from elbowroom.rules.languages import languages
from elbowroom.rules.words import BASE, catalogue, say, speaking, spoken
from tests.cli.test_terminal import ANN_BOB, ann_and_bob, kept, typed

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

OTHERS = [language for language in languages() if language != BASE]
IS_LONG = os.environ.get("LONG") == "1"
PREFERRED = next((code for code in ("is", "fi") if code in OTHERS), OTHERS[0])
"""A language with many forms, if there is one."""
FIRST_LINES = 40


def run(*args: str, lines: list[str] | None = None, env: dict[str, str] | None = None) -> Result:
    typed_in = "".join(f"{line}\n" for line in lines or [])
    return CliRunner().invoke(cli, args, input=typed_in, env=env)


@pytest.fixture
def save(tmp_path: Path) -> list[str]:
    return ["--save", str(tmp_path / "game.elbowroom")]


@pytest.mark.parametrize("language", OTHERS if IS_LONG else [PREFERRED])
def test_a_game_is_played_with_the_words_of_a_language(language: str, tmp_path: Path) -> None:
    game, file = ann_and_bob(), tmp_path / "game.elbowroom"
    lines = typed(game)
    if not IS_LONG:
        game = ann_and_bob()
        lines = typed(game, until=lambda played: len(played.history) >= FIRST_LINES)
    with speaking(language):
        said = [in_own_words(line) for line in lines]
        questions = [
            in_own_words(word) for word in ("help", "players", "regions", "score", "hint", "log all")
        ]
        prompt = say("prompt_pick")
        titles = [say(f"terminal_{word}_title") for word in ("column", "players", "regions")]
    assert said != lines
    options = [*ANN_BOB, "--language", language, "--save", str(file)]
    result = run("terminal", *options, lines=[*said[:1], *questions, *said[1:]])
    assert result.exit_code == 0, result.output
    assert kept(file).to_text() == game.to_text()
    for words in (prompt, *titles):
        assert words in result.output
    assert english_in(result.output, language) == set()
    assert spoken() == BASE


def english_in(output: str, language: str) -> set[str]:
    """English texts of the terminal that this language says otherwise, and that are there all the same."""
    english, own = catalogue(), catalogue(language)
    keys = [key for key in english if key.startswith(("terminal_", "prompt_", "event_"))]
    whole = {english[key] for key in keys if isinstance(english[key], str) and english[key] != own[key]}
    return {text for text in whole if "{" not in text and len(text.split()) > 2 and text in output}


@pytest.mark.parametrize("language", OTHERS)
def test_help_and_answers_are_in_words_of_the_language(language: str, save: list[str]) -> None:
    with speaking(language):
        wrong = f"{own_words('players')[0]}q"
        help_word, cost = own_words("help")[0], in_own_words("cost 7")
        meant = say("did_you_mean", word=own_words("players")[0])
        shown = {command: own_words(command)[0] for command in commands()}
    result = run("terminal", *ANN_BOB, *save, "--language", language, lines=["", help_word, wrong, "players"])
    assert result.exit_code == 0, result.output
    for word in ("help", "rules", "cost", "quit"):
        assert re.search(rf"^  {re.escape(shown[word])} +\S", result.output, re.MULTILINE), word
    assert f"`{cost}`" in result.output
    assert f"{shown['pick']} 1" in result.output
    assert meant in result.output
    assert result.output.count(say("terminal_players_title", language=language)) >= 2


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({}, BASE),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_AT@euro"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "de", "LC_ALL": "C.UTF-8"}, BASE),
        ({"LC_ALL": "", "LANG": "de"}, "de"),
        ({"LANG": "tlh_QO"}, BASE),
        ({"LANG": "../../etc"}, BASE),
        ({"LANG": "POSIX"}, BASE),
    ],
)
def test_the_locale_decides_unless_a_language_is_named(
    env: dict[str, str], language: str, save: list[str]
) -> None:
    where = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "", **env}
    options = [*ANN_BOB, *save]
    assert say("prompt_pick", language=language) in run("terminal", *options, lines=[""], env=where).output
    named = run("terminal", *options, "--language", "en", lines=[""], env=where).output
    assert say("prompt_pick", language=BASE) in named
    german = run("terminal", *options, "--language", "de-CH", lines=[""], env=where).output
    assert say("prompt_pick", language="de") in german


@pytest.mark.parametrize("wish", ["tlh", "deutsch", "d", "../en", "*"])
def test_an_unknown_language_is_answered_with_those_there_are(wish: str) -> None:
    for words in (("terminal",), ("content", "check", __file__)):
        result = run(*words, "--language", wish)
        assert result.exit_code == 2
        told = " ".join(result.output.split())
        assert (
            f"There is no language {wish} here. Offered are: da (Dansk), de (Deutsch), en (English)," in told
        )
        assert all(f"{code} (" in told for code in languages())
    german = run("terminal", "--language", "tlh", env={"LC_ALL": "de"})
    assert "There is no language" not in german.output


def test_a_refusal_of_the_command_is_in_the_language_too() -> None:
    result = run("terminal", "--language", "de", "--computers", "nobody")
    assert result.exit_code == 2
    assert (
        say("refusal_unknown_agent", word="nobody", known=[], language="de").split("nobody")[0]
        in result.output
    )


@pytest.mark.parametrize("language", languages())
def test_a_game_is_told_again_in_the_language_of_who_reads_it(language: str, tmp_path: Path) -> None:
    game, file = ann_and_bob(), tmp_path / "game.record"
    typed(game, until=lambda played: len(played.history) >= FIRST_LINES)
    file.write_text(write_record(game), encoding="utf-8")
    result = run("replay", str(file), "--language", language)
    assert result.exit_code == 0
    assert say("event_game_turn_began", game_turn=2, language=language) in result.output


GNOMES = '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\ncoins.mine = 1\n'


@pytest.mark.parametrize("language", languages())
def test_content_check_speaks_to_tinkerers_in_their_language(language: str, tmp_path: Path) -> None:
    file = tmp_path / "gnomes.toml"
    file.write_text(GNOMES, encoding="utf-8")
    result = run("content", "check", str(file), "--language", language)
    assert result.exit_code == 0
    with speaking(language):
        assert say("content_race", name="Gnomes") in result.output
        assert say("content_good") in " ".join(result.output.split())
    file.write_text(GNOMES.replace("coins.mine", "coins.mnie"), encoding="utf-8")
    wrong = run("content", "check", str(file), "--language", language)
    assert wrong.exit_code == 2
    with speaking(language):
        assert say("did_you_mean", word="mine") in " ".join(wrong.output.split())


def test_names_from_right_to_left_keep_to_themselves(save: list[str]) -> None:
    dana = "\u05d3\u05e0\u05d4"
    options = ["--names", f"{dana},Bob", "--seed", "5", "--option", f"first_player={dana}", *save]
    output = run("terminal", *options, lines=["", "pick 1", "expand"]).output
    assert f"\u2068{dana}\u2069>" in output
