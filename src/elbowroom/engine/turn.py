"""A turn from its start to the next player's: which step follows which, and what each answer does.

The order is the rulebook's (TRN, RUL-18, RUL-47). `settle` walks the steps until somebody has to decide and
notes the legal answers; `apply` carries out one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from elbowroom.engine import column, conquest, decisions, redeployment, scoring
from elbowroom.engine.decline import decline
from elbowroom.engine.events import Allied, FirstPlayer, GameOver, GameTurnBegan, TurnBegan
from elbowroom.rules import terms
from elbowroom.rules.bits import only

if TYPE_CHECKING:
    from elbowroom.engine.state import State


def settle(state: State) -> None:
    """Go on until a player or chance has to decide."""
    while state.phase >= decisions.FIRST_STEP:
        _step(state)
    if state.phase > decisions.LAST_CHANCE and state.phase != decisions.OVER:
        resume = state.phase
        if state.combos_shown < state.setup.visible_combos and column.refill(state):
            state.resume = resume
    state.legal = legal(state)


def _step(state: State) -> None:
    """One step of the turn; a step either opens a decision or hands on to the next."""
    step = state.phase
    if step == decisions.START_TURN:
        start_turn(state)
    elif step == decisions.NEXT_RACE:
        next_race(state)
    elif step == decisions.RECRUIT:
        redeployment.recruit(state, False)
        state.phase = decisions.BEFORE_REDEPLOY
    elif step == decisions.BEFORE_REDEPLOY:
        if not redeployment.open_redeploy(state):
            _begin(state, decisions.BEFORE_ENCAMP)
    elif step == decisions.BEFORE_ENCAMP:
        if not redeployment.open_encamp(state):
            _begin(state, decisions.BEFORE_FORTIFY)
    elif step == decisions.BEFORE_FORTIFY:
        if not redeployment.open_fortify(state):
            _begin(state, decisions.BEFORE_GIVE_UP)
    elif step == decisions.BEFORE_GIVE_UP:
        if not redeployment.open_give_up(state):
            _begin(state, decisions.BEFORE_STATION)
    elif step == decisions.BEFORE_STATION:
        if state.leaving > 0:
            redeployment.dismiss(state)
        if not redeployment.open_station(state):
            _begin(state, decisions.NEXT_RACE)
    elif step == decisions.SCORE:
        scoring.score(state)
        state.phase = decisions.BEFORE_ALLY
    elif step == decisions.BEFORE_ALLY:
        state.phase = decisions.ALLY if _may_make_peace(state) else decisions.BEFORE_RETIRE
    elif step == decisions.BEFORE_RETIRE:
        state.phase = decisions.RETIRE if _may_retire(state) else decisions.BEFORE_WITHDRAW
    elif step == decisions.BEFORE_WITHDRAW:
        if not redeployment.open_withdraw(state):
            _begin(state, decisions.NEXT_PLAYER)
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
    while ally < state.setup.players:
        state.peace &= ~only(8 * ally + seat)  # DIP-3: until the player's own next turn.
        ally += 1
    if state.events is not None:
        state.tell(TurnBegan(seat=int(seat), game_turn=int(state.game_turn)))
    state.phase = decisions.PICK if state.active[seat] < 0 else decisions.NEXT_RACE


def _forget_conquests(state: State) -> None:
    """What was conquered counts for the race that did it (GEN-11, RUL-22)."""
    state.non_empty = 0
    if state.setup.follows_turn:
        state.taken = 0
        state.taken_from_tribes = 0
        state.taken_from_active = 0
        state.taken_from_declined = 0
        state.abandoned = 0
        state.killed = 0
        state.hit = 0
        state.leaving = 0
        state.payments = 0
        state.strikes = 0
    state.attacked = 0
    state.substituted = 0
    state.done_once = 0
    state.die = -1


def next_race(state: State) -> None:
    """Races in decline that conquer act first, then the active race, then scoring (GHO-3, RUL-47)."""
    active = state.active[state.seat]
    if state.race != active:
        _forget_conquests(state)
        race = state.race + 1
        while race < state.setup.races:
            if race != active and state.owner[race] == state.seat and state.combo_of(race).conquers:
                _act(state, race, decisions.READY)
                return
            race += 1
        _act(state, active, decisions.CONQUER if state.is_first_turn else decisions.READY)
    else:
        state.phase = decisions.SCORE


def _act(state: State, race: i64, phase: i64) -> None:
    state.race = race
    state.combo = state.combo_of(race)
    state.phase = phase


def _may_make_peace(state: State) -> bool:
    return state.active[state.seat] >= 0 and state.acting().may(terms.MAKE_PEACE) and allies(state) != 0


def allies(state: State) -> i64:
    """The opponents whose active race was not attacked this turn (DIP-2)."""
    everyone = only(state.setup.players) - 1
    return everyone & ~state.attacked & ~only(state.seat)


def _may_retire(state: State) -> bool:
    return state.active[state.seat] >= 0 and state.acting().may(terms.DECLINE_AFTER_SCORING)


def next_player(state: State) -> None:
    """Play passes clockwise; a game turn ends when everyone has had a turn (TRN-2 to TRN-5)."""
    state.race = -1
    state.combo = None
    state.has_acted = False
    state.is_first_turn = False
    _forget_conquests(state)
    state.seat = (state.seat + 1) % state.setup.players
    if state.seat == state.first_player:
        if state.game_turn == state.setup.board.game_turns:
            state.phase = decisions.OVER
            if state.events is not None:
                state.tell(GameOver())
            return
        state.game_turn += 1
        if state.events is not None:
            state.tell(GameTurnBegan(game_turn=int(state.game_turn)))
    state.phase = decisions.START_TURN


def legal(state: State) -> i64:
    """The legal answers to the decision that is due."""
    phase = state.phase
    if phase == decisions.REDEPLOY or phase == decisions.WITHDRAW:
        return redeployment.open_regions(state)
    if phase == decisions.CONQUER:
        return conquest.legal_conquests(state)
    if phase == decisions.READY:
        mask = decisions.DONE_MASK | state.regions[state.race]
        return mask if state.has_acted else mask | decisions.DECLINE_MASK
    if phase == decisions.PICK:
        return column.affordable(state)
    if phase == decisions.DIE:
        return _faces(state)
    if phase == decisions.DRAGON:
        return conquest.targets(state)
    if phase == decisions.SUBSTITUTE:
        return conquest.substitutable(state)
    if phase == decisions.ENCAMP or phase == decisions.REENCAMP:
        return decisions.DONE_MASK | redeployment.may_encamp(state)
    if phase == decisions.FORTIFY:
        return decisions.DONE_MASK | redeployment.buildable(state)
    if phase == decisions.GIVE_UP:
        return redeployment.enough_after(state, redeployment.open_regions(state))
    if phase == decisions.STATION:
        return redeployment.stationable(state)
    if phase == decisions.ALLY:
        return decisions.DONE_MASK | allies(state)
    if phase == decisions.RETIRE:
        return decisions.DONE_MASK | decisions.DECLINE_MASK
    if phase == decisions.BANNER:
        return state.banners
    if phase == decisions.BADGE:
        return state.badges
    if phase == decisions.FIRST_PLAYER:
        return only(state.setup.players) - 1
    if phase == decisions.PAY:
        return conquest.payable(state)
    if phase == decisions.STRIKE:
        return conquest.strikable(state)
    if phase == decisions.WAVE:
        return decisions.DONE_MASK | decisions.SECOND_WAVE_MASK
    return 0


def _faces(state: State) -> i64:
    mask: i64 = 0
    i: i64 = 0
    while i < len(state.setup.die):
        mask |= only(state.setup.die[i])
        i += 1
    return mask


def apply(state: State, bit: i64) -> None:
    """Carry out a legal answer, then go on to the next decision."""
    phase = state.phase
    if phase == decisions.REDEPLOY or phase == decisions.WITHDRAW:
        redeployment.deploy(state, bit, 1)
        if not redeployment.go_on(state):
            is_own = phase == decisions.REDEPLOY
            _begin(state, decisions.BEFORE_ENCAMP if is_own else decisions.BEFORE_WITHDRAW)
    elif phase == decisions.CONQUER:
        if bit < decisions.DONE:
            conquest.conquer(state, bit)
        else:
            _apply_other_conquest(state, bit)
    elif phase == decisions.READY:
        if bit == decisions.DONE:
            redeployment.ready(state)
        elif bit == decisions.DECLINE:
            decline(state)
            state.phase = decisions.SCORE
        else:
            redeployment.abandon(state, bit)
    elif phase <= decisions.LAST_CHANCE:
        _apply_chance(state, bit)
    elif phase == decisions.PICK:
        column.pick(state, bit)
    elif phase == decisions.DRAGON:
        conquest.attack_with_dragon(state, bit)
    elif phase == decisions.SUBSTITUTE:
        conquest.substitute(state, bit)
    elif phase == decisions.ENCAMP or phase == decisions.REENCAMP:
        _apply_encampment(state, bit)
    elif phase == decisions.FORTIFY:
        if bit != decisions.DONE:
            state.add_marker(state.kind, bit)
        state.phase = decisions.BEFORE_FORTIFY
    elif phase == decisions.GIVE_UP:
        redeployment.give_up(state, bit)
        if state.left == 0:
            _begin(state, decisions.BEFORE_STATION)
    elif phase == decisions.STATION:
        redeployment.station(state, bit)
        if state.left == 0:
            state.phase = decisions.BEFORE_STATION
    elif phase == decisions.ALLY:
        if bit != decisions.DONE:
            state.peace |= only(8 * bit + state.seat)
            if state.events is not None:
                state.tell(Allied(seat=int(state.seat), ally=int(bit)))
        state.phase = decisions.BEFORE_RETIRE
    elif phase == decisions.RETIRE:
        if bit == decisions.DECLINE:
            decline(state)
        state.phase = decisions.BEFORE_WITHDRAW
    elif phase == decisions.PAY:
        conquest.pay_and_conquer(state, bit)
    elif phase == decisions.STRIKE:
        conquest.strike(state, bit)
    elif phase == decisions.WAVE:
        if bit == decisions.SECOND_WAVE:
            redeployment.make_second_wave(state)
        else:
            state.phase = decisions.RECRUIT
    settle(state)


def _apply_other_conquest(state: State, bit: i64) -> None:
    """The end of the conquests, a roll before one, or a special attack of which the region is asked next."""
    if bit == decisions.DONE:
        state.phase = decisions.WAVE if redeployment.may_make_second_wave(state) else decisions.RECRUIT
        state.die = -1
    elif bit == decisions.ROLL:
        state.phase = decisions.DIE
        state.has_acted = True
    elif bit == decisions.WITH_DRAGON:
        state.phase = decisions.DRAGON
    elif bit == decisions.BY_SUBSTITUTION:
        state.phase = decisions.SUBSTITUTE
    elif bit == decisions.WITH_PAYMENT:
        state.phase = decisions.PAY
    else:
        state.phase = decisions.STRIKE


def _apply_encampment(state: State, bit: i64) -> None:
    if bit != decisions.DONE:
        redeployment.encamp(state, bit)
        if state.left > 0 and redeployment.may_encamp(state):
            return
    if state.phase == decisions.ENCAMP:
        state.phase = decisions.BEFORE_ENCAMP
    else:
        redeployment.camps_are_back(state)
        _begin(state, decisions.BEFORE_WITHDRAW)


def _apply_chance(state: State, outcome: i64) -> None:
    phase = state.phase
    if phase == decisions.DIE:
        conquest.rolled(state, outcome)
    elif phase == decisions.FIRST_PLAYER:
        state.first_player = outcome
        state.seat = outcome
        state.phase = decisions.START_TURN
        if state.events is not None:
            state.tell(FirstPlayer(seat=int(outcome)))
    else:
        if phase == decisions.BANNER:
            column.reveal_banner(state, outcome)
        else:
            column.reveal_badge(state, outcome)
        if not column.refill(state):
            state.phase = state.resume
