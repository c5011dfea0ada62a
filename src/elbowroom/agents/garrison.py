"""Where tokens and markers should stand: a quick policy for everything that is placed at the end of a turn.

The weakest regions that enemies can reach are strengthened first, those that pay more a little before others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from elbowroom.agents.features import around
from elbowroom.engine import phases
from elbowroom.rules.bits import lowest, only, popcount, vec
from elbowroom.rules.combos import REGIONS

if TYPE_CHECKING:
    from elbowroom.engine.state import State

SHELTERED: Final = 8
"""How much stronger a region that no enemy reaches counts, in half tokens."""


def exposed(state: State, seat: i64) -> i64:
    """The regions that an enemy could attack on his next turn, as far as position goes."""
    mask: i64 = 0
    other: i64 = 0
    while other < state.table.players:
        if other != seat:
            race = state.active[other]
            if race < 0 or state.regions[race] == 0:
                mask |= state.table.board.border
            else:
                mask |= around(state, state.regions[race])
                if state.combo_of(race).flies:
                    mask |= state.table.board.land
        other += 1
    return mask


def worth(state: State, region: i64) -> i64:
    """The coins a region of the acting race pays each turn."""
    combo = state.acting()
    total: i64 = 1
    source: i64 = 0
    while source < len(combo.source_kind):
        if combo.source_kind[source] == REGIONS and combo.source_mask[source] >> region & 1:
            total += combo.source_amount[source]
        source += 1
    return total


def strength(state: State, region: i64, open_to_attack: i64) -> i64:
    """How little a region of the acting race needs another token, in half tokens."""
    value = 2 * state.cost(region) - worth(state, region)
    if not open_to_attack >> region & 1:
        value += SHELTERED
    return value


def spread(state: State, mask: i64, pieces: i64) -> i64:
    """Where the first of so many pieces goes, in ascending order, if each strengthens the weakest region."""
    owner = state.owner[state.race]
    open_to_attack = exposed(state, owner)
    immune = state.immune()
    if mask & ~immune:
        mask &= ~immune
    size = popcount(mask)
    values: vec[i64] = vec[i64]([i64(0)] * int(size))
    left = mask
    at: i64 = 0
    while left != 0:
        values[at] = strength(state, lowest(left), open_to_attack)
        left &= left - 1
        at += 1
    first = size
    while pieces > 0:
        weakest: i64 = 0
        at = 1
        while at < size:
            if values[at] < values[weakest]:
                weakest = at
            at += 1
        values[weakest] += 2
        if weakest < first:
            first = weakest
        pieces -= 1
    left = mask
    while first > 0:
        left &= left - 1
        first -= 1
    return lowest(left)


def chosen(state: State, mask: i64, count: i64, best: bool) -> i64:
    """The first, in ascending order, of the regions most (or least) worth choosing."""
    open_to_attack = exposed(state, state.owner[state.race])
    taken: i64 = 0
    while count > 0:
        pick: i64 = -1
        pick_value: i64 = 0
        left = mask & ~taken
        while left != 0:
            region = lowest(left)
            value = (
                4 * worth(state, region)
                + (6 if open_to_attack >> region & 1 else i64(0))
                - state.cost(region)
            )
            if not best:
                value = -value
            if pick < 0 or value > pick_value:
                pick = region
                pick_value = value
            left &= left - 1
        taken |= only(pick)
        count -= 1
    return lowest(taken)


def strongest_opponent(state: State, mask: i64) -> i64:
    """The opponent with most active tokens, for a peace."""
    best: i64 = -1
    most: i64 = -1
    while mask != 0:
        seat = lowest(mask)
        race = state.active[seat]
        tokens = state.table.tokens_in_box[race] - state.tray[race] if race >= 0 else i64(5)
        if tokens > most:
            most = tokens
            best = seat
        mask &= mask - 1
    return best


def place(state: State) -> i64:
    """The answer to a decision about placing something; decisions about conquest are not made here."""
    phase = state.phase
    legal = state.legal
    regions = legal & ~phases.DONE_BIT
    if phase == phases.REDEPLOY or phase == phases.WITHDRAW:
        return spread(state, regions, state.left)
    if phase == phases.ENCAMP or phase == phases.REENCAMP:
        return spread(state, regions, state.left) if regions else i64(phases.DONE)
    if phase == phases.FORTIFY:
        return chosen(state, regions, 1, True)
    if phase == phases.STATION:
        return chosen(
            state,
            state.regions[state.race] & ~(only(state.floor) - 1) & ~state.marker_mask(state.kind),
            state.left,
            True,
        )
    if phase == phases.GIVE_UP:
        return chosen(state, state.regions[state.race] & ~(only(state.floor) - 1), state.left, False)
    if phase == phases.ALLY:
        return strongest_opponent(state, regions)
    return lowest(legal)
