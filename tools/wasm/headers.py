"""The headers of the Python that Pyodide is: of a Python 3.14 on this machine, or of Debian's package.

Debian's unstable suite moves on and keeps no old version, so none is locked: what is there is taken, and
whether the engine that was compiled with it plays as it should is for the parity check to say.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.wasm.downloads import MissingError, cache_folder, file_digest, keep_folder, run_program

VERSION: Final = "3.14"
DEBIAN_PACKAGE: Final = f"libpython{VERSION}-dev"
DEBIAN_SUITE: Final = "sid"
DEBIAN_KEYS: Final = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
ASK_PYTHON: Final = (
    "import sysconfig; print(sysconfig.get_path('include')); print(sysconfig.get_config_h_filename())"
)
PRIVATE_APT: Final = """
Dir::Etc::SourceList "{folder}/sources.list";
Dir::Etc::SourceParts "{folder}/none";
Dir::Etc::PreferencesParts "{folder}/none";
Dir::State::Lists "{folder}/lists";
Dir::Cache "{folder}/cache";
Acquire::Languages "none";
Acquire::Retries "2";
APT::Sandbox::User "root";
"""


@dataclass(frozen=True)
class Headers:
    """A folder with Python.h, and the configuration of the Python that it was made for."""

    folder: Path
    configuration: Path

    @property
    def version(self) -> str:
        """The exact version, as the headers say it."""
        text = (self.folder / "patchlevel.h").read_text(encoding="utf-8")
        match = re.search(r'#define PY_VERSION\s+"([^"]+)"', text)
        return match[1] if match else VERSION

    @property
    def is_complete(self) -> bool:
        """Whether all that the compiled engine includes is there; some packages lack the inner headers."""
        inner = self.folder / "internal" / "pycore_object.h"
        return (self.folder / "Python.h").is_file() and inner.is_file() and self.configuration.is_file()


def find_headers() -> Headers:
    """Those of an installed Python, those that were fetched before, or fetched now."""
    found = _installed() or _kept()
    if found is None:
        _fetch_debian_package()
        found = _kept()
    if found is None:
        raise MissingError(f"{DEBIAN_PACKAGE} holds no headers of Python {VERSION}")
    return found


def _installed() -> Headers | None:
    programs = [shutil.which(f"python{VERSION}")]
    if f"{sys.version_info.major}.{sys.version_info.minor}" == VERSION:
        programs.insert(0, sys.executable)
    for program in filter(None, programs):
        asked = subprocess.run([program, "-I", "-c", ASK_PYTHON], check=False, capture_output=True, text=True)
        lines = asked.stdout.splitlines()
        if asked.returncode == 0 and len(lines) == 2:
            headers = Headers(Path(lines[0]), Path(lines[1]))
            if headers.is_complete:
                return headers
    return None


def _kept() -> Headers | None:
    """The newest of those in the cache."""
    folders = (cache_folder() / "headers").glob("*/usr/include")
    for folder in sorted(folders, key=lambda folder: _numbers(folder.parents[1].name), reverse=True):
        for configuration in sorted(folder.glob(f"*/python{VERSION}/pyconfig.h")):
            headers = Headers(folder / f"python{VERSION}", configuration)
            if headers.is_complete:
                return headers
    return None


def _numbers(name: str) -> list[int]:
    """The numbers of the version at the beginning of a folder's name, so that 3.14.10 comes after 3.14.9."""
    version, _, _ = name.rpartition("-")
    return [int(digits) for digits in re.findall(r"\d+", version)]


def _fetch_debian_package() -> None:
    """Unpack Debian's package into the cache, without installing it or touching the system's lists."""
    if shutil.which("apt-get") is None or not DEBIAN_KEYS.is_file():
        raise MissingError(f"there are no headers of Python {VERSION}, and no Debian to fetch them from")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for part in ("none", "lists/partial", "cache/archives/partial"):
            (folder / part).mkdir(parents=True)
        source = f"deb [signed-by={DEBIAN_KEYS}] {_debian_address()} {DEBIAN_SUITE} main\n"
        (folder / "sources.list").write_text(source, encoding="utf-8")
        (folder / "apt.conf").write_text(PRIVATE_APT.format(folder=folder), encoding="utf-8")
        _apt(folder, "update")
        _apt(folder, "download", DEBIAN_PACKAGE)
        (package,) = folder.glob("*.deb")
        version = package.name.split("_")[1]
        unpacked = folder / "unpacked"
        unpack = ("dpkg-deb", "--extract", package, unpacked)
        run_program(*unpack, failure=f"{package.name} cannot be unpacked")
        kept = cache_folder() / "headers" / f"{version}-{file_digest(package)}" / "usr" / "include"
        # Beside its place first, as only within one disk a folder is moved in one step.
        cache_folder().mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(dir=cache_folder()))
        shutil.copytree(unpacked / "usr" / "include", new / "include")
        keep_folder(new / "include", kept)
        new.rmdir()


def _debian_address() -> str:
    """The mirror that this system takes its packages from."""
    asked = _apt(None, "indextargets", "--format", "$(REPO_URI) $(ORIGIN)", "Created-By: Packages")
    lines = [line.split() for line in asked.splitlines()]
    mirrors = [line[0] for line in lines if line[1:] == ["Debian"] or line[0].endswith("/debian/")]
    if not mirrors:
        raise MissingError(
            f"there are no headers of Python {VERSION}, and this system has no mirror of Debian"
        )
    return mirrors[0]


def _apt(folder: Path | None, *words: str) -> str:
    variables = {} if folder is None else {"APT_CONFIG": str(folder / "apt.conf")}
    failure = f"{DEBIAN_PACKAGE} cannot be fetched"
    return run_program("apt-get", *words, failure=failure, folder=folder, variables=variables)
