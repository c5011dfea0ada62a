"""The weights of the value network: where they lie, how they are checked; and the numbers of the planner."""

from __future__ import annotations

import json
import math
import os
from functools import cache
from typing import Any, Final, TypedDict

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


UNITS: Final[tuple[dict[int, float], ...]] = ({17: 1}, {23: 1}, {24: 1}, {35: 1}, {0: -1, 1: 1, 21: 1})
"""What the planner looks at, as sums of features, each for the turns that are left: the income of races in
decline, the income of the active race, its spare tokens, the best combo in reach of a player without an
active race, and a large active race that has many turns to go."""
PLANNER: Final[tuple[float, ...]] = (77.0, 63.0, 22.0, 52.0, 17.0)
"""What each of them is worth in ten turns; tuned by play (`tools/tune.py`)."""


def weights_of(numbers: tuple[float, ...]) -> Weights:
    """The value function with these numbers for the planner's units."""
    hidden = len(UNITS)
    first = [0.0] * (SIZE * hidden)
    for unit, features in enumerate(UNITS):
        for feature, factor in features.items():
            first[feature * hidden + unit] = factor
    return {
        "hidden": hidden,
        "first": first,
        "bias": [0.0] * hidden,
        "second": list(numbers),
        "offset": 0.0,
    }


def tuned_weights() -> Weights:
    """The planner's value function."""
    return weights_of(PLANNER)


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
