"""A game: the state, who sits where, and how it came about. This is the API that everything else uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from elbowroom.engine import actions, explanation, notation, phases, turn
from elbowroom.engine.chance import Dealer
from elbowroom.engine.events import Event
from elbowroom.engine.ranking import ranking
from elbowroom.engine.reader import read_position
from elbowroom.engine.state import State, new_state
from elbowroom.engine.view import view
from elbowroom.rules.bits import lowest
from elbowroom.rules.content import base_content
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from elbowroom.rules.tables import Table, lay_table

if TYPE_CHECKING:
    from elbowroom.engine.explanation import Cost, LegalAction, Score
    from elbowroom.engine.ranking import Place
    from elbowroom.engine.view import View
    from elbowroom.rules.content import Content

CHANCE: Final = -1


@final
class Game:
    """One game of 2 to 5 players, decision by decision.

    With a dealer, chance is drawn as soon as it is due. Without one, chance is a decision like any other:
    `to_move` is CHANCE and `legal()` lists the outcomes. A clone never has a dealer.
    """

    def __init__(self, state: State, names: list[str], dealer: Dealer | None = None) -> None:
        """Play on from a settled state."""
        self.state: State = state
        self.table: Table = state.table
        self.names: list[str] = names
        self.opening: str = ""
        """The position it started from, as text; empty for a game from the set-up."""
        self.is_copy: bool = False
        """A copy does not know how it came about, so it has no record."""
        self.history: list[int] = []
        self._dealer: Dealer | None = dealer
        self._deal()

    @property
    def to_move(self) -> int | None:
        """The seat that decides, CHANCE, or None when the game is over."""
        phase = self.state.phase
        if phase == phases.OVER:
            return None
        return CHANCE if phase <= phases.DIE else int(self.state.chooser())

    @property
    def is_over(self) -> bool:
        """Whether the last turn has been played."""
        return self.state.phase == phases.OVER

    @property
    def phase(self) -> str:
        """The name of the decision that is due."""
        return phases.PHASE_NAMES[self.state.phase]

    def legal(self) -> list[int]:
        """The ids of the legal actions."""
        mask = self.state.legal
        head = self.state.phase << 6
        found: list[int] = []
        while mask != 0:
            found.append(int(head | lowest(mask)))
            mask &= mask - 1
        return found

    def legal_actions(self) -> list[LegalAction]:
        """The legal actions with their texts and, for conquests, what they cost."""
        return explanation.legal_actions(self.state)

    def text_of(self, action: int) -> str:
        """The text of an action id."""
        return actions.text_of(self.table, action)

    def apply(self, action: int | str) -> None:
        """Carry out an action, given by its id or its text; refuse it with a reason if it is not legal."""
        if isinstance(action, int):
            self._apply(action)
            self._deal()
            return
        for single in self.parse(action):
            self._apply(single)
        self._deal()

    def apply_with_events(self, action: int | str) -> list[Event]:
        """Carry out an action and tell what happened."""
        journal: list[Event] = []
        self.state.journal = journal
        try:
            self.apply(action)
        finally:
            self.state.journal = None
        return journal

    def parse(self, text: str) -> list[int]:
        """The single legal decisions that a text stands for; refused as a whole if one is not legal."""
        found = actions.parse(self.state, self.names, text)
        if len(found) > 1:
            trial = Game(self.state.clone(), self.names)
            for single in found:
                trial._apply(single)
        return found

    def _apply(self, action: int) -> None:
        if action < 0 or action >= 2048:
            raise Refused("no_such_action", action=action)
        code: i64 = action
        state = self.state
        bit = code & 63
        if code >> 6 != state.phase or bit > 61 or not state.legal >> bit & 1:
            refusal = explanation.refusal_of(state, action)
            raise Refused(refusal.code, **refusal.params)
        turn.apply(state, bit)
        self.history.append(action)

    def _deal(self) -> None:
        dealer = self._dealer
        if dealer is None:
            return
        state = self.state
        while state.phase <= phases.DIE:
            phase = state.phase
            outcome = dealer.draw(state)
            turn.apply(state, outcome)
            self.history.append(int(phase << 6 | outcome))

    def deal_with(self, dealer: Dealer) -> None:
        """Let this dealer draw chance from now on: a recorded game is taken up again."""
        self._dealer = dealer
        self._deal()

    def ranking(self) -> list[Place]:
        """Who comes where, as the coins and tokens stand (END-2, END-3)."""
        return ranking(self.state)

    def view(self, seat: int | None) -> View:
        """What that seat, or a spectator (None), may see."""
        if seat is not None and not 0 <= seat < self.table.players:
            raise Refused("unknown_player", word=seat, known=self.names)
        return view(self.state, self.names, seat)

    def cost(self, region: int | str) -> Cost:
        """What a region (number or name) costs the acting race, or why it cannot be taken."""
        return explanation.cost(self.state, actions.region_named(self.table, str(region)))

    def costs(self) -> list[Cost]:
        """The same for all regions, in order."""
        return explanation.costs(self.state)

    def places(self) -> list[int]:
        """The regions among which the decision that is due spreads pieces; none if it spreads nothing."""
        return explanation.places(self.state)

    def score_preview(self) -> Score:
        """Coins by source if the turn ended now."""
        return explanation.score_preview(self.state)

    def clone(self) -> Game:
        """An independent copy without dealer and history: a place to think."""
        copy = Game(self.state.clone(), self.names)
        copy.is_copy = True
        return copy

    def to_text(self) -> str:
        """The position as text."""
        return notation.write_position(self.state, self.names)

    @staticmethod
    def from_text(text: str, content: Content | None = None, seed: int | None = None) -> Game:
        """A game from a position text; refused with line and cause if it is not a legal one."""
        state, names = read_position(text, content if content is not None else base_content())
        game = Game(state, names, None if seed is None else Dealer(str(seed).encode()))
        game.opening = text
        return game


def new_game(
    players: int = 2,
    seed: int | None = None,
    options: Options | None = None,
    content: Content | None = None,
    map_id: str | None = None,
    names: list[str] | None = None,
    dealer: Dealer | None = None,
) -> Game:
    """Set up a game. With a seed or a dealer, chance is drawn for you; without, it is yours to choose."""
    box = base_content() if content is None else content
    found = box.map_for(players) if map_id is None else box.map(map_id)
    if found.players != players:
        raise Refused("map_players", map=found.id, players=players, made_for=found.players)
    table = lay_table(box, found, Options() if options is None else options)
    state = new_state(table)
    turn.settle(state)
    seats = [f"P{seat + 1}" for seat in range(players)] if names is None else list(names)
    notation.check_names(seats, players)
    if dealer is None and seed is not None:
        dealer = Dealer(str(seed).encode())
    return Game(state, seats, dealer)
