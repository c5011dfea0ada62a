"""Observations and action masks of single games as NumPy arrays."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from elbowroom.engine.actions import decisions_of
from elbowroom.envs.action_space import action_space
from elbowroom.envs.observation import ObservationLayout, ObservationWriter, zero_bytes
from elbowroom.envs.observation_schema import BITS, schema_of

if TYPE_CHECKING:
    from mypy_extensions import u8
    from numpy.typing import NDArray

    from elbowroom.engine.state import State
    from elbowroom.rules.bits import vec
    from elbowroom.rules.setup import Setup

    Bytes = NDArray[np.uint8]
    Mask = NDArray[np.int8]


@lru_cache(maxsize=64)
def layout_of(setup: Setup) -> ObservationLayout:
    """The layout of the observations and masks of games with this setup."""
    schema, space = schema_of(setup), action_space(setup)
    bit_offsets = [block.offset for block in schema.blocks if block.most == BITS]
    number_offsets = [block.offset for block in schema.blocks if block.most != BITS]
    once = [row.number for row in decisions_of(setup) if row.once]
    return ObservationLayout(bit_offsets, number_offsets, space.indexes_by_id, once, schema.size, space.size)


def as_array(data: vec[u8]) -> Bytes:
    """The bytes as an array: a view of them if they are compiled, else a copy."""
    try:
        return np.frombuffer(data, dtype=np.uint8)  # type: ignore[call-overload, no-any-return]
    except TypeError:  # The list that stands in for vec.
        return np.array(data, dtype=np.uint8)


class ArrayObserver:
    """Observes games with one setup, for one viewer after another."""

    def __init__(self, setup: Setup, *, shows_all_coins: bool = False) -> None:
        """`shows_all_coins` shows all totals, as a player who has counted knows them."""
        layout = layout_of(setup)
        self._writer = ObservationWriter(
            setup,
            layout,
            zero_bytes(int(layout.size)),
            zero_bytes(int(layout.actions)),
            shows_all_coins=shows_all_coins,
        )
        self._observation = as_array(self._writer.observations)
        self._mask = as_array(self._writer.masks).view(np.int8)

    def observation(self, state: State, viewer: int) -> Bytes:
        """What the viewer sees."""
        self._writer.write_observation(state, viewer)
        return self._observation.copy()

    def mask(self, state: State) -> Mask:
        """Which actions are legal, as ones."""
        self._writer.write_mask(state)
        return self._mask.copy()
