"""The colours of the drawing: terrains, owners, races, ink and paper.

Owners' colours stay apart for every kind of colour vision. A race that is not in the box gets a colour from
its id.
"""

from __future__ import annotations

from colorsys import hls_to_rgb
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

INK: Final = "#33291f"
PAPER: Final = "#f4e9d2"
FRAME: Final = "#8a6b45"
WHITE: Final = "#fffaf0"
GOLD: Final = "#f0c244"
ASH: Final = "#aaa59b"
"""What the colours of a race in decline fade to."""

TERRAIN_COLOURS: Final[Mapping[str, str]] = {
    "farmland": "#ecd08a",
    "forest": "#7fa874",
    "hill": "#bdd48a",
    "swamp": "#ada27c",
    "mountain": "#c8c3bb",
    "sea": "#8db8d4",
    "lake": "#a5d0de",
}
"""The wash of each terrain."""

SIGN_COLOURS: Final[Mapping[str, str]] = {
    "farmland": "#a47a22",
    "forest": "#335f3a",
    "hill": "#67853a",
    "swamp": "#5c5030",
    "mountain": "#6e675f",
    "sea": "#4d7fa6",
    "lake": "#4f8ea3",
}
"""The ink of each terrain's signs."""

SHALLOWS: Final = "#d3e8ee"
"""The water along a coast."""

OWNER_COLOURS: Final = ("#cc2b1d", "#2257c9", "#ffd23c", "#5e1a6e", "#43d1c0")
"""One for each seat."""

OWNER_DASHES: Final = ("", "13 9", "2 8", "22 7 2 7", "5 5")
"""The pattern on each seat's borders, so that colour is never alone; the first is plain."""

RACE_COLOURS: Final[Mapping[str, str]] = {
    "amazons": "#b8743a",
    "dwarves": "#7d8797",
    "elves": "#9cc15f",
    "ghouls": "#6f7f63",
    "giants": "#d9a066",
    "halflings": "#e3c65b",
    "humans": "#4f86b5",
    "orcs": "#4f7a3a",
    "ratmen": "#7b5a41",
    "skeletons": "#e8e2d0",
    "sorcerers": "#8a5fa8",
    "tritons": "#3f9c9a",
    "trolls": "#a5a04a",
    "wizards": "#c2587a",
}


def race_colour(race: str) -> str:
    """The colour of a race; one that is not in the box has one made from its id."""
    if race in RACE_COLOURS:
        return RACE_COLOURS[race]
    hue, light, strength = blake2b(race.encode(), digest_size=3).digest()
    return _written(hls_to_rgb(hue / 256, 0.4 + light / 256 * 0.25, 0.2 + strength / 256 * 0.2))


def faded(colour: str, amount: float = 0.62) -> str:
    """The colour as it is in decline: this much of it turned to ash."""
    mixed = zip(_parts(colour), _parts(ASH), strict=True)
    return _written(tuple(part + (ash - part) * amount for part, ash in mixed))


def ink_on(colour: str) -> str:
    """The ink that can be read on this colour."""
    red, green, blue = _parts(colour)
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else WHITE


def _parts(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


def _written(parts: tuple[float, ...]) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
