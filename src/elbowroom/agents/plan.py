"""Planning a whole turn: which conquests in which order, when to stop, whether to decline, which combo.

Candidates are grown by a beam search over conquests; each is played to the end of the turn with the policy of
the garrison and judged by the value network. Chance inside a turn is averaged over the die; what turns up in
the column does not matter here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64

from elbowroom.agents import garrison
from elbowroom.engine import conquest, phases, turn
from elbowroom.rules.bits import lowest

if TYPE_CHECKING:
    from elbowroom.agents.network import Network
    from elbowroom.engine.state import State


@final
class Line:
    """One way to play (the rest of) a turn: the state after the actions so far, and what it promises."""

    def __init__(self, state: State, actions: list[int], value: float) -> None:
        """The actions are bits of the decisions in their order; chance is not among them."""
        self.state: State = state
        self.actions: list[int] = actions
        self.value: float = value


def reveal(state: State) -> None:
    """Let chance fill the column with anything: it does not matter to this turn."""
    while state.phase == phases.BANNER or state.phase == phases.BADGE:
        turn.apply(state, lowest(state.legal))


def finish(state: State, seat: i64, network: Network) -> None:
    """Play the rest of the turn by policy, conquests excepted: they are over."""
    while state.seat == seat and state.phase != phases.OVER:
        phase = state.phase
        if phase == phases.BANNER or phase == phases.BADGE:
            turn.apply(state, lowest(state.legal))
        elif phase == phases.CONQUER or phase == phases.READY:
            turn.apply(state, phases.DONE)
        elif phase == phases.RETIRE:
            turn.apply(state, retire(state, seat, network))
        elif phase == phases.PICK or phase <= phases.DIE:
            return
        else:
            turn.apply(state, garrison.place(state))
    reveal(state)


def retire(state: State, seat: i64, network: Network) -> i64:
    """Whether to decline after scoring: the better prospect of the two."""
    stay, decline = state.clone(), state.clone()
    turn.apply(stay, phases.DONE)
    turn.apply(decline, phases.DECLINE)
    finish(stay, seat, network)
    finish(decline, seat, network)
    better = network.prospect(decline, seat) > network.prospect(stay, seat)
    return i64(phases.DECLINE) if better else i64(phases.DONE)


def judged(state: State, seat: i64, network: Network) -> float:
    """The prospect if the conquests end here; the state is not changed."""
    after = state.clone()
    finish(after, seat, network)
    return network.prospect(after, seat)


def attempt_value(state: State, seat: i64, network: Network, region: i64) -> float:
    """The prospect of a final attempt (or a roll before a conquest: region -1), averaged over the die."""
    before = state.clone()
    turn.apply(before, phases.ROLL if region < 0 else region)
    faces = state.table.die
    total = 0.0
    seen: i64 = 0
    i: i64 = 0
    value = 0.0
    while i < len(faces):
        if i == 0 or faces[i] != faces[i - 1]:
            after = before.clone()
            turn.apply(after, faces[i])
            reveal(after)
            value = best_follow_up(after, seat, network) if region < 0 else judged(after, seat, network)
        total += value
        seen += 1
        i += 1
    return total / float(seen)


def best_follow_up(state: State, seat: i64, network: Network) -> float:
    """After a roll before a conquest: the best single conquest, or the end."""
    best = judged(state, seat, network)
    mask = state.legal & ~phases.DONE_BIT & ~phases.DRAGON_BIT & ~phases.SUBSTITUTION_BIT
    while mask != 0:
        after = state.clone()
        turn.apply(after, lowest(mask))
        reveal(after)
        value = judged(after, seat, network)
        if value > best:
            best = value
        mask &= mask - 1
    return best


def children(line: Line) -> list[Line]:
    """Every next conquest that succeeds for certain."""
    state = line.state
    found: list[Line] = []
    hand = state.hand[state.race]
    mask = state.legal & ~phases.DONE_BIT & ~phases.ROLL_BIT & ~phases.DRAGON_BIT & ~phases.SUBSTITUTION_BIT
    while mask != 0:
        region = lowest(mask)
        mask &= mask - 1
        if conquest.price(state, region) <= hand:
            after = state.clone()
            turn.apply(after, region)
            reveal(after)
            found.append(Line(after, [*line.actions, int(region)], 0.0))
    if state.legal & phases.SUBSTITUTION_BIT:
        found += _special(line, phases.BY_SUBSTITUTION)
    if state.legal & phases.DRAGON_BIT:
        found += _special(line, phases.WITH_DRAGON)
    return found


def _special(line: Line, answer: i64) -> list[Line]:
    """The dragon's attack or a substitution on each region it can reach."""
    opened = line.state.clone()
    turn.apply(opened, answer)
    found: list[Line] = []
    mask = opened.legal
    while mask != 0:
        region = lowest(mask)
        mask &= mask - 1
        after = opened.clone()
        turn.apply(after, region)
        reveal(after)
        found.append(Line(after, [*line.actions, int(answer), int(region)], 0.0))
    return found


def grow(root: Line, seat: i64, network: Network, width: i64, work: i64) -> list[Line]:
    """Lines of conquest from this one, best first; each ends the conquests or with an attempt."""
    done: list[Line] = []
    root.value = judged(root.state, seat, network)
    frontier = [root]
    limit = network.evaluations + work
    while frontier:
        done += frontier
        grown: dict[int, Line] = {}
        for line in frontier:
            if network.evaluations >= limit:
                break
            for child in children(line):
                key = int(child.state.regions[child.state.race])
                known = grown.get(key)
                if known is None or child.state.hand[child.state.race] > known.state.hand[child.state.race]:
                    if known is None:
                        child.value = judged(child.state, seat, network)
                    else:
                        child.value = known.value
                    grown[key] = child
        frontier = best_of(list(grown.values()), width)
    found = [Line(line.state, [*line.actions, phases.DONE], line.value) for line in done]
    for line in best_of(done, width):
        found += attempts(line, seat, network, limit)
    return best_of(found, len(found))


def attempts(line: Line, seat: i64, network: Network, limit: i64) -> list[Line]:
    """The line, ended by a final attempt instead."""
    state = line.state
    found: list[Line] = []
    hand = state.hand[state.race]
    if hand == 0:
        return found
    if state.legal & phases.ROLL_BIT:
        value = attempt_value(state, seat, network, -1)
        return [Line(state, [*line.actions, phases.ROLL], value)]
    mask = state.legal & ~phases.DONE_BIT & ~phases.ROLL_BIT & ~phases.DRAGON_BIT & ~phases.SUBSTITUTION_BIT
    while mask != 0 and network.evaluations < limit:
        region = lowest(mask)
        mask &= mask - 1
        if conquest.price(state, region) > hand:
            value = attempt_value(state, seat, network, region)
            found.append(Line(state, [*line.actions, int(region)], value))
    return found


def best_of(lines: list[Line], count: i64) -> list[Line]:
    """The most promising lines, best first."""
    ordered = sorted(lines, key=_value, reverse=True)
    return ordered[:count]


def _value(line: Line) -> float:
    return line.value


def lines(state: State, network: Network, width: i64, work: i64) -> list[Line]:
    """Ways to play on from a decision of the player to move, best first."""
    seat = state.seat
    phase = state.phase
    if phase == phases.PICK:
        return picks(state, network, width, work)
    if phase == phases.READY:
        return openings(state, network, width, work)
    if phase == phases.CONQUER:
        return grow(Line(state.clone(), [], 0.0), seat, network, width, work)
    found: list[Line] = []
    if phase == phases.DRAGON or phase == phases.SUBSTITUTE:
        mask = state.legal
        while mask != 0:
            after = state.clone()
            turn.apply(after, lowest(mask))
            reveal(after)
            found.append(Line(after, [int(lowest(mask))], judged(after, seat, network)))
            mask &= mask - 1
        return best_of(found, len(found))
    if phase == phases.RETIRE:
        return [Line(state, [int(retire(state, seat, network))], 0.0)]
    return [Line(state, [int(garrison.place(state))], 0.0)]


def picks(state: State, network: Network, width: i64, work: i64) -> list[Line]:
    """Each combo, with the best turn it allows."""
    found: list[Line] = []
    mask = state.legal
    share = work // 6
    while mask != 0:
        slot = lowest(mask)
        mask &= mask - 1
        after = state.clone()
        turn.apply(after, slot)
        reveal(after)
        found += _onward(after, [int(slot)], network, width, share)
    return best_of(found, len(found))


def openings(state: State, network: Network, width: i64, work: i64) -> list[Line]:
    """Decline, expand, or abandon a region first."""
    seat = state.seat
    found: list[Line] = []
    if state.legal & phases.DECLINE_BIT:
        after = state.clone()
        turn.apply(after, phases.DECLINE)
        finish(after, seat, network)
        found.append(Line(after, [phases.DECLINE], network.prospect(after, seat)))
    after = state.clone()
    turn.apply(after, phases.DONE)
    reveal(after)
    found += _onward(after, [phases.DONE], network, width, work // 2)
    held = state.regions[state.race]
    if held & (held - 1):
        emptied = state.clone()
        left = held
        actions: list[int] = []
        while left != 0:
            actions.append(int(lowest(left)))
            turn.apply(emptied, lowest(left))
            left &= left - 1
        turn.apply(emptied, phases.DONE)
        reveal(emptied)
        found += _onward(emptied, [*actions, phases.DONE], network, width, work // 4)
    return best_of(found, len(found))


def _onward(state: State, actions: list[int], network: Network, width: i64, work: i64) -> list[Line]:
    """The lines that begin with these actions; a race in decline that acts first just stands."""
    seat = state.seat
    if state.phase == phases.READY:
        turn.apply(state, phases.DONE)
        actions = [*actions, phases.DONE]
    if state.phase != phases.CONQUER:
        return [Line(state, actions, judged(state, seat, network))]
    return grow(Line(state, actions, 0.0), seat, network, width, work)
