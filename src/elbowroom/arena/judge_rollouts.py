"""Who plays the rollouts of the judge, and with which luck; and what all of that depends on.

The quick player itself is in `agents/rollout.py`.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Final

from elbowroom.agents.rollout import QuickPlayer, roll_out
from elbowroom.agents.weights import first_weights, network_of, read_weights, shipped_weights, tuned_weights
from elbowroom.arena.judge_turns import bits_of_turn
from elbowroom.rules.content import digest
from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest
from elbowroom.source_digest import source_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elbowroom.agents.rollout import Met
    from elbowroom.agents.weights import Weights
    from elbowroom.engine.game import Game

    Results = list[tuple[int, float]]
    """Of rollouts: margin and share of the win."""

ROLLOUT_WEIGHTS: Final[dict[str, Callable[[], Weights]]] = {
    "expert": shipped_weights,
    "expert-1": first_weights,
    "planner": tuned_weights,
}
"""By whose judgement rollouts are played; a file of weights is named by its path."""
ROLLED_OUT_BY: Final = (
    "content/base",
    "rules",
    "engine",
    *(f"agents/{name}.py" for name in ("features", "network", "placement", "rollout", "turn_search")),
    "arena/judge_rollouts.py",
)
"""The parts of the program that decide how a rollout goes."""


def rollout_weights(name: str) -> Weights:
    """The weights of this name, or of this file."""
    if name in ROLLOUT_WEIGHTS:
        return ROLLOUT_WEIGHTS[name]()
    if name.endswith(".json"):
        return read_weights(name)
    known = list(ROLLOUT_WEIGHTS)
    raise Refused("unknown_agent", word=name, nearest=nearest(name, known), known=known)


@cache
def rollout_player(name: str) -> QuickPlayer:
    """The quick player who plays rollouts."""
    return QuickPlayer(network_of(rollout_weights(name)))


def rollout_digest(name: str) -> str:
    """A digest of all that decides how rollouts by this name go."""
    return digest(source_digest(*ROLLED_OUT_BY) + json.dumps(rollout_weights(name), sort_keys=True))


def luck_key(game: Game) -> int:
    """The key of the luck that rollouts of a position meet."""
    return int(digest(game.to_text())[:8], 16)


def roll_out_turn(
    game: Game, answers: Sequence[int], player: QuickPlayer, first: int, count: int, met: Met | None = None
) -> Results:
    """Roll out one turn, from the luck of number `first` on; `met` as in `roll_out`."""
    seat = int(game.state.chooser())
    return roll_out(game.state, bits_of_turn(answers), seat, player, luck_key(game), first, count, met)
