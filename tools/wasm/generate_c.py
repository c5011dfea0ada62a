"""Writes the C of the engine for a machine of 32 bits, with mypyc.

Run as `python -m tools.wasm.generate_c FOLDER SOURCE ...`: in a process of its own, since mypyc asks the
running Python how large a number is, once, as it is imported.
"""

from __future__ import annotations

import importlib.machinery
import sys
import sysconfig
from pathlib import Path
from typing import Any, Final

WORD_BYTES: Final = 4
CAPI_VERSION: Final = (3, 14)
SUFFIX: Final = ".cpython-314-wasm32-emscripten.so"
"""How the file of a compiled module ends."""
GROUP: Final = "elbowroom"


def pretend_to_be_wasm() -> None:
    """Answer for the browser's Python where mypyc asks about the one that runs."""
    ask = sysconfig.get_config_var
    answers: dict[str, Any] = {"SIZEOF_SIZE_T": WORD_BYTES, "Py_GIL_DISABLED": 0}
    sysconfig.get_config_var = lambda name: answers.get(name, ask(name))
    importlib.machinery.EXTENSION_SUFFIXES = [SUFFIX]  # type: ignore[misc]


def generate(folder: Path, sources: list[str]) -> None:
    """Write the C of all modules as one file, and a small one for each that makes it importable."""
    pretend_to_be_wasm()
    from mypyc.build import build_using_shared_lib, mypyc_build  # noqa: PLC0415 - only now
    from mypyc.common import MAX_SHORT_INT  # noqa: PLC0415
    from mypyc.options import CompilerOptions  # noqa: PLC0415

    if MAX_SHORT_INT != 2 ** (8 * WORD_BYTES - 2) - 1:
        raise SystemExit("mypyc was imported before it could be told the size of a word")
    options = CompilerOptions(target_dir=str(folder), group_name=GROUP, capi_version=CAPI_VERSION)
    groups, files, _ = mypyc_build(sources, options)
    for (modules, name), (c_files, headers) in zip(groups, files, strict=True):
        assert name == GROUP
        build_using_shared_lib(modules, name, c_files, headers, str(folder), [], [])


if __name__ == "__main__":
    generate(Path(sys.argv[1]), sys.argv[2:])
