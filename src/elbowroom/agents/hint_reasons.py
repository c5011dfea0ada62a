"""The reasons that a hint can give: one frozen record for each.

On the wire the kind is its `code`, which names the sentence `hint_CODE` of the catalogue. Seats count from 0,
regions from 1; races are their ids. `reason_finder` finds out which reasons hold.
"""

from __future__ import annotations

from typing import TypeAlias, get_args

import msgspec


class _Reason(msgspec.Struct, frozen=True, tag_field="code"):
    """What all reasons have in common."""

    @property
    def code(self) -> str:
        """Which reason this is."""
        return str(type(self).__struct_config__.tag)


class FreeCombo(_Reason, frozen=True, tag="free"):
    """The combo costs nothing."""


class CoinPrice(_Reason, frozen=True, tag="price"):
    """The combo, or the attack, costs coins."""

    coins: int


class CoinsOnCombo(_Reason, frozen=True, tag="lying"):
    """Coins lie on the combo."""

    coins: int


class ComboTokens(_Reason, frozen=True, tag="gets"):
    """The tokens that come with the combo."""

    tokens: int


class WouldTakeRegions(_Reason, frozen=True, tag="would_take"):
    """How many regions the new race would hold after this turn."""

    regions: int


class WouldBringCoins(_Reason, frozen=True, tag="would_bring"):
    """The coins that the player would have more after the turn."""

    coins: int


class WouldCostCoins(_Reason, frozen=True, tag="would_cost"):
    """The coins that the player would have fewer after the turn."""

    coins: int


class WouldBringNothing(_Reason, frozen=True, tag="would_bring_nothing"):
    """The player would have as many coins after the turn as now."""


class DeclinesWithRegions(_Reason, frozen=True, tag="declines"):
    """The regions that the race in decline would hold."""

    regions: int


class FreesTokens(_Reason, frozen=True, tag="frees"):
    """The tokens in hand after readying the troops."""

    tokens: int


class ThenConquers(_Reason, frozen=True, tag="then"):
    """The numbers of the regions that the plan goes on to conquer, and how many they are."""

    places: tuple[int, ...]
    count: int


class KeepsTokens(_Reason, frozen=True, tag="keeps"):
    """The tokens that are left for redeployment."""

    tokens: int


class RollsFirst(_Reason, frozen=True, tag="rolls"):
    """The die may make the next conquest cheaper."""


class BringsCoins(_Reason, frozen=True, tag="brings"):
    """The coins that this step adds to the score of the turn."""

    coins: int


class BringsFromSources(_Reason, frozen=True, tag="brings_with"):
    """The coins that this step adds to the score of the turn, and how many come from which source."""

    coins: int
    sources: tuple[tuple[str, int], ...]


class BringsNothing(_Reason, frozen=True, tag="brings_nothing"):
    """This step adds nothing to the score of the turn."""


class DrivesOut(_Reason, frozen=True, tag="drives_out"):
    """Whose race loses the region, and how many of its tokens are affected."""

    seat: int
    race: str
    tokens: int


class StrikesTokens(_Reason, frozen=True, tag="strikes"):
    """Whose race loses how many tokens to a strike."""

    seat: int
    race: str
    tokens: int


class BesideOwnRegions(_Reason, frozen=True, tag="beside_own"):
    """How many regions of the same race are adjacent."""

    regions: int


class LeavesTokens(_Reason, frozen=True, tag="leaves"):
    """The tokens in hand after the conquest."""

    tokens: int


class UsesUpTokens(_Reason, frozen=True, tag="uses_up"):
    """The conquest takes the last tokens in hand."""


class NeedsTokensToTake(_Reason, frozen=True, tag="stands"):
    """The tokens that an attacker would need against the region at the end of the turn."""

    tokens: int


class OutOfReach(_Reason, frozen=True, tag="sheltered"):
    """No opponent could reach the region at the end of the turn."""


class ImmuneAtEnd(_Reason, frozen=True, tag="immune"):
    """The region could not be conquered at the end of the turn."""


class IfItSucceeds(_Reason, frozen=True, tag="if_it_succeeds"):
    """The coins that a final attempt brings if it succeeds, and its probability."""

    coins: int
    chance: float


class LastConquest(_Reason, frozen=True, tag="last_conquest"):
    """The conquests of this turn end with the attempt."""


class AllyHolds(_Reason, frozen=True, tag="ally_holds"):
    """The player with whom peace would be made, and how many regions their active race holds."""

    seat: int
    regions: int


class LosesCoins(_Reason, frozen=True, tag="loses"):
    """The coins that this step takes from the score of the turn."""

    coins: int


class StrengthensRegion(_Reason, frozen=True, tag="strengthens"):
    """The tokens that an attacker would need against the region, before and after."""

    before: int
    tokens: int


HintReason: TypeAlias = (
    FreeCombo
    | CoinPrice
    | CoinsOnCombo
    | ComboTokens
    | WouldTakeRegions
    | WouldBringCoins
    | WouldCostCoins
    | WouldBringNothing
    | DeclinesWithRegions
    | FreesTokens
    | ThenConquers
    | KeepsTokens
    | RollsFirst
    | BringsCoins
    | BringsFromSources
    | BringsNothing
    | DrivesOut
    | StrikesTokens
    | BesideOwnRegions
    | LeavesTokens
    | UsesUpTokens
    | NeedsTokensToTake
    | OutOfReach
    | ImmuneAtEnd
    | IfItSucceeds
    | LastConquest
    | AllyHolds
    | LosesCoins
    | StrengthensRegion
)
"""Any reason; told apart by its class, or on the wire by its `code`."""

REASON_TYPES: tuple[type[_Reason], ...] = get_args(HintReason)
