"""Pixels of a picture: as wide as asked, and changed only where the position has changed."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from math import dist

import numpy as np
import pytest

from elbowroom.drawing.svg.board import board
from elbowroom.drawing.svg.palette import TERRAIN_COLOURS
from elbowroom.drawing.svg.picture import picture
from elbowroom.drawing.svg.pixels import pixels
from elbowroom.rules.refusals import Refused
from tests.drawing.colours import seen
from tests.drawing.outlines import NUMBERS, box_map, drawn, is_inside, outline
from tests.drawing.positions import at_the_end, changed


@pytest.mark.parametrize("players", NUMBERS)
@pytest.mark.parametrize("width", [400, 1000])
def test_pixels_are_as_wide_as_asked_and_as_high_as_the_board_requires(players: int, width: int) -> None:
    *_, wide, high = drawn(players).view_box
    shown = pixels(board(box_map(players)), width)
    height = width * high / wide
    assert shown.dtype == np.uint8
    assert shown.shape[1:] == (width, 3)
    assert abs(shown.shape[0] - height) <= 1


@pytest.mark.parametrize("players", NUMBERS)
def test_a_region_that_changes_its_owner_changes_and_no_other_does(players: int) -> None:
    view, found = at_the_end(players), drawn(players)
    held = next(region for region in view.regions if region.owner is not None)
    assert held.owner is not None
    other = changed(view, held.number, owner=(held.owner + 1) % players)
    left, top, width, _ = found.view_box
    before, after = (pixels(picture(box_map(players), each), round(width)) for each in (view, other))
    rows, columns = np.nonzero((before != after).any(axis=2))
    around = outline(found.regions[held.number - 1].path)
    assert len(rows) > 1000
    for row, column in list(zip(rows.tolist(), columns.tolist(), strict=True))[::97]:
        at = column + 0.5 + left, row + 0.5 + top
        assert is_inside(at, around) or min((at[0] - x) ** 2 + (at[1] - y) ** 2 for x, y in around) < 16


def hue_of(colour: str) -> tuple[float, float, float]:
    """A colour in which lightness counts little: a wash is paler in the middle of its region."""
    light, red, yellow = seen(colour)
    return light / 3, red, yellow


@pytest.mark.parametrize("players", NUMBERS)
def test_a_terrain_is_seen_in_its_own_colour(players: int) -> None:
    """What most of the slot for tokens shows is nearer to the wash of its terrain than to any other."""
    left, top, width, _ = drawn(players).view_box
    shown = pixels(board(box_map(players)), round(width)).astype(int)
    washes = {terrain: hue_of(colour) for terrain, colour in TERRAIN_COLOURS.items()}
    for region in drawn(players).regions:
        x, y, reach = (
            round(each) for each in (region.stack.x - left, region.stack.y - top, region.stack.radius / 2)
        )
        most = np.median(shown[y - reach : y + reach, x - reach : x + reach], axis=(0, 1)).astype(int)
        looks = hue_of("#" + bytes(most.tolist()).hex())
        assert min(washes, key=lambda terrain: dist(looks, washes[terrain])) == region.terrain, region.number


@pytest.mark.parametrize("module", ["resvg_py", "PIL", "numpy"])
def test_without_the_extra_it_is_said_what_is_missing(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        sys.modules["elbowroom.rules.refusals"],
        "find_spec",
        lambda name: None if name == module else find_spec(name),
    )
    with pytest.raises(Refused) as caught:
        pixels(board(box_map(2)), 100)
    assert str(caught.value) == (
        f"This needs {module}, which is not installed: pip install 'elbowroom[draw]'."
    )
