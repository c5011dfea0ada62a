"""Why every turn comes to an end: what can still be decided in it, as numbers that only fall.

`left_in_turn` gives a row of numbers, none of them negative. Every decision of a turn, also those of chance,
makes the row smaller if rows are compared from the left: a number to the right may rise only where one to its
left falls. So a turn has a last decision, whatever own races and powers say. The numbers are, from the left:

1. the races of the player that have yet to act: each acts once in a turn (RUL-47, RUL-57);
2. the decisions that come later in a turn (`decisions.DECISIONS`): a race never goes back to an earlier one;
3. while conquering, the second wave that is not made yet (RUL-80): it fills the hand again;
4. while conquering, what is used up by it: tokens in hand (a conquest takes one at least, also one that
   somebody pays for), strikes of this turn, opponents of whom no token was replaced. New
   tokens come before the conquests or after them, and what a conquest gives back to the hand is less than it
   took. While victims withdraw, the tokens and markers that are not yet back on the map;
5. the kinds of markers that are still to be placed;
6. the pieces of the kind that is being placed, or the regions that can still be abandoned;
7. the banners and badges that the column lacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.engine import decisions
from elbowroom.engine.conquest import strikes_left

if TYPE_CHECKING:
    from elbowroom.engine.state import State

ORDER: Final = tuple(row.number for row in decisions.DECISIONS)
AFTER_SCORING: Final = (
    decisions.ALLY,
    decisions.RETIRE,
    decisions.WITHDRAW,
    decisions.REENCAMP,
    decisions.OVER,
)
STEPS_OF_CONQUEST: Final = 4
"""The decisions that a single conquest can take: a roll, its outcome, the kind of attack, the region."""


def left_in_turn(state: State) -> tuple[int, ...]:
    """What can still be decided in this turn, most important first."""
    phase = int(state.phase)
    if phase in (decisions.BANNER, decisions.BADGE):
        phase = int(state.resume)
    setup = state.setup
    row = decisions.decision(phase)
    kinds = len(setup.kind_names) - int(state.kind) if row is not None and row.places_marker else 0
    pieces = int(state.left) if row is not None and row.is_spread else 0
    if phase == decisions.READY:
        pieces = int(state.regions[state.race]).bit_count()
    lacking = 2 * int(setup.visible_combos - state.combos_shown) - (1 if state.revealed >= 0 else 0)
    waves = int(_is_conquest(phase) and not state.done_once >> decisions.WAVE & 1)
    return _races(state, phase), _later_decisions(phase), waves, _stock(state, phase), kinds, pieces, lacking


def _races(state: State, phase: int) -> int:
    """How many races of the player have yet to act in this turn."""
    if phase in AFTER_SCORING:
        return 0
    active = state.active[state.seat]
    if active >= 0 and state.race == active:
        return 0
    in_decline = sum(
        race != active and state.owner[race] == state.seat and state.combo_of(race).conquers
        for race in range(int(state.race) + 1, int(state.setup.races))
    )
    return in_decline + 1


def _is_conquest(phase: int) -> bool:
    if phase in (decisions.CONQUER, decisions.DIE, decisions.WAVE):
        return True
    return bool(decisions.SPECIAL_ATTACKS_MASK >> phase & 1)


def _later_decisions(phase: int) -> int:
    """How many kinds of decisions come later in a turn; those of conquest, and those of victims, are one."""
    if phase == decisions.OVER:
        return 0
    if _is_conquest(phase):
        phase = decisions.CONQUER
    elif phase == decisions.REENCAMP:
        phase = decisions.WITHDRAW
    return len(ORDER) - ORDER.index(phase)


def _stock(state: State, phase: int) -> int:
    """What conquests use up, or what victims have yet to put back."""
    if phase in (decisions.WITHDRAW, decisions.REENCAMP):
        return sum(int(count) for count in state.withdrawn) + sum(int(count) for count in state.displaced)
    if not _is_conquest(phase):
        return 0
    opponents = int(state.setup.players) - 1 - int(state.substituted).bit_count()
    strikes = int(strikes_left(state))
    return STEPS_OF_CONQUEST * (int(state.hand[state.race]) + opponents + strikes) + _steps(state, phase)


def _steps(state: State, phase: int) -> int:
    """How much of a single conquest is still to be decided: a roll, its outcome, the attack, its region."""
    if phase == decisions.WAVE:
        return 0
    if phase == decisions.DIE:
        return 2
    steps = 1 if state.die >= 0 else 3
    return steps if phase == decisions.CONQUER else steps - 1
