"""The symbol sheet: everything that lies or stands on the board, each drawn once.

What is printed on the board: `mine`, `magic`, `cavern`. Pieces: `mountain`, `tribe`, `marker-lair`,
`marker-fortress`, `marker-encampment`, `marker-hole`, `marker-hero`, `marker-dragon`, and `marker-pennant`
for any other; `counter` for a race that has no owner yet, `counter-0` to `counter-4` and `declined-0` to
`declined-4` with the shape of a seat; `coin` to write a number on, `coin-1`, `coin-3`, `coin-5`,
`coin-10`; `die-0` to `die-3`; `turn-marker`. Digits: `figure-0` to `figure-9`, `figure-slash`,
`figure-plus`, `figure-minus`, `figure-times`, `figure-question`.

Counters take the fill (the race) and the colour (the owner) of where they are used, digits the stroke. The
middle of a counter is left free, and its corner below right for the number. No font is needed.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from elbowroom.drawing.svg.digits import DIGIT_PATHS, digit_symbols
from elbowroom.drawing.svg.elements import NAMESPACE, short, symbol, tag
from elbowroom.drawing.svg.palette import ACCENT, GOLD, INK, OWNER_SHAPES, PAPER, WHITE, mixed

DRAWN_MARKERS: Final = ("lair", "fortress", "encampment", "hole", "hero", "dragon")
"""The markers that have a symbol of their own; any other is a pennant."""

CARDBOARD: Final = "#c8ad7f"
COPPER: Final = "#d69a63"
SILVER: Final = "#ccd2d6"
STONE: Final = "#a09a93"

COUNTER_MIDDLE: Final = (22.8, 20.8)
FACE_RADIUS: Final = 14.2
SHAPE_SCALE: Final = 1.8
"""On a counter of 48: the middle and the radius of its face, and the scale of the owner's shape."""


def symbol_sheet() -> str:
    """The sheet as a file of its own."""
    return tag("svg", BOARD_SYMBOLS, PIECE_SYMBOLS, *digit_symbols(), xmlns=NAMESPACE, width=0, height=0)


def marker_symbol(name: str) -> str:
    """The symbol of a marker; one that is not in the box is a pennant."""
    return f"marker-{name}" if name in DRAWN_MARKERS else "marker-pennant"


def _symbol(name: str, *drawn: str) -> str:
    """A symbol that takes nothing from where it is used."""
    return symbol(name, *drawn, stroke="none")


def _shape(path: str, fill: str, width: float = 1.0) -> str:
    return tag("path", d=path, fill=fill, stroke=INK, stroke_width=width, stroke_linejoin="round")


def _shade(path: str, strength: float = 0.28) -> str:
    """The side away from the light."""
    return tag("path", d=path, fill=INK, fill_opacity=strength)


def _shine(path: str, width: float = 0.9, strength: float = 0.65) -> str:
    """Where the light falls."""
    return tag(
        "path",
        d=path,
        fill="none",
        stroke=WHITE,
        stroke_width=width,
        stroke_opacity=strength,
        stroke_linecap="round",
    )


def _lines(path: str, colour: str = INK, width: float = 1.0) -> str:
    return tag(
        "path",
        d=path,
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _ring(radius: float, fill: str, width: float = 1.0, y: float = 12.0, stroke: str = INK) -> str:
    return tag("circle", cx=12, cy=y, r=radius, fill=fill, stroke=stroke, stroke_width=width)


def _shadow(radius: float, y: float = 13.4) -> str:
    return tag("circle", cx=12.4, cy=y, r=radius, fill=INK, fill_opacity=0.3)


def _cardboard_disc(face: str) -> str:
    """A round piece of cardboard that lies on the table."""
    return (
        _shadow(10.8)
        + _ring(10.7, CARDBOARD, 0.8, 12.9)
        + _ring(10.7, face, 0.8, 11.1)
        + _shine("M3.2 9.2A9.2 9.2 0 0 1 12.2 2")
    )


def _printed_circle(face: str) -> str:
    """A circle that is printed on the board."""
    return _ring(11.4, PAPER, 1.1) + _ring(9.9, face, 0.7)


def _board_symbols() -> list[str]:
    return [
        _symbol(
            "mine",
            _printed_circle("#f2d995"),
            _lines("M6.6 18.4L14.6 7.6", INK, 3.0),
            _lines("M6.6 18.4L14.6 7.6", "#96632f", 1.6),
            _shape("M7 6.4C11 3.4 17.6 5.2 19.6 12.4C16.4 9 12.4 7.4 7 6.4Z", "#98a3ad", 0.9),
            _shine("M9.4 6.2C12.6 5.4 15.8 6.8 17.6 9.2", 0.7),
            _shape("M14.6 17.6L16 15.4L18 15.8L18.6 17.8L16.6 19Z", GOLD, 0.7),
        ),
        _symbol(
            "magic",
            _printed_circle("#ddc9ef"),
            _shape("M12 3.6L16.6 10.4L12 20.4L7.4 10.4Z", "#8b53bd", 0.9),
            _shade("M12 3.6L16.6 10.4L12 20.4Z", 0.22),
            _lines("M7.4 10.4L12 12L16.6 10.4M12 12V20", INK, 0.6),
            _shine("M11.2 6.6L9.2 9.8", 0.9),
            tag("path", d="M5.4 5.2l.6 1.5 1.5.6-1.5.6-.6 1.5-.6-1.5-1.5-.6 1.5-.6Z", fill=WHITE),
            tag("path", d="M18.4 14l.5 1.3 1.3.5-1.3.5-.5 1.3-.5-1.3-1.3-.5 1.3-.5Z", fill=WHITE),
        ),
        _symbol(
            "cavern",
            _printed_circle("#cfc5b4"),
            _shape(
                "M3.4 17.2C3.6 13.4 5 9.6 7.4 7.6L9.4 5.4L12.6 4.6L15.6 6L17.8 9"
                "C19.6 11.2 20.4 14.6 20.6 17.2Z",
                "#8f8373",
                0.9,
            ),
            _shape("M7.6 17.2C7.6 12 9.4 9.4 12 9.4S16.4 12 16.4 17.2Z", "#1e1712", 0.8),
            tag("path", d="M9.6 10.6L10.2 13L11 9.8ZM12.4 9.6L13 12L13.8 10.2Z", fill="#8f8373"),
            _shine("M5.2 13.8C5.8 11.4 6.8 9.6 8.2 8.4", 0.8, 0.5),
        ),
        _symbol(
            "mountain",
            tag("ellipse", cx=12.6, cy=20.8, rx=11.6, ry=2.4, fill=INK, fill_opacity=0.32),
            tag(
                "path",
                d="M.6 20.4L8.6 4.6L10.6 1L12.4 3.4L15.2 8.8L16.8 7.2L23.4 20.4Z",
                fill=WHITE,
                stroke=WHITE,
                stroke_width=2.6,
                stroke_linejoin="round",
            ),
            _shape("M.6 20.4L8.6 4.6L10.6 1L12.4 3.4L15.2 8.8L16.8 7.2L23.4 20.4Z", STONE, 1.1),
            _shade("M10.6 1L12.4 3.4L15.2 8.8L16.8 7.2L23.4 20.4H12.4C14.6 14 13.4 6.6 10.6 1Z", 0.45),
            _shape("M7.2 7.4L10.6 1L12.4 3.4L14.2 6.8L12.6 8.6L11.4 7L9.8 9.4L8.8 7.2Z", WHITE, 0.7),
            _lines("M5.4 14.6L4 18M8.4 12.4L7.2 17", INK, 0.7),
        ),
    ]


def _tribe() -> str:
    return _symbol(
        "tribe",
        _cardboard_disc("#cdc8be"),
        _shape("M6.8 11.2V16.8C9 18.2 15 18.2 17.2 16.8V11.2Z", "#b09a78", 0.9),
        _shade("M13 11.2V17.8C15 17.6 16.4 17.4 17.2 16.8V11.2Z"),
        _shape(
            "M3.8 12.4C6.6 9.8 9.6 6.8 12 3.2C14.4 6.8 17.4 9.8 20.2 12.4C15 13.8 9 13.8 3.8 12.4Z",
            "#8b8272",
            0.9,
        ),
        _lines(
            "M12 4L10.4 12.6M12 4L14.2 12.4M9.4 7.6L7 12M14.6 7.6L17.2 11.8M10.6 2.2L12 4L13.4 2.2", INK, 0.6
        ),
        _shape("M10.4 17.7V14.6C10.4 13 13.6 13 13.6 14.6V17.7Z", "#2b2119", 0.6),
    )


def _markers() -> list[str]:
    drawn = {
        "lair": _shape("M3.4 16.6L5 10.4L8 7.6L9.6 4.8L13.4 4.4L16.4 7L19 10.2L20.6 16.6Z", "#a5855d")
        + _shade("M13.4 4.4L16.4 7L19 10.2L20.6 16.6H16.4C17 11.6 15.8 7.8 13.4 4.4Z")
        + _shape("M8 16.6C8 11.8 9.8 9.8 12 9.8S16 11.8 16 16.6Z", "#1f1710", 0.8)
        + tag("circle", cx=10.8, cy=13.4, r=0.8, fill=GOLD)
        + tag("circle", cx=13.4, cy=13.4, r=0.8, fill=GOLD),
        "fortress": _shape("M5.6 17.6V5H8.2V7.2H10.7V5H13.3V7.2H15.8V5H18.4V17.6Z", "#98928a")
        + _shade("M14.6 7.2H15.8V5H18.4V17.6H14.6Z")
        + _lines("M7 10H9.4M11 12H13M6.8 14H8.4M11.4 9.4H13", INK, 0.6)
        + _shape("M10 17.6V14C10 11.6 14 11.6 14 14V17.6Z", "#33281f", 0.7),
        "encampment": _lines("M12 4.6L10.6 2.4M12 4.6L13.4 2.4", INK, 1.1)
        + _shape("M12 4.2L20.6 17.2H3.4Z", "#d0764d")
        + _shade("M12 4.2L20.6 17.2H15.2Z")
        + _shape("M12 8.6L15.2 17.2H8.8Z", "#3a2418", 0.7)
        + _shine("M10.8 7.4L6 14.8", 0.8, 0.5),
        "hole": _shape("M2.8 15C4.6 7.2 19.4 7.2 21.2 15C19.4 18.4 4.6 18.4 2.8 15Z", "#86a75e")
        + _lines("M5 11.4L4.4 9.4M8 9.6L7.8 7.4M17.2 10L18 8M13 8.8V6.8", "#4c6b31", 0.9)
        + tag("ellipse", cx=12, cy=14.2, rx=6, ry=2.9, fill="#1b130c")
        + tag("ellipse", cx=12, cy=15, rx=4.6, ry=1.8, fill="#3a2a1b"),
        "hero": _shape(
            "M5 4.2C7.6 4.6 9.8 4.2 12 3C14.2 4.2 16.4 4.6 19 4.2V10.4"
            "C19 14.8 16 17.8 12 19.6C8 17.8 5 14.8 5 10.4Z",
            GOLD,
        )
        + _shade("M12 3C14.2 4.2 16.4 4.6 19 4.2V10.4C19 14.8 16 17.8 12 19.6Z", 0.16)
        + _shape(
            "M12 6.2L13.3 9.6L16.8 9.8L14.1 12L15 15.4L12 13.5L9 15.4L9.9 12L7.2 9.8L10.7 9.6Z", WHITE, 0.7
        ),
        "dragon": _shape(
            "M4 18.4C2.8 11.4 5.6 6.8 10.4 5.4L8.6 1.6L12.6 4.6L13.6 1.8L15.4 5.2C17.6 6 18.4 7.6 20.6 8.4"
            "C21.6 9.4 21.4 11 20.4 11.8L17.6 11.4L18.2 12.8C16.4 13.8 14.4 13.4 13 12.4"
            "C12 14.4 13 17 15.6 18.4"
            "C12 20.4 7.6 20.4 4 18.4Z",
            "#c2402f",
        )
        + _shade(
            "M7.4 19.6C10 17 9 13.6 10.8 10.6C11.2 11.6 12 12.2 13 12.4C12 14.4 13 17 15.6 18.4"
            "C13 19.8 10 20 7.4 19.6Z"
        )
        + _shape("M4.4 12.6L2 11L5 10.4ZM5.8 9.2L4 7L7.4 7.4Z", GOLD, 0.7)
        + tag("circle", cx=14.6, cy=7.9, r=1.2, fill=GOLD, stroke=INK, stroke_width=0.6)
        + _lines("M19.4 9.4H19.5M14.2 11.2C15.6 11.8 16.6 11.6 17.6 11.4", INK, 0.9),
        "pennant": _lines("M7.6 19V3.6", INK, 2.0)
        + _shape(
            "M7.6 3.8C11 2.6 13 6 19.4 4.8C17.4 7.2 17.6 9.4 19 11.6C13.4 12.8 11 9.6 7.6 11Z", "#7390c0"
        )
        + _shade("M13 4.8C15 5.2 17 5.2 19.4 4.8C17.4 7.2 17.6 9.4 19 11.6C16.8 12 15 11.8 13.4 11.3Z", 0.18),
    }
    larger = "translate(-1.7 -1.4) scale(1.14)"
    return [
        _symbol(f"marker-{name}", _cardboard_disc(PAPER), tag("g", shape, transform=larger))
        for name, shape in drawn.items()
    ]


def _coins() -> list[str]:
    """A blank coin, and the coins of the box: each of its own metal, the ten with a wavy rim."""
    kinds = (("1", COPPER, False), ("3", SILVER, False), ("5", GOLD, False), ("10", GOLD, True))
    return [
        _symbol("coin", _coin(GOLD, is_wavy=False)),
        *(
            _symbol(f"coin-{value}", _coin(metal, is_wavy=is_wavy), *_value(value))
            for value, metal, is_wavy in kinds
        ),
    ]


def _coin(metal: str, *, is_wavy: bool) -> str:
    dark = mixed(metal, INK, 0.4)
    rim = _wavy(10.9) if is_wavy else "M12 .5A10.6 10.6 0 1 1 12 21.7A10.6 10.6 0 1 1 12 .5Z"
    return (
        _shadow(10.9)
        + tag("path", d=rim, fill=dark, stroke=INK, stroke_width=0.8, transform="translate(0 1.7)")
        + _shape(rim, metal, 0.8)
        + _ring(8.2, mixed(metal, WHITE, 0.22), 0.9, 11.1, dark)
        + _shine("M4.2 8.6A8.6 8.6 0 0 1 10.4 3.4", 1.0, 0.8)
    )


def _wavy(radius: float, waves: int = 12) -> str:
    """A rim of small arcs."""
    points = [
        (12 + radius * cos(2 * pi * at / waves), 11.1 + radius * sin(2 * pi * at / waves))
        for at in range(waves)
    ]
    arcs = "".join(f"A3.2 3.2 0 0 1 {short(x)} {short(y)}" for x, y in (*points[1:], points[0]))
    return f"M{short(points[0][0])} {short(points[0][1])}{arcs}Z"


def _value(value: str) -> list[str]:
    """The number on a coin."""
    scale = 0.66 if len(value) == 1 else 0.54
    left = 12 - scale * (10 + 11 * (len(value) - 1)) / 2
    return [
        tag(
            "path",
            d=DIGIT_PATHS[digit],
            fill="none",
            stroke=INK,
            stroke_width=2.7,
            stroke_linecap="round",
            stroke_linejoin="round",
            transform=f"translate({short(left + at * 11 * scale)} {short(11.1 - 8 * scale)})scale({scale})",
        )
        for at, digit in enumerate(value)
    ]


def _dice() -> list[str]:
    """The faces of the reinforcement die; three of them are blank."""
    pips = (
        (),
        ((11.8, 10.6),),
        ((7.8, 6.6), (15.8, 14.6)),
        ((6.8, 5.6), (11.8, 10.6), (16.8, 15.6)),
    )
    edge = {"stroke": INK, "stroke_width": 0.8}
    body = (
        tag("rect", x=1.8, y=3.4, width=21.2, height=20, rx=4.6, fill=INK, fill_opacity=0.3)
        + tag("rect", x=1.2, y=2.6, width=21.2, height=19.8, rx=4.6, fill="#c6b28a", **edge)
        + tag("rect", x=1.2, y=0.7, width=21.2, height=19.8, rx=4.6, fill="#fbf4e2", **edge)
        + _shine("M2.7 6.6V5A2.8 2.8 0 0 1 5.5 2.2H14", 1.0, 1.0)
    )
    return [
        _symbol(
            f"die-{value}",
            body,
            *(
                tag(
                    "rect",
                    x=x - 2.4,
                    y=y - 2.4,
                    width=4.8,
                    height=4.8,
                    rx=0.7,
                    fill="#8f2a1f",
                    stroke=INK,
                    stroke_width=0.6,
                )
                for x, y in shown
            ),
        )
        for value, shown in enumerate(pips)
    ]


def _turn_marker() -> str:
    """A ring with a crown; the number of the space is seen through it."""
    return _symbol(
        "turn-marker",
        tag("circle", cx=12.3, cy=13, r=10.6, fill="none", stroke=INK, stroke_width=3.4, stroke_opacity=0.3),
        _ring(10.6, "none", 4.2),
        _ring(10.6, "none", 2.6, stroke=GOLD),
        _shine("M2.2 9.4A10.6 10.6 0 0 1 6 3.4", 0.9, 0.8),
        _shape("M6.4 3.6L5 -4.6L9 -1.4L12 -6.2L15 -1.4L19 -4.6L17.6 3.6C14 4.8 10 4.8 6.4 3.6Z", GOLD, 1.0),
        _shade("M12 -6.2L15 -1.4L19 -4.6L17.6 3.6C16 4.2 14 4.5 12 4.5Z", 0.16),
        tag("circle", cx=12, cy=1.4, r=1.3, fill=ACCENT, stroke=INK, stroke_width=0.5),
    )


def _counters() -> list[str]:
    """Cardboard in the shape of each seat, thick and lying flat; a round one belongs to nobody yet."""
    return [
        _counter("counter", OWNER_SHAPES[0]),
        *(_counter(f"counter-{seat}", shape) for seat, shape in enumerate(OWNER_SHAPES)),
        *(_flat_counter(f"declined-{seat}", shape) for seat, shape in enumerate(OWNER_SHAPES)),
    ]


def _counter(name: str, shape: str) -> str:
    return symbol(
        name,
        _outline(shape, 1.6, 6.0, fill=INK, fill_opacity=0.34),
        _outline(shape, 0.0, 4.2, fill=mixed(CARDBOARD, INK, 0.12), stroke=INK, stroke_width=0.7),
        _outline(shape, fill="currentColor", stroke=INK, stroke_width=0.7),
        _face(),
        _shine("M10.8 17.4A12.6 12.6 0 0 1 19 9.2", 1.6, 0.45),
        box="0 0 48 48",
        stroke="none",
    )


def _flat_counter(name: str, shape: str) -> str:
    return symbol(
        name,
        _outline(shape, 0.6, 2.4, fill=INK, fill_opacity=0.3),
        _outline(shape, 0.0, 1.2, fill="currentColor", stroke=INK, stroke_width=0.6),
        _face(1.2),
        box="0 0 48 48",
        stroke="none",
    )


def _outline(shape: str, x: float = 0.0, y: float = 0.0, **attributes: object) -> str:
    """The shape of a seat around the middle of a counter, moved by this much."""
    x, y = COUNTER_MIDDLE[0] - 12 * SHAPE_SCALE + x, COUNTER_MIDDLE[1] - 12 * SHAPE_SCALE + y
    moved = f"translate({short(x)} {short(y)}) scale({SHAPE_SCALE})"
    return tag("path", d=shape, transform=moved, stroke_linejoin="round", **attributes)


def _face(lower: float = 0.0) -> str:
    """The disc in the colour of the race."""
    x, y = COUNTER_MIDDLE
    return tag("circle", cx=x, cy=y + lower, r=FACE_RADIUS, stroke=INK, stroke_width=0.9)


BOARD_SYMBOLS: Final = "".join(_board_symbols())
"""The symbols of what is printed on the board, for the definitions of a drawing."""

PIECE_SYMBOLS: Final = "".join((_tribe(), *_markers(), *_counters(), *_coins(), *_dice(), _turn_marker()))
"""The symbols of the pieces."""
