"""Statistics over records: what each race, power and combo brought, when to decline, who should go first.

Each record is replayed and summarised as the picks made in it, and these are added up. `plots` draws them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from elbowroom.arena.intervals import students_t, wilson
from elbowroom.engine.events import Declined, Picked, Scored
from elbowroom.engine.record import MAX_RECORD_CHARACTERS, read_record
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from elbowroom.engine.events import Event, ScorePart
    from elbowroom.engine.game import Game


@dataclass
class Pick:
    """A combo from the moment it was picked to the end of the game, and how its player fared."""

    race: str
    power: str
    players: int
    order: int
    """Its player's place in the turn order: 1 is the first player."""
    game_turn: int
    paid: int
    gained: int
    """Coins that lay on it."""
    coins_active: int = 0
    coins_in_decline: int = 0
    active_turns: int = 0
    """Turns it scored in while active: not the turn of its decline, unless that came after scoring."""
    declined: int | None = None
    """The game turn in which it went in decline."""
    final_coins: int = 0
    win: float = 0.0
    """1 if its player won, a part of 1 if they shared the victory."""

    @property
    def coins(self) -> int:
        """All coins that it brought; the price that was paid for it does not count."""
        return self.coins_active + self.coins_in_decline


@dataclass(frozen=True)
class GameSummary:
    """What the statistics need of one game. The tuples are in turn order, the first player first."""

    players: int
    picks: tuple[Pick, ...]
    scored: tuple[int, ...]
    coins: tuple[int, ...]
    wins: tuple[float, ...]


@dataclass(frozen=True)
class SkippedRecord:
    """A record that does not count, and why: `damaged`, `unfinished`, or started from a `position`."""

    file: str
    why: str
    line: int | None = None
    cause: str = ""


def summarise(game: Game) -> GameSummary:
    """Replay a finished game and sum up what its picks brought."""
    return PickReplay(game).summary()


class PickReplay:
    """Follows a game by its events; `follow` can be extended to note more than the picks."""

    def __init__(self, whole: Game) -> None:
        """Replay this game, from before its first decision."""
        self.game = whole.reopened()
        self.players = int(self.game.setup.players)
        self.picks: list[Pick] = []
        self.in_play: dict[str, Pick] = {}
        """By race: its latest pick."""
        self.active: dict[int, Pick] = {}
        """By seat."""
        self.scored = [0] * self.players
        for action in whole.history:
            game_turn = int(self.game.state.game_turn)
            self.prepare()
            for event in self.game.apply_with_events(action):
                self.follow(event, game_turn)

    def _order(self, seat: int) -> int:
        """The seat's place in the turn order, from 0."""
        return (seat - int(self.game.state.first_player)) % self.players

    def prepare(self) -> None:
        """Look at the game before its next decision."""

    def follow(self, event: Event, game_turn: int) -> None:
        """Note an event of this game turn."""
        match event:
            case Picked(seat=seat, race=race, power=power, paid=paid, gained=gained):
                pick = Pick(race, power, self.players, self._order(seat) + 1, game_turn, paid, gained)
                self.picks.append(pick)
                self.in_play[race] = self.active[seat] = pick
            case Declined():
                self.active.pop(event.seat).declined = game_turn
            case Scored():
                self._score(event.seat, event.parts)

    def _score(self, seat: int, parts: tuple[ScorePart, ...]) -> None:
        active = self.active.get(seat)
        if active is not None:
            active.active_turns += 1
        for part in parts:
            pick = self.in_play[part.race]
            if pick is active:
                pick.coins_active += part.coins
            else:
                pick.coins_in_decline += part.coins
            self.scored[self._order(seat)] += part.coins

    def summary(self) -> GameSummary:
        """What its picks brought, once the game is over."""
        coins, wins = [0] * self.players, [0.0] * self.players
        ranking = self.game.ranking()
        winners = sum(place.place == 1 for place in ranking)
        for place in ranking:
            order = self._order(place.seat)
            coins[order] = place.coins
            wins[order] = 1 / winners if place.place == 1 else 0.0
        for pick in self.picks:
            pick.final_coins = coins[pick.order - 1]
            pick.win = wins[pick.order - 1]
        return GameSummary(self.players, tuple(self.picks), tuple(self.scored), tuple(coins), tuple(wins))


def read_summary(file: Path) -> GameSummary | SkippedRecord:
    """The summary of a recorded game, or why the record does not count."""
    name = str(file)
    try:
        with file.open(encoding="utf-8") as source:
            game = read_record(source.read(MAX_RECORD_CHARACTERS + 1))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return SkippedRecord(name, "damaged", line, str(Refused("not_text", file=file.name)))
    except OSError as error:
        return SkippedRecord(name, "damaged", None, f"{error.strerror}.")
    except Refused as refused:
        where = refused.params.get("line")
        cause = str(refused.params["cause"]) if refused.code == "at_line" else str(refused)
        return SkippedRecord(name, "damaged", where if isinstance(where, int) else None, cause)
    if not game.is_over:
        return SkippedRecord(name, "unfinished")
    if game.opening:
        return SkippedRecord(name, "position")
    return summarise(game)


@dataclass(frozen=True)
class Estimate:
    """A mean or a share with its 95 % interval; one observation alone has a mean but no interval."""

    count: int
    mean: float
    low: float | None = None
    high: float | None = None


class Mean:
    """A running mean."""

    def __init__(self) -> None:
        self.count = 0
        self.total: float = 0
        self.squares: float = 0

    def add(self, value: float) -> None:
        """Count one observation."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean so far."""
        return self.total / self.count

    def estimate(self) -> Estimate:
        """The mean with its interval by Student's distribution."""
        if self.count < 2:
            return Estimate(self.count, self.mean)
        variance = max(0.0, self.squares - self.total * self.total / self.count) / (self.count - 1)
        half = students_t(self.count - 1) * sqrt(variance / self.count)
        return Estimate(self.count, self.mean, self.mean - half, self.mean + half)


def share_of(wins: float, count: int) -> Estimate:
    """A share with its interval."""
    return Estimate(count, wins / count, *wilson(wins, count))


@dataclass(frozen=True)
class ComboRow:
    """A race, a power, or a combo of both, for one number of players; means are per pick."""

    players: int
    race: str | None
    power: str | None
    picks: int
    coins: Estimate
    coins_active: float
    coins_in_decline: float
    price: float
    """Coins paid less the coins that lay on it."""
    game_turn: float
    active_turns: float
    win_share: Estimate


@dataclass(frozen=True)
class OrderRow:
    """A place in the turn order, 1 for the first player."""

    players: int
    order: int
    coins: Estimate
    win_share: Estimate


@dataclass(frozen=True)
class FirstRow:
    """What going first is worth: coins more than the mean of the others, wins more than a fair share."""

    players: int
    coins_ahead: Estimate
    win_share: Estimate
    fair_share: float


@dataclass(frozen=True)
class DeclineRow:
    """Final coins by the number of turns before a player declined; None if the game ended first."""

    players: int
    turns: int | None
    final_coins: Estimate
    win_share: Estimate


class _ComboTally:
    """What all picks of one race, power or combo have in common."""

    def __init__(self) -> None:
        self.coins, self.active, self.declined = Mean(), Mean(), Mean()
        self.price, self.game_turn, self.turns, self.wins = Mean(), Mean(), Mean(), Mean()

    def add(self, pick: Pick) -> None:
        self.coins.add(pick.coins)
        self.active.add(pick.coins_active)
        self.declined.add(pick.coins_in_decline)
        self.price.add(pick.paid - pick.gained)
        self.game_turn.add(pick.game_turn)
        self.turns.add(pick.active_turns)
        self.wins.add(pick.win)

    def row(self, players: int, race: str | None, power: str | None) -> ComboRow:
        return ComboRow(
            players=players,
            race=race,
            power=power,
            picks=self.coins.count,
            coins=self.coins.estimate(),
            coins_active=self.active.mean,
            coins_in_decline=self.declined.mean,
            price=self.price.mean,
            game_turn=self.game_turn.mean,
            active_turns=self.turns.mean,
            win_share=share_of(self.wins.total, self.wins.count),
        )


class _PlayerTally:
    """Final coins and wins of players who have something in common."""

    def __init__(self) -> None:
        self.coins, self.wins = Mean(), Mean()

    def add(self, coins: int, win: float) -> None:
        self.coins.add(coins)
        self.wins.add(win)

    def estimates(self) -> tuple[Estimate, Estimate]:
        return self.coins.estimate(), share_of(self.wins.total, self.wins.count)


class Statistics:
    """The sums over all games so far; its tables are sorted by number of players."""

    def __init__(self) -> None:
        self.games: dict[int, int] = {}
        self.skipped: list[SkippedRecord] = []
        self._combos: dict[tuple[int, str | None, str | None], _ComboTally] = {}
        self._orders: dict[tuple[int, int], _PlayerTally] = {}
        self._ahead: dict[int, Mean] = {}
        self._by_active_turns: dict[tuple[int, int | None], _PlayerTally] = {}
        self._by_first_decline: dict[tuple[int, int | None], _PlayerTally] = {}

    def add(self, summary: GameSummary) -> None:
        """Count one game."""
        players = summary.players
        self.games[players] = self.games.get(players, 0) + 1
        first_declines: dict[int, int] = {}
        for pick in summary.picks:
            for key in (pick.race, None), (None, pick.power), (pick.race, pick.power):
                self._combos.setdefault((players, *key), _ComboTally()).add(pick)
            turns = None if pick.declined is None else pick.active_turns
            self._by_active_turns.setdefault((players, turns), _PlayerTally()).add(pick.final_coins, pick.win)
            if pick.declined is not None:
                first_declines.setdefault(pick.order, pick.declined)
        for order, (coins, win) in enumerate(zip(summary.coins, summary.wins, strict=True), 1):
            self._orders.setdefault((players, order), _PlayerTally()).add(coins, win)
            first = first_declines.get(order)
            self._by_first_decline.setdefault((players, first), _PlayerTally()).add(coins, win)
        others = sum(summary.coins[1:]) / (players - 1)
        self._ahead.setdefault(players, Mean()).add(summary.coins[0] - others)

    def skip(self, record: SkippedRecord) -> None:
        """Remember a record that does not count."""
        self.skipped.append(record)

    def count_skipped(self, why: str) -> int:
        """How many records do not count for this reason."""
        return sum(record.why == why for record in self.skipped)

    @property
    def counts(self) -> list[int]:
        """The numbers of players there are games for."""
        return sorted(self.games)

    def races(self) -> list[ComboRow]:
        """What each race brought, the best first."""
        return self._rows(has_race=True, has_power=False)

    def powers(self) -> list[ComboRow]:
        """What the combos of each special power brought, the best first."""
        return self._rows(has_race=False, has_power=True)

    def combos(self) -> list[ComboRow]:
        """What each combo brought, the best first."""
        return self._rows(has_race=True, has_power=True)

    def _rows(self, *, has_race: bool, has_power: bool) -> list[ComboRow]:
        rows = [
            tally.row(players, race, power)
            for (players, race, power), tally in self._combos.items()
            if (race is not None) == has_race and (power is not None) == has_power
        ]
        return sorted(rows, key=lambda row: (row.players, -row.coins.mean, row.race or "", row.power or ""))

    def orders(self) -> list[OrderRow]:
        """How each place in the turn order fared."""
        return [OrderRow(*key, *self._orders[key].estimates()) for key in sorted(self._orders)]

    def going_first(self) -> list[FirstRow]:
        """What going first is worth."""
        return [
            FirstRow(
                players,
                self._ahead[players].estimate(),
                self._orders[players, 1].estimates()[1],
                1 / players,
            )
            for players in self.counts
        ]

    def by_active_turns(self) -> list[DeclineRow]:
        """Final coins by the turns a race was active before its decline; one observation for each pick."""
        return _decline_rows(self._by_active_turns)

    def by_first_decline(self) -> list[DeclineRow]:
        """Final coins by the game turn of a player's first decline; one observation for each player."""
        return _decline_rows(self._by_first_decline)


def _decline_rows(tallies: dict[tuple[int, int | None], _PlayerTally]) -> list[DeclineRow]:
    last = 1 << 30  # those that never declined stand below the others
    ordered = sorted(tallies, key=lambda key: (key[0], last if key[1] is None else key[1]))
    return [DeclineRow(*key, *tallies[key].estimates()) for key in ordered]


def best_decline(rows: Iterable[DeclineRow]) -> DeclineRow | None:
    """The best turn to decline: the highest lower end of an interval, so that a few games do not decide."""
    lower_ends = [(row.final_coins.low, row) for row in rows if row.turns is not None]
    known = [(low, row) for low, row in lower_ends if low is not None]
    return max(known, key=lambda pair: pair[0])[1] if known else None
