"""A record as a table's log: to be looked at like any other game, move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.engine import phases
from elbowroom.engine.notation import write_options
from elbowroom.engine.record import read_record
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import entries, fairness
from elbowroom.server.tables.agreement import Agreement, check_agreement, first_game, seat_names
from elbowroom.server.tables.uploads import check_upload

if TYPE_CHECKING:
    from elbowroom.engine.game import Game
    from elbowroom.server.tables.entries import AnyEntry, Opened
    from elbowroom.server.tables.fairness import Pledge

MOST_CHARACTERS: Final = 500_000
MOST_ACTIONS: Final = 5000
"""Ten times as many as a long game has."""


def replay(record: str) -> tuple[Opened, list[AnyEntry]]:
    """The opening and the entries that tell the game of a record; refused if it is not right."""
    if len(record) > MOST_CHARACTERS:
        raise Refused("too_long", most=MOST_CHARACTERS)
    check_upload(record)
    game = read_record(record)
    if len(game.history) > MOST_ACTIONS:
        raise Refused("too_long", most=MOST_ACTIONS)
    agreement = _agreement(game)
    check_agreement(agreement)
    pledge = _pledge(record, len(game.names))
    opened = entries.Opened(agreement, "" if pledge is None else pledge.commitment, "")
    imported = entries.Imported(game.names, [] if pledge is None else list(pledge.nonces))
    return opened, [imported, *_acts(game, agreement), _end(game, pledge)]


def _agreement(game: Game) -> Agreement:
    """What the players of the game had agreed on; a position tells its map and options itself."""
    table = game.table
    players = int(table.players)
    return Agreement(
        players=players,
        content=table.content.invented,
        position=game.opening,
        map="" if game.opening else table.board.map_id,
        options="" if game.opening else write_options(table.options, seat_names(players)),
    )


def _pledge(record: str, players: int) -> Pledge | None:
    """The dealer's pledge, if the record has one that could be true."""
    try:
        pledge = fairness.read_pledge(record)
        nonces = [fairness.check_nonce(nonce) for nonce in pledge.nonces]
    except Refused:
        return None
    return pledge if len(nonces) == players and fairness.HEX.fullmatch(pledge.commitment) else None


def _acts(game: Game, agreement: Agreement) -> list[AnyEntry]:
    """One entry for each decision, with what chance brought after it."""
    again = first_game(agreement, game.names)
    found: list[AnyEntry] = []
    actions: list[int] = []
    seat = max(0, again.to_move or 0)
    for action in game.history:
        if action >> 6 > phases.DIE:
            if actions:
                found.append(entries.Acted(seat, actions))
            seat, actions = int(again.to_move or 0), []
        actions.append(action)
        again.apply(action)
    if actions:
        found.append(entries.Acted(seat, actions))
    return found


def _end(game: Game, pledge: Pledge | None) -> AnyEntry:
    if not game.is_over:
        return entries.Closed("import")
    return entries.Finished("" if pledge is None else pledge.seed)
