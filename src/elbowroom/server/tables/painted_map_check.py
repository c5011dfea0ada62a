"""What the rules say of a map while somebody paints it: can it be played on, and what is wrong where."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from elbowroom.drawing.painted_maps import PaintedMap, map_text
from elbowroom.drawing.svg.room_check import cramped_regions
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.map_sizes import land_regions, suited_players, usual_land_regions
from elbowroom.rules.maps import read_map
from elbowroom.rules.refusals import Refusal, RefusalCode, Refused
from elbowroom.server.tables.box_contents import MapInfo, own_box
from elbowroom.server.tables.settings import check_uploads

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elbowroom.rules.maps import Map

MAX_CACHED_MAPS: Final = 16
"""Maps that are kept after parsing."""


class MapProblem(msgspec.Struct, frozen=True):
    """Why a map cannot be played on."""

    code: RefusalCode
    params: dict[str, object]
    regions: list[int]
    """The numbers of the regions that it concerns."""


class PaintedMapCheck(msgspec.Struct, frozen=True):
    """What the rules say of a painted map."""

    problems: list[MapProblem]
    """Why it cannot be played on; empty if it can."""
    land: int
    """How many land regions it has."""
    suited: list[int]
    """For which numbers of players it has the right number of land regions."""
    usual: dict[int, int]
    """How many land regions the maps of the box have, by their number of players."""
    cramped: list[int]
    """Regions that are too small for tokens and a number; it can still be played on."""
    text: str | None
    """Its map file, if it can be played on."""
    info: MapInfo | None
    """The map as the rules see it, if it can be played on."""


def uploaded_map(text: str) -> Map:
    """The map of a file that somebody uploads; refused if it is too long to be parsed."""
    check_uploads((text,))
    return map_of_file(text)


@lru_cache(MAX_CACHED_MAPS)
def map_of_file(text: str) -> Map:
    """The map of a map file."""
    box = base_content().box
    return read_map(text, "map", box.lost_tribes, box.mountains)


def check_painted_map(painted: PaintedMap) -> PaintedMapCheck:
    """Everything that the rules say of a painted map."""
    land = land_regions(region.terrain for region in painted.regions)
    suited, usual = suited_players(land), usual_land_regions()
    try:
        text = map_text(painted)
        check_uploads((text,))
        content = add_content(base_content(), text, painted.title)
    except Refused as refused:
        return PaintedMapCheck(_problems(refused), land, suited, usual, [], None, None)
    info = own_box(content).maps[0]
    return PaintedMapCheck([], land, suited, usual, cramped_regions(content.map(info.id)), text, info)


def _problems(refused: Refused) -> list[MapProblem]:
    """All that is wrong, each with the regions that it names."""
    details = cast("list[dict[str, Any]]", refused.params.get("details", []))
    found = [Refusal(**detail) for detail in details] or [refused.refusal]
    return [MapProblem(problem.code, problem.params, _regions_in(problem.params)) for problem in found]


def _regions_in(params: Mapping[str, object]) -> list[int]:
    named = [params.get("region"), params.get("other"), *cast("list[object]", params.get("regions", []))]
    return [region for region in named if isinstance(region, int)]
