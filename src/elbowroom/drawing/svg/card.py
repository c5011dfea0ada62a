"""The preview of a link, of the size that messengers show: the board, and beside it who plays.

Names need fonts, and tokens their emblems: `CardArt` holds them. Without it, players are numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import cycle
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.digits import write_number
from elbowroom.drawing.svg.elements import NAMESPACE, short, tag
from elbowroom.drawing.svg.looks import OWN_SYMBOL, OwnLook, RaceLook
from elbowroom.drawing.svg.palette import DAY, GOLD, INK, PAPER, ink_on, mixed, race_colour
from elbowroom.drawing.svg.pieces import coins, counter
from elbowroom.drawing.svg.slots import Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.drawing.svg.looks import LookOf

CARD_WIDTH: Final = 1200
CARD_HEIGHT: Final = 630
BOARD_BOX: Final = {"x": 22.0, "y": 20.0, "width": 800.0, "height": 590.0}
PANEL_LEFT: Final = 838.0
PANEL_WIDTH: Final = 342.0
TITLE_BASE: Final = 84.0
ROWS_TOP: Final = 116.0
ROWS_BOTTOM: Final = 610.0
ROW_GAP: Final = 10.0
MAX_ROW_HEIGHT: Final = 108.0
SEAT_WIDTH: Final = 46.0
MAX_NAME_SIZE: Final = 34.0
LETTER_WIDTH: Final = 0.5
"""How wide a letter of a name is on average, as a part of its height."""
PLANKS: Final = (0.0, 118.0, 262.0, 371.0, 509.0)
CROWN_PATH: Final = "M2 17L0 3L8 9L13 0L18 9L26 3L24 17Z"
CROWN_WIDTH: Final = 26.0
CROWN_SCALE: Final = 1.25
SHOWN_RACES: Final = (
    ("orcs", "wizards", "dwarves"),
    ("elves", "skeletons", "tritons"),
    ("giants", "ratmen", "amazons"),
)
"""On the card of the site, row by row."""


@dataclass(frozen=True)
class CardArt:
    """What a card is drawn with beside our own symbols."""

    emblems: str = ""
    """Symbols called `emblem-RACE` and `own-emblem-SYMBOL`; they take the colour of where they are used."""
    fonts: tuple[str, ...] = ()
    """Files."""

    def look_of(self, race: str, own: OwnLook | None = None) -> RaceLook:
        """What a race looks like: as its author chose, as the box has it, or as any own race."""
        chosen = own or OwnLook()
        colour = race_colour(race, chosen.colour)
        if chosen.symbol and self._has(f"{OWN_SYMBOL}{chosen.symbol}"):
            return RaceLook(colour, f"{OWN_SYMBOL}{chosen.symbol}", chosen.shape)
        there = [name for name in (f"emblem-{race}", "emblem-own_race") if self._has(name)]
        return RaceLook(colour, there[0] if there else "")

    def _has(self, symbol: str) -> bool:
        return f'id="{symbol}"' in self.emblems


@dataclass(frozen=True)
class CardPlayer:
    """A player beside the board."""

    seat: int
    name: str
    races: tuple[str, ...] = ()
    """The active race first."""
    has_active_race: bool = False
    coins: int | None = None
    is_marked: bool = False
    """Whether it is the player's turn, or the player has won."""
    has_won: bool = False


def card(
    board: str, players: Sequence[CardPlayer], title: str, art: CardArt, look_of: LookOf | None = None
) -> str:
    """The board with the title and the players beside it; without players, with the emblems of races."""
    beside = _players(players, look_of or art.look_of) if players else _races(art)
    return tag(
        "svg",
        tag("defs", art.emblems) if art.emblems else "",
        *_table(),
        tag("svg", board, **BOARD_BOX),
        _text(title, PANEL_LEFT + PANEL_WIDTH / 2, TITLE_BASE, 66.0, PAPER, anchor="middle"),
        *beside,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {CARD_WIDTH} {CARD_HEIGHT}",
    )


def _table() -> list[str]:
    """The wood under the board: planks, darker towards the edge."""
    dark = mixed(DAY.table, INK, 0.45)
    light = tag(
        "radialGradient",
        tag("stop", offset="0.58", stop_color=DAY.table),
        tag("stop", offset="1", stop_color=mixed(DAY.table, INK, 0.5)),
        id="card-light",
        cx="0.35",
        cy="0.5",
        r="1",
    )
    joints = (
        tag("path", d=f"M0 {top}H{CARD_WIDTH}", stroke=dark, stroke_width=2.0, stroke_opacity=0.55)
        for top in PLANKS[1:]
    )
    return [
        tag("defs", light),
        tag("rect", width=CARD_WIDTH, height=CARD_HEIGHT, fill="url(#card-light)"),
        *joints,
    ]


def _players(players: Sequence[CardPlayer], look_of: LookOf) -> list[str]:
    height = min(MAX_ROW_HEIGHT, (ROWS_BOTTOM - ROWS_TOP + ROW_GAP) / len(players) - ROW_GAP)
    return [
        tag("g", *_player(player, ROWS_TOP + at * (height + ROW_GAP), height, look_of), class_="card-player")
        for at, player in enumerate(players)
    ]


def _player(player: CardPlayer, top: float, height: float, look_of: LookOf) -> list[str]:
    """The seat in its colour, the name, the races, and the coins if they are shown."""
    left, colour = PANEL_LEFT, DAY.owners[player.seat]
    box = {"x": left, "y": top, "width": PANEL_WIDTH, "height": height, "rx": 12}
    shadow = {**box, "y": top + 4}
    room = PANEL_WIDTH - SEAT_WIDTH - 30 - (68 if player.coins is not None else 0)
    drawn = [
        tag("rect", **shadow, fill=INK, fill_opacity=0.35),
        tag("rect", **box, fill=PAPER),
        tag("path", d=_left_edge(left, top, height), fill=colour),
        write_number(player.seat + 1, left + SEAT_WIDTH / 2, top + height / 2, 34.0, ink_on(colour)),
        tag(
            "rect",
            **box,
            fill="none",
            stroke=GOLD if player.is_marked else INK,
            stroke_width=6.0 if player.is_marked else 2.0,
        ),
    ]
    size = min(MAX_NAME_SIZE, room / (LETTER_WIDTH * max(1, len(player.name))))
    text_left, name_base = left + SEAT_WIDTH + 16, top + height * (0.44 if player.races else 0.6)
    drawn.append(_text(player.name, text_left, name_base, size, INK))
    for at, race in enumerate(player.races):
        slot = Slot(left + SEAT_WIDTH + 33 + at * 42, top + height * 0.73, min(18.0, height * 0.2))
        in_decline = at > 0 or not player.has_active_race
        look = look_of(race)
        if look.symbol:
            drawn.append(counter(slot, look, player.seat, in_decline=in_decline))
    if player.coins is not None:
        coin = Slot(left + PANEL_WIDTH - 42, top + height * (0.56 if player.has_won else 0.5), 30.0)
        drawn += [coins(coin, player.coins), _crown(coin) if player.has_won else ""]
    return drawn


def _races(art: CardArt) -> list[str]:
    """Tokens of several races, each with the ring of an owner."""
    owners, drawn = cycle(range(len(DAY.owners))), []
    for row, races in enumerate(SHOWN_RACES):
        for column, race in enumerate(races):
            x = PANEL_LEFT + (column + 0.5) * PANEL_WIDTH / len(races)
            slot, owner, look = Slot(x, ROWS_TOP + 90 + row * 150, 52.0), next(owners), art.look_of(race)
            if look.symbol:
                drawn.append(counter(slot, look, owner))
    return drawn


def _left_edge(left: float, top: float, height: float) -> str:
    """The part of a row that is in the colour of the seat."""
    right, bottom, bend = left + SEAT_WIDTH, top + height, 12.0
    return (
        f"M{right} {top}H{left + bend}Q{left} {top} {left} {top + bend}"
        f"V{bottom - bend}Q{left} {bottom} {left + bend} {bottom}H{right}Z"
    )


def _crown(coin: Slot) -> str:
    """The winner's crown, on the coins."""
    crown = tag("path", d=CROWN_PATH, fill=GOLD, stroke=INK, stroke_width=2.0, stroke_linejoin="round")
    x, y = coin.x - CROWN_WIDTH * CROWN_SCALE / 2, coin.y - coin.radius * 1.5
    return tag("g", crown, transform=f"translate({short(x)} {short(y)}) scale({CROWN_SCALE})")


def _text(text: str, x: float, y: float, size: float, colour: str, anchor: str = "start") -> str:
    return tag(
        "text",
        escape(text),
        x=x,
        y=y,
        font_family="Alegreya Sans",
        font_weight=700,
        font_size=size,
        fill=colour,
        text_anchor=anchor,
    )
