"""Patches as a client applies them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any


def patched(state: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    """The state after a patch of protocol 2; the state before it is not changed."""
    assert update["seq"] == state["seq"] + 1, "a patch fits the state before it and no other"
    after = deepcopy(state)
    parts = [part for step in update.get("steps", []) for part in step.get("patch", [])]
    for path, value in [*parts, *update.get("patch", [])]:
        target: Any = after
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = value
    after["seq"] = update["seq"]
    return after
