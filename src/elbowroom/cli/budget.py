"""The budget of a turn as it is given on the command line."""

from __future__ import annotations

import math

from elbowroom.agents.agent import Budget
from elbowroom.rules.refusals import Refused


def budget_of(seconds: float | None, work: int | None) -> Budget | None:
    """Seconds or units of work, not both; neither leaves every agent its own."""
    if seconds is None and work is None:
        return None
    if seconds is not None and work is not None:
        raise Refused("two_budgets")
    if seconds is not None and not math.isfinite(seconds):
        raise Refused("budget", seconds=seconds, work=work)
    return Budget(seconds=seconds, work=work)
