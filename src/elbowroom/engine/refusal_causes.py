"""Why an answer is refused: the true cause, looked up in the state, for those answers that have several.

What a region costs and why it cannot be attacked is in `explanation`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.engine import decisions
from elbowroom.engine.redeployment import open_regions
from elbowroom.rules.refusals import Refusal

if TYPE_CHECKING:
    from elbowroom.engine.state import State

SPECIAL_CONQUESTS = {
    "roll": decisions.ROLL,
    "dragon": decisions.WITH_DRAGON,
    "substitute": decisions.BY_SUBSTITUTION,
}


def special_conquest(state: State, bit: int, region: int = -1) -> Refusal:
    """Why the acting race cannot roll, use the dragon or substitute now, in that region if one is named."""
    if bit == decisions.ROLL:
        return _roll(state)
    if bit == decisions.WITH_DRAGON:
        return _dragon(state)
    return _substitution(state, region)


def _roll(state: State) -> Refusal:
    if not state.acting().rolls_first:
        return Refusal("cannot_roll")
    return Refusal("no_tokens_in_hand" if state.die < 0 else "already_rolled")


def _dragon(state: State) -> Refusal:
    if not state.acting().has_dragon:
        return Refusal("no_dragon")
    if state.dragon_used:
        return Refusal("dragon_used")
    return Refusal("no_tokens_in_hand" if state.hand[state.race] == 0 else "nothing_to_attack")


def _substitution(state: State, region: int) -> Refusal:
    if not state.acting().substitutes:
        return Refusal("cannot_substitute")
    if state.regions[state.race] == 0:
        return Refusal("substitute_from_map")
    if state.tray[state.race] == 0:
        return Refusal("tray_empty")
    return Refusal("nothing_to_substitute") if region < 0 else not_substitutable(state, region)


def not_substitutable(state: State, region: int) -> Refusal:
    """Why the token in this region cannot be replaced, though the region may be attacked."""
    label = state.setup.board.labels[region]
    holder = state.holder(region)
    if holder >= 0 and not state.is_declined(holder):
        owner = int(state.owner[holder])
        if owner != state.seat and int(state.substituted) >> owner & 1:
            return Refusal("already_substituted", {"player": owner + 1})
    return Refusal("not_substitutable", {"region": label})


def verb_of_another_decision(state: State, verb: str) -> Refusal | None:
    """A more helpful refusal for a verb of another decision, if there is one."""
    if state.chooser() != state.seat or state.race < 0:
        return None
    if verb == "decline":
        return Refusal("decline_too_late")
    if verb == "abandon" and state.phase == decisions.CONQUER:
        return Refusal("abandon_too_late")
    bit = SPECIAL_CONQUESTS.get(verb)
    if bit is None or state.phase != decisions.READY:
        return None
    combo = state.acting()
    can = {"roll": combo.rolls_first, "dragon": combo.has_dragon, "substitute": combo.substitutes}
    return Refusal("ready_first") if can[verb] else special_conquest(state, bit)


def not_here(state: State, row: decisions.Decision, region: int, text: str) -> Refusal:
    """Why a region cannot be named in a decision about one's own regions."""
    label = state.setup.board.labels[region]
    if not int(state.regions[state.race]) >> region & 1:
        return Refusal("not_your_region", {"region": label, "text": text})
    if region < state.floor:
        return Refusal("out_of_order", {"region": label, "text": text})
    if row.number in (decisions.GIVE_UP, decisions.STATION) and int(open_regions(state)) >> region & 1:
        return Refusal("too_few_regions_after", {"region": label, "left": int(state.left)})
    return Refusal("not_possible_here", {"region": label, "text": text})
