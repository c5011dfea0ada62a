"""Picking a combo: the column of combos with its coins, the stacks below it, and banners that come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from elbowroom.engine import decisions
from elbowroom.engine.events import BannerReturned, ComboShown, Picked
from elbowroom.engine.state import STRIKES_OF_SEAT
from elbowroom.rules.bits import only, popcount

if TYPE_CHECKING:
    from elbowroom.engine.state import State


def passing_price(state: State, slot: i64) -> i64:
    """The coins for passing over a combo of the column: one, or what it says (PCK-3, RUL-83)."""
    if not state.setup.has_passing_prices:
        return 1
    return state.setup.combo(state.column[slot] >> 6, state.column[slot] & 63, False).passed_costs


def price_of(state: State, slot: i64) -> i64:
    """What a combo of the column costs: the coins for all combos above it."""
    if not state.setup.has_passing_prices:
        return slot
    price: i64 = 0
    above: i64 = 0
    while above < slot:
        price += passing_price(state, above)
        above += 1
    return price


def affordable(state: State) -> i64:
    """The combos the player can pay for: one coin for each combo above it (PCK-3, PCK-15)."""
    shown = state.combos_shown
    if state.setup.has_passing_prices:
        while shown > 0 and price_of(state, shown - 1) > state.coins[state.seat]:
            shown -= 1
        return only(shown) - 1
    payable = state.coins[state.seat] + 1
    if payable < shown:
        shown = payable
    return only(shown) - 1


def pick(state: State, slot: i64) -> None:
    """Take a combo: pay, take the coins on it, take the tokens (PCK-4 to PCK-8)."""
    seat = state.seat
    race, power = state.column[slot] >> 6, state.column[slot] & 63
    paid: i64 = 0
    above: i64 = 0
    while above < slot:
        coins = passing_price(state, above)
        state.column_coins[above] += coins
        paid += coins
        above += 1
    gained = state.column_coins[slot]
    state.coins[seat] += gained - paid
    _close_gap(state, slot)
    state.owner[race] = seat
    state.power[race] = power
    state.active[seat] = race
    tokens = state.setup.combo(race, power, False).tokens
    if tokens > state.tray[race]:
        tokens = state.tray[race]
    state.tray[race] -= tokens
    state.hand[race] = tokens
    state.placed[race] = 0
    if state.setup.follows_turn:
        state.strikes_in_game &= ~(STRIKES_OF_SEAT << (4 * seat))
    state.is_first_turn = True
    state.has_acted = True
    state.phase = decisions.NEXT_RACE
    if state.events is not None:
        setup = state.setup
        event = Picked(
            seat=int(seat),
            race=setup.race_ids[race],
            power=setup.power_ids[power],
            paid=int(paid),
            gained=int(gained),
            tokens=int(tokens),
        )
        state.tell(event)


def _close_gap(state: State, slot: i64) -> None:
    """The combos below move up with their coins (PCK-11)."""
    state.combos_shown -= 1
    while slot < state.combos_shown:
        state.column[slot] = state.column[slot + 1]
        state.column_coins[slot] = state.column_coins[slot + 1]
        slot += 1
    state.column[slot] = -1
    state.column_coins[slot] = 0


def return_banner(state: State, race: i64) -> None:
    """A vanished race's banner goes under the stack, or at once to an empty slot (DEC-9, RUL-35)."""
    if state.events is not None:
        in_stack = int(popcount(state.banners) + state.banners_returned)
        state.tell(BannerReturned(race=state.setup.race_ids[race], in_stack=in_stack))
    state.returned[state.banners_returned] = race
    state.banners_returned += 1


def refill(state: State) -> bool:
    """Show combos until six are visible (PCK-12); True if chance must reveal a banner or badge first."""
    if state.combos_shown == state.setup.visible_combos:
        return False
    if state.badges == 0 and state.setup.rules_version == 1:
        state.badges = state.discards
        state.discards = 0
    if state.revealed < 0:
        if state.badges == 0 and state.discards == 0:
            return False
        if state.banners != 0:
            state.phase = decisions.BANNER
            return True
        if state.banners_returned == 0:
            return False
        _reveal_returned(state)
    if state.badges == 0:
        # PCK-14, RUL-60: only now that a badge is needed do the discarded ones become the new stack.
        state.badges = state.discards
        state.discards = 0
    state.phase = decisions.BADGE
    return True


def _reveal_returned(state: State) -> None:
    """The stack is used up: the banners that came back follow in their known order."""
    state.revealed = state.returned[0]
    state.banners_returned -= 1
    i: i64 = 0
    while i < state.banners_returned:
        state.returned[i] = state.returned[i + 1]
        i += 1
    state.returned[i] = -1


def reveal_banner(state: State, race: i64) -> None:
    """Chance turned up this banner."""
    state.banners &= ~only(race)
    state.revealed = race


def reveal_badge(state: State, power: i64) -> None:
    """Chance turned up this badge: it completes the lowest combo."""
    state.badges &= ~only(power)
    slot = state.combos_shown
    state.column[slot] = state.revealed << 6 | power
    state.column_coins[slot] = 0
    state.combos_shown += 1
    if state.events is not None:
        setup = state.setup
        race, badge = setup.race_ids[state.revealed], setup.power_ids[power]
        state.tell(ComboShown(race=race, power=badge, slot=int(slot) + 1))
    state.revealed = -1
