"""How a player's own map plays: the test games on it, how one is played, and what all of them show.

Coins and victories are told by place in the turn order. Some games are played on the map of the box for as
many players, to compare with; like those of `balance`, games can be played anywhere and in any order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from elbowroom.agents import agent_named
from elbowroom.arena.balance import DEALS_PER_CHECK, DEFAULT_AGENT, MAX_DECISIONS, content_of
from elbowroom.arena.balance_report import estimate
from elbowroom.arena.intervals import share_difference, z_of_several
from elbowroom.arena.match import play_game
from elbowroom.arena.statistics import Estimate, share_of
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import new_game
from elbowroom.rules.content import base_content, digest
from elbowroom.rules.options import Options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elbowroom.rules.maps import Map

GAMES_PER_BOX_GAME: Final = 5
"""Every fifth game is played on the map of the box."""
MAX_EVEN_GAIN: Final = 0.1
"""A place that may win a larger share more than on the map of the box is not said not to be favoured."""


@dataclass(frozen=True)
class MapGame:
    """One test game: all that is needed to play it anywhere."""

    number: int
    text: str
    """The map as a file."""
    is_on_box_map: bool
    seed: int = 1
    agent: str = DEFAULT_AGENT

    @property
    def is_checked(self) -> bool:
        """Whether the invariants are checked after every action, which takes longer."""
        return self.number % DEALS_PER_CHECK == 0


class MapResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game tells, as plain data."""

    number: int
    coins: tuple[int, ...]
    """At the end, by place in the turn order; so are the victories."""
    wins: tuple[float, ...]
    decisions: int
    is_over: bool = True
    is_checked: bool = False
    violation: str = ""
    """The rule of the program that was broken, with the position."""


class MapTest(msgspec.Struct, frozen=True):
    """What test games on a map showed; `box_…` are the same on the map of the box for as many players."""

    map: str
    players: int
    games: int
    """Games on the own map; so are all that follow."""
    mean_coins: Estimate | None
    """At the end, mean of all players; None if the test was made before this was told."""
    box_coins: Estimate | None
    """None if no game was played on the map of the box."""
    coins: list[Estimate]
    """At the end, by place in the turn order."""
    wins: list[Estimate]
    box_wins: list[Estimate]
    """Empty if no game was played there, or the test was made before this was told."""
    decisions: float
    most_decisions: int | None
    box_most_decisions: int | None
    unfinished_games: int
    checked_games: int
    violations: int


@dataclass(frozen=True)
class MapPlan:
    """How many games are played on a map, by whom."""

    text: str
    games: int
    seed: int = 1
    agent: str = DEFAULT_AGENT

    def game_list(self) -> list[MapGame]:
        """All games; one has the same number and the same luck whatever the number of games."""
        return [
            MapGame(
                number, self.text, (number + 1) % GAMES_PER_BOX_GAME == 0, seed=self.seed, agent=self.agent
            )
            for number in range(self.games)
        ]


@lru_cache(maxsize=16)
def own_map(text: str) -> Map | None:
    """The map that a player's file adds to the box; None if it adds none."""
    known = base_content().maps
    return next((found for found in content_of((("map", text),)).maps if found not in known), None)


def play_map_game(game: MapGame) -> MapResult:
    """Play one game; the same game has the same result everywhere."""
    map_of_game = own_map(game.text)
    assert map_of_game is not None
    players = map_of_game.players
    if game.is_on_box_map:
        map_of_game = base_content().map_for(players)
    played = new_game(
        players,
        options=Options(first_player=0),
        content=content_of((("map", game.text),)),
        map_id=map_of_game.id,
        dealer=Dealer(f"{game.seed} map {game.number}".encode()),
    )
    agents = [
        agent_named(game.agent, int(digest(f"{game.seed} {game.number} {seat}"), 16))
        for seat in range(players)
    ]
    course = play_game(played, agents, is_checked=game.is_checked, max_decisions=MAX_DECISIONS)
    winners = [rank.seat for rank in played.ranking() if rank.place == 1]
    return MapResult(
        number=game.number,
        coins=tuple(int(coins) for coins in played.state.coins),
        wins=tuple(round(1 / len(winners), 4) if seat in winners else 0.0 for seat in range(players)),
        decisions=course.decisions,
        is_over=played.is_over,
        is_checked=game.is_checked,
        violation=course.violation,
    )


def map_report(plan: MapPlan, results: Iterable[MapResult]) -> MapTest:
    """Sum up the results that there are, in any order; some of them must be of games on the own map."""
    tested = own_map(plan.text)
    assert tested is not None
    known = {result.number: result for result in results}
    games = [game for game in plan.game_list() if game.number in known]
    own = [known[game.number] for game in games if not game.is_on_box_map]
    box = [known[game.number] for game in games if game.is_on_box_map]
    places = range(tested.players)
    return MapTest(
        map=tested.id,
        players=tested.players,
        games=len(own),
        mean_coins=_mean_coins(own),
        box_coins=_mean_coins(box) if box else None,
        coins=[_rounded(estimate([game.coins[place] for game in own])) for place in places],
        wins=_wins(own),
        box_wins=_wins(box) if box else [],
        decisions=round(sum(game.decisions for game in own) / len(own), 4),
        most_decisions=max(game.decisions for game in own),
        box_most_decisions=max((game.decisions for game in box), default=None),
        unfinished_games=sum(not game.is_over for game in own),
        checked_games=sum(game.is_checked for game in own),
        violations=sum(bool(game.violation) for game in own),
    )


def read_map_test(stored: dict[str, Any]) -> MapTest:
    """A report from its stored form.

    Before wins on the map of the box were told, it had only the mean of the coins there, without an interval.
    """
    box_coins = stored["box_coins"]
    if isinstance(box_coins, (int, float)):
        box_games = stored["games"] // (GAMES_PER_BOX_GAME - 1)
        box_coins = {"count": box_games, "mean": box_coins, "low": None, "high": None}
    unknown = dict.fromkeys(("mean_coins", "most_decisions", "box_most_decisions"))
    return msgspec.convert({**unknown, "box_wins": [], **stored, "box_coins": box_coins}, MapTest)


@dataclass(frozen=True)
class PlaceVerdict:
    """Whether a place in the turn order is favoured more than on the map of the box."""

    verdict: Literal["favoured", "even", "unknown"]
    place: int | None = None
    """The favoured one, counted from 0."""


def place_verdict(test: MapTest) -> PlaceVerdict | None:
    """Compare the victories of each place on both maps; None without games on the map of the box.

    Favoured is a place that surely wins more often than on the map of the box, and more than its fair share.
    """
    if not test.box_wins:
        return None
    z = z_of_several(test.players)
    gains = [
        share_difference((own.mean * own.count, own.count), (box.mean * box.count, box.count), z)
        for own, box in zip(test.wins, test.box_wins, strict=True)
    ]
    advanced = [place for place in range(test.players) if test.wins[place].mean > 1 / test.players]
    favoured = [place for place in advanced if gains[place][0] > 0]
    if favoured:
        most = max(favoured, key=lambda place: test.wins[place].mean - test.box_wins[place].mean)
        return PlaceVerdict("favoured", most)
    if any(gains[place][1] > MAX_EVEN_GAIN for place in advanced):
        return PlaceVerdict("unknown")
    return PlaceVerdict("even")


def _mean_coins(games: list[MapResult]) -> Estimate:
    return _rounded(estimate([sum(game.coins) / len(game.coins) for game in games]))


def _wins(games: list[MapResult]) -> list[Estimate]:
    """By place in the turn order."""
    return [
        _rounded(share_of(sum(shares), len(games)))
        for shares in zip(*(game.wins for game in games), strict=True)
    ]


def _rounded(of: Estimate) -> Estimate:
    low, high = (None if end is None else round(end, 4) for end in (of.low, of.high))
    return Estimate(of.count, round(of.mean, 4), low, high)
