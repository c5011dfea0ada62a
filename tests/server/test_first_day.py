"""What a host does on the first day: run commands as root, start the server twice, ask for the limits."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from elbowroom.cli import cli
from elbowroom.rules.refusals import Refused
from elbowroom.server.http.rate_limits import MAX_SOCKETS_PER_PERSON
from elbowroom.server.people.signing_keys import add_keys, rotate_key, signing_key
from elbowroom.server.storage.factory import store_for
from elbowroom.server.tables.table import MAX_UNDOS_PER_TURN
from tests.server.clients import Client, Server
from tests.server.houses import house

if TYPE_CHECKING:
    from pathlib import Path

SERVICE = 12345
"""The number of a user that runs the service."""
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")


def owner(file: Path) -> int:
    return file.stat().st_uid


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_rotated_key_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "signing.key"
    signing_key(file)
    assert mode(file) == 0o600
    file.chmod(0o640)  # for a group that makes backups
    rotate_key(file)
    assert mode(file) == 0o640
    add_keys(file, ["00" * 32])
    assert mode(file) == 0o640


@needs_root
def test_what_root_replaces_still_belongs_to_the_service(tmp_path: Path) -> None:
    folder = tmp_path / "service"
    folder.mkdir()
    os.chown(folder, SERVICE, SERVICE)
    key = folder / "signing.key"
    signing_key(key)
    assert owner(key) == SERVICE, "also what is new in its folder"
    rotate_key(key)
    assert owner(key) == SERVICE


@needs_root
@pytest.mark.process
def test_a_backup_that_root_restores_belongs_to_the_service(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    Client(server).open(players=2)
    server.stop()
    backup, folder = tmp_path / "games.backup", tmp_path / "service"
    folder.mkdir()
    os.chown(folder, SERVICE, SERVICE)
    for words in (
        ["backup", "--data", str(tmp_path), str(backup)],
        ["restore", str(backup), "--data", str(folder)],
        ["admin", "--data", str(folder), "rotate-key"],
        ["admin", "--data", str(folder), "tables"],
    ):
        done = CliRunner().invoke(cli, words, catch_exceptions=False)
        assert done.exit_code == 0, done.output
    assert {file.name: (owner(file), mode(file)) for file in folder.iterdir()} == {
        "elbowroom.db": (SERVICE, 0o600),
        "signing.key": (SERVICE, 0o600),
    }
    assert mode(backup) == 0o600


async def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'elbowroom.db'}"
    first, second, admin = store_for(url, is_server=True), store_for(url, is_server=True), store_for(url)
    await first.start()
    with pytest.raises(Refused) as refused:
        await second.start()
    assert refused.value.code == "database_in_use"
    await admin.start()  # a command of the administrator works beside it
    await admin.stop()
    await first.stop()
    await second.start()
    await second.stop()


async def test_a_second_server_is_refused_through_a_link_too(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    file, link, folder = tmp_path / "games" / "elbowroom.db", tmp_path / "link.db", tmp_path / "folder"
    link.symlink_to(file)
    folder.symlink_to(tmp_path / "games")
    first = store_for(f"sqlite:///{file}", is_server=True)
    await first.start()
    for other in (link, folder / "elbowroom.db"):
        with pytest.raises(Refused) as refused:
            await store_for(f"sqlite:///{other}", is_server=True).start()
        assert refused.value.code == "database_in_use"
    await first.stop()


@pytest.mark.process
def test_a_second_server_says_why_it_does_not_start(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    command = [sys.executable, "-m", "elbowroom", "serve", "--port", "0", "--data", str(tmp_path)]
    second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert second.returncode != 0
    assert "Another server uses" in second.stderr
    assert "Traceback" not in second.stderr
    server.kill()  # the lock goes with the process, however it ends
    server.start()
    server.stop()


async def test_the_server_tells_its_limits(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        told = (await here.stranger.get("/api/server")).json()
    assert told["rates"]["messages"] == {"seconds": 20.0, "person": 100, "address": 1000, "spectator": 50}
    assert told["rates"]["sockets"]["person"] == MAX_SOCKETS_PER_PERSON
    assert told["undos"] == MAX_UNDOS_PER_TURN
