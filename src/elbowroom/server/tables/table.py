"""A table as its log tells it: who sits where, the game, the clocks. Nothing here reads a clock or a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, assert_never

from elbowroom.engine import phases
from elbowroom.engine.notation import KEYWORDS
from elbowroom.engine.record import back_to
from elbowroom.server.tables import entries
from elbowroom.server.tables.agreement import first_game, seat_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elbowroom.engine.events import Event
    from elbowroom.engine.game import Game
    from elbowroom.server.tables.agreement import Agreement
    from elbowroom.server.tables.entries import AnyEntry, Row

Status = Literal["open", "running", "over", "closed"]


@dataclass
class Seat:
    """A place at the table, and who sits there."""

    person: str | None = None
    name: str = ""
    nonce: str = ""
    level: str | None = None
    """The level of the computer that sits here from the start."""
    taken_over: bool = False
    """A computer plays for the person."""

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down."""
        return self.person is None and self.level is None

    @property
    def is_computer(self) -> bool:
        """Whether a computer decides."""
        return self.level is not None or self.taken_over


def names_of(seats: list[Seat]) -> list[str]:
    """The names of the notation for people and computers: one word each, all different."""
    found: list[str] = []
    for seat, fallback in zip(seats, seat_names(len(seats)), strict=True):
        word = "".join(letter for letter in seat.name if letter.isalpha() or letter == "-")[:20]
        is_usable = word[:1].isalpha() and word.lower() not in {*KEYWORDS, *(name.lower() for name in found)}
        found.append(word if is_usable else fallback)
    return found


class Table:
    """What a log makes of a table, entry by entry."""

    def __init__(self, first: Row) -> None:
        """A table begins with its opening."""
        opened = first.entry
        assert isinstance(opened, entries.Opened)
        self.agreement: Agreement = opened.agreement
        self.commitment = opened.commitment
        self.host = opened.host
        self.seq = first.seq
        self.opened_at = self.changed_at = first.at
        self.status: Status = "open"
        self.seed: str | None = None
        """The dealer's seed, once it has been shown."""
        players = self.agreement.players
        self.seats = [Seat() for _ in range(players)]
        for seat, level in enumerate(reversed(self.agreement.computers)):
            self.seats[players - 1 - seat].level = level
        self.game: Game | None = None
        self.events: list[Event] = []
        """What the last entry brought about in the game."""
        self.undoable: list[int] = []
        """Lengths of the history that the player to move may go back to."""
        self.wants_pause: set[int] = set()
        self.is_paused = False
        self.left: list[float] = []
        """Seconds that each player's clock has left, as of `since`."""
        self.since = first.at

    @staticmethod
    def of(rows: Iterable[Row]) -> Table:
        """The table that a log tells of."""
        log = iter(rows)
        table = Table(next(log))
        for row in log:
            table.add(row)
        return table

    def add(self, row: Row) -> None:
        """One more entry."""
        assert row.seq == self.seq + 1, "a log has no gaps"
        self.seq, self.changed_at = row.seq, row.at
        self.events = []
        self._apply(row.entry, row.at)

    def _apply(self, entry: AnyEntry, at: float) -> None:
        match entry:
            case entries.Opened():
                raise AssertionError("a table is opened once")
            case entries.Joined():
                self.seats[entry.seat] = Seat(entry.person, entry.name, entry.nonce)
            case entries.Left():
                self.seats[entry.seat] = Seat()
            case entries.Filled():
                self.seats[entry.seat] = Seat(level=entry.level)
            case entries.Started():
                self._start(entry, at)
            case entries.Acted():
                self._act(entry, at)
            case entries.Undone():
                self.game = back_to(self.running, entry.length)
                del self.undoable[self.undoable.index(entry.length) :]
            case entries.TookOver():
                if entry.seat == self.to_move and not self.is_paused:
                    self.left[entry.seat] = max(0.0, self.left[entry.seat] - (at - self.since))
                    self.since = at
                self.seats[entry.seat].taken_over = True
                self.undoable = []
            case entries.HandedBack():
                self.seats[entry.seat].taken_over = False
                self._wind(entry.seat, at)
            case entries.PauseAsked():
                self._ask_pause(entry.seat, at)
            case entries.Resumed():
                self.since = at if self.is_paused else self.since
                self.is_paused, self.wants_pause = False, set()
            case entries.Finished():
                self.status, self.seed = "over", entry.seed
            case entries.Closed():
                self.status = "closed"
            case _:
                assert_never(entry)

    @property
    def running(self) -> Game:
        """The game that is being played."""
        assert self.game is not None
        return self.game

    @property
    def to_move(self) -> int | None:
        """The seat that decides now, if any."""
        return self.running.to_move if self.status == "running" else None

    @property
    def nonces(self) -> list[str]:
        """The players' numbers for the dealer, in the order of the seats."""
        return [seat.nonce for seat in self.seats]

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person holds."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def deadline(self) -> float | None:
        """When the player to move has no time left; None if nothing runs."""
        seat = self.to_move
        if seat is None or self.is_paused or self.seats[seat].is_computer:
            return None
        if self.agreement.clock.kind == "none":
            return None
        return self.since + self.left[seat]

    def _start(self, entry: entries.Started, at: float) -> None:
        self.status = "running"
        self.game = first_game(self.agreement, entry.names)
        for action in entry.actions:
            self.events += self.game.apply_with_events(action)
        self.left = [float(self.agreement.clock.seconds)] * len(self.seats)
        self.since = at

    def _act(self, entry: entries.Acted, at: float) -> None:
        game = self.running
        length, before = len(game.history), game.to_move
        turn = (int(game.state.game_turn), int(game.state.seat))
        for action in entry.actions:
            self.events += game.apply_with_events(action)
        passed = (int(game.state.game_turn), int(game.state.seat)) != turn
        met_chance = any(action >> 6 <= phases.DIE for action in entry.actions)
        if passed or met_chance or game.to_move != before or entry.by == "computer":
            self.undoable = []
        else:
            self.undoable.append(length)
        self._clock(entry.seat, at, turn[1] if passed else None)

    def _clock(self, seat: int, at: float, ended: int | None) -> None:
        """Charge the time that was used; who decides next begins his."""
        if not self.is_paused:
            self.left[seat] = max(0.0, self.left[seat] - (at - self.since))
        self.since = at
        if ended is not None and self.agreement.clock.kind == "bank":
            self.left[ended] += self.agreement.clock.increment
        now = self.to_move
        if now is not None and (ended is not None or now != seat):
            self._wind(now, at)

    def _wind(self, seat: int, at: float) -> None:
        """A player begins to think: with a limit for each turn he has all of it again."""
        if self.agreement.clock.kind == "turn":
            self.left[seat] = float(self.agreement.clock.seconds)
        if seat == self.to_move:
            self.since = at

    def _ask_pause(self, seat: int, at: float) -> None:
        self.wants_pause.add(seat)
        people = {number for number, place in enumerate(self.seats) if not place.is_computer}
        if people <= self.wants_pause and not self.is_paused:
            now = self.to_move
            if now is not None:
                self.left[now] = max(0.0, self.left[now] - (at - self.since))
            self.is_paused, self.since = True, at
