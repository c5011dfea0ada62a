"""The commands of a host: what a person sees who uses them for the first time, and by mistake."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from elbowroom.cli import cli
from elbowroom.cli.admin import admin
from elbowroom.cli.serve import serve
from elbowroom.server.people.identity import signing_key
from elbowroom.server.storage.databases import store_for

if TYPE_CHECKING:
    from pathlib import Path


def program(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    code = "from elbowroom.cli import main; main()"
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(
        command, env={**os.environ, **variables}, check=False, capture_output=True, text=True
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data of a server on which nobody has played yet."""
    made = tmp_path / "data"

    async def prepare() -> None:
        store = store_for(f"sqlite:///{made / 'elbowroom.db'}")
        await store.start()
        await store.stop()

    asyncio.run(prepare())
    signing_key(made / "signing.key")
    return made


def test_every_option_of_a_server_has_help_and_a_variable() -> None:
    shown = " ".join(CliRunner().invoke(cli, ["serve", "--help"], terminal_width=200).output.split())
    for option in serve.params:
        assert getattr(option, "help", None), option.name
        assert f"ELBOWROOM_SERVE_{str(option.name).upper()}" in shown


def test_every_command_of_the_administrator_has_help() -> None:
    for name in admin.commands:
        done = CliRunner().invoke(cli, ["admin", name, "--help"])
        assert done.exit_code == 0
        assert len(done.output.splitlines()) > 4


def test_a_backup_goes_out_and_in_with_its_key(folder: Path, tmp_path: Path) -> None:
    file, there = tmp_path / "games.backup", tmp_path / "there"
    done = program("backup", str(file), "--data", str(folder))
    assert done.returncode == 0, done.stderr
    assert str(file) in done.stdout
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    done = program("restore", str(file), ELBOWROOM_SERVE_DATA=str(there))
    assert done.returncode == 0, done.stderr
    assert "UTC" in done.stdout
    assert signing_key(there / "signing.key") == signing_key(folder / "signing.key")
    assert stat.S_IMODE((there / "signing.key").stat().st_mode) == 0o600
    assert stat.S_IMODE((there / "elbowroom.db").stat().st_mode) == 0o600


def test_a_backup_without_its_key_makes_no_key(folder: Path, tmp_path: Path) -> None:
    file, there = tmp_path / "games.backup", tmp_path / "there"
    assert program("backup", str(file), "--data", str(folder), "--without-key").returncode == 0
    assert program("restore", str(file), "--data", str(there)).returncode == 0
    assert not (there / "signing.key").exists()


def test_a_key_that_is_there_is_kept_beside_the_one_of_the_backup(folder: Path, tmp_path: Path) -> None:
    file, there = tmp_path / "games.backup", tmp_path / "there"
    own = signing_key(there / "signing.key")
    assert program("backup", str(file), "--data", str(folder)).returncode == 0
    assert program("restore", str(file), "--data", str(there)).returncode == 0
    assert signing_key(there / "signing.key") == [*signing_key(folder / "signing.key"), *own]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("backup", "{tmp}/x", "--data", "{tmp}/nowhere"), "is not there"),
        (("backup", "{tmp}/x", "--data", "{tmp}/nowhere", "--without-key"), "There are no games there"),
        (("backup", "{tmp}/no/x", "--data", "{data}"), "cannot be written"),
        (("restore", "{data}/signing.key", "--data", "{tmp}/new"), "is no backup, or it is damaged"),
        (
            ("backup", "{tmp}/x", "--database", "postgresql://a:hidden@127.0.0.1:1/x", "--without-key"),
            "opened",
        ),
        (("admin", "--database", "postgresql://a:hidden@127.0.0.1:1/x", "tables"), "cannot be opened"),
        (("admin", "--data", "{tmp}/nowhere", "tables"), "There are no games there"),
        (("admin", "--data", "{data}", "close", "x"), "There is no such table"),
        (("admin", "--data", "{data}", "ban", "x"), "Nobody here is called x"),
        (("admin", "--data", "{data}", "remove-chat", "x", "1"), "There is no such table"),
    ],
)
def test_a_mistake_gets_one_sentence(
    words: tuple[str, ...], sentence: str, folder: Path, tmp_path: Path
) -> None:
    done = program(*(word.format(tmp=tmp_path, data=folder) for word in words))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert sentence in done.stderr
    assert "hidden" not in done.stderr
