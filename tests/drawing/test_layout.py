"""The layout: every slot is inside its region, none overlaps another, and signs keep away from them."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from math import dist, hypot
from typing import TYPE_CHECKING

import pytest

from elbowroom.drawing.svg.digits import number_width
from elbowroom.drawing.svg.layout import decorated_regions, layout
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import WATER_TERRAINS
from tests.drawing.outlines import NUMBERS, OWN_MAP, box_map, clearance, drawn, is_inside, outline, own_map
from tests.scenario import box

if TYPE_CHECKING:
    from elbowroom.drawing.svg.layout import Layout
    from elbowroom.drawing.svg.slots import Slot


def outside(found: Layout) -> list[tuple[int, Slot]]:
    """The slots that are not wholly inside their region."""
    return [
        (region.number, slot)
        for region in found.regions
        for slot in region.slots
        if not is_inside((slot.x, slot.y), outline(region.path))
        or clearance((slot.x, slot.y), outline(region.path)) < slot.radius
    ]


def overlapping(found: Layout) -> list[tuple[int, Slot, Slot]]:
    """The pairs of slots of a region that overlap."""
    return [
        (region.number, a, b)
        for region in found.regions
        for a, b in combinations(region.slots, 2)
        if dist((a.x, a.y), (b.x, b.y)) < a.radius + b.radius
    ]


@pytest.mark.parametrize("players", NUMBERS)
def test_every_slot_lies_inside_its_region(players: int) -> None:
    assert outside(drawn(players)) == []


@pytest.mark.parametrize("players", NUMBERS)
def test_slots_do_not_overlap(players: int) -> None:
    assert overlapping(drawn(players)) == []


@pytest.mark.parametrize("players", NUMBERS)
def test_numbers_cover_neither_a_piece_nor_the_border_however_high_they_are_written(players: int) -> None:
    for region in drawn(players).regions:
        label = region.label
        assert label.height <= label.max_height
        across, down = number_width(str(region.number), label.max_height) / 2, label.max_height / 2
        assert is_inside((label.x, label.y), outline(region.path))
        for x, y in outline(region.path):
            assert abs(x - label.x) > across or abs(y - label.y) > down
        for slot in region.slots:
            beside, above = abs(slot.x - label.x) - across, abs(slot.y - label.y) - down
            assert hypot(max(beside, 0), max(above, 0)) > slot.radius


@pytest.mark.parametrize(("players", "least"), [(2, 26), (3, 22), (4, 22), (5, 18)])
def test_numbers_may_be_written_so_high_that_they_are_read_on_a_phone(players: int, least: float) -> None:
    """With few regions the whole map is seen on a phone, so they are larger there."""
    assert min(region.label.max_height for region in drawn(players).regions) >= least
    assert min(region.label.height for region in drawn(players).regions) >= 16


def test_pieces_are_larger_where_there_are_few_regions() -> None:
    few, many = (max(region.stack.radius for region in drawn(players).regions) for players in (2, 5))
    assert few > 1.1 * many


@pytest.mark.parametrize("players", NUMBERS)
def test_signs_stand_inside_and_away_from_the_slots(players: int) -> None:
    for region in decorated_regions(box_map(players)):
        assert len(region.signs) >= 2
        for sign in region.signs:
            at = sign.x, sign.y
            assert is_inside(at, outline(region.path))
            assert clearance(at, outline(region.path)) >= sign.radius
            assert all(dist(at, (slot.x, slot.y)) >= sign.radius + slot.radius for slot in region.slots)


@pytest.mark.parametrize("players", NUMBERS)
def test_a_region_has_slots_for_all_that_may_stand_in_it(players: int) -> None:
    """The tokens, two kinds of markers, its symbols, and its mountain."""
    for region, place in zip(box_map(players).regions, drawn(players).regions, strict=True):
        assert tuple(place.symbols) == region.symbols
        assert len(place.markers) == 2
        assert (place.mountain is not None) == (region.terrain == "mountain")
        assert place.tribe == place.stack


@pytest.mark.parametrize("players", NUMBERS)
def test_counters_stay_large_enough_to_read_on_a_phone(players: int) -> None:
    """At 400 pixels a counter has a diameter of at least 16."""
    assert min(region.stack.radius for region in drawn(players).regions) >= 21


@pytest.mark.parametrize("players", NUMBERS)
def test_ornaments_lie_on_open_water_clear_of_slots_and_of_each_other(players: int) -> None:
    assert any(region.ornaments for region in decorated_regions(box_map(players)))
    for region in decorated_regions(box_map(players)):
        assert not region.ornaments or region.terrain in WATER_TERRAINS
        placed = [ornament.slot for ornament in region.ornaments]
        others = [*region.slots, *region.signs]
        for slot in placed:
            assert clearance((slot.x, slot.y), outline(region.path)) >= slot.radius
        for a, b in [*combinations(placed, 2), *((a, b) for a in placed for b in others)]:
            assert dist((a.x, a.y), (b.x, b.y)) >= a.radius + b.radius


@pytest.mark.parametrize("game_turns", [1, 8, 10, 20])
@pytest.mark.parametrize("size", [[60, 30], [30, 60], [4, 60]])
def test_the_track_has_a_space_for_every_game_turn_below_the_map(game_turns: int, size: list[int]) -> None:
    wide, high = size
    points = [[x * wide / 60, y * high / 30] for x, y in OWN_MAP["points"]]
    found = layout(own_map(game_turns=game_turns, size=size, points=points))
    left, top, width, height = found.view_box
    assert len(found.track) == game_turns
    for slot in found.track:
        assert found.height < slot.y - slot.radius < slot.y + slot.radius < top + height
        assert left < slot.x - slot.radius < slot.x + slot.radius < left + width
    assert all(b.x - a.x > a.radius + b.radius for a, b in pairwise(found.track))


def test_the_layout_is_plain_data() -> None:
    data = drawn(3).data
    again = json.loads(json.dumps(data))
    assert (again["map"], again["width"], again["height"]) == ("3-players", 1000, 600)
    assert len(again["regions"]) == 30
    assert (len(again["view_box"]), len(again["track"])) == (4, 10)
    assert set(again["regions"][0]["stack"]) == {"x", "y", "radius"}
    assert again["regions"][12]["symbols"].keys() == {"mine", "cavern"}


def test_a_players_own_map_is_laid_out_at_the_usual_size() -> None:
    """However large its numbers are, and however narrow its regions."""
    found = layout(own_map())
    assert (found.width, found.height) == (1000, 500)
    assert outside(found) == []
    assert overlapping(found) == []


def test_a_region_without_ground_is_still_laid_out() -> None:
    """A sliver of no width has slots of no size."""
    points = [[0, 0], [20, 0], [10, 0], [20, 30], [0, 30]]
    regions = [
        {"id": 1, "terrain": "hill", "edge": True, "neighbors": [2], "outline": [0, 2, 1, 3, 4]},
        {"id": 2, "terrain": "farmland", "edge": True, "neighbors": [1], "outline": [0, 1, 2]},
    ]
    flat = decorated_regions(own_map(size=[20, 30], points=points, regions=regions))[1]
    assert {slot.radius for slot in flat.slots} == {0.0}
    assert flat.signs == ()


FLAT = [{**OWN_MAP["regions"][0], "outline": [0, 1, 0], "neighbors": []}]


@pytest.mark.parametrize("changes", [{"size": [0, 0]}, {"regions": FLAT}])
def test_outlines_that_bound_nothing_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(Refused) as caught:
        layout(own_map(**changes))
    assert caught.value.code == "no_outlines"


def test_a_no_outlines_is_refused_with_its_reason() -> None:
    with pytest.raises(Refused) as caught:
        layout(box().map("valley"))
    assert caught.value.code == "no_outlines"
    assert str(caught.value) == "The map valley has no outlines, so it cannot be drawn."
