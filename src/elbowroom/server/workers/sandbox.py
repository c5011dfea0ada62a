"""The sandbox, a process of its own: checks settings and content, reads records, draws pictures.

Run as `python -m elbowroom.server.workers.sandbox`. A malicious upload might keep it busy for ever, so the
process has limits of memory and time, and is killed when it exceeds them.
"""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Final, assert_never

import msgspec

from elbowroom.drawing.painted_maps import painted_map
from elbowroom.drawing.random_maps import random_map
from elbowroom.drawing.svg.board import board
from elbowroom.drawing.svg.card import CARD_WIDTH, card
from elbowroom.drawing.svg.layout import layout
from elbowroom.drawing.svg.picture import picture
from elbowroom.drawing.svg.pixels import small_png
from elbowroom.server.tables.content_check import check_drawing, described_content
from elbowroom.server.tables.creation_texts import creation_text
from elbowroom.server.tables.painted_map_check import check_painted_map, map_of_file, uploaded_map
from elbowroom.server.tables.record_continuation import log_to_continue
from elbowroom.server.tables.record_import import log_of_record
from elbowroom.server.tables.settings import (
    check_settings,
)
from elbowroom.server.workers.card_art import card_art
from elbowroom.server.workers.messages import (
    CheckedPaintedMap,
    CheckPaintedMap,
    CheckSettings,
    CompressedBoard,
    ContentBox,
    CreationRead,
    DescribeContent,
    DrawBoard,
    DrawPicture,
    MapPainted,
    PaintMap,
    PaintRandomMap,
    Picture,
    ReadCreation,
    ReadRecord,
    ReadRecordToContinue,
    RecordLog,
    SandboxRequest,
    SettingsAccepted,
)
from elbowroom.server.workers.worker_loop import limited_time, serve_requests

if TYPE_CHECKING:
    from elbowroom.drawing.svg.looks import RaceLook
    from elbowroom.rules.maps import Map
    from elbowroom.server.workers.messages import WorkerReply

MAX_WORK_SECONDS: Final = 5.0
"""CPU time, so that a busy machine allows as much as an idle one. Reading a whole game takes 0.1 s."""


def answer(request: SandboxRequest) -> WorkerReply:
    """The reply to a request, or the end of this process when it takes too long."""
    with limited_time(MAX_WORK_SECONDS):
        return _answer(request)


def _answer(request: SandboxRequest) -> WorkerReply:
    match request:
        case CheckSettings():
            check_settings(request.settings)
            check_drawing(request.settings)
            return SettingsAccepted()
        case ReadRecord():
            opened, entries = log_of_record(request.record)
            check_drawing(opened.settings)
            return RecordLog(opened, entries)
        case ReadRecordToContinue():
            opened, entries = log_to_continue(request.record, request.levels)
            check_drawing(opened.settings)
            return RecordLog(opened, entries)
        case DrawPicture():
            return Picture(_card(request))
        case DrawBoard():
            return CompressedBoard(_compressed_board(map_of_file(request.map), request.theme))
        case DescribeContent():
            return ContentBox(described_content(request.content))
        case ReadCreation():
            return CreationRead(creation_text(request.text, described_content((request.text,))))
        case CheckPaintedMap():
            return CheckedPaintedMap(check_painted_map(request.painted))
        case PaintMap():
            return MapPainted(painted_map(uploaded_map(request.map)))
        case PaintRandomMap():
            return MapPainted(random_map(request.players, request.seed))
        case _:
            assert_never(request)


def _card(request: DrawPicture) -> bytes:
    game_map, art = map_of_file(request.map), card_art()

    def look_of(race: str) -> RaceLook:
        return art.look_of(race, request.looks.get(race))

    if request.view is None:
        drawing = board(game_map)
    else:
        drawing = picture(game_map, request.view, has_strip=False, look_of=look_of)
    return small_png(card(drawing, request.players, request.title, art, look_of), CARD_WIDTH, art.fonts)


def _compressed_board(game_map: Map, theme: str | None) -> bytes:
    text = msgspec.json.encode(layout(game_map)) if theme is None else board(game_map, theme).encode()
    return gzip.compress(text, mtime=0)


if __name__ == "__main__":
    serve_requests(SandboxRequest, answer)
