"""The list of all files that a browser keeps to play offline: so it knows when it has them all, undamaged."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from elbowroom.server.http.engine_files import Engine

OFFLINE_LIST: Final = "offline.json"
PAGE: Final = ""
"""The path of the page itself."""
VERSION_CHARACTERS: Final = 16


class OfflineFile(msgspec.Struct, frozen=True):
    """A file to keep."""

    path: str
    """Relative to the folder of the site."""
    bytes: int
    sha256: str
    """Empty if it is not checked, as a server makes it anew for each request."""


class OfflineList(msgspec.Struct, frozen=True):
    """All files to keep."""

    version: str
    """Changes with every file."""
    files: list[OfflineFile]
    download_bytes: int
    """What is sent for all of them to a browser that accepts brotli."""


@dataclass(frozen=True)
class Download:
    """A file to keep, and what is sent for it."""

    file: OfflineFile
    bytes: int
    digest: str
    """Changes with the file, also if browsers do not check it."""


def file_download(path: str, file: Path, *, is_checked: bool = True) -> Download:
    """A file that is handed out under this path, compressed if somebody has put that beside it."""
    data, compressed = file.read_bytes(), file.with_name(f"{file.name}.br")
    sent = compressed if compressed.is_file() else file
    return _download(path, data, sent.stat().st_size, is_checked=is_checked)


def answer_download(path: str, answer: bytes, *, is_checked: bool = True) -> Download:
    """An answer of a server, which compresses it by itself."""
    return _download(path, answer, len(gzip.compress(answer, mtime=0)), is_checked=is_checked)


def _download(path: str, data: bytes, sent: int, *, is_checked: bool) -> Download:
    digest = sha256(data).hexdigest()
    return Download(OfflineFile(path, len(data), digest if is_checked else ""), sent, digest)


def engine_downloads(folder: str, engine: Engine) -> Iterator[Download]:
    """The files of an engine, which lies in a folder of the site; it ends with a slash."""
    for name in sorted(engine.files):
        yield file_download(folder + name, engine.folder / name)


def offline_list(downloads: Iterable[Download]) -> OfflineList:
    """The list of these."""
    found = list(downloads)
    lines = "".join(f"{one.file.path} {one.digest}\n" for one in found)
    return OfflineList(
        version=sha256(lines.encode()).hexdigest()[:VERSION_CHARACTERS],
        files=[one.file for one in found],
        download_bytes=sum(one.bytes for one in found),
    )
