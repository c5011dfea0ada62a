"""The weights of the value network: where they lie, how they are checked, and where learning begins."""

from __future__ import annotations

import json
import math
import os
from functools import cache
from typing import Any, TypedDict

from elbowroom.agents.features import SIZE
from elbowroom.agents.network import Network
from elbowroom.rules.refusals import Refused

SHIPPED = os.path.join(os.path.dirname(__file__), "weights.json")  # noqa: PTH118, PTH120 - import time


class Weights(TypedDict):
    """One hidden layer."""

    hidden: int
    first: list[float]
    bias: list[float]
    second: list[float]
    offset: float


def tuned_weights() -> Weights:
    """A value function of four numbers, tuned on self-play: the planner's, and where learning begins.

    What is held now goes on paying for the turns that are left, somewhat less; so do spare tokens, and the
    best combo in reach for a player without an active race.
    """
    guesses = {17: 45.0, 23: 70.0, 24: 57.0, 35: 52.0}
    hidden = len(guesses)
    first = [0.0] * (SIZE * hidden)
    for unit, feature in enumerate(guesses):
        first[feature * hidden + unit] = 1.0
    return {
        "hidden": hidden,
        "first": first,
        "bias": [0.0] * hidden,
        "second": list(guesses.values()),
        "offset": 0.0,
    }


def network_of(weights: Weights) -> Network:
    """A network with these weights."""
    return Network(weights["hidden"], weights["first"], weights["bias"], weights["second"], weights["offset"])


def read_weights(path: str) -> Weights:
    """Read a weights file; refuse one that is damaged or made for other features."""
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 - import time
            data: Any = json.load(file)
        data = data.get("weights", data)
        hidden = data["hidden"]
        lists = (data["first"], SIZE * hidden), (data["bias"], hidden), (data["second"], hidden)
        sound = all(len(values) == size and all(map(_finite, values)) for values, size in lists)
        sound = sound and _finite(data["offset"]) and 0 < hidden <= 512
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Refused("weights_unreadable", file=path, cause=type(error).__name__) from None
    if not sound:
        raise Refused("weights_damaged", file=path)
    found: Weights = data
    return found


def _finite(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


@cache
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    return read_weights(SHIPPED)
