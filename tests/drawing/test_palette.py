"""The colours: owners and races can be told apart, and numbers can be read on them."""

from __future__ import annotations

import json
from itertools import combinations
from math import dist

import pytest

from elbowroom.drawing.svg.palette import (
    CONTRAST_OWNER_COLOURS,
    INK,
    OWNER_COLOURS,
    OWNER_DASHES,
    RACE_COLOURS,
    THEMES,
    Theme,
    faded,
    ink_on,
    race_colour,
    theme_data,
)
from elbowroom.rules.content import base_content
from elbowroom.rules.terms import TERRAINS
from tests.drawing.colours import VISIONS, contrast, seen


@pytest.mark.parametrize(("owners", "apart"), [(OWNER_COLOURS, 30), (CONTRAST_OWNER_COLOURS, 45)])
@pytest.mark.parametrize("vision", VISIONS)
def test_owners_are_told_apart_by_every_kind_of_colour_vision(
    vision: str, owners: tuple[str, ...], apart: float
) -> None:
    """The more so with more contrast."""
    assert min(dist(seen(a, vision), seen(b, vision)) for a, b in combinations(owners, 2)) > apart


def test_every_owner_has_a_pattern_too() -> None:
    assert len(set(OWNER_DASHES)) == len(OWNER_COLOURS) == len(CONTRAST_OWNER_COLOURS) == 5


def test_every_race_of_the_box_has_a_colour_unlike_the_others() -> None:
    assert set(RACE_COLOURS) == {race.id for race in base_content().races}
    assert min(dist(seen(a), seen(b)) for a, b in combinations(RACE_COLOURS.values(), 2)) > 14


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_terrain_has_its_colours_and_its_signs_are_seen(theme: Theme) -> None:
    assert set(theme.terrains) == set(theme.pigments) == set(TERRAINS)
    assert all(contrast(theme.terrains[terrain], theme.pigments[terrain]) > 1.9 for terrain in TERRAINS)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_terrains_are_told_apart_and_numbers_read_in_every_light(theme: Theme) -> None:
    assert min(dist(seen(a), seen(b)) for a, b in combinations(theme.terrains.values(), 2)) > 10
    assert all(contrast(wash, theme.label) > 3.9 for wash in theme.terrains.values())
    assert contrast(theme.paper, theme.ink) > 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_is_plain_data(theme: str) -> None:
    data = theme_data(theme)
    assert json.loads(json.dumps(data)) == data
    assert data["theme"] == theme
    assert set(data["terrains"]) == set(TERRAINS)
    assert {name: len(colours) for name, colours in data["owners"].items()} == {"default": 5, "contrast": 5}
    assert not set(data["owners"]["default"]) & set(data["declined_owners"]["default"])
    assert data["tints"]["active"]["band"] > data["tints"]["declined"]["band"]


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
