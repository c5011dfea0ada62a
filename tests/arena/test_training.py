"""Training: it goes on where it was stopped, learns from games, and leaves weights that play."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from elbowroom.agents import agent_named
from elbowroom.agents.agent import Budget
from elbowroom.agents.features import FEATURE_COUNT
from elbowroom.agents.network import STAGES
from elbowroom.agents.weights import first_weights, network_of, read_weights
from elbowroom.arena import training
from elbowroom.arena.self_play import (
    History,
    Positions,
    SelfPlayGame,
    opening,
    play_training_game,
    positions_of,
    read_histories,
    write_histories,
)
from elbowroom.engine import decisions, turn
from elbowroom.engine.game import new_game
from elbowroom.rules.refusals import Refused
from tests.programs import run_elbowroom

SETTINGS = training.TrainingSettings(generations=1, games=24, hidden=4, seed=3, jobs=1, matches=4)
FEW = replace(SETTINGS, games=4)


def nothing(*_: object) -> None:
    """Progress that nobody looks at."""


def expecting_nothing() -> training.Fit:
    """A network that expects nobody to win more coins."""
    learner = training.Fit(1, 0)
    for weights in (learner.first, learner.others, learner.second, learner.offset):
        weights[...] = 0
    return learner


def store_training(folder: Path, generations: list[object], weights: object) -> None:
    """What a run with few games keeps when so many generations are finished."""
    state = {
        "course": asdict(FEW),
        "features": FEATURE_COUNT,
        "generations": generations,
        "weights": weights,
    }
    (folder / "training.json").write_text(json.dumps(state), encoding="utf-8")


def some_games(count: int = 16) -> list[History]:
    return [
        play_training_game(SelfPlayGame(first_weights(), 2 + number % 4, number)) for number in range(count)
    ]


def test_a_game_is_played_again_from_its_answers(tmp_path: Path) -> None:
    games = some_games(4)
    write_histories(tmp_path / "games.jsonl.gz", games)
    assert read_histories(tmp_path / "games.jsonl.gz") == games
    positions = positions_of(games, nothing)
    assert set(positions) == {2, 3, 4, 5}
    for players, part in positions.items():
        turns = 10 if players == 2 or players == 3 else 9 if players == 4 else 8
        assert part.coins.shape == part.final.shape == part.wins.shape == (players * turns, players)
        assert part.features.shape[:2] == (players * turns, players)
        assert (part.final >= part.coins - 10).all()
        assert part.wins.sum(axis=1) == pytest.approx(1)
        assert part.left[0] == turns - 1
        assert part.left[-1] == 0


def test_the_same_seed_plays_the_same_game() -> None:
    game = SelfPlayGame(first_weights(), 3, 11)
    assert play_training_game(game) == play_training_game(game)
    assert play_training_game(game) != play_training_game(replace(game, seed=12))


def test_a_fit_predicts_better_than_the_mean() -> None:
    positions = positions_of(some_games(), nothing)
    learner = training.fit(positions, training.outcomes(positions), 8, 1, nothing)
    part = positions[2]
    coming = part.final - part.coins
    guess = learner.predicted(part.features.astype(np.float32)) * training.SCALE
    assert np.mean((guess - coming) ** 2) < 0.5 * np.var(coming)


def test_what_is_expected_later_becomes_what_happened_at_the_end() -> None:
    positions = positions_of(some_games(8), nothing)
    learner = training.fit(positions, training.outcomes(positions), 4, 1, nothing)
    for players, targets in training.expectations(positions, learner).items():
        part = positions[players]
        outcome = (part.final - part.coins) / training.SCALE
        is_end = part.left < training.LATER
        assert targets[is_end] == pytest.approx(outcome[is_end], abs=1e-4)
        assert not np.allclose(targets[~is_end], outcome[~is_end], atol=0.01)


def test_the_network_predicts_what_was_fitted() -> None:
    games = some_games(8)
    positions = positions_of(games, nothing)
    learner = training.fit(positions, training.outcomes(positions), 4, 1, nothing)
    network = network_of(learner.weights(positions))
    for players, part in positions.items():
        state = opening(players)
        for bit in next(game for game in games if game.players == players).bits:
            if state.phase > decisions.LAST_CHANCE:
                break
            turn.apply(state, bit)
        coming = learner.predicted(part.features[:1].astype(np.float32))[0] * training.SCALE
        assert network.final_coins(state) == pytest.approx(list(part.coins[0] + coming), abs=0.05)


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = training.train(tmp_path / "whole", replace(SETTINGS, generations=2), nothing)
    training.train(tmp_path / "parts", SETTINGS, nothing)
    again = training.train(tmp_path / "parts", replace(SETTINGS, generations=2), nothing)
    assert again["weights"] == whole["weights"]
    assert len(again["generations"]) == 2
    monkeypatch.setattr(training, "play_training_game", None)  # nothing is missing, so nothing is played
    assert training.train(tmp_path / "parts", replace(SETTINGS, generations=2), nothing) == again


def test_other_settings_are_not_mixed_in(tmp_path: Path) -> None:
    training.train(tmp_path, SETTINGS, nothing)
    for other in (replace(SETTINGS, hidden=5), replace(SETTINGS, games=30)):
        with pytest.raises(Refused) as caught:
            training.train(tmp_path, other, nothing)
        assert caught.value.code == "training_differs"


def test_what_was_learned_plays_as_the_expert(tmp_path: Path) -> None:
    training.train(tmp_path, SETTINGS, nothing)
    file = tmp_path / "weights.json"
    assert json.loads(file.read_text())["provenance"]["made_by"] == "elbowroom train"
    assert len(read_weights(str(file))["others"]) == len(read_weights(str(file))["first"])
    game = new_game(3, seed=2)
    agent = agent_named(f"expert:{file}", 0)
    assert agent.choose(game.clone(), Budget(work=200)) in game.legal()


def test_chances_to_win_are_fitted_the_wider_the_less_leads_decide() -> None:
    """In these positions the chances follow from known spreads, which differ by game turns that are left."""
    rng = np.random.default_rng(1)
    known = {0: 1.0, 1: 4.0, 2: 4.0, 3: 16.0, 4: 30.0}
    for players in (2, 4):
        left = np.repeat(list(known), 400)
        coins = rng.integers(10, 60, (len(left), players)).astype(np.float32)
        odds = np.exp(
            (coins - coins.max(1, keepdims=True)) / np.array([known[each] for each in left])[:, None]
        )
        part = Positions(
            features=np.zeros((len(left), players, FEATURE_COUNT), np.float16),
            coins=coins,
            final=coins,
            wins=(odds / odds.sum(1, keepdims=True)).astype(np.float32),
            left=left,
            game=np.arange(len(left)),
        )
        found = training.spreads(part, expecting_nothing())
        assert len(found) == STAGES
        assert found[: len(known)] == pytest.approx(list(known.values()), rel=0.08)
        assert set(found[len(known) :]) == {found[4]}, "earlier than all of them is like the earliest"


def test_coins_that_are_expected_count_for_the_chances_to_win() -> None:
    """Who has fewer coins always wins, as they will win many more: nothing is left to chance."""
    wins = np.eye(2, dtype=np.float32)[np.arange(200) % 2]
    features = np.zeros((200, 2, FEATURE_COUNT), np.float16)
    features[:, :, 0] = wins
    coins = 30 - 10 * wins
    part = Positions(features, coins, coins, wins, np.zeros(200, np.int64), np.arange(200))
    learner = expecting_nothing()
    assert training.spreads(part, learner)[0] == pytest.approx(training.POSSIBLE_SPREADS[-1])
    learner.first[0, 0], learner.second[0] = 1.0, 20 / training.SCALE
    assert training.spreads(part, learner)[0] < 1


DAMAGED_STATES = {
    "nothing": b"",
    "cut off": b'{"course": {"games": 24',
    "no text": b"\x80\xff",
    "a list": b"[]",
    "without weights": b'{"course": {}, "generations": []}',
    "with a list as course": b'{"course": [], "generations": [], "weights": {}}',
}


@pytest.mark.parametrize("content", DAMAGED_STATES.values(), ids=list(DAMAGED_STATES))
def test_a_damaged_training_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "training.json").write_bytes(content)
    with pytest.raises(Refused, match=r"training\.json cannot be read; .* remove this file") as caught:
        training.train(tmp_path, FEW, nothing)
    assert caught.value.code == "dataset_damaged"
    assert (tmp_path / "training.json").read_bytes() == content


def test_damaged_weights_of_a_training_are_refused(tmp_path: Path) -> None:
    weights = {**first_weights(), "bias": []}
    store_training(tmp_path, generations=[], weights=weights)
    with pytest.raises(Refused, match=r"training\.json are damaged") as caught:
        training.train(tmp_path, FEW, nothing)
    assert caught.value.code == "weights_damaged"


DAMAGED_GAMES = {
    "nothing": b"",
    "no archive": b"no archive",
    "no JSON": gzip.compress(b"games\n"),
    "no game": gzip.compress(b"[2]\n"),
    "no actions": gzip.compress(b'[2, "~ ~"]\n'),
    "a number": gzip.compress(b"2\n"),
    "fewer games": gzip.compress(b'[2, "0"]\n' * 3),
}


def damage(file: Path, content: bytes) -> None:
    """Write this; `cut off` cuts off the end of what is there, and `changed` changes a byte of it."""
    if content in (b"cut off", b"changed"):
        whole = file.read_bytes()
        middle = len(whole) // 2
        end = whole[middle + 1 :] if content == b"changed" else b""
        content = whole[:middle] + bytes([whole[middle] ^ 0xFF]) + end
    file.write_bytes(content)


@pytest.mark.parametrize(
    "content", [*DAMAGED_GAMES.values(), b"cut off", b"changed"], ids=[*DAMAGED_GAMES, "cut off", "changed"]
)
def test_damaged_games_are_refused(tmp_path: Path, content: bytes) -> None:
    """Those of the last generation are played again without the file; the others cannot be played again."""
    games = some_games(4)
    for number in range(2):
        write_histories(tmp_path / f"games-{number:03d}-000.jsonl.gz", games)
    damage(tmp_path / "games-000-000.jsonl.gz", content)
    with pytest.raises(
        Refused, match=r"games-000-000\.jsonl\.gz cannot be read; .* remove this file"
    ) as last:
        training.train(tmp_path, FEW, nothing)
    store_training(tmp_path, generations=[{}], weights=first_weights())
    with pytest.raises(Refused, match=r"games-000-000\.jsonl\.gz cannot be read: .+") as earlier:
        training.train(tmp_path, replace(FEW, generations=2), nothing)
    assert (last.value.code, earlier.value.code) == ("dataset_damaged", "cannot_read")


def test_games_of_an_earlier_generation_that_are_missing_are_refused(tmp_path: Path) -> None:
    store_training(tmp_path, generations=[{}], weights=first_weights())
    write_histories(tmp_path / "games-001-000.jsonl.gz", some_games(4))
    with pytest.raises(Refused, match=r"games-000-000\.jsonl\.gz cannot be read: .+") as caught:
        training.train(tmp_path, replace(FEW, generations=2), nothing)
    assert caught.value.code == "cannot_read"


def test_the_command_says_which_file_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "training.json").write_text("{")
    words = ("train", "--out", str(tmp_path), "--generations", "1", "--games", "4", "--jobs", "1")
    done = run_elbowroom(*words)
    assert done.returncode == 2
    assert re.fullmatch(r"Error: The file .*training\.json cannot be read; .*\.", done.stderr.strip())
