"""Runs in Pyodide: imports every module for the browser, and writes bytecode of it and of what it imports.

So the bytecode is that of the very Python that will read it, and of the standard library only that is kept
which some module imports. It reads build/wasm/plan.json, and writes build/wasm/bytecode and
build/wasm/imported.json.
"""

import importlib
import json
import py_compile
import sys
import zipfile
from pathlib import Path

WORK = Path("/clone/build/wasm")
LIBRARY = Path(json.__file__).parents[1]
"""The archive of the standard library."""
IMPORTED_ON_ERROR = ("traceback", "linecache", "tokenize", "warnings")
"""Modules that Python imports by itself to tell of an error."""
UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH
WITHOUT_TEXTS = 2


def compile_file(source: Path, target: Path, shown_as: str, optimize: int = 0) -> None:
    """Write the bytecode of a source."""
    target.parent.mkdir(parents=True, exist_ok=True)
    py_compile.compile(
        str(source), str(target), shown_as, doraise=True, optimize=optimize, invalidation_mode=UNCHECKED
    )


def import_all(names: list[str]) -> dict[str, str]:
    """Import modules; those that cannot be, with the reason."""
    failed = {}
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError as error:
            failed[name] = str(error)
    return failed


def standard_modules() -> dict[str, str]:
    """The loaded modules that come from the archive of the standard library, and their files inside it."""
    origins = {
        name: getattr(module.__spec__, "origin", None)
        for name, module in list(sys.modules.items())
        if getattr(module, "__spec__", None)
    }
    inside = f"{LIBRARY}/"
    return {
        name: origin.removeprefix(inside)
        for name, origin in origins.items()
        if origin and origin.startswith(inside)
    }


def write_standard_library(files: dict[str, str]) -> None:
    """The bytecode of the modules that are used."""
    with zipfile.ZipFile(LIBRARY) as archive:
        archive.extractall("/standard", set(files.values()))
    for name in set(files.values()):
        target = (WORK / "bytecode" / "standard" / name).with_suffix(".pyc")
        compile_file(Path("/standard", name), target, name, WITHOUT_TEXTS)


def write_packages(tree: Path, with_source: list[str]) -> None:
    """The bytecode of our modules and of the packages beside them, in place of their source.

    The engine looks at its file's name to know whether it is compiled, so where it is not, the name is kept.
    """
    for source in sorted(tree.rglob("*.py")):
        name = source.relative_to(tree)
        if name.as_posix() in with_source:
            target = name.parent / "__pycache__" / f"{name.stem}.cpython-314.pyc"
        else:
            target = name.with_suffix(".pyc")
        compile_file(source, WORK / "bytecode" / "packages" / target, name.as_posix())


plan = json.loads((WORK / "plan.json").read_text(encoding="utf-8"))
sys.dont_write_bytecode = True
sys.path.insert(0, str(WORK / "tree"))
failed = import_all(plan["modules"])
not_there = import_all([*plan["standard"], *IMPORTED_ON_ERROR])
standard = standard_modules()
write_standard_library(standard)
write_packages(WORK / "tree", plan["with_source"])
report = {"failed": failed, "not_there": sorted(not_there), "standard": sorted(standard)}
(WORK / "imported.json").write_text(json.dumps(report), encoding="utf-8")
