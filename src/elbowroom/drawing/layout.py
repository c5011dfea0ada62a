"""The layout of a map's drawing, as plain data: its border lines, and the path and slots of every region.

Whoever draws a position, here or in the browser, puts symbols of the sheet into these slots.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from elbowroom.drawing.ansi import has_outline
from elbowroom.drawing.borders import Skeleton, draw_borders, points_on, ring_path
from elbowroom.drawing.ornaments import Ornament, adorn
from elbowroom.drawing.rooms import middle, room_of
from elbowroom.drawing.signs import strew
from elbowroom.drawing.slots import Slot, Wish, find_slots
from elbowroom.drawing.track import find_track
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import WATER_TERRAINS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elbowroom.drawing.borders import Border
    from elbowroom.rules.maps import Map, Region

LONGER_SIDE: Final = 1000.0
"""Every map is drawn this long or this high."""

FRAME: Final = 30.0
"""How wide the frame around the map is."""

TRACK: Final = 36.0
"""How much wider it is below, where the turn track runs."""

STACK_RADIUS: Final = 29.0
"""The radius of the slot for the tokens."""

MOUNTAIN_WISH: Final = Wish(19.0, (0.0, -1.0))
PRICE_WISH: Final = Wish(15.0, (0.7, -0.7))
MARKER_WISHES: Final = (Wish(15.0, (1.0, 0.2)), Wish(15.0, (0.6, 0.8)))
"""A race and its special power may bring one kind of marker each."""
SYMBOL_WISH: Final = Wish(15.0, (-0.8, -0.6))
LABEL_WISH: Final = Wish(11.0, (-0.8, 0.6))


@dataclass(frozen=True)
class Line:
    """A border line, and the two regions it parts; 0 is outside."""

    regions: tuple[int, int]
    path: str
    is_coast: bool


@dataclass(frozen=True)
class DrawnRegion:
    """A region as it is drawn: its path, its slots, its signs and what adorns it."""

    number: int
    terrain: str
    path: str
    label: Slot
    stack: Slot
    tribe: Slot
    """A lost tribe stands where tokens will: it goes when they come."""
    price: Slot
    markers: tuple[Slot, ...]
    symbols: dict[str, Slot]
    mountain: Slot | None
    signs: tuple[Slot, ...] = ()
    ornaments: tuple[Ornament, ...] = ()

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All slots that may be taken at once."""
        mountain = (self.mountain,) if self.mountain else ()
        return (self.label, self.stack, self.price, *self.markers, *self.symbols.values(), *mountain)


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
    lines: tuple[Line, ...]
    regions: tuple[DrawnRegion, ...]

    @property
    def data(self) -> dict[str, Any]:
        """The layout as it is written to JSON."""
        return asdict(self)


@lru_cache(maxsize=16)
def layout(found: Map) -> Layout:
    """The layout of a map; a map without outlines is refused."""
    skeleton = _skeleton(found)
    rings, lines = draw_borders(skeleton)
    waters = {number for number, region in _numbered(found) if region.terrain in WATER_TERRAINS}
    width, height = skeleton.width, skeleton.height
    regions = [_drawn(number, region, rings[number]) for number, region in _numbered(found)]
    return Layout(
        map=found.id,
        width=width,
        height=height,
        view_box=(-FRAME, -FRAME, width + 2 * FRAME, height + 2 * FRAME + TRACK),
        track=find_track(found.game_turns, width, height + FRAME + TRACK / 2 - 6),
        lines=tuple(
            Line(line.regions, line.path, is_coast=_is_coast(line, waters)) for line in lines if line.is_drawn
        ),
        regions=tuple(_adorned(found.id, regions)),
    )


def _adorned(name: str, regions: Sequence[DrawnRegion]) -> Iterator[DrawnRegion]:
    """The regions with their ornaments, and their signs around these."""
    waters = [region for region in regions if region.terrain in WATER_TERRAINS]
    found = adorn([(water.number, water.terrain, room_of(water.path), water.slots) for water in waters])
    for region in regions:
        ornaments = found.get(region.number, ())
        taken = (*region.slots, *(ornament.slot for ornament in ornaments))
        signs = strew(f"{name} {region.number}", region.terrain, room_of(region.path), taken)
        yield replace(region, ornaments=ornaments, signs=signs)


def _skeleton(found: Map) -> Skeleton:
    data = found.data
    has_grounds = all(len(set(region.outline)) > 2 for region in found.regions)
    if not (has_outline(data) and has_grounds and all(data["size"])):
        raise Refused("no_outlines", map=found.id)
    scale = LONGER_SIDE / max(data["size"])
    width, height = (round(side * scale, 1) for side in data["size"])
    return Skeleton(
        found.id,
        width,
        height,
        tuple((round(x * scale, 1), round(y * scale, 1)) for x, y in data["points"]),
        {number: region.outline for number, region in _numbered(found)},
    )


def _numbered(found: Map) -> list[tuple[int, Region]]:
    return list(enumerate(found.regions, start=1))


def _is_coast(line: Border, waters: set[int]) -> bool:
    """Whether land lies on one side and water on the other."""
    return 0 not in line.regions and len(waters.intersection(line.regions)) == 1


def _drawn(number: int, region: Region, ring: Sequence[Border]) -> DrawnRegion:
    """A region with all slots it may ever need."""
    path = ring_path(ring)
    heights = (MOUNTAIN_WISH,) if region.terrain == "mountain" else ()
    symbols = (SYMBOL_WISH,) * len(region.symbols)
    wishes = (*heights, PRICE_WISH, *MARKER_WISHES, *symbols, LABEL_WISH)
    stack, *others = find_slots(room_of(path), middle(points_on(path)), STACK_RADIUS, wishes)
    label, rest = others.pop(), iter(others)
    return DrawnRegion(
        number=number,
        terrain=region.terrain,
        path=path,
        mountain=next(rest) if heights else None,
        price=next(rest),
        markers=tuple(next(rest) for _ in MARKER_WISHES),
        symbols=dict(zip(region.symbols, rest, strict=True)),
        label=label,
        stack=stack,
        tribe=stack,
    )
