"""Whole turns: races in decline that act first, the turn itself, and where tokens and markers are placed.

The search of `turn_search` ends with the conquests of one race. Here turns of several races are put together,
a turn is judged after the replies of all opponents, and layouts are improved against those replies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from elbowroom.agents.placement import attackable_regions, placement_bit, region_strength
from elbowroom.agents.reply import turn_endings
from elbowroom.agents.turn_search import TurnPlan, best_plans, fill_column, finish_turn, search_turn
from elbowroom.engine import decisions, turn
from elbowroom.engine.redeployment import open_regions
from elbowroom.rules.bits import lowest, only

if TYPE_CHECKING:
    from elbowroom.agents.network import Network
    from elbowroom.engine.state import State

MAX_CONTINUED: Final = 4
"""So many plans of a race in decline are continued with the turn of the next race."""
MAX_OF_COMBO: Final = 3
"""So many turns that begin with the same combo are compared, before others come in."""


def whole_turns(state: State, network: Network, width: i64, work: i64, overlooked: i64 = 0) -> list[TurnPlan]:
    """Plans for the rest of the turn, best first; after a race in decline those of the next race follow."""
    plans = search_turn(state, network, width, work, overlooked)
    is_pick = state.phase == decisions.PICK
    if is_pick:
        if not _acts_in_decline(state):
            return plans
    elif state.race < 0 or state.race == state.active[state.seat]:
        return plans
    whole: list[TurnPlan] = []
    open_ends: list[TurnPlan] = []
    counts: dict[int, int] = {}
    most_gained = 0.0
    most = 1 if is_pick else MAX_CONTINUED
    for plan in plans:
        if plan.bits[-1] != decisions.DONE:
            if plan.bits[-1] == decisions.DECLINE:
                whole.append(plan)
            else:
                open_ends.append(plan)
            continue
        first = plan.bits[0] if is_pick else 0
        known = counts.get(first, 0)
        if known == most:
            continue
        counts[first] = known + 1
        longer = _continued(state, plan, network, width, work // MAX_CONTINUED, overlooked)
        gained = longer[0].value - plan.value
        if gained > most_gained:
            most_gained = gained
        whole += longer
    for plan in open_ends:  # after a roll, or for a race that is not played on: as much follows as elsewhere
        plan.value += most_gained
    whole += open_ends
    return best_plans(whole, len(whole))


def several_combos_first(state: State, plans: list[TurnPlan]) -> list[TurnPlan]:
    """When a combo is picked: the plans with a few for each combo in front, so that several are compared."""
    if state.phase != decisions.PICK:
        return plans
    front: list[TurnPlan] = []
    rest: list[TurnPlan] = []
    counts: dict[int, int] = {}
    for plan in plans:
        combo = plan.bits[0]
        count = counts.get(combo, 0) + 1
        counts[combo] = count
        if count <= MAX_OF_COMBO:
            front.append(plan)
        else:
            rest.append(plan)
    return front + rest


def _acts_in_decline(state: State) -> bool:
    """Whether the player has a race in decline that conquers."""
    race: i64 = 0
    while race < state.setup.races:
        if (
            state.owner[race] == state.seat
            and race != state.active[state.seat]
            and state.combo_of(race).conquers
        ):
            return True
        race += 1
    return False


def _continued(
    state: State, plan: TurnPlan, network: Network, width: i64, work: i64, overlooked: i64
) -> list[TurnPlan]:
    """The plan, or plans that go on with the turn of the next race."""
    seat = state.seat
    after = state.clone()
    for answer in plan.bits:
        bit: i64 = answer
        turn.apply(after, bit)
        fill_column(after)
    bits = plan.bits[:]
    while after.seat == seat and after.phase > decisions.LAST_CHANCE and after.chooser() == seat:
        if after.phase == decisions.READY or after.phase == decisions.CONQUER:
            rest = whole_turns(after, network, width, work, overlooked)
            return [TurnPlan(each.state, bits + each.bits, each.value) for each in rest]
        if after.phase == decisions.OVER or after.phase == decisions.RETIRE:
            break
        placing = placement_bit(after)
        bits.append(int(placing))
        turn.apply(after, placing)
        fill_column(after)
    return [plan]


@final
class ReplyJudge:
    """Judges how turns end by the lead that is left when all opponents have replied."""

    def __init__(self, network: Network, width: int, work: int) -> None:
        self.network: Network = network
        self.width: i64 = width
        self.work: i64 = work
        """How each reply is searched."""
        self.lost: i64 = 0
        """The regions that the player lost to the replies judged last."""

    def lead(self, after: State, seat: i64) -> float:
        """The lead of a player at their next turn, from a position between two turns."""
        self.lost = 0
        if after.phase == decisions.OVER or after.seat == seat:
            return self.network.expected_lead(after, seat)
        held = after.held_by(seat)
        now = after
        work = self.work
        while True:
            bits = whole_turns(now, self.network, self.width, work)[0].bits
            endings = turn_endings(now, bits, self.network, self.width, work)
            follower = (now.seat + 1) % now.setup.players
            if follower == seat or endings[0][0].phase == decisions.OVER:
                break
            likeliest = 0.0
            for ending, chance in endings:
                if chance > likeliest:
                    likeliest = chance
                    now = ending
        total = 0.0
        for ending, chance in endings:
            total += chance * self.network.expected_lead(ending, seat)
            self.lost |= held & ~ending.held_by(seat)
        return total

    def lead_of_turn(self, state: State, planned: list[int]) -> float:
        """The lead after this turn of the player to move and the replies to it."""
        seat = state.seat
        total = 0.0
        lost: i64 = 0
        for after, chance in turn_endings(state, planned, self.network, self.width, self.work):
            total += chance * self.lead(after, seat)
            lost |= self.lost
        self.lost = lost
        return total

    def lead_of_layout(self, state: State, layout: list[int]) -> float:
        """The lead if pieces are placed in these regions, in ascending order, and the turn then ends."""
        seat = state.seat
        after = placed(state, layout)
        finish_turn(after, seat, self.network)
        return self.lead(after, seat)


def placed(state: State, layout: list[int]) -> State:
    """The state after these pieces are placed."""
    after = state.clone()
    for answer in answers_of(state, layout):
        bit: i64 = answer
        turn.apply(after, bit)
    return after


def answers_of(state: State, layout: list[int]) -> list[int]:
    """The answers that make this layout: the last region takes what is left by itself."""
    after = state.clone()
    answers: list[int] = []
    for answer in layout:
        bit: i64 = answer
        if after.phase != state.phase or after.race != state.race or not after.legal >> bit & 1:
            break
        answers.append(answer)
        turn.apply(after, bit)
    return answers


def counts_of(layout: list[int]) -> list[int]:
    """How many pieces of a layout go to each region."""
    counts = [0] * 56
    for region in layout:
        counts[region] += 1
    return counts


def layout_of(counts: list[int]) -> list[int]:
    """The layout with so many pieces in each region: each region as often as it gets a piece, ascending."""
    layout: list[int] = []
    for region, count in enumerate(counts):
        layout += [region] * count
    return layout


def usual_layout(state: State, network: Network) -> list[int]:
    """Where the placement policy puts the tokens that are redeployed."""
    trial = state.clone()
    phase = state.phase
    counts = [0] * 56
    total = int(state.left)
    while trial.phase == phase and trial.race == state.race:
        bit: i64 = search_turn(trial, network, 1, 1)[0].bits[0]
        counts[int(bit)] += 1
        total -= 1
        turn.apply(trial, bit)
    if total > 0:
        counts[int(highest(open_regions(state)))] += total
    return layout_of(counts)


def highest(mask: i64) -> i64:
    """The index of the highest set bit of a mask that is not empty."""
    found: i64 = 0
    while mask != 0:
        found = lowest(mask)
        mask &= mask - 1
    return found


def improve_layout(state: State, judge: ReplyJudge, most: i64, work: i64) -> list[TurnPlan]:
    """The layouts that were judged of the tokens to be redeployed, best first.

    It begins with the usual one and moves tokens to regions that the replies would take; at most so many
    layouts are judged, and with about so many evaluations of the network.
    """
    limit = judge.network.evaluations + work
    regions = open_regions(state) & state.legal
    layout = usual_layout(state, judge.network)
    best = judge.lead_of_layout(state, layout)
    lost = judge.lost & regions
    judged = [TurnPlan(state, answers_of(state, layout), best)]
    tried: dict[str, bool] = {str(layout): True}
    counts = counts_of(layout)
    improved = True
    attackable = attackable_regions(state, state.owner[state.race])
    while improved:
        improved = False
        for source, target, size in _moves(state, counts, regions, lost, attackable):
            if len(judged) >= most or judge.network.evaluations >= limit:
                return best_plans(judged, len(judged))
            moved = counts[:]
            moved[source] -= size
            moved[target] += size
            layout = layout_of(moved)
            key = str(layout)
            if key in tried:
                continue
            tried[key] = True
            lead = judge.lead_of_layout(state, layout)
            judged.append(TurnPlan(state, answers_of(state, layout), lead))
            if lead > best + 0.01:
                best = lead
                counts = moved
                lost = judge.lost & regions
                improved = True
                break
    return best_plans(judged, len(judged))


def _moves(
    state: State, counts: list[int], regions: i64, lost: i64, attackable: i64
) -> list[tuple[int, int, int]]:
    """Moves of tokens that are worth trying, most promising first: source, target, how many."""
    moves: list[tuple[float, int, int, int]] = []
    sources = regions
    while sources != 0:
        source = lowest(sources)
        sources &= sources - 1
        have = counts[int(source)]
        if have == 0:
            continue
        source_strength = float(region_strength(state, source, attackable) + 2 * have)
        targets = regions & ~only(source)
        while targets != 0:
            target = lowest(targets)
            targets &= targets - 1
            is_lost = lost >> target & 1
            if not is_lost and not lost >> source & 1:
                continue
            target_strength = float(region_strength(state, target, attackable) + 2 * counts[int(target)])
            rank = target_strength - source_strength
            if not is_lost:
                rank += 6.0
            if not attackable >> target & 1:
                rank += 20.0
            moves.append((rank, int(source), int(target), 1))
            if have >= 2:
                moves.append((rank + 1.0, int(source), int(target), 2))
            if have >= 4:
                moves.append((rank + 2.0, int(source), int(target), have))
    moves.sort()
    return [(source, target, size) for _, source, target, size in moves]


def choose_places(state: State, judge: ReplyJudge, most: i64, work: i64) -> tuple[list[int], float]:
    """The best answer found to a decision that places markers or names an ally, and its lead.

    The usual answer is judged first, then others one by one; for several pieces each is placed in turn,
    and at most so many answers are judged for each.
    """
    trial = state.clone()
    limit = judge.network.evaluations + work
    phase = state.phase
    chosen: list[int] = []
    best = -1000.0
    while trial.phase == phase and trial.race == state.race and trial.kind == state.kind:
        usual: i64 = search_turn(trial, judge.network, 1, 1)[0].bits[0]
        answer = usual
        mask = trial.legal & ~only(usual)
        best = _lead_of_answer(trial, usual, judge)
        judged: i64 = 1
        while mask != 0 and judged < most and judge.network.evaluations < limit:
            bit = lowest(mask)
            mask &= mask - 1
            lead = _lead_of_answer(trial, bit, judge)
            judged += 1
            if lead > best + 0.01:
                best = lead
                answer = bit
        chosen.append(int(answer))
        turn.apply(trial, answer)
    return chosen, best


def _lead_of_answer(state: State, answer: i64, judge: ReplyJudge) -> float:
    after = state.clone()
    turn.apply(after, answer)
    finish_turn(after, state.seat, judge.network)
    return judge.lead(after, state.seat)
