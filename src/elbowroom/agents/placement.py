"""Where tokens and markers are placed at the end of a turn: a quick policy without search.

The weakest regions that opponents can reach are strengthened first; of two alike the one that pays more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from elbowroom.agents.features import neighbours_of, tokens_in_play
from elbowroom.engine import decisions
from elbowroom.engine.conquest import defended_cost, reach_of
from elbowroom.engine.redeployment import station_regions
from elbowroom.rules.bits import lowest, only, popcount, vec
from elbowroom.rules.combos import REGIONS

if TYPE_CHECKING:
    from elbowroom.engine.state import State

SHELTERED_HALF_TOKENS: Final = 8
"""A region that no opponent can reach counts as this much stronger."""


def attackable_regions(state: State, seat: i64) -> i64:
    """The regions that opponents could reach on their next turn, whatever the conquest costs them."""
    mask: i64 = 0
    other: i64 = 0
    while other < state.setup.players:
        if other != seat:
            race = state.active[other]
            if race < 0 or state.regions[race] == 0:
                mask |= state.setup.board.border
            else:
                mask |= neighbours_of(state, state.regions[race])
                combo = state.combo_of(race)
                if combo.flies:
                    mask |= state.setup.board.land
                if combo.reaches_far:
                    mask |= reach_of(state, race, combo)
        other += 1
    return mask


def region_income(state: State, region: i64) -> i64:
    """The coins a region of the acting race pays each turn."""
    combo = state.acting()
    total: i64 = 1
    source: i64 = 0
    while source < len(combo.source_kind):
        if combo.source_kind[source] == REGIONS and combo.source_mask[source] >> region & 1:
            total += combo.source_amount[source]
        source += 1
    return total


def region_strength(state: State, region: i64, attackable: i64) -> i64:
    """How little a region of the acting race needs another token, in half tokens."""
    value = 2 * defended_cost(state, region) - region_income(state, region)
    if not attackable >> region & 1:
        value += SHELTERED_HALF_TOKENS
    return value


def next_reinforced_region(state: State, mask: i64, pieces: i64) -> i64:
    """The lowest region that gets a piece if each of these pieces goes to the region that is weakest then."""
    owner = state.owner[state.race]
    attackable = attackable_regions(state, owner)
    immune = state.immune()
    if mask & ~immune:
        mask &= ~immune
    size = popcount(mask)
    values: vec[i64] = vec[i64]([i64(0)] * int(size))
    left = mask
    at: i64 = 0
    while left != 0:
        values[at] = region_strength(state, lowest(left), attackable)
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


def next_chosen_region(state: State, mask: i64, count: i64, best: bool) -> i64:
    """The lowest of the `count` regions that are best (or worst) to hold."""
    attackable = attackable_regions(state, state.owner[state.race])
    taken: i64 = 0
    while count > 0:
        pick: i64 = -1
        pick_value: i64 = 0
        left = mask & ~taken
        while left != 0:
            region = lowest(left)
            value = (
                4 * region_income(state, region)
                + (6 if attackable >> region & 1 else i64(0))
                - defended_cost(state, region)
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
    """The opponent with the most active tokens: peace with them is worth most."""
    best: i64 = -1
    most: i64 = -1
    while mask != 0:
        seat = lowest(mask)
        race = state.active[seat]
        tokens = tokens_in_play(state, race) if race >= 0 else i64(5)
        if tokens > most:
            most = tokens
            best = seat
        mask &= mask - 1
    return best


def placement_bit(state: State) -> i64:
    """The bit to play in a decision that places or removes something; others take the lowest legal bit."""
    phase = state.phase
    legal = state.legal
    regions = legal & ~decisions.DONE_MASK
    if phase == decisions.REDEPLOY or phase == decisions.WITHDRAW:
        return next_reinforced_region(state, regions, state.left)
    if phase == decisions.ENCAMP or phase == decisions.REENCAMP:
        return next_reinforced_region(state, regions, state.left) if regions else i64(decisions.DONE)
    if phase == decisions.FORTIFY:
        return next_chosen_region(state, regions, 1, True)
    if phase == decisions.STATION:
        return next_chosen_region(
            state,
            station_regions(state),
            state.left,
            True,
        )
    if phase == decisions.GIVE_UP:
        return next_chosen_region(
            state, state.regions[state.race] & ~(only(state.floor) - 1), state.left, False
        )
    if phase == decisions.ALLY:
        return strongest_opponent(state, regions)
    return lowest(legal)
