"""Commands: what people and computers ask of a table, and which entries that leads to.

Deciding changes nothing: a command becomes entries or is refused with a reason. Only when they are stored
does the table move on.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest
from typing import TYPE_CHECKING, Annotated, Final, Literal, assert_never

import msgspec

from elbowroom.agents import LEVELS
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import Game
from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest
from elbowroom.server.tables import entries, fairness
from elbowroom.server.tables.agreement import first_game
from elbowroom.server.tables.table import Seat, names_of

if TYPE_CHECKING:
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.table import Table

LONGEST_NAME: Final = 24
LONGEST_ACTION: Final = 400
LONGEST_TEXT: Final = 300
INVITE_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
INVITE_LENGTH: Final = 13
"""Of 31 letters: 64 bits."""


Name = Annotated[str, msgspec.Meta(extra_json_schema={"maxLength": LONGEST_NAME})]


class Command(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """What all commands have in common: they can be sent again."""


class Join(Command, frozen=True):
    """Take a free seat, or this one; at a table that is not open to all, with its invite code."""

    name: Name
    nonce: str = ""
    seat: int | None = None
    invite: str = ""


class Leave(Command, frozen=True):
    """Give up a seat; in a running game a computer plays on."""

    seat: int


class Start(Command, frozen=True):
    """Begin; computers take the seats that are free."""

    level: str = "normal"


class Act(Command, frozen=True):
    """Decide, in the words of the notation."""

    seat: int
    action: Annotated[str, msgspec.Meta(extra_json_schema={"maxLength": LONGEST_ACTION})]


class Undo(Command, frozen=True):
    """Take back one's last act."""

    seat: int


class Return(Command, frozen=True):
    """Play again instead of the computer that took over."""

    seat: int


class Pause(Command, frozen=True):
    """Ask that the clocks stop."""

    seat: int


class Resume(Command, frozen=True):
    """Let the clocks run again."""

    seat: int


class Invite(Command, frozen=True):
    """Make a new invite code; the old one is void."""


class Close(Command, frozen=True):
    """Close a table that has not begun."""


class Say(Command, frozen=True):
    """Write to those who play, or, without a seat, to those who watch; they need a name."""

    text: Annotated[str, msgspec.Meta(extra_json_schema={"maxLength": LONGEST_TEXT})]
    name: Name = ""


class AskHint(Command, frozen=True, tag="hint"):
    """Ask for the best few things that one could do now; it is answered at once, and nothing is written."""


AnyCommand = Join | Leave | Start | Act | Undo | Return | Pause | Resume | Invite | Close | Say


def decide(table: Table, command: AnyCommand, person: str, seed: str) -> list[AnyEntry]:
    """The entries that a person's command leads to; refused with a reason if it may not be."""
    match command:
        case Join():
            return _join(table, command, person, seed)
        case Leave():
            return _leave(table, command, person)
        case Start():
            return _start(table, command, person, seed)
        case Act():
            _check_seat(table, command.seat, person)
            return act(table, command.seat, command.action, "person", seed)
        case Undo():
            return _undo(table, command, person)
        case Return():
            return _return(table, command, person)
        case Pause():
            _check_seat(table, command.seat, person)
            wanted = command.seat in table.wants_pause
            if table.status != "running" or wanted or table.seats[command.seat].taken_over:
                raise Refused("no_pause")
            return [entries.PauseAsked(command.seat)]
        case Resume():
            _check_seat(table, command.seat, person)
            wanted = table.is_paused or command.seat in table.wants_pause
            if table.status != "running" or not wanted:
                raise Refused("no_pause")
            return [entries.Resumed(command.seat)]
        case Invite():
            _check_host(table, person)
            return [entries.Invited(new_invite())]
        case Close():
            _check_host(table, person)
            return [entries.Closed("host")]
        case Say():
            return [_say(table, command, person)]
        case _:
            assert_never(command)


def act(table: Table, seat: int, action: str, by: Literal["person", "computer"], seed: str) -> list[AnyEntry]:
    """A decision of a seat, with what chance adds to it, and the end of the game if it is that."""
    if table.status != "running":
        raise Refused("table_status", status=table.status)
    if table.is_paused:
        raise Refused("paused")
    if by == "person" and table.seats[seat].taken_over:
        raise Refused("taken_over")
    if table.to_move != seat:
        raise Refused("not_your_decision", player=table.running.names[table.to_move or 0])
    if len(action) > LONGEST_ACTION:
        raise Refused("too_long", most=LONGEST_ACTION)
    game = table.running
    dealer = fairness.dealer_after(fairness.key_of(seed, table.nonces), table.drawn)
    trial = Game(game.state.clone(), game.names, dealer)
    trial.apply(action)
    found: list[AnyEntry] = [entries.Acted(seat, trial.history, by)]
    if trial.is_over:
        found.append(entries.Finished(seed))
    return found


def _began(table: Table, seats: list[Seat], seed: str) -> entries.Started:
    """How the game begins once these sit at the table; chance decides who is first."""
    names = names_of(seats)
    game = first_game(table.agreement, names)
    dealer = Dealer(fairness.key_of(seed, [seat.nonce for seat in seats]))
    return entries.Started(names, Game(game.state.clone(), names, dealer).history)


def new_invite() -> str:
    """A code that nobody guesses, in letters that are not mistaken for each other."""
    return "".join(secrets.choice(INVITE_LETTERS) for _ in range(INVITE_LENGTH))


def move_seat(table: Table, seat: int, giver: str, taker: str) -> list[AnyEntry]:
    """A seat goes from one person, or one device of his, to another."""
    _check_seat(table, seat, giver)
    if table.status not in ("open", "running"):
        raise Refused("table_status", status=table.status)
    if table.agreement.is_rated and giver != taker:
        raise Refused("rated_seat")
    return [] if giver == taker else [entries.Moved(seat, taker)]


def _join(table: Table, command: Join, person: str, seed: str) -> list[AnyEntry]:
    if table.status != "open":
        raise Refused("table_status", status=table.status)
    invited = compare_digest(command.invite.encode(errors="replace"), table.invite.encode())
    if not (table.agreement.is_open or table.host == person or invited):
        raise Refused("not_invited")
    if table.agreement.is_rated and table.seats_of(person):
        raise Refused("rated_seat")
    free = [number for number, seat in enumerate(table.seats) if seat.is_free]
    if not free:
        raise Refused("table_full")
    seat = free[0] if command.seat is None else command.seat
    if seat not in free:
        raise Refused("seat_taken", seat=seat)
    name = _name(command.name)
    joined = entries.Joined(seat, person, name, fairness.check_nonce(command.nonce))
    found: list[AnyEntry] = [joined]
    if len(free) == 1:
        seats = list(table.seats)
        seats[seat] = Seat(person, name, joined.nonce)
        found.append(_began(table, seats, seed))
    return found


def _name(given: str) -> str:
    """What a person wants to be called."""
    name = " ".join(given.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused("person_name", most=LONGEST_NAME)
    return name


def _leave(table: Table, command: Leave, person: str) -> list[AnyEntry]:
    _check_seat(table, command.seat, person)
    if table.status == "open":
        return [entries.Left(command.seat)]
    if table.status != "running" or table.seats[command.seat].taken_over:
        raise Refused("table_status", status=table.status)
    return [entries.TookOver(command.seat, "left")]


def _return(table: Table, command: Return, person: str) -> list[AnyEntry]:
    _check_seat(table, command.seat, person)
    if table.status != "running" or not table.seats[command.seat].taken_over:
        raise Refused("not_taken_over")
    if command.seat == table.to_move and table.agreement.clock.kind != "none":
        left = table.left[command.seat]
        if left <= 0:
            raise Refused("turn_is_lost")
    return [entries.HandedBack(command.seat)]


def _say(table: Table, command: Say, person: str) -> entries.Said:
    text = " ".join(command.text.split())
    if not text or len(text) > LONGEST_TEXT or not text.isprintable():
        raise Refused("chat_text", most=LONGEST_TEXT)
    seats = table.seats_of(person)
    if seats:
        return entries.Said(person, table.seats[seats[0]].name, seats[0], text)
    return entries.Said(person, _name(command.name), None, text)


def _start(table: Table, command: Start, person: str, seed: str) -> list[AnyEntry]:
    _check_host(table, person)
    if command.level not in LEVELS:
        near = nearest(command.level, LEVELS)
        raise Refused("unknown_level", word=command.level, nearest=near, known=list(LEVELS))
    if table.agreement.is_rated:
        raise Refused("rated_table")
    if not any(seat.person for seat in table.seats):
        raise Refused("nobody_sits")
    free = [number for number, seat in enumerate(table.seats) if seat.is_free]
    seats = [Seat(level=command.level) if seat.is_free else seat for seat in table.seats]
    return [*(entries.Filled(seat, command.level) for seat in free), _began(table, seats, seed)]


def _undo(table: Table, command: Undo, person: str) -> list[AnyEntry]:
    _check_seat(table, command.seat, person)
    if table.is_paused:
        raise Refused("paused")
    if table.to_move != command.seat or not table.undoable:
        raise Refused("no_undo")
    return [entries.Undone(command.seat, table.undoable[-1])]


def _check_host(table: Table, person: str) -> None:
    """Only the host, and only before the start."""
    if table.host != person:
        raise Refused("host_only")
    if table.status != "open":
        raise Refused("table_status", status=table.status)


def _check_seat(table: Table, seat: int, person: str) -> None:
    if not 0 <= seat < len(table.seats):
        raise Refused("unknown_seat", seat=seat, players=len(table.seats))
    if table.seats[seat].person != person:
        raise Refused("not_your_seat", seat=seat)
