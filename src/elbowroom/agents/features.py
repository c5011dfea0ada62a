"""The features of a position: the numbers that the value network reads, from one player's point of view.

All of them are public. Each race and power of the box has a feature of its own; an invented race or power is
described only by what it does: its tokens, its income, what it can reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from elbowroom.engine import conquest
from elbowroom.engine.column import price_of
from elbowroom.engine.scoring import bonus
from elbowroom.rules import terms
from elbowroom.rules.bits import lowest, popcount, vec
from elbowroom.rules.combos import MARKERS, REGIONS, TURN

if TYPE_CHECKING:
    from elbowroom.engine.state import State

# What each number is; the order is that of the weights files. TO_COME: times the turns that are left.
BIAS: Final = 0
TURNS_LEFT: Final = 1
TURNS_LEFT_SQUARED: Final = 2
TWO_PLAYERS: Final = 3
THREE_PLAYERS: Final = 4
FOUR_PLAYERS: Final = 5
FIVE_PLAYERS: Final = 6
WAIT: Final = 7
FEW_COINS: Final = 8
CONQUERS_IN_DECLINE: Final = 9
TOKENS_IN_DECLINE: Final = 10
OPPONENTS_ENTERING: Final = 11
OPPONENT_TOKENS: Final = 12
OPPONENT_SPARE_TOKENS: Final = 13
DECLINED_REGIONS: Final = 14
DECLINED_INCOME: Final = 15
DECLINED_REGIONS_NEAR_OPPONENTS: Final = 16
DECLINED_INCOME_TO_COME: Final = 17
HAS_ACTIVE_RACE: Final = 18
REGIONS_HELD: Final = 19
INCOME: Final = 20
TOKENS: Final = 21
SPARE_TOKENS: Final = 22
INCOME_TO_COME: Final = 23
SPARE_TOKENS_TO_COME: Final = 24
REGIONS_NEAR_OPPONENTS: Final = 25
IMMUNE_REGIONS: Final = 26
DEFENCE_NEAR_OPPONENTS: Final = 27
REACHABLE_FOR_2: Final = 28
REACHABLE_FOR_3: Final = 29
REACHABLE_FOR_4: Final = 30
ENTERS_THE_MAP: Final = 31
DECLINES_AFTER_SCORING: Final = 32
FLIES: Final = 33
BEST_COMBO: Final = 34
BEST_COMBO_TO_COME: Final = 35
FREE_FOR_2: Final = 36
FREE_FOR_3: Final = 37
LOST_TRIBES: Final = 38
IS_LAST_TURN: Final = 39

KNOWN_RACES: Final = 14
KNOWN_POWERS: Final = 20
GENERAL_FEATURES: Final = 40
FIRST_FEATURE_COUNT: Final = 74
"""The general features, then one for each known race and power: all that networks of the first kind read."""

# What networks that see both sides read as well.
NEAR_FOR_3: Final = 74
NEAR_FOR_4: Final = 75
NEAR_FOR_5: Final = 76
SHELTERED_TO_COME: Final = 77
DECLINED_NEAR_FOR_3: Final = 78
DECLINED_NEAR_FOR_4: Final = 79
DECLINED_SHELTERED_TO_COME: Final = 80
REACHABLE_FREE: Final = 81
REACHABLE_IN_DECLINE: Final = 82
REACHABLE_ACTIVE_FOR_3: Final = 83
REACHABLE_ACTIVE_FOR_4: Final = 84
REACHABLE_BONUS: Final = 85
BONUS: Final = 86
BONUS_TO_COME: Final = 87
NEXT_COMBO: Final = 88
NEXT_COMBO_TO_COME: Final = 89
SECOND_COMBO: Final = 90
BORDER_REGIONS: Final = 91
DECLINED_BORDER_REGIONS: Final = 92
TOKENS_NEAR: Final = 93
TOKENS_NEAR_DECLINED: Final = 94
TRAY: Final = 95
REGIONS_TO_COME: Final = 96
COINS: Final = 97
KNOWN_TO_COME: Final = 98
"""From here on one for each known race and power: the turns that are left with it."""
FEATURE_COUNT: Final = 132

OTHERS: Final = 12
"""What is meant for each of the others is written times this, which 1 to 4 other players divide."""


def feature_scales() -> list[float]:
    """By how much each feature, which is a whole number, is divided to be about 1."""
    scales = [10.0] * FEATURE_COUNT
    for each in (
        BIAS,
        TWO_PLAYERS,
        THREE_PLAYERS,
        FOUR_PLAYERS,
        FIVE_PLAYERS,
        FEW_COINS,
        CONQUERS_IN_DECLINE,
    ):
        scales[each] = 1.0
    for each in (HAS_ACTIVE_RACE, ENTERS_THE_MAP, DECLINES_AFTER_SCORING, FLIES, IS_LAST_TURN):
        scales[each] = 1.0
    for each in range(GENERAL_FEATURES, FIRST_FEATURE_COUNT):
        scales[each] = 1.0
    for each in (DECLINED_INCOME_TO_COME, INCOME_TO_COME, SPARE_TOKENS_TO_COME, BEST_COMBO_TO_COME):
        scales[each] = 100.0
    for each in (DECLINED_SHELTERED_TO_COME, SHELTERED_TO_COME, NEXT_COMBO_TO_COME):
        scales[each] = 100.0
    for each in (TURNS_LEFT_SQUARED, COINS, REGIONS_TO_COME, BONUS_TO_COME):
        scales[each] = 100.0
    scales[WAIT] = 4.0
    scales[IMMUNE_REGIONS] = 5.0
    scales[OPPONENTS_ENTERING] = float(OTHERS)
    scales[OPPONENT_TOKENS] = scales[OPPONENT_SPARE_TOKENS] = 10.0 * OTHERS
    scales[DEFENCE_NEAR_OPPONENTS] = 40.0
    scales[FREE_FOR_2] = scales[FREE_FOR_3] = 20.0
    return scales


def lasting_income(state: State, race: i64) -> i64:
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
    """The other regions adjacent to these."""
    return conquest.neighbours_of(state, mask) & ~mask


def turns_left(state: State, seat: i64) -> i64:
    """How many turns the player still has to begin, counted between two turns or in another player's turn."""
    players = state.setup.players
    left = state.setup.board.game_turns - state.game_turn
    since_first = (state.seat - state.first_player + players) % players
    mine = (seat - state.first_player + players) % players
    return left + (1 if mine >= since_first else 0)


def write_features(state: State, seat: i64, out: vec[float], count: i64) -> None:
    """Fill in the first features for this player, so many of them; the state is between two turns.

    All are whole numbers (`feature_scales`), so that sums of their multiples are exact in any order.
    """
    setup = state.setup
    players = setup.players
    i: i64 = 0
    while i < count:
        out[i] = 0.0
        i += 1
    left = turns_left(state, seat)
    out[BIAS] = 1.0
    to_come = float(left)
    out[TURNS_LEFT] = to_come
    out[TURNS_LEFT_SQUARED] = to_come * to_come
    out[TWO_PLAYERS + players - 2] = 1.0
    wait = (seat - state.seat + players) % players
    out[WAIT] = float(wait)
    coins = state.coins[seat]
    out[FEW_COINS] = 1.0 if coins < 2 else 0.0

    active = state.active[seat]
    mine: i64 = 0
    declined: i64 = 0
    declined_income: i64 = 0
    race: i64 = 0
    while race < setup.races:
        if state.owner[race] == seat and race != active:
            declined |= state.regions[race]
            declined_income += lasting_income(state, race)
            if state.combo_of(race).conquers:
                out[CONQUERS_IN_DECLINE] = 1.0
                out[TOKENS_IN_DECLINE] = float(tokens_in_play(state, race))
        race += 1
    enemy_near: i64 = 0
    enemy_active: i64 = 0
    tokens_near: i64 = 0
    tokens_near_declined: i64 = 0
    if active >= 0:
        mine = state.regions[active]
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
                near_them = neighbours_of(state, state.regions[theirs])
                enemy_near |= near_them
                enemy_active |= state.regions[theirs]
                their_tokens = tokens_in_play(state, theirs)
                enemy_tokens += their_tokens
                enemy_spare += their_tokens - popcount(state.regions[theirs])
                if near_them & mine:
                    tokens_near += their_tokens
                if near_them & declined:
                    tokens_near_declined += their_tokens
                if state.regions[theirs] == 0:
                    entering += 1
        other += 1
    share = float(OTHERS // (players - 1))
    out[OPPONENTS_ENTERING] = float(entering) * share
    out[OPPONENT_TOKENS] = float(enemy_tokens) * share
    out[OPPONENT_SPARE_TOKENS] = float(enemy_spare) * share
    immune = state.immune()

    out[DECLINED_REGIONS] = float(popcount(declined))
    out[DECLINED_INCOME] = float(declined_income)
    out[DECLINED_REGIONS_NEAR_OPPONENTS] = float(popcount(declined & enemy_near & ~immune))
    out[DECLINED_INCOME_TO_COME] = out[DECLINED_INCOME] * to_come
    reachable: i64 = 0
    if active >= 0:
        out[HAS_ACTIVE_RACE] = 1.0
        out[REGIONS_HELD] = float(popcount(mine))
        gain = float(lasting_income(state, active))
        out[INCOME] = gain
        tokens = tokens_in_play(state, active)
        out[TOKENS] = float(tokens)
        spare = tokens - popcount(mine)
        out[SPARE_TOKENS] = float(spare)
        out[INCOME_TO_COME] = gain * to_come
        out[SPARE_TOKENS_TO_COME] = out[SPARE_TOKENS] * to_come
        near = mine & enemy_near & ~immune
        out[REGIONS_NEAR_OPPONENTS] = float(popcount(near))
        out[IMMUNE_REGIONS] = float(popcount(mine & immune))
        strength: i64 = 0
        scan = near
        while scan != 0:
            strength += conquest.defended_cost(state, lowest(scan))
            scan &= scan - 1
        out[DEFENCE_NEAR_OPPONENTS] = float(strength)
        reachable = neighbours_of(state, mine) & setup.board.land & ~declined & ~(immune & ~mine)
        out[REACHABLE_FOR_2] = float(popcount(reachable & state.levels[2]))
        out[REACHABLE_FOR_3] = float(popcount(reachable & state.levels[3]))
        out[REACHABLE_FOR_4] = float(popcount(reachable & state.levels[4]))
        if mine == 0:
            out[ENTERS_THE_MAP] = 1.0
        combo = state.combo_of(active)
        if combo.may(terms.DECLINE_AFTER_SCORING):
            out[DECLINES_AFTER_SCORING] = 1.0
        if combo.flies:
            out[FLIES] = 1.0
        if active < KNOWN_RACES:
            out[GENERAL_FEATURES + active] = 1.0
        if state.power[active] < KNOWN_POWERS:
            out[GENERAL_FEATURES + KNOWN_RACES + state.power[active]] = 1.0
    else:
        best: i64 = 0
        slot: i64 = 0
        while slot < state.combos_shown and price_of(state, slot) <= coins:
            combo = setup.combo(state.column[slot] >> 6, state.column[slot] & 63, False)
            worth = combo.tokens + state.column_coins[slot] - price_of(state, slot)
            if worth > best:
                best = worth
            slot += 1
        out[BEST_COMBO] = float(best)
        out[BEST_COMBO_TO_COME] = out[BEST_COMBO] * to_come
    free = setup.board.land & ~mine & ~declined
    out[FREE_FOR_2] = float(popcount(free & state.levels[2]))
    out[FREE_FOR_3] = float(popcount(free & state.levels[3]))
    out[LOST_TRIBES] = float(popcount(state.tribes))
    out[IS_LAST_TURN] = 1.0 if left <= 1 else 0.0
    if count == FIRST_FEATURE_COUNT:
        return
    levels3, levels4 = state.levels[3], state.levels[4]
    open_declined = declined & enemy_near & ~immune
    out[DECLINED_NEAR_FOR_3] = float(popcount(open_declined & levels3))
    out[DECLINED_NEAR_FOR_4] = float(popcount(open_declined & levels4))
    out[DECLINED_SHELTERED_TO_COME] = float(popcount(declined & ~open_declined)) * to_come
    out[DECLINED_BORDER_REGIONS] = float(popcount(declined & setup.board.border))
    out[TOKENS_NEAR_DECLINED] = float(tokens_near_declined)
    out[COINS] = float(coins)
    worth_of_best: i64 = 0
    worth_of_second: i64 = 0
    shown: i64 = 0
    while shown < state.combos_shown and price_of(state, shown) <= coins:
        offered = setup.combo(state.column[shown] >> 6, state.column[shown] & 63, False)
        offer = offered.tokens + state.column_coins[shown] - price_of(state, shown)
        if offer > worth_of_best:
            worth_of_second = worth_of_best
            worth_of_best = offer
        elif offer > worth_of_second:
            worth_of_second = offer
        shown += 1
    out[NEXT_COMBO] = float(worth_of_best)
    out[NEXT_COMBO_TO_COME] = out[NEXT_COMBO] * to_come
    out[SECOND_COMBO] = float(worth_of_second)
    if active < 0:
        return
    open_mine = mine & enemy_near & ~immune
    out[NEAR_FOR_3] = float(popcount(open_mine & levels3))
    out[NEAR_FOR_4] = float(popcount(open_mine & levels4))
    out[NEAR_FOR_5] = float(popcount(open_mine & state.levels[5]))
    out[SHELTERED_TO_COME] = float(popcount(mine & ~open_mine)) * to_come
    out[BORDER_REGIONS] = float(popcount(mine & setup.board.border))
    out[TOKENS_NEAR] = float(tokens_near)
    out[TRAY] = float(state.tray[active])
    out[REGIONS_TO_COME] = out[REGIONS_HELD] * to_come
    others_regions: i64 = 0
    race = 0
    while race < setup.races:
        others_regions |= state.regions[race]
        race += 1
    out[REACHABLE_FREE] = float(popcount(reachable & levels3 & ~others_regions))
    in_decline = reachable & others_regions & ~enemy_active & ~mine
    out[REACHABLE_IN_DECLINE] = float(popcount(in_decline & levels3))
    out[REACHABLE_ACTIVE_FOR_3] = float(popcount(reachable & enemy_active & levels3))
    out[REACHABLE_ACTIVE_FOR_4] = float(popcount(reachable & enemy_active & levels4))
    acting = state.combo_of(active)
    pays: i64 = 0
    paid: i64 = 0
    source: i64 = 0
    while source < len(acting.source_kind):
        if acting.source_kind[source] == REGIONS:
            pays += acting.source_amount[source] * popcount(reachable & levels3 & acting.source_mask[source])
            paid += bonus(state, active, acting, source)
        source += 1
    out[REACHABLE_BONUS] = float(pays)
    out[BONUS] = float(paid)
    out[BONUS_TO_COME] = out[BONUS] * to_come
    if active < KNOWN_RACES:
        out[KNOWN_TO_COME + active] = to_come
    if state.power[active] < KNOWN_POWERS:
        out[KNOWN_TO_COME + KNOWN_RACES + state.power[active]] = to_come
