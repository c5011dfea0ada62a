"""A balance report in words: which sentences are said of it, and these in the language that is spoken.

A client that speaks by itself gets the sentences as data, so that what is said is decided here alone.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from elbowroom.arena.balance_report import BALANCED, UNKNOWN
from elbowroom.arena.map_balance import place_verdict
from elbowroom.rules.description import sentences
from elbowroom.rules.piece_names import PieceNames
from elbowroom.rules.words import decimal, percent, say

if TYPE_CHECKING:
    from elbowroom.arena.balance_report import BalanceRow
    from elbowroom.arena.map_balance import MapTest
    from elbowroom.arena.statistics import Estimate
    from elbowroom.rules.traits import Entry

_KEYS: Final = {"reach": ("reach", "links", "leaps", "starts_from"), "may strike": ("strike",)}
"""The keys of a file whose uses are counted together, where they are not called like the trait."""
MAX_TOKENS_WIDTH: Final = 4.0
"""A number of tokens is not told if its interval is wider than this."""
MAX_AT_LEAST: Final = 3
"""The worth of one token does not tell what more tokens than this would do."""
MIN_BOX_GAMES: Final = 30
"""The best and the worst of the box are not told from fewer games of each."""


class Amount(msgspec.Struct, frozen=True):
    """A number in a sentence, and how it is written."""

    value: float
    form: Literal["decimal", "signed", "percent"]


class BalanceSentence(msgspec.Struct, frozen=True):
    """A message of the catalogues with its parameters."""

    key: str
    params: dict[str, str | int | Amount] = {}

    def __str__(self) -> str:
        """In the language that is spoken."""
        written: dict[str, Any] = {name: _written(value) for name, value in self.params.items()}
        return say(self.key, **written)


class BalanceWords(msgspec.Struct, frozen=True):
    """What is said of test games."""

    verdict: BalanceSentence | None
    """None if there was nothing to compare with."""
    grounds: list[BalanceSentence]
    """What the verdict rests on, and whether games end and keep the rules."""


def balance_words(row: BalanceRow) -> BalanceWords:
    """What is said of a race or special power."""
    grounds = [_deals(row), _coins(row), _wins(row), _picks(row), *_ends_and_rules(row)]
    return BalanceWords(_verdict(row), grounds)


def map_words(test: MapTest) -> BalanceWords:
    """What is said of a map."""
    return BalanceWords(_map_verdict(test), _ends_and_rules(test))


def balance_title(row: BalanceRow) -> str:
    """Which entry it is, how many play, and in how many games."""
    name = say(f"content_{row.kind}", name=row.name)
    return say("balance_title", name=name, players=row.players, games=row.games)


def balance_sentences(row: BalanceRow, entry: Entry) -> list[str]:
    """The verdict on this entry first, then what it rests on."""
    told = [
        _verdict(row),
        _deals(row),
        _coins(row),
        _wins(row),
        _token(row),
        *_box(row),
        _picks(row),
        *_uses(row, entry),
        *_ends_and_rules(row),
    ]
    return [str(sentence) for sentence in told]


def verdict_sentence(row: BalanceRow) -> str:
    """Too strong or too weak, by how many tokens; or that this cannot be told yet."""
    return str(_verdict(row))


def deals_sentence(row: BalanceRow) -> str:
    """How many deals were played, and how often each."""
    return str(_deals(row))


def _verdict(row: BalanceRow) -> BalanceSentence:
    tokens, verdict = row.tokens_too_many, row.verdict
    if verdict == UNKNOWN:
        return BalanceSentence("balance_unknown")
    if verdict == BALANCED:
        assert tokens is not None
        return BalanceSentence("balance_balanced", {"tokens": _signed(tokens.mean), **_signed_ends(tokens)})
    if tokens is None:
        return BalanceSentence("balance_amount_unknown", {"verdict": verdict})
    low, high = sorted((abs(_low(tokens)), abs(_high(tokens))))
    if high - low <= MAX_TOKENS_WIDTH:
        amounts = {"tokens": _decimal(abs(tokens.mean)), "low": _decimal(low), "high": _decimal(high)}
        return BalanceSentence("balance_about", {"verdict": verdict, **amounts})
    if low < 1:
        return BalanceSentence("balance_amount_unknown", {"verdict": verdict})
    return BalanceSentence("balance_at_least", {"verdict": verdict, "tokens": min(floor(low), MAX_AT_LEAST)})


def _map_verdict(test: MapTest) -> BalanceSentence | None:
    """Whether a place in the turn order is favoured more than on the map of the box."""
    found = place_verdict(test)
    if found is None:
        return None
    if found.place is None:
        return BalanceSentence(f"balance_map_{found.verdict}")
    own, box = test.wins[found.place], test.box_wins[found.place]
    shares = {"share": own.mean, "low": _low(own), "high": _high(own), "box_share": box.mean}
    return BalanceSentence(
        "balance_map_favoured",
        {"number": found.place + 1, **{name: _percent(share) for name, share in shares.items()}},
    )


def _deals(row: BalanceRow) -> BalanceSentence:
    return BalanceSentence("balance_deals", {"deals": row.deals, "games": row.games // row.deals})


def _written(value: str | int | Amount) -> str | int:
    if not isinstance(value, Amount):
        return value
    if value.form == "percent":
        return percent(value.value)
    return decimal(value.value, signed=value.form == "signed")


def _decimal(value: float) -> Amount:
    return Amount(value, "decimal")


def _signed(value: float) -> Amount:
    return Amount(value, "signed")


def _percent(value: float) -> Amount:
    return Amount(value, "percent")


def _low(estimate: Estimate) -> float:
    return estimate.mean if estimate.low is None else estimate.low


def _high(estimate: Estimate) -> float:
    return estimate.mean if estimate.high is None else estimate.high


def _signed_ends(estimate: Estimate) -> dict[str, Amount]:
    """The ends of the interval of a difference."""
    return {"low": _signed(_low(estimate)), "high": _signed(_high(estimate))}


def _coins(row: BalanceRow) -> BalanceSentence:
    amounts = {
        "coins": _decimal(row.coins.own.mean),
        "box_coins": _decimal(row.coins.box.mean),
        "difference": _signed(row.coins.difference.mean),
    }
    return BalanceSentence("balance_coins", {**amounts, **_signed_ends(row.coins.difference)})


def _wins(row: BalanceRow) -> BalanceSentence:
    own, box = row.wins.own, row.wins.box
    shares = {"share": own.mean, "low": _low(own), "high": _high(own), "box_share": box.mean}
    return BalanceSentence("balance_wins", {name: _percent(share) for name, share in shares.items()})


def _token(row: BalanceRow) -> BalanceSentence:
    worth = row.coins_per_token
    amounts = {"coins": worth.mean, "low": _low(worth), "high": _high(worth)}
    return BalanceSentence("balance_token", {name: _decimal(coins) for name, coins in amounts.items()})


def _box(row: BalanceRow) -> list[BalanceSentence]:
    if min(entry.coins_ahead.count for entry in row.box) < MIN_BOX_GAMES:
        return []
    names, worst, best = PieceNames(), row.box[0], row.box[-1]
    low, high = _signed(worst.coins_ahead.mean), _signed(best.coins_ahead.mean)
    ends = {"worst": names.piece(worst.entry), "best": names.piece(best.entry)}
    return [BalanceSentence("balance_box", {"low": low, "high": high, **ends})]


def _picks(row: BalanceRow) -> BalanceSentence:
    picks, box_picks = row.free_picks, _decimal(row.free_picks.box_per_game)
    if picks.price is None or picks.box_price is None:
        return BalanceSentence("balance_never_picked", {"box_picks": box_picks})
    amounts = {
        "picks": _decimal(picks.per_game.mean),
        "price": _decimal(picks.price.mean),
        "box_price": _decimal(picks.box_price),
    }
    return BalanceSentence("balance_picks", {"box_picks": box_picks, **amounts})


def _uses(row: BalanceRow, entry: Entry) -> list[BalanceSentence]:
    """How often what the entry does was used, in the words in which it is described."""
    words = {trait: trait_words(entry, trait) for trait in row.uses_per_pick}
    used = [
        BalanceSentence("balance_used", {"times": _decimal(often), "trait": words[trait]})
        for trait, often in row.uses_per_pick.items()
        if often
    ]
    never = [BalanceSentence("balance_never_used", {"trait": words[trait]}) for trait in row.unused_traits]
    return used + never


def trait_words(entry: Entry, trait: str) -> str:
    """What the entry does by a trait whose uses are counted, in the sentences that describe it."""
    named = trait.replace("keeps ", "in_decline.keeps.").replace("may ", "may.")
    keys = _KEYS.get(trait, (named,))
    told = [
        str(sentence)
        for sentence in sentences(entry)
        if any(f"{sentence.key}.".startswith(f"{key}.") for key in keys)
    ]
    return " ".join(told)


def _ends_and_rules(row: BalanceRow | MapTest) -> list[BalanceSentence]:
    """Whether games end and how long they take, and whether a rule of the program was broken."""
    if row.unfinished_games:
        told = [BalanceSentence("balance_unfinished", {"games": row.unfinished_games})]
    else:
        told = [BalanceSentence("balance_all_ended")]
    longest, box_longest = row.most_decisions, row.box_most_decisions
    if longest is not None and box_longest is not None:
        told.append(BalanceSentence("balance_length", {"decisions": longest, "box_decisions": box_longest}))
    if row.violations:
        told.append(BalanceSentence("balance_broken", {"games": row.violations}))
    elif row.checked_games:
        told.append(BalanceSentence("balance_checked", {"games": row.checked_games}))
    return told
