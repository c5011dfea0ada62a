"""Twins: two games that took the same course, and differ in nothing but what is hidden from a viewer."""

from __future__ import annotations

import random
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from elbowroom.engine import decisions
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import CHANCE, Game, new_game
from elbowroom.rules.options import Options
from elbowroom.server.app import Settings, make_app
from elbowroom.server.http.services import app_services
from elbowroom.server.rooms.room import Room
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.tables import entries
from elbowroom.server.tables.checkpoints import Checkpoints
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table_log import TableLog
from elbowroom.server.workers.bot_process import BotProcess
from elbowroom.server.workers.messages import FindHints, FoundHints
from tests.server.tables import SEED, Played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.applications import Starlette

Viewer: TypeAlias = int | None
"""A seat, or None for a spectator."""

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")
TABLE = "twin"
KEYS = (b"kind", b"cruel")
"""The keys of the two dealers: what chance will bring differs."""


class Twin:
    """One of two games, and the table of a server at which it is played."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = int(game.setup.players)
        self.options: Options = game.setup.options

    @cached_property
    def played(self) -> Played:
        """The log of a table, at which the coins of the opening came in by a recovery."""
        game, seconds_left = self.game, [0.0] * self.players
        settings = TableSettings(players=self.players, options="open_coins" * self.options.open_coins)
        played = Played(settings).sit(*(name.lower() for name in game.names))
        played.write([entries.Recovered("", game.opening, seconds_left)])
        for actions in _with_outcomes(game.history):
            seat = played.table.to_move
            assert seat is not None
            played.write([entries.Acted(seat, actions)])
        if game.is_over:
            played.write([entries.Finished(SEED)])
        assert played.table.running.to_text() == game.to_text()
        return played

    @cached_property
    def server(self) -> Starlette:
        """A server at which the table is open; it has no database, and looks for hints in this process."""
        url = "sqlite:///nowhere.db"
        settings = Settings(keys=["00" * 32], client=Path("nowhere"), now=lambda: 100.0)
        app = make_app(store_for(url), PeopleDb(url), settings)
        rooms = app_services(app).rooms
        loaded = TableLog(self.played.log, self.played.table, Checkpoints())
        rooms._rooms[TABLE] = Room(TABLE, loaded, rooms._room_services)
        rooms.bots.hints = _hints  # type: ignore[method-assign]
        return app

    def in_other_hands(self) -> Twin:
        """The same game, coins and all, in the hands of the other dealer."""
        game = self.game.earlier(len(self.game.history))
        game.deal_with(Dealer(KEYS[1]))
        return Twin(game)

    def person(self, viewer: Viewer) -> str | None:
        """Who sits at a seat of the table; None is a spectator."""
        return None if viewer is None else self.game.names[viewer].lower()


async def _hints(
    person: str, position: str, level: str, content: tuple[str, ...], source: str = ""
) -> FoundHints:
    del source
    reply = BotProcess().answer(FindHints(person, position, level, content))
    assert isinstance(reply, FoundHints)
    return reply


def _with_outcomes(history: Sequence[int]) -> list[list[int]]:
    """The decisions of players, each with what chance brought after it."""
    groups: list[list[int]] = []
    for action in history:
        if action >> 6 > decisions.LAST_CHANCE:
            groups.append([])
        groups[-1].append(action)
    return groups


class Course(NamedTuple):
    """How twins are played: random decisions, legal for both, until somebody decides."""

    players: int
    seed: int
    decisions: int
    """At least so many, outcomes of chance included."""
    mover: Viewer = None
    """Who decides then; None if it may be anybody."""
    open_coins: bool = False


def twins(course: Course, coins: Sequence[int], other_coins: Sequence[int]) -> tuple[Twin, Twin]:
    """Two games with these coins at the start, the same past, and dealers who will draw something else."""
    options = Options(open_coins=course.open_coins)
    start = new_game(course.players, course.seed, options, names=list(NAMES[: course.players]))
    one, other = _with_coins(start, coins), _with_coins(start, other_coins)
    choices, decided = random.Random(course.seed), 0
    while not one.is_over and (
        decided < course.decisions
        or one.to_move == CHANCE
        or (course.mover is not None and one.to_move != course.mover)
    ):
        # What one of them cannot pay for would tell them apart.
        action = choices.choice(sorted({*one.legal()} & {*other.legal()}))
        one.apply(action)
        other.apply(action)
        decided += 1
    one.deal_with(Dealer(KEYS[0]))
    other.deal_with(Dealer(KEYS[1]))
    return Twin(one), Twin(other)


def _with_coins(start: Game, coins: Sequence[int]) -> Game:
    copy = start.clone()
    for seat in range(int(start.setup.players)):
        copy.state.coins[seat] = coins[seat]
    return Game.from_text(copy.to_text())
