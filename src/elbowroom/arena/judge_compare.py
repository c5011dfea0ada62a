"""Whether two judges put agents in the same order, and how sure a difference between the orders is."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from elbowroom.arena.judge_score import losses_of, mean_95, rounded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elbowroom.arena.intervals import Interval
    from elbowroom.arena.judge_score import ScoreResult


@dataclass(frozen=True)
class AgentPair:
    """Two agents, compared by each judge in the same positions."""

    first: str
    second: str
    more: dict[str, tuple[float, Interval | None]]
    """By judge: the coins that the second agent loses a turn more than the first, with the interval."""

    @property
    def is_same_order(self) -> bool:
        """Whether no judge calls the first agent better and another one the second."""
        means = [mean for mean, _ in self.more.values()]
        return not min(means) < 0 < max(means)

    @property
    def is_beyond_noise(self) -> bool:
        """Whether the orders differ and each judge is sure of its own: no interval contains 0."""
        intervals = [interval for _, interval in self.more.values()]
        is_sure = all(interval is not None and not interval[0] <= 0 <= interval[1] for interval in intervals)
        return is_sure and not self.is_same_order

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "agents": [self.first, self.second],
            "more": {judge: round(mean, 4) for judge, (mean, _) in self.more.items()},
            "more_95": {judge: rounded(interval) for judge, (_, interval) in self.more.items()},
            "same_order": self.is_same_order,
            "beyond_noise": self.is_beyond_noise,
        }


def agent_pairs(results: Mapping[str, Sequence[ScoreResult]], agents: Sequence[str]) -> list[AgentPair]:
    """Every two of the agents, by the results of each judge in the same positions."""
    losses = {judge: {name: losses_of(found, name) for name in agents} for judge, found in results.items()}
    return [
        AgentPair(
            first,
            second,
            {
                judge: mean_95([b - a for a, b in zip(lost[first], lost[second], strict=True)])
                for judge, lost in losses.items()
            },
        )
        for first, second in combinations(agents, 2)
    ]
