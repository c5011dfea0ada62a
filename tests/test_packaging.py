"""What ends up in a wheel."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from elbowroom.arena.explorer_data import provenance_file
from elbowroom.arena.judge_data import SHIPPED

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


def test_the_engine_for_browsers_is_not_in_the_wheel(clone: Path) -> None:
    (clone / CLIENT).parent.mkdir()
    (clone / CLIENT).touch()
    engine = clone / "src" / "elbowroom" / "server" / "engine"
    (engine / "locales").mkdir(parents=True)
    for name in ("manifest.json", "elbowroom.zip", "locales/de.json"):
        (engine / name).touch()
    done = build(clone, "build_py")
    assert done.returncode == 0, done.stderr
    assert not (clone / "build" / "lib" / "elbowroom" / "server" / "engine").exists()


def test_whoever_needs_no_server_may_build_without_the_client(clone: Path) -> None:
    done = build(clone, "build_py", ELBOWROOM_WITHOUT_CLIENT="1")
    assert done.returncode == 0, done.stderr
    assert (clone / "build" / "lib" / "elbowroom" / "__init__.py").is_file()


def test_the_judged_positions_are_in_the_wheel(clone: Path) -> None:
    """Both files, each with its provenance."""
    files = [each for file in SHIPPED.values() for each in (file, provenance_file(file))]
    assert len(files) == 4
    package = clone / "src" / "elbowroom" / "arena"
    package.mkdir()
    (package / "__init__.py").touch()
    for file in files:
        shutil.copy(file, package)
    done = build(clone, "build_py", ELBOWROOM_WITHOUT_CLIENT="1")
    assert done.returncode == 0, done.stderr
    for file in files:
        built = clone / "build" / "lib" / "elbowroom" / "arena" / file.name
        assert built.read_bytes() == file.read_bytes()


WITH_MYPY = {"mypy_extensions", "librt"}
"""What mypy itself installs."""


def imports_of(source: Path) -> set[str]:
    """The modules that a source imports, wherever it does."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_whoever_builds_the_package_gets_what_the_compiler_looks_at() -> None:
    """A build in an environment of its own has only what `build-system.requires` names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    waiting = [ROOT / source for source in project["tool"]["elbowroom"]["compiled"]]
    seen: set[Path] = set()
    needed: set[str] = set()
    while waiting:
        source = waiting.pop()
        if source in seen:
            continue
        seen.add(source)
        for name in imports_of(source):
            if name.startswith("elbowroom"):
                path = ROOT / "src" / name.replace(".", "/")
                waiting += [file for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()]
            elif name.partition(".")[0] not in sys.stdlib_module_names:
                needed.add(name.partition(".")[0])
    given = {re.split(r"[<>=~!]", word)[0] for word in project["build-system"]["requires"]}
    assert "msgspec" in needed
    assert needed <= given | WITH_MYPY
