"""The analysis of a finished game: what every turn was worth, what was better and why, and what luck did.

docs/analysis.md says what each number means. Hidden coins are no secret any more once a game is over, so
everything is judged with all coins seen.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import fsum
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.agents.hint_reasons import HintReason
from elbowroom.agents.options import BEAM_WIDTH, ENDING_WORK, option_of
from elbowroom.agents.reason_finder import first_step
from elbowroom.agents.reply import turn_endings
from elbowroom.agents.rollout import Luck, play_on, win_share
from elbowroom.agents.turn_search import TurnPlan, fill_column
from elbowroom.agents.weights import network_of, shipped_weights
from elbowroom.agents.whole_turn import ReplyJudge
from elbowroom.arena.analysis_luck import luck_of_reveal, luck_of_roll
from elbowroom.arena.judge import Race
from elbowroom.arena.judge_rollouts import luck_key, rollout_player
from elbowroom.arena.judge_turns import InTurn, bits_of_turn, end_of, good_turns
from elbowroom.arena.recorded_turns import recorded_turns
from elbowroom.engine import decisions
from elbowroom.engine.actions import decision_of
from elbowroom.engine.record import next_text
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elbowroom.agents.network import Network
    from elbowroom.arena.recorded_turns import RecordedDecision, RecordedTurn
    from elbowroom.engine.game import Game
    from elbowroom.engine.state import State

VERSION: Final = 1
"""Of the JSON; keys are added without a new one."""
ERROR: Final = 2.0
"""A loss of so many coins is an error."""
BLUNDER: Final = 5.0
"""And of so many a blunder."""
DEAREST: Final = 3
"""So many of the dearest decisions are told, of the game and of each player."""
SURELY: Final = 2.0
"""In rollouts, a loss must be so many standard errors to be an error."""
ROLLOUTS_BY: Final = "expert"
REPLY_WIDTH: Final = 4
REPLY_WORK: Final = 500
"""How well the replies to a turn are searched: as the expert does it."""


class Forecast(msgspec.Struct, frozen=True):
    """What each player can expect in a position, by seat."""

    coins: tuple[float, ...]
    """At the end of the game."""
    win: tuple[float, ...]
    """The chance to win; shared wins count in parts."""


class Step(msgspec.Struct, frozen=True):
    """The first step in which two ways to play differ, and what speaks for it."""

    actions: tuple[str, ...]
    regions: tuple[int, ...]
    """The numbers of the regions that it names."""
    reasons: tuple[HintReason, ...]
    """Those of hints; what speaks for the other way as well is left out."""


class Line(msgspec.Struct, frozen=True):
    """One way to play a turn, or the part of it up to a roll or after one."""

    actions: tuple[str, ...]
    """In the words of records."""
    lead: float
    """Coins by which the player is expected to end ahead."""
    coins: float
    """What it changes in the player's coins by the end of the turn; expected, if the die is rolled."""
    step: Step | None
    """Where it differs from the other line; None if both are the same."""


class AnalysedDecision(msgspec.Struct, frozen=True):
    """What a player decided in one go, and the best that was found instead."""

    at: int
    """How many actions of the record come before it."""
    seat: int
    kind: str
    """The name of its first decision."""
    after_roll: bool
    """Whether the die was rolled before it in this turn."""
    played: Line
    best: Line
    """The same as `played` if nothing better was found."""
    loss: float
    """Coins of lead by which the best is better."""
    loss_error: float
    """The standard error of the loss; 0 without rollouts."""

    @property
    def is_error(self) -> bool:
        """Whether it lost enough, and surely enough, to be counted."""
        return self.loss >= ERROR and self.loss > SURELY * self.loss_error

    @property
    def is_blunder(self) -> bool:
        """Whether it is an error that lost a great deal."""
        return self.is_error and self.loss >= BLUNDER


class LuckShare(msgspec.Struct, frozen=True):
    """What chance brought each player, in coins of lead, by seat."""

    die: tuple[float, ...]
    column: tuple[float, ...]


class AnalysedTurn(msgspec.Struct, frozen=True):
    """One player's turn."""

    game_turn: int
    seat: int
    at: int
    """How many actions of the record come before it."""
    after: Forecast
    loss: float
    """Of all decisions of the player whose turn it is."""
    luck: LuckShare
    decisions: tuple[AnalysedDecision, ...]
    """Those of the player, then those of victims."""


class Place(msgspec.Struct, frozen=True):
    """Where a decision stands in the analysis: the index of its turn, and its index in there."""

    turn: int
    decision: int


class PlayerSummary(msgspec.Struct, frozen=True):
    """What a player did in the whole game."""

    seat: int
    name: str
    place: int
    coins: int
    decisions: int
    loss: float
    """Coins of lead lost by all decisions."""
    errors: int
    blunders: int
    """Those errors that are blunders."""
    luck_die: float
    luck_column: float
    dearest: tuple[Place, ...]
    """Their dearest decisions, the dearest first; only those that lost something."""


class Analysis(msgspec.Struct, frozen=True):
    """What `elbowroom analyse` finds."""

    version: int
    map: str
    players: tuple[PlayerSummary, ...]
    """By seat."""
    rollouts: int
    """For each turn that was compared; 0 for the judgement of the value network."""
    start: Forecast
    """When the first player may decide."""
    turns: tuple[AnalysedTurn, ...]
    dearest: tuple[Place, ...]
    """The dearest decisions of the game, the dearest first; only those that lost something."""

    def decision(self, place: Place) -> AnalysedDecision:
        """The decision that stands there."""
        return self.turns[place.turn].decisions[place.decision]


def analyse_game(game: Game, rollouts: int = 0, tell: Callable[[int, int], None] | None = None) -> Analysis:
    """Analyse a game that is over; with rollouts, each compared turn is played out at most so often.

    The same game has the same analysis. `tell` hears how many of how many decisions are done.
    """
    if not game.is_over:
        raise Refused(
            "analyse_running", game_turn=int(game.state.game_turn), turns=int(game.setup.board.game_turns)
        )
    recorded = recorded_turns(game)
    total = sum(len(each.decisions) for each in recorded)
    if not total:
        raise Refused("analyse_no_decisions")
    analyst = _Analyst(game, rollouts)
    first = next(each for turn in recorded for each in turn.decisions)
    start = analyst.forecast(first.game.state)
    turns: list[AnalysedTurn] = []
    done = 0
    for each in recorded:
        judged: list[AnalysedDecision] = []
        for decision in each.decisions:
            judged.append(analyst.judge(decision))
            done += 1
            if tell is not None:
                tell(done, total)
        turns.append(analyst.turn(each, judged))
    return Analysis(
        version=VERSION,
        map=game.setup.board.map_id,
        players=_summaries(game, turns),
        rollouts=rollouts,
        start=start,
        turns=tuple(turns),
        dearest=_dearest(turns),
    )


@cache
def _network() -> Network:
    return network_of(shipped_weights())


class _Analyst:
    """Judges the turns of one game, by the value network or by rollouts."""

    def __init__(self, game: Game, rollouts: int) -> None:
        self._game = game
        self._network = _network()
        self._judge = ReplyJudge(self._network, REPLY_WIDTH, REPLY_WORK)
        self._rollouts = rollouts

    def forecast(self, state: State) -> Forecast:
        """What the players can expect in a position."""
        state = state.clone()
        fill_column(state)
        seats = range(int(state.setup.players))
        if state.phase == decisions.OVER:
            coins = [float(state.coins[seat]) for seat in seats]
            return Forecast(_rounded(coins, 1), _rounded([win_share(state, seat) for seat in seats], 3))
        if not self._rollouts:
            coins, win = self._network.final_coins(state), self._network.win_chances(state)
            return Forecast(_rounded(coins, 1), _rounded(win, 3))
        ends: list[State] = []
        key = luck_key(type(self._game)(state.clone(), self._game.names))
        for number in range(self._rollouts):
            ends.append(state.clone())
            play_on(ends[-1], rollout_player(ROLLOUTS_BY), Luck(key, number))
        coins = [fsum(int(end.coins[seat]) for end in ends) / len(ends) for seat in seats]
        win = [fsum(win_share(end, seat) for end in ends) / len(ends) for seat in seats]
        return Forecast(_rounded(coins, 1), _rounded(win, 3))

    def turn(self, recorded: RecordedTurn, judged: Sequence[AnalysedDecision]) -> AnalysedTurn:
        """A turn, when its decisions are judged."""
        seat = recorded.turn.seat
        assert seat is not None, "before the first player is drawn nobody has a turn"
        return AnalysedTurn(
            game_turn=recorded.turn.game_turn,
            seat=seat,
            at=recorded.at,
            after=self.forecast(recorded.after),
            loss=round(fsum(each.loss for each in judged if each.seat == seat), 2),
            luck=LuckShare(
                die=self._sum([luck_of_roll(roll, self._network) for roll in recorded.rolls]),
                column=self._sum([luck_of_reveal(reveal, self._network) for reveal in recorded.reveals]),
            ),
            decisions=tuple(judged),
        )

    def _sum(self, lucks: Sequence[Sequence[float]]) -> tuple[float, ...]:
        """What several strokes of luck brought each player."""
        seats = range(len(self._game.names))
        return _rounded([fsum(luck[seat] for luck in lucks if luck) for seat in seats], 2)

    def judge(self, decision: RecordedDecision) -> AnalysedDecision:
        """Compare what was played with the best that is found."""
        game, played = decision.game, decision.answers
        turns = [played, *self._alternatives(decision)]
        if self._rollouts:
            race = Race(game, turns, rollout_player(ROLLOUTS_BY), go_on={})
            race.run(self._rollouts)
            leads = [fsum(margin for margin, _ in results) / len(results) for results in race.results]
            best = race.best()
            loss, error = race.loss(0)
        else:
            leads = [self._promise(game, answers) for answers in turns]
            best = max(range(len(turns)), key=lambda place: (leads[place], -place))
            loss, error = leads[best] - leads[0], 0.0
        loss = max(0.0, loss)
        if best == 0 or round(loss, 2) == 0:
            line = self._line(game, played, leads[0])
            return _decision(decision, line, line, 0.0, 0.0)
        better = turns[best]
        steps = self._steps(game, played, better)
        return _decision(
            decision,
            self._line(game, played, leads[0], steps[0]),
            self._line(game, better, leads[best], steps[1]),
            loss,
            error,
        )

    def _alternatives(self, decision: RecordedDecision) -> list[list[int]]:
        """Other turns that are worth comparing; none that ends as the played one does."""
        game, played = decision.game, decision.answers
        if len(played) == 1 and int(game.state.legal).bit_count() == 1:
            return []
        found = {end_of(game, played): played}
        for answers in (self._without_layout(game, played), *good_turns(game)):
            found.setdefault(end_of(game, answers), answers)
        return list(found.values())[1:]

    def _without_layout(self, game: Game, played: Sequence[int]) -> list[int]:
        """The played turn, but with the pieces placed as the computer places them."""
        count = 0
        while count < len(played) and not _places_pieces(played[count]):
            count += 1
        return InTurn(game.state).follow(bits_of_turn(played[:count])).finish(self._network).answers

    def _promise(self, game: Game, answers: Sequence[int]) -> float:
        """The expected lead after this turn and the replies to it, for any who decides."""
        seat = int(game.state.chooser())
        endings = turn_endings(game.state, bits_of_turn(answers), self._network, REPLY_WIDTH, REPLY_WORK)
        return fsum(chance * self._judge.lead(after, seat) for after, chance in endings)

    def _line(self, game: Game, answers: Sequence[int], lead: float, step: Step | None = None) -> Line:
        seat = int(game.state.chooser())
        before = int(game.state.coins[seat])
        endings = turn_endings(game.state, bits_of_turn(answers), self._network, BEAM_WIDTH, ENDING_WORK)
        coins = fsum((int(after.coins[seat]) - before) * chance for after, chance in endings)
        return Line(
            actions=record_texts(game, answers), lead=round(lead, 2), coins=round(coins, 1), step=step
        )

    def _steps(self, game: Game, played: Sequence[int], better: Sequence[int]) -> tuple[Step, Step]:
        """The first steps in which two turns differ, each with the reasons that speak for it alone."""
        options = []
        for mine, other in ((played, better), (better, played)):
            bits = bits_of_turn(mine)
            at = first_difference(game, bits, bits_of_turn(other))
            before = InTurn(game.state).follow(bits[:at])
            trial = type(game)(before.state, game.names)
            trial.is_clone = True
            options.append(option_of(trial, TurnPlan(before.state, bits[at:], 0.0), self._network))
        shared = set(options[0].reasons) & set(options[1].reasons)
        steps = []
        for option in options:
            reasons = tuple(reason for reason in option.reasons if reason not in shared)
            steps.append(Step(option.texts, option.regions, reasons))
        return steps[0], steps[1]


def _decision(
    decision: RecordedDecision, played: Line, best: Line, loss: float, error: float
) -> AnalysedDecision:
    return AnalysedDecision(
        at=decision.at,
        seat=decision.seat,
        kind=decisions.PHASE_NAMES[int(decision.game.state.phase)],
        after_roll=decision.after_roll,
        played=played,
        best=best,
        loss=round(loss, 2),
        loss_error=round(error, 2),
    )


def _rounded(values: Sequence[float], digits: int) -> tuple[float, ...]:
    return tuple(round(value, digits) + 0.0 for value in values)


def _places_pieces(action: int) -> bool:
    row = decisions.decision(decision_of(action))
    return row is not None and row.is_spread


def record_texts(game: Game, answers: Sequence[int]) -> tuple[str, ...]:
    """A turn in the words of records, where pieces that are placed one by one share a text."""
    trial, texts, at = InTurn(game.state), [], 0
    while at < len(answers):
        text, used = next_text(trial.state, list(answers), at)
        texts.append(text)
        trial.follow(bits_of_turn(answers[at : at + used]))
        at += used
    return tuple(texts)


def first_difference(game: Game, bits: Sequence[int], other: Sequence[int]) -> int:
    """Where the first step of a turn begins that the other turn does not have, whenever it comes there.

    The end of a kind of decision differs if the other turn decides more of that kind.
    """
    unmatched = Counter(step for _, step in _steps_of(game, other))
    at = 0
    for at, step in _steps_of(game, bits):
        phase, first = step[0], step[1][0]
        goes_on = first == decisions.DONE and any(
            count and kind == phase and more[0] != decisions.DONE for (kind, more), count in unmatched.items()
        )
        if not unmatched[step] or goes_on:
            return at
        unmatched[step] -= 1
    return at


def _steps_of(game: Game, bits: Sequence[int]) -> list[tuple[int, tuple[int, tuple[int, ...]]]]:
    """The steps of a turn: where each begins, its decision and its bits."""
    trial, steps, at = InTurn(game.state), [], 0
    while at < len(bits):
        step = first_step(trial.state, bits[at:])
        steps.append((at, (int(trial.state.phase), tuple(step))))
        trial.follow(step)
        at += len(step)
    return steps


def _dearest(turns: Sequence[AnalysedTurn], seat: int | None = None) -> tuple[Place, ...]:
    """The dearest decisions, of one player or of all; of equally dear ones the first."""
    places = [
        (each.loss, Place(number, index))
        for number, turn in enumerate(turns)
        for index, each in enumerate(turn.decisions)
        if each.loss > 0 and seat in (None, each.seat)
    ]
    places.sort(key=lambda entry: -entry[0])
    return tuple(place for _, place in places[:DEAREST])


def _summaries(game: Game, turns: Sequence[AnalysedTurn]) -> tuple[PlayerSummary, ...]:
    rows = []
    for rank in sorted(game.ranking(), key=lambda rank: rank.seat):
        seat = rank.seat
        own = [each for turn in turns for each in turn.decisions if each.seat == seat]
        rows.append(
            PlayerSummary(
                seat=seat,
                name=game.names[seat],
                place=rank.place,
                coins=rank.coins,
                decisions=len(own),
                loss=round(fsum(each.loss for each in own), 2),
                errors=sum(each.is_error for each in own),
                blunders=sum(each.is_blunder for each in own),
                luck_die=round(fsum(turn.luck.die[seat] for turn in turns), 2) + 0.0,
                luck_column=round(fsum(turn.luck.column[seat] for turn in turns), 2) + 0.0,
                dearest=_dearest(turns, seat),
            )
        )
    return tuple(rows)
