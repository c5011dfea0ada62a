"""Answers: what a line is worth after the next player's best answer to it, averaged over the die.

The planner judges a turn where it ends. Looking one turn further shows which regions will be lost at once and
what the next player was kept from doing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from elbowroom.agents.plan import finish, lines, reveal
from elbowroom.engine import phases, turn

if TYPE_CHECKING:
    from elbowroom.agents.network import Network
    from elbowroom.engine.state import State


def endings(
    state: State, planned: list[int], network: Network, width: i64, work: i64
) -> list[tuple[State, float]]:
    """How the turn can end if this line is played, each with its probability; the state is not changed."""
    trial = state.clone()
    seat = trial.seat
    for action in planned:
        reveal(trial)
        bit: i64 = action
        turn.apply(trial, bit)
    reveal(trial)
    found: list[tuple[State, float]] = []
    if trial.phase != phases.DIE:
        finish(trial, seat, network)
        found.append((trial, 1.0))
        return found
    faces = trial.table.die
    i: i64 = 0
    while i < len(faces):
        same: i64 = i + 1
        while same < len(faces) and faces[same] == faces[i]:
            same += 1
        after = trial.clone()
        turn.apply(after, faces[i])
        reveal(after)
        if after.phase == phases.CONQUER:  # a roll before a conquest: take the best that it allows
            best: i64 = lines(after, network, width, work)[0].actions[0]
            if best != phases.ROLL:
                turn.apply(after, best)
        finish(after, seat, network)
        found.append((after, float(same - i) / float(len(faces))))
        i = same
    return found


def answered(state: State, planned: list[int], network: Network, width: i64, work: i64) -> float:
    """The prospect of the player to move after his line and the best answer to it."""
    seat = state.seat
    total = 0.0
    for after, chance in endings(state, planned, network, width, work):
        if after.phase == phases.OVER:
            total += chance * network.prospect(after, seat)
            continue
        reply = lines(after, network, width, work)[0].actions
        for later, likely in endings(after, reply, network, width, work):
            total += chance * likely * network.prospect(later, seat)
    return total
