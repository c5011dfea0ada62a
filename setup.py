"""The part of the build that cannot be declared: the engine, compiled with mypyc.

Everything else is in pyproject.toml. ELBOWROOM_PURE=1 builds without compiling, which makes a
pure wheel for browsers and other places that have no compiled one; with ELBOWROOM_PURE=0 a build
that cannot compile fails. With neither, it falls back to the .py files where there is no compiler.
"""

import os
import tomllib
from pathlib import Path
from typing import cast

from setuptools import Extension, setup

ROOT = Path(__file__).parent
PURE = os.environ.get("ELBOWROOM_PURE", "")


def compiled_modules() -> list[str]:
    """The sources that pyproject.toml lists for compiling; each of them must exist."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    sources: list[str] = project["tool"]["elbowroom"]["compiled"]
    missing = [source for source in sources if not (ROOT / source).is_file()]
    if missing:
        raise SystemExit(f"pyproject.toml lists sources that do not exist: {', '.join(missing)}")
    return sources


def extensions() -> list[Extension]:
    """The compiled engine: one group, so that calls between its modules stay direct."""
    if PURE not in {"", "0"}:
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - a pure build does without mypy

    built = cast(
        "list[Extension]",
        mypycify(compiled_modules(), opt_level="3", debug_level="0", group_name="elbowroom"),
    )
    # Calls inside the engine need not go through the symbol table.
    direct = ["-fno-semantic-interposition", "-fvisibility=hidden"] if os.name == "posix" else []
    for extension in built:
        extension.optional = PURE == ""
        extension.extra_compile_args = [*extension.extra_compile_args, *direct]
    return built


setup(ext_modules=extensions())
