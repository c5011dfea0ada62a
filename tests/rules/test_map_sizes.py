"""For how many players a map is large enough."""

from __future__ import annotations

from elbowroom.rules.map_sizes import suited_players, usual_land_regions


def test_a_map_suits_as_many_players_as_a_map_of_the_box_with_about_as_much_land() -> None:
    assert usual_land_regions() == {2: 20, 3: 27, 4: 36, 5: 45}
    for players, land in usual_land_regions().items():
        assert players in suited_players(land)
    assert suited_players(23) == [2, 3]
    assert suited_players(9) == []
    assert suited_players(56) == []
