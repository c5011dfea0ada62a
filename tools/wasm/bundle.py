"""Makes dist/wasm: Python for the browser with the engine in it, and a manifest of what is there.

    python -m tools.wasm            what is up to date is left alone
    python -m tools.wasm --pure     without compiling the engine

Where the compiler or Python's headers cannot be had, or where what was compiled does not play as the native
engine, the engine goes in uncompiled, and a line says so.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
import tarfile
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from elbowroom import __version__
from tools.wasm.comparison import SHORT_GAMES, DifferentError, compare
from tools.wasm.compiler import compile_engine
from tools.wasm.contents import WHEEL_PARTS, data_files, gather, licences, put
from tools.wasm.downloads import (
    WHEEL_LOCK,
    MissingError,
    file_digest,
    locked_npm_package,
    locked_wheel,
    npm_package,
)
from tools.wasm.headers import find_headers
from tools.wasm.inside_python import NODE, RUN_PYTHON, InsideError, run_python
from tools.wasm.modules import ROOT, Selection, module_name, select, settings
from tools.wasm.release import ARCHIVE, ZIP_DATE, release

WORK: Final = ROOT / "build" / "wasm"
OUT: Final = ROOT / "dist" / "wasm"
MANIFEST: Final = "manifest.json"
RUNTIME_FILES: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
STANDARD_LIBRARY: Final = "python_stdlib.zip"
PYODIDE_LOCK: Final = "pyodide-lock.json"
BUNDLE: Final = "elbowroom.zip"
LICENCES: Final = "licences.txt"
PACKAGE_MODULES: Final = ("msgspec.inspect", "msgspec.json", "msgspec.structs")
NOT_ASKED_FOR: Final = "not asked for"


@dataclass(frozen=True)
class CompiledEngine:
    """The compiled files by their paths among the packages, or why there are none."""

    why_not: str | None
    headers_version: str | None = None
    files: dict[str, Path] = field(default_factory=dict)


def main(words: list[str]) -> int:
    """Make what is not up to date, and say what was made."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.wasm", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--pure", action="store_true", help="do not compile the engine")
    is_pure = parser.parse_args(words).pure
    selection = select(settings()["browser"])
    wanted = inputs_digest(selection, is_pure=is_pure)
    if not is_up_to_date(OUT, wanted):
        try:
            build(selection, wanted, is_pure=is_pure)
        except (MissingError, InsideError) as error:
            print(f"The engine for the browser cannot be made: {error}", file=sys.stderr)
            return 1
    print(summary(read_manifest()))
    release(OUT, NODE)
    print(f"{ARCHIVE.relative_to(ROOT)}: {ARCHIVE.stat().st_size / 1e6:.1f} MB, for hosts")
    return 0


def build(selection: Selection, wanted: str, *, is_pure: bool) -> None:
    """Fetch, compile, and write everything into dist/wasm, the manifest last."""
    WORK.mkdir(parents=True, exist_ok=True)
    runtime = unpack_runtime()
    to_compile = [source for source in settings()["compiled"] if ROOT / source in selection.modules.values()]
    engine = CompiledEngine(NOT_ASKED_FOR) if is_pure else try_to_compile(runtime, to_compile)
    engine = write_checked(runtime, selection, engine, to_compile)
    failed = not_importable()
    lacking = {name: f"needs {', '.join(packages)}" for name, packages in selection.left_out.items()}
    manifest = {
        "elbowroom": __version__,
        "pyodide": locked_npm_package("pyodide").version,
        "packages": {name: locked_wheel(name).version for name in WHEEL_PARTS},
        "headers": engine.headers_version,
        "compiled": sorted(module_name(ROOT / source) for source in to_compile) if engine.files else [],
        "why_not_compiled": engine.why_not,
        "modules": [name for name in selection.modules if name not in failed],
        "left_out": {**lacking, **failed},
        "files": {
            name: {"bytes": (OUT / name).stat().st_size, "sha256": file_digest(OUT / name)}
            for name in sorted(file.relative_to(OUT).as_posix() for file in OUT.rglob("*") if file.is_file())
        },
        "made_from": wanted,
    }
    (OUT / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def try_to_compile(runtime: Path, sources: list[str]) -> CompiledEngine:
    """Compile the engine, or say what is missing for that."""
    try:
        headers = find_headers()
        run_python(runtime, "variables.py")
        files = compile_engine(sources, headers, WORK / "variables.json", WORK)
    except (MissingError, InsideError) as error:
        return CompiledEngine(last_line(error))
    return CompiledEngine(None, headers.version, files)


def last_line(error: Exception) -> str:
    """The last line of what an error says."""
    return str(error).strip().splitlines()[-1]


def unpack_runtime() -> Path:
    """Pyodide as it comes, for building: with the whole standard library."""
    folder = WORK / "runtime"
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(npm_package("pyodide")) as archive:
        for name in (*RUNTIME_FILES, STANDARD_LIBRARY, PYODIDE_LOCK):
            member = archive.extractfile(f"package/{name}")
            assert member is not None
            put(folder / name, member.read())
    return folder


def write_checked(
    runtime: Path, selection: Selection, engine: CompiledEngine, to_compile: list[str]
) -> CompiledEngine:
    """Write all files; without what was compiled, if that does not play some games as the native engine."""
    try:
        write_all(runtime, selection, engine.files, to_compile)
        if engine.files:
            compare(OUT, SHORT_GAMES)
    except (DifferentError, InsideError) as error:
        if not engine.files:
            raise
        # The headers may be those of a Python that is too new or too old.
        engine = CompiledEngine(f"compiled, it does not play as the native one ({last_line(error)})")
        write_all(runtime, selection, engine.files, to_compile)
    return engine


def write_all(runtime: Path, selection: Selection, compiled: dict[str, Path], to_compile: list[str]) -> None:
    """Everything in dist/wasm but the manifest, with these compiled files."""
    write_bytecode(runtime, selection, compiled, to_compile)
    write_files(runtime)


def write_bytecode(
    runtime: Path, selection: Selection, compiled: dict[str, Path], to_compile: list[str]
) -> None:
    """Gather all modules, and let Pyodide turn them into bytecode."""
    tree, bytecode = WORK / "tree", WORK / "bytecode"
    for folder in (tree, bytecode):
        shutil.rmtree(folder, ignore_errors=True)
    gather(selection, compiled, tree)
    with_source = [] if compiled else [Path(source).relative_to("src").as_posix() for source in to_compile]
    plan = {
        "modules": [*selection.modules, *PACKAGE_MODULES],
        "standard": selection.standard,
        "with_source": with_source,
    }
    (WORK / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    run_python(runtime, "bytecode.py")
    for file in tree.rglob("*"):
        name = file.relative_to(tree)
        if file.is_file() and (file.suffix != ".py" or name.as_posix() in with_source):
            put(bytecode / "packages" / name, file.read_bytes())


def not_importable() -> dict[str, str]:
    """The modules that Pyodide could not import as their bytecode was written, and why."""
    imported = json.loads((WORK / "imported.json").read_text(encoding="utf-8"))
    return dict(imported["failed"])


def write_files(runtime: Path) -> None:
    """The files of dist/wasm."""
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    for name in RUNTIME_FILES:
        shutil.copyfile(runtime / name, OUT / name)
    # Without the packages that Pyodide could fetch by itself.
    lock = json.loads((runtime / PYODIDE_LOCK).read_text(encoding="utf-8"))
    (OUT / PYODIDE_LOCK).write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    zip_folder(WORK / "bytecode" / "standard", OUT / STANDARD_LIBRARY)
    zip_folder(WORK / "bytecode" / "packages", OUT / BUNDLE)
    (OUT / LICENCES).write_text(licences(), encoding="utf-8")


def zip_folder(folder: Path, archive: Path) -> None:
    """Store files in an archive, the same bytes for the same files; what sends it compresses it."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as opened:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                entry = zipfile.ZipInfo(file.relative_to(folder).as_posix(), ZIP_DATE)
                opened.writestr(entry, file.read_bytes())


def inputs_digest(selection: Selection, *, is_pure: bool) -> str:
    """One number for everything that the output depends on, but for the headers."""
    tools = [file for file in (ROOT / "tools" / "wasm").rglob("*") if file.suffix in (".py", ".json")]
    client = [RUN_PYTHON, *(ROOT / "web" / "src" / "engine").glob("*.ts")]
    files = {*selection.modules.values(), *data_files(), *tools, *client}
    digest = hashlib.sha256(f"pure {is_pure}\n".encode())
    for file in sorted({*files, WHEEL_LOCK, ROOT / "pyproject.toml"}):
        digest.update(f"{file.relative_to(ROOT).as_posix()} {file_digest(file)}\n".encode())
    return digest.hexdigest()


def read_manifest(folder: Path = OUT) -> dict[str, Any]:
    """What is known about a made bundle; empty if there is none."""
    file = folder / MANIFEST
    manifest: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return manifest


def is_up_to_date(folder: Path, wanted: str) -> bool:
    """Whether a bundle was made from the same, is whole, and was compiled if it should be."""
    manifest = read_manifest(folder)
    if manifest.get("made_from") != wanted:
        return False
    # What could not be compiled is tried again: the compiler may be there now.
    if manifest["why_not_compiled"] not in (None, NOT_ASKED_FOR):
        return False
    return all(
        (folder / name).is_file() and file_digest(folder / name) == file["sha256"]
        for name, file in manifest["files"].items()
    )


def summary(manifest: dict[str, Any]) -> str:
    """What was made, in a line or two."""
    megabytes = sum(file["bytes"] for file in manifest["files"].values()) / 1e6
    modules, compiled = len(manifest["modules"]), len(manifest["compiled"])
    text = f"dist/wasm: {modules} modules, {compiled} of them compiled, {megabytes:.1f} MB before compression"
    if manifest["why_not_compiled"]:
        text += f"\nThe engine was not compiled for the browser: {manifest['why_not_compiled']}."
    return text
