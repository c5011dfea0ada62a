"""The engine for browsers as `make wasm` made it: found in a folder and checked before it is offered."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from elbowroom import __version__
from elbowroom.rules.refusals import Refused

ENGINE_FOLDER: Final = Path(__file__).parents[1] / "engine"
"""Where `make wasm` puts the engine for the server of a clone."""
MANIFEST: Final = "manifest.json"
DIGEST_CHARACTERS: Final = 16


class EngineFile(msgspec.Struct, frozen=True):
    """A file of the engine, as the manifest describes it."""

    bytes: int
    sha256: str


class _Manifest(msgspec.Struct, frozen=True):
    elbowroom: str
    """The version of this program."""
    files: dict[str, EngineFile]


@dataclass(frozen=True)
class Engine:
    """An engine whose files were all there and undamaged when it was read."""

    folder: Path
    digest: str
    """Changes with every file, so files below an address with it may be cached for ever."""
    files: dict[str, EngineFile]
    """By name; the manifest itself is one of them."""


def read_engine(folder: Path) -> Engine:
    """The engine in a folder; refused if a file is missing or damaged, or if the version is another one."""
    try:
        written = (folder / MANIFEST).read_bytes()
        manifest = msgspec.json.decode(written, type=_Manifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise Refused("engine_folder", folder=str(folder), file=MANIFEST) from error
    if manifest.elbowroom != __version__:
        found = manifest.elbowroom
        raise Refused("engine_version", folder=str(folder), found=found, wanted=__version__)
    for name, file in manifest.files.items():
        if not _is_whole(folder / name, file):
            raise Refused("engine_folder", folder=str(folder), file=name)
    digest = sha256(written).hexdigest()
    files = {**manifest.files, MANIFEST: EngineFile(len(written), digest)}
    return Engine(folder, digest[:DIGEST_CHARACTERS], files)


def engine_address(engine: Engine) -> str:
    """The address of its folder on a server."""
    return f"/engine/{engine.digest}/"


def _is_whole(path: Path, file: EngineFile) -> bool:
    if not path.is_file() or path.stat().st_size != file.bytes:
        return False
    return sha256(path.read_bytes()).hexdigest() == file.sha256
