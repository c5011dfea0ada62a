"""The long targets run one after the other, and one report tells how they ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import night

FAKE_MAKE = """#!/bin/sh
echo "$2" >> {folder}/called
case "$2" in
    good) for number in $(seq 30); do echo "line $number"; done ;;
    bad) echo "it broke"; exit 3 ;;
    endless) sleep 600 & echo $! > {folder}/left; wait ;;
esac
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a make lies that knows three targets."""
    make = tmp_path / "make"
    make.write_text(FAKE_MAKE.format(folder=tmp_path), encoding="utf-8")
    make.chmod(0o755)
    monkeypatch.setenv("MAKE", str(make))
    monkeypatch.setattr(night, "current_commit", lambda: "abc")
    return tmp_path


def called(folder: Path) -> list[str]:
    return (folder / "called").read_text(encoding="utf-8").split()


def test_a_failure_stops_no_other_target_and_is_told_at_the_end(folder: Path) -> None:
    assert night.main(["bad", "good", "--folder", str(folder / "night")]) == 1
    assert called(folder) == ["bad", "good"]
    report = (folder / "night" / "report.md").read_text(encoding="utf-8")
    assert "| bad | FAILED (3) |" in report
    assert "| good | passed |" in report
    assert "it broke" in report
    assert "line 30\n" in report
    assert "line 18\n" not in report


def test_what_was_done_is_not_done_again_on_the_same_commit(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--folder", str(folder / "night")]
    assert night.main(["good", *place]) == 0
    assert night.main(["good", "bad", *place]) == 1
    assert called(folder) == ["good", "bad"]
    assert "1/2 good: done before, passed" in capsys.readouterr().out
    assert night.main(["good", "--again", *place]) == 0
    monkeypatch.setattr(night, "current_commit", lambda: "def")
    assert night.main(["good", *place]) == 0
    assert called(folder) == ["good", "bad", "good", "good"]
    assert json.loads((folder / "night" / "state.json").read_text(encoding="utf-8"))["commit"] == "def"


def test_a_target_that_takes_too_long_is_ended_with_all_that_it_started(folder: Path) -> None:
    place = ["--folder", str(folder / "night")]
    assert night.main(["endless", "good", "--hours", "0.0001", *place]) == 1
    report = (folder / "night" / "report.md").read_text(encoding="utf-8")
    assert "| endless | stopped after" in report
    assert "| good | passed |" in report
    pid = (folder / "left").read_text(encoding="utf-8").strip()
    status = Path(f"/proc/{pid}/stat")
    assert not status.exists() or status.read_text(encoding="utf-8").split()[2] == "Z"


def test_every_target_of_a_night_is_one_of_the_makefile() -> None:
    makefile = (night.ROOT / "Makefile").read_text(encoding="utf-8")
    for target in night.TARGETS:
        assert f"\n{target}: " in makefile, target
