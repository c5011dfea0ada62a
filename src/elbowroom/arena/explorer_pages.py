"""The pages of the explorer: what is known of a race, a special power or a combo for one number of players.

Computers' games and people's games make pages of the same kind. How they are made is in `explorer`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_REPLAYS: Final = 3
"""So many games to replay has a page."""


class Spread(msgspec.Struct, frozen=True):
    """An estimate with its 95 % interval."""

    mean: float
    low: float
    high: float


class PriceFacts(msgspec.Struct, frozen=True):
    """What those paid who chose freely: coins paid less the coins that lay on it."""

    count: int
    mean: float
    median: float


class TurnCoins(msgspec.Struct, frozen=True):
    """What it pays in a turn after the pick, on average over the picks whose game went on so long."""

    turn: int
    """1 is the turn of the pick."""
    count: int
    active: float
    in_decline: float


class DeclineWorth(msgspec.Struct, frozen=True):
    """The mean gain of players who declined after this number of active turns, over the free combo."""

    turns: int
    count: int
    worth: Spread | None
    """None if there are too few for an interval."""


def best_decline(declines: Sequence[DeclineWorth]) -> int | None:
    """The number of active turns after which declining was worth most.

    None if its interval overlaps with another one: then their order means little. So it does without another.
    """
    known = [(row.worth, row.turns) for row in declines if row.worth is not None]
    if len(known) < 2:
        return None
    (best, turns), *others = sorted(known, key=lambda row: row[0].low, reverse=True)
    return turns if all(best.low >= worth.high for worth, _ in others) else None


class EntryMap(msgspec.Struct, frozen=True):
    """Where it is conquered with first, on one map."""

    map_id: str
    count: int
    shares: dict[int, float]
    """By the number of the region."""


class Beater(msgspec.Struct, frozen=True):
    """A race or special power of an opponent that takes more regions from it than others do."""

    race: str | None
    power: str | None
    """One of both is None."""
    turns: int
    """Turns of opponents in which it could attack."""
    regions: int
    """Regions that it took."""
    lift: float
    """Regions taken per turn, divided by those that any opponent takes per turn."""


class ExplorerPage(msgspec.Struct, frozen=True):
    """A race (no power), a special power (no race) or a combo."""

    players: int
    race: str | None
    power: str | None
    picks: int
    lots: int
    """How many of the picks were drawn by lot."""
    value: Spread | None
    """Coins over the free combo at the same price; None if there are too few games."""
    early: Spread | None
    """The same for picks in the first third of the game."""
    late: Spread | None
    """The same for all later picks."""
    win_share: Spread | None
    """The raw share of games won by those who picked it; None if nobody did."""
    price: PriceFacts | None
    """None if nobody chose it freely."""
    coins_by_turn: tuple[TurnCoins, ...]
    declines: tuple[DeclineWorth, ...]
    best_decline: int | None
    """The number of active turns after which declining was worth most; None if intervals overlap."""
    entries: tuple[EntryMap, ...]
    """The map with the most picks first."""
    beaten_by: tuple[Beater, ...]
    """The worst first."""
    games: tuple[str, ...]
    """The ids of games to replay."""


class ExplorerRow(msgspec.Struct, frozen=True):
    """A page in the overview."""

    race: str | None
    power: str | None
    picks: int
    value: Spread | None
    early: Spread | None
    late: Spread | None
    win_share: Spread | None


class Exploration(msgspec.Struct, frozen=True):
    """All pages for one number of players."""

    players: int
    games: int
    picks: int
    lots: int
    first_third: int
    """The last game turn of the first third; picks up to it are early."""
    coin_paid: float
    """By how many coins the margin at the end is smaller for each coin that was paid; 0 if unknown."""
    pages: tuple[ExplorerPage, ...]
    """Races, then special powers, then combos."""

    def page(self, race: str | None = None, power: str | None = None) -> ExplorerPage | None:
        """The page of a race, a special power or a combo; None if there is none of it."""
        for page in self.pages:
            if page.race == race and page.power == power:
                return page
        return None

    def overview(self) -> list[ExplorerRow]:
        """All pages in short, in the same order."""
        return [
            ExplorerRow(
                race=page.race,
                power=page.power,
                picks=page.picks,
                value=page.value,
                early=page.early,
                late=page.late,
                win_share=page.win_share,
            )
            for page in self.pages
        ]
