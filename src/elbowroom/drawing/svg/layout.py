"""The layout of a map's drawing, as plain data: its border lines, and the path and slots of every region.

A position is drawn by putting symbols of the sheet into these slots, here and in the browser.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from elbowroom.drawing.outlines import has_outlines
from elbowroom.drawing.svg.borders import MapOutlines, draw_borders, points_on, ring_path
from elbowroom.drawing.svg.interior import interior_of, middle
from elbowroom.drawing.svg.labels import Label, place_label
from elbowroom.drawing.svg.ornaments import Ornament, place_ornaments
from elbowroom.drawing.svg.scatter import scatter_glyphs
from elbowroom.drawing.svg.slots import Slot, SlotRequest, find_slots
from elbowroom.drawing.svg.track import track_slots
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import WATER_TERRAINS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elbowroom.drawing.svg.borders import Border
    from elbowroom.rules.maps import Map, Region

LONGER_SIDE: Final = 1000.0
"""Every map is drawn this long or this high."""

FRAME_WIDTH: Final = 30.0
"""How wide the frame around the map is."""

TRACK_HEIGHT: Final = 36.0
"""How much wider the frame is below, where the turn track is."""

STACK_RADIUS: Final = 29.0
"""The radius of the slot for the tokens."""

MOUNTAIN_REQUEST: Final = SlotRequest(19.0, (0.0, -1.0))
MARKER_REQUESTS: Final = (SlotRequest(16.0, (1.0, 0.2)), SlotRequest(16.0, (0.6, 0.8)))
"""A race and its special power may bring one kind of marker each."""
SYMBOL_REQUEST: Final = SlotRequest(15.0, (-0.8, -0.6))
LABEL_REQUEST: Final = SlotRequest(15.5, (-0.8, 0.6))

ROOM_FOR_USUAL_PIECES: Final = 120.0
MAX_PIECE_SIZE: Final = 1.4
"""Pieces grow with the room: where regions are wider than this on average, up to so many times."""

WATER_PIECE_SIZE: Final = 1.0
"""On water pieces are rare, and ornaments need the room."""


@dataclass(frozen=True)
class BorderLine:
    """A border line, and the two regions it separates; 0 is outside."""

    regions: tuple[int, int]
    path: str
    is_coast: bool


@dataclass(frozen=True)
class DrawnRegion:
    """A region as it is drawn: its path and its slots."""

    number: int
    terrain: str
    path: str
    label: Label
    stack: Slot
    tribe: Slot
    """The same slot as the stack: a lost tribe leaves when tokens come."""
    markers: tuple[Slot, ...]
    symbols: dict[str, Slot]
    mountain: Slot | None

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All slots of pieces, which may be taken at once."""
        mountain = (self.mountain,) if self.mountain else ()
        return (self.stack, *self.markers, *self.symbols.values(), *mountain)


@dataclass(frozen=True)
class DecoratedRegion(DrawnRegion):
    """A region with its terrain glyphs (`signs`) and ornaments, which only the ground is drawn with."""

    signs: tuple[Slot, ...]
    ornaments: tuple[Ornament, ...]


@dataclass(frozen=True)
class Layout:
    """A map as it is drawn."""

    map: str
    width: float
    height: float
    view_box: tuple[float, float, float, float]
    """The drawing with its frame: its left, its top, how wide and how high it is."""
    track: tuple[Slot, ...]
    """A slot for every game turn."""
    lines: tuple[BorderLine, ...]
    regions: tuple[DrawnRegion, ...]

    @property
    def data(self) -> dict[str, Any]:
        """The layout as it is written to JSON."""
        return asdict(self)


@lru_cache(maxsize=16)
def layout(map_: Map) -> Layout:
    """The layout of a map; a map without outlines is refused."""
    outlines = _scaled_outlines(map_)
    rings, lines = draw_borders(outlines)
    waters = {number for number, region in _numbered(map_) if region.terrain in WATER_TERRAINS}
    width, height = outlines.width, outlines.height
    size = min(MAX_PIECE_SIZE, sqrt(width * height / len(map_.regions)) / ROOM_FOR_USUAL_PIECES)
    regions = [
        _drawn_region(number, region, rings[number], WATER_PIECE_SIZE if number in waters else size)
        for number, region in _numbered(map_)
    ]
    return Layout(
        map=map_.id,
        width=width,
        height=height,
        view_box=(
            -FRAME_WIDTH,
            -FRAME_WIDTH,
            width + 2 * FRAME_WIDTH,
            height + 2 * FRAME_WIDTH + TRACK_HEIGHT,
        ),
        track=track_slots(map_.game_turns, width, height + FRAME_WIDTH + TRACK_HEIGHT / 2 - 6),
        lines=tuple(
            BorderLine(line.regions, line.path, is_coast=_is_coast(line, waters))
            for line in lines
            if line.is_drawn
        ),
        regions=tuple(regions),
    )


@lru_cache(maxsize=16)
def decorated_regions(map_: Map) -> tuple[DecoratedRegion, ...]:
    """The regions of the layout with their ornaments, and terrain glyphs around these."""
    return tuple(_decorated(map_.id, layout(map_).regions))


def _decorated(name: str, regions: Sequence[DrawnRegion]) -> Iterator[DecoratedRegion]:
    waters = [region for region in regions if region.terrain in WATER_TERRAINS]
    map_ = place_ornaments(
        [(water.number, water.terrain, interior_of(water.path), _taken(water)) for water in waters]
    )
    for region in regions:
        ornaments = map_.get(region.number, ())
        taken = (*_taken(region), *(ornament.slot for ornament in ornaments))
        signs = scatter_glyphs(f"{name} {region.number}", region.terrain, interior_of(region.path), taken)
        plain = {field.name: getattr(region, field.name) for field in fields(region)}
        yield DecoratedRegion(**plain, signs=signs, ornaments=ornaments)


def _taken(region: DrawnRegion) -> tuple[Slot, ...]:
    return (*region.slots, region.label.slot)


def _scaled_outlines(map_: Map) -> MapOutlines:
    data = map_.data
    has_grounds = all(len(set(region.outline)) > 2 for region in map_.regions)
    if not (has_outlines(data) and has_grounds and all(data["size"])):
        raise Refused("no_outlines", map=map_.id)
    scale = LONGER_SIDE / max(data["size"])
    width, height = (round(side * scale, 1) for side in data["size"])
    return MapOutlines(
        map_.id,
        width,
        height,
        tuple((round(x * scale, 1), round(y * scale, 1)) for x, y in data["points"]),
        {number: region.outline for number, region in _numbered(map_)},
    )


def _numbered(map_: Map) -> list[tuple[int, Region]]:
    return list(enumerate(map_.regions, start=1))


def _is_coast(line: Border, waters: set[int]) -> bool:
    """Whether land lies on one side and water on the other."""
    return 0 not in line.regions and len(waters.intersection(line.regions)) == 1


def _drawn_region(number: int, region: Region, ring: Sequence[Border], size: float) -> DrawnRegion:
    """A region with all slots it may ever need, for pieces of this size."""
    path = ring_path(ring)
    points, outline = interior_of(path), points_on(path)
    heights = (MOUNTAIN_REQUEST,) if region.terrain == "mountain" else ()
    symbols = (SYMBOL_REQUEST,) * len(region.symbols)
    requests = (*heights, *MARKER_REQUESTS, *symbols, LABEL_REQUEST)
    stack, *others = find_slots(points, middle(outline), STACK_RADIUS, requests, size)
    wanted, rest = others.pop(), iter(others)
    return DrawnRegion(
        number=number,
        terrain=region.terrain,
        path=path,
        mountain=next(rest) if heights else None,
        markers=tuple(next(rest) for _ in MARKER_REQUESTS),
        symbols=dict(zip(region.symbols, rest, strict=True)),
        label=place_label(number, wanted, points, outline, (stack, *others)),
        stack=stack,
        tribe=stack,
    )
