"""Finds the Chromium that browser tests use, or installs the system's package; prints where it is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
HELP = (
    "Browser tests need Chromium, and none was found. Install it (on Debian: apt-get install chromium), "
    "or name one in the variable CHROMIUM."
)


def find() -> str | None:
    """The browser that is there."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def install() -> None:
    """Let the system install it, where we may ask that."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update"], ["apt-get", "install", "--yes", "chromium"]):
        subprocess.run(command, check=True, env=quiet, stdout=sys.stderr)


def main() -> None:
    """Print the path, or fail with what to do."""
    if find() is None:
        install()
    found = find()
    if found is None:
        sys.exit(HELP)
    print(found)


if __name__ == "__main__":
    main()
