"""Painted maps: they become map files that can be played on, and every reason why not is told."""

from __future__ import annotations

import json

import pytest

from elbowroom.drawing.painted_maps import MAX_SIDE, PaintedRegion, grid_for, is_grid, map_text, painted_map
from elbowroom.drawing.svg.board import board
from elbowroom.drawing.svg.room_check import cramped_regions
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.maps import Map, read_map
from elbowroom.rules.refusals import Refused
from tests.drawing.outlines import NUMBERS, box_map, own_map
from tests.drawing.paintings import RING, THREE, painted


def read(text: str) -> Map:
    return read_map(text, "test", 18, 9)


def refusals(text: str, **changes: object) -> list[tuple[str, object]]:
    """The codes of everything that is wrong with a painted map, each with its region or count."""
    with pytest.raises(Refused) as caught:
        map_text(painted(text, **changes))
    details = caught.value.params["details"]
    assert isinstance(details, list)
    return [
        (detail["code"], detail["params"].get("region", detail["params"].get("count"))) for detail in details
    ]


def test_a_painted_map_is_a_map_file_that_the_content_reader_takes() -> None:
    text = map_text(painted(THREE))
    game_map = add_content(base_content(), text, "isle").map("isle")
    assert [region.neighbors for region in game_map.regions] == [(1, 2), (0, 2), (0, 1)]
    assert [region.terrain for region in game_map.regions] == ["sea", "hill", "forest"]
    assert all(region.edge for region in game_map.regions)


def test_terrain_symbols_tribe_name_and_edge_of_a_region_are_written_down() -> None:
    hill = PaintedRegion("hill", ("mine", "cavern"), lost_tribe=True, edge=False, name="Knoll")
    text = map_text(painted(THREE, regions=(PaintedRegion("sea"), hill, PaintedRegion("forest"))))
    region = read(text).regions[1]
    assert (region.label, region.symbols, region.lost_tribe, region.edge) == (
        "Knoll",
        ("mine", "cavern"),
        True,
        False,
    )
    assert painted_map(read(text)).regions[1] == hill


def test_a_painted_map_has_a_name_beside_its_id() -> None:
    there = painted(THREE, name="The Isle!")
    game_map = read(map_text(there))
    assert (game_map.id, game_map.name) == ("isle", "The Isle!")
    assert painted_map(game_map) == there
    assert read(map_text(painted(THREE))).name == "isle"
    assert refusals(THREE, name="!") == [("map_name", None)]


@pytest.mark.parametrize("text", [THREE, RING])
def test_a_map_file_leads_back_to_the_same_cells(text: str) -> None:
    there = painted(text)
    assert painted_map(read(map_text(there))) == there


@pytest.mark.parametrize("players", NUMBERS)
def test_the_maps_of_the_box_keep_their_neighbours_when_they_are_painted(players: int) -> None:
    original = box_map(players)
    there = painted_map(original)
    again = read(map_text(there))
    for before, after in zip(original.regions, again.regions, strict=True):
        assert (before.neighbors, before.edge) == (after.neighbors, after.edge)
    assert cramped_regions(again) == []
    assert painted_map(again) == there


def test_a_map_with_something_inside_of_a_region_is_drawn_without_its_cut() -> None:
    drawing = board(read(map_text(painted(RING))))
    assert 'href="#region-3"' in drawing.split('class="borders"')[1]
    assert 'href="#region-2"' not in drawing.split('class="borders"')[1].split("</g>")[0]


def test_cells_without_a_region_and_regions_in_pieces_are_told() -> None:
    assert refusals("12111\n 1100\n11111\n 1111\n11112") == [("map_empty_cells", 2), ("map_pieces", 2)]
    assert refusals(THREE, regions=(PaintedRegion("hill"),) * 4) == [("map_pieces", 4)]
    assert refusals(THREE, regions=(PaintedRegion("hill"),) * 2) == [("map_region_id", 3)]


def test_a_grid_that_is_too_large_too_small_or_uneven_is_refused() -> None:
    assert refusals("111\n 11\n111") == [("map_grid", None)]
    assert refusals("\n".join(["1" * 9] * 9)) == [("map_grid", None)]
    assert refusals("11111\n 1111\n11111\n 1111") == [("map_grid", None)]
    wide = "\n".join("1" * (MAX_SIDE + 1 - row % 2) for row in range(5))
    assert refusals(wide) == [("map_grid", None)]
    thousands = "\n".join("1" * (61 - row % 2) for row in range(1001))
    assert refusals(thousands) == [("map_grid", None)]


def test_more_regions_than_there_may_be_are_refused_before_anything_is_drawn() -> None:
    assert refusals(THREE, regions=(PaintedRegion("hill"),) * 57) == [("map_regions", None)]


def test_a_map_without_outlines_or_with_one_that_crosses_itself_cannot_be_painted() -> None:
    bare = json.dumps(
        {"id": "bare", "players": 2, "game_turns": 5, "regions": [
            {"id": 1, "terrain": "hill", "edge": True, "neighbors": []}]}
    )  # fmt: skip
    with pytest.raises(Refused) as caught:
        painted_map(read(bare))
    assert caught.value.code == "no_outlines"
    points = [[0, 0], [40, 0], [60, 0], [60, 30], [40, 30], [0, 30],
              [10, 10], [25, 8], [12, 18], [22, 20], [40, 14], [40, 14.5]]  # fmt: skip
    with pytest.raises(Refused) as caught:
        painted_map(own_map(points=points))
    details = caught.value.params["details"]
    assert isinstance(details, list)
    assert ("map_outline_crosses", 2) in [(each["code"], each["params"]["region"]) for each in details]


def test_a_map_drawn_by_hand_is_painted_on_a_grid_of_its_proportions() -> None:
    painted_own = painted_map(own_map())
    assert is_grid(painted_own.cells)
    assert len(painted_own.cells[0]) > len(painted_own.cells)


@pytest.mark.parametrize(
    ("width", "height", "regions"), [(1, 1, 1), (1000, 1, 56), (1, 1000, 56), (2, 1, 30)]
)
def test_every_grid_that_is_made_for_a_map_is_allowed(width: int, height: int, regions: int) -> None:
    columns, rows = grid_for(width, height, regions)
    assert is_grid([[0] * (columns - row % 2) for row in range(rows)])


def test_a_region_of_one_cell_is_too_small_for_tokens_and_a_number() -> None:
    rows = [[1] * (31 - row % 2) for row in range(31)]
    rows[15][15] = 2
    cells = tuple(map(tuple, rows))
    text = map_text(painted(THREE, cells=cells, regions=(PaintedRegion("hill"), PaintedRegion("lake"))))
    assert cramped_regions(read(text)) == [2]
