"""The glyphs of the terrains: several drawings for each terrain, in ink and wash, lit from the left.

A glyph stands in a box 24 wide and high. `scatter` says where they stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.elements import symbol, tag, use_symbol
from elbowroom.drawing.svg.palette import mixed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from elbowroom.drawing.svg.palette import Theme

LINE_WIDTHS: Final[Mapping[str, float]] = {"line": 1.5, "thin": 0.8, "pale": 1.9}
"""How wide the lines of a glyph are."""

GLYPH_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "pine": (
        "wash M12 1.5L15.8 8.5H14.2L18 14.5H15.6L19.6 20H4.4L8.4 14.5H6L9.8 8.5H8.2Z",
        "shade M12 1.5L15.8 8.5H14.2L18 14.5H15.6L19.6 20H12.4C14 14 13.4 7 12 1.5Z",
        "line M12 20V23.2",
    ),
    "fir": (
        "wash M12 .8C13 6.4 15.4 11.4 17.2 20H6.8C8.6 11.4 11 6.4 12 .8Z",
        "shade M12 .8C13 6.4 15.4 11.4 17.2 20H12.4C13.8 13 13.2 6 12 .8Z",
        "thin M9.6 13.5L11 15M8.6 17L10.4 18.4",
        "line M12 20V23.2",
    ),
    "oak": (
        (
            "wash M12 2.4C15.6 1.4 19.6 4.6 19 8.4C21.4 11 19.4 15.8 15.4 15.6"
            "C13.4 17.6 10 17.4 8.6 15.8C4.8 16.2 2.8 11.8 5 9C4.2 5.2 8 1.6 12 2.4Z"
        ),
        (
            "shade M15.4 3C19.2 4.2 19.4 7.4 19 8.4C21.4 11 19.4 15.8 15.4 15.6"
            "C13.6 17.4 11.2 17.4 9.6 16.6C15.4 15.6 17.6 9 15.4 3Z"
        ),
        "thin M8 8C8.6 6.6 9.6 6 11 6M7.4 11.6C8 10.8 8.8 10.4 10 10.6",
        "line M12 16.6V22.8M12 19.4L14.6 16.6",
    ),
    "bush": (
        "wash M4 19C2 16 4 12.4 7 13C7.6 9.4 13 8.6 14.6 12C18.4 10.6 22 14.4 20 18.4C19.4 20 5.6 20.4 4 19Z",
        "shade M14.6 12C18.4 10.6 22 14.4 20 18.4C19.4 19.6 14 19.8 10.6 19.6C15.4 18.6 16 15 14.6 12Z",
    ),
    "stump": (
        "wash M7 12.6V19.4C5 21 4.4 21.4 4 22.2H20C19.6 21.4 19 21 17 19.4V12.6Z",
        "shade M13 13V22H20C19.6 21.4 19 21 17 19.4V12.6Z",
        "wash M7 12.6C7 10.4 17 10.4 17 12.6S7 14.8 7 12.6Z",
        "line M13.4 12.2L17.6 3.6",
        "dark M16 2.4L21.4 4.4C20.6 6.4 19.4 7.4 18 7.8Z",
    ),
    "mushroom": (
        "wash M10 13L9.4 21.4H14.6L14 13Z",
        "roof M3.6 13.4C3.6 4.6 20.4 4.6 20.4 13.4C15.6 15.4 8.4 15.4 3.6 13.4Z",
        "pale M8 9.6h.1M13 8.4h.1M16 11.6h.1",
    ),
    "sheaf": (
        (
            "wash M6.6 3C9 8 10.6 11 10.8 13L7 22H17L13.2 13C13.4 11 15 8 17.4 3"
            "C15.2 4.6 14.2 5.8 13.4 7.4C13.2 5 12.7 3 12 1.4C11.3 3 10.8 5 10.6 7.4"
            "C9.8 5.8 8.8 4.6 6.6 3Z"
        ),
        "shade M13.2 13C13.4 11 15 8 17.4 3C15.2 4.6 14.2 5.8 13.4 7.4L12.4 13L13.6 22H17Z",
        "thin M10.2 13H13.8M9.8 14.4H14.2M12 15.6V21.6M10.4 17L9.2 21.4",
    ),
    "wheat": (
        "line M12 22V10M12 22C11 17 9 13.6 6.6 12M12 22C13 17 15 13.6 17.4 12",
        (
            "wash M12 10C9.8 7.6 10 4.4 12 2C14 4.4 14.2 7.6 12 10ZM6.6 12C3.8 11.6 2.6 9 3 6.4"
            "C5.6 7 6.8 9.2 6.6 12ZM17.4 12C20.2 11.6 21.4 9 21 6.4C18.4 7 17.2 9.2 17.4 12Z"
        ),
    ),
    "haystack": (
        "wash M3.6 21C2.6 13 7.4 6.4 12 3.6C16.6 6.4 21.4 13 20.4 21Z",
        "shade M12 3.6C16.6 6.4 21.4 13 20.4 21H14C16.6 14.6 15.4 8.4 12 3.6Z",
        "thin M9 8.6L7 13.4M8 15L6.6 19.6M11.6 10.6L10.8 15",
        "line M12 3.8V1",
    ),
    "barn": (
        "wash M3.6 21.4V12.4L8.6 7L13.6 12.4V21.4Z",
        "wash M13.6 12.4H21.4V21.4H13.6Z",
        "shade M13.6 12.4H21.4V21.4H13.6Z",
        "roof M8.6 6.4L17.8 6.4L22.6 12.8H14.2Z",
        "line M3 13L8.6 6.6",
        "dark M6.6 21.4V16H10.6V21.4Z",
    ),
    "windmill": (
        "wash M8.6 22.6L10 9.4H14L15.4 22.6Z",
        "shade M12.4 9.4H14L15.4 22.6H12.6Z",
        "roof M9.4 9.6C9.6 5.6 14.4 5.6 14.6 9.6Z",
        "dark M11 22.6V19.4C11 18.4 13 18.4 13 19.4V22.6Z",
        "pale M12 8L18.6 1.4M12 8L5.4 1.4M12 8L18.6 14.6M12 8L5.4 14.6",
        (
            "thin M12 8L18.6 1.4L20.6 3.4L13 8.4M12 8L5.4 1.4L3.4 3.4L11 8.4M12 8L18.6 14.6L20.6 12.6"
            "M12 8L5.4 14.6L3.4 12.6"
        ),
    ),
    "sheep": (
        "thin M8.6 16V20M11 16.6V20M15 16.6V20",
        (
            "fleece M5.6 13C3.6 10.8 5.8 8 8.4 9C10 6.4 14 6.4 15.4 9C18 8.2 19.6 11 18 13"
            "C19 15.8 16 17 14.4 16C12.6 17.6 10 17.6 8.8 16C6.4 16.8 4.6 15 5.6 13Z"
        ),
        "dark M17.6 10.4C19.6 9.2 22 10.8 21.4 13.2C20.6 14.6 18.2 14.2 17.6 12.6Z",
    ),
    "scarecrow": (
        "line M12 9V23M4.6 11.6H19.4",
        "roof M7.6 10.6H16.4L15.4 17H8.6Z",
        "wash M9.6 7.4C9.6 4.4 14.4 4.4 14.4 7.4S9.6 10.4 9.6 7.4Z",
        "dark M7.6 5.4H16.4L14 4.8L13.2 1.6H10.8L10 4.8Z",
    ),
    "hump": (
        "wash M1 19.6C4.4 10 8.4 6.6 12 6.6S19.6 10 23 19.6Z",
        "shade M13.4 6.8C18 8 20.6 13 23 19.6H16C18.4 15 16.8 9.6 13.4 6.8Z",
        "thin M15.4 10.6L17.6 16.4M13 9.6L14.6 13.6M17.8 11.8L20 17.4M4.6 16.6C5.4 14.6 6 13.4 7 12.2",
    ),
    "knoll": (
        "wash M2 18.6C5 12.4 8.6 10.4 11.6 10.4S19 12.6 22 18.6Z",
        "shade M13 10.6C17.4 11.4 20 14.6 22 18.6H15.6C17 15.4 15.8 12.6 13 10.6Z",
        "thin M15.2 13.4L16.6 16.8M17.4 14L18.8 17.2",
    ),
    "grass": (
        (
            "line M12 19C12 15 11.4 12.4 10 10M12 19C12.4 14.6 13.6 11.4 15.4 9.4M12 19"
            "C11 16.4 9 14.4 6.6 13.8M12 19C13.4 16.6 15.6 14.8 18 14.4"
        ),
    ),
    "menhir": (
        "wash M9 20L9.6 7.6L12 4.6L15 7L15.4 20Z",
        "shade M12.6 5.2L15 7L15.4 20H12.8Z",
        "thin M10.8 10.4L12 11.6",
    ),
    "reeds": (
        (
            "line M8.4 19.6C8.4 14 7.6 10.6 6.4 7.6M12 19.6V6.6M15.6 19.6C15.6 14.4 16.6 11.4 18 9"
            "M10 19.6C9.6 16.8 8 14.6 5.4 13.6"
        ),
        (
            "dark M5.4 8.4L5 3.8C6.4 3 7.4 4.4 7.2 8ZM11 7.4V2.2C11 1 13 1 13 2.2V7.4ZM17 9.6L18 4.8"
            "C19.6 4.6 20.4 6 18.8 10Z"
        ),
        "thin M2 20.6Q5 18.8 8 20.6T14 20.6T20 20.6M6 23Q9 21.4 12 23",
    ),
    "rushes": (
        "line M9 19C9 15 8.4 12 7.4 9.4M12 19V7M15 19C15 15.4 15.8 12.8 17 11",
        "thin M4 20.4Q7 18.6 10 20.4T16 20.4T20 20",
    ),
    "puddle": (
        (
            "water M1.6 14C2.6 9.8 8.6 9.4 12.8 10C18 9 23 11.4 22.4 14.8"
            "C21.4 18.2 14.4 18.2 10.4 17.6C6 18.4 1.2 17.6 1.6 14Z"
        ),
        "thin M5.4 13.6H10.4M13.6 12.6H17.4M10 15.6H16.4",
    ),
    "frog": (
        (
            "water M1.6 15.6C2.6 11.4 8.6 11 12.8 11.6C18 10.6 23 13 22.4 16.4"
            "C21.4 19.8 14.4 19.8 10.4 19.2C6 20 1.2 19.2 1.6 15.6Z"
        ),
        "wash M6.6 14.6C5.6 9.6 8.6 8 10.4 9.8C11.4 9.4 12.6 9.4 13.6 9.8C15.4 8 18.4 9.6 17.4 14.6Z",
        "pale M9 10.6h.1M15 10.6h.1",
        "thin M8.4 13Q12 14.6 15.6 13M5 17H9M14 17.6H18",
    ),
    "snag": (
        (
            "line M11.6 22.4C12.4 17 11.4 12 12.4 3.4M12 15L6.4 9.4M12.2 11.6L17.8 5.8M8.6 11.4L8 7"
            "M15.6 8L19.4 9M10 22.6H14"
        ),
        "thin M4 22.8Q6 21.4 8 22.8M16 22.8Q18 21.4 20 22.8",
    ),
    "lilies": (
        (
            "water M3 14.6C4 11.4 9 11.4 12.4 11.6C17 11 21.6 12.6 21 15.2C20 18 14 17.6 10.4 17.4"
            "C6.6 18 2.6 17.2 3 14.6Z"
        ),
        "dark M7 14.6A2.6 1.5 0 1 0 9.6 13.6L8.6 14.8ZM13.6 15.6A2.4 1.4 0 1 0 16 14.6L15 15.8Z",
        "pale M17.6 13.6h.1",
    ),
    "peak": (
        "wash M.8 21L10.4 2.6L14 9.4L16.2 7.2L23.2 21Z",
        "shade M10.4 2.6L14 9.4L16.2 7.2L23.2 21H12.2C14 15 12.8 8.4 10.4 2.6Z",
        "thin M8.2 10.6L7 14.8M5.6 14.6L4.6 18.6M9.4 13.6L8.6 18",
    ),
    "alp": (
        "wash M2 21.4L11 1.4L21.6 21.4Z",
        "shade M11 1.4L21.6 21.4H12.6C14.4 15 13.4 7.6 11 1.4Z",
        "snow M11 1.4L15 9L13.2 8.2L11.8 11L10.2 8.4L7.8 8.6Z",
        "thin M6.4 15L5.2 19.4M9 13.4L8 18.6",
    ),
    "rock": (
        "wash M3.6 19.6L6.6 12L11.4 9.4L17 12.4L20.6 19.6Z",
        "shade M11.4 9.4L17 12.4L20.6 19.6H13C14 15.6 13.4 12.4 11.4 9.4Z",
        "thin M8 13.4L7 17",
    ),
    "eyes": (
        "dark M7.6 19.6C7.6 14.6 9.4 12.6 11.6 12.6S15.6 14.6 15.6 19.6Z",
        "pale M10.4 16.4h.1M13 16.4h.1",
    ),
    "flag": (
        "line M11 9V1",
        "roof M11 1L16.4 2.8L11 4.8Z",
    ),
    "billows": ("line M1 9.4Q4 5 7.6 9.4T14.2 9.4T20.8 9.4M5 15.8Q8 11.6 11.4 15.8T17.8 15.8T23 14.4",),
    "wave": ("line M2 13Q5 8.8 8.6 13T15.2 13T22 13",),
    "crest": (
        (
            "line M1 15.4C5 15.4 5.4 9 10 9C13.6 9 14.6 12.6 12.8 14C11.4 15 9.8 13.8 10.4 12.4"
            "M13.4 15C17 15 17.6 11.6 22.6 11.8"
        ),
        "thin M4.6 18.6Q8 16.8 11.4 18.6",
    ),
    "fish": (
        (
            "wash M3.6 13.4C6.8 6.6 14.6 4.4 19.4 10C21 9 22 7.4 21.8 5.6C23.6 8 23.4 12 21.6 14.4"
            "C21 13.2 20 12.4 18.8 12.2C14 12.6 9.4 13 6.6 16.2C5.8 15.4 5 14.4 3.6 13.4Z"
        ),
        "shade M6.6 16.2C9.4 13 14 12.6 18.8 12.2C15.4 9.8 9 10.4 5 14.6Z",
        "dark M8 10.6h.1",
        "thin M2 19.4Q5 17 8 19.4T14 19.4M16 20.4Q18 19 20 20.4",
    ),
    "bottle": (
        "fleece M7 16.4L13.4 8.4L17.4 11.6L11 19.6Z",
        "wash M13.8 8L15.4 6L19.4 4.4L21 5.8L19.6 9.6L18 11.4Z",
        "thin M9.4 16.4L14.6 10.4M11 17.6L15.8 11.4",
        "line M2 19.8Q5 17.4 8 19.8T14 19.8T20.6 19.4",
    ),
    "calm": ("line M3 10Q9 8.2 15 10M9 15Q15 13.2 21.6 15",),
    "still": (
        "line M5 12Q11 10.4 18 12",
        "thin M10 15.6Q13 14.8 16 15.6",
    ),
    "duck": (
        (
            "wash M4 13.6C6.4 16 9 14.4 10.8 12.2C11.8 11 11.4 10 11.6 8.6C12 6.2 16.4 5.8 16.8 9"
            "C17 11 15.8 11.6 16.6 13C18.4 16.4 14.6 18.6 10.6 18.2C6.8 18 4 16.6 4 13.6Z"
        ),
        "roof M16.8 8.2L20 9.2L16.8 10.2Z",
        "dark M14.6 8.6h.1",
        "thin M2 19.6Q6 18 10 19.6T18 19.6M14 21.6Q17 20.4 20 21.6",
    ),
}
"""What glyphs are made of: the kind of each shape or line, and its path; those behind first.

A kind is a washed shape, its shaded side, a dark one, a roof, fleece, snow or water, or a line, thin or pale.
"""

GLYPH_GROUPS: Final[Mapping[str, tuple[tuple[str, float, float, float], ...]]] = {
    "grove": (("fir", -1.0, 0.0, 0.66), ("oak", 9.6, -1.0, 0.64), ("pine", 4.4, 6.8, 0.7)),
    "thicket": (("oak", -1.2, 1.0, 0.62), ("pine", 9.8, -0.6, 0.66), ("oak", 4.6, 7.6, 0.66)),
    "pines": (("pine", 4.8, -1.4, 0.6), ("pine", -1.2, 5.0, 0.66), ("fir", 9.4, 5.2, 0.74)),
    "pair": (("fir", 9.0, 0.0, 0.72), ("oak", -1.0, 5.4, 0.76)),
    "hills": (("hump", 9.0, 1.4, 0.62), ("knoll", -1.6, 3.4, 0.6), ("hump", 2.4, 6.0, 0.74)),
    "downs": (("knoll", -1.0, 1.0, 0.66), ("hump", 6.6, 3.6, 0.76)),
    "crown": (("oak", 7.4, 0.2, 0.42), ("hump", 0.0, 3.0, 1.0)),
    "stones": (
        ("menhir", 5.0, 1.6, 0.36),
        ("menhir", 9.6, -0.6, 0.44),
        ("menhir", 14.4, 2.4, 0.32),
        ("hump", 0.0, 3.0, 1.0),
    ),
    "pasture": (("hump", 0.0, 1.6, 1.0), ("sheep", 3.6, 13.6, 0.36), ("sheep", 12.0, 15.4, 0.4)),
    "range": (("peak", 8.6, -0.6, 0.62), ("alp", -1.8, 2.0, 0.68), ("peak", 5.0, 6.6, 0.72)),
    "ridge": (("alp", 4.4, -1.4, 0.68), ("peak", -1.6, 6.0, 0.64), ("peak", 11.0, 6.6, 0.6)),
    "den": (("peak", 0.0, 1.0, 1.0), ("eyes", 3.4, 8.8, 0.62)),
    "summit": (("flag", 0.4, -3.4, 0.9), ("alp", 0.0, 1.6, 0.94)),
    "marsh": (("puddle", 0.0, 6.0, 0.96), ("reeds", 0.4, -1.0, 0.66), ("rushes", 10.6, 2.0, 0.56)),
    "mire": (("puddle", 3.0, 5.0, 0.86), ("snag", -1.0, 0.0, 0.8), ("rushes", 11.4, 9.0, 0.54)),
    "harvest": (("sheaf", -1.0, 2.0, 0.66), ("sheaf", 9.4, 1.0, 0.66), ("sheaf", 4.6, 7.6, 0.7)),
    "farm": (("oak", -1.4, 0.0, 0.56), ("barn", 4.0, 3.4, 0.86)),
    "stacks": (("haystack", 8.4, 1.0, 0.62), ("haystack", -0.4, 5.4, 0.78)),
    "flock": (("sheep", 7.6, 1.4, 0.56), ("sheep", -0.6, 6.4, 0.62), ("sheep", 10.0, 10.0, 0.6)),
}
"""Glyphs put together from others: which, where, and how large; those behind first."""


@dataclass(frozen=True)
class GlyphChoice:
    """The glyphs of a terrain: large ones, small ones, and those that are rarely seen."""

    large: tuple[str, ...]
    small: tuple[str, ...]
    rare: tuple[str, ...]


GLYPH_CHOICES: Final[Mapping[str, GlyphChoice]] = {
    "farmland": GlyphChoice(
        ("harvest", "stacks", "farm", "windmill"),
        ("sheaf", "wheat", "wheat", "haystack"),
        ("scarecrow", "flock"),
    ),
    "forest": GlyphChoice(
        ("grove", "thicket", "pines", "pair"), ("pine", "oak", "fir", "bush"), ("stump", "mushroom")
    ),
    "hill": GlyphChoice(
        ("hills", "downs", "crown"), ("hump", "knoll", "knoll", "grass"), ("stones", "pasture")
    ),
    "swamp": GlyphChoice(("marsh", "mire"), ("reeds", "rushes", "puddle", "snag", "lilies"), ("frog",)),
    "mountain": GlyphChoice(("range", "ridge", "alp"), ("peak", "alp", "rock", "rock"), ("den", "summit")),
    "sea": GlyphChoice(("billows", "crest"), ("wave", "billows", "crest"), ("fish", "bottle")),
    "lake": GlyphChoice(("calm",), ("calm", "still"), ("duck", "lilies")),
}

MIN_LARGE_RADIUS: Final = 13.0
"""From this radius on a large glyph is taken."""

RARE_CHANCE: Final = 0.07
"""How often one of the rare glyphs is taken."""


def choose_glyph(terrain: str, radius: float, noise: Random) -> str:
    """The symbol of a glyph of this size, chosen at random."""
    choice = GLYPH_CHOICES[terrain]
    fitting = choice.large if radius >= MIN_LARGE_RADIUS else choice.small
    name = noise.choice(
        choice.rare if radius > MIN_LARGE_RADIUS / 2 and noise.random() < RARE_CHANCE else fitting
    )
    return f"sign-{terrain}-{name}"


def glyph_symbols(theme: Theme, used: set[str]) -> list[str]:
    """The symbols of these glyphs, in the colours of a theme."""
    names = [
        (terrain, name)
        for terrain in GLYPH_CHOICES
        for name in sorted(GLYPH_PARTS.keys() | GLYPH_GROUPS.keys())
    ]
    chosen = {(terrain, name) for terrain, name in names if f"sign-{terrain}-{name}" in used}
    chosen |= {(terrain, part) for terrain, name in chosen for part, *_ in GLYPH_GROUPS.get(name, ())}
    return [
        symbol(
            f"sign-{terrain}-{name}",
            *_drawn(name, terrain, theme),
            fill="none",
            stroke=_ink(terrain, theme),
            stroke_width=1.1,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
        for terrain, name in names
        if (terrain, name) in chosen
    ]


def _drawn(name: str, terrain: str, theme: Theme) -> list[str]:
    if name in GLYPH_PARTS:
        return [_part(part, terrain, theme) for part in GLYPH_PARTS[name]]
    return [
        use_symbol(f"sign-{terrain}-{part}", x + 12 * scale, y + 12 * scale, 12 * scale)
        for part, x, y, scale in GLYPH_GROUPS[name]
    ]


def _ink(terrain: str, theme: Theme) -> str:
    return mixed(theme.pigments[terrain], theme.ink, 0.45)


def _part(part: str, terrain: str, theme: Theme) -> str:
    """One shape or line of a glyph; other attributes come from the symbol."""
    kind, path = part.split(" ", maxsplit=1)
    if kind in LINE_WIDTHS:
        pale = {"stroke": theme.paper} if kind == "pale" else {}
        return tag("path", d=path, stroke_width=LINE_WIDTHS[kind], **pale)
    pigment, ground = theme.pigments[terrain], theme.terrains[terrain]
    if kind == "shade":
        return tag("path", d=path, fill=pigment, fill_opacity=0.62, stroke="none")
    fills = {
        "wash": mixed(ground, pigment, 0.12) if terrain == "forest" else mixed(ground, theme.paper, 0.34),
        "dark": _ink(terrain, theme),
        "roof": theme.accent,
        "fleece": mixed(theme.paper, "#ffffff", 0.3),
        "snow": mixed(theme.paper, "#ffffff", 0.5),
        "water": mixed(theme.terrains["lake"], ground, 0.3),
    }
    return tag("path", d=path, fill=fills[kind])
