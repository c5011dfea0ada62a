"""What every combo of the box is called in every language, against golden files."""

from __future__ import annotations

import pytest

from elbowroom.rules.languages import languages
from tests.combos import FOLDER, combos


@pytest.mark.parametrize("language", languages())
def test_combos_are_called_as_reviewed(language: str) -> None:
    """If this is a new language, or names were changed: `python -m tests.combos`, and read the difference."""
    assert combos(language) == (FOLDER / f"{language}.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", languages())
def test_no_two_combos_are_called_alike(language: str) -> None:
    names = [line.split(",")[2] for line in combos(language).splitlines()[1:]]
    assert len(names) == 20 * 14
    assert len(set(names)) == len(names)
    assert all(name == name.strip() and "{" not in name for name in names)


def test_there_is_no_golden_file_without_its_language() -> None:
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(languages())
