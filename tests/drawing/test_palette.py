"""The colours: owners and races can be told apart, and numbers can be read on them."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from elbowroom.drawing.palette import (
    INK,
    OWNER_COLOURS,
    OWNER_DASHES,
    RACE_COLOURS,
    SIGN_COLOURS,
    TERRAIN_COLOURS,
    faded,
    ink_on,
    race_colour,
)
from elbowroom.rules.content import base_content
from elbowroom.rules.terms import TERRAINS

Three = tuple[float, float, float]

VISIONS: dict[str, tuple[Three, Three, Three]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "without green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "without blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What the eye makes of linear red, green and blue, by the kind of colour vision."""


def light(colour: str) -> list[float]:
    """Linear red, green and blue."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(colour: str, vision: str = "usual") -> Three:
    """A colour as coordinates in which distance is difference to the eye (CIE Lab)."""
    parts = light(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, parts, strict=True)))) for row in VISIONS[vision]
    )
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(a: str, b: str) -> float:
    """How well one colour can be read on the other, from 1 to 21."""
    first, second = (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05 for r, g, b in map(light, (a, b)))
    return max(first, second) / min(first, second)


@pytest.mark.parametrize("vision", VISIONS)
def test_owners_are_told_apart_by_every_kind_of_colour_vision(vision: str) -> None:
    assert min(dist(seen(a, vision), seen(b, vision)) for a, b in combinations(OWNER_COLOURS, 2)) > 30


def test_every_owner_has_a_pattern_too() -> None:
    assert len(set(OWNER_DASHES)) == len(OWNER_COLOURS) == 5


def test_every_race_of_the_box_has_a_colour_unlike_the_others() -> None:
    assert set(RACE_COLOURS) == {race.id for race in base_content().races}
    assert min(dist(seen(a), seen(b)) for a, b in combinations(RACE_COLOURS.values(), 2)) > 14


def test_every_terrain_has_its_colours_and_its_signs_are_seen() -> None:
    assert set(TERRAIN_COLOURS) == set(SIGN_COLOURS) == set(TERRAINS)
    assert all(contrast(TERRAIN_COLOURS[terrain], SIGN_COLOURS[terrain]) > 1.9 for terrain in TERRAINS)


def test_a_race_of_ones_own_has_a_colour_made_from_its_id() -> None:
    colours = [race_colour(f"folk_{letter}") for letter in "abcdefgh"]
    assert len(set(colours)) == 8
    assert race_colour("gnomes") == race_colour("gnomes") == "#56b04c"


def test_numbers_can_be_read_on_every_colour_also_in_decline() -> None:
    grounds = [
        *RACE_COLOURS.values(),
        *OWNER_COLOURS,
        *(race_colour(f"folk{number}") for number in range(300)),
    ]
    for colour in (*grounds, *map(faded, grounds)):
        assert contrast(colour, ink_on(colour)) > 3


def test_a_race_in_decline_is_greyer() -> None:
    for colour in RACE_COLOURS.values():
        _, *before = seen(colour)
        _, *after = seen(faded(colour))
        assert dist(after, (0, 0)) < max(8.0, 0.7 * dist(before, (0, 0)))
    assert ink_on(INK) != INK
