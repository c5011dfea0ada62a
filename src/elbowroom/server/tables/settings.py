"""The settings of a table, fixed when it is opened: players, map, options, own content, clock, computers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec

from elbowroom.agents import LEVELS
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.notation import read_options
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.refusals import Refused
from elbowroom.rules.setup import RULES_VERSION
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.rules.traits import nearest
from elbowroom.server.durations import DAY_SECONDS
from elbowroom.server.tables.upload_limits import check_upload

if TYPE_CHECKING:
    from elbowroom.rules.content import Content

MAX_CONTENT_TEXTS: Final = 8
MAX_UPLOAD_CHARACTERS: Final = 200_000
MAX_OPTIONS_CHARACTERS: Final = 1000
MAX_TITLE_CHARACTERS: Final = 60
MIN_TURN_SECONDS: Final = 10
MAX_TURN_SECONDS: Final = 14 * DAY_SECONDS


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a player may think: no limit, seconds for a turn, or a time bank that grows with each turn."""

    kind: Literal["none", "turn", "bank"] = "none"
    seconds: int = 0
    """For each turn, or in the bank at the start."""
    increment: int = 0
    """What the bank gains at the end of each turn."""


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table, fixed when it is opened."""

    players: Annotated[int, msgspec.Meta(extra_json_schema={"minimum": MIN_PLAYERS, "maximum": MAX_PLAYERS})]
    map: str = ""
    options: str = ""
    """Table options, written in the notation."""
    content: tuple[str, ...] = ()
    """Own races, powers and maps, as text."""
    position: str = ""
    """Where the game begins, in the notation; only for private games that are not rated."""
    clock: Clock = Clock()
    computers: tuple[str, ...] = ()
    """Levels of the computer players, which take the last seats."""
    is_open: bool = False
    """Whether strangers find the table in the list."""
    is_rated: bool = False
    title: Annotated[str, msgspec.Meta(extra_json_schema={"maxLength": MAX_TITLE_CHARACTERS})] = ""


def seat_names(players: int) -> list[str]:
    """What seats are called while nobody sits there."""
    return [f"P{seat + 1}" for seat in range(players)]


def check_settings(settings: TableSettings) -> None:
    """Refuse settings that cannot be played, with the reason."""
    if not MIN_PLAYERS <= settings.players <= MAX_PLAYERS:
        raise Refused("player_count", players=settings.players)
    if len(settings.computers) >= settings.players:
        raise Refused("too_many_computers", computers=len(settings.computers), players=settings.players)
    for level in settings.computers:
        if level not in LEVELS:
            raise Refused("unknown_level", word=level, nearest=nearest(level, LEVELS), known=list(LEVELS))
    if settings.is_rated and (settings.computers or settings.content or settings.position):
        raise Refused("rated_table")
    if settings.position and settings.is_open:
        raise Refused("open_position")
    check_uploads(settings.content, settings.position)
    if max(len(settings.map), len(settings.options)) > MAX_OPTIONS_CHARACTERS:
        raise Refused("too_long", most=MAX_OPTIONS_CHARACTERS)
    if len(settings.title) > MAX_TITLE_CHARACTERS or not settings.title.isprintable():
        raise Refused("table_title", most=MAX_TITLE_CHARACTERS)
    clock = settings.clock
    if clock.kind != "none" and not MIN_TURN_SECONDS <= clock.seconds <= MAX_TURN_SECONDS:
        raise Refused("clock", seconds=clock.seconds, least=MIN_TURN_SECONDS, most=MAX_TURN_SECONDS)
    if not 0 <= clock.increment <= MAX_TURN_SECONDS:
        raise Refused("clock", seconds=clock.increment, least=0, most=MAX_TURN_SECONDS)
    first_game(settings, seat_names(settings.players))


def check_uploads(content: tuple[str, ...], position: str = "") -> None:
    """Refuse texts that are too long, or nested too deeply, to be parsed at all."""
    uploads = (*content, position)
    if len(content) > MAX_CONTENT_TEXTS or sum(map(len, uploads)) > MAX_UPLOAD_CHARACTERS:
        raise Refused("too_long", most=MAX_UPLOAD_CHARACTERS)
    for text in uploads:
        check_upload(text)


def box_map(settings: TableSettings) -> str | None:
    """The map of the box that a table is played on; None if its own texts may name or change it."""
    if settings.content or settings.position:
        return None
    return settings.map or base_content().map_for(settings.players).id


@lru_cache(maxsize=32)
def content_with(texts: tuple[str, ...]) -> Content:
    """The content of the box and of players' texts; cached, as parsing may take long."""
    content = base_content()
    for number, text in enumerate(texts, start=1):
        content = add_content(content, text, f"own {number}")
    return content


def first_game(settings: TableSettings, names: list[str], rules_version: int = RULES_VERSION) -> Game:
    """The game before its first decision, without a dealer."""
    content = content_with(settings.content)
    if settings.position:
        if settings.map or settings.options:
            raise Refused("position_tells")
        game = Game.from_text(settings.position, content, rules_version=rules_version)
        if game.is_over:
            raise Refused("position_over")
        if game.setup.players != settings.players:
            raise Refused("player_count", players=int(game.setup.players))
        game.names = names
        game.opening = game.to_text()
        return game
    return new_game(
        settings.players,
        options=read_options(settings.options, seat_names(settings.players)),
        content=content,
        map_id=settings.map or None,
        names=names,
        rules_version=rules_version,
    )
