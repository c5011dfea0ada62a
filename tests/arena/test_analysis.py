"""The analysis of a finished game: what it finds in games that are known to be good, bad or lucky."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import fsum
from pathlib import Path

import pytest

from elbowroom.agents import agent_named
from elbowroom.agents.agent import Budget
from elbowroom.agents.weights import network_of, shipped_weights
from elbowroom.arena.analysis import (
    ERROR,
    VERSION,
    Analysis,
    Place,
    analyse_game,
    first_difference,
    record_texts,
)
from elbowroom.arena.analysis_luck import luck_of_reveal, luck_of_roll
from elbowroom.arena.judge_turns import answers_of, bits_of_turn
from elbowroom.arena.recorded_turns import recorded_turns
from elbowroom.engine import decisions
from elbowroom.engine.actions import decision_of, is_chance
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.record import read_record, write_record
from elbowroom.rules.bits import bits_of
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.refusals import Refused

SMALL = Budget(work=300)
WELL = Budget(work=5000)
LAST_TURNS = 8
"""Most tests look at the last game turns only."""
BAD_TURN = 3
VALLEY = Path(__file__).parents[1] / "maps" / "valley.json"
GNOMES = """
[race.gnomes]
tokens = 6
tokens_of = "ratmen"
coins.mine = 1

[power.thunder]
tokens = 5
may = ["strike"]
strike.tokens = 1
"""


def played_on(game: Game) -> Game:
    """Let the planner play a game to its end."""
    agent = agent_named("planner", 0)
    while not game.is_over:
        game.apply(agent.choose(game.clone(), SMALL))
    return game


def late(players: int, seed: int) -> Game:
    """A game that begins from a position of another one, with few turns to go."""
    agent, game = agent_named("planner", 0), new_game(players, seed=seed)
    while game.turn.game_turn < LAST_TURNS or game.phase != "ready":
        game.apply(agent.choose(game.clone(), SMALL))
    return Game.from_text(game.to_text())


@pytest.fixture(scope="module")
def planted() -> Game:
    """A game of experts in which one of them once stops before conquering anything."""
    game, agents = new_game(2, seed=21), [agent_named("expert-1", seat) for seat in range(2)]
    while not game.is_over:
        if game.turn == (BAD_TURN, 0) and game.phase == "conquer":
            game.apply("end")
        else:
            game.apply(agents[int(game.state.chooser())].choose(game.clone(), WELL))
    return game


@pytest.fixture(scope="module")
def analysis(planted: Game) -> Analysis:
    return analyse_game(planted)


@pytest.fixture(scope="module")
def short() -> Game:
    game = late(3, 4)
    game.deal_with(Dealer(b"short"))
    return played_on(game)


def test_a_turn_that_was_thrown_away_is_among_the_dearest(analysis: Analysis) -> None:
    bad = next(
        Place(number, 0)
        for number, turn in enumerate(analysis.turns)
        if (turn.game_turn, turn.seat) == (BAD_TURN, 0)
    )
    assert bad in analysis.dearest
    assert bad == analysis.players[0].dearest[0]
    decision = analysis.decision(bad)
    assert decision.is_error
    assert not any(text.startswith("conquer") for text in decision.played.actions)
    assert any(text.startswith("conquer") for text in decision.best.actions)
    assert decision.best.coins > decision.played.coins
    assert decision.played.step is not None
    assert decision.best.step is not None
    assert decision.best.step.reasons
    assert not set(decision.played.step.reasons) & set(decision.best.step.reasons)


def test_sums_agree_with_their_parts(analysis: Analysis) -> None:
    all_decisions = [each for turn in analysis.turns for each in turn.decisions]
    for player in analysis.players:
        own = [each for each in all_decisions if each.seat == player.seat]
        assert player.decisions == len(own)
        assert player.loss == pytest.approx(fsum(each.loss for each in own), abs=0.01)
        assert player.errors == sum(each.loss >= ERROR for each in own)
        assert 0 <= player.blunders <= player.errors
        for total, name in ((player.luck_die, "die"), (player.luck_column, "column")):
            parts = [getattr(turn.luck, name)[player.seat] for turn in analysis.turns]
            assert total == pytest.approx(fsum(parts), abs=0.01)
        losses = [analysis.decision(place).loss for place in player.dearest]
        assert losses == sorted((each.loss for each in own), reverse=True)[: len(losses)]
    for each in all_decisions:
        assert each.loss == pytest.approx(each.best.lead - each.played.lead, abs=0.02)
        assert each.loss >= 0
        assert (each.loss == 0) == (each.best == each.played)
    for turn in analysis.turns:
        losses = [each.loss for each in turn.decisions if each.seat == turn.seat]
        assert turn.loss == pytest.approx(fsum(losses), abs=0.02)
    # With two players, one's lead is what the other is behind.
    assert analysis.players[0].luck_die == pytest.approx(-analysis.players[1].luck_die, abs=0.2)


def test_chances_and_coins_end_where_the_game_ended(planted: Game, analysis: Analysis) -> None:
    for forecast in (analysis.start, *(turn.after for turn in analysis.turns)):
        assert fsum(forecast.win) == pytest.approx(1, abs=0.002)
        assert all(0 <= chance <= 1 for chance in forecast.win)
    assert max(analysis.start.win) < 0.7
    winner = planted.ranking()[0]
    end = analysis.turns[-1].after
    assert end.coins == tuple(float(coins) for coins in planted.state.coins)
    assert end.win[winner.seat] == 1
    assert [player.place for player in analysis.players][winner.seat] == 1
    assert [player.name for player in analysis.players] == planted.names
    assert analysis.version == VERSION


def test_every_decision_of_the_record_is_in_exactly_one_turn(planted: Game, short: Game) -> None:
    for game in (planted, short):
        turns = recorded_turns(game)
        answers = [answer for turn in turns for each in turn.decisions for answer in each.answers]
        assert answers == [action for action in game.history if not is_chance(action)]
        assert sum(len(turn.rolls) for turn in turns) == sum(
            decision_of(action) == decisions.DIE for action in game.history
        )
        assert len({turn.turn for turn in turns}) == len(turns)


def test_a_roll_divides_a_turn_and_victims_decide_for_themselves(short: Game) -> None:
    turns = recorded_turns(short)
    for turn in turns:
        for each in turn.decisions:
            assert each.after_roll == any(roll.at < each.at for roll in turn.rolls)
    victims = [each for turn in turns for each in turn.decisions if each.seat != turn.turn.seat]
    assert victims
    assert {each.game.phase for each in victims} <= {"withdraw", "reencamp"}
    analysis = analyse_game(short)
    judged = [each for turn in analysis.turns for each in turn.decisions if each.seat != turn.seat]
    assert [(each.at, each.seat) for each in judged] == [(each.at, each.seat) for each in victims]


def test_the_same_record_has_the_same_analysis(short: Game) -> None:
    again = read_record(write_record(short))
    heard: list[tuple[int, int]] = []
    found = analyse_game(again, tell=lambda done, total: heard.append((done, total)))
    assert found == analyse_game(short)
    total = sum(len(turn.decisions) for turn in found.turns)
    assert heard == [(done, total) for done in range(1, total + 1)]


def test_a_lucky_roll_is_luck_and_not_skill() -> None:
    """Two games differ in one roll: the decision to roll lost the same, and only the luck is another."""
    game = late(2, 3)
    agent = agent_named("greedy", 0)
    while game.to_move != -1 or game.phase != "die":
        game.apply(game.legal()[0] if game.to_move == -1 else agent.choose(game.clone()))
    at, seat = len(game.history), game.turn.seat
    assert seat is not None
    analyses = []
    for face in ("0", "3"):
        branch = game.copy()
        branch.apply(f"die {face}")
        branch.deal_with(Dealer(b"luck"))
        analyses.append(analyse_game(played_on(branch)))
    turns = [[turn for turn in found.turns if turn.at < at][-1] for found in analyses]
    unlucky, lucky = (turn.luck.die[seat] for turn in turns)
    assert unlucky < 0 < lucky
    before = [[each for each in turn.decisions if not each.after_roll] for turn in turns]
    assert before[0] == before[1]
    assert before[0][0].loss == before[1][0].loss


def test_rolls_bring_nothing_in_the_mean(short: Game) -> None:
    network = network_of(shipped_weights())
    roll = next(roll for turn in recorded_turns(short) for roll in turn.rolls)
    lucks = [luck_of_roll(replace(roll, face=int(face)), network) for face in short.setup.die]
    for seat in range(3):
        assert fsum(luck[seat] for luck in lucks) == pytest.approx(0, abs=1e-6)
    assert any(luck[seat] for luck in lucks for seat in range(3))


def test_of_two_combos_that_could_lie_there_one_is_as_lucky_as_the_other_is_unlucky() -> None:
    network = network_of(shipped_weights())
    game = played_on(new_game(2, seed=4))
    lucks = []
    for reveal in recorded_turns(game)[0].reveals:
        state = reveal.next_pick
        assert state is not None
        state.banners = state.banners & -state.banners
        state.badges = 0
        swapped = state.clone()
        slot = list(state.column).index(reveal.race << 6 | reveal.power)
        other = bits_of(int(state.banners))[0]
        swapped.column[slot] = other << 6 | reveal.power
        swapped.banners = 1 << reveal.race
        here = luck_of_reveal(reveal, network)
        there = luck_of_reveal(replace(reveal, race=other, next_pick=swapped), network)
        assert here == pytest.approx([-luck for luck in there], abs=1e-6)
        lucks += here
    assert any(abs(luck) > 0.1 for luck in lucks)


def test_a_combo_that_nobody_can_pick_any_more_is_no_luck(short: Game) -> None:
    for turn in recorded_turns(short):
        for reveal in turn.reveals:
            if reveal.next_pick is None:
                return
    pytest.fail("the game must end without a pick after the last combo")


def test_rollouts_judge_instead_of_the_network(short: Game) -> None:
    game = Game.from_text(short.earlier(len(short.history) * 2 // 3).to_text())
    game.deal_with(Dealer(b"rollouts"))
    played_on(game)
    by_network, by_rollouts = analyse_game(game), analyse_game(game, rollouts=4)
    assert by_rollouts.rollouts == 4
    assert by_network.rollouts == 0
    all_decisions = [each for turn in by_rollouts.turns for each in turn.decisions]
    assert all(each.loss >= 0 for each in all_decisions)
    assert any(each.loss_error > 0 for each in all_decisions)
    assert all(each.loss_error == 0 for turn in by_network.turns for each in turn.decisions)
    assert [turn.luck for turn in by_rollouts.turns] == [turn.luck for turn in by_network.turns]
    assert by_rollouts == analyse_game(game, rollouts=4)


def test_own_races_on_an_own_map_are_analysed() -> None:
    box = add_content(base_content(), GNOMES, "gnomes.toml")
    box = add_content(box, VALLEY.read_text(encoding="utf-8"), VALLEY.name)
    game = played_on(new_game(2, seed=8, content=box, map_id="valley"))
    texts = {game.text_of(action).split()[0] for action in game.history}
    assert "strike" in texts
    found = analyse_game(game)
    assert found.map == "valley"
    assert [player.coins for player in found.players] == list(game.state.coins)
    assert max(player.loss for player in found.players) > 0


def test_the_first_difference_is_found_in_any_order_of_conquests() -> None:
    game = new_game(2, seed=21)
    game.apply("pick 1")
    regions = [action.region for action in game.legal_actions() if action.region and action.chance is None]
    one, two, three = (f"conquer {region}" for region in regions[:3])
    here, there = answers_of(game, [one, two]), answers_of(game, [two, one])
    assert first_difference(game, bits_of_turn(here), bits_of_turn([*there, *answers_of(game, [three])])) == 1
    more = bits_of_turn([*here, *answers_of(game, ["end"])[:1]])
    assert first_difference(game, more, bits_of_turn(here)) == 2
    ending, going_on = bits_of_turn(answers_of(game, [one, "end"])), more
    assert first_difference(game, ending, going_on) == 1
    assert record_texts(game, here) == (one, two)


def test_what_cannot_be_analysed_is_refused() -> None:
    game = new_game(2, seed=1)
    with pytest.raises(Refused) as running:
        analyse_game(game)
    assert running.value.code == "analyse_running"
    assert running.value.params == {"game_turn": 1, "turns": 10}
    over = Game.from_text(played_on(late(2, 3)).to_text())
    assert over.is_over
    with pytest.raises(Refused) as empty:
        analyse_game(over)
    assert empty.value.code == "analyse_no_decisions"


def test_kinds_of_decisions_are_those_of_the_notation(analysis: Analysis) -> None:
    kinds = Counter(each.kind for turn in analysis.turns for each in turn.decisions)
    assert set(kinds) <= set(decisions.PHASE_NAMES)
    assert kinds["pick"] >= 4
    assert kinds["ready"] > kinds["pick"]
