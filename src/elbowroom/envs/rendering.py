"""Rendering for the research libraries: a game as text or as pixels, as a spectator sees it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.looks import coloured, own_looks
from elbowroom.drawing.svg.picture import picture
from elbowroom.drawing.svg.pixels import pixels
from elbowroom.drawing.text.map_text import TextLayout, plain, text_layout
from elbowroom.engine.notation import title
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from elbowroom.engine.game import Game
    from elbowroom.engine.view import PlayerView, RegionView, View
    from elbowroom.rules.maps import Map

RENDER_MODES: Final = ("ansi", "rgb_array")
TEXT_COLUMNS: Final = 110
IMAGE_WIDTH_PIXELS: Final = 800


def check_render_mode(render_mode: str | None) -> str | None:
    """Refuse a mode that does not exist."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise Refused("unknown_render_mode", word=render_mode, known=list(RENDER_MODES))
    return render_mode


def render_game(game: Game, render_mode: str) -> str | NDArray[np.uint8]:
    """The game in this mode."""
    return ansi(game) if render_mode == "ansi" else rgb_array(game)


def rgb_array(game: Game) -> NDArray[np.uint8]:
    """The picture of the board, as pixels."""
    return pixels(
        picture(_map(game), game.view(None), look_of=coloured(own_looks(game.setup.content))),
        IMAGE_WIDTH_PIXELS,
    )


def ansi(game: Game) -> str:
    """The map with who stands where, the players, and the column."""
    view = game.view(None)
    board = _text_layout(_map(game))
    lines = [plain(board, {region.number: _label(region) for region in view.regions})] if board else []
    lines += [
        f"game turn {view.game_turn} of {view.game_turns}, {_decides(view)}",
        *(_player(player) for player in view.players),
        "column: "
        + " | ".join(
            f"{title(combo.power)} {title(combo.race)}" + (f" +{combo.coins}" if combo.coins else "")
            for combo in view.column
        ),
    ]
    return "\n".join(lines) + "\n"


def _map(game: Game) -> Map:
    return game.setup.content.map(game.setup.board.map_id)


@lru_cache(maxsize=16)
def _text_layout(game_map: Map) -> TextLayout | None:
    return text_layout(game_map.data, TEXT_COLUMNS)


def _label(region: RegionView) -> list[str]:
    lines = [region.label]
    if region.lost_tribe:
        lines.append("tribe")
    elif region.race is not None and region.owner is not None:
        who = f"{region.owner + 1}:{region.tokens} {title(region.race)[:4]}"
        lines.append(f"({who})" if region.in_decline else who)
    lines += [f"+{name}" if count == 1 else f"+{count} {name}" for name, count in region.markers.items()]
    return lines


def _decides(view: View) -> str:
    if view.is_over:
        return "over"
    who = "chance" if view.to_move is None else view.players[view.to_move].name
    return f"{who} decides: {view.phase}"


def _player(player: PlayerView) -> str:
    races = [player.active] if player.active is not None else []
    race_texts = [
        f"{title(race.power) + ' ' if race.power else ''}{title(race.race)}"
        + (" in decline" if race.in_decline else f", {race.hand} in hand")
        + f", {len(race.regions)} regions"
        for race in (*races, *player.declined)
    ]
    coins = "" if player.coins is None else f", {player.coins} coins"
    return f"{player.seat + 1} {player.name}{coins}: " + ("; ".join(race_texts) or "no race")
