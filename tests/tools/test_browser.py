"""Browsers for the tests: found, or told in words how to get them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import browser


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that has all programs of this machine: none but those a test puts there."""
    monkeypatch.setenv("PATH", str(tmp_path))
    for kind in browser.KINDS.values():
        monkeypatch.delenv(kind.variable, raising=False)
    return tmp_path


def put(folder: Path, name: str) -> str:
    """Put a program into the folder."""
    program = folder / name
    program.touch(mode=0o755)
    return str(program)


def test_a_browser_that_is_there_is_found(programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The path is printed, for the Makefile."""
    path = put(programs, "firefox-esr")
    browser.main("firefox")
    assert capsys.readouterr().out == f"{path}\n"


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("name", browser.KINDS)
def test_who_lacks_a_browser_reads_what_to_install(name: str) -> None:
    """Where nothing can be installed, the package is named."""
    with pytest.raises(SystemExit, match=rf"apt-get install {browser.KINDS[name].packages[0]}"):
        browser.main(name)


def test_a_browser_that_cannot_be_driven_is_not_found(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """WebKit needs its driver and a screen."""
    monkeypatch.setenv("WEBKIT", "/somewhere/MiniBrowser")
    put(programs, "WebKitWebDriver")
    assert browser.find(browser.KINDS["webkit"]) is None
    put(programs, "Xvfb")
    assert browser.find(browser.KINDS["webkit"]) == "/somewhere/MiniBrowser"
