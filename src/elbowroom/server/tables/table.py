"""A table as its log tells it: who sits where, the game, the clocks. Nothing here reads a clock or a file."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, assert_never

from elbowroom.engine import phases
from elbowroom.engine.game import Game
from elbowroom.engine.notation import KEYWORDS
from elbowroom.engine.record import back_to
from elbowroom.server.tables import entries
from elbowroom.server.tables.agreement import SHORTEST_TURN, content_of, first_game, seat_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.engine.events import Event
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
        self.invite = opened.invite
        self.seq = self.position_seq = first.seq
        """`position_seq` numbers the last entry that changed what there is to decide."""
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
        self.left: list[float] = [float(self.agreement.clock.seconds)] * players
        """Seconds that each player's clock has left, as of `since`."""
        self.since = first.at
        self.rematch: tuple[str, str] | None = None
        """The table at which the same people play again, and its invite code."""
        self.is_import = False
        self.is_mended = False
        """The game went on from a stored position, as its log could not be replayed."""
        self.is_blind = False
        """No entry is played on the engine, as a mended log is followed up to its mending."""
        self.past: list[int] = []
        """The decisions before the game was mended, which the dealer has seen."""
        self._mended_at = 0
        self.wound: list[tuple[int, int] | None] = [None] * players
        """The turn for which each clock was last wound."""

    @staticmethod
    def of(rows: Sequence[Row]) -> Table:
        """The table that a log tells of."""
        mended = max((row.seq for row in rows if isinstance(row.entry, entries.Mended)), default=0)
        return Table.followed(rows, blind_until=mended)

    @staticmethod
    def followed(rows: Sequence[Row], blind_until: int) -> Table:
        """The table that a log tells of, without its game up to a number of the log."""
        table = Table(rows[0])
        for row in rows[1:]:
            table.is_blind = row.seq < blind_until
            table.add(row)
        return table

    def copy(self) -> Table:
        """The same table once more, to be moved on without changing this one."""
        other = copy(self)
        other.seats = [replace(seat) for seat in self.seats]
        other.game = None if self.game is None else _copy_of(self.game)
        other.events, other.undoable = [], list(self.undoable)
        other.wants_pause, other.past = set(self.wants_pause), list(self.past)
        other.left, other.wound = list(self.left), list(self.wound)
        return other

    def add(self, row: Row) -> None:
        """One more entry."""
        assert row.seq == self.seq + 1, "a log has no gaps"
        self.events = []
        self._apply(row.entry, row.at)
        self.seq, self.changed_at = row.seq, row.at
        if isinstance(row.entry, CHANGING):
            self.position_seq = row.seq

    def _apply(self, entry: AnyEntry, at: float) -> None:
        match entry:
            case entries.Opened():
                raise AssertionError("a table is opened once")
            case entries.Joined():
                self.seats[entry.seat] = Seat(entry.person or None, entry.name, entry.nonce)
            case entries.Left():
                self.seats[entry.seat] = Seat()
            case entries.Filled():
                self.seats[entry.seat] = Seat(level=entry.level)
            case entries.Invited():
                self.invite = entry.invite
            case entries.Moved():
                self.seats[entry.seat].person = entry.person or None
            case entries.Started():
                self._start(entry, at)
            case entries.Imported():
                self._import(entry)
            case entries.Acted():
                self._act(entry, at)
            case entries.Undone():
                self._undo(entry.length)
            case entries.TookOver():
                self._take_over(entry.seat, at)
            case entries.HandedBack():
                self.seats[entry.seat].taken_over = False
                if entry.seat == self.to_move:
                    self._charge(entry.seat, at)
            case entries.PauseAsked():
                self._ask_pause(entry.seat, at)
            case entries.Resumed():
                self._resume(entry.seat, at)
            case entries.Finished():
                self.status, self.seed = "over", entry.seed
            case entries.Closed():
                self.status = "closed"
            case entries.Rematched():
                self.rematch = (entry.table, entry.invite)
            case entries.Forgotten():
                self._forget(entry, at)
            case entries.Mended():
                self._mend(entry, at)
            case entries.Said() | entries.Removed():
                pass
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
        return None if self.status != "running" or self.game is None else self.game.to_move

    @property
    def mover(self) -> Seat | None:
        """Who decides now."""
        seat = self.to_move
        return None if seat is None or self.is_import else self.seats[seat]

    @property
    def waits_for_computer(self) -> bool:
        """Whether a computer is to decide."""
        mover = self.mover
        return mover is not None and mover.is_computer and not self.is_paused

    @property
    def nonces(self) -> list[str]:
        """The players' numbers for the dealer, in the order of the seats."""
        return [seat.nonce for seat in self.seats]

    @property
    def drawn(self) -> list[int]:
        """All decisions of the game, which tell how often the dealer has drawn."""
        return [*self.past, *self.running.history]

    @property
    def turn(self) -> tuple[int, int]:
        """The turn that is being played: its number and whose it is."""
        state = self.running.state
        return int(state.game_turn), int(state.seat)

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person holds."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def deadline(self) -> float | None:
        """When the player to move has no time left; None if nothing runs."""
        seat, mover = self.to_move, self.mover
        if seat is None or mover is None or self.is_paused or mover.is_computer:
            return None
        if self.agreement.clock.kind == "none":
            return None
        return self.since + self.left[seat]

    def _start(self, entry: entries.Started, at: float) -> None:
        self.status = "running"
        self.since = at
        if self.is_blind:
            self.past += entry.actions
            return
        self.game = first_game(self.agreement, entry.names)
        for action in entry.actions:
            self.events += self.game.apply_with_events(action)
        self._wind(at)

    def _import(self, entry: entries.Imported) -> None:
        self.status, self.is_import = "running", True
        nonces = [*entry.nonces, *[""] * len(entry.names)]
        self.seats = [Seat(None, name, nonce) for name, nonce in zip(entry.names, nonces, strict=False)]
        if not self.is_blind:
            self.game = first_game(self.agreement, entry.names)

    def _act(self, entry: entries.Acted, at: float) -> None:
        if self.is_blind:
            self.past += entry.actions
            return
        game, turn = self.running, self.turn
        length, before = len(game.history), game.to_move
        for action in entry.actions:
            self.events += game.apply_with_events(action)
        passed = self.turn != turn
        met_chance = any(action >> 6 <= phases.DIE for action in entry.actions)
        if passed or met_chance or game.to_move != before or entry.by == "computer":
            self.undoable = []
        else:
            self.undoable.append(length)
        self._charge(entry.seat, at)
        if passed and self.agreement.clock.kind == "bank":
            self.left[turn[1]] += self.agreement.clock.increment
        self._wind(at)

    def _undo(self, length: int) -> None:
        if self.is_blind:
            del self.past[self._mended_at + length :]
        else:
            self.game = back_to(self.running, length)
            del self.undoable[self.undoable.index(length) :]

    def _charge(self, seat: int, at: float) -> None:
        """Take the time that was used since the clock was last looked at."""
        if not self.is_paused:
            self.left[seat] = max(0.0, self.left[seat] - (at - self.since))
            self.since = at

    def _wind(self, at: float) -> None:
        """Whoever is to decide begins to think; once in a turn he gets the time for it."""
        seat = self.to_move
        if seat is None or self.is_import:
            return
        if self.wound[seat] != self.turn:
            self.wound[seat] = self.turn
            clock = self.agreement.clock
            allowed = clock.seconds if clock.kind == "turn" else SHORTEST_TURN
            self.left[seat] = max(self.left[seat], float(allowed))
        if not self.is_paused:
            self.since = at

    def _take_over(self, seat: int, at: float) -> None:
        if seat == self.to_move:
            self._charge(seat, at)
        self.seats[seat].taken_over = True
        self.wants_pause.discard(seat)
        self.undoable = []
        if self.wants_pause:
            self._pause(at)

    def _ask_pause(self, seat: int, at: float) -> None:
        self.wants_pause.add(seat)
        self._pause(at)

    def _pause(self, at: float) -> None:
        """Stop the clocks if all people have asked for it."""
        people = {number for number, place in enumerate(self.seats) if not place.is_computer}
        if people and people <= self.wants_pause and not self.is_paused:
            now = self.to_move
            if now is not None:
                self._charge(now, at)
            self.is_paused = True

    def _resume(self, seat: int, at: float) -> None:
        if self.is_paused:
            self.is_paused, self.wants_pause, self.since = False, set(), at
        else:
            self.wants_pause.discard(seat)

    def _forget(self, entry: entries.Forgotten, at: float) -> None:
        for seat in entry.seats:
            if self.status == "open":
                self.seats[seat] = Seat()
            else:
                self._take_over(seat, at)
                self.seats[seat].person, self.seats[seat].name = None, ""
                if self.game is not None:
                    self.game.names = [*self.game.names]
                    self.game.names[seat] = seat_names(len(self.seats))[seat]
        if entry.was_host:
            self.host = ""

    def _mend(self, entry: entries.Mended, at: float) -> None:
        self._mended_at = len(self.past)
        if self.is_blind:
            return
        names = names_of(self.seats)
        self.game = Game.from_text(entry.position, content_of(self.agreement))
        self.game.names = names
        self.game.opening = self.game.to_text()
        self.is_mended = True
        self.left, self.undoable, self.since = list(entry.left), [], at
        self.wound = [None] * len(self.seats)
        self._wind(at)


CHANGING: Final = (
    entries.Started,
    entries.Acted,
    entries.Undone,
    entries.TookOver,
    entries.HandedBack,
    entries.Forgotten,
    entries.Mended,
)
"""Entries after which there is something else to decide, or somebody else decides it."""


def _copy_of(game: Game) -> Game:
    """The same game with its history."""
    copied = Game(game.state.clone(), game.names)
    copied.history = list(game.history)
    copied.opening = game.opening
    return copied
