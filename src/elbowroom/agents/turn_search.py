"""The search for the best turn: the combo, the conquests in their order, when to stop, whether to decline.

A beam search over conquests makes candidates. Each is played to the end of the turn with the placement policy
and judged by the value network. The die is averaged over its faces; which combos are revealed does not matter
within a turn, so any will do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from elbowroom.agents import placement
from elbowroom.engine import conquest, decisions, turn
from elbowroom.engine.playout import digest_state
from elbowroom.rules import terms
from elbowroom.rules.bits import lowest

if TYPE_CHECKING:
    from elbowroom.agents.network import Network
    from elbowroom.engine.state import State

OPENERS: Final[i64] = decisions.OPENERS_MASK
SPECIAL_ATTACKS: Final[i64] = decisions.SPECIAL_ATTACKS_MASK


@final
class TurnPlan:
    """One way to play (the rest of) a turn: its answers as bits, the state after them, its lead."""

    def __init__(self, state: State, bits: list[int], value: float) -> None:
        self.state: State = state
        self.bits: list[int] = bits
        """The bits of the decisions in their order; outcomes of chance are not among them."""
        self.value: float = value


def fill_column(state: State) -> None:
    """Reveal any combos where the column is to be filled: which ones does not matter within this turn."""
    while state.phase == decisions.BANNER or state.phase == decisions.BADGE:
        turn.apply(state, lowest(state.legal))


def finish_turn(state: State, seat: i64, network: Network) -> None:
    """End the conquests and play the rest of the turn by the placement policy."""
    while state.seat == seat and state.phase != decisions.OVER:
        phase = state.phase
        if phase == decisions.BANNER or phase == decisions.BADGE:
            turn.apply(state, lowest(state.legal))
        elif phase == decisions.CONQUER or phase == decisions.READY:
            turn.apply(state, decisions.DONE)
        elif phase == decisions.RETIRE:
            turn.apply(state, retire_or_stay(state, seat, network))
        elif phase == decisions.PICK or phase <= decisions.LAST_CHANCE:
            return
        else:
            turn.apply(state, placement.placement_bit(state))
    fill_column(state)


def retire_or_stay(state: State, seat: i64, network: Network) -> i64:
    """Decline after scoring, or stay active, whichever promises the greater lead."""
    stay, decline = state.clone(), state.clone()
    turn.apply(stay, decisions.DONE)
    turn.apply(decline, decisions.DECLINE)
    finish_turn(stay, seat, network)
    finish_turn(decline, seat, network)
    better = network.expected_lead(decline, seat) > network.expected_lead(stay, seat)
    return i64(decisions.DECLINE) if better else i64(decisions.DONE)


def lead_if_ended(state: State, seat: i64, network: Network) -> float:
    """The expected lead if the conquests end here; the state is not changed."""
    after = state.clone()
    finish_turn(after, seat, network)
    return network.expected_lead(after, seat)


def lead_of_attempt(state: State, seat: i64, network: Network, region: i64) -> float:
    """The expected lead of a final attempt, averaged over the die; region -1 is a roll before a conquest."""
    before = state.clone()
    turn.apply(before, decisions.ROLL if region < 0 else region)
    faces = state.setup.die
    total = 0.0
    seen: i64 = 0
    i: i64 = 0
    value = 0.0
    while i < len(faces):
        if i == 0 or faces[i] != faces[i - 1]:
            after = before.clone()
            turn.apply(after, faces[i])
            fill_column(after)
            value = (
                best_lead_after_roll(after, seat, network)
                if region < 0
                else lead_if_ended(after, seat, network)
            )
        total += value
        seen += 1
        i += 1
    return total / float(seen)


def best_lead_after_roll(state: State, seat: i64, network: Network) -> float:
    """After a roll before a conquest: the lead of the best single conquest, or of ending."""
    best = lead_if_ended(state, seat, network)
    mask = state.legal & decisions.REGION_MASK
    while mask != 0:
        after = state.clone()
        turn.apply(after, lowest(mask))
        fill_column(after)
        value = lead_if_ended(after, seat, network)
        if value > best:
            best = value
        mask &= mask - 1
    return best


def next_conquests(plan: TurnPlan, overlooked: i64 = 0) -> list[TurnPlan]:
    """The plan, prolonged by each conquest that needs no die, but not of overlooked regions."""
    state = plan.state
    plans: list[TurnPlan] = []
    hand = state.hand[state.race]
    mask = state.legal & decisions.REGION_MASK & ~overlooked
    while mask != 0:
        region = lowest(mask)
        mask &= mask - 1
        if conquest.price(state, region) <= hand:
            after = state.clone()
            turn.apply(after, region)
            fill_column(after)
            plans.append(TurnPlan(after, [*plan.bits, int(region)], 0.0))
    openers = state.legal & OPENERS
    while openers != 0:
        plans += _special_attacks(plan, lowest(openers), overlooked)
        openers &= openers - 1
    if state.acting().may(terms.SECOND_WAVE):
        plans += _second_wave(plan)
    return plans


def _second_wave(plan: TurnPlan) -> list[TurnPlan]:
    """The plan with a second wave at the end of its conquests, if one may be made."""
    after = plan.state.clone()
    turn.apply(after, decisions.DONE)
    if after.phase != decisions.WAVE:
        return []
    turn.apply(after, decisions.SECOND_WAVE)
    return [TurnPlan(after, [*plan.bits, decisions.DONE, decisions.SECOND_WAVE], 0.0)]


def _special_attacks(plan: TurnPlan, opener: i64, overlooked: i64) -> list[TurnPlan]:
    """The plan, prolonged by a special attack on each region that it can be made on."""
    opened = plan.state.clone()
    turn.apply(opened, opener)
    plans: list[TurnPlan] = []
    mask = opened.legal & ~overlooked
    while mask != 0:
        region = lowest(mask)
        mask &= mask - 1
        after = opened.clone()
        turn.apply(after, region)
        fill_column(after)
        plans.append(TurnPlan(after, [*plan.bits, int(opener), int(region)], 0.0))
    return plans


def beam_search(
    root: TurnPlan, seat: i64, network: Network, width: i64, work: i64, overlooked: i64 = 0
) -> list[TurnPlan]:
    """Plans that begin like this one, best first; each ends its conquests, or tries a final one."""
    done: list[TurnPlan] = []
    root.value = lead_if_ended(root.state, seat, network)
    frontier = [root]
    limit = network.evaluations + work
    while frontier:
        done += frontier
        longer: dict[int, TurnPlan] = {}
        for plan in frontier:
            if network.evaluations >= limit:
                break
            for child in next_conquests(plan, overlooked):
                key = _likeness(child.state)
                known = longer.get(key)
                if known is None or child.state.hand[child.state.race] > known.state.hand[child.state.race]:
                    if known is None:
                        child.value = lead_if_ended(child.state, seat, network)
                    else:
                        child.value = known.value
                    longer[key] = child
        frontier = best_plans(list(longer.values()), width)
    plans = [TurnPlan(plan.state, [*plan.bits, decisions.DONE], plan.value) for plan in done]
    for plan in best_plans(done, width):
        plans += final_attempts(plan, seat, network, limit, overlooked)
    return best_plans(plans, len(plans))


def _likeness(state: State) -> int:
    """The same number for states in the middle of a turn that promise the same if the turn ended.

    These are states with the same regions, unless coins or tokens of others may have changed on the way.
    """
    if state.setup.has_own_attacks:
        return int(digest_state(state, 1))
    return int(state.regions[state.race])


def final_attempts(
    plan: TurnPlan, seat: i64, network: Network, limit: i64, overlooked: i64 = 0
) -> list[TurnPlan]:
    """The plan, with a final attempt instead of the end of the conquests."""
    state = plan.state
    plans: list[TurnPlan] = []
    hand = state.hand[state.race]
    if hand == 0:
        return plans
    if state.legal & decisions.ROLL_MASK:
        value = lead_of_attempt(state, seat, network, -1)
        return [TurnPlan(state, [*plan.bits, decisions.ROLL], value)]
    mask = state.legal & decisions.REGION_MASK & ~overlooked
    while mask != 0 and network.evaluations < limit:
        region = lowest(mask)
        mask &= mask - 1
        if conquest.price(state, region) > hand:
            value = lead_of_attempt(state, seat, network, region)
            plans.append(TurnPlan(state, [*plan.bits, int(region)], value))
    return plans


def best_plans(plans: list[TurnPlan], count: i64) -> list[TurnPlan]:
    """The most promising plans, best first."""
    ordered = sorted(plans, key=_value, reverse=True)
    return ordered[:count]


def _value(plan: TurnPlan) -> float:
    return plan.value


def search_turn(state: State, network: Network, width: i64, work: i64, overlooked: i64 = 0) -> list[TurnPlan]:
    """Plans for the rest of the turn from a decision of the player to move, best first.

    Overlooked regions are not conquered.
    """
    seat = state.seat
    phase = state.phase
    if phase == decisions.PICK:
        return search_combos(state, network, width, work, overlooked)
    if phase == decisions.READY:
        return search_openings(state, network, width, work, overlooked)
    if phase == decisions.CONQUER:
        return beam_search(TurnPlan(state.clone(), [], 0.0), seat, network, width, work, overlooked)
    if phase == decisions.WAVE:
        after = state.clone()
        turn.apply(after, decisions.SECOND_WAVE)
        wave = TurnPlan(after, [decisions.SECOND_WAVE], 0.0)
        going_on = beam_search(wave, seat, network, width, work, overlooked)
        ending = TurnPlan(state, [decisions.DONE], lead_if_ended(state, seat, network))
        return best_plans([ending, *going_on], len(going_on) + 1)
    plans: list[TurnPlan] = []
    if SPECIAL_ATTACKS >> phase & 1:
        mask = state.legal
        while mask != 0:
            after = state.clone()
            turn.apply(after, lowest(mask))
            fill_column(after)
            plans.append(TurnPlan(after, [int(lowest(mask))], lead_if_ended(after, seat, network)))
            mask &= mask - 1
        return best_plans(plans, len(plans))
    if phase == decisions.RETIRE:
        return [TurnPlan(state, [int(retire_or_stay(state, seat, network))], 0.0)]
    return [TurnPlan(state, [int(placement.placement_bit(state))], 0.0)]


def search_combos(
    state: State, network: Network, width: i64, work: i64, overlooked: i64 = 0
) -> list[TurnPlan]:
    """Plans that pick each of the combos, best first."""
    plans: list[TurnPlan] = []
    mask = state.legal
    share = work // 6
    while mask != 0:
        slot = lowest(mask)
        mask &= mask - 1
        after = state.clone()
        turn.apply(after, slot)
        fill_column(after)
        plans += _search_after(after, [int(slot)], network, width, share, overlooked)
    return best_plans(plans, len(plans))


def search_openings(
    state: State, network: Network, width: i64, work: i64, overlooked: i64 = 0
) -> list[TurnPlan]:
    """Plans that decline, expand, or abandon all regions before expanding, best first."""
    seat = state.seat
    plans: list[TurnPlan] = []
    if state.legal & decisions.DECLINE_MASK:
        after = state.clone()
        turn.apply(after, decisions.DECLINE)
        finish_turn(after, seat, network)
        plans.append(TurnPlan(after, [decisions.DECLINE], network.expected_lead(after, seat)))
    after = state.clone()
    turn.apply(after, decisions.DONE)
    fill_column(after)
    plans += _search_after(after, [decisions.DONE], network, width, work // 2, overlooked)
    held = state.regions[state.race]
    if held & (held - 1):
        emptied = state.clone()
        left = held
        bits: list[int] = []
        while left != 0:
            bits.append(int(lowest(left)))
            turn.apply(emptied, lowest(left))
            left &= left - 1
        turn.apply(emptied, decisions.DONE)
        fill_column(emptied)
        plans += _search_after(emptied, [*bits, decisions.DONE], network, width, work // 4, overlooked)
    return best_plans(plans, len(plans))


def _search_after(
    state: State, bits: list[int], network: Network, width: i64, work: i64, overlooked: i64
) -> list[TurnPlan]:
    """Plans that begin with these answers; a race in decline that acts first abandons nothing."""
    seat = state.seat
    if state.phase == decisions.READY:
        turn.apply(state, decisions.DONE)
        bits = [*bits, decisions.DONE]
    if state.phase != decisions.CONQUER:
        return [TurnPlan(state, bits, lead_if_ended(state, seat, network))]
    return beam_search(TurnPlan(state, bits, 0.0), seat, network, width, work, overlooked)
