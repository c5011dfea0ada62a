"""The turn track: a trail of spaces along the lower edge of the board, one for each game turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.digits import write_number
from elbowroom.drawing.svg.elements import short, tag
from elbowroom.drawing.svg.palette import GOLD, mixed
from elbowroom.drawing.svg.slots import Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.drawing.svg.palette import Theme

SPACE_RADIUS: Final = 17.0
"""The radius of a space."""

SPACE_DISTANCE: Final = 78.0
"""How far apart the spaces are, if there is room."""

CROWDED_RADIUS_SHARE: Final = 0.44
"""The radius of a space, as a share of their distance, where there is little room."""


MIN_FLOURISH_WIDTH: Final = 110.0
"""How much room a scroll beside the trail needs."""


def track_slots(game_turns: int, width: float, y: float) -> tuple[Slot, ...]:
    """A slot for every game turn, in a row in the middle of this width."""
    apart = min(SPACE_DISTANCE, width / game_turns)
    radius = min(SPACE_RADIUS, CROWDED_RADIUS_SHARE * apart)
    left = (width - apart * (game_turns - 1)) / 2
    return tuple(
        Slot(round(left + turn * apart, 1), round(y, 1), round(radius, 1)) for turn in range(game_turns)
    )


def draw_track(track: Sequence[Slot], theme: Theme) -> str:
    """The trail with its spaces and their numbers; the last one is the goal."""
    first, last = track[0], track[-1]
    trail = tag(
        "path",
        d=f"M{short(first.x)} {short(first.y)}H{short(last.x)}",
        stroke=theme.ink,
        stroke_width=2.6,
        stroke_linecap="round",
        stroke_dasharray="1 7",
        fill="none",
    )
    return tag(
        "g",
        trail,
        *(_space(turn, slot, theme, is_last=slot is last) for turn, slot in enumerate(track, start=1)),
        *(
            _flourish(slot, across, theme)
            for slot, across in ((first, -1), (last, 1))
            if first.x > MIN_FLOURISH_WIDTH
        ),
        class_="track",
    )


def _flourish(slot: Slot, across: int, theme: Theme) -> str:
    """A scroll beside the first or the last space."""
    return tag(
        "path",
        d="M26 0C44 -12 58 10 74 0S96 -10 96 0S84 8 84 1M32 4C44 12 56 6 62 0",
        fill="none",
        stroke=theme.ink,
        stroke_width=1.3,
        stroke_opacity=0.75,
        stroke_linecap="round",
        transform=f"translate({short(slot.x)} {short(slot.y)})scale({across} 1)",
    )


def _space(turn: int, slot: Slot, theme: Theme, *, is_last: bool) -> str:
    around = {"cx": slot.x, "cy": slot.y}
    fill = mixed(theme.paper, GOLD, 0.55 if is_last else 0.0)
    return (
        tag("circle", **around, r=slot.radius, fill=theme.paper)
        + tag("circle", **around, r=slot.radius * 0.86, fill=fill, stroke=theme.ink, stroke_width=1.7)
        + tag("circle", **around, r=slot.radius * 0.7, fill="none", stroke=theme.ink, stroke_width=0.6)
        + write_number(
            turn, slot.x, slot.y, slot.radius * (0.82 if turn < 10 else 0.7), theme.ink, weight=2.2
        )
    )
