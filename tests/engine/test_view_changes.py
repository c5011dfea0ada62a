"""Patches of views: what changed from one state of a game to another, and nothing that is hidden."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from elbowroom.engine.game import Game, new_game
from elbowroom.engine.view import ViewChanges
from tests.server.patching import apply

if TYPE_CHECKING:
    from elbowroom.engine.view import ViewPatch

PLAYERS = (2, 3, 4, 5)


def seen(game: Game, viewer: int | None) -> Any:  # noqa: ANN401 - JSON
    """A view as JSON."""
    return msgspec.json.decode(msgspec.json.encode(game.view(viewer)))


def patched(before: Game, after: Game, viewer: int | None) -> Any:  # noqa: ANN401 - JSON
    """The view of the first state with its changes, as a client applies them."""
    view = seen(before, viewer)
    apply(view, msgspec.json.decode(msgspec.json.encode(changes_for(before, after, viewer))))
    return view


def changes_for(before: Game, after: Game, viewer: int | None) -> ViewPatch:
    changes = ViewChanges(before.state, after.state, before.names, after.names)
    return changes.patch(viewer, viewer)


def moments(players: int, seed: int, **options: object) -> list[Game]:
    """A game after each of its decisions."""
    generator = random.Random(seed)
    game = new_game(players, seed=seed, options=options)
    games = [game.copy()]
    while not game.is_over:
        game.apply(generator.choice(game.legal()))
        games.append(game.copy())
    return games


@pytest.mark.parametrize("players", PLAYERS)
def test_a_view_with_its_changes_is_the_view_after_each_decision(players: int) -> None:
    for seed in range(2):
        games = moments(players, seed)
        for before, after in pairwise(games):
            for viewer in (None, *range(players)):
                assert patched(before, after, viewer) == seen(after, viewer)


@pytest.mark.parametrize("players", PLAYERS)
def test_any_two_moments_of_a_game_differ_by_their_changes_forth_and_back(players: int) -> None:
    generator = random.Random(players)
    games = moments(players, 7 + players)
    for _ in range(100):
        before, after = generator.choice(games), generator.choice(games)
        viewer = generator.choice([None, *range(players)])
        assert patched(before, after, viewer) == seen(after, viewer)


def test_open_coins_change_for_everybody() -> None:
    games = moments(3, 1, open_coins=True)
    first, last = games[0], games[-2]
    assert patched(first, last, None) == seen(last, None)


def test_nothing_changes_between_equal_states_and_a_decision_changes_little() -> None:
    games = moments(5, 2)
    sizes = []
    for before, after in pairwise(games):
        assert changes_for(before, before, 0) == {}
        sizes.append(len(msgspec.json.encode(changes_for(before, after, None))))
    assert sorted(sizes)[len(sizes) // 2] < len(msgspec.json.encode(games[0].view(None))) / 20


def test_a_new_name_is_a_change() -> None:
    before = new_game(2, seed=1)
    after = before.copy()
    after.names = ["Zoe", "P2"]
    assert changes_for(before, after, None) == {"players": {"0": {"name": "Zoe"}}}


def test_hidden_coins_are_in_no_change() -> None:
    """SCO-5: whoever may not see coins hears nothing when they change."""
    before = new_game(3, seed=1)
    after = before.copy()
    after.state.coins[1] += 5
    assert changes_for(before, after, None) == changes_for(before, after, 0) == {}
    assert changes_for(before, after, 1) == {"players": {"1": {"coins": 10}}}
