"""The space of actions: the action ids that players can choose in a setup, numbered without gaps.

The index of an action is its rank among all ids of the setup, so it is as stable as the ids and the map.
Outcomes of chance are not among them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from elbowroom.engine import decisions
from elbowroom.engine.actions import all_actions, is_chance, phase_of
from elbowroom.rules.bits import numbers, vec
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from mypy_extensions import i64

    from elbowroom.rules.setup import Setup

VERSION: Final = 1


@dataclass(frozen=True, eq=False)
class ActionSpace:
    """Every action of the players in a setup: index, id and text."""

    ids: tuple[int, ...]
    texts: tuple[str, ...]
    """What a person would type; the same text may occur in several phases, see `labels`."""
    labels: tuple[str, ...]
    """The phase and the text: different for every index."""
    index_of: dict[int, int]
    indexes_by_id: vec[i64]
    """The index by `(phase << 6) | bit`, or -1."""

    @property
    def size(self) -> int:
        """How many actions there are."""
        return len(self.ids)

    def id_of(self, index: int) -> int:
        """The action id of an index."""
        if not 0 <= index < len(self.ids):
            raise Refused("no_such_index", index=index, size=len(self.ids))
        return self.ids[index]


@lru_cache(maxsize=64)
def action_space(setup: Setup) -> ActionSpace:
    """The space of a setup; setups are shared, so there is one for each."""
    texts = {action: text for action, text in all_actions(setup).items() if not is_chance(action)}
    ids = tuple(sorted(texts))
    codes = [-1] * (decisions.MAX_ACTION + 1)
    for index, action in enumerate(ids):
        codes[action] = index
    return ActionSpace(
        ids=ids,
        texts=tuple(texts[action] for action in ids),
        labels=tuple(f"{phase_of(action)}: {texts[action]}" for action in ids),
        index_of={action: index for index, action in enumerate(ids)},
        indexes_by_id=numbers(codes),
    )
