"""A table as somebody sees it, and what changes in it from one entry of the log to the next.

People who hold the same seats and rights get the same: they are one audience. All spectators are one.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, cast

import msgspec
from msgspec.structs import replace

from elbowroom.engine.events import Event
from elbowroom.engine.explanation import Cost, LegalAction, Score
from elbowroom.engine.forms import Form, SpreadForm, suggested_text
from elbowroom.engine.ranking import Rank
from elbowroom.engine.secrets import EVERYTHING
from elbowroom.engine.view import REPLACED, View, ViewChanges, players_seen
from elbowroom.server.tables.fairness import nonce_commitment
from elbowroom.server.tables.invite_codes import table_code
from elbowroom.server.tables.result import final_ranking
from elbowroom.server.tables.settings import TableSettings, box_map

if TYPE_CHECKING:
    from elbowroom.engine.game import Game
    from elbowroom.server.tables.table import Seat, Table


class Audience(NamedTuple):
    """What the view of a table depends on: the seats that somebody holds, and whether they opened it."""

    seats: tuple[int, ...] = ()
    is_host: bool = False
    sees_all_coins: bool = False
    """Whether no coins are hidden, as in the replay of a game that is over."""

    @property
    def is_in(self) -> bool:
        """Whether this is a player or the host, and no spectator."""
        return self.is_host or bool(self.seats)


SPECTATORS: Final = Audience()


def audience_of(table: Table, person: str | None) -> Audience:
    """To which audience a person belongs; None is somebody without a name."""
    if person is None:
        return SPECTATORS
    return Audience(tuple(table.seats_of(person)), table.host == person)


def viewing_seat(table: Table, audience: Audience) -> int | None:
    """The seat from which somebody looks: the one to move if it is theirs, else their first one."""
    if table.to_move in audience.seats:
        return table.to_move
    return audience.seats[0] if audience.seats else None


def viewer_at(table: Table, audience: Audience) -> int | None:
    """As whom somebody looks at the game: from a seat of theirs, as a spectator, or seeing everything."""
    return EVERYTHING if audience.sees_all_coins else viewing_seat(table, audience)


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str
    is_account: bool
    """Whether this is the name of an account, which nobody else can have; guests choose theirs."""
    level: str | None
    is_taken: bool
    is_taken_over: bool
    is_given_up: bool
    """Whether a computer plays to the end, as the person did not tell their number for the dealer in time."""
    is_yours: bool
    commitment: str
    """The hash of the person's number for the dealer, as long as the number is not shown."""
    owes_nonce: bool
    """Whether the person has not told the number yet: `reveal` it, at the latest until `reveal_until`."""
    nonce: str
    """The person's number for the dealer; shown when the game has begun."""
    is_early: bool
    """Whether the number was told before all had committed to theirs."""


class GameSignature(msgspec.Struct, frozen=True):
    """The server's signature under the log of a game that is over, and its seed."""

    seq: int
    """The number of the last entry of the log that it covers."""
    chain: str
    """The whole head of the hash chain after that entry."""
    key: str
    """The server's public key (Ed25519), as hexadecimal digits."""
    signature: str


class Outlook(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the player could conquer after expanding without abandoning anything."""

    legal: list[LegalAction]
    tokens: int
    """The tokens that the player has in hand then."""
    costs: list[Cost] = []
    """Only in the states of protocol 1."""


class DecisionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the player who decides may do."""

    seat: int
    legal: list[LegalAction]
    can_undo: bool = False
    can_undo_beyond_luck: bool = False
    """On one's own device: whether more can be taken back, which makes the game practice."""
    form: Form | None = None
    """What limits the answer, if regions are chosen or pieces are spread; else one action is the answer."""
    outlook: Outlook | None = None
    """Until the troops are readied: what the player could conquer by simply expanding."""
    score: Score | None = None
    """What the turn would bring if it ended now; not in another player's turn."""
    ending: list[str] = []
    """While conquering, if only the redeployment is left to decide: the actions that end the turn.

    They are one command: tokens stay where they stand, and the rest goes where opponents could attack.
    """
    ending_tokens: int = 0
    """How many tokens in hand `ending` puts where opponents could attack."""
    attack_only: int = 0
    """While conquering and redeploying: tokens that only attack, and so are in hand when the turn ends."""
    costs: list[Cost] = []
    """Only in the states of protocol 1: what every region costs, or why it cannot be taken."""
    places: list[int] = []
    """Only in the states of protocol 1: the regions among which pieces can be spread."""


class TableView(msgspec.Struct, frozen=True):
    """A table at one number of its log, as one person or a spectator sees it."""

    table: str
    seq: int
    commitment: str
    status: str
    seats: list[SeatView]
    is_host: bool
    invite: str | None
    """The invite code; only for the host and the players."""
    table_code: str | None
    """The code to read aloud, also only for them; null if the invite code is of an older version."""
    seed: str | None
    signature: GameSignature | None
    """The server's signature under the log of a game that is over."""
    reveal_until: float | None
    """While the numbers for the dealer are due: after this time the game begins without those missing."""
    view: View | None
    ranking: list[Rank] | None
    """The players from first to last, when the game is over."""
    decision: DecisionView | None
    to_move: int | None
    wants_pause: list[int]
    is_paused: bool
    left: list[float]
    """Seconds left for each seat; for the running clock, at the time `since`."""
    since: float
    is_import: bool
    """A replay of a record, and no game."""
    is_recovered: bool = msgspec.field(name="is_mended")
    """Whether the game went on from a stored position, as its log could not be replayed."""
    rematch: str | None
    """The table at which the same people play again, for those who sat here."""
    rematch_invite: str | None
    settings: TableSettings | None = msgspec.field(name="agreement")
    """Only in snapshots: it does not change, and own content can be long."""
    box_map: str | None = None
    """The map of the box that it is played on: all such tables have the same drawings, under one address."""
    is_show: bool = False
    """Whether only computers play here, for those who watch."""
    is_practice: bool = False
    """On one's own device: whether somebody took back what luck or another player had answered."""
    begun_elsewhere: int | None = None
    """How many actions were played elsewhere, if the game was begun there: their luck is not proved."""


WIRE_NAMES: Final = {"is_recovered": "is_mended"}
"""Fields whose name on the wire is older than the word that is used now."""


class TableViews:
    """One table at one number of its log, as each audience sees it; everything is made once."""

    def __init__(self, table_id: str, table: Table) -> None:
        self._id = table_id
        self.table = table
        self._view: View | None = None

    def whole(self, audience: Audience, *, with_settings: bool = True, protocol: int = 2) -> TableView:
        """All of it; the states of protocol 1 also say what every region costs."""
        table, seat = self.table, viewing_seat(self.table, audience)
        return TableView(
            table=self._id,
            seq=table.seq,
            commitment=table.commitment,
            view=None if table.game is None else self.view(table.game, viewer_at(table, audience)),
            decision=decision(table, seat) if protocol > 1 else old_decision(table, seat),
            settings=table.settings if with_settings else None,
            box_map=box_map(table.settings),
            is_show=table.is_show,
            **_public_frame(table),
            **_people_frame(table, audience),
        )

    def view(self, game: Game, viewer: int | None) -> View:
        """The game as a viewer sees it: viewers differ only in what they see of players."""
        if self._view is None:
            self._view = game.view(None)
        return _seen_by(viewer, game, self._view)


def _seen_by(viewer: int | None, game: Game, view: View) -> View:
    return replace(view, players=players_seen(game.state, game.names, viewer))


def table_view(table_id: str, table: Table, person: str | None, *, protocol: int = 2) -> TableView:
    """A table as a person sees it; None is somebody without a name."""
    return TableViews(table_id, table).whole(audience_of(table, person), protocol=protocol)


def _public_frame(table: Table) -> dict[str, Any]:
    """What all see of a table beside the game and the people, by field."""
    has_clock = table.settings.clock.kind != "none"
    return {
        "status": table.status,
        "seed": table.seed,
        "signature": signature_of(table),
        "reveal_until": table.reveal_until,
        "ranking": final_ranking(table) if table.status == "over" else None,
        "to_move": table.to_move,
        "wants_pause": sorted(table.wants_pause),
        "is_paused": table.is_paused,
        "left": [round(seconds, 3) if has_clock else 0.0 for seconds in table.seconds_left],
        "since": table.clock_since if has_clock else table.opened_at,
        "is_import": table.is_import,
        "is_recovered": table.is_recovered,
        "is_practice": table.is_practice,
        "begun_elsewhere": table.begun_elsewhere,
    }


def signature_of(table: Table) -> GameSignature | None:
    """The server's signature under the log of a table, if its game is over."""
    signed = table.signature
    return None if signed is None else GameSignature(signed.seq, signed.chain, signed.key, signed.signature)


def _people(table: Table) -> tuple[object, ...]:
    """What `_people_frame` depends on beside the audience."""
    return table.seats, table.host, table.invite, table.rematch, _has_begun(table)


def _people_frame(table: Table, audience: Audience) -> dict[str, Any]:
    """Who sits at a table, and what only those learn who belong to it, by field."""
    rematch = table.rematch if audience.is_in else None
    return {
        "seats": [
            _seat_view(seat, is_yours=number in audience.seats, has_begun=_has_begun(table))
            for number, seat in enumerate(table.seats)
        ],
        "is_host": audience.is_host,
        "invite": table.invite if audience.is_in else None,
        "table_code": table_code(table.invite) if audience.is_in else None,
        "rematch": None if rematch is None else rematch[0],
        "rematch_invite": None if rematch is None else rematch[1],
    }


def _has_begun(table: Table) -> bool:
    """Whether the game has begun, and the numbers for the dealer are shown."""
    return table.status != "open"


def _seat_view(seat: Seat, *, is_yours: bool, has_begun: bool) -> SeatView:
    nonce = seat.nonce if has_begun else ""
    return SeatView(
        name=seat.name,
        is_account=seat.is_account,
        level=seat.level,
        is_taken=not seat.is_free,
        is_taken_over=seat.taken_over,
        is_given_up=seat.is_given_up,
        is_yours=is_yours,
        commitment="" if nonce else seat.commitment or nonce_commitment(seat.nonce),
        owes_nonce=seat.owes_nonce,
        nonce=nonce,
        is_early=seat.is_early,
    )


def decides(table: Table, seat: int | None) -> bool:
    """Whether it is for the person of this seat to decide."""
    return seat is not None and table.to_move == seat and not table.seats[seat].is_computer


def decision(table: Table, seat: int | None) -> DecisionView | None:
    """What the player of this seat may do, if it is for them to decide."""
    if seat is None or not decides(table, seat):
        return None
    found = decision_of(table.running, seat, table.lately, can_undo=table.can_undo)
    return replace(found, can_undo_beyond_luck=True) if table.can_undo_beyond_luck else found


def decision_of(game: Game, seat: int, lately: list[Event], *, can_undo: bool = False) -> DecisionView:
    """What the player who is to move may do; `lately` are the events that led to it."""
    ending, ending_tokens = _ending(game)
    return DecisionView(
        seat=seat,
        legal=game.legal_actions(),
        can_undo=can_undo,
        form=game.form(lately),
        outlook=_outlook(game) if game.phase == "ready" else None,
        score=game.score_preview() if seat == game.state.seat else None,
        ending=ending,
        ending_tokens=ending_tokens,
        attack_only=_attack_only(game),
    )


END_CONQUESTS: Final = "end"


def _attack_only(game: Game) -> int:
    return int(game.state.acting().attack_only) if game.phase in ("conquer", "redeploy") else 0


def _ending(game: Game) -> tuple[list[str], int]:
    """How the turn ends from the conquests on, if only the redeployment is left: actions, tokens placed."""
    if game.phase != "conquer" or END_CONQUESTS not in {action.text for action in game.legal_actions()}:
        return [], 0
    after = game.clone()
    form = after.form(after.apply_with_events(END_CONQUESTS))
    if after.phase != "redeploy" or not isinstance(form, SpreadForm):
        return [], 0
    if not all(action.ends_turn for action in after.legal_actions()):
        return [], 0
    return [END_CONQUESTS, suggested_text(after.state, form)], max(0, form.pieces - sum(form.before))


def _outlook(game: Game) -> Outlook:
    after = _expanded(game)
    return Outlook(after.legal_actions(), int(after.state.hand[game.state.race]))


def _expanded(game: Game) -> Game:
    """The game as soon as the player expands, without abandoning anything."""
    after = game.clone()
    after.apply("expand")
    return after


def costs_of_decision(game: Game) -> list[Cost]:
    """What every region costs whoever decides: now, or as soon as they expand."""
    return (_expanded(game) if game.phase == "ready" else game).costs()


def old_decision(table: Table, seat: int | None) -> DecisionView | None:
    """The same for protocol 1: with all costs, and every field is there, also those that are null."""
    now = decision(table, seat)
    if now is None:
        return None
    game, outlook = table.running, now.outlook
    fields = {
        **msgspec.structs.asdict(now),
        "legal": [msgspec.structs.asdict(action) for action in now.legal],
        "costs": game.costs() if game.phase == "conquer" else [],
        "places": game.places(),
        "outlook": outlook
        and {
            "legal": [msgspec.structs.asdict(action) for action in outlook.legal],
            "tokens": outlook.tokens,
            "costs": costs_of_decision(game),
        },
    }
    return cast("DecisionView", fields)


Patch = dict[str, Any]
"""What changes in a table view, in the shape of the view.

Objects are followed into, with the indexes of lists as keys, but for `{"=": value}`: that value, like all
that is no object, takes the place of what is there.
"""


class StepPatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer of a player with the chance that followed it, and what it changed."""

    text: str
    """The answer in the notation."""
    events: list[Event]
    patch: Patch = {}
    """What it changed in the `view` of the table."""


class TableChanges:
    """What changes from a table to the same table after one more entry, for one audience after the other.

    Most of it is the same for all audiences, and is made once.
    """

    def __init__(self, before: Table, after: Table) -> None:
        self._before = before
        self._after = after
        self._views: list[ViewChanges] | None = self._view_changes()
        """The changes of each step, or of all at once if there are no steps; None if the game began anew."""
        self._frame = _changed_items(_public_frame(before), _public_frame(after))
        self._is_about_people = _people(before) != _people(after)

    def _view_changes(self) -> list[ViewChanges] | None:
        was, now = self._before.game, self._after.game
        if now is None:
            return []
        if was is None or was.setup is not now.setup:
            return None
        states = [was.state, *(step.state for step in self._after.steps)]
        if not self._after.steps:
            states.append(now.state)
        return [ViewChanges(earlier, later, was.names, now.names) for earlier, later in pairwise(states)]

    def key(self, was: Audience, now: Audience) -> object:
        """Audiences with the same key see the same changes."""
        if self._views is None or self._is_about_people or was != now:
            return was, now
        seats = viewing_seat(self._before, was), viewing_seat(self._after, now)
        viewers = viewer_at(self._before, was), viewer_at(self._after, now)
        coins = [views.coins(*self._viewers(number, *viewers)) for number, views in enumerate(self._views)]
        return self._decision_change(*seats), tuple(tuple(seen.items()) for seen in coins)

    def steps(self, was: Audience, now: Audience) -> list[StepPatch]:
        """What the entry did to the game, step by step, for people who were and are such an audience."""
        played = self._after.steps
        if self._views is None:
            return [StepPatch(step.text, step.events) for step in played]
        return [
            StepPatch(step.text, step.events, self._view_patch(number, was, now))
            for number, step in enumerate(played)
        ]

    def rest(self, was: Audience, now: Audience) -> Patch:
        """Everything that changed beside the steps: the table, and what is to be decided."""
        before, after = self._before, self._after
        patch = dict(self._frame)
        if self._is_about_people or was != now:
            patch |= _changed_items(_people_frame(before, was), _people_frame(after, now))
        if self._views is None:
            game = after.running
            patch["view"] = {REPLACED: _seen_by(viewer_at(after, now), game, game.view(None))}
        elif not after.steps and (view := self._view_patch(0, was, now)):
            patch["view"] = view
        return patch | self._decision(was, now)

    def _view_patch(self, number: int, was: Audience, now: Audience) -> Patch:
        if not self._views:
            return {}
        viewers = viewer_at(self._before, was), viewer_at(self._after, now)
        return self._views[number].patch(*self._viewers(number, *viewers))

    def _viewers(self, number: int, before: int | None, after: int | None) -> tuple[int | None, int | None]:
        """As whom somebody looks before and after one of the steps."""
        is_last = self._views is not None and number == len(self._views) - 1
        return before, after if is_last else before

    def _decision(self, was: Audience, now: Audience) -> Patch:
        before, after = self._before, self._after
        seat = viewing_seat(after, now)
        match self._decision_change(viewing_seat(before, was), seat):
            case "new":
                return {"decision": {REPLACED: decision(after, seat)}}
            case "gone":
                return {"decision": None}
            case _:
                return {}

    def _decision_change(self, before: int | None, after: int | None) -> Literal["new", "gone", "none"]:
        """What happens to the decision of somebody who looked from a seat, and looks from a seat now."""
        had_one, has_one = decides(self._before, before), decides(self._after, after)
        if has_one and (not had_one or self._before.position_seq != self._after.position_seq):
            return "new"
        return "gone" if had_one and not has_one else "none"


def _changed_items(before: dict[str, Any], after: dict[str, Any]) -> Patch:
    return {
        WIRE_NAMES.get(name, name): {REPLACED: value} if isinstance(value, msgspec.Struct) else value
        for name, value in after.items()
        if value != before[name]
    }
