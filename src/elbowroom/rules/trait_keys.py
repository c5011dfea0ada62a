"""Every key that a race or power may have: what kind of value it takes, its limits, and an example.

The reader of content takes its limits from here, and the form that offers the keys to people is made from it
(`trait_offers`). In a key,
PLACE, WHO and MARKER stand for a word of a list: a kind of region, what stands in a region, a marker's name.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from elbowroom.rules import terms

ValueKind = Literal["number", "conditional", "word", "words", "flag", "text"]
NUMBER: Final = "number"
CONDITIONAL: Final = "conditional"
"""A number, or a table `{ n, when }` of a number and the condition under which it counts."""
WORD: Final = "word"
WORDS: Final = "words"
"""A list of words."""
FLAG: Final = "flag"
"""True or false."""
TEXT: Final = "text"

MARKER: Final = "MARKER"
"""Stands in a key, or in a list of words, for the names of the entry's own markers."""
PLACEHOLDERS: Final = {"PLACE": terms.PLACES, "WHO": terms.OCCUPANTS}
"""The words that the other parts of a key in capitals stand for."""

SHORT_FORMS: Final = {"recruits": "recruits.non_empty", "kills": "kills.tokens"}
"""Keys that take a number in the place of a table, and which key of the table that number is."""


class TraitKey(NamedTuple):
    """One key of an entry."""

    key: str
    value: ValueKind
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()
    """What a WORD or the items of WORDS may be."""
    example: str = ""
    """Lines of an entry that use it."""
    beside: str = ""
    """Lines without which the example means nothing."""


_MARKER: Final = 'marker = { name = "totem", count = 3, placed = "one per turn"'

_STRIKES: Final = 'may = ["strike"]'

TRAIT_KEYS: Final = (
    TraitKey("coins.PLACE", CONDITIONAL, 1, 10, example="coins.hill = 1"),
    TraitKey("coins.MARKER", CONDITIONAL, 1, 10, example="coins.totem = 1", beside=_MARKER + " }"),
    TraitKey("coins.non_empty_conquest", CONDITIONAL, 1, 10, example="coins.non_empty_conquest = 1"),
    TraitKey("coins.turn", CONDITIONAL, 1, 10, example='coins.turn = { n = 2, when = "even turn" }'),
    TraitKey("coins.first_turn", CONDITIONAL, 1, 10, example="coins.first_turn = 5"),
    TraitKey("coins.abandoned", CONDITIONAL, 1, 10, example="coins.abandoned = 1"),
    TraitKey("coins.kept", CONDITIONAL, 1, 10, example="coins.kept = 1"),
    TraitKey("coins.lone", CONDITIONAL, 1, 10, example="coins.lone = 1"),
    TraitKey("coins.conquest.WHO", CONDITIONAL, 1, 10, example="coins.conquest.tribe = 2"),
    TraitKey("coins.conquest.PLACE", CONDITIONAL, 1, 10, example="coins.conquest.hill = 1"),
    TraitKey("coins.beyond.regions", NUMBER, 1, 20, example="coins.beyond = { regions = 3, each = 1 }"),
    TraitKey(
        "coins.beyond.each",
        NUMBER,
        1,
        10,
        example='coins.beyond = { regions = 5, each = 2, when = "odd turn" }',
    ),
    TraitKey("discount.PLACE", CONDITIONAL, -3, 3, example="discount.hill = 1"),
    TraitKey("discount.WHO", CONDITIONAL, -3, 3, example="discount.empty = 1\ndiscount.active = -1"),
    TraitKey("discount.beside.PLACE", CONDITIONAL, -3, 3, example="discount.beside.mountain = 1"),
    TraitKey(
        "discount.each.conquest.less", NUMBER, 1, 3, example="discount.each.conquest = { less = 1, most = 2 }"
    ),
    TraitKey(
        "discount.each.conquest.most",
        NUMBER,
        1,
        9,
        example='discount.each.conquest = { less = 2, most = 4, when = "even turn" }',
    ),
    TraitKey(
        "discount.each.neighbour.less",
        NUMBER,
        1,
        3,
        example="discount.each.neighbour = { less = 1, most = 2 }",
    ),
    TraitKey(
        "discount.each.neighbour.most",
        NUMBER,
        1,
        9,
        example='discount.each.neighbour = { less = 2, most = 4, when = "at most 6 regions" }',
    ),
    TraitKey("ignores", WORDS, words=terms.PRICE_PARTS, example='ignores = ["tokens", "mountain"]'),
    TraitKey("reach", WORDS, words=terms.REACHES, example='reach = ["caverns"]'),
    TraitKey("enters", WORD, words=("border", "anywhere"), example='enters = "anywhere"'),
    TraitKey("links", WORDS, words=(*terms.PLACES, MARKER), example='links = ["magic", "mine"]'),
    TraitKey("leaps", NUMBER, 1, 1, example="leaps = 1"),
    TraitKey(
        "starts_from", WORDS, words=terms.PLACES, example='starts_from = ["mountain"]', beside="leaps = 1"
    ),
    TraitKey("losses", NUMBER, -1, 2, example="losses = 0"),
    TraitKey("kills", NUMBER, 0, 3, example="kills = 2"),
    TraitKey("kills.tokens", NUMBER, 0, 3, example="kills = { tokens = 3, once = true }"),
    TraitKey("kills.once", FLAG, example="kills = { tokens = 0, once = true }"),
    TraitKey("attacker_loses", NUMBER, 1, 3, example="attacker_loses = 1"),
    TraitKey("takes.victim", NUMBER, 1, 5, example="takes.victim = 1"),
    TraitKey("takes.attacker", NUMBER, 1, 5, example="takes.attacker = 2"),
    TraitKey("defence.PLACE", NUMBER, 1, 3, example="defence.hill = 1"),
    TraitKey("immune", WORDS, words=terms.PLACES, example='immune = ["cavern"]'),
    TraitKey("garrison.least", NUMBER, 2, 3, example="garrison.least = 2"),
    TraitKey("garrison.most", NUMBER, 1, 1, example="garrison.most = 1"),
    TraitKey("redeploys", FLAG, example="redeploys = false"),
    TraitKey("abandons", WORD, words=terms.ABANDONS, example='abandons = "all"'),
    TraitKey("recruits", NUMBER, 1, 10, example="recruits = 2"),
    TraitKey("recruits.non_empty", NUMBER, 1, 10, example="recruits.non_empty = 3"),
    TraitKey("recruits.turn", NUMBER, 1, 3, example='recruits = { turn = 2, at = "start", for = "attack" }'),
    TraitKey("recruits.held.PLACE", NUMBER, 1, 3, example="recruits.held.farmland = 1"),
    TraitKey("recruits.conquest.WHO", NUMBER, 1, 3, example="recruits.conquest.active = 1"),
    TraitKey("recruits.conquest.PLACE", NUMBER, 1, 3, example="recruits.conquest.forest = 1"),
    TraitKey("recruits.killed", NUMBER, 1, 3, example="recruits.killed = 1"),
    TraitKey("recruits.declined_races", NUMBER, 1, 3, example="recruits.declined_races = 1"),
    TraitKey(
        "recruits.at",
        WORD,
        words=terms.RECRUITED_AT,
        example='recruits.at = "start"',
        beside="recruits.held.hill = 1",
    ),
    TraitKey(
        "recruits.for",
        WORD,
        words=terms.RECRUITED_FOR,
        example='recruits.for = "attack"',
        beside='recruits.at = "start"\nrecruits.declined_races = 1',
    ),
    TraitKey("attack_only", NUMBER, 0, terms.MAX_FREE_BANNER_TOKENS, example="attack_only = 1"),
    TraitKey("marker.name", TEXT, example=_MARKER + " }"),
    TraitKey("marker.count", NUMBER, 1, 10, example=_MARKER + " }"),
    TraitKey("marker.placed", WORD, words=terms.PLACED, example=_MARKER + " }"),
    TraitKey("marker.defence", NUMBER, 0, 3, example=_MARKER + ", defence = 1 }"),
    TraitKey("marker.immune", FLAG, example=_MARKER + ", immune = true }"),
    TraitKey(
        "marker.per_region",
        NUMBER,
        1,
        10,
        example='marker = { name = "tent", count = 4, placed = "redeployment", per_region = 2 }',
    ),
    TraitKey("marker.company", FLAG, example=_MARKER + ", company = true }"),
    TraitKey("marker.where", WORDS, words=terms.PLACES, example=_MARKER + ', where = ["hill", "mine"] }'),
    TraitKey("marker.guards", NUMBER, 1, 3, example=_MARKER + ", guards = 1 }"),
    TraitKey("may", WORDS, words=terms.VERBS, example='may = ["make peace"]'),
    TraitKey("passed_costs", NUMBER, 0, 5, example="passed_costs = 2"),
    TraitKey("pay.coins", NUMBER, 1, 3, example="pay = { coins = 1, discount = 2 }"),
    TraitKey("pay.tokens", NUMBER, 1, 3, example="pay = { tokens = 1, discount = 3 }"),
    TraitKey("pay.discount", NUMBER, 1, 5, example="pay = { coins = 2, discount = 4, times = 2 }"),
    TraitKey("pay.times", NUMBER, 1, 5, example="pay = { coins = 1, discount = 1, times = 3 }"),
    TraitKey("strike.tokens", NUMBER, 1, 3, example="strike.tokens = 1", beside=_STRIKES),
    TraitKey(
        "strike.uses.turn", NUMBER, 1, 5, example="strike = { tokens = 1, uses.turn = 3 }", beside=_STRIKES
    ),
    TraitKey(
        "strike.uses.game",
        NUMBER,
        1,
        terms.MAX_STRIKES,
        example="strike = { tokens = 2, uses.game = 2 }",
        beside=_STRIKES,
    ),
    TraitKey(
        "strike.uses.opponent",
        NUMBER,
        1,
        5,
        example="strike = { tokens = 1, uses = { turn = 3, opponent = 1 } }",
        beside=_STRIKES,
    ),
    TraitKey(
        "strike.pay.coins", NUMBER, 1, 3, example="strike = { tokens = 3, pay.coins = 1 }", beside=_STRIKES
    ),
    TraitKey(
        "strike.pay.tokens", NUMBER, 1, 3, example="strike = { tokens = 2, pay.tokens = 1 }", beside=_STRIKES
    ),
    TraitKey("in_decline.keeps", WORDS, words=terms.KEPT, example='in_decline.keeps = ["tokens"]'),
    TraitKey("in_decline.counts", FLAG, example="in_decline.counts = false"),
    TraitKey("in_decline.immune", FLAG, example="in_decline.immune = true"),
    TraitKey(
        "in_decline.defence", WORD, words=terms.DECLINED_DEFENCE, example='in_decline.defence = "none"'
    ),
)  # fmt: skip
"""All keys of what an entry does, in the order in which people read about them."""

_BY_KEY: Final = {row.key: row for row in TRAIT_KEYS}


def trait_key(key: str) -> TraitKey:
    """The row of a key."""
    return _BY_KEY[key]
