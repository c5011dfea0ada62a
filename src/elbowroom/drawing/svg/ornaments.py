"""Ornaments on open water: a compass, ships and creatures, where they hide nothing.

An ornament is drawn in a box 100 wide and high.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, dist, pi, sin
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.elements import short, symbol, tag
from elbowroom.drawing.svg.palette import mixed
from elbowroom.drawing.svg.slots import Slot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elbowroom.drawing.outlines import Point
    from elbowroom.drawing.svg.interior import InteriorPoint
    from elbowroom.drawing.svg.palette import Theme


@dataclass(frozen=True)
class Ornament:
    """Something drawn on the water."""

    name: str
    slot: Slot


ORNAMENT_SIZES: Final[Mapping[str, tuple[tuple[str, float, float], ...]]] = {
    "sea": (("compass", 34.0, 66.0), ("ship", 22.0, 46.0), ("serpent", 22.0, 44.0), ("whale", 20.0, 36.0)),
    "lake": (("tentacles", 22.0, 36.0), ("boat", 18.0, 28.0)),
}
"""The ornaments of each kind of water, in the order they are placed: name, smallest and largest radius."""

MIN_GAP: Final = 7.0
"""How far an ornament keeps from slots, from others, and from the coast."""

COMPASS_LINES: Final = 32
"""How many lines a compass has."""

MAX_ORNAMENTS_PER_WATER: Final = 3
"""How many ornaments one water has at most."""


def place_ornaments(
    waters: Sequence[tuple[int, str, Sequence[InteriorPoint], Sequence[Slot]]],
) -> dict[int, tuple[Ornament, ...]]:
    """The ornaments of each water, which is given by number, terrain, interior points and slots.

    Each kind is taken once, on the water that has the most room for it; a small one may come again.
    """
    ornaments_of: dict[int, list[Ornament]] = {number: [] for number, *_ in waters}
    for terrain, kinds in ORNAMENT_SIZES.items():
        for name, least, most in kinds:
            best: tuple[float, int, InteriorPoint] | None = None
            for number, its_terrain, points, slots in waters:
                if its_terrain != terrain or len(ornaments_of[number]) >= MAX_ORNAMENTS_PER_WATER:
                    continue
                taken = [*slots, *(ornament.slot for ornament in ornaments_of[number])]
                for point in points:
                    if best is not None and point.depth - MIN_GAP <= best[0]:
                        break
                    room = _max_radius(point, taken)
                    if best is None or room > best[0]:
                        best = room, number, point
            if best is not None and best[0] >= least:
                room, number, point = best
                ornaments_of[number].append(Ornament(name, Slot(point.x, point.y, round(min(room, most), 1))))
    return {number: tuple(ornaments) for number, ornaments in ornaments_of.items()}


def _max_radius(point: InteriorPoint, taken: Sequence[Slot]) -> float:
    """How large an ornament may be at this point."""
    nearest = min(
        (dist((point.x, point.y), (slot.x, slot.y)) - slot.radius for slot in taken), default=point.depth
    )
    return min(point.depth, nearest) - MIN_GAP


def compass_lines(slot: Slot, outline: Sequence[Point], theme: Theme) -> str:
    """Faint lines from a compass over its water, as far as the coast."""
    sides = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    paths = []
    for at in range(COMPASS_LINES):
        dx, dy = cos(2 * pi * at / COMPASS_LINES), sin(2 * pi * at / COMPASS_LINES)
        ends = [
            along
            for (ax, ay), (bx, by) in sides
            for along in _hit_distances(ax - slot.x, ay - slot.y, bx - slot.x, by - slot.y, dx, dy)
        ]
        start, end = slot.radius * 0.72, min(ends, default=0.0)
        if end > start:
            paths.append(
                f"M{slot.x + dx * start:.0f} {slot.y + dy * start:.0f}"
                f"L{slot.x + dx * end:.0f} {slot.y + dy * end:.0f}"
            )
    return tag(
        "path", d="".join(paths), fill="none", stroke=_ink(theme), stroke_opacity=0.2, stroke_width=0.9
    )


def _hit_distances(ax: float, ay: float, bx: float, by: float, dx: float, dy: float) -> list[float]:
    """The distance from the origin at which a ray in this direction hits a side; empty if it does not."""
    before, after = ax * dy - ay * dx, bx * dy - by * dx
    if (before >= 0) == (after >= 0):
        return []
    part = before / (before - after)
    along = (ax + (bx - ax) * part) * dx + (ay + (by - ay) * part) * dy
    return [along] if along > 0 else []


def ornament_symbols(theme: Theme, used: set[str]) -> list[str]:
    """The symbols of these ornaments, in the colours of a theme."""
    drawn = {
        "compass": _compass,
        "ship": _ship,
        "serpent": _serpent,
        "whale": _whale,
        "boat": _boat,
        "tentacles": _tentacles,
    }
    return [
        symbol(
            f"ornament-{name}",
            *draw(theme),
            box="0 0 100 100",
            stroke_linecap="round",
            stroke_linejoin="round",
        )
        for name, draw in drawn.items()
        if name in used
    ]


def _ink(theme: Theme) -> str:
    return mixed(theme.pigments["sea"], theme.ink, 0.6)


def _shape(path: str, fill: str, theme: Theme, width: float = 2.0) -> str:
    return tag("path", d=path, fill=fill, stroke=_ink(theme), stroke_width=width)


def _lines(path: str, theme: Theme, width: float = 1.6) -> str:
    return tag("path", d=path, fill="none", stroke=_ink(theme), stroke_width=width)


def _shadow(path: str, theme: Theme) -> str:
    return tag("path", d=path, fill=theme.pigments["sea"], fill_opacity=0.4)


def _compass(theme: Theme) -> list[str]:
    """A rose of eight winds; the north has a crown."""
    dark, light = _ink(theme), theme.paper
    red = theme.accent
    rings = "".join(
        tag("circle", cx=50, cy=50, r=radius, fill="none", stroke=dark, stroke_width=width, **dash)
        for radius, width, dash in (
            (33.0, 1.2, {}),
            (29.5, 3.4, {"stroke_dasharray": "3.86 3.86"}),
            (26.5, 0.9, {}),
        )
    )
    points = ""
    for length, waist, first, colour in ((34.0, 6.5, 1, theme.pigments["sea"]), (45.0, 8.5, 0, dark)):
        for quarter in range(4):
            angle = pi / 2 * quarter + pi / 4 * first - pi / 2
            tip = 50 + length * cos(angle), 50 + length * sin(angle)
            for side, fill in ((-1, light), (1, red if colour == dark and quarter == 0 else colour)):
                at = angle + side * pi / 4
                corner = 50 + waist * cos(at), 50 + waist * sin(at)
                d = f"M50 50L{_point_text(corner)}L{_point_text(tip)}Z"
                points += tag("path", d=d, fill=fill, stroke=dark, stroke_width=0.9)
    crown = _shape("M44.5 4.5L46 -2L48.6 1L50 -4.5L51.4 1L54 -2L55.5 4.5Z", red, theme, 1.0)
    hub = tag("circle", cx=50, cy=50, r=3.2, fill=light, stroke=dark, stroke_width=1)
    return [tag("circle", cx=50, cy=50, r=33, fill=light, fill_opacity=0.28), rings, points, hub, crown]


def _ship(theme: Theme) -> list[str]:
    wood, sail = mixed(theme.edge, theme.ink, 0.4), theme.paper
    red = theme.accent
    return [
        _lines("M35 70V18M60 70V10M80 68V26", theme, 2.4),
        _shape("M60 10L72 13L60 17Z", red, theme, 1.2),
        _shape("M35 18L26 21L35 24Z", red, theme, 1.2),
        _shape(
            "M48 22C56 20 66 20 73 23C77 33 76 43 71 51C63 48 55 48 47 51C51 41 51 31 48 22Z", sail, theme
        ),
        _shadow(
            "M64 20.4C68 20.6 71 21.6 73 23C77 33 76 43 71 51C68.6 49.6 66 49 63.4 48.6"
            "C68 38 67.6 29 64 20.4Z",
            theme,
        ),
        _shape(
            "M25 30C31 28 37 28 43 30C46 38 45 46 42 53C36 51 30 51 24 54C28 46 28 38 25 30Z", sail, theme
        ),
        _shadow(
            "M36.6 28.8C39 29 41 29.4 43 30C46 38 45 46 42 53C40.4 52.2 38.6 52 36.6 51.8"
            "C40 43 39.6 35.6 36.6 28.8Z",
            theme,
        ),
        _shape("M79 32L92 55L79 57Z", sail, theme),
        _shape("M11 60L24 66H78L92 57C91 69 86 78 78 83H27C19 80 13 72 11 60Z", wood, theme, 2.2),
        _shadow("M78 66L92 57C91 69 86 78 78 83H50C66 80 74 75 78 66Z", theme),
        _lines("M17 71Q50 77 87 69M34 75V75.2M46 76V76.2M58 76V76.2M70 75V75.2", theme),
        _lines(
            "M2 86Q9 79 16 86T30 86T44 86T58 86T72 86T86 86T99 83M18 93Q25 88 32 93T46 93T60 93T74 93",
            theme,
            2.0,
        ),
    ]


def _serpent(theme: Theme) -> list[str]:
    skin, belly = mixed(theme.pigments["forest"], theme.terrains["hill"], 0.45), theme.paper
    return [
        _shape("M2 74C4 58 14 56 18 74Z", skin, theme),
        _shape("M24 74C26 42 50 42 52 74H43C42 56 34 56 33 74Z", skin, theme),
        _shape(
            "M58 74C58 56 64 50 64 38C64 24 72 14 84 16C93 17 99 23 97 28C93 31 86 30 81 31C77 33 79 42 78 52"
            "C77 62 74 68 74 74Z",
            skin,
            theme,
        ),
        _shadow("M79 33C77 36 79 42 78 52C77 62 74 68 74 74H66C69 60 72 44 73 34Z", theme),
        _shadow("M43 47C49 52 51.6 62 52 74H46C46 62 45 54 43 47Z", theme),
        _shape(
            "M70 18L66 10L75 14ZM64 28L57 23L65 22ZM64 42L56 38L64 35ZM61 55L53 52L62 48Z"
            "M34 50L33 42L39 47ZM9 61L8 54L13 58Z",
            belly,
            theme,
            1.4,
        ),
        tag("circle", cx=84, cy=21.5, r=3, fill=belly, stroke=_ink(theme), stroke_width=1.4),
        tag("circle", cx=85, cy=21.5, r=1.2, fill=_ink(theme)),
        _lines("M97 28Q91 25 86 27M96 31Q102 33 103 38M98 32Q104 31 106 34", theme, 1.3),
        _lines(
            "M0 77Q6 71 12 77T24 77T36 77T48 77T60 77T72 77T84 77T96 77M14 85Q21 80 28 85T42 85T56 85T70 85",
            theme,
            2.0,
        ),
    ]


def _whale(theme: Theme) -> list[str]:
    skin = mixed(theme.pigments["sea"], theme.paper, 0.3)
    return [
        _lines("M34 34C34 24 28 20 22 24M34 34C34 22 36 16 40 12M34 34C35 24 42 20 47 24", theme, 2.2),
        _shape(
            "M8 70C6 48 22 38 40 40C58 42 66 60 78 60C84 60 87 54 86 46C82 44 77 40 76 34C82 33 87 36 89 40"
            "C91 36 96 33 101 35C100 41 96 45 92 47C94 60 88 72 76 76H18C12 76 9 74 8 70Z",
            skin,
            theme,
        ),
        _shadow(
            "M40 40C58 42 66 60 78 60C84 60 87 54 86 46L92 47C94 60 88 72 76 76H30C52 72 56 56 40 40Z", theme
        ),
        _lines("M9 64Q20 70 30 64M24 54V54.4", theme, 2.4),
        _lines("M0 79Q7 73 14 79T28 79T42 79T56 79T70 79T84 79T98 79", theme, 2.2),
    ]


def _tentacles(theme: Theme) -> list[str]:
    skin = mixed(theme.accent, theme.pigments["lake"], 0.35)
    arms = (
        "M16 76C22 60 10 46 16 32C19 25 29 25 30 32C30 37 24 38 23 34C18 44 30 58 29 76Z",
        "M40 76C48 56 40 38 48 20C53 10 68 12 67 23C66 31 55 30 57 23C50 34 58 56 54 76Z",
        "M66 76C66 64 74 56 80 50C85 45 83 40 79 42C77 37 85 34 89 39C94 47 80 58 80 76Z",
    )
    suckers = "M24 66h.1M25 57h.1M22 48h.1M50 66h.1M52 54h.1M51 42h.1M53 31h.1M76 66h.1M79 57h.1"
    return [
        *(_shape(arm, skin, theme) for arm in arms),
        tag("path", d=suckers, fill="none", stroke=theme.paper, stroke_width=3.4),
        _lines(
            "M2 79Q9 73 16 79T30 79T44 79T58 79T72 79T86 79T98 78M12 87Q20 82 28 87T44 87M58 87Q66 82 74 87",
            theme,
            2.0,
        ),
    ]


def _boat(theme: Theme) -> list[str]:
    wood = mixed(theme.edge, theme.ink, 0.4)
    red = theme.accent
    return [
        _lines("M58 44L92 18M92 18V66", theme, 1.8),
        _shape("M40 60C38 44 44 38 50 38S62 44 60 60Z", red, theme),
        tag("circle", cx=50, cy=31, r=8, fill=theme.paper, stroke=_ink(theme), stroke_width=2),
        _shape(
            "M38 28C44 26 56 26 62 28L56 24C55 17 45 17 44 24Z",
            mixed(theme.edge, theme.paper, 0.3),
            theme,
            1.6,
        ),
        _shape("M12 58C30 63 66 63 84 57C82 70 74 78 66 79H30C20 78 14 70 12 58Z", wood, theme, 2.2),
        _shadow("M84 57C82 70 74 78 66 79H48C64 76 72 69 74 59Z", theme),
        _lines("M2 82Q10 75 18 82T34 82T50 82T66 82T82 82T98 81", theme, 2.2),
    ]


def _point_text(point: tuple[float, float]) -> str:
    return f"{short(point[0])} {short(point[1])}"
