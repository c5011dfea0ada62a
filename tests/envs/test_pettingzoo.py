"""The PettingZoo door passes PettingZoo's own tests, and keeps what it promises."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from elbowroom.agents import agent_named
from elbowroom.envs import pettingzoo as door
from elbowroom.envs.returns import returns
from elbowroom.rules.refusals import Refused

PLAYERS = (2, 3, 4, 5)


def play(env: door.raw_env, seed: int) -> dict[str, float]:
    """Play at random to the end; what every agent got in all."""
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        over = terminated or truncated
        if not over:
            assert (info["action_mask"] == seen["action_mask"]).all()
        env.step(None if over else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return totals


@pytest.mark.process
def test_agents_decide_for_seats_that_are_not_trained(own_agents: Path) -> None:
    """One that fails is named; who trains against it sees the error."""
    del own_agents
    env = door.env(players=2)
    env.reset(seed=1)
    seats = dict(
        zip(env.possible_agents, (agent_named("mine:First", 0), agent_named("greedy", 0)), strict=True)
    )
    while not env.game.is_over:
        legal = env.game.legal()
        choice = env.chosen_by(seats[env.agent_selection])
        assert env.actions.ids[choice] in legal
        env.step(choice)
    env.reset(seed=1)
    with pytest.raises(Refused, match="mine:Illegal answered 62"):
        env.chosen_by(agent_named("mine:Illegal", 0))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_api_test_of_pettingzoo_passes(players: int) -> None:
    with warnings.catch_warnings():
        # api_test warns of every observation of another project that is a dict.
        warnings.simplefilter("ignore", UserWarning)
        api_test(door.env(players=players), num_cycles=400)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_seed_test_of_pettingzoo_passes(players: int) -> None:
    seed_test(lambda: door.env(players=players), num_cycles=150)


@pytest.mark.long
def test_the_performance_benchmark_of_pettingzoo_runs(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(door.env(players=2))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("players", PLAYERS)
def test_places_are_paid_at_the_end_and_sum_to_nothing(players: int) -> None:
    env = door.env(players=players)
    totals = play(env, seed=players)
    assert list(totals.values()) == pytest.approx(returns(env.game.state))
    assert sum(totals.values()) == pytest.approx(0)


def test_coins_can_be_the_reward() -> None:
    env = door.env(players=3, reward="coins")
    totals = play(env, seed=2)
    assert list(totals.values()) == [float(coins) for coins in env.game.state.coins]


def test_a_shaped_reward_adds_the_lead_to_the_place() -> None:
    env = door.env(players=3, reward="shaped")
    totals = play(env, seed=2)
    coins = [int(coins) for coins in env.game.state.coins]
    lead = [(own - (sum(coins) - own) / 2) / 100 for own in coins]
    places = returns(env.game.state)
    assert list(totals.values()) == pytest.approx(
        [place + ahead for place, ahead in zip(places, lead, strict=True)]
    )


def test_an_action_that_is_not_legal_ends_the_game_for_its_agent() -> None:
    env = door.env(players=2)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1
    assert sum(env.rewards.values()) == -1


def test_only_the_agent_that_decides_has_a_mask() -> None:
    env = door.env(players=3)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_what_was_returned_stays_as_it_was() -> None:
    env = door.env(players=2)
    env.reset(seed=1)
    first = env.observe(env.agent_selection)
    kept = {name: array.copy() for name, array in first.items()}
    for _ in range(5):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all((first[name] == kept[name]).all() for name in first)


def test_it_can_be_pickled_before_a_game() -> None:
    env = pickle.loads(pickle.dumps(door.env(players=4, reward="coins")))  # noqa: S301 - our own
    assert len(env.possible_agents) == 4


def test_it_renders_as_text_and_as_pixels_without_hidden_totals() -> None:
    env = door.env(players=3, render_mode="ansi")
    env.reset(seed=4)
    for _ in range(40):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    text = env.render()
    assert "game turn" in text
    assert "coins" not in text
    env.render_mode = "rgb_array"
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert len(np.unique(picture)) > 20


def test_bad_settings_are_refused_with_a_reason() -> None:
    with pytest.raises(Refused, match="render mode called human"):
        door.env(render_mode="human")
    with pytest.raises(Refused):
        door.env(players=6)
    with pytest.raises(Refused, match="call reset first"):
        door.env().game  # noqa: B018 - asking is the test
    env = door.env(players=2)
    env.reset(seed=1)
    with pytest.raises(Refused, match="give a render_mode"):
        env.render()
