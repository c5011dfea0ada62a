"""What is in the box, as data: races, powers, maps, the loose pieces, and the words of every language."""

from __future__ import annotations

import os

FOLDER = os.path.dirname(__file__)  # noqa: PTH120 - pathlib and importlib.resources would double the import time


def read_text(*path: str) -> str:
    """The text of one of the files here."""
    with open(os.path.join(FOLDER, *path), encoding="utf-8") as file:  # noqa: PTH118, PTH123 - as above
        return file.read()


def names_in(*path: str) -> list[str]:
    """The names of the files in a folder here, sorted."""
    return sorted(os.listdir(os.path.join(FOLDER, *path)))  # noqa: PTH118, PTH208 - as above
