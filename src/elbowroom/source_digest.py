"""A digest of the program's own sources and data: it changes when one of the named parts changes.

It tells whether stored results or cached responses were made by the program that runs now.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent
SUFFIXES: Final = (".py", ".toml", ".json")
"""Source and data; caches and compiled files follow from them."""
DIGEST_BYTES: Final = 8


@cache
def source_digest(*parts: str, package: Path = PACKAGE) -> str:
    """The digest of these files and folders, given as paths inside the package."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        for file in _files(package / part):
            data = file.read_bytes()
            digest.update(f"{file.relative_to(package).as_posix()} {len(data)} ".encode())
            digest.update(data)
    return digest.hexdigest()


def _files(path: Path) -> list[Path]:
    """The file itself, or all sources and data in a folder, in the same order everywhere."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise FileNotFoundError(path)
    return sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES)
