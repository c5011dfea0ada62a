"""What the preview of a link shows: the picture of a table or of the site, and the sentence beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.card import CardPlayer
from elbowroom.drawing.svg.looks import own_looks
from elbowroom.engine.game import Game
from elbowroom.rules.words import listed, say
from elbowroom.server.tables.result import final_ranking
from elbowroom.server.tables.table import map_of
from elbowroom.server.workers.messages import DrawPicture

if TYPE_CHECKING:
    from elbowroom.server.tables.table import Table

HOME_POSITION: Final = """
map        3-players
players    P1 P2 P3
game-turn  6
tribes     20
P1         Ghouls, in decline : 5 2, 6 1, 11 2, 12 1, 19 2
P1         Berserk Dwarves : 22 5, 29 2
P2         Humans, in decline : 14 1
P2         Commando Amazons, 4 in hand : 8 3, 9 3, 10 2, 16 1
P3         Orcs, in decline : 17 1, 23 1, 24 1
P3         Heroic Tritons : 2 3, 3 1 + hero, 4 3, 7 1 + hero, 13 1
turn       P2 ready, race amazons
"""
"""The middle of a game, for the picture of the site."""


def table_card(table: Table) -> DrawPicture:
    """The picture of a table: before the start the map, then what a spectator sees of the game."""
    view = None if table.game is None else table.game.view(None)
    looks = {} if table.game is None else own_looks(table.game.setup.content)
    return DrawPicture(map_of(table).source, view, say("page_site"), tuple(_players(table)), looks)


def home_card() -> DrawPicture:
    """The picture of the site."""
    game = _home_game()
    game_map = game.setup.content.map(game.setup.board.map_id)
    return DrawPicture(game_map.source, game.view(None), say("page_site"))


@lru_cache(maxsize=1)
def _home_game() -> Game:
    return Game.from_text(HOME_POSITION)


def _players(table: Table) -> list[CardPlayer]:
    """Everybody at the table, by seat; after the end, from first to last."""
    if table.game is None:
        return [CardPlayer(number, seat.name) for number, seat in enumerate(table.seats)]
    seen = table.game.view(None).players
    places = {rank.seat: rank.place for rank in final_ranking(table)} if table.game.is_over else {}
    order = sorted(range(len(seen)), key=lambda seat: places.get(seat, 0))
    return [
        CardPlayer(
            seat,
            name_at(table, seat),
            races=(
                *((player.active.race,) if player.active else ()),
                *(race.race for race in player.declined),
            ),
            has_active_race=player.active is not None,
            coins=player.coins,
            is_marked=seat == table.to_move or places.get(seat) == 1,
            has_won=places.get(seat) == 1,
        )
        for seat, player in ((seat, seen[seat]) for seat in order)
    ]


def name_at(table: Table, seat: int) -> str:
    """What a player is called; a person who was forgotten by their name in the notation."""
    return table.seats[seat].name or table.running.names[seat]


def description_of(table: Table) -> str:
    """A sentence about how far the game is, or how it ended."""
    game = table.game
    if game is not None and game.is_over:
        return _result(table)
    if table.status == "closed" and not table.is_import:
        return say("page_closed")
    if game is None:
        free = sum(seat.is_free for seat in table.seats)
        return say("page_open", free=free, players=len(table.seats))
    shown = game.view(None)
    return say("page_turn", game_turn=shown.game_turn, game_turns=shown.game_turns)


def _result(table: Table) -> str:
    ranking = final_ranking(table)
    winners = listed([name_at(table, rank.seat) for rank in ranking if rank.place == 1])
    others = ", ".join(f"{name_at(table, rank.seat)} ({rank.coins})" for rank in ranking if rank.place > 1)
    if not others:
        return say("page_result_shared", winners=winners, coins=ranking[0].coins)
    return say("page_result", winners=winners, coins=ranking[0].coins, others=others)
