"""Troop redeployment and what goes with it: recruits, encampments, fortresses, leaving, heroes.

Also readying troops, abandoning regions, and the withdrawal of the victims. Pieces are placed one by one in
ascending order of regions, so each outcome has exactly one sequence of decisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from elbowroom.engine import decisions
from elbowroom.engine.conquest import defended_cost, vanish
from elbowroom.engine.events import (
    Abandoned,
    Deployed,
    Dismissed,
    Gathered,
    GaveUp,
    Readied,
    Recruited,
    RegionTokens,
    SecondWave,
)
from elbowroom.engine.state import MAX_DISPLACED
from elbowroom.rules import terms
from elbowroom.rules.bits import lowest, only, popcount
from elbowroom.rules.combos import (
    CONQUERED,
    CONQUESTS,
    END_OF_TURN,
    KILLED,
    ONE_PER_TURN,
    REDEPLOYMENT,
    REGIONS,
    TURN,
)

if TYPE_CHECKING:
    from elbowroom.engine.state import State
    from elbowroom.rules.combos import Combo


def gather(state: State, race: i64) -> None:
    """Take all tokens but one of each region in hand, or but a garrison (EXP-1, RUL-39, RUL-70)."""
    least = state.acting().least
    left = state.regions[race]
    taken: list[RegionTokens] = []
    while left != 0:
        region = lowest(left)
        spare = state.tokens[region] - least
        if spare > 0:
            state.hand[race] += spare
            state.set_tokens(region, least)
            if state.events is not None:
                taken.append(RegionTokens(region=int(region) + 1, tokens=int(spare)))
        left &= left - 1
    if taken:
        name = state.setup.race_ids[race]
        state.tell(Gathered(race=name, taken=tuple(taken), tokens=int(state.hand[race])))


def ready(state: State) -> None:
    """Ready the troops; conquest begins (EXP-1)."""
    if state.acting().abandons_all:
        held = state.regions[state.race]
        while held != 0:
            abandon(state, lowest(held))
            held &= held - 1
    gather(state, state.race)
    if state.setup.recruits_at_start:
        recruit(state, True)
    state.has_acted = True
    state.phase = decisions.CONQUER
    if state.events is not None:
        race, hand = state.setup.race_ids[state.race], int(state.hand[state.race])
        state.tell(Readied(seat=int(state.seat), race=race, tokens=hand))


def may_make_second_wave(state: State) -> bool:
    """Whether the acting race may take its tokens in hand once more and go on conquering (RUL-80)."""
    return (
        state.acting().may(terms.SECOND_WAVE)
        and not state.done_once >> decisions.WAVE & 1
        and state.die < 0
        and spare_tokens(state, state.race) > 0
    )


def make_second_wave(state: State) -> None:
    """All tokens but one of each region, or but a garrison, come to hand and conquests go on (RUL-80)."""
    state.done_once |= only(decisions.WAVE)
    gather(state, state.race)
    state.phase = decisions.CONQUER
    if state.events is not None:
        race, hand = state.setup.race_ids[state.race], int(state.hand[state.race])
        state.tell(SecondWave(seat=int(state.seat), race=race, tokens=hand))


def abandon(state: State, region: i64) -> None:
    """Take every token out of a region; it is no longer the player's (EXP-4, RUL-25)."""
    leave(state, region)
    if state.setup.follows_turn:
        state.abandoned += 1
    state.has_acted = True
    if state.events is not None:
        state.tell(Abandoned(seat=int(state.seat), region=int(region) + 1))


def leave(state: State, region: i64) -> None:
    """The acting race goes out of the region, its tokens to the hand."""
    race = state.race
    state.hand[race] += state.tokens[region]
    state.empty_region(race, region)


def recruit(state: State, at_start: bool) -> None:
    """New tokens as far as the tray goes: before redeployment, or on readying (SKE-1, SKE-4, RUL-64)."""
    race, combo = state.race, state.acting()
    row: i64 = 0
    rows: i64 = len(combo.recruit_kind)
    while row < rows:
        if (combo.recruit_at_start[row] != 0) == at_start:
            new = recruits_for(state, combo, row)
            if new > state.tray[race]:
                new = state.tray[race]
            state.tray[race] -= new
            state.hand[race] += new
            if combo.recruit_for_attack[row]:
                state.leaving += new
            if new > 0 and state.events is not None:
                state.tell(Recruited(race=state.setup.race_ids[race], tokens=int(new)))
        row += 1


def recruits_for(state: State, combo: Combo, row: i64) -> i64:
    """How many new tokens the acting race gets for one of the things it recruits for."""
    kind, amount = combo.recruit_kind[row], combo.recruit_amount[row]
    if kind == CONQUESTS:
        return state.non_empty // amount
    if kind == TURN:
        return amount
    if kind == KILLED:
        return amount * state.killed
    if kind == REGIONS:
        return amount * popcount(state.regions[state.race] & combo.recruit_mask[row])
    if kind == CONQUERED:
        return amount * popcount(state.conquered(combo.recruit_who[row]) & combo.recruit_mask[row])
    declined: i64 = 0
    race: i64 = 0
    while race < state.setup.races:
        if state.regions[race] != 0 and state.is_declined(race):
            declined += 1
        race += 1
    return amount * declined


def dismiss(state: State) -> None:
    """Recruits for the attack go back to the tray, out of the hand (RUL-65)."""
    race = state.race
    gone = state.leaving
    if gone > state.hand[race]:
        gone = state.hand[race]
    state.tray[race] += gone
    state.hand[race] -= gone
    state.leaving = 0
    if gone > 0 and state.events is not None:
        state.tell(Dismissed(race=state.setup.race_ids[race], tokens=int(gone)))


def open_redeploy(state: State) -> bool:
    """Open the redeployment of the acting race; False if there is nothing to decide (RED-1 to RED-3)."""
    race = state.race
    if state.regions[race] == 0:
        return False  # RUL-4, RUL-44: the tokens stay in hand.
    combo = state.acting()
    if not combo.redeploys:
        # RUL-78: all stays as it is, unless tokens that have to leave stand on the map.
        if state.hand[race] < must_leave(state):
            gather(state, race)
        return False
    gather(state, race)
    if combo.stays_in_hand:
        return False
    state.left = state.hand[race] - must_leave(state)
    return _open_spread(state, decisions.REDEPLOY)


def must_leave(state: State) -> i64:
    """How many tokens of the acting race may not stand on the map after redeployment (RUL-5, RUL-65)."""
    return state.acting().attack_only + state.leaving


def deploy(state: State, region: i64, tokens: i64) -> None:
    """Put tokens from the hand into a region; regions before it are settled."""
    race = state.race
    if state.phase == decisions.WITHDRAW:
        state.withdrawn[race] -= tokens
    else:
        state.hand[race] -= tokens
    state.set_tokens(region, state.tokens[region] + tokens)
    state.left -= tokens
    state.floor = region
    if state.events is not None:
        name = state.setup.race_ids[race]
        state.tell(Deployed(race=name, region=int(region) + 1, tokens=int(tokens)))


def _open_spread(state: State, phase: i64) -> bool:
    """Ask where the tokens that are left go, unless only one region can take them."""
    state.floor = 0
    state.phase = phase
    return go_on(state)


def open_regions(state: State) -> i64:
    """The regions of the acting race that are not yet settled."""
    return state.regions[state.race] & ~(only(state.floor) - 1)


def go_on(state: State) -> bool:
    """Whether a choice of region is still open; a single region takes all that is left."""
    if state.left <= 0:
        return False
    mask = open_regions(state)
    if mask & (mask - 1):
        return True
    deploy(state, lowest(mask), state.left)
    return False


def next_kind(state: State, placed: i64) -> bool:
    """Go on to the acting race's next marker kind that is placed at this moment."""
    markers = state.acting().markers
    i: i64 = 0
    while i < len(markers):
        if markers[i] > state.kind and state.setup.kind_placed[markers[i]] == placed:
            state.kind = markers[i]
            return True
        i += 1
    return False


def open_encamp(state: State) -> bool:
    """Take up the encampments and place them anew, each if the player likes (BIV-1, BIV-5, RUL-28)."""
    while next_kind(state, REDEPLOYMENT):
        held = state.regions[state.race]
        state.take_up(state.kind, held)
        state.left = state.marker_stock(state.kind)
        state.floor = 0
        if held & state.setup.kind_where[state.kind] and state.left > 0:
            state.phase = decisions.ENCAMP
            return True
    return False


def encamp(state: State, region: i64) -> None:
    """Place one encampment."""
    state.add_marker(state.kind, region)
    state.left -= 1
    state.floor = region


def may_encamp(state: State) -> i64:
    """Where the next encampment may stand."""
    layer = state.setup.kind_first[state.kind] + state.setup.kind_layers[state.kind] - 1
    return open_regions(state) & ~state.markers[layer] & state.setup.kind_where[state.kind]


def open_fortify(state: State) -> bool:
    """Open the choice of a region for one fortress (FTF-1, FTF-8, FTF-9, RUL-12)."""
    while next_kind(state, ONE_PER_TURN):
        if buildable(state) and state.marker_stock(state.kind) > 0:
            state.phase = decisions.FORTIFY
            return True
    return False


def buildable(state: State) -> i64:
    """The regions of the acting race without such a marker in which one may stand."""
    return state.regions[state.race] & ~state.marker_mask(state.kind) & state.setup.kind_where[state.kind]


def open_give_up(state: State) -> bool:
    """Tokens that only attack come off the map; regions are given up if spare ones do not suffice (RUL-5)."""
    race = state.race
    short = must_leave(state) - state.hand[race]
    held = state.regions[race]
    if short <= 0 or held == 0:
        return False
    state.left = regions_for(state, short)
    if state.left >= popcount(held):
        while held != 0:
            give_up(state, lowest(held))
            held &= held - 1
        return False
    state.floor = 0
    state.phase = decisions.GIVE_UP
    return True


def regions_for(state: State, tokens: i64) -> i64:
    """How many regions with their garrisons alone have this number of tokens; 0 or less if none is needed."""
    least = state.acting().least
    return (tokens + least - 1) // least if tokens > 0 else tokens


def spare_tokens(state: State, race: i64) -> i64:
    """How many tokens of the race are not needed in their regions."""
    least = state.combo_of(race).least
    left = state.regions[race]
    spare: i64 = 0
    while left != 0:
        more = state.tokens[lowest(left)] - least
        if more > 0:
            spare += more
        left &= left - 1
    return spare


def regions_to_give_up(state: State) -> i64:
    """How many regions the acting race will have to give up if its conquests end now (RUL-5)."""
    if state.race < 0 or state.race != state.active[state.seat]:
        return 0
    if state.phase >= decisions.FIRST_STEP or decisions.AFTER_GIVE_UP_MASK >> state.phase & 1:
        return 0
    if state.phase == decisions.GIVE_UP:
        return state.left
    race = state.race
    needed = regions_for(state, must_leave(state) - state.hand[race] - spare_tokens(state, race))
    held = popcount(state.regions[race])
    if needed > held:
        needed = held
    return needed if needed > 0 else i64(0)


def give_up(state: State, region: i64) -> None:
    """Empty a region so that its token can leave (RUL-5, RUL-48)."""
    leave(state, region)
    state.left -= 1
    state.floor = region
    if state.events is not None:
        state.tell(GaveUp(seat=int(state.seat), region=int(region) + 1))


def enough_after(state: State, mask: i64) -> i64:
    """The regions that may be next, so that enough higher ones remain for the other pieces."""
    skip = popcount(mask) - state.left
    lowest_regions: i64 = 0
    while skip >= 0 and mask != 0:
        lowest_regions |= mask & -mask
        mask &= mask - 1
        skip -= 1
    return lowest_regions


def open_station(state: State) -> bool:
    """Take up the heroes and place them in different regions (HER-1, HER-2, RUL-28)."""
    while next_kind(state, END_OF_TURN):
        held = state.regions[state.race]
        state.take_up(state.kind, held)
        held &= state.setup.kind_where[state.kind]
        state.left = state.marker_stock(state.kind)
        if state.left >= popcount(held):
            while held != 0:
                state.add_marker(state.kind, lowest(held))
                held &= held - 1
            continue
        if state.left > 0:
            state.floor = 0
            state.phase = decisions.STATION
            return True
    return False


def station(state: State, region: i64) -> None:
    """Place one hero."""
    state.add_marker(state.kind, region)
    state.left -= 1
    state.floor = region


def stationable(state: State) -> i64:
    """Where the next hero may stand: each in a region of its own."""
    return enough_after(state, station_regions(state))


def station_regions(state: State) -> i64:
    """The regions in which heroes may still be placed."""
    return open_regions(state) & ~state.marker_mask(state.kind) & state.setup.kind_where[state.kind]


def open_withdraw(state: State) -> bool:
    """Open the next victim's withdrawal, clockwise from the player whose turn it was (LOS-3, RUL-18)."""
    if not _anything_withdraws(state):
        return False
    players = state.setup.players
    step: i64 = 0
    while step < players:
        seat = (state.seat + step) % players
        active = state.active[seat]
        if active >= 0 and _withdraw_race(state, active):
            return True
        race: i64 = 0
        while race < state.setup.races:
            if race != active and state.owner[race] == seat and _withdraw_race(state, race):
                return True
            race += 1
        step += 1
    return False


def _anything_withdraws(state: State) -> bool:
    """Whether tokens or encampments of any race wait to be put back."""
    race: i64 = 0
    while race < state.setup.races:
        if state.withdrawn[race] != 0:
            return True
        race += 1
    place: i64 = 0
    while place < len(state.displaced):
        if state.displaced[place] != 0:
            return True
        place += 1
    return False


def _withdraw_race(state: State, race: i64) -> bool:
    """Let this race withdraw; True if its owner has to decide where."""
    combo = state.combo_of(race)
    if state.regions[race] == 0:
        _stay_aside(state, race, combo)
        return False
    state.race = race
    state.combo = combo
    if combo.stays_in_hand:
        state.hand[race] += state.withdrawn[race]  # RUL-78
        state.withdrawn[race] = 0
    if state.withdrawn[race] > 0:
        state.left = state.withdrawn[race]
        if _open_spread(state, decisions.WITHDRAW) and not _withdraw_itself(state):
            return True
    place: i64 = 0
    while place < len(combo.markers) and place < MAX_DISPLACED:
        if state.displaced[2 * race + place] > 0:
            state.kind = combo.markers[place]
            state.left = state.displaced[2 * race + place]
            state.floor = 0
            state.phase = decisions.REENCAMP
            if not may_encamp(state):
                camps_are_back(state)
            elif not _encamp_itself(state):
                return True
        place += 1
    return False


def camps_are_back(state: State) -> None:
    """The displaced encampments of the kind just placed are settled; what was not placed stays aside."""
    markers = state.acting().markers
    place: i64 = 0
    while place < len(markers):
        if markers[place] == state.kind:
            state.displaced[2 * state.race + place] = 0
        place += 1


def _stay_aside(state: State, race: i64, combo: Combo) -> None:
    """Nowhere to go: tokens stay in hand, encampments aside (LOS-5, RUL-6)."""
    state.hand[race] += state.withdrawn[race]
    state.withdrawn[race] = 0
    state.displaced[2 * race] = 0
    state.displaced[2 * race + 1] = 0
    if not combo.conquers:
        vanish(state, race)  # RUL-58: in decline, its tokens could never come back.


def _withdraw_itself(state: State) -> bool:
    """With `auto_withdraw`, each token goes to the weakest region (RUL-38)."""
    if not state.setup.auto_withdraw:
        return False
    while state.left > 0:
        deploy(state, weakest(state, state.regions[state.race]), 1)
    return True


def _encamp_itself(state: State) -> bool:
    if not state.setup.auto_withdraw:
        return False
    while state.left > 0 and may_encamp(state):
        encamp(state, weakest(state, may_encamp(state)))
        state.floor = 0
    camps_are_back(state)
    return True


def weakest(state: State, mask: i64) -> i64:
    """The region that is cheapest to conquer, the first of several; an immune one only if all are."""
    if mask & ~state.immune():
        mask &= ~state.immune()
    best = lowest(mask)
    while mask != 0:
        region = lowest(mask)
        if defended_cost(state, region) < defended_cost(state, best):
            best = region
        mask &= mask - 1
    return best
