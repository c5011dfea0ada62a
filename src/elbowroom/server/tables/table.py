"""The state of a table, built from its log: seats, game, clocks. Nothing here reads a clock or a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, assert_never

import msgspec

from elbowroom.engine.actions import is_chance
from elbowroom.engine.events import Event
from elbowroom.engine.game import Game
from elbowroom.engine.notation import KEYWORDS
from elbowroom.engine.record import next_text
from elbowroom.engine.undo_policy import step_before, undo_refusal
from elbowroom.server.tables import entries
from elbowroom.server.tables.computer_names import computer_name
from elbowroom.server.tables.log_chain import SignedHead, linked
from elbowroom.server.tables.settings import MIN_TURN_SECONDS, content_with, first_game, seat_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.engine.state import State
    from elbowroom.engine.undo_policy import UndoStep
    from elbowroom.engine.whose_turn import Turn
    from elbowroom.rules.maps import Map
    from elbowroom.server.tables.entries import AnyEntry, LogRow
    from elbowroom.server.tables.settings import TableSettings

MAX_UNDOS_PER_TURN: Final = 100
"""So that a log does not grow without end."""
Status = Literal["open", "running", "over", "closed"]


class Seat(msgspec.Struct, frozen=True):
    """A seat at the table, and who sits there; it is replaced when that changes."""

    person: str | None = None
    name: str = ""
    nonce: str = ""
    level: str | None = None
    """The level of the computer that sits here from the start."""
    taken_over: bool = False
    """A computer plays for the person."""
    is_account: bool = False
    """Whether the name is that of the person's account."""
    commitment: str = ""
    """The hash of the person's number for the dealer, if it was not told at once."""
    commitments: int = 0
    """How often the person has committed to another number."""
    is_early: bool = False
    """Whether the number was told before all commitments were stored."""
    is_given_up: bool = False
    """Whether the person did not tell the number in time: a computer plays to the end."""

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down."""
        return self.person is None and self.level is None

    @property
    def is_computer(self) -> bool:
        """Whether a computer decides."""
        return self.level is not None or self.taken_over

    @property
    def owes_nonce(self) -> bool:
        """Whether the person has committed to a number and not told it yet."""
        return bool(self.commitment) and not self.nonce


class PlayedStep(NamedTuple):
    """One answer of a player with the chance that followed it."""

    text: str
    """The answer in the notation; at the start of the game, the first outcome of chance."""
    events: list[Event]
    state: State
    """The game after it; it is not changed any more."""


class UndoableEntry(NamedTuple):
    """An entry of actions that can be taken back."""

    length: int
    """How long the history of the game was before it."""
    seq: int
    """The number of the entry."""
    lately: list[Event]
    """The events that had led to the decision before it."""
    is_by_person: bool = True
    """Whether a person decided, and no computer."""


def notation_names(seats: list[Seat]) -> list[str]:
    """The players' names in the notation: one word each, all different."""
    names: list[str] = []
    for seat, fallback in zip(seats, seat_names(len(seats)), strict=True):
        word = "".join(letter for letter in seat.name if letter.isalpha() or letter == "-")[:20]
        is_usable = word[:1].isalpha() and word.lower() not in {*KEYWORDS, *(name.lower() for name in names)}
        names.append(word if is_usable else fallback)
    return names


class Table:
    """The state of a table after the entries of its log; `add` applies the next one."""

    def __init__(self, first: LogRow) -> None:
        opened = first.entry
        assert isinstance(opened, entries.Opened)
        self.settings: TableSettings = opened.settings
        self.commitment = opened.commitment
        self.host = opened.host
        self.rules_version = opened.rules_version
        self.proof = opened.proof
        self.is_local = opened.is_local
        self.versions = opened.versions
        """The versions of the computers' levels, as far as they are known."""
        self.invite = opened.invite
        self.chain = linked("", first)
        """The head of the hash chain over the log."""
        self.seq = self.position_seq = first.seq
        """`position_seq` is the number of the last entry that changed what there is to decide."""
        self.opened_at = self.changed_at = first.at
        self.status: Status = "open"
        self.seed: str | None = None
        """The dealer's seed, once it has been shown."""
        self.signature: SignedHead | None = None
        """The server's signature, once the game is over."""
        self.reveal_until: float | None = None
        """While the numbers for the dealer are due: until when."""
        players = self.settings.players
        people = players - len(self.settings.computers)
        computers = (self.computer(seat, level) for seat, level in enumerate(self.settings.computers, people))
        self.seats = [*(Seat() for _ in range(people)), *computers]
        self.game: Game | None = None
        self.steps: list[PlayedStep] = []
        """What the last entry did to the game, step by step."""
        self.takes_back: int | None = None
        """The number of the entry that the last entry, an undo, takes back."""
        self.undoable: list[UndoableEntry] = []
        """The entries that the player to move may take back, the last one first."""
        self.acts: list[UndoableEntry] = []
        """On a player's own device: all entries of actions that were not taken back."""
        self.undos_in_turn = 0
        """How often something was taken back in this turn."""
        self.lately: list[Event] = []
        """The events that led to the decision that is due: they tell where pieces stood before."""
        self.wants_pause: set[int] = set()
        self.is_paused = False
        self.seconds_left: list[float] = [float(self.settings.clock.seconds)] * players
        """Seconds that each player's clock has left, as of `clock_since`."""
        self.clock_since = first.at
        self.rematch: tuple[str, str] | None = None
        """The table at which the same people play again, and its invite code."""
        self.is_import = False
        self.is_recovered = False
        """Whether the game went on from a stored position, as its log could not be replayed."""
        self.is_practice = False
        """Whether somebody took back what luck or another player had answered."""
        self.begun_elsewhere: int | None = None
        """How many actions were played elsewhere, and dealt by somebody else, if the game began there."""
        self.skips_game = False
        """Replay seats, but neither game nor clocks: for the part of a log before its recovery."""
        self.actions_before_recovery: list[int] = []
        """The actions before the recovery; needed to know how many draws the dealer has made."""
        self.recovered_after = 0
        """How many of these came before the entry that recovered the table."""
        self.last_timed_turn: list[Turn | None] = [None] * players
        """For each seat the turn whose time was last granted, so that it is granted once."""

    @staticmethod
    def from_log(rows: Sequence[LogRow]) -> Table:
        """The table after all rows of a log."""
        recovered = max((row.seq for row in rows if isinstance(row.entry, entries.Recovered)), default=0)
        return Table.from_log_without_game(rows, without_game_until=recovered)

    @staticmethod
    def from_log_without_game(rows: Sequence[LogRow], without_game_until: int) -> Table:
        """The table after all rows of a log; before this number, the game itself is not played."""
        table = Table(rows[0])
        for row in rows[1:]:
            table.skips_game = row.seq < without_game_until
            table.add(row)
        return table

    def copy(self) -> Table:
        """A copy that can be changed without changing this table."""
        other = Table.__new__(Table)
        vars(other).update(vars(self))
        other.seats = list(self.seats)
        other.game = None if self.game is None else _copy_of(self.game)
        other.steps, other.undoable, other.acts = [], list(self.undoable), list(self.acts)
        other.wants_pause, other.actions_before_recovery = (
            set(self.wants_pause),
            list(self.actions_before_recovery),
        )
        other.seconds_left, other.last_timed_turn = list(self.seconds_left), list(self.last_timed_turn)
        return other

    def add(self, row: LogRow) -> None:
        """Apply the next entry of the log."""
        assert row.seq == self.seq + 1, "a log has no gaps"
        self.steps, self.takes_back = [], None
        self._apply(row.entry, row.at)
        self.chain = linked(self.chain, row)
        self.seq, self.changed_at = row.seq, row.at
        if isinstance(row.entry, DECISION_CHANGES):
            self.position_seq = row.seq

    def _apply(self, entry: AnyEntry, at: float) -> None:
        match entry:
            case entries.Opened():
                raise AssertionError("a table is opened once")
            case entries.Joined():
                self.seats[entry.seat] = Seat(
                    entry.person or None,
                    entry.name,
                    entry.nonce,
                    is_account=entry.is_account,
                    commitment=entry.commitment,
                    is_early=bool(entry.nonce),
                )
            case entries.Left():
                self.seats[entry.seat] = Seat()
            case entries.Filled():
                self.seats[entry.seat] = self.computer(entry.seat, entry.level)
            case entries.Invited():
                self.invite = entry.invite
            case entries.Moved():
                self._move(entry)
            case entries.Named():
                self._change_seat(entry.seat, name=entry.name, is_account=entry.is_account)
            case entries.Committed():
                count = self.seats[entry.seat].commitments + 1
                self._change_seat(
                    entry.seat, nonce="", commitment=entry.commitment, is_early=False, commitments=count
                )
            case entries.Sealed():
                self.reveal_until = at + entry.seconds
            case entries.Revealed():
                self._change_seat(entry.seat, nonce=entry.nonce, is_early=not self.is_dealing)
            case entries.Started():
                self._start(entry, at)
            case entries.Imported():
                self._import(entry)
            case entries.Continued():
                self._continue(entry, at)
            case entries.Acted():
                self._act(entry, at)
            case entries.Undone():
                self._undo(entry)
            case entries.TookOver():
                self._take_over(entry.seat, at)
                if entry.reason == "unrevealed":
                    self._change_seat(entry.seat, is_given_up=True)
            case entries.HandedBack():
                self._change_seat(entry.seat, taken_over=False)
                if entry.seat == self.to_move:
                    self._charge(entry.seat, at)
            case entries.PauseAsked():
                self._ask_pause(entry.seat, at)
            case entries.Resumed():
                self._resume(entry.seat, at)
            case entries.ClockHeld():
                self.clock_since = min(at, self.clock_since + entry.seconds)
                if self.reveal_until is not None:
                    self.reveal_until += entry.seconds
            case entries.Finished():
                self.status, self.seed = "over", entry.seed
                if entry.signature:
                    self.signature = SignedHead(self.seq, entry.chain, entry.key, entry.signature)
            case entries.Closed():
                self.status, self.reveal_until = "closed", None
            case entries.Rematched():
                self.rematch = (entry.table, entry.invite)
            case entries.Forgotten():
                self._forget(entry, at)
            case entries.Recovered():
                self._recover(entry, at)
            case entries.Said() | entries.Removed():
                pass
            case _:
                assert_never(entry)

    @property
    def events(self) -> list[Event]:
        """The events of the game that the last entry caused."""
        return [event for step in self.steps for event in step.events]

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
    def is_show(self) -> bool:
        """Whether only computers play here, for those who watch."""
        return self.host == entries.SHOW_HOST

    @property
    def waits_for_computer(self) -> bool:
        """Whether a computer is to decide."""
        mover = self.mover
        return mover is not None and mover.is_computer and not self.is_paused

    @property
    def is_abandoned(self) -> bool:
        """Whether all people have left; a show game never had any."""
        return not self.is_show and all(seat.is_computer for seat in self.seats)

    @property
    def is_dealing(self) -> bool:
        """Whether the numbers for the dealer are due: nobody comes or goes, and the game begins soon."""
        return self.reveal_until is not None

    @property
    def nonces(self) -> list[str]:
        """The players' numbers for the dealer, in the order of the seats."""
        return [seat.nonce for seat in self.seats]

    @property
    def all_actions(self) -> list[int]:
        """All actions of the game: from them follows how often the dealer has drawn."""
        return [*self.actions_before_recovery, *self.running.history]

    def computer(self, seat: int, level: str) -> Seat:
        """A computer on this seat; its name follows from the table."""
        return Seat(name=computer_name(self.commitment, seat), level=level)

    def seats_after(self, sitting: Sequence[AnyEntry]) -> list[Seat]:
        """The seats as they will be after entries that change only who sits there."""
        after = self.copy()
        for entry in sitting:
            after.add(entries.LogRow(after.seq + 1, self.changed_at, entry))
        return after.seats

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person holds."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def deadline(self) -> float | None:
        """When the clock of the player to move, or the time to tell numbers, runs out; None if none runs."""
        if self.reveal_until is not None:
            return self.reveal_until
        seat, mover = self.to_move, self.mover
        if seat is None or mover is None or self.is_paused or mover.is_computer:
            return None
        if self.settings.clock.kind == "none":
            return None
        return self.clock_since + self.seconds_left[seat]

    def _change_seat(self, seat: int, **changes: object) -> None:
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], **changes)

    def _move(self, entry: entries.Moved) -> None:
        name = self.seats[entry.seat].name if entry.name is None else entry.name
        self._change_seat(entry.seat, person=entry.person or None, name=name, is_account=entry.is_account)
        if self.status == "open" and not entry.keeps_nonce:
            self._change_seat(entry.seat, nonce="", commitment="", is_early=False)

    def _start(self, entry: entries.Started, at: float) -> None:
        self.status, self.reveal_until = "running", None
        self.clock_since = at
        if self.skips_game:
            self.actions_before_recovery += entry.actions
            return
        self.game = first_game(self.settings, entry.names, self.rules_version)
        self._play(entry.actions)
        self._start_thinking(at)

    def _import(self, entry: entries.Imported) -> None:
        self.status, self.is_import = "running", True
        self.is_practice, self.begun_elsewhere = entry.is_practice, entry.begun_elsewhere
        missing = [""] * len(entry.names)
        levels = entry.levels or [None] * len(entry.names)
        numbers = zip(
            entry.names, [*entry.nonces, *missing], levels, [*entry.commitments, *missing], strict=False
        )
        self.seats = [
            Seat(None, name, nonce, level, commitment=commitment, is_early=seat in entry.early)
            for seat, (name, nonce, level, commitment) in enumerate(numbers)
        ]
        if not self.skips_game:
            self.game = first_game(self.settings, entry.names, self.rules_version)

    def _continue(self, entry: entries.Continued, at: float) -> None:
        """From now on it is a game: nobody takes back what was played before."""
        self.is_import = False
        self.undoable, self.acts, self.undos_in_turn = [], [], 0
        if self.skips_game:
            self.begun_elsewhere = len(self.actions_before_recovery)
            self.actions_before_recovery += entry.actions
            return
        self.begun_elsewhere = len(self.running.history)
        self._play(entry.actions)
        self.lately = self.events or self.lately
        self._start_thinking(at)

    def _act(self, entry: entries.Acted, at: float) -> None:
        if self.skips_game:
            length = len(self.actions_before_recovery) - self.recovered_after
            self.undoable.append(UndoableEntry(length, self.seq + 1, []))
            self.actions_before_recovery += entry.actions
            return
        game, turn, length = self.running, self.running.turn, len(self.running.history)
        steps = self._play(entry.actions)
        played = UndoableEntry(length, self.seq + 1, self.lately, entry.by == "person")
        if not played.is_by_person or undo_refusal(steps, game) is not None:
            self.undoable = []
        else:
            self.undoable.append(played)
        if self.is_local:
            self.acts.append(played)
        self.lately = self.events
        self._charge(entry.seat, at)
        if turn != game.turn:
            self.undos_in_turn = 0
            if turn.seat is not None and self.settings.clock.kind == "bank":
                self.seconds_left[turn.seat] += self.settings.clock.increment
        self._start_thinking(at)

    def _play(self, actions: list[int]) -> list[UndoStep]:
        """Play actions, and keep what happened: a step is one answer of a player and the chance after it."""
        game, policy_steps, at = self.running, [], 0
        while at < len(actions):
            text, used = next_text(game.state, actions, at)
            last = at + used
            while last < len(actions) and is_chance(actions[last]):
                last += 1
            events: list[Event] = []
            for action in actions[at:last]:
                policy_steps.append(step_before(game, action))
                events += game.apply_with_events(action)
            state = game.state if last == len(actions) else game.state.clone()
            self.steps.append(PlayedStep(text, events, state))
            at = last
        return policy_steps

    @property
    def can_undo(self) -> bool:
        """Whether the player to move may take something back."""
        return bool(self.undoable) and self.undos_in_turn < MAX_UNDOS_PER_TURN

    @property
    def can_undo_beyond_luck(self) -> bool:
        """Whether a person's act can be taken back although luck or other players have answered it."""
        return self.status == "running" and any(act.is_by_person for act in self.acts)

    def _undo(self, undone: entries.Undone) -> None:
        length = undone.length
        if undone.beyond_luck:
            self.is_practice = True
        else:
            self.undos_in_turn += 1
        if self.skips_game:
            del self.actions_before_recovery[self.recovered_after + length :]
        else:
            allowed = self.acts if undone.beyond_luck else self.undoable
            assert length in [entry.length for entry in allowed], "only such an entry is taken back"
            self.game = self.running.earlier(length)
        for played in (self.undoable, self.acts):
            while played and played[-1].length >= length:
                entry = played.pop()
                self.takes_back, self.lately = entry.seq, entry.lately

    def _charge(self, seat: int, at: float) -> None:
        """Subtract the time since `clock_since` from a player's clock."""
        if not self.is_paused:
            used = max(0.0, at - self.clock_since)
            self.seconds_left[seat] = max(0.0, self.seconds_left[seat] - used)
            self.clock_since = at

    def _start_thinking(self, at: float) -> None:
        """Start the mover's clock; at their first decision of a turn it gets at least the time for a turn."""
        seat = self.to_move
        if seat is None or self.is_import:
            return
        turn = self.running.turn
        if self.last_timed_turn[seat] != turn:
            self.last_timed_turn[seat] = turn
            clock = self.settings.clock
            allowed = clock.seconds if clock.kind == "turn" else MIN_TURN_SECONDS
            self.seconds_left[seat] = max(self.seconds_left[seat], float(allowed))
        if not self.is_paused:
            self.clock_since = at

    def _take_over(self, seat: int, at: float) -> None:
        if seat == self.to_move:
            self._charge(seat, at)
        self._change_seat(seat, taken_over=True)
        self.wants_pause.discard(seat)
        self.undoable = []
        if self.wants_pause:
            self._pause(at)

    def _ask_pause(self, seat: int, at: float) -> None:
        self.wants_pause.add(seat)
        self._pause(at)

    def _pause(self, at: float) -> None:
        """Stop the clocks if all people have asked for it."""
        people = {number for number, seat in enumerate(self.seats) if not seat.is_computer}
        if people and people <= self.wants_pause and not self.is_paused:
            now = self.to_move
            if now is not None:
                self._charge(now, at)
            self.is_paused = True

    def _resume(self, seat: int, at: float) -> None:
        if self.is_paused:
            self.is_paused, self.wants_pause, self.clock_since = False, set(), at
        else:
            self.wants_pause.discard(seat)

    def _forget(self, entry: entries.Forgotten, at: float) -> None:
        for seat in entry.seats:
            if self.status == "open" and not self.is_dealing:
                self.seats[seat] = Seat()
            else:
                self._take_over(seat, at)
                self._change_seat(seat, person=None, name="", is_account=False)
                if self.game is not None:
                    self.game.names = [*self.game.names]
                    self.game.names[seat] = seat_names(len(self.seats))[seat]
        if entry.was_host:
            self.host = ""

    def _recover(self, entry: entries.Recovered, at: float) -> None:
        self.recovered_after = len(self.actions_before_recovery)
        self.undoable, self.acts, self.undos_in_turn, self.lately = [], [], 0, []
        if self.skips_game:
            return
        names = notation_names(self.seats)
        self.game = Game.from_text(
            entry.position, content_with(self.settings.content), rules_version=self.rules_version
        )
        self.game.names = names
        self.game.opening = self.game.to_text()
        self.is_recovered = True
        self.seconds_left, self.clock_since = list(entry.left), at
        self.last_timed_turn = [None] * len(self.seats)
        self._start_thinking(at)


DECISION_CHANGES: Final = (
    entries.Started,
    entries.Continued,
    entries.Acted,
    entries.Undone,
    entries.TookOver,
    entries.HandedBack,
    entries.Forgotten,
    entries.Recovered,
)
"""Entries that change what there is to decide, or who decides it."""


def _copy_of(game: Game) -> Game:
    """The same game with its history."""
    copied = Game(game.state.clone(), game.names)
    copied.history = list(game.history)
    copied.opening = game.opening
    return copied


def map_of(table: Table) -> Map:
    """The map that the table plays on, or will."""
    settings = table.settings
    setup = (table.game or first_game(settings, seat_names(settings.players))).setup
    return setup.content.map(setup.board.map_id)
