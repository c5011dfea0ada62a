"""Pixels of a picture: as wide as asked, and changed only where the position has changed."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import numpy as np
import pytest

from elbowroom.drawing.board import MARGIN, board
from elbowroom.drawing.picture import picture
from elbowroom.drawing.pixels import pixels
from elbowroom.rules.refusals import Refused
from tests.drawing.outlines import NUMBERS, box_map, drawn, is_inside, outline
from tests.drawing.positions import at_the_end, changed


@pytest.mark.parametrize("players", NUMBERS)
@pytest.mark.parametrize("width", [400, 1000])
def test_pixels_are_as_wide_as_asked_and_as_high_as_the_board_requires(players: int, width: int) -> None:
    found = drawn(players)
    shown = pixels(board(box_map(players)), width)
    height = width * (found.height + 2 * MARGIN) / (found.width + 2 * MARGIN)
    assert shown.dtype == np.uint8
    assert shown.shape[1:] == (width, 3)
    assert abs(shown.shape[0] - height) <= 1


@pytest.mark.parametrize("players", NUMBERS)
def test_a_region_that_changes_its_owner_changes_and_no_other_does(players: int) -> None:
    view, found = at_the_end(players), drawn(players)
    held = next(region for region in view.regions if region.owner is not None)
    assert held.owner is not None
    other = changed(view, held.number, owner=(held.owner + 1) % players)
    width = round(found.width + 2 * MARGIN)
    before, after = (pixels(picture(box_map(players), each), width) for each in (view, other))
    rows, columns = np.nonzero((before != after).any(axis=2))
    around = outline(found.regions[held.number - 1].path)
    assert len(rows) > 1000
    for row, column in list(zip(rows.tolist(), columns.tolist(), strict=True))[::97]:
        at = column + 0.5 - MARGIN, row + 0.5 - MARGIN
        assert is_inside(at, around) or min((at[0] - x) ** 2 + (at[1] - y) ** 2 for x, y in around) < 16


def test_a_terrain_is_seen_in_its_own_colour() -> None:
    """The middle of the lake is lake."""
    lake = next(region for region in drawn(5).regions if region.terrain == "lake")
    shown = pixels(board(box_map(5)), round(drawn(5).width + 2 * MARGIN))
    at = round(lake.stack.y + MARGIN), round(lake.stack.x + MARGIN)
    assert shown[at].tolist() == [0xA5, 0xD0, 0xDE]


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
