"""The layout of a map's drawing, as plain data: its border lines, and the path and slots of every region.

Whoever draws a position, here or in the browser, puts symbols of the sheet into these slots.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from elbowroom.drawing.ansi import has_outline
from elbowroom.drawing.borders import Skeleton, draw_borders, ring_path
from elbowroom.drawing.rooms import middle, room
from elbowroom.drawing.signs import strew
from elbowroom.drawing.slots import Slot, Wish, find_slots
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import WATER_TERRAINS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.drawing.borders import Border
    from elbowroom.rules.maps import Map, Region

LONGER_SIDE: Final = 1000.0
"""Every map is drawn this long or this high."""

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
    """A region as it is drawn: its path, its slots and its signs."""

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
    signs: tuple[Slot, ...]

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
    return Layout(
        map=found.id,
        width=skeleton.width,
        height=skeleton.height,
        lines=tuple(
            Line(line.regions, line.path, is_coast=_is_coast(line, waters)) for line in lines if line.is_drawn
        ),
        regions=tuple(
            _drawn(f"{found.id} {number}", number, region, rings[number])
            for number, region in _numbered(found)
        ),
    )


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


def _drawn(key: str, number: int, region: Region, ring: Sequence[Border]) -> DrawnRegion:
    """A region with all slots it may ever need."""
    outline = [point for border in ring for point in border.points()]
    spots = room(outline)
    heights = (MOUNTAIN_WISH,) if region.terrain == "mountain" else ()
    symbols = (SYMBOL_WISH,) * len(region.symbols)
    wishes = (*heights, PRICE_WISH, *MARKER_WISHES, *symbols, LABEL_WISH)
    slots = find_slots(spots, middle(outline), STACK_RADIUS, wishes)
    stack, *others = slots
    label, rest = others.pop(), iter(others)
    return DrawnRegion(
        number=number,
        terrain=region.terrain,
        path=ring_path(ring),
        mountain=next(rest) if heights else None,
        price=next(rest),
        markers=tuple(next(rest) for _ in MARKER_WISHES),
        symbols=dict(zip(region.symbols, rest, strict=True)),
        label=label,
        stack=stack,
        tribe=stack,
        signs=strew(key, spots, slots),
    )
