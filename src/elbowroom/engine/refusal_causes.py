"""Why an answer is refused: the true cause, looked up in the state, for those answers that have several.

What a region costs and why it cannot be attacked is in `explanation`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.engine import conquest, decisions
from elbowroom.engine.redeployment import open_regions
from elbowroom.rules import terms
from elbowroom.rules.refusals import Refusal

if TYPE_CHECKING:
    from elbowroom.engine.state import State

SPECIAL_CONQUESTS = {
    word: bit
    for row in decisions.DECISIONS
    for bit, word in row.plain
    if row.number == decisions.CONQUER and bit != decisions.DONE
}


def special_conquest(state: State, bit: int, region: int = -1) -> Refusal:
    """Why the acting race cannot roll, use the dragon or substitute now, in that region if one is named."""
    if bit == decisions.ROLL:
        return _roll(state)
    if bit == decisions.WITH_DRAGON:
        return _dragon(state)
    if bit == decisions.BY_SUBSTITUTION:
        return _substitution(state, region)
    return _other_attack(state, bit, region)


def _roll(state: State) -> Refusal:
    if not state.acting().may(terms.ROLL_FIRST):
        return Refusal("cannot_roll")
    return _too_few_in_hand(state) if state.die < 0 else Refusal("already_rolled")


def _dragon(state: State) -> Refusal:
    if not state.acting().may(terms.ATTACK_WITH_DRAGON):
        return Refusal("no_dragon")
    if state.done_once >> decisions.DRAGON & 1:
        return Refusal("dragon_used")
    if state.hand[state.race] < state.acting().least:
        return _too_few_in_hand(state)
    return Refusal("nothing_to_attack")


def _too_few_in_hand(state: State) -> Refusal:
    """No tokens in hand, or fewer than a garrison."""
    hand, least = int(state.hand[state.race]), int(state.acting().least)
    if hand == 0:
        return Refusal("no_tokens_in_hand")
    return Refusal("too_few_tokens", {"needed": least, "tokens": hand, "short": least - hand})


def _substitution(state: State, region: int) -> Refusal:
    if not state.acting().may(terms.SUBSTITUTE):
        return Refusal("cannot_substitute")
    if state.regions[state.race] == 0:
        return Refusal("substitute_from_map")
    if state.tray[state.race] == 0:
        return Refusal("tray_empty")
    if state.hand[state.race] + 1 < state.acting().least:
        return _too_few_in_hand(state)
    return Refusal("nothing_to_substitute") if region < 0 else not_substitutable(state, region)


def _other_attack(state: State, opener: int, region: int) -> Refusal:
    row = decisions.opened_by(opener)
    if not _may_be_asked(state, row):
        return Refusal("not_given", {"verb": row.verb})
    if row.number == decisions.STRIKE and conquest.strikes_left_in_game(state) == 0:
        return Refusal("done_this_game", {"verb": row.verb})
    if state.done_once >> row.number & 1 or _is_used_up(state, row):
        return Refusal("done_this_turn", {"verb": row.verb})
    if not conquest.can_pay(state, *_price_of(state, row)):
        return Refusal("cannot_pay", {"verb": row.verb})
    return (
        Refusal("nowhere_possible", {"verb": row.verb}) if region < 0 else not_attackable(state, row, region)
    )


def _is_used_up(state: State, row: decisions.Decision) -> bool:
    """Whether the acting race has done this as often as it may in a turn."""
    if row.number == decisions.STRIKE:
        return conquest.strikes_left(state) == 0
    return row.number == decisions.PAY and state.payments >= state.acting().pay_times


def _price_of(state: State, row: decisions.Decision) -> tuple[int, int]:
    """The coins and tokens that are paid for a special attack."""
    combo = state.acting()
    if row.number == decisions.STRIKE:
        return int(combo.strike_coins), int(combo.strike_price)
    return (int(combo.pay_coins), int(combo.pay_tokens)) if row.number == decisions.PAY else (0, 0)


def _may_be_asked(state: State, row: decisions.Decision) -> bool:
    return state.acting().may(terms.ABILITIES.index(row.asks))


def not_attackable(state: State, row: decisions.Decision, region: int) -> Refusal:
    """Why a special attack cannot be made on a region that could be conquered."""
    if row.number == decisions.SUBSTITUTE:
        return not_substitutable(state, region)
    return Refusal("not_there", {"verb": row.verb, "region": state.setup.board.labels[region]})


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
    if bit == decisions.ROLL:
        can = state.acting().may(terms.ROLL_FIRST)
    else:
        can = _may_be_asked(state, decisions.opened_by(bit))
    return Refusal("ready_first") if can else special_conquest(state, bit)


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
