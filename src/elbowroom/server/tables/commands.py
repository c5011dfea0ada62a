"""Commands that people send to a table, and the log entries that they (and computers' moves) lead to.

`decide` changes nothing: it turns a command into entries, or refuses it with a reason. The table changes when
the entries have been stored.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING, Annotated, Final, Literal, assert_never

import msgspec

from elbowroom.agents import LEVELS
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import CHANCE, Game
from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest
from elbowroom.server.tables import entries, fairness
from elbowroom.server.tables.invite_codes import new_invite
from elbowroom.server.tables.naming import (
    GUEST,
    MAX_NAME_CHARACTERS,
    checked_name,
    free_name,
    name_at_seat,
    name_of_mover,
    names_after_registration,
)
from elbowroom.server.tables.settings import first_game
from elbowroom.server.tables.table import MAX_UNDOS_PER_TURN, Seat, notation_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.naming import Naming
    from elbowroom.server.tables.settings import TableSettings
    from elbowroom.server.tables.table import Table

MAX_ACTION_CHARACTERS: Final = 400
MAX_ACTIONS: Final = 64
"""Actions of one command."""
MAX_CHAT_CHARACTERS: Final = 300
MAX_COMMITMENTS: Final = 20
"""How often a person may commit to another number."""

Name = Annotated[str, msgspec.Meta(extra_json_schema={"maxLength": MAX_NAME_CHARACTERS})]


class Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What all commands have in common. Each class names its tag: clients send it as `do`."""


class Join(Command, frozen=True, tag="join"):
    """Take a free seat, or this one; a table that is not open to all needs its invite code."""

    name: Name
    nonce: str = ""
    """One's number for the dealer, told at once; `commitment` proves more."""
    seat: int | None = None
    invite: str = ""
    commitment: str = ""
    """The hash of a number that is told (`reveal`) when everybody sits."""


class Leave(Command, frozen=True, tag="leave"):
    """Give up a seat; in a running game a computer takes over."""

    seat: int


class Commit(Command, frozen=True, tag="commit"):
    """Commit to another number for the dealer, as long as seats are free."""

    seat: int
    commitment: str


class Reveal(Command, frozen=True, tag="reveal"):
    """Tell the number that one has committed to: when it is due, or earlier if one goes away."""

    seat: int
    nonce: str


class Start(Command, frozen=True, tag="start"):
    """Start the game; computers take the free seats."""

    level: str = "normal"


ActionText = Annotated[str, msgspec.Meta(extra_json_schema={"maxLength": MAX_ACTION_CHARACTERS})]


class Act(Command, frozen=True, tag="act"):
    """Decide: by one action, or by several that are carried out all or not at all, and undone together.

    Actions are written in the notation. Chance ends a command: nothing can follow an action that leads to it.
    """

    seat: int
    action: ActionText = ""
    actions: Annotated[tuple[ActionText, ...], msgspec.Meta(extra_json_schema={"maxItems": MAX_ACTIONS})] = ()


class Undo(Command, frozen=True, tag="undo"):
    """Take back one's last action."""

    seat: int
    beyond_luck: bool = False
    """At a table on one's own device: also if luck or computers have answered it; then it is practice."""


class Return(Command, frozen=True, tag="return"):
    """Play again instead of the computer that took over."""

    seat: int


class Pause(Command, frozen=True, tag="pause"):
    """Ask for a pause: the clocks stop when all people have asked."""

    seat: int


class Resume(Command, frozen=True, tag="resume"):
    """Let the clocks run again."""

    seat: int


class Invite(Command, frozen=True, tag="invite"):
    """Make a new invite code; the old one is void."""


class Close(Command, frozen=True, tag="close"):
    """Close a table that has not begun."""


class Say(Command, frozen=True, tag="say"):
    """Send a chat message; without a seat it goes to the spectators, and needs a name."""

    text: Annotated[str, msgspec.Meta(extra_json_schema={"maxLength": MAX_CHAT_CHARACTERS})]
    name: Name = ""


class AskCosts(Command, frozen=True, tag="costs"):
    """Ask what every region costs part by part, or why it cannot be taken; only whoever decides may ask."""


class AskState(Command, frozen=True, tag="state"):
    """Ask for the whole table, as after a patch that did not fit."""

    differs: bool = False
    """Whether a check showed another table than the patches had led to."""


class AskHint(Command, frozen=True, tag="hint"):
    """Ask for the best few actions; the answer is sent to this person alone, and nothing is stored."""


Question = AskHint | AskCosts | AskState
"""Commands that store nothing and are answered to one person alone."""
AnyCommand = (
    Join | Leave | Commit | Reveal | Start | Act | Undo | Return | Pause | Resume | Invite | Close | Say
)


def decide(
    table: Table, command: AnyCommand, person: str, seed: str, naming: Naming = GUEST
) -> list[AnyEntry]:
    """The entries that a person's command leads to; refused with a reason if it is not allowed."""
    match command:
        case Join():
            check_account(table.settings, has_account=naming.has_account)
            return _join(table, command, person, seed, naming)
        case Leave():
            return _leave(table, command, person)
        case Commit():
            return _commit(table, command, person)
        case Reveal():
            return _reveal(table, command, person, seed)
        case Start():
            return _start(table, command, person, seed)
        case Act():
            _check_seat(table, command.seat, person)
            acted = act(table, command.seat, command.actions or (command.action,), "person", seed)
            return [*acted, *names_after_registration(table, person, naming)]
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
            said = _say(table, command, person, naming)
            return [said, *names_after_registration(table, person, naming)]
        case _:
            assert_never(command)


def act(
    table: Table, seat: int, texts: Sequence[str], by: Literal["person", "computer"], seed: str
) -> list[AnyEntry]:
    """The entries for a decision: its actions with the chance after them, and the end of the game, if any."""
    if table.status != "running":
        raise Refused("table_status", status=table.status)
    if table.is_paused:
        raise Refused("paused")
    if by == "person" and table.seats[seat].taken_over:
        raise Refused("taken_over")
    if len(texts) > MAX_ACTIONS:
        raise Refused("too_many_actions", most=MAX_ACTIONS)
    # Chance is drawn when all actions are known: nobody learns an outcome from an action that is refused.
    trial = Game(table.running.state.clone(), table.running.names)
    for number, text in enumerate(texts):
        try:
            _check_action(trial, seat, text)
            trial.apply(text)
        except Refused as refused:
            refused.at_action = number if len(texts) > 1 else None
            raise
    if trial.to_move == CHANCE:
        trial.deal_with(fairness.dealer_after(fairness.key_of(seed, table.nonces), table.all_actions))
    acted: list[AnyEntry] = [entries.Acted(seat, trial.history, by)]
    return [*acted, entries.Finished(seed)] if trial.is_over else acted


def _check_action(game: Game, seat: int, text: str) -> None:
    """Refuse an action that is not this seat's to decide, or that would follow chance."""
    if len(text) > MAX_ACTION_CHARACTERS:
        raise Refused("too_long", most=MAX_ACTION_CHARACTERS)
    if game.to_move == CHANCE:
        raise Refused("chance_between")
    if game.to_move != seat:
        raise Refused("not_your_decision", player=game.names[game.to_move or 0])


def _start_of_game(table: Table, seats: list[Seat], seed: str) -> entries.Started:
    """The start of the game with these seats; chance decides who is first."""
    names = notation_names(seats)
    game = first_game(table.settings, names, table.rules_version)
    dealer = Dealer(fairness.key_of(seed, [seat.nonce for seat in seats]))
    return entries.Started(names, Game(game.state.clone(), names, dealer).history)


def _begin(table: Table, seats: list[Seat], seed: str) -> AnyEntry:
    """What follows when all seats are taken: the game, or the numbers for the dealer are told first."""
    if any(seat.owes_nonce for seat in seats):
        return entries.Sealed(fairness.REVEAL_SECONDS)
    return _start_of_game(table, seats, seed)


def deal_without_silent(table: Table, seed: str) -> list[AnyEntry]:
    """The entries when the time to tell numbers is over: who was silent gives up the seat to a computer.

    If nobody else is there, there is no game.
    """
    silent = [number for number, seat in enumerate(table.seats) if seat.owes_nonce]
    if all(seat.owes_nonce or seat.person is None for seat in table.seats):
        return [entries.Closed("empty")]
    given_up = [entries.TookOver(number, "unrevealed") for number in silent]
    return [*given_up, _start_of_game(table, table.seats, seed)]


def time_is_up(table: Table, seed: str) -> list[AnyEntry]:
    """The entries when the deadline of a table has passed: a computer plays for whoever was too slow."""
    if table.is_dealing:
        return deal_without_silent(table, seed)
    seat = table.to_move
    return [] if seat is None else [entries.TookOver(seat, "time")]


def start_show(table: Table, seed: str) -> list[AnyEntry]:
    """The entries that start a show game, unless it has been started."""
    return [_start_of_game(table, table.seats, seed)] if table.status == "open" else []


def check_account(settings: TableSettings, *, has_account: bool) -> None:
    """Only people with an account open and join rated games: a rating must belong to somebody."""
    if settings.is_rated and not has_account:
        raise Refused("needs_account")


def move_seat(
    table: Table, seat: int, giver: str, taker: str, wanted: str = "", naming: Naming = GUEST
) -> list[AnyEntry]:
    """The entries that move a seat to another person; nothing moves to another device of the same person."""
    _check_seat(table, seat, giver)
    if table.status not in ("open", "running"):
        raise Refused("table_status", status=table.status)
    check_not_dealing(table)
    if table.settings.is_rated and giver != taker:
        raise Refused("rated_seat")
    if giver == taker:
        return []
    name, is_account, renamed = name_of_mover(table, taker, seat, wanted, naming)
    return [*renamed, entries.Moved(seat, taker, name, is_account, keeps_nonce=False)]


def _join(table: Table, command: Join, person: str, seed: str, naming: Naming) -> list[AnyEntry]:
    if table.status != "open":
        raise Refused("table_status", status=table.status)
    check_not_dealing(table)
    invited = compare_digest(command.invite.encode(errors="replace"), table.invite.encode())
    if not (table.settings.is_open or table.host == person or invited):
        raise Refused("not_invited")
    if table.settings.is_rated and table.seats_of(person):
        raise Refused("rated_seat")
    free = [number for number, seat in enumerate(table.seats) if seat.is_free]
    if not free:
        raise Refused("table_full")
    seat = free[0] if command.seat is None else command.seat
    if seat not in free:
        raise Refused("seat_taken", seat=seat)
    name, is_account, renamed = name_at_seat(table, person, seat, command.name, naming)
    nonce, commitment = _number(command)
    joined = entries.Joined(seat, person, name, nonce, is_account, commitment)
    sitting = [*renamed, joined]
    if len(free) > 1:
        return sitting
    return [*sitting, _begin(table, table.seats_after(sitting), seed)]


def _number(command: Join) -> tuple[str, str]:
    """The number for the dealer, or the commitment to it, with which somebody sits down."""
    nonce = fairness.check_nonce(command.nonce)
    commitment = fairness.check_commitment(command.commitment)
    if nonce and commitment:
        raise Refused("bad_commitment")
    return nonce, commitment


def _commit(table: Table, command: Commit, person: str) -> list[AnyEntry]:
    _check_seat(table, command.seat, person)
    if table.status != "open":
        raise Refused("table_status", status=table.status)
    check_not_dealing(table)
    if not fairness.check_commitment(command.commitment):
        raise Refused("bad_commitment")
    seat = table.seats[command.seat]
    if seat.commitment == command.commitment and seat.owes_nonce:
        return []
    if seat.commitments >= MAX_COMMITMENTS:
        raise Refused("too_fast")
    return [entries.Committed(command.seat, command.commitment)]


def _reveal(table: Table, command: Reveal, person: str, seed: str) -> list[AnyEntry]:
    _check_seat(table, command.seat, person)
    seat = table.seats[command.seat]
    if command.nonce and command.nonce == seat.nonce:
        return []
    if table.status != "open":
        raise Refused("table_status", status=table.status)
    nonce = fairness.check_nonce(command.nonce)
    if not seat.owes_nonce or fairness.nonce_commitment(nonce) != seat.commitment:
        raise Refused("wrong_nonce")
    revealed = entries.Revealed(command.seat, nonce)
    seats = table.seats_after([revealed])
    if not table.is_dealing or any(other.owes_nonce for other in seats):
        return [revealed]
    return [revealed, _start_of_game(table, seats, seed)]


def _leave(table: Table, command: Leave, person: str) -> list[AnyEntry]:
    _check_seat(table, command.seat, person)
    check_not_dealing(table)
    if table.status == "open":
        return [entries.Left(command.seat)]
    if table.status != "running" or table.seats[command.seat].taken_over:
        raise Refused("table_status", status=table.status)
    return [entries.TookOver(command.seat, "left")]


def _return(table: Table, command: Return, person: str) -> list[AnyEntry]:
    _check_seat(table, command.seat, person)
    if table.status != "running" or not table.seats[command.seat].taken_over:
        raise Refused("not_taken_over")
    if table.seats[command.seat].is_given_up:
        raise Refused("seat_given_up")
    if command.seat == table.to_move and table.settings.clock.kind != "none":
        left = table.seconds_left[command.seat]
        if left <= 0:
            raise Refused("turn_is_lost")
    return [entries.HandedBack(command.seat)]


def _say(table: Table, command: Say, person: str, naming: Naming) -> entries.Said:
    text = " ".join(command.text.split())
    if not text or len(text) > MAX_CHAT_CHARACTERS or not text.isprintable():
        raise Refused("chat_text", most=MAX_CHAT_CHARACTERS)
    seats = table.seats_of(person)
    speaker = next((seat for seat in seats if table.seats[seat].is_account), seats[0] if seats else None)
    if naming.account is not None:
        return entries.Said(person, naming.account, speaker, text, is_account=True)
    if speaker is not None:
        return entries.Said(person, table.seats[speaker].name, speaker, text)
    return entries.Said(person, free_name(table, checked_name(command.name), naming), None, text)


def _start(table: Table, command: Start, person: str, seed: str) -> list[AnyEntry]:
    _check_host(table, person)
    if command.level not in LEVELS:
        near = nearest(command.level, LEVELS)
        raise Refused("unknown_level", word=command.level, nearest=near, known=list(LEVELS))
    if table.settings.is_rated:
        raise Refused("rated_table")
    if not any(seat.person for seat in table.seats):
        raise Refused("nobody_sits")
    free = [number for number, seat in enumerate(table.seats) if seat.is_free]
    seats = list(table.seats)
    for seat in free:
        seats[seat] = table.computer(seat, command.level)
    return [*(entries.Filled(seat, command.level) for seat in free), _begin(table, seats, seed)]


def _undo(table: Table, command: Undo, person: str) -> list[AnyEntry]:
    _check_seat(table, command.seat, person)
    if table.is_paused:
        raise Refused("paused")
    if command.beyond_luck and table.can_undo_beyond_luck and not table.can_undo:
        return _undo_beyond_luck(table, command.seat)
    if table.to_move != command.seat or not table.undoable:
        raise Refused("no_undo")
    if table.undos_in_turn >= MAX_UNDOS_PER_TURN:
        raise Refused("too_many_undos", most=MAX_UNDOS_PER_TURN)
    return [entries.Undone(command.seat, table.undoable[-1].length)]


def _undo_beyond_luck(table: Table, seat: int) -> list[AnyEntry]:
    """The entries that take back a person's last act and all that followed it, one by one."""
    taken: list[AnyEntry] = []
    for act_entry in reversed(table.acts):
        taken.append(entries.Undone(seat, act_entry.length, beyond_luck=True))
        if act_entry.is_by_person:
            break
    return taken


def _check_host(table: Table, person: str) -> None:
    """Refuse everybody but the host, and everything after the start."""
    if table.host != person:
        raise Refused("host_only")
    if table.status != "open":
        raise Refused("table_status", status=table.status)
    check_not_dealing(table)


def check_not_dealing(table: Table) -> None:
    """Nobody comes, goes or calls the game off while numbers are told: that would be a choice of luck."""
    if table.is_dealing:
        raise Refused("dealing")


def _check_seat(table: Table, seat: int, person: str) -> None:
    if not 0 <= seat < len(table.seats):
        raise Refused("unknown_seat", seat=seat, players=len(table.seats))
    if table.seats[seat].person != person:
        raise Refused("not_your_seat", seat=seat)
