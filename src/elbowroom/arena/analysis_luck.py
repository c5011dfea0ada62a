"""What luck was worth in a recorded turn: the leads after what chance brought, less their mean over all it could.

Chance is judged by the value network, each outcome in the same way, so that luck adds up to nothing over many
games. What players made of it is not part of it.
"""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Final

from elbowroom.agents.reply import turn_endings
from elbowroom.agents.turn_search import fill_column, finish_turn, search_turn
from elbowroom.engine import decisions, turn
from elbowroom.engine.actions import bit_of, decision_of
from elbowroom.engine.whose_turn import turn_of
from elbowroom.rules.bits import bits_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.agents.network import Network
    from elbowroom.arena.recorded_turns import RecordedChance, RecordedTurn
    from elbowroom.engine.state import State

SEARCH_WIDTH: Final = 6
SEARCH_WORK: Final = 400
"""How the rest of a turn is searched after each face of the die."""


def luck_of_rolls(recorded: RecordedTurn, network: Network) -> list[float]:
    """By how many coins the rolls of a turn moved the lead of each player away from the mean of all faces."""
    lucks = [_luck_of_roll(roll, network) for roll in recorded.rolls]
    return _sums(lucks, int(recorded.after.setup.players))


def luck_of_reveals(recorded: RecordedTurn, network: Network) -> list[float]:
    """The same for the combos that were revealed in a turn, against all that could have been."""
    lucks = [_luck_of_reveal(reveal, recorded, network) for reveal in recorded.reveals]
    return _sums(lucks, int(recorded.after.setup.players))


def _sums(lucks: Sequence[Sequence[float]], players: int) -> list[float]:
    return [fsum(luck[seat] for luck in lucks) for seat in range(players)]


def leads(state: State, network: Network) -> list[float]:
    """The expected lead of each player."""
    return [network.expected_lead(state, seat) for seat in range(int(state.setup.players))]


def _luck_of_roll(roll: RecordedChance, network: Network) -> list[float]:
    faces = [int(face) for face in roll.state.setup.die]
    worth = {face: _leads_after_face(roll.state, face, network) for face in dict.fromkeys(faces)}
    return _above_mean(worth[bit_of(roll.outcomes[0])], [worth[face] for face in faces])


def _above_mean(actual: Sequence[float], possible: Sequence[Sequence[float]]) -> list[float]:
    return [
        lead - fsum(other[seat] for other in possible) / len(possible) for seat, lead in enumerate(actual)
    ]


def _leads_after_face(state: State, face: int, network: Network) -> list[float]:
    """The expected leads at the end of the turn if this is rolled and the rest is played well."""
    after = state.clone()
    turn.apply(after, face)
    fill_column(after)
    if after.phase == decisions.OVER or turn_of(after) != turn_of(state):
        return leads(after, network)
    bits = search_turn(after, network, SEARCH_WIDTH, SEARCH_WORK)[0].bits
    totals = [0.0] * int(after.setup.players)
    for ending, chance in turn_endings(after, bits, network, SEARCH_WIDTH, SEARCH_WORK):
        totals = [
            total + chance * lead for total, lead in zip(totals, leads(ending, network), strict=True)
        ]
    return totals


def _luck_of_reveal(reveal: RecordedChance, recorded: RecordedTurn, network: Network) -> list[float]:
    """The combo that was revealed against every other, each judged at the end of the turn as it was played."""
    rest = recorded.actions[reveal.at - recorded.at + len(reveal.outcomes) :]

    def leads_with(outcomes: Sequence[int]) -> list[float]:
        state = reveal.state.clone()
        for outcome in outcomes:
            turn.apply(state, outcome)
        return leads(_played_on(state, rest, network), network)

    actual = leads_with([bit_of(outcome) for outcome in reveal.outcomes])
    if decision_of(reveal.outcomes[0]) == decisions.BADGE:
        return _above_mean(actual, [leads_with([badge]) for badge in bits_of(int(reveal.state.legal))])
    means: list[list[float]] = []
    for banner in bits_of(int(reveal.state.legal)):
        after = reveal.state.clone()
        turn.apply(after, banner)
        pairs = [leads_with([banner, badge]) for badge in bits_of(int(after.legal))]
        means.append([fsum(pair[seat] for pair in pairs) / len(pairs) for seat in range(len(actual))])
    return _above_mean(actual, means)


def _played_on(state: State, rest: Sequence[int], network: Network) -> State:
    """The state after the rest of a turn, which is changed; combos that can no more be revealed are others."""
    seat = state.seat
    for action in rest:
        phase, bit = decision_of(action), bit_of(action)
        if phase not in (decisions.BANNER, decisions.BADGE):
            fill_column(state)
        if state.phase == phase and int(state.legal) >> bit & 1:
            turn.apply(state, bit)
        elif phase not in (decisions.BANNER, decisions.BADGE):
            break
    finish_turn(state, seat, network)
    return state
