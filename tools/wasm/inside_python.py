"""Runs scripts of the folder `inside` in the browser's Python, under Node."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from tools.wasm.modules import ROOT

NODE: Final = Path(sys.executable).parent / "node"
RUN_PYTHON: Final = ROOT / "web" / "tools" / "runPython.ts"
INSIDE: Final = ROOT / "tools" / "wasm" / "inside"


class InsideError(Exception):
    """A script failed in the browser's Python; the text ends with what it said last."""


def run_python(folder: Path, script: str, *words: str) -> str:
    """What a script prints in the Python of a folder."""
    command = [str(part) for part in (NODE, RUN_PYTHON, folder, INSIDE / script, *words)]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise InsideError(f"{script}: {done.stderr.strip() or f'code {done.returncode}'}")
    return done.stdout
