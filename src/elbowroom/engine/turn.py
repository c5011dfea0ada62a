"""A turn from its start to the next player's: which step follows which, and what each answer does.

The order is the rulebook's (TRN, RUL-18, RUL-47). `settle` walks the steps until somebody has to decide and
notes the legal answers; `apply` carries out one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from elbowroom.engine import column, conquest, phases, redeployment, scoring
from elbowroom.engine.decline import decline
from elbowroom.engine.events import Allied, FirstPlayer, GameOver, GameTurnBegan, TurnBegan
from elbowroom.rules.bits import only

if TYPE_CHECKING:
    from elbowroom.engine.state import State


def settle(state: State) -> None:
    """Go on until a player or chance has to decide."""
    while state.phase >= phases.FIRST_STEP:
        _step(state)
    if state.phase > phases.LAST_CHANCE and state.phase != phases.OVER:
        resume = state.phase
        if state.combos_shown < state.table.visible_combos and column.refill(state):
            state.resume = resume
    state.legal = legal(state)


def _step(state: State) -> None:
    """One step of the turn; a step either opens a decision or hands on to the next."""
    step = state.phase
    if step == phases.START_TURN:
        start_turn(state)
    elif step == phases.NEXT_RACE:
        next_race(state)
    elif step == phases.RECRUIT:
        redeployment.recruit(state)
        state.phase = phases.REGROUP
    elif step == phases.REGROUP:
        if not redeployment.regroup(state):
            _begin(state, phases.PITCH)
    elif step == phases.PITCH:
        if not redeployment.pitch(state):
            _begin(state, phases.BUILD)
    elif step == phases.BUILD:
        if not redeployment.build(state):
            _begin(state, phases.LEAVE)
    elif step == phases.LEAVE:
        if not redeployment.leave_behind(state):
            _begin(state, phases.GUARD)
    elif step == phases.GUARD:
        if not redeployment.guard(state):
            _begin(state, phases.NEXT_RACE)
    elif step == phases.SCORE:
        scoring.score(state)
        state.phase = phases.MAKE_PEACE
    elif step == phases.MAKE_PEACE:
        state.phase = phases.ALLY if _may_make_peace(state) else phases.AFTER_SCORING
    elif step == phases.AFTER_SCORING:
        state.phase = phases.RETIRE if _may_retire(state) else phases.RETREAT
    elif step == phases.RETREAT:
        if not redeployment.retreat(state):
            _begin(state, phases.NEXT_PLAYER)
    else:
        next_player(state)


def _begin(state: State, step: i64) -> None:
    """Hand on to the next step with no marker kind chosen yet."""
    state.kind = -1
    state.left = 0
    state.floor = 0
    state.phase = step


def start_turn(state: State) -> None:
    """A turn begins: pick a combo if there is no active race (TRN-7, TRN-8, TRN-10)."""
    seat = state.seat
    ally: i64 = 0
    while ally < state.table.players:
        state.peace &= ~only(8 * ally + seat)  # DIP-3: until the player's own next turn.
        ally += 1
    if state.events is not None:
        state.tell(TurnBegan(seat=int(seat), game_turn=int(state.game_turn)))
    state.phase = phases.PICK if state.active[seat] < 0 else phases.NEXT_RACE


def _forget_conquests(state: State) -> None:
    """What was conquered counts for the race that did it (GEN-11, RUL-22)."""
    state.non_empty = 0
    state.attacked = 0
    state.substituted = 0
    state.dragon_used = False
    state.die = -1


def next_race(state: State) -> None:
    """Races in decline that conquer act first, then the active race, then scoring (GHO-3, RUL-47)."""
    active = state.active[state.seat]
    if state.race != active:
        _forget_conquests(state)
        race = state.race + 1
        while race < state.table.races:
            if race != active and state.owner[race] == state.seat and state.combo_of(race).conquers:
                _act(state, race, phases.READY)
                return
            race += 1
        _act(state, active, phases.CONQUER if state.is_first_turn else phases.READY)
    else:
        state.phase = phases.SCORE


def _act(state: State, race: i64, phase: i64) -> None:
    state.race = race
    state.combo = state.combo_of(race)
    state.phase = phase


def _may_make_peace(state: State) -> bool:
    return state.active[state.seat] >= 0 and state.acting().makes_peace and allies(state) != 0


def allies(state: State) -> i64:
    """The opponents whose active race was not attacked this turn (DIP-2)."""
    everyone = only(state.table.players) - 1
    return everyone & ~state.attacked & ~only(state.seat)


def _may_retire(state: State) -> bool:
    return state.active[state.seat] >= 0 and state.acting().declines_after_scoring


def next_player(state: State) -> None:
    """Play passes clockwise; a game turn ends when everyone has had a turn (TRN-2 to TRN-5)."""
    state.race = -1
    state.combo = None
    state.has_acted = False
    state.is_first_turn = False
    _forget_conquests(state)
    state.seat = (state.seat + 1) % state.table.players
    if state.seat == state.first_player:
        if state.game_turn == state.table.board.game_turns:
            state.phase = phases.OVER
            if state.events is not None:
                state.tell(GameOver())
            return
        state.game_turn += 1
        if state.events is not None:
            state.tell(GameTurnBegan(game_turn=int(state.game_turn)))
    state.phase = phases.START_TURN


def legal(state: State) -> i64:
    """The legal answers to the decision that is due."""
    phase = state.phase
    if phase == phases.REDEPLOY or phase == phases.WITHDRAW:
        return redeployment.open_regions(state)
    if phase == phases.CONQUER:
        return conquest.legal_conquests(state)
    if phase == phases.READY:
        mask = phases.DONE_BIT | state.regions[state.race]
        return mask if state.has_acted else mask | phases.DECLINE_BIT
    if phase == phases.PICK:
        return column.affordable(state)
    if phase == phases.DIE:
        return _faces(state)
    if phase == phases.DRAGON:
        return conquest.targets(state)
    if phase == phases.SUBSTITUTE:
        return conquest.substitutable(state)
    if phase == phases.ENCAMP or phase == phases.REENCAMP:
        return phases.DONE_BIT | redeployment.may_encamp(state)
    if phase == phases.FORTIFY:
        return phases.DONE_BIT | redeployment.buildable(state)
    if phase == phases.GIVE_UP:
        return redeployment.enough_after(state, redeployment.open_regions(state))
    if phase == phases.STATION:
        return redeployment.stationable(state)
    if phase == phases.ALLY:
        return phases.DONE_BIT | allies(state)
    if phase == phases.RETIRE:
        return phases.DONE_BIT | phases.DECLINE_BIT
    if phase == phases.BANNER:
        return state.banners
    if phase == phases.BADGE:
        return state.badges
    if phase == phases.FIRST_PLAYER:
        return only(state.table.players) - 1
    return 0


def _faces(state: State) -> i64:
    mask: i64 = 0
    i: i64 = 0
    while i < len(state.table.die):
        mask |= only(state.table.die[i])
        i += 1
    return mask


def apply(state: State, bit: i64) -> None:
    """Carry out a legal answer, then go on to the next decision."""
    phase = state.phase
    if phase == phases.REDEPLOY or phase == phases.WITHDRAW:
        redeployment.deploy(state, bit, 1)
        if not redeployment.go_on(state):
            _begin(state, phases.PITCH if phase == phases.REDEPLOY else phases.RETREAT)
    elif phase == phases.CONQUER:
        _apply_conquest(state, bit)
    elif phase == phases.READY:
        if bit == phases.DONE:
            redeployment.ready(state)
        elif bit == phases.DECLINE:
            decline(state)
            state.phase = phases.SCORE
        else:
            redeployment.abandon(state, bit)
    elif phase <= phases.LAST_CHANCE:
        _apply_chance(state, bit)
    elif phase == phases.PICK:
        column.pick(state, bit)
    elif phase == phases.DRAGON:
        conquest.attack_with_dragon(state, bit)
    elif phase == phases.SUBSTITUTE:
        conquest.substitute(state, bit)
    elif phase == phases.ENCAMP or phase == phases.REENCAMP:
        _apply_encampment(state, bit)
    elif phase == phases.FORTIFY:
        if bit != phases.DONE:
            state.add_marker(state.kind, bit)
        state.phase = phases.BUILD
    elif phase == phases.GIVE_UP:
        redeployment.give_up(state, bit)
        if state.left == 0:
            _begin(state, phases.GUARD)
    elif phase == phases.STATION:
        redeployment.station(state, bit)
        if state.left == 0:
            state.phase = phases.GUARD
    elif phase == phases.ALLY:
        if bit != phases.DONE:
            state.peace |= only(8 * bit + state.seat)
            if state.events is not None:
                state.tell(Allied(seat=int(state.seat), ally=int(bit)))
        state.phase = phases.AFTER_SCORING
    elif phase == phases.RETIRE:
        if bit == phases.DECLINE:
            decline(state)
        state.phase = phases.RETREAT
    settle(state)


def _apply_conquest(state: State, bit: i64) -> None:
    if bit == phases.DONE:
        state.die = -1
        state.phase = phases.RECRUIT
    elif bit == phases.ROLL:
        state.phase = phases.DIE
        state.has_acted = True
    elif bit == phases.WITH_DRAGON:
        state.phase = phases.DRAGON
    elif bit == phases.BY_SUBSTITUTION:
        state.phase = phases.SUBSTITUTE
    else:
        conquest.conquer(state, bit)


def _apply_encampment(state: State, bit: i64) -> None:
    if bit != phases.DONE:
        redeployment.encamp(state, bit)
        if state.left > 0 and redeployment.may_encamp(state):
            return
    if state.phase == phases.ENCAMP:
        state.phase = phases.PITCH
    else:
        redeployment.camps_are_back(state)
        _begin(state, phases.RETREAT)


def _apply_chance(state: State, outcome: i64) -> None:
    phase = state.phase
    if phase == phases.DIE:
        conquest.rolled(state, outcome)
    elif phase == phases.FIRST_PLAYER:
        state.first_player = outcome
        state.seat = outcome
        state.phase = phases.START_TURN
        if state.events is not None:
            state.tell(FirstPlayer(seat=int(outcome)))
    else:
        if phase == phases.BANNER:
            column.reveal_banner(state, outcome)
        else:
            column.reveal_badge(state, outcome)
        if not column.refill(state):
            state.phase = state.resume
