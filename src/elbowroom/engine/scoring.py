"""Scoring victory coins: one for each region, and what banner and badge add (SCO-1 to SCO-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from elbowroom.engine.events import Scored, ScorePart
from elbowroom.rules.bits import lowest, popcount
from elbowroom.rules.combos import (
    ABANDONED,
    BEYOND,
    CONDITIONAL,
    CONQUESTS,
    FIRST_TURN,
    KEPT,
    LONE,
    MARKERS,
    REGIONS,
    TURN,
)

if TYPE_CHECKING:
    from elbowroom.engine.state import State
    from elbowroom.rules.combos import Combo


def bonus(state: State, race: i64, combo: Combo, source: i64) -> i64:
    """The coins that one source of a combo pays now (SCO-2)."""
    amount = combo.source_amount[source]
    kind = combo.source_kind[source]
    if kind >= CONDITIONAL:
        if not state.is_counted(race, combo.source_when[source], combo.source_when_n[source]):
            return 0
        kind -= CONDITIONAL
    if kind == REGIONS:
        return amount * popcount(state.regions[race] & combo.source_mask[source])
    if kind == MARKERS:
        return amount * state.markers_on(combo.source_mask[source], state.regions[race])
    if kind == CONQUESTS:
        return amount * state.non_empty if race == state.race else i64(0)
    if kind == TURN:
        return amount
    if kind == FIRST_TURN:
        return amount if state.is_first_turn else i64(0)
    return amount * _counted(state, race, combo, source, kind)


def _counted(state: State, race: i64, combo: Combo, source: i64, kind: i64) -> i64:
    """How many of what only invented races and powers are paid for (RUL-62, RUL-63)."""
    mask = combo.source_mask[source]
    held = state.regions[race]
    if kind == LONE:
        lone: i64 = 0
        while held != 0:
            if state.tokens[lowest(held)] == 1:
                lone += 1
            held &= held - 1
        return lone
    if kind == BEYOND:
        beyond = popcount(held) - mask
        return beyond if beyond > 0 else i64(0)
    if race != state.race:
        return 0
    if kind == ABANDONED:
        return state.abandoned
    if kind == KEPT:
        return popcount(held & ~state.taken)
    return popcount(state.conquered(combo.source_who[source]) & mask)


def income(state: State, race: i64) -> i64:
    """All coins that one race brings its owner now."""
    combo = state.combo_of(race)
    total = popcount(state.regions[race])
    source: i64 = 0
    while source < len(combo.source_kind):
        total += bonus(state, race, combo, source)
        source += 1
    return total


def parts(state: State) -> list[ScorePart]:
    """The coins of the player whose turn it is, by race and source."""
    score_parts: list[ScorePart] = []
    race: i64 = 0
    while race < state.setup.races:
        if state.owner[race] == state.seat:
            name = state.setup.race_ids[race]
            combo = state.combo_of(race)
            held = int(popcount(state.regions[race]))
            in_decline = state.is_declined(race)
            if held > 0:
                score_parts.append(ScorePart(name, "regions", held, name, in_decline))
            source: i64 = 0
            while source < len(combo.source_kind):
                coins = int(bonus(state, race, combo, source))
                if coins > 0:
                    word, entry = combo.source_names[source], combo.source_parts[source]
                    score_parts.append(ScorePart(name, word, coins, entry, in_decline))
                source += 1
        race += 1
    return score_parts


def score(state: State) -> None:
    """Pay the player whose turn ends."""
    total: i64 = 0
    race: i64 = 0
    while race < state.setup.races:
        if state.owner[race] == state.seat:
            total += income(state, race)
        race += 1
    state.coins[state.seat] += total
    if state.events is not None:
        state.tell(Scored(seat=int(state.seat), coins=int(total), parts=tuple(parts(state))))
