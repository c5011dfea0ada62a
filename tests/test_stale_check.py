"""A compiled engine that is older than its source is never run unnoticed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import elbowroom
from elbowroom.stale_check import STAMP, changed_source, refuse_if_stale, stamp_lines, write_stamp

ROOT = Path(__file__).parent.parent
SENTENCE = (
    "The compiled engine is older than src/elbowroom/engine/conquest.py: "
    "run `make setup`, or set ELBOWROOM_INTERPRETED=1.\n"
)
CONQUEST = "engine/conquest.py"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package's start with one source of the engine, stamped as if just compiled."""
    copy = tmp_path / "elbowroom"
    (copy / "engine").mkdir(parents=True)
    shutil.copytree(Path(elbowroom.__path__[0]) / "cli", copy / "cli")
    for name in ("__init__.py", "__main__.py", "stale_check.py", CONQUEST):
        shutil.copy(Path(elbowroom.__path__[0]) / name, copy / name)
    write_stamp(stamp_lines([CONQUEST], str(copy)), str(copy))
    return copy


def run(package: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {key: value for key, value in os.environ.items() if key != "ELBOWROOM_INTERPRETED"}
    variables = {**inherited, "PYTHONPATH": str(package.parent), **environment}
    return subprocess.run(
        [sys.executable, *command],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
        cwd=package.parent,
    )


def change(package: Path) -> None:
    with (package / CONQUEST).open("a", encoding="utf-8") as file:
        file.write("# another price\n")


@pytest.mark.process
def test_what_was_just_compiled_runs(package: Path) -> None:
    assert run(package, "-c", "import elbowroom").returncode == 0


@pytest.mark.process
@pytest.mark.parametrize("command", [("-c", "import elbowroom"), ("-m", "elbowroom", "--version")])
def test_a_changed_source_stops_every_program_with_one_sentence(
    package: Path, command: tuple[str, ...]
) -> None:
    change(package)
    stopped = run(package, *command)
    assert (stopped.returncode, stopped.stdout, stopped.stderr) == (1, "", SENTENCE)


@pytest.mark.process
def test_a_changed_source_stops_the_tests_with_one_sentence(package: Path) -> None:
    change(package)
    folder = package.parent / "tests"
    folder.mkdir()
    shutil.copy(ROOT / "tests/conftest.py", folder)
    (folder / "test_price.py").write_text("def test_price() -> None:\n    assert True\n", encoding="utf-8")
    stopped = run(package, "-m", "pytest", "-p", "no:cacheprovider", "tests")
    assert stopped.returncode == pytest.ExitCode.USAGE_ERROR
    assert SENTENCE in stopped.stderr
    assert "Traceback" not in stopped.stdout + stopped.stderr


@pytest.mark.process
def test_a_changed_source_may_be_interpreted(package: Path) -> None:
    change(package)
    assert run(package, "-c", "import elbowroom", ELBOWROOM_INTERPRETED="1").returncode == 0


def test_the_same_words_with_another_time_are_not_stale(package: Path) -> None:
    os.utime(package / CONQUEST, (1, 1))
    assert changed_source(str(package)) is None


def test_other_words_of_the_same_length_are_stale(package: Path) -> None:
    source = package / CONQUEST
    words = source.read_bytes()
    source.write_bytes(words[:-2] + b"#\n")
    os.utime(source, (1, 1))
    assert changed_source(str(package)) == CONQUEST


def test_a_source_that_is_gone_is_stale(package: Path) -> None:
    (package / CONQUEST).unlink()
    with pytest.raises(SystemExit, match=CONQUEST):
        refuse_if_stale(str(package))


def test_an_installed_package_has_no_stamp_and_is_not_checked(package: Path) -> None:
    change(package)
    (package / STAMP).unlink()
    refuse_if_stale(str(package))


def test_the_stamp_covers_all_that_the_compiler_may_read() -> None:
    """The same list as SOURCES in the Makefile: what is compiled, and what lies beside it."""
    lines = (Path(elbowroom.__path__[0]) / STAMP).read_text(encoding="utf-8").splitlines()
    stamped = {line.rsplit(" ", 1)[1] for line in lines}
    assert {CONQUEST, "rules/terms.py", "rules/bits.py", "agents/features.py", "envs/batch.py"} <= stamped
