"""Traits: what a race or a special power does, as a player writes it down.

Both kinds of entry use the same keys. Here are the records; `trait_reader` reads them from a parsed TOML
table, and `trait_keys` lists the keys. Nothing here knows a race or a power by name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING

from elbowroom.rules import terms

if TYPE_CHECKING:
    from collections.abc import Iterable

Amounts = tuple[tuple[str, int], ...]
"""Numbers by word, such as coins by place."""


@dataclass(frozen=True)
class Marker:
    """A piece that stands in a region beside the tokens: a lair, a fortress, a hero."""

    name: str
    count: int
    placed: str
    defence: int = 0
    immune: bool = False
    per_region: int = 1
    company: bool = False
    where: tuple[str, ...] = ()
    """The places in which it may stand; everywhere if there are none."""
    guards: int = 0
    """How much it adds to the cost of regions of its race beside it."""


@dataclass(frozen=True)
class Beyond:
    """Coins for each region held above a number of regions."""

    regions: int
    each: int


@dataclass(frozen=True)
class Each:
    """A discount that grows: `less` for each of something, up to a limit."""

    less: int
    most: int


@dataclass(frozen=True)
class Recruits:
    """New tokens from the tray."""

    non_empty: int = 0
    """N: one token for every N non-empty regions conquered this turn; 0: none."""
    turn: int = 0
    held: Amounts = ()
    conquest: Amounts = ()
    killed: int = 0
    declined_races: int = 0
    at_start: bool = False
    for_attack: bool = False


@dataclass(frozen=True)
class Price:
    """What a race pays for something: coins, or tokens from its hand to the tray."""

    coins: int = 0
    tokens: int = 0


@dataclass(frozen=True)
class Pay:
    """A price for which a conquest costs fewer tokens, at most `times` times a turn."""

    price: Price
    discount: int
    times: int = 1


@dataclass(frozen=True)
class Strike:
    """Tokens that a region of another player beside an own one loses."""

    tokens: int
    turn: int = 1
    """How often in a turn."""
    game: int = 0
    """How often while the race is active; 0 if nothing is said."""
    opponent: int = 0
    """How often in a turn at regions of the same opponent; 0 if nothing is said."""
    price: Price = Price()


@dataclass(frozen=True)
class Traits:
    """What one banner or badge does."""

    tokens: int
    coins: Amounts = ()
    conquest_coins: Amounts = ()
    beyond: Beyond | None = None
    discount: Amounts = ()
    beside: Amounts = ()
    each_conquest: Each | None = None
    each_neighbour: Each | None = None
    ignores: tuple[str, ...] = ()
    reach: tuple[str, ...] = ()
    enters: str = "border"
    links: tuple[str, ...] = ()
    leaps: int = 0
    starts_from: tuple[str, ...] = ()
    losses: int = 1
    kills: int | None = None
    kills_once: bool = False
    attacker_loses: int = 0
    takes_victim: int = 0
    takes_attacker: int = 0
    defence: Amounts = ()
    immune: tuple[str, ...] = ()
    garrison_least: int = 1
    garrison_most: int = 0
    redeploys: bool = True
    abandons: str = "chosen"
    recruits: Recruits | None = None
    attack_only: int = 0
    markers: tuple[Marker, ...] = ()
    may: tuple[str, ...] = ()
    passed_costs: int | None = None
    pay: Pay | None = None
    strike: Strike | None = None
    keeps: tuple[str, ...] = ()
    counts_in_decline: bool = True
    immune_in_decline: bool = False
    defence_in_decline: str = "full"
    conditions: tuple[tuple[str, str], ...] = ()
    """By key, such as `coins.hill`: when its number counts. Numbers without a condition count always."""

    def condition(self, key: str) -> str:
        """When the number of a key counts; empty if always."""
        return dict(self.conditions).get(key, "") if self.conditions else ""

    def is_fixed(self, key: str, amount: int) -> bool:
        """Whether a discount never changes: it is for a place, has no condition, and adds no cost."""
        word = key.rpartition(".")[2]
        return word not in terms.OCCUPANTS and amount > 0 and not self.condition(key)

    @property
    def abilities(self) -> tuple[str, ...]:
        """What it may do that others may not, as words of `terms.ABILITIES`."""
        return self.may if self.pay is None else (*self.may, "pay")

    @property
    def lasts_in_decline(self) -> bool:
        """Whether it does something in decline besides leaving markers (RUL-53)."""
        return (
            not self.counts_in_decline
            or self.immune_in_decline
            or self.defence_in_decline == "none"
            or any(word != "marker" for word in self.keeps)
        )

    @property
    def has_toll(self) -> bool:
        """Whether a conquest makes coins change hands, or costs the attacker tokens."""
        return self.takes_victim + self.takes_attacker + self.attacker_loses > 0

    @property
    def stands_firm(self) -> bool:
        """Whether its regions are defended by more, or less, than tokens and the markers in them."""
        return (
            bool(self.defence or self.immune)
            or self.immune_in_decline
            or self.defence_in_decline == "none"
            or any(marker.guards for marker in self.markers)
        )

    @property
    def counts_turn(self) -> bool:
        """Whether it depends on what was conquered, killed, recruited, paid or struck earlier in the turn."""
        coins = {word for word, _ in self.coins}
        recruits = self.recruits
        return (
            bool(coins & {"abandoned", "kept"})
            or bool(self.conquest_coins)
            or self.kills_once
            or self.pay is not None
            or self.strike is not None
            or (recruits is not None and bool(recruits.conquest or recruits.killed or recruits.for_attack))
        )


@dataclass(frozen=True)
class Emblem:
    """The picture of an own race or power, made of parts."""

    symbol: str
    shape: str = ""
    """What lies behind the symbol; nothing if it is empty."""


@dataclass(frozen=True)
class Entry:
    """A race or a special power: its id, its name and texts, and what it does."""

    id: str
    name: str
    traits: Traits
    text: tuple[tuple[str, str], ...] = ()
    tokens_in_box: int = 0
    tokens_of: str = ""
    replaces: bool = False
    """Whether it takes the place of the entry of the box that has its id."""
    emblem: Emblem | None = None
    colour: str = ""
    """Of a race's tokens and banner; empty if its author chose none."""
    file: str = field(default="", compare=False)
    """The file it was read from."""


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word closest to this one, or nothing."""
    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return close[0] if close else ""
