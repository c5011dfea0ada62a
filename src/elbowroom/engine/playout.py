"""Playing on at random in one compiled loop, for Monte Carlo and benchmarks; and the digest of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from elbowroom.engine import decisions
from elbowroom.engine.turn import apply
from elbowroom.rules.bits import nth, popcount

if TYPE_CHECKING:
    from elbowroom.engine.chance import Generator
    from elbowroom.engine.state import State

PRIME: Final = 16777619
WORD: Final = 0xFFFFFFFF


def play_out(state: State, generator: Generator) -> i64:
    """Play to the end with random legal answers; returns how many decisions players made."""
    answers: i64 = 0
    while state.phase != decisions.OVER:
        if state.phase <= decisions.LAST_CHANCE:
            apply(state, generator.outcome(state))
        else:
            apply(state, nth(state.legal, generator.below(popcount(state.legal))))
            answers += 1
    return answers


def _mix(value: i64, number: i64) -> i64:
    value = ((value ^ (number & WORD)) * PRIME) & WORD
    return ((value ^ (number >> 32 & WORD)) * PRIME) & WORD


def digest_state(state: State, seed: i64) -> i64:
    """Mix what can be seen of a state into a 32-bit number."""
    value = _mix(_mix(_mix(seed, state.phase), state.legal), state.tribes)
    value = _mix(_mix(value, state.peace), state.seat * 64 + state.race + 1)
    for region in range(state.setup.board.size):
        value = _mix(value, state.tokens[region])
    for layer in range(i64(len(state.markers))):
        value = _mix(value, state.markers[layer])
    for race in range(state.setup.races):
        value = _mix(value, state.regions[race])
        value = _mix(value, state.hand[race] + 64 * state.withdrawn[race] + 4096 * state.tray[race])
    for seat in range(state.setup.players):
        value = _mix(value, state.coins[seat])
    for slot in range(state.combos_shown):
        value = _mix(value, state.column[slot] * 64 + state.column_coins[slot])
    return value
