"""The symbol sheet: signs, symbols, markers, counters, coins and figures, each drawn once.

Figures and signs take the stroke, counters the fill and the stroke of where they are used; no font is needed.
"""

from __future__ import annotations

from typing import Final

from elbowroom.drawing.figures import figure_symbols
from elbowroom.drawing.palette import ASH, GOLD, INK, PAPER, WHITE
from elbowroom.drawing.svg import NAMESPACE, symbol, tag

MARKERS: Final = ("lair", "fortress", "encampment", "hole", "hero", "dragon")
"""The markers that have a symbol of their own; any other is a pennant."""


def symbol_sheet() -> str:
    """The sheet as a file of its own."""
    return tag("svg", SYMBOLS, xmlns=NAMESPACE, width=0, height=0)


def marker_symbol(name: str) -> str:
    """The symbol of a marker; one that is not in the box is a pennant."""
    return f"marker-{name}" if name in MARKERS else "marker-pennant"


def _stroke(path: str, width: float = 1.8) -> str:
    return tag("path", d=path, fill="none", stroke_width=width)


def _shape(path: str, fill: str, width: float = 1.2) -> str:
    return tag("path", d=path, fill=fill, stroke=INK, stroke_width=width, stroke_linejoin="round")


def _disc(radius: float, fill: str, stroke: str = INK, width: float = 1.2) -> str:
    return tag("circle", cx=12, cy=12, r=radius, fill=fill, stroke=stroke, stroke_width=width)


def _sign(terrain: str, *drawn: str) -> str:
    return symbol(f"sign-{terrain}", *drawn, stroke_linecap="round", stroke_linejoin="round")


def _signs() -> list[str]:
    return [
        _sign(
            "farmland",
            _stroke("M12 22V9M12 22C11 17 9 13 6 11M12 22C13 17 15 13 18 11"),
            _stroke(
                "M12 9C10 7 10 4 12 2C14 4 14 7 12 9Z"
                "M6 11C3 11 2 8 2 6C5 6 6 8 6 11Z"
                "M18 11C21 11 22 8 22 6C19 6 18 8 18 11Z",
                1.6,
            ),
        ),
        _sign(
            "forest",
            _stroke("M12 23V18", 2.4),
            tag("path", d="M12 1C14 7 18 12 20 18H4C6 12 10 7 12 1Z", stroke_width=1.2),
        ),
        _sign("hill", _stroke("M1 19C4 7 12 7 15 19M13.5 14C16 9 21 11 23 19", 2.0)),
        _sign("swamp", _stroke("M8 17V7M12.5 17V3M17 17V9M2 20Q5 17 8 20T14 20T20 20", 1.8)),
        _sign(
            "mountain",
            tag("path", d="M10 4L15 12.5L17.5 9L23 20H12C13 15 12 9 10 4Z", stroke="none", opacity=0.45),
            _stroke("M1 20L10 4L15 12.5L17.5 9L23 20", 1.8),
        ),
        _sign("sea", _stroke("M1 9Q4 5 7.5 9T14 9T20.5 9M5 16Q8 12 11.5 16T18 16T23 14.5", 1.7)),
        _sign("lake", _stroke("M2 9Q8 7 14 9M9 15Q15 13 22 15", 1.7)),
    ]


def _roundels() -> list[str]:
    return [
        symbol(
            "mine",
            _disc(11.2, "#efdcae"),
            tag(
                "path",
                d="M7.5 19L14.5 8.5",
                fill="none",
                stroke="#7a4f24",
                stroke_width=2.4,
                stroke_linecap="round",
            ),
            _shape("M6.2 8.6C9.6 4 15.6 4.4 19.4 11.4C15 8 11 7 6.2 8.6Z", "#8d949c", 1.0),
        ),
        symbol(
            "magic",
            _disc(11.2, "#e6d8f3"),
            _shape(
                "M12 3.4C12.9 9 15 11.1 20.6 12C15 12.9 12.9 15 12 20.6"
                "C11.1 15 9 12.9 3.4 12C9 11.1 11.1 9 12 3.4Z",
                "#7b45a8",
                0.9,
            ),
        ),
        symbol(
            "cavern",
            _disc(11.2, "#d9d2c6"),
            _shape("M4.4 17.4C4.4 9 7.4 5 12 5S19.6 9 19.6 17.4Z", "#8c8173", 1.0),
            _shape("M8.2 17.4C8.2 12.4 9.8 10 12 10S15.8 12.4 15.8 17.4Z", "#1e1913", 0.8),
        ),
        symbol(
            "tribe",
            tag("circle", cx=12, cy=12.8, r=10.8, fill=INK, opacity=0.85),
            tag("circle", cx=12, cy=11.3, r=10.5, fill="#cfc9bd", stroke=INK, stroke_width=0.9),
            _shape("M6.6 11.6V17.4H17.4V11.6Z", "#a3845c", 0.9),
            _shape("M4.4 12.4L12 4.4L19.6 12.4Z", "#7c6a4c", 0.9),
            _shape("M10.3 17.4V13.6H13.7V17.4Z", "#2b2119", 0.6),
        ),
        symbol(
            "mountain",
            tag("ellipse", cx=12, cy=20.4, rx=11, ry=2.2, fill=INK, opacity=0.3),
            _shape("M1.5 20.5L10.5 2.5L22.5 20.5Z", "#9b958d", 1.1),
            tag("path", d="M10.5 2.5L22.5 20.5H13C14.4 14.6 13 8 10.5 2.5Z", fill="#6d665f"),
            _shape("M10.5 2.5L14.6 8.7L12.6 8.2L11 10.4L9.2 8.4L7.4 8.7Z", WHITE, 0.8),
        ),
        symbol(
            "coin",
            _disc(10.6, GOLD),
            tag("circle", cx=12, cy=12, r=8, fill="none", stroke="#a97a17", stroke_width=1),
        ),
    ]


def _markers() -> list[str]:
    disc = _disc(11.2, PAPER)
    drawn = {
        "lair": _shape("M3.6 17.6C4 9.6 7 5 12 5S20 9.6 20.4 17.6Z", "#9a7a55")
        + _shape("M8.4 17.6C8.4 13 10 10.8 12 10.8S15.6 13 15.6 17.6Z", "#241a12", 0.8),
        "fortress": _shape("M6 18.6V6H8.4V8.2H10.8V6H13.2V8.2H15.6V6H18V18.6Z", "#a7a39c")
        + _shape("M10 18.6V14.6C10 12.4 14 12.4 14 14.6V18.6Z", "#3a3029", 0.7),
        "encampment": _shape("M12 4.6L20.4 17.8H3.6Z", "#c9714a")
        + _shape("M12 9.4L15 17.8H9Z", "#3a2418", 0.7),
        "hole": _shape("M3.4 15.6C5 8.6 19 8.6 20.6 15.6C19 18.8 5 18.8 3.4 15.6Z", "#7fa05a")
        + tag("ellipse", cx=12, cy=15, rx=5.4, ry=2.6, fill="#1f1710"),
        "hero": _shape("M5 5.4H19V11C19 15.6 16 18.4 12 20.2C8 18.4 5 15.6 5 11Z", "#d9b23c")
        + _shape(
            "M12 7.4L13.2 10.6H16.4L13.9 12.7L14.8 16L12 14.1L9.2 16L10.1 12.7L7.6 10.6H10.8Z", WHITE, 0.6
        ),
        "dragon": _shape(
            "M4.6 18.4C4.4 9.4 10 4.6 20.4 4.6C17.8 7 17.6 9 18.8 12"
            "C15.8 10.8 14 12 13.4 15.2C11.2 13.8 8.8 15 8.6 18.8Z",
            "#b6372c",
        )
        + tag("path", d="M6.6 17C7.4 11 11.4 7.4 18.6 5.6", fill="none", stroke=INK, stroke_width=0.9),
        "pennant": _shape("M7.4 19.6V4.4L18.6 8.6L9 12.6", "#7a8fb5"),
    }
    return [symbol(f"marker-{name}", disc, shape) for name, shape in drawn.items()]


def _counters() -> list[str]:
    return [
        symbol(
            "counter",
            tag("circle", cx=24, cy=26, r=21.8, fill=INK, stroke="none", opacity=0.85),
            tag("circle", cx=24, cy=22.4, r=18.8, stroke_width=5),
            tag("circle", cx=24, cy=22.4, r=21.5, fill="none", stroke=INK, stroke_width=1.1),
            tag("circle", cx=24, cy=22.4, r=16.2, fill="none", stroke=INK, stroke_width=0.8),
            box="0 0 48 48",
        ),
        symbol(
            "counter-declined",
            tag("circle", cx=24, cy=24, r=20.4, stroke_width=3),
            tag(
                "circle",
                cx=24,
                cy=24,
                r=22,
                fill="none",
                stroke=INK,
                stroke_width=0.9,
                stroke_dasharray="4 3",
            ),
            tag(
                "path",
                d="M8 31L31 8M10.5 37L37 10.5M16 40.5L40.5 16",
                fill="none",
                stroke=ASH,
                stroke_width=2.4,
                opacity=0.7,
            ),
            box="0 0 48 48",
        ),
    ]


SYMBOLS: Final = "".join((*_signs(), *_roundels(), *_markers(), *_counters(), *figure_symbols()))
"""Every symbol, to be put into the definitions of a drawing."""
