"""Properties that hold however the game is played: a state machine that tries everything, and seeded runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from elbowroom.arena.match import Match, play
from elbowroom.engine import decisions
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.invariants import (
    BrokenInvariantError,
    CoinLedger,
    TurnProgress,
    check_game,
    check_state,
)
from elbowroom.engine.record import read_record, write_record
from elbowroom.rules.content import base_content
from elbowroom.rules.options import Options
from tests.sizes import IS_INTERPRETED, long

if TYPE_CHECKING:
    from elbowroom.engine.events import Event

OPTIONS = st.builds(
    Options,
    own_tokens_defend=st.booleans(),
    open_coins=st.booleans(),
    auto_withdraw=st.booleans(),
    first_player=st.sampled_from([None, 0, 1]),
)


class Table(RuleBasedStateMachine):
    """Plays any legal action, chance included, and looks at everything after each."""

    game: Game
    ledger: CoinLedger

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Event] = []

    @initialize(players=st.sampled_from([2, 3, 4, 5]), options=OPTIONS)
    def set_up(self, players: int, options: Options) -> None:
        self.game = new_game(players, options=options)
        self.ledger = CoinLedger(self.game)

    @precondition(lambda self: not self.game.is_over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        action = data.draw(st.sampled_from(self.game.legal()))
        self.events = self.game.apply_with_events(action)

    @precondition(lambda self: not self.game.is_over)
    @rule(choice=st.integers(0, 1 << 30), many=st.integers(5, 60))
    def act_on(self, choice: int, many: int) -> None:
        """Many actions at once, so that games get on."""
        for number in range(many):
            if self.game.is_over:
                return
            legal = self.game.legal()
            self.ledger.follow(self.game, self.events)
            self.events = self.game.apply_with_events(legal[(choice + number * 7919) % len(legal)])
            check_state(self.game.state)

    @precondition(lambda self: not self.game.is_over)
    @rule()
    def look_closely(self) -> None:
        check_game(self.game)

    @rule()
    def record_and_replay(self) -> None:
        again = read_record(write_record(self.game))
        assert again.to_text() == self.game.to_text()
        assert again.history == self.game.history

    @invariant()
    def everything_holds(self) -> None:
        if hasattr(self, "game"):
            check_state(self.game.state)
            self.ledger.follow(self.game, self.events)
            self.events = []


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=5 if IS_INTERPRETED else 25,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("players", [2, *long(3, 4, 5)])
@pytest.mark.parametrize("agents", ["random", "greedy"])
def test_seeded_games_hold_every_invariant(players: int, agents: str) -> None:
    for number in range(3):
        match = Match(number, 5, players, (agents,) * players, Options(), is_checked=True)
        assert play(match).violation == ""


@pytest.mark.long
def test_every_combo_can_be_played() -> None:
    """All 280 combos, each picked as the first one and played for three game turns."""
    content = base_content()
    for race in content.races:
        for power in content.powers:
            game = new_game(2, options=Options(first_player=0))
            for word in (f"banner {race.id}", f"badge {power.id}"):
                game.apply(word)
            steps = 0
            while game.state.game_turn < 4 and not game.is_over:
                legal = game.legal()
                game.apply(legal[0] if game.phase == "pick" else legal[(steps * 13 + 5) % len(legal)])
                check_state(game.state)
                steps += 1
            check_game(game)


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = new_game(4, seed=9), new_game(4, seed=9)
    while not first.is_over:
        assert first.legal() == second.legal()
        action = first.legal()[-1]
        first.apply(action)
        second.apply(action)
    assert first.to_text() == second.to_text()
    assert new_game(4, seed=10).to_text() != new_game(4, seed=9).to_text()


def test_a_clone_is_independent_and_has_no_dealer() -> None:
    game = new_game(3, seed=1)
    copy = game.clone()
    before = game.to_text()
    copy.apply("pick 1")
    assert game.to_text() == before
    assert copy.phase == "banner"  # nobody deals for a copy


@pytest.mark.parametrize(
    ("harm", "claim"),
    [
        ("state.tray[0] += 1", "tokens of amazons are conserved"),
        ("state.tokens[0] += 1", "tokens stand in held regions only"),
        ("state.change_cost(0, 1)", "the cost is the sum of its parts"),
        ("state.add_marker(0, 0)", "stands in a held region"),
        ("state.returned[0] = 3; state.banners_returned = 1", "every banner is in one place"),
        ("state.discards |= (1 << 20) - 1", "every badge is in one place"),
        ("state.legal = 0", "the legal answers are up to date"),
        ("state.coins[1 - state.seat] = -1", "nobody has debts"),
    ],
)
def test_the_checks_notice_harm(harm: str, claim: str) -> None:
    """The checks can fail: each kind of damage is found under its own name."""
    game = new_game(2, seed=12)
    exec(harm, {"state": game.state})  # noqa: S102 - the harm is written above
    with pytest.raises(BrokenInvariantError, match=claim):
        check_state(game.state)


def test_coins_from_nowhere_are_noticed() -> None:
    game = new_game(2, seed=3)
    ledger = CoinLedger(game)
    game.state.coins[1] += 1
    with pytest.raises(BrokenInvariantError, match="coins change only as scored, paid and given"):
        ledger.follow(game, [])


def test_a_turn_that_gets_no_shorter_is_noticed() -> None:
    """Tokens that come to the hand in the middle of the conquests could be used for ever."""
    game = new_game(2, seed=3)
    game.apply("pick 1")
    progress = TurnProgress(game)
    game.apply(next(action for action in game.legal() if action & 63 < game.setup.board.size))
    progress.follow(game)
    game.state.hand[game.state.race] += 1
    with pytest.raises(BrokenInvariantError, match="every decision brings the turn nearer to its end"):
        progress.follow(game)


def test_phases_have_stable_numbers() -> None:
    assert [decisions.PICK, decisions.CONQUER, decisions.REENCAMP, decisions.OVER] == [4, 6, 17, 18]
    assert decisions.PHASE_NAMES[decisions.WITHDRAW] == "withdraw"
