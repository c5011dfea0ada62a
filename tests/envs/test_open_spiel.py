"""The OpenSpiel door passes OpenSpiel's own tests, and its information states know no secret."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python.algorithms import generate_playthrough, mcts

import elbowroom.envs.open_spiel  # noqa: F401 - registers the game
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import CHANCE, Game, new_game
from elbowroom.envs import pettingzoo
from elbowroom.envs.action_space import action_space
from elbowroom.envs.arrays import ArrayObserver
from elbowroom.envs.observation_schema import schema_of

PLAYERS = (2, 3, 4, 5)


def load(players: int) -> pyspiel.Game:
    return pyspiel.load_game("python_elbowroom", {"players": players})


def follow(state: pyspiel.State, history: list[int]) -> None:
    """Carry out what happened in a game of the engine."""
    space = action_space(new_game(state.num_players()).setup)
    for action in history:
        state.apply_action(action & 63 if state.is_chance_node() else space.index_of[action])


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


@settings(max_examples=15, deadline=None)
@given(players=st.integers(2, 5), steps=st.integers(1, 200), seed=st.integers(0, 10**6))
def test_the_information_state_never_depends_on_the_dealers_key(players: int, steps: int, seed: int) -> None:
    """The same game in the hands of another dealer is the same to everybody, through every door."""
    env = pettingzoo.env(players=players, render_mode="ansi")
    env.reset(seed=seed)
    chance = random.Random(seed)
    for _ in range(steps):
        legal = np.flatnonzero(env.infos[env.agent_selection]["action_mask"])
        if not env.game.is_over:
            env.step(int(chance.choice(legal)))
    game = env.game
    twin = game.earlier(len(game.history))
    twin.deal_with(Dealer(b"another key"))
    told = [_told(env, game)]
    env._game = twin
    told.append(_told(env, twin))
    assert told[0] == told[1]


def _told(env: pettingzoo.raw_env, game: Game) -> list[object]:
    """Everything that players and spectators are told of a game, through all doors."""
    state = load(int(game.setup.players)).new_initial_state()
    follow(state, game.history)
    seats = range(int(game.setup.players))
    seen = [{name: array.tobytes() for name, array in env.observe(agent).items()} for agent in env.agents]
    known = [(state.information_state_string(seat), state.information_state_tensor(seat)) for seat in seats]
    masks = ArrayObserver(game.setup).mask(game.state).tobytes()
    return [seen, known, masks, env.render()]


def test_another_key_brings_another_future() -> None:
    """So the twins above do differ, in what nobody can know."""
    futures = []
    for key in (b"one", b"another"):
        game = new_game(2, seed=1).earlier(0)
        game.deal_with(Dealer(key))
        futures.append(game.history)
    assert futures[0] != futures[1]


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
