"""Going in decline: the banner turns over, one token stays in each region, the earlier race leaves (DEC)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from elbowroom.engine.conquest import vanish
from elbowroom.engine.events import Declined
from elbowroom.rules.bits import lowest, only

if TYPE_CHECKING:
    from elbowroom.engine.state import State
    from elbowroom.rules.combos import Combo


def decline(state: State) -> None:
    """Put the active race of the player in decline."""
    seat = state.seat
    race = state.active[seat]
    combo = state.setup.combo(race, state.power[race], False)
    if combo.counts_in_decline:
        _remove_earlier(state, race)
    if not state.setup.power_lasts[state.power[race]]:
        state.discards |= only(state.power[race])
        state.power[race] = -1
    state.active[seat] = -1
    _take_markers(state, race, combo)
    before = state.tray[race]
    left = state.regions[race]
    while left != 0 and not combo.keeps_tokens:
        region = lowest(left)
        state.tray[race] += state.tokens[region] - 1
        state.set_tokens(region, 1)
        left &= left - 1
    state.tray[race] += state.hand[race]  # RUL-43
    if state.events is not None:
        event = Declined(
            seat=int(seat),
            race=state.setup.race_ids[race],
            returned=int(state.tray[race] - before),
            keeps_tokens=combo.keeps_tokens,
        )
        state.tell(event)
    state.hand[race] = 0
    state.placed[race] = 0
    if state.regions[race] == 0:
        vanish(state, race)


def _remove_earlier(state: State, race: i64) -> None:
    """Only one race in decline at a time, besides those that do not count (DEC-7, DEC-8, SPI-1, SPI-3)."""
    earlier: i64 = 0
    while earlier < state.setup.races:
        if (
            earlier != race
            and state.owner[earlier] == state.seat
            and state.combo_of(earlier).counts_in_decline
        ):
            vanish(state, earlier)
        earlier += 1


def _take_markers(state: State, race: i64, combo: Combo) -> None:
    """Markers that the traits do not keep leave the board (HAL-5, BIV-8, DRA-5, HER-4)."""
    kind: i64 = 0
    kinds: i64 = len(state.setup.kind_first)
    while kind < kinds:
        kept = False
        i: i64 = 0
        while i < len(combo.kept_markers):
            if combo.kept_markers[i] == kind:
                kept = True
            i += 1
        if not kept:
            state.take_up(kind, state.regions[race])
        kind += 1
