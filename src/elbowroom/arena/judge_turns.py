"""Turns that are judged: what a turn is, when two of them are the same, and which ones are worth comparing.

A turn is the list of one player's answers from a decision to the end of the turn, or to a roll of the die.
Two turns are the same if they end in the same position.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from elbowroom.agents import agent_named
from elbowroom.agents.agent import Budget
from elbowroom.agents.placement import attackable_regions, region_strength
from elbowroom.agents.reply import turn_endings
from elbowroom.agents.rollout import BEAM_WIDTH, SEARCH_WORK
from elbowroom.agents.turn_search import fill_column, search_turn
from elbowroom.agents.weights import first_weights, network_of
from elbowroom.engine import decisions, turn
from elbowroom.engine.actions import action_id, bit_of, decision_of
from elbowroom.engine.redeployment import open_regions
from elbowroom.engine.whose_turn import turn_of
from elbowroom.rules.bits import bits_of
from elbowroom.rules.content import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from elbowroom.agents.agent import Agent
    from elbowroom.agents.network import Network
    from elbowroom.engine.game import Game
    from elbowroom.engine.state import State
    from elbowroom.engine.whose_turn import Turn

    Layout = Callable[[State], dict[int, int]]

MAX_TURNS: Final = 6
"""So many turns of a position are compared."""
SEARCH_WIDTH: Final = 8
SEARCH_WORK_OF_TURNS: Final = 1200
PLANS: Final = 10
PLANS_OF_A_COMBO: Final = 2
"""So many plans of the search are looked at, in all or for each combo that can be picked."""
PLANS_WITH_LAYOUTS: Final = 3
"""For so many of them other layouts of the tokens are tried, too."""
THREATENED: Final = 3
"""A layout is tried with all tokens on each of so many of the weakest regions."""
MOVES: Final = 8
"""So many layouts differ from the policy's by one token."""
REPLY_WIDTH: Final = 4
REPLY_WORK: Final = 250
PROPOSERS: Final = ("expert-1", "planner", "greedy", "scattered-beginner")
"""The agents whose turns are compared; they think for this long:"""
PROPOSERS_BUDGET: Final = Budget(work=2500)
SPREADS: Final = (
    decisions.REDEPLOY,
    decisions.ENCAMP,
    decisions.STATION,
    decisions.GIVE_UP,
    decisions.WITHDRAW,
    decisions.REENCAMP,
)
"""Decisions that place several pieces one by one."""


class InTurn:
    """A turn that is being played on a copy of a state."""

    def __init__(self, state: State) -> None:
        self.state = state.clone()
        self.seat = int(state.chooser())
        self.answers: list[int] = []
        """Ids of actions."""
        self._turn: Turn = turn_of(state)
        fill_column(self.state)

    @property
    def is_open(self) -> bool:
        """Whether the player still has something to decide in this turn before a roll."""
        state = self.state
        if state.phase <= decisions.LAST_CHANCE or state.phase == decisions.OVER:
            return False
        return int(state.chooser()) == self.seat and turn_of(state) == self._turn

    def answer(self, bit: int) -> None:
        """Give one answer; combos that are revealed are any, as they do not matter within the turn."""
        self.answers.append(action_id(int(self.state.phase), bit))
        turn.apply(self.state, bit)
        fill_column(self.state)

    def follow(self, bits: Iterable[int]) -> InTurn:
        """Give answers as long as the turn is open and they are legal."""
        for bit in bits:
            if not self.is_open or not int(self.state.legal) >> bit & 1:
                break
            self.answer(bit)
        return self

    def finish(self, network: Network, layout: Layout | None = None) -> InTurn:
        """Go on as the quick player does; tokens are redeployed by a layout if one is given."""
        while self.is_open:
            if layout is not None and self.state.phase == decisions.REDEPLOY:
                self.follow(_in_order(layout(self.state)))
                layout = None
            else:
                self.follow(search_turn(self.state, network, BEAM_WIDTH, SEARCH_WORK)[0].bits)
        return self


def bits_of_turn(answers: Iterable[int]) -> list[int]:
    """The bits of actions."""
    return [bit_of(answer) for answer in answers]


def turn_by(agent: Agent, game: Game, budget: Budget | None) -> list[int]:
    """The turn that an agent plays from here, as ids of actions."""
    played = InTurn(game.state)
    while played.is_open:
        copy = type(game)(played.state.clone(), game.names)
        copy.is_clone = True
        action = agent.choose(copy, budget)
        trial = copy.clone()
        trial.apply(action)  # an illegal action is refused with a reason
        assert decision_of(action) == played.state.phase
        played.answer(bit_of(action))
    return played.answers


def texts_of(game: Game, answers: Iterable[int]) -> tuple[str, ...]:
    """The turn in the words of the notation, one text for each answer."""
    return tuple(game.text_of(answer) for answer in answers)


def answers_of(game: Game, texts: Iterable[str]) -> list[int]:
    """The ids of the answers of a turn that was written down; refused if one is not legal."""
    played = InTurn(game.state)
    for text in texts:
        copy = type(game)(played.state.clone(), game.names)
        for action in copy.parse(text):
            copy.apply(action)
            played.answer(bit_of(action))
    return played.answers


def end_of(game: Game, answers: Iterable[int]) -> str:
    """The same word for turns that are the same."""
    played = InTurn(game.state).follow(bits_of_turn(answers))
    return digest(type(game)(played.state, game.names).to_text())


def good_turns(game: Game) -> list[list[int]]:
    """The best few distinct turns, by the lead that they promise after the best reply; best first."""
    network = _network()
    state, seat = game.state, int(game.state.chooser())
    found: dict[str, list[int]] = {}
    for answers in _proposals(game, network):
        found.setdefault(end_of(game, answers), answers)
    promises = {end: _promise(state, seat, bits_of_turn(turn), network) for end, turn in found.items()}
    best = sorted(found, key=lambda end: (-promises[end], end))
    return [found[end] for end in best[:MAX_TURNS]]


@cache
def _network() -> Network:
    return network_of(first_weights())


def _promise(state: State, seat: int, bits: list[int], network: Network) -> float:
    """The expected lead after this turn and the best reply to it (as `reply`, for any who decides)."""
    total = 0.0
    for after, chance in turn_endings(state, bits, network, REPLY_WIDTH, REPLY_WORK):
        if after.phase == decisions.OVER:
            total += chance * network.expected_lead(after, seat)
            continue
        reply = search_turn(after, network, REPLY_WIDTH, REPLY_WORK)[0].bits
        for later, likelihood in turn_endings(after, reply, network, REPLY_WIDTH, REPLY_WORK):
            total += chance * likelihood * network.expected_lead(later, seat)
    return total


def _proposals(game: Game, network: Network) -> Iterator[list[int]]:
    """Turns from all sources, some of them twice."""
    state = game.state
    phase = int(state.phase)
    for name in PROPOSERS:
        yield turn_by(agent_named(name, 0), game, PROPOSERS_BUDGET)
    for place, bits in enumerate(_plans(state, network)):
        yield InTurn(state).follow(bits).finish(network).answers
        if place < PLANS_WITH_LAYOUTS and phase != decisions.REDEPLOY:
            for layout in (_evenly, _on_weakest(0)):
                yield InTurn(state).follow(bits).finish(network, layout).answers
    if phase in SPREADS:
        for counts in _layouts(state, network):
            yield InTurn(state).follow(_in_order(counts)).finish(network).answers
    if phase not in (decisions.PICK, decisions.READY, decisions.CONQUER, decisions.REDEPLOY):
        for bit in bits_of(int(state.legal)):
            yield InTurn(state).follow([bit]).finish(network).answers


def _plans(state: State, network: Network) -> list[list[int]]:
    """The best plans of the search, for each combo if one is picked."""
    plans = [plan.bits for plan in search_turn(state, network, SEARCH_WIDTH, SEARCH_WORK_OF_TURNS)]
    if state.phase != decisions.PICK:
        return plans[:PLANS]
    chosen: list[list[int]] = []
    counts: dict[int, int] = {}
    for bits in plans:
        counts[bits[0]] = counts.get(bits[0], 0) + 1
        if counts[bits[0]] <= PLANS_OF_A_COMBO:
            chosen.append(bits)
    return chosen


def _in_order(counts: dict[int, int]) -> list[int]:
    """Pieces are placed in the order of the regions."""
    return [region for region in sorted(counts) for _ in range(counts[region])]


def _weakest(state: State) -> list[int]:
    """The regions on which pieces can be placed, those that need one most first."""
    attackable = attackable_regions(state, state.owner[state.race])
    regions = bits_of(int(open_regions(state)) & int(state.legal))
    return sorted(regions, key=lambda region: (int(region_strength(state, region, attackable)), region))


def _evenly(state: State) -> dict[int, int]:
    regions = _weakest(state)
    counts = dict.fromkeys(regions, 0)
    for number in range(int(state.left)):
        counts[regions[number % len(regions)]] += 1
    return counts


def _on_weakest(place: int) -> Layout:
    """A layout with everything on the region that is weakest, or second weakest, and so on."""
    return lambda state: {_weakest(state)[place]: int(state.left)}


def _layouts(state: State, network: Network) -> Iterator[dict[int, int]]:
    """Ways to place the pieces that are left: all on one region, evenly, one piece moved."""
    regions = _weakest(state)
    if not regions or state.left <= 0:
        return
    yield _evenly(state)
    for place in range(min(THREATENED, len(regions))):
        yield _on_weakest(place)(state)
    usual: dict[int, int] = {}
    played = InTurn(state)
    while played.is_open and played.state.phase == state.phase:
        bit = int(search_turn(played.state, network, BEAM_WIDTH, SEARCH_WORK)[0].bits[0])
        if bit >= decisions.DONE:
            break
        usual[bit] = usual.get(bit, 0) + 1
        played.answer(bit)
    missing = int(state.left) - sum(usual.values())
    if missing > 0 and state.phase in (decisions.REDEPLOY, decisions.WITHDRAW):
        usual[max(regions)] = usual.get(max(regions), 0) + missing
    moves = [(source, target) for target in regions for source in sorted(usual) if source != target]
    for source, target in moves[:MOVES]:
        moved = dict(usual)
        moved[source] -= 1
        moved[target] = moved.get(target, 0) + 1
        yield moved
