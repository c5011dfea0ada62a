"""The Gymnasium door passes Gymnasium's own check; many games at once are the same games, only faster."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from elbowroom.engine.game import new_game
from elbowroom.envs.arrays import ArrayObserver
from elbowroom.envs.gymnasium import ElbowroomEnv, ElbowroomVectorEnv
from elbowroom.rules.refusals import Refused
from tests.scenario import box

PLAYERS = (2, 3, 4, 5)
PICKED = """
map 2-players
tribes -
Ann Forest Humans, 9 in hand : 3 1
Bob Hill Orcs : 18 4
turn Ann conquer, acted
"""


def choose(mask: np.ndarray[Any, Any], chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_check_of_gymnasium_passes(players: int) -> None:
    check_env(gymnasium.make("Elbowroom-v0", players=players).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("opponents", ["random", ["greedy", "random"]])
def test_a_whole_game_against_chosen_opponents(opponents: str | list[str]) -> None:
    env = ElbowroomEnv(players=3, opponents=opponents)
    seen, info = env.reset(seed=5)
    chance = np.random.default_rng(5)
    done, total = False, 0.0
    while not done:
        assert env.game.to_move == env.seat
        assert (info["action_mask"] == seen["action_mask"]).all()
        seen, reward, done, truncated, info = env.step(choose(env.action_masks(), chance))
        total += reward
        assert not truncated
    assert total == pytest.approx(info["returns"][0])
    assert info["coins"] == [int(coins) for coins in env.game.state.coins]
    with pytest.raises(Refused, match="over"):
        env.step(0)


@pytest.mark.process
def test_own_agents_are_opponents(own_agents: Path) -> None:
    del own_agents
    env = ElbowroomEnv(players=3, opponents=["mine:First", "mine:Last"])
    _, info = env.reset(seed=5)
    chance, done = np.random.default_rng(5), False
    while not done:
        *_, done, _, info = env.step(choose(env.action_masks(), chance))
    assert "forfeits" not in info
    with pytest.raises(Refused, match="mine:Frist"):
        ElbowroomEnv(players=2, opponents="mine:Frist")


@pytest.mark.process
def test_an_own_opponent_that_fails_comes_last(own_agents: Path) -> None:
    """The learner plays as badly as can be, and is not last."""
    del own_agents
    env = ElbowroomEnv(players=3, opponents=["mine:RaisesLate", "greedy"])
    env.reset(seed=5)

    def play_badly() -> tuple[float, dict[str, Any]]:
        while True:
            _, reward, done, _, info = env.step(int(np.flatnonzero(env.action_masks())[-1]))
            if done:
                return reward, info

    with pytest.warns(RuntimeWarning, match="mine:RaisesLate broke off") as warned:
        reward, info = play_badly()
    assert len(warned) == 1
    [forfeit] = info["forfeits"]
    assert (forfeit["seat"], forfeit["reason"], forfeit["game_turn"]) == (1, "raised", 3)
    assert info["returns"] == [0.0, -1.0, 1.0]
    assert reward == 0.0
    env.reset(seed=6)
    assert env._forfeits == []


def test_the_same_seed_gives_the_same_game_another_seed_another() -> None:
    def first_looks(seed: int) -> list[bytes]:
        env = ElbowroomEnv(players=2, opponents="greedy")
        seen, _ = env.reset(seed=seed)
        looks = [seen["observation"].tobytes()]
        for _ in range(30):
            seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
            looks.append(seen["observation"].tobytes())
        return looks

    assert first_looks(1) == first_looks(1)
    assert first_looks(1) != first_looks(2)


def test_a_game_can_begin_from_a_position() -> None:
    env = ElbowroomEnv(players=2, content=box())
    seen, _ = env.reset(seed=1, options={"position": PICKED})
    texts = [env.actions.texts[index] for index in np.flatnonzero(seen["action_mask"])]
    assert "end" in texts
    assert any(text.startswith("conquer") for text in texts)
    with pytest.raises(Refused, match="plays on 2-players"):
        env.reset(options={"position": new_game(3, seed=1).to_text()})


def test_it_can_be_copied_and_pickled_before_a_game() -> None:
    env = ElbowroomEnv(players=4, reward="coins")
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301 - our own
        assert other.schema.players == 4


def test_an_illegal_action_ends_the_game_and_says_why() -> None:
    env = ElbowroomEnv()
    seen, _ = env.reset(seed=1)
    _, reward, done, _, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[-1]))
    assert (reward, done) == (-1.0, True)
    assert "does not answer the decision" in info["refused"]


@pytest.mark.parametrize(
    "settings",
    [
        {"players": 3, "opponents": ["random"]},
        {"opponents": "nobody"},
        {"seat": 2},
        {"reward": "glory"},
        {"work_per_turn": 0},
        {"render_mode": "human"},
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        ElbowroomEnv(**settings)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("opponents", ["self", "random"])
def test_many_games_at_once_fit_their_spaces_and_come_to_an_end(players: int, opponents: str) -> None:
    env = ElbowroomVectorEnv(6, players=players, opponents=opponents)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, infos = env.reset(seed=3)
    chance = np.random.default_rng(3)
    ended = 0
    for _ in range(700):
        if opponents == "random":
            assert (infos["seat"] == 0).all()
        actions = np.array([choose(mask, chance) for mask in seen["action_mask"]])
        seen, rewards, over, truncated, infos = env.step(actions)
        assert not truncated.any()
        assert (rewards[~over] == 0).all()
        for game in np.flatnonzero(over):
            ended += 1
            found = infos["final_info"][game]
            assert sum(found["returns"]) == pytest.approx(0)
            assert rewards[game] in [pytest.approx(value) for value in found["returns"]]
            assert not infos["final_obs"][game]["action_mask"].any()
    assert env.observation_space.contains(seen)
    assert seen["action_mask"].any(axis=1).all()
    assert ended > 0


def test_stepping_many_shows_what_single_games_show() -> None:
    """The rows that are written again only where something changed are those of a fresh look."""
    env = ElbowroomVectorEnv(3, players=3, opponents="self")
    seen, infos = env.reset(seed=[1, 2, 3])
    chance = np.random.default_rng(0)
    for _ in range(400):
        for game, state in enumerate(env._batch._states):
            observer = ArrayObserver(state.setup)
            assert (observer.observation(state, int(infos["seat"][game])) == seen["observation"][game]).all()
            assert (observer.mask(state) == seen["action_mask"][game]).all()
        seen, _, _, _, infos = env.step(np.array([choose(mask, chance) for mask in seen["action_mask"]]))


def test_shaped_rewards_of_many_games_add_up_to_the_lead() -> None:
    env = ElbowroomVectorEnv(1, players=2, reward="shaped")
    seen, _ = env.reset(seed=8)
    chance = np.random.default_rng(8)
    before = int(env._batch.leads[0]) / 100
    total, over = 0.0, np.array([False])
    while not over[0]:
        seen, rewards, over, _, infos = env.step(np.array([choose(seen["action_mask"][0], chance)]))
        total += float(rewards[0])
    told = infos["final_info"][0]
    lead = (told["coins"][0] - told["coins"][1]) / 100
    assert total == pytest.approx(told["returns"][0] + lead - before)


def test_the_same_seeds_give_the_same_games_at_once() -> None:
    def looks(seed: int | list[int | None]) -> bytes:
        env = ElbowroomVectorEnv(4)
        seen, _ = env.reset(seed=seed)
        for _ in range(50):
            seen, *_ = env.step(seen["action_mask"].argmax(axis=1))
        return seen["observation"].tobytes()

    assert looks(1) == looks(1) != looks(2)
    assert looks([1, 2, 3, 4]) == looks([1, 2, 3, 4])


def test_one_illegal_action_of_many_refuses_all_and_changes_nothing() -> None:
    env = ElbowroomVectorEnv(2)
    seen, _ = env.reset(seed=1)
    good = seen["action_mask"].argmax(axis=1)
    bad = good.copy()
    bad[1] = int(np.flatnonzero(seen["action_mask"][1] == 0)[0])
    with pytest.raises(Refused, match="In game 1"):
        env.step(bad)
    with pytest.raises(Refused, match="one for each"):
        env.step(good[:1])
    after, *_ = env.step(good)
    assert after["action_mask"].any(axis=1).all()


@pytest.mark.parametrize(
    "settings",
    [{"num_envs": 0}, {"opponents": "expert"}, {"opponents": "self", "reward": "shaped"}, {"seat": 4}],
)
def test_bad_settings_of_many_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        ElbowroomVectorEnv(**{"num_envs": 2, **settings})
    with pytest.raises(Refused, match="Reset first"):
        ElbowroomVectorEnv(2).step(np.zeros(2, dtype=np.int64))


def test_make_vec_makes_the_fast_one() -> None:
    env = gymnasium.make_vec("Elbowroom-v0", num_envs=3, vectorization_mode="vector_entry_point", players=4)
    seen, _ = env.reset(seed=1)
    assert seen["observation"].shape[0] == 3
