"""Checks that the engine really runs compiled, in the environment whose Python runs this script.

A module that failed to compile would be loaded from its source, fifty times slower and unnoticed.
With --prune, compiled files of modules that are no longer on the list are removed first.
"""

import importlib
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"


def compiled_sources() -> list[Path]:
    """The list in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [ROOT / source for source in project["tool"]["elbowroom"]["compiled"]]


def prune(sources: list[Path]) -> None:
    """Remove compiled files inside the package that the list does not name."""
    wanted = {source.with_suffix("") for source in sources}
    for pattern in ("*.so", "*.pyd"):
        for file in (SOURCES / "elbowroom").rglob(pattern):
            if file.parent / file.name.split(".")[0] not in wanted:
                print(f"removed {file.relative_to(ROOT)}")
                file.unlink()


def interpreted(sources: list[Path]) -> list[str]:
    """The modules on the list that this Python loads from source."""
    names = [".".join(source.relative_to(SOURCES).with_suffix("").parts) for source in sources]
    return [name for name in names if str(importlib.import_module(name).__file__).endswith(".py")]


def main(arguments: list[str]) -> int:
    """Exit with 1 if any listed module is not compiled."""
    sources = compiled_sources()
    if "--prune" in arguments:
        prune(sources)
    failed = interpreted(sources)
    if failed:
        print(f"not compiled: {', '.join(failed)}", file=sys.stderr)
        return 1
    print(f"compiled: {len(sources)} modules")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
