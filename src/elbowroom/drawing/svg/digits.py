"""Digits and a few marks, drawn as strokes so that no font is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.elements import symbol, tag

if TYPE_CHECKING:
    from collections.abc import Mapping

DIGIT_PATHS: Final[Mapping[str, str]] = {
    "0": "M5 1.5C.9 1.5.9 14.5 5 14.5S9.1 1.5 5 1.5Z",
    "1": "M2.6 4.4L5.6 1.5V14.5",
    "2": "M1.8 4.8C1.8.4 8.2.4 8.2 4.8C8.2 8 1.8 10.6 1.8 14.5H8.4",
    "3": "M2 3.4C3.5.4 8 1 8 4.6C8 7 6 7.6 4.4 7.6C6.4 7.6 8.4 8.6 8.4 11C8.4 15.2 3 15.6 1.6 12.6",
    "4": "M6.6 14.5V1.5L1.4 10.6H9",
    "5": "M7.8 1.5H2.8L2.2 7.4C4.6 5.8 8.4 6.6 8.4 10.4C8.4 14.8 3.2 15.6 1.6 12.8",
    "6": "M7.4 1.8C4 2.6 1.8 6.4 1.8 10.4C1.8 15.8 8.4 15.8 8.4 10.6C8.4 6.4 3.4 6 2 9.8",
    "7": "M1.6 1.5H8.4L3.8 14.5",
    "8": "M5 7.6C1.4 7.2 1.4 1.5 5 1.5S8.6 7.2 5 7.6C.6 8.2.6 14.5 5 14.5S9.4 8.2 5 7.6Z",
    "9": "M2.6 14.2C6 13.4 8.2 9.6 8.2 5.6C8.2.2 1.6.2 1.6 5.4C1.6 9.6 6.6 10 8 6.2",
    "slash": "M8 1.5L2 14.5",
    "plus": "M5 4V12M1 8H9",
    "minus": "M1.5 8H8.5",
    "times": "M2 5L8 11M8 5L2 11",
    "question": "M1.8 4.6C1.8.4 8.4.4 8.4 4.6C8.4 7.4 5 7.6 5 10.4M5 14.3V14.5",
}
"""Digits and marks in a box 10 wide and 16 high, as strokes."""

DIGIT_NAMES: Final[Mapping[str, str]] = {
    **{digit: digit for digit in "0123456789"},
    "/": "slash",
    "+": "plus",
    "-": "minus",
    "x": "times",
    "?": "question",
}


def write_number(
    text: object, x: float, y: float, height: float, colour: str, halo: str | None = None, weight: float = 2.4
) -> str:
    """A number drawn around this point, with a halo if it stands on something."""
    shown = str(text)
    width, advance = height * 10 / 16, height * 11 / 16
    left = x - number_width(shown, height) / 2
    figures = [
        tag(
            "use",
            href=f"#figure-{DIGIT_NAMES[each]}",
            x=left + at * advance,
            y=y - height / 2,
            width=width,
            height=height,
        )
        for at, each in enumerate(shown)
    ]
    under = [tag("g", *figures, stroke=halo, stroke_width=weight * 2.2)] if halo else []
    return tag("g", *under, tag("g", *figures, stroke=colour, stroke_width=weight), class_="number")


def number_width(text: str, height: float) -> float:
    """How wide a number of this height is."""
    return height * (11 * len(text) - 1) / 16


def digit_symbols() -> list[str]:
    """Every digit and mark as a symbol; it takes the stroke of where it is used."""
    return [
        symbol(
            f"figure-{name}",
            tag("path", d=path, fill="none", stroke_linecap="round", stroke_linejoin="round"),
            box="0 0 10 16",
        )
        for name, path in DIGIT_PATHS.items()
    ]
