"""For how many players a map is large enough, measured by the maps of the box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.rules.content import base_content
from elbowroom.rules.terms import LAND_TERRAINS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elbowroom.rules.maps import Map

TOLERANCE: Final = 0.2
"""A map suits as many players as a map of the box if it has at most this share more or less land regions."""


def land_regions(terrains: Iterable[str]) -> int:
    """How many of the regions with these terrains are land."""
    return sum(terrain in LAND_TERRAINS for terrain in terrains)


def usual_land_regions() -> dict[int, int]:
    """How many land regions the maps of the box have, by their number of players."""
    return {game_map.players: _land_of(game_map) for game_map in base_content().maps}


def suited_players(land: int) -> list[int]:
    """For which numbers of players a map with this many land regions has the right size."""
    usual = usual_land_regions()
    return sorted(
        players for players, count in usual.items() if abs(land - count) <= round(TOLERANCE * count)
    )


def _land_of(game_map: Map) -> int:
    return land_regions(region.terrain for region in game_map.regions)
