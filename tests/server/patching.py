"""Patches as a client applies them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any


def patched(state: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    """The state after a patch of protocol 2; the state before it is not changed."""
    assert update["seq"] == state["seq"] + 1, "a patch fits the state before it and no other"
    after = deepcopy(state)
    for step in update.get("steps", []):
        apply(after["view"], step.get("patch", {}))
    apply(after, update.get("patch", {}))
    after["seq"] = update["seq"]
    return after


def apply(target: Any, patch: dict[str, Any]) -> None:  # noqa: ANN401 - JSON
    """Replace what a patch names, in place."""
    for key, value in patch.items():
        place = int(key) if isinstance(target, list) else key
        if not isinstance(value, dict):
            target[place] = value
        elif "=" in value:
            target[place] = value["="]
        else:
            apply(target[place], value)
