"""Events: what happened when an action was applied, for a log and for animation; made only when asked for.

One frozen record for each kind of event. On the wire the kind is its `code`. Seats count from 0, regions and
places of the column from 1; races, powers and markers are their ids.
"""

from __future__ import annotations

from typing import TypeAlias, get_args

import msgspec


class _Event(msgspec.Struct, frozen=True, tag_field="code"):
    """What all events have in common."""

    @property
    def code(self) -> str:
        """Which kind of event this is; its sentence in the catalogues is `event_CODE`."""
        return str(type(self).__struct_config__.tag)


class RegionTokens(msgspec.Struct, frozen=True):
    """Tokens in a region."""

    region: int
    tokens: int


class ScorePart(msgspec.Struct, frozen=True):
    """Coins from one source: `regions`, or a word of the banner's or badge's traits."""

    race: str
    source: str
    coins: int
    entry: str
    """The banner or badge that pays."""
    in_decline: bool = False
    """Whether the race is in decline."""


class FirstPlayer(_Event, frozen=True, tag="first_player"):
    """The first player was drawn."""

    seat: int


class GameTurnBegan(_Event, frozen=True, tag="game_turn_began"):
    """A new game turn began."""

    game_turn: int


class TurnBegan(_Event, frozen=True, tag="turn_began"):
    """A player's turn began."""

    seat: int
    game_turn: int


class ComboShown(_Event, frozen=True, tag="combo_shown"):
    """A combo appeared in the column."""

    race: str
    power: str
    slot: int


class Picked(_Event, frozen=True, tag="picked"):
    """A player picked a combo, paid for it, and took the coins that lay on it."""

    seat: int
    race: str
    power: str
    paid: int
    gained: int
    tokens: int


class Gathered(_Event, frozen=True, tag="gathered"):
    """Tokens were taken in hand, all but one of each region."""

    race: str
    taken: tuple[RegionTokens, ...]
    tokens: int
    """In hand now."""


class Readied(_Event, frozen=True, tag="readied"):
    """A player readied the troops of a race."""

    seat: int
    race: str
    tokens: int


class SecondWave(_Event, frozen=True, tag="second_wave"):
    """A player took tokens of a race in hand once more, to go on conquering."""

    seat: int
    race: str
    tokens: int
    """In hand now."""


class Abandoned(_Event, frozen=True, tag="abandoned"):
    """A player abandoned a region."""

    seat: int
    region: int


class Rolled(_Event, frozen=True, tag="rolled"):
    """The reinforcement die was rolled; `region` is null if none was chosen yet."""

    seat: int
    die: int
    region: int | None = None


class AttemptFailed(_Event, frozen=True, tag="attempt_failed"):
    """A final attempt failed."""

    seat: int
    region: int


class Substituted(_Event, frozen=True, tag="substituted"):
    """A lone token of a race was replaced by one of another race."""

    region: int
    race: str
    by: str


class Struck(_Event, frozen=True, tag="struck"):
    """A player struck at a region: its race lost tokens there."""

    seat: int
    """Who struck."""
    race: str
    region: int
    tokens: int


class TribeRemoved(_Event, frozen=True, tag="tribe_removed"):
    """A lost tribe left the map."""

    region: int


class DrivenOut(_Event, frozen=True, tag="driven_out"):
    """A race was driven out of a region."""

    seat: int
    """The owner of the race."""
    race: str
    region: int
    lost: int
    withdrawn: int


class Conquered(_Event, frozen=True, tag="conquered"):
    """A race took a region."""

    seat: int
    race: str
    region: int
    tokens: int


class MarkerPlaced(_Event, frozen=True, tag="marker_placed"):
    """A marker was placed in a region."""

    marker: str
    region: int


class MarkerTakenUp(_Event, frozen=True, tag="marker_taken_up"):
    """A marker left a region."""

    marker: str
    region: int


class Recruited(_Event, frozen=True, tag="recruited"):
    """A race got new tokens from the tray."""

    race: str
    tokens: int


class Dismissed(_Event, frozen=True, tag="dismissed"):
    """Recruits for the attack went back to the tray."""

    race: str
    tokens: int


class Deployed(_Event, frozen=True, tag="deployed"):
    """Tokens went from the hand into a region."""

    race: str
    region: int
    tokens: int


class GaveUp(_Event, frozen=True, tag="gave_up"):
    """A region was given up because its token had to leave."""

    seat: int
    region: int


class Scored(_Event, frozen=True, tag="scored"):
    """A player scored."""

    seat: int
    coins: int
    parts: tuple[ScorePart, ...]


class Paid(_Event, frozen=True, tag="paid"):
    """A player paid for something that a race may do: coins, or tokens from the hand to the tray."""

    seat: int
    race: str
    coins: int
    tokens: int


class CoinsGiven(_Event, frozen=True, tag="coins_given"):
    """A player had to give coins to another one because of a conquest."""

    seat: int
    """Who gives."""
    to: int
    coins: int


class TokensLost(_Event, frozen=True, tag="tokens_lost"):
    """A race lost some of the tokens with which it took a region."""

    race: str
    region: int
    tokens: int


class Allied(_Event, frozen=True, tag="allied"):
    """A player made peace with another one, who may not attack until the player's next turn."""

    seat: int
    ally: int


class Declined(_Event, frozen=True, tag="declined"):
    """A player put the active race in decline."""

    seat: int
    race: str
    returned: int
    """Tokens that went back to the tray."""
    keeps_tokens: bool


class Vanished(_Event, frozen=True, tag="vanished"):
    """A race in decline left the map for good."""

    race: str


class BannerReturned(_Event, frozen=True, tag="banner_returned"):
    """A banner goes back under the stack."""

    race: str
    in_stack: int
    """Banners above it."""


class GameOver(_Event, frozen=True, tag="game_over"):
    """The last turn was played."""


Event: TypeAlias = (
    FirstPlayer
    | GameTurnBegan
    | TurnBegan
    | ComboShown
    | Picked
    | Gathered
    | Readied
    | SecondWave
    | Abandoned
    | Rolled
    | AttemptFailed
    | Substituted
    | Struck
    | TribeRemoved
    | DrivenOut
    | Conquered
    | MarkerPlaced
    | MarkerTakenUp
    | Recruited
    | Dismissed
    | Deployed
    | GaveUp
    | Scored
    | Paid
    | CoinsGiven
    | TokensLost
    | Allied
    | Declined
    | Vanished
    | BannerReturned
    | GameOver
)
"""Any event; told apart by its class, or on the wire by its `code`."""

EVENT_TYPES: tuple[type[_Event], ...] = get_args(Event)
