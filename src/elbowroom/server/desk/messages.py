"""The messages between a desk and the program that runs it and stores for it, as JSON.

A request that changes a table is answered with what is `to_store`. When all of it is on the disk, `stored`
brings the rest of the answer: nothing is told before. What a table tells is what a server's socket sends.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from elbowroom.drawing.painted_maps import PaintedMap
from elbowroom.server.tables.commands import MAX_ACTIONS, ActionText, Join
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.views.table_summary import TableSummary


class DeskRequest(msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True):
    """What all requests have in common: each gets one reply."""


class OpenTable(DeskRequest, frozen=True, tag="open"):
    """Open a table, at which these people of this device sit down; gives a `TableReference`."""

    settings: TableSettings
    joins: tuple[Join, ...] = ()
    seed: str = ""
    """The dealer's seed, if it is to be known; else it is drawn."""


class LoadTable(DeskRequest, frozen=True, tag="load"):
    """Open a table that is stored; one that is open already is loaded anew."""

    table: str
    seed: str
    rows: tuple[str, ...]
    """All of its log, as it was given to be stored."""
    position: str = ""
    """The position that was stored last: the game goes on from it if this version cannot replay the log."""


class ReadOn(DeskRequest, frozen=True, tag="read_on"):
    """Somebody else, such as another tab, has stored these rows: take them, and drop what waits here."""

    table: str
    rows: tuple[str, ...]


class Send(DeskRequest, frozen=True, tag="send"):
    """Carry out a command, or answer a question, as on a server's socket."""

    table: str
    envelope: msgspec.Raw


class PlayOn(DeskRequest, frozen=True, tag="play"):
    """Let the computer to move decide, up to the next chance or the decision of somebody else."""

    table: str


class Stored(DeskRequest, frozen=True, tag="stored"):
    """All that was to be stored is on the disk."""


class NotStored(DeskRequest, frozen=True, tag="not_stored"):
    """Nothing of it was stored; the code of a refusal says why."""

    code: Literal["unavailable", "storage_full", "storage_refused", "table_not_kept"] = "unavailable"


class GetOpening(DeskRequest, frozen=True, tag="opening"):
    """Ask for the table as it is now, its log and its chat: an `Opening`."""

    table: str


class CatchUp(DeskRequest, frozen=True, tag="catch_up"):
    """Ask for what was told after a number of the log, as messages."""

    table: str
    since: int = 0


class GetMoment(DeskRequest, frozen=True, tag="at"):
    """Ask for an earlier number of the log: an `Update`."""

    table: str
    seq: int


class GetReplay(DeskRequest, frozen=True, tag="replay"):
    """Ask for the whole game so far: a `Replay`."""

    table: str


class TryOut(DeskRequest, frozen=True, tag="what_if"):
    """Ask how the game would be after some actions: a `WhatIf`."""

    table: str
    seq: int
    actions: Annotated[tuple[ActionText, ...], msgspec.Meta(extra_json_schema={"maxItems": MAX_ACTIONS})] = ()


class GetRecord(DeskRequest, frozen=True, tag="record"):
    """Ask for the record of the game, a text."""

    table: str


class ImportRecord(DeskRequest, frozen=True, tag="import"):
    """Open a table that shows the game of a record; gives a `TableReference`."""

    record: str


class ContinueRecord(DeskRequest, frozen=True, tag="continue_record"):
    """Open a table at which the game of a record goes on; gives a `TableReference`.

    The person of this device sits at all seats that no computer has. The record names the computers.
    """

    record: str
    seed: str = ""
    """The dealer's seed from now on, if it is to be known; else it is drawn."""


class GetStoredRecord(DeskRequest, frozen=True, tag="stored_record"):
    """Ask for a record of a stored table that cannot be loaded: a text that begins with its last position."""

    rows: tuple[str, ...]
    position: str


class Rematch(DeskRequest, frozen=True, tag="rematch"):
    """Open a table at which the same people play again, if there is none yet; gives a `TableReference`."""

    table: str


class GetBox(DeskRequest, frozen=True, tag="box"):
    """Ask for the races, powers and maps of a table, or of the box alone: a `Box`."""

    table: str = ""


class GetLayout(DeskRequest, frozen=True, tag="layout"):
    """Ask where everything stands on the map of a table: a `Layout`."""

    table: str


class DrawBoard(DeskRequest, frozen=True, tag="board"):
    """Ask for a drawing of the empty map of a table: SVG, as a text."""

    table: str
    theme: Literal["day", "night"] = "day"


class CheckContent(DeskRequest, frozen=True, tag="check_content"):
    """Ask what own races, powers and maps do, or what is wrong with them: a `Box`."""

    content: tuple[str, ...]


class CheckPaintedMap(DeskRequest, frozen=True, tag="check_painted_map"):
    """Ask whether a painted map can be played on, and what is wrong where: a `PaintedMapCheck`."""

    painted: PaintedMap


class PaintMap(DeskRequest, frozen=True, tag="paint_map"):
    """Ask for a map file with outlines as a `PaintedMap`."""

    map: str


class PaintRandomMap(DeskRequest, frozen=True, tag="paint_random_map"):
    """Ask for a random `PaintedMap`; the same seed gives the same map."""

    players: int
    seed: int


class DrawPaintedMap(DeskRequest, frozen=True, tag="draw_painted_map"):
    """Ask for a drawing of a map file: SVG, as a text."""

    map: str
    theme: Literal["day", "night"] = "day"


class CloseTable(DeskRequest, frozen=True, tag="close"):
    """Forget a table here; what is stored of it stays."""

    table: str


AnyDeskRequest = (
    OpenTable
    | LoadTable
    | ReadOn
    | Send
    | PlayOn
    | Stored
    | NotStored
    | GetOpening
    | CatchUp
    | GetMoment
    | GetReplay
    | TryOut
    | GetRecord
    | ImportRecord
    | ContinueRecord
    | GetStoredRecord
    | Rematch
    | GetBox
    | GetLayout
    | DrawBoard
    | CheckContent
    | CheckPaintedMap
    | PaintMap
    | PaintRandomMap
    | DrawPaintedMap
    | CloseTable
)


class StoredRow(msgspec.Struct, frozen=True):
    """A row of a log as it is stored: a text that only a desk reads."""

    seq: int
    text: str


class ToStore(msgspec.Struct, frozen=True):
    """What is stored of one table, all of it or nothing; a number that is stored already is a conflict."""

    table: str
    rows: list[StoredRow]
    summary: TableSummary
    """What a list shows of the table after them."""
    position: str
    """The game after them, in case a later version cannot replay the log."""
    seed: str = ""
    """Of a new table: the dealer's seed."""


class DeskRefusal(msgspec.Struct, frozen=True):
    """Why a request was refused."""

    code: str
    params: dict[str, object]
    reason: str


class DeskReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reply to a request."""

    to_store: list[ToStore] = []
    """To be stored in one transaction; result and messages come with the reply to `stored`."""
    result: msgspec.Raw | None = None
    """What was asked for."""
    messages: list[msgspec.Raw] = []
    """What the page of the table is told, in order."""
    refused: DeskRefusal | None = None
    is_play_due: bool = False
    """Whether `play` has something to do at the table."""
