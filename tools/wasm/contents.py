"""Gathers what the browser gets beside Python: our modules and their data, the compiled engine, and packages.

Which modules these are is decided in `modules`; this is about their files.
"""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING, Final

from tools.wasm.downloads import browser_wheel
from tools.wasm.modules import SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tools.wasm.modules import Selection

WHEEL_PARTS: Final = {
    "librt": ("librt/vecs.",),
    "msgspec": ("msgspec/",),
    "mypy-extensions": ("mypy_extensions.py",),
}
"""What is taken of each package; of librt only the vectors."""
WHEEL_SUFFIXES: Final = (".py", ".so")
DATA_SUFFIXES: Final = (".json", ".toml")
DATA_FOLDERS: Final = ("content", "agents", "server/tables")
NOT_READ: Final = ("content/proofs.json", "content/rule_texts.json")
"""Data that only the command line reads."""
LOCALES: Final = "content/locales"
LANGUAGE: Final = "en"
"""The one language inside the bundle: the client gets codes, and says them in the language of the player."""
LICENCE_NOTE: Final = (
    "The folder with this file holds Elbowroom (MIT), Pyodide (MPL-2.0), Python (PSF-2.0),\n"
    "and the packages whose licences follow.\n"
)


def gather(selection: Selection, compiled: dict[str, Path], tree: Path) -> None:
    """Put everything into a folder, as it is to lie among the packages of the browser's Python."""
    is_compiled = {path.partition(".")[0] for path in compiled}
    for source in selection.modules.values():
        name = source.relative_to(SOURCES)
        if name.with_suffix("").as_posix() not in is_compiled:
            put(tree / name, source.read_bytes())
    for path, library in compiled.items():
        put(tree / path, library.read_bytes())
    for file in data_files():
        put(tree / file.relative_to(SOURCES), file.read_bytes())
    for package, parts in WHEEL_PARTS.items():
        with zipfile.ZipFile(browser_wheel(package)) as wheel:
            for entry in wheel.namelist():
                if entry.startswith(parts) and entry.endswith(WHEEL_SUFFIXES):
                    put(tree / entry, wheel.read(entry))


def data_files() -> Iterator[Path]:
    """The data that our modules read."""
    package = SOURCES / "elbowroom"
    for folder in DATA_FOLDERS:
        for file in sorted((package / folder).rglob("*")):
            name = file.relative_to(package).as_posix()
            is_wanted = not name.startswith(LOCALES) or file.stem == LANGUAGE
            if file.suffix in DATA_SUFFIXES and name not in NOT_READ and is_wanted:
                yield file


def licences() -> str:
    """Under which licences all of it is, with the words of those who ask for that."""
    texts = [LICENCE_NOTE]
    for package in WHEEL_PARTS:
        with zipfile.ZipFile(browser_wheel(package)) as wheel:
            files = [name for name in wheel.namelist() if ".dist-info/" in name and "LICENSE" in name]
            texts += [f"{package}\n\n{wheel.read(name).decode()}" for name in files]
    return "\n----\n\n".join(texts)


def put(file: Path, data: bytes) -> None:
    """Write a file, with its folders."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
