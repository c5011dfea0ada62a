"""What the games of a balance plan tell about each race and special power, with 95 % intervals.

Only whole deals are compared, game by game, so that their common luck falls out of the differences. Means and
differences have intervals by Student's distribution, shares by Wilson, the number of tokens by Fieller.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from elbowroom.arena.balance import box_entries, content_of, is_race, variants_of
from elbowroom.arena.intervals import fieller
from elbowroom.arena.statistics import Estimate, Mean, share_of
from elbowroom.arena.trait_use import countable_traits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elbowroom.arena.balance import BalancePlan, BalanceResult
    from elbowroom.rules.traits import Entry

    Deal = dict[str, BalanceResult]
    """The games of a deal by their variant."""

STRONG: Final = "strong"
WEAK: Final = "weak"
BALANCED: Final = "balanced"
UNKNOWN: Final = "unknown"
MIN_TOKENS: Final = 0.5
"""Less than this cannot be mended with tokens: it counts as balanced."""
MAX_BALANCED_TOKENS: Final = 1.5
"""Balanced is only what is surely not further than this from the mean of the box."""
MAX_VIOLATIONS: Final = 3
"""So many broken rules are told with their positions."""


@dataclass(frozen=True)
class BoxEntry:
    """How whoever begins with an entry of the box ends, against the mean of all of them."""

    entry: str
    coins_ahead: Estimate


@dataclass(frozen=True)
class Comparison:
    """The same of the own entry (`own`) and of the box (`box`), and the mean difference of their games."""

    own: Estimate
    box: Estimate
    difference: Estimate


@dataclass(frozen=True)
class FreePicks:
    """How often players pick an entry by themselves, what it costs and brings; means per pick."""

    per_game: Estimate
    price: Estimate | None
    """Coins paid less the coins that lay on it; None if nobody picked it."""
    coins: Estimate | None
    """Coins that its combo brought, before the price."""
    box_per_game: float
    """The mean of the entries of the box that are of the same kind; so are the next two."""
    box_price: float | None
    box_coins: float | None


@dataclass(frozen=True)
class BalanceRow:
    """One entry with one number of players."""

    entry: str
    kind: str
    """`race` or `power`."""
    name: str
    players: int
    games: int
    """Games that count here: all those of whole deals."""
    deals: int
    verdict: str
    """`strong`, `weak`, `balanced`, or `unknown` if that cannot be told yet."""
    tokens_too_many: Estimate | None
    """By how many tokens it is too strong, or too weak if negative; None if the interval has no ends."""
    coins_per_token: Estimate
    """What one token more is worth, in coins at the end."""
    coins: Comparison
    """Coins at the end of whoever begins with it, or with an entry of the box."""
    wins: Comparison
    """Their share of the games won."""
    box: tuple[BoxEntry, ...]
    """The entries of the box that are of the same kind, the weakest first."""
    free_picks: FreePicks
    uses_per_pick: dict[str, float]
    """How often each of its traits is used, by those who picked it or began with it."""
    decisions: float
    """Decisions in a game, as a mean of the games that have the entry."""
    most_decisions: int
    box_most_decisions: int
    """The same in games without it."""
    unfinished_games: int
    """Games that did not end."""
    checked_games: int
    """Games in which the rules of the program were checked after every action."""
    violations: int
    """How many of them broke one."""
    violation_examples: tuple[str, ...]

    @property
    def unused_traits(self) -> list[str]:
        """The traits that nobody ever used."""
        return [trait for trait, uses in self.uses_per_pick.items() if not uses]


@dataclass(frozen=True)
class BalanceReport:
    """The rows of a plan, entry by entry; numbers of players without enough games have none."""

    agent: str
    seed: int
    rows: tuple[BalanceRow, ...]

    def to_json(self) -> dict[str, Any]:
        """As plain data; the keys are explained in docs/balance.md."""
        rounded: dict[str, Any] = _rounded(asdict(self))
        return rounded


def _rounded(value: Any) -> Any:  # noqa: ANN401 - whatever a report holds
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(inner) for inner in value]
    return round(value, 4) if isinstance(value, float) else value


def merged(*parts: Iterable[BalanceResult]) -> list[BalanceResult]:
    """The results of several runs of a plan as one, each game once."""
    results = {result.number: result for part in parts for result in part}
    return [results[number] for number in sorted(results)]


def balance_report(plan: BalancePlan, results: Iterable[BalanceResult]) -> BalanceReport:
    """Sum up the results that there are, in any order; a plan need not be finished."""
    known = {result.number: result for result in results}
    deals: dict[tuple[str, int], dict[int, Deal]] = {}
    for game in plan.game_list():
        if game.number in known:
            of_entry = deals.setdefault((game.entry, game.players), {})
            of_entry.setdefault(game.deal, {})[game.variant] = known[game.number]
    rows = []
    for entry in plan.entries():
        for players in plan.players:
            wanted = set(variants_of(entry))
            whole = [deal for deal in deals.get((entry.id, players), {}).values() if set(deal) == wanted]
            if len(whole) > 1:
                rows.append(_row(plan, entry, players, whole))
    return BalanceReport(plan.agent, plan.seed, tuple(rows))


def _row(plan: BalancePlan, entry: Entry, players: int, deals: list[Deal]) -> BalanceRow:
    content = content_of(plan.sources)
    games = [game for deal in deals for game in deal.values()]
    own = [deal[variant] for deal in deals for variant in ("free", "with")]
    gains = [_coins(deal, "with") - _coins(deal, "without") for deal in deals]
    token_worths = [_token_worth(deal) for deal in deals]
    difference, per_token = estimate(gains), estimate(token_worths)
    tokens = _tokens(gains, token_worths)
    broken = [game.violation for game in games if game.violation]
    return BalanceRow(
        entry=entry.id,
        kind="race" if is_race(content, entry) else "power",
        name=entry.name,
        players=players,
        games=len(games),
        deals=len(deals),
        verdict=verdict_of(difference, tokens),
        tokens_too_many=tokens,
        coins_per_token=per_token,
        coins=Comparison(
            estimate([_coins(deal, "with") for deal in deals]),
            estimate([_coins(deal, "without") for deal in deals]),
            difference,
        ),
        wins=Comparison(
            share_of(sum(deal["with"].win for deal in deals), len(deals)),
            share_of(sum(deal["without"].win for deal in deals), len(deals)),
            estimate([deal["with"].win - deal["without"].win for deal in deals]),
        ),
        box=_box_by_coins(deals),
        free_picks=_free_picks(deals, entry, [other.id for other in box_entries(content, entry)]),
        uses_per_pick=_uses_per_pick(own, entry),
        decisions=sum(game.decisions for game in own) / len(own),
        most_decisions=max(game.decisions for game in own),
        box_most_decisions=max(deal["without"].decisions for deal in deals),
        unfinished_games=sum(not game.is_over for game in games),
        checked_games=sum(game.is_checked for game in games),
        violations=len(broken),
        violation_examples=tuple(broken[:MAX_VIOLATIONS]),
    )


def estimate(values: Iterable[float]) -> Estimate:
    """The mean of the values with its interval."""
    mean = Mean()
    for value in values:
        mean.add(value)
    return mean.estimate()


def _coins(deal: Deal, variant: str) -> float:
    return float(deal[variant].coins)


def _token_worth(deal: Deal) -> float:
    """What one token more brought in this deal: from one fewer to one more, or from what can be played."""
    low = "fewer" if "fewer" in deal else "with"
    high = "more" if "more" in deal else "with"
    steps = (low == "fewer") + (high == "more")
    return (_coins(deal, high) - _coins(deal, low)) / steps


def _tokens(gains: list[float], token_worths: list[float]) -> Estimate | None:
    """The coins gained as a number of tokens; None if a token may be worth nothing."""
    interval = fieller(gains, token_worths)
    worth = sum(token_worths)
    if interval is None or worth <= 0:
        return None
    return Estimate(len(gains), sum(gains) / worth, *interval)


def verdict_of(difference: Estimate, tokens: Estimate | None) -> str:
    """Whether an entry is stronger or weaker than the mean of the box, or near it, or not known to be."""
    assert difference.low is not None
    assert difference.high is not None
    is_clear = difference.low > 0 or difference.high < 0
    if tokens is not None and _furthest(tokens) <= MAX_BALANCED_TOKENS:
        if not is_clear or abs(tokens.mean) < MIN_TOKENS:
            return BALANCED
    elif not is_clear:
        return UNKNOWN
    return STRONG if difference.mean > 0 else WEAK


def _furthest(estimate: Estimate) -> float:
    """The end of an interval that is further from 0."""
    assert estimate.low is not None
    assert estimate.high is not None
    return max(abs(estimate.low), abs(estimate.high))


def _box_by_coins(deals: list[Deal]) -> tuple[BoxEntry, ...]:
    """The entries of the box that players began with, the weakest first."""
    games = [deal["without"] for deal in deals]
    mean = sum(game.coins for game in games) / len(games)
    ahead: dict[str, list[float]] = {}
    for game in games:
        ahead.setdefault(game.began_with, []).append(game.coins - mean)
    rows = [BoxEntry(entry, estimate(values)) for entry, values in ahead.items()]
    return tuple(sorted(rows, key=lambda row: (row.coins_ahead.mean, row.entry)))


def _free_picks(deals: list[Deal], entry: Entry, box: list[str]) -> FreePicks:
    per_game, price, coins = Mean(), Mean(), Mean()
    box_price, box_coins = Mean(), Mean()
    for deal in deals:
        picks = deal["free"].picks
        own = [pick for pick in picks if pick.entry == entry.id]
        per_game.add(len(own))
        for pick in own:
            price.add(pick.price)
            coins.add(pick.coins)
        for pick in picks:
            if pick.entry in box:
                box_price.add(pick.price)
                box_coins.add(pick.coins)
    is_picked, is_box_picked = price.count > 0, box_price.count > 0
    return FreePicks(
        per_game=per_game.estimate(),
        price=price.estimate() if is_picked else None,
        coins=coins.estimate() if is_picked else None,
        box_per_game=box_price.count / len(box) / len(deals),
        box_price=box_price.mean if is_box_picked else None,
        box_coins=box_coins.mean if is_box_picked else None,
    )


def _uses_per_pick(games: list[BalanceResult], entry: Entry) -> dict[str, float]:
    uses: Counter[str] = Counter()
    for game in games:
        uses.update(game.uses)
    holds = sum(game.holds for game in games)
    return {trait: uses[trait] / holds if holds else 0.0 for trait in countable_traits(entry)}
