"""Elbowroom: an open implementation of the board game Small World.

The engine is one source that runs compiled or interpreted. Compiled modules are used where they
lie beside their source; with ELBOWROOM_INTERPRETED=1 in the environment every module is loaded
from its .py file instead, for coverage, debugging and comparing the two. In a checkout whose
sources have changed since they were compiled, the import ends the program and says so.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from typing import TYPE_CHECKING

from elbowroom.stale_check import refuse_if_stale

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from elbowroom.engine.actions import action_id, bit_of, phase_of
    from elbowroom.engine.chance import Dealer
    from elbowroom.engine.decisions import DECISIONS, Decision
    from elbowroom.engine.events import Event, ScorePart
    from elbowroom.engine.explanation import Cost, CostPart, LegalAction, Score
    from elbowroom.engine.game import CHANCE, Game, new_game
    from elbowroom.engine.ranking import Rank
    from elbowroom.engine.record import read_record, write_record
    from elbowroom.engine.view import ComboView, PlayerView, RaceView, RegionView, View
    from elbowroom.engine.whose_turn import Turn
    from elbowroom.rules.content import Content, add_content, base_content
    from elbowroom.rules.options import Options
    from elbowroom.rules.refusals import Refusal, Refused

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "DECISIONS",
    "ComboView",
    "Content",
    "Cost",
    "CostPart",
    "Dealer",
    "Decision",
    "Event",
    "Game",
    "LegalAction",
    "Options",
    "PlayerView",
    "RaceView",
    "Rank",
    "Refusal",
    "Refused",
    "RegionView",
    "Score",
    "ScorePart",
    "Turn",
    "View",
    "action_id",
    "add_content",
    "base_content",
    "bit_of",
    "new_game",
    "phase_of",
    "read_record",
    "write_record",
]

_HOMES = {
    "engine.actions": ("action_id", "bit_of", "phase_of"),
    "engine.chance": ("Dealer",),
    "engine.events": ("Event", "ScorePart"),
    "engine.explanation": ("Cost", "CostPart", "LegalAction", "Score"),
    "engine.game": ("CHANCE", "Game", "new_game"),
    "engine.decisions": ("DECISIONS", "Decision"),
    "engine.ranking": ("Rank",),
    "engine.record": ("read_record", "write_record"),
    "engine.view": ("ComboView", "PlayerView", "RaceView", "RegionView", "View"),
    "engine.whose_turn": ("Turn",),
    "rules.content": ("Content", "add_content", "base_content"),
    "rules.options": ("Options",),
    "rules.refusals": ("Refusal", "Refused"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for, so that importing the package stays cheap."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    """The public names, also those that are not loaded yet."""
    return [*__all__, "__version__"]


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
else:
    refuse_if_stale()
