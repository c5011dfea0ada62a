"""Conquering regions: where a race may go, what it costs, losses, and the final attempt with the die.

Also the special moves of conquest: the dragon's attack, substitution, and rolling before every conquest; and
those of own races and powers: paying for a conquest, and striking.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from elbowroom.engine import decisions
from elbowroom.engine.column import return_banner
from elbowroom.engine.events import (
    Abandoned,
    AttemptFailed,
    CoinsGiven,
    Conquered,
    Deployed,
    DrivenOut,
    Paid,
    Recruited,
    Rolled,
    Struck,
    Substituted,
    TokensLost,
    TribeRemoved,
    Vanished,
)
from elbowroom.engine.state import STRIKES_OF_SEAT
from elbowroom.rules import terms
from elbowroom.rules.bits import lowest, only, popcount, vec
from elbowroom.rules.combos import (
    ACTIVE,
    BESIDE,
    DRAGON_ATTACK,
    EACH_CONQUEST,
    EVERY_REGION,
    FIRST_CONQUESTS,
    IGNORED,
    IN_DECLINE,
    IN_PLACE,
    MOUNTAIN_PART,
    OCCUPIED,
    OCCUPIED_BY,
    REDEPLOYMENT,
    TOKENS_PART,
    TRIBE,
    TRIBE_PART,
)

if TYPE_CHECKING:
    from elbowroom.engine.state import State
    from elbowroom.rules.combos import Combo


def entry(state: State, combo: Combo) -> i64:
    """Where a race that holds no region may make its first conquest (FST-1 to FST-8)."""
    board = state.setup.board
    if combo.enters_anywhere:
        # RUL-46: water too, for those who sail.
        return board.land | board.water if combo.sails else board.land
    mask = board.land if combo.flies else board.border
    if combo.sails:
        mask |= board.edge_water
    return mask


def reach(state: State) -> i64:
    """Where the acting race may conquer next, as far as position goes (FOL-2, FOL-3, CON-8)."""
    return reach_of(state, state.race, state.acting())


def reach_of(state: State, race: i64, combo: Combo) -> i64:
    """Where a race with this combo may conquer next, as far as position goes."""
    held, board = state.regions[race], state.setup.board
    if held == 0:
        return entry(state, combo)
    mask = board.land if combo.flies else i64(0)
    if held & combo.tunnels:
        mask |= combo.tunnels
    if combo.sails or not combo.flies:
        mask |= neighbours_of(state, held)
    if combo.reaches_far:
        mask |= linked(state, combo, held) | _leapt(state, combo, held)
    if not combo.sails:
        mask &= board.land
    return mask & ~held


def linked(state: State, combo: Combo, held: i64) -> i64:
    """The regions that are adjacent to these by a link of the combo (RUL-72)."""
    mask: i64 = 0
    i: i64 = 0
    while i < len(combo.link_masks):
        if held & combo.link_masks[i]:
            mask |= combo.link_masks[i]
        i += 1
    i = 0
    while i < len(combo.link_kinds):
        marked = state.marker_mask(combo.link_kinds[i])
        if held & marked:
            mask |= marked
        i += 1
    return mask


def _leapt(state: State, combo: Combo, held: i64) -> i64:
    """The regions two steps away from where a leap may start (RUL-73)."""
    return neighbours_of(state, neighbours_of(state, held & combo.leaps_from))


def neighbours_of(state: State, regions: i64) -> i64:
    """The regions adjacent to these, among which some of these may be."""
    neighbours = state.setup.board.neighbours
    mask: i64 = 0
    while regions != 0:
        mask |= neighbours[lowest(regions)]
        regions &= regions - 1
    return mask


def exposed(state: State, seat: i64) -> i64:
    """The regions in which opponents could attack this seat on their next turn, whatever it costs them.

    Whoever has yet to pick a combo comes over the border (FST-1); peace and immunity hold opponents off.
    """
    mask: i64 = 0
    other: i64 = 0
    while other < state.setup.players:
        if other != seat:
            race = state.active[other]
            if race < 0:
                reached = state.setup.board.border
            else:
                reached = reach_of(state, race, state.combo_of(race))
            if state.peace >> (8 * other + seat) & 1 and state.active[seat] >= 0:
                reached &= ~state.regions[state.active[seat]]
            mask |= reached
        other += 1
    return mask & ~state.immune()


def peaceful(state: State) -> i64:
    """The regions that a peace forbids to the acting race (DIP-3), unless it is in decline (DIP-6)."""
    if state.peace == 0 or state.acting().declined:
        return 0
    mask: i64 = 0
    seat: i64 = 0
    while seat < state.setup.players:
        if state.peace >> (8 * state.seat + seat) & 1 and state.active[seat] >= 0:
            mask |= state.regions[state.active[seat]]
        seat += 1
    return mask


def protected(state: State) -> i64:
    """The enemy regions that are immune; one's own are not immune against oneself (RUL-42)."""
    immune = state.immune()
    return immune & ~state.held_by(state.seat) if immune else immune


def targets(state: State) -> i64:
    """The regions the acting race may attack, whatever they cost."""
    return reach(state) & ~protected(state) & ~peaceful(state)


def beside(state: State, kind: i64) -> i64:
    """The regions next to a held region of the kind that makes them cheaper (GIA-1, RUL-21)."""
    return adjacent_to(state, state.regions[state.race] & state.acting().beside_mask[kind])


def adjacent_to(state: State, held: i64) -> i64:
    """The regions that are adjacent to these for the acting race."""
    combo = state.acting()
    mask: i64 = combo.tunnels if held & combo.tunnels else i64(0)
    if combo.reaches_far:
        mask |= linked(state, combo, held)
    return mask | neighbours_of(state, held)


def occupied_by(state: State, who: i64) -> i64:
    """The regions in which this stands now: EMPTY to OCCUPIED of `rules.combos`."""
    if who == TRIBE:
        return state.tribes
    active: i64 = 0
    declined: i64 = 0
    race: i64 = 0
    while race < state.setup.races:
        if state.regions[race] != 0:
            if state.is_declined(race):
                declined |= state.regions[race]
            else:
                active |= state.regions[race]
        race += 1
    if who == ACTIVE:
        return active
    if who == IN_DECLINE:
        return declined
    occupied = state.tribes | active | declined
    return occupied if who == OCCUPIED else ~occupied


def ignored_part(state: State, part: i64, region: i64) -> i64:
    """How much of the price of a region this part of it is: TOKENS_PART to TRIBE_PART of `rules.combos`."""
    setup = state.setup
    if part == MOUNTAIN_PART:
        return i64(terms.MOUNTAIN_COST) if setup.board.mountain >> region & 1 else i64(0)
    if part == TRIBE_PART:
        return i64(terms.LOST_TRIBE_COST) if state.tribes >> region & 1 else i64(0)
    if setup.has_firm_races and is_defenceless(state, region):
        return 0
    if part == TOKENS_PART:
        return state.tokens[region] - own_tokens(state, region)
    return marker_defence(state, region)


def marker_defence(state: State, region: i64) -> i64:
    """What the markers in a region add to its cost."""
    setup = state.setup
    defence: i64 = 0
    layer: i64 = 0
    while layer < len(state.markers):
        if state.markers[layer] >> region & 1:
            defence += setup.layer_defence[layer]
        layer += 1
    return defence


def varying_discount(state: State, row: i64, region: i64) -> i64:
    """What one of the discounts that change with the game takes off the region now; below 0 if it adds."""
    combo = state.acting()
    kind, mask, amount = combo.vary_kind[row], combo.vary_mask[row], combo.vary_amount[row]
    if not state.is_counted(state.race, combo.vary_when[row], combo.vary_when_n[row]):
        return 0
    if kind == IN_PLACE:
        return amount if mask >> region & 1 else i64(0)
    if kind == OCCUPIED_BY:
        return amount if occupied_by(state, combo.vary_who[row]) >> region & 1 else i64(0)
    if kind == BESIDE:
        return amount if adjacent_to(state, state.regions[state.race] & mask) >> region & 1 else i64(0)
    if kind == IGNORED:
        return ignored_part(state, mask, region)
    if kind == EACH_CONQUEST:
        times = state.non_empty
    else:
        times = popcount(state.setup.board.neighbours[region] & state.regions[state.race]) - 1
    total = amount * times if times > 0 else i64(0)
    return total if total < mask else mask


def discount(state: State, region: i64) -> i64:
    """By how many tokens the region is cheaper for the acting race."""
    combo = state.acting()
    total: i64 = 0
    while total < len(combo.cheaper) and combo.cheaper[total] >> region & 1:
        total += 1
    kind: i64 = 0
    while kind < len(combo.beside_mask):
        if beside(state, kind) >> region & 1:
            total += combo.beside_amount[kind]
        kind += 1
    row: i64 = 0
    while row < len(combo.vary_kind):
        total += varying_discount(state, row, region)
        row += 1
    return total


def own_tokens(state: State, region: i64) -> i64:
    """The player's own tokens in the region, which do not defend it against that player (RUL-1)."""
    if state.setup.own_tokens_defend or state.tokens[region] == 0:
        return 0
    return state.tokens[region] if state.owner[state.holder(region)] == state.seat else i64(0)


def is_defenceless(state: State, region: i64) -> bool:
    """Whether neither the tokens nor the markers in the region defend it (RUL-76)."""
    holder = state.holder(region)
    return holder >= 0 and state.combo_of(holder).is_defenceless


def firmness(state: State, region: i64) -> i64:
    """What the traits of those who hold the region add to its cost, or take off it (RUL-74, RUL-76)."""
    holder = state.holder(region)
    if holder < 0:
        return 0
    combo, setup = state.combo_of(holder), state.setup
    if combo.is_defenceless:
        return own_tokens(state, region) - state.tokens[region] - marker_defence(state, region)
    total: i64 = 0
    while total < len(combo.firm) and combo.firm[total] >> region & 1:
        total += 1
    guarding = setup.board.neighbours[region] & state.regions[holder]
    kind: i64 = 0
    while kind < len(setup.kind_guards):
        if setup.kind_guards[kind] != 0 and state.marker_mask(kind) & guarding:
            total += setup.kind_guards[kind]
        kind += 1
    return total


def defended_cost(state: State, region: i64) -> i64:
    """What the region costs before discounts, with what the traits of its race add."""
    cost = state.cost(region)
    return cost + firmness(state, region) if state.setup.has_firm_races else cost


def price(state: State, region: i64, less: i64 = 0) -> i64:
    """How many tokens the acting race needs to take the region now, with `less` tokens less (CON-12)."""
    cost = state.cost(region) - own_tokens(state, region) - discount(state, region) - less
    if state.setup.has_firm_races:
        cost += firmness(state, region)
    if state.die > 0:
        cost -= state.die
    least: i64 = 1
    if state.setup.has_garrisons:
        least = state.acting().least  # RUL-70
    return cost if cost > least else least


def within(state: State, mask: i64, tokens: i64) -> i64:
    """Those of the regions that this number of tokens can take."""
    combo = state.acting()
    affordable: i64 = 0
    special = mask
    if not combo.varies and not state.setup.has_firm_races:
        levels = state.levels
        most: i64 = len(levels) - 1
        affordable = levels[tokens if tokens < most else most]
        extra: i64 = 0
        while extra < len(combo.cheaper):
            level = tokens + extra + 1
            affordable |= combo.cheaper[extra] & levels[level if level < most else most]
            extra += 1
        affordable &= mask
        # Regions with a price of their own: one's own tokens do not count, held regions make others cheaper.
        special = i64(0) if state.setup.own_tokens_defend else state.held_by(state.seat)
        kind: i64 = 0
        while kind < len(combo.beside_mask):
            special |= beside(state, kind)
            kind += 1
        special &= mask & ~affordable
    die = state.die if state.die > 0 else i64(0)
    while special != 0:
        region = lowest(special)
        if price(state, region) + die <= tokens:
            affordable |= only(region)
        special &= special - 1
    return affordable


def substitutable(state: State) -> i64:
    """Where a lone active token of an opponent can be replaced from the tray (SOR-1 to SOR-9, RUL-30)."""
    race = state.race
    if state.tray[race] == 0 or state.regions[race] == 0:
        return 0
    if state.hand[race] + 1 < state.acting().least:
        return 0  # RUL-70: the token would have to leave again at once.
    open_mask = targets(state)
    within_reach: i64 = 0
    seat: i64 = 0
    while seat < state.setup.players:
        victim = state.active[seat]
        if seat != state.seat and victim >= 0 and not state.substituted >> seat & 1:
            left = open_mask & state.regions[victim]
            while left != 0:
                region = lowest(left)
                if state.tokens[region] == 1 and not _has_company(state, region):
                    within_reach |= only(region)
                left &= left - 1
        seat += 1
    return within_reach


def _has_company(state: State, region: i64) -> bool:
    """Whether a marker keeps a lone token from being alone (SOR-5, BIV-3)."""
    setup = state.setup
    kind: i64 = 0
    while kind < len(setup.kind_company):
        if setup.kind_company[kind] and state.marker_mask(kind) >> region & 1:
            return True
        kind += 1
    return False


def legal_conquests(state: State) -> i64:
    """Every answer to "what will you conquer next?"."""
    combo = state.acting()
    hand = state.hand[state.race]
    mask: i64 = decisions.DONE_MASK
    if hand >= combo.least:
        open_mask = targets(state)
        if combo.may(terms.ROLL_FIRST):
            # RUL-24: no ordinary final attempt beside a roll before every conquest.
            mask |= within(state, open_mask, hand + (state.die if state.die > 0 else i64(0)))
            if state.die < 0:
                mask |= decisions.ROLL_MASK
        else:
            # Taken outright, or tried as the final attempt: at most three short (FIN-2, RUL-27).
            mask |= within(state, open_mask, hand + state.setup.highest_roll)
        if combo.may(terms.ATTACK_WITH_DRAGON) and not state.done_once >> decisions.DRAGON & 1 and open_mask:
            mask |= decisions.WITH_DRAGON_MASK
    if combo.may(terms.SUBSTITUTE) and substitutable(state):
        mask |= decisions.BY_SUBSTITUTION_MASK
    if state.setup.has_own_attacks:
        if combo.may(terms.PAY) and payable(state):
            mask |= decisions.WITH_PAYMENT_MASK
        if combo.may(terms.STRIKE) and strikable(state):
            mask |= decisions.BY_STRIKE_MASK
    return mask


def can_pay(state: State, coins: i64, tokens: i64) -> bool:
    """Whether the player has these coins, and the acting race these tokens in hand."""
    return state.coins[state.seat] >= coins and state.hand[state.race] >= tokens


def payable(state: State) -> i64:
    """The regions that the acting race can take at once, and for fewer tokens, if it pays (RUL-81)."""
    combo = state.acting()
    if state.payments >= combo.pay_times or not can_pay(state, combo.pay_coins, combo.pay_tokens):
        return 0
    left = targets(state)
    mask: i64 = 0
    while left != 0:
        region = lowest(left)
        reduced = price(state, region, combo.pay_discount)
        if reduced < price(state, region) and reduced <= state.hand[state.race] - combo.pay_tokens:
            mask |= only(region)
        left &= left - 1
    return mask


def pay(state: State, coins: i64, tokens: i64) -> None:
    """Coins go to the stash, tokens from the hand to the tray."""
    race = state.race
    state.coins[state.seat] -= coins
    state.hand[race] -= tokens
    state.tray[race] += tokens
    if state.events is not None:
        name = state.setup.race_ids[race]
        state.tell(Paid(seat=int(state.seat), race=name, coins=int(coins), tokens=int(tokens)))


def pay_and_conquer(state: State, region: i64) -> None:
    """Pay, and take the region for fewer tokens (RUL-81)."""
    combo = state.acting()
    state.payments += 1
    pay(state, combo.pay_coins, combo.pay_tokens)
    take(state, region, price(state, region, combo.pay_discount))
    state.phase = decisions.CONQUER


def conquer(state: State, region: i64) -> None:
    """Take a region outright, or choose it for the final attempt and let the die roll."""
    needed = price(state, region)
    if needed <= state.hand[state.race]:
        take(state, region, needed)
        state.phase = decisions.CONQUER
        return
    state.target = region
    note_attack(state, region)
    state.phase = decisions.DIE


def rolled(state: State, die: i64) -> None:
    """The reinforcement die fell."""
    target = state.target
    if state.events is not None:
        region = int(target) + 1 if target >= 0 else None
        state.tell(Rolled(seat=int(state.seat), die=int(die), region=region))
    if target < 0:
        state.die = die
        state.phase = decisions.CONQUER
        return
    state.target = -1
    hand = state.hand[state.race]
    if hand + die >= price(state, target):
        take(state, target, hand)
    elif state.events is not None:
        state.tell(AttemptFailed(seat=int(state.seat), region=int(target) + 1))
    state.phase = decisions.RECRUIT


def attack_with_dragon(state: State, region: i64) -> None:
    """One token takes the region, however strongly defended, and the dragon moves there (DRA-1, DRA-2)."""
    state.done_once |= only(decisions.DRAGON)
    take(state, region, state.acting().least)
    markers = state.acting().markers
    i: i64 = 0
    while i < len(markers):
        kind = markers[i]
        if state.setup.kind_placed[kind] == DRAGON_ATTACK:
            state.take_up(kind, state.regions[state.race])
            if state.marker_stock(kind) > 0 and state.setup.kind_where[kind] >> region & 1:
                state.add_marker(kind, region)
        i += 1
    state.phase = decisions.CONQUER


def substitute(state: State, region: i64) -> None:
    """Replace an opponent's lone token by one from the tray (SOR-1)."""
    race, die = state.race, state.die
    victim = state.holder(region)
    state.substituted |= only(state.owner[victim])
    state.tray[race] -= 1
    state.hand[race] += 1
    # The replaced token is lost even to a race that loses none (SOR-8).
    state.tray[victim] += 1
    note_attack(state, region)
    if state.setup.follows_turn:
        state.killed += 1
        note_conquest(state, region)
    if state.setup.has_tolls:
        collect(state, region)
    state.empty_region(victim, region)
    if state.events is not None:
        ids = state.setup.race_ids
        state.tell(Substituted(region=int(region) + 1, race=ids[victim], by=ids[race]))
    state.non_empty += 1
    take(state, region, 1)
    state.die = die
    state.phase = decisions.CONQUER


def strikes_left(state: State) -> i64:
    """How often the acting race may still strike this turn, as far as turn and game go (RUL-82)."""
    combo = state.acting()
    left = combo.strike_turn
    seat: i64 = 0
    while seat < state.setup.players:
        left -= state.strikes >> (4 * seat) & STRIKES_OF_SEAT
        seat += 1
    in_game = strikes_left_in_game(state)
    if in_game < left:
        left = in_game
    return left if left > 0 else i64(0)


def strikes_left_in_game(state: State) -> i64:
    """How often the acting race may still strike in this game; very often if there is no limit (RUL-82)."""
    limit = state.acting().strike_game
    if limit == 0:
        return i64(STRIKES_OF_SEAT)
    return limit - (state.strikes_in_game >> (4 * state.seat) & STRIKES_OF_SEAT)


def strikable(state: State) -> i64:
    """The regions of other players beside own ones at which the acting race may strike (RUL-82)."""
    combo = state.acting()
    if strikes_left(state) == 0 or not can_pay(state, combo.strike_coins, combo.strike_price):
        return 0
    mask: i64 = 0
    seat: i64 = 0
    while seat < state.setup.players:
        at_seat = state.strikes >> (4 * seat) & STRIKES_OF_SEAT
        if seat != state.seat and (combo.strike_opponent == 0 or at_seat < combo.strike_opponent):
            mask |= state.held_by(seat)
        seat += 1
    return mask & adjacent_to(state, state.regions[state.race]) & ~protected(state) & ~peaceful(state)


def strike(state: State, region: i64) -> None:
    """Tokens of another player in the region are lost; with too few left it is empty (RUL-82)."""
    combo, victim = state.acting(), state.holder(region)
    owner = state.owner[victim]
    state.strikes += only(4 * owner)
    if combo.strike_game > 0:
        state.strikes_in_game += only(4 * state.seat)
    if combo.strike_coins + combo.strike_price > 0:
        pay(state, combo.strike_coins, combo.strike_price)
    note_attack(state, region)
    tokens, struck = state.tokens[region], state.combo_of(victim)
    lost = combo.strike_tokens
    if lost > tokens:
        lost = tokens
    state.tray[victim] += lost
    if state.setup.follows_turn:
        state.killed += lost
    if state.events is not None:
        event = Struck(
            seat=int(state.seat),
            race=state.setup.race_ids[victim],
            region=int(region) + 1,
            tokens=int(lost),
        )
        state.tell(event)
    if tokens - lost >= struck.least:
        state.set_tokens(region, tokens - lost)
    else:
        state.withdrawn[victim] += tokens - lost  # RUL-70: fewer than a garrison do not stay.
        _displace(state, victim, struck.markers, region)
        state.empty_region(victim, region)
        if struck.declined:
            _vanish_if_gone(state, victim)
    state.phase = decisions.CONQUER


def note_attack(state: State, region: i64) -> None:
    """Remember whose active race was attacked this turn (DIP-2, RUL-15)."""
    holder = state.holder(region)
    if holder >= 0 and not state.is_declined(holder):
        state.attacked |= only(state.owner[holder])


def note_conquest(state: State, region: i64) -> None:
    """Remember which region is conquered, and what stands in it."""
    bit = only(region)
    if state.taken & bit:
        return  # A substituted token has left the region by now.
    state.taken |= bit
    if state.tribes & bit:
        state.taken_from_tribes |= bit
    holder = state.holder(region)
    if holder >= 0:
        if state.is_declined(holder):
            state.taken_from_declined |= bit
        else:
            state.taken_from_active |= bit


def take(state: State, region: i64, tokens: i64) -> None:
    """The region falls: its defenders leave, the conquering tokens move in (CON-10)."""
    race = state.race
    bit = only(region)
    note_attack(state, region)
    if state.setup.follows_turn:
        note_conquest(state, region)
    toll: i64 = 0
    if state.tokens[region] > 0:
        state.non_empty += 1
        if state.setup.has_tolls:
            toll = collect(state, region)
        drive_out(state, region)
    elif state.tribes & bit:
        state.non_empty += 1
        state.remove_tribe(region)
        if state.events is not None:
            state.tell(TribeRemoved(region=int(region) + 1))
    state.regions[race] |= bit
    state.hand[race] -= tokens
    state.set_tokens(region, tokens)
    state.die = -1
    state.has_acted = True
    if state.events is not None:
        event = Conquered(
            seat=int(state.seat),
            race=state.setup.race_ids[race],
            region=int(region) + 1,
            tokens=int(tokens),
        )
        state.tell(event)
    _mark_conquest(state, region)
    if toll > 0:
        _lose_tokens(state, region, toll)
    if state.setup.has_garrisons and state.tokens[region] < state.acting().least:
        _fill_garrison(state, region)


def collect(state: State, region: i64) -> i64:
    """Coins change hands for a conquest; returns how many tokens it costs the attackers (RUL-71, RUL-77)."""
    loser = state.holder(region)
    owner = state.owner[loser]
    if owner == state.seat:
        return 0
    if not state.is_declined(loser):
        _give(state, owner, state.seat, state.acting().takes_victim)
    combo = state.combo_of(loser)
    _give(state, state.seat, owner, combo.takes_attacker)
    return combo.attacker_loses


def _give(state: State, giver: i64, receiver: i64, coins: i64) -> None:
    """One player gives another these coins, or all they have if that is less."""
    if coins > state.coins[giver]:
        coins = state.coins[giver]
    if coins == 0:
        return
    state.coins[giver] -= coins
    state.coins[receiver] += coins
    if state.events is not None:
        state.tell(CoinsGiven(seat=int(giver), to=int(receiver), coins=int(coins)))


def _lose_tokens(state: State, region: i64, tokens: i64) -> None:
    """Some of the tokens that took the region go to the tray; one always stays (RUL-71)."""
    if tokens > state.tokens[region] - 1:
        tokens = state.tokens[region] - 1
    if tokens == 0:
        return
    state.set_tokens(region, state.tokens[region] - tokens)
    state.tray[state.race] += tokens
    if state.events is not None:
        name = state.setup.race_ids[state.race]
        state.tell(TokensLost(race=name, region=int(region) + 1, tokens=int(tokens)))


def _fill_garrison(state: State, region: i64) -> None:
    """Tokens from the hand make up a garrison; a region left with fewer is abandoned at once (RUL-70)."""
    race = state.race
    missing = state.acting().least - state.tokens[region]
    if state.hand[race] >= missing:
        state.hand[race] -= missing
        state.set_tokens(region, state.tokens[region] + missing)
        if state.events is not None:
            name = state.setup.race_ids[race]
            state.tell(Deployed(race=name, region=int(region) + 1, tokens=int(missing)))
        return
    state.hand[race] += state.tokens[region]
    state.empty_region(race, region)
    if state.events is not None:
        state.tell(Abandoned(seat=int(state.seat), region=int(region) + 1))


def _mark_conquest(state: State, region: i64) -> None:
    """Markers that come with a conquest: one in every region, or in the first ones (TRO-1, HAL-2, RUL-12)."""
    race, setup = state.race, state.setup
    markers = state.acting().markers
    i: i64 = 0
    while i < len(markers):
        kind = markers[i]
        placed = setup.kind_placed[kind]
        is_allowed = setup.kind_where[kind] >> region & 1 != 0
        if placed == EVERY_REGION and is_allowed and state.marker_stock(kind) > 0:
            state.add_marker(kind, region)
        elif placed == FIRST_CONQUESTS and is_allowed and state.placed[race] < setup.kind_count[kind]:
            state.placed[race] += 1
            if state.marker_stock(kind) > 0:
                state.add_marker(kind, region)
        i += 1


def drive_out(state: State, region: i64) -> None:
    """The defender loses one token and withdraws with the rest (LOS-1, LOS-2, LOS-6)."""
    loser = state.holder(region)
    combo = state.combo_of(loser)
    tokens = state.tokens[region]
    own = state.owner[loser] == state.seat
    lost: i64 = 1  # RUL-42: against oneself, one in any case.
    if not own:
        lost = losses(state, loser, combo) if state.setup.has_kills else combo.losses
    if lost > tokens:
        lost = tokens
    if lost < 0:
        lost = 0
        tokens += _join(state, loser, -combo.losses)
    state.tray[loser] += lost
    if state.setup.follows_turn and not own:
        state.killed += lost
    if own and not combo.declined:
        state.hand[loser] += tokens - lost  # RUL-19
    else:
        state.withdrawn[loser] += tokens - lost
        _displace(state, loser, combo.markers, region)
    if state.events is not None:
        event = DrivenOut(
            seat=int(state.owner[loser]),
            race=state.setup.race_ids[loser],
            region=int(region) + 1,
            lost=int(lost),
            withdrawn=int(tokens - lost),
        )
        state.tell(event)
    state.empty_region(loser, region)
    if combo.declined:
        _vanish_if_gone(state, loser)


def _vanish_if_gone(state: State, race: i64) -> None:
    """A race in decline that has lost its last region leaves the map, unless some of it is elsewhere."""
    if state.regions[race] == 0 and state.hand[race] + state.withdrawn[race] == 0:
        vanish(state, race)


def losses(state: State, loser: i64, combo: Combo) -> i64:
    """How many tokens a race loses with a region; -1 means that one joins it instead (LOS-1, RUL-69)."""
    attacker = state.acting()
    kills = attacker.kills
    if kills < 0 or combo.losses != 1:
        return combo.losses
    if attacker.kills_once:
        victim = only(state.owner[loser])
        if state.hit & victim:
            return 1
        state.hit |= victim
    # Of a race in decline a single token stands in the region, and it cannot withdraw.
    return i64(1) if kills == 0 and combo.declined else kills


def _join(state: State, race: i64, tokens: i64) -> i64:
    """Tokens from the tray join those that withdraw; returns how many there were."""
    if tokens > state.tray[race]:
        tokens = state.tray[race]
    state.tray[race] -= tokens
    if tokens > 0 and state.events is not None:
        state.tell(Recruited(race=state.setup.race_ids[race], tokens=int(tokens)))
    return tokens


def _displace(state: State, race: i64, markers: vec[i64], region: i64) -> None:
    """Encampments are never lost to an attack; they wait to be put back (BIV-6, BIV-7)."""
    i: i64 = 0
    while i < len(markers):
        if state.setup.kind_placed[markers[i]] == REDEPLOYMENT:
            state.displaced[2 * race + i] += state.markers_in(markers[i], region)
        i += 1


def vanish(state: State, race: i64) -> None:
    """A race in decline leaves the map for good (DEC-9, DEC-10, RUL-20, RUL-31)."""
    left = state.regions[race]
    while left != 0:
        region = lowest(left)
        state.tray[race] += state.tokens[region]
        state.empty_region(race, region)
        left &= left - 1
    state.tray[race] += state.hand[race] + state.withdrawn[race]
    state.hand[race] = 0
    state.withdrawn[race] = 0
    state.displaced[2 * race] = 0
    state.displaced[2 * race + 1] = 0
    state.placed[race] = 0
    if state.power[race] >= 0:
        state.discards |= only(state.power[race])
        state.power[race] = -1
    state.owner[race] = -1
    if state.events is not None:
        state.tell(Vanished(race=state.setup.race_ids[race]))
    return_banner(state, race)
