"""A balance report in words, in the language that is spoken."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

from elbowroom.arena.balance_report import BALANCED, UNKNOWN
from elbowroom.rules.description import sentences
from elbowroom.rules.piece_names import PieceNames
from elbowroom.rules.words import decimal, percent, say

if TYPE_CHECKING:
    from elbowroom.arena.balance_report import BalanceRow
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


def balance_title(row: BalanceRow) -> str:
    """Which entry it is, how many play, and in how many games."""
    name = say(f"content_{row.kind}", name=row.name)
    return say("balance_title", name=name, players=row.players, games=row.games)


def balance_sentences(row: BalanceRow, entry: Entry) -> list[str]:
    """The verdict on this entry first, then what it rests on."""
    return [
        verdict_sentence(row),
        deals_sentence(row),
        _coins(row),
        _wins(row),
        _token(row),
        *_box(row),
        _picks(row),
        *_uses(row, entry),
        say("balance_length", decisions=row.most_decisions, box_decisions=row.box_most_decisions),
        *_soundness(row),
    ]


def verdict_sentence(row: BalanceRow) -> str:
    """Too strong or too weak, by how many tokens; or that this cannot be told yet."""
    tokens, verdict = row.tokens_too_many, row.verdict
    if verdict == UNKNOWN:
        return say("balance_unknown")
    if verdict == BALANCED:
        assert tokens is not None
        signed = {"tokens": decimal(tokens.mean, signed=True), **_ends(tokens)}
        return say("balance_balanced", **signed)
    if tokens is None:
        return say("balance_amount_unknown", verdict=verdict)
    low, high = sorted((abs(_low(tokens)), abs(_high(tokens))))
    if high - low <= MAX_TOKENS_WIDTH:
        amount = decimal(abs(tokens.mean))
        return say("balance_about", verdict=verdict, tokens=amount, low=decimal(low), high=decimal(high))
    if low < 1:
        return say("balance_amount_unknown", verdict=verdict)
    return say("balance_at_least", verdict=verdict, tokens=min(floor(low), MAX_AT_LEAST))


def deals_sentence(row: BalanceRow) -> str:
    """How many deals were played, and how often each."""
    return say("balance_deals", deals=row.deals, games=row.games // row.deals)


def _low(estimate: Estimate) -> float:
    assert estimate.low is not None
    return estimate.low


def _high(estimate: Estimate) -> float:
    assert estimate.high is not None
    return estimate.high


def _ends(estimate: Estimate) -> dict[str, str]:
    """The ends of the interval of a difference."""
    return {"low": decimal(_low(estimate), signed=True), "high": decimal(_high(estimate), signed=True)}


def _coins(row: BalanceRow) -> str:
    return say(
        "balance_coins",
        coins=decimal(row.coins.own.mean),
        box_coins=decimal(row.coins.box.mean),
        difference=decimal(row.coins.difference.mean, signed=True),
        **_ends(row.coins.difference),
    )


def _wins(row: BalanceRow) -> str:
    own = row.wins.own
    return say(
        "balance_wins",
        share=percent(own.mean),
        low=percent(_low(own)),
        high=percent(_high(own)),
        box_share=percent(row.wins.box.mean),
    )


def _token(row: BalanceRow) -> str:
    worth = row.coins_per_token
    return say(
        "balance_token", coins=decimal(worth.mean), low=decimal(_low(worth)), high=decimal(_high(worth))
    )


def _box(row: BalanceRow) -> list[str]:
    if min(entry.coins_ahead.count for entry in row.box) < MIN_BOX_GAMES:
        return []
    names, worst, best = PieceNames(), row.box[0], row.box[-1]
    sentence = say(
        "balance_box",
        low=decimal(worst.coins_ahead.mean, signed=True),
        worst=names.piece(worst.entry),
        high=decimal(best.coins_ahead.mean, signed=True),
        best=names.piece(best.entry),
    )
    return [sentence]


def _picks(row: BalanceRow) -> str:
    picks = row.free_picks
    box_picks = decimal(picks.box_per_game)
    if picks.price is None or picks.box_price is None:
        return say("balance_never_picked", box_picks=box_picks)
    return say(
        "balance_picks",
        picks=decimal(picks.per_game.mean),
        box_picks=box_picks,
        price=decimal(picks.price.mean),
        box_price=decimal(picks.box_price),
    )


def _uses(row: BalanceRow, entry: Entry) -> list[str]:
    """How often what the entry does was used, in the words in which it is described."""
    words = {trait: trait_words(entry, trait) for trait in row.uses_per_pick}
    used = [
        say("balance_used", times=decimal(often), trait=words[trait])
        for trait, often in row.uses_per_pick.items()
        if often
    ]
    return used + [say("balance_never_used", trait=words[trait]) for trait in row.unused_traits]


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


def _soundness(row: BalanceRow) -> list[str]:
    """Whether games end, and whether a rule of the program was broken."""
    sentences = []
    if row.unfinished_games:
        sentences.append(say("balance_unfinished", games=row.unfinished_games))
    if row.violations:
        sentences.append(say("balance_broken", games=row.violations))
    elif row.checked_games:
        sentences.append(say("balance_checked", games=row.checked_games))
    return sentences
