"""The data of the explorer as a file: all pages and some games to replay, with its provenance beside it.

The package ships one such file, made by `elbowroom explore`.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from elbowroom.arena.explore_games import unpack_record
from elbowroom.arena.explorer_pages import Exploration
from elbowroom.rules.refusals import Refused

SHIPPED_FILE: Final = Path(__file__).parent / "explorer.json.gz"
ENDINGS: Final = (".json.gz", ".json")
MAX_BYTES: Final = 2_000_000
"""The shipped file is not larger."""
VERSION: Final = 1


class Provenance(msgspec.Struct, frozen=True):
    """Where the data come from."""

    command: str
    agent: str
    seed: int
    lot_share: float
    """The share of picks that were drawn by lot."""
    games: dict[int, int]
    """By number of players."""
    program: str
    """The digest of all that decides how a game goes."""
    elbowroom: str
    """The version of the program that made the file."""
    date: str
    cpu_seconds: float
    """The time of all processors for the games."""
    sha256: str
    """Of the file."""


class _Content(msgspec.Struct, frozen=True):
    version: int
    explorations: tuple[Exploration, ...]
    records: dict[str, str]
    """By the id of the game: its record, packed."""


@dataclass(frozen=True)
class ExplorerData:
    """What a file says."""

    explorations: tuple[Exploration, ...]
    provenance: Provenance
    packed_records: dict[str, str]

    def of(self, players: int) -> Exploration | None:
        """The pages for this number of players; None if there are none."""
        return next((found for found in self.explorations if found.players == players), None)

    def record(self, game_id: str) -> str | None:
        """The record of a game to replay; None if it is not there."""
        packed = self.packed_records.get(game_id)
        return None if packed is None else unpack_record(packed)


def provenance_file(file: Path) -> Path:
    """The file beside the data that says where they come from."""
    stem = next((file.name.removesuffix(end) for end in ENDINGS if file.name.endswith(end)), file.name)
    return file.with_name(f"{stem}.provenance.json")


def write_explorer(
    file: Path, explorations: tuple[Exploration, ...], packed_records: dict[str, str], origin: Provenance
) -> Provenance:
    """Write the data and their provenance, which gets the digest of the file."""
    data = msgspec.json.encode(_Content(VERSION, explorations, packed_records))
    if file.suffix == ".gz":
        data = gzip.compress(data, 9, mtime=0)
    provenance = msgspec.structs.replace(origin, sha256=hashlib.sha256(data).hexdigest())
    text = msgspec.json.format(msgspec.json.encode(provenance), indent=2) + b"\n"
    try:
        for path, content in ((file, data), (provenance_file(file), text)):
            fresh = path.with_name(f"{path.name}.new")
            fresh.write_bytes(content)
            fresh.replace(path)
    except OSError as error:
        raise Refused("cannot_write", file=error.filename, cause=error.strerror) from error
    return provenance


def read_explorer(file: Path) -> ExplorerData:
    """Read a file and its provenance; a ValueError if one of them is not what it should be."""
    data = file.read_bytes()
    provenance = msgspec.json.decode(provenance_file(file).read_bytes(), type=Provenance)
    if provenance.sha256 != hashlib.sha256(data).hexdigest():
        raise ValueError(f"{file} is not the file that its provenance tells of")
    if file.suffix == ".gz":
        data = gzip.decompress(data)
    content = msgspec.json.decode(data, type=_Content)
    if content.version != VERSION:
        raise ValueError(f"{file} has version {content.version}, not {VERSION}")
    return ExplorerData(content.explorations, provenance, content.records)


@lru_cache(maxsize=1)
def shipped_explorer() -> ExplorerData | None:
    """The data that come with the package; None if there are none."""
    return read_explorer(SHIPPED_FILE) if SHIPPED_FILE.exists() else None
