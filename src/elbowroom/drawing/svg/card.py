"""The preview of a link: a drawing in the middle of a card of the size that messengers show."""

from __future__ import annotations

from typing import Final

from elbowroom.drawing.svg.elements import NAMESPACE, tag
from elbowroom.drawing.svg.palette import DAY

CARD_WIDTH: Final = 1200
CARD_HEIGHT: Final = 630


def card(drawing: str) -> str:
    """The drawing, as large as it fits."""
    return tag(
        "svg",
        tag("rect", width=CARD_WIDTH, height=CARD_HEIGHT, fill=DAY.table),
        drawing,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {CARD_WIDTH} {CARD_HEIGHT}",
    )
