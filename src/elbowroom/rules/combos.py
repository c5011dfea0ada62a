"""A combo: the traits of a banner and its badge, turned once into region masks and small numbers.

The engine reads only these; benefits of banner and badge add up (GEN-5). A race in decline has a combo of its
own that holds what its traits say it keeps (GEN-6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from elbowroom.rules.bits import numbers, vec
from elbowroom.rules.terms import VERBS

if TYPE_CHECKING:
    from elbowroom.rules.boards import Board
    from elbowroom.rules.traits import Entry, Traits

# What coins are paid for.
REGIONS: Final = 0
CONQUESTS: Final = 1
TURN: Final = 2
FIRST_TURN: Final = 3
MARKERS: Final = 4

# When a marker is placed, in the order of `terms.PLACED`.
EVERY_REGION: Final = 0
FIRST_CONQUESTS: Final = 1
ONE_PER_TURN: Final = 2
REDEPLOYMENT: Final = 3
END_OF_TURN: Final = 4
DRAGON_ATTACK: Final = 5


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
        self._read_conquest(board, acting)
        self.losses: i64 = min([1, *[traits.losses for traits in acting]])
        self.attack_only: i64 = sum(traits.attack_only for traits in acting)
        self.recruits: vec[i64] = numbers([traits.recruits for traits in acting if traits.recruits])

        may = {verb for traits in acting for verb in traits.may}
        self.verbs: i64 = sum(1 << place for place, verb in enumerate(VERBS) if verb in may)

        own = [traits.marker.name for traits in acting if traits.marker is not None]
        self.markers: vec[i64] = numbers([k for k, name in enumerate(kinds) if name in own])
        kept = [
            part.traits.marker.name
            for part in parts
            if part.traits.marker is not None and "marker" in part.traits.keeps
        ]
        self.kept_markers: vec[i64] = numbers([k for k, name in enumerate(kinds) if name in kept])

    def may(self, verb: i64) -> bool:
        """Whether it may do this: the verb is a place in `terms.VERBS`."""
        return self.verbs >> verb & 1 != 0

    def _read_coins(self, board: Board, parts: list[Entry], kinds: list[str]) -> None:
        kind: list[int] = []
        mask: list[int] = []
        amount: list[int] = []
        for part in parts:
            for word, coins in part.traits.coins:
                if self.declined and word in ("non_empty_conquest", "first_turn"):
                    continue  # RUL-56: these belong to the turn of an active race.
                if word in board.masks:
                    kind.append(REGIONS)
                    mask.append(board.masks[word])
                elif word in kinds:
                    kind.append(MARKERS)
                    mask.append(kinds.index(word))
                else:
                    moments = {"non_empty_conquest": CONQUESTS, "turn": TURN, "first_turn": FIRST_TURN}
                    kind.append(moments[word])
                    mask.append(0)
                amount.append(coins)
                self.source_names.append(word)
                self.source_parts.append(part.id)
        self.source_kind = numbers(kind)
        self.source_mask = numbers(mask)
        self.source_amount = numbers(amount)

    def _read_conquest(self, board: Board, acting: list[Traits]) -> None:
        cheaper: list[int] = []
        beside_mask: list[int] = []
        beside_amount: list[int] = []
        for traits in acting:
            for word, amount in traits.discount:
                for _ in range(amount):
                    _stack(cheaper, board.masks[word])
            for word, amount in traits.beside:
                beside_mask.append(board.masks[word])
                beside_amount.append(amount)
        self.cheaper: vec[i64] = numbers(cheaper)
        """Item k: the regions that are at least k + 1 tokens cheaper."""
        self.beside_mask: vec[i64] = numbers(beside_mask)
        self.beside_amount: vec[i64] = numbers(beside_amount)
        reach = [word for traits in acting for word in traits.reach]
        self.flies: bool = "anywhere" in reach
        self.sails: bool = "water" in reach
        self.tunnels: i64 = board.cavern if "caverns" in reach else 0
        self.enters_anywhere: bool = any(traits.enters == "anywhere" for traits in acting)


def _stack(levels: list[int], mask: int) -> None:
    """Make every region of the mask one token cheaper than it was."""
    carry = mask
    for k in range(len(levels)):
        levels[k], carry = levels[k] | carry, levels[k] & carry
    if carry:
        levels.append(carry)
