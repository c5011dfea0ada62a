"""The numbers of the regions: where each stands, and how high it may be written there.

On a small screen they are written higher, so that they can be read; even then they cover no piece.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.digits import number_width
from elbowroom.drawing.svg.slots import Slot

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from elbowroom.drawing.outlines import Point
    from elbowroom.drawing.svg.interior import InteriorPoint

USUAL_HEIGHT: Final = 16.0
MAX_HEIGHT: Final = 28.0
"""How high a number is on a large screen, and on the smallest."""

MARGIN: Final = 1.5
"""The free space between a number and what is beside it."""

STEP: Final = 0.5
"""Heights are tried in these steps, the largest first."""


@dataclass(frozen=True)
class Label:
    """The number of a region: its middle, how high it is, and how high it may be on a small screen."""

    x: float
    y: float
    height: float
    max_height: float

    @property
    def slot(self) -> Slot:
        """A circle around the number of usual height."""
        return Slot(self.x, self.y, self.height * 0.83)


def place_label(
    number: int,
    wanted: Slot,
    points: Sequence[InteriorPoint],
    outline: Sequence[Point],
    pieces: Sequence[Slot],
) -> Label:
    """The number of a region: as large as it may be there, and then as near as possible to what is wanted."""
    each = number_width(str(number), 1.0)
    low, height = wanted.radius * 1.2, MAX_HEIGHT
    while height > low:
        free = [point for point in points if _is_free(point, each * height, height, outline, pieces)]
        if free:
            best = min(free, key=lambda point: (point.x - wanted.x) ** 2 + (point.y - wanted.y) ** 2)
            return Label(best.x, best.y, min(USUAL_HEIGHT, height), height)
        height -= STEP
    return Label(wanted.x, wanted.y, min(USUAL_HEIGHT, low), low)


def _is_free(
    point: InteriorPoint, width: float, height: float, outline: Iterable[Point], pieces: Iterable[Slot]
) -> bool:
    """Whether a number around this point lies inside of the region and on no piece."""
    across, down = width / 2, height / 2
    if point.depth < down + MARGIN:
        return False
    return all(
        hypot(max(abs(point.x - slot.x) - across, 0.0), max(abs(point.y - slot.y) - down, 0.0))
        >= slot.radius + MARGIN
        for slot in pieces
    ) and all(abs(point.x - x) >= across + MARGIN or abs(point.y - y) >= down + MARGIN for x, y in outline)
