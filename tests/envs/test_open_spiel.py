"""The OpenSpiel door passes OpenSpiel's own tests, and shows what lies on the table."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, mcts

import elbowroom.envs.open_spiel  # noqa: F401 - registers the game
from elbowroom.agents import agent_named
from elbowroom.engine.game import CHANCE, new_game
from elbowroom.envs.action_space import action_space
from elbowroom.envs.observation_schema import schema_of

PLAYERS = (2, 3, 4, 5)


def load(players: int) -> pyspiel.Game:
    return pyspiel.load_game("python_elbowroom", {"players": players})


def follow(state: pyspiel.State, history: list[int]) -> None:
    """Carry out what happened in a game of the engine."""
    space = action_space(new_game(state.num_players()).setup)
    for action in history:
        state.apply_action(action & 63 if state.is_chance_node() else space.index_of[action])


@pytest.mark.process
def test_agents_decide_for_seats_that_are_not_trained(own_agents: Path) -> None:
    del own_agents
    state, chance = load(2).new_initial_state(), random.Random(1)
    seats = [agent_named("mine:First", 0), agent_named("greedy", 0)]
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
            continue
        before = str(state)
        choice = state.chosen_by(seats[state.current_player()])
        assert choice in state.legal_actions()
        assert str(state) == before
        state.apply_action(choice)
    assert sum(state.returns()) == 0


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_the_simulation_test_of_open_spiel_passes(players: int) -> None:
    """With every state stored and read again, and all masks and tensors looked at."""
    pyspiel.random_sim_test(load(players), num_sims=4, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_a_playthrough_can_be_generated(players: int) -> None:
    text = generate_playthrough.playthrough(f"python_elbowroom(players={players})", None)
    assert "ChanceOutcomes()" in text
    assert "Returns()" in text


@pytest.mark.long
def test_a_search_bot_of_open_spiel_finishes_games() -> None:
    game = load(2)
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bots = [mcts.MCTSBot(game, 2, 3, evaluator, random_state=chance, solve=False) for _ in range(2)]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=odds)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("players", PLAYERS)
def test_chance_nodes_are_short_and_sum_to_one(players: int) -> None:
    game, chance = load(players), random.Random(players)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert len(outcomes) <= 20
            assert sum(odds for _, odds in outcomes) == pytest.approx(1)
            state.apply_action(chance.choice(outcomes)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))


def test_the_bounds_hold() -> None:
    game = load(3)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    assert game.num_distinct_actions() == action_space(new_game(3).setup).size


def test_it_is_the_game_of_the_engine() -> None:
    """Followed action by action, both say the same of every state."""
    ours = new_game(3, seed=11)
    chance = random.Random(11)
    while not ours.is_over:
        ours.apply(chance.choice(ours.legal()))
    theirs = load(3).new_initial_state()
    follow(theirs, ours.history)
    assert theirs.is_terminal()
    assert str(theirs) == ours.to_text()


def test_a_clone_is_independent() -> None:
    state = load(2).new_initial_state()
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) != str(copy)
    assert state.is_chance_node()


def test_actions_have_the_words_of_the_notation() -> None:
    state = load(2).new_initial_state()
    assert state.action_to_string(state.current_player(), 1) == "first 2"
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.action_to_string(state.current_player(), state.legal_actions()[0]) == "pick: pick 1"


def test_what_is_seen_hides_the_coins_that_are_known() -> None:
    game = load(2)
    ours = new_game(2, seed=3)
    chance = random.Random(3)
    while int(ours.state.game_turn) < 4 or ours.to_move == CHANCE:
        ours.apply(chance.choice(ours.legal()))
    state = game.new_initial_state()
    follow(state, ours.history)
    at = schema_of(ours.setup).block("player 1 tallies").place.stop - 1
    assert state.observation_tensor(0)[at] == 0
    assert state.information_state_tensor(0)[at] == ours.state.coins[1] > 0
    assert f"P2 {ours.state.coins[1]}" not in state.observation_string(0)
    assert f"P1 {ours.state.coins[0]}" in state.observation_string(0)
