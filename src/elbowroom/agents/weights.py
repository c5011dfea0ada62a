"""The weights of the value network: the shipped file, its check, and the tuned numbers of the planner."""

from __future__ import annotations

import json
import math
import os
from functools import cache
from typing import Any, Final, NotRequired, TypedDict

from elbowroom.agents import features
from elbowroom.agents.features import FEATURE_COUNT, FIRST_FEATURE_COUNT
from elbowroom.agents.network import STAGES, Network
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS

SHIPPED_FILE: Final = os.path.join(os.path.dirname(__file__), "weights.json")  # noqa: PTH118, PTH120 - import time

FIRST_FILE: Final = os.path.join(os.path.dirname(__file__), "weights_1.json")  # noqa: PTH118, PTH120 - import time
"""The weights of the first expert."""


PLAYERS: Final = range(MIN_PLAYERS, MAX_PLAYERS + 1)


class Weights(TypedDict):
    """A network with one hidden layer, as it stands in a weights file."""

    hidden: int
    first: list[float]
    bias: list[float]
    second: list[float]
    offset: float
    others: NotRequired[list[float]]
    """From the mean features of the other players to the hidden units, in networks that see both sides."""
    spreads: NotRequired[list[list[float]]]
    """For 2 to 5 players, by game turns that are left: how far predicted coins are off."""


FIRST_SPREADS: Final = [[1.5 + 0.55 * left for left in range(STAGES)] for _ in PLAYERS]
"""For weights that have none: a rough guess."""


PLANNER_UNITS: Final[tuple[dict[int, float], ...]] = (
    {features.DECLINED_INCOME_TO_COME: 1},
    {features.INCOME_TO_COME: 1},
    {features.SPARE_TOKENS_TO_COME: 1},
    {features.BEST_COMBO_TO_COME: 1},
    {features.BIAS: -1, features.TURNS_LEFT: 1, features.TOKENS: 1},
)
"""The hidden units of the planner's network, each a weighted sum of features: the income of the races in
decline, the income of the active race, its spare tokens and the best combo that a player without an active
race can pay for, each times the turns that are left; and a large active race with many turns to go."""
PLANNER_VALUES: Final[tuple[float, ...]] = (77.0, 63.0, 22.0, 52.0, 17.0)
"""The coins that each unit is worth over ten turns; tuned by play (`tools/tune.py`)."""


def planner_weights(values: tuple[float, ...]) -> Weights:
    """The weights of the planner's value function, with these values of its units."""
    hidden = len(PLANNER_UNITS)
    first = [0.0] * (FIRST_FEATURE_COUNT * hidden)
    for unit, factors in enumerate(PLANNER_UNITS):
        for feature, factor in factors.items():
            first[feature * hidden + unit] = factor
    return {
        "hidden": hidden,
        "first": first,
        "bias": [0.0] * hidden,
        "second": list(values),
        "offset": 0.0,
    }


def tuned_weights() -> Weights:
    """The weights of the planner's value function as tuned."""
    return planner_weights(PLANNER_VALUES)


def network_of(weights: Weights) -> Network:
    """A network with these weights."""
    return Network(
        weights["hidden"],
        weights["first"],
        weights["bias"],
        weights["second"],
        weights["offset"],
        weights.get("others", []),
        weights.get("spreads", FIRST_SPREADS),
    )


def read_weights(path: str) -> Weights:
    """Read a weights file; refuse one that is damaged or was trained on other features."""
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 - import time
            data: Any = json.load(file)
        data = data.get("weights", data)
        hidden = data["hidden"]
        features = FEATURE_COUNT if "others" in data else FIRST_FEATURE_COUNT
        lists = [(data["first"], features * hidden), (data["bias"], hidden), (data["second"], hidden)]
        if "others" in data:
            lists.append((data["others"], features * hidden))
        sound = all(len(values) == size and all(map(_finite, values)) for values, size in lists)
        sound = sound and _finite(data["offset"]) and 0 < hidden <= 512
        spreads = data.get("spreads", FIRST_SPREADS)
        sound = sound and len(spreads) == len(PLAYERS)
        sound = sound and all(len(row) == STAGES and all(map(_positive, row)) for row in spreads)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Refused("weights_unreadable", file=path, cause=type(error).__name__) from None
    if not sound:
        raise Refused("weights_damaged", file=path)
    weights: Weights = data
    return weights


def _finite(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _positive(value: object) -> bool:
    return _finite(value) and isinstance(value, (int, float)) and value > 0


@cache
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    return read_weights(SHIPPED_FILE)


@cache
def first_weights() -> Weights:
    """The weights of the first expert."""
    return read_weights(FIRST_FILE)
