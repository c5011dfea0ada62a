"""`elbowroom play`: one command, and the browser shows a game."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.server.engines import write_engine

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.process
PATIENCE = 60.0


def free_ports() -> int:
    """The first of two ports that nobody uses now."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            found = int(first.getsockname()[1])
            try:
                second.bind(("127.0.0.1", found + 1))
            except OSError:
                continue
            return found


class Playing:
    """The command, with a browser that only writes down what it is shown."""

    def __init__(self, folder: Path, port: int, *options: str) -> None:
        browser = folder / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >> {folder / "shown"}\n', encoding="utf-8")
        browser.chmod(0o755)
        self._shown = folder / "shown"
        command = [sys.executable, "-m", "elbowroom", "play", "--port", str(port), *options]
        self.process = subprocess.Popen(
            [*command, "--data", str(folder / "games")],
            env={**os.environ, "BROWSER": str(browser)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def line(self) -> str:
        """The one line that it says."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def shown(self) -> list[str]:
        """What the browser was shown, as soon as it was."""
        end = time.monotonic() + PATIENCE
        while not self._shown.exists() and time.monotonic() < end:
            time.sleep(0.05)
        return self._shown.read_text(encoding="utf-8").split()

    def stop(self) -> str:
        """Press Ctrl+C; all that it said after the first line."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0
        return rest


@contextmanager
def playing(folder: Path, port: int, *options: str) -> Iterator[Playing]:
    folder.mkdir(exist_ok=True)
    found = Playing(folder, port, *options)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.process.kill()
        found.process.communicate()


def test_it_says_where_it_is_opens_the_browser_and_ends_when_asked(tmp_path: Path) -> None:
    port = free_ports()
    with playing(tmp_path, port) as here:
        where = f"http://127.0.0.1:{port}"
        assert where in here.line()
        assert here.shown() == [where]
        assert httpx.get(where, timeout=PATIENCE).status_code == 200
        assert here.stop() == ""


def test_a_second_one_shows_the_first_and_games_are_kept(tmp_path: Path) -> None:
    port = free_ports()
    with playing(tmp_path, port, "--no-browser") as here:
        where = f"http://127.0.0.1:{port}"
        assert where in here.line()
        guest = httpx.post(f"{where}/api/guest", timeout=PATIENCE).json()["token"]
        me = {"Authorization": f"Bearer {guest}"}
        made = httpx.post(f"{where}/api/tables", json={"players": 2}, headers=me, timeout=PATIENCE).json()
        with playing(tmp_path / "second", port) as again:
            assert where in again.line()
            assert again.shown() == [where]
            assert again.process.wait(PATIENCE) == 0
        assert not (tmp_path / "shown").exists(), "the first one was told to leave the browser alone"
        here.stop()
    with playing(tmp_path, port, "--no-browser") as later:
        later.line()
        found = httpx.get(f"{where}/api/tables/{made['table']}", headers=me, timeout=PATIENCE).json()
        assert found["is_host"]
        later.stop()


def test_another_program_at_the_port_is_left_alone(tmp_path: Path) -> None:
    port = free_ports()
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        with playing(tmp_path, port, "--no-browser") as here:
            assert f"http://127.0.0.1:{port + 1}" in here.line()
            here.stop()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A static site of a few files."""
    folder = tmp_path / "site"
    engine = folder / "engine" / "12ab"
    for made in (engine, folder / "data"):
        made.mkdir(parents=True)
    (folder / "index.html").write_text("<title>the game</title>", encoding="utf-8")
    (folder / "404.html").write_text("<title>nothing</title>", encoding="utf-8")
    (folder / "offline.json").write_text("{}", encoding="utf-8")
    info = {"version": "1", "edition": "e", "levels": []}
    (folder / "data" / "server.json").write_text(json.dumps(info), encoding="utf-8")
    (engine / "pyodide.mjs").write_text("export {};", encoding="utf-8")
    (engine / "pyodide.asm.wasm").write_bytes(b"\0asm")
    return folder


def test_offline_it_hands_out_the_site_and_keeps_nothing(tmp_path: Path, site: Path) -> None:
    port = free_ports()
    with playing(tmp_path, port, "--offline", "--site", str(site)) as here:
        where = f"http://127.0.0.1:{port}"
        assert where in here.line()
        assert here.shown() == [where]
        page = httpx.get(where, timeout=PATIENCE)
        assert (page.status_code, page.text) == (200, "<title>the game</title>")
        assert page.headers["cache-control"] == "no-cache"
        for name, media in (("pyodide.mjs", "text/javascript"), ("pyodide.asm.wasm", "application/wasm")):
            file = httpx.get(f"{where}/engine/12ab/{name}", timeout=PATIENCE)
            assert file.headers["content-type"].split(";")[0] == media
            assert "immutable" in file.headers["cache-control"]
        nothing = httpx.get(f"{where}/engine/34cd/pyodide.mjs", timeout=PATIENCE)
        assert (nothing.status_code, nothing.text) == (404, "<title>nothing</title>")
        assert nothing.headers["cache-control"] == "no-cache"
        assert httpx.get(f"{where}/api/server", timeout=PATIENCE).status_code == 404
        with playing(tmp_path / "second", port, "--site", str(site)) as again:
            assert where in again.line()
            assert again.shown() == [where]
            assert again.process.wait(PATIENCE) == 0
        assert here.stop() == ""
    assert not (tmp_path / "games").exists(), "there is no database"


def test_offline_without_a_site_says_how_to_get_one(tmp_path: Path) -> None:
    with playing(tmp_path, free_ports(), "--offline", "--site", str(tmp_path / "none")) as here:
        said = here.line()
        assert str(tmp_path / "none") in said
        assert "make site" in said
        assert here.process.wait(PATIENCE) == 2


def test_a_damaged_engine_is_told_in_one_line_and_not_offered(tmp_path: Path) -> None:
    port, engine = free_ports(), write_engine(tmp_path / "engine")
    (engine / "pyodide.asm.wasm").unlink()
    with playing(tmp_path, port, "--no-browser", "--engine", str(engine)) as here:
        assert "pyodide.asm.wasm" in here.line()
        assert f"http://127.0.0.1:{port}" in here.line()
        offered = httpx.get(f"http://127.0.0.1:{port}/api/server", timeout=PATIENCE).json()["offline"]
        assert offered["code"] == "no_offline"
        assert here.stop() == ""


def test_a_whole_engine_is_offered(tmp_path: Path) -> None:
    port, engine = free_ports(), write_engine(tmp_path / "engine")
    with playing(tmp_path, port, "--no-browser", "--engine", str(engine)) as here:
        assert f"http://127.0.0.1:{port}" in here.line()
        assert httpx.get(f"http://127.0.0.1:{port}/api/server", timeout=PATIENCE).json()["offline"] is None
        assert here.stop() == ""
