"""Elbowroom: an open implementation of the board game Small World.

The engine is one source that runs compiled or interpreted. Compiled modules are used where they
lie beside their source; with ELBOWROOM_INTERPRETED=1 in the environment every module is loaded
from its .py file instead, for coverage, debugging and comparing the two.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from elbowroom.engine.game import CHANCE, Game, new_game
    from elbowroom.engine.record import read_record, write_record
    from elbowroom.rules.content import Content, add_content, base_content
    from elbowroom.rules.options import Options
    from elbowroom.rules.refusals import Refused

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "Content",
    "Game",
    "Options",
    "Refused",
    "add_content",
    "base_content",
    "new_game",
    "read_record",
    "write_record",
]

_HOMES = {
    "CHANCE": "engine.game",
    "Game": "engine.game",
    "new_game": "engine.game",
    "read_record": "engine.record",
    "write_record": "engine.record",
    "Content": "rules.content",
    "add_content": "rules.content",
    "base_content": "rules.content",
    "Options": "rules.options",
    "Refused": "rules.refusals",
}


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for, so that importing the package stays cheap."""
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


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
