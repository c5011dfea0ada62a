"""Explanations: what a region costs, part by part, why it cannot be taken, what the turn would score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from elbowroom.engine import column, conquest, decisions, redeployment, refusal_causes, scoring, turn
from elbowroom.engine.actions import action_id, bit_of, decision_of, text_of
from elbowroom.engine.decline import decline
from elbowroom.engine.events import ScorePart
from elbowroom.rules import terms
from elbowroom.rules.bits import bits_of, lowest
from elbowroom.rules.refusals import Refusal
from elbowroom.rules.terms import BASE_COST, LOST_TRIBE_COST, MOUNTAIN_COST

if TYPE_CHECKING:
    from elbowroom.engine.state import State


class CostPart(msgspec.Struct, frozen=True):
    """One named part of a cost; a discount is negative."""

    name: str
    amount: int


BASE = CostPart("base", BASE_COST)
MOUNTAIN = CostPart("mountain", MOUNTAIN_COST)
LOST_TRIBE = CostPart("lost_tribe", LOST_TRIBE_COST)


class Cost(msgspec.Struct, frozen=True):
    """What a region costs the acting race, or the reasons it cannot be taken."""

    region: int
    total: int
    parts: tuple[CostPart, ...]
    tokens: int
    """Tokens in hand; before the troops are readied, as many as would be in hand then."""
    reasons: tuple[Refusal, ...] = ()
    """Why it cannot be taken now; empty if it can, outright or with the die."""
    chance: float | None = None
    """For a final attempt, how likely the die is to suffice."""

    @property
    def is_affordable(self) -> bool:
        """Whether the region can be taken outright."""
        return not self.reasons and self.chance is None


class LegalAction(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal action: its id, its text, the region it concerns, and for a conquest what it costs."""

    id: int
    text: str
    region: int | None = None
    cost: int | None = None
    chance: float | None = None
    """For a final attempt, how likely the die is to suffice; None otherwise."""
    ends_turn: bool = False
    """Whether this is the player's last decision of the turn."""
    gives_up: int = 0
    """How many regions must be given up if no more is conquered, as tokens that only attack leave."""
    coins: int | None = None
    """For going in decline instead of playing the turn, what that scores."""
    keeps_tokens: bool = False
    """For going in decline, whether all tokens of the race stay on the map, and not one in each region."""
    goes_on_conquering: bool = False
    """For going in decline, whether the race goes on conquering."""


class Score(msgspec.Struct, frozen=True):
    """Coins by source if the turn ended now."""

    total: int
    parts: tuple[ScorePart, ...]
    gives_up: int = 0
    """How many regions must be given up first, as tokens that only attack leave; `parts` leaves them out."""


LEADS_TO_REDEPLOYMENT = frozenset(
    {
        (decisions.CONQUER, decisions.DONE),
        (decisions.READY, decisions.DONE),
        (decisions.WAVE, decisions.DONE),
    }
)


def legal_actions(state: State) -> list[LegalAction]:
    """The legal actions as records."""
    row = decisions.decision(int(state.phase))
    if row is None:
        return []
    hand = int(state.hand[state.race]) if state.phase == decisions.CONQUER else 0
    leaving = redeployment.regions_to_give_up(state)
    answers = []
    for bit in bits_of(int(state.legal)):
        action = action_id(int(state.phase), bit)
        text = text_of(state.setup, action)
        ends = ends_turn(state, bit)
        if row.names != decisions.REGION or bit >= state.setup.board.size:
            gives_up = leaving if (state.phase, bit) in LEADS_TO_REDEPLOYMENT else 0
            answer = LegalAction(action, text, ends_turn=ends, gives_up=gives_up)
            is_decline = row.number in (decisions.READY, decisions.RETIRE) and bit == decisions.DECLINE
            answers.append(_decline_answer(state, answer) if is_decline else answer)
        elif state.phase == decisions.CONQUER:
            price = int(conquest.price(state, bit))
            chance = _chance(state, price, hand) if price > hand else None
            answers.append(LegalAction(action, text, bit + 1, price, chance, ends))
        else:
            answers.append(LegalAction(action, text, bit + 1, _special_price(state, bit), ends_turn=ends))
    return answers


def _special_price(state: State, region: int) -> int | None:
    """What a special attack on a region costs; None if it needs no tokens, or is none."""
    combo = state.acting()
    if state.phase == decisions.DRAGON:
        return int(combo.least)
    if state.phase == decisions.PAY:
        return int(conquest.price(state, region, combo.pay_discount))
    return None


def _decline_answer(state: State, answer: LegalAction) -> LegalAction:
    """The answer that puts the active race in decline, with what becomes of the race then."""
    race = int(state.active[state.seat])
    combo = state.setup.combo(race, int(state.power[race]), declined=True)
    return msgspec.structs.replace(
        answer,
        coins=_coins_of_decline(state) if state.phase == decisions.READY else None,
        keeps_tokens=combo.keeps_tokens,
        goes_on_conquering=combo.conquers,
    )


def _coins_of_decline(state: State) -> int:
    """What the turn scores if the active race goes in decline instead of playing it."""
    trial = state.clone()
    decline(trial)
    return sum(part.coins for part in scoring.parts(trial))


def _chance(state: State, price: int, hand: int) -> float:
    """How likely the die is to make up for the tokens that a final attempt lacks."""
    faces = list(state.setup.die)
    return sum(hand + face >= price for face in faces) / len(faces)


def ends_turn(state: State, bit: int) -> bool:
    """Whether the player whose turn it is has nothing more to decide after this, whatever others do then."""
    seat, phase = state.seat, state.phase
    row = decisions.decision(int(phase))
    if row is None or state.chooser() != seat or not (row.may_end_turn or bit >= decisions.DONE):
        return False
    trial = state.clone()
    turn.apply(trial, bit)
    while trial.seat == seat:
        goes_on = row.is_spread and trial.phase == phase and trial.kind == state.kind
        if trial.phase <= decisions.LAST_CHANCE or (trial.chooser() == seat and not goes_on):
            return False
        turn.apply(trial, lowest(trial.legal))
    return True


def places(state: State) -> list[int]:
    """The regions among which pieces are spread; the next piece alone may go into fewer of them."""
    row = decisions.decision(int(state.phase))
    if state.phase == decisions.GIVE_UP:
        mask = redeployment.open_regions(state)
    elif state.phase == decisions.STATION:
        mask = redeployment.station_regions(state)
    elif row is not None and row.is_spread:
        mask = state.legal & ~decisions.DONE_MASK
    else:
        return []
    return [bit + 1 for bit in bits_of(int(mask))]


def score_preview(state: State) -> Score:
    """What the player whose turn it is would score now, having given up the regions that are worth least."""
    gives_up = redeployment.regions_to_give_up(state)
    trial = state.clone() if gives_up else state
    for _ in range(gives_up):
        redeployment.leave(trial, _least_valuable(trial))
    parts = tuple(scoring.parts(trial))
    return Score(sum(part.coins for part in parts), parts, gives_up)


def _least_valuable(state: State) -> int:
    """The region of the acting race without which its income falls the least; the first of several."""

    def income_without(region: int) -> int:
        trial = state.clone()
        redeployment.leave(trial, region)
        return int(scoring.income(trial, trial.race))

    return max(bits_of(int(state.regions[state.race])), key=income_without)


def cost(state: State, region: int) -> Cost:
    """The cost of a region for the acting race, part by part."""
    if state.combo is None or state.phase == decisions.OVER or state.race < 0:
        return Cost(region + 1, 0, (), 0, (Refusal("no_race_acts"),))
    return _Attack(state).cost(region)


def costs(state: State) -> list[Cost]:
    """The costs of all regions for the acting race."""
    regions = range(int(state.setup.board.size))
    if state.combo is None or state.phase == decisions.OVER or state.race < 0:
        return [cost(state, region) for region in regions]
    attack = _Attack(state)
    return [attack.cost(region) for region in regions]


class _Attack:
    """What the costs of all regions have in common for the acting race."""

    def __init__(self, state: State) -> None:
        """Look at everything but the region itself."""
        setup, board = state.setup, state.setup.board
        self._state = state
        self._labels = board.labels
        self._hand = int(state.hand[state.race])
        if state.phase == decisions.READY:
            self._hand += redeployment.spare_tokens(state, state.race)
        self._mountain, self._tribes = int(board.mountain), int(state.tribes)
        self._die = int(state.die)
        self._defences = [
            (kind, f"marker_{name}", int(setup.kind_defence[kind]))
            for kind, name in enumerate(setup.kind_names)
            if setup.kind_defence[kind] and state.marker_mask(kind)
        ]
        self._discounts = _discounts(state)
        self._held = int(state.regions[state.race])
        self._water = 0 if state.acting().sails else int(board.water)
        self._reach = int(conquest.reach(state))
        self._protected = int(conquest.protected(state))
        self._peaceful = int(conquest.peaceful(state))

    def cost(self, region: int) -> Cost:
        """The cost of a region, part by part, or the reasons why it cannot be taken."""
        state, hand = self._state, self._hand
        parts = self._parts(region)
        total = int(conquest.price(state, region))
        shortfall = total - sum(part.amount for part in parts)
        if shortfall:
            parts.append(CostPart("minimum", shortfall))
        reasons = self.reasons(region)
        chance = None
        if not reasons and total > hand:
            acting = state.acting()
            is_hopeless = hand < acting.least or total > hand + state.setup.highest_roll
            if acting.may(terms.ROLL_FIRST) or is_hopeless:
                short: dict[str, object] = {"needed": total, "tokens": hand, "short": total - hand}
                reasons = [Refusal("too_few_tokens", short)]
            else:
                chance = _chance(state, total, hand)
        return Cost(region + 1, total, tuple(parts), hand, tuple(reasons), chance)

    def _parts(self, region: int) -> list[CostPart]:
        state = self._state
        parts = [BASE]
        if self._mountain >> region & 1:
            parts.append(MOUNTAIN)
        if self._tribes >> region & 1:
            parts.append(LOST_TRIBE)
        tokens = int(state.tokens[region] - conquest.own_tokens(state, region))
        if tokens:
            parts.append(CostPart("tokens", tokens))
        for kind, name, defence in self._defences:
            markers = int(state.markers_in(kind, region))
            if markers:
                parts.append(CostPart(name, markers * defence))
        if state.setup.has_firm_races:
            firm = int(conquest.firmness(state, region))
            if firm:
                parts.append(CostPart(state.setup.race_ids[state.holder(region)], firm))
        for entry, amounts, rows in self._discounts:
            amount = sum(n for mask, n in amounts if mask >> region & 1)
            amount += sum(int(conquest.varying_discount(state, row, region)) for row in rows)
            if amount:
                parts.append(CostPart(entry, -amount))
        if self._die > 0:
            parts.append(CostPart("die", -self._die))
        return parts

    def reasons(self, region: int) -> list[Refusal]:
        """Why the acting race may not attack the region, whatever it costs."""
        here, label = 1 << region, self._labels[region]
        if self._held & here:
            return [Refusal("already_held", {"region": label})]
        state, setup, reasons = self._state, self._state.setup, []
        if self._water & here:
            reasons.append(Refusal("water", {"region": label}))
        elif not self._reach & here:
            reasons.append(Refusal("not_adjacent" if self._held else "not_border", {"region": label}))
        if self._protected & here:
            names = [
                name
                for kind, name in enumerate(setup.kind_names)
                if setup.kind_immune[kind] and int(state.marker_mask(kind)) & here
            ]
            if names:
                reasons.append(Refusal("immune", {"region": label, "marker": names}))
            else:
                race = setup.race_ids[state.holder(region)]
                reasons.append(Refusal("immune_race", {"region": label, "race": race}))
        if self._peaceful & here:
            owner = int(state.owner[state.holder(region)])
            reasons.append(Refusal("peace", {"region": label, "player": owner + 1}))
        return reasons


def _discounts(state: State) -> list[tuple[str, list[tuple[int, int]], list[int]]]:
    """What banner and badge take off, each under its own name: by how much and where, and what varies."""
    combo = state.acting()
    if combo.declined:
        return []
    setup, sources, beside = state.setup, [], 0
    entries = (setup.content.races[state.race], setup.content.powers[state.power[state.race]])
    for part, entry in enumerate(entries):
        traits = entry.traits
        amounts = [
            (int(setup.board.masks[word]), n)
            for word, n in traits.discount
            if traits.is_fixed(f"discount.{word}", n)
        ]
        for word, n in traits.beside:
            if traits.is_fixed(f"discount.beside.{word}", n):
                amounts.append((int(conquest.beside(state, beside)), n))
                beside += 1
        rows = [row for row, of in enumerate(combo.vary_part) if of == part]
        if amounts or rows:
            sources.append((entry.id, amounts, rows))
    return sources


def refusal_of(state: State, action: int) -> Refusal:
    """Why an action is not legal now."""
    phase, bit = decision_of(action), bit_of(action)
    if state.phase == decisions.OVER:
        return Refusal("game_over")
    text = text_of(state.setup, action)
    row = decisions.decision(phase)
    if row is None or phase != state.phase:
        return Refusal("other_decision", {"text": text, "phase": decisions.PHASE_NAMES[state.phase]})
    if phase == decisions.PICK and bit < state.combos_shown:
        price = int(column.price_of(state, bit))
        return Refusal("too_few_coins", {"price": price, "coins": int(state.coins[state.seat])})
    if phase == decisions.READY and bit == decisions.DECLINE:
        return Refusal("decline_too_late")
    if phase == decisions.CONQUER and bit >= decisions.ROLL:
        return refusal_causes.special_conquest(state, bit)
    if phase == decisions.ALLY:
        return Refusal("not_an_ally", {"player": bit + 1})
    if row.names != decisions.REGION or bit >= len(state.tokens):
        return Refusal("not_legal", {"text": text})
    if decisions.SPECIAL_ATTACKS_MASK >> phase & 1:
        reasons = _Attack(state).reasons(bit)
        return reasons[0] if reasons else refusal_causes.not_attackable(state, row, bit)
    if row.is_attack:
        return cost(state, bit).reasons[0]
    return refusal_causes.not_here(state, row, bit, text)
