"""Every option of a table is in the docs, the help of the terminal, the browser and the catalogues."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from elbowroom.cli import cli
from elbowroom.engine.notation import read_options
from elbowroom.rules.options import Options
from elbowroom.rules.words import catalogue
from elbowroom.server.tables.settings import TableSettings

ROOT = Path(__file__).parents[1]
FORM = ROOT / "web" / "src" / "pages" / "new" / "newTable.svelte.ts"
OPTIONS = [option.name for option in fields(Options)]
TABLE_SETTINGS = [setting.name for setting in msgspec.structs.fields(TableSettings)]
LANGUAGES = ("en", "de")

WORDS = {"first_player": "web_new_first"} | {
    name: f"web_new_{name}" for name in OPTIONS if name != "first_player"
}
"""The message that names each option in the browser."""

SETTING_WORDS = {
    "players": "web_new_players",
    "map": "web_new_map",
    "options": "web_new_rules",
    "content": "web_new_content",
    "position": "web_agreed_position",
    "clock": "web_new_clock",
    "computers": "web_new_computer",
    "is_open": "web_new_open",
    "is_rated": "web_new_rated",
    "title": "web_new_name_of_table",
}
ONLY_ONLINE = {"position", "clock", "is_open", "is_rated", "title"}
"""Settings that mean nothing where all players share one keyboard."""
NOT_IN_THE_FORM = {"position": Path("web", "src", "pages", "LearnPage.svelte")}
"""Settings that the browser sets elsewhere than in the form of a new table."""


def terminal_help() -> str:
    return CliRunner().invoke(cli, ["terminal", "--help"], terminal_width=200).output


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_is_explained_in_the_notation(option: str) -> None:
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    table = page.split("## Table options")[1].split("\n## ")[0]
    assert re.search(rf"^\| `{option}\b[^`]*` \| \w.* \| RUL-\d+ \|$", table, re.MULTILINE)


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_is_in_the_help_of_the_terminal(option: str) -> None:
    assert re.search(rf"--option WORD[^-]*\b{option}\b", terminal_help())


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_is_written_by_the_form_of_the_browser(option: str) -> None:
    assert re.search(rf"[\"`]{option}[\"=]", FORM.read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [*WORDS.values(), *SETTING_WORDS.values()])
def test_an_option_has_a_name_in_every_language(key: str, language: str) -> None:
    assert catalogue(language).get(key)


def test_an_option_has_words_in_every_notation() -> None:
    words = "own_tokens_defend open_coins auto_withdraw left_out=elves first_player=Bob"
    read = read_options(words, ["Ann", "Bob"])
    defaults = Options()
    assert [name for name in OPTIONS if getattr(read, name) == getattr(defaults, name)] == []


def test_every_setting_of_a_table_is_checked_here() -> None:
    assert set(SETTING_WORDS) == set(TABLE_SETTINGS)


@pytest.mark.parametrize("setting", TABLE_SETTINGS)
def test_a_setting_of_a_table_is_in_the_page_for_bots(setting: str) -> None:
    page = (ROOT / "docs" / "bot-api.md").read_text(encoding="utf-8")
    assert re.search(rf"[`\"]{setting}\b", page)


@pytest.mark.parametrize("setting", TABLE_SETTINGS)
def test_a_setting_of_a_table_is_set_in_the_browser(setting: str) -> None:
    file = ROOT / NOT_IN_THE_FORM.get(setting, FORM)
    assert re.search(rf"\b{setting}:", file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("setting", sorted({*TABLE_SETTINGS} - ONLY_ONLINE))
def test_a_setting_of_a_table_is_an_option_of_the_terminal(setting: str) -> None:
    assert re.search(rf"^  --{setting.removesuffix('s')}s? ", terminal_help(), re.MULTILINE)
