"""What luck was worth in a recorded game: the leads after an outcome of chance, less their mean over all.

Every outcome is judged by the value network in the same way, so that luck adds up to nothing over many games.
What players made of it is not part of it.
"""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from elbowroom.agents.reply import turn_endings
from elbowroom.agents.rollout import BEAM_WIDTH, SEARCH_WORK
from elbowroom.agents.turn_search import fill_column, search_turn
from elbowroom.engine import decisions, turn
from elbowroom.engine.whose_turn import turn_of
from elbowroom.rules.bits import bits_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.agents.network import Network
    from elbowroom.agents.turn_search import TurnPlan
    from elbowroom.arena.recorded_turns import RecordedReveal, RecordedRoll
    from elbowroom.engine.state import State


def luck_of_roll(roll: RecordedRoll, network: Network) -> list[float]:
    """By how many coins of lead a roll differs from the mean of all faces, for each player."""
    faces = [int(face) for face in roll.state.setup.die]
    leads = {face: _leads_after_face(roll.state, face, network) for face in dict.fromkeys(faces)}
    return _above_mean(leads[roll.face], [leads[face] for face in faces])


def luck_of_reveal(reveal: RecordedReveal, network: Network) -> list[float]:
    """The same for a revealed combo, against each that could lie in its place when next somebody picks.

    Each is judged by the leads after the best turn of the player who picks.
    """
    state = reveal.next_pick
    if state is None:
        return []
    slot = list(state.column).index(reveal.race << 6 | reveal.power)
    elsewhere = [_best_with(state, other, network) for other in bits_of(int(state.legal)) if other != slot]
    races = bits_of(int(state.banners)) if reveal.is_banner_drawn else []
    leads: list[list[float]] = []
    for race in (reveal.race, *races):
        for power in (reveal.power, *bits_of(int(state.badges))):
            trial = _with_combo(state, slot, race, power)
            plans = elsewhere + ([_best_with(trial, slot, network)] if trial.legal >> slot & 1 else [])
            endings = [_leads_after(trial, plan.bits, network) for plan in plans]
            leads.append(max(endings, key=lambda ending: ending[state.seat]))
    return _above_mean(leads[0], leads)


def _above_mean(actual: Sequence[float], possible: Sequence[Sequence[float]]) -> list[float]:
    return [
        lead - fsum(other[seat] for other in possible) / len(possible) for seat, lead in enumerate(actual)
    ]


def _leads(state: State, network: Network) -> list[float]:
    """The expected lead of each player."""
    return [network.expected_lead(state, seat) for seat in range(int(state.setup.players))]


def _leads_after(state: State, bits: list[int], network: Network) -> list[float]:
    """The expected leads at the end of the turn if it goes on like this."""
    totals = [0.0] * int(state.setup.players)
    for ending, chance in turn_endings(state, bits, network, BEAM_WIDTH, SEARCH_WORK):
        totals = [total + chance * lead for total, lead in zip(totals, _leads(ending, network), strict=True)]
    return totals


def _leads_after_face(state: State, face: int, network: Network) -> list[float]:
    """The expected leads at the end of the turn if this is rolled and the rest is played well."""
    after = state.clone()
    turn.apply(after, face)
    fill_column(after)
    if after.phase == decisions.OVER or turn_of(after) != turn_of(state):
        return _leads(after, network)
    return _leads_after(after, search_turn(after, network, BEAM_WIDTH, SEARCH_WORK)[0].bits, network)


def _best_with(state: State, slot: int, network: Network) -> TurnPlan:
    """The best turn that picks this combo."""
    after = state.clone()
    turn.apply(after, slot)
    fill_column(after)
    plan = search_turn(after, network, BEAM_WIDTH, SEARCH_WORK)[0]
    plan.bits = [slot, *plan.bits]
    return plan


def _with_combo(state: State, slot: int, race: int, power: int) -> State:
    """A copy of the state with another combo in this place; the one that lay there is in the stacks."""
    copy = state.clone()
    race_before, power_before = divmod(int(state.column[slot]), 64)
    copy.column[slot] = race << 6 | power
    if race != race_before:
        copy.banners = copy.banners & ~(1 << race) | 1 << race_before
    if power != power_before:
        copy.badges = copy.badges & ~(1 << power) | 1 << power_before
    copy.legal = turn.legal(copy)
    return copy
