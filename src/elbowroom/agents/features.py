"""The features of a position: the numbers that the value network reads, from one player's point of view.

All of them are public. Each race and power of the box has a feature of its own; an invented race or power is
described only by what it does: its tokens, its income, what it can reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from elbowroom.engine.scoring import bonus
from elbowroom.rules.bits import lowest, popcount, vec
from elbowroom.rules.combos import MARKERS, REGIONS, TURN

if TYPE_CHECKING:
    from elbowroom.engine.state import State

KNOWN_RACES: Final = 14
KNOWN_POWERS: Final = 20
GENERAL_FEATURES: Final = 40
FEATURE_COUNT: Final = 74
"""The general features, then one for each known race and power."""


def income(state: State, race: i64) -> i64:
    """The coins a race brings each turn if nothing changes: regions, and bonuses that last."""
    combo = state.combo_of(race)
    total = popcount(state.regions[race])
    source: i64 = 0
    while source < len(combo.source_kind):
        kind = combo.source_kind[source]
        if kind == REGIONS or kind == MARKERS or kind == TURN:
            total += bonus(state, race, combo, source)
        source += 1
    return total


def tokens_in_play(state: State, race: i64) -> i64:
    """All tokens of a race that are not in the storage tray: on the map, in hand, or withdrawn."""
    return state.setup.tokens_in_box[race] - state.tray[race]


def neighbours_of(state: State, mask: i64) -> i64:
    """The regions adjacent to these."""
    nearby: i64 = 0
    left = mask
    neighbours = state.setup.board.neighbours
    while left != 0:
        nearby |= neighbours[lowest(left)]
        left &= left - 1
    return nearby & ~mask


def turns_left(state: State, seat: i64) -> i64:
    """How many turns the player still has to begin, counted between two turns or in another player's turn."""
    players = state.setup.players
    left = state.setup.board.game_turns - state.game_turn
    since_first = (state.seat - state.first_player + players) % players
    mine = (seat - state.first_player + players) % players
    return left + (1 if mine >= since_first else 0)


def write_features(state: State, seat: i64, out: vec[float]) -> None:
    """Fill in the features for this player; the state is between two turns."""
    setup = state.setup
    players = setup.players
    i: i64 = 0
    while i < FEATURE_COUNT:
        out[i] = 0.0
        i += 1
    left = turns_left(state, seat)
    out[0] = 1.0
    out[1] = float(left) / 10.0
    out[2] = float(left * left) / 100.0
    out[players + 1] = 1.0  # 3 to 6
    wait = (seat - state.seat + players) % players
    out[7] = float(wait) / 4.0
    coins = state.coins[seat]
    out[8] = 1.0 if coins < 2 else 0.0

    active = state.active[seat]
    mine: i64 = 0
    declined: i64 = 0
    declined_income: i64 = 0
    race: i64 = 0
    while race < setup.races:
        if state.owner[race] == seat and race != active:
            declined |= state.regions[race]
            declined_income += income(state, race)
            if state.combo_of(race).conquers:
                out[9] = 1.0
                out[10] = float(tokens_in_play(state, race)) / 10.0
        race += 1
    enemy_near: i64 = 0
    enemy_tokens: i64 = 0
    enemy_spare: i64 = 0
    entering: i64 = 0
    other: i64 = 0
    while other < players:
        if other != seat:
            theirs = state.active[other]
            if theirs < 0:
                entering += 1
            else:
                enemy_near |= neighbours_of(state, state.regions[theirs])
                enemy_tokens += tokens_in_play(state, theirs)
                enemy_spare += tokens_in_play(state, theirs) - popcount(state.regions[theirs])
                if state.regions[theirs] == 0:
                    entering += 1
        other += 1
    others = float(players - 1)
    out[11] = float(entering) / others
    out[12] = float(enemy_tokens) / (10.0 * others)
    out[13] = float(enemy_spare) / (10.0 * others)
    immune = state.immune()

    out[14] = float(popcount(declined)) / 10.0
    out[15] = float(declined_income) / 10.0
    out[16] = float(popcount(declined & enemy_near & ~immune)) / 10.0
    out[17] = out[15] * out[1]
    if active >= 0:
        mine = state.regions[active]
        out[18] = 1.0
        out[19] = float(popcount(mine)) / 10.0
        gain = float(income(state, active)) / 10.0
        out[20] = gain
        tokens = tokens_in_play(state, active)
        out[21] = float(tokens) / 10.0
        spare = tokens - popcount(mine)
        out[22] = float(spare) / 10.0
        out[23] = gain * out[1]
        out[24] = out[22] * out[1]
        near = mine & enemy_near & ~immune
        out[25] = float(popcount(near)) / 10.0
        out[26] = float(popcount(mine & immune)) / 5.0
        strength: i64 = 0
        scan = near
        while scan != 0:
            strength += state.cost(lowest(scan))
            scan &= scan - 1
        out[27] = float(strength) / 40.0
        reachable = neighbours_of(state, mine) & setup.board.land & ~declined & ~(immune & ~mine)
        out[28] = float(popcount(reachable & state.levels[2])) / 10.0
        out[29] = float(popcount(reachable & state.levels[3])) / 10.0
        out[30] = float(popcount(reachable & state.levels[4])) / 10.0
        if mine == 0:
            out[31] = 1.0
        combo = state.combo_of(active)
        if combo.declines_after_scoring:
            out[32] = 1.0
        if combo.flies:
            out[33] = 1.0
        if active < KNOWN_RACES:
            out[GENERAL_FEATURES + active] = 1.0
        if state.power[active] < KNOWN_POWERS:
            out[GENERAL_FEATURES + KNOWN_RACES + state.power[active]] = 1.0
    else:
        best: i64 = 0
        slot: i64 = 0
        while slot < state.combos_shown and slot <= coins:
            combo = setup.combo(state.column[slot] >> 6, state.column[slot] & 63, False)
            worth = combo.tokens + state.column_coins[slot] - slot
            if worth > best:
                best = worth
            slot += 1
        out[34] = float(best) / 10.0
        out[35] = out[34] * out[1]
    free = setup.board.land & ~mine & ~declined
    out[36] = float(popcount(free & state.levels[2])) / 20.0
    out[37] = float(popcount(free & state.levels[3])) / 20.0
    out[38] = float(popcount(state.tribes)) / 10.0
    out[39] = 1.0 if left <= 1 else 0.0
