"""The closed lists of words that content may use: terrains, symbols, kinds of region, trait words."""

from __future__ import annotations

from typing import Final

LAND_TERRAINS: Final = ("farmland", "forest", "hill", "swamp", "mountain")
WATER_TERRAINS: Final = ("sea", "lake")
TERRAINS: Final = LAND_TERRAINS + WATER_TERRAINS
SYMBOLS: Final = ("mine", "magic", "cavern")

PLACES: Final = (*TERRAINS, *SYMBOLS, "coastal", "border", "region")
"""Words that name a set of regions, for coins and discounts."""

MOMENTS: Final = ("non_empty_conquest", "turn", "first_turn")
"""Words that name what else coins are paid for."""

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
)
"""What a race may do that others may not."""
# Their places in VERBS, for `Combo.may`.
SUBSTITUTE: Final = 0
ATTACK_WITH_DRAGON: Final = 1
ROLL_FIRST: Final = 2
MAKE_PEACE: Final = 3
DECLINE_AFTER_SCORING: Final = 4

KEPT: Final = ("coins", "marker", "tokens", "conquest")
"""What a race may keep in decline."""

BASE_COST: Final = 2
"""The tokens it takes to conquer an empty region (CON-1)."""
MOUNTAIN_COST: Final = 1
LOST_TRIBE_COST: Final = 1

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
MAX_REGIONS: Final = 56
MAX_POWERS: Final = 40
MAX_BANNER_TOKENS: Final = 10
MAX_BADGE_TOKENS: Final = 5
