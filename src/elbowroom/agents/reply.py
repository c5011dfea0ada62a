"""The reply: what a plan is worth after the best turn of the next player, averaged over the die.

The planner judges a turn where it ends. Looking one turn further shows which regions will be lost at once and
what the next player was kept from doing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from elbowroom.agents.turn_search import fill_column, finish_turn, search_turn
from elbowroom.engine import decisions, turn

if TYPE_CHECKING:
    from elbowroom.agents.network import Network
    from elbowroom.engine.state import State


def turn_endings(
    state: State, planned: list[int], network: Network, width: i64, work: i64
) -> list[tuple[State, float]]:
    """How the turn can end if this is played, each ending with its probability; the state is not changed."""
    trial = state.clone()
    seat = trial.seat
    for action in planned:
        fill_column(trial)
        bit: i64 = action
        turn.apply(trial, bit)
    fill_column(trial)
    endings: list[tuple[State, float]] = []
    if trial.phase != decisions.DIE:
        finish_turn(trial, seat, network)
        endings.append((trial, 1.0))
        return endings
    faces = trial.setup.die
    i: i64 = 0
    while i < len(faces):
        same: i64 = i + 1
        while same < len(faces) and faces[same] == faces[i]:
            same += 1
        after = trial.clone()
        turn.apply(after, faces[i])
        fill_column(after)
        if after.phase == decisions.CONQUER:  # a roll before a conquest: take the best that it allows
            best: i64 = search_turn(after, network, width, work)[0].bits[0]
            if best != decisions.ROLL:
                turn.apply(after, best)
        finish_turn(after, seat, network)
        endings.append((after, float(same - i) / float(len(faces))))
        i = same
    return endings


def lead_after_reply(state: State, planned: list[int], network: Network, width: i64, work: i64) -> float:
    """The expected lead of the player to move after this turn of theirs and the best reply to it."""
    seat = state.seat
    total = 0.0
    for after, chance in turn_endings(state, planned, network, width, work):
        if after.phase == decisions.OVER:
            total += chance * network.expected_lead(after, seat)
            continue
        reply = search_turn(after, network, width, work)[0].bits
        for later, likelihood in turn_endings(after, reply, network, width, work):
            total += chance * likelihood * network.expected_lead(later, seat)
    return total
