"""The pieces as they lie in a slot: counters of tokens, markers, coins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.digits import write_number
from elbowroom.drawing.svg.elements import short, tag, use_symbol
from elbowroom.drawing.svg.emblems import emblem
from elbowroom.drawing.svg.palette import DAY, INK, PAPER, faded, ink_on
from elbowroom.drawing.svg.slots import Slot
from elbowroom.drawing.svg.symbol_sheet import COUNTER_MIDDLE, marker_symbol

if TYPE_CHECKING:
    from elbowroom.drawing.svg.looks import RaceLook
    from elbowroom.drawing.svg.palette import Theme

EMBLEM_SHARE: Final = 0.43
"""How large the emblem on a counter is, as a part of the counter."""

EMBLEM_TURN: Final = -14
"""How far the emblem of a race in decline is turned."""

COUNT_SHARE: Final = 0.4
"""How large the number on a counter is, as a part of it."""

MARKER_COUNT_SHARE: Final = 0.62
TRIBE_SHARE: Final = 0.86


def counter(
    slot: Slot,
    look: RaceLook,
    owner: int,
    tokens: int | None = None,
    *,
    in_decline: bool = False,
    theme: Theme = DAY,
) -> str:
    """A stack of tokens: colour and emblem of the race on the shape of the owner, and the number if given.

    The number stands in the corner, or in the middle if there is no emblem.
    """
    face = faded(look.colour) if in_decline else look.colour
    kind = "declined" if in_decline else "counter"
    colours = {"fill": face, "color": theme.owner(owner, in_decline=in_decline)}
    drawn = use_symbol(f"{kind}-{owner}", slot.x, slot.y, slot.radius, **colours)
    x, y = (middle / 24 - 1 for middle in COUNTER_MIDDLE)
    middle = Slot(slot.x + x * slot.radius, slot.y + y * slot.radius, slot.radius * COUNT_SHARE)
    if look.symbol:
        place = Slot(middle.x, middle.y, slot.radius * EMBLEM_SHARE)
        picture = emblem(look.symbol, look.shape, place, ink_on(face), face)
        turn = f"rotate({EMBLEM_TURN} {short(middle.x)} {short(middle.y)})"
        drawn += tag("g", picture, transform=turn) if in_decline else picture
    if tokens is None:
        return drawn
    return drawn + _count_disc(_corner(slot, COUNT_SHARE) if look.symbol else middle, tokens)


def tribe(slot: Slot) -> str:
    """A lost tribe, no larger than a stack of tokens looks."""
    return use_symbol("tribe", slot.x, slot.y, slot.radius * TRIBE_SHARE, class_="tribe")


def marker(slot: Slot, name: str, count: int) -> str:
    """A marker, with its number if there are several."""
    return tag(
        "g",
        use_symbol(marker_symbol(name), slot.x, slot.y, slot.radius),
        _count_disc(_corner(slot, MARKER_COUNT_SHARE), count) if count > 1 else "",
        class_="marker",
        data_marker=name,
    )


def _corner(slot: Slot, share: float) -> Slot:
    """The corner of a piece below right, with this share of its radius."""
    away = slot.radius * (1 - share) * 0.75
    return Slot(slot.x + away, slot.y + away, slot.radius * share)


def _count_disc(slot: Slot, count: int) -> str:
    """How many pieces there are: a number on a dark disc."""
    disc = tag(
        "circle",
        cx=slot.x,
        cy=slot.y,
        r=slot.radius * 0.92,
        fill=INK,
        stroke=PAPER,
        stroke_width=slot.radius * 0.14,
    )
    height = slot.radius * (1.3 if count < 10 else 0.95)
    return disc + write_number(count, slot.x, slot.y, height, PAPER, weight=2.7)


def coins(slot: Slot, count: int | str) -> str:
    """Coins with their number."""
    height = slot.radius * (1.1 if len(str(count)) < 2 else 0.95 if len(str(count)) < 3 else 0.7)
    lift = slot.radius / 13
    return use_symbol("coin", slot.x, slot.y, slot.radius) + write_number(
        count, slot.x, slot.y - lift, height, INK
    )
