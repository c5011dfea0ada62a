"""What a table agreed on before it starts: players, map, options, own content, clock, computer seats."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec

from elbowroom.agents import LEVELS
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.notation import read_options
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest
from elbowroom.server.tables.uploads import check_upload

if TYPE_CHECKING:
    from elbowroom.rules.content import Content

FEWEST, MOST = 2, 5
"""So many players."""
MOST_CONTENT: Final = 8
MOST_CHARACTERS: Final = 200_000
LONGEST_OPTIONS: Final = 1000
LONGEST_TITLE: Final = 60
SHORTEST_TURN, LONGEST_TURN = 10, 14 * 86_400


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a player may think: not limited, so long a turn, or a bank that grows with every turn."""

    kind: Literal["none", "turn", "bank"] = "none"
    seconds: int = 0
    """For each turn, or in the bank at the start; days are many seconds."""
    increment: int = 0
    """What the bank gains at the end of each turn."""


class Agreement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table, fixed when it is opened."""

    players: Annotated[int, msgspec.Meta(extra_json_schema={"minimum": FEWEST, "maximum": MOST})]
    map: str = ""
    options: str = ""
    """Table options in the words of the notation."""
    content: tuple[str, ...] = ()
    """Own races, powers and maps, as text."""
    position: str = ""
    """Where the game begins, in the notation; only for private games that are not rated."""
    clock: Clock = Clock()
    computers: tuple[str, ...] = ()
    """Levels of the computers, which take the last seats."""
    is_open: bool = False
    """Whether strangers find the table in the list."""
    is_rated: bool = False
    title: Annotated[str, msgspec.Meta(extra_json_schema={"maxLength": LONGEST_TITLE})] = ""


def seat_names(players: int) -> list[str]:
    """What seats are called while nobody sits there."""
    return [f"P{seat + 1}" for seat in range(players)]


def check_agreement(agreement: Agreement) -> None:
    """Refuse what cannot be played, with the reason."""
    if not FEWEST <= agreement.players <= MOST:
        raise Refused("player_count", players=agreement.players)
    if len(agreement.computers) >= agreement.players:
        raise Refused("too_many_computers", computers=len(agreement.computers), players=agreement.players)
    for level in agreement.computers:
        if level not in LEVELS:
            raise Refused("unknown_level", word=level, nearest=nearest(level, LEVELS), known=list(LEVELS))
    if agreement.is_rated and (agreement.computers or agreement.content or agreement.position):
        raise Refused("rated_table")
    if agreement.position and agreement.is_open:
        raise Refused("open_position")
    check_uploads(agreement.content, agreement.position)
    if max(len(agreement.map), len(agreement.options)) > LONGEST_OPTIONS:
        raise Refused("too_long", most=LONGEST_OPTIONS)
    if len(agreement.title) > LONGEST_TITLE or not agreement.title.isprintable():
        raise Refused("table_title", most=LONGEST_TITLE)
    clock = agreement.clock
    if clock.kind != "none" and not SHORTEST_TURN <= clock.seconds <= LONGEST_TURN:
        raise Refused("clock", seconds=clock.seconds, least=SHORTEST_TURN, most=LONGEST_TURN)
    if not 0 <= clock.increment <= LONGEST_TURN:
        raise Refused("clock", seconds=clock.increment, least=0, most=LONGEST_TURN)
    first_game(agreement, seat_names(agreement.players))


def check_uploads(content: tuple[str, ...], position: str = "") -> None:
    """Refuse texts that are too long or too odd to be read at all."""
    uploads = (*content, position)
    if len(content) > MOST_CONTENT or sum(map(len, uploads)) > MOST_CHARACTERS:
        raise Refused("too_long", most=MOST_CHARACTERS)
    for text in uploads:
        check_upload(text)


def content_of(agreement: Agreement) -> Content:
    """What the table plays with."""
    return content_with(agreement.content)


@lru_cache(maxsize=32)
def content_with(texts: tuple[str, ...]) -> Content:
    """What is in the box and in texts of players; they are read once, as that may take long."""
    content = base_content()
    for number, text in enumerate(texts, start=1):
        content = add_content(content, text, f"own {number}")
    return content


def first_game(agreement: Agreement, names: list[str]) -> Game:
    """The game before its first decision, without a dealer."""
    content = content_of(agreement)
    if agreement.position:
        if agreement.map or agreement.options:
            raise Refused("position_tells")
        game = Game.from_text(agreement.position, content)
        if game.is_over:
            raise Refused("position_over")
        if game.table.players != agreement.players:
            raise Refused("player_count", players=int(game.table.players))
        game.names = names
        game.opening = game.to_text()
        return game
    return new_game(
        agreement.players,
        options=read_options(agreement.options, seat_names(agreement.players)),
        content=content,
        map_id=agreement.map or None,
        names=names,
    )
