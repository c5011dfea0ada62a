"""A lens: observations and masks of single games as arrays."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from elbowroom.envs.observation import Layout, Observer, blank
from elbowroom.envs.schema import BITS, schema_of
from elbowroom.envs.space import action_space

if TYPE_CHECKING:
    from mypy_extensions import u8
    from numpy.typing import NDArray

    from elbowroom.engine.state import State
    from elbowroom.rules.bits import vec
    from elbowroom.rules.tables import Table

    Bytes = NDArray[np.uint8]
    Mask = NDArray[np.int8]


@lru_cache(maxsize=64)
def layout_of(table: Table) -> Layout:
    """Where everything stands in the observations and masks of a table."""
    schema, space = schema_of(table), action_space(table)
    words = [block.offset for block in schema.blocks if block.most == BITS]
    counts = [block.offset for block in schema.blocks if block.most != BITS]
    return Layout(words, counts, space.by_code, schema.size, space.size)


def window(data: vec[u8]) -> Bytes:
    """The bytes as an array that shares them where it can; else a copy of now."""
    try:
        return np.frombuffer(data, dtype=np.uint8)  # type: ignore[call-overload, no-any-return]
    except TypeError:  # The list that stands in for vec.
        return np.array(data, dtype=np.uint8)


class Lens:
    """Looks at games of one table, for one viewer after another."""

    def __init__(self, table: Table, *, counts_coins: bool = False) -> None:
        """`counts_coins` shows every player's total, as one who has counted knows it."""
        layout = layout_of(table)
        self._observer = Observer(
            table, layout, blank(int(layout.size)), blank(int(layout.actions)), counts_coins=counts_coins
        )
        self._seen = window(self._observer.seen)
        self._mask = window(self._observer.mask).view(np.int8)

    def observation(self, state: State, viewer: int) -> Bytes:
        """What the viewer sees."""
        self._observer.look(state, viewer)
        return self._seen.copy()

    def mask(self, state: State) -> Mask:
        """Which actions are legal, as ones."""
        self._observer.allow(state)
        return self._mask.copy()
