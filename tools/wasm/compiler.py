"""Compiles the engine for the browser: mypyc's C, by the clang inside Zig, to modules that Pyodide loads.

No C library is linked: what the modules call is found in Pyodide when they are loaded. So the headers of
another C library (WASI's) will do, as long as only functions and types are used that both have alike.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tools.wasm.downloads import (
    MissingError,
    cache_folder,
    file_digest,
    keep_folder,
    machine_wheel,
    run_program,
)
from tools.wasm.generate_c import GROUP, SUFFIX
from tools.wasm.modules import ROOT, SOURCES

if TYPE_CHECKING:
    from tools.wasm.headers import Headers

# Node 20 and older browsers refuse newer features, such as extended constants.
FEATURES: Final = (
    "bulk_memory",
    "sign_ext",
    "mutable_globals",
    "nontrapping_fptoint",
    "multivalue",
    "reference_types",
    "exception_handling",
)
COMPILE: Final = (
    "-target",
    "wasm32-wasi",
    f"-mcpu={'+'.join(('mvp', *FEATURES))}",
    *("-fPIC", "-O2", "-g0", "-fwasm-exceptions", "-Wno-everything"),
    *("-DNDEBUG", "-D__EMSCRIPTEN__", "-DPY_CALL_TRAMPOLINE"),
    *("-D_WASI_EMULATED_SIGNAL", "-D_WASI_EMULATED_GETPID", "-D_WASI_EMULATED_PROCESS_CLOCKS"),
)
LINK: Final = (
    *("-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--no-entry"),
    *("--strip-all", "-O2"),
    *("--export-if-defined=__wasm_apply_data_relocs", "--export-if-defined=__wasm_call_ctors"),
)
NOT_TOLD: Final = ("_GNU_SOURCE",)
"""Lines of pyconfig.h that Python does not tell, as their names begin with an underscore."""


def compile_engine(sources: list[str], headers: Headers, variables: Path, work: Path) -> dict[str, Path]:
    """The compiled file of each module, by the path that it has beside its source."""
    zig = _zig()
    names = {f"{GROUP}__mypyc": f"__native_{GROUP}.c"}
    for source in sources:
        inside = (ROOT / source).relative_to(SOURCES)
        names[inside.with_suffix("").as_posix()] = inside.with_suffix(".c").as_posix()
    libraries = {f"{name}{SUFFIX}": work / "modules" / f"{Path(name).name}.so" for name in names}
    # What was compiled from the same is kept.
    stamp = work / "modules" / "stamp"
    wanted = _inputs_digest(sources, headers, zig, variables)
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return libraries
    generated, include = work / "c", work / "include"
    for folder in (generated, include, work / "objects", work / "modules"):
        shutil.rmtree(folder, ignore_errors=True)
    for folder in (work / "objects", work / "modules"):
        folder.mkdir(parents=True)
    generate = (sys.executable, "-m", "tools.wasm.generate_c", str(generated), *sources)
    run_program(*generate, failure="mypyc cannot write the engine as C", folder=ROOT)
    # A copy, as `#include "pyconfig.h"` in Python.h looks beside itself first.
    shutil.copytree(headers.folder, include)
    told = json.loads(variables.read_text(encoding="utf-8"))
    (include / "pyconfig.h").write_text(configuration(headers, told), encoding="utf-8")
    runtime = _mypyc_runtime()
    places = (include, include / "internal", runtime, runtime / "vecs", generated)
    flags = [*COMPILE, *(f"-I{place}" for place in places)]
    for (module, source), library in zip(names.items(), libraries.values(), strict=True):
        name = Path(module).name
        code = work / "objects" / f"{name}.o"
        _zig_run(zig, "cc", *flags, "-c", generated / source, "-o", code)
        _zig_run(zig, "wasm-ld", *LINK, f"--export=PyInit_{name}", code, "-o", library)
    stamp.write_text(wanted, encoding="utf-8")
    return libraries


def _inputs_digest(sources: list[str], headers: Headers, zig: Path, variables: Path) -> str:
    """One number for all that the compiled modules are made from: they take types from neighbours, too."""
    folders = {(ROOT / source).parent for source in sources}
    files = [file for folder in sorted(folders) for file in sorted(folder.glob("*.py"))]
    files += [Path(__file__), Path(__file__).with_name("generate_c.py"), variables]
    told = [*sources, headers.version, str(headers.folder), zig.parts[-3], version("mypy")]
    told += [f"{file.name} {file_digest(file)}" for file in files]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()


def configuration(headers: Headers, variables: dict[str, object]) -> str:
    """The pyconfig.h of Pyodide: the names of any pyconfig.h, with what Pyodide itself says about them."""
    template = headers.configuration.read_text(encoding="utf-8")
    names = dict.fromkeys(re.findall(r"#\s*(?:define|undef)\s+(\w+)", template))
    values = {name: variables[name] for name in names if variables.get(name) not in (None, 0, "")}
    values |= dict.fromkeys(NOT_TOLD, 1)
    lines = ["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H"]
    lines += [f"#define {name} {value}" for name, value in values.items()]
    return "\n".join([*lines, "#endif", ""])


def _mypyc_runtime() -> Path:
    package = find_spec("mypyc")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parent / "lib-rt"


def _zig() -> Path:
    """The compiler, unpacked once for all clones."""
    wheel = machine_wheel("ziglang")
    folder = cache_folder() / "unpacked" / file_digest(wheel)
    if not folder.is_dir():
        new = folder.with_suffix(f".{os.getpid()}")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(new)
        (new / "ziglang" / "zig").chmod(0o755)
        keep_folder(new, folder)
    return folder / "ziglang" / "zig"


def _zig_run(zig: Path, *words: str | Path) -> None:
    # Its own cache grows without bound elsewhere; here `make clean` removes it.
    cache = str(ROOT / "build" / "wasm" / "zig")
    variables = {"ZIG_LOCAL_CACHE_DIR": cache, "ZIG_GLOBAL_CACHE_DIR": cache}
    try:
        done = subprocess.run(
            [zig, *words], env={**os.environ, **variables}, check=False, capture_output=True, text=True
        )
    except OSError as error:
        raise MissingError(f"the compiler cannot be run ({error})") from error
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if "error" in line] or [f"code {done.returncode}"]
        raise MissingError(f"the compiler fails ({lines[0].strip()})")
