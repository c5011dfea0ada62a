"""Soundness of a position that was read: the decision that is due must be one that could come up in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.engine import conquest, decisions, redeployment, turn
from elbowroom.engine.state import MAX_DISPLACED, STRIKES_OF_SEAT
from elbowroom.rules import terms
from elbowroom.rules.bits import popcount
from elbowroom.rules.combos import END_OF_TURN, ONE_PER_TURN, REDEPLOYMENT
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from elbowroom.engine.state import State


PEACE_MADE: Final = (
    decisions.RETIRE,
    decisions.WITHDRAW,
    decisions.REENCAMP,
    decisions.BANNER,
    decisions.BADGE,
    decisions.OVER,
)
"""Decisions before which the player whose turn it is may have made peace this turn."""


def check_decision(state: State) -> None:
    """The decision that is due must be one that the race can face."""
    phase = state.phase
    if phase == decisions.FIRST_PLAYER and max(state.owner) >= 0:
        raise Refused("bad_turn", cause="first_player")
    active = state.active[state.seat]
    if active >= 0 and state.withdrawn[active] > 0:
        raise Refused("bad_turn", cause="withdrawn")
    if state.target >= 0 and phase != decisions.DIE:
        raise Refused("bad_turn", cause="target")
    if state.die >= 0:
        rolled = phase in (decisions.CONQUER, decisions.BANNER, decisions.BADGE)
        rolled = rolled or bool(decisions.SPECIAL_ATTACKS_MASK >> phase & 1)
        if not rolled or state.race < 0 or not state.combo_of(state.race).may(terms.ROLL_FIRST):
            raise Refused("bad_turn", cause="die")
    if phase in (decisions.PICK, decisions.FIRST_PLAYER, decisions.OVER) and state.race >= 0:
        raise Refused("bad_turn", cause="race")
    if state.leaving > 0 and (
        state.race < 0 or state.leaving > state.setup.tokens_in_box[state.race] - state.tray[state.race]
    ):
        raise Refused("bad_turn", cause="leaving")
    _check_displaced(state)
    used_up = overused(state)
    if used_up:
        raise Refused("bad_turn", cause=used_up)
    if phase not in PEACE_MADE and _own_peace(state):
        raise Refused("bad_turn", cause="peace")  # DIP-3: it ended when this turn began.
    if phase == decisions.PICK:
        if state.active[state.seat] >= 0:
            raise Refused("bad_turn", cause="pick")
        return
    if phase in (decisions.FIRST_PLAYER, decisions.BANNER, decisions.BADGE, decisions.OVER):
        short = state.combos_shown < state.setup.visible_combos
        if phase in (decisions.BANNER, decisions.BADGE) and not short:
            raise Refused("bad_turn", cause="column")
        if (phase == decisions.BADGE) != (state.revealed >= 0):
            raise Refused("bad_turn", cause="revealed")
        if phase in (decisions.BANNER, decisions.BADGE):
            _check_resumed(state)
        return
    if state.race < 0:
        raise Refused("bad_turn", cause="race")
    row = decisions.decision(int(phase))
    is_victim = row is not None and row.decider == decisions.BY_VICTIM
    if not is_victim and state.owner[state.race] != state.seat:
        raise Refused("bad_turn", cause="race")
    if state.is_declined(state.race) and not state.acting().conquers:
        raise Refused("bad_turn", cause="race")
    _check_pieces(state)


def overused(state: State) -> str:
    """What the active race has done more often than it may, as a word of positions; empty if nothing."""
    active = state.active[state.seat]
    if active < 0 or not state.setup.follows_turn:
        return ""
    combo = state.combo_of(active)
    if state.payments > combo.pay_times:
        return "paid"
    strikes = [int(state.strikes >> (4 * seat) & STRIKES_OF_SEAT) for seat in range(int(state.setup.players))]
    in_game = state.strikes_in_game >> (4 * state.seat) & STRIKES_OF_SEAT
    most = combo.strike_opponent or combo.strike_turn
    if sum(strikes) > combo.strike_turn or max(strikes) > most or in_game > combo.strike_game:
        return "strikes"
    return "strikes" if strikes[state.seat] else ""


def _check_displaced(state: State) -> None:
    """Markers that wait to be put back are not on the map: the box must have them beside those that are."""
    setup = state.setup
    for race in range(int(setup.races)):
        if state.owner[race] < 0:
            continue
        for place, kind in enumerate(list(state.combo_of(race).markers)[:MAX_DISPLACED]):
            is_placing = state.phase == decisions.REENCAMP and state.race == race and state.kind == kind
            waiting = state.left if is_placing else state.displaced[2 * race + place]
            if waiting > state.marker_stock(kind):
                name, count = setup.kind_names[kind], int(setup.kind_count[kind])
                raise Refused("too_many_markers", marker=name, count=count)


def _check_resumed(state: State) -> None:
    """While the column is filled, the decision that goes on afterwards must be sound too."""
    phase = state.phase
    revealed = state.revealed
    if decisions.decision(int(state.resume)) is None:
        raise Refused("bad_turn", cause="then")
    state.phase, state.revealed = state.resume, -1
    check_decision(state)
    if turn.legal(state) == 0 and state.resume != decisions.PICK:  # before a pick the column may be bare
        raise Refused("nothing_legal", phase=decisions.PHASE_NAMES[state.resume])
    state.phase, state.revealed = phase, revealed


def _check_pieces(state: State) -> None:
    """What is being placed must be there."""
    phase, race, combo = state.phase, state.race, state.acting()
    hand, left = int(state.hand[race]), int(state.left)
    held = int(state.regions[race])
    if phase == decisions.DIE:
        sound = hand >= combo.least and (
            combo.may(terms.ROLL_FIRST) if state.target < 0 else _is_attempt(state)
        )
    elif decisions.SPECIAL_ATTACKS_MASK >> phase & 1:
        sound = bool(conquest.legal_conquests(state) >> decisions.opener_of(int(phase)) & 1)
    elif phase == decisions.WAVE:
        sound = redeployment.may_make_second_wave(state)
    elif phase == decisions.REDEPLOY:
        sound = 0 < left == hand - redeployment.must_leave(state) and _several(state)
        sound = sound and combo.redeploys and not combo.stays_in_hand
    elif phase == decisions.WITHDRAW:
        sound = 0 < left == state.withdrawn[race] and _several(state)
    elif phase in (decisions.ENCAMP, decisions.REENCAMP):
        sound = _places(state, REDEPLOYMENT) and 0 < left <= state.marker_stock(state.kind)
        sound = sound and (
            phase == decisions.ENCAMP or left <= max(state.displaced[2 * race], state.displaced[2 * race + 1])
        )
    elif phase == decisions.FORTIFY:
        sound = _places(state, ONE_PER_TURN) and state.marker_stock(state.kind) > 0
    elif phase == decisions.STATION:
        sound = _places(state, END_OF_TURN) and 0 < left <= state.marker_stock(state.kind)
        sound = sound and bool(turn.legal(state))
    elif phase == decisions.GIVE_UP:
        short = redeployment.must_leave(state) - hand
        sound = 0 < left == redeployment.regions_for(state, short) and left < popcount(held)
    elif phase == decisions.ALLY:
        sound = combo.may(terms.MAKE_PEACE)
    elif phase == decisions.RETIRE:
        sound = combo.may(terms.DECLINE_AFTER_SCORING)
    else:
        sound = True
    if not sound:
        raise Refused("bad_turn", cause=decisions.PHASE_NAMES[phase])


def _own_peace(state: State) -> bool:
    """Whether somebody is still bound by a peace with the player whose turn it is."""
    seats = range(int(state.setup.players))
    return any(int(state.peace) >> (8 * ally + int(state.seat)) & 1 for ally in seats)


def _several(state: State) -> bool:
    mask = int(state.regions[state.race]) >> int(state.floor)
    return mask & (mask - 1) != 0


def _places(state: State, placed: int) -> bool:
    return state.kind in list(state.acting().markers) and state.setup.kind_placed[state.kind] == placed


def _is_attempt(state: State) -> bool:
    """Whether the target is one that the final attempt may be made on."""
    hand = state.hand[state.race]
    price = conquest.price(state, state.target)
    possible = int(conquest.targets(state)) >> int(state.target) & 1
    return (
        bool(possible)
        and hand < price <= hand + state.setup.highest_roll
        and not state.acting().may(terms.ROLL_FIRST)
    )
