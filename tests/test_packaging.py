"""What ends up in a wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CLIENT = Path("src", "elbowroom", "server", "client", "index.html")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What a build reads of a clone, with one module and without the browser client."""
    for name in ("pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, tmp_path)
    for folder in ("", "server"):
        package = tmp_path / "src" / "elbowroom" / folder
        package.mkdir(parents=True)
        for name in ("__init__.py", "stale_check.py"):
            shutil.copy(ROOT / "src" / "elbowroom" / name, package)
    return tmp_path


def build(clone: Path, command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("ELBOWROOM_")}
    words = [sys.executable, "setup.py", "--quiet", command]
    return subprocess.run(
        words,
        cwd=clone,
        env={**env, "ELBOWROOM_PURE": "1", **variables},
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("command", ["build_py", "sdist"])
def test_a_build_without_the_browser_client_ends_with_one_sentence(clone: Path, command: str) -> None:
    done = build(clone, command)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("The browser client is not built: run `make web`")
    assert "Traceback" not in done.stderr
    assert not list(clone.glob("build/lib/**/*.py"))


def test_a_build_takes_the_browser_client_with_it(clone: Path) -> None:
    (clone / CLIENT).parent.mkdir()
    (clone / CLIENT).touch()
    done = build(clone, "build_py")
    assert done.returncode == 0, done.stderr
    assert (clone / "build" / "lib" / CLIENT.relative_to("src")).is_file()


def test_whoever_needs_no_server_may_build_without_the_client(clone: Path) -> None:
    done = build(clone, "build_py", ELBOWROOM_WITHOUT_CLIENT="1")
    assert done.returncode == 0, done.stderr
    assert (clone / "build" / "lib" / "elbowroom" / "__init__.py").is_file()
