"""The expert: its budget, what it does with more of it, and the first expert, which stays as it was."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass, field

import pytest

from elbowroom.agents import agent_named
from elbowroom.agents.agent import Budget
from elbowroom.agents.expert import ExpertAgent, Thinking
from elbowroom.agents.network import Network
from elbowroom.agents.rollout import Met, QuickPlayer
from elbowroom.agents.turn_search import TurnPlan
from elbowroom.agents.weights import first_weights, network_of, shipped_weights
from elbowroom.agents.whole_turn import ReplyJudge, answers_of, improve_layout, usual_layout
from elbowroom.engine import decisions
from elbowroom.engine.actions import action_id
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.state import State
from elbowroom.rules.bits import bits_of
from tests.scenario import scenario

AHEAD_WORK = 2
LOOK_WORK = Thinking().turns * AHEAD_WORK
"""What a planted look takes: as much as the expert takes it to take, with this work for each turn."""


@dataclass
class PlantedLooks:
    """Looks ahead that find planted leads, by the first answer of a plan; 0 for others."""

    leads: dict[int, float]
    luck: dict[int, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    """By the first answer: the key and the number of every look."""

    def __call__(
        self,
        state: State,
        answers: list[int],
        seat: int,
        player: QuickPlayer,
        key: int,
        first: int,
        count: int,
        turns: int,
        met: Met,
    ) -> list[float]:
        """Stands for `look_ahead`."""
        del state, seat, turns, met
        player.network.evaluations += LOOK_WORK * count
        self.luck[answers[0]] += [(key, number) for number in range(first, first + count)]
        return [self.leads.get(answers[0], 0.0)] * count

    def count(self, answer: int) -> int:
        """How often a plan was looked at."""
        return len(self.luck[answer])


def planted(monkeypatch: pytest.MonkeyPatch, leads: dict[int, float]) -> PlantedLooks:
    """Looks ahead of the expert that find these leads."""
    looks = PlantedLooks(leads)
    monkeypatch.setattr("elbowroom.agents.expert.look_ahead", looks)
    return looks


def halved(priors: list[float], finalists: int, until: float, work: int = 2000) -> list[TurnPlan]:
    """The plans 0, 1, ... with these leads after the replies, as the expert orders them by what follows."""
    state = new_game(2, seed=1).state
    plans = [TurnPlan(state, [number], prior) for number, prior in enumerate(priors)]
    agent = ExpertAgent(0, first_weights(), Budget(work=work), Thinking(ahead_work=AHEAD_WORK))
    return agent._halved(state, plans, finalists, until)


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
        assert 0.4 * work < evaluations(agent) < (1.1 if players == 2 else 1.5) * work + 4000


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


def test_the_best_of_what_follows_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, {0: -3.0, 1: 2.0, 2: 9.0, 3: 5.0})
    assert [plan.bits for plan in halved([3.0, 2.0, 1.0, 0.0], 4, 1.0)] == [[2], [3], [1], [0]]


def test_the_better_half_is_played_on_more_often_and_all_with_the_same_luck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = planted(monkeypatch, {0: -3.0, 1: 2.0, 2: 9.0, 3: 5.0})
    halved([3.0, 2.0, 1.0, 0.0], 4, 1.0)
    assert looks.count(0) == looks.count(1) > 0
    assert looks.count(2) == looks.count(3) > 1.5 * looks.count(0)
    longest = looks.luck[2]
    assert len({key for key, _ in longest}) == 1
    assert [number for _, number in longest] == list(range(len(longest)))
    for plan in range(4):
        assert looks.luck[plan] == longest[: looks.count(plan)]


def test_the_lead_after_the_replies_counts_like_some_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = planted(monkeypatch, {0: 4.0, 1: 10.0})
    prior = Thinking().prior
    for plan, before, found in zip(halved([8.0, 1.0], 2, 1.0), (1.0, 8.0), (10.0, 4.0), strict=True):
        count = looks.count(plan.bits[0])
        assert plan.value == pytest.approx((prior * before + count * found) / (prior + count))


def test_only_the_best_after_the_replies_are_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = planted(monkeypatch, {4: 50.0, 5: 50.0})
    ordered = halved([6.0, 5.0, 4.0, 3.0, 2.0, 1.0], 4, 1.0)
    assert [plan.bits for plan in ordered[4:]] == [[4], [5]]
    assert set(looks.luck) == {0, 1, 2, 3}


@pytest.mark.parametrize("until", [1.0, 0.5])
@pytest.mark.parametrize("work", [400, 4000])
def test_the_budget_bounds_how_often_plans_are_played_on(
    monkeypatch: pytest.MonkeyPatch, work: int, until: float
) -> None:
    """What would take more is not begun."""
    looks = planted(monkeypatch, {0: 1.0})
    halved([0.0] * 4, 4, until, work)
    used = LOOK_WORK * sum(looks.count(plan) for plan in range(4))
    assert work * until - 4 * LOOK_WORK < used <= work * until


def test_without_a_budget_left_the_leads_after_the_replies_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = planted(monkeypatch, {1: 50.0})
    assert [plan.bits for plan in halved([3.0, 2.0, 1.0], 3, 0.0)] == [[0], [1], [2]]
    assert looks.luck == {}


def test_what_follows_decides_what_the_expert_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of the compared combos is planted to lead to more, it is picked."""
    game, budget = new_game(2, seed=2), Budget(work=40000)
    looks = planted(monkeypatch, {})
    ExpertAgent(0, first_weights()).choose(game.clone(), budget)
    compared = list(looks.luck)
    assert len(compared) > 1
    for combo in compared:
        planted(monkeypatch, {combo: 100.0})
        picked = ExpertAgent(0, first_weights()).choose(game.clone(), budget)
        assert picked == action_id(decisions.PICK, combo)
