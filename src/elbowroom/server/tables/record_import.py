"""An uploaded record as the log of a table, so that it can be watched like any other game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.engine.actions import is_chance
from elbowroom.engine.game import Game
from elbowroom.engine.notation import write_options
from elbowroom.engine.record import read_record
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import entries, fairness
from elbowroom.server.tables.record_comments import read_comments
from elbowroom.server.tables.settings import (
    TableSettings,
    check_settings,
    content_with,
    first_game,
    seat_names,
)
from elbowroom.server.tables.upload_limits import check_upload

if TYPE_CHECKING:
    from elbowroom.server.tables.entries import AnyEntry, Opened
    from elbowroom.server.tables.fairness import Pledge
    from elbowroom.server.tables.record_comments import RecordComments

MAX_RECORD_CHARACTERS: Final = 500_000
MAX_RECORD_ACTIONS: Final = 5000
"""Ten times the length of a long game."""


def log_of_record(record: str) -> tuple[Opened, list[AnyEntry]]:
    """The opening and all further entries for the game of a record; refused if the record is wrong."""
    game = read_upload(record)
    settings = settings_of(game)
    check_settings(settings)
    pledge, comments = _pledge(record, len(game.names)), read_comments(record, game.names)
    opened = entries.Opened(
        settings,
        "" if pledge is None else pledge.commitment,
        "",
        rules_version=int(game.setup.rules_version),
        proof=fairness.PROOF if pledge is not None and pledge.commitments else 1,
        versions=dict(comments.versions),
    )
    imported = entries.Imported(
        game.names,
        nonces=[] if pledge is None else list(pledge.nonces),
        commitments=[] if pledge is None else list(pledge.commitments),
        early=[] if pledge is None else list(pledge.early),
        levels=list(comments.levels),
        is_practice=comments.is_practice,
        begun_elsewhere=comments.begun_elsewhere,
    )
    named = names_as_shown(comments)
    return opened, [imported, *named, *acts_of(game, settings), _end(game, pledge)]


def names_as_shown(comments: RecordComments) -> list[AnyEntry]:
    """The entries by which players of a record are called as they were at their table."""
    return [entries.Named(seat, name) for seat, name in enumerate(comments.shown_names) if name]


def read_upload(record: str) -> Game:
    """The game of a record that somebody uploads; refused if it is wrong or too long."""
    if len(record) > MAX_RECORD_CHARACTERS:
        raise Refused("too_long", most=MAX_RECORD_CHARACTERS)
    check_upload(record)
    game = read_record(record)
    if len(game.history) > MAX_RECORD_ACTIONS:
        raise Refused("too_long", most=MAX_RECORD_ACTIONS)
    return game


def settings_of(game: Game) -> TableSettings:
    """The settings that the game was played with; a position text names its map and options itself."""
    setup = game.setup
    players = int(setup.players)
    return TableSettings(
        players=players,
        content=setup.content.invented,
        position=_opening_without_names(game),
        map="" if game.opening else setup.board.map_id,
        options="" if game.opening else write_options(setup.options, seat_names(players)),
    )


def _opening_without_names(game: Game) -> str:
    """The position in which a game began, if it did: settings are hashed, so names in them would stay."""
    if not game.opening:
        return ""
    content, rules_version = content_with(game.setup.content.invented), int(game.setup.rules_version)
    opening = Game.from_text(game.opening, content, rules_version=rules_version)
    opening.names = seat_names(int(game.setup.players))
    return opening.to_text()


def _pledge(record: str, players: int) -> Pledge | None:
    """The dealer's pledge, if the record has one that could be true."""
    try:
        pledge = fairness.read_pledge(record)
        nonces = [fairness.check_nonce(nonce) for nonce in pledge.nonces]
        for commitment in pledge.commitments:
            fairness.check_commitment(commitment)
    except Refused:
        return None
    return pledge if len(nonces) == players and fairness.HEX.fullmatch(pledge.commitment) else None


def acts_of(game: Game, settings: TableSettings) -> list[AnyEntry]:
    """One entry for each decision, with what chance brought after it."""
    again = first_game(settings, game.names, int(game.setup.rules_version))
    acts: list[AnyEntry] = []
    actions: list[int] = []
    seat = max(0, again.to_move or 0)
    for action in game.history:
        if not is_chance(action):
            if actions:
                acts.append(entries.Acted(seat, actions))
            seat, actions = int(again.to_move or 0), []
        actions.append(action)
        again.apply(action)
    if actions:
        acts.append(entries.Acted(seat, actions))
    return acts


def _end(game: Game, pledge: Pledge | None) -> AnyEntry:
    if not game.is_over:
        return entries.Closed("import")
    return entries.Finished("" if pledge is None else pledge.seed)
