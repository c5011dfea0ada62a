"""The documents tell the truth: links lead somewhere, examples are accepted, numbers agree."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from elbowroom.arena.explorer_data import shipped_explorer
from elbowroom.cli import COMMANDS
from elbowroom.cli.commands.rules import proofs
from elbowroom.engine import decisions
from elbowroom.engine.game import Game
from elbowroom.rules import terms
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.trait_reader import RACE_KEYS
from tests.scenario import box
from tools import balance_page, catalogues

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def blocks(page: str, language: str = "") -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"`[^`]*`", "", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)#]+)\)", prose):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_example_race_and_power_are_accepted() -> None:
    [example] = [block for block in blocks("docs/content-format.md", "toml") if "[race." in block]
    grown = add_content(base_content(), example, "my-race.toml")
    assert grown.race("gnomes").traits.tokens == 6
    assert grown.power("lucky").traits.tokens == 4


def test_the_example_map_is_accepted() -> None:
    [example] = blocks("docs/content-format.md", "json")
    assert add_content(base_content(), example, "islands.json").map("islands").players == 2


def test_every_key_and_word_of_the_content_format_is_explained() -> None:
    text = (ROOT / "docs/content-format.md").read_text(encoding="utf-8")
    for word in (
        *RACE_KEYS,
        *terms.PLACES,
        *terms.MOMENTS,
        *terms.REACHES,
        *terms.PLACED,
        *terms.VERBS,
        *terms.KEPT,
    ):
        if word != "tokens_in_box":
            assert word in text, word


def test_every_decision_of_the_notation_is_explained() -> None:
    text = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
    for row in decisions.DECISIONS:
        assert f"| {row.name} | {row.number} |" in text


def test_the_example_positions_can_be_read() -> None:
    whole, short = (block for block in blocks("docs/notation.md") if re.search(r"^Ann ", block, re.MULTILINE))
    assert Game.from_text(short, box()).phase == "conquer"
    game = Game.from_text(whole)
    assert game.names == ["Ann", "Bob"]
    assert Game.from_text(game.to_text()).to_text() == game.to_text()


def test_the_readme_counts_the_rules() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"{len(proofs()['rules'])} numbered rules and rulings" in text


def test_the_catalogues_of_the_reference_are_what_the_code_says() -> None:
    """Each code with its parameters and its sentence: `make catalogues` writes them."""
    assert catalogues.stale() == []


def test_a_changed_or_missing_catalogue_is_noticed(tmp_path: Path) -> None:
    for name, write in catalogues.PAGES.items():
        (tmp_path / name).write_text(write(), encoding="utf-8")
    assert catalogues.stale(tmp_path) == []
    changed, missing = list(catalogues.PAGES)[:2]
    (tmp_path / changed).write_text("# Nothing\n", encoding="utf-8")
    (tmp_path / missing).unlink()
    assert catalogues.stale(tmp_path) == [changed, missing]


def test_the_tables_of_balance_are_what_the_data_of_the_explorer_say() -> None:
    """If this fails: `make catalogues`."""
    data, page = shipped_explorer(), balance_page.FILE.read_text(encoding="utf-8")
    assert data is not None
    assert balance_page.renewed(page, data) == page
    [first, *_] = data.explorations
    assert balance_page.renewed(page, replace(data, explorations=(first,))) != page


def test_every_page_of_the_reference_is_written_by_the_tool() -> None:
    assert sorted(page.name for page in (ROOT / "docs/reference").glob("*.md")) == sorted(catalogues.PAGES)


def test_the_changelog_names_every_command() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert name in text, name


def test_the_numbers_of_the_box_are_those_of_the_ledger() -> None:
    """CMP-7 prints the tokens of each race; the data must say the same."""
    ledger = (ROOT / "docs/ledger.md").read_text(encoding="utf-8")
    [line] = re.findall(r"\*\*CMP-7\*\* (.*)", ledger)
    told = {name.lower(): int(number) for name, number in re.findall(r"([A-Z][a-z]+) (\d+)", line)}
    assert told == {race.id: race.tokens_in_box for race in base_content().races}


def test_the_catalogue_is_sorted_into_sentences() -> None:
    catalogue = json.loads((ROOT / "src/elbowroom/content/locales/en.json").read_text(encoding="utf-8"))
    assert all(value for value in catalogue.values())


@pytest.mark.parametrize("lock", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda file: file.name)
def test_every_package_is_pinned_with_its_hashes_and_no_address(lock: Path) -> None:
    """What is installed is what was looked at."""
    text = lock.read_text(encoding="utf-8")
    assert "://" not in "".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    if lock.name == "torch.txt":
        return  # it says why it is in no lock
    wanted = re.findall(r"^[a-zA-Z0-9][^\s;\\]*.*?(?=^[a-zA-Z0-9]|\Z)", text, re.MULTILINE | re.DOTALL)
    assert wanted
    for package in wanted:
        assert re.match(r"[\w.-]+(\[[\w,.-]+\])?==\S+", package), package.splitlines()[0]
        assert "--hash=sha256:" in package, package.splitlines()[0]
