"""Random maps: the same seed gives the same map, with as much of everything as the map of the box."""

from __future__ import annotations

from collections import Counter

import pytest

from elbowroom.drawing.painted_maps import map_text
from elbowroom.drawing.random_maps import random_map
from elbowroom.drawing.svg.room_check import cramped_regions
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import LAND_TERRAINS
from tests.drawing.outlines import NUMBERS, box_map


@pytest.mark.parametrize("players", NUMBERS)
def test_a_random_map_has_what_the_map_of_the_box_has_and_room_for_it(players: int) -> None:
    model, made = box_map(players), random_map(players, 7)
    game_map = add_content(base_content(), map_text(made), "random").map(made.id)

    def kinds(regions: object) -> Counter[tuple[str, tuple[str, ...], bool]]:
        return Counter((each.terrain, each.symbols, each.lost_tribe) for each in regions)  # type: ignore[attr-defined]

    assert kinds(game_map.regions) == kinds(model.regions)
    assert (game_map.players, game_map.game_turns) == (model.players, model.game_turns)
    assert cramped_regions(game_map) == []
    for region in game_map.regions:
        if region.terrain not in LAND_TERRAINS:
            assert region.edge == (region.terrain == "sea")


def test_the_same_seed_gives_the_same_map_and_another_seed_another() -> None:
    assert random_map(2, 1) == random_map(2, 1)
    assert random_map(2, 1).cells != random_map(2, 2).cells


def test_there_is_no_random_map_for_six() -> None:
    with pytest.raises(Refused) as caught:
        random_map(6, 1)
    assert caught.value.code == "player_count"
