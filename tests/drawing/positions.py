"""Positions to draw: seeded games, and views with a region changed."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from elbowroom.drawing.svg.picture import picture
from elbowroom.engine.game import Game, new_game

if TYPE_CHECKING:
    from elbowroom.engine.view import RegionView, View
    from elbowroom.rules.options import Options


def played(players: int, game_turns: int = 20, options: Options | None = None) -> Game:
    """A seeded game after so many game turns, or at its end."""
    game, choices = new_game(players, seed=players, options=options), Random(players)
    while not game.is_over and game.state.game_turn <= game_turns:
        game.apply(choices.choice(game.legal()))
    return game


@cache
def at_the_end(players: int) -> View:
    """What a spectator sees when a seeded game is over."""
    return played(players).view(None)


def pictured(game: Game, viewer: int | None = None) -> str:
    """The picture a viewer sees of a game on a map of the box."""
    return picture(game.setup.content.map(game.setup.board.map_id), game.view(viewer))


def changed(view: View, number: int, **changes: object) -> View:
    """The view with another look of one region."""
    regions: list[RegionView] = list(view.regions)
    regions[number - 1] = replace(regions[number - 1], **changes)
    return replace(view, regions=tuple(regions))
