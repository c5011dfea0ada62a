"""Which version of an agent or level played: records and results say it, so that old ones stay comparable.

A version grows by one when the agent of that name decides otherwise than before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

VERSIONS: Final = {"gentle": 2, "easy": 2, "normal": 2, "hard": 2, "expert": 2}
"""The versions of levels and agents that have changed; all others are in their first."""


def versions_of(names: Iterable[str], shipped: Collection[str]) -> dict[str, int]:
    """The versions of those agents that come with the program."""
    return {name: VERSIONS.get(name, 1) for name in names if name in shipped}


def computer_comments(
    players: Sequence[str], agents: Sequence[str | None], versions: dict[str, int]
) -> list[str]:
    """The comments of a record that say which agent or level plays for a player; None is a person."""
    lines: list[str] = []
    for player, agent in zip(players, agents, strict=True):
        if agent is not None:
            version = f" version {versions[agent]}" if agent in versions else ""
            lines.append(f"# computer {player} {agent}{version}")
    return lines
