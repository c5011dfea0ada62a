"""Elbowroom: an open implementation of the board game Small World.

The engine is one source that runs compiled or interpreted. Compiled modules are used where they
lie beside their source; with ELBOWROOM_INTERPRETED=1 in the environment every module is loaded
from its .py file instead, for coverage, debugging and comparing the two.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

__version__ = "0.1.0"


class _SourceFinder:
    """Finds the package's modules as Python source, and never as compiled extensions."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source of a module inside this package, or None to leave it to the next finder."""
        if name.startswith(f"{__name__}."):
            for folder in path or ():
                spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
                if spec is not None and spec.loader is not None:
                    return spec
        return None


if os.environ.get("ELBOWROOM_INTERPRETED", "0") not in {"", "0"}:
    sys.meta_path.insert(0, _SourceFinder())
