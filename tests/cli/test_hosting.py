"""The commands of a host: what a person sees who uses them for the first time, and by mistake."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner

from elbowroom.cli import COMMANDS, cli
from elbowroom.cli.commands.admin import admin
from elbowroom.cli.commands.serve import serve
from elbowroom.server.durations import DAY_SECONDS
from elbowroom.server.people.notices import FORGET_SECONDS
from elbowroom.server.people.sessions import SESSION_SECONDS
from elbowroom.server.people.signing_keys import signing_key
from elbowroom.server.rooms import retention
from elbowroom.server.rooms.metrics import Metrics
from elbowroom.server.storage.factory import store_for
from tests.programs import run_elbowroom

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


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


@pytest.mark.parametrize(
    ("words", "variables"),
    [
        (["--bots", "3"], {}),
        (["--thinkers", "3"], {}),
        ([], {"ELBOWROOM_SERVE_BOTS": "3"}),
        ([], {"ELBOWROOM_SERVE_THINKERS": "3"}),
        (["--bots", "3"], {"ELBOWROOM_SERVE_THINKERS": "2"}),
    ],
)
def test_the_number_of_bot_processes_has_an_old_name_too(words: list[str], variables: dict[str, str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in variables.items():
            patch.setenv(name, value)
        with serve.make_context("serve", words, auto_envvar_prefix="ELBOWROOM_SERVE") as context:
            assert context.params["bots"] == 3


def test_a_server_plays_4000_test_games_unless_the_host_says_otherwise() -> None:
    for words, games in (([], 4000), (["--test-games", "0"], 0)):
        with serve.make_context("serve", words) as context:
            assert context.params["test_games"] == games


def test_every_command_of_the_administrator_has_help() -> None:
    for name in admin.commands:
        done = CliRunner().invoke(cli, ["admin", name, "--help"])
        assert done.exit_code == 0
        assert len(done.output.splitlines()) > 4


def test_a_backup_goes_out_and_in_with_its_key(folder: Path, tmp_path: Path) -> None:
    file, there = tmp_path / "games.backup", tmp_path / "there"
    done = run_elbowroom("backup", str(file), "--data", str(folder))
    assert done.returncode == 0, done.stderr
    assert str(file) in done.stdout
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    done = run_elbowroom("restore", str(file), ELBOWROOM_SERVE_DATA=str(there))
    assert done.returncode == 0, done.stderr
    assert "UTC" in done.stdout
    assert signing_key(there / "signing.key") == signing_key(folder / "signing.key")
    assert stat.S_IMODE((there / "signing.key").stat().st_mode) == 0o600
    assert stat.S_IMODE((there / "elbowroom.db").stat().st_mode) == 0o600


def test_a_backup_without_its_key_makes_no_key(folder: Path, tmp_path: Path) -> None:
    file, there = tmp_path / "games.backup", tmp_path / "there"
    assert run_elbowroom("backup", str(file), "--data", str(folder), "--without-key").returncode == 0
    assert run_elbowroom("restore", str(file), "--data", str(there)).returncode == 0
    assert not (there / "signing.key").exists()


def test_a_key_that_is_there_is_kept_beside_the_one_of_the_backup(folder: Path, tmp_path: Path) -> None:
    file, there = tmp_path / "games.backup", tmp_path / "there"
    own = signing_key(there / "signing.key")
    assert run_elbowroom("backup", str(file), "--data", str(folder)).returncode == 0
    assert run_elbowroom("restore", str(file), "--data", str(there)).returncode == 0
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
    done = run_elbowroom(*(word.format(tmp=tmp_path, data=folder) for word in words))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert sentence in done.stderr
    assert "hidden" not in done.stderr


@pytest.mark.parametrize("is_built", [False, True])
def test_a_server_without_the_browser_client_says_so_at_its_start(tmp_path: Path, is_built: bool) -> None:
    client = tmp_path / "client"
    client.mkdir()
    if is_built:
        (client / "index.html").touch()
    words = ["serve", "--port", "0", "--data", str(tmp_path / "data"), "--client", str(client)]
    command = [sys.executable, "-m", "elbowroom", *words, "--log-level", "error"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert "http://127.0.0.1:" in server.stdout.readline()
        server.send_signal(signal.SIGTERM)
        _, said = server.communicate()
    assert server.returncode == 0
    assert ("The browser client is not there" in said) is not is_built


def variables() -> set[str]:
    return {f"ELBOWROOM_SERVE_{str(option.name).upper()}" for option in serve.params}


def commands_of(page: str) -> Iterator[list[str]]:
    """Every call of the program in the examples of a page."""
    for block in re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            words = shlex.split(line)
            after = words[words.index("elbowroom") + 1 :] if "elbowroom" in words else []
            if after and after[0] in COMMANDS:
                yield after


def test_the_page_about_hosting_shows_commands_that_exist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.backup").touch()
    found = list(commands_of(PAGE))
    assert {words[0] for words in found} == {"serve", "backup", "restore", "admin"}
    assert {words[1] for words in found if words[0] == "admin"} == set(admin.commands)
    for words in found:
        name, command, rest = cli.resolve_command(click.Context(cli), words)
        if isinstance(command, click.Group):
            name, command, rest = command.resolve_command(click.Context(command), rest)
        assert command is not None, words
        command.make_context(name, rest)


def test_the_page_about_hosting_lists_every_option() -> None:
    for option in serve.params:
        assert f"`{option.opts[0]}`" in PAGE, option.opts[0]


def test_the_page_about_hosting_tells_what_is_kept_how_long() -> None:
    lasting = (
        "REMOVE_AFTER_SECONDS",
        "REMOVE_IMPORT_AFTER_SECONDS",
        "REMOVE_SESSION_AFTER_SECONDS",
        "REMOVE_CHALLENGE_AFTER_SECONDS",
        "REMOVE_SEAT_LINK_AFTER_SECONDS",
    )
    days = {name: int(getattr(retention, name) / DAY_SECONDS) for name in lasting}
    challenge_days = days["REMOVE_CHALLENGE_AFTER_SECONDS"]
    for words in (
        f"closed after {int(retention.CLOSE_AFTER_SECONDS['open'] / DAY_SECONDS)} days",
        f"closed after {int(retention.CLOSE_AFTER_SECONDS['running'] / DAY_SECONDS)} days",
        f"| closed tables | removed after {days['REMOVE_AFTER_SECONDS']} days |",
        f"| imported records | removed after {days['REMOVE_IMPORT_AFTER_SECONDS']} days |",
        f"void after {int(SESSION_SECONDS / DAY_SECONDS)} days",
        f"days, removed after {days['REMOVE_SESSION_AFTER_SECONDS']} days",
        f"removed after {challenge_days} and {days['REMOVE_SEAT_LINK_AFTER_SECONDS']} days",
        f"| what notices were sent | {int(FORGET_SECONDS / DAY_SECONDS)} days |",
    ):
        assert words in PAGE


def test_the_page_about_hosting_names_every_metric() -> None:
    own = {metric.name for metric in Metrics().registry.collect() if metric.name.startswith("elbowroom")}
    told = {name.removesuffix("_total") for name in re.findall(r"elbowroom_[a-z_]+", PAGE)}
    assert told == own | {"elbowroom_rooms", "elbowroom_commits"}


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", "elbowroom.service"])
def test_what_is_deployed_is_configured_by_variables_that_exist(name: str) -> None:
    used = set(re.findall(r"ELBOWROOM_SERVE_\w+", (DEPLOY / name).read_text(encoding="utf-8")))
    assert used
    assert used <= variables()


def test_the_container_runs_as_nobody_in_particular_and_takes_only_what_it_needs() -> None:
    lines = (DEPLOY / "Containerfile").read_text(encoding="utf-8").splitlines()
    steps = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    words = [word for word, _ in steps]
    assert words.index("USER") < words.index("CMD")
    assert dict(steps)["USER"] not in ("root", "0")
    for word, rest in steps:
        if word in ("CMD", "ENTRYPOINT", "HEALTHCHECK"):
            assert json.loads(rest[rest.index("[") :])
        if word == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists()
    ignored = (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    assert ignored[1] == "*"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here to read its unit")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "elbowroom.service").read_text(encoding="utf-8")
    unit = tmp_path / "elbowroom.service"
    unit.write_text(text.replace("/opt/elbowroom/bin/elbowroom", sys.executable), encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(unit)],  # noqa: S607 - found on the path, as above
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "elbowroom" not in done.stderr
