"""The strip below the board: the players, and the combos to pick from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.digits import write_number
from elbowroom.drawing.svg.elements import tag
from elbowroom.drawing.svg.looks import RaceLook, plain_look
from elbowroom.drawing.svg.palette import DAY, GOLD, INK, PAPER, ink_on, race_colour
from elbowroom.drawing.svg.pieces import coins, counter
from elbowroom.drawing.svg.slots import Slot

if TYPE_CHECKING:
    from elbowroom.drawing.svg.looks import LookOf
    from elbowroom.engine.view import ComboView, PlayerView, View

STRIP_WIDTH: Final = 1032.0
STRIP_HEIGHT: Final = 136.0
SIDE_MARGIN: Final = 16.0
ROW_HEIGHT: Final = 56.0
GAP: Final = 8.0
MIN_PLAYER_COLUMNS: Final = 4
MIN_COMBO_COLUMNS: Final = 6
"""Columns of a row, also if fewer are filled."""


def strip(view: View, look_of: LookOf = plain_look) -> list[str]:
    """The players in one row, the combos in the next."""
    left, top = SIDE_MARGIN, GAP
    width = (STRIP_WIDTH - 2 * SIDE_MARGIN + GAP) / max(MIN_PLAYER_COLUMNS, len(view.players))
    players = [
        tag(
            "g",
            *_player(
                player, left + at * width, top, width - GAP, look_of, is_to_move=player.seat == view.to_move
            ),
            class_="player",
            data_seat=player.seat,
        )
        for at, player in enumerate(view.players)
    ]
    top += ROW_HEIGHT + GAP
    width = (STRIP_WIDTH - 2 * SIDE_MARGIN + GAP) / max(MIN_COMBO_COLUMNS, len(view.column))
    combos = [
        tag(
            "g",
            *_combo(combo, SIDE_MARGIN + at * width, top, width - GAP, look_of),
            class_="combo",
            data_race=combo.race,
        )
        for at, combo in enumerate(view.column)
    ]
    return [*players, *combos]


def _player(
    player: PlayerView, x: float, y: float, width: float, look_of: LookOf, *, is_to_move: bool
) -> list[str]:
    """The seat in its colour, the tokens in hand, the races in decline, and the coins if they are shown."""
    colour, middle, bit = DAY.owners[player.seat], y + ROW_HEIGHT / 2, 42.0
    drawn = [
        _rounded_box(x, y, width, PAPER),
        _rounded_box(x, y, bit, colour),
        write_number(player.seat + 1, x + bit / 2, middle, 30.0, ink_on(colour)),
        tag(
            "rect",
            x=x,
            y=y,
            width=width,
            height=ROW_HEIGHT,
            rx=9,
            fill="none",
            stroke=GOLD if is_to_move else INK,
            stroke_width=5.0 if is_to_move else 1.4,
        ),
    ]
    at = x + bit + 26
    if player.active:
        hand = Slot(at, middle, 22.0)
        drawn.append(counter(hand, _numbered(look_of(player.active.race)), player.seat, player.active.hand))
    drawn += [
        counter(
            Slot(at + 38, middle + 23 * (row - (len(player.declined) - 1) / 2), 11.0),
            _numbered(look_of(race.race)),
            player.seat,
            in_decline=True,
        )
        for row, race in enumerate(player.declined)
    ]
    if player.coins is not None:
        drawn.append(coins(Slot(x + width - 25, middle, 20.0), player.coins))
    return drawn


def _combo(combo: ComboView, x: float, y: float, width: float, look_of: LookOf) -> list[str]:
    """The banner in the colour of the race with the number of tokens, the badge, and the coins on it."""
    colour, badge, middle = look_of(combo.race).colour, race_colour(combo.power), y + ROW_HEIGHT / 2
    drawn = [
        _rounded_box(x + ROW_HEIGHT / 2, y + 6, width - ROW_HEIGHT / 2, colour, ROW_HEIGHT - 12),
        tag(
            "circle",
            cx=x + ROW_HEIGHT / 2,
            cy=middle,
            r=ROW_HEIGHT / 2 - 1,
            fill=badge,
            stroke=INK,
            stroke_width=1.4,
        ),
        write_number(combo.tokens, x + ROW_HEIGHT + 24, middle, 28.0, ink_on(colour)),
    ]
    if combo.coins:
        drawn.append(coins(Slot(x + width - 26, middle, 20.0), combo.coins))
    return drawn


def _numbered(look: RaceLook) -> RaceLook:
    """The look without an emblem, for which small counters have no room."""
    return RaceLook(look.colour)


def _rounded_box(x: float, y: float, width: float, fill: str, height: float = ROW_HEIGHT) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, rx=9, fill=fill, stroke=INK, stroke_width=1.4)
