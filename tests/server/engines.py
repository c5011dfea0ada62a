"""A small engine for browsers, in a folder as `make wasm` makes it: it has files, but no Python inside."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from elbowroom import __version__

if TYPE_CHECKING:
    from pathlib import Path

FILES: Final = {
    "pyodide.mjs": b"export const loadPyodide = null;" * 20,
    "pyodide.asm.wasm": b"\0asm" * 300,
    "elbowroom.zip": b"PK" * 200,
    "pyodide-lock.json": b"{}",
    "licences.txt": b"MIT",
}


def write_engine(folder: Path, version: str = __version__) -> Path:
    """An engine of this version; one of its files is there compressed, too."""
    for name, data in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / "pyodide.asm.wasm.br").write_bytes(b"as brotli would")
    files = {name: {"bytes": len(data), "sha256": sha256(data).hexdigest()} for name, data in FILES.items()}
    manifest = {"elbowroom": version, "why_not_compiled": None, "files": files}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder
