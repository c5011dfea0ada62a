"""The parts of the build that cannot be declared: the compiled engine, and the browser client.

Everything else is in pyproject.toml. ELBOWROOM_PURE=1 builds without compiling, which makes a
pure wheel for browsers and other places that have no compiled one; with ELBOWROOM_PURE=0 a build
that cannot compile fails. With neither, it falls back to the .py files where there is no compiler.

A wheel or source archive without the browser client would give a server without the game, so such a
build fails. ELBOWROOM_WITHOUT_CLIENT=1 allows it, for those who need only the engine and the agents.
An editable install needs no client: it takes the one that `make web` builds later.
"""

import ast
import json
import os
import re
import runpy
import tomllib
from pathlib import Path
from typing import cast

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
PACKAGE = ROOT / "src" / "elbowroom"
STALE_CHECK = runpy.run_path(str(PACKAGE / "stale_check.py"))  # the package itself need not be importable yet
PURE = os.environ.get("ELBOWROOM_PURE", "")
IS_PURE = PURE not in {"", "0"}
CLIENT = ROOT / "src" / "elbowroom" / "server" / "client" / "index.html"
WITHOUT_CLIENT = os.environ.get("ELBOWROOM_WITHOUT_CLIENT", "") not in {"", "0"}


def compiled_modules() -> list[str]:
    """The sources that pyproject.toml lists for compiling; each of them must exist."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    sources: list[str] = project["tool"]["elbowroom"]["compiled"]
    missing = [source for source in sources if not (ROOT / source).is_file()]
    if missing:
        raise SystemExit(f"pyproject.toml lists sources that do not exist: {', '.join(missing)}")
    return sources


def docstrings() -> dict[str, str]:
    """The docstrings of all that is compiled, by the names that it has in C."""
    docs: dict[str, str] = {}
    for source in compiled_modules():
        path = ROOT / source
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            members = [node, *(node.body if isinstance(node, ast.ClassDef) else [])]
            for member in members:
                if isinstance(member, ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(member)):
                    owner = "" if member is node else f"{getattr(node, 'name', '')}___"
                    docs[f"{path.stem}___{owner}{member.name}"] = text
    return docs


def add_docstrings(files: list[Path]) -> None:
    """Write our docstrings into the C that mypyc made, which has only signatures for `help()`."""
    docs = docstrings()

    def with_text(signature: str, name: str) -> str:
        text = json.dumps(docs.get(name, ""))[1:-1].replace("\\/", "/")
        return f'PyDoc_STR("{signature}{text}")'

    functions = re.compile(r'(\(PyCFunction\)CPyPy_(\w+),[^"]*)PyDoc_STR\("((?:[^"\\]|\\.)*)"\)')
    properties = re.compile(r"(\(getter\)(\w+)_get_(\w+),\s*(?:NULL|\(setter\)\w+),\s*)NULL(, NULL\})")
    classes = re.compile(r'PyDoc_STR\("(([A-Z]\w*)\((?:[^"\\]|\\.)*)"\)')
    by_class = {name.split("___")[-1]: name for name in docs}
    for file in files:
        if file.suffix != ".c":
            continue
        code = file.read_text(encoding="utf-8")
        code = functions.sub(lambda m: m[1] + with_text(m[3], m[2]), code)
        code = properties.sub(
            lambda m: m[1] + with_text("", f"{m[2]}___{m[3]}") + m[4] if f"{m[2]}___{m[3]}" in docs else m[0],
            code,
        )
        code = classes.sub(lambda m: with_text(m[1], by_class.get(m[2], "")), code)
        file.write_text(code, encoding="utf-8")


def extensions() -> list[Extension]:
    """The compiled engine: one group, so that calls between its modules stay direct."""
    if IS_PURE:
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - a pure build does without mypy

    built = cast(
        "list[Extension]",
        mypycify(compiled_modules(), opt_level="3", debug_level="0", group_name="elbowroom"),
    )
    add_docstrings([Path(file) for extension in built for file in extension.sources])
    # Calls inside the engine need not go through the symbol table.
    direct = ["-fno-semantic-interposition", "-fvisibility=hidden"] if os.name == "posix" else []
    for extension in built:
        extension.optional = PURE == ""
        extension.extra_compile_args = [*extension.extra_compile_args, *direct]
    return built


def require_client() -> None:
    """End the build if the browser client was not built before."""
    if not CLIENT.is_file() and not WITHOUT_CLIENT:
        raise SystemExit(
            "The browser client is not built: run `make web` in the clone first, "
            "or set ELBOWROOM_WITHOUT_CLIENT=1 if you need no server."
        )


class BuildPackage(build_py):
    """Copies the package into a wheel, which must hold the client."""

    def run(self) -> None:
        """Copy, unless the client is missing."""
        if not self.editable_mode:
            require_client()
        super().run()


class BuildSourceArchive(sdist):
    """Writes the source archive, from which the client cannot be built, so it must hold it."""

    def run(self) -> None:
        """Write, unless the client is missing."""
        require_client()
        super().run()


def sources_read() -> list[str]:
    """What the compiler may read: a module takes constants and types from its neighbours."""
    folders = {(ROOT / source).parent for source in compiled_modules()}
    files = sorted(file for folder in folders for file in folder.glob("*.py"))
    return [file.relative_to(PACKAGE).as_posix() for file in files]


class StampedBuild(build_ext):
    """Compiles, and in a checkout leaves the stamp by which `import elbowroom` knows a stale engine."""

    def run(self) -> None:
        """Compile; without anything compiled there is nothing that can be stale."""
        super().run()
        if self.inplace and self.extensions:
            STALE_CHECK["write_stamp"](STAMP_LINES, str(PACKAGE))


# Taken before the compiler reads the sources: what is saved meanwhile counts as newer.
STAMP_LINES = [] if IS_PURE else STALE_CHECK["stamp_lines"](sources_read(), str(PACKAGE))

COMMANDS = {"build_ext": StampedBuild, "build_py": BuildPackage, "sdist": BuildSourceArchive}

setup(ext_modules=extensions(), cmdclass=COMMANDS)
