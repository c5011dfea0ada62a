"""The games of the explorer: computers play each other, and what each game was is kept as its record.

`ExplorePlan` lists the games, `play_explore_game` plays one of them, anywhere. Some picks are drawn by lot:
computers would hardly ever pick a weak combo, and what is picked by lot says nothing about who picks it.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from elbowroom.agents import agent_named
from elbowroom.arena.match import play_game
from elbowroom.arena.result_files import own_sources, program_digest
from elbowroom.engine import decisions
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import new_game
from elbowroom.engine.record import write_record
from elbowroom.rules.content import digest
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS

if TYPE_CHECKING:
    from elbowroom.agents.agent import Agent, Budget, Option
    from elbowroom.engine.game import Game

DEFAULT_AGENT: Final = "planner"
DEFAULT_GAMES: Final = 20_000
"""For each number of players."""
LOT_SHARE: Final = 0.25
"""The share of picks that are drawn by lot."""
VERSION: Final = 1


@dataclass(frozen=True)
class ExploreGame:
    """One game of a plan: all that is needed to play it anywhere."""

    number: int
    players: int
    seed: int = 1
    agent: str = DEFAULT_AGENT


class ExploreResult(msgspec.Struct, frozen=True):
    """A game that was played, as plain data."""

    number: int
    record: str
    """The record, packed by `pack_record`."""
    lots: tuple[int, ...]
    """Which picks of the game, counted from 0, were drawn by lot."""

    def to_row(self) -> dict[str, Any]:
        """As JSON has it."""
        row: dict[str, Any] = msgspec.to_builtins(self)
        return row


def read_result(game: ExploreGame, row: dict[str, Any]) -> ExploreResult:
    """The result of this game from its row; a row that is none is a ValueError."""
    try:
        result = msgspec.convert(row, ExploreResult)
    except msgspec.ValidationError as error:
        raise ValueError(row) from error
    if result.number != game.number:
        raise ValueError(row)
    return result


def pack_record(record: str) -> str:
    """A record in few letters."""
    return base64.b85encode(zlib.compress(record.encode(), 9)).decode()


def unpack_record(packed: str) -> str:
    """The record that was packed; text that is none is a ValueError."""
    try:
        return zlib.decompress(base64.b85decode(packed)).decode()
    except (binascii.Error, zlib.error) as error:
        raise ValueError("not a packed record") from error


@dataclass(frozen=True)
class ExplorePlan:
    """For which numbers of players how many games are played."""

    players: tuple[int, ...] = tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1))
    games: int = DEFAULT_GAMES
    """For each number of players."""
    seed: int = 1
    agent: str = DEFAULT_AGENT

    def __post_init__(self) -> None:
        """Refuse what cannot be played, before anything is played."""
        agent_named(self.agent, 0)
        for count in self.players:
            if not MIN_PLAYERS <= count <= MAX_PLAYERS:
                raise Refused("player_count", players=count)

    def game_list(self) -> list[ExploreGame]:
        """All games, the numbers of players in turn, so that any part from the beginning tells about all.

        A game has the same number whatever the number of games, so a plan can be prolonged.
        """
        size = len(self.players)
        return [
            ExploreGame(row * size + place, players, self.seed, self.agent)
            for row in range(self.games)
            for place, players in enumerate(self.players)
        ]

    def settings(self) -> dict[str, Any]:
        """What must stay the same for results to belong together; the number of games may change."""
        return {
            "version": VERSION,
            "players": list(self.players),
            "seed": self.seed,
            "agent": self.agent,
            "lot_share": LOT_SHARE,
            "program": program_digest(),
            **own_sources([self.agent]),
        }


def play_explore_game(game: ExploreGame) -> ExploreResult:
    """Play one game of a plan; the same game has the same result everywhere."""
    name = f"{game.seed} explore {game.number}"
    played = new_game(game.players, dealer=Dealer(name.encode()))
    lots = _Lots(Random(name))
    agents = [
        _PicksByLot(agent_named(game.agent, int(digest(f"{name} {seat}"), 16)), lots)
        for seat in range(game.players)
    ]
    play_game(played, agents)
    return ExploreResult(game.number, pack_record(write_record(played)), tuple(lots.drawn))


class _Lots:
    """Which picks of a game are drawn by lot, and which combo each of them takes."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.picks = 0
        self.drawn: list[int] = []

    def draw(self, actions: list[int]) -> int | None:
        """One of these picks, or None if the player may choose."""
        self.picks += 1
        if self.luck.random() >= LOT_SHARE:
            return None
        self.drawn.append(self.picks - 1)
        return self.luck.choice(actions)


class _PicksByLot:
    """An agent, some of whose picks are drawn by lot."""

    def __init__(self, agent: Agent, lots: _Lots) -> None:
        self._agent = agent
        self._lots = lots

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        if game.state.phase == decisions.PICK:
            drawn = self._lots.draw(game.legal())
            if drawn is not None:
                return drawn
        return self._agent.choose(game, budget)

    def explain(self, game: Game, budget: Budget | None = None) -> list[Option]:
        return self._agent.explain(game, budget)
