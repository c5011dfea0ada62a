"""Decisions that only own races and powers have: computers make them where they pay, and hints tell why."""

from __future__ import annotations

import pytest

from elbowroom.agents import AGENTS, LEVELS, agent_named
from elbowroom.agents.agent import Agent, Budget
from elbowroom.agents.expert import ExpertAgent
from elbowroom.agents.greedy import GreedyAgent
from elbowroom.agents.hint_reasons import FreesTokens, ThenConquers
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
{WAVE}
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
