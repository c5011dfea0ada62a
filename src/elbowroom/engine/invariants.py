"""Invariants: what is true of every state, whatever is played. `simulate --check` and the tests use them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from elbowroom.engine import actions, decisions, turn
from elbowroom.engine.events import CoinsGiven, Paid, Picked, Scored
from elbowroom.engine.explanation import cost
from elbowroom.engine.game import Game
from elbowroom.engine.playout import digest_state
from elbowroom.engine.position_check import overused
from elbowroom.engine.secrets import SPECTATOR, may_see_coins
from elbowroom.engine.turn_measure import left_in_turn
from elbowroom.rules.bits import bits_of
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from elbowroom.engine.events import Event
    from elbowroom.engine.state import State


@mypyc_attr(native_class=False)
class BrokenInvariantError(AssertionError):
    """Something that must always hold does not."""


def _hold(condition: object, claim: str) -> None:
    if not condition:
        raise BrokenInvariantError(claim)


def check_state(state: State) -> None:
    """Everything that can be seen to be right or wrong in one state."""
    _check_tokens(state)
    _check_regions(state)
    _check_markers(state)
    _check_pieces(state)
    _check_decision(state)


def _check_tokens(state: State) -> None:
    """Race tokens are conserved: tray, map, hand, and those on their way back."""
    setup = state.setup
    for race in range(int(setup.races)):
        on_map = sum(int(state.tokens[region]) for region in bits_of(int(state.regions[race])))
        parts = (state.tray[race], on_map, state.hand[race], state.withdrawn[race])
        _hold(min(parts) >= 0, "no pile of tokens is negative")
        _hold(sum(parts) == setup.tokens_in_box[race], f"tokens of {setup.race_ids[race]} are conserved")
        if state.owner[race] < 0:
            _hold(
                state.tray[race] == setup.tokens_in_box[race],
                "a race out of play has all its tokens in the tray",
            )


def _check_regions(state: State) -> None:
    """Each region has at most one holder, and its cost is the sum of what stands there."""
    setup, board, held = state.setup, state.setup.board, 0
    for race in range(int(setup.races)):
        mask = int(state.regions[race])
        _hold(not mask & held, "a region has one holder")
        held |= mask
        if mask:
            _hold(state.owner[race] >= 0, "a race on the map has an owner")
    for region in range(int(board.size)):
        here = held >> region & 1
        tribe = int(state.tribes) >> region & 1
        _hold((state.tokens[region] > 0) == bool(here), "tokens stand in held regions only")
        _hold(not (here and tribe), "a lost tribe stands alone")
        expected = 2 + (int(board.mountain) >> region & 1) + tribe + int(state.tokens[region])
        for kind in range(len(setup.kind_names)):
            expected += int(state.markers_in(kind, region) * setup.kind_defence[kind])
        _hold(state.cost(region) == expected, "the cost is the sum of its parts")
    for race in range(int(setup.races)):
        if state.owner[race] < 0 or not state.is_declined(race):
            continue
        combo = state.combo_of(race)
        if not combo.keeps_tokens and not combo.conquers:
            alone = all(state.tokens[region] == 1 for region in bits_of(int(state.regions[race])))
            _hold(alone, "a race in decline has one token in each region")


def _check_markers(state: State) -> None:
    """No more markers than the box has, and only in held regions."""
    setup, held = state.setup, 0
    for race in range(int(setup.races)):
        held |= int(state.regions[race])
    for kind, name in enumerate(setup.kind_names):
        _hold(state.markers_on(kind, -1) <= setup.kind_count[kind], f"the box has enough of {name}")
        _hold(not int(state.marker_mask(kind)) & ~held, f"a {name} stands in a held region")


def _check_pieces(state: State) -> None:
    """Every banner and every badge is in exactly one place."""
    setup = state.setup
    shown = [int(state.column[slot]) for slot in range(int(state.combos_shown))]
    banners = [combo >> 6 for combo in shown] + bits_of(int(state.banners))
    banners += [int(state.returned[i]) for i in range(int(state.banners_returned))]
    banners += [race for race in range(int(setup.races)) if state.owner[race] >= 0]
    if state.revealed >= 0:
        banners.append(int(state.revealed))
    _hold(sorted(banners) == bits_of(int(setup.banners)), "every banner is in one place")
    badges = [combo & 63 for combo in shown] + bits_of(int(state.badges)) + bits_of(int(state.discards))
    badges += [int(state.power[race]) for race in range(int(setup.races)) if state.power[race] >= 0]
    _hold(sorted(badges) == bits_of(int(setup.badges)), "every badge is in one place")


def _check_decision(state: State) -> None:
    """Somebody can always do something, and the noted answers are the legal ones."""
    _hold(state.legal == turn.legal(state), "the legal answers are up to date")
    _hold(bool(state.legal) != (state.phase == decisions.OVER), "there is something to do until the end")
    _hold(min(state.coins) >= 0, "nobody has debts")
    _hold(not overused(state), "nobody pays or strikes more often than they may")
    for seat in range(int(state.setup.players)):
        active = int(state.active[seat])
        _hold(active < 0 or state.owner[active] == seat, "an active race belongs to its player")


def check_game(game: Game) -> None:
    """What takes longer: texts, copies, costs, and that exactly the legal actions apply."""
    state = game.state
    text = game.to_text()
    again = Game.from_text(text, game.setup.content)
    _hold(again.to_text() == text, "a position reads back as it was written")
    _hold(again.legal() == game.legal(), "a position that was read back has the same legal actions")
    before = digest_state(state, 1)
    legal = set(game.legal())
    for action in actions.all_actions(game.setup):
        if action in legal:
            copy = game.clone()
            copy.apply(action)
            check_state(copy.state)
        else:
            _refused(game, action)
    _hold(digest_state(state, 1) == before, "a copy is independent, and a refusal changes nothing")
    if state.phase == decisions.CONQUER:
        for region in range(int(state.setup.board.size)):
            told = cost(state, region)
            _hold(sum(part.amount for part in told.parts) == told.total, "the parts of a cost add up")
            _hold(
                bool(told.reasons) != bool(int(state.legal) >> region & 1), "what is not legal has a reason"
            )
    _check_views(game)


def _refused(game: Game, action: int) -> None:
    try:
        game.apply(action)
    except Refused as refused:
        _hold(refused.refusal.reason, "a refusal has a reason")
    else:
        raise BrokenInvariantError("every other action is refused")


def _check_views(game: Game) -> None:
    """A viewer's view does not depend on other players' totals (SCO-5)."""
    if may_see_coins(game.state, SPECTATOR, 0):
        return
    for viewer in [None, *range(int(game.setup.players))]:
        other = game.clone()
        for seat in range(int(game.setup.players)):
            if seat != viewer:
                other.state.coins[seat] += 17
        _hold(other.view(viewer) == game.view(viewer), "the view hides other players' totals")


class CoinLedger:
    """Follows the coins of a game: they change only as scored, paid and given."""

    def __init__(self, game: Game) -> None:
        """Start from the coins as they are."""
        self._coins = [int(coins) for coins in game.state.coins]

    def follow(self, game: Game, events: list[Event]) -> None:
        """Account for what happened."""
        for event in events:
            if isinstance(event, Scored):
                self._coins[event.seat] += event.coins
            elif isinstance(event, Picked):
                self._coins[event.seat] += event.gained - event.paid
            elif isinstance(event, Paid):
                self._coins[event.seat] -= event.coins
            elif isinstance(event, CoinsGiven):
                self._coins[event.seat] -= event.coins
                self._coins[event.to] += event.coins
        _hold(
            self._coins == [int(coins) for coins in game.state.coins],
            "coins change only as scored, paid and given",
        )


class TurnProgress:
    """Follows the turns of a game: every decision leaves less to decide in its turn (`turn_measure`)."""

    def __init__(self, game: Game) -> None:
        """Start from the turn as it is."""
        self._turn = game.turn
        self._left = left_in_turn(game.state)

    def follow(self, game: Game) -> None:
        """Compare what is left now with what was left before the last decision."""
        left = left_in_turn(game.state)
        _hold(min(left) >= 0, "what is left in a turn is counted down to nothing")
        _hold(
            game.turn != self._turn or left < self._left, "every decision brings the turn nearer to its end"
        )
        self._turn, self._left = game.turn, left
