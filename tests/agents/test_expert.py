"""The expert: its budget, what it does with more of it, and the first expert, which stays as it was."""

from __future__ import annotations

import hashlib

import pytest

from elbowroom.agents import agent_named
from elbowroom.agents.agent import Budget
from elbowroom.agents.expert import ExpertAgent
from elbowroom.agents.network import Network
from elbowroom.agents.weights import first_weights, network_of, shipped_weights
from elbowroom.agents.whole_turn import ReplyJudge, answers_of, improve_layout, usual_layout
from elbowroom.engine import decisions
from elbowroom.engine.game import Game, new_game
from elbowroom.rules.bits import bits_of
from tests.scenario import scenario


def evaluations(agent: ExpertAgent) -> int:
    network: Network = agent._network
    return int(network.evaluations)


def play_turn(agent: ExpertAgent, game: Game, budget: Budget) -> None:
    seat, turn = game.to_move, game.turn
    while not game.is_over and game.turn == turn:
        game.apply(agent.choose(game.clone(), budget) if game.to_move == seat else game.legal()[0])


def test_the_first_expert_plays_as_it_always_did() -> None:
    """A digest of one of its games, from before there was another expert."""
    game = new_game(2, seed=0)
    agents = [agent_named("expert-1", seat) for seat in range(2)]
    while not game.is_over:
        seat = game.to_move
        assert seat is not None
        game.apply(agents[seat].choose(game.clone(), Budget(work=600)))
    assert hashlib.sha256(str(game.history).encode()).hexdigest()[:16] == "8387f3ac4ba06f10"


def test_weights_of_the_first_kind_play_as_the_expert() -> None:
    game = new_game(2, seed=3)
    agent = ExpertAgent(0, first_weights())
    assert agent.choose(game.clone(), Budget(work=300)) in game.legal()


@pytest.mark.parametrize(("players", "work"), [(2, 3000), (2, 12000), (5, 12000), (5, 40000)])
def test_a_turn_takes_about_the_work_it_may(players: int, work: int) -> None:
    """What has been begun is finished, so it may be somewhat more."""
    game, agents = new_game(players, seed=8), [ExpertAgent(seat) for seat in range(players)]
    for agent in agents:
        play_turn(agent, game, Budget(work=work))
        assert 0.4 * work < evaluations(agent) < 1.1 * work + 4000


def test_an_explanation_takes_what_it_may_and_nothing_of_the_turn() -> None:
    game = new_game(2, seed=8)
    budget = Budget(work=20000)
    asked, other = ExpertAgent(0), ExpertAgent(0)
    for agent in (asked, other):
        agent.choose(game.clone(), budget)
    before = evaluations(asked)
    options = asked.explain(game.clone(), budget)
    assert len(options) > 1
    # Besides, each option is played on: a search of its own.
    assert evaluations(asked) - before < 1.4 * 20000 + 4 * 2000
    for agent in (asked, other):
        agent._meter.resume()
    assert asked._meter.used_share() == other._meter.used_share()
    assert asked._judge.work == other._judge.work


def test_one_legal_answer_needs_no_thought() -> None:
    """Who declines and has no tokens left cannot but end."""
    game = scenario("""
        map   valley
        Ann   Hill Humans    : dell 1
        Bob   Mounted Ratmen : fen 1
        turn  Bob conquer, acted
    """).game
    assert game.legal() == [game.parse("end")[0]]
    agent = ExpertAgent(0)
    assert agent.choose(game.clone()) == game.legal()[0]
    assert evaluations(agent) == 0


def test_tokens_are_redeployed_against_the_reply() -> None:
    """The layout of the expert is never worse, by its own judgement after the reply, than the usual one."""
    network = network_of(shipped_weights())
    game = scenario("""
        map   2-players
        Ann   Hill Ratmen    : 3 4, 7 2, 12 2, 13 1
        Bob   Mounted Giants : 9 4, 10 3
        turn  Ann conquer, acted
    """).game
    game.apply("end")
    assert game.phase == "redeploy"
    judge = ReplyJudge(network, 4, 300)
    usual = judge.lead_of_layout(game.state, answers_of(game.state, usual_layout(game.state, network)))
    layouts = improve_layout(game.state, judge, 25, 10**6)
    leads = [layout.value for layout in layouts]
    assert leads == sorted(leads, reverse=True)
    assert leads[0] >= usual
    trial = game.state.clone()
    assert set(layouts[0].bits) <= set(bits_of(int(trial.legal)))
    assert trial.phase == decisions.REDEPLOY
