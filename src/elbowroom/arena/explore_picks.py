"""What a finished game says about the combos picked in it: the rows from which the explorer is made.

Computers' and people's games are folded in the same way. A row is small and plain, so that it can be stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from elbowroom.arena.statistics import PickReplay
from elbowroom.engine import decisions
from elbowroom.engine.events import Conquered, DrivenOut, Picked, Scored, Substituted
from elbowroom.rules.content import base_content

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from elbowroom.arena.statistics import Pick
    from elbowroom.engine.events import Event
    from elbowroom.engine.game import Game


class Meeting(msgspec.Struct, frozen=True, array_like=True):
    """A combo of an opponent that could attack: in how many turns, and how many regions it took."""

    race: str
    power: str
    turns: int
    regions: int


class PickRow(msgspec.Struct, frozen=True, array_like=True):
    """A combo from the moment it was picked to the end of the game."""

    race: str
    power: str
    free_race: str
    """With the next: the combo on top of the column, which was to be had for nothing."""
    free_power: str
    order: int
    """Its player's place in the turn order: 1 is the first player."""
    game_turn: int
    price: int
    """Coins paid less the coins that lay on it."""
    standing: float
    """Its player's coins before the pick, less the mean of the others'."""
    strength: float
    """Its player's strength, less the mean of the others'."""
    margin: float
    """Coins that its player won from the pick to the end, price included, less the mean of the others'."""
    win: float
    """1 if its player won, a part of 1 if they shared the victory."""
    is_lot: bool
    """Whether it was drawn by lot."""
    active_turns: int
    """Turns it scored in while active."""
    declined: int | None
    """The game turn in which it went in decline."""
    coins: tuple[int, ...]
    """What it paid in each turn of its player from the pick to the end; after `active_turns`, in decline."""
    entry: int | None
    """The number of the region that it conquered first."""
    meetings: tuple[Meeting, ...]
    """Opponents' combos that could attack it while it held a region."""


class GamePicks(msgspec.Struct, frozen=True, array_like=True):
    """All picks of a game."""

    players: int
    map_id: str
    game_turns: int
    picks: tuple[PickRow, ...]


def can_be_explored(game: Game) -> bool:
    """Whether the game counts: it is over, was played from its beginning, and with the box alone."""
    return game.is_over and not game.opening and game.setup.content.is_same(base_content())


def picks_of(game: Game, strengths: Sequence[float] = (), lots: Collection[int] = ()) -> GamePicks:
    """The picks of a finished game.

    `strengths` has a number for each seat, such as a rating; without it all are equal. `lots` says which
    picks, counted from 0, were drawn by lot.
    """
    return _ExploreReplay(game).rows(strengths or [0.0] * int(game.setup.players), lots)


class _Course:
    """What is known of a pick beside the pick itself."""

    def __init__(self, seat: int, free: tuple[str, str], coins_before: list[int]) -> None:
        self.seat = seat
        self.free = free
        self.coins_before = coins_before
        """Of all seats."""
        self.coins: list[int] = []
        self.entry: int | None = None
        self.turns_met: dict[tuple[str, str], int] = {}
        self.regions_lost: dict[tuple[str, str], int] = {}


class _ExploreReplay(PickReplay):
    """Follows a game, and what happens to each pick of it."""

    def __init__(self, whole: Game) -> None:
        self.courses: dict[int, _Course] = {}
        """By the pick's `id`: picks are told apart even if they are equal."""
        self.turn: tuple[int, int] | None = None
        self.defenders: list[Pick] = []
        """The picks that held a region when the turn began."""
        self.free = ("", "")
        self.coins: list[int] = []
        self.driven_out: dict[int, Pick] = {}
        super().__init__(whole)

    def prepare(self) -> None:
        """Note what an event does not say: the column and the coins before a pick, who holds regions."""
        state, setup = self.game.state, self.game.setup
        turn = int(state.game_turn), int(state.seat)
        if turn != self.turn:
            self.turn = turn
            self.defenders = [
                pick for race, pick in self.in_play.items() if state.regions[setup.race_ids.index(race)] != 0
            ]
        if state.phase == decisions.PICK:
            top = int(state.column[0])
            self.free = setup.race_ids[top >> 6], setup.power_ids[top & 63]
            self.coins = [int(coins) for coins in state.coins]

    def follow(self, event: Event, game_turn: int) -> None:
        """Note an event, for the pick that it is about."""
        super().follow(event, game_turn)
        match event:
            case Picked():
                course = _Course(event.seat, self.free, self.coins)
                self.courses[id(self.picks[-1])] = course
            case DrivenOut():
                self.driven_out[event.region] = self.in_play[event.race]
            case Substituted():
                self._lose(self.in_play[event.race], self.in_play[event.by])
            case Conquered():
                attacker = self.in_play[event.race]
                victim = self.driven_out.pop(event.region, None)
                if victim is not None:
                    self._lose(victim, attacker)
                course = self._course(attacker)
                if course.entry is None:
                    course.entry = event.region
            case Scored():
                self._end_turn(event, game_turn)

    def _course(self, pick: Pick) -> _Course:
        return self.courses[id(pick)]

    def _lose(self, victim: Pick, attacker: Pick) -> None:
        course = self._course(victim)
        if course.seat != self._course(attacker).seat:
            combo = attacker.race, attacker.power
            course.regions_lost[combo] = course.regions_lost.get(combo, 0) + 1

    def _end_turn(self, event: Scored, game_turn: int) -> None:
        paid = {part.race: 0 for part in event.parts}
        for part in event.parts:
            paid[part.race] += part.coins
        for race, coins in paid.items():
            pick = self.in_play[race]
            course = self._course(pick)
            course.coins += [0] * (game_turn - pick.game_turn - len(course.coins)) + [coins]
        for attacker in self._attackers(event.seat):
            combo = attacker.race, attacker.power
            for defender in self.defenders:
                course = self._course(defender)
                if course.seat != event.seat:
                    course.turns_met[combo] = course.turns_met.get(combo, 0) + 1

    def _attackers(self, seat: int) -> list[Pick]:
        """The seat's picks that could attack this turn: the active one, and those that conquer in decline."""
        state, setup = self.game.state, self.game.setup
        active = self.active.get(seat)
        return [
            pick
            for race, pick in self.in_play.items()
            if self._course(pick).seat == seat
            and (
                pick is active
                or (pick in self.defenders and state.combo_of(setup.race_ids.index(race)).conquers)
            )
        ]

    def rows(self, strengths: Sequence[float], lots: Collection[int]) -> GamePicks:
        """All picks as rows."""
        self.summary()
        return GamePicks(
            players=self.players,
            map_id=self.game.setup.board.map_id,
            game_turns=int(self.game.setup.board.game_turns),
            picks=tuple(
                self._row(pick, strengths, is_lot=number in lots) for number, pick in enumerate(self.picks)
            ),
        )

    def _row(self, pick: Pick, strengths: Sequence[float], *, is_lot: bool) -> PickRow:
        course = self._course(pick)
        before = _ahead(course.coins_before, course.seat)
        after = _ahead([int(coins) for coins in self.game.state.coins], course.seat)
        turns = int(self.game.setup.board.game_turns) - pick.game_turn + 1
        return PickRow(
            race=pick.race,
            power=pick.power,
            free_race=course.free[0],
            free_power=course.free[1],
            order=pick.order,
            game_turn=pick.game_turn,
            price=pick.paid - pick.gained,
            standing=round(before, 2),
            strength=round(_ahead(strengths, course.seat), 2),
            margin=round(after - before, 2),
            win=round(pick.win, 4),
            is_lot=is_lot,
            active_turns=pick.active_turns,
            declined=pick.declined,
            coins=tuple(course.coins + [0] * (turns - len(course.coins))),
            entry=course.entry,
            meetings=tuple(
                Meeting(*combo, turns=met, regions=course.regions_lost.get(combo, 0))
                for combo, met in course.turns_met.items()
            ),
        )


def _ahead(numbers: Sequence[float], seat: int) -> float:
    """A seat's number less the mean of the others'."""
    own = numbers[seat]
    return own - (sum(numbers) - own) / (len(numbers) - 1)
