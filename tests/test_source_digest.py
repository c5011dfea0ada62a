"""The digest of sources changes with what is named, and with nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elbowroom.arena import result_files
from elbowroom.server.http import http_cache
from elbowroom.source_digest import PACKAGE, source_digest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def digest_of(package: Path, *parts: str) -> str:
    """As if the program had just been started: nothing is remembered."""
    source_digest.cache_clear()
    return source_digest(*parts, package=package)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "terms.py").write_text("A = 1\n", encoding="utf-8")
    (tmp_path / "rules" / "box.toml").write_text("tokens = 1\n", encoding="utf-8")
    (tmp_path / "match.py").write_text("B = 1\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "change",
    [
        lambda package: (package / "rules" / "terms.py").write_text("A = 2\n", encoding="utf-8"),
        lambda package: (package / "rules" / "box.toml").write_text("tokens = 2\n", encoding="utf-8"),
        lambda package: (package / "rules" / "terms.py").rename(package / "rules" / "words.py"),
        lambda package: (package / "rules" / "more.json").write_text("", encoding="utf-8"),
        lambda package: (package / "match.py").write_text("B = 2\n", encoding="utf-8"),
    ],
)
def test_it_changes_with_text_name_and_number_of_the_files(
    package: Path, change: Callable[[Path], object]
) -> None:
    before = digest_of(package, "rules", "match.py")
    assert digest_of(package, "rules", "match.py") == before
    change(package)
    assert digest_of(package, "rules", "match.py") != before


def test_it_does_not_change_with_what_is_not_named_or_not_source(package: Path) -> None:
    before = digest_of(package, "rules")
    (package / "match.py").write_text("B = 2\n", encoding="utf-8")
    (package / "rules" / "terms.pyc").write_bytes(b"\0")
    assert digest_of(package, "rules") == before


def test_a_part_that_does_not_exist_is_an_error(package: Path) -> None:
    """A list of parts that a rename has made wrong would otherwise say that nothing ever changes."""
    with pytest.raises(FileNotFoundError):
        digest_of(package, "ruels")


def test_all_parts_that_are_named_in_the_program_exist() -> None:
    for part in (*result_files.PLAYED_BY, *http_cache.EDITION_PARTS):
        assert (PACKAGE / part).exists(), part
    assert http_cache.edition() != result_files.program_digest()
