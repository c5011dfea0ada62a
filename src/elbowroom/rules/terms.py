"""The closed lists of words that content may use: terrains, symbols, kinds of region, trait words."""

from __future__ import annotations

from typing import Final

LAND_TERRAINS: Final = ("farmland", "forest", "hill", "swamp", "mountain")
WATER_TERRAINS: Final = ("sea", "lake")
TERRAINS: Final = LAND_TERRAINS + WATER_TERRAINS
SYMBOLS: Final = ("mine", "magic", "cavern")

PLACES: Final = (*TERRAINS, *SYMBOLS, "coastal", "border", "region")
"""Words that name a set of regions, for coins and discounts."""

MOMENTS: Final = ("non_empty_conquest", "turn", "first_turn", "abandoned", "kept", "lone")
"""Words that name what else coins are paid for."""

COIN_TABLES: Final = ("conquest", "beyond")
"""Keys of `coins` that are tables of their own."""
DISCOUNT_TABLES: Final = ("beside", "each")
"""Keys of `discount` that are tables of their own."""

OCCUPANTS: Final = ("empty", "tribe", "active", "declined", "occupied")
"""What stands in a region before it is conquered: nothing, a lost tribe, an active race, a race in decline,
or any of the three."""

PRICE_PARTS: Final = ("tokens", "markers", "mountain", "tribe")
"""The parts of a price that a race may ignore."""

ABANDONS: Final = ("chosen", "all")
"""Which regions a race abandons when its troops are readied: those its player chooses, or all."""
DECLINED_DEFENCE: Final = ("full", "none")
"""Whether the tokens and markers of a race in decline add to the cost of its regions."""

RECRUITED_AT: Final = ("redeployment", "start")
"""When recruits come: before redeployment, or to hand on readying."""
RECRUITED_FOR: Final = ("good", "attack")
"""Whether recruits stay, or leave after redeployment."""

EVEN_TURN: Final = "even turn"
ODD_TURN: Final = "odd turn"
AT_MOST_REGIONS: Final = "at most N regions"
AT_LEAST_REGIONS: Final = "at least N regions"
ATTACKED_NOBODY: Final = "attacked no active race"
CONDITIONS: Final = (EVEN_TURN, ODD_TURN, AT_MOST_REGIONS, AT_LEAST_REGIONS, ATTACKED_NOBODY)
"""When a conditional number counts; N is a number of regions that the race holds."""


def read_condition(text: str) -> tuple[str, int] | None:
    """A condition of CONDITIONS and its number (0 if it has none); None if the text is no condition."""
    words = text.split()
    number = next((int(word) for word in words if word.isdecimal() and len(word) < 3), 0)
    pattern = " ".join("N" if word.isdecimal() else word for word in words)
    if pattern not in CONDITIONS or ("N" in pattern.split()) != (1 <= number <= MAX_CONDITION_REGIONS):
        return None
    return pattern, number


def regions_of_condition(text: str) -> str:
    """The word that stands in the place of N in a condition; empty if the text has none."""
    words = text.split()
    for condition in (AT_MOST_REGIONS, AT_LEAST_REGIONS):
        place = condition.split().index("N")
        if [*words[:place], "N", *words[place + 1 :]] == condition.split():
            return words[place]
    return ""


REACHES: Final = ("anywhere", "caverns", "water")
"""How a race may go beyond adjacent land."""

PLACED: Final = (
    "every region",
    "first conquests",
    "one per turn",
    "redeployment",
    "end of turn",
    "dragon attack",
)
"""When a marker is put on the map."""

VERBS: Final = (
    "substitute",
    "attack with the dragon",
    "roll before every conquest",
    "make peace",
    "decline after scoring",
    "second wave",
    "strike",
)
"""What a race may do that others may not, as `may` says it."""
ABILITIES: Final = (*VERBS, "pay")
"""The same, with what a key of its own gives."""
# Their places in ABILITIES, for `Combo.may`.
SUBSTITUTE: Final = 0
ATTACK_WITH_DRAGON: Final = 1
ROLL_FIRST: Final = 2
MAKE_PEACE: Final = 3
DECLINE_AFTER_SCORING: Final = 4
SECOND_WAVE: Final = 5
STRIKE: Final = 6
PAY: Final = 7

KEPT: Final = ("coins", "marker", "tokens", "conquest")
"""What a race may keep in decline."""

COLOURS: Final = (
    "brick",
    "rose",
    "apricot",
    "honey",
    "lime",
    "moss",
    "mint",
    "pine",
    "sky",
    "navy",
    "lilac",
    "plum",
)
"""What the tokens and the banner of an own race may be painted with."""
EMBLEM_SHAPES: Final = ("hexagon", "sun", "drop", "gate")
"""What may lie behind the symbol of an own emblem; none of them is the shape of a player's counters."""

BEYOND_RULEBOOK: Final = ("own_tokens", "replaces", "tokens", "markers")
"""In what an own race or power may leave the rulebook's limits for blank pieces (BLK-1 to BLK-8)."""

BASE_COST: Final = 2
"""The tokens it takes to conquer an empty region (CON-1)."""
MOUNTAIN_COST: Final = 1
LOST_TRIBE_COST: Final = 1

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
MAX_REGIONS: Final = 56
MAX_RACES: Final = 40
MAX_POWERS: Final = 40
MAX_BANNER_TOKENS: Final = 10
MAX_BADGE_TOKENS: Final = 5
# What a file may write that does not keep to the rulebook (`rulebook = false`).
MAX_FREE_BANNER_TOKENS: Final = 12
MAX_FREE_BADGE_TOKENS: Final = 7
MAX_TOKENS_IN_BOX: Final = 20
MAX_ENTRY_MARKERS: Final = 2
"""The kinds of markers that one banner or badge may bring."""
MAX_CONDITION_REGIONS: Final = 20
MAX_STRIKES: Final = 9
