"""What the build for the browser fetches: packages that are locked, kept by their hash outside the clone.

A second clone finds all of it there and asks nobody. What does not have the hash of the lock is never used.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tools.wasm.modules import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

WHEEL_LOCK: Final = ROOT / "requirements" / "wasm.txt"
NPM_LOCK: Final = ROOT / "tools" / "wasm" / "package-lock.json"
BROWSER_TAG: Final = "pyemscripten_2026_0_wasm32"
"""The platform of the wheels that the locked Pyodide can load (PEP 783)."""
BROWSER_OPTIONS: Final = (
    "--only-binary=:all:",
    "--implementation=cp",
    "--python-version=3.14",
    "--abi=cp314",
    f"--platform={BROWSER_TAG}",
)
MACHINE_TAGS: Final = {"linux": "linux", "darwin": "macosx", "win32": "win"}
FETCH_SECONDS: Final = 600
# Where there is no network, waiting for it longer does not help.
NPM_PACK: Final = (
    "npm",
    "pack",
    "--loglevel=error",
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=1000",  # its default is more than our longest wait, which npm refuses
    "--fetch-retry-maxtimeout=2000",
)
PIP_DOWNLOAD: Final = (
    *("-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
    *("--retries=1", "--no-deps", "--require-hashes"),
)


class MissingError(Exception):
    """Something that the build needs can neither be found nor fetched; the text says what, in one line."""


@dataclass(frozen=True)
class LockedPackage:
    """A package as a lock names it: each of its files has one of the hashes."""

    name: str
    version: str
    hashes: tuple[str, ...]


def cache_folder() -> Path:
    """Where fetched things are kept for all clones of this user."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "elbowroom"


def locked_wheel(name: str, lock: Path = WHEEL_LOCK) -> LockedPackage:
    """What the lock says about a package of the Python index."""
    text = lock.read_text(encoding="utf-8")
    match = re.search(
        rf"^{re.escape(name)}==(\S+)(?: ;[^\\\n]*)?((?: \\\n +--hash=\S+)+)", text, re.MULTILINE
    )
    if match is None:
        raise SystemExit(f"{lock.name} does not lock {name}: run `make lock`")
    return LockedPackage(name, match[1], tuple(re.findall(r"sha256:([0-9a-f]{64})", match[2])))


def browser_wheel(name: str) -> Path:
    """The wheel of a package for the browser, or the one for all platforms."""
    return _wheel(
        locked_wheel(name),
        BROWSER_OPTIONS,
        lambda file: file.endswith((f"-{BROWSER_TAG}.whl", "-none-any.whl")),
    )


def machine_wheel(name: str) -> Path:
    """The wheel of a package for this machine."""
    system, processor = MACHINE_TAGS.get(sys.platform, sys.platform), platform.machine().lower()
    return _wheel(locked_wheel(name), (), lambda file: system in file and processor in file.lower())


def locked_npm_package(name: str, lock: Path = NPM_LOCK) -> LockedPackage:
    """What the lock says about a package of the Node index."""
    entry = json.loads(lock.read_text(encoding="utf-8"))["packages"][f"node_modules/{name}"]
    kind, _, digest = entry["integrity"].partition("-")
    assert kind == "sha512"
    return LockedPackage(name, entry["version"], (base64.b64decode(digest).hex(),))


def npm_package(name: str) -> Path:
    """The archive of a package of the Node index."""
    package = locked_npm_package(name)
    kept = find_kept("sha512", package.hashes)
    if kept is not None:
        return kept
    with tempfile.TemporaryDirectory() as folder:
        wish = f"{name}@{package.version}"
        run_program(*NPM_PACK, "--pack-destination", folder, wish, failure=f"{wish} cannot be fetched")
        (archive,) = Path(folder).iterdir()
        return keep(archive, "sha512", package.hashes)


def _wheel(package: LockedPackage, options: Sequence[str], fits: Callable[[str], bool]) -> Path:
    kept = find_kept("sha256", package.hashes, fits)
    if kept is not None:
        return kept
    wish = f"{package.name}=={package.version}"
    with tempfile.TemporaryDirectory() as name:
        folder, lock = Path(name, "wheels"), Path(name, "lock.txt")
        hashes = "".join(f" --hash=sha256:{digest}" for digest in package.hashes)
        lock.write_text(f"{wish}{hashes}\n", encoding="utf-8")
        run_program(
            *(sys.executable, *PIP_DOWNLOAD, "-r", str(lock), "-d", str(folder), *options),
            failure=f"{wish} cannot be fetched",
        )
        (wheel,) = folder.iterdir()
        return keep(wheel, "sha256", package.hashes)


def find_kept(kind: str, digests: Sequence[str], fits: Callable[[str], bool] = bool) -> Path | None:
    """A file that was fetched before, with one of these hashes and a name that fits."""
    for digest in digests:
        folder = cache_folder() / kind / digest
        for file in folder.glob("*"):
            if fits(file.name) and file_digest(file, kind) == digest:
                return file
    return None


def keep(file: Path, kind: str, digests: Sequence[str]) -> Path:
    """Put a fetched file where every clone finds it; one with another hash is refused."""
    digest = file_digest(file, kind)
    if digest not in digests:
        raise MissingError(f"{file.name} does not have the hash of its lock")
    kept = cache_folder() / kind / digest / file.name
    kept.parent.mkdir(parents=True, exist_ok=True)
    # Under another name first: a build that is killed leaves nothing that looks whole.
    with tempfile.NamedTemporaryFile(dir=cache_folder(), delete=False) as new:
        new.write(file.read_bytes())
    Path(new.name).replace(kept)
    return kept


def keep_folder(new: Path, kept: Path) -> None:
    """Put a folder where every clone finds it, unless another build has done so meanwhile."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    try:
        new.replace(kept)
    except OSError:
        if not kept.is_dir():
            raise
        shutil.rmtree(new)


def file_digest(file: Path, kind: str = "sha256") -> str:
    """The hash of a file, in hexadecimal digits."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, kind).hexdigest()


def run_program(
    *command: str | Path,
    failure: str,
    folder: Path | None = None,
    variables: Mapping[str, str] | None = None,
) -> str:
    """What a program prints; if it is not there, fails or hangs, the failure is told with its last words."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **(variables or {})},
            check=True,
            capture_output=True,
            text=True,
            timeout=FETCH_SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.CalledProcessError as error:
        said = (error.stderr.strip() or error.stdout.strip() or f"code {error.returncode}").splitlines()
        raise MissingError(f"{failure} ({said[-1]})") from error
    except (OSError, subprocess.SubprocessError) as error:
        raise MissingError(f"{failure} ({error})") from error
    return done.stdout
