"""The colours of the drawing: terrains, owners, races, ink and paper, by day and by lamp light.

Owners' colours differ for every kind of colour vision, from each other, from the ground and from the glow of
what may be taken; each owner has a shape and a border pattern as well. A race that is not in the box gets a
colour from its id. `theme_data` gives a theme as plain data, for the browser.
"""

from __future__ import annotations

from colorsys import hls_to_rgb
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from elbowroom.drawing.svg.emblems import EMBLEM_SHAPES
from elbowroom.rules.terms import WATER_TERRAINS

if TYPE_CHECKING:
    from collections.abc import Mapping

INK: Final = "#33271c"
PAPER: Final = "#f3e6c8"
WHITE: Final = "#fffaf0"
ACCENT: Final = "#b4553a"
GOLD: Final = "#f0c244"
ASH: Final = "#c9c4ba"
"""What the colours of a race in decline and of its owner fade to."""

RACE_FADING: Final = 0.6
OWNER_FADING: Final = 0.28
"""How much of the colour turns to ash in decline."""

TERRAIN_COLOURS: Final[Mapping[str, str]] = {
    "farmland": "#edcb78",
    "forest": "#74a063",
    "hill": "#c3d581",
    "swamp": "#a49b69",
    "mountain": "#c9c2c2",
    "sea": "#72a8c6",
    "lake": "#9fd0da",
}
"""The wash of each terrain."""

PIGMENT_COLOURS: Final[Mapping[str, str]] = {
    "farmland": "#9a6f1e",
    "forest": "#2f5634",
    "hill": "#5f7c33",
    "swamp": "#554a2c",
    "mountain": "#655d5c",
    "sea": "#36688e",
    "lake": "#43849a",
}
"""The darker colour of each terrain: its glyphs, and where the wash pools."""

OWNER_COLOURS: Final = ("#c62112", "#2147c3", "#eeb003", "#561571", "#15938b")
NIGHT_OWNER_COLOURS: Final = ("#ff6551", "#518aff", "#ffc210", "#9328b7", "#27d4c5")
"""One for each seat: red, blue, gold, purple, teal; brighter at night, when the ground is darker."""

CONTRAST_OWNER_COLOURS: Final = ("#d92311", "#1060ff", "#e0a900", "#600080", "#090a0a")
NIGHT_CONTRAST_OWNER_COLOURS: Final = ("#fb6a61", "#3d69f2", "#ffc404", "#a5a0ff", "#050505")
"""The same with more contrast; the last is black."""

OWNER_SHAPES: Final = (
    "M12 1.2a10.8 10.8 0 1 1 0 21.6 10.8 10.8 0 0 1 0-21.6Z",
    "M4 2.2H20Q21.8 2.2 21.8 4V20Q21.8 21.8 20 21.8H4Q2.2 21.8 2.2 20V4Q2.2 2.2 4 2.2Z",
    "M12-1 25 12 12 25-1 12Z",
    "M1.8 1.8Q12-1.6 22.2 1.8V12Q20.6 20.4 12 25 3.4 20.4 1.8 12Z",
    "M12 2.9a6.6 6.6 0 1 1 9.1 9.1 6.6 6.6 0 1 1-9.1 9.1 6.6 6.6 0 1 1-9.1-9.1A6.6 6.6 0 1 1 12 2.9Z",
)
"""The outline of each seat's counters, on a square of 24: circle, square, diamond, shield, clover."""

OWNER_DASHES: Final = ("", "13 17", "6 20", "16 10 4 10", "6 8")
"""The dashes on each seat's borders, so that colour is not the only sign; the first has none."""


@dataclass(frozen=True)
class Tint:
    """How an owner's colour lies in a region: over all of it, along its border, and glowing inwards."""

    fill: float
    """How opaque it is all over."""
    band: float
    """How wide it runs along the border."""
    band_opacity: float
    dashes: float
    """How much of the band, from the border on, its dashes take."""
    dashes_opacity: float
    glow: tuple[tuple[float, float], ...]
    """Softer strokes along the border, the widest first: how wide, and how opaque."""

    @property
    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {**asdict(self), "glow": [list(stroke) for stroke in self.glow]}


ACTIVE_TINT: Final = Tint(0.16, 10.0, 0.95, 0.5, 0.85, ((62.0, 0.12), (44.0, 0.18), (30.0, 0.28)))
DECLINED_TINT: Final = Tint(0.1, 8.0, 0.95, 0.55, 0.85, ((26.0, 0.2),))
"""A race in decline glows less."""


@dataclass(frozen=True)
class Theme:
    """The colours of the board, by day or at night."""

    name: str
    ink: str
    paper: str
    edge: str
    """The paper where it is worn."""
    table: str
    shallows: str
    """The water along a coast."""
    accent: str
    """Roofs, pennants, and the needle of the compass."""
    label: str
    halo: str
    """What lies around a label, so that it can be read."""
    terrains: Mapping[str, str]
    """The wash of each terrain."""
    pigments: Mapping[str, str]
    """The darker colour of each terrain: its glyphs, and where the wash pools."""
    glow: str
    """The light on regions that can be chosen."""
    owners: tuple[str, ...]
    """One colour for each seat."""
    contrast_owners: tuple[str, ...]
    """The same with more contrast."""

    def owner(self, seat: int, *, in_decline: bool = False) -> str:
        """The colour of a seat."""
        return declined_owner(self.owners[seat]) if in_decline else self.owners[seat]


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


OWN_COLOURS: Final[Mapping[str, str]] = {
    "brick": "#a8402f",
    "rose": "#e39a9f",
    "apricot": "#f0b184",
    "honey": "#c98a12",
    "lime": "#c3d94e",
    "moss": "#5d6b1f",
    "mint": "#9fdcb8",
    "pine": "#1f6b4f",
    "sky": "#9cc9ea",
    "navy": "#2f4a86",
    "lilac": "#c3a5e0",
    "plum": "#703462",
}
"""What an own race may be painted with: ink can be read on each, also in decline and on a banner at night."""


MIN_LIGHTNESS_FOR_INK: Final = 0.22
"""On a darker colour white is read better than ink."""


LAMP_LIGHT: Final = (0.6, 0.52, 0.45)
"""How much of red, green and blue is left by lamp light, at night."""


MOON_LIGHT: Final = (0.46, 0.5, 0.52)
"""The same on water, which stays cool."""


def in_light(colour: str, lamp: tuple[float, ...] = LAMP_LIGHT) -> str:
    """A colour by lamp light."""
    return _hex(tuple(part * left for part, left in zip(_rgb(colour), lamp, strict=True)))


def mixed(colour: str, other: str, amount: float) -> str:
    """A colour with this much of another in it."""
    both = zip(_rgb(colour), _rgb(other), strict=True)
    return _hex(tuple(part + (added - part) * amount for part, added in both))


def theme_data(theme: str) -> dict[str, Any]:
    """Every colour of a theme, and how tints are laid, as plain data."""
    light = THEMES[theme]
    palettes = {"default": light.owners, "contrast": light.contrast_owners}
    return {
        "theme": light.name,
        "ink": light.ink,
        "paper": light.paper,
        "table": light.table,
        "shallows": light.shallows,
        "edge": light.edge,
        "accent": light.accent,
        "label": light.label,
        "halo": light.halo,
        "gold": GOLD,
        "white": WHITE,
        "ash": ASH,
        "race_fading": RACE_FADING,
        "glow": light.glow,
        "terrains": dict(light.terrains),
        "signs": dict(light.pigments),
        "races": dict(RACE_COLOURS),
        "own_colours": dict(OWN_COLOURS),
        "emblem_shapes": {name: asdict(shape) for name, shape in EMBLEM_SHAPES.items()},
        "owners": {name: list(colours) for name, colours in palettes.items()},
        "declined_owners": {
            name: [declined_owner(colour) for colour in colours] for name, colours in palettes.items()
        },
        "owner_shapes": list(OWNER_SHAPES),
        "owner_dashes": list(OWNER_DASHES),
        "tints": {"active": ACTIVE_TINT.data, "declined": DECLINED_TINT.data},
    }


def declined_owner(colour: str) -> str:
    """The colour of an owner where the race is in decline."""
    return faded(colour, OWNER_FADING)


def race_colour(race: str, chosen: str = "") -> str:
    """The colour of a race: the one that its author chose, that of the box, or one made from its id."""
    if chosen:
        return OWN_COLOURS[chosen]
    if race in RACE_COLOURS:
        return RACE_COLOURS[race]
    hue, light, strength = blake2b(race.encode(), digest_size=3).digest()
    return _hex(hls_to_rgb(hue / 256, 0.4 + light / 256 * 0.25, 0.2 + strength / 256 * 0.2))


def faded(colour: str, amount: float = RACE_FADING) -> str:
    """The colour as it is in decline: this much of it turned to ash."""
    return mixed(colour, ASH, amount)


def ink_on(colour: str) -> str:
    """The ink that can be read on this colour."""
    red, green, blue = (part**2.2 for part in _rgb(colour))
    return INK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > MIN_LIGHTNESS_FOR_INK else WHITE


def _rgb(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


def _hex(parts: tuple[float, ...]) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


DAY: Final = Theme(
    name="day",
    ink=INK,
    paper=PAPER,
    edge="#c9a974",
    table="#6b4a2f",
    shallows="#d9ebe6",
    accent=ACCENT,
    label=INK,
    halo=PAPER,
    terrains=TERRAIN_COLOURS,
    pigments=PIGMENT_COLOURS,
    glow="#fff6dc",
    owners=OWNER_COLOURS,
    contrast_owners=CONTRAST_OWNER_COLOURS,
)
NIGHT: Final = Theme(
    name="night",
    ink="#150d07",
    paper=in_light(PAPER),
    edge=in_light("#b08a56"),
    table="#1b120c",
    shallows=in_light("#bfd6d8", MOON_LIGHT),
    accent=in_light(ACCENT),
    label="#f6e6c4",
    halo="#150d07",
    terrains={
        terrain: in_light(colour, MOON_LIGHT if terrain in WATER_TERRAINS else LAMP_LIGHT)
        for terrain, colour in TERRAIN_COLOURS.items()
    },
    pigments={terrain: in_light(colour, (0.4, 0.36, 0.34)) for terrain, colour in PIGMENT_COLOURS.items()},
    glow="#ffeab5",
    owners=NIGHT_OWNER_COLOURS,
    contrast_owners=NIGHT_CONTRAST_OWNER_COLOURS,
)
THEMES: Final[Mapping[str, Theme]] = {"day": DAY, "night": NIGHT}
