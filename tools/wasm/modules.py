"""Which modules of the package the browser gets: those that pyproject.toml names, and all that they import.

A module that needs a package which the browser does not get is left out; the manifest names it.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = ROOT / "src"
PACKAGES: Final = ("librt", "msgspec", "mypy_extensions")
"""What the browser gets beside the standard library."""
NOT_THERE: Final = ("subprocess",)
"""Of the standard library, what is of no use in a browser."""


@dataclass(frozen=True)
class Imports:
    """What a module imports, by full names: as it is loaded, and later, inside functions."""

    first: frozenset[str]
    later: frozenset[str]


@dataclass(frozen=True)
class Selection:
    """The modules for the browser, and those that were named but cannot be imported there."""

    modules: dict[str, Path]
    left_out: dict[str, list[str]]
    """Module by module, the packages that it lacks."""
    standard: list[str]
    """Modules of the standard library that are imported anywhere, also inside functions."""


def settings() -> dict[str, list[str]]:
    """What pyproject.toml says about compiling and about the browser."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lists: dict[str, list[str]] = project["tool"]["elbowroom"]
    return lists


def module_name(source: Path) -> str:
    """The full name of a module, by its file in the package."""
    parts = source.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def all_modules() -> dict[str, Path]:
    """Every module of the package."""
    return {module_name(file): file for file in sorted((SOURCES / "elbowroom").rglob("*.py"))}


def select(names: list[str]) -> Selection:
    """These modules, whole packages where a name is one, with all that they import of our own package."""
    known = all_modules()
    named = [module for module in known if any(f"{module}.".startswith(f"{name}.") for name in names)]
    missing = [name for name in names if name not in known]
    if missing:
        raise SystemExit(f"pyproject.toml names modules that do not exist: {', '.join(missing)}")
    imports: dict[str, Imports] = {}
    waiting = list(named)
    while waiting:
        module = waiting.pop()
        if module not in imports:
            imports[module] = imports_of(known[module], known)
            waiting += [name for name in _all_imports(imports[module]) if name in known]
            waiting += [parent for parent in _parents(module) if parent in known]
    lacking = _lacking(imports)
    kept = {module: known[module] for module in sorted(imports) if not lacking[module]}
    standard = {name for module in kept for name in _all_imports(imports[module]) if is_standard(name)}
    left_out = {module: sorted(lacking[module]) for module in sorted(imports) if lacking[module]}
    return Selection(kept, left_out, sorted(standard))


def imports_of(source: Path, known: dict[str, Path]) -> Imports:
    """What the statements of a module import; those for the type checker do not count."""
    first: set[str] = set()
    later: set[str] = set()
    for statement, is_first in _import_statements(ast.parse(source.read_text(encoding="utf-8"))):
        names = first if is_first else later
        if isinstance(statement, ast.Import):
            names |= {alias.name for alias in statement.names}
        elif statement.module:
            full = {f"{statement.module}.{alias.name}" for alias in statement.names}
            names |= {statement.module} | (full & known.keys())
    return Imports(frozenset(first), frozenset(later))


def is_standard(name: str) -> bool:
    """Whether a module belongs to Python itself."""
    return name.partition(".")[0] in sys.stdlib_module_names


def _import_statements(
    node: ast.AST, *, is_first: bool = True
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, is_first
        elif not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _import_statements(child, is_first=is_first and not is_function)


def _all_imports(imports: Imports) -> frozenset[str]:
    return imports.first | imports.later


def _parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]


def _lacking(imports: dict[str, Imports]) -> dict[str, set[str]]:
    """The packages that each module needs to be loaded, itself or through others, and that are not there."""
    lacking = {
        module: {
            top
            for top in (name.partition(".")[0] for name in found.first)
            if top not in ("elbowroom", *PACKAGES) and (top in NOT_THERE or not is_standard(top))
        }
        for module, found in imports.items()
    }
    is_changed = True
    while is_changed:
        is_changed = False
        for module, found in imports.items():
            needed = {package for name in found.first & imports.keys() for package in lacking[name]}
            if not needed <= lacking[module]:
                lacking[module] |= needed
                is_changed = True
    return lacking
