"""Explanations: what a region costs, part by part, why it cannot be taken, what the turn would score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elbowroom.engine import conquest, phases, scoring
from elbowroom.engine.actions import REGION_VERBS, action_id, text_of
from elbowroom.rules.bits import bits_of
from elbowroom.rules.refusals import Refusal

if TYPE_CHECKING:
    from elbowroom.engine.state import State


@dataclass(frozen=True)
class CostPart:
    """One named part of a cost; a discount is negative."""

    name: str
    amount: int


@dataclass(frozen=True)
class Cost:
    """What a region costs the acting race, or the reasons it cannot be taken."""

    region: int
    total: int
    parts: tuple[CostPart, ...]
    tokens: int
    """Tokens in hand."""
    reasons: tuple[Refusal, ...] = ()
    """Why it cannot be taken now; empty if it can, outright or with the die."""
    chance: float | None = None
    """For a final attempt, how likely the die is to suffice."""

    @property
    def is_affordable(self) -> bool:
        """Whether the region can be taken outright."""
        return not self.reasons and self.chance is None


@dataclass(frozen=True)
class LegalAction:
    """A legal action: its id, its text, the region it concerns, and for a conquest what it costs."""

    id: int
    text: str
    region: int | None = None
    cost: int | None = None
    chance: float | None = None
    """For a final attempt, how likely the die is to suffice; None otherwise."""


@dataclass(frozen=True)
class ScorePart:
    """Coins from one source: `regions`, or a word of the banner's or badge's traits."""

    race: str
    source: str
    coins: int
    entry: str
    """The banner or badge that pays."""


@dataclass(frozen=True)
class Score:
    """Coins by source if the turn ended now."""

    total: int
    parts: tuple[ScorePart, ...]


def legal_actions(state: State) -> list[LegalAction]:
    """The legal actions as records."""
    found = []
    for bit in bits_of(int(state.legal)):
        action = action_id(int(state.phase), bit)
        text = text_of(state.table, action)
        if state.phase not in REGION_VERBS or bit >= state.table.board.size:
            found.append(LegalAction(action, text))
        elif state.phase == phases.CONQUER:
            price = cost(state, bit)
            found.append(LegalAction(action, text, bit + 1, price.total, price.chance))
        else:
            found.append(LegalAction(action, text, bit + 1, 1 if state.phase == phases.DRAGON else None))
    return found


def score_preview(state: State) -> Score:
    """What the player whose turn it is would score now."""
    parts = tuple(ScorePart(*part) for part in scoring.parts(state))
    return Score(sum(part.coins for part in parts), parts)


def cost(state: State, region: int) -> Cost:
    """The cost of a region for the acting race, part by part."""
    if state.combo is None or state.phase == phases.OVER or state.race < 0:
        return Cost(region + 1, 0, (), 0, (Refusal("no_race_acts"),))
    parts = _parts(state, region)
    total = int(conquest.price(state, region))
    shortfall = total - sum(part.amount for part in parts)
    if shortfall:
        parts.append(CostPart("minimum", shortfall))
    hand = int(state.hand[state.race])
    reasons = _reasons(state, region)
    chance = None
    if not reasons and total > hand:
        if state.acting().rolls_first or hand == 0 or total > hand + state.table.highest_roll:
            reasons = [Refusal("too_few_tokens", {"needed": total, "tokens": hand, "short": total - hand})]
        else:
            faces = list(state.table.die)
            chance = sum(hand + face >= total for face in faces) / len(faces)
    return Cost(region + 1, total, tuple(parts), hand, tuple(reasons), chance)


def _parts(state: State, region: int) -> list[CostPart]:
    table, board = state.table, state.table.board
    parts = [CostPart("base", 2)]
    if int(board.mountain) >> region & 1:
        parts.append(CostPart("mountain", 1))
    if int(state.tribes) >> region & 1:
        parts.append(CostPart("lost_tribe", 1))
    tokens = int(state.tokens[region] - conquest.own_tokens(state, region))
    if tokens:
        parts.append(CostPart("tokens", tokens))
    for kind, name in enumerate(table.kind_names):
        defence = int(state.markers_in(kind, region) * table.kind_defence[kind])
        if defence:
            parts.append(CostPart(f"marker_{name}", defence))
    parts += _discounts(state, region)
    if state.die > 0:
        parts.append(CostPart("die", -int(state.die)))
    return parts


def _discounts(state: State, region: int) -> list[CostPart]:
    """What banner and badge take off, each under its own name."""
    if state.acting().declined:
        return []
    table, found, beside = state.table, [], 0
    for entry in (table.content.races[state.race], table.content.powers[state.power[state.race]]):
        amount = sum(n * (table.board.masks[word] >> region & 1) for word, n in entry.traits.discount)
        for _, n in entry.traits.beside:
            amount += n * (int(conquest.beside(state, beside)) >> region & 1)
            beside += 1
        if amount:
            found.append(CostPart(entry.id, -amount))
    return found


def _reasons(state: State, region: int) -> list[Refusal]:
    """Why the acting race may not attack the region, whatever it costs."""
    table, here = state.table, 1 << region
    label = table.board.labels[region]
    if int(state.regions[state.race]) & here:
        return [Refusal("already_held", {"region": label})]
    reasons = []
    combo = state.acting()
    if int(table.board.water) & here and not combo.sails:
        reasons.append(Refusal("water", {"region": label}))
    elif not int(conquest.reach(state)) & here:
        code = "not_adjacent" if state.regions[state.race] else "not_border"
        reasons.append(Refusal(code, {"region": label}))
    if int(conquest.protected(state)) & here:
        names = [
            name
            for kind, name in enumerate(table.kind_names)
            if table.kind_immune[kind] and int(state.marker_mask(kind)) & here
        ]
        reasons.append(Refusal("immune", {"region": label, "marker": names}))
    if int(conquest.peaceful(state)) & here:
        owner = int(state.owner[state.holder(region)])
        reasons.append(Refusal("peace", {"region": label, "player": owner + 1}))
    return reasons


def refusal_of(state: State, action: int) -> Refusal:
    """Why an action is not legal now."""
    phase, bit = action >> 6, action & 63
    if state.phase == phases.OVER:
        return Refusal("game_over")
    text = text_of(state.table, action)
    if phase != state.phase:
        return Refusal("other_decision", {"text": text, "phase": phases.PHASE_NAMES[state.phase]})
    if phase in (phases.CONQUER, phases.DRAGON) and bit < len(state.tokens):
        return cost(state, bit).reasons[0]
    if phase == phases.SUBSTITUTE:
        label = state.table.board.labels[bit]
        return next(iter(_reasons(state, bit)), Refusal("not_substitutable", {"region": label}))
    if phase == phases.PICK and bit < state.combos_shown:
        return Refusal("too_few_coins", {"price": bit, "coins": int(state.coins[state.seat])})
    if phase == phases.READY and bit == phases.DECLINE:
        return Refusal("decline_too_late")
    if phase == phases.CONQUER and bit == phases.ROLL:
        return Refusal("no_roll")
    if phase == phases.ALLY:
        return Refusal("not_an_ally", {"player": bit + 1})
    if phase in REGION_VERBS and bit < len(state.tokens):
        held = int(state.regions[state.race]) >> bit & 1
        code = (
            "out_of_order"
            if held and bit < state.floor
            else "not_possible_here"
            if held
            else "not_your_region"
        )
        return Refusal(code, {"region": state.table.board.labels[bit], "text": text})
    return Refusal("not_legal", {"text": text})
