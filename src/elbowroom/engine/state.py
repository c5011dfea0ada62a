"""The state of a game: who holds what, and which decision is due.

It holds no random generator and no hidden order: chance is a decision like any other (docs/architecture.md).
Here are the state and the smallest changes to it; the rules that make them are in the other modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from elbowroom.engine import decisions
from elbowroom.engine.events import Event, MarkerPlaced, MarkerTakenUp
from elbowroom.rules.bits import numbers, only, popcount, vec
from elbowroom.rules.combos import (
    ACTIVE,
    ALWAYS,
    EMPTY,
    IN_DECLINE,
    OCCUPIED,
    ON_EVEN_TURNS,
    ON_ODD_TURNS,
    TRIBE,
    WITH_AT_LEAST,
    WITH_AT_MOST,
    Combo,
)
from elbowroom.rules.terms import BASE_COST, LOST_TRIBE_COST, MOUNTAIN_COST

if TYPE_CHECKING:
    from elbowroom.rules.setup import Setup

STRIKES_OF_SEAT: Final[i64] = 15
"""The bits in which the strikes of, or at, the first seat are counted."""
MAX_DISPLACED: Final = 2
"""How many kinds of markers that are placed in redeployment a race may have."""


@final
class State:
    """Everything that changes during a game. Regions, races, powers and seats are indexes."""

    def __init__(
        self,
        setup: Setup,
        tokens: vec[i64],
        levels: vec[i64],
        markers: vec[i64],
        displaced: vec[i64],
        regions: vec[i64],
        hand: vec[i64],
        withdrawn: vec[i64],
        placed: vec[i64],
        tray: vec[i64],
        power: vec[i64],
        owner: vec[i64],
        coins: vec[i64],
        active: vec[i64],
        column: vec[i64],
        column_coins: vec[i64],
        returned: vec[i64],
    ) -> None:
        """A state over these vectors; `new_state` and `clone` make them."""
        self.setup = setup
        # By region.
        self.tokens: vec[i64] = tokens
        self.tribes: i64 = 0
        self.levels: vec[i64] = levels
        """Item c: the regions that cost at most c tokens before discounts."""
        self.markers: vec[i64] = markers
        """By layer of a marker kind: the regions that hold one."""
        # By race.
        self.regions: vec[i64] = regions
        self.hand: vec[i64] = hand
        self.withdrawn: vec[i64] = withdrawn
        """Tokens of a lost region, to be put back at the end of the attacker's turn (LOS-3)."""
        self.displaced: vec[i64] = displaced
        """Encampments likewise (BIV-7): two numbers for each race, one kind each of banner and badge."""
        self.placed: vec[i64] = placed
        """Markers of the first conquests placed so far, never replaced (RUL-34)."""
        self.tray: vec[i64] = tray
        self.power: vec[i64] = power
        self.owner: vec[i64] = owner
        # By seat.
        self.coins: vec[i64] = coins
        self.active: vec[i64] = active
        self.peace: i64 = 0
        """Bit `8 * ally + seat`: the ally may not attack the active race of the seat (DIP-3)."""
        # The column, top first: race * 64 + power; and the stacks.
        self.column: vec[i64] = column
        self.column_coins: vec[i64] = column_coins
        self.combos_shown: i64 = 0
        self.returned: vec[i64] = returned
        """Banners under the stack, in their known order (DEC-9)."""
        self.banners_returned: i64 = 0
        self.banners: i64 = 0
        self.badges: i64 = 0
        self.discards: i64 = 0
        self.revealed: i64 = -1
        """A banner that waits for its badge."""
        # The turn.
        self.phase: i64 = decisions.FIRST_PLAYER
        self.legal: i64 = 0
        self.resume: i64 = decisions.START_TURN
        """The phase that goes on when chance has filled the column."""
        self.game_turn: i64 = 1
        self.first_player: i64 = 0
        self.seat: i64 = 0
        self.race: i64 = -1
        self.combo: Combo | None = None
        """The combo of the race that acts."""
        self.has_acted: bool = False
        self.is_first_turn: bool = False
        """The active race was picked this turn."""
        self.non_empty: i64 = 0
        """How many non-empty regions the acting race has conquered this turn."""
        self.taken: i64 = 0
        """The regions that the acting race has conquered this turn; only if `setup.follows_turn`."""
        self.taken_from_tribes: i64 = 0
        self.taken_from_active: i64 = 0
        self.taken_from_declined: i64 = 0
        """Those of them in which a lost tribe, an active race or a race in decline stood."""
        self.abandoned: i64 = 0
        """How many regions the acting race has abandoned this turn."""
        self.killed: i64 = 0
        """How many tokens others have lost to the acting race this turn."""
        self.hit: i64 = 0
        """The seats whose losses were those of `kills` this turn, if they count once for each victim."""
        self.leaving: i64 = 0
        """How many tokens in play are recruits that leave after redeployment."""
        self.attacked: i64 = 0
        """The seats whose active race was attacked this turn."""
        self.substituted: i64 = 0
        """The seats of which a token was replaced this turn."""
        self.done_once: i64 = 0
        """What is done once a turn at most and was done: by number of the decision (see `Decision.once`)."""
        self.payments: i64 = 0
        """How many conquests the acting race has paid for this turn."""
        self.strikes: i64 = 0
        """How often the acting race has struck at each seat this turn, 4 bits for a seat."""
        self.strikes_in_game: i64 = 0
        """How often the active race of each seat has struck since it was picked, 4 bits for a seat."""
        self.die: i64 = -1
        """The roll that counts for the next conquest; -1 if there is none."""
        self.target: i64 = -1
        """The region of a final attempt, while the die is rolled."""
        # Placing pieces one by one, in ascending order of regions.
        self.kind: i64 = -1
        """The marker kind that is being placed; -1 for tokens."""
        self.left: i64 = 0
        """How many pieces are still to be placed."""
        self.floor: i64 = 0
        """The regions below this one are settled."""
        self.events: list[Event] | None = None
        """What happens is added here; None if nobody wants to know."""

    def clone(self) -> State:
        """An independent copy that tells no events."""
        copy = State(
            self.setup,
            self.tokens[:],
            self.levels[:],
            self.markers[:],
            self.displaced[:],
            self.regions[:],
            self.hand[:],
            self.withdrawn[:],
            self.placed[:],
            self.tray[:],
            self.power[:],
            self.owner[:],
            self.coins[:],
            self.active[:],
            self.column[:],
            self.column_coins[:],
            self.returned[:],
        )
        copy.tribes = self.tribes
        copy.peace = self.peace
        copy.combos_shown = self.combos_shown
        copy.banners_returned = self.banners_returned
        copy.banners = self.banners
        copy.badges = self.badges
        copy.discards = self.discards
        copy.revealed = self.revealed
        copy.phase = self.phase
        copy.legal = self.legal
        copy.resume = self.resume
        copy.game_turn = self.game_turn
        copy.first_player = self.first_player
        copy.seat = self.seat
        copy.race = self.race
        copy.combo = self.combo
        copy.has_acted = self.has_acted
        copy.is_first_turn = self.is_first_turn
        copy.non_empty = self.non_empty
        if self.setup.follows_turn:
            copy.taken = self.taken
            copy.taken_from_tribes = self.taken_from_tribes
            copy.taken_from_active = self.taken_from_active
            copy.taken_from_declined = self.taken_from_declined
            copy.abandoned = self.abandoned
            copy.killed = self.killed
            copy.hit = self.hit
            copy.leaving = self.leaving
            copy.payments = self.payments
            copy.strikes = self.strikes
            copy.strikes_in_game = self.strikes_in_game
        copy.attacked = self.attacked
        copy.substituted = self.substituted
        copy.done_once = self.done_once
        copy.die = self.die
        copy.target = self.target
        copy.kind = self.kind
        copy.left = self.left
        copy.floor = self.floor
        return copy

    def tell(self, event: Event) -> None:
        """Add to the events, if they are wanted."""
        if self.events is not None:
            self.events.append(event)

    def chooser(self) -> i64:
        """The seat that decides now; meaningless while chance decides."""
        if self.phase == decisions.WITHDRAW or self.phase == decisions.REENCAMP:
            return self.owner[self.race]
        return self.seat

    def acting(self) -> Combo:
        """The combo of the race that acts."""
        combo = self.combo
        assert combo is not None
        return combo

    def combo_of(self, race: i64) -> Combo:
        """The combo of a race in play, as it is now."""
        return self.setup.combo(race, self.power[race], self.is_declined(race))

    def is_declined(self, race: i64) -> bool:
        """Whether a race in play is in decline."""
        return self.active[self.owner[race]] != race

    def holder(self, region: i64) -> i64:
        """The race whose tokens stand in the region, or -1."""
        if self.tokens[region] == 0:
            return -1
        race: i64 = 0
        while not self.regions[race] >> region & 1:
            race += 1
        return race

    def conquered(self, who: i64) -> i64:
        """The regions conquered this turn in which this stood: EMPTY to ANYTHING of `rules.combos`."""
        if who == TRIBE:
            return self.taken_from_tribes
        if who == ACTIVE:
            return self.taken_from_active
        if who == IN_DECLINE:
            return self.taken_from_declined
        occupied = self.taken_from_tribes | self.taken_from_active | self.taken_from_declined
        if who == OCCUPIED:
            return occupied
        return self.taken & ~occupied if who == EMPTY else self.taken

    def is_counted(self, race: i64, when: i64, number: i64) -> bool:
        """Whether a number with this condition counts now for a race: ALWAYS and so on of `rules.combos`."""
        if when == ALWAYS:
            return True
        if when == ON_EVEN_TURNS:
            return self.game_turn & 1 == 0
        if when == ON_ODD_TURNS:
            return self.game_turn & 1 == 1
        if when == WITH_AT_MOST:
            return popcount(self.regions[race]) <= number
        if when == WITH_AT_LEAST:
            return popcount(self.regions[race]) >= number
        return race != self.race or self.attacked == 0

    def held_by(self, seat: i64) -> i64:
        """The regions of all races of a seat."""
        mask: i64 = 0
        race: i64 = 0
        while race < self.setup.races:
            if self.owner[race] == seat:
                mask |= self.regions[race]
            race += 1
        return mask

    def cost(self, region: i64) -> i64:
        """What it costs before discounts: 2 + mountain + lost tribe + tokens + markers (CON-1 to CON-7)."""
        bit = only(region)
        cost: i64 = BASE_COST
        while not self.levels[cost] & bit:
            cost += 1
        return cost

    def change_cost(self, region: i64, by: i64) -> None:
        """Raise or lower what the region costs."""
        if by == 0:
            return
        bit = only(region)
        cost = self.cost(region)
        while by > 0:
            self.levels[cost] &= ~bit
            cost += 1
            by -= 1
        while by < 0:
            cost -= 1
            self.levels[cost] |= bit
            by += 1

    def set_tokens(self, region: i64, tokens: i64) -> None:
        """Set the number of race tokens in the region."""
        self.change_cost(region, tokens - self.tokens[region])
        self.tokens[region] = tokens

    def remove_tribe(self, region: i64) -> None:
        """Take the lost tribe off the map."""
        self.tribes &= ~only(region)
        self.change_cost(region, -LOST_TRIBE_COST)

    def add_marker(self, kind: i64, region: i64) -> None:
        """Put a marker of this kind into the region."""
        bit = only(region)
        layer = self.setup.kind_first[kind]
        while self.markers[layer] & bit:
            layer += 1
        self.markers[layer] |= bit
        self.change_cost(region, self.setup.kind_defence[kind])
        if self.events is not None:
            self.tell(MarkerPlaced(marker=self.setup.kind_names[kind], region=int(region) + 1))

    def take_up(self, kind: i64, mask: i64) -> None:
        """Take all markers of this kind out of these regions."""
        layer = self.setup.kind_first[kind]
        last = layer + self.setup.kind_layers[kind]
        defence = self.setup.kind_defence[kind]
        while layer < last:
            marked = self.markers[layer] & mask
            self.markers[layer] &= ~mask
            layer += 1
            region: i64 = 0
            while marked != 0:
                if marked & 1:
                    self.change_cost(region, -defence)
                    if self.events is not None:
                        name = self.setup.kind_names[kind]
                        self.tell(MarkerTakenUp(marker=name, region=int(region) + 1))
                marked >>= 1
                region += 1

    def clear_markers(self, region: i64) -> None:
        """Take every marker out of the region."""
        kind: i64 = 0
        kinds: i64 = len(self.setup.kind_first)
        while kind < kinds:
            if self.marker_mask(kind) >> region & 1:
                self.take_up(kind, only(region))
            kind += 1

    def marker_mask(self, kind: i64) -> i64:
        """The regions that hold a marker of this kind."""
        return self.markers[self.setup.kind_first[kind]]

    def markers_in(self, kind: i64, region: i64) -> i64:
        """How many markers of this kind the region holds."""
        return self.markers_on(kind, only(region))

    def markers_on(self, kind: i64, mask: i64) -> i64:
        """How many markers of this kind stand in these regions."""
        layer = self.setup.kind_first[kind]
        last = layer + self.setup.kind_layers[kind]
        count: i64 = 0
        while layer < last:
            count += popcount(self.markers[layer] & mask)
            layer += 1
        return count

    def marker_stock(self, kind: i64) -> i64:
        """How many markers of this kind are not on the map."""
        return self.setup.kind_count[kind] - self.markers_on(kind, -1)

    def immune(self) -> i64:
        """The regions that a marker, or the traits of their race, make immune (CON-13, RUL-75)."""
        mask: i64 = 0
        if self.setup.has_firm_races:
            mask = self.firmly_immune()
        layers = self.setup.immune_layers
        i: i64 = 0
        while i < len(layers):
            mask |= self.markers[layers[i]]
            i += 1
        return mask

    def firmly_immune(self) -> i64:
        """The regions that the traits of those who hold them make immune (RUL-75)."""
        mask: i64 = 0
        race: i64 = 0
        while race < self.setup.races:
            if self.regions[race] != 0:
                mask |= self.regions[race] & self.combo_of(race).immune_mask
            race += 1
        return mask

    def empty_region(self, race: i64, region: i64) -> None:
        """The race leaves the region: its markers go, its tokens are the caller's to place."""
        self.regions[race] &= ~only(region)
        self.clear_markers(region)
        self.set_tokens(region, 0)


def new_state(setup: Setup) -> State:
    """The set-up before the first chance decision (SET-1 to SET-12)."""
    board = setup.board
    races = int(setup.races)
    players = int(setup.players)
    shown = int(setup.visible_combos)
    state = State(
        setup,
        numbers([0] * int(board.size)),
        numbers([0] * (int(setup.highest_cost) + 1)),
        numbers([0] * len(setup.layer_defence)),
        numbers([0] * (MAX_DISPLACED * races)),
        numbers([0] * races),
        numbers([0] * races),
        numbers([0] * races),
        numbers([0] * races),
        setup.tokens_in_box[:],
        numbers([-1] * races),
        numbers([-1] * races),
        numbers([int(setup.starting_coins)] * players),
        numbers([-1] * players),
        numbers([-1] * shown),
        numbers([0] * shown),
        numbers([-1] * races),
    )
    state.tribes = board.tribes
    region: i64 = 0
    while region < board.size:
        cost: i64 = BASE_COST
        if board.mountain >> region & 1:
            cost += MOUNTAIN_COST
        if board.tribes >> region & 1:
            cost += LOST_TRIBE_COST
        while cost <= setup.highest_cost:
            state.levels[cost] |= only(region)
            cost += 1
        region += 1
    state.banners = setup.banners
    state.badges = setup.badges
    first = setup.options.first_player
    if first is None:
        state.phase = decisions.FIRST_PLAYER
    else:
        state.first_player = first
        state.seat = first
        state.phase = decisions.START_TURN
    return state
