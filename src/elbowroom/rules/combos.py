"""A combo: the traits of a banner and its badge, turned once into region masks and small numbers.

The engine reads only these; benefits of banner and badge add up (GEN-5). A race in decline has a combo of its
own that holds what its traits say it keeps (GEN-6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from elbowroom.rules.bits import numbers, vec
from elbowroom.rules.terms import ABILITIES, CONDITIONS, OCCUPANTS, PRICE_PARTS, read_condition

if TYPE_CHECKING:
    from elbowroom.rules.boards import Board
    from elbowroom.rules.traits import Amounts, Entry, Traits

# What coins are paid for.
REGIONS: Final = 0
CONQUESTS: Final = 1
TURN: Final = 2
FIRST_TURN: Final = 3
MARKERS: Final = 4
ABANDONED: Final = 5
KEPT: Final = 6
LONE: Final = 7
CONQUERED: Final = 8
BEYOND: Final = 9

CONDITIONAL: Final = 16
"""Added to the kind of coins that are paid under a condition."""

# What recruits come for, besides CONQUESTS, TURN, REGIONS and CONQUERED.
KILLED: Final = 10
DECLINED_RACES: Final = 11

# What a discount is given for that changes in a game.
IN_PLACE: Final = 0
OCCUPIED_BY: Final = 1
BESIDE: Final = 2
EACH_CONQUEST: Final = 3
EACH_NEIGHBOUR: Final = 4
IGNORED: Final = 5

# What stands in a region before it is conquered, in the order of `terms.OCCUPANTS`; or whatever does.
EMPTY: Final = 0
TRIBE: Final = 1
ACTIVE: Final = 2
IN_DECLINE: Final = 3
OCCUPIED: Final = 4
ANYTHING: Final = 5

# The parts of a price that can be ignored, in the order of `terms.PRICE_PARTS`.
TOKENS_PART: Final = 0
MARKERS_PART: Final = 1
MOUNTAIN_PART: Final = 2
TRIBE_PART: Final = 3

# When a number counts: ALWAYS, or one more than the place in `terms.CONDITIONS`.
ALWAYS: Final = 0
ON_EVEN_TURNS: Final = 1
ON_ODD_TURNS: Final = 2
WITH_AT_MOST: Final = 3
WITH_AT_LEAST: Final = 4
ATTACKED_NOBODY: Final = 5

# When a marker is placed, in the order of `terms.PLACED`.
EVERY_REGION: Final = 0
FIRST_CONQUESTS: Final = 1
ONE_PER_TURN: Final = 2
REDEPLOYMENT: Final = 3
END_OF_TURN: Final = 4
DRAGON_ATTACK: Final = 5


EMPTY_COLUMN: Final = numbers([])


def column(values: list[int]) -> vec[i64]:
    """A vector holding these numbers; most are empty, and one empty vector serves for all of them."""
    return numbers(values) if values else EMPTY_COLUMN


@final
class Combo:
    """What the tokens of one race can do, active or in decline."""

    def __init__(
        self, board: Board, race: Entry, power: Entry | None, kinds: list[str], declined: bool
    ) -> None:
        """Merge the traits of banner and badge."""
        parts = [race] if power is None else [race, power]
        self.declined: bool = declined
        self.tokens: i64 = sum(part.traits.tokens + part.traits.attack_only for part in parts)
        self.keeps_tokens: bool = any("tokens" in part.traits.keeps for part in parts)
        self.counts_in_decline: bool = all(part.traits.counts_in_decline for part in parts)
        self.conquers: bool = not declined or any("conquest" in part.traits.keeps for part in parts)

        coins = [part for part in parts if not declined or "coins" in part.traits.keeps]
        self.source_names: list[str] = []
        self.source_parts: list[str] = []
        self.source_kind: vec[i64] = vec[i64]()
        self.source_mask: vec[i64] = vec[i64]()
        self.source_amount: vec[i64] = vec[i64]()
        self._read_coins(board, coins, kinds)

        acting = [] if declined else [part.traits for part in parts]
        self._read_conquest(board, acting, kinds)
        self._read_recruits(board, acting)
        self._read_defence(board, parts, acting)
        losses = [traits.losses for traits in acting if traits.losses != 1]
        # RUL-69: who loses fewer tokens counts before who loses more.
        self.losses: i64 = 1 if not losses else min(losses) if min(losses) < 1 else max(losses)
        kills = [traits for traits in acting if traits.kills is not None]
        self.kills: i64 = max([-1, *[traits.kills for traits in kills if traits.kills is not None]])
        """How many tokens its victims lose, instead of one; -1 if nothing is said."""
        self.kills_once: bool = any(traits.kills_once for traits in kills)
        self.attacker_loses: i64 = sum(traits.attacker_loses for traits in acting)
        self.takes_victim: i64 = sum(traits.takes_victim for traits in acting)
        self.takes_attacker: i64 = sum(traits.takes_attacker for traits in acting)
        self.least: i64 = max([1, *[traits.garrison_least for traits in acting]])
        """How many tokens a conquest needs and leaves."""
        self.stays_in_hand: bool = any(traits.garrison_most for traits in acting)
        """What is not needed in the regions stays in hand instead of being redeployed."""
        self.redeploys: bool = all(traits.redeploys for traits in acting)
        self.abandons_all: bool = any(traits.abandons == "all" for traits in acting)
        self.attack_only: i64 = sum(traits.attack_only for traits in acting)

        passed = [traits.passed_costs for traits in acting if traits.passed_costs is not None]
        self.passed_costs: i64 = max(passed, default=1)
        """The coins for passing over it in the column."""
        may = {verb for traits in acting for verb in traits.abilities}
        self.verbs: i64 = sum(1 << place for place, verb in enumerate(ABILITIES) if verb in may)
        self._read_prices(acting)

        own = {marker.name: marker.placed for traits in acting for marker in traits.markers}
        kinds_of_own = [kind for kind, name in enumerate(kinds) if name in own] if own else []
        first = [kind for kind in kinds_of_own if own[kinds[kind]] == "redeployment"]
        self.markers: vec[i64] = column(first + [kind for kind in kinds_of_own if kind not in first])
        """Those that are placed in redeployment come first: `State.displaced` counts on it."""
        kept = [
            marker.name for part in parts if "marker" in part.traits.keeps for marker in part.traits.markers
        ]
        self.kept_markers: vec[i64] = column([k for k, name in enumerate(kinds) if name in kept])

    def may(self, verb: i64) -> bool:
        """Whether it may do this: the verb is a place in `terms.ABILITIES`."""
        return self.verbs >> verb & 1 != 0

    def _read_coins(self, board: Board, parts: list[Entry], kinds: list[str]) -> None:
        rows = _Rows(board)
        for part in parts:
            traits, before = part.traits, len(rows.kind)
            for word, coins in traits.coins:
                if self.declined and word in ENDING_WITH_DECLINE:
                    continue
                when = traits.condition(f"coins.{word}")
                if word in board.masks:
                    rows.add(REGIONS, coins, mask=board.masks[word], when=when)
                elif word in kinds:
                    rows.add(MARKERS, coins, mask=kinds.index(word), when=when)
                else:
                    rows.add(MOMENT_KINDS[word], coins, when=when)
                self.source_names.append(word)
            if not self.declined:
                rows.add_conquests(traits.conquest_coins, traits, "coins.conquest")
                self.source_names += ["conquest"] * len(traits.conquest_coins)
            if traits.beyond is not None:
                when = traits.condition("coins.beyond")
                rows.add(BEYOND, traits.beyond.each, mask=traits.beyond.regions, when=when)
                self.source_names.append("beyond")
            self.source_parts += [part.id] * (len(rows.kind) - before)
        self.source_kind = column(
            [kind + CONDITIONAL if when else kind for kind, when in zip(rows.kind, rows.when, strict=True)]
        )
        self.source_mask = column(rows.mask)
        self.source_amount = column(rows.amount)
        self.source_who: vec[i64] = column(rows.who)
        self.source_when: vec[i64] = column(rows.when)
        self.source_when_n: vec[i64] = column(rows.when_n)

    def _read_conquest(self, board: Board, acting: list[Traits], kinds: list[str]) -> None:
        cheaper: list[int] = []
        beside_mask: list[int] = []
        beside_amount: list[int] = []
        rows = _Rows(board)
        for part, traits in enumerate(acting):
            rows.part_now = part
            for word, amount in traits.discount:
                key = f"discount.{word}"
                if traits.is_fixed(key, amount):
                    for _ in range(amount):
                        _stack(cheaper, board.masks[word])
                elif word in OCCUPANTS:
                    who, when = OCCUPANTS.index(word), traits.condition(key)
                    rows.add(OCCUPIED_BY, amount, who=who, when=when)
                else:
                    rows.add(IN_PLACE, amount, mask=board.masks[word], when=traits.condition(key))
            for word, amount in traits.beside:
                key = f"discount.beside.{word}"
                if traits.is_fixed(key, amount):
                    beside_mask.append(board.masks[word])
                    beside_amount.append(amount)
                else:
                    rows.add(BESIDE, amount, mask=board.masks[word], when=traits.condition(key))
            for kind, key, each in (
                (EACH_CONQUEST, "discount.each.conquest", traits.each_conquest),
                (EACH_NEIGHBOUR, "discount.each.neighbour", traits.each_neighbour),
            ):
                if each is not None:
                    rows.add(kind, each.less, mask=each.most, when=traits.condition(key))
            for word in traits.ignores:
                if not any(word in other.ignores for other in acting[:part]):
                    rows.add(IGNORED, 0, mask=PRICE_PARTS.index(word))
        self.cheaper: vec[i64] = column(cheaper)
        """Item k: the regions that are at least k + 1 tokens cheaper."""
        self.beside_mask: vec[i64] = column(beside_mask)
        self.beside_amount: vec[i64] = column(beside_amount)
        self.varies: bool = bool(rows.kind)
        """Whether it has discounts that change with the game; they are the rows that follow."""
        self.vary_kind: vec[i64] = column(rows.kind)
        self.vary_mask: vec[i64] = column(rows.mask)
        self.vary_amount: vec[i64] = column(rows.amount)
        self.vary_who: vec[i64] = column(rows.who)
        self.vary_when: vec[i64] = column(rows.when)
        self.vary_when_n: vec[i64] = column(rows.when_n)
        self.vary_part: vec[i64] = column(rows.part)
        """0 for what the banner says, 1 for the badge."""
        reach = [word for traits in acting for word in traits.reach]
        self.flies: bool = "anywhere" in reach
        self.sails: bool = "water" in reach
        self.tunnels: i64 = board.cavern if "caverns" in reach else 0
        self.enters_anywhere: bool = any(traits.enters == "anywhere" for traits in acting)
        links = [word for traits in acting for word in traits.links]
        self.link_masks: vec[i64] = column([board.masks[word] for word in links if word in board.masks])
        self.link_kinds: vec[i64] = column([kinds.index(word) for word in links if word not in board.masks])
        leaps_from = 0
        for traits in acting:
            if traits.leaps:
                for word in traits.starts_from or ("region",):
                    leaps_from |= board.masks[word]
        self.leaps_from: i64 = leaps_from
        """The regions from which it may conquer two steps away."""
        self.reaches_far: bool = bool(links) or leaps_from != 0

    def _read_defence(self, board: Board, parts: list[Entry], acting: list[Traits]) -> None:
        """What defends its regions besides tokens and the markers in them."""
        firm: list[int] = []
        immune = 0
        for traits in acting:
            for word, amount in traits.defence:
                for _ in range(amount):
                    _stack(firm, board.masks[word])
            for word in traits.immune:
                immune |= board.masks[word]
        if self.declined and any(part.traits.immune_in_decline for part in parts):
            immune = board.masks["region"]
        self.firm: vec[i64] = column(firm)
        """Item k: the regions that cost at least k + 1 tokens more while it holds them."""
        self.immune_mask: i64 = immune
        self.is_defenceless: bool = self.declined and any(
            part.traits.defence_in_decline == "none" for part in parts
        )

    def _read_prices(self, acting: list[Traits]) -> None:
        """Paying and striking: the banner's numbers count before those of the badge (RUL-81, RUL-82)."""
        pay = next((traits.pay for traits in acting if traits.pay is not None), None)
        self.pay_coins: i64 = 0 if pay is None else pay.price.coins
        self.pay_tokens: i64 = 0 if pay is None else pay.price.tokens
        self.pay_discount: i64 = 0 if pay is None else pay.discount
        self.pay_times: i64 = 0 if pay is None else pay.times
        strike = next((traits.strike for traits in acting if traits.strike is not None), None)
        self.strike_tokens: i64 = 0 if strike is None else strike.tokens
        self.strike_turn: i64 = 0 if strike is None else strike.turn
        """How often it may strike in a turn."""
        self.strike_game: i64 = 0 if strike is None else strike.game
        """How often while it is active; 0 if as often as it likes."""
        self.strike_opponent: i64 = 0 if strike is None else strike.opponent
        """How often in a turn at the same opponent; 0 if as often as it likes."""
        self.strike_coins: i64 = 0 if strike is None else strike.price.coins
        self.strike_price: i64 = 0 if strike is None else strike.price.tokens
        """The tokens from the hand that a strike costs."""

    def _read_recruits(self, board: Board, acting: list[Traits]) -> None:
        rows = _Rows(board)
        at_start: list[int] = []
        for_attack: list[int] = []
        for traits in acting:
            recruits = traits.recruits
            if recruits is None:
                continue
            counted = (
                (CONQUESTS, recruits.non_empty),
                (TURN, recruits.turn),
                (KILLED, recruits.killed),
                (DECLINED_RACES, recruits.declined_races),
            )
            for kind, amount in counted:
                if amount:
                    rows.add(kind, amount)
            for word, amount in recruits.held:
                rows.add(REGIONS, amount, mask=board.masks[word])
            rows.add_conquests(recruits.conquest, traits, "recruits.conquest")
            at_start += [recruits.at_start] * (len(rows.kind) - len(at_start))
            for_attack += [recruits.for_attack] * (len(rows.kind) - len(for_attack))
        self.recruit_kind: vec[i64] = column(rows.kind)
        self.recruit_mask: vec[i64] = column(rows.mask)
        self.recruit_who: vec[i64] = column(rows.who)
        self.recruit_amount: vec[i64] = column(rows.amount)
        self.recruit_at_start: vec[i64] = column(at_start)
        self.recruit_for_attack: vec[i64] = column(for_attack)


MOMENT_KINDS: Final = {
    "non_empty_conquest": CONQUESTS,
    "turn": TURN,
    "first_turn": FIRST_TURN,
    "abandoned": ABANDONED,
    "kept": KEPT,
    "lone": LONE,
}
ENDING_WITH_DECLINE: Final = ("non_empty_conquest", "first_turn", "abandoned", "kept")
"""RUL-56, RUL-63: coins for these belong to the turn of an active race."""


class _Rows:
    """Columns of numbers, one row for each thing that something is given for."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.part_now = 0
        self.kind: list[int] = []
        self.amount: list[int] = []
        self.mask: list[int] = []
        self.who: list[int] = []
        self.when: list[int] = []
        self.when_n: list[int] = []
        self.part: list[int] = []

    def add(self, kind: int, amount: int, mask: int = 0, who: int = ANYTHING, when: str = "") -> None:
        condition = read_condition(when) if when else None
        self.kind.append(kind)
        self.amount.append(amount)
        self.mask.append(mask)
        self.who.append(who)
        self.when.append(ALWAYS if condition is None else CONDITIONS.index(condition[0]) + 1)
        self.when_n.append(0 if condition is None else condition[1])
        self.part.append(self.part_now)

    def add_conquests(self, amounts: Amounts, traits: Traits, key: str) -> None:
        """A row for each kind of conquest: by what stood in the region, or by its place."""
        for word, amount in amounts:
            when = traits.condition(f"{key}.{word}")
            if word in OCCUPANTS:
                everywhere = self.board.masks["region"]
                self.add(CONQUERED, amount, everywhere, OCCUPANTS.index(word), when)
            else:
                self.add(CONQUERED, amount, self.board.masks[word], when=when)


def _stack(levels: list[int], mask: int) -> None:
    """Make every region of the mask one token cheaper than it was."""
    carry = mask
    for k in range(len(levels)):
        levels[k], carry = levels[k] | carry, levels[k] & carry
    if carry:
        levels.append(carry)
