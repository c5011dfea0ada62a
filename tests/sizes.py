"""How much is played: everything on the compiled engine, a sample where the same source is interpreted.

`make coverage` interprets, some fifty times slower, and leaves out what is marked `long`; `make interpreted`
leaves out nothing but examples of the state machine.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

IS_INTERPRETED = os.environ.get("ELBOWROOM_INTERPRETED", "0") not in {"", "0"}


def long(*values: int) -> list[ParameterSet]:
    """Parameters that only a compiled engine gets through quickly."""
    return [pytest.param(value, marks=pytest.mark.long) for value in values]
