"""Rollouts: a turn is played, then the game to its end by a quick player, in one compiled loop.

The quick player searches each turn a little with a network. Luck has a number: the k-th rollouts of two turns
of one position meet the same luck, so that what differs between them is the turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from elbowroom.agents.turn_search import search_turn
from elbowroom.engine import decisions, turn
from elbowroom.engine.chance import Generator
from elbowroom.rules.bits import lowest

if TYPE_CHECKING:
    from elbowroom.agents.network import Network
    from elbowroom.engine.state import State

BEAM_WIDTH: Final = 2
SEARCH_WORK: Final = 160
"""How the quick player searches a turn: wider searches play no better, with less work it plays worse."""
SLACK: Final = 1.0
"""Of two plans that differ by fewer coins than this it may take either."""
WORD: Final = 0xFFFFFFFF
SPREAD: Final = 0x9E3779B9
"""Neighbouring numbers become seeds that are far apart."""
WHIMS: Final = decisions.LAST_CHANCE + 1


@final
class QuickPlayer:
    """Plays rollouts: a small search of each turn, and now and then another plan that is about as good.

    Chance alone is too rare in this game: if the same position always had the same answer, all rollouts of a
    turn would begin alike, and what happens to follow from it would look like its worth.
    """

    def __init__(
        self, network: Network, width: int = BEAM_WIDTH, work: int = SEARCH_WORK, slack: float = SLACK
    ) -> None:
        self.network: Network = network
        self.width: i64 = width
        self.work: i64 = work
        self.slack: float = slack

    def plans(self, state: State) -> list[Plan]:
        """The plans for the rest of the turn of the player to move, best first."""
        return [
            Plan(plan.bits, plan.value) for plan in search_turn(state, self.network, self.width, self.work)
        ]

    def choose(self, plans: list[Plan], state: State, luck: Luck) -> list[int]:
        """The answers of one of these plans."""
        chosen = plans[0]
        if self.slack > 0.0 and len(plans) > 1:
            least = chosen.value - self.slack
            most = -1.0
            for plan in plans:
                if plan.value < least:
                    break
                value = plan.value - least + self.slack * luck.whim(state)
                if value > most:
                    most = value
                    chosen = plan
        return chosen.bits

    def plan(self, state: State, luck: Luck) -> list[int]:
        """The answers that the player to move plans from here."""
        return self.choose(self.plans(state), state, luck)


@final
class Plan:
    """One way to play the rest of a turn: its answers as bits, and the lead it promises."""

    def __init__(self, bits: list[int], value: float) -> None:
        self.bits: list[int] = bits
        self.value: float = value


@final
class Met:
    """A position that earlier rollouts of the same turn came to: its plans need not be searched again.

    What follows is found by the answers and outcomes that lead there, so no position is taken for another.
    """

    def __init__(self) -> None:
        self.plans: list[Plan] = []
        """Empty as long as nobody has planned here."""
        self._after: dict[int, Met] = {}

    def after(self, bit: i64) -> Met:
        """The position after this answer or outcome."""
        found = self._after.get(int(bit))
        if found is None:
            found = Met()
            self._after[int(bit)] = found
        return found


@final
class Luck:
    """Chance of a rollout: every kind of chance decision has a stream of its own, the die one for each turn.

    So a turn with one roll more than another meets the same banners and badges, and the same rolls later.
    """

    def __init__(self, key: int, number: int) -> None:
        """The luck of this number in the position with this key."""
        self._seed: int = (key & WORD) | (number * SPREAD & WORD) << 32
        self._turn: i64 = 0
        self._streams: list[Generator] = [self._stream(kind, 0) for kind in range(WHIMS + 1)]

    def _stream(self, kind: int, turn_number: int) -> Generator:
        return Generator(self._seed | ((turn_number * 8 + kind + 1) * SPREAD & WORD) << 64)

    def _begin_turn(self, state: State) -> None:
        turn_number = state.game_turn * 8 + state.seat
        if turn_number != self._turn:
            self._turn = turn_number
            self._streams[decisions.DIE] = self._stream(decisions.DIE, int(turn_number))
            self._streams[WHIMS] = self._stream(WHIMS, int(turn_number))

    def outcome(self, state: State) -> i64:
        """The outcome of the chance decision that is due."""
        if state.phase == decisions.DIE:
            self._begin_turn(state)
        return self._streams[int(state.phase)].outcome(state)

    def whim(self, state: State) -> float:
        """A number from 0 to 1, for a choice of the player to move."""
        self._begin_turn(state)
        return float(self._streams[WHIMS].word()) / float(WORD)


def play_answers(state: State, answers: list[int], luck: Luck, met: Met | None = None) -> Met | None:
    """Give these answers, with chance drawn between them; the state is changed."""
    for answer in answers:
        while state.phase <= decisions.LAST_CHANCE:
            outcome = luck.outcome(state)
            turn.apply(state, outcome)
            if met is not None:
                met = met.after(outcome)
        bit: i64 = answer
        turn.apply(state, bit)
        if met is not None:
            met = met.after(bit)
    return met


def play_on(state: State, player: QuickPlayer, luck: Luck, met: Met | None = None) -> None:
    """Let the quick player play the game to its end for everybody.

    `met`: this position, to search plans only where no rollout has been before; each rollout adds a turn.
    """
    planned: list[int] = []
    at: i64 = 0
    seat: i64 = -1
    is_new = False
    bit: i64 = 0
    while state.phase != decisions.OVER:
        if state.phase <= decisions.LAST_CHANCE:
            bit = luck.outcome(state)
        else:
            if state.seat != seat or at >= len(planned):
                if is_new and state.seat != seat:
                    met = None
                if met is None:
                    planned = player.plan(state, luck)
                else:
                    if len(met.plans) == 0:
                        met.plans = player.plans(state)
                        is_new = True
                    planned = player.choose(met.plans, state, luck)
                seat = state.seat
                at = 0
            bit = planned[int(at)]
            at += 1
        turn.apply(state, bit)
        if met is not None:
            met = met.after(bit)


def margin_of(state: State, seat: i64) -> i64:
    """The coins of a player beyond those of the best other one."""
    best: i64 = -1
    other: i64 = 0
    while other < state.setup.players:
        if other != seat and state.coins[other] > best:
            best = state.coins[other]
        other += 1
    return state.coins[seat] - best


def win_share(state: State, seat: i64) -> float:
    """1 for the winner of a game that is over; winners who tie after the tie-break share it (END-3)."""
    mine = _standing(state, seat)
    shared: i64 = 0
    other: i64 = 0
    while other < state.setup.players:
        theirs = _standing(state, other)
        if theirs > mine:
            return 0.0
        if theirs == mine:
            shared += 1
        other += 1
    return 1.0 / float(shared)


def _standing(state: State, seat: i64) -> i64:
    """A number by which players are ranked: coins first, then race tokens on the map."""
    tokens: i64 = 0
    mask = state.held_by(seat)
    while mask != 0:
        tokens += state.tokens[lowest(mask)]
        mask &= mask - 1
    return 4096 * state.coins[seat] + tokens


def roll_out(
    state: State,
    answers: list[int],
    seat: i64,
    player: QuickPlayer,
    key: int,
    first: int,
    count: int,
    met: Met | None = None,
) -> list[tuple[int, float]]:
    """Play these answers and then the game to its end, `count` times from luck number `first` on.

    The state is not changed. The result of each is the player's margin and share of the win. `met`: where
    earlier rollouts of the same turn began; it makes these quicker, not different.
    """
    results: list[tuple[int, float]] = []
    if met is None:
        met = Met()
    for number in range(first, first + count):
        after = state.clone()
        luck = Luck(key, number)
        play_on(after, player, luck, play_answers(after, answers, luck, met))
        results.append((int(margin_of(after, seat)), win_share(after, seat)))
    return results
