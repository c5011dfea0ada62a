"""Events: what happened when an action was applied, for a log and for animation; made only when asked for."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Event:
    """One thing that happened: a code, and whom and what it concerns."""

    code: str
    params: dict[str, object] = field(default_factory=dict)
