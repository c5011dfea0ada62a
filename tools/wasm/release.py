"""Brings the made engine to those who offer it: the server of this clone, and other hosts by an archive."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Final

from elbowroom import __version__
from elbowroom.server.http.client_files import COMPRESSED_SUFFIXES
from elbowroom.server.http.engine_files import ENGINE_FOLDER, MANIFEST
from tools.wasm.modules import ROOT

ARCHIVE: Final = ROOT / "dist" / f"elbowroom-engine-{__version__}.zip"
COMPRESS: Final = ROOT / "web" / "tools" / "compress.ts"
ZIP_DATE: Final = (1980, 1, 1, 0, 0, 0)


def compress(folder: Path, node: Path) -> None:
    """Put a compressed copy beside every file of a folder that has none yet."""
    subprocess.run([node, COMPRESS, folder], check=True)


def release(made: Path, node: Path) -> None:
    """Compress the engine, copy it to where the server looks for it, and pack it, unless that was done."""
    manifest = ENGINE_FOLDER / MANIFEST
    if manifest.is_file() and ARCHIVE.is_file() and manifest.read_bytes() == (made / MANIFEST).read_bytes():
        return
    compress(made, node)
    shutil.rmtree(ENGINE_FOLDER, ignore_errors=True)
    # The manifest last: whoever finds it finds all the rest.
    shutil.copytree(made, ENGINE_FOLDER, ignore=lambda _, names: {MANIFEST} & set(names))
    pack(made, ARCHIVE)
    shutil.copyfile(made / MANIFEST, manifest)


def pack(folder: Path, archive: Path) -> None:
    """Pack a folder into an archive that has one folder of the archive's own name."""
    with zipfile.ZipFile(archive, "w") as opened:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                entry = zipfile.ZipInfo(f"{archive.stem}/{file.relative_to(folder).as_posix()}", ZIP_DATE)
                is_small = file.suffix in COMPRESSED_SUFFIXES.values()
                entry.compress_type = zipfile.ZIP_STORED if is_small else zipfile.ZIP_DEFLATED
                opened.writestr(entry, file.read_bytes())
