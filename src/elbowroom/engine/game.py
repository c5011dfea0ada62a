"""A game: the state, who sits where, and how it came about. This is the API that everything else uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from elbowroom.engine import actions, decisions, explanation, notation, turn
from elbowroom.engine.chance import Dealer
from elbowroom.engine.events import Event
from elbowroom.engine.forms import Form, form
from elbowroom.engine.position_parser import read_position
from elbowroom.engine.ranking import ranking
from elbowroom.engine.secrets import known_to, viewer_of
from elbowroom.engine.state import State, new_state
from elbowroom.engine.view import view
from elbowroom.engine.whose_turn import Turn, turn_of
from elbowroom.rules.bits import lowest
from elbowroom.rules.content import base_content
from elbowroom.rules.options import Options, options_from
from elbowroom.rules.refusals import Refused
from elbowroom.rules.setup import RULES_VERSION, Setup, setup_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elbowroom.engine.explanation import Cost, LegalAction, Score
    from elbowroom.engine.ranking import Rank
    from elbowroom.engine.view import View
    from elbowroom.rules.content import Content

CHANCE: Final = -1
"""What `to_move` is while chance decides."""


@final
class Game:
    """One game of 2 to 5 players, decision by decision.

    With a dealer, chance is drawn as soon as it is due. Without one, chance is a decision like any other:
    `to_move` is CHANCE and `legal()` lists the outcomes. A clone never has a dealer.
    """

    def __init__(self, state: State, names: list[str], dealer: Dealer | None = None) -> None:
        """Play on from a settled state."""
        self.state: State = state
        self.setup: Setup = state.setup
        self.names: list[str] = names
        self.opening: str = ""
        """The position it started from, as text; empty for a game from the set-up."""
        self.is_clone: bool = False
        """A clone does not know how it came about, so it has no record and no undo."""
        self.history: list[int] = []
        self._dealer: Dealer | None = dealer
        self._deal()

    def __repr__(self) -> str:
        """Map, turn, player and decision, for people who look at a variable."""
        state = self.state
        place = f"{self.setup.board.map_id}, game turn {state.game_turn} of {self.setup.board.game_turns}"
        mover = self.to_move
        if mover is None:
            return f"<Game on {place}: over>"
        who = "chance" if mover == CHANCE else self.names[mover]
        return f"<Game on {place}: {who} to decide {self.phase}>"

    def __str__(self) -> str:
        """The position as text."""
        return self.to_text()

    def __eq__(self, other: object) -> bool:
        """Whether both have the same content, players and position, however they came about."""
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (
            self.setup.rules_version == other.setup.rules_version
            and self.setup.content.is_same(other.setup.content)
            and self.to_text() == other.to_text()
        )

    def __hash__(self) -> int:
        """A game changes, so it is no key: use its text."""
        raise TypeError("a Game changes while it is played: use game.to_text() as a key")

    def __copy__(self) -> Game:
        """The same as `copy`."""
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        """The same as `copy`."""
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """How it is pickled: its position, its past and its dealer."""
        setup = self.setup
        parts = (setup.content, int(setup.rules_version), self.to_text(), self.names, self.opening)
        return _unpickle, (*parts, self.history, self.is_clone, self._dealer)

    @property
    def turn(self) -> Turn:
        """Whose turn it is, in which game turn."""
        return turn_of(self.state)

    @property
    def to_move(self) -> int | None:
        """The seat that decides, CHANCE, or None when the game is over."""
        phase = self.state.phase
        if phase == decisions.OVER:
            return None
        return CHANCE if phase <= decisions.LAST_CHANCE else int(self.state.chooser())

    @property
    def is_over(self) -> bool:
        """Whether the last turn has been played."""
        return self.state.phase == decisions.OVER

    @property
    def phase(self) -> str:
        """The name of the decision that is due."""
        return decisions.PHASE_NAMES[self.state.phase]

    def legal(self) -> list[int]:
        """The ids of the legal actions."""
        mask = self.state.legal
        head = self.state.phase << 6
        ids: list[int] = []
        while mask != 0:
            ids.append(int(head | lowest(mask)))
            mask &= mask - 1
        return ids

    def legal_actions(self) -> list[LegalAction]:
        """The legal actions with their texts and, for conquests, what they cost."""
        return explanation.legal_actions(self.state)

    def text_of(self, action: int) -> str:
        """The text of an action id."""
        return actions.text_of(self.setup, action)

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
        events: list[Event] = []
        self.state.events = events
        try:
            self.apply(action)
        finally:
            self.state.events = None
        return events

    def parse(self, text: str) -> list[int]:
        """The single legal decisions that a text stands for; refused as a whole if one is not legal."""
        singles = actions.parse(self.state, self.names, text)
        if len(singles) > 1:
            trial = Game(self.state.clone(), self.names)
            for single in singles:
                trial._apply(single)
        return singles

    def _apply(self, action: int) -> None:
        if action < 0 or action > decisions.MAX_ACTION:
            raise Refused("no_such_action", action=action)
        code: i64 = action
        state = self.state
        bit = code & 63
        if code >> 6 != state.phase or bit > decisions.MAX_BIT or not state.legal >> bit & 1:
            refusal = explanation.refusal_of(state, action)
            raise Refused(refusal.code, **refusal.params)
        turn.apply(state, bit)
        self.history.append(action)

    def _deal(self) -> None:
        dealer = self._dealer
        if dealer is None:
            return
        state = self.state
        while state.phase <= decisions.LAST_CHANCE:
            phase = state.phase
            outcome = dealer.draw(state)
            turn.apply(state, outcome)
            self.history.append(int(phase << 6 | outcome))

    def deal_with(self, dealer: Dealer) -> None:
        """Let this dealer draw chance from now on: a recorded game is taken up again."""
        self._dealer = dealer
        self._deal()

    def ranking(self) -> list[Rank]:
        """Who comes where, as the coins and tokens stand (END-2, END-3)."""
        return ranking(self.state)

    def view(self, seat: int | None) -> View:
        """What that seat, or a spectator (None), may see."""
        if seat is not None and not 0 <= seat < self.setup.players:
            raise Refused("unknown_player", word=seat, known=self.names)
        return view(self.state, self.names, seat)

    def cost(self, region: int | str) -> Cost:
        """What a region (number or name) costs the acting race, or why it cannot be taken."""
        return explanation.cost(self.state, actions.region_named(self.setup, str(region)))

    def costs(self) -> list[Cost]:
        """The same for all regions, in order."""
        return explanation.costs(self.state)

    def places(self) -> list[int]:
        """The regions among which the decision that is due spreads pieces; none if it spreads nothing."""
        return explanation.places(self.state)

    def form(self, lately: Iterable[Event] = ()) -> Form | None:
        """What limits the answer to the decision that is due, if regions are chosen or pieces are spread."""
        return form(self.state, lately)

    def score_preview(self) -> Score:
        """Coins by source if the turn ended now."""
        return explanation.score_preview(self.state)

    def undo(self) -> None:
        """Take back the last decision of a player together with the chance that followed it.

        Refused if nothing was decided yet, and for a clone, which does not know how it came about. The dealer
        draws the same luck again.
        """
        if self.is_clone:
            raise Refused("undo_of_a_clone")
        last = len(self.history) - 1
        while last >= 0 and actions.is_chance(self.history[last]):
            last -= 1
        if last < 0:
            raise Refused("nothing_to_undo")
        self.go_back(last)

    def go_back(self, length: int) -> None:
        """Go back to the game after its first `length` decisions; the dealer draws the same luck again."""
        earlier = self.earlier(length)
        dealer = self._dealer
        if dealer is not None:
            for action in self.history[length:]:
                if actions.is_chance(action):
                    dealer.take_back(actions.decision_of(action))
        self.state = earlier.state
        self.history = earlier.history
        self._deal()

    def earlier(self, length: int) -> Game:
        """The same game after its first `length` decisions, chance included, without a dealer."""
        game = self.reopened()
        for action in self.history[:length]:
            game._apply(action)  # noqa: SLF001 - another game, the same class
        return game

    def reopened(self) -> Game:
        """The same game before its first decision, without a dealer; a clone does not know it."""
        if self.is_clone:
            raise Refused("undo_of_a_clone")
        setup = self.setup
        version = int(setup.rules_version)
        if self.opening:
            return Game.from_text(self.opening, setup.content, rules_version=version)
        state = new_state(setup)
        turn.settle(state)
        return Game(state, list(self.names))

    def copy(self) -> Game:
        """An independent copy with its past and, if there is one, a dealer who will draw the same."""
        copy = Game(self.state.clone(), list(self.names))
        copy.opening = self.opening
        copy.is_clone = self.is_clone
        copy.history = self.history[:]
        dealer = self._dealer
        if dealer is not None:
            copy._dealer = dealer.copy()
        return copy

    def clone(self) -> Game:
        """An independent copy without dealer and history: a place to think."""
        clone = Game(self.state.clone(), self.names)
        clone.is_clone = True
        return clone

    def to_text(self) -> str:
        """The position as text."""
        return notation.write_position(self.state, self.names)

    def seen_by(self, seat: int | None, hidden_coins: int = -1) -> Game:
        """A clone in which that seat, or a spectator (None), may see everything: hidden coins are made up.

        Players whose coins are hidden have so many; if it is not said how many, as many as the seat.
        """
        state = known_to(self.state, viewer_of(seat), hidden_coins)
        state.legal = turn.legal(state)
        clone = Game(state, self.names)
        clone.is_clone = True
        return clone

    def text_for(self, seat: int | None) -> str:
        """The position as text, without the coins that the seat, or a spectator (None), may not see."""
        return notation.write_position(self.state, self.names, viewer_of(seat))

    @staticmethod
    def from_text(
        text: str,
        content: Content | None = None,
        seed: int | None = None,
        rules_version: int = RULES_VERSION,
    ) -> Game:
        """A game from a position text; refused with line and cause if it is not a legal one."""
        box = content if content is not None else base_content()
        state, names = read_position(text, box, rules_version)
        game = Game(state, names, None if seed is None else Dealer(str(seed).encode()))
        game.opening = text
        return game


def _unpickle(
    content: Content,
    rules_version: int,
    position: str,
    names: list[str],
    opening: str,
    history: list[int],
    is_clone: bool,
    dealer: Dealer | None,
) -> Game:
    game = Game.from_text(position, content, rules_version=rules_version)
    game.names = names
    game.opening = opening
    game.history = history
    game.is_clone = is_clone
    if dealer is not None:
        game.deal_with(dealer)
    return game


def _options(options: Options | Mapping[str, object] | None) -> Options:
    if options is None:
        return Options()
    return options if isinstance(options, Options) else options_from(options)


def new_game(
    players: int = 2,
    seed: int | None = None,
    options: Options | Mapping[str, object] | None = None,
    content: Content | None = None,
    map_id: str | None = None,
    names: list[str] | None = None,
    dealer: Dealer | None = None,
    rules_version: int = RULES_VERSION,
) -> Game:
    """Set up a game. With a seed or a dealer, chance is drawn for you; without, it is yours to choose.

    The options are an `Options` or a dict of its fields, such as `{"open_coins": True}`; the content is the
    box, with own races, powers and maps if there are any (`add_content`); if no map is named, it is the one
    for the number of players. New games are played by the newest version of the rules.
    """
    box = base_content() if content is None else content
    game_map = box.map_for(players) if map_id is None else box.map(map_id)
    if game_map.players != players:
        raise Refused("map_players", map=game_map.id, players=players, made_for=game_map.players)
    setup = setup_for(box, game_map, _options(options), rules_version)
    state = new_state(setup)
    turn.settle(state)
    seats = [f"P{seat + 1}" for seat in range(players)] if names is None else list(names)
    notation.check_names(seats, players)
    if dealer is None and seed is not None:
        dealer = Dealer(str(seed).encode())
    return Game(state, seats, dealer)
