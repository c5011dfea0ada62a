"""Looking ahead: a turn is played, then the game for a few turns by the quick player, and the network judges.

As in rollouts luck has a number, so that the k-th look ahead of two turns meets the same luck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from elbowroom.agents.rollout import Luck, Met, QuickPlayer, play_answers
from elbowroom.engine import decisions, turn

if TYPE_CHECKING:
    from elbowroom.engine.state import State


def look_ahead(
    state: State,
    answers: list[int],
    seat: int,
    player: QuickPlayer,
    key: int,
    first: int,
    count: int,
    turns: int,
    met: Met,
) -> list[float]:
    """Play these answers and then on until so many turns of the player have begun, `count` times.

    The state is not changed. The result of each is the mean of the leads that are expected when these turns
    begin: later ones have seen more of what follows, earlier ones are less a matter of luck. `met`: where
    earlier looks at the same turn began; it makes these quicker, not different.
    """
    leads: list[float] = []
    for number in range(first, first + count):
        after = state.clone()
        luck = Luck(key, number)
        leads.append(_mean_lead(after, seat, player, luck, turns, play_answers(after, answers, luck, met)))
    return leads


def _mean_lead(
    state: State, seat: i64, player: QuickPlayer, luck: Luck, turns: i64, met: Met | None
) -> float:
    """Let the quick player play for everybody; each look adds the plans of one turn to what has been met."""
    planned: list[int] = []
    at: i64 = 0
    now = state.seat
    begun: i64 = 0
    total = 0.0
    is_new = False
    bit: i64 = 0
    while state.phase != decisions.OVER:
        if state.phase <= decisions.LAST_CHANCE:
            bit = luck.outcome(state)
        else:
            if state.seat != now:
                now = state.seat
                planned = []
                at = 0
                if is_new:
                    met = None
                if now == seat:
                    total += player.network.expected_lead(state, seat)
                    begun += 1
                    if begun == turns:
                        return total / float(turns)
            if at >= len(planned):
                at = 0
                if met is None:
                    planned = player.plan(state, luck)
                else:
                    if len(met.plans) == 0:
                        met.plans = player.plans(state)
                        is_new = True
                    planned = player.choose(met.plans, state, luck)
            bit = planned[int(at)]
            at += 1
        turn.apply(state, bit)
        if met is not None:
            met = met.after(bit)
    last = player.network.expected_lead(state, seat)
    return (total + float(turns - begun) * last) / float(turns)
