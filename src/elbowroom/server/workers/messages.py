"""The messages between the server and its workers: one line of JSON each."""

from __future__ import annotations

from typing import Literal

import msgspec

from elbowroom.arena.balance_report import BalanceRow
from elbowroom.arena.map_balance import MapTest
from elbowroom.drawing.painted_maps import PaintedMap
from elbowroom.drawing.svg.card import CardPlayer
from elbowroom.drawing.svg.looks import OwnLook
from elbowroom.engine.view import View
from elbowroom.server.tables.box_contents import Box
from elbowroom.server.tables.computer_choices import Hint
from elbowroom.server.tables.creation_texts import CreationText
from elbowroom.server.tables.entries import AnyEntry, Opened
from elbowroom.server.tables.painted_map_check import PaintedMapCheck
from elbowroom.server.tables.settings import TableSettings


class WorkerRequest(msgspec.Struct, frozen=True, tag_field="ask"):
    """What all requests have in common: each gets one reply."""


class ChooseActions(WorkerRequest, frozen=True, tag="decide"):
    """Ask what a computer player does in a position, until chance or somebody else decides."""

    player: str
    """Table and seat: the agent that is remembered for them may have planned its turn."""
    position: str
    level: str
    seed: int
    content: tuple[str, ...] = ()


class FindHints(WorkerRequest, frozen=True, tag="advise"):
    """Ask for the best few actions in a position."""

    player: str
    position: str
    level: str
    content: tuple[str, ...] = ()


class CheckSettings(WorkerRequest, frozen=True, tag="check"):
    """Ask whether a game can be played with these settings."""

    settings: TableSettings


class ReadRecord(WorkerRequest, frozen=True, tag="read"):
    """Ask for the log of a table that shows the game of a record."""

    record: str


class ReadRecordToContinue(WorkerRequest, frozen=True, tag="read_to_continue"):
    """Ask for the log of a table at which the game of a record goes on."""

    record: str
    levels: list[str | None] | None


class DrawPicture(WorkerRequest, frozen=True, tag="draw"):
    """Ask for the preview of a link: a map with the pieces that a view shows, and the players beside it."""

    map: str
    view: View | None
    title: str = ""
    players: tuple[CardPlayer, ...] = ()
    looks: dict[str, OwnLook] = {}
    """What authors chose for their races."""


class DrawBoard(WorkerRequest, frozen=True, tag="sketch"):
    """Ask for the drawing of an empty map in a theme, or, without a theme, for its layout."""

    map: str
    theme: Literal["day", "night"] | None


class DescribeContent(WorkerRequest, frozen=True, tag="inspect"):
    """Ask what a player's own races, powers and maps do."""

    content: tuple[str, ...]


class ReadCreation(WorkerRequest, frozen=True, tag="read_creation"):
    """Ask what a text is that somebody publishes."""

    text: str


class CheckPaintedMap(WorkerRequest, frozen=True, tag="check_map"):
    """Ask what the rules say of a painted map."""

    painted: PaintedMap


class PaintMap(WorkerRequest, frozen=True, tag="paint_map"):
    """Ask for a map file as a painted map."""

    map: str


class PaintRandomMap(WorkerRequest, frozen=True, tag="paint_random_map"):
    """Ask for a random map."""

    players: int
    seed: int


class PlayBalanceGames(WorkerRequest, frozen=True, tag="play_tests"):
    """Ask for the next test games of a creation."""

    text: str
    games: int
    """How many are wanted in all."""
    first: int
    """How many were played before."""


class SumUpBalanceGames(WorkerRequest, frozen=True, tag="sum_up_tests"):
    """Ask what all test games of a creation showed."""

    text: str
    games: int
    batches: tuple[str, ...]
    """The results of all batches, as JSON."""


class WorkerReply(msgspec.Struct, frozen=True, tag_field="answer"):
    """What all replies have in common."""


class ChosenActions(WorkerReply, frozen=True, tag="action"):
    """What a computer player does, one action after the other, in the notation."""

    actions: list[str]


class FoundHints(WorkerReply, frozen=True, tag="advice"):
    """The best few actions."""

    hints: list[Hint]


class SettingsAccepted(WorkerReply, frozen=True, tag="fine"):
    """The settings can be played."""


class RecordLog(WorkerReply, frozen=True, tag="replay"):
    """The opening and the entries that tell the game of a record."""

    opened: Opened
    entries: list[AnyEntry]


class Picture(WorkerReply, frozen=True, tag="picture"):
    """A picture, as PNG."""

    png: bytes


class CompressedBoard(WorkerReply, frozen=True, tag="sketched"):
    """A drawing as SVG, or a layout as JSON, compressed."""

    packed: bytes


class ContentBox(WorkerReply, frozen=True, tag="inspected"):
    """What one's own races, powers and maps do."""

    box: Box


class CreationRead(WorkerReply, frozen=True, tag="creation"):
    """What a text is that somebody publishes."""

    creation: CreationText


class CheckedPaintedMap(WorkerReply, frozen=True, tag="checked_map"):
    """What the rules say of a painted map."""

    check: PaintedMapCheck


class MapPainted(WorkerReply, frozen=True, tag="painted_map"):
    """A painted map."""

    painted: PaintedMap


class BalanceGames(WorkerReply, frozen=True, tag="tests_played"):
    """A batch of test games."""

    games: int
    """0 if all have been played."""
    results: str
    """As JSON."""


class BalanceTestReport(WorkerReply, frozen=True, tag="tests_summed_up"):
    """What all test games of a creation showed: of its races and powers, or of its map."""

    rows: list[BalanceRow]
    maps: list[MapTest]


class RequestRefused(WorkerReply, frozen=True, tag="no"):
    """The request was refused."""

    code: str
    params: dict[str, object]


BotRequest = ChooseActions | FindHints
BalanceRequest = PlayBalanceGames | SumUpBalanceGames
SandboxRequest = (
    CheckSettings
    | ReadRecord
    | ReadRecordToContinue
    | DrawPicture
    | DrawBoard
    | DescribeContent
    | ReadCreation
    | CheckPaintedMap
    | PaintMap
    | PaintRandomMap
)
AnyReply = (
    ChosenActions
    | FoundHints
    | SettingsAccepted
    | RecordLog
    | Picture
    | CompressedBoard
    | ContentBox
    | CreationRead
    | CheckedPaintedMap
    | MapPainted
    | BalanceGames
    | BalanceTestReport
    | RequestRefused
)
