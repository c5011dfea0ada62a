"""The pieces as they lie in a slot: counters of tokens, markers, coins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.drawing.svg.digits import write_number
from elbowroom.drawing.svg.elements import tag, use_symbol
from elbowroom.drawing.svg.palette import INK, OWNER_COLOURS, PAPER, WHITE, faded, ink_on, race_colour
from elbowroom.drawing.svg.symbol_sheet import marker_symbol

if TYPE_CHECKING:
    from elbowroom.drawing.svg.slots import Slot


def counter(slot: Slot, race: str, owner: int, tokens: int | None = None, *, in_decline: bool = False) -> str:
    """A stack of tokens: the colour of the race, the ring of the owner, and the number if it is given."""
    colour, ring = race_colour(race), OWNER_COLOURS[owner]
    if in_decline:
        colour, ring = faded(colour), faded(ring, 0.3)
    kind = "counter-declined" if in_decline else "counter"
    drawn = use_symbol(kind, slot.x, slot.y, slot.radius, fill=colour, stroke=ring)
    if tokens is None:
        return drawn
    lift = 0.0 if in_decline else slot.radius / 15
    height = slot.radius * (1.0 if tokens < 10 else 0.85)
    return drawn + write_number(tokens, slot.x, slot.y - lift, height, ink_on(colour), colour)


def emblem_counter(
    slot: Slot, race: str, owner: int, emblem: str, tokens: int = 0, *, in_decline: bool
) -> str:
    """A stack of tokens with the emblem of its race; the number, if any, stands on a badge beside it."""
    ink = ink_on(faded(race_colour(race)) if in_decline else race_colour(race))
    lift = 0.0 if in_decline else slot.radius / 15
    drawn = counter(slot, race, owner, in_decline=in_decline) + use_symbol(
        emblem, slot.x, slot.y - lift, slot.radius * 0.56, color=ink
    )
    if not tokens:
        return drawn
    x, y, radius = slot.x + slot.radius * 0.72, slot.y + slot.radius * 0.62, slot.radius * 0.46
    badge = tag("circle", cx=x, cy=y, r=radius, fill=PAPER, stroke=INK, stroke_width=slot.radius * 0.06)
    return drawn + badge + write_number(tokens, x, y, radius * 1.25, INK, weight=3.0)


def marker(slot: Slot, name: str, count: int) -> str:
    """A marker, with its number if there are several."""
    number = (
        write_number(count, slot.x, slot.y + slot.radius * 0.15, slot.radius, INK, WHITE) if count > 1 else ""
    )
    return tag(
        "g",
        use_symbol(marker_symbol(name), slot.x, slot.y, slot.radius),
        number,
        class_="marker",
        data_marker=name,
    )


def coins(slot: Slot, count: int | str) -> str:
    """Coins with their number."""
    height = slot.radius * (1.1 if len(str(count)) < 2 else 0.95 if len(str(count)) < 3 else 0.7)
    lift = slot.radius / 13
    return use_symbol("coin", slot.x, slot.y, slot.radius) + write_number(
        count, slot.x, slot.y - lift, height, INK
    )
