"""Finds a browser for the tests, or installs the system's package; prints where it is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True)
class Kind:
    """A browser, and what else has to be there."""

    name: str
    variable: str
    """Names the program, for those who have it somewhere else."""
    programs: tuple[str, ...]
    """What it may be called: names, or patterns of paths."""
    packages: tuple[str, ...]
    """What Debian calls it."""
    needs: tuple[str, ...] = ()
    """Other programs without which it cannot be driven."""


KINDS: Final = {
    "chromium": Kind(
        "Chromium",
        "CHROMIUM",
        ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome"),
        ("chromium",),
    ),
    "firefox": Kind("Firefox", "FIREFOX", ("firefox-esr", "firefox"), ("firefox-esr",)),
    "webkit": Kind(
        "WebKit",
        "WEBKIT",
        ("/usr/lib/*/webkit2gtk-4.*/MiniBrowser",),
        ("webkit2gtk-driver", "xvfb"),
        needs=("WebKitWebDriver", "Xvfb"),
    ),
}


def find(kind: Kind) -> str | None:
    """The browser that is there, with everything it needs."""
    if not all(map(shutil.which, kind.needs)):
        return None
    named = os.environ.get(kind.variable)
    return named or next((place for program in kind.programs for place in places(program)), None)


def places(program: str) -> list[str]:
    """Where a program is: by its name, or by the pattern of a path, for those that are not on the PATH."""
    if program.startswith("/"):
        return [str(path) for path in Path("/").glob(program[1:])]
    found = shutil.which(program)
    return [] if found is None else [found]


def install(kind: Kind) -> None:
    """Let the system install it, where we may ask that."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", *kind.packages]):
        # What cannot be installed is not found afterwards, and then words say what to do.
        subprocess.run(["apt-get", *command], check=False, env=quiet, stdout=sys.stderr)


def help_with(kind: Kind) -> str:
    """What somebody without this browser can do."""
    return (
        f"These tests need {kind.name}, and it was not found. Install it (on Debian: apt-get install "
        f"{' '.join(kind.packages)}), or name its program in the variable {kind.variable}."
    )


def main(name: str) -> None:
    """Print the path, or fail with what to do."""
    kind = KINDS[name]
    if find(kind) is None:
        install(kind)
    found = find(kind)
    if found is None:
        sys.exit(help_with(kind))
    print(found)


if __name__ == "__main__":
    main(sys.argv[1])
