"""Decisions that only own races and powers have: computers make them where they pay, and hints tell why."""

from __future__ import annotations

import pytest

from elbowroom.agents import AGENTS, LEVELS, agent_named
from elbowroom.agents.agent import Agent, Budget
from elbowroom.agents.expert import ExpertAgent
from elbowroom.agents.greedy import GreedyAgent
from elbowroom.agents.hint_reasons import CoinPrice, FreesTokens, StrikesTokens, ThenConquers
from elbowroom.agents.planner import PlannerAgent
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.invariants import TurnProgress, check_state
from tests.invented import content_of
from tests.rulebook.test_own_traits import with_race
from tests.scenario import scenario

WORK = Budget(work=600)
THINKERS = [GreedyAgent, PlannerAgent, ExpertAgent]
WAVE = 'may = ["second wave"]'
EVERY_MOVE = f"""
[race.gnomes]
tokens = 8
tokens_of = "ratmen"
{WAVE}

[power.odd]
tokens = 4
pay = {{ coins = 1, discount = 2, times = 2 }}
may = ["strike"]
strike = {{ tokens = 1, uses.turn = 3, pay.coins = 1 }}
"""


def turn_of(agent: Agent, game: Game) -> list[str]:
    """What an agent does in the rest of a turn."""
    seat, turn, texts = game.to_move, game.turn, []
    while game.turn == turn and game.to_move == seat:
        action = agent.choose(game.clone(), WORK)
        texts.append(game.text_of(action))
        game.apply(action)
    return texts


@pytest.mark.parametrize("name", [*AGENTS, *LEVELS])
def test_every_agent_answers_every_decision_of_own_pieces(name: str) -> None:
    game = new_game(2, seed=4, content=content_of(EVERY_MOVE))
    agents = [agent_named(name, seat) for seat in range(2)]
    progress = TurnProgress(game)
    for _ in range(150):
        if game.is_over:
            break
        seat = game.to_move
        assert seat is not None
        game.apply(agents[seat].choose(game.clone(), Budget(work=120)))
        check_state(game.state)
        progress.follow(game)


@pytest.mark.parametrize("agent", THINKERS)
def test_a_second_wave_is_made_where_it_brings_regions(agent: type[GreedyAgent]) -> None:
    """Six tokens stand in the moor and none is in hand: the second wave takes the other three regions."""
    given = scenario(
        """
        map   four-regions
        tribes -
        Ann   Hill Gnomes : moor 7
        Bob   Forest Orcs
        turn  Ann conquer, acted
        """,
        with_race(WAVE),
    )
    played = turn_of(agent(0), given.game)
    assert played[:2] == ["end", "wave"]
    assert sum(text.startswith("conquer") for text in played) == 3


def test_a_hint_tells_the_tokens_of_a_second_wave_and_where_they_would_go() -> None:
    given = scenario(
        "map four-regions\ntribes -\nAnn Hill Gnomes : moor 7\nBob Forest Orcs\nturn Ann conquer, acted\n",
        with_race(WAVE),
    )
    best = PlannerAgent(0).explain(given.game, WORK)[0]
    assert best.texts == ("end", "wave")
    assert FreesTokens(6) in best.reasons
    assert any(isinstance(reason, ThenConquers) for reason in best.reasons)
    asked = PlannerAgent(0).explain(given.play("end").game, WORK)[0]
    assert asked.texts == ("wave",)
    assert FreesTokens(6) in asked.reasons


PAYING = "pay = { coins = 1, discount = 3 }\ncoins.conquest.active = 3"
RICH_CAVE = """
    map   four-regions
    tribes -
    coins Ann 5, Bob 0
    Ann   Swamp Gnomes, 3 in hand : moor 1
    Bob   Forest Orcs : cave 4, bog 5
    turn  Ann conquer, acted
"""


@pytest.mark.parametrize("agent", THINKERS)
def test_a_conquest_is_paid_for_where_it_brings_more_than_it_costs(agent: type[GreedyAgent]) -> None:
    """The cave costs six tokens, or three and a coin; it pays four."""
    played = turn_of(agent(0), scenario(RICH_CAVE, with_race(PAYING)).game)
    assert played[:2] == ["pay", "pay cave"]


@pytest.mark.parametrize(("coins", "first"), [(1, "pay"), (3, "conquer cave")])
def test_who_plays_for_coins_pays_no_more_than_a_conquest_brings(coins: int, first: str) -> None:
    """One token is lacking, and the region pays two: for three coins the die is the better choice."""
    content = with_race(f"pay = {{ coins = {coins}, discount = 1 }}\ncoins.conquest.active = 1")
    near = scenario(RICH_CAVE.replace("cave 4", "cave 1").replace("3 in", "2 in"), content)
    assert turn_of(GreedyAgent(0), near.game)[0] == first


def test_a_hint_tells_what_is_paid() -> None:
    best = PlannerAgent(0).explain(scenario(RICH_CAVE, with_race(PAYING)).game, WORK)[0]
    assert (best.texts, best.regions) == (("pay", "pay cave"), (2,))
    assert CoinPrice(1) in best.reasons


STRIKING = 'may = ["strike"]\nstrike.tokens = 2'
WEAK_CAVE = """
    map   four-regions
    tribes -
    Ann   Swamp Gnomes, 3 in hand : moor 1
    Bob   Forest Orcs : cave 3
    turn  Ann conquer, acted
"""


@pytest.mark.parametrize("agent", THINKERS)
def test_a_strike_is_made_where_it_opens_the_way(agent: type[GreedyAgent]) -> None:
    """The cave costs five tokens, and three when two of its defenders are gone."""
    played = turn_of(agent(0), scenario(WEAK_CAVE, with_race(STRIKING)).game)
    assert played[:3] == ["strike", "strike cave", "conquer cave"]


def test_a_hint_tells_who_loses_tokens_to_a_strike() -> None:
    best = PlannerAgent(0).explain(scenario(WEAK_CAVE, with_race(STRIKING)).game, WORK)[0]
    assert best.texts == ("strike", "strike cave")
    assert StrikesTokens(1, "orcs", 2) in best.reasons
    assert any(isinstance(reason, ThenConquers) for reason in best.reasons)
