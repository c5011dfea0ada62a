"""A clerk in a process of its own: checks agreements and content, reads records, draws pictures.

Run as `python -m elbowroom.server.workers.clerk`. What it reads may be made to keep it busy for ever: it has
little memory and little time, and does not survive to have more.
"""

from __future__ import annotations

import gzip
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Final, assert_never

import msgspec

from elbowroom.drawing.board import board
from elbowroom.drawing.card import CARD_WIDTH, card
from elbowroom.drawing.layout import layout
from elbowroom.drawing.picture import picture
from elbowroom.drawing.pixels import png
from elbowroom.rules.content import base_content
from elbowroom.rules.maps import read_map
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.agreement import (
    FEWEST,
    MOST,
    Agreement,
    check_agreement,
    content_with,
    first_game,
    seat_names,
)
from elbowroom.server.tables.box import check_invention, own_box
from elbowroom.server.tables.replay import replay
from elbowroom.server.workers.answering import answer_all, limit_memory, limited_time
from elbowroom.server.workers.messages import (
    Check,
    Clerical,
    Draw,
    Fine,
    Inspect,
    Inspected,
    Picture,
    Read,
    Replay,
    Sketch,
    Sketched,
)

if TYPE_CHECKING:
    from elbowroom.rules.maps import Map
    from elbowroom.server.tables.box import Box
    from elbowroom.server.workers.messages import Answer

MOST_MEMORY: Final = 512 * 2**20
MOST_SECONDS: Final = 5.0
"""Of work, not of waiting: a busy server reads the same as an idle one. A whole game takes a tenth of one."""
DRAWN: Final = 16
"""So many maps are kept as they are drawn."""


def answer(question: Clerical) -> Answer:
    """Whatever a clerk may be asked."""
    with limited_time(MOST_SECONDS):
        return _answer(question)


def _answer(question: Clerical) -> Answer:
    match question:
        case Check():
            check_agreement(question.agreement)
            _check_drawing(question.agreement)
            return Fine()
        case Read():
            opened, entries = replay(question.record)
            _check_drawing(opened.agreement)
            return Replay(opened, entries)
        case Draw():
            found = _map(question.map)
            drawing = board(found) if question.view is None else picture(found, question.view)
            return Picture(png(card(drawing), CARD_WIDTH))
        case Sketch():
            return Sketched(_sketch(_map(question.map), question.theme))
        case Inspect():
            return Inspected(_inspect(question.content))
        case _:
            assert_never(question)


def _sketch(found: Map, theme: str | None) -> bytes:
    text = msgspec.json.encode(layout(found)) if theme is None else board(found, theme).encode()
    return gzip.compress(text, mtime=0)


def _inspect(content: tuple[str, ...]) -> Box:
    """What content does, once it is known that it can be played with and drawn."""
    check_invention(content)
    own = own_box(content_with(content))
    for players in range(FEWEST, MOST + 1):
        check_agreement(Agreement(players, content=content))
    for found in own.maps:
        agreement = Agreement(found.players, map=found.id, content=content)
        check_agreement(agreement)
        _check_drawing(agreement)
    return own


def _check_drawing(agreement: Agreement) -> None:
    """A map that would take too long to draw must do so now; one without outlines is not drawn at all."""
    table = first_game(agreement, seat_names(agreement.players)).table
    found = table.content.map(table.board.map_id)
    if found not in base_content().maps:
        with suppress(Refused):
            layout(found)


@lru_cache(DRAWN)
def _map(text: str) -> Map:
    box = base_content().box
    return read_map(text, "map", box.lost_tribes, box.mountains)


if __name__ == "__main__":
    limit_memory(MOST_MEMORY)
    answer_all(Clerical, answer)
