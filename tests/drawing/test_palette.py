"""The colours: owners and races can be told apart, and numbers can be read on them.

Differences are distances in OKLab, which fit what is seen also where colours are far apart. About 0.02 is the
least that is seen where two colours lie side by side.
"""

from __future__ import annotations

import json
from itertools import combinations
from math import dist

import pytest

from elbowroom.drawing.svg.palette import (
    INK,
    OWN_COLOURS,
    OWNER_DASHES,
    OWNER_SHAPES,
    RACE_COLOURS,
    THEMES,
    WHITE,
    Theme,
    declined_owner,
    faded,
    ink_on,
    mixed,
    race_colour,
    theme_data,
)
from elbowroom.rules.content import base_content
from elbowroom.rules.terms import COLOURS, TERRAINS
from tests.drawing.colours import VISIONS, contrast, difference, seen

SEATS = 5

BETWEEN_OWNERS = {"default": 0.14, "contrast": 0.16}
"""Owners are compared from one end of the map to the other, on narrow bands: 7 times what is just seen."""

ON_THE_GROUND = {"default": 0.075, "contrast": 0.085}
"""A band lies side by side with the ground: 3 to 4 times what is just seen."""

FROM_THE_GLOW = 0.11
"""A region that glows must not look like one that is held, although both have a coloured border."""

BETWEEN_DECLINED_OWNERS = 0.09
DECLINED_ON_THE_GROUND = 0.045
"""Colours that are washed out reach less: shapes of counters and patterns of borders tell the rest."""

every_light = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
every_eye = pytest.mark.parametrize("vision", VISIONS)
every_palette = pytest.mark.parametrize("kind", ["default", "contrast"])


def owners_in(theme: Theme, kind: str) -> tuple[str, ...]:
    """The colours of the seats."""
    return theme.owners if kind == "default" else theme.contrast_owners


@every_light
@every_eye
@every_palette
def test_owners_are_told_apart_by_every_kind_of_colour_vision(theme: Theme, vision: str, kind: str) -> None:
    """The more so with more contrast."""
    owners = owners_in(theme, kind)
    assert len(owners) == SEATS
    assert min(difference(a, b, vision) for a, b in combinations(owners, 2)) >= BETWEEN_OWNERS[kind]
    declined = [declined_owner(colour) for colour in owners]
    assert min(difference(a, b, vision) for a, b in combinations(declined, 2)) >= BETWEEN_DECLINED_OWNERS


@every_light
@every_eye
@every_palette
def test_owners_are_told_from_every_terrain(theme: Theme, vision: str, kind: str) -> None:
    owners = owners_in(theme, kind)
    for wash in theme.terrains.values():
        assert min(difference(colour, wash, vision) for colour in owners) >= ON_THE_GROUND[kind]
        assert (
            min(difference(declined_owner(colour), wash, vision) for colour in owners)
            >= DECLINED_ON_THE_GROUND
        )


@every_light
@every_eye
@every_palette
def test_no_owner_looks_like_what_may_be_taken_or_what_is_pointed_at(
    theme: Theme, vision: str, kind: str
) -> None:
    """Gold is the nearest to the glow. What is pointed at has white dots on ink."""
    for colour in owners_in(theme, kind):
        for shown in (colour, declined_owner(colour)):
            assert difference(shown, theme.glow, vision) >= FROM_THE_GLOW
            assert difference(shown, WHITE, vision) >= FROM_THE_GLOW


@every_light
@every_eye
def test_what_may_be_taken_is_seen_on_every_terrain(theme: Theme, vision: str) -> None:
    assert min(difference(theme.glow, wash, vision) for wash in theme.terrains.values()) >= FROM_THE_GLOW


def test_every_owner_has_a_shape_and_a_pattern_too() -> None:
    assert len(set(OWNER_SHAPES)) == len(set(OWNER_DASHES)) == SEATS


def test_every_race_of_the_box_has_a_colour_unlike_the_others() -> None:
    assert set(RACE_COLOURS) == {race.id for race in base_content().races}
    assert min(difference(a, b) for a, b in combinations(RACE_COLOURS.values(), 2)) > 0.06


@every_light
def test_every_terrain_has_its_colours_and_its_signs_are_seen(theme: Theme) -> None:
    assert set(theme.terrains) == set(theme.pigments) == set(TERRAINS)
    assert all(contrast(theme.terrains[terrain], theme.pigments[terrain]) > 1.9 for terrain in TERRAINS)


@every_light
def test_terrains_are_told_apart_and_numbers_read_in_every_light(theme: Theme) -> None:
    assert min(difference(a, b) for a, b in combinations(theme.terrains.values(), 2)) > 0.04
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
    assert len(data["owner_shapes"]) == len(data["owner_dashes"]) == SEATS


def test_a_race_of_ones_own_has_a_colour_made_from_its_id() -> None:
    colours = [race_colour(f"folk_{letter}") for letter in "abcdefgh"]
    assert len(set(colours)) == 8
    assert race_colour("gnomes") == race_colour("gnomes") == "#56b04c"


def test_every_colour_to_choose_is_read_in_every_light_and_unlike_the_others() -> None:
    """The ink of an emblem on a token, also in decline; the name on a banner, which is mixed with paper."""
    assert tuple(OWN_COLOURS) == COLOURS
    assert min(difference(a, b) for a, b in combinations(OWN_COLOURS.values(), 2)) > 0.06
    for name, colour in OWN_COLOURS.items():
        assert contrast(colour, ink_on(colour)) >= 4.5, name
        assert contrast(faded(colour), ink_on(faded(colour))) >= 4.5, name
        for paper, ink in (("#f8eed8", "#2e2318"), ("#dccba6", "#241a11")):
            assert contrast(mixed(paper, colour, 0.42), ink) >= 4.5, name
        assert race_colour("gnomes", name) == colour


def test_numbers_can_be_read_on_every_colour_also_in_decline() -> None:
    grounds = [
        *RACE_COLOURS.values(),
        *(colour for theme in THEMES.values() for colour in (*theme.owners, *theme.contrast_owners)),
        *(race_colour(f"folk{number}") for number in range(300)),
    ]
    for colour in (*grounds, *map(faded, grounds)):
        assert contrast(colour, ink_on(colour)) > 3


def test_a_race_in_decline_is_greyer_and_paler_and_its_emblem_is_read_in_ink() -> None:
    for colour in RACE_COLOURS.values():
        light, *before = seen(colour)
        pale, *after = seen(faded(colour))
        assert dist(after, (0, 0)) < max(0.03, 0.7 * dist(before, (0, 0)))
        assert pale > min(light, 0.75)
        assert ink_on(faded(colour)) == INK
        assert contrast(faded(colour), INK) > 4.5
    assert ink_on(INK) != INK
